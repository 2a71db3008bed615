"""RULES.md, knockback: a, at 50 % and without a damage modifier, strikes b, whose hide lets nothing through."""

from __future__ import annotations

import pytest

from rules.kernel.model import SetStatus
from rules.request.model import Blow, Entry, Options, Weapon
from tests.rules.request.build import (
    CHAIN_SHIRT,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    figure,
    parry,
    riposte,
    shoot,
    stance,
    terms,
)
from tests.rules.request.places import charge, drawn, opportunity, place, placed
from tests.support.rulebook import rule

MISS = "d100=96"
KEPT = "d100=50"  # of Acrobatics 50
LANE = ". . a b . . . . ."


def small(size: int = 3, hide: int = 40) -> Entry:
    return fighter("b", dex=1, size=size, hide=hide)


def blow(fight: Scene, dice: str, defence: Said | None = None) -> Scene:
    return fight.play({"a": [attack("b")], "b": [defence] if defence else []}, dice)


def knocked(fight: Scene) -> list[int]:
    return [figure(e, "knockback") for e in fight.of("knocked_back")]


@rule(
    "P25",
    "With places, a hit that does more damage than the target's SIZ, after a parry and before armour, knocks it back by 1 m, and by 1 m more for each full 5 points.",
)
@pytest.mark.parametrize(
    ("size", "bonus", "metres"),
    [
        (9, 0, 0),
        (8, 0, 0),
        (7, 0, 1),
        (3, 0, 2),
        (8, 4, 1),
        (8, 5, 2),
        (8, 9, 2),
        (8, 10, 3),
        (13, 11, 2),
        (19, 11, 0),
    ],
)
def test_a_mighty_blow_knocks_back(size: int, bonus: int, metres: int) -> None:
    a = fighter(
        "a",
        dex=14,
        weapons=[Weapon("sword", "sword", 1, 4, 9, "normal", close=Blow("1H Sword", 1, 8, bonus))],
    )
    fight = placed(LANE, a, small(size))

    blow(fight, "d100=40 d8=8 d20=10" + f" {KEPT}" * bool(metres))

    assert knocked(fight) == ([metres] if metres else [])
    assert figure(fight.attack(), "through") == 0


@pytest.mark.parametrize(
    ("dice", "metres"), [("d100=5 d100=30 d20=10", 1), ("d100=5 d100=60 d20=10", 2)]
)
def test_a_parry_counts_before_it(dice: str, metres: int) -> None:
    # 12 points against SIZ 6: six too many, or with the four of the parry only two.
    heavy = Weapon("sword", "sword", 1, 4, 9, "normal", close=Blow("1H Sword", 1, 8, 4))
    fight = placed(LANE, fighter("a", dex=14, weapons=[heavy]), small(6))

    blow(fight, f"{dice} {KEPT}", parry())

    assert knocked(fight) == [metres]


def test_the_2_of_being_vulnerable_count() -> None:
    fight = placed(LANE, fighter("a", dex=14), small(8), given=[SetStatus("b", "vulnerable")])
    blow(fight, "d100=40 d8=7 d20=10 d100=30")
    assert knocked(fight) == [1]

    after = placed(
        LANE,
        fighter("a", dex=14),
        small(8),
        given=[SetStatus("b", "vulnerable")],
        options=Options(vulnerable_damage="after_armour"),
    )
    blow(after, "d100=40 d8=7 d20=10")
    assert knocked(after) == []


def test_a_missile_knocks_back_too() -> None:
    fight = placed("a . . b . .", archer("a", dex=14), small(3))

    fight.play({"a": [shoot("b")]}, f"d100=40 d8=8 d20=10 {KEPT}")

    assert (knocked(fight), place(fight, "b")) == ([2], "E1")


@pytest.mark.parametrize("kind", ["opportunity", "riposte"])
def test_every_blow_knocks_back(kind: str) -> None:
    fight = placed(". . b a . .", fighter("a", dex=14), small(3))
    if kind == "opportunity":
        fight.play({"b": [stance("kneeling")], "a": [opportunity()]}, f"d100=40 d8=8 d20=10 {KEPT}")
    else:
        fight.play(
            {"b": [attack("a")], "a": [parry(), riposte()]},
            f"{MISS} d100=1 d100=40 d8=8 d20=10 {KEPT}",
        )

    assert (knocked(fight), place(fight, "b")) == ([2], "B1")


