"""Every sentence of every RULES.md has exactly one test, which quotes it exactly."""

from __future__ import annotations

import pytest

from tests.support.rulebook import ROOT, Sentence, book_of, faults, quotes, rule, sentences

SYSTEMS = sorted(file.parent.name for file in (ROOT / "rules").glob("*/RULES.md"))

SMALL_BOOK = """
# Shove

Not a sentence of the book.

- **R1** Whoever is shoved steps back.
- **R1a** Nobody is shoved twice.
- a list without numbers
- **P2** A wall ends it.
"""
R1 = ("R1", "Whoever is shoved steps back.")
R1A = ("R1a", "Nobody is shoved twice.")
P2 = ("P2", "A wall ends it.")


def test_there_is_a_book() -> None:
    assert "request" in SYSTEMS


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_is_quoted_word_for_word_by_exactly_one_test(system: str) -> None:
    assert faults(sentences(book_of(system)), quotes(system)) == []


def test_a_book_yields_its_numbered_sentences_only() -> None:
    assert sentences(SMALL_BOOK) == [R1, R1A, P2]


def test_a_book_quoted_in_any_order_has_no_fault() -> None:
    assert faults(sentences(SMALL_BOOK), [P2, R1, R1A]) == []


@pytest.mark.parametrize(
    ("quoted", "fault"),
    [
        ([R1, R1A], "P2: no test quotes it"),
        ([R1, R1A, P2, R1], "R1: 2 tests quote it"),
        ([R1, R1A, P2, ("P3", "A wall ends it.")], "P3: quoted, but no sentence"),
        (
            [R1, R1A, ("P2", "A wall ends it")],
            "P2: misquoted\n- A wall ends it.\n+ A wall ends it",
        ),
    ],
    ids=["missing", "doubled", "unknown", "misquoted"],
)
def test_each_breach_is_found(quoted: list[Sentence], fault: str) -> None:
    assert faults(sentences(SMALL_BOOK), quoted) == [fault]


def test_two_sentences_with_one_number_are_found() -> None:
    book = sentences(SMALL_BOOK + "- **R1** Or falls.\n")

    assert "R1: two sentences have this number" in faults(book, [R1, R1A, P2])


def test_a_mark_is_what_the_meta_test_reads() -> None:
    @rule(*R1)
    def test_shoved() -> None: ...

    assert test_shoved.__dict__["rule"] == R1
    assert test_shoved.__doc__ == "R1: Whoever is shoved steps back."
