"""Which test shows which entry of the rules, as docs/request-coverage.md lists it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tests.support.rule_map import ENTRIES, ids, rows
from tests.support.rulebook import ROOT, marked

PAGE: Final = ROOT / "docs" / "request-coverage.md"

# What is not in the game yet.  A row goes as soon as its entry has sentences (or its example a test): a test sees to it.
WAITING: Final = {
    "P3": "an extra attack with a second weapon or a shield",
    "P26": "spells",
    "P32": "encumbrance",
    "P33": "grapples",
    "A20": "grapples",
    "D12": "grapples",
    "D13": "flight",
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


class Row(NamedTuple):
    """A sentence (or an example, without one) and the test that shows it."""

    sentence: str
    test: str
    file: str


def examples() -> dict[str, list[Row]]:
    """The tests of each worked example: those whose name begins with its number."""
    found: dict[str, list[Row]] = {}
    for file in sorted((ROOT / "tests" / "rules" / "request").glob("test_*.py")):
        for name in re.findall(
            r"^def (test_e\d+_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE
        ):
            (numbers,) = re.findall(r"^test_((?:e\d+_)+)", name)
            for number in numbers.strip("_").split("_"):
                found.setdefault(number.upper(), []).append(Row("", name, file.name))
    return found


def covered() -> dict[str, list[Row]]:
    """Every entry with its sentences and their tests, in the order of the map; empty if it waits."""
    tests = {key: Row(key, name, file) for key, name, file in marked("request")}
    found = {
        number: [tests.get(key, Row(key, "", "")) for key in ids(sentences)]
        for number, _, sentences, _ in rows(4)
    }
    by_number = examples()
    return found | {number: by_number.get(number, []) for number in ENTRIES["E"]}


def holes(found: dict[str, list[Row]]) -> list[str]:
    """What is wrong with *found*: entries without tests that do not wait, and those that wait in vain."""
    known = {number for titles in ENTRIES.values() for number in titles}
    return [
        *(
            f"{number}: no entry has this number"
            for number in (*found, *WAITING)
            if number not in known
        ),
        *(
            f"{number}: neither tested nor waiting"
            for number in known
            if number not in WAITING and not any(row.test for row in found.get(number, []))
        ),
        *(
            f"{row.sentence} of {number}: no test quotes it"
            for number, its in found.items()
            for row in its
            if not row.test
        ),
        *(f"{number}: waits, but is covered" for number in WAITING if found.get(number)),
    ]


def page() -> str:
    """The page as it is now."""
    found = covered()
    parts = [INTRODUCTION]
    for letter, titles in ENTRIES.items():
        done = sum(1 for number in titles if found[number])
        parts.append(f"## {HEADINGS[letter]}\n\n{done} of {len(titles)} are played.\n")
        parts.append(_table(titles, found))
    parts.append("## Played in part\n\nWhat the map's notes say that still waits.\n")
    parts.append(_in_part())
    return "\n".join(parts)


def _in_part() -> str:
    lines = [f"| {number} | {note} |" for number, _, _, note in rows(4) if "wait" in note]
    return "\n".join(["| Entry | Note |", "|---|---|", *lines]) + "\n"


def _table(titles: dict[str, str], found: dict[str, list[Row]]) -> str:
    lines = ["| Entry | About | Sentence | Test | File |", "|---|---|---|---|---|"]
    for number, title in titles.items():
        if not found[number]:
            lines.append(f"| {number} | {title} | - | waits: {WAITING.get(number, '?')} | - |")
        for at, row in enumerate(found[number]):
            name, about = (number, title) if at == 0 else ("", "")
            sentence = row.sentence or "-"
            lines.append(f"| {name} | {about} | {sentence} | `{row.test}` | `{row.file}` |")
    return "\n".join(lines) + "\n"
