"""The page for encounter designers explains all that an arena says, and its figures are true."""

from __future__ import annotations

import re

import msgspec
import pytest

from arena.compare import Comparison, Difference, SideDifference
from arena.odds import wilson
from arena.report import (
    WITHOUT_WINNER,
    Bar,
    Broken,
    Failures,
    One,
    Person,
    Refusals,
    Report,
    Rounds,
    Share,
    SideReport,
)
from arena.sheet import COLUMNS
from strikerank.arena import USUAL
from tests.support.command import ROOT

PAGE = (ROOT / "docs" / "encounters.md").read_text(encoding="utf-8")
EXPLAINED = set(re.findall(r"`(\w+)`", PAGE))


@pytest.mark.parametrize(
    "form",
    [
        *(Report, SideReport, Person, Share, Rounds, One, Bar, Failures, Broken, Refusals),
        *(Comparison, SideDifference, Difference),
    ],
)
def test_every_key_of_the_json_is_explained(form: type[msgspec.Struct]) -> None:
    assert {field.encode_name for field in msgspec.structs.fields(form)} - EXPLAINED == set()


def test_every_column_of_the_sheet_is_explained() -> None:
    assert set(COLUMNS) <= EXPLAINED


def test_every_end_without_a_winner_is_explained() -> None:
    assert set(WITHOUT_WINNER) <= EXPLAINED


def test_the_margins_are_those_of_a_half() -> None:
    rows = re.findall(r"^\| ([0-9]+)(?: \(the default\))? \| ([0-9]+)", PAGE, re.MULTILINE)
    rows = [(int(fights), int(points)) for fights, points in rows if int(fights) >= 100]

    assert len(rows) == 4
    for fights, points in rows:
        low, high = wilson(fights // 2, fights)
        assert round((high - low) * 50) == points
    assert f"| {USUAL} (the default) |" in PAGE
