"""What the saddle does to skills: height against those on foot, and Riding as the most one is good for."""

from __future__ import annotations

from typing import Final

ABOVE: Final = 20
BELOW: Final = -20
DODGING: Final = -30


def is_on_foot(mounted: bool, flying: bool) -> bool:
    """R26: on the ground, and on feet of its own."""
    return not (mounted or flying)


def excess(learned: int, riding: int) -> int:
    """P34: what somebody mounted loses of a weapon skill that is better than its Riding; 0 or less."""
    return min(0, riding - learned)
