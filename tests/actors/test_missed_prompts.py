"""Whoever misses a prompt is shown the next one."""

from __future__ import annotations

import math

import pytest
import trio

from actors.combatant import Combatant, Reply
from actors.mailbox import Ask, open_mailbox
from actors.seats import ActorAddress, ActorInbox, RemoteSeat, run_actor
from protocol.messages import Ack, AnswerMessage, PromptMessage, StandInMessage
from rules.kernel.machine import Question
from tests.support.actors import asked
from tests.support.clocks import in_virtual_time

pytestmark = in_virtual_time


async def shown_to_a_seat_that_answers_the_fourth(
    nursery: trio.Nursery,
) -> tuple[list[tuple[str, float]], list[str]]:
    """Ask a seat four times, 30 s each; return what it was shown and when, and the answers."""
    started = trio.current_time()
    shown: list[tuple[str, float]] = []

    def show(message: PromptMessage | StandInMessage) -> None:
        assert isinstance(message, PromptMessage)
        shown.append((message.prompt.id, trio.current_time() - started))
        if len(shown) == 4:
            nursery.start_soon(answer, message)

    async def answer(message: PromptMessage) -> None:
        await trio.sleep(5)
        assert seat.put(AnswerMessage("k", message.prompt.default)) == Ack("k")

    seat = RemoteSeat("ann", show)
    mailbox: tuple[ActorAddress, ActorInbox] = open_mailbox()
    address, inbox = mailbox
    nursery.start_soon(run_actor, inbox, Combatant("ann", seat))
    answers: list[str] = []
    for _ in range(4):
        with trio.move_on_after(30):
            answers.append((await address.ask(asked())).answer.prompt)
    return shown, answers


async def test_a_seat_that_ignores_three_prompts_is_shown_all_and_answers_the_fourth(
    nursery: trio.Nursery,
) -> None:
    shown, answers = await shown_to_a_seat_that_answers_the_fourth(nursery)

    prompt = asked().id
    assert shown == [(prompt, 0), (prompt, 30), (prompt, 60), (prompt, 90)]
    assert answers == [prompt]


async def test_without_the_cancel_scope_it_would_be_shown_one(
    nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave_and_say_nothing(ask: Ask[Question, Reply]) -> Reply:
        ask.until.deadline = math.inf
        await trio.sleep_forever()
        raise AssertionError

    monkeypatch.setattr(Ask, "closed", leave_and_say_nothing)

    shown, answers = await shown_to_a_seat_that_answers_the_fourth(nursery)

    assert len(shown) == 1
    assert answers == []
    nursery.cancel_scope.cancel()
