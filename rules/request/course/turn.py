"""First call at a strike rank: those of equal DEX are asked together, and what they do now is one moment."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import strike_rank
from rules.request.course.chances import rank_of
from rules.request.course.choices import (
    AID,
    AIM,
    CARRY,
    CAST,
    CHARGE,
    FOR_ACTS,
    FOR_NOTHING,
    HOLD,
    PASS,
    SHOOT,
    SPRINT,
    WAIT,
    YIELD,
    Choice,
    choice_from,
)
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.deeds import spend_missile
from rules.request.course.exchange import Exchange
from rules.request.course.formations import declare, mind
from rules.request.course.grappling import LET_GO, let_loose, unpin
from rules.request.course.landing import OVEREXTENDED, condition, drop, give_up
from rules.request.course.legal import as_things_stand
from rules.request.course.model import SavedProcedure, SavedTurn
from rules.request.course.moment import Moment
from rules.request.course.second import spend_action
from rules.request.course.settling import Settling
from rules.request.course.state import Procedure, State
from rules.request.course.tasks import take_part

NO_CALL: Final = 0
YIELDS: Final = "own choice"
TRIGGER_NAMES: Final = ("nothing", "anything", "view", "acts")


class Turn(Procedure):
    """offered -> under way (the exchange of those who act now lies on top) -> over.

    ``ready`` are the plans whose rank has come, in seat order; the answers join them.
    ``yielding`` are those who yield when the deeds of this moment are done.
    """

    __slots__ = ("actors", "ready", "yielding")
    OFFERED: Final = 0
    UNDER_WAY: Final = 1

    def __init__(self, ready: list[Choice]) -> None:
        super().__init__()
        self.ready: list[Choice] = ready
        self.actors: list[int] = []
        self.yielding: list[int] = []

    def copy(self) -> Procedure:
        other = Turn(self.ready)
        other.step = self.step
        other.actors = self.actors[:]
        other.yielding = self.yielding[:]
        return other

    def saved(self) -> SavedProcedure:
        return SavedTurn(
            self.step,
            tuple([choice.saved() for choice in self.ready]),
            tuple(self.actors),
            tuple(self.yielding),
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:
        if self.step == Turn.OFFERED:
            self.step = Turn.UNDER_WAY
            deeds: list[Choice] = []
            self.yielding = [choice.by for choice in choices if choice.verb == YIELD]
            # An amendment in the middle of the wait may have undone a plan that was ready.
            ready = [plan for plan in self.ready if fight.people[plan.by].plan is not None]
            said = False
            for choice in in_seat_order(ready, choices):
                c = fight.people[choice.by]
                said = said or choice.about >= 0 or choice.focus >= 0
                if not choice.is_action():
                    stand_by(fight, c, choice)
                elif rank_of(c, choice.verb, choice.item) < fight.rank:
                    # Its rank is still to come: it acts then, unless something changes.
                    c.plan = choice
                    c.call = strike_rank.LOWEST
                    c.wait_for = FOR_NOTHING
                else:
                    now = as_things_stand(fight, c, choice)
                    if now is None:
                        fight.disturb(c)  # C3b: a plan that has become impossible
                        continue
                    start(fight, c, now)
                    deeds.append(now)
                    self.actors.append(c.index)
            if fight.ground is None:
                if deeds:
                    fight.begin(Exchange(deeds, False))
                return
            if deeds:
                fight.begin(Moment(deeds, said))
            elif said:
                fight.begin(Settling())
        else:
            fight.done()
            self._close(fight)

    def _close(self, fight: State) -> None:
        """The deeds are done: who yields is a prisoner, and who waited for a deed is called up."""
        for who in self.yielding:
            if fight.people[who].able:
                give_up(fight, fight.people[who], YIELDS)
        for who in self.actors:
            fight.fire(FOR_ACTS, who)
        if fight.ground is not None:
            take_marks(fight, self.actors)
            fight.begin(Settling())

    def ask_again(self, fight: State) -> None:
        fight.asked = [a for a in fight.asked if fight.has_turn(fight.people[a.who])]


def take_marks(fight: State, actors: list[int]) -> None:
    """P27f: those who shoot see from now on how far the others move."""
    for who in actors:
        c = fight.people[who]
        if c.shoots:
            c.marks = [other.walked for other in fight.people]


def in_seat_order(ready: list[Choice], answers: list[Choice]) -> list[Choice]:
    """Two lists, each in seat order, as one."""
    if not ready:
        return answers
    if not answers:
        return ready
    merged = ready + answers
    merged.sort(key=_seat)
    return merged


def _seat(choice: Choice) -> int:
    return choice.by


def start(fight: State, c: Combatant, choice: Choice) -> None:
    """*c* acts: the action and whatever it uses up are spent at once (A14)."""
    if c.second_acts:
        spend_action(fight, c, choice)
    else:
        c.acts -= 1
    c.acted = True
    c.carrying = False
    c.plan = None
    fight.spent = True
    if choice.drop >= 0:
        drop(fight, c, choice.drop)
    if choice.release:
        let_loose(fight, c, LET_GO)
    if c.pinning and choice.verb != HOLD:
        unpin(fight, c, LET_GO)
    if choice.verb != AID:
        c.aid_done = 0
    if choice.verb in (SPRINT, CHARGE):
        c.strained = True  # P35
    if choice.verb not in (AIM, SHOOT):
        c.aim_count = 0
    if c.overextended and choice.unextend and fight.setup.options.recover_before_action:
        condition(fight, c, OVEREXTENDED, False, "recovered")
    if choice.verb == SHOOT and fight.ground is None:
        spend_missile(c, choice.item)  # with places an opportunity attack may come before it
    if c.task is not None or choice.verb == CAST:
        take_part(fight, c, choice)
    say(fight, c, choice)


def say(fight: State, c: Combatant, choice: Choice) -> None:
    """D2b: the formation that *c* declares beside its answer, and the foe that it minds."""
    if choice.about >= 0:
        declare(fight, c, fight.people[choice.about], choice.formation)
    if choice.focus >= 0:
        mind(fight, c, choice.focus)


def stand_by(fight: State, c: Combatant, choice: Choice) -> None:
    """*c* waits, carries its action over, or lets it go."""
    if choice.drop >= 0:
        drop(fight, c, choice.drop)
    if choice.release:
        let_loose(fight, c, LET_GO)
    if c.pinning and choice.verb == PASS:
        unpin(fight, c, LET_GO)
    say(fight, c, choice)
    c.plan = None
    c.carrying = choice.verb == CARRY
    c.wait_for = choice.trigger
    c.wait_who = choice.target
    if choice.verb == WAIT:
        c.call = choice.arg
    elif choice.verb == CARRY:
        c.call = NO_CALL
    else:
        c.call = NO_CALL
        c.wait_for = FOR_NOTHING
        if c.acts > 0:  # it may have dropped what its only action was for
            c.take_action()
        c.acted = True
        fight.spent = True
    if fight.log is None:
        return
    if choice.verb == PASS:
        fight.emit("passed", by=c.index)
        return
    if choice.verb == YIELD:
        return  # told when it is one
    facts = {"for": TRIGGER_NAMES[choice.trigger]}
    if choice.trigger == FOR_ACTS and choice.target != NOTHING:
        facts["who"] = fight.people[choice.target].id
    if choice.verb == WAIT:
        facts["until"] = str(choice.arg)
        fight.emit("waited", by=c.index, to=c.index, facts=facts)
    else:
        fight.emit("carried", by=c.index, to=c.index, facts=facts)


def turn_from(saved: SavedTurn) -> Turn:
    """The procedure that a snapshot holds."""
    made = Turn([choice_from(choice) for choice in saved.ready])
    made.step = saved.step
    made.actors = list(saved.actors)
    made.yielding = list(saved.yielding)
    return made
