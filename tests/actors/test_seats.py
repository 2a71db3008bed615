"""Actors as tasks, and the seat of somebody outside."""

from __future__ import annotations

from typing import final

import pytest
import trio
import trio.testing

from actors.combatant import Combatant, Mind, Reply
from actors.intents import IllegalEditError
from actors.mailbox import ActorGoneError, open_mailbox
from actors.seats import (
    MAX_KEYS,
    ActorAddress,
    ActorInbox,
    ChangePlans,
    Leave,
    RemoteSeat,
    run_actor,
)
from protocol.messages import Ack, AnswerMessage, PromptMessage, Refusal, StandInMessage
from protocol.plans import AddIntent, Intent, Order, RemoveIntent
from protocol.records import Refused
from rules.kernel.machine import Question
from rules.kernel.model import Answer
from tests.support.actors import always, asked, lucky_actor
from tests.support.clocks import clock, in_virtual_time, task_order

pytestmark = in_virtual_time

HOLD = Intent("hold")


def mailbox() -> tuple[ActorAddress, ActorInbox]:
    return open_mailbox()


# --- the task of an actor -------------------------------------------------------------------


async def test_plans_are_changed_by_telling(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    ann = Combatant("ann", always("hold"))
    heard: list[IllegalEditError | None] = []
    nursery.start_soon(run_actor, inbox, ann)

    address.tell(ChangePlans(AddIntent(HOLD), heard.append))
    address.tell(ChangePlans(Order("never"), heard.append))
    address.tell(ChangePlans(RemoveIntent(5), heard.append))
    await trio.testing.wait_all_tasks_blocked()

    assert (ann.intents, ann.order) == ((HOLD,), Order("never"))
    assert heard[:2] == [None, None]
    assert str(heard[2]) == "place: 5 is not possible; the queue holds 1, counted from 0"
    assert (await address.ask(asked())).origin == "intent"


async def test_an_actor_that_makes_no_plans_says_so(nursery: trio.Nursery) -> None:
    class Plain:
        async def handle(self, question: Question) -> Reply:
            return Reply(question.default(), "mind")

    address, inbox = mailbox()
    heard: list[IllegalEditError | None] = []
    nursery.start_soon(run_actor, inbox, Plain())

    address.tell(ChangePlans(AddIntent(HOLD), heard.append))
    await trio.testing.wait_all_tasks_blocked()

    assert (await address.ask(asked())).origin == "mind"
    assert str(heard[0]) == "combatant: a plan is not possible; this one makes none"


async def test_an_actor_that_is_told_to_leave_is_gone(nursery: trio.Nursery) -> None:
    address, inbox = mailbox()
    nursery.start_soon(run_actor, inbox, lucky_actor("ann"))

    address.tell(Leave())

    await trio.testing.wait_all_tasks_blocked()
    with pytest.raises(ActorGoneError):
        await address.ask(asked())


# --- a seat ---------------------------------------------------------------------------------


@final
class Table:
    """A seat, what it was shown, and the replies it gave."""

    def __init__(
        self,
        nursery: trio.Nursery,
        *,
        stand_in: Mind | None = None,
        grace: float = 60,
        attempts: int = 3,
    ) -> None:
        self._nursery = nursery
        self.shown: list[PromptMessage | StandInMessage] = []
        self.replies: list[Reply | None] = []
        self._replied = trio.Event()
        self.seat = RemoteSeat(
            "ann", self.shown.append, stand_in=stand_in, grace=grace, attempts=attempts
        )

    async def ask(self, question: Question, seconds: float | None = 30) -> None:
        """Ask in the background, for so long; when this returns the question is open."""

        async def wait() -> None:
            # The shield keeps the patience of the test out of the seat's deadline.
            with trio.CancelScope(shield=True):
                if seconds is not None:
                    scope.deadline = trio.current_time() + seconds
                with scope:
                    self.replies.append(await self.seat.decide(question, ()))
                if scope.cancelled_caught:
                    self.replies.append(None)
            self._replied.set()

        scope = trio.CancelScope()
        self._nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()

    async def has_replies(self, count: int) -> None:
        while len(self.replies) < count:
            self._replied = trio.Event()
            await self._replied.wait()

    def put(self, question: Question, option: str, *values: str, key: str = "k") -> Ack | Refusal:
        return self.seat.put(AnswerMessage(key, Answer(question.id, option, values)))


async def test_a_prompt_is_shown_with_the_time_left_and_its_answer_taken(
    nursery: trio.Nursery,
) -> None:
    table, question = Table(nursery), asked()
    await table.ask(question)
    assert table.shown == [PromptMessage(question.prompt(), 30.0)]

    assert table.put(question, "press", "bob") == Ack("k")

    await trio.testing.wait_all_tasks_blocked()
    assert table.replies == [Reply(Answer(question.id, "press", ("bob",)), "mind")]


async def test_without_a_deadline_no_time_is_shown(nursery: trio.Nursery) -> None:
    table, question = Table(nursery), asked()

    await table.ask(question, seconds=None)

    assert table.shown == [PromptMessage(question.prompt(), None)]
    assert table.put(question, "hold") == Ack("k")


async def test_what_is_known_is_written_out_for_those_who_want_it(nursery: trio.Nursery) -> None:
    shown: list[PromptMessage | StandInMessage] = []
    question = asked()
    seat = RemoteSeat("ann", shown.append, sight=lambda one: one.shadow().decode())
    nursery.start_soon(seat.decide, question, ())
    await trio.testing.wait_all_tasks_blocked()

    (prompt,) = shown
    assert isinstance(prompt, PromptMessage)
    assert prompt.sight == question.shadow().decode()


async def test_an_illegal_answer_is_refused_with_what_would_be_right(nursery: trio.Nursery) -> None:
    table, question = Table(nursery), asked()
    await table.ask(question)
    await trio.sleep(10)

    assert table.put(question, "press", "nobody") == Refusal(
        "k", "illegal", "values[0]", "nobody", "one of bob", seconds=20.0, attempts=2
    )

    await trio.testing.wait_all_tasks_blocked()
    assert table.replies == []
    assert table.put(question, "hold", key="again") == Ack("again")


async def test_after_too_many_attempts_the_default_is_taken(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, attempts=2), asked()
    await table.ask(question)

    first, last, more = (table.put(question, "fly", key=key) for key in ("a", "b", "c"))

    await trio.testing.wait_all_tasks_blocked()
    assert isinstance(first, Refusal)
    assert isinstance(last, Refusal)
    assert (first.attempts, last.attempts) == (1, 0)
    assert more == Refusal("c", "stale", "prompt", question.id)
    refused = Refused(Answer(question.id, "fly"), "option", "one of hold, press")
    assert table.replies == [Reply(question.default(), "illegal", (), refused)]


async def test_an_answer_to_a_prompt_that_is_not_open_is_stale(nursery: trio.Nursery) -> None:
    table, question, later = Table(nursery), asked(), asked("ann", "bob", kind="reaction")
    stale = Refusal("a", "stale", "prompt", question.id)
    assert table.put(question, "hold", key="a") == stale

    await table.ask(later)

    assert table.put(question, "hold", key="b") == Refusal(
        "b", "stale", "prompt", question.id, allowed=later.id
    )
    assert table.put(later, "parry", key="c") == Ack("c")
    assert table.put(later, "dodge", key="d") == Refusal("d", "stale", "prompt", later.id)


async def test_a_repeated_key_gets_the_first_outcome(nursery: trio.Nursery) -> None:
    table, question = Table(nursery), asked()
    await table.ask(question)

    assert table.put(question, "hold") == Ack("k")
    assert table.put(question, "hold") == Ack("k")
    assert table.put(question, "fly") == Ack("k")
    assert table.put(question, "fly", key="other") == Refusal(
        "other", "stale", "prompt", question.id
    )

    await trio.testing.wait_all_tasks_blocked()
    assert table.replies == [Reply(Answer(question.id, "hold"), "mind")]


async def test_a_repeated_refusal_counts_once(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, attempts=2), asked()
    await table.ask(question)

    refusals = [table.put(question, "fly") for _ in range(5)]

    assert len(set(refusals)) == 1
    assert table.put(question, "hold", key="other") == Ack("other")


async def test_only_so_many_outcomes_are_remembered(nursery: trio.Nursery) -> None:
    table, question = Table(nursery), asked()
    await table.ask(question)
    assert table.put(question, "hold", key="first") == Ack("first")

    for n in range(MAX_KEYS - 1):
        table.put(question, "hold", key=str(n))
    assert table.put(question, "hold", key="first") == Ack("first")

    table.put(question, "hold", key="one more")
    assert isinstance(table.put(question, "hold", key="first"), Refusal)


@pytest.mark.parametrize(("at", "in_time"), [(29.999, True), (30, False)])
async def test_what_comes_after_the_deadline_is_stale(
    nursery: trio.Nursery, at: float, in_time: bool
) -> None:
    table, question = Table(nursery), asked()
    await table.ask(question)

    # Nobody has had the chance to notice that the time is over.
    clock().jump(at)
    outcome = table.put(question, "hold")

    await trio.sleep(1)
    if in_time:
        assert outcome == Ack("k")
        assert table.replies == [Reply(Answer(question.id, "hold"), "mind")]
    else:
        assert outcome == Refusal("k", "stale", "prompt", question.id)
        assert table.replies == [None]


async def test_what_comes_when_the_asker_has_just_left_is_stale(nursery: trio.Nursery) -> None:
    table, question = Table(nursery), asked()
    with trio.CancelScope() as scope:

        async def leave() -> None:
            await trio.testing.wait_all_tasks_blocked()
            scope.cancel()
            assert isinstance(table.put(question, "hold"), Refusal)

        nursery.start_soon(leave)
        await table.seat.decide(question, ())

    assert scope.cancelled_caught


# --- a seat that is not there ---------------------------------------------------------------


GUARD = always("hold")


async def test_a_seat_that_has_left_is_stood_in_for_after_the_grace(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=60), asked()
    started = trio.current_time()
    await table.ask(question, seconds=None)

    await trio.sleep(5)
    table.seat.leave()
    await table.has_replies(1)

    assert trio.current_time() - started == 5 + 60
    assert table.replies == [Reply(Answer(question.id, "hold"), "stand_in")]
    assert table.shown[1:] == [StandInMessage("ann", on=True)]

    await table.ask(question)
    assert [reply and reply.origin for reply in table.replies] == ["stand_in", "stand_in"]
    assert len(table.shown) == 2


async def test_a_seat_that_comes_back_in_time_sees_the_prompt_again(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=60), asked()
    await table.ask(question, seconds=300)
    table.seat.leave()

    await trio.sleep(59)
    table.seat.come_back()
    await trio.sleep(100)

    assert table.shown == [
        PromptMessage(question.prompt(), 300.0),
        PromptMessage(question.prompt(), 241.0),
    ]
    assert table.put(question, "hold") == Ack("k")


async def test_a_seat_that_comes_back_later_gets_its_place_back(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=60), asked()
    table.seat.leave()
    await trio.sleep(60)
    await table.ask(question)
    assert table.shown == [StandInMessage("ann", on=True)]

    table.seat.come_back()
    await table.ask(question)

    assert table.shown[1:] == [
        StandInMessage("ann", on=False),
        PromptMessage(question.prompt(), 30.0),
    ]
    assert table.put(question, "hold") == Ack("k")


async def test_any_answer_gives_the_seat_back_even_a_stale_one(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=0), asked()
    await table.ask(question)
    await trio.sleep(30)  # missed; and there is no grace
    await table.ask(question)
    assert [reply and reply.origin for reply in table.replies] == [None, "stand_in"]

    assert isinstance(table.put(question, "hold", key="late"), Refusal)
    await table.ask(question)

    assert table.shown[1:] == [
        StandInMessage("ann", on=True),
        StandInMessage("ann", on=False),
        PromptMessage(question.prompt(), 30.0),
    ]
    assert table.put(question, "hold") == Ack("k")


async def test_a_seat_that_misses_prompts_is_stood_in_for_after_the_grace(
    nursery: trio.Nursery,
) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=45), asked()
    started = trio.current_time()

    await table.ask(question, seconds=30)
    await table.has_replies(1)
    await table.ask(question, seconds=30)
    await table.has_replies(2)
    await table.ask(question, seconds=30)
    await table.has_replies(3)

    # The grace runs from the first prompt that was missed, at 30 s.
    assert trio.current_time() - started == 30 + 45
    assert [reply and reply.origin for reply in table.replies] == [None, None, "stand_in"]


