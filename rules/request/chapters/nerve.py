"""When nerve is tested, and what somebody does whose nerve fails."""

from __future__ import annotations

from typing import Final

STEADY: Final = 0
HOLDING: Final = 1
FALLING: Final = 2
FLEEING: Final = 3
WORDS: Final = ("steady", "holding back", "falling back", "fleeing")

# Causes, a bit each.
FIRST: Final = 1
LEADER: Final = 2
HALF: Final = 4
LOW: Final = 8
PRESSED: Final = 16
MAIMED: Final = 32  # and the next bits, a limb each
LABELS: Final[tuple[str, ...]] = (
    "the side's first is lost",
    "the side's leader is lost",
    "half of the side is lost",
    "down to 40 % of all hit points",
    "three foes at once",
    "right leg maimed",
    "left leg maimed",
    "right arm maimed",
    "left arm maimed",
)
A_CROWD: Final = 3
DICE: Final = "2D6"
LASTS: Final = 1  # rounds after the one in which it began, for whoever holds or falls back
_LOW: Final = 40
_SIX: Final = 6


def roll(luck: int) -> int:
    """2D6 out of a number that is as good as drawn."""
    return 2 + luck % _SIX + luck // _SIX % _SIX


def mood(missed: int) -> int:
    """C32d: by how much the test was missed, and what comes of it."""
    if missed <= 0:
        return STEADY
    if missed <= 2:  # noqa: PLR2004 - the steps of C32d
        return HOLDING
    return FALLING if missed <= 4 else FLEEING  # noqa: PLR2004 - the same


def is_low(points: int, full: int) -> bool:
    """Are so many hit points 40 % of the full number, or less?"""
    return 100 * points <= _LOW * full


def is_half(lost: int, of: int) -> bool:
    return 2 * lost >= of


def causes(mask: int) -> list[str]:
    """The causes of a test in words, in the order of the rule."""
    return [label for i, label in enumerate(LABELS) if mask & (1 << i)]
