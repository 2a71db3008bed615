"""The library holds together: every figure that follows from another does."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from rules.kernel.errors import SetupError
from rules.request import data
from rules.request.chapters import wounds
from rules.request.chapters.crowd import is_large
from rules.request.data import CHARACTERISTICS, library
from rules.request.model import LOCATIONS, Armour, Blow, Shot, Weapon
from rules.request.setup import base_value, sheet
from rules.request.setup.model import WrittenCombatant

LIBRARY = library()
WEAPONS = list(LIBRARY.weapons.values())
ARMOUR = list(LIBRARY.armour.values())
CREATURES = list(LIBRARY.creatures.values())


def test_it_is_read_once() -> None:
    assert library() is LIBRARY


@pytest.mark.parametrize("armour", ARMOUR, ids=lambda one: one.id)
def test_the_penalty_is_the_armour_points_of_all_locations_covered(armour: Armour) -> None:
    assert armour.penalty == armour.ap * len(armour.locations)
    assert set(armour.locations) <= set(LOCATIONS)


def parts(weapon: Weapon) -> list[Blow | Shot]:
    return [part for part in (weapon.close, weapon.shot) if part is not None]


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda one: one.id)
def test_every_weapon_hurts_somebody_by_a_skill_there_is(weapon: Weapon) -> None:
    assert parts(weapon)
    for part in parts(weapon):
        assert part.skill in LIBRARY.skills
        assert part.dice >= 1
        assert part.sides >= 2


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda one: one.id)
def test_only_what_is_thrown_needs_no_loading(weapon: Weapon) -> None:
    if weapon.shot is not None:
        assert weapon.shot.thrown == (weapon.shot.load == 0)
        assert weapon.shot.missiles >= 1


def test_only_bare_hands_and_natural_weapons_need_no_free_hand_and_they_stop_nothing() -> None:
    natural = [weapon for weapon in WEAPONS if weapon.hands == 0]

    assert [weapon.id for weapon in natural] == ["unarmed", "beak", "claws", "hooves", "fangs"]
    assert {(weapon.ap, weapon.hp, weapon.shot) for weapon in natural} == {(0, 0, None)}


@pytest.mark.parametrize(
    ("weapon_id", "close", "shot"),
    [
        ("war-sword", Blow("1H Sword", 1, 8), None),
        ("bastard-sword", Blow("1H Sword", 1, 8), None),
        ("bastard-sword-2h", Blow("2H Sword", 1, 8, 1), None),
        ("great-axe", Blow("2H Axe", 2, 6, 2), None),
        ("dagger", Blow("Dagger", 1, 4, 1), Shot("Throwing", 1, 6, 10, 0, thrown=True)),
        ("long-bow", None, Shot("Bow", 2, 8, 175, 1, missiles=20)),
        ("heavy-crossbow", None, Shot("Crossbow", 2, 8, 150, 3, missiles=12)),
    ],
)
def test_weapons_have_the_figures_of_the_tables(
    weapon_id: str, close: Blow | None, shot: Shot | None
) -> None:
    weapon = LIBRARY.weapons[weapon_id]

    assert (weapon.close, weapon.shot) == (close, shot)


HUMAN = LIBRARY.creatures[
    "human"
].characteristics  # STR CON SIZ INT POW DEX CHA: 11 11 13 13 11 11 11


@pytest.mark.parametrize(
    ("skill", "value"),
    [
        ("Dodge", 10 + 11 - 13),
        ("Resilience", 22),
        ("Persistence", 21),
        ("Athletics", 22),
        ("Acrobatics", 11),
        ("Riding", 22),
        ("Throwing", 11),
        ("Unarmed", 11),
        ("1H Sword", 22),
        ("Shield", 22),
        ("Bow", 11),
        ("Runecast", 11),
    ],
)
def test_base_values_follow_from_the_characteristics(skill: str, value: int) -> None:
    assert base_value(LIBRARY.skills[skill], HUMAN) == value


def test_nobody_is_below_1_percent() -> None:
    big = sheet(WrittenCombatant("a", creature="brute")).characteristics

    assert base_value(LIBRARY.skills["Dodge"], big) == 1


@pytest.mark.parametrize("creature", CREATURES, ids=lambda one: one.id)
def test_every_creature_makes_a_complete_sheet(creature: object) -> None:
    made = sheet(WrittenCombatant("a", creature=str(getattr(creature, "id"))))  # noqa: B009 - its type is found at run time

    assert made.weapons[-1].id == "unarmed"
    assert {part.skill for weapon in made.weapons for part in parts(weapon)} <= made.skills.keys()
    assert {
        "Dodge",
        "Resilience",
        "Persistence",
        "Athletics",
        "Acrobatics",
        "Unarmed",
    } <= made.skills.keys()
    assert all(getattr(made.characteristics, name) >= 1 for name in CHARACTERISTICS)
    traits = made.characteristics
    assert made.hit_points == wounds.hit_points(traits.CON + traits.SIZ)


def test_riders_ride_griffins_fly_and_giants_are_large() -> None:
    creatures = LIBRARY.creatures

    assert [one.id for one in CREATURES if one.mounted] == ["rider"]
    assert [one.id for one in CREATURES if one.flying] == ["griffin", "harpy"]
    large = [one.id for one in CREATURES if is_large(one.characteristics.SIZ)]
    assert large == ["griffin", "giant"]
    assert (creatures["human"].move, creatures["rider"].move) == (4, 12)


def test_figures_that_no_public_page_confirms_say_so() -> None:
    text = files("rules.request").joinpath("data/weapons.toml").read_text(encoding="utf-8")
    tagged = re.findall(r"^\[\[weapon\]\] # \[[MI]\].*\nid = \"(.*)\"", text, re.MULTILINE)

    assert {"war-sword", "longspear", "mace", "kite-shield", "short-bow", "unarmed"} <= set(tagged)


def test_ids_are_what_a_scenario_may_write() -> None:
    for one in (*WEAPONS, *ARMOUR, *CREATURES):
        assert re.fullmatch(r"[a-z0-9-]+", one.id)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("weapons.toml", "hands =", "hnds =", "weapons.toml: weapon[0].hnds: there is no such key"),
        ("armour.toml", "ap = ", "ap = -", "armour.toml: armour[0].ap: -"),
        ("skills.toml", '"Dodge"', "", "skills.toml: Invalid value (at line "),
        (
            "creatures.toml",
            'id = "militia"',
            'id = "human"',
            'creatures.toml: creature[1]: "human" is there already; expected an id of its own',
        ),
        (
            "skills.toml",
            'name = "Resilience"',
            'name = "Dodge"',
            'skills.toml: skill[1]: "Dodge" is there already; expected an id of its own',
        ),
    ],
)
def test_what_is_wrong_in_the_library_is_named_with_its_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    old: str,
    new: str,
    said: str,
) -> None:
    for file in data.DATA.iterdir():
        text = file.read_text(encoding="utf-8")
        assert file.name != name or old in text
        text = text.replace(old, new, 1) if file.name == name else text
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "DATA", tmp_path)

    with pytest.raises(SetupError) as caught:
        library.__wrapped__()

    assert str(caught.value).startswith(said)
