"""The hex that each purpose of a move leads to as things stand."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.request.course.choices import (
    BACK,
    BREAKAWAY,
    CLIMB,
    CLOSE,
    COVER,
    DIVE,
    FLANK,
    IS_WALK,
    KEEP_REACH,
    LEAVE,
    MOVE,
    NOWHERE,
    SPRINT,
    TO_HEX,
    UP,
    Choice,
)
from rules.request.course.combatant import STANDING, Combatant
from rules.request.course.engagement import LONG_GAP
from rules.request.course.ground import (
    Ground,
    beside,
    crowd,
    gap,
    gap_from,
    has_cover,
    in_sight,
    is_free,
    span,
    span_from,
)
from rules.request.course.state import State
from rules.request.course.ways import Walks

_FAR: Final = 1_000_000


def destination(  # noqa: PLR0911, PLR0913 - one way out a purpose; who, how, what for, about whom
    fight: State,
    ground: Ground,
    c: Combatant,
    verb: int,
    purpose: int,
    target: int,
    aid: int,
    given: int,
    found: Walks,
) -> int:
    """The hex that a move for this purpose leads to now, NOWHERE if it leads nowhere."""
    if purpose == TO_HEX:
        return given if given in found.ends else NOWHERE
    if purpose == BACK:
        return _back(fight, c, found)
    if purpose == UP:
        rises = verb == BREAKAWAY and c.flying and c.stance == STANDING  # as for climbing
        return _back(fight, c, _with_room_above(fight, ground, c, found)) if rises else NOWHERE
    if purpose == LEAVE:
        return NOWHERE if verb in (CLIMB, DIVE) else _leave(ground, c, found)
    if not IS_WALK[verb]:
        return NOWHERE
    other = fight.people[target]
    if purpose == CLOSE:
        return _close(ground, c, other, found)
    if purpose == KEEP_REACH:
        return (
            _first(ground, c, other, found, LONG_GAP)
            if c.keeps_off and gap(c, other) > LONG_GAP
            else NOWHERE
        )
    if purpose == COVER:
        return _cover(ground, c, other, found)
    if purpose == FLANK:
        return _flank(ground, c, other, fight.people[aid], found)
    return _close(ground, c, other, found)  # STAND_BY


def way_now(fight: State, ground: Ground, deed: Choice, found: Walks) -> list[int]:
    """The way of a move at its moment, [] if there is none any more.

    Where somebody came first it leads as near as it can: to the next best hex for its
    purpose, or towards the hex that was named.
    """
    c = fight.people[deed.by]
    to = deed.to
    if to not in found.ends and to != c.place:
        to = destination(
            fight, ground, c, deed.verb, deed.purpose, deed.target, deed.aid, NOWHERE, found
        )
    if to == NOWHERE:
        # Who moves comes nearer to the hex it named; who leaves its foes leaves them in any case.
        least = hexes.distance(c.place, deed.to) if IS_WALK[deed.verb] else _FAR
        for h in found.ends:
            if hexes.distance(h, deed.to) < least:
                to, least = h, hexes.distance(h, deed.to)
    return [] if to == NOWHERE else found.path(to)


def is_over_the_edge(ground: Ground, c: Combatant, verb: int, to: int, found: Walks) -> bool:
    """Is there a step left at *to*, beside the edge, to leave the field with?

    Nobody leaves its foes by plain movement (R24).
    """
    if c.foes and verb in (MOVE, SPRINT):
        return False
    return ground.to_edge(to) <= c.girth and found.cost[to] < found.limit


def goes(ground: Ground, c: Combatant, choice: Choice, to: int, found: Walks) -> bool:
    """Does a move that leads to the hex *to* go anywhere: to another hex, up or down, or off the field?"""
    if to == NOWHERE:
        return False
    if to != c.place or choice.verb in (CLIMB, DIVE):
        return True
    return choice.purpose == LEAVE and is_over_the_edge(ground, c, choice.verb, to, found)


def _first(ground: Ground, c: Combatant, other: Combatant, found: Walks, apart: int) -> int:
    best = NOWHERE
    for h in found.ends:
        if gap_from(ground, h, c, other) == apart and _is_nearer(found, h, best):
            best = h
    return best


def _is_nearer(found: Walks, h: int, best: int) -> bool:
    """Are there fewer steps to *h* than to the best hex so far?"""
    return best == NOWHERE or found.cost[h] < found.cost[best]


def _close(ground: Ground, c: Combatant, other: Combatant, found: Walks) -> int:
    """Next to *other*, or as far on the way to it as one gets."""
    if gap(c, other) <= 1:
        return NOWHERE
    beside_it = _first(ground, c, other, found, 1)
    if beside_it != NOWHERE:
        return beside_it
    best = NOWHERE
    least = _way_to(ground, c, other, c.place)
    for h in found.ends:
        left = _way_to(ground, c, other, h)
        if left >= 0 and (least < 0 or left < least):
            best, least = h, left
    return best


def _way_to(ground: Ground, c: Combatant, other: Combatant, h: int) -> int:
    """Steps from *h* to *other*: through the air, for whoever is up there."""
    if c.high:
        return hexes.distance(other.place, h)
    return ground.steps_to(other.place, h, c.girth, c.flying)


def _back(fight: State, c: Combatant, found: Walks) -> int:
    """As far from the nearest foe as one gets."""
    foes = [one for one in fight.people if fight.is_foe(c, one) and one.bars()]
    if not foes:
        return NOWHERE
    best = NOWHERE
    most = min([span(c, foe) for foe in foes])
    for h in found.ends:
        nearest = min([span_from(h, c, foe) for foe in foes])
        if nearest > most:
            best, most = h, nearest
    return best


def _with_room_above(fight: State, ground: Ground, c: Combatant, found: Walks) -> Walks:
    """D13b3: the same walks, to end only where nobody is in the air."""
    above = Walks(found.start, found.limit)
    above.cost = found.cost
    above.via = found.via
    taken = crowd(fight.people, c.index, True)
    above.ends = [h for h in found.ends if is_free(ground, h, c.girth, taken, True)]
    return above


def _leave(ground: Ground, c: Combatant, found: Walks) -> int:
    """Over the nearest edge, or towards it; one's own hex if that lies at the edge."""
    best = c.place
    for h in found.ends:
        left = ground.to_edge(h)
        least = ground.to_edge(best)
        if left < least:
            best = h
    return best


