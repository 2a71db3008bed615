"""The coverage page of each system is as the tests are, has no hole, and nobody waits in vain."""

from __future__ import annotations

import pytest

from tests.docs import coverage
from tests.docs.coverage import ALL, OF_RIVERS, Coverage, Row, covered, holes, page


@pytest.mark.parametrize("of", ALL, ids=lambda of: of.system)
def test_the_page_is_what_the_marks_say(of: Coverage) -> None:
    written = of.page.read_text(encoding="utf-8")

    assert written == page(of), "python -m tests.docs writes it anew"


@pytest.mark.parametrize("of", ALL, ids=lambda of: of.system)
def test_every_entry_has_a_test_or_waits(of: Coverage) -> None:
    assert holes(covered(of), of) == []


def test_a_hole_of_the_second_system_is_found() -> None:
    found = covered(OF_RIVERS) | {"S10": [], "T24": []}

    assert sorted(holes(found, OF_RIVERS)) == [
        "S10: neither tested nor waiting",
        "T24: neither tested nor waiting",
    ]


@pytest.mark.parametrize(
    ("number", "its", "hole"),
    [
        ("R1", [], "R1: neither tested nor waiting"),
        ("E66", [], "E66: neither tested nor waiting"),
        ("R1", [Row("R1", "", "")], "R1 of R1: no test quotes it"),
        ("R99", [Row("R99", "test", "file")], "R99: no entry has this number"),
        ("X1", [Row("X1", "test", "file")], "X1: waits, but is covered"),
    ],
)
def test_each_hole_is_found(
    number: str, its: list[Row], hole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(coverage.WAITING, "X1", "nothing")

    assert hole in holes(covered() | {number: its})
