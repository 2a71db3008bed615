"""What a body is: hit points, locations, and the numbers that follow from characteristics."""

from __future__ import annotations

from typing import Final

VITAL: Final = ("abdomen", "chest", "head")
LEAST_HIT_POINTS: Final = 3
LEAST_BASE: Final = 2
HIGH: Final = 10


def hit_points(constitution: int, size: int, power: int) -> int:
    """H1: all hit points of a body."""
    of_power = -1 if power <= 4 else max(0, _quarter(power) - 4)  # noqa: PLR2004 - the table of H1
    return max(LEAST_HIT_POINTS, constitution + _quarter(size) - 3 + of_power)


def location_points(total: int, more: int) -> int:
    """H2: the hit points of a location that has *more* than the usual."""
    return max(1, max(LEAST_BASE, (total + 2) // 3) + more)


def struck(rolled: int, how: str) -> int:
    """H3: the number of the D20 that a location roll stands for.

    *how* is "level" (a D20), "above" (a D10 from above) or "below" (a D10 of whoever is prone).
    """
    return rolled + HIGH if how == "above" else rolled


def at(highest: list[int], number: int) -> int:
    """H4: the index of the location that a *number* of the D20 strikes; *highest* of each in order."""
    for index, top in enumerate(highest[:-1]):
        if number <= top:
            return index
    return len(highest) - 1


def adjacent(kind: str, arms: bool) -> str:
    """A13: the kind of location on the side of the shield that damage past a parry goes to; "" for itself."""
    if kind in ("leg", "abdomen"):
        return "leg"
    return "arm" if arms and kind in ("arm", "chest", "head") else ""


def spirit_damage(power_and_charisma: int) -> tuple[int, int, int]:
    """H6: dice, sides and bonus in spirit combat."""
    if power_and_charisma <= 12:  # noqa: PLR2004 - the table of H6
        return 1, 3, 0
    if power_and_charisma <= 24:  # noqa: PLR2004 - the same
        return 1, 6, 0
    if power_and_charisma <= 32:  # noqa: PLR2004 - the same
        return 1, 6, 1
    if power_and_charisma <= 40:  # noqa: PLR2004 - the same
        return 1, 6, 3
    steps = (power_and_charisma - 41) // 16
    return steps + 2, 6, steps + 3


def category(name: str, its: dict[str, int]) -> int:
    """H7: the modifier in percent of a category of skills, by the seven characteristics."""
    if name == "agility":
        return _flat(its["STR"]) - _flat(its["SIZ"]) + _linear(its["DEX"]) + _flat(its["POW"])
    if name == "manipulation":
        return _flat(its["STR"]) + _linear(its["DEX"]) + _linear(its["INT"]) + _flat(its["POW"])
    if name == "stealth":
        return _linear(its["DEX"]) - _linear(its["SIZ"]) + _linear(its["INT"]) - _flat(its["POW"])
    return _linear(its["POW"]) + _flat(its["CHA"])


def healing_rate(constitution: int) -> int:
    """H8: hit points that a location regains in a week."""
    return (constitution + 5) // 6


def burden(strength: int, constitution: int, equipped: int) -> int:
    """Q15: the points of *equipped* gear beyond what a body carries easily."""
    doubled = min(2 * strength, strength + constitution)
    return max(0, equipped - (doubled + 1) // 2)


def _quarter(number: int) -> int:
    return (number + 3) // 4


def _linear(number: int) -> int:
    return 5 * (_quarter(number) - 3)


def _flat(number: int) -> int:
    if number <= 4:  # noqa: PLR2004 - the table of H7
        return -5
    return 5 * max(0, _quarter(number) - 4)
