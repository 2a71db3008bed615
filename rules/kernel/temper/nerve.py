"""When nerve is tested, and what somebody does whose nerve fails, for every system that has tempers."""

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
)
"""In words; the limbs of a system follow."""
A_CROWD: Final = 3
DICE: Final = "2D6"
LASTS: Final = 1  # rounds after the one in which it began, for whoever holds or falls back
_LOW: Final = 40
_SIX: Final = 6


def roll(luck: int) -> int:
    """2D6 out of a number that is as good as drawn."""
    return 2 + luck % _SIX + luck // _SIX % _SIX


def mood(missed: int) -> int:
    """By how much the test was missed, and what comes of it."""
    if missed <= 0:
        return STEADY
    if missed <= 2:  # noqa: PLR2004 - the steps of it
        return HOLDING
    return FALLING if missed <= 4 else FLEEING  # noqa: PLR2004 - the same


def is_low(points: int, full: int) -> bool:
    """Are so many hit points 40 % of the full number, or less?"""
    return 100 * points <= _LOW * full


def is_half(lost: int, of: int) -> bool:
    return 2 * lost >= of


def named(mask: int, labels: tuple[str, ...]) -> list[str]:
    """The causes of a test in words, in the order of *labels*."""
    return [label for i, label in enumerate(labels) if mask & (1 << i)]


def change(was: int, mood: int, cause: str) -> dict[str, str]:
    """The facts of the condition that begins as somebody loses heart, or ends as it takes heart."""
    if mood == STEADY:
        return {"condition": WORDS[was], "change": "ended", "cause": cause}
    return {"condition": WORDS[mood], "change": "began", "cause": cause}
