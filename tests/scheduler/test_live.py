"""A live fight: deadlines, those who are late or gone, and what a game master may do."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing
from structlog.testing import capture_logs

from actors.combatant import Reply
from actors.mailbox import ActorGoneError
from actors.policy_mind import ScriptedMind
from actors.seats import ChangePlans, Leave, RemoteSeat
from protocol.messages import Ack, AnswerMessage, PromptMessage, Refusal, StandInMessage
from protocol.plans import AddIntent, Intent
from protocol.records import Decision, Dropped
from rules.kernel.model import Answer, Prompt
from scheduler.live import Deadlines, FightClosedError
from tests.support.actors import Silent, always, asked
from tests.support.clocks import clock, in_virtual_time
from tests.support.games import Clocked, Game, skirmish

pytestmark = in_virtual_time

# --- deadlines ------------------------------------------------------------------------------


async def test_all_who_are_asked_together_think_at_the_same_time() -> None:
    game = Game(skirmish(), ann=Clocked(10, always("hold")), bob=Clocked(20, always("hold")))

    await game.play()

    assert game.ended == 20
    assert game.records.origins() == [("ann", "mind"), ("bob", "mind")]


async def test_the_late_get_their_default() -> None:
    game = Game(
        skirmish(), ann=Clocked(61, always("press", "bob")), bob=Clocked(59, always("hold"))
    )

    with capture_logs() as logs:
        await game.play()

    assert game.ended == 60
    assert game.records.origins() == [("ann", "late"), ("bob", "mind")]
    assert logs == [
        {
            "event": "answer is late",
            "log_level": "info",
            "combatant": "ann",
            "prompt": "r1.e1.1.ann",
        }
    ]


async def test_an_attacker_who_uses_his_whole_time_leaves_the_defenders_whole() -> None:
    defender = Clocked(59, ScriptedMind([hold, parry]))
    game = Game(skirmish(), ann=Clocked(59, always("press", "bob")), bob=defender)

    await game.play()

    assert defender.asked == [("r1.e1.1.bob", 0), ("r1.e1.2.bob", 59)]
    assert game.ended == 59 + 59
    assert game.records.origins() == [("ann", "mind"), ("bob", "mind"), ("bob", "mind")]


def hold(prompt: Prompt) -> Answer:
    return Answer(prompt.id, "hold")


def parry(prompt: Prompt) -> Answer:
    return Answer(prompt.id, "parry")


@pytest.mark.parametrize(
    ("deadlines", "seconds"),
    [
        (Deadlines(action=30, reaction=10), 30),
        (Deadlines(action=None, reaction=10), None),
        (Deadlines(action=10, reaction=30), 30),
    ],
)
async def test_a_wait_is_as_long_as_its_longest_prompt(
    deadlines: Deadlines, seconds: float | None
) -> None:
    questions = [asked(), asked("ann", "bob", kind="reaction")]

    assert deadlines.seconds(questions) == (math.inf if seconds is None else seconds)
    assert deadlines.seconds(questions[1:]) == deadlines.reaction


async def test_without_a_deadline_a_fight_waits_until_the_game_master_skips(
    nursery: trio.Nursery,
) -> None:
    game = Game(skirmish(), Deadlines(), ann=Silent(), bob=Silent())
    nursery.start_soon(game.play)
    await trio.sleep(1000)

    assert game.asks.skip("r1.e1.1.ann")
    await trio.sleep(1000)
    assert game.ended is None
    assert not game.asks.skip("r1.e1.1.ann")
    assert game.asks.skip("r1.e1.1.bob")

    await trio.testing.wait_all_tasks_blocked()
    assert game.ended == 2000
    assert game.records.origins() == [("ann", "late"), ("bob", "late")]


async def test_an_illegal_answer_becomes_the_default() -> None:
    game = Game(skirmish(), ann=always("fly"), bob=always("hold"))

    await game.play()

    assert game.ended == 0
    assert game.records.origins() == [("ann", "illegal"), ("bob", "mind")]


async def test_whoever_is_gone_gets_the_default_at_once(nursery: trio.Nursery) -> None:
    game = Game(skirmish(exchanges=2), ann=Silent(), bob=always("hold"))
    nursery.start_soon(game.play)
    await trio.sleep(5)

    with capture_logs() as logs:
        game.asks.tell("ann", Leave())
        await trio.testing.wait_all_tasks_blocked()

    assert game.ended == 5
    assert game.records.origins() == [("ann", "gone"), ("bob", "mind")] * 2
    assert [(log["event"], log["prompt"]) for log in logs] == [
        ("actor is gone", "r1.e1.1.ann"),
        ("actor is gone", "r1.e1.2.ann"),
    ]
    with pytest.raises(ActorGoneError):
        game.asks.tell("ann", Leave())


async def test_plans_are_told_to_the_actor(nursery: trio.Nursery) -> None:
    machine = skirmish(exchanges=2)
    game = Game(machine, ann=Clocked(10, always("hold")), bob=always("hold"))
    nursery.start_soon(game.play)
    await trio.sleep(5)

    plan = Intent("press", ("bob",))
    heard: list[object] = []
    game.asks.tell("ann", ChangePlans(AddIntent(plan), heard.append))
    await trio.sleep(10)

    assert heard == [None]
    assert game.records.origins()[2] == ("ann", "intent")


async def test_nobody_is_told_anything_when_no_fight_is_played() -> None:
    game = Game(skirmish())
    with pytest.raises(FightClosedError):
        game.asks.tell("ann", Leave())

    await game.play()

    with pytest.raises(FightClosedError):
        game.asks.tell("cid", Leave())


async def test_a_seat_plays_through_its_messages(nursery: trio.Nursery) -> None:
    shown: list[PromptMessage | StandInMessage] = []
    seat = RemoteSeat("ann", shown.append)
    game = Game(skirmish(), ann=seat, bob=always("hold"))
    nursery.start_soon(game.play)
    await trio.sleep(20)

    (prompt,) = shown
    assert isinstance(prompt, PromptMessage)
    assert (prompt.prompt.id, prompt.seconds) == ("r1.e1.1.ann", 60)
    refusal = seat.put(AnswerMessage("a", Answer(prompt.prompt.id, "fly")))
    assert isinstance(refusal, Refusal)
    assert refusal.seconds == 40
    assert seat.put(AnswerMessage("b", Answer(prompt.prompt.id, "hold"))) == Ack("b")

    await trio.testing.wait_all_tasks_blocked()
    assert game.ended == 20
    assert game.records.origins() == [("ann", "mind"), ("bob", "mind")]


async def test_an_answer_that_was_acknowledged_is_never_late(nursery: trio.Nursery) -> None:
    seat = RemoteSeat("ann", lambda _: None)
    game = Game(skirmish(), ann=seat, bob=always("hold"))
    nursery.start_soon(game.play)
    await trio.testing.wait_all_tasks_blocked()

    # The time runs out before anybody else has moved.
    assert seat.put(AnswerMessage("k", Answer("r1.e1.1.ann", "press", ("bob",)))) == Ack("k")
    clock().jump(61)

    await trio.testing.wait_all_tasks_blocked()
    assert game.records.origins()[0] == ("ann", "mind")


async def test_answers_from_before_a_restart_are_used_if_they_are_still_possible() -> None:
    stored = {
        "r1.e1.1.ann": Reply(Answer("r1.e1.1.ann", "press", ("bob",)), "intent"),
        "r1.e1.1.bob": Reply(Answer("r1.e1.1.bob", "press", ("zed",)), "mind"),
    }
    game = Game(skirmish(), stored=stored, ann=Silent(), bob=always("hold"))

    await game.play()

    assert game.records[:2] == [
        Decision("ann", "action", Answer("r1.e1.1.ann", "press", ("bob",)), "intent"),
        Decision(
            "bob",
            "action",
            Answer("r1.e1.1.bob", "hold"),
            "mind",
            (Dropped(Intent("press", ("zed",)), "values[0]: zed is not possible; one of ann"),),
        ),
    ]


async def test_one_stored_answer_is_enough_for_one_question() -> None:
    machine = skirmish()
    machine.advance([Answer("r1.e1.1.ann", "hold"), Answer("r1.e1.1.bob", "press", ("ann",))])
    stored = {"r1.e1.2.ann": Reply(Answer("r1.e1.2.ann", "dodge"), "mind")}
    game = Game(machine, stored=stored, ann=Silent())

    await game.play()

    assert game.records == [Decision("ann", "reaction", Answer("r1.e1.2.ann", "dodge"), "mind")]
