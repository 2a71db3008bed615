"""Random fights of everything hold to the table; nearly all of them end."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.conformance.many import all_judged, keeping, kept_in, surely_judged
from tests.conformance.report import Verdict, report_on
from tests.conformance.request import judged
from tests.conformance.rivers import judged as judged_of_rivers

FEW: Final = range(16)
FEW_OF_RIVERS: Final = range(12)
CUT_OFF: Final = 172_678
"""The game master ends it in the middle of a retreat, of which nobody knows yet who follows."""
AT_ONE_MOMENT: Final = (9458, 10_442, 12_819, 12_830, 17_386)
"""Whoever acts is met, surrounded, unseated, brought down or followed at that very moment."""
MANY: Final = range(1000, 21_000)
MANY_OF_RIVERS: Final = range(1000, 6_000)
THOUSAND: Final = 1000
"""So many are one test, and one line of the progress."""
ENDS: Final = 0.95


@pytest.mark.many
@pytest.mark.parametrize("number", [*FEW, CUT_OFF, *AT_ONE_MOMENT])
def test_a_random_fight_of_everything_holds_to_the_table(number: int) -> None:
    assert judged(number).breaches == {}


@pytest.mark.many
@pytest.mark.parametrize("number", FEW_OF_RIVERS)
def test_a_random_fight_of_rivers_holds_to_its_table(number: int) -> None:
    assert judged_of_rivers(number).breaches == {}


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("first", MANY_OF_RIVERS[::THOUSAND])
def test_many_random_fights_of_rivers_hold_to_it_and_nearly_all_end(first: int) -> None:
    """As for ReQuest."""
    report = report_on(all_judged(range(first, first + THOUSAND), system="rivers"))

    assert report.breaches == []
    assert report.share_that_ends >= ENDS, [*report.lines()]


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("first", MANY[::THOUSAND])
def test_many_random_fights_hold_to_the_table_and_nearly_all_end(first: int) -> None:
    """All cores; ``--lf`` plays only the thousands that failed, ``-k 5000`` one of them."""
    report = report_on(all_judged(range(first, first + THOUSAND)))

    assert report.breaches == []
    assert report.share_that_ends >= ENDS, [*report.lines()]


def test_a_fight_that_breaks_off_is_a_breach() -> None:
    def breaks_off(number: int) -> Verdict:
        raise RuntimeError(number)

    verdict = surely_judged(7, breaks_off)

    assert verdict.number == 7
    assert "RuntimeError: 7" in verdict.breaches["crash"][0]
    assert surely_judged(7, lambda number: Verdict(number, "victory", 1, {}, {})).breaches == {}


def test_verdicts_are_kept_one_by_one_and_a_cut_line_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    one = Verdict(1, "victory", 3, {"attack": 4}, {})
    two = Verdict(2, "cap", 60, {}, {"order": ["e2 comes after e3"]})

    assert kept_in(file) == {}
    assert next(keeping([one, two], file)) == one
    assert kept_in(file) == {1: one}

    file.write_bytes(file.read_bytes() + b'[2,"ca')
    assert kept_in(file) == {1: one}
    assert [*keeping([two], file)] == [two]
    assert kept_in(file) == {1: one, 2: two}
