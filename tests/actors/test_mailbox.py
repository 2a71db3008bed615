"""What those who ask and tell can rely on."""

from __future__ import annotations

from typing import NoReturn

import pytest
import trio
import trio.testing

from actors.mailbox import (
    ActorFailedError,
    ActorGoneError,
    Address,
    Inbox,
    MailboxFullError,
    open_mailbox,
    serve,
)
from tests.support.clocks import clock, in_virtual_time

pytestmark = in_virtual_time


def mailbox(max_notes: int = 2) -> tuple[Address[str, str, str], Inbox[str, str, str]]:
    return open_mailbox(max_notes)


async def shout(question: str) -> str:
    await trio.lowlevel.checkpoint()
    return question.upper()


async def ponder(question: str) -> str:
    await trio.sleep(10)
    return question


def ignore(_note: str) -> None:
    """Heed nothing."""


async def test_an_ask_gets_its_answer(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    nursery.start_soon(serve, inbox, shout, ignore)

    assert await address.ask("who?") == "WHO?"
    assert await address.ask("why?") == "WHY?"


async def test_an_answer_that_takes_no_time_is_an_answer(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()

    async def at_once(question: str) -> str:
        return question

    nursery.start_soon(serve, inbox, at_once, ignore)

    assert [await address.ask(str(n)) for n in range(20)] == [str(n) for n in range(20)]


async def test_asking_an_actor_that_has_stopped_raises() -> None:
    address, inbox = mailbox()
    inbox.asks.close()

    with pytest.raises(ActorGoneError):
        await address.ask("who?")


async def test_an_actor_that_stops_while_it_answers_is_gone() -> None:
    address, inbox = mailbox()

    async with trio.open_nursery() as nursery:

        async def stop(_: str) -> NoReturn:
            nursery.cancel_scope.cancel()
            await trio.sleep_forever()
            raise AssertionError

        async def ask() -> None:
            with trio.CancelScope(shield=True), pytest.raises(ActorGoneError):
                await address.ask("who?")

        nursery.start_soon(serve, inbox, stop, ignore)
        nursery.start_soon(ask)


async def test_an_actor_that_fails_while_it_answers_is_not_just_gone() -> None:
    address, inbox = mailbox()
    failed: list[str] = []

    async def fail(question: str) -> str:
        raise ZeroDivisionError(question)

    async def ask() -> None:
        with trio.CancelScope(shield=True), pytest.raises(ActorFailedError):
            await address.ask("who?")
        failed.append("told")

    with pytest.RaisesGroup(ZeroDivisionError, flatten_subgroups=True):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            nursery.start_soon(serve, inbox, fail, ignore)

    assert failed == ["told"]


async def test_an_actor_that_stops_frees_those_who_still_queue() -> None:
    address, inbox = mailbox()

    async def ask() -> None:
        with pytest.raises(ActorGoneError):
            await address.ask("who?")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await trio.testing.wait_all_tasks_blocked()
        inbox.asks.close()


async def test_an_asker_that_leaves_frees_the_actor_at_once(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    nursery.start_soon(serve, inbox, ponder, ignore)
    started = trio.current_time()

    with trio.move_on_after(4) as first:
        await address.ask("first")
    with trio.CancelScope() as second:
        nursery.start_soon(cancel_after, 3, second)
        await address.ask("second")

    assert first.cancelled_caught
    assert second.cancelled_caught
    assert await address.ask("third") == "third"
    assert trio.current_time() - started == 4 + 3 + 10


async def cancel_after(seconds: float, scope: trio.CancelScope) -> None:
    await trio.sleep(seconds)
    scope.cancel()


async def test_an_asker_that_leaves_while_it_queues_was_never_there(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    asked: list[str] = []

    async def note_down(question: str) -> str:
        asked.append(question)
        return await ponder(question)

    nursery.start_soon(serve, inbox, note_down, ignore)
    nursery.start_soon(address.ask, "first")
    await trio.testing.wait_all_tasks_blocked()

    with trio.move_on_after(1) as second:
        await address.ask("second")

    assert second.cancelled_caught
    assert await address.ask("third") == "third"
    assert asked == ["first", "third"]


async def test_the_actor_works_under_the_deadline_of_the_asker(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()

    async def tell_time(_: str) -> str:
        await trio.lowlevel.checkpoint()
        return str(trio.current_effective_deadline() - trio.current_time())

    nursery.start_soon(serve, inbox, tell_time, ignore)

    with trio.move_on_after(30):
        assert await address.ask("how long?") == "30.0"


@pytest.mark.parametrize("reason", ["deadline", "cancelled"])
async def test_an_answer_that_is_settled_is_never_lost(nursery: trio.Nursery, reason: str) -> None:
    # The asker's time ends in the very moment between the actor's decision and its reply.
    address, inbox = mailbox()
    decided = trio.Event()

    async def decide(question: str) -> str:
        await decided.wait()
        return question

    async def settle_and_end() -> None:
        await trio.testing.wait_all_tasks_blocked()
        decided.set()
        if reason == "deadline":
            clock().jump(31)
        else:
            scope.cancel()

    nursery.start_soon(serve, inbox, decide, ignore)
    nursery.start_soon(settle_and_end)
    answers: list[str] = []
    with trio.move_on_after(30) as scope:
        answers.append(await address.ask("yes"))
        await trio.lowlevel.checkpoint()

    assert scope.cancelled_caught
    assert answers == ["yes"]


async def test_notes_are_heeded_while_a_question_is_open(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    heeded: list[str] = []
    nursery.start_soon(serve, inbox, ponder, heeded.append)
    nursery.start_soon(address.ask, "first")
    await trio.testing.wait_all_tasks_blocked()

    address.tell("a")
    address.tell("b")
    await trio.testing.wait_all_tasks_blocked()

    assert heeded == ["a", "b"]


async def test_a_full_mailbox_refuses_more_notes() -> None:
    address, _inbox = mailbox(max_notes=2)
    address.tell("a")
    address.tell("b")

    with pytest.raises(MailboxFullError):
        address.tell("c")


async def test_telling_an_actor_that_has_stopped_raises(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    with trio.CancelScope() as scope:
        scope.cancel()
        await serve(inbox, shout, ignore)

    with pytest.raises(ActorGoneError):
        address.tell("a")
    del nursery
