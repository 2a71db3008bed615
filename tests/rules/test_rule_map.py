"""docs/rule-map.md covers every number of the rules, and names only sentences that there are."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.request.model import Options
from tests.support.rulebook import ROOT, book_of, sentences

NUMBERS = [
    *[f"R{n}" for n in range(1, 61)],
    *[f"P{n}" for n in range(1, 37)],
    *["P16a", "P16b", "P17a", "P17b", "P19a"],
    *[f"A{n}" for n in range(1, 29)],
    *[f"D{n}" for n in range(1, 19)],
]
FATES = {"sentence", "option", "follows from", "later"}
MAP = (ROOT / "docs" / "rule-map.md").read_text(encoding="utf-8")
SENTENCES = {key for key, _ in sentences(book_of("request"))}


def rows(width: int) -> list[list[str]]:
    """The rows of the map's table of that many columns, without its heading."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in MAP.splitlines()
        if line.startswith("| ")
    ]
    return [row for row in cells if len(row) == width][1:]


def ids(cell: str) -> list[str]:
    """What a cell names; a dash is nothing."""
    return re.findall(r"\w+", cell)


def named() -> set[str]:
    """Every sentence that the map names anywhere."""
    of_numbers = {key for row in rows(4) for key in ids(row[2])}
    return of_numbers | {key for row in rows(2) for key in ids(row[1])}


def test_every_number_stands_there_once() -> None:
    assert Counter(row[0] for row in rows(4)) == Counter(NUMBERS)


@pytest.mark.parametrize("row", rows(4), ids=lambda row: str(row[0]))
def test_every_number_has_a_fate_and_what_belongs_to_it(row: list[str]) -> None:
    number, fate, sentence_ids, note = row

    assert fate in FATES
    assert bool(ids(sentence_ids)) is (fate != "later")
    assert ids(note) or fate in ("sentence", "follows from")
    assert number in ids(sentence_ids) or number not in SENTENCES


def test_only_sentences_that_there_are_are_named() -> None:
    assert named() - SENTENCES == set()


def test_every_sentence_is_named() -> None:
    assert SENTENCES - named() == set()


def test_every_option_of_a_setup_is_named_and_no_other() -> None:
    assert set(re.findall(r"`(\w+)`", MAP)) == set(Options.__struct_fields__)
