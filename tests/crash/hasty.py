"""A server that says yes before it has written anything down: whoever looks for lost answers must find some."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from server import journal
from store.journal import Entry
from strikerank import serving
from strikerank.commands import main

A_WHILE = 1.0
_keep = journal.Journal.keep
_write = journal.in_a_thread


def _hastily(
    self: journal.Journal,
    entries: Sequence[Entry] = (),
    then: Callable[[], None] = journal.nothing,
) -> None:
    then()
    _keep(self, entries)


async def _slowly(write: journal.Write, entries: Sequence[Entry]) -> None:
    await trio.sleep(A_WHILE)
    await _write(write, entries)


if __name__ == "__main__":
    journal.Journal.keep = _hastily
    setattr(serving, journal.in_a_thread.__name__, _slowly)
    main()
