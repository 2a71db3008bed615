"""A move under way, hex by hex: whom it comes past may strike, and a hit cuts it short."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure
from rules.request.course.chances import rank_figure
from rules.request.course.choices import (
    BACK,
    CAST,
    CHARGE,
    CLIMB,
    DIVE,
    FLANK,
    IS_PART,
    LEAVE,
    MOVE,
    NOWHERE,
    PURPOSES,
    RETREAT,
    SPRINT,
    TO_HEX,
    UP,
    VERBS,
    Choice,
    choice_from,
)
from rules.request.course.combatant import NOTHING, PRONE, STANDING, Combatant
from rules.request.course.engagement import forget_partings, settle_broken, settle_pairs
from rules.request.course.formations import judge_formations
from rules.request.course.ground import Ground, crowd, gap, gap_from, goes_over, is_free
from rules.request.course.lookout import review_plans, wake_watchers
from rules.request.course.model import SavedJourney, SavedProcedure
from rules.request.course.openings import may_seize
from rules.request.course.places import alight, put
from rules.request.course.provoking import Provoking
from rules.request.course.riding import both, bring
from rules.request.course.state import Procedure, State
from rules.request.course.ways import comes_down, may_step
from rules.request.course.withheld import still_acts, still_walks, vigour


class Journey(Procedure):
    """walking -> provoked (an opportunity attack lies on top) -> walking -> over.

    ``path`` runs from where it begins, ``at`` is how far along it the walker is, ``limit``
    how far it gets.  Foes in ``spared`` cannot strike, and those in ``struck`` have had
    their chance.  ``told_at`` is how much of the way has been told, ``toll`` the hit points
    before the last chance of a blow, ``mount`` whom the walker rode when it began.
    """

    __slots__ = (
        "at",
        "crawls",
        "deed",
        "halved",
        "leaves",
        "limit",
        "mount",
        "path",
        "provokes",
        "spared",
        "struck",
        "told_at",
        "toll",
        "withholds",
    )
    WALKING: Final = 0
    PROVOKED: Final = 1

    def __init__(
        self,
        deed: Choice,
        path: list[int],
        provokes: bool,
        spared: list[int],
        leaves: bool,
        withholds: bool,
    ) -> None:
        super().__init__()
        self.withholds: bool = withholds
        self.deed: Choice = deed
        self.path: list[int] = path
        self.provokes: bool = provokes
        self.spared: list[int] = spared
        self.at: int = 0
        self.limit: int = len(path) - 1
        self.struck: list[int] = []
        self.told_at: int = 0
        self.toll: int = 0
        self.halved: bool = False
        self.mount: int = NOTHING
        self.crawls: bool = False  # was it begun lying or kneeling?
        self.leaves: bool = leaves  # does it go on over the edge of the field?

    def copy(self) -> Procedure:
        other = Journey(
            self.deed, self.path, self.provokes, self.spared, self.leaves, self.withholds
        )
        other.step = self.step
        other.at = self.at
        other.limit = self.limit
        other.struck = self.struck[:]
        other.told_at = self.told_at
        other.toll = self.toll
        other.halved = self.halved
        other.crawls = self.crawls
        other.mount = self.mount
        return other

    def saved(self) -> SavedProcedure:
        return SavedJourney(
            self.step,
            self.deed.saved(),
            tuple(self.path),
            self.at,
            self.limit,
            tuple(self.spared),
            tuple(self.struck),
            self.told_at,
            self.toll,
            self.provokes,
            self.halved,
            self.crawls,
            self.leaves,
            self.withholds,
            self.mount,
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:  # noqa: ARG002 - it asks nothing
        c = fight.people[self.deed.by]
        ground = fight.the_ground()
        if self.step == Journey.PROVOKED:
            self.step = Journey.WALKING
            self._after_blow(fight, ground, c)
        else:
            self.crawls = c.stance == PRONE
            self.mount = c.mount
        while self._goes_on(fight, c):
            if self.provokes and self._provoke(fight, c):
                return
            if self._may_rise(fight, ground, c, c.place):
                self._rise(fight, c)
            if self.at >= self.limit or not self._go_on(fight, ground, c):
                if not comes_down(c, self.deed.verb):
                    break
                self._alight(fight, c)
        self._arrive(fight, c)
        fight.done()

    def ask_again(self, fight: State) -> None:
        """It asks nothing itself."""

    def has_begun(self, fight: State, struck: list[int], toll: int) -> None:
        """Those beside its start have had their chance of a blow, before which it had *toll* hit points."""
        self.struck = struck
        self.toll = toll
        self.step = Journey.PROVOKED
        self.crawls = fight.people[self.deed.by].stance == PRONE
        self.mount = fight.people[self.deed.by].mount

    def _goes_on(self, fight: State, c: Combatant) -> bool:
        """Is it still on its way, and P34g in the saddle if it was there?"""
        on_its_way = c.place == self.path[self.at] and c.mount == self.mount
        return on_its_way and still_acts(fight, c)

    def _provoke(self, fight: State, c: Combatant) -> bool:
        """Whoever it has come next to, or starts beside, may strike: once in the whole move."""
        foes: list[int] = []
        behind: list[int] = []
        for other in fight.people:
            if other.index in self.struck or other.index in self.spared:
                continue
            if may_seize(fight, other, c, self.deed):
                foes.append(other.index)
        if not foes:
            return False
        if self.at == 0:
            behind = turned_from(fight, self.deed, foes, self.path[self.limit], self.leaves)
        self.struck = sorted([*self.struck, *foes])
        self._tell(fight, c)
        judge_formations(fight)
        self.step = Journey.PROVOKED
        self.toll = vigour(fight, c)
        fight.begin(Provoking(self.deed, foes, behind, self.withholds))
        return True

    def _after_blow(self, fight: State, ground: Ground, c: Combatant) -> None:
        """P28: a hit halves the steps; whoever was thrown down or off its way stays there."""
        if (c.stance == PRONE and not self.crawls) or not still_walks(fight, c, self.crawls):
            self.limit = self.at
        if vigour(fight, c) < self.toll and not self.halved:
            self.halved = True
            cut = max(self.at, self._half(ground, c))
            if cut < self.limit or self.leaves:
                self.limit = min(self.limit, cut)
                self.leaves = False  # C26: the edge was a step of the other half
                fight.emit("halved", by=c.index)

    def _half(self, ground: Ground, c: Combatant) -> int:
        """P19g: how far along the way half its steps lead, difficult ground counted twice."""
        prices = [1 if c.high else ground.price(h, c.girth) for h in self.path[1:]]
        left = (sum(prices) + (1 if self.leaves else 0)) // 2
        reached = 0
        for price in prices:
            left -= price
            if left < 0:
                break
            reached += 1
        return reached

    def _go_on(self, fight: State, ground: Ground, c: Combatant) -> bool:
        """One step, if nobody stands there now."""
        to = self.path[self.at + 1]
        ends = self.at + 1 == self.limit
        rises = self._may_rise(fight, ground, c, to)
        aloft = c.high or rises
        bands = [aloft, False] if ends and comes_down(c, self.deed.verb) else [aloft]
        for high in bands:
            if not is_free(ground, to, c.girth, crowd(fight.people, c.index, high), high):
                return False
        if fight.shaken and not may_step(fight, c, self.deed.verb, to, ends):
            return False
        if not goes_over(ground, c, c.place, to):
            return False  # it has lost its wings on the way
        self.at += 1
        c.place = to
        c.level = ground.level(to)
        bring(fight, c)
        if rises:
            self._rise(fight, c)
        return True

    def _may_rise(self, fight: State, ground: Ground, c: Combatant, h: int) -> bool:
        """D13b3, D13b, P19i: is there room above *h*?  Whoever was felled as it rose stays where it lies."""
        if not self.deed.rises() or c.high or c.stance != STANDING or not still_walks(fight, c):
            return False
        return is_free(ground, h, c.girth, crowd(fight.people, c.index, True), True)

    def _rise(self, fight: State, c: Combatant) -> None:
        """D13b: up into the high band, after all who could strike at it have had their chance."""
        c.high = True
        bring(fight, c)
        facts, figures = self._own(fight, c, CLIMB)
        fight.emit("climbed", by=c.index, facts=facts, figures=figures)

    def _alight(self, fight: State, c: Combatant) -> None:
        """D13c, D13e: down to the ground, where whoever stands beside it may strike at a diver."""
        self._tell(fight, c)
        c.high = False
        bring(fight, c)
        facts, figures = self._own(fight, c, DIVE)
        fight.emit("dived", by=c.index, facts=facts, figures=figures)
        alight(fight, c)
        judge_formations(fight)

    def _own(self, fight: State, c: Combatant, verb: int) -> tuple[dict[str, str], list[Figure]]:
        """The verb and the strike rank of an action of its own; nothing for a part of another."""
        if fight.log is None or self.deed.verb != verb:
            return {}, []
        return {"verb": VERBS[verb]}, [rank_figure(c, verb, NOTHING)]

    def _tell(self, fight: State, c: Combatant) -> None:
        """Tell the way gone since it was last told."""
        begun = self.path[self.told_at]
        if c.place == begun:
            return
        first = self.told_at == 0
        self.told_at = self.at
        here = c.place
        c.place = begun
        rank: Figure | None = None
        if first and fight.log is not None and self._is_told_here():
            rank = rank_figure(c, self.deed.verb, self.deed.item)
        verb = CAST if IS_PART[self.deed.verb] else self.deed.verb
        put(fight, c, here, VERBS[verb], self._facts(fight), rank)

    def _is_told_here(self) -> bool:
        """Is it the move that tells the strike rank of its action?  A contest or a blow has done so."""
        deed = self.deed
        return deed.verb in (MOVE, SPRINT, CHARGE) or (deed.verb == RETREAT and deed.target < 0)

    def _facts(self, fight: State) -> dict[str, str]:
        deed = self.deed
        facts: dict[str, str] = {}
        if deed.purpose == UP:
            facts["purpose"] = PURPOSES[UP]
        elif 0 <= deed.purpose < TO_HEX:
            facts["purpose"] = PURPOSES[deed.purpose]
            if deed.purpose not in (BACK, LEAVE):
                facts["toward"] = fight.people[deed.target].id
            if deed.purpose == FLANK and deed.aid >= 0:
                facts["with"] = fight.people[deed.aid].id
        elif deed.verb == CHARGE:
            facts["toward"] = fight.people[deed.target].id
        return facts

    def _arrive(self, fight: State, c: Combatant) -> None:
        """The move is over: it is told, pairs begin and end, and those who waited for it wake."""
        if c.place == self.path[self.at]:
            self._tell(fight, c)
            if self.at == 0 and c.able and self._is_barred(fight, c):
                fight.emit("thwarted", by=c.index)  # somebody is in its way by now
        elif self.at == 0 and c.able:
            fight.emit("thwarted", by=c.index)  # a game master has put it somewhere else
        whole = self.at == len(self.path) - 1 and c.place == self.path[self.at]
        whole = whole and c.mount == self.mount
        if whole and still_acts(fight, c) and self.leaves and self._may_leave(fight, c):
            for one in both(fight, c):  # P34d: it takes its mount along
                leave(fight, one)
        for one in both(fight, c):
            forget_partings(fight, one)
        if self.withholds:  # engagement begins when all of the moment is over
            settle_broken(fight, c)
        elif self.deed.verb != RETREAT:  # there those who may follow are asked first
            settle_pairs(fight)
        judge_formations(fight)
        review_plans(fight)
        if c.bars():
            wake_watchers(fight, c)

    def _is_barred(self, fight: State, c: Combatant) -> bool:
        """Has it gone nowhere although nothing holds it where it is?"""
        if self.deed.rises():
            return not c.high and c.stance == STANDING and still_walks(fight, c)
        return self.limit > 0

    def _may_leave(self, fight: State, c: Combatant) -> bool:
        """Only an amendment on the way can have engaged whoever is about to go."""
        return not fight.shaken or not c.foes or self.deed.verb == RETREAT


def openings_at_start(
    fight: State, deed: Choice, to: int, leaves: bool
) -> tuple[list[int], list[int]]:
    """Who may strike at somebody about to move to *to*, and who of them from behind."""
    c = fight.people[deed.by]
    foes = [other.index for other in fight.people if may_seize(fight, other, c, deed)]
    return foes, turned_from(fight, deed, foes, to, leaves)


def turned_from(fight: State, deed: Choice, foes: list[int], to: int, leaves: bool) -> list[int]:
    """P16b4: whom it turns its back to, moving or sprinting from beside them to where it is not."""
    if deed.verb not in (MOVE, SPRINT):
        return []
    c = fight.people[deed.by]
    ground = fight.the_ground()
    beside = [foe for foe in foes if gap(c, fight.people[foe]) == 1]
    return [foe for foe in beside if leaves or gap_from(ground, to, c, fight.people[foe]) > 1]


def leave(fight: State, c: Combatant, removed: bool = False) -> None:
    """*c* has left the field and the fight, or was taken out of it by the game master."""
    c.gone = True
    c.removed = removed
    c.acts = 0
    c.second_acts = False
    fight.harm = True  # somebody left: no stalemate round
    fight.settled = False
    c.settle_conditions()
    settle_broken(fight, c)
    c.place = NOWHERE
    fight.emit("left", by=c.index, facts={"how": "removed"} if removed else {})


def journey_from(saved: SavedJourney) -> Journey:
    """The procedure that a snapshot holds."""
    made = Journey(
        choice_from(saved.deed),
        list(saved.path),
        saved.provokes,
        list(saved.spared),
        saved.leaves,
        saved.withholds,
    )
    made.step = saved.step
    made.at = saved.at
    made.limit = saved.limit
    made.struck = list(saved.struck)
    made.told_at = saved.told_at
    made.toll = saved.toll
    made.halved = saved.halved
    made.crawls = saved.crawls
    made.mount = saved.mount
    return made
