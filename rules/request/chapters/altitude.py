"""How high those are who fly, and the ground: two bands, steps and edges, and what a fall does."""

from __future__ import annotations

from typing import Final

HEIGHT: Final = 10
"""Metres from the ground to the high band [D]."""
STEP: Final = 1
"""C33a: metres up or down that one walks from one hex to the next [D]."""
ARM: Final = 2
"""C33b: metres up or down that a close weapon reaches [D]."""
_METRES_A_DIE: Final = 5
FALL_SIDES: Final = 6


def between_bands(metres: int) -> int:
    """D13d: how far a shot flies from one band to the other, over so many metres of ground."""
    return max(metres, HEIGHT)


def fall_dice(metres: int) -> int:
    """D13h, P25g: dice of damage for a fall, one for each 5 m begun [D]."""
    return -(-metres // _METRES_A_DIE)
