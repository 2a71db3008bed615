"""Where everybody stands, and where one could go."""

from __future__ import annotations

from typing import Final, cast

from rules.kernel import hexes
from rules.request.course.choices import (
    NOBODY,
    NOWHERE,
)
from rules.request.course.combatant import Combatant
from rules.request.course.ground import (
    Ground,
    crowd,
    gap,
    gap_from,
    in_sight,
    is_free,
    places_round,
)
from rules.request.course.leading import Way, is_seen_foe, ways_of
from rules.request.course.purposes import destination, is_covered
from rules.request.course.seen.chances import Chances
from rules.request.course.seen.kinds import FOLLOW_KIND
from rules.request.course.ways import (
    Walks,
    allowance,
    follow_hexes,
    spread,
    steps_beside,
    walks,
)

WAY_ROUND: Final = 20  # the longest way past others that is looked for, in steps
WIDEST: Final = 2


class Ways(Chances):
    """The ground, for those who fight on a map."""

    __slots__ = ()

    def steps_beside(self) -> list[int]:
        """The hexes that one may go to while casting."""
        return steps_beside(self._fight, self._me)

    def has_places(self) -> bool:
        """Does everybody stand somewhere?  In a fight without places the rest of this makes no sense."""
        return self._fight.ground is not None

    def place(self) -> int:
        """One's own hex (see `rules.kernel.hexes`)."""
        return self._me.place

    def place_of(self, other: int) -> int:
        """The hex of somebody, the middle one of seven if it is large."""
        return self._other(other).place

    def gap(self, other: int) -> int:
        """Steps to somebody; 1 is adjacent."""
        return gap(self._me, self._other(other))

    def gap_between(self, one: int, other: int) -> int:
        """Steps between two others."""
        return gap(self._other(one), self._other(other))

    def gap_from(self, to: int, other: int) -> int:
        """Steps to somebody if one stood on the hex *to*."""
        return gap_from(self._fight.the_ground(), to, self._me, self._other(other))

    def places_round(self, other: int) -> int:
        """How many foes of its own size can engage somebody where it stands."""
        ground = self._fight.ground
        c = self._other(other)
        return 0 if ground is None else places_round(ground, c.place, c.girth)

    def sees_from(self, to: int, other: int) -> bool:
        """Would no wall stand between one on *to* and somebody?"""
        ground = self._fight.ground
        there = self._other(other)
        if self._me.high or there.high:
            return True
        return ground is not None and in_sight(ground, to, there.place)

    def _walks(self, verb: int) -> Walks:
        found = self._found
        if verb not in found:
            found[verb] = walks(self._fight, cast("Ground", self._fight.ground), self._me, verb)
        return found[verb]

    def is_there_a_way(self, other: int) -> bool:
        """Does the ground lead to somebody at all, whoever stands on it?"""
        ground = self._fight.ground
        me = self._me
        there = self._other(other).place
        if me.high:
            return True
        return ground is not None and ground.steps_to(there, me.place, me.girth, me.flying) >= 0

    def detour(self, verb: int, target: int, apart: int) -> int:
        """How far a move goes along the shortest way past everybody to where one is *apart* from *target*.

        -1 if there is none of at most so many steps as are looked for.
        """
        me = self._me
        other = self._other(target)
        ground = self._fight.ground
        if ground is None or not self._has_room(ground, other, apart):
            return NOWHERE
        found = self._far()
        best = NOWHERE
        for h in found.cost:
            if gap_from(ground, h, me, other) == apart and (
                best == NOWHERE or found.cost[h] < found.cost[best]
            ):
                best = h
        if best == NOWHERE:
            return NOWHERE
        within = allowance(self._fight, me, verb)
        to = NOWHERE
        for h in found.path(best):
            if found.cost[h] <= within and h != me.place:
                to = h
        return to

    def _has_room(self, ground: Ground, other: Combatant, apart: int) -> bool:
        """Is any hex free that is *apart* from somebody?"""
        me = self._me
        taken = crowd(self._fight.people, me.index, me.high)
        around = apart + self._me.girth + other.girth
        for h in hexes.neighbours(other.place) if around == 1 else hexes.ring(other.place):
            if is_free(ground, h, me.girth, taken, me.high):
                return True
        return around > WIDEST

    def _far(self) -> Walks:
        """All ways of some length, past everybody."""
        found = self._found
        if NOBODY not in found:
            ground = cast("Ground", self._fight.ground)
            found[NOBODY] = spread(self._fight, ground, self._me, WAY_ROUND, False, self._me.high)
        return found[NOBODY]

    def ways(self, verb: int) -> list[Way]:
        """Every purpose that a move, sprint, breakaway or retreat may have now; dear, ask once."""
        ground = self._fight.ground
        me = self._me
        if ground is None or me.only_second():
            return []
        if me.rider >= 0 and not me.bolting:
            return []  # P34e: the rider says where they go
        return ways_of(self._fight, ground, self._me, verb)

    def hexes(self, verb: int) -> list[int]:
        """Every hex that it may end on."""
        return [] if self._fight.ground is None else self._walks(verb).ends

    def way_to(self, verb: int, purpose: int, target: int = -1, aid: int = -1) -> int:
        """The hex that this purpose leads to, or -1: for those who want to know about one only."""
        ground = self._fight.ground
        if ground is None:
            return NOWHERE
        return destination(
            self._fight, ground, self._me, verb, purpose, target, aid, NOWHERE, self._walks(verb)
        )

    def openings_to(self, to: int) -> list[int]:
        """The foes who could strike at one on a plain move to *to*: those beside both ends of it."""
        me = self._me
        found: list[int] = []
        for other in self._fight.people:
            near_it = (
                gap_from(self._fight.the_ground(), to, me, other) <= 1
                or gap(me, other) <= 1
                or other.index in me.foes
            )
            near_it = near_it and not (me.high or other.high)
            if near_it and other.armed and is_seen_foe(self._fight, me, other):
                found.append(other.index)
        return found

    def has_cover_at(self, to: int, other: int) -> bool:
        """Would cover or a wall stand between one on *to* and a shot of somebody?"""
        ground = self._fight.ground
        return ground is not None and is_covered(ground, self._me, to, self._other(other))

    def follow_hexes(self) -> list[int]:
        """Where one may follow a foe that retreats to."""
        ground = self._fight.ground
        deed = self._asked.deed
        if ground is None or deed is None or self.kind != FOLLOW_KIND:
            return []
        return follow_hexes(self._fight, ground, self._me, deed.to, self._fight.people[deed.by])
