"""All the chunks of an arena, here or in worker processes, handed over in order.

Workers are spawned, not forked: the parent may have threads (a progress bar has one), and a
spawned process is the same on every platform.  It costs some 0.3 s a worker, once.  They never
hear of an interrupt, and end with the parent, however that ends.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final, final

from arena import worker
from arena.chunk import chunk
from arena.match import Match
from arena.tally import Tally

LARGEST: Final = 50
"""The most fights of a chunk: at most a second of work, and so are the steps of a progress bar."""

CHUNKS_EACH: Final = 8
"""So many chunks a worker gets at least, if there are enough fights, so that all end together."""

AHEAD: Final = 4
"""So many chunks a worker are handed out before the first of them is back."""


class WorkersError(Exception):
    """The fights cannot be played by worker processes."""


@final
class NoWorkersError(WorkersError):
    """The system gives no processes, or none that could talk to each other."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"no worker processes can be had: {error}; expected --workers 1")


@final
class WorkerDiedError(WorkersError):
    """A worker process has ended in the middle of its work: killed, out of memory, crashed."""

    def __init__(self, first: int) -> None:
        where = f"in fight {first} or one that follows soon"
        super().__init__(f"a worker process has died {where}: was it killed, or out of memory?")
        self.first: int = first


def chunk_size(fights: int, workers: int) -> int:
    """How many fights make a chunk; it changes no result."""
    return max(1, min(LARGEST, fights // (workers * CHUNKS_EACH)))


def chunks(fights: int, size: int) -> Iterator[tuple[int, int]]:
    """The first fight and the number of fights of each chunk."""
    for first in range(0, fights, size):
        yield first, min(size, fights - first)


def play(
    match: Match,
    fights: int,
    workers: int,
    report: Callable[[Tally], None],
    size: int | None = None,
) -> None:
    """Play all fights, and let *report* have the tally of each chunk, in the order of the fights.

    So whatever it has, also when this ends early, are the first fights without a gap.
    Raises MindError for the first fight in which a mind from outside goes wrong, WorkersError
    if processes cannot be had or die.
    """
    parts = chunks(fights, size or chunk_size(fights, workers))
    if workers == 1:
        for first, count in parts:
            report(chunk(match, first, count))
        return
    waiting: deque[Future[Tally]] = deque()
    done = 0

    def take() -> None:
        nonlocal done
        tally = waiting.popleft().result()
        done += tally.played
        report(tally)

    try:
        with _pool(match, workers) as executor:
            for first, count in parts:
                waiting.append(_submitted(executor, first, count))
                if len(waiting) >= workers * AHEAD:
                    take()
            while waiting:
                take()
    except BrokenProcessPool:
        raise WorkerDiedError(done) from None


def _submitted(executor: ProcessPoolExecutor, first: int, count: int) -> Future[Tally]:
    # A process that is started now never hears of an interrupt, not even while it loads.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(worker.play, first, count)
    except OSError as error:
        raise NoWorkersError(error) from None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


@contextmanager
def _pool(match: Match, workers: int) -> Generator[ProcessPoolExecutor]:
    """Processes that hold *match*; none of them is left when this ends, in whatever way."""
    others = multiprocessing.active_children()
    try:
        executor = ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=worker.begin,
            initargs=(match,),
        )
    except (OSError, NotImplementedError) as error:
        raise NoWorkersError(error) from None
    try:
        yield executor
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
