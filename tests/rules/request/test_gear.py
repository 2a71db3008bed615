"""RULES.md, gear."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import SetStatus
from rules.request.data import library
from rules.request.model import Armour, Blow, Shot, Weapon
from tests.rules.request.build import (
    AXE,
    BOW,
    CHAIN_COIF,
    CHAIN_SHIRT,
    DAGGER,
    DODGE,
    LEATHER,
    PASS,
    SHIELD,
    SWORD,
    Said,
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
from tests.rules.request.test_damage import table
from tests.support.rulebook import rule

MISS = "d100=96"
SCALES = Armour("scales", "scales", 3, ("chest",), 3)


def dice(strike: Blow | Shot) -> str:
    return f"{strike.dice}D{strike.sides}" + (f"+{strike.bonus}" if strike.bonus else "")


def dash(number: int) -> str:
    return str(number) if number else "-"


@rule(
    "P29a",
    "At each location the best armour counts, natural armour among it, and nothing adds up.",
)
@pytest.mark.parametrize(
    ("worn", "hide", "armour"),
    [
        ([], 0, 0),
        ([LEATHER], 0, 2),
        ([LEATHER, SCALES], 0, 3),
        ([SCALES, LEATHER], 0, 3),
        ([LEATHER], 1, 2),
        ([LEATHER], 4, 4),
        ([CHAIN_COIF], 0, 0),
    ],
)
def test_the_best_armour_counts(worn: list[Armour], hide: int, armour: int) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1, armour=worn, hide=hide))

    fight.play({"a": [attack("b")]}, "d100=40 d8=6 d20=10")

    assert figure(fight.attack(), "through") == 6 - armour


@rule(
    "P29b",
    "The penalty of the armour worn is taken off Dodge, Athletics, Acrobatics, Riding and every weapon skill.",
)
@pytest.mark.parametrize(
    ("said", "defence", "chances"),
    [
        (attack("b"), parry(), (61 - 25, 50 - 20)),
        (shoot("b"), DODGE, (62 - 25, 50 - 20)),
        (shoot("b", "dagger"), parry("shield"), (63 - 25, 50 - 20)),
    ],
)
def test_armour_hinders(said: Said, defence: Said, chances: tuple[int, int]) -> None:
    skills = {"1H Sword": 61, "Bow": 62, "Throwing": 63}
    weapon = {"attack/sword": SWORD, "shoot/bow": BOW, "shoot/dagger": DAGGER}[said.option]
    fight = scene(
        fighter("a", dex=14, skills=skills, weapons=[weapon], armour=[CHAIN_COIF, CHAIN_SHIRT]),
        fighter("b", dex=1, held=["sword", "shield"], armour=[CHAIN_SHIRT]),
    )

    die = "d6" if weapon is DAGGER else "d8"
    needed = (
        attack_need(fight, {"a": [said]}, die),
        defence_need(fight, {"a": [said], "b": [defence]}),
    )

    assert needed == chances


def test_armour_hinders_riding() -> None:
    steed = fighter("m", "a", size=26)
    worn = fighter("a", skills={"Riding": 70}, armour=[CHAIN_COIF, CHAIN_SHIRT])
    people = (replace(steed, steed="trained"), replace(worn, rides="m", mounted=True))
    fight = scene(*people, fighter("b")).amend(SetStatus("m", "unconscious"), dice="d100=45")
    (told,) = fight.of("unseated")
    assert terms(told, "riding_chance") == {"Riding": 70, "armour": -25}
    assert told.facts["how"] == "lands"


@rule("P29c", "The penalties of all pieces of armour add up.")
def test_armour_penalties_add_up() -> None:
    fight = scene(
        fighter("a", dex=14, sword=74, armour=[CHAIN_COIF, CHAIN_SHIRT]), fighter("b", dex=1)
    )

    fight.play({"a": [attack("b")]}, MISS)

    assert terms(fight.attack(), "attack_chance") == {"1H Sword": 74, "armour": -25}


@rule("P30", "The close weapons have the figures of this table.")
def test_close_weapons_are_those_of_the_table() -> None:
    known = [
        [
            one.id,
            one.close.skill,
            str(one.hands),
            dice(one.close),
            f"{dash(one.strength)} / {dash(one.dexterity)}",
            f"{one.ap} / {one.hp}",
            one.reach,
        ]
        for one in library().weapons.values()
        if one.close is not None
    ]

    assert table("| Weapon | Skill | Hands |") == known


@rule(
    "P30a",
    "Each point of STR or DEX that a weapon asks for and its user lacks takes 5 % off attack and parry with it.",
)
@pytest.mark.parametrize(
    ("strength", "dexterity", "lost"),
    [(11, 14, 0), (12, 14, 5), (11, 15, 5), (13, 16, 20), (5, 5, 0)],
)
def test_lack_of_strength_or_dexterity(strength: int, dexterity: int, lost: int) -> None:
    heavy = Weapon(
        "heavy", "heavy", 1, 4, 9, "normal", strength, dexterity, close=Blow("1H Sword", 1, 8)
    )
    people = [fighter(name, dex=14, weapons=[heavy]) for name in "ab"]
    fight = scene(*people)

    struck = {"a": [attack("b", "heavy")]}

    assert attack_need(fight, struck) == 50 - lost
    assert defence_need(fight, {**struck, "b": [PASS, parry("heavy")]}) == 50 - lost


@rule("P31", "The missile weapons have the figures of this table.")
def test_missile_weapons_are_those_of_the_table() -> None:
    known = [
        [
            one.id,
            one.shot.skill,
            dice(one.shot),
            f"{one.shot.range} m",
            dash(one.shot.load),
            "yes" if one.shot.thrown else "-",
        ]
        for one in library().weapons.values()
        if one.shot is not None
    ]

    assert table("| Weapon | Skill | Damage | Range |") == known


@rule(
    "C11",
    "Weapons lie in the right hand first, shields in the left, and two-handed weapons in both.",
)
@pytest.mark.parametrize(
    ("weapons", "arm", "dropped"),
    [
        ([SWORD, SHIELD], "d20=13", "sword"),
        ([SWORD, SHIELD], "d20=16", "shield"),
        ([SHIELD, SWORD], "d20=13", "sword"),
        ([SWORD, DAGGER], "d20=16", "dagger"),
        ([AXE], "d20=13", "axe"),
        ([AXE], "d20=16", "axe"),
        ([SWORD], "d20=16", ""),
    ],
)
def test_which_hand_holds_what(weapons: list[Weapon], arm: str, dropped: str) -> None:
    held = [one.id for one in weapons]
    fight = scene(
        fighter("a", dex=14), fighter("b", dex=1, weapons=weapons, held=held), fighter("c", "b")
    )

    fight.play({"a": [attack("b")]}, f"d100=40 d8=5 {arm} d4=1")

    assert [e.item for e in fight.of("dropped", by="b")] == [dropped] * bool(dropped)
