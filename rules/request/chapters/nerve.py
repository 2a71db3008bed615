"""When nerve is tested, and what somebody does whose nerve fails (`rules.kernel.temper.nerve`), by the limbs of ReQuest."""

from __future__ import annotations

from typing import Final

from rules.kernel.temper.nerve import (
    A_CROWD,
    DICE,
    FALLING,
    FIRST,
    FLEEING,
    HALF,
    HOLDING,
    LABELS as SHARED,
    LASTS,
    LEADER,
    LOW,
    MAIMED,
    PRESSED,
    STEADY,
    WORDS,
    change,
    is_half,
    is_low,
    mood,
    named,
    roll,
)

__all__ = [
    "A_CROWD",
    "DICE",
    "FALLING",
    "FIRST",
    "FLEEING",
    "HALF",
    "HOLDING",
    "LABELS",
    "LASTS",
    "LEADER",
    "LOW",
    "MAIMED",
    "PRESSED",
    "STEADY",
    "WORDS",
    "causes",
    "change",
    "is_half",
    "is_low",
    "mood",
    "roll",
]

LABELS: Final[tuple[str, ...]] = (
    *SHARED,
    "right leg maimed",
    "left leg maimed",
    "right arm maimed",
    "left arm maimed",
)


def causes(mask: int) -> list[str]:
    """The causes of a test in words, in the order of the rule."""
    return named(mask, LABELS)
