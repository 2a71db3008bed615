"""What a fumbled attack or defence brings."""

from __future__ import annotations

from typing import Final

OVEREXTENDED: Final = "overextended"
VULNERABLE: Final = "vulnerable"
DROPPED: Final = "dropped"
SHOT_LOST: Final = "shot lost"
BROKEN: Final = "broken"


def of_attack(rolled: int, missile: bool) -> str:
    """P16a: a fumbled attack, by 1D6."""
    if missile:
        return SHOT_LOST if rolled <= 5 else BROKEN  # noqa: PLR2004 - the table of P16a
    if rolled <= 3:  # noqa: PLR2004 - the same
        return OVEREXTENDED
    return VULNERABLE if rolled <= 5 else DROPPED  # noqa: PLR2004 - the same
