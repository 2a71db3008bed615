"""A worker process: it gets the match once, and then chunks by their numbers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import Final, cast, final

from arena.chunk import chunk
from arena.match import Match
from arena.tally import Tally
from scheduler.collector import collect_seldom

ORPHANED: Final = 1


@final
class Memory:
    """What this process has been given to play."""

    match: Match | None = None


def begin(match: Match) -> None:
    """Keep *match*, for all chunks that are to come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the parent to say when to stop
    Memory.match = match
    collect_seldom()
    threading.Thread(target=end_with_parent, daemon=True).start()


def play(first: int, count: int) -> Tally:
    """The chunk of what this process has been given."""
    return chunk(cast("Match", Memory.match), first, count)


def end_with_parent() -> None:
    """Wait until the parent is gone, even if it was killed, and leave at once."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(ORPHANED)
