"""People in a line each: what the line says, what follows from it, what stands in, and what is refused."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.errors import SetupError
from rules.request.chapters.damage import damage_modifier
from rules.request.data import library
from rules.request.model import Add, Entry, Setup
from rules.request.setup import decode, remarks
from tests.rules.request.refused import bare

RAIDER: Final = "9 x Raider: Spear 50%, 1D6+1+1D4, HP 12, armour 3, DEX 11"
FOE: Final = "Foe: side them, dagger"


def scenario(*lines: str, **also: object) -> dict[str, object]:
    """A fight of these lines against one foe; lines without a side are for `us`."""
    raw: dict[str, object] = {
        "name": "lines",
        "rules": "request",
        "sides": [{"id": "us", "combatants": list(lines)}, "them"],
        "combatants": [FOE],
    }
    return {**raw, **also}


def fight(*lines: str, **also: object) -> Setup:
    return decode(scenario(*lines, **also))


def one(line: str) -> Entry:
    return fight(line).combatants[0]


def modifier(entry: Entry) -> tuple[int, int, int]:
    traits = entry.sheet.characteristics
    return damage_modifier(traits.STR + traits.SIZ)


def refusal(*lines: str, **also: object) -> str:
    with pytest.raises(SetupError) as refused:
        fight(*lines, **also)
    return bare(refused.value)


def test_nine_raiders_in_a_line() -> None:
    crew = fight(RAIDER).combatants[:-1]

    assert [entry.id for entry in crew] == [f"raider-{n}" for n in range(1, 10)]
    assert {entry.side for entry in crew} == {"us"}
    first = crew[0]
    assert first.name == "Raider 1"
    assert first.sheet.skills["Spear"] == 50
    assert first.sheet.characteristics.DEX == 11
    assert first.sheet.natural_armour == 3
    assert first.sheet.hit_points == (5, 5, 6, 7, 4, 4, 5)  # E53: CON + SIZ = 24
    spear = first.sheet.weapons[0]
    assert spear.close is not None
    assert (spear.id, spear.close.dice, spear.close.sides, spear.close.bonus) == ("spear", 1, 6, 1)
    assert spear.shot is None
    assert modifier(first) == (1, 1, 4)
    assert first.held == ("spear",)


def test_a_name_alone_is_a_human() -> None:
    entry = one("Joe")

    assert entry.sheet.characteristics == library().creatures["human"].characteristics
    assert [weapon.id for weapon in entry.sheet.weapons] == ["unarmed"]


@pytest.mark.parametrize(
    ("line", "con", "size"),
    [
        ("Joe: HP 12", 11, 13),
        ("Joe: HP 15", 17, 13),
        ("Joe: HP 5", 5, 5),
        ("Joe: HP 30", 30, 30),
        ("Joe: HP 12, SIZ 20", 4, 20),
        ("Joe: HP 12, CON 20", 20, 4),
        ("Joe: HP 12, CON 10, SIZ 14", 10, 14),
    ],
)
def test_hit_points_are_half_of_con_and_siz(line: str, con: int, size: int) -> None:
    traits = one(line).sheet.characteristics

    assert (con, size) == (traits.CON, traits.SIZ)


@pytest.mark.parametrize(
    ("line", "strength", "dice"),
    [
        ("Joe: Spear 50%, 1D8", 11, (1, 0, 0)),
        ("Joe: Spear 50%, 1D8+1D4", 18, (1, 1, 4)),
        ("Joe: Spear 50%, 1D8-1D4", 2, (-1, 1, 4)),
        ("Joe: Spear 50%, 1D8+1D4, SIZ 20", 11, (1, 1, 4)),
        ("Joe: Spear 50%, 1D8, SIZ 18", 7, (1, 0, 0)),
        ("Joe: Spear 50%, 1D8, STR 18", 18, (1, 1, 4)),
        ("Joe: Spear 50%, 1D8+1D4, STR 19", 19, (1, 1, 4)),
        ("Joe: Spear 50%, 1D8+1D4, Dagger 40%, 1d4+1 + 1d4", 18, (1, 1, 4)),
        ("Joe: javelin 40%, 1D6+1D2", 13, (1, 1, 2)),
        ("Joe: Bow 40%, 1D8, SIZ 18", 11, (1, 1, 2)),
    ],
)
def test_the_damage_modifier_that_is_written_is_the_one_that_counts(
    line: str, strength: int, dice: tuple[int, int, int]
) -> None:
    entry = one(line)

    assert strength == entry.sheet.characteristics.STR
    assert modifier(entry) == dice


@pytest.mark.parametrize(
    ("line", "weapons"),
    [
        ("Joe: Spear 50%", ["shortspear", "unarmed"]),
        ("Joe: Spear 50%, 1D8", ["shortspear", "unarmed"]),
        ("Joe: Spear 50%, 1D8+2", ["spear", "unarmed"]),
        ("Joe: Spear 50%, long spear", ["longspear", "unarmed"]),
        ("Joe: long-spear 50%, 1D12", ["longspear", "unarmed"]),
        ("Joe: Throwing 40%, hatchet", ["hatchet", "unarmed"]),
        ("Joe: 1h sword 60%, shield 40%, kite shield", ["war-sword", "kite-shield", "unarmed"]),
        ("Joe: Bow 40%, 2D6", ["bow", "unarmed"]),
        ("Joe: short bow 40%, dagger", ["short-bow", "dagger", "unarmed"]),
        ("Joe: Unarmed 70%, 1D3", ["unarmed"]),
        ("Joe: Dodge 40%", ["unarmed"]),
    ],
)
def test_what_somebody_has(line: str, weapons: list[str]) -> None:
    assert [weapon.id for weapon in one(line).sheet.weapons] == weapons


def test_the_rest_that_a_line_may_say() -> None:
    entry = one(
        "Maren: id m, mind reckless, move 6 m, surprised, helmet, chainmail shirt, war sword 90%"
    )

    assert (entry.id, entry.mind, entry.sheet.move, entry.surprised) == ("m", "reckless", 6, True)
    assert [piece.id for piece in entry.sheet.armour] == ["helmet", "chainmail-shirt"]
    assert entry.sheet.skills["1H Sword"] == 90
    assert one("Maren: hidden").hidden


def test_a_line_stands_on_the_map_and_joins_later() -> None:
    setup = fight(
        "2 x Joe: place A",
        map={"rows": ["A A . B"]},
        combatants=["Foe: side them, place B"],
        amend=[{"at": {"round": 2}, "add": "Ann: side us, place C1, spear 40%"}],
    )

    assert [entry.place for entry in setup.combatants] == ["A1", "B1", "D1"]
    (joins,) = [timed.change for timed in setup.amendments]
    assert isinstance(joins, Add)
    assert joins.entry.id == "ann"


def test_lines_stand_beside_full_blocks() -> None:
    setup = fight("Joe", combatants=[FOE, {"creature": "guard", "side": "them"}])

    assert [entry.id for entry in setup.combatants] == ["joe", "foe", "guard"]


def test_what_a_line_names_and_does_not_mean_is_said() -> None:
    horse, hand = "War-horse", "Joe: Unarmed 60%"

    said = remarks(
        scenario(horse, hand, amend=[], combatants=[{"creature": "guard", "side": "them"}])
    )

    assert 'a [[combatants]] block with creature = "war-horse" would be one of those' in said[0]
    assert ("block" in said[1], "a bare hands" in said[1]) == (False, False)


def test_what_stands_in_is_said() -> None:
    raw = scenario(
        RAIDER,
        amend=[{"at": {"round": 2}, "add": "Ann: side us, Bow 40%"}],
        combatants=[FOE, {"creature": "guard", "side": "them"}],
    )

    assert remarks(raw) == (
        (
            "Raider, where the line says nothing: as of a human: INT 13, POW 11, CHA 11,"
            " Dodge untrained, Move 4 m; worked out: CON 11, SIZ 13, STR 18"
        ),
        (
            "Foe, where the line says nothing: as of a human: STR 11, CON 11, SIZ 13, INT 13, POW 11,"
            " DEX 11, CHA 11, Dodge untrained, no armour, Move 4 m"
        ),
        (
            "Ann, where the line says nothing: as of a human: STR 11, CON 11, SIZ 13, INT 13, POW 11,"
            " DEX 11, CHA 11, Dodge untrained, a short bow, no armour, Move 4 m"
        ),
    )


def test_nothing_stands_in_where_the_line_says_all() -> None:
    full = "Joe: STR 9, CON 9, SIZ 9, INT 9, POW 9, DEX 9, CHA 9, Dodge 20%, move 3, armour 1, club"

    assert remarks(scenario(full)) == remarks(scenario())
    assert "no weapon" in remarks(scenario("Joe"))[0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (": HP 3", "the line has no name; expected one before the colon"),
        ("0 x Joe", "0 x is not possible; expected 1 to 100 of them"),
        ("999999 x Joe", "999999 x is not possible"),
        ("Joe: HP 3,", "field 2 is empty; expected a skill or weapon"),
        ("Joe: Speer 50%", 'field 1, "Speer 50%", names no skill and no weapon; did you mean'),
        ("Joe: Spear 5000%", "expected a whole number from 0 to 999"),
        ("Joe: 1D8", 'field 1, "1D8", is damage of nothing; expected it right after a skill'),
        ("Joe: Spear 50%, 1D8, 1D8", 'field 3, "1D8", is damage of nothing'),
        ("Joe: Spear 50%, 1D8+", 'field 2, "1D8+", is no damage; expected dice'),
        ("Joe: Spear 50%, 1D8 twice", "is no damage; expected dice"),
        ("Joe: Spear 50%, 1D8 or 2", "is no damage; expected dice"),
        ("Joe: Spear 50%, 1D8-1", 'field 2, "1D8-1", adds -1; expected from 0 to 99'),
        ("Joe: Spear 50%, 1D8+99+9", "adds 108; expected from 0 to 99"),
        ("Joe: Spear 50%, 99D8", "expected 1 to 10 dice of 1 to 100 sides"),
        ("Joe: Spear 50%, 1D0", "expected 1 to 10 dice of 1 to 100 sides"),
        ("Joe: Spear 50%, 1D8+1D4+1D4", "has dice three times"),
        ("Joe: Spear 50%, 1D8+1D3", "+1D3 is no damage modifier; expected one of -1D8, -1D6"),
        ("Joe: Spear 50%, 1D8+1D4, Dagger 40%, 1D4", "has none, which is another damage modifier"),
        ("Joe: Spear 50%, 1D8, Dagger 40%, 1D4+1D4", "has another damage modifier than before"),
        ("Joe: Spear 50%, 1D8+1D4, STR 10", "STR + SIZ is 23, whose damage modifier is none"),
        ("Joe: Spear 50%, 1D8+1D4, STR 30", "STR + SIZ is 43, whose damage modifier is +1D8"),
        ("Joe: Spear 50%, 1D8, SIZ 40", "SIZ 40 is too large for no damage modifier"),
        ("Joe: Spear 50%, 1D8+1D2, SIZ 40", "SIZ 40 is too large for +1D2"),
        ("Joe: Dodge 50%, 1D8", "is no skill of a weapon; expected no damage after it"),
        ("Joe: Bow 50%, 1D8+1D4", "is shot, and no damage modifier goes with it"),
        ("Joe: HP 0", "expected a whole number from 1 to 200"),
        ("Joe: HP 12, CON 10, SIZ 10", "HP 12 is CON + SIZ = 24, and these are 20"),
        ("Joe: HP 5, SIZ 13", "HP 5 is CON + SIZ = 10, and one of the two is more"),
        ("Joe: HP 5, HP 5", 'field 2, "HP 5", says that again; expected each thing once'),
        ("Joe: DEX 11, dex 11", "says that again"),
        ("Joe: DEX 0", "expected a whole number from 1 to 200"),
        ("Joe: Spear 50%, shortspear 40%", "says that again"),
        ("Joe: dagger, dagger", "says that again"),
        ("Joe: helmet, helmet", "says that again"),
        ("Joe: mind steady, mind steady", "says that again"),
        ("Joe: helmett", "says nothing that a line may say; did you mean helmet?"),
        ("Joe: rides bess", "expected `rides` in a [[combatants]] block of its own"),
        ("Joe: mounted", "expected `mounted` in a [[combatants]] block of its own"),
        ("Joe: spells ward", "expected `spells` in a [[combatants]] block of its own"),
        ("Joe: Dodge 50", 'says nothing that a line may say; did you mean "Dodge 50%"?'),
        ("Joe: 1h sword 60", 'did you mean "1h sword 60%"?'),
        ("3 Odo", 'the name "3 Odo" begins with a number; expected "3 x Raider: ..." for three'),
        ("-2 x Odo", 'the name "-2 x Odo" begins with a number'),
        ("Joe: quite brave 5", '"id joe"'),
        ("Joe: quite brave", "says nothing that a line may say; expected a skill or weapon"),
        ("Joe: side them", "`side them` stands in the list of us; expected no side, or that one"),
        ("J\x1b[31moe", "is not possible; expected text of 1 to 60 characters"),
        ("J" * 61, "is not possible; expected text of 1 to 60 characters"),
        ("Joe: id a/b", '.id: "a/b" is not possible; expected text of 1 to 60 characters'),
        ("Joe: mind clever", 'there is no mind "clever"'),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_its_field(line: str, said: str) -> None:
    found = refusal(line)

    assert found.startswith("sides[0].combatants[0]")
    assert said in found


def test_a_line_outside_of_all_sides_names_its_own() -> None:
    said = refusal("Joe", combatants=["Foe: dagger"])

    assert said == (
        "combatants[0]: the line says no side; expected `side us` or `side them` in it,"
        " or the line in a side's own list"
    )
    assert "there is no side" in refusal("Joe", combatants=["Foe: side others"])


def test_one_joins_at_a_time() -> None:
    said = refusal("Joe", amend=[{"at": {"round": 2}, "add": "2 x Ann: side us"}])

    assert "one joins at a time" in said
