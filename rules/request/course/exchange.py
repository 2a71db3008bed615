"""Deeds of one moment: reactions are asked, all dice fall on one state, all of it lands, ripostes follow."""

from __future__ import annotations

from typing import Final, cast

from rules.request.chapters import defence
from rules.request.course.casting import finish_tasks, is_warded
from rules.request.course.chances import mark_seen
from rules.request.course.choices import (
    ATTACK,
    BREAK_FREE,
    BREAKAWAY,
    CHARGE,
    CLIMB,
    CLOSER,
    DECLINE,
    DEFEND,
    DIVE,
    FARTHER,
    GRAPPLE,
    IS_GRIP,
    IS_PART,
    MOVE,
    OPPORTUNITY,
    RETREAT,
    RIPOSTE,
    SHOOT,
    SPRINT,
    Choice,
    choice_from,
)
from rules.request.course.deeds import do_quietly
from rules.request.course.formations import judge_formations
from rules.request.course.grappling import holders
from rules.request.course.landing import (
    DEFENDING,
    OVEREXTENDED,
    SURPRISED,
    condition,
    land_falls,
)
from rules.request.course.legal import LEGAL, is_target, unfit
from rules.request.course.model import SavedExchange, SavedProcedure
from rules.request.course.openings import opening_stands
from rules.request.course.push import Shove, meet
from rules.request.course.result import (
    Result,
    land_blow,
    land_fumbles,
    roll_astray,
    roll_blow,
    tell_now,
)
from rules.request.course.second import spend_second
from rules.request.course.state import (
    REACTION,
    RESIST_OFFER,
    RIPOSTE_OFFER,
    Asked,
    Procedure,
    State,
)
from rules.request.course.withheld import land_withheld, tell_on_top, withhold
from rules.request.course.wrestling import Grip, land_grip, roll_grip

_WAYS: Final = (MOVE, SPRINT, BREAKAWAY, RETREAT, CLOSER, FARTHER, CLIMB, DIVE)


