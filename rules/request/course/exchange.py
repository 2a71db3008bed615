"""Deeds of one moment: reactions are asked, all dice fall on one state, all of it lands, ripostes follow."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import DECLINE, RIPOSTE, Choice, choice_from
from rules.request.course.deeds import do_quietly
from rules.request.course.landing import OVEREXTENDED, SURPRISED, condition
from rules.request.course.model import SavedExchange, SavedProcedure
from rules.request.course.result import Result, land_blow, land_fumbles, roll_blow
from rules.request.course.state import REACTION, RIPOSTE_OFFER, Procedure, State


class Exchange(Procedure):
    """begun -> reactions asked -> rolled and landed -> ripostes offered, one after the other.

    ``deeds`` are in seat order.  ``awaited`` says which of them a reaction was asked for;
    ``ripostes`` holds pairs: who may strike back, at whom.
    """

    __slots__ = ("awaited", "deeds", "is_riposte", "ripostes")
    BEGUN: Final = 0
    REACTIONS_ASKED: Final = 1
    RIPOSTES: Final = 2
    RIPOSTE_ASKED: Final = 3

    def __init__(self, deeds: list[Choice], is_riposte: bool) -> None:
        super().__init__()
        self.deeds: list[Choice] = deeds
        self.is_riposte: bool = is_riposte
        self.awaited: list[int] = []
        self.ripostes: list[int] = []

    def copy(self) -> Procedure:
        other = Exchange(self.deeds, self.is_riposte)
        other.step = self.step
        other.awaited = self.awaited[:]
        other.ripostes = self.ripostes[:]
        return other

    def saved(self) -> SavedProcedure:
        return SavedExchange(
            self.step,
            tuple([deed.saved() for deed in self.deeds]),
            self.is_riposte,
            tuple(self.awaited),
            tuple(self.ripostes),
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:
        if self.step == Exchange.BEGUN:
            self.step = Exchange.REACTIONS_ASKED
            for i, deed in enumerate(self.deeds):
                if deed.is_blow() and fight.may_react(fight.people[deed.target]):
                    self.awaited.append(i)
                    fight.ask(REACTION, deed.target, deed)
        elif self.step == Exchange.REACTIONS_ASKED:
            self.step = Exchange.RIPOSTES
            self._resolve(fight, choices)
        elif self.step == Exchange.RIPOSTES:
            if not self.ripostes:
                fight.done()
                return
            by = self.ripostes.pop(0)
            at = self.ripostes.pop(0)
            if fight.may_react(fight.people[by]) and fight.people[at].can_be_struck():
                self.step = Exchange.RIPOSTE_ASKED
                fight.ask(RIPOSTE_OFFER, by, Choice(at, RIPOSTE, -1, by))
        else:
            self.step = Exchange.RIPOSTES
            for answer in choices:  # none if an amendment took the question back
                if answer.verb == RIPOSTE:
                    spend_reaction(fight, answer)
                    fight.begin(Exchange([answer], True))

    def forget(self, position: int) -> None:
        """The question at *position* of the wait was taken back."""
        if self.step == Exchange.REACTIONS_ASKED:
            self.awaited.pop(position)

    def _resolve(self, fight: State, choices: list[Choice]) -> None:
        happening: list[Choice] = []
        results: list[Result] = []
        answered = 0
        for i, deed in enumerate(self.deeds):
            reaction: Choice | None = None
            if answered < len(self.awaited) and self.awaited[answered] == i:
                reaction = choices[answered]
                answered += 1
                if reaction.verb != DECLINE:
                    spend_reaction(fight, reaction)
            if still_happens(fight, deed):
                happening.append(deed)
                if deed.is_blow():
                    results.append(roll_blow(fight, deed, reaction, self.is_riposte))
            else:
                fight.emit("thwarted", by=deed.by, at=deed.target)
        for result in results:
            result.roll_fumbles(fight)
        landed = 0
        for deed in happening:
            if deed.is_blow():
                land_blow(fight, results[landed])
                landed += 1
            else:
                do_quietly(fight, deed)
        if not self.is_riposte:
            self._recover(fight)
        for result in results:
            land_fumbles(fight, result)
            # P15: a critical parry of a blow that failed gives the defender a riposte (A2: but
            # ripostes give none).
            if result.cell.riposte and not self.is_riposte and not result.is_shot:
                self.ripostes.append(result.deed.target)
                self.ripostes.append(result.deed.by)

    def _recover(self, fight: State) -> None:
        """R35, R37: as the action ends, so does what it shakes off."""
        for deed in self.deeds:
            c = fight.people[deed.by]
            if c.surprised and deed.unsurprise:
                condition(fight, c, SURPRISED, False, "acted")
            if c.overextended and deed.unextend and c.able:
                condition(fight, c, OVEREXTENDED, False, "recovered")


def spend_reaction(fight: State, reaction: Choice) -> None:
    """Ruling 14: any reaction made loses the aim; under `pool` it is spent, and at once."""
    c = fight.people[reaction.by]
    c.aim_count = 0
    if fight.option_pool:
        c.reactions -= 1


def still_happens(fight: State, deed: Choice | None) -> bool:
    """Only an amendment in the middle of it can take striker or target out of a moment."""
    if deed is None:
        return False
    if deed.is_blow():
        return fight.people[deed.by].able and fight.people[deed.target].can_be_struck()
    return fight.people[deed.by].able


def exchange_from(saved: SavedExchange) -> Exchange:
    """The procedure that a snapshot holds."""
    made = Exchange([choice_from(deed) for deed in saved.deeds], saved.is_riposte)
    made.step = saved.step
    made.awaited = list(saved.awaited)
    made.ripostes = list(saved.ripostes)
    return made
