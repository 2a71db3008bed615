"""Spells and casters that cannot be: file, key, reason, and what would be right."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.request import data
from rules.request.data import library
from rules.request.model import Add, Spell
from rules.request.setup.advice import advice
from tests.rules.request.build import fighter, scene
from tests.rules.request.refused import bare
from tests.rules.request.test_spells import mage, written


@pytest.mark.parametrize(
    ("creature", "line", "problem"),
    [
        ("witch", 'spells = ["warp"]', 'spells[0]: there is no spell "warp"; did you mean ward?'),
        (
            "raider",
            'spells = ["glow", "haste", "glow"]',
            "spells[2]: glow stands here twice; expected each one once",
        ),
        ("raider", 'spells = "glow"', 'spells: "glow" is not possible; expected a list'),
        ("raider", "spells = { glow = 1 }", "spells: a table is not possible; expected a list"),
        ("raider", "spells = [1]", "spells[0]: 1 is not possible; expected text"),
        ("raider", 'spell = ["glow"]', "spell: there is no such key; did you mean spells?"),
        (
            "witch",
            "magic_points = 17",
            "magic_points: 17 is over its POW; expected at most 16",
        ),
        (
            "witch",
            "magic_points = -1",
            "magic_points: -1 is not possible; expected a whole number from 0 to 99",
        ),
        (
            "witch",
            'magic_points = "all"',
            'magic_points: "all" is not possible; expected a whole number from 0 to 99',
        ),
        (
            "raider",
            "magic_points = 3",
            "magic_points: 3 is for those who know spells; expected `spells` beside it",
        ),
        (
            "witch",
            "spells = []\nmagic_points = 3",
            "magic_points: 3 is for those who know spells; expected `spells` beside it",
        ),
        (
            "witch",
            "skills = { Runecasting = 60 }",
            'skills.Runecasting: there is no skill "Runecasting"; did you mean Runecast?',
        ),
    ],
)
def test_a_wrong_caster_is_refused_with_its_path(creature: str, line: str, problem: str) -> None:
    with pytest.raises(SetupError) as caught:
        written(line, creature)

    assert bare(caught.value) == f"combatants[0].{problem}"


def test_no_points_without_spells_is_no_fault() -> None:
    assert written("magic_points = 0", "raider").combatants[0].sheet.magic_points == 0
    assert written("spells = []").combatants[0].sheet.magic_points == 0


def test_who_hardly_casts_is_most_likely_not_meant() -> None:
    assert not advice(written())
    assert advice(written('spells = ["glow"]', "raider")) == (
        "Raider knows spells, and Runecast at 10% only",
    )


@pytest.mark.parametrize(
    ("spell", "line", "said"),
    [
        ("disrupt", "figure = 0", "figure: disrupt wants one; expected 1 to 99"),
        ("mend", "figure = 0", "figure: heal wants one; expected 1 to 99"),
        ("ward", "figure = 0", "figure: protect wants one; expected 1 to 99"),
        ("disrupt", "figure = 3.5", "figure: 3.5 is not possible; expected a whole number"),
        ("mend", "rounds = 2", "rounds: heal is over at once; expected none"),
        ("glow", "rounds = 0", "rounds: light lasts; expected 1 to 99"),
        ("keen-edge", "weapons = []", "weapons: edge goes with some; expected weapon skills"),
        (
            "keen-edge",
            'weapons = ["1H Sord"]',
            'weapons[0]: there is no skill "1H Sord"; did you mean 1H Sword?',
        ),
        (
            "haste",
            'skill = "Runecasting"',
            'skill: there is no skill "Runecasting"; did you mean Runecast?',
        ),
        (
            "haste",
            'effect = "quick"',
            'effect: "quick" is not possible; expected "disrupt", "edge"',
        ),
        (
            "haste",
            "actions = 0",
            "actions: 0 is not possible; expected a whole number from 1 to 10",
        ),
        ("haste", 'id = "glow"', '"glow" is there already; expected an id of its own'),
    ],
)
def test_a_wrong_spell_is_refused_with_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spell: str, line: str, said: str
) -> None:
    for file in data.DATA.iterdir():
        text = file.read_text(encoding="utf-8")
        if file.name == "spells.toml":
            text = _with(text, spell, line)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "DATA", tmp_path)

    with pytest.raises(SetupError) as caught:
        library.__wrapped__()

    place = list(library().spells).index(spell)
    dot = "." if ":" in said.split(maxsplit=1)[0] else ": "
    assert str(caught.value).startswith(f"spells.toml: spell[{place}]{dot}{said}")


def _with(text: str, spell: str, line: str) -> str:
    """The file with one key of one spell changed, or added to it."""
    tables = text.split("[[spell]]")
    wanted = next(i for i, one in enumerate(tables) if f'id = "{spell}"' in one)
    name = line.partition(" = ")[0]
    kept = [one for one in tables[wanted].strip().splitlines() if not one.startswith(f"{name} = ")]
    tables[wanted] = "\n" + "\n".join([line, *kept]) + "\n\n"
    return "[[spell]]".join(tables)


def test_nobody_joins_who_knows_a_spell_twice() -> None:
    fight = scene(mage("a"), fighter("b", "y"))

    with pytest.raises(IllegalAmendmentError) as caught:
        fight.amend(Add(mage("c", "ward", "ward", side="y")))

    assert "has 'ward' twice" in str(caught.value)


def test_a_spell_from_outside_that_cannot_be_is_refused() -> None:
    known = msgspec.json.encode(library().spells["disrupt"])
    with pytest.raises(msgspec.ValidationError, match="`figure`: disrupt wants one"):
        msgspec.json.decode(known.replace(b'"figure":3', b'"figure":0'), type=Spell)
