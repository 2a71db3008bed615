"""Grapples as numbers: what size does to an opposed roll, who wins one, and what a hold can do."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import rolls

THIRD_LARGER: Final = 20  # percent [D]
HALF_LARGER: Final = 40  # percent [D]
HURT_SIDES: Final = 4
FROM_OUTSIDE: Final = -20  # percent [D]
THROWN_METRES: Final = 2


def size_bonus(size: int, other: int) -> int:
    """P33: percent for whoever has this SIZ against the other: +20 a third larger, +40 half larger."""
    if 2 * size >= 3 * other:
        return HALF_LARGER
    return THIRD_LARGER if 3 * size >= 4 * other else 0


def strays(rolled: int, chance: int) -> bool:
    """P33o2: does a failed roll at this *chance* fail only for the others in the grapple?"""
    return chance < rolled <= chance - FROM_OUTSIDE and rolled < rolls.NEVER_FROM


def wins(level: int, rolled: int, against: int, other: int, demotion: bool) -> bool:
    """P14: does the actor win?  The better level does, of equal successes the higher roll; else not.

    Without *demotion* (A23) equal levels are never the actor's.
    """
    if level < rolls.SUCCESS:
        return False
    if level != against:
        return level > against
    return demotion and rolled > other
