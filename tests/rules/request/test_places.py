"""RULES.md, places: who stands where, how far a weapon reaches, and what bars the way."""

from __future__ import annotations

import pytest

from rules.kernel import hexes
from rules.kernel.field.model import Field
from rules.kernel.model import Moment, Reveal, SetStatus
from rules.request.course.ground import Ground
from rules.request.course.machine import restore
from rules.request.model import Add, Weapon
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DEFEND,
    SPEAR,
    SWORD,
    Scene,
    fighter,
    figure,
    prone,
    scene,
)
from tests.rules.request.places import (
    FIST,
    HANDY,
    LONGSPEAR,
    all_hexes,
    foes,
    move,
    moving,
    on,
    place,
    placed,
    reached,
    went,
)
from tests.support.rulebook import rule

STAR = """
    . . . . .
     . . . . .
    . . a . .
     . . . . .
    . . . . .
"""
"""The neighbours of a: D3, C4, B4, B3, B2 and C2."""


def offered(fight: Scene, who: str, weapon: str, target: str) -> bool:
    """Is somebody a target of an attack with this weapon?"""
    values = [v.id for v in fight.option(who, f"attack/{weapon}").parameters[0].values]
    return target in values


@rule(
    "C21",
    "A fight may have places: everybody in view then stands on a hex of the ground.",
)
def test_everybody_has_a_place() -> None:
    people = [fighter("a"), fighter("b"), fighter("c", "a")]
    fight = placed("a . . b\n # c . .", *people)

    assert {who: place(fight, who) for who in "abc"} == {"a": "A1", "b": "D1", "c": "B2"}
    fight.amend(Add(fighter("d", "b")))
    assert place(fight, "d") in all_hexes("a . . b\n # c . .") - {"A1", "B2", "D1", "A2"}
    assert [place(scene(*people), who) for who in "abc"] == ["", "", ""]


@rule("P17b", "A hex measures 2 m, and the six hexes around it are adjacent to it.")
def test_a_hex_has_six_neighbours() -> None:
    b = fighter("b", dex=1)
    others = all_hexes(STAR) - {"C3"}

    touching = {
        h for h in others if offered(placed(STAR, fighter("a"), on(h, b)), "a", "sword", "b")
    }

    assert touching == {"D3", "C4", "B4", "B3", "B2", "C2"}


@pytest.mark.parametrize(("to", "metres"), [("D3", 2), ("E3", 4), ("D1", 4)])
def test_a_step_is_2_metres(to: str, metres: int) -> None:
    fight = placed(STAR, fighter("a", dex=14), on("A1", fighter("b", dex=1)))

    (moved,) = fight.play({"a": [move(to)]}).of("moved")

    assert (moved.facts["from"], moved.facts["to"]) == ("C3", to)
    assert figure(moved, "metres") == metres


@rule(
    "P17b2",
    "A close weapon reaches an adjacent foe, and a long one also a foe at distance 2.",
)
@pytest.mark.parametrize(
    ("weapon", "reach"), [(FIST, 1), (DAGGER, 1), (SWORD, 1), (SPEAR, 2), (LONGSPEAR, 2)]
)
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_how_far_a_weapon_reaches(weapon: Weapon, reach: int, distance: int) -> None:
    a = fighter("a", dex=14, weapons=[weapon], skills=HANDY)
    fight = placed("a . . . .", a, on(".BCD"[distance] + "1", fighter("b", dex=1)))

    assert offered(fight, "a", weapon.id, "b") is (distance <= reach)
    assert (f"attack/{weapon.id}" in fight.offers("a")) is (distance <= reach)


LANE = """
    # # # # #
     a x . . .
    # # # # #
"""


@rule(
    "C22",
    "Nobody enters the hex of somebody able, friend or foe, and whoever is not able bars none.",
)
@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize(
    ("status", "free"),
    [
        ("prone", set[str]()),
        ("surprised", set[str]()),
        ("unconscious", {"B2", "C2"}),
        ("out", {"B2", "C2"}),
        ("dead", {"B2", "C2"}),
    ],
)
def test_the_able_bar_the_way(side: str, status: str, free: set[str]) -> None:
    fight = placed(
        LANE,
        fighter("a", dex=14),
        fighter("x", side, dex=1),
        on("E2", fighter("b", dex=1)),
        given=[SetStatus("x", status)],
    )

    assert reached(fight, "a") == free


@rule("C23", "Whoever has a SIZ of more than 30 covers its hex and the six around it.")
@pytest.mark.parametrize(
    ("size", "covered"),
    [(30, {"C3"}), (31, {"C3", "D3", "C4", "B4", "B3", "B2", "C2"})],
)
def test_the_large_cover_seven_hexes(size: int, covered: set[str]) -> None:
    fight = placed(
        STAR,
        fighter("a", "us", size=size),
        on("A1", moving(40, fighter("w", "us", dex=14))),
        on("E5", fighter("b", dex=1, weapons=[])),
    )

    assert all_hexes(STAR) - reached(fight, "w") == covered | {"A1", "E5"}
    assert fight.seen("a").large is (size > 30)


