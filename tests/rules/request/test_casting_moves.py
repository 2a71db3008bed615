"""RULES.md: casting and half a Move beside it (A15a), and who strikes at it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import SetStatus
from rules.request.course.machine import restore
from rules.request.data import library
from rules.request.tell.teller import Teller
from tests.rules.request.build import DECLINE, Said, Scene, fighter, figure
from tests.rules.request.places import (
    choices,
    foes,
    move,
    moving,
    opportunities,
    opportunity,
    place,
    placed,
)
from tests.rules.request.test_riding import pair, rider
from tests.rules.request.test_spells import FAILS, WORKS, cast, mage, minded, under
from tests.support.rulebook import rule

APART = """
    . . . . . . . .
     . a . . . . b .
    . . . . . . . .
"""
ROUND_B2 = {"B1", "C1", "A2", "C2", "B3", "C3"}


def apart(*spells: str, metres: int = 4) -> Scene:
    return placed(APART, moving(metres, mage("a", *spells)), minded(fighter("b")))


def going(spell: str, target: str, to: str) -> Said:
    return Said(f"cast/{spell}", (target, to))


@rule(
    "A15a",
    "Whoever casts or goes on with a spell may move up to half its Move beside it, after the casting, if it stands on its own feet and is engaged with nobody.",
)
@pytest.mark.parametrize(("step", "ends"), [("B1", "B1"), ("stay", "B2"), ("", "B2")])
def test_half_a_move_beside_a_spell(step: str, ends: str) -> None:
    fight = apart("hinder", "dismay")
    option = fight.option("a", "cast/dismay")
    assert set(choices(option, "step")) == {"stay", *ROUND_B2}
    said = cast("hinder", "b") if not step else going("hinder", "b", step)
    fight.play({"a": [said]}, f"{WORKS} {FAILS}")
    assert place(fight, "a") == ends
    assert "slowed" in under(fight, "b")
    assert [e.kind for e in fight.of("cast", "moved", by="a")] == (
        ["cast", "moved"] if ends == "B1" else ["cast"]
    )
    # A15: all of it at the rank of the skill.
    assert {e.rank for e in fight.of("cast", "moved", by="a")} == {5}


def test_every_part_has_its_step() -> None:
    fight = apart("dismay")
    goes_on = Said("continue", ("C1",))
    fight.play({"a": [going("dismay", "b", "C2"), goes_on]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert place(fight, "a") == "C1"
    assert "demoralised" in under(fight, "b")
    (first, second) = fight.of("moved", by="a")
    assert [one.facts["how"] for one in (first, second)] == ["cast", "cast"]
    assert figure(first, "metres") == 2


def test_a_larger_move_has_a_longer_half() -> None:
    steps = choices(apart("dismay", metres=8).option("a", "cast/dismay"), "step")
    assert "D2" in steps
    assert "E2" not in steps


@pytest.mark.parametrize("values", [(), ("b", "B1", "C1"), ("b", "stay", "B1")])
def test_a_mark_and_one_hex_at_most(values: tuple[str, ...]) -> None:
    assert apart("hinder").refuses("a", Said("cast/hinder", values))


@pytest.mark.parametrize("to", ["D2", "B2", "Z99", "nowhere"])
def test_no_farther_and_nowhere_else(to: str) -> None:
    assert apart("hinder").refuses("a", going("hinder", "b", to))


def test_the_engaged_and_those_who_do_not_stand_stay_where_they_are() -> None:
    beside = placed(". a b . .", mage("a", "hinder"), fighter("b"))
    assert not choices(beside.option("a", "cast/hinder"), "step")
    assert beside.refuses("a", going("hinder", "b", "A1"))
    lying = apart("hinder").amend(SetStatus("a", "prone"))
    assert not choices(lying.option("a", "cast/hinder"), "step")


def test_whoever_rides_goes_where_its_mount_goes() -> None:
    sheet = rider().sheet
    skills = {**sheet.skills, "Runecast": 50}
    known = (library().spells["hinder"],)
    witch = replace(rider(), sheet=replace(sheet, spells=known, magic_points=5, skills=skills))
    fight = pair(who=witch)
    assert "cast/hinder" in fight.offers("a")
    assert not choices(fight.option("a", "cast/hinder"), "step")


def test_nobody_steps_who_has_been_engaged_meanwhile() -> None:
    """The foe comes up at 14, before the casting at 5, which was declared before."""
    fight = placed(
        ". a . . b .",
        mage("a", "hinder", dex=19),
        minded(fighter("b", dex=14)),
    )
    fight.play({"a": [going("hinder", "b", "A1")], "b": [move("C1"), DECLINE]}, f"{WORKS} {FAILS}")
    assert place(fight, "b") == "C1"
    assert fight.of("cast")
    assert place(fight, "a") == "B1"


def test_a_spell_that_an_opening_spoils_takes_the_step_with_it() -> None:
    fight = placed(". a . . b .", mage("a", "dismay", dex=19), minded(fighter("b", dex=14)))
    fight.play(
        {"a": [going("dismay", "b", "A1")], "b": [move("C1"), opportunity()]},
        "d100=40 d8=1 d20=10 d100=60",
    )
    assert fight.of("task_lost")
    assert place(fight, "a") == "B1"


@rule(
    "A15b",
    "Such a move gives an opening to every foe that it leads next to, unless the casting has given it one.",
)
def test_openings_on_the_way() -> None:
    fight = placed(
        ". a . . .\n . . b . .",
        mage("a", "hinder"),
        minded(fighter("b", dex=1)),
    )
    fight.play({"a": [going("hinder", "b", "C1")], "b": [DECLINE]}, f"{WORKS} {FAILS}")
    assert opportunities(fight) == [("b", "a")]
    assert foes(fight, "a") == {"b": "normal"}
    away = placed(". a . . .\n . . b . .", mage("a", "hinder"), minded(fighter("b", dex=1)))
    away.play({"a": [going("hinder", "b", "A1")]}, f"{WORKS} {FAILS}")
    assert not opportunities(away)


def test_a_blow_on_the_way_loses_a_spell_that_goes_on() -> None:
    fight = placed(". a . . .\n . . b . .", mage("a", "dismay"), minded(fighter("b", dex=1)))
    fight.play(
        {"a": [going("dismay", "b", "C1")], "b": [opportunity()]}, "d100=40 d8=1 d20=10 d100=60"
    )
    assert fight.of("part_done")
    assert fight.of("task_lost")[0].facts["cause"] == "hurt"


def test_snapshots_on_the_way_beside_a_spell() -> None:
    fight = placed(". a . . .\n . . b . .", mage("a", "dismay"), minded(fighter("b", dex=1)))
    fight.answer(going("dismay", "b", "C1"))
    assert [one.combatant for one in fight.open()] == ["b"]
    again = Scene(restore(fight.fight.snapshot()))
    assert again.fight.snapshot() == fight.fight.snapshot()
    again.fight.watch()
    again.answer(DECLINE)
    assert place(again, "a") == "C1"


def test_it_is_told() -> None:
    fight = apart("hinder").play({"a": [going("hinder", "b", "B1")]}, f"{WORKS} {FAILS}")
    (line,) = Teller(fight.fight.setup).lines(fight.of("moved"))
    assert line.text == "A goes to B1."