class Exchange(Procedure):
    """begun -> reactions asked -> rolled and landed -> ripostes offered, one after the other.

    ``deeds`` are in seat order; ``is_answer`` says that they are a riposte or an opportunity
    attack, which bring no other; ``withholds`` that it lands with the moment around it.  ``awaited`` says which of them a reaction is asked for now,
    and ``resisted`` after these for which of them somebody is asked for the dice of a roll
    that comes anyway (C17b); ``places`` is the number of the prompts of each (0: never asked);
    ``ripostes`` holds pairs: who may strike back, at whom.
    """

    __slots__ = ("awaited", "deeds", "is_answer", "places", "resisted", "ripostes", "withholds")
    BEGUN: Final = 0
    REACTIONS_ASKED: Final = 1
    RIPOSTES: Final = 2
    RIPOSTE_ASKED: Final = 3

    def __init__(self, deeds: list[Choice], is_answer: bool, withholds: bool = False) -> None:
        super().__init__()
        self.withholds: bool = withholds
        self.deeds: list[Choice] = deeds
        self.is_answer: bool = is_answer
        self.awaited: list[int] = []
        self.resisted: list[int] = []
        self.places: list[int] = [0] * len(deeds)
        self.ripostes: list[int] = []

    def copy(self) -> Procedure:
        other = Exchange(self.deeds, self.is_answer, self.withholds)
        other.step = self.step
        other.awaited = self.awaited[:]
        other.resisted = self.resisted
        other.places = self.places[:]
        other.ripostes = self.ripostes[:]
        return other

    def saved(self) -> SavedProcedure:
        return SavedExchange(
            self.step,
            tuple([deed.saved() for deed in self.deeds]),
            self.is_answer,
            tuple(self.awaited),
            tuple(self.places),
            tuple(self.ripostes),
            self.withholds,
            tuple(self.resisted),
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:
        if self.step == Exchange.BEGUN:
            self.step = Exchange.REACTIONS_ASKED
            self._ask(fight)
        elif self.step == Exchange.REACTIONS_ASKED:
            self.step = Exchange.RIPOSTES
            self._resolve(fight, choices)
        elif self.step == Exchange.RIPOSTES:
            if not self.ripostes:
                fight.done()
                return
            by = self.ripostes.pop(0)
            at = self.ripostes.pop(0)
            if offer_stands(fight, by, at):
                self.step = Exchange.RIPOSTE_ASKED
                fight.ask(RIPOSTE_OFFER, by, Choice(at, RIPOSTE, -1, by))
        else:
            self.step = Exchange.RIPOSTES
            for answer in choices:  # none if an amendment took the question back
                if answer.verb == RIPOSTE:
                    spend_reaction(fight, answer)
                    fight.begin(Exchange([answer], True))

    def ask_again(self, fight: State) -> None:
        """Whoever may still answer is asked, under the same id, and nobody else."""
        if self.step == Exchange.REACTIONS_ASKED:
            self._ask(fight)
        else:
            fight.asked = [
                asked
                for asked in fight.asked
                if offer_stands(fight, asked.who, cast("Choice", asked.deed).by)
            ]

    def look_again(self, fight: State) -> None:
        """After the game master put somebody elsewhere: whoever shoots looks anew at its mark."""
        self.deeds = as_seen_now(fight, self.deeds)

    def _ask(self, fight: State) -> None:
        self.awaited = []
        fight.asked = []
        for i, deed in enumerate(self.deeds):
            if not deed.is_blow() or not fight.may_react(fight.people[deed.target]):
                continue
            if not still_happens(fight, deed):
                continue
            if self.places[i] == 0:
                fight.wait += 1
                self.places[i] = fight.wait
            self.awaited.append(i)
            fight.asked.append(Asked(REACTION, deed.target, deed, self.places[i]))
        if fight.setup.options.table_dice:
            self._ask_for_dice(fight)

    def _ask_for_dice(self, fight: State) -> None:
        """C17b: whoever rolls against a spell or a grip, and is not asked for a reaction to it."""
        resisted: list[int] = []
        for i, deed in enumerate(self.deeds):
            if i in self.awaited or not still_happens(fight, deed):
                continue
            for who in _who_resists(fight, deed):
                if not fight.people[who].able:
                    continue
                if self.places[i] == 0:
                    fight.wait += 1
                    self.places[i] = fight.wait
                resisted.append(i)
                fight.asked.append(Asked(RESIST_OFFER, who, deed, self.places[i]))
        self.resisted = resisted

    def _resolve(self, fight: State, choices: list[Choice]) -> None:
        """All dice fall on the state before (D7a); then everything lands, in seat order (D7b)."""
        happening: list[Choice] = []
        results: list[Result] = []
        reactions: list[Choice] = []
        grips: list[Grip] = []
        resisting: list[list[Choice]] = []
        for i, deed in enumerate(self.deeds):
            answers = self._resisting(i, choices) if self.resisted else []
            reaction: Choice | None = None
            if i in self.awaited:
                reaction = choices[self.awaited.index(i)]
                answers = [reaction]
                if reaction.verb != DECLINE:
                    reactions.append(reaction)
            if not still_happens(fight, deed):
                fight.emit("thwarted", by=deed.by, at=deed.target)
                continue
            happening.append(deed)
            resisting.append(answers)
            if deed.is_blow():
                made = roll_blow(fight, deed, reaction)
                results.append(made)
                stray = roll_astray(fight, made)
                if stray is not None:
                    results.append(stray)
                if deed.verb == GRAPPLE and made.cell.damage != defence.MISS:
                    grips.append(roll_grip(fight, deed, answers))
            elif IS_GRIP[deed.verb]:
                grips.append(roll_grip(fight, deed, answers))
        for result in results:
            result.roll_fumbles(fight)
        for reaction in reactions:
            spend_reaction(fight, reaction)
        self._land(fight, happening, results, grips, resisting)

    def _resisting(self, i: int, choices: list[Choice]) -> list[Choice]:
        """The answers of those who were asked for dice against deed *i*: they come after the reactions."""
        first = len(self.awaited)
        return [choices[first + k] for k, at in enumerate(self.resisted) if at == i]

    def _land(
        self,
        fight: State,
        deeds: list[Choice],
        results: list[Result],
        grips: list[Grip],
        resisting: list[list[Choice]],
    ) -> None:
        if self.withholds:
            for result in results:
                withhold(fight, result)
            return
        fight.falling = []
        told = len(fight.withheld) > 0 and not self.is_answer
        shoves: list[Shove] = []
        if told:
            # All of it is told as it was struck, before the first of it lands.
            for i, result in enumerate(results):
                tell_on_top(fight, result, results[:i])
            shoves = land_withheld(fight)
        for deed in deeds:
            self._end_defence(fight, deed)
            if not deed.is_blow():
                do_quietly(fight, deed)
        finish_tasks(fight, deeds, results if told else [], resisting)
        _land_all(fight, results, told, shoves)
        for grip in grips:
            land_grip(fight, grip)
        if not self.is_answer:
            recover(fight, deeds)
        if fight.ground is not None:
            judge_formations(fight)
        self._owe(fight, results)

    def _owe(self, fight: State, results: list[Result]) -> None:
        """What the exchange leaves behind: fumbles, and the ripostes that follow it."""
        owed: list[list[int]] = []
        for result in results:
            land_fumbles(fight, result)
            # P15c: a critical parry of a blow that failed gives a riposte (A2a: but of none).
            if result.cell.riposte and not self.is_answer and not result.is_shot:
                owed.append([result.deed.target, result.deed.by])
        owed.sort()  # D7c: in the seat order of those who strike back
        for pair in owed:
            self.ripostes.extend(pair)

    def _end_defence(self, fight: State, deed: Choice) -> None:
        """P6c: a defence lasts until the next action; defending on goes on."""
        c = fight.people[deed.by]
        if c.defending and not self.is_answer and deed.verb != DEFEND:
            condition(fight, c, DEFENDING, False, "acted")


def _who_resists(fight: State, deed: Choice) -> list[int]:
    """Who rolls against a spell or a grip as soon as it comes to it."""
    if deed.verb == BREAK_FREE:
        return holders(fight, fight.people[deed.by])
    if IS_PART[deed.verb]:
        return [deed.target] if is_warded(fight, deed) else []
    return [deed.target] if deed.verb == GRAPPLE or IS_GRIP[deed.verb] else []


def _land_all(fight: State, results: list[Result], told: bool, shoves: list[Shove]) -> None:
    """D7b, P34m2, D7j: one blow after the other, then the falls from the saddle, and then walls and edges."""
    for result in results:
        if not told:
            tell_now(fight, result)
        land_blow(fight, result, shoves)
    land_falls(fight)
    meet(fight, shoves)


def recover(fight: State, deeds: list[Choice]) -> None:
    """R35b, R37a: as the action ends, so does what it shakes off."""
    for deed in deeds:
        c = fight.people[deed.by]
        if c.surprised and deed.unsurprise:
            condition(fight, c, SURPRISED, False, "acted")
        if c.overextended and deed.unextend and c.able:
            condition(fight, c, OVEREXTENDED, False, "recovered")


def spend_reaction(fight: State, reaction: Choice) -> None:
    """D14: any reaction made loses the aim; under `pool` it is spent, and at once."""
    c = fight.people[reaction.by]
    c.aim_count = 0
    if fight.option_pool:
        if c.reactions > 0:
            c.reactions -= 1
        else:
            spend_second(fight, c, reaction)


def as_seen_now(fight: State, deeds: list[Choice]) -> list[Choice]:
    """The same deeds, those of simultaneous shots that looked at their marks with another look."""
    again = deeds[:]
    for i, deed in enumerate(deeds):
        if deed.seen:
            again[i] = at_its_mark(fight, deed)
    return again


def at_its_mark(fight: State, shot: Choice) -> Choice:
    """The same shot, which keeps how its mark stands now."""
    seen = mark_seen(fight, fight.people[shot.by], fight.people[shot.target])
    return shot.at_a_mark_seen(seen)


def still_happens(fight: State, deed: Choice) -> bool:
    """Only an amendment in the middle of a moment can undo what was begun in it."""
    c = fight.people[deed.by]
    if deed.verb == BREAK_FREE and c.holder < 0:
        return False  # whoever held it has let go at this very moment
    if not fight.shaken:
        return True
    if deed.verb == OPPORTUNITY:
        return opening_stands(fight, deed)
    if deed.verb == RIPOSTE and (c.hidden or c.surprised):
        return False
    # Whoever moves has its way behind it or still to come: here it only strikes.
    if deed.verb in _WAYS and not deed.is_blow():
        return True
    verb = ATTACK if deed.verb in (CHARGE, RETREAT) else deed.verb
    # What is shot or thrown is on its way, whatever becomes of weapon and owner.
    if verb != SHOOT and (not c.able or unfit(fight, c, verb, deed.item, None) != LEGAL):
        return False
    if not deed.needs_target():
        return True
    return is_target(fight, c, verb, deed.item, fight.people[deed.target])


def offer_stands(fight: State, by: int, at: int) -> bool:
    """May *by* strike back at *at* now: able to react, and a foe within reach whatever state it is in?"""
    c = fight.people[by]
    return (
        not c.bolting and fight.may_react(c) and is_target(fight, c, RIPOSTE, -1, fight.people[at])
    )


def exchange_from(saved: SavedExchange) -> Exchange:
    """The procedure that a snapshot holds."""
    deeds = [choice_from(deed) for deed in saved.deeds]
    made = Exchange(deeds, saved.is_answer, saved.withholds)
    made.step = saved.step
    made.awaited = list(saved.awaited)
    made.resisted = list(saved.resisted)
    made.places = list(saved.places)
    made.ripostes = list(saved.ripostes)
    return made
