"""Combatants in live play: the task that runs an actor, and the seat of a person or bot outside."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final, assert_never, final

import msgspec
import trio

from actors.combatant import Actor, Combatant, Mind, Reply
from actors.intents import IllegalEditError
from actors.mailbox import Address, Inbox, serve
from protocol.messages import (
    Ack,
    AnswerMessage,
    PromptMessage,
    Refusal,
    StandInMessage,
)
from protocol.plans import Edit, Order
from protocol.records import Dropped, Refused
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.machine import Question
from rules.kernel.model import Answer

ATTEMPTS: Final = 5
"""How many answers to one prompt may be wrong before its default is taken."""

MAX_KEYS: Final = 64
"""How many outcomes a seat remembers for clients that repeat themselves."""


class ChangePlans(msgspec.Struct, frozen=True):
    """Edit the queue or give an order; *heard* is called with what was wrong, or None if nothing."""

    change: Edit | Order
    heard: Callable[[IllegalEditError | None], None]


class Leave(msgspec.Struct, frozen=True):
    """Stop, whatever you are doing; from now on you are gone."""


Note = ChangePlans | Leave
ActorAddress = Address[Question, Reply, Note]
ActorInbox = Inbox[Question, Reply, Note]


async def run_actor(inbox: ActorInbox, actor: Actor) -> None:
    """Be the task of *actor*: answer what is asked, heed what is told, until told to leave."""

    def heed(note: Note) -> None:
        match note:
            case Leave():
                scope.cancel()
            case ChangePlans(change, heard):
                heard(_changed(actor, change))
            case _:
                assert_never(note)

    with trio.CancelScope() as scope:
        await serve(inbox, actor.handle, heed)


def _changed(actor: Actor, change: Edit | Order) -> IllegalEditError | None:
    if not isinstance(actor, Combatant):
        return IllegalEditError("combatant", "a plan", "this one makes none")
    if isinstance(change, Order):
        actor.give_order(change)
        return None
    try:
        actor.edit(change)
    except IllegalEditError as error:
        return error
    return None


@final
class _Open:
    """The question that is open: until when, the way for its reply, attempts that are left."""

    def __init__(self, question: Question, dropped: tuple[Dropped, ...], attempts: int) -> None:
        self.question = question
        self.dropped = dropped
        self.attempts = attempts
        self.deadline: float = trio.current_effective_deadline()
        # Without a buffer a reply is handed over at once or not at all: what the seat
        # was told to be in time cannot come too late for the asker.
        self.reply, self.replies = trio.open_memory_channel[Reply](0)

    def seconds(self) -> float | None:
        left = max(0.0, self.deadline - trio.current_time())
        return None if left == inf else left

    def after(self, pace: float) -> float:
        """When *pace* seconds from now have passed, and never so late that there is no time left."""
        now = trio.current_time()
        return now + min(pace, max(0.0, self.deadline - now) / 2)

    def is_over(self) -> bool:
        """Whether the time is up, even if nobody has noticed yet."""
        return trio.current_time() >= self.deadline

    def close_with(self, reply: Reply) -> bool:
        """Hand over *reply*; return False if nobody waits for it any more."""
        try:
            self.reply.send_nowait(reply)
        except trio.WouldBlock:
            return False
        return True


@final
class RemoteSeat:
    """The mind of a person or bot outside: shows prompts, and takes answers when they come.

    A seat that has left, or has missed a prompt, and is not heard of for *grace* seconds
    is taken over by the mind *stand_in*, and gets its place back as soon as it is heard of
    again.  Whoever stands in takes *pace* seconds for each decision, in which the seat may
    still answer.  Without a stand-in an absent seat is gone.
    """

    def __init__(  # noqa: PLR0913 - all that makes a seat
        self,
        combatant: str,
        show: Callable[[PromptMessage | StandInMessage], None],
        *,
        stand_in: Mind | None = None,
        grace: float = inf,
        pace: float = 0,
        attempts: int = ATTEMPTS,
        sight: Callable[[Question], str] | None = None,
    ) -> None:
        """*show* must not block, and must not call `put`; *sight* writes out what is known."""
        self._combatant = combatant
        self._show = show
        self._stand_in = stand_in
        self._grace = grace
        self._pace = pace
        self._attempts = attempts
        self._sight = sight
        self._open: _Open | None = None
        self._outcomes: dict[str, Ack | Refusal] = {}
        self._is_stood_in = False
        self._rests = False
        self._decides_at = inf  # when whoever stands in will have made up his mind
        # Since when it should have been heard of and was not; and the scope that ends
        # the wait for it when the grace is over.
        self._absent_since = inf
        self._until_takeover = trio.CancelScope()

    # --- the actor's side ---------------------------------------------------------------------

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        """Wait for the seat's answer, or take that of whoever stands in."""
        await trio.lowlevel.checkpoint_if_cancelled()  # what is closed already is not shown
        now_open = _Open(question, dropped, self._attempts)
        self._decides_at = now_open.after(self._pace)
        is_shown = False
        try:
            # Not stood in for, and more than once: heard of in the very moment of the takeover.
            while trio.current_time() < (until := self._until(now_open)):
                self._until_takeover = trio.CancelScope(deadline=until)
                self._open = now_open
                if not (is_shown and self._is_stood_in):
                    self._show_open(now_open)
                    is_shown = True
                with self._until_takeover:
                    return await now_open.replies.receive()
        except trio.Cancelled:
            if now_open.is_over() and not self._rests:
                self._absent_since = min(self._absent_since, now_open.deadline)
            raise
        finally:
            self._open = None
        if self._stand_in is None:
            return Reply(question.default(), "gone")
        reply = await self._stand_in.decide(question, dropped)
        return msgspec.structs.replace(reply, origin="stand_in")

    # --- the seat's side ----------------------------------------------------------------------

    def put(self, message: AnswerMessage) -> Ack | Refusal:
        """Take an answer that came from outside, and say what became of it.

        The outcome is remembered by the message's key: a repetition gets the first one.
        """
        self.hear()
        outcome = self._outcomes.get(message.key)
        if outcome is None:
            outcome = self._outcomes[message.key] = self._outcome(message.key, message.answer)
            if len(self._outcomes) > MAX_KEYS:
                del self._outcomes[next(iter(self._outcomes))]
        return outcome

    def leave(self) -> None:
        """The connection is gone; after the grace somebody stands in."""
        self._rests = False
        self._absent_since = min(self._absent_since, trio.current_time())
        if not self._is_stood_in:
            self._until_takeover.deadline = self._takeover()

    def hear(self) -> None:
        """The seat is there, by whatever it said; whoever stands in for it goes."""
        self._rests = False
        self._absent_since = inf
        self._until_takeover.deadline = inf
        if self._is_stood_in:
            self._is_stood_in = False
            self._show(StandInMessage(self._combatant, on=False))

    def rest(self) -> None:
        """Nobody is there for whom the fight would have to go on: nothing is decided for the seat."""
        self.hear()
        self._rests = True

    def come_back(self) -> None:
        """The connection is there again, or its owner says so: show what is open once more."""
        self.hear()
        if self._open is not None:
            self._show_open(self._open)

    # --- inside -------------------------------------------------------------------------------

    def _takeover(self) -> float:
        """When the stand-in takes over; infinity while the seat is there."""
        return self._absent_since + self._grace

    def _until(self, now_open: _Open) -> float:
        """Until when the seat may answer; its grace may be over, and somebody stand in from now on."""
        if self._is_stood_in:
            return self._decides_at
        if trio.current_time() < self._takeover() or self._stand_in is None:
            return self._takeover()
        self._is_stood_in = True
        self._decides_at = now_open.after(self._pace)
        self._show(StandInMessage(self._combatant, on=True))
        return self._decides_at

    def _show_open(self, now_open: _Open) -> None:
        question = now_open.question
        sight = "" if self._sight is None else self._sight(question)
        self._show(PromptMessage(question.prompt(), now_open.seconds(), now_open.dropped, sight))

    def _outcome(self, key: str, answer: Answer) -> Ack | Refusal:
        now_open = self._open
        if now_open is None or now_open.is_over():
            return Refusal(key, "stale", "prompt", answer.prompt)
        if answer.prompt != now_open.question.id:
            return Refusal(key, "stale", "prompt", answer.prompt, now_open.question.id)
        try:
            now_open.question.check(answer)
        except IllegalAnswerError as error:
            return self._refusal(key, answer, error, now_open)
        if now_open.close_with(Reply(answer, "mind")):
            self._open = None
            return Ack(key)
        return Refusal(key, "stale", "prompt", answer.prompt)

    def _refusal(
        self, key: str, answer: Answer, error: IllegalAnswerError, now_open: _Open
    ) -> Refusal:
        now_open.attempts -= 1
        if not now_open.attempts:
            refused = Refused(answer, error.field, error.allowed)
            now_open.close_with(Reply(now_open.question.default(), "illegal", (), refused))
            self._open = None
        return Refusal(
            key,
            "illegal",
            error.field,
            error.given,
            error.allowed,
            now_open.seconds(),
            now_open.attempts,
        )
