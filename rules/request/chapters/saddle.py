"""What the saddle does to skills: height against those on foot, and Riding as the most one is good for."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import reach

ABOVE: Final = 20
BELOW: Final = -20
DODGING: Final = -30
FALL_SIDES: Final = 6
"""P34m: the die of a fall from the saddle [D]."""


def is_on_foot(mounted: bool, flying: bool) -> bool:
    """R26: on the ground, and on feet of its own."""
    return not (mounted or flying)


def bears(mount: int, rider: int) -> bool:
    """P34k: can a mount of this SIZ carry a rider of that?"""
    return mount > rider


def is_lance(weapon_reach: int, hands: int) -> bool:
    """P34p: is it a weapon to be couched, as long as any and held in one hand?"""
    return hands == 1 and weapon_reach == reach.EXTRA_LONG


def excess(learned: int, riding: int) -> int:
    """P34: what somebody mounted loses of a weapon skill that is better than its Riding; 0 or less."""
    return min(0, riding - learned)
