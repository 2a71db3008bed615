"""How high those are who fly: two bands, and what a fall from the upper one does."""

from __future__ import annotations

from typing import Final

HEIGHT: Final = 10
"""Metres from the ground to the high band [D]."""
_METRES_A_DIE: Final = 5
FALL_SIDES: Final = 6


def between_bands(metres: int) -> int:
    """D13d: how far a shot flies from one band to the other, over so many metres of ground."""
    return max(metres, HEIGHT)


def fall_dice() -> int:
    """D13h: dice of damage for a fall from the high band, one for each full 5 m [D]."""
    return HEIGHT // _METRES_A_DIE
