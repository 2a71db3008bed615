"""Flanking and surrounding, as far as they are matters of places round somebody.

Positions are the six hexes beside somebody, or the twelve round one who covers seven, in
their order round the circle.
"""

from __future__ import annotations

from typing import Final

NONE: Final = 0
FLANKED: Final = 1
SURROUNDED: Final = 2
NAMES: Final = ("none", "flanked", "surrounded")
# R41, R43: percent to hit, by formation.
BONUS: Final = (0, 10, 20)

_SIX: Final = 6
_GAP_OF_SIX: Final = 1
_GAP_OF_TWELVE: Final = 3


def is_even(filled: list[bool]) -> bool:
    """R42: whether foes in the positions *filled* stand evenly enough: no gap is too wide.

    Of six positions no two neighbours may be empty, of twelve no four in a row.  Fewer than
    three foes always leave a wider gap.
    """
    count = len(filled)
    widest = _GAP_OF_SIX if count == _SIX else _GAP_OF_TWELVE
    gap = 0
    for _ in range(2):  # the circle has no end: a gap may begin behind it
        for position in filled:
            gap = 0 if position else gap + 1
            if gap > widest:
                return False
    return True


def has_room(open_to: list[bool], front: int, both_sides: bool) -> bool:
    """R40: whether there is room in *front* and on one side of it, or on both."""
    count = len(open_to)
    right = open_to[(front + 1) % count]
    left = open_to[(front - 1) % count]
    sides = (right and left) if both_sides else (right or left)
    return open_to[front] and sides
