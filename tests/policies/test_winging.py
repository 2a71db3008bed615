"""Those who fly: out of the sky, up again before they are answered; and those who look up at them."""

from __future__ import annotations

import pytest

from rules.request.course.combatant import KNEELING
from rules.request.model import Entry, Shot, Weapon
from tests.policies.saying import says
from tests.rules.request.build import Scene, archer, fighter
from tests.rules.request.places import CLAWS, HANDY, flying, high, moving, on, placed

FAR = "a . . . . . . . . . . . . . . . b"
NEAR = "a . . . . b ."
BESIDE = """
    . . . .
     . a b .
    . . . .
"""


def bird(dex: int = 16) -> Entry:
    made = fighter("a", "us", dex=dex, weapons=(CLAWS,), held=(), skills=HANDY)
    return moving(8, made)


def last_action(fight: Scene) -> Scene:
    fight.fight.people[0].acts = 1
    return fight


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_it_swoops(mind: str) -> None:
    assert says(mind, placed(NEAR, high(bird()), fighter("b"))) == "charge/claws b"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_from_afar_it_comes_nearer_in_the_air(mind: str) -> None:
    assert says(mind, placed(FAR, high(bird()), fighter("b"))) == "sprint close/b"


def test_where_it_cannot_swoop_it_comes_down() -> None:
    assert says("steady", placed("a . b . .", high(bird()), fighter("b"))) == "dive B1"
    straight = placed(". a b .", high(bird()), fighter("b"))
    assert says("steady", straight).startswith("dive ")
    walled = placed("a # b # .", high(bird()), fighter("b"))
    assert says("steady", walled) == "defend"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_whoever_is_not_on_its_legs_up_there_does_not_dive(mind: str) -> None:
    scene = placed("a . b . .", high(bird()), fighter("b"))
    scene.fight.people[0].stance = KNEELING
    scene.fight.people[0].settle()

    assert says(mind, scene) == "defend"


def test_with_nobody_below_it_waits() -> None:
    assert says("steady", placed(NEAR, high(bird()), high(fighter("b")))) == "defend"


def test_where_others_in_the_air_are_in_its_way_it_waits() -> None:
    row = "a c d e f . . . . . . . . . . . . . . . . . . . . . b ."
    flock = [high(fighter(name, "us")) for name in "cdef"]
    assert says("steady", placed(row, high(bird()), *flock, fighter("b"))) == "defend"


def test_up_there_it_shoots() -> None:
    fight = placed(NEAR, high(archer("a", dex=16, bow=90)), fighter("b"))
    assert says("steady", fight) == "shoot/bow b"
    alone = placed(NEAR, high(archer("a", dex=16, loaded=False)), high(on("G1", fighter("b"))))
    assert says("steady", alone).startswith("ready/bow")


def test_it_is_off_with_its_last_action() -> None:
    assert says("steady", placed(BESIDE, flying(bird()), fighter("b"))).startswith("attack/claws")
    up = last_action(placed(BESIDE, flying(bird()), fighter("b")))
    assert says("steady", up) == "breakaway up"
    held = last_action(placed(BESIDE, flying(bird()), flying(fighter("b"))))
    assert says("steady", held).startswith("attack/claws")
    hemmed = last_action(placed("a b", flying(bird()), fighter("b")))
    assert says("steady", hemmed).startswith("attack/claws")
    afoot = last_action(placed(BESIDE, bird(), fighter("b")))
    assert says("steady", afoot).startswith("attack/claws")


def test_those_below_shoot_or_wait() -> None:
    assert says("steady", placed(NEAR, archer("a", dex=16), high(fighter("b")))) == "shoot/bow b"
    assert says("steady", placed(NEAR, fighter("a", dex=16), high(fighter("b")))) == "defend"


def test_too_near_to_swoop_it_stands_off_up_there_first() -> None:
    row = "b . a . . . . . ."
    assert says("steady", placed(row, high(bird()), fighter("b"))) == "move E1"


DART = Weapon(
    "dart", "dart", 1, 1, 1, "short", shot=Shot("Throwing", 1, 4, range=40, load=0, thrown=True)
)


def darter(throwing: int) -> Entry:
    skills = HANDY | {"Throwing": throwing}
    made = fighter("a", "us", dex=16, weapons=(CLAWS, DART), held=("dart",), skills=skills)
    return high(moving(4, made))


def test_a_dart_that_hardly_hits_is_kept_for_a_nearer_mark() -> None:
    row = "a . . . . . . . b"
    assert says("steady", placed(row, darter(60), fighter("b"))) == "shoot/dart b"
    assert says("steady", placed(row, darter(5), fighter("b"))).startswith(("sprint", "move"))
    kneeling = placed(row, darter(5), fighter("b"))
    kneeling.fight.people[0].stance = KNEELING
    kneeling.fight.people[0].settle()
    assert says("steady", kneeling) == "shoot/dart b"
