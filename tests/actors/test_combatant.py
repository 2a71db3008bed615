"""A combatant answers by its plans first, then by its mind."""

from __future__ import annotations

from typing import Final, Literal

import pytest

from actors.combatant import Combatant, Reply
from actors.intents import ASK
from actors.policy_mind import PolicyMind, ScriptedMind
from protocol.plans import AddIntent, ClearIntents, Intent, Order
from protocol.records import Dropped
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Prompt, PromptKind
from scheduler.direct import DirectFightWaitedError
from tests.support.actors import Silent, always, answer_of, asked
from tests.support.machines import Asked, lucky
from tests.support.questions import Fixed

HOLD = Intent("hold")
PRESS_BOB = Intent("press", ("bob",))
PRESS_NOBODY = Intent("press", ("nobody",))


def test_without_plans_the_mind_is_asked() -> None:
    question = asked()

    reply = answer_of(Combatant("ann", always("hold")), question)

    assert reply == Reply(Answer(question.id, "hold"), "mind")


def test_without_plans_nobody_pays_for_more_than_the_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked()
    for costly in ("prompt", "check", "default"):
        monkeypatch.delattr(Asked, costly)

    reply = answer_of(Combatant("ann", always("hold")), question)

    assert reply.origin == "mind"


def test_an_intent_comes_before_the_mind() -> None:
    question = asked()
    ann = Combatant("ann", ScriptedMind([]), intents=(PRESS_BOB, HOLD))

    assert answer_of(ann, question) == Reply(Answer(question.id, "press", ("bob",)), "intent")
    assert ann.intents == (HOLD,)


def test_an_intent_that_is_dropped_is_named_by_the_next_that_is_taken() -> None:
    question = asked()
    ann = Combatant("ann", ScriptedMind([]), intents=(PRESS_NOBODY, HOLD))

    reply = answer_of(ann, question)

    assert reply.answer == Answer(question.id, "hold")
    assert reply.dropped == (
        Dropped(PRESS_NOBODY, "values[0]: nobody is not possible; one of bob"),
    )


def test_when_no_intent_is_left_the_mind_is_asked_and_told_what_was_dropped() -> None:
    told: list[tuple[Dropped, ...]] = []

    class Attentive:
        async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
            told.append(dropped)
            return Reply(question.default(), "mind")

    ann = Combatant("ann", Attentive(), intents=(PRESS_NOBODY,))

    reply = answer_of(ann, asked())

    assert reply.origin == "mind"
    assert [drop.intent for drop in reply.dropped] == [PRESS_NOBODY]
    assert told == [reply.dropped]


def test_what_was_dropped_is_named_later_if_the_mind_had_no_time() -> None:
    ann = Combatant("ann", Silent(), intents=(PRESS_NOBODY,))
    with pytest.raises(DirectFightWaitedError):
        answer_of(ann, asked())

    ann.edit(AddIntent(HOLD))

    assert [drop.intent for drop in answer_of(ann, asked()).dropped] == [PRESS_NOBODY]
    ann.edit(AddIntent(HOLD))
    assert answer_of(ann, asked()).dropped == ()


def test_a_standing_order_answers_reactions() -> None:
    question = asked("ann", "bob", kind="reaction")
    ann = Combatant("ann", ScriptedMind([]), order=Order("automatic", 50))

    assert answer_of(ann, question) == Reply(Answer(question.id, "parry"), "order")


def test_reactions_leave_the_intents_alone() -> None:
    question = asked("ann", "bob", kind="reaction")
    ann = Combatant("ann", always("dodge"), intents=(HOLD,))

    assert answer_of(ann, question) == Reply(Answer(question.id, "dodge"), "mind")
    assert ann.intents == (HOLD,)


@pytest.mark.parametrize("kind", ["action", "declaration"])
def test_a_standing_order_is_for_reactions_only(kind: PromptKind) -> None:
    prompt = Prompt("r1.ann", "ann", kind, 1, 1, 1, (), Answer("r1.ann", "hold"), 7)

    def policy(sight: Prompt) -> Answer:
        return sight.default

    ann = Combatant("ann", PolicyMind(policy), order=Order("never"))
    assert answer_of(ann, Fixed(prompt)).origin == "mind"
    ann.edit(AddIntent(HOLD))
    assert answer_of(ann, Fixed(prompt)).origin == "intent"


def always_default() -> ScriptedMind:
    return ScriptedMind([], then_default=True)


MARK: Final = Prompt("r1.ann", "ann", "declaration", 1, 1, 1, (), Answer("r1.ann", "mark"), 7)
MARKED: Final = Intent("mark")


def test_a_declaration_takes_the_plan_that_fits_and_leaves_the_others() -> None:
    ann = Combatant("ann", ScriptedMind([]), intents=(HOLD, MARKED, PRESS_BOB))

    assert answer_of(ann, Fixed(MARK)) == Reply(MARK.default, "intent")
    assert ann.intents == (HOLD, PRESS_BOB)


def test_without_a_plan_that_fits_a_declaration_goes_to_the_mind_and_drops_none() -> None:
    ann = Combatant("ann", always_default(), intents=(HOLD,), deputy=ScriptedMind([]))

    assert answer_of(ann, Fixed(MARK)) == Reply(MARK.default, "mind")
    assert ann.intents == (HOLD,)


@pytest.mark.parametrize("mode", ["never", "automatic"])
def test_under_a_standing_order_a_deputy_declares(mode: Literal["never", "automatic"]) -> None:
    ann = Combatant("ann", ScriptedMind([]), order=Order(mode), deputy=always_default())

    assert answer_of(ann, Fixed(MARK)) == Reply(MARK.default, "order")


def test_plans_can_be_changed_between_questions() -> None:
    reaction = asked("ann", "bob", kind="reaction")
    ann = Combatant("ann", PolicyMind(lucky))
    assert ann.order == ASK

    ann.edit(AddIntent(HOLD))
    ann.give_order(Order("never"))
    assert answer_of(ann, asked()).origin == "intent"
    assert answer_of(ann, reaction).origin == "order"

    ann.edit(AddIntent(HOLD))
    ann.edit(ClearIntents())
    ann.give_order(ASK)
    assert answer_of(ann, asked()).origin == "mind"
    assert answer_of(ann, reaction).origin == "mind"
