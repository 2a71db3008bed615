"""Addresses and mailboxes: others can only ask an actor, or tell it, and are never left hanging.

A mailbox has two lanes.  Asks are not buffered: an ask is either taken or still with the
asker, so an actor that stops leaves no question lying in a queue.  Tells are, up to a
bound, and whoever tells too much is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, Generic, NoReturn, TypeVar, final

import trio

QuestionT = TypeVar("QuestionT")
AnswerT = TypeVar("AnswerT")
NoteT = TypeVar("NoteT")

MAX_NOTES: Final = 64
"""How many tells a mailbox holds before it refuses more."""


class ActorGoneError(Exception):
    """The actor has stopped; no answer will come."""


class ActorFailedError(Exception):
    """A bug stopped the actor while it answered; its own task reports which."""


class MailboxFullError(Exception):
    """The actor has not kept up with what it was told."""


@final
class Ask(Generic[QuestionT, AnswerT]):
    """A question on its way to an actor, and its one answer on the way back."""

    __slots__ = ("_answers", "_asker", "_has_failed", "_is_closed", "question", "until")

    def __init__(self, question: QuestionT, deadline: float) -> None:
        self.question = question
        # How long anybody waits.  The actor works under the asker's deadline, and so can
        # tell how much time is left.
        self.until = trio.CancelScope(deadline=deadline)
        self._answers: list[AnswerT] = []
        self._asker: trio.lowlevel.Task | None = None
        self._is_closed = False
        self._has_failed = False

    def answer(self, answer: AnswerT) -> None:
        """Give the answer; it goes back when the ask is closed."""
        self._answers.append(answer)

    def __enter__(self) -> None:
        """Take the question on."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the asker go, with or without an answer."""
        self._is_closed = True
        self._has_failed = isinstance(error, Exception)
        if self._asker is not None:
            trio.lowlevel.reschedule(self._asker)

    async def closed(self) -> AnswerT:
        """Wait for the answer; raises ActorGoneError or ActorFailedError if none comes."""
        cancelled: list[Callable[[], NoReturn]] = []

        def leave(raise_cancel: Callable[[], NoReturn]) -> trio.lowlevel.Abort:
            # The actor drops the question at once and closes the ask; if it has settled on
            # an answer by then, that still comes back.
            cancelled.append(raise_cancel)
            self.until.cancel()
            return trio.lowlevel.Abort.FAILED

        if not self._is_closed:
            self._asker = trio.lowlevel.current_task()
            await trio.lowlevel.wait_task_rescheduled(leave)
        for answer in self._answers:
            return answer
        if self._has_failed:
            raise ActorFailedError
        for raise_cancel in cancelled:
            raise_cancel()
        raise ActorGoneError


@final
class Address(Generic[QuestionT, AnswerT, NoteT]):
    """Where to reach one actor."""

    __slots__ = ("_asks", "_notes")

    def __init__(
        self,
        asks: trio.MemorySendChannel[Ask[QuestionT, AnswerT]],
        notes: trio.MemorySendChannel[NoteT],
    ) -> None:
        self._asks = asks
        self._notes = notes

    async def ask(self, question: QuestionT) -> AnswerT:
        """Ask and wait; raises ActorGoneError or ActorFailedError.

        Cancelling frees the actor at once, and loses no answer: one that the actor has
        settled on by then still comes, so that what a player was told is what counts.
        """
        ask = Ask[QuestionT, AnswerT](question, trio.current_effective_deadline())
        try:
            await self._asks.send(ask)
        except trio.BrokenResourceError as exc:
            raise ActorGoneError from exc
        return await ask.closed()

    def tell(self, note: NoteT) -> None:
        """Leave *note*; raises ActorGoneError, or MailboxFullError when MAX_NOTES are unread."""
        try:
            self._notes.send_nowait(note)
        except trio.WouldBlock as exc:
            raise MailboxFullError from exc
        except trio.BrokenResourceError as exc:
            raise ActorGoneError from exc


@final
class Inbox(Generic[QuestionT, AnswerT, NoteT]):
    """The actor's own end of its mailbox."""

    __slots__ = ("asks", "notes")

    def __init__(
        self,
        asks: trio.MemoryReceiveChannel[Ask[QuestionT, AnswerT]],
        notes: trio.MemoryReceiveChannel[NoteT],
    ) -> None:
        self.asks = asks
        self.notes = notes


def open_mailbox(
    max_notes: int = MAX_NOTES,
) -> tuple[Address[QuestionT, AnswerT, NoteT], Inbox[QuestionT, AnswerT, NoteT]]:
    """Return the two ends of a new mailbox: the address to give away, and the actor's own."""
    send_ask, asks = trio.open_memory_channel[Ask[QuestionT, AnswerT]](0)
    send_note, notes = trio.open_memory_channel[NoteT](max_notes)
    return Address(send_ask, send_note), Inbox(asks, notes)


async def serve(
    inbox: Inbox[QuestionT, AnswerT, NoteT],
    answer: Callable[[QuestionT], Awaitable[AnswerT]],
    heed: Callable[[NoteT], None],
) -> None:
    """Answer asks one at a time and heed notes as they come, until cancelled.

    Notes do not wait for the open question: it may be open for minutes.
    """
    with inbox.asks, inbox.notes:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_heed_all, inbox.notes, heed)
            async for ask in inbox.asks:
                # The asker is let go also when `answer` raises or is cancelled.
                with ask, ask.until:
                    ask.answer(await answer(ask.question))


async def _heed_all(notes: trio.MemoryReceiveChannel[NoteT], heed: Callable[[NoteT], None]) -> None:
    async for note in notes:
        heed(note)
