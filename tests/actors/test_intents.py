"""The queue of intents, and standing orders."""

from __future__ import annotations

import pytest

from actors.intents import IllegalEditError, IntentQueue, by_order
from protocol.plans import (
    MAX_INTENTS,
    AddIntent,
    ClearIntents,
    Edit,
    Intent,
    MoveIntent,
    Order,
    RemoveIntent,
    ReplaceIntent,
)
from rules.kernel.model import Answer, Option, Parameter, Prompt, Unavailable, Value
from tests.support.actors import asked
from tests.support.questions import Fixed

HOLD = Intent("hold")
PRESS_BOB = Intent("press", ("bob",))
PRESS_NOBODY = Intent("press", ("nobody",))


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (AddIntent(PRESS_NOBODY), (HOLD, PRESS_BOB, PRESS_NOBODY)),
        (ReplaceIntent(0, PRESS_NOBODY), (PRESS_NOBODY, PRESS_BOB)),
        (RemoveIntent(1), (HOLD,)),
        (RemoveIntent(1, PRESS_BOB), (HOLD,)),
        (ReplaceIntent(0, PRESS_NOBODY, HOLD), (PRESS_NOBODY, PRESS_BOB)),
        (MoveIntent(1, 0), (PRESS_BOB, HOLD)),
        (MoveIntent(0, 1, HOLD), (PRESS_BOB, HOLD)),
        (ClearIntents(), ()),
    ],
)
def test_a_queue_is_edited(edit: Edit, after: tuple[Intent, ...]) -> None:
    queue = IntentQueue((HOLD, PRESS_BOB))

    queue.edit(edit)

    assert queue.intents == after
    assert len(queue) == len(after)


@pytest.mark.parametrize(
    "edit",
    [
        RemoveIntent(1, HOLD),
        ReplaceIntent(0, PRESS_NOBODY, PRESS_BOB),
        MoveIntent(0, 1, PRESS_BOB),
    ],
)
def test_whoever_means_another_plan_than_stands_there_by_now_is_refused(edit: Edit) -> None:
    queue = IntentQueue((HOLD, PRESS_BOB))

    with pytest.raises(IllegalEditError, match="stands there now"):
        queue.edit(edit)

    assert queue.intents == (HOLD, PRESS_BOB)


@pytest.mark.parametrize(
    "edit",
    [
        ReplaceIntent(2, HOLD),
        RemoveIntent(2),
        RemoveIntent(-1),
        MoveIntent(2, 0),
        MoveIntent(0, 2),
        MoveIntent(0, -1),
    ],
)
def test_an_edit_of_a_place_that_is_not_there_changes_nothing(edit: Edit) -> None:
    queue = IntentQueue((HOLD, PRESS_BOB))

    with pytest.raises(IllegalEditError, match=r"place: .* is not possible; the queue holds 2"):
        queue.edit(edit)

    assert queue.intents == (HOLD, PRESS_BOB)


def test_a_full_queue_takes_no_more() -> None:
    queue = IntentQueue()
    for _ in range(MAX_INTENTS):
        queue.edit(AddIntent(HOLD))

    with pytest.raises(IllegalEditError) as refused:
        queue.edit(AddIntent(PRESS_BOB))

    assert (refused.value.field, refused.value.given) == ("intent", "press")
    assert refused.value.allowed == f"the queue holds {MAX_INTENTS} at most"
    assert len(queue) == MAX_INTENTS


def test_the_first_possible_intent_is_taken_and_those_before_it_are_dropped_with_the_reason() -> (
    None
):
    question = asked("ann", "bob")
    queue = IntentQueue((PRESS_NOBODY, Intent("pray"), PRESS_BOB, HOLD))

    answer, dropped = queue.take(question)

    assert answer == Answer(question.id, "press", ("bob",))
    assert [(drop.intent, drop.reason) for drop in dropped] == [
        (PRESS_NOBODY, "values[0]: nobody is not possible; one of bob"),
        (Intent("pray"), "option: pray is not possible; one of hold, press"),
    ]
    assert queue.intents == (HOLD,)


