"""Every run tries the same examples, none fails for being slow on a busy machine, and `--every` thins out many fights."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

from scheduler.collector import MIDDLE, OLD, YOUNG

gc.set_threshold(YOUNG, MIDDLE, OLD)  # as every command does; a tenth of the time of a run
settings.load_profile("ci")  # Hypothesis's own: derandomized, without deadlines or a database


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every",
        type=int,
        default=1,
        help="of the numbered fights of tests marked `many` play one in so many",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    every: object = config.getoption("--every")
    assert isinstance(every, int)
    left_out = [item for item in items if every > 1 and _number(item) % every]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in {*left_out}]


def _number(item: pytest.Item) -> int:
    """Which of many fights it plays; 0 if it is no test of many."""
    call = getattr(item, "callspec", None)
    if call is None or item.get_closest_marker("many") is None:
        return 0
    number: object = call.params.get("number", 0)
    return number if isinstance(number, int) else 0
