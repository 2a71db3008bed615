"""Scenarios of Rivers: what they may say, and what is wrong with them where."""

from __future__ import annotations

import pytest

from rules.kernel.errors import SetupError
from rules.rivers.data import library
from rules.rivers.setup import advice, decode, remarks
from rules.rivers.setup.model import WrittenCombatant
from rules.rivers.setup.sheets import sheet
from tests.support.rivers import person, scene

ANN = {"side": "a", "creature": "guard", "id": "ann"}
BOB = {"side": "b", "creature": "raider", "id": "bob"}


def raw(**other: object) -> dict[str, object]:
    return {
        "name": "a scene",
        "rules": "rivers",
        "sides": ["a", "b"],
        "combatants": [ANN, BOB],
        **other,
    }


def test_a_creature_of_the_library_comes_with_everything() -> None:
    setup = decode(raw(sides=[{"id": "a", "name": "The watch"}, "b"], start={"first": "b"}))
    guard = setup.combatants[0]

    assert [side.name for side in setup.sides] == ["The watch", "B"]
    assert (guard.name, guard.held, guard.mind) == (
        "Guard",
        ("broadsword", "medium-shield"),
        "steady",
    )
    assert guard.sheet.armour == (3, 3, 4, 4, 3, 3, 4)
    assert guard.sheet.skills == {
        "broadsword": 65,
        "medium-shield": 60,
        "dagger": 45,
        "fist": 25,
        "Dodge": 35,
    }
    assert setup.first == "b"
    assert setup.field is None
    assert setup.amendments == ()


@pytest.mark.parametrize("creature", library().creatures)
def test_every_creature_can_fight(creature: str) -> None:
    made = sheet(WrittenCombatant("a", creature), "combatants[0]")

    assert made.weapons
    assert set(made.skills) == {*(weapon.id for weapon in made.weapons), "Dodge"}
    assert len(made.armour) == len(made.body.locations)


def test_what_differs_is_different() -> None:
    one = {
        **ANN,
        "count": 2,
        "characteristics": {"DEX": 18},
        "skills": {"dagger": 70},
        "weapons": ["dagger", "parrying-dagger"],
        "armour": ["plate-cuirass", "leather-cap"],
        "hide": 1,
        "move": 9,
        "held": ["dagger", "parrying-dagger"],
        "mind": "guard",
    }
    setup = decode(raw(combatants=[one, BOB], start={"surprised": ["ann-1", "b"], "drawn": False}))
    first, second, bob = setup.combatants

    assert (first.id, second.id, first.name) == ("ann-1", "ann-2", "Guard 1")
    assert (first.surprised, second.surprised, bob.surprised) == (True, False, True)
    assert first.held == ("dagger", "parrying-dagger")
    assert bob.held == ()
    assert first.sheet.armour == (1, 1, 1, 7, 1, 1, 3)
    assert (first.sheet.move, first.sheet.characteristics.DEX) == (9, 18)
    assert first.sheet.skills["dagger"] == 70


def test_names_tell_people_apart_over_the_whole_fight() -> None:
    lines = ["2 x Witch: side a", "2 x Witch: side b", "Hag: side b", "Hag: side b, id crone"]
    setup = decode({"name": "n", "rules": "rivers", "sides": ["a", "b"], "combatants": lines})
    assert [one.name for one in setup.combatants] == [
        *("Witch 1", "Witch 2", "Witch 3", "Witch 4"),
        *("Hag (hag)", "Hag (crone)"),
    ]


def test_what_is_held_without_a_word() -> None:
    def held(*weapons: str) -> tuple[str, ...]:
        return decode(raw(combatants=[{**ANN, "weapons": list(weapons)}, BOB])).combatants[0].held

    assert held("large-shield", "dagger") == ("dagger", "large-shield")
    assert held("great-axe", "large-shield") == ("great-axe",)
    assert held("large-shield") == ("large-shield",)
    assert held() == ()


