"""What happens at one moment of a fight with places: openings and ways first, then the blows, then retreats."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.request.chapters import rolls
from rules.request.course.chances import athletics_chance, roll_used
from rules.request.course.choices import (
    ATTACK,
    BREAKAWAY,
    CHARGE,
    CLOSER,
    FARTHER,
    LEAVE,
    MOVE,
    RETREAT,
    SHOOT,
    SPRINT,
    VERBS,
    Choice,
    choice_from,
)
from rules.request.course.combatant import STANDING, Combatant
from rules.request.course.contest import Contest, rivals
from rules.request.course.deeds import spend_missile
from rules.request.course.engagement import engage_by_attack
from rules.request.course.exchange import Exchange, as_seen_now, at_its_mark, recover
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.following import Following
from rules.request.course.ground import Ground
from rules.request.course.journey import Journey
from rules.request.course.legal import LEGAL, is_target, unfit
from rules.request.course.model import SavedMoment, SavedProcedure
from rules.request.course.openings import PROVOKE, openings
from rules.request.course.provoking import Provoking
from rules.request.course.purposes import is_over_the_edge, way_now
from rules.request.course.state import Procedure, State
from rules.request.course.ways import charge_path, walks
from rules.request.course.withheld import land_withheld, still_acts, still_holds, vigour

GOES_ON: Final = 0
CAME_TO_NOTHING: Final = 1


class Moment(Procedure):
    """begun -> before each deed: its opening or its way -> the blows -> each retreat and who follows -> over.

    ``deeds`` are in seat order, and ``fates`` says which of them came to nothing; ``at`` is
    the deed whose turn it is, ``toll`` the hit points of its doer before the last opening.
    """

    __slots__ = ("at", "deeds", "fates", "toll")
    BEGUN: Final = 0
    BEFORE: Final = 1
    BLOWS: Final = 2
    RETREATING: Final = 3
    RETREATED: Final = 4

    def __init__(self, deeds: list[Choice]) -> None:
        super().__init__()
        self.deeds: list[Choice] = deeds
        self.fates: list[int] = [GOES_ON] * len(deeds)
        self.at: int = 0
        self.toll: int = 0

    def copy(self) -> Procedure:
        other = Moment(self.deeds)
        other.step = self.step
        other.fates = self.fates[:]
        other.at = self.at
        other.toll = self.toll
        return other

    def saved(self) -> SavedProcedure:
        return SavedMoment(
            self.step,
            tuple([deed.saved() for deed in self.deeds]),
            self.at,
            tuple(self.fates),
            self.toll,
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:  # noqa: ARG002 - it asks nothing
        ground = fight.the_ground()
        if self.step == Moment.BEGUN:
            if len(self.deeds) > 1:
                self._look(fight)
                self._settle_claims(fight, ground)
            self.step = Moment.BEFORE
            self._prepare(fight, ground)
        elif self.step == Moment.BEFORE:
            self._judge(fight, self.deeds[self.at])
            self.at += 1
            self._prepare(fight, ground)
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

    # --- before the blows --------------------------------------------------------------------

    def _prepare(self, fight: State, ground: Ground) -> None:
        """Begin what goes before the next deed that has something; when none is left, the blows."""
        while self.at < len(self.deeds):
            deed = self.deeds[self.at]
            first = self._first(fight, ground, deed)
            if first is not None:
                fight.begin(first)
                return
            if deed.verb in (MOVE, SPRINT):  # its way is barred by now
                fight.emit("thwarted", by=deed.by)
                self.fates[self.at] = CAME_TO_NOTHING
            else:
                self._judge(fight, deed)
            self.at += 1
        self._strike(fight)

    def _first(self, fight: State, ground: Ground, deed: Choice) -> Procedure | None:
        """What goes before *deed*: whom it gives an opening, or the way it takes."""
        c = fight.people[deed.by]
        self.toll = vigour(fight, c)
        together = len(self.deeds) > 1
        verb = deed.verb
        if verb in (MOVE, SPRINT):
            found = walks(fight, ground, c, verb)
            way = way_now(fight, ground, deed, found)
            if not way:
                return None
            leaves = deed.purpose == LEAVE and is_over_the_edge(ground, c, verb, way[-1], found)
            return Journey(deed, way, True, [], leaves, together)
        if verb == CHARGE:
            path = charge_path(fight, ground, c, fight.people[deed.target])
            return Journey(deed, path, False, [], False, together) if path else None
        if verb in (BREAKAWAY, CLOSER, FARTHER):
            return Contest(deed, rivals(fight, deed), together)
        foes = openings(fight, deed)
        return Provoking(deed, foes, [], together) if foes else None

    def _judge(self, fight: State, deed: Choice) -> None:
        """P19f, P19j: does the deed still happen, after whatever came before it?"""
        c = fight.people[deed.by]
        happens = still_acts(fight, c)
        if happens and deed.verb in PROVOKE and vigour(fight, c) < self.toll:
            fight.emit("spoiled", by=c.index, facts={"verb": VERBS[deed.verb]})
            self.fates[self.at] = CAME_TO_NOTHING
            return
        verb = ATTACK if deed.verb in (CHARGE, RETREAT) else deed.verb
        if happens and (deed.is_blow() or verb in PROVOKE):
            happens = unfit(fight, c, verb, deed.item, None) == LEGAL
            happens = happens and (deed.item < 0 or still_holds(fight, c, deed.item))
        # A14: of simultaneous deeds none escapes another by being done first.
        if happens and deed.is_blow() and (len(self.deeds) == 1 or deed.verb == CHARGE):
            happens = is_target(fight, c, verb, deed.item, fight.people[deed.target])
        if happens and deed.verb == CHARGE:
            engage_by_attack(fight, c, fight.people[deed.target])
        if not happens and not c.gone:
            fight.emit("thwarted", by=deed.by, at=deed.target)
        if not happens:
            self.fates[self.at] = CAME_TO_NOTHING

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
            land_withheld(fight)

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
                if deed.to in found.ends or (deed.to == c.place and deed.purpose == LEAVE):
                    self.step = Moment.RETREATED
                    # It lies below the way: who follows is asked when that is over.
                    fight.begin(Following(c.index, c.place, c.foes[:]))
                    leaves = is_over_the_edge(ground, c, RETREAT, deed.to, found)
                    leaves = leaves and deed.purpose == LEAVE
                    fight.begin(Journey(deed, found.path(deed.to), False, [], leaves, False))
                    return
            self.at += 1
        fight.done()

    def _may_retreat(self, c: Combatant) -> bool:
        felled = self.fates[self.at] == CAME_TO_NOTHING and c.stance != STANDING
        return c.able and not c.hidden and not felled

    # --- simultaneous deeds

    def _look(self, fight: State) -> None:
        """D7a: simultaneous shots go by how their marks stand before anybody of them moves."""
        deeds = self.deeds[:]
        for i, deed in enumerate(deeds):
            if deed.verb == SHOOT:
                deeds[i] = at_its_mark(fight, deed)
        self.deeds = deeds

    # --- simultaneous claims ---------------------------------------------------------------------

    def _settle_claims(self, fight: State, ground: Ground) -> None:
        """D7f: of those who move to one hex at one moment the best at Athletics gets it, of equals nobody."""
        claims: list[int] = []
        for i, deed in enumerate(self.deeds):
            here = fight.people[deed.by].place
            if deed.verb in (MOVE, SPRINT, BREAKAWAY) and deed.to != here:
                claims.append(i)
        for i in claims:
            rivals_of_it = [j for j in claims if self.deeds[j].to == self.deeds[i].to]
            if len(rivals_of_it) > 1 and rivals_of_it[0] == i:
                self._roll_claims(fight, ground, rivals_of_it)

    def _roll_claims(self, fight: State, ground: Ground, claims: list[int]) -> None:
        levels: list[int] = []
        rolled: list[int] = []
        for i in claims:
            c = fight.people[self.deeds[i].by]
            terms: list[Term] | None = [] if fight.log is not None else None
            chance = athletics_chance(fight, c, "Athletics", terms)
            d100 = fight.dice.roll(100)
            roll_used(fight, c)
            level = rolls.level(d100, chance, fight.option_round_up, fight.option_fumble_from)
            levels.append(level)
            rolled.append(d100)
            if terms is not None:
                facts = {
                    "verb": "hex",
                    "skill": "Athletics",
                    "level": rolls.LEVEL_NAMES[level],
                }
                figures: list[Figure] = [
                    figure("contest_chance", terms, "P9"),
                    rolled_figure("contest_roll", "1D100", d100, "P9"),
                ]
                fight.emit("contest", by=c.index, facts=facts, figures=figures)
        best = 0
        for i in range(1, len(claims)):
            if beats(levels[i], rolled[i], levels[best], rolled[best]):
                best = i
        tied = False
        for i in range(len(claims)):
            if i != best and not beats(levels[best], rolled[best], levels[i], rolled[i]):
                tied = True
        deeds = self.deeds[:]
        for i, claim in enumerate(claims):
            if i != best or tied or levels[best] < rolls.SUCCESS:
                deeds[claim] = self._one_short(fight, ground, deeds[claim])
        self.deeds = deeds

    def _one_short(self, fight: State, ground: Ground, deed: Choice) -> Choice:
        """The same move, but for its last step."""
        c = fight.people[deed.by]
        found = walks(fight, ground, c, deed.verb)
        path = found.path(deed.to)
        return deed.leading_to(path[-2])


def beats(level: int, rolled: int, other_level: int, other_rolled: int) -> bool:
    """P18b: the higher level, and of two equal successes the higher roll."""
    if level != other_level:
        return level > other_level
    return level >= rolls.SUCCESS and rolled > other_rolled


def moment_from(saved: SavedMoment) -> Moment:
    """The procedure that a snapshot holds."""
    made = Moment([choice_from(deed) for deed in saved.deeds])
    made.step = saved.step
    made.at = saved.at
    made.fates = list(saved.fates)
    made.toll = saved.toll
    return made