async def test_the_grace_runs_from_the_first_that_went_wrong(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=60), asked()
    started = trio.current_time()
    await table.ask(question, seconds=None)

    for _ in range(3):
        table.seat.leave()
        await trio.sleep(10)
    await table.has_replies(1)

    assert trio.current_time() - started == 60


async def test_a_prompt_that_is_taken_back_before_its_time_was_not_missed(
    nursery: trio.Nursery,
) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=0), asked()
    with trio.move_on_after(30) as amended:
        nursery.start_soon(cancel_after, 10, amended)
        await table.seat.decide(question, ())
    assert amended.cancelled_caught

    await table.ask(question)
    await trio.sleep(25)

    assert table.shown == [PromptMessage(question.prompt(), 30.0)] * 2
    assert table.replies == []


async def cancel_after(seconds: float, scope: trio.CancelScope) -> None:
    await trio.sleep(seconds)
    scope.cancel()


async def test_a_prompt_that_is_closed_already_is_not_shown(nursery: trio.Nursery) -> None:
    table = Table(nursery, stand_in=GUARD, grace=0)
    with trio.CancelScope() as closed:
        closed.cancel()
        await table.seat.decide(asked(), ())

    assert closed.cancelled_caught
    assert table.shown == []


@pytest.mark.parametrize("order", range(8))
async def test_a_seat_that_is_heard_of_in_the_moment_of_the_takeover_is_back(
    nursery: trio.Nursery, order: int
) -> None:
    table, question = Table(nursery, stand_in=GUARD, grace=60), asked()
    await table.ask(question, seconds=None)
    table.seat.leave()
    spoken: list[Ack | Refusal] = []

    async def speak() -> None:
        await trio.sleep(60)
        # The takeover is under way, but the actor has not noticed.
        spoken.append(table.put(question, "hold", key="just too late"))

    with task_order(order):
        nursery.start_soon(speak)
        await trio.sleep(61)
    assert isinstance(spoken[0], Refusal)
    if table.replies:  # the actor was first, and the stand-in has answered this one
        await table.ask(question, seconds=None)

    assert table.shown[-1] == PromptMessage(question.prompt(), None)
    assert table.put(question, "hold") == Ack("k")


async def test_without_a_stand_in_an_absent_seat_is_gone(nursery: trio.Nursery) -> None:
    table, question = Table(nursery, grace=60), asked()
    table.seat.leave()
    await table.ask(question, seconds=None)

    await table.has_replies(1)

    assert table.replies == [Reply(question.default(), "gone")]
    table.seat.come_back()
    await table.ask(question)
    assert table.put(question, "hold") == Ack("k")
