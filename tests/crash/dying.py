"""A server that dies of itself at a given write: `before` it, `amid` it, or `after` it, when nothing was said yet.

The writes are counted from its opening, from 1; number 0 is the one that ends the fight.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence

from store.journal import Ends, Entry, SqliteStore
from strikerank.commands import main

_write = SqliteStore.write


def dies_at(moment: str, number: int) -> None:
    """Let the write *number* be the last one."""
    left = number

    def write(self: SqliteStore, entries: Sequence[Entry]) -> None:
        nonlocal left
        left -= 1
        if left and (number or not any(isinstance(entry, Ends) for entry in entries)):
            _write(self, entries)
            return
        if moment == "amid":
            _write(self, _Broken(entries))
        if moment == "after":
            _write(self, entries)
        die()

    SqliteStore.write = write


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class _Broken(list[Entry]):
    """Entries of which the last is never reached."""

    def __iter__(self) -> Iterator[Entry]:
        yield from self[:-1] or self[:]
        die()


if __name__ == "__main__":
    _, how, when, *rest = sys.argv
    sys.argv[1:] = rest
    dies_at(how, int(when))
    main()
