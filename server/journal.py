"""Nothing is said before what it rests on is kept: one queue, one hand that writes, one order."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, final

import structlog
import trio

from store.errors import StoreError
from store.known import Known
from store.model import Ends, Entry, Input, Store

log = structlog.stdlib.get_logger()

Write = Callable[[Sequence[Entry]], None]
How = Callable[[Write, Sequence[Entry]], Awaitable[None]]
"""How the blocking call is made."""

BACKLOG: Final = 1000
"""How many entries may wait for the disk before those who can wait should."""


async def at_once(write: Write, entries: Sequence[Entry]) -> None:
    """Write here and now: for stores that never block."""
    write(entries)
    await trio.lowlevel.checkpoint()


_ONE_AT_A_TIME: Final = trio.CapacityLimiter(1)


async def in_a_thread(write: Write, entries: Sequence[Entry]) -> None:
    """Write in a worker thread: for stores on a disk."""
    await trio.to_thread.run_sync(write, entries, limiter=_ONE_AT_A_TIME)


def nothing() -> None:
    """Nothing is to be said."""


@final
class Journal:
    """Takes what is to be kept and what is to be said then; all rooms of a server share one.

    `keep` may be called from the task of any room, `run` is the task that writes.  What a
    `then` may do is put messages into outboxes; it must not raise.
    """

    def __init__(self, store: Store, how: How) -> None:
        self.broken: trio.Event = trio.Event()
        self.problem: StoreError | None = None
        self._store = store
        self._how = how
        self._known = Known()
        self._queue: deque[tuple[Sequence[Entry], Callable[[], None]]] = deque()
        self._waiting = 0  # entries in the queue or on their way to the disk
        self._is_telling = False
        self._is_writing = False
        self._more = trio.Event()
        self._fewer = trio.Event()
        for kept in store.fights():
            inputs = store.inputs(kept.id) if kept.status == "open" else []
            self._known.take([kept, *(Input(kept.id, one) for one in inputs)])

    def keep(self, entries: Sequence[Entry] = (), then: Callable[[], None] = nothing) -> None:
        """Write *entries* and do *then* after; at once if there is nothing to wait for.

        Raises IllegalEntryError, with nothing kept, if they do not fit what was kept before.
        Once the journal is broken nothing is kept and nothing is done any more.
        """
        if self.broken.is_set():
            return
        if not entries and not self._queue and not self._is_writing and not self._is_telling:
            then()
            return
        self._known.take(entries)
        for entry in entries:
            if isinstance(entry, Ends):
                self._known.forget(entry.fight)
        self._queue.append((entries, then))
        self._waiting += len(entries)
        self._more.set()

    async def settled(self, at_most: int = BACKLOG) -> None:
        """Wait until *at_most* entries wait for the disk; for ever if the journal is broken."""
        while self._waiting > at_most or self.broken.is_set():
            await self._fewer.wait()
        await trio.lowlevel.checkpoint()

    async def run(self) -> None:
        """Write until cancelled, or until the store fails: then the journal is broken.

        A commit in hand is finished first, and what rests on it is said; what still waits
        behind it is neither written nor said.
        """
        while True:
            await trio.lowlevel.checkpoint_if_cancelled()
            while not self._queue:
                self._more = trio.Event()
                await self._more.wait()
            try:
                with trio.CancelScope(shield=True):
                    await self._commit()
            except StoreError as error:
                log.exception("the journal cannot be written")
                self.problem = error
                self._queue.clear()
                self.broken.set()
                return

    async def _commit(self) -> None:
        """Write all that waits in one transaction, then say what rests on it.

        All of it: the decisions of one wait are kept one by one in one go, and must not be
        torn apart.  Who could flood the queue waits in `settled`.
        """
        batch, self._queue = self._queue, deque()
        entries = [entry for some, _ in batch for entry in some]
        self._is_writing = True
        if entries:
            await self._how(self._store.write, entries)
        self._is_writing = False
        self._is_telling = True
        for _, then in batch:
            then()
        self._is_telling = False
        self._waiting -= len(entries)
        self._fewer.set()
        self._fewer = trio.Event()
