"""Which test shows which entry of the rules, as the coverage page of each system lists it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.rule_map import ENTRIES, ids, rows
from tests.support.rulebook import ROOT, book_of, marked, sentences

PAGE: Final = ROOT / "docs" / "request-coverage.md"
RIVERS_PAGE: Final = ROOT / "docs" / "rivers-coverage.md"
RIVERS: Final[dict[str, dict[str, str]]] = tomllib.loads(
    (ROOT / "tests" / "rules" / "rivers-entries.toml").read_text(encoding="utf-8")
)
"""Letter, number, title of Rivers, as `ENTRIES` of ReQuest."""

# What is not in the game yet.  A row goes as soon as its entry has sentences (or its example a test): a test sees to it.
WAITING: Final[dict[str, str]] = {}

# The same of Rivers, by what it waits for.
_RIVERS_WAITS: Final = {
    "the author's dice": "A25 T79 T80 T81 T82 T83 T84",
}
RIVERS_WAITING: Final = {
    number: what for what, numbers in _RIVERS_WAITS.items() for number in numbers.split()
}

# Entries of Rivers without sentences of their own, and the sentences that say what they say.
RIVERS_ELSEWHERE: Final = {
    "Q5": ["S25", "S26", "Q18", "S24", "A15c"],
    "Q8": ["A4"],
    "Q11": ["A15"],
    "Q14": ["S36"],
    "Q7": ["S14"],
    "Q12": ["A15", "Q13"],
    "Q20": ["Q19", "Q19b"],
    "Q45": ["S23", "S24"],
    "Q22": ["A2", "A2a"],
    "A12": ["Q4", "A12a"],
    "A28": ["Q4"],
}

HEADINGS: Final = {
    "R": "R: the game's own text",
    "P": "P: the rules it grew out of",
    "A": "A: how an ambiguity is read",
    "D": "D: what is ruled where the texts are silent",
    "E": "E: worked examples",
}
INTRODUCTION: Final = """\
# Which test shows which rule

Every entry that the rules of ReQuest were gathered under, the sentences of `rules/request/RULES.md` that it became, and
the test of each (in `tests/rules/request/`). Written by `python -m tests.docs` from
[where each rule went](rule-map.md), the marks of the tests and `tests/rules/entries.toml`; a test fails when this page
is stale or an entry has neither a test nor a place among those that wait.
"""
RIVERS_HEADINGS: Final = {
    "S": "S: the game's own text",
    "Q": "Q: the rules it grew out of",
    "A": "A: how an ambiguity is read",
    "D": "D: what is ruled where the texts are silent",
    "H": "H: bodies, wounds and what follows from characteristics",
    "C": "C: the course of a fight at this table",
    "M": "M: magic at this table",
    "T": "T: worked examples",
}
RIVERS_INTRODUCTION: Final = """\
# Which test shows which rule of Rivers

