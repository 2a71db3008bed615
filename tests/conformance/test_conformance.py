"""Random fights of everything hold to the table; nearly all of them end."""

from __future__ import annotations

from typing import Final

import pytest

from tests.conformance.report import report_on
from tests.conformance.request import judged

FEW: Final = range(16)
MANY: Final = range(1000, 3000)
"""As many as a night takes; ``python -m tests.conformance --fights 20000`` takes all cores."""
ENDS: Final = 0.95


@pytest.mark.many
@pytest.mark.parametrize("number", FEW)
def test_a_random_fight_of_everything_holds_to_the_table(number: int) -> None:
    assert judged(number).breaches == {}


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_many_random_fights_hold_to_the_table_and_nearly_all_end() -> None:
    report = report_on(map(judged, MANY))

    assert report.breaches == []
    assert report.share_that_ends >= ENDS, [*report.lines()]
