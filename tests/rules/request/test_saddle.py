"""RULES.md, in the saddle: height, the dodge of a rider, and Riding as the most a weapon skill is good for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.request.model import Entry
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DODGE,
    SHIELD,
    SWORD,
    Said,
    Scene,
    attack,
    attack_need,
    defence_need,
    fighter,
    figure,
    parry,
    scene,
    shoot,
    terms,
)
from tests.rules.request.places import breakaway, flying, mounted, oppose, placed
from tests.support.rulebook import rule

ARMED = (SWORD, SHIELD, DAGGER, BOW)


def one(name: str, way: str = "", riding: int = 90, dex: int = 11) -> Entry:
    """Somebody with sword and bow, on foot, mounted or flying ("m", "f" or "mf")."""
    made = fighter(name, skills={"Riding": riding, "Shield": 60}, weapons=ARMED, dex=dex)
    made = mounted(made) if "m" in way else made
    return flying(made) if "f" in way else made


def duel(way: str, against: str, riding: int = 90, dex: int = 12) -> Scene:
    return scene(one("a", way, riding, dex=dex), one("b", against, dex=6))


@rule("P34a", "A close attack from the saddle on somebody on foot is at +20 %.")
@pytest.mark.parametrize(
    ("against", "more"), [("", 20), ("m", 0), ("f", 0), ("mf", 0)], ids=["foot", "m", "f", "mf"]
)
def test_the_saddle_is_higher(against: str, more: int) -> None:
    for way in ("m", "mf"):
        assert attack_need(duel(way, against), {"a": [attack("b")]}) == 50 + more
        blow = duel(way, against).play({"a": [attack("b")]}, "d100=96").attack()
        assert terms(blow, "attack_chance").get("mounted", 0) == more


@rule("P34b", "A close attack of somebody on foot on somebody mounted is at -20 %.")
@pytest.mark.parametrize(
    ("way", "against", "less"),
    [("", "m", 20), ("", "mf", 20), ("", "f", 0), ("f", "m", 0), ("m", "m", 0)],
)
def test_people_on_foot_strike_upwards(way: str, against: str, less: int) -> None:
    assert attack_need(duel(way, against), {"a": [attack("b")]}) == 50 - less


def test_a_shot_knows_no_saddle() -> None:
    for way, against in (("m", ""), ("", "m")):
        blow = scene(one("a", way, dex=12), one("b", against), distance=20)
        said = {"a": [Said("ready/bow"), Said("ready/bow"), shoot("b")]}
        shot = blow.play(
            {"a": [Said("ready/bow", (), ("drop/sword",)), *said["a"][1:]]}, "d100=96", (2, 1)
        )
        assert figure(shot.attack(), "attack_chance") == 50


@rule("P34c", "Whoever is on foot parries and dodges a close attack from the saddle at -20 %.")
@pytest.mark.parametrize(
    ("way", "against", "less"), [("m", "", 20), ("mf", "", 20), ("", "", 0), ("f", "", 0)]
)
def test_a_blow_from_above_is_hard_to_stop(way: str, against: str, less: int) -> None:
    for reaction in (parry(), DODGE):
        fight = duel(way, against)
        assert defence_need(fight, {"a": [attack("b")], "b": [reaction]}) == 50 - less


@pytest.mark.parametrize("against", ["m", "f"])
def test_only_those_on_foot_stop_it_badly(against: str) -> None:
    assert defence_need(duel("m", against), {"a": [attack("b")], "b": [parry()]}) == 50


@rule("P16g", "Whoever is mounted dodges at -30 %.")
def test_a_rider_dodges_badly() -> None:
    for way, chance in (("m", 20), ("mf", 20), ("f", 50), ("", 50)):
        fight = duel("f", way).play({"a": [attack("b")], "b": [DODGE]}, "d100=96 d100=96")
        assert figure(fight.attack(), "defence_chance") == chance


@rule("P34", "Whoever is mounted uses no weapon skill above its Riding: what is more is taken off.")
@pytest.mark.parametrize(
    ("riding", "chance", "term"), [(30, 30, -20), (49, 49, -1), (50, 50, None), (80, 50, None)]
)
def test_riding_is_the_most(riding: int, chance: int, term: int | None) -> None:
    """Blows, shots, parries and contests of skill alike."""
    blow = duel("m", "m", riding).play({"a": [attack("b")]}, "d100=96").attack()
    assert figure(blow, "attack_chance") == chance
    assert terms(blow, "attack_chance").get("Riding") == term
    fight = scene(one("a", "f", dex=12), one("b", "m", riding, dex=6))
    parried = fight.play({"a": [attack("b")], "b": [parry()]}, "d100=96 d100=96").attack()
    assert figure(parried, "defence_chance") == chance
    afield = placed(
        """
        . . . .
         . a b .
        . . . .
        """,
        one("a", "m", riding, dex=6),
        one("b", "m", 90, dex=12),
    )
    afield.play({"a": [breakaway("A2", "sword")], "b": [oppose()]}, "d100=96 d100=96")
    assert figure(afield.of("contest")[0], "contest_chance") == chance


def test_on_foot_nobody_needs_to_ride() -> None:
    for way in ("", "f"):
        assert attack_need(duel(way, "f", riding=1), {"a": [attack("b")]}) == 50


def test_riding_untrained_is_its_base_value() -> None:
    """DEX 12 and POW 11."""
    rider = replace(fighter("a", dex=12), mounted=True)
    blow = scene(rider, mounted(fighter("b"))).play({"a": [attack("b")]}, "d100=96").attack()
    assert terms(blow, "attack_chance")["Riding"] == 23 - 50


@rule("D11", "The cap of Riding leaves strike ranks alone.")
def test_riding_slows_nobody() -> None:
    untaught = fighter("a", sword=74, skills={"Riding": 12})
    fight = scene(mounted(untaught), one("b", "m"))
    assert fight.option("a", "attack/sword").rank == 8
