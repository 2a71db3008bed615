"""Whatever plays fights for a user seldom looks for garbage."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from typing import Final

import pytest

from arena import worker
from scheduler.collector import MIDDLE, OLD, YOUNG, collect_seldom
from strikerank import __main__, commands
from tests.support.arena import match

PYTHONS: Final = (700, 10, 10)


@pytest.fixture(autouse=True)
def rhythm() -> Iterator[None]:
    """Python's own, and after the test what it was before."""
    before = gc.get_threshold()
    gc.set_threshold(*PYTHONS)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def is_seldom() -> bool:
    return gc.get_threshold() == (YOUNG, MIDDLE, OLD) and gc.get_freeze_count() > 0


def test_it_is_looked_for_seldom_and_never_among_what_is_loaded() -> None:
    gc.unfreeze()
    assert not is_seldom()

    collect_seldom()

    assert is_seldom()


def test_every_command_does_so(monkeypatch: pytest.MonkeyPatch) -> None:
    was_seldom: list[bool] = []

    def command(prog_name: str) -> None:
        was_seldom.append(prog_name == "strikerank" and is_seldom())

    monkeypatch.setattr(commands, "main", command)

    __main__.main()

    assert was_seldom == [True]


def test_every_worker_of_the_arena_does_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def ignore(_number: object, _handler: object) -> None:
        """Interrupts stay as they are."""

    monkeypatch.setattr(signal, "signal", ignore)

    worker.begin(match())

    assert is_seldom()
