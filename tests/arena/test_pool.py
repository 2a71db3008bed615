"""Workers and chunks change nothing but the time: not the tally, not its order; and no process is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from itertools import pairwise
from typing import Final, Never

import pytest
from hypothesis import given, strategies as st

from arena import pool, worker
from arena.chunk import MindError, chunk
from arena.match import Match
from arena.pool import NoWorkersError, WorkerDiedError, chunk_size, chunks
from arena.tally import Tally
from tests.support.arena import FAULTY, LETHAL, FaultError, Faulty, Lethal, match, pretended

FIGHTS: Final = 90


def played(
    of: Match, workers: int, size: int | None = None, fights: int = FIGHTS
) -> tuple[Tally, list[int]]:
    """The tally of all fights, and how many had been counted after each chunk."""
    tally = Tally()
    steps: list[int] = []

    def report(part: Tally) -> None:
        tally.merge(part)
        steps.append(tally.played)

    pool.play(of, fights, workers, report, size)
    return tally, steps


# --- chunks ----------------------------------------------------------------------------------


@given(st.integers(1, 3000), st.integers(1, 120))
def test_chunks_cover_every_fight_once_and_in_order(fights: int, size: int) -> None:
    parts = [*chunks(fights, size)]

    assert sum(count for _, count in parts) == fights
    assert parts[0][0] == 0
    assert all(first + count == then for (first, count), (then, _) in pairwise(parts))
    assert all(1 <= count <= size for _, count in parts)


@pytest.mark.parametrize(
    ("fights", "workers", "size"),
    [(1, 1, 1), (1, 16, 1), (80, 2, 5), (700, 2, 43), (100_000, 2, 50), (10**7, 16, 50)],
)
def test_every_worker_gets_several_chunks_and_none_takes_long(
    fights: int, workers: int, size: int
) -> None:
    assert chunk_size(fights, workers) == size


# --- here ------------------------------------------------------------------------------------


def test_one_worker_is_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", None)

    tally, steps = played(match(), 1)

    assert tally == chunk(match(), 0, FIGHTS)
    assert steps == [min(done, FIGHTS) for done in range(11, FIGHTS + 11, 11)]


# --- in processes ----------------------------------------------------------------------------


@pytest.mark.parametrize(("workers", "size"), [(2, None), (3, 7), (2, 1)])
def test_workers_and_chunks_change_nothing(workers: int, size: int | None) -> None:
    expected, _ = played(match(), 1, 13)

    tally, steps = played(match(), workers, size)

    assert tally == expected
    used = size or chunk_size(FIGHTS, workers)
    assert steps == [min(done, FIGHTS) for done in range(used, FIGHTS + used, used)]
    assert multiprocessing.active_children() == []


def test_a_bug_is_the_same_bug_in_a_process() -> None:
    here, _ = played(pretended(Faulty), 1)

    there, _ = played(pretended(Faulty), 2, 3)

    assert there == here
    assert [one.fight for one in there.failures] == [*FAULTY]


def test_it_is_always_the_first_fight_that_is_blamed() -> None:
    strict = pretended(Faulty)._replace(wrong=(FaultError,))
    for workers, size in ((1, 5), (2, 1), (3, 2)):
        with pytest.raises(MindError) as caught:
            played(strict, workers, size)

        assert (caught.value.fight, caught.value.problem) == (FAULTY[0], "in\nfight 3")
        assert multiprocessing.active_children() == []


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(WorkerDiedError, match="a worker process has died in fight") as caught:
        played(pretended(Lethal), 2, 3)

    assert caught.value.first <= LETHAL
    assert multiprocessing.active_children() == []


def test_whatever_ends_it_early_leaves_no_process() -> None:
    seen: list[int] = []

    def report(part: Tally) -> None:
        seen.append(part.played)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pool.play(pretended(), 100_000, 2, report)

    assert seen == [50]
    assert multiprocessing.active_children() == []


def test_the_processes_of_others_are_left_alone() -> None:
    other = multiprocessing.get_context("spawn").Process(target=signal.pause)
    other.start()

    with pytest.raises(WorkerDiedError):
        played(pretended(Lethal), 2, 3)

    assert other.is_alive()
    other.kill()
    other.join()
    other.close()


def test_interrupts_come_through_again_once_the_workers_are_there() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    played(pretended(), 2)

    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


class Refusing:
    """No process can be had."""

    def __init__(self, _workers: int, **_how: object) -> None:
        pass

    def submit(self, *_what: object) -> Never:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    def shutdown(self, *, cancel_futures: bool) -> None:
        assert cancel_futures


def no_locks(_workers: int, **_how: object) -> Never:
    raise OSError(38, "Function not implemented")


@pytest.mark.parametrize(
    ("made", "problem"),
    [(Refusing, "Resource temporarily unavailable"), (no_locks, "Function not implemented")],
)
def test_processes_that_cannot_be_had_are_told(
    monkeypatch: pytest.MonkeyPatch, made: object, problem: str
) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", made)

    with pytest.raises(NoWorkersError, match=problem):
        played(pretended(), 2)


# --- a worker --------------------------------------------------------------------------------


def test_a_worker_plays_what_it_was_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[tuple[object, object]] = []

    def ignore(number: object, handler: object) -> None:
        ignored.append((number, handler))

    monkeypatch.setattr(signal, "signal", ignore)
    monkeypatch.setattr(worker.Memory, "match", None)

    worker.begin(match())

    assert worker.play(5, 9) == chunk(match(), 5, 9)
    assert ignored == [(signal.SIGINT, signal.SIG_IGN)]


def test_a_worker_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    class Parent:
        def join(self) -> None:
            happened.append("the parent is gone")

    def leave(code: int) -> None:
        happened.append(f"exit {code}")

    monkeypatch.setattr(multiprocessing, "parent_process", Parent)
    monkeypatch.setattr(os, "_exit", leave)

    worker.end_with_parent()

    assert happened == ["the parent is gone", f"exit {worker.ORPHANED}"]
