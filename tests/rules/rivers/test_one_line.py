"""People of Rivers in a line each: what the line says, what follows from it, what stands in, and what is refused."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.errors import SetupError
from rules.rivers.chapters.bodies import hit_points
from rules.rivers.chapters.damage import bonus_of
from rules.rivers.data import library
from rules.rivers.model import Entry, Setup
from rules.rivers.setup import decode, remarks
from rules.rivers.tell.tables import wholes

RAIDER: Final = "9 x Raider: Spear 50%, 1D6+1+1D4, HP 12, armour 3, DEX 11"
FOE: Final = "Foe: side them, dagger"


def scenario(*lines: str, **also: object) -> dict[str, object]:
    """A fight of these lines against one foe; lines without a side are for `us`."""
    raw: dict[str, object] = {
        "name": "lines",
        "rules": "rivers",
        "sides": [{"id": "us", "combatants": list(lines)}, "them"],
        "combatants": [FOE],
    }
    return {**raw, **also}


def fight(*lines: str, **also: object) -> Setup:
    return decode(scenario(*lines, **also))


def one(line: str) -> Entry:
    return fight(line).combatants[0]


def refusal(*lines: str, **also: object) -> str:
    with pytest.raises(SetupError) as refused:
        fight(*lines, **also)
    return str(refused.value)


def test_nine_raiders_in_a_line() -> None:
    crew = fight(RAIDER).combatants[:-1]

    assert [entry.id for entry in crew] == [f"raider-{n}" for n in range(1, 10)]
    assert {entry.side for entry in crew} == {"us"}
    first = crew[0]
    its = first.sheet.characteristics
    assert first.name == "Raider 1"
    assert first.sheet.skills["short-spear"] == 50
    assert its.DEX == 11
    assert first.sheet.armour == (3,) * 7
    assert hit_points(its.CON, its.SIZ, its.POW) == 12
    assert bonus_of(its.STR + its.SIZ) == [(1, 1, 4)]
    assert first.held == ("short-spear",)
    assert first.sheet.move == 8


def test_a_name_alone_is_a_human() -> None:
    entry = one("Joe")

    assert entry.sheet.characteristics == library().creatures["human"].characteristics
    assert [weapon.id for weapon in entry.sheet.weapons] == ["fist"]


@pytest.mark.parametrize(
    ("line", "con", "size"),
    [
        ("Joe: HP 12", 11, 13),
        ("Joe: HP 15", 14, 13),
        ("Joe: HP 3", 2, 13),
        ("Joe: HP 12, SIZ 20", 10, 20),
        ("Joe: HP 12, CON 11", 11, 13),
        ("Joe: HP 13, CON 11", 11, 17),
        ("Joe: HP 12, CON 11, SIZ 14", 11, 14),
        ("Joe: HP 13, POW 18", 11, 13),
    ],
)
def test_hit_points_are_con_with_steps(line: str, con: int, size: int) -> None:
    traits = one(line).sheet.characteristics

    assert (con, size) == (traits.CON, traits.SIZ)


@pytest.mark.parametrize(
    ("line", "strength"),
    [
        ("Joe: Spear 50%, 1D8", 11),
        ("Joe: Spear 50%, 1D8+1D4", 12),
        ("Joe: Spear 50%, 1D8+2D6", 28),
        ("Joe: Spear 50%, 1D8-1D4, SIZ 8", 4),
        ("Joe: Spear 50%, 1D8, STR 18", 18),
    ],
)
def test_the_damage_bonus_that_is_written_is_the_one_that_counts(line: str, strength: int) -> None:
    assert strength == one(line).sheet.characteristics.STR


@pytest.mark.parametrize(
    ("line", "weapons"),
    [
        ("Joe: Spear 50%", ["short-spear", "fist"]),
        ("Joe: Spear 50%, 1D8+2", ["spear", "fist"]),
        ("Joe: long-spear 50%, 2D6", ["long-spear", "fist"]),
        (
            "Joe: sword 60%, shield 40%, large shield",
            ["broadsword", "medium-shield", "large-shield", "fist"],
        ),
        ("Joe: fist 70%, 1D4", ["fist"]),
        ("Joe: Dodge 40%", ["fist"]),
        ("Joe: Bow 40%, 2D6, dagger", ["bow", "dagger", "fist"]),
        ("Joe: Throwing 40%", ["thrown-javelin", "fist"]),
    ],
)
def test_what_somebody_has(line: str, weapons: list[str]) -> None:
    assert [weapon.id for weapon in one(line).sheet.weapons] == weapons


def test_the_rest_that_a_line_may_say() -> None:
    entry = one(
        "Maren: id m, mind reckless, move 6, surprised, open helmet, plate-cuirass, broadsword 90%, 2D6"
    )

    assert (entry.id, entry.mind, entry.sheet.move, entry.surprised) == ("m", "reckless", 6, True)
    assert entry.sheet.armour == (0, 0, 0, 6, 0, 0, 4)
    assert (entry.sheet.weapons[0].dice, entry.sheet.weapons[0].bonus) == (2, 0)
    assert library().weapons["broadsword"].dice == 1


def test_lines_stand_beside_full_blocks() -> None:
    setup = fight("Joe", combatants=[FOE, {"creature": "guard", "side": "them"}])

    assert [entry.id for entry in setup.combatants] == ["joe", "foe", "guard"]


def test_what_stands_in_is_said() -> None:
    assert remarks(scenario(RAIDER, "Joe")) == (
        (
            "Raider, where the line says nothing: as of a human: SIZ 13, INT 13, POW 11, CHA 11,"
            " Dodge untrained, a short spear, MOV 8; worked out: CON 11, STR 12"
        ),
        (
            "Joe, where the line says nothing: as of a human: STR 11, CON 11, SIZ 13, INT 13, POW 11,"
            " DEX 11, CHA 11, Dodge untrained, no weapon, no armour, MOV 8"
        ),
        (
            "Foe, where the line says nothing: as of a human: STR 11, CON 11, SIZ 13, INT 13, POW 11,"
            " DEX 11, CHA 11, Dodge untrained, no armour, MOV 8"
        ),
    )


def test_nothing_stands_in_where_the_line_says_all() -> None:
    full = "Joe: STR 9, CON 9, SIZ 9, INT 9, POW 9, DEX 9, CHA 9, Dodge 20%, move 3, armour 1, club"

    assert remarks(scenario(full)) == remarks(scenario())


def test_the_whole_sheet_shows_what_it_will_fight_with() -> None:
    page = wholes(fight(RAIDER))[0]

    assert page.lines[-1] == "Damage bonus +1D4, Dodge 22%"
    assert page.tables[1].rows[0] == ("short spear", "50%", "7", "1D6+1", "10")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Joe: Speer 50%", 'field 1, "Speer 50%", names no skill and no weapon; did you mean'),
        ("Joe: Dodge 50%, 1D8", "is no skill of a weapon; expected no damage after it"),
        ("Joe: HP 3, SIZ 60", "HP 3 is not possible with SIZ 60; expected other HP, or less said"),
        ("Joe: HP 3, CON 60", "HP 3 is not possible with CON 60; expected other HP, or less said"),
        (
            "Joe: HP 12, CON 10, SIZ 13",
            "HP 12 is not what CON 10 and SIZ 13 come to; expected HP 11",
        ),
        ("Joe: Spear 50%, 1D8+1D8", "+1D8 is no damage modifier; expected one of -1D4, +1D4, +1D6"),
        ("Joe: Spear 50%, short spear 40%", "says that again; expected each thing once"),
        ("Joe: Bow 50%, 1D8+1D4", "flies, and what goes with it of a damage bonus follows"),
        ("Joe: move 6 m", "says nothing that a line may say; expected a weapon"),
        ("Joe: side them", "`side them` stands in the list of us; expected no side, or that one"),
        ("Joe: mind clever", 'there is no mind "clever"'),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_its_field(line: str, said: str) -> None:
    found = refusal(line)

    assert found.startswith("sides[0].combatants[0]")
    assert said in found


def test_a_line_outside_of_a_side_says_its_side() -> None:
    found = refusal("Joe", combatants=["Foe"])

    assert found.startswith(
        "combatants[0]: the line says no side; expected `side us` or `side them`"
    )
