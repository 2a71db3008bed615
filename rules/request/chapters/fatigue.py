"""How exertion tells: when a test comes, how tired a failed one leaves somebody, and what that costs."""

from __future__ import annotations

from typing import Final

FRESH: Final = 0
FATIGUED: Final = 1
HEAVILY: Final = 2
WORDS: Final = ("fresh", "fatigued", "heavily fatigued")

PENALTY: Final = (0, -20, -50)
"""P35d, P35g: off every skill."""
LESS_DEX: Final = 3
ROUNDS_A_MINUTE: Final = 12
_FIFTHS: Final = 5


def strenuous_rounds(con: int, in_fifths: bool) -> int:
    """P35a: after how many strenuous rounds a test comes, and then another."""
    return (con + _FIFTHS - 1) // _FIFTHS if in_fifths else con


def dex(full: int, tired: int) -> int:
    """P35e: DEX as it is now, 1 at least."""
    return full if tired == FRESH else max(1, full - LESS_DEX)


def metres(move: int, tired: int) -> int:
    """P35f: a Move less a quarter, rounded down, 1 at least."""
    return move if tired == FRESH else max(1, 3 * move // 4)
