"""Whoever has nobody to fight just now binds up a friend who bleeds."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.course.choices import AID, MOVE, NOBODY, TO_HEX
from rules.request.course.sight import Sight
from rules.request.policies.situation import Situation, charge_reach

ENOUGH: Final = 10
"""Quiet rounds after which one goes for the foe: else two who tend their friends would do so for ever."""


def tend(sight: Sight, situation: Situation) -> Answer | None:
    """Tend a friend, or go to one who is near, where no foe can come between or friends hold them all."""
    bleeding = sight.fallen_friends()
    if not bleeding or sight.quiet_rounds() >= ENOUGH or not _is_safe(sight, situation):
        return None
    here = tend_here(sight)
    if here is not None:
        return here
    for friend in bleeding:
        for to in sight.hexes(MOVE):
            if sight.gap_from(to, friend) == 1:
                return sight.go(MOVE, sight.name_way(TO_HEX, to))
    return None


def tend_here(sight: Sight) -> Answer | None:
    """First aid to the first friend within reach."""
    if not sight.can(AID):
        return None
    friends = sight.fallen_friends()
    for patient in sight.patients():
        if patient in friends:
            return sight.choose(AID, NOBODY, patient)
    return None


def _is_safe(sight: Sight, situation: Situation) -> bool:
    """Is every foe at blows with somebody, or too far off to charge?"""
    for i, foe in enumerate(situation.foes):
        if not sight.engagers(foe) and situation.gaps[i] <= charge_reach(sight.stride(foe)):
            return False
    return True
