"""docs/rule-map.md covers every number of the rules, and names only sentences that there are."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.request.model import Options
from tests.support.rule_map import ENTRIES, MAP, ids, rows
from tests.support.rulebook import book_of, sentences

NUMBERS = [number for letter in "RPAD" for number in ENTRIES[letter]]
FATES = {"sentence", "option", "follows from", "later"}
SENTENCES = {key for key, _ in sentences(book_of("request"))}


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
