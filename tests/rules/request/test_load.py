"""RULES.md, encumbrance: STR 11 and SIZ 11 carry 22 freely."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import SetGear
from rules.request.model import Armour, Entry, Options
from tests.rules.request.build import (
    BOW,
    DODGE,
    SWORD,
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
from tests.rules.request.places import breakaway, moving, placed, reached
from tests.support.rulebook import rule

HAULED = 23


def loaded(load: int, entry: Entry) -> Entry:
    return replace(entry, sheet=replace(entry.sheet, load=load))


def laden(fight: Scene, who: str = "b") -> bool:
    return "encumbered" in fight.seen(who).conditions


@rule(
    "P32",
    "Everybody carries up to STR + SIZ of ENC freely: the ENC of weapons held and carried, of armour and of whatever else is in its load.",
)
@pytest.mark.parametrize(("load", "is_laden"), [(15, False), (16, True)])
def test_what_is_carried_freely(load: int, is_laden: bool) -> None:
    weapons = [replace(SWORD, enc=2), replace(BOW, enc=1)]
    mail = [Armour("mail", "mail", 1, ("chest",), 0, 4)]
    b = loaded(load, fighter("b", weapons=weapons, armour=mail))

    assert laden(scene(fighter("a"), b)) is is_laden


@rule("P32a", "What is dropped, thrown or gone weighs no more.")
@pytest.mark.parametrize("state", ["dropped", "gone"])
def test_what_is_let_go(state: str) -> None:
    fight = scene(fighter("a"), loaded(20, fighter("b", weapons=[replace(SWORD, enc=3)])))
    assert laden(fight)

    fight.amend(SetGear("b", "sword", state))
    assert not laden(fight)
    fight.amend(SetGear("b", "sword", "carried"))
    assert laden(fight)


@rule(
    "P32b",
    "Whoever carries more is encumbered, with 20 % less in Dodge, Athletics, Acrobatics, every weapon skill and all fatigue tests.",
)
def test_what_it_takes() -> None:
    skills = {"Dodge": 60}
    fight = scene(fighter("a", dex=2), loaded(HAULED, fighter("b", skills=skills)))
    assert attack_need(fight, {"b": [attack("a")]}) == 30
    assert defence_need(fight, {"a": [attack("b")], "b": [DODGE]}) == 40
    assert defence_need(fight, {"a": [attack("b")], "b": [parry()]}) == 30
    bows = scene(fighter("a", dex=2), loaded(HAULED, fighter("b", weapons=[BOW])))
    assert attack_need(bows, {"b": [shoot("a")]}) == 30


@pytest.mark.parametrize(("weapon", "needs"), [("", 40), ("sword", 30)])
def test_it_weighs_on_contests(weapon: str, needs: int) -> None:
    fight = placed(
        """
        . . . .
         . b a .
        . . . .
        """,
        loaded(HAULED, fighter("b", dex=19, skills={"Dodge": 60})),
        fighter("a", dex=2),
    )
    fight.play({"b": [breakaway("back", weapon)]}, "d100=96")

    assert figure(fight.of("contest")[0], "contest_chance") == needs


@pytest.mark.parametrize("skill", ["Resilience", "Athletics"])
def test_it_weighs_once_on_fatigue_tests(skill: str) -> None:
    weak = fighter("b", dex=6, skills={"Resilience": 20, "Athletics": 20} | {skill: 70})
    traits = replace(weak.sheet.characteristics, CON=1)
    b = loaded(HAULED, replace(weak, sheet=replace(weak.sheet, characteristics=traits)))
    fight = scene(fighter("a", dex=2), b, options=Options())
    fight.play({"b": [attack("a")]}, "d100=96 d100=50", upto=(1, 9))

    (test,) = fight.of("fatigue")
    assert terms(test, "fatigue_chance") == {skill: 70, "encumbered": -20}


@rule("P32c", "Whoever is encumbered has half its Move.")
@pytest.mark.parametrize(("metres", "steps"), [(8, 2), (4, 1), (1, 1)])
def test_half_the_move(metres: int, steps: int) -> None:
    fight = placed(
        "b" + " ." * 9 + " a", loaded(HAULED, moving(metres, fighter("b"))), fighter("a")
    )

    assert max(ord(name[0]) - ord("A") for name in reached(fight, "b")) == steps