A machine plays Rivers with weapons of hand, missiles and magic, in lines or on a map. Every entry that its rules were gathered under, the sentences of `rules/rivers/RULES.md` that it became, and the test of each
(in `tests/rules/rivers/`). Written by `python -m tests.docs` from the marks of the tests and
`tests/rules/rivers-entries.toml`; a test fails when this page is stale or an entry has neither a test nor a place among
those that wait.
"""


class Row(NamedTuple):
    """A sentence (or an example, without one) and the test that shows it."""

    sentence: str
    test: str
    file: str


class Coverage(NamedTuple):
    """What there is to say of one system: ``waiting`` is what has no test yet, ``examples`` a letter."""

    system: str
    page: Path
    introduction: str
    headings: dict[str, str]
    entries: dict[str, dict[str, str]]
    waiting: dict[str, str]
    examples: str


REQUEST: Final = Coverage("request", PAGE, INTRODUCTION, HEADINGS, ENTRIES, WAITING, "E")
OF_RIVERS: Final = Coverage(
    "rivers", RIVERS_PAGE, RIVERS_INTRODUCTION, RIVERS_HEADINGS, RIVERS, RIVERS_WAITING, "T"
)
ALL: Final = (REQUEST, OF_RIVERS)


def examples(of: Coverage = REQUEST) -> dict[str, list[Row]]:
    """The tests of each worked example: those whose name begins with its number."""
    found: dict[str, list[Row]] = {}
    letter = of.examples.lower()
    for file in sorted((ROOT / "tests" / "rules" / of.system).glob("test_*.py")):
        for name in re.findall(
            rf"^def (test_{letter}\d+_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE
        ):
            (numbers,) = re.findall(rf"^test_((?:{letter}\d+_)+)", name)
            for number in numbers.strip("_").split("_"):
                found.setdefault(number.upper(), []).append(Row("", name, file.name))
    return found


def covered(of: Coverage = REQUEST) -> dict[str, list[Row]]:
    """Every entry with its sentences and their tests, in their order; empty if it waits."""
    tests = {key: Row(key, name, file) for key, name, file in marked(of.system)}
    found = {
        number: [tests.get(key, Row(key, "", "")) for key in keys]
        for number, keys in _sentences(of).items()
    }
    by_number = examples(of)
    return found | {number: by_number.get(number, []) for number in of.entries[of.examples]}


def _sentences(of: Coverage) -> dict[str, list[str]]:
    """The sentences of every entry: as the map says, or by their numbers where there is none."""
    if of.system == "request":
        return {number: ids(keys) for number, _, keys, _ in rows(4)}
    found: dict[str, list[str]] = {
        number: []
        for letter in of.entries
        if letter != of.examples
        for number in of.entries[letter]
    }
    for key, _ in sentences(book_of(of.system)):
        found.setdefault(key.rstrip("abcdefghijklmnopqrstuvwxyz"), []).append(key)
    for number, keys in RIVERS_ELSEWHERE.items():
        found[number] = [*keys, *(key for key in found[number] if key not in keys)]
    return found


def holes(found: dict[str, list[Row]], of: Coverage = REQUEST) -> list[str]:
    """What is wrong with *found*: entries without tests that do not wait, and those that wait in vain."""
    known = {number for titles in of.entries.values() for number in titles}
    return [
        *(
            f"{number}: no entry has this number"
            for number in (*found, *of.waiting)
            if number not in known
        ),
        *(
            f"{number}: neither tested nor waiting"
            for number in known
            if number not in of.waiting and not any(row.test for row in found.get(number, []))
        ),
        *(
            f"{row.sentence} of {number}: no test quotes it"
            for number, its in found.items()
            for row in its
            if not row.test
        ),
        *(f"{number}: waits, but is covered" for number in of.waiting if found.get(number)),
    ]


def page(of: Coverage = REQUEST) -> str:
    """The page as it is now."""
    found = covered(of)
    done_as = "are played" if of.system == "request" else "are there"
    parts = [of.introduction]
    for letter, titles in of.entries.items():
        done = sum(1 for number in titles if found[number])
        parts.append(f"## {of.headings[letter]}\n\n{done} of {len(titles)} {done_as}.\n")
        parts.append(_table(titles, found, of))
    if of.system == "request":
        parts.append("## Played in part\n\nWhat the map's notes say that still waits.\n")
        parts.append(_in_part())
    return "\n".join(parts)


def _in_part() -> str:
    lines = [f"| {number} | {note} |" for number, _, _, note in rows(4) if "wait" in note]
    return "\n".join(["| Entry | Note |", "|---|---|", *lines]) + "\n"


def _table(titles: dict[str, str], found: dict[str, list[Row]], of: Coverage) -> str:
    lines = ["| Entry | About | Sentence | Test | File |", "|---|---|---|---|---|"]
    for number, title in titles.items():
        if not found[number]:
            lines.append(f"| {number} | {title} | - | waits: {of.waiting.get(number, '?')} | - |")
        for at, row in enumerate(found[number]):
            name, about = (number, title) if at == 0 else ("", "")
            sentence = row.sentence or "-"
            lines.append(f"| {name} | {about} | {sentence} | `{row.test}` | `{row.file}` |")
    return "\n".join(lines) + "\n"
