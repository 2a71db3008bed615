"""Who can hurt no foe with anything it owns goes, or yields; a lucky blow is hope enough."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.temper.model import Temper
from rules.request.model import Blow, Entry
from tests.policies.saying import says
from tests.rules.request.build import SWORD, Scene, fighter, scene
from tests.rules.request.places import FIST, HANDY, placed
from tests.rules.request.test_spells import mage

BESIDE = """
    . . . . .
     . . a b .
    . . . . .
"""
NO_WAY = "a b"


def me(temper: Temper | None = None, *, sword: int = 90) -> Entry:
    return replace(fighter("a", "us", dex=16, sword=sword), temper=temper)


def giant(hide: int = 50) -> Entry:
    return fighter("b", "them", hide=hide)


def late(fight: Scene) -> Scene:
    fight.fight.round = 4
    return fight


def test_whoever_can_hurt_nobody_breaks_away_or_yields() -> None:
    fight = placed(BESIDE, me(), giant())
    assert not says("steady", fight).startswith(("breakaway", "yield"))  # it tries first
    assert says("steady", late(fight)).startswith("breakaway")
    assert says("steady", late(placed(NO_WAY, me(), giant()))) == "yield"
    assert says("steady", late(placed("a . . . . b", me(), giant()))) == "sprint leave"


def test_a_lucky_blow_is_hope() -> None:
    """1D8, and four for a charge: eleven points of hide still let one through."""
    for hide, hopes in ((11, True), (12, False)):
        said = says("steady", late(placed(BESIDE, me(), giant(hide))))
        assert said.startswith("breakaway") is not hopes


@pytest.mark.parametrize(
    ("tested", "yields", "said"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_people_yield_beasts_and_the_fearless_do_not(
    tested: bool,
    yields: bool,
    said: bool,
) -> None:
    temper = Temper("soldier", 12, tested=tested, yields=yields)
    assert (says("steady", placed(NO_WAY, me(temper), giant())) == "yield") is said


def test_a_spell_or_a_friend_is_hope() -> None:
    witch = mage("a", "disrupt", side="us", dex=16)
    assert not says("steady", late(placed(BESIDE, witch, giant()))).startswith("breakaway")

    cannon = replace(SWORD, close=Blow("1H Sword", 9, 8))
    friend = fighter("c", "us", weapons=(cannon,))
    drawing = BESIDE.replace("a b .", "a b c")
    assert not says("steady", late(placed(drawing, me(), giant(), friend))).startswith("breakaway")


def test_without_places_one_can_but_yield() -> None:
    fight = late(scene(me(), giant()))
    assert says("steady", fight) == "yield"
    beast = Temper("beast", 12, yields=False)
    assert says("steady", late(scene(me(beast), giant()))) != "yield"


def test_who_has_both_hands_free_may_take_hold_of_it() -> None:
    wrestler = fighter("a", "us", dex=16, weapons=(FIST,), held=(), skills=HANDY)
    said = says("steady", late(placed(BESIDE, wrestler, giant())))
    assert not said.startswith(("breakaway", "yield"))


def test_no_other_spell_and_no_other_friend_is() -> None:
    witch = mage("a", "hinder", side="us", dex=16)
    drawing = BESIDE.replace("a b .", "a b c")
    fight = late(placed(drawing, witch, giant(), fighter("c", "us")))

    assert says("steady", fight).startswith("breakaway")
