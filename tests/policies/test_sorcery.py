"""Those who cast: what for, and that whoever is afraid or wants away casts nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import SetStatus
from rules.request.model import Temper
from tests.policies.saying import says
from tests.rules.request.build import Scene, fighter
from tests.rules.request.places import placed
from tests.rules.request.test_spells import CONTINUE, FAILS, WORKS, cast, mage

APART = "a . . . . b"


def apart(*spells: str, temper: Temper | None = None) -> Scene:
    witch = replace(mage("a", *spells, dex=16), temper=temper)
    return placed(APART, witch, fighter("b"))


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_harm_from_a_distance(mind: str) -> None:
    assert says(mind, apart("disrupt")) == "cast/disrupt b"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_what_is_begun_is_gone_on_with(mind: str) -> None:
    fight = apart("dismay").play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    assert says(mind, fight) == "continue"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_the_fearful_cast_nothing_and_give_up_what_they_began(mind: str) -> None:
    soldier = Temper("soldier", 12)
    fight = apart("dismay", temper=soldier)
    fight.play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    fight.amend(SetStatus("a", "fleeing"))
    assert not says(mind, fight).startswith(("cast", "continue"))


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_whoever_wants_away_casts_nothing(mind: str) -> None:
    away = Temper("soldier", 12, goal="escape")
    assert not says(mind, apart("disrupt", temper=away)).startswith("cast")


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_whom_one_drives_off_is_let_go(mind: str) -> None:
    patient = Temper("soldier", 12, goal="drive off")
    fight = apart("disrupt", "dismay", temper=patient).amend(SetStatus("b", "fleeing"))
    assert not says(mind, fight).startswith("cast")


def test_light_for_a_friend_in_the_dark() -> None:
    people = mage("a", "glow", side="us"), fighter("b", "us"), mage("c", "gloom", side="them")
    fight = placed("a b . . . . c", *people)
    fight.play({"c": [cast("gloom", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert says("steady", fight) == "cast/glow b"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_nobody_begins_a_spell_at_blows(mind: str) -> None:
    fight = placed(". a b .", mage("a", "disrupt", dex=16), fighter("b"))
    assert not says(mind, fight).startswith("cast")
