"""What is said of spells is true: the table is made from the data, and one can be added as the page says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest

from rules.request import data
from rules.request.course.machine import begin
from rules.request.setup import decode
from rules.request.tell.teller import Teller
from rules.request.tell.whole import wholes
from rules.rivers.data import library as rivers_library
from tests.docs.blocks import blocks
from tests.docs.library import (
    rivers_lists,
    with_rivers_lists_renewed,
    with_rivers_spells_renewed,
    with_spells_renewed,
)
from tests.rules.request.build import SEED, Scene
from tests.rules.request.test_spells import CONTINUE, cast
from tests.support.command import ROOT

DOCS: Final = ROOT / "docs"
RENEW: Final = "run python -m tests.docs"


def test_the_table_of_spells_is_that_of_the_data() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    assert with_spells_renewed(page) == page, RENEW
    for spell in data.library().spells:
        assert f"| `{spell}` |" in page


def test_the_table_of_spells_of_rivers_is_that_of_the_data() -> None:
    page = (DOCS / "rivers.md").read_text(encoding="utf-8")
    assert with_rivers_spells_renewed(page) == page, RENEW
    for spell in rivers_library().spells:
        assert f"`{spell}`" in page


def test_the_lists_of_rivers_are_those_of_its_library() -> None:
    page = (DOCS / "rivers.md").read_text(encoding="utf-8")
    assert with_rivers_lists_renewed(page) == page, RENEW
    for heading, listed in rivers_lists().items():
        assert f"**{heading}:** {listed}\n" in page


def test_the_table_follows_the_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    with_one_more(monkeypatch, tmp_path)
    row = "| `numb` | Numbness | 6 less DEX, and half the Move | 2 | 2 | 20 m | 3 | Resilience |"
    assert row not in page
    assert row in with_spells_renewed(page)


def with_one_more(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The library with the spell of the page, put where the page says."""
    example = blocks(DOCS / "rules.md", "toml")[2]
    for file in data.DATA.iterdir():
        text = file.read_text(encoding="utf-8")
        text += example if file.name == "spells.toml" else ""
        (folder / file.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "DATA", folder)
    monkeypatch.setitem(data.library().spells, "numb", data.library.__wrapped__().spells["numb"])


SCENE: Final = """
name = "x"
rules = "request"
sides = ["a", "b"]
start = { distance = 10 }
[[combatants]]
side = "a"
spells = ["numb"]
skills = { Runecast = 60 }
[[combatants]]
side = "b"
id = "mark"
characteristics = { DEX = 15 }
"""


def test_a_spell_that_is_added_is_listed_and_cast(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_one_more(monkeypatch, tmp_path)
    setup = decode(tomllib.loads(SCENE))
    caster, mark = (one.id for one in setup.combatants)
    said = "casts Numbness by Runecast 60 with 11 magic points"
    assert said in Teller(setup).sheets().rows[0].note
    assert "C" + said[1:] in " ".join(wholes(setup)[0].lines)

    fight = Scene(begin(setup, SEED, watched=True))
    assert fight.option(mark, "defend").rank == 15
    fight.play({caster: [cast("numb", mark), CONTINUE]}, "d100=40 d100=90", upto=(1, 2))
    assert fight.option(mark, "defend").rank == 9
