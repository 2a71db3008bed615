"""Addresses and mailboxes: others can only ask an actor, or tell it, and are never left hanging.

A mailbox has two lanes.  Asks are not buffered: an ask is either taken or still with the
asker, so an actor that stops leaves no question lying in a queue.  Tells are, up to a
bound, and whoever tells too much is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar, final

import trio

QuestionT = TypeVar("QuestionT")
AnswerT = TypeVar("AnswerT")
NoteT = TypeVar("NoteT")

MAX_NOTES: Final = 64
"""How many tells a mailbox holds before it refuses more."""


class ActorGoneError(Exception):
    """The actor has stopped; no answer will come."""


class MailboxFullError(Exception):
    """The actor has not kept up with what it was told."""


@final
class Ask(Generic[QuestionT, AnswerT]):
    """A question, the way back for its one answer, and how long anybody waits for it."""

    __slots__ = ("question", "reply_to", "until")

    def __init__(
        self, question: QuestionT, reply_to: trio.MemorySendChannel[AnswerT], deadline: float
    ) -> None:
        self.question = question
        self.reply_to = reply_to
        self.until = trio.CancelScope(deadline=deadline)

    def answer(self, answer: AnswerT) -> None:
        """Answer; if nobody is waiting any more, the answer goes nowhere."""
        try:
            self.reply_to.send_nowait(answer)
        except trio.BrokenResourceError:
            return


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
        """Ask and wait; raises ActorGoneError.  Cancelling is safe, and frees the actor at once."""
        reply_to, reply = trio.open_memory_channel[AnswerT](1)
        # The actor works under the asker's deadline, and so can tell how long it has.
        ask = Ask(question, reply_to, trio.current_effective_deadline())
        with reply:
            try:
                await self._asks.send(ask)
                return await reply.receive()
            except (trio.BrokenResourceError, trio.EndOfChannel) as exc:
                raise ActorGoneError from exc
            finally:
                # The asker has left: the actor drops the question and takes the next.
                ask.until.cancel()

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
                # Closing the way back is what tells the asker that no answer comes, also
                # when `answer` raises or is cancelled.
                with ask.reply_to, ask.until:
                    ask.answer(await answer(ask.question))


async def _heed_all(notes: trio.MemoryReceiveChannel[NoteT], heed: Callable[[NoteT], None]) -> None:
    async for note in notes:
        heed(note)
