"""Where somebody can get to in one action: walks, charges, and the steps that go with other deeds."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.request.chapters import movement, reach
from rules.request.course.choices import (
    BREAKAWAY,
    CHARGE,
    CLIMB,
    CLOSER,
    DIVE,
    FARTHER,
    FOLLOW,
    IS_WALK,
    MOVE,
    NOBODY,
    NOWHERE,
    RETREAT,
    SPRINT,
    Choice,
)
from rules.request.course.combatant import STANDING, Combatant
from rules.request.course.engagement import LONG_GAP, weight_about
from rules.request.course.ground import (
    Ground,
    crowd,
    gap_from,
    goes_over,
    is_free,
    places_round,
    span,
    span_from,
)
from rules.request.course.riding import legs
from rules.request.course.state import State

CRAWL: Final = 1


class Walks:
    """Every hex that can be reached with so many steps, and from where; ``ends`` are those to stop at."""

    __slots__ = ("cost", "ends", "limit", "start", "via")

    def __init__(self, start: int, limit: int) -> None:
        self.limit: int = limit
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


def allowance(fight: State, c: Combatant, verb: int) -> int:
    """The steps of a move of this kind: who does not stand crawls, and who rides goes as its mount does."""
    metres = legs(fight, c).metres
    if c.stance != STANDING:
        return CRAWL
    if verb == SPRINT:
        return movement.double(metres)
    if IS_WALK[verb]:
        return movement.steps(metres)
    return movement.half(metres)


def charge_allowance(fight: State, c: Combatant) -> int:
    """The steps of a charge."""
    return movement.double(legs(fight, c).metres)


def walks(fight: State, ground: Ground, c: Combatant, verb: int) -> Walks:
    """All walks that a move, sprint, breakaway or retreat may take, or that lead to the other band."""
    aloft = c.high or verb == CLIMB
    found = spread(fight, ground, c, allowance(fight, c, verb), verb == MOVE, aloft)
    if verb in (CLIMB, DIVE):
        taken = crowd(fight.people, c.index, verb == CLIMB)
        for h in found.cost:
            if is_free(ground, h, c.girth, taken, verb == CLIMB):
                found.ends.append(h)
        return found
    found.ends = [h for h in found.cost if h != c.place and _may_end(fight, c, verb, h)]
    return found


def steps_beside(fight: State, c: Combatant) -> list[int]:
    """A15a: the hexes that *c* may go to while it casts: half its Move, on its feet and engaged with nobody."""
    ground = fight.ground
    if ground is None or c.foes or c.stance != STANDING or c.is_grappled():
        return []
    if c.mount >= 0 or c.rider >= 0:  # P34e
        return []
    return [h for h in walks_beside(fight, ground, c).cost if h != c.place]


def walks_beside(fight: State, ground: Ground, c: Combatant) -> Walks:
    """The ways of such a step."""
    return spread(fight, ground, c, movement.half(c.metres), False, c.high)


def spread(
    fight: State, ground: Ground, c: Combatant, limit: int, circling: bool, aloft: bool
) -> Walks:
    """Every hex within so many steps, by price and then in the order of the directions.

    Whoever goes *circling* goes by hexes only where it keeps the reach to all its foes, and
    whoever goes *aloft* goes in the high band.
    """
    found = Walks(c.place, limit)
    taken = crowd(fight.people, c.index, aloft)
    open_at: list[list[int]] = [[] for _ in range(limit + 1)]
    open_at[0].append(c.place)
    edges = len(ground.heights) > 0 and not aloft and not c.flying
    for spent in range(limit + 1):
        for h in open_at[spent]:
            for step in hexes.STEPS:
                to = h + step
                known = found.cost.get(to, limit + 1)
                if known <= spent + 1:
                    continue
                total = spent + (1 if aloft else ground.price(to, c.girth))
                if spent == 0:
                    total = min(total, limit)  # P28b: the first step is always possible
                if total > limit or known <= total:
                    continue
                if edges and not ground.is_step(h, to):
                    continue
                if circling and not _keeps_reach(fight, c, to, NOBODY):
                    continue
                if is_free(ground, to, c.girth, taken, aloft):
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
        if span_from(h, c, other) <= span(c, other):
            return False
    return True


# --- charges and other short ways ---------------------------------------------------------------


def charge_path(fight: State, ground: Ground, c: Combatant, target: Combatant) -> list[int]:
    """A way to *target* of which every step brings one nearer, three at least, ending adjacent; [] for none.

    Of such ways the cheapest, and among those the first in the order of the directions.
    """
    limit = charge_allowance(fight, c)
    needed = span(c, target) - 1
    if needed < movement.CHARGE_LEAST or needed > limit or target.high:
        return []
    taken = crowd(fight.people, c.index, c.high)
    below = crowd(fight.people, c.index) if c.high else taken
    ways: dict[int, list[int]] = {c.place: [c.place]}
    cost: dict[int, int] = {c.place: 0}
    left = hexes.distance(c.place, target.place)
    around = left - needed  # steps from its last hex to its target
    for step_number in range(needed):
        further: dict[int, list[int]] = {}
        prices: dict[int, int] = {}
        left -= 1
        for h, way in ways.items():
            for step in hexes.STEPS:
                to = h + step
                if hexes.distance(to, target.place) != left:
                    continue
                if not is_free(ground, to, c.girth, taken, c.high):
                    continue
                if not goes_over(ground, c, h, to):
                    continue
                lands = c.high and step_number == needed - 1
                if lands and not is_free(ground, to, c.girth, below):
                    continue
                if ground.heights and left == around and not ground.is_at_hand(to, target.place):
                    continue
                total = cost[h] + (1 if c.high else ground.price(to, c.girth))
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
        fits = gap_from(ground, h, c, target) == apart and is_free(ground, h, c.girth, taken)
        fits = fits and goes_over(ground, c, c.place, h)
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
    reached = spread(fight, ground, c, limit, False, False).cost
    found: list[int] = []
    for h in [left, *hexes.neighbours(left)]:
        goes = h in reached and h != c.place
        apart = gap_from(ground, h, c, target)
        keeps = 1 <= apart <= most and _keeps_reach(fight, c, h, target.index)
        if goes and keeps and holds_foes(fight, c, h):
            found.append(h)
    return found


def _keeps_reach(fight: State, c: Combatant, h: int, but: int) -> bool:
    """Would *c*, on *h*, still be in reach of everybody it is engaged with, *but* for one?"""
    for i, foe in enumerate(c.foes):
        most = LONG_GAP if c.reaches[i] == reach.LONG else 1
        if foe != but and gap_from(fight.the_ground(), h, c, fight.people[foe]) > most:
            return False
    return True


def keeps_to(ground: Ground, c: Combatant, h: int, other: Combatant, there: int) -> bool:
    """Would *c*, on *h*, be in reach of *other*, whom it is engaged with, if that were *there*?"""
    most = LONG_GAP if c.reach_to(other.index) == reach.LONG else 1
    if ground.heights and not ground.is_at_hand(h, there):
        return False
    return hexes.distance(h, there) - c.girth - other.girth <= most


def keeps_old_foes(fight: State, c: Combatant, way: list[int], old: list[int]) -> bool:
    """Does it go a *way* on which it keeps its reach to all it was engaged with, and still is?"""
    for h in way:
        for foe in old:
            other = fight.people[foe]
            if foe in c.foes and not keeps_to(fight.the_ground(), c, h, other, other.place):
                return False
    return True


def is_open(fight: State, ground: Ground, c: Combatant, deed: Choice, way: list[int]) -> bool:
    """Is it a way from where *c* is, with nobody on it?"""
    if not way or way[0] != c.place:
        return False
    aloft = c.high or deed.verb == CLIMB
    taken = crowd(fight.people, c.index, aloft)
    here = c.place
    for h in way[1:]:
        if not is_free(ground, h, c.girth, taken, aloft):
            return False
        if not (aloft or goes_over(ground, c, here, h)):
            return False
        here = h
    return not comes_down(c, deed.verb) or is_free(
        ground, way[-1], c.girth, crowd(fight.people, c.index)
    )


def comes_down(c: Combatant, verb: int) -> bool:
    """D13c, D13e: does whoever is in the high band come down with this?"""
    return c.high and verb in (DIVE, CHARGE)


def may_step(fight: State, c: Combatant, verb: int, to: int, ends: bool) -> bool:
    """May a move that was begun still lead on to the hex *to*, whatever the game master changed since?

    *ends* says that it is the last of the way.  Whoever goes round its foes or sets its reach to them keeps them in reach; whoever is
    engaged runs nowhere, and has broken away from others than those.
    """
    if verb in (MOVE, CLOSER, FARTHER):
        return _keeps_reach(fight, c, to, NOBODY) and (not ends or holds_foes(fight, c, to))
    return verb == RETREAT or not c.foes


def verb_moves(verb: int) -> bool:
    """Does it lead to a hex that the choice names?"""
    return IS_WALK[verb] or verb in (BREAKAWAY, RETREAT, FOLLOW)
