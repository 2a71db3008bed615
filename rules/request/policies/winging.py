"""On the wing: strike out of the sky, be off again before they can answer, and wait for nobody up there."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import (
    BREAKAWAY,
    CHARGE,
    CLOSE,
    DIVE,
    MOVE,
    NOWHERE,
    SHOOT,
    SPRINT,
    TO_HEX,
    UP,
)
from rules.request.course.sight import Sight
from rules.request.policies.closing import best_charge, can_run
from rules.request.policies.common import hold_back
from rules.request.policies.marks import hardly_hits
from rules.request.policies.situation import CHARGE_LEAST, Situation, charge_reach
from rules.request.policies.worth import Best


def aloft(sight: Sight, situation: Situation, best: Best) -> Answer | None:
    """High up: swoop on whoever is worth it most, shoot from there, or get to where one can; None on the ground."""
    if not sight.is_high():
        return None
    rush = best_charge(sight, situation)
    if rush.worth > best.worth:
        return sight.choose(CHARGE, rush.item, rush.target)
    shot: Answer | None = None
    if best.worth > 0 and best.verb == SHOOT:
        shot = sight.choose(SHOOT, best.item, best.target)
        if not hardly_hits(sight, best):
            return shot
    if not sight.can(DIVE):  # not on its legs, it neither dives nor runs
        return shot or hold_back(sight)
    return _nearer(sight, situation) or shot or hold_back(sight)


def _nearer(sight: Sight, situation: Situation) -> Answer | None:
    """Over the field to a foe; down beside it where it is too near to be swooped on, or there is no going on."""
    for foe in situation.by_distance():
        if sight.gap(foe) <= charge_reach(sight.stride()):
            off = _stand_off(sight, foe)
            if off != NOWHERE:
                return sight.go(MOVE, sight.name_way(TO_HEX, off))
            to = sight.way_to(DIVE, CLOSE, foe)
            if to == NOWHERE:
                to = beside(sight, foe)
            if to != NOWHERE:
                return sight.go(DIVE, sight.name_way(TO_HEX, to))
            continue
        verb = SPRINT if can_run(sight) else MOVE
        to = sight.way_to(verb, CLOSE, foe)
        if to != NOWHERE:
            return sight.go(verb, sight.name_way(CLOSE, to, foe))
    return None


def _stand_off(sight: Sight, foe: int) -> int:
    """Too near to a foe to swoop on it: a hex up there from which one could, the nearest to it; NOWHERE without one."""
    best = NOWHERE
    least = charge_reach(sight.stride()) + 1
    if sight.gap(foe) >= CHARGE_LEAST:
        return best
    for to in sight.hexes(MOVE):
        gap = sight.gap_from(to, foe)
        if CHARGE_LEAST <= gap < least:
            best, least = to, gap
    return best


def beside(sight: Sight, foe: int) -> int:
    """A hex next to a foe to come down on, NOWHERE without one."""
    for to in sight.hexes(DIVE):
        if sight.gap_from(to, foe) == 1:
            return to
    return NOWHERE


def fly_off(sight: Sight) -> Answer | None:
    """At blows, with the last action of a round: up and out of reach, for the next round begins with a swoop."""
    if not sight.flies() or sight.lies() or sight.actions() > 1 or not sight.leaves_freely():
        return None
    if sight.way_to(BREAKAWAY, UP) == NOWHERE:
        return None
    return sight.go(BREAKAWAY, sight.name_way(UP))
