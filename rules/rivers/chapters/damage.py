"""How much a hit does: degrees of damage, the damage bonus, and what stops it."""

from __future__ import annotations

from typing import Final, NamedTuple

NONE: Final = 0
NORMAL: Final = 1
SPECIAL: Final = 2
GREATEST: Final = 3
DEGREE_NAMES: Final = ("no damage", "normal damage", "special damage", "greatest damage")

IMPALE: Final = "impale"
SLASH: Final = "slash"
CRUSH: Final = "crush"

Part = tuple[int, int, int]
"""Sign, dice, sides."""


class Amount(NamedTuple):
    """What is rolled for a hit: signed dice, and what is added without rolling."""

    parts: list[Part]
    fixed: int


def bonus_of(strength_and_size: int) -> list[Part]:
    """H5: the damage bonus of STR+SIZ; empty for none."""
    if strength_and_size <= 12:  # noqa: PLR2004 - the table of H5
        return [(-1, 1, 4)]
    if strength_and_size <= 24:  # noqa: PLR2004 - the same
        return []
    if strength_and_size <= 32:  # noqa: PLR2004 - the same
        return [(1, 1, 4)]
    if strength_and_size <= 40:  # noqa: PLR2004 - the same
        return [(1, 1, 6)]
    return [(1, (strength_and_size - 41) // 16 + 2, 6)]


def halved(bonus: list[Part]) -> list[Part]:
    """Q37a: half a damage bonus: half the dice, and an odd one as a die of half the sides."""
    found: list[Part] = []
    for sign, dice, sides in bonus:
        if dice > 1:
            found.append((sign, dice // 2, sides))
        if dice % 2:
            found.append((sign, 1, sides // 2))
    return found


def counting(bonus: list[Part], how: str, prone: bool) -> list[Part]:
    """Q37: how much of the bonus counts for a blow: "melee", "natural", "thrown", "sling" or "shot"."""
    if how == "shot" or (prone and how != "natural"):
        return []
    return halved(bonus) if how in ("thrown", "sling") else bonus


def highest(parts: list[Part]) -> int:
    """The dice at their best for the striker."""
    summed = 0
    for sign, dice, sides in parts:
        summed += dice * sides if sign > 0 else -dice
    return summed


def amount(weapon: tuple[int, int, int], bonus: list[Part], kind: str, degree: int) -> Amount:
    """Q35: what is rolled; *weapon* is dice, sides and what they have added."""
    if degree == NONE:
        return Amount([], 0)
    dice, sides, fixed = weapon
    if degree == NORMAL:
        return Amount([(1, dice, sides), *bonus], fixed)
    most = highest(bonus)
    more = max(0, most)
    if degree == SPECIAL:
        if kind == CRUSH:
            return Amount([(1, dice, sides), *bonus], fixed + more)
        return Amount([(1, 2 * dice, sides), *bonus], 2 * fixed)
    once = dice * sides + fixed
    if kind == CRUSH:
        return Amount([], once + most + more)
    return Amount([], 2 * once + most)


def through(damage: int, worn: int, magical: int, counts: str) -> int:
    """Q35c, A14: what is left of *damage*: *counts* is "all", "magic" or "none" of the armour."""
    stopped = worn + magical if counts == "all" else magical if counts == "magic" else 0
    return max(0, damage - stopped)


def ignoring(magic_counts: bool) -> str:
    """A14: what of the armour counts against a blow that ignores armour."""
    return "magic" if magic_counts else "none"


def slash_test(constitution: int, damage: int) -> int:
    """Q36: the chance in percent to stay conscious after a special slash that fills a location."""
    return max(0, 5 * (constitution - damage))


def knockback_chance(striker: tuple[int, int], target: tuple[int, int]) -> int:
    """Q38: the chance of STR and SIZ against SIZ and DEX, each halved, in percent."""
    return min(95, max(5, 50 + 5 * (sum(striker) - sum(target)) // 2))
