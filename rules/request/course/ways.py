"""Where somebody can get to in one action: the walks open to it, and the hex that each purpose leads to."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.request.chapters import movement, reach
from rules.request.course.choices import (
    BACK,
    BREAKAWAY,
    CLOSE,
    COVER,
    FLANK,
    FOLLOW,
    KEEP_REACH,
    LEAVE,
    MOVE,
    NOBODY,
    NOWHERE,
    RETREAT,
    SPRINT,
    STAND_BY,
    TO_HEX,
    Choice,
)
from rules.request.course.combatant import STANDING, Combatant
from rules.request.course.engagement import LONG_GAP, weight_about
from rules.request.course.ground import (
    Ground,
    beside,
    crowd,
    gap,
    gap_from,
    has_cover,
    in_sight,
    is_free,
    places_round,
)
from rules.request.course.state import State

CRAWL: Final = 1


class Walks:
    """Every hex that can be reached with so many steps, and from where; ``ends`` are those to stop at."""

    __slots__ = ("cost", "ends", "start", "via")

    def __init__(self, start: int) -> None:
        self.start: int = start
        self.cost: dict[int, int] = {start: 0}
        self.via: dict[int, int] = {}
        self.ends: list[int] = []

    def path(self, to: int) -> list[int]:
        """The hexes from the start to *to*, both included."""
        found = [to]
        while found[-1] != self.start:
            found.append(self.via[found[-1]])
        found.reverse()
        return found


def allowance(c: Combatant, verb: int) -> int:
    """The steps of a move of this kind: who does not stand crawls, and a lame leg halves the Move."""
    metres = c.entry.sheet.move
    if c.stance != STANDING:
        return CRAWL
    if c.lame_legs():
        metres = max(1, metres // 2)
    if verb == SPRINT:
        return movement.double(metres)
    if verb == MOVE:
        return movement.steps(metres)
    return movement.half(metres)


def charge_allowance(c: Combatant) -> int:
    """The steps of a charge."""
    metres = c.entry.sheet.move
    return movement.double(max(1, metres // 2) if c.lame_legs() else metres)


def walks(fight: State, ground: Ground, c: Combatant, verb: int) -> Walks:
    """All walks that a move, sprint, breakaway or retreat may take."""
    found = spread(fight, ground, c, allowance(c, verb), verb == MOVE)
    found.ends = [h for h in found.cost if h != c.place and _may_end(fight, c, verb, h)]
    return found


def spread(fight: State, ground: Ground, c: Combatant, limit: int, circling: bool) -> Walks:
    """Every hex within so many steps, by price and then in the order of the directions.

    Whoever goes *circling* goes by hexes only where it keeps the reach to all its foes.
    """
    found = Walks(c.place)
    taken = crowd(fight.people, c.index)
    open_at: list[list[int]] = [[] for _ in range(limit + 1)]
    open_at[0].append(c.place)
    for spent in range(limit + 1):
        for h in open_at[spent]:
            if found.cost[h] != spent:
                continue
            for step in hexes.STEPS:
                to = h + step
                known = found.cost.get(to, limit + 1)
                if known <= spent + 1:
                    continue
                total = spent + ground.price(to, c.girth)
                if spent == 0:
                    total = min(total, limit)  # P28b: the first step is always possible
                if total > limit or known <= total:
                    continue
                if circling and not _keeps_reach(fight, c, to, NOBODY):
                    continue
                if is_free(ground, to, c.girth, taken):
                    found.cost[to] = total
                    found.via[to] = h
                    open_at[total].append(to)
    return found


def holds_foes(fight: State, c: Combatant, h: int) -> bool:
    """A11: are there places enough round *h* for all the foes of *c*?"""
    ground = fight.ground
    if ground is None or not c.foes:
        return True
    return weight_about(fight, c) <= places_round(ground, h, c.girth)


def _may_end(fight: State, c: Combatant, verb: int, h: int) -> bool:
    """P8: circling keeps the reach to every foe; who leaves gets farther from each of them."""
    if verb == MOVE:
        return _keeps_reach(fight, c, h, NOBODY) and holds_foes(fight, c, h)
    for foe in c.foes:
        other = fight.people[foe]
        if gap_from(h, c, other) <= gap(c, other):
            return False
    return True


# --- purposes --------------------------------------------------------------------------------


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
    if purpose == LEAVE:
        return _leave(ground, c, found)
    if verb not in (MOVE, SPRINT):
        return NOWHERE
    other = fight.people[target]
    if purpose == CLOSE:
        return _close(ground, c, other, found)
    if purpose == KEEP_REACH:
        return (
            _first(c, other, found, LONG_GAP)
            if c.keeps_off and gap(c, other) > LONG_GAP
            else NOWHERE
        )
    if purpose == COVER:
        return _cover(ground, c, other, found)
    if purpose == FLANK:
        return _flank(c, other, fight.people[aid], found)
    if purpose == STAND_BY:
        return _close(ground, c, other, found)
    return NOWHERE


def way_now(fight: State, ground: Ground, deed: Choice, found: Walks) -> list[int]:
    """The way of a move at its moment, [] if there is none any more.

    Where somebody came first it leads as near as it can: to the next best hex for its
    purpose, or towards the hex that was named.
    """
    c = fight.people[deed.by]
    to = deed.to
    if to not in found.cost:
        to = destination(
            fight, ground, c, deed.verb, deed.purpose, deed.target, deed.aid, NOWHERE, found
        )
    if to == NOWHERE:
        least = hexes.distance(c.place, deed.to)
        for h in found.ends:
            if hexes.distance(h, deed.to) < least:
                to, least = h, hexes.distance(h, deed.to)
    return [] if to == NOWHERE else found.path(to)


def is_over_the_edge(ground: Ground, c: Combatant, verb: int, to: int, found: Walks) -> bool:
    """Is there a step left at *to*, beside the edge, to leave the field with?"""
    return ground.to_edge(to) <= c.girth and found.cost[to] < allowance(c, verb)


def _first(c: Combatant, other: Combatant, found: Walks, apart: int) -> int:
    best = NOWHERE
    for h in found.ends:
        if gap_from(h, c, other) == apart and _is_nearer(found, h, best):
            best = h
    return best


def _is_nearer(found: Walks, h: int, best: int) -> bool:
    """Are there fewer steps to *h* than to the best hex so far?"""
    return best == NOWHERE or found.cost[h] < found.cost[best]


def _close(ground: Ground, c: Combatant, other: Combatant, found: Walks) -> int:
    """Next to *other*, or as far on the way to it as one gets."""
    if gap(c, other) <= 1:
        return NOWHERE
    beside_it = _first(c, other, found, 1)
    if beside_it != NOWHERE:
        return beside_it
    best = NOWHERE
    least = ground.steps_to(other.place, c.place, c.girth)
    for h in found.ends:
        left = ground.steps_to(other.place, h, c.girth)
        if left >= 0 and (least < 0 or left < least):
            best, least = h, left
    return best


def _back(fight: State, c: Combatant, found: Walks) -> int:
    """As far from the nearest foe as one gets."""
    foes = [one for one in fight.people if fight.is_foe(c, one) and one.bars()]
    if not foes:
        return NOWHERE
    best = NOWHERE
    most = min([gap(c, foe) for foe in foes])
    for h in found.ends:
        nearest = min([gap_from(h, c, foe) for foe in foes])
        if nearest > most:
            best, most = h, nearest
    return best


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
    return has_cover(ground, c, h, other.place) or not in_sight(ground, other.place, h)


def _flank(c: Combatant, other: Combatant, friend: Combatant, found: Walks) -> int:
    """Next to *other*, as far round it from *friend* as can be."""
    around = beside(other.place, other.girth)
    theirs = _bearing(around, friend.place)
    best = NOWHERE
    most = _apart(theirs, _bearing(around, c.place), len(around)) if gap(c, other) == 1 else -1
    for h in found.ends:
        if gap_from(h, c, other) != 1:
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


# --- charges and other short ways ---------------------------------------------------------------


def charge_path(fight: State, ground: Ground, c: Combatant, target: Combatant) -> list[int]:
    """A way to *target* of which every step brings one nearer, three at least, ending adjacent; [] for none.

    Of such ways the cheapest, and among those the first in the order of the directions.
    """
    limit = charge_allowance(c)
    needed = gap(c, target) - 1
    if needed < movement.CHARGE_LEAST or needed > limit:
        return []
    taken = crowd(fight.people, c.index)
    ways: dict[int, list[int]] = {c.place: [c.place]}
    cost: dict[int, int] = {c.place: 0}
    left = hexes.distance(c.place, target.place)
    for _ in range(needed):
        further: dict[int, list[int]] = {}
        prices: dict[int, int] = {}
        left -= 1
        for h, way in ways.items():
            for step in hexes.STEPS:
                to = h + step
                if hexes.distance(to, target.place) != left:
                    continue
                if not is_free(ground, to, c.girth, taken):
                    continue
                total = cost[h] + ground.price(to, c.girth)
                if total <= limit and total < prices.get(to, limit + 1):
                    further[to] = [*way, to]
                    prices[to] = total
        ways = further
        cost = prices
    best: list[int] = []
    least = limit + 1
    for h, way in ways.items():
        if cost[h] < least:
            best, least = way, cost[h]
    return best


def reach_step(fight: State, ground: Ground, c: Combatant, target: Combatant, apart: int) -> int:
    """A free hex next to *c* that is *apart* from *target* and keeps its reach to all others; NOWHERE for none."""
    taken = crowd(fight.people, c.index)
    for h in hexes.neighbours(c.place):
        fits = gap_from(h, c, target) == apart and is_free(ground, h, c.girth, taken)
        if fits and _keeps_reach(fight, c, h, target.index) and holds_foes(fight, c, h):
            return h
    return NOWHERE


def follow_hexes(
    fight: State, ground: Ground, c: Combatant, left: int, target: Combatant
) -> list[int]:
    """Where *c* may follow *target* to: the hex it left or one next to that, if it is in reach again there.

    It walks there: nobody is jumped over.
    """
    most = LONG_GAP if c.reach_to(target.index) == reach.LONG else 1
    limit = hexes.distance(c.place, left) - c.girth + 1
    reached = spread(fight, ground, c, limit, False).cost
    found: list[int] = []
    for h in [left, *hexes.neighbours(left)]:
        goes = h in reached and h != c.place
        apart = gap_from(h, c, target)
        keeps = 1 <= apart <= most and _keeps_reach(fight, c, h, target.index)
        if goes and keeps and holds_foes(fight, c, h):
            found.append(h)
    return found


def _keeps_reach(fight: State, c: Combatant, h: int, but: int) -> bool:
    """Would *c*, on *h*, still be in reach of everybody it is engaged with, *but* for one?"""
    for i, foe in enumerate(c.foes):
        most = LONG_GAP if c.reaches[i] == reach.LONG else 1
        if foe != but and gap_from(h, c, fight.people[foe]) > most:
            return False
    return True


def verb_moves(verb: int) -> bool:
    """Does it lead to a hex that the choice names?"""
    return verb in (MOVE, SPRINT, BREAKAWAY, RETREAT, FOLLOW)
