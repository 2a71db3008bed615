"""How much a hit does: the damage modifier, the order of the sum, and its extremes."""

from __future__ import annotations

import re
from typing import Final

VULNERABLE: Final = 2
_WRITTEN: Final = re.compile(r"([1-9]|10)D([2-9]|[1-9][0-9]|100)([+-][0-9]{1,2})?|([0-9]{1,2})")
_POINTS_A_METRE: Final = 5
# P20: highest STR+SIZ of the row, sign, dice, sides.
_MODIFIERS: Final = (
    (5, -1, 1, 8),
    (10, -1, 1, 6),
    (15, -1, 1, 4),
    (20, -1, 1, 2),
    (25, 1, 0, 0),
    (30, 1, 1, 2),
    (35, 1, 1, 4),
    (40, 1, 1, 6),
    (45, 1, 1, 8),
    (50, 1, 1, 10),
    (60, 1, 1, 12),
    (70, 1, 2, 6),
    (80, 1, 2, 8),
    (90, 1, 2, 10),
    (100, 1, 2, 12),
    (120, 1, 3, 10),
    (140, 1, 3, 12),
    (160, 1, 4, 10),
    (180, 1, 4, 12),
    (200, 1, 5, 10),
)


def damage_modifier(strength_and_size: int) -> tuple[int, int, int]:
    """P20: (sign, dice, sides) for STR+SIZ; beyond the table its last row holds."""
    for highest, sign, dice, sides in _MODIFIERS:
        if strength_and_size <= highest:
            return sign, dice, sides
    return _MODIFIERS[-1][1:]


def modifier_text(sign: int, dice: int, sides: int) -> str:
    """The modifier as it is written: +1D4, -1D2, nothing for none."""
    if dice == 0:
        return ""
    return f"{'+' if sign > 0 else '-'}{dice}D{sides}"


def parsed(text: str) -> tuple[int, int, int] | None:
    """Dice as they are written ("2D6+1", "1D8", "5") as (dice, sides, bonus); None if that is no damage."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    if found[1] is None:
        return 0, 1, int(found[4])
    return int(found[1]), int(found[2]), int(found[3] or 0)


def highest(sign: int, dice: int, sides: int) -> int:
    """P21: dice at their best for the striker; a negative modifier at its least bad."""
    return dice * sides if sign > 0 else -dice


def lowest(sign: int, dice: int, sides: int) -> int:
    """Dice at their worst for the striker."""
    return dice if sign > 0 else -dice * sides


def knockback_metres(damage: int, size: int, charged: bool) -> int:
    """P25: how far a hit pushes somebody of *size*: a metre, and one more for each five points over."""
    over = damage - size
    if over <= 0:
        return 0
    metres = 1 + over // _POINTS_A_METRE
    return 2 * metres if charged else metres


def mean_through(parts: list[tuple[int, int, int]], bonus: int, less: int) -> int:
    """Mean of max(0, dice + bonus - less) over all rolls, in tenths, rounded down.

    *parts* lists (sign, dice, sides).  Exact: it counts every combination.
    """
    ways: dict[int, int] = {bonus - less: 1}
    total = 1
    for sign, dice, sides in parts:
        for _ in range(dice):
            total *= sides
            more: dict[int, int] = {}
            for value, count in ways.items():
                for face in range(1, sides + 1):
                    landed = value + sign * face
                    more[landed] = more.get(landed, 0) + count
            ways = more
    weighted = 0
    for value, count in ways.items():
        if value > 0:
            weighted += value * count
    return weighted * 10 // total