@pytest.mark.parametrize(("size", "passes"), [(30, True), (31, False)])
def test_the_large_need_a_wide_way(size: int, passes: bool) -> None:
    gap = """
        . . . # . . .
         . . . # . . .
        . a . . . . .
         . . . # . . .
        . . . # . . b
    """
    fight = placed(gap, moving(20, fighter("a", dex=14, size=size)), fighter("b", dex=1))

    assert ("F3" in reached(fight, "a")) is passes


@rule(
    "D18",
    "The distance of such a creature is counted from the nearest of its hexes, and its weapons reach no farther.",
)
@pytest.mark.parametrize(
    ("weapon", "hex_", "reaches"),
    [(SWORD, "E3", True), (SWORD, "F3", False), (SPEAR, "F3", True), (SPEAR, "G3", False)],
)
def test_the_distance_of_the_large(weapon: Weapon, hex_: str, reaches: bool) -> None:
    plain = """
        . . . . . . .
         . . . . . . .
        . . g . . . .
         . . . . . . .
    """
    large = fighter("g", dex=14, size=31, weapons=[weapon])
    fight = placed(plain, large, on(hex_, fighter("b", dex=13, weapons=[weapon])))

    assert offered(fight, "g", weapon.id, "b") is reaches
    assert offered(fight, "b", weapon.id, "g") is reaches


@rule("C24", "Blocked hexes and cover cannot be entered.")
def test_walls_and_cover_bar_the_way() -> None:
    ground = """
        . # . .
         a ~ . .
        . o . b
    """
    fight = placed(ground, moving(20, fighter("a", dex=14)), fighter("b", dex=1))

    assert all_hexes(ground) - reached(fight, "a") == {"B1", "B3", "A2", "D3"}


@rule("C25", "Neither shots nor blows pass a blocked hex.")
@pytest.mark.parametrize(("hex_", "passes"), [(".", True), ("~", True), ("o", True), ("#", False)])
def test_walls_stop_shots_and_blows(hex_: str, passes: bool) -> None:
    fight = placed(
        f". . . .\n a {hex_} b .\n. . . .",
        fighter("a", dex=14, weapons=[SPEAR, DAGGER], held=["spear", "dagger"]),
        fighter("b", dex=1, weapons=[BOW]),
    )

    wanted = {"attack/spear", "precise/spear", "shoot/dagger", "aim/dagger"}
    assert wanted & set(fight.offers("a")) == (wanted if passes else set())
    assert ("shoot/bow" in fight.offers("b")) is passes


# Beyond the sentences


def test_whoever_lies_in_the_way_is_walked_over() -> None:
    fight = placed(
        LANE,
        fighter("a", dex=14),
        fighter("x", "b", dex=1),
        on("E2", fighter("b", dex=1)),
        given=[prone("x"), SetStatus("x", "unconscious")],
    )

    fight.play({"a": [move("B2"), move("C2")]}, upto=(1, 2))

    assert (went(fight, "a"), place(fight, "x"), foes(fight, "a")) == (["B2", "C2"], "B2", {})


def test_whoever_a_scenario_brings_in_finds_a_hex_near_its_own() -> None:
    newcomer = on("B1", fighter("c", "us"))
    fight = placed(
        "a b . .",
        fighter("a", "us"),
        fighter("b", "them"),
        later=[(Moment(1, 1, 5), Add(newcomer))],
    )

    fight.play({"a": [DEFEND], "b": [DEFEND]})

    assert place(fight, "c") == "C1"
    # It may be restored though its entry names a hex on which another began.
    assert restore(fight.fight.snapshot()).state_hash() == fight.fight.state_hash()


def test_the_hidden_bar_no_hex_and_make_room_when_they_come_out() -> None:
    lane = LANE.replace("a x .", "a x b")
    fight = placed(
        lane, fighter("a", dex=14), fighter("x", "b", dex=1, hidden=True), fighter("b", dex=1)
    )
    assert reached(fight, "a") == {"B2"}

    fight.play({"a": [move("B2")]})
    fight.amend(Reveal("x"))

    # The nearest hex that is free is behind a, who came from there.
    assert (place(fight, "a"), place(fight, "x")) == ("B2", "A2")


def test_a_field_keeps_no_more_lines_than_it_has_room_for() -> None:
    ground = Ground(Field(1, 1, (".",)))
    for column in range(72):
        for row in range(70):
            a = hexes.at(column, row)
            assert ground.between(a, hexes.at(column + 2, row)) == [hexes.at(column + 1, row)]
    assert len(ground.lines_memo) == 72 * 70 - 5000