def test_ids_come_of_names() -> None:
    named = [{"side": "a", "name": "Élan Vital"}, {"side": "b", "name": "Ø"}]
    setup = decode(raw(combatants=named))

    assert [one.id for one in setup.combatants] == ["lan-vital", "b-combatant"]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"sides": ["a"]}, "sides: 1 sides; Rivers is fought by exactly two (D1); expected two"),
        (
            {"sides": ["a", "b", "c"]},
            "sides: 3 sides; Rivers is fought by exactly two (D1); expected two",
        ),
        ({"sides": ["a", "a"]}, 'sides[1]: "a" stands here twice; expected another id'),
        ({"combatants": [ANN]}, 'sides[1]: "b" is empty; expected a combatant on every side'),
        (
            {"combatants": [ANN, ANN, BOB]},
            'combatants: two of them ("Guard") have the id "ann"; expected an `id` of its own for each, or a `count`',
        ),
        (
            {"combatants": [{**ANN, "id": "a"}, BOB]},
            'combatants: "a" is a side; expected another `id`',
        ),
        *(
            (
                {"combatants": [{**ANN, "id": word}, BOB]},
                f'combatants: "{word}" means something else in an answer; expected another `id`',
            )
            for word in ("all", "back", "leave", "nobody", "stay")
        ),
        (
            {
                "combatants": [
                    {**ANN, "count": 100},
                    {**BOB, "count": 100},
                    {**BOB, "id": "c", "count": 2},
                ]
            },
            "combatants[2]: too many; expected at most 200 combatants in all",
        ),
        ({"start": {"first": "c"}}, 'start.first: there is no side "c"; expected a or b'),
        (
            {"start": {"surprised": ["x"]}},
            'start.surprised[0]: there is no combatant or side "x"; expected ann, bob, a or b',
        ),
        (
            {"options": {"round_cap": 0}},
            "options.round_cap: 0 is not possible; expected a whole number from 1 to 1000",
        ),
        (
            {"combatants": [{**ANN, "mind": "bold"}, BOB]},
            'combatants[0].mind: there is no mind "bold"; expected random, reckless, steady or guard',
        ),
        (
            {"combatants": [{**ANN, "skills": {"Doge": 5}}, BOB]},
            "combatants[0].skills.Doge: there is no skill",
        ),
        (
            {"combatants": [{**ANN, "weapons": ["dagger", "dagger"]}, BOB]},
            "combatants[0].weapons[1]: dagger stands here twice; expected each one once",
        ),
        (
            {"combatants": [{**ANN, "armour": ["tin-hat"]}, BOB]},
            'combatants[0].armour[0]: there is no armour "tin-hat"',
        ),
        (
            {
                "combatants": [
                    {**ANN, "weapons": ["great-axe", "dagger"], "held": ["great-axe", "dagger"]},
                    BOB,
                ]
            },
            "combatants[0].held: great-axe and dagger do not fit; expected what two hands can hold",
        ),
        (
            {"map": {"width": 3, "height": 3}},
            "combatants[0].at: is missing; expected a hex from A1 to C3",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(other: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError) as caught:
        decode(raw(**other))

    assert str(caught.value).startswith(said)


def test_a_word_for_weapons_is_no_weapons_skill_in_a_block() -> None:
    trap = scene(person("a", "ann", skills={"Spear": 70, "Animal Lore": 40}), person("b", "bob"))

    assert advice(trap) == (
        "the skill Spear of Ann is no weapon's, whose skill has the id of the weapon (short-spear)",
    )


def test_advice() -> None:
    bare = scene(
        person("a", "ann", weapons=[], skills={}), person("b", "bob"), missile_uses_weapon_sr=True
    )

    assert advice(bare) == ("Ann has no weapon but bare hands",)
    assert advice(scene(person("a", "ann"), person("b", "bob"))) == ()
    assert remarks(raw()) == ()
