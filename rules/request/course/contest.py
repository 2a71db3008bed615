"""Two wills about where one stands: breaking away from foes, and setting the reach to them."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.request.chapters import mastery, reach, rolls
from rules.request.course.chances import contest_chance, rank_figure, roll_used, weighed_down
from rules.request.course.choices import (
    BREAKAWAY,
    CLOSER,
    FREELY,
    LEAVE,
    NOBODY,
    NOWHERE,
    OPPOSE,
    VERBS,
    Choice,
    choice_from,
)
from rules.request.course.combatant import Combatant
from rules.request.course.engagement import BROKE_AWAY, disengage, engage
from rules.request.course.exchange import spend_reaction
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.formations import judge_formations
from rules.request.course.ground import gap
from rules.request.course.journey import Journey
from rules.request.course.legal import is_held_back, is_left_freely
from rules.request.course.lookout import review_plans
from rules.request.course.model import SavedContest, SavedProcedure
from rules.request.course.proving import BY_DODGE, of_arm, prove
from rules.request.course.purposes import is_over_the_edge, way_now
from rules.request.course.riding import other_of
from rules.request.course.state import OPPOSITION, Asked, Procedure, State
from rules.request.course.table import roll
from rules.request.course.ways import is_open, reach_step, walks


class Rolled:
    """The roll that a contest is about: its level, its d100, and what its skill takes off others (P13)."""

    __slots__ = ("level", "rolled", "weight")

    def __init__(self, level: int, rolled: int, weight: int) -> None:
        self.level: int = level
        self.rolled: int = rolled
        self.weight: int = weight


class Contest(Procedure):
    """begun -> opposition asked -> decided, and the step that follows lies on top -> over.

    ``foes`` are those whom ``deed`` is about, in seat order, of whom each may oppose it that is
    not left freely; ``places`` are the numbers of their prompts and ``awaited`` those who are asked now; ``won`` are those to whom it gets closer.
    ``way`` is where a breakaway of several deeds led when they began; [] for one by itself.
    """

    __slots__ = ("awaited", "deed", "foes", "places", "way", "withholds", "won")
    BEGUN: Final = 0
    ASKED: Final = 1
    DECIDED: Final = 2

    def __init__(self, deed: Choice, foes: list[int], withholds: bool, way: list[int]) -> None:
        super().__init__()
        self.withholds: bool = withholds
        self.way: list[int] = way
        self.deed: Choice = deed
        self.foes: list[int] = foes
        self.places: list[int] = [0] * len(foes)
        self.awaited: list[int] = []
        self.won: list[int] = []

    def copy(self) -> Procedure:
        other = Contest(self.deed, self.foes, self.withholds, self.way)
        other.step = self.step
        other.places = self.places[:]
        other.awaited = self.awaited[:]
        other.won = self.won
        return other

    def saved(self) -> SavedProcedure:
        return SavedContest(
            self.step,
            self.deed.saved(),
            tuple(self.foes),
            tuple(self.awaited),
            tuple(self.places),
            self.withholds,
            tuple(self.won),
            tuple(self.way),
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:
        if self.step == Contest.BEGUN:
            self.step = Contest.ASKED
            self._ask(fight)
        elif self.step == Contest.ASKED:
            self.step = Contest.DECIDED
            self._decide(fight, choices)
        else:
            self._come_closer(fight)
            fight.done()

    def ask_again(self, fight: State) -> None:
        self._ask(fight)

    def _ask(self, fight: State) -> None:
        self.awaited = []
        fight.asked = []
        c = fight.people[self.deed.by]
        if not c.able or c.hidden:
            return
        for i, foe in enumerate(self.foes):
            other = fight.people[foe]
            if not fight.may_react(other) or not self._is_against(c, other):
                continue
            if self.places[i] == 0:
                fight.wait += 1
                self.places[i] = fight.wait
            self.awaited.append(foe)
            fight.asked.append(Asked(OPPOSITION, foe, self.deed, self.places[i]))

    def _is_against(self, c: Combatant, foe: Combatant) -> bool:
        """May *foe* hold it: engaged with it still, and not to be left freely (R27, R28)?"""
        if foe.index not in c.foes:
            return False
        return self.deed.verb != BREAKAWAY or not is_left_freely(c, foe)

    def _decide(self, fight: State, choices: list[Choice]) -> None:
        deed = self.deed
        c = fight.people[deed.by]
        if not c.able or c.hidden:
            return  # the moment around it tells that it came to nothing
        if deed.item >= 0 and not c.usable(deed.item):
            fight.emit("thwarted", by=deed.by)  # an amendment took the weapon away
            return
        if fight.shaken and is_held_back(fight, c, deed.verb):
            fight.emit("thwarted", by=deed.by)
            return
        against = [foe for foe in self.foes if self._is_against(c, fight.people[foe])]
        held: list[int] = []
        if against:
            held = self._roll(fight, c, against, choices)
        if deed.verb == BREAKAWAY:
            self._break_away(fight, c, held)
        elif not against:
            fight.emit("thwarted", by=deed.by)
        else:
            self._set_reach(fight, c, [foe for foe in against if foe not in held])

    def _roll(
        self, fight: State, c: Combatant, against: list[int], choices: list[Choice]
    ) -> list[int]:
        """The actor rolls once, each who opposes rolls for itself; those who hold it are returned."""
        deed = self.deed
        terms: list[Term] | None = [] if fight.log is not None else None
        chance = contest_chance(fight, c, deed.item, terms)
        weight = mastery.weight(chance)
        chance -= weighed_down(self._weight_against(fight, choices), terms)
        rolled = roll(fight, 100, deed.d100)
        level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
        prove(c, of_arm(deed.item) if deed.item >= 0 else BY_DODGE, level)
        if terms is not None:
            skill = "Dodge" if deed.item < 0 else c.arms[deed.item].id
            facts = {"verb": VERBS[deed.verb], "skill": skill, "level": rolls.LEVEL_NAMES[level]}
            figures: list[Figure] = [
                rank_figure(c, deed.verb, deed.item),
                figure("contest_chance", terms, "P9"),
                rolled_figure("contest_roll", "1D100", rolled, "P9", deed.d100 != 0),
            ]
            fight.emit("contest", by=c.index, facts=facts, figures=figures)
        held: list[int] = []
        opposing: list[Choice] = []
        for foe in against:
            answer: Choice | None = None
            if foe in self.awaited:
                answer = choices[self.awaited.index(foe)]
            if answer is not None and answer.verb == OPPOSE:
                opposing.append(answer)
                if self._opposes(fight, c, answer, Rolled(level, rolled, weight)):
                    held.append(foe)
            elif level < rolls.SUCCESS:
                held.append(foe)
        roll_used(fight, c)
        for answer in opposing:
            spend_reaction(fight, answer)
        return held

    def _weight_against(self, fight: State, choices: list[Choice]) -> int:
        """P13a: what the best of those who oppose takes off the one roll against them all."""
        most = 0
        for answer in choices:
            if answer.verb == OPPOSE:
                chance = contest_chance(fight, fight.people[answer.by], answer.item, None)
                most = max(most, mastery.weight(chance))
        return most

    def _opposes(self, fight: State, c: Combatant, answer: Choice, its: Rolled) -> bool:
        """P14: does the foe win?  The better level does, of equal successes the higher roll; else the foe."""
        level, rolled = its.level, its.rolled
        foe = fight.people[answer.by]
        terms: list[Term] | None = [] if fight.log is not None else None
        chance = contest_chance(fight, foe, answer.item, terms)
        chance -= weighed_down(its.weight, terms)
        against = roll(fight, 100, answer.d100)
        found = rolls.level(against, chance, fight.option_round_up, fight.option_fumble_from)
        prove(foe, of_arm(answer.item), found)
        roll_used(fight, foe)
        equal = found == level and (against >= rolled or not fight.option_demotion)
        wins = level < rolls.SUCCESS or found > level or equal
        if terms is not None:
            facts = {
                "defence": foe.arms[answer.item].id,
                "outcome": "won" if wins else "lost",
                "level": rolls.LEVEL_NAMES[found],
            }
            figures: list[Figure] = [
                figure("contest_chance", terms, "P9"),
                rolled_figure("contest_roll", "1D100", against, "P9", answer.d100 != 0),
            ]
            fight.emit("opposed", by=foe.index, at=c.index, facts=facts, figures=figures)
        return wins

    def _break_away(self, fight: State, c: Combatant, held: list[int]) -> None:
        """P18: it leaves those who did not hold it, and if none did it goes."""
        ground = fight.the_ground()
        # P18i: whoever of a pair holds it holds it for both.
        held = [foe for foe in self.foes if self._is_held(fight, foe, held)]
        left = [foe for foe in self.foes if foe in c.foes and foe not in held]
        if fight.log is not None:
            figures: list[Figure] = []
            if self.deed.item == FREELY:
                figures.append(rank_figure(c, BREAKAWAY, FREELY))
            facts = {
                "how": "automatic" if self.deed.item == FREELY else "contested",
                "from": ", ".join([fight.people[foe].id for foe in left]),
                "held": ", ".join([fight.people[foe].id for foe in held]),
            }
            fight.emit("broke_away", by=c.index, facts=facts, figures=figures)
        found = walks(fight, ground, c, BREAKAWAY)
        for foe in left:
            if foe in c.foes:  # by now: a rider and its mount are left at once
                disengage(fight, c, fight.people[foe], BROKE_AWAY)
        way = self.way
        if fight.shaken or not is_open(fight, ground, c, self.deed, way):
            way = way_now(fight, ground, self.deed, found)
        if held:
            way = []
        if way:
            leaves = self.deed.purpose == LEAVE and is_over_the_edge(
                ground, c, BREAKAWAY, way[-1], found
            )
            fight.begin(Journey(self.deed, way, True, left, leaves, self.withholds))

    def _is_held(self, fight: State, foe: int, held: list[int]) -> bool:
        other = other_of(fight.people[foe])
        return foe in held or (other >= 0 and other in held)

    def _set_reach(self, fight: State, c: Combatant, beaten: list[int]) -> None:
        """P17: one step of reach with each foe that was beaten, and the step on the ground it needs.

        Farther is said and then done; closer is done and then said, when the step is over.
        """
        ground = fight.the_ground()
        step = NOWHERE
        for foe in beaten:
            other = fight.people[foe]
            pair = c.reach_to(foe)
            apart = gap(c, other)
            if self.deed.verb == CLOSER:
                if pair > reach.SHORT:
                    self.won = [*self.won, foe]
                    if apart > 1 and step == NOWHERE:
                        step = reach_step(fight, ground, c, other, 1)
            elif pair != reach.LONG:
                engage(fight, c, other, pair + 1)
                if pair + 1 == reach.LONG and apart == 1 and step == NOWHERE:
                    step = reach_step(fight, ground, c, other, 2)
        if step != NOWHERE:
            spared = list(self.foes)
            way = [c.place, step]
            fight.begin(Journey(self.deed, way, True, spared, False, self.withholds))

    def _come_closer(self, fight: State) -> None:
        """The reach that was won, where the two stand close enough for it."""
        c = fight.people[self.deed.by]
        for foe in self.won:
            other = fight.people[foe]
            pair = c.reach_to(foe)
            if pair > reach.SHORT and gap(c, other) <= 1:
                engage(fight, c, other, pair - 1)
        self.won = []
        judge_formations(fight)
        review_plans(fight)


def bound(fight: State, deed: Choice) -> list[int]:
    """Whom a breakaway or a new reach is about: everybody it is engaged with, or whom it names."""
    return [foe for foe in fight.people[deed.by].foes if deed.target in (NOBODY, foe)]


def contest_from(saved: SavedContest) -> Contest:
    """The procedure that a snapshot holds."""
    made = Contest(choice_from(saved.deed), list(saved.foes), saved.withholds, list(saved.way))
    made.step = saved.step
    made.awaited = list(saved.awaited)
    made.won = list(saved.won)
    made.places = list(saved.places)
    return made
