"""RULES.md, missiles on a map: what stands in the way, and how far the target has gone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.kernel.model import Place, SetStatus
from rules.request.model import Change, Entry, Shot, Weapon
from tests.rules.request.build import DAGGER, PASS, Said, attack_need, fighter, shoot, terms
from tests.rules.request.places import move, moving, on, placed, sprint
from tests.support.rulebook import rule

MISS = "d100=96"
LIGHT = Weapon(
    "light", "light bow", 2, 2, 4, "normal", shot=Shot("Bow", 1, 8, 60, load=0, missiles=20)
)


def bowman(name: str = "a", *, dex: int = 9) -> Entry:
    """A bow that wants no loading, at 50 %."""
    return fighter(name, dex=dex, weapons=[LIGHT, DAGGER])


def shot(drawing: str, *more: Entry, given: Sequence[Change] = ()) -> dict[str, int]:
    """What a needs to hit b, beside its skill; a shoots before anybody moves."""
    fight = placed(drawing, bowman(dex=16), fighter("b", dex=1), *more, given=given)
    needed = attack_need(fight, {"a": [shoot("b", "light")]})
    fight.play({"a": [shoot("b", "light")]}, MISS)
    found = terms(fight.attack(), "attack_chance")
    assert sum(found.values()) == needed
    assert found.pop("Bow") == 50
    return found


@rule(
    "P27f",
    "A shot at a target that has moved 10 m or more since the shooter's last action is at -10 %, and from 30 m at -20 %.",
)
@pytest.mark.parametrize(
    ("metres", "said", "penalty"),
    [
        (10, move("G1"), 0),
        (10, move("H1"), 0),
        (10, move("K1"), -10),
        (30, move("P1"), -10),
        (30, move("T1"), -10),
        (30, move("U1"), -20),
        (30, sprint("Z1"), -20),
        (20, PASS, 0),
    ],
)
def test_a_target_that_has_moved(metres: int, said: Said, penalty: int) -> None:
    lane = "a . . . . b" + " ." * 40
    fight = placed(lane, bowman(), moving(metres, fighter("b", dex=14)))

    fight.play({"a": [shoot("b", "light")], "b": [said]}, MISS)

    found = terms(fight.attack(), "attack_chance")
    assert found == {"Bow": 50} | ({"target moved": penalty} if penalty else {})


def test_what_it_moved_since_the_last_action_counts() -> None:
    lane = "a . . . . b" + " ." * 30
    fight = placed(lane, bowman(dex=9), moving(12, fighter("b", dex=14)))

    fight.play(
        {
            "a": [shoot("b", "light"), shoot("b", "light"), PASS, shoot("b", "light")],
            "b": [move("L1"), PASS, PASS, move("R1"), move("X1")],
        },
        f"{MISS} {MISS} {MISS}",
        upto=(2, 2),
    )

    # 12 m; nothing since; then 12 m and 12 m, for passing is no action.
    found = [terms(e, "attack_chance").get("target moved", 0) for e in fight.of("attack")]
    assert found == [-10, 0, -10]


def test_knocks_and_the_hand_of_the_game_master_are_no_moves() -> None:
    lane = "a . . . . b" + " ." * 30
    fight = placed(lane, bowman(), fighter("b", dex=1), given=[Place("b", "Z1")])

    fight.play({"a": [shoot("b", "light")]}, MISS)

    assert terms(fight.attack(), "attack_chance") == {"Bow": 50}


@rule("P27g", "A shot at a target right behind cover on the line of the shot is at -20 %.")
@pytest.mark.parametrize(
    ("drawing", "penalty"),
    [
        ("a . . . o b .", -20),
        ("a . . o . b .", 0),
        ("a o . . . b .", 0),
        ("a . . . . b o", 0),
        (". . . . . o .\n a . . . . b .\n. . . . . o .", 0),
        ("a o b . . . .", -20),
    ],
)
def test_right_behind_cover(drawing: str, penalty: int) -> None:
    assert shot(drawing) == ({"cover": penalty} if penalty else {})


@rule("P27h", "A shot past somebody else who stands on its line is at -20 %.")
@pytest.mark.parametrize("side", ["a", "b", "c"])
@pytest.mark.parametrize(
    ("drawing", "status", "penalty"),
    [
        ("a . c . . b .", "", -20),
        ("a . . . c b .", "", -20),
        ("a . c . . b .", "kneeling", -20),
        ("a . c . . b .", "prone", 0),
        ("a . c . . b .", "unconscious", 0),
        ("a . c . . b .", "dead", 0),
        ("a . . . . b c", "", 0),
        (". . c . . . .\n a . . . . b .\n. . . . . . .", "", 0),
    ],
)
def test_past_somebody_else(side: str, drawing: str, status: str, penalty: int) -> None:
    c = fighter("c", side, dex=1)
    given = [SetStatus("c", status)] if status else []

    assert shot(drawing, c, given=given) == ({"somebody in the way": penalty} if penalty else {})


def test_past_a_giant() -> None:
    drawing = ". . . . . . .\n . . . g . . .\n. . . . . . .\n a . . . . . b"

    assert shot(drawing, fighter("g", "b", dex=1, size=31)) == {}
    assert shot(drawing.replace(" a . . .", " . a . ."), fighter("g", "b", dex=1, size=30)) == {}
    near = ". . . . . . .\n . . . g . . .\na . . . . . b\n . . . . . . ."
    assert shot(near, fighter("g", "b", dex=1, size=31)) == {"somebody in the way": -20}
    assert shot(near, fighter("g", "b", dex=1, size=30)) == {}


@rule("P27h2", "Cover and somebody on the line together make it -20 %, not more.")
@pytest.mark.parametrize(
    ("drawing", "found"),
    [
        ("a . c . o b .", {"cover": -20}),
        ("a . c . d b .", {"somebody in the way": -20}),
        ("a . c d o b .", {"cover": -20}),
    ],
)
def test_what_is_in_the_way_counts_once(drawing: str, found: dict[str, int]) -> None:
    more = [fighter(name, "b", dex=1) for name in "cd" if name in drawing]

    assert shot(drawing, *more) == found


@rule("P27i", "A shot flies 2 m for every hex of distance.")
@pytest.mark.parametrize(("steps", "needed"), [(1, 50), (5, 50), (6, 25), (10, 25), (11, None)])
def test_how_far_a_shot_flies(steps: int, needed: int | None) -> None:
    # A dagger is thrown 10 m, and with half the skill up to 20 m.
    lane = "a" + " ." * 12
    b = on("ABCDEFGHIJKLM"[steps] + "1", fighter("b", dex=1))
    fight = placed(lane, fighter("a", dex=14, weapons=[DAGGER]), b)

    values = {v.id: v.chance for v in fight.option("a", "shoot/dagger").parameters[0].values}

    assert values == ({} if needed is None else {"b": needed})


def test_the_distance_of_the_large_is_that_of_the_nearest_hex() -> None:
    plain = "\n".join(" " * (row % 2) + "." + " ." * 12 for row in range(5))
    g = fighter("g", dex=1, size=31)

    for hex_, chance in (("H3", 50), ("I3", 25)):
        fight = placed(plain, on("B3", fighter("a", dex=14, weapons=[DAGGER])), on(hex_, g))
        assert fight.option("a", "shoot/dagger").label == "Throw dagger"
        (value,) = fight.option("a", "shoot/dagger").parameters[0].values
        assert value.chance == chance
