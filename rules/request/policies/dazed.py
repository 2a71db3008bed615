"""What the steady do while a spell befuddles them: on guard at blows, and else out of the way of whoever may come."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters.nerve import STEADY
from rules.request.course.choices import BREAKAWAY, MOVE, NOWHERE, TO_HEX, UP
from rules.request.course.sight import Sight
from rules.request.policies.common import get_ready, get_up
from rules.request.policies.leaving import is_badly_hurt
from rules.request.policies.situation import Situation, charge_reach
from rules.request.policies.temper import FAIR_CHANCE, get_clear, wait_and_see

STEP: Final = 100  # what a step of distance to the nearest foe is worth
SCREEN: Final = 10  # and a friend between a foe and oneself
STAYS: Final = ("hold", "protect", "escape")  # goals that say where one goes


def keep_clear(sight: Sight) -> Answer | None:
    """The turn of somebody befuddled; None for all others, and where the befuddled do as everybody does."""
    if not sight.is_muddled() or not sight.has_places() or sight.mood() != STEADY:
        return None
    if sight.is_vulnerable() or sight.is_grappled():
        return None
    temper = sight.temper()
    if temper is not None and temper.goal in STAYS:
        return None
    first = get_up(sight)
    if first is not None:
        return first
    if sight.engaged():
        return _out_of_it(sight) or wait_and_see(sight)
    situation = Situation(sight)
    if not _is_threatened(sight, situation):
        return get_ready(sight) or wait_and_see(sight)
    return _shelter(sight, situation) or wait_and_see(sight)


def _out_of_it(sight: Sight) -> Answer | None:
    """Break away where that is free, or where one is badly hurt or has several foes, and may well succeed."""
    if sight.leaves_freely() and sight.flies() and sight.way_to(BREAKAWAY, UP) != NOWHERE:
        return sight.go(BREAKAWAY, sight.name_way(UP))
    if sight.leaves_freely() or is_badly_hurt(sight) or len(sight.engaged()) > 1:
        return get_clear(sight, FAIR_CHANCE)
    return None


def _is_threatened(sight: Sight, situation: Situation) -> bool:
    """Could any foe come to blows with one now?"""
    if sight.is_high():
        return False
    for i, foe in enumerate(situation.foes):
        if situation.gaps[i] <= charge_reach(sight.stride(foe)):
            return True
    return False


def _shelter(sight: Sight, situation: Situation) -> Answer | None:
    """A move to the hex that is farthest from the foes, and behind friends, if that is better than one's own.

    Better by a measure that does not change while nobody else moves: so nobody circles.
    """
    best = NOWHERE
    most = _safety(sight, situation, sight.place())
    for to in sight.hexes(MOVE):
        safety = _safety(sight, situation, to)
        if safety > most and not sight.openings_to(to):
            best, most = to, safety
    return None if best < 0 else sight.go(MOVE, sight.name_way(TO_HEX, best))


def _safety(sight: Sight, situation: Situation, to: int) -> int:
    nearest = 0
    screens = 0
    for i, foe in enumerate(situation.foes):
        gap = sight.gap_from(to, foe)
        apart = min(gap, charge_reach(sight.stride(foe)) + 1)
        nearest = apart if i == 0 else min(nearest, apart)
        for friend in situation.friends:
            if sight.gap_between(friend, foe) < gap and sight.gap_from(to, friend) < gap:
                screens += 1
                break
    return STEP * nearest + SCREEN * screens