def _cover(ground: Ground, c: Combatant, other: Combatant, found: Walks) -> int:
    """The nearest hex that a shot of *other* reaches past cover only, or not at all."""
    if is_covered(ground, c, c.place, other):
        return NOWHERE
    best = NOWHERE
    for h in found.ends:
        if is_covered(ground, c, h, other) and _is_nearer(found, h, best):
            best = h
    return best


def is_covered(ground: Ground, c: Combatant, h: int, other: Combatant) -> bool:
    """Would *c*, on *h*, have cover or a wall between itself and *other*?"""
    if c.high or other.high:
        return False
    return has_cover(ground, c, h, other.place) or not in_sight(ground, other.place, h)


def _flank(ground: Ground, c: Combatant, other: Combatant, friend: Combatant, found: Walks) -> int:
    """Next to *other*, as far round it from *friend* as can be."""
    around = beside(other.place, other.girth)
    theirs = _bearing(around, friend.place)
    best = NOWHERE
    most = _apart(theirs, _bearing(around, c.place), len(around)) if gap(c, other) == 1 else -1
    for h in found.ends:
        if gap_from(ground, h, c, other) != 1:
            continue
        this = _apart(theirs, _bearing(around, h), len(around))
        if this > most or (this == most and best != NOWHERE and found.cost[h] < found.cost[best]):
            best, most = h, this
    return best


def _bearing(around: list[int], h: int) -> int:
    """The position that lies nearest to *h*."""
    best = 0
    for i, position in enumerate(around):
        if hexes.distance(position, h) < hexes.distance(around[best], h):
            best = i
    return best


def _apart(a: int, b: int, count: int) -> int:
    between = abs(a - b)
    return min(between, count - between)
