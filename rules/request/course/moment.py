"""What happens at one moment of a fight with places: openings and ways first, then the blows, then retreats."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import (
    ATTACK,
    BREAKAWAY,
    CHARGE,
    CLIMB,
    CLOSER,
    DIVE,
    FARTHER,
    IS_GRIP,
    IS_PART,
    IS_WALK,
    LEAVE,
    MOVE,
    NOWHERE,
    RETREAT,
    SHOOT,
    SPRINT,
    VERBS,
    Choice,
    choice_from,
)
from rules.request.course.claims import settle_claims, settle_partings
from rules.request.course.combatant import STANDING, Combatant
from rules.request.course.contest import Contest, bound
from rules.request.course.deeds import spend_missile
from rules.request.course.engagement import engage_by_attack
from rules.request.course.exchange import Exchange, as_seen_now, at_its_mark, recover
from rules.request.course.following import Following
from rules.request.course.ground import Ground, gap
from rules.request.course.journey import Journey, openings_at_start
from rules.request.course.landing import land_falls
from rules.request.course.legal import LEGAL, as_things_stand, is_target, unfit
from rules.request.course.model import SavedMoment, SavedProcedure
from rules.request.course.openings import PROVOKE, openings
from rules.request.course.provoking import Provoking
from rules.request.course.purposes import is_over_the_edge, way_now
from rules.request.course.push import meet
from rules.request.course.settling import Settling
from rules.request.course.state import Procedure, State
from rules.request.course.ways import (
    charge_path,
    is_open,
    keeps_old_foes,
    steps_beside,
    walks,
    walks_beside,
)
from rules.request.course.withheld import land_withheld, still_acts, still_holds, vigour

GOES_ON: Final = 0
CAME_TO_NOTHING: Final = 1
_CHARGES: Final = (CHARGE,)
_CONTESTS: Final = (BREAKAWAY, CLOSER, FARTHER)
_WALKS: Final = (MOVE, SPRINT, CLIMB, DIVE)
_GOING: Final = (CHARGE, BREAKAWAY, CLOSER, FARTHER, MOVE, SPRINT, CLIMB, DIVE)


class Moment(Procedure):
    """begun -> pairs settled -> openings, deed by deed -> ways, one by one -> the blows -> retreats -> over.

    ``deeds`` are in seat order, and ``fates`` says which of them came to nothing; ``at`` is
    the one whose turn it is, in ``order`` where it comes to the ways.  What simultaneous
    deeds begin from is kept: the ``ways`` that moves lead, which of them go over the edge
    (``leaving``) or stop before what another got (``beaten``), whom each is engaged with
    (``foes``), and of each who had a chance of a blow at the start (``struck``)
    and the hit points before it (``tolls``).  ``said`` tells that something was declared
    beside a deed.
    """

    __slots__ = (
        "at",
        "beaten",
        "deeds",
        "fates",
        "foes",
        "leaving",
        "order",
        "said",
        "struck",
        "tolls",
        "ways",
    )
    BEGUN: Final = 0
    SETTLED: Final = 1
    OPENING: Final = 2
    GOING: Final = 3
    BLOWS: Final = 4
    RETREATING: Final = 5
    RETREATED: Final = 6

    def __init__(self, deeds: list[Choice], said: bool) -> None:
        super().__init__()
        self.deeds: list[Choice] = deeds
        self.said: bool = said
        self.fates: list[int] = [GOES_ON] * len(deeds)
        self.at: int = 0
        self.order: list[int] = []
        self.ways: list[list[int]] = []
        self.leaving: list[bool] = []
        self.beaten: list[bool] = [False] * len(deeds)
        self.foes: list[list[int]] = []
        self.struck: list[list[int]] = [[] for _ in deeds]
        self.tolls: list[int] = [0] * len(deeds)

    def copy(self) -> Procedure:
        other = Moment(self.deeds, self.said)
        other.step = self.step
        other.fates = self.fates[:]
        other.at = self.at
        other.order = self.order
        other.ways = self.ways
        other.leaving = self.leaving
        other.beaten = self.beaten
        other.foes = self.foes
        other.struck = [foes[:] for foes in self.struck]
        other.tolls = self.tolls[:]
        return other

    def saved(self) -> SavedProcedure:
        return SavedMoment(
            self.step,
            tuple([deed.saved() for deed in self.deeds]),
            self.said,
            self.at,
            tuple(self.fates),
            tuple(self.order),
            tuple([tuple(way) for way in self.ways]),
            tuple(self.leaving),
            tuple(self.beaten),
            tuple([tuple(foes) for foes in self.foes]),
            tuple([tuple(foes) for foes in self.struck]),
            tuple(self.tolls),
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:  # noqa: ARG002 - it asks nothing
        ground = fight.the_ground()
        if self.step == Moment.BEGUN:
            self.step = Moment.SETTLED
            self._look(fight, ground)
            if self._engage(fight) or self.said:
                fight.begin(Settling())  # what was declared counts for what is done beside it
        elif self.step == Moment.SETTLED:
            self.step = Moment.OPENING
            self._open(fight)
        elif self.step == Moment.OPENING:
            self._judge(fight, self.at)
            self.at += 1
            self._open(fight)
        elif self.step == Moment.GOING:
            self._judge(fight, self.order[self.at])
            self.at += 1
            self._go(fight, ground)
        elif self.step == Moment.BLOWS:
            recover(fight, self._undone())
            self.step = Moment.RETREATING
            self.at = 0
            self._retreat(fight, ground)
        else:
            self.step = Moment.RETREATING
            self.at += 1
            self._retreat(fight, ground)

    def ask_again(self, fight: State) -> None:
        """It asks nothing itself."""

    def look_again(self, fight: State) -> None:
        """After the game master put somebody elsewhere: whoever shoots looks anew at its mark."""
        self.deeds = as_seen_now(fight, self.deeds)

    # --- from one state --------------------------------------------------------------------------

    def _look(self, fight: State, ground: Ground) -> None:
        """A14, D7a: simultaneous deeds begin from one state: marks, ways and foes are those of before."""
        together = len(self.deeds) > 1
        if together:
            deeds = self.deeds[:]
            for i, deed in enumerate(deeds):
                if deed.verb == SHOOT:
                    deeds[i] = at_its_mark(fight, deed)
                way = _way_of(fight, ground, deed)
                self.ways.append(way)
                self.leaving.append(len(way) > 0 and _leaves(fight, ground, deed, way[-1]))
                old = fight.people[deed.by].foes[:]
                self.foes.append(bound(fight, deed) if deed.verb in _CONTESTS else old)
            shown = [deed.opposed for deed in deeds]
            self.beaten = settle_claims(fight, deeds, self.ways, shown)
            stops = settle_partings(fight, deeds, self.ways, shown)
            for i, deed in enumerate(deeds):
                self.beaten[i] = self.beaten[i] or stops[i]
                if self.beaten[i]:
                    deeds[i] = deed.leading_to(self.ways[i][-1])
                    self.leaving[i] = False
            self.deeds = deeds
        # Those who charge meet their foes where these stood, those who break away leave
        # foes who are still there, and whoever has won a hex comes before those who have not.
        for stage in (_CHARGES, _CONTESTS, _WALKS):
            for beaten in (False, True):
                for i, deed in enumerate(self.deeds):
                    if deed.verb in stage and self.beaten[i] == beaten:
                        self.order.append(i)

    def _engage(self, fight: State) -> bool:
        """A28b: whoever attacks somebody is engaged with it, before the blow falls."""
        said = False
        for deed in self.deeds:
            if deed.is_attack_action():
                c = fight.people[deed.by]
                said = engage_by_attack(fight, c, fight.people[deed.target]) or said
        return said

    # --- openings ------------------------------------------------------------------------------

    def _open(self, fight: State) -> None:
        """D7d: ask, deed by deed, for the opportunity attacks that come before all of them.

        Those on a move by itself come on its way.
        """
        while self.at < len(self.deeds):
            deed = self.deeds[self.at]
            together = len(self.deeds) > 1
            self.tolls[self.at] = vigour(fight, fight.people[deed.by])
            if deed.verb not in _GOING:
                foes = openings(fight, deed)
                if foes:
                    self.struck[self.at] = foes
                    fight.begin(Provoking(deed, foes, [], together))
                    return
                self._judge(fight, self.at)
            elif together and deed.verb in _WALKS and self.ways[self.at]:
                way = self.ways[self.at]
                foes, behind = openings_at_start(fight, deed, way[-1], self.leaving[self.at])
                self.struck[self.at] = foes
                if foes:
                    fight.begin(Provoking(deed, foes, behind, True))
                    return
            self.at += 1
        self.step = Moment.GOING
        self.at = 0
        self._go(fight, fight.the_ground())

    # --- ways ----------------------------------------------------------------------------------

    def _go(self, fight: State, ground: Ground) -> None:
        """Begin the next way, or contest that leads to one; when none is left, the blows."""
        while self.at < len(self.order):
            i = self.order[self.at]
            deed = self.deeds[i]
            going = self._going(fight, ground, i)
            if going is not None:
                fight.begin(going)
                return
            if deed.verb in _WALKS:  # its way is barred by now
                fight.emit("thwarted", by=deed.by)
                self.fates[i] = CAME_TO_NOTHING
            else:
                self._judge(fight, i)
            self.at += 1
        self._strike(fight)

    def _going(self, fight: State, ground: Ground, i: int) -> Procedure | None:
        """The way that a deed takes, or the contest before it; None if it leads nowhere by now."""
        deed = self.deeds[i]
        together = len(self.deeds) > 1
        if deed.verb in _CONTESTS:
            if together:
                return Contest(deed, self.foes[i], True, self.ways[i])
            return Contest(deed, bound(fight, deed), False, [])
        c = fight.people[deed.by]
        if deed.verb == CHARGE and gap(c, fight.people[deed.target]) <= 1:
            return None  # its foe has come to it
        way: list[int] = []
        if together:
            way = self.ways[i]
        as_meant = is_open(fight, ground, c, deed, way)
        if as_meant and deed.verb == MOVE:  # R24: an old foe may have moved meanwhile
            as_meant = keeps_old_foes(fight, c, way, self.foes[i])
        if fight.shaken or not as_meant:
            way = _way_of(fight, ground, deed)
        if not way:
            return None
        leaves = self.leaving[i] if together else _leaves(fight, ground, deed, way[-1])
        journey = Journey(deed, way, deed.verb != CHARGE, [], leaves, together)
        if self.struck[i]:
            journey.has_begun(fight, self.struck[i], self.tolls[i])
        return journey

    def _judge(self, fight: State, i: int) -> None:
        """P19f, P19j: does the deed still happen, after whatever came before it?"""
        deed = self.deeds[i]
        c = fight.people[deed.by]
        if deed.verb in _GOING and self.step == Moment.OPENING:
            return  # it is still to go
        happens = still_acts(fight, c)
        if IS_PART[deed.verb]:
            # P26g: what became of it was settled, and told, as the blow landed.  Whoever is hidden meanwhile goes on.
            if c.task is None or not (happens or (c.able and c.hidden)):
                self.fates[i] = CAME_TO_NOTHING
            return
        if happens and deed.verb in PROVOKE and vigour(fight, c) < self.tolls[i]:
            fight.emit("spoiled", by=c.index, facts={"verb": VERBS[deed.verb]})
            self.fates[i] = CAME_TO_NOTHING
            return
        verb = ATTACK if deed.verb in (CHARGE, RETREAT) else deed.verb
        if happens and (deed.is_blow() or verb in PROVOKE):
            happens = unfit(fight, c, verb, deed.item, None) == LEGAL
            happens = happens and (deed.item < 0 or still_holds(fight, c, deed.item))
        if happens and IS_GRIP[deed.verb]:
            happens = as_things_stand(fight, c, deed) is not None
        if happens and deed.is_blow():
            # A14: of simultaneous deeds none escapes another by being done first.
            at = fight.people[deed.target]
            gets_there = is_target(fight, c, verb, deed.item, at)
            together = len(self.deeds) > 1
            met = together and (deed.verb != CHARGE or self._has_arrived(c, i))
            happens = gets_there or met
            if gets_there and deed.verb == CHARGE:
                engage_by_attack(fight, c, at)
        if not happens and not c.gone:
            fight.emit("thwarted", by=deed.by, at=deed.target)
        if not happens:
            self.fates[i] = CAME_TO_NOTHING

    def _has_arrived(self, c: Combatant, i: int) -> bool:
        """Is it where its charge met the foe when the moment began?"""
        way = self.ways[i]
        return len(way) > 0 and c.place == way[-1] and not self.beaten[i]

    # --- the blows -----------------------------------------------------------------------------

    def _strike(self, fight: State) -> None:
        self.step = Moment.BLOWS
        happening: list[Choice] = []
        for i, deed in enumerate(self.deeds):
            if self.fates[i] == CAME_TO_NOTHING:
                continue
            if deed.verb == SHOOT:
                spend_missile(fight.people[deed.by], deed.item)
            happening.append(deed)
        if happening:
            fight.begin(Exchange(happening, False))
        elif fight.withheld:
            fight.falling = []
            shoves = land_withheld(fight)
            land_falls(fight)
            meet(fight, shoves)

    def _undone(self) -> list[Choice]:
        """The deeds that came to nothing: who did them recovers only when the others have struck."""
        return [deed for i, deed in enumerate(self.deeds) if self.fates[i] == CAME_TO_NOTHING]

    # --- retreats ------------------------------------------------------------------------------

    def _retreat(self, fight: State, ground: Ground) -> None:
        """P8c, P8e: after the blows those who retreat step back, and their foes may follow."""
        while self.at < len(self.deeds):
            deed = self.deeds[self.at]
            c = fight.people[deed.by]
            if deed.verb == RETREAT and self._may_retreat(c):
                found = walks(fight, ground, c, RETREAT)
                # Who stands at the edge goes over it, but a mount may be gone that reached to it.
                steps_off = deed.to == c.place and _leaves(fight, ground, deed, deed.to)
                if steps_off or deed.to in found.ends:
                    self.step = Moment.RETREATED
                    # It lies below the way: who follows is asked when that is over.
                    fight.begin(Following(c.index, c.place, c.foes[:]))
                    leaves = steps_off or _leaves(fight, ground, deed, deed.to)
                    fight.begin(Journey(deed, found.path(deed.to), False, [], leaves, False))
                    return
                if deed.target < 0:  # it struck at nobody, and there is no way by now
                    fight.emit("thwarted", by=c.index)
            elif deed.to != NOWHERE and self._may_step(fight, c, deed):
                # A15a: the casting has given those beside it their opening already.
                self.step = Moment.RETREATED
                way = walks_beside(fight, ground, c).path(deed.to)
                fight.begin(Journey(deed, way, True, self.struck[self.at], False, False))
                return
            self.at += 1
        fight.done()

    def _may_step(self, fight: State, c: Combatant, deed: Choice) -> bool:
        """Does whoever casts go somewhere as well, and still can?"""
        happened = IS_PART[deed.verb] and self.fates[self.at] == GOES_ON and c.able
        return happened and deed.to in steps_beside(fight, c)

    def _may_retreat(self, c: Combatant) -> bool:
        felled = self.fates[self.at] == CAME_TO_NOTHING and c.stance != STANDING
        return c.able and not c.hidden and not felled


def _way_of(fight: State, ground: Ground, deed: Choice) -> list[int]:
    """The way that a deed leads now; [] if it leads nowhere, or is no move."""
    c = fight.people[deed.by]
    if deed.verb == CHARGE:
        return charge_path(fight, ground, c, fight.people[deed.target])
    if IS_WALK[deed.verb] or deed.verb == BREAKAWAY:
        return way_now(fight, ground, deed, walks(fight, ground, c, deed.verb))
    if deed.verb == RETREAT:
        found = walks(fight, ground, c, RETREAT)
        return found.path(deed.to) if deed.to in found.ends else []
    return []


def _leaves(fight: State, ground: Ground, deed: Choice, to: int) -> bool:
    """Does its way go on from *to* over the edge of the field?"""
    c = fight.people[deed.by]
    if deed.purpose != LEAVE:
        return False
    return is_over_the_edge(ground, c, deed.verb, to, walks(fight, ground, c, deed.verb))


def moment_from(saved: SavedMoment) -> Moment:
    """The procedure that a snapshot holds."""
    made = Moment([choice_from(deed) for deed in saved.deeds], saved.said)
    made.step = saved.step
    made.at = saved.at
    made.fates = list(saved.fates)
    made.order = list(saved.order)
    made.ways = [list(way) for way in saved.ways]
    made.leaving = list(saved.leaving)
    made.beaten = list(saved.beaten)
    made.foes = [list(foes) for foes in saved.foes]
    made.struck = [list(foes) for foes in saved.struck]
    made.tolls = list(saved.tolls)
    return made
