"""How many can get at one: sizes, and the places they take."""

from __future__ import annotations

from typing import Final

LARGE: Final = 30


def is_large(size: int) -> bool:
    """Whether somebody covers the six hexes round its place too."""
    return size > LARGE


def weight(foe_size: int, size: int) -> int:
    """A11: how many of the places round somebody of *size* a foe takes."""
    return 2 if foe_size >= 2 * size else 1