@rule("P25a", "The blow of a charge knocks back twice as far.")
@pytest.mark.parametrize(("size", "metres", "to"), [(11, 0, "E1"), (9, 2, "F1"), (5, 4, "G1")])
def test_a_charge_knocks_back_twice_as_far(size: int, metres: int, to: str) -> None:
    fight = placed("a . . . b . . . .", fighter("a", dex=14), small(size))

    fight.play(
        {"a": [charge("b")]},
        "d100=40 d8=8 d4=3 d20=10" + f" {KEPT}" * bool(metres),
    )

    assert (knocked(fight), place(fight, "b")) == ([metres] if metres else [], to)


@rule(
    "P25b",
    "Every full 2 m of it are a hex straight away from the striker, up to the last one that can be entered.",
)
@pytest.mark.parametrize(
    ("drawing", "bonus", "to"),
    [
        # 8 points are 2 m, 13 are 3 m, 18 are 4 m and 28 are 6 m.
        (". a b . . . . .", 0, "D1"),
        (". a b . . . . .", 5, "D1"),
        (". a b . . . . .", 10, "E1"),
        (". a b . . . . .", 20, "F1"),
        (". a b . # . . .", 20, "D1"),
        (". . . . .\n a b # . .\n. . # . .", 20, "B2"),
        (". a b . o . . .", 20, "D1"),
        (". a b ~ ~ . . .", 20, "F1"),
        (". a b . c . . .", 20, "D1"),
        (". . . . . a b .", 20, "H1"),
        (". . . . .\n . a . . .\n. . b . .\n . . . . .\n. . . . .", 10, "D5"),
    ],
)
def test_how_far_it_goes(drawing: str, bonus: int, to: str) -> None:
    heavy = Weapon("sword", "sword", 1, 4, 9, "normal", close=Blow("1H Sword", 1, 8, bonus))
    more = [fighter("c", "b", dex=1, weapons=[])] if "c" in drawing else []
    fight = placed(drawing, fighter("a", dex=14, weapons=[heavy]), small(3), *more)

    crash = f" {KEPT}" * any(letter in drawing for letter in "#o")  # of Dodge 50
    blow(fight, f"d100=40 d8=8 d20=10 {KEPT}{crash}")

    moved = [(e.facts["how"], e.facts["to"]) for e in fight.of("moved")]
    assert fight.of("knocked_back")[0].facts.get("to", place_of("b", drawing)) == to
    assert (place(fight, "b"), moved) == (
        to,
        [("knocked", to)] if to != place_of("b", drawing) else [],
    )


def place_of(who: str, drawing: str) -> str:
    return drawn(drawing)[1][who]


@rule("P25c", "Whoever is knocked back falls prone unless an Acrobatics roll succeeds.")
@pytest.mark.parametrize("acrobatics", [50, 77])
@pytest.mark.parametrize("size", [7, 3])
@pytest.mark.parametrize("falls", [True, False])
def test_acrobatics_or_fall(acrobatics: int, size: int, falls: bool) -> None:
    b = fighter("b", dex=1, size=size, hide=40, skills={"Acrobatics": acrobatics})
    fight = placed(LANE, fighter("a", dex=14), b)

    blow(fight, f"d100=40 d8=8 d20=10 d100={acrobatics + falls}")

    (told,) = fight.of("knocked_back")
    assert figure(told, "acrobatics_chance") == acrobatics
    assert fight.seen("b").stance == ("prone" if falls else "standing")
    assert [(e.facts["condition"], e.facts["cause"]) for e in fight.of("condition", at="b")] == (
        [("prone", "knocked back")] if falls else []
    )


@pytest.mark.parametrize(("status", "chance"), [("overextended", 10), ("vulnerable", 10), ("", 30)])
def test_what_weighs_on_acrobatics(status: str, chance: int) -> None:
    given = [SetStatus("b", status)] if status else []
    b = fighter("b", dex=1, size=3, hide=40, armour=[CHAIN_SHIRT])
    fight = placed(LANE, fighter("a", dex=14), b, given=given)

    blow(fight, f"d100=40 d8=8 d20=10 d100={chance}")

    (told,) = fight.of("knocked_back")
    found = terms(told, "acrobatics_chance")
    assert (found["Acrobatics"], found["armour"], sum(found.values())) == (50, -20, chance)


def test_whoever_lies_already_rolls_nothing() -> None:
    fight = placed(LANE, fighter("a", dex=14), small(), given=[SetStatus("b", "prone")])

    blow(fight, "d100=40 d8=8 d20=10")

    assert (knocked(fight), place(fight, "b"), fight.seen("b").stance) == ([2], "E1", "prone")