def test_what_is_for_a_later_question_waits_with_all_behind_it() -> None:
    sing = Intent("sing")
    queue = IntentQueue((PRESS_NOBODY, sing, HOLD))

    answer, dropped = queue.take(asked("ann", "bob"))

    assert answer is None
    assert [drop.intent for drop in dropped] == [PRESS_NOBODY]
    assert queue.intents == (sing, HOLD)


def test_what_stands_beside_a_question_is_passed_over() -> None:
    hum = Intent("hum")
    queue = IntentQueue((hum, PRESS_NOBODY, hum, HOLD, PRESS_BOB))
    question = asked("ann", "bob")

    answer, dropped = queue.take(question)

    assert answer == Answer(question.id, "hold")
    assert [drop.intent for drop in dropped] == [PRESS_NOBODY]
    assert queue.intents == (hum, hum, PRESS_BOB)
    assert queue.take(question)[0] == Answer(question.id, "press", ("bob",))
    assert queue.take(question) == (None, ())
    assert queue.intents == (hum, hum)


def test_a_queue_without_a_possible_intent_is_empty_afterwards() -> None:
    queue = IntentQueue((PRESS_NOBODY,))

    answer, dropped = queue.take(asked("ann", "bob"))

    assert answer is None
    assert [drop.intent for drop in dropped] == [PRESS_NOBODY]
    assert queue.intents == ()


def reaction(*options: Option) -> Fixed:
    return Fixed(
        Prompt("r1.1.ann", "ann", "reaction", 1, 1, 1, options, Answer("r1.1.ann", "suffer"), 7)
    )


SUFFER = Option("suffer", "Suffer it")
PARRY = Option("parry", "Parry", chance=50)
DODGE = Option("dodge", "Dodge", chance=30)
EVADE = Option("evade", "Evade", chance=50)
LEAP = Option("leap", "Leap", chance=90, unavailable=Unavailable("no room"))


@pytest.mark.parametrize(
    ("order", "options", "taken"),
    [
        (Order("never"), (SUFFER, PARRY), "suffer"),
        (Order("automatic", 50), (SUFFER, DODGE, PARRY), "parry"),
        (Order("automatic", 51), (SUFFER, DODGE, PARRY), "suffer"),
        (Order("automatic"), (SUFFER, PARRY, EVADE), "parry"),
        (Order("automatic"), (SUFFER, EVADE, PARRY), "evade"),
        (Order("automatic"), (SUFFER, LEAP, DODGE), "dodge"),
        (Order("automatic"), (SUFFER,), "suffer"),
    ],
)
def test_an_order_answers_a_reaction(order: Order, options: tuple[Option, ...], taken: str) -> None:
    assert by_order(order, reaction(*options)) == Answer("r1.1.ann", taken)


def test_to_ask_is_no_answer() -> None:
    assert by_order(Order("ask"), reaction(SUFFER, PARRY)) is None


@pytest.mark.parametrize(
    ("threshold", "taken"),
    [
        (70, Answer("r1.1.ann", "parry", ("shield", "left"))),
        (71, Answer("r1.1.ann", "suffer")),
    ],
)
def test_the_best_chance_may_be_that_of_a_value(threshold: int, taken: Answer) -> None:
    weapons = (Value("sword", "Sword", 60), Value("shield", "Shield", 70), Value("fist", "Fist"))
    sides = (Value("left", "Left"), Value("right", "Right"))
    parry = Option(
        "parry",
        "Parry",
        parameters=(Parameter("with", weapons), Parameter("side", sides)),
    )

    assert by_order(Order("automatic", threshold), reaction(SUFFER, PARRY, parry)) == taken


def test_a_chance_of_the_option_goes_with_the_first_value() -> None:
    weapons = (Value("sword", "Sword"), Value("shield", "Shield"))
    parry = Option("parry", "Parry", chance=40, parameters=(Parameter("with", weapons),))

    assert by_order(Order("automatic", 40), reaction(SUFFER, parry)) == Answer(
        "r1.1.ann", "parry", ("sword",)
    )
