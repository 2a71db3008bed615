"""Which clock a module of async tests runs on, and in which order trio runs its tasks.

Each such module says so in one line, ``pytestmark = in_virtual_time`` (or in_real_time); forgetting it is an
error.  Virtual time jumps whenever every task waits: sleeping costs nothing, and a deadlock
fails at once, because with nobody else due to wake the clock jumps straight to the end of
our patience.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar, cast
from unittest.mock import patch

import pytest
import trio
import trio.abc
import trio.testing

ResultT = TypeVar("ResultT")
Main = Callable[[], Awaitable[ResultT]]

PATIENCE: Final = 3600.0
"""Virtual seconds after which a test has hung."""

REAL_PATIENCE: Final = 60.0
"""Real ones."""


async def _patiently(main: Main[ResultT]) -> ResultT:
    with trio.fail_after(PATIENCE):
        return await main()


def run_in_virtual_time(
    main: Main[ResultT],
    clock: trio.abc.Clock | None = None,
    instruments: Sequence[trio.abc.Instrument] = (),
) -> ResultT:
    """Run *main* on a clock that jumps."""
    assert clock is None, "the module has chosen its clock already"
    clock = trio.testing.MockClock(autojump_threshold=0)
    return trio.run(_patiently, main, clock=clock, instruments=instruments)


in_virtual_time: Final = pytest.mark.trio(run=run_in_virtual_time)


def clock() -> trio.testing.MockClock:
    """The clock of the running test."""
    running = trio.lowlevel.current_clock()
    assert isinstance(running, trio.testing.MockClock)
    return running


@contextmanager
def task_order(seed: int) -> Generator[None]:
    """Let trio run its tasks in an order that depends on *seed* only.

    This is the private hook that trio has for Hypothesis; everything is put back after.
    """
    inside = vars(importlib.import_module("trio._core._run"))
    order = cast("random.Random", inside["_r"])
    before = order.getstate()
    with patch.dict(inside, _ALLOW_DETERMINISTIC_SCHEDULING=True):
        order.seed(seed)
        try:
            yield
        finally:
            order.setstate(before)


def run_in_real_time(
    main: Main[ResultT],
    clock: trio.abc.Clock | None = None,
    instruments: Sequence[trio.abc.Instrument] = (),
) -> ResultT:
    """Run *main* on the clock of the machine, for real sockets and processes; they are given a minute."""

    async def within_a_minute() -> ResultT:
        with trio.fail_after(REAL_PATIENCE):
            return await main()

    return trio.run(within_a_minute, clock=clock, instruments=instruments)


in_real_time: Final = pytest.mark.trio(run=run_in_real_time)
