"""Archers: a blade when somebody comes too near, a bow again when nobody is, cover, and a clear view."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Answer
from rules.request.course.choices import BACK, CLOSE, MOVE, NOWHERE, READY, TO_HEX
from rules.request.course.sight import Sight
from rules.request.policies.situation import LONG_QUIET, Situation

TOO_NEAR: Final = 2  # steps: here it is too late to load
FAR_ENOUGH: Final = 8  # steps: here there is time to take up a bow


def is_beset(sight: Sight, near: list[int]) -> bool:
    """Stands an armed foe beside one, who would strike at whoever loads or shoots?"""
    for foe in near:
        if sight.is_able(foe) and sight.is_armed(foe) and sight.gap(foe) <= 1:
            return True
    return False


def take_blade(sight: Sight) -> Answer | None:
    """A close weapon in hand, whatever has to be dropped for it."""
    if sight.is_armed():
        return None
    held: list[int] = []
    blades: list[int] = []
    for i, arm in enumerate(sight.items()):
        if arm.hands == 0 or arm.shield:
            continue
        if sight.holds(i):
            held.append(i)
        elif arm.close is not None:
            blades.append(i)
    return _take_any(sight, blades, held)


def take_bow(sight: Sight) -> Answer | None:
    """A bow again, if one has a bow and something to shoot, and it does more than what is in hand."""
    held: list[int] = []
    bows: list[int] = []
    for i, arm in enumerate(sight.items()):
        if arm.hands == 0:
            continue
        if sight.holds(i):
            held.append(i)
        elif arm.shot is not None and not arm.thrown and sight.is_of_use(i):
            bows.append(i)
    return _take_any(sight, bows, held)


def _take_any(sight: Sight, wanted: list[int], held: list[int]) -> Answer | None:
    for i in wanted:
        if sight.can(READY, i):
            return sight.choose(READY, i)
        for dropped in held:
            if sight.may_swap(i, dropped):
                return sight.swap(i, dropped)
    return None


def take_cover(sight: Sight, situation: Situation) -> Answer | None:
    """Step behind something that shields one from the nearest foe who shoots, and from where one still sees it."""
    for foe in situation.by_distance():
        if not sight.could_shoot(foe):
            continue
        here = sight.place()
        if sight.has_cover_at(here, foe):
            return None
        best = NOWHERE
        for to in sight.hexes(MOVE):
            if not sight.has_cover_at(to, foe) or not sight.sees_from(to, foe):
                continue
            if sight.openings_to(to) or (
                best >= 0 and hexes.distance(to, here) >= hexes.distance(best, here)
            ):
                continue
            best = to
        return None if best < 0 else sight.go(MOVE, sight.name_way(TO_HEX, best))
    return None


def keep_away(sight: Sight, situation: Situation) -> Answer | None:
    """Back from a foe who is about to come, while there is a friend to meet it and nobody is hit on the way."""
    if situation.nearest <= 1 or sight.quiet_rounds() > 0 or not _is_hunted(sight, situation):
        return None
    for friend in situation.friends:
        if friend not in situation.bowmen and sight.is_armed(friend):
            to = sight.way_to(MOVE, BACK)
            if to >= 0 and not sight.openings_to(to):
                return sight.go(MOVE, sight.name_way(BACK))
            return None
    return None


def _is_hunted(sight: Sight, situation: Situation) -> bool:
    """Is anybody near who is free to come?"""
    for i, foe in enumerate(situation.foes):
        if situation.gaps[i] <= TOO_NEAR + 1 and not sight.engagers(foe):
            return True
    return False


def look_out(sight: Sight, situation: Situation) -> Answer | None:
    """Nobody in range or view: to where one sees the nearest foe from as far as can be, or nearer to it.

    Round the last corner, where it would be beside one at once, only after rounds of quiet.
    """
    for foe in situation.by_distance():
        to = NOWHERE if sight.sees_from(sight.place(), foe) else _best_view(sight, foe)
        if to >= 0:
            return sight.go(MOVE, sight.name_way(TO_HEX, to))
        to = sight.way_to(MOVE, CLOSE, foe)
        if to >= 0 and (sight.gap_from(to, foe) > TOO_NEAR or sight.quiet_rounds() >= LONG_QUIET):
            return sight.go(MOVE, sight.name_way(CLOSE, to, foe))
    return None


def _best_view(sight: Sight, foe: int) -> int:
    """The hex of a move farthest from a foe of those where it is in sight, NOWHERE if there is none."""
    best = NOWHERE
    most = 0
    for to in sight.hexes(MOVE):
        apart = sight.gap_from(to, foe)
        if apart > most and sight.sees_from(to, foe):
            best, most = to, apart
    return best
