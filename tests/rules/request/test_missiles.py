"""RULES.md, missiles: a bow with a range of 60 m, a crossbow with a load of 2, a dagger to throw."""

from __future__ import annotations

import pytest

from rules.request.model import Shot, Weapon
from tests.rules.request.build import (
    BOW,
    CROSSBOW,
    DAGGER,
    DECLINE,
    DODGE,
    ONE_ROUND,
    SHIELD,
    SWORD,
    TO_THE_END,
    Said,
    aim,
    archer,
    attack,
    attack_need,
    fighter,
    figure,
    parry,
    ready,
    scene,
    shoot,
)
from tests.support.rulebook import rule

MISS = "d100=96"
LIGHT = Weapon(
    "light", "light bow", 2, 2, 4, "normal", shot=Shot("Bow", 1, 8, 60, load=0, missiles=2)
)


def chance(distance: int, bow: int = 50) -> int:
    """What a shot over that distance needs."""
    fight = scene(archer("a", dex=14, bow=bow), fighter("b", dex=1), distance=distance)
    return attack_need(fight, {"a": [shoot("b")]})


@rule("P27", "Up to its range a missile flies without penalty.")
@pytest.mark.parametrize(("distance", "needed"), [(0, 50), (1, 50), (60, 50), (61, 25)])
def test_within_range_there_is_no_penalty(distance: int, needed: int) -> None:
    assert chance(distance) == needed


@rule(
    "P27a",
    "A weapon that must be loaded takes as many actions of readying before each shot as its load says.",
)
@pytest.mark.parametrize(("weapon", "load"), [(LIGHT, 0), (BOW, 1), (CROSSBOW, 2)])
def test_loading_takes_its_actions(weapon: Weapon, load: int) -> None:
    fight = scene(fighter("a", dex=19, weapons=[weapon]), fighter("b", dex=1), distance=20)
    again = shoot("b", weapon.id)

    fight.play({"a": [again, *[ready(weapon.id)] * load, again]}, f"{MISS} {MISS}", ONE_ROUND)

    assert [e.phase for e in fight.of("attack")] == [1, 2 + load]


@rule(
    "P27b",
    "Beyond its range, up to twice as far, a missile is shot with half the learned skill, rounded down.",
)
@pytest.mark.parametrize(
    ("distance", "bow", "needed"), [(61, 50, 25), (120, 50, 25), (100, 65, 32), (60, 65, 65)]
)
def test_beyond_range_the_skill_is_halved(distance: int, bow: int, needed: int) -> None:
    assert chance(distance, bow) == needed


@rule("P27c", "Nothing flies farther than twice its range.")
@pytest.mark.parametrize(("distance", "possible"), [(120, True), (121, False)])
def test_nothing_flies_farther_than_twice(distance: int, possible: bool) -> None:
    fight = scene(archer("a", dex=14), fighter("b", dex=1), distance=distance)

    assert ("shoot/bow" in fight.offers("a")) is possible
    assert ("aim/bow" in fight.offers("a")) is possible


@rule("P27d", "A shield can parry a missile, and other items only one that was thrown.")
@pytest.mark.parametrize(
    ("weapon", "parries"),
    [(BOW, ["parry/shield"]), (DAGGER, ["parry/sword", "parry/shield"])],
    ids=["shot", "thrown"],
)
def test_what_parries_a_missile(weapon: Weapon, parries: list[str]) -> None:
    fight = scene(
        fighter("a", dex=14, weapons=[weapon]),
        fighter("b", dex=1, weapons=[SWORD, SHIELD], held=["sword", "shield"]),
        distance=10,
    )

    fight.play({"a": [shoot("b", weapon.id)], "b": [parry("shield")]}, f"{MISS} {MISS}")

    (asked,) = fight.asked("b", "reaction")
    offered = [o.id for o in asked.options if o.unavailable is None]
    assert offered == [*parries, "dodge", "decline"]


@rule("P27e", "A missile can be dodged.")
@pytest.mark.parametrize("weapon", [BOW, DAGGER])
def test_a_missile_can_be_dodged(weapon: Weapon) -> None:
    fight = scene(fighter("a", dex=14, weapons=[weapon]), fighter("b", dex=1), distance=10)

    fight.play({"a": [shoot("b", weapon.id)], "b": [DODGE]}, "d100=40 d100=41")

    assert fight.attack().facts["outcome"] == "dodged"


@rule("C10", "A missile is spent as it flies, whether it hits or not.")
@pytest.mark.parametrize("dice", ["d100=40 d8=1 d20=10", MISS])
def test_a_missile_is_spent(dice: str) -> None:
    fight = scene(archer("a", dex=14), fighter("b", dex=1), distance=20)

    fight.answer(shoot("b"))
    assert [p.kind for p in fight.open()] == ["reaction"]
    before_the_dice = [i.missiles for i in fight.seen("a").items if i.id == "bow"]
    fight.answer(DECLINE, dice=dice)

    after_them = [i.missiles for i in fight.seen("a").items if i.id == "bow"]
    assert (before_the_dice, after_them) == ([19], [19])


# Beyond the sentences


@pytest.mark.parametrize("said", [attack("b"), aim("b", "dagger")])
def test_a_thrown_weapon_has_left_the_hand(said: Said) -> None:
    fight = scene(fighter("a", dex=14, weapons=[DAGGER, SWORD]), fighter("b", dex=1))

    fight.play({"a": [shoot("b", "dagger")]}, MISS)

    assert fight.held("a") == []
    assert said.option not in fight.offers("a")


def test_an_empty_quiver_shoots_no_more() -> None:
    fight = scene(fighter("a", dex=19, weapons=[LIGHT]), fighter("b", dex=1), distance=20)

    fight.play({"a": [shoot("b", "light")] * 2}, f"{MISS} {MISS}", ONE_ROUND)

    assert not {"shoot/light", "ready/light"} & set(fight.offers("a"))


def test_two_lines_without_missiles_come_to_a_stalemate() -> None:
    fight = scene(fighter("a"), fighter("b"), distance=20).play(upto=TO_THE_END)

    (end,) = fight.of("combat_ended")
    assert end.facts["outcome"] == "stalemate"


def test_aiming_helps_one_shot_even_where_nothing_must_be_loaded() -> None:
    # Loading between two shots would lose the aim anyway: only a weapon without it tells.
    repeater = Weapon(
        "repeater", "repeater", 2, 1, 5, "normal", shot=Shot("Bow", 1, 6, 60, load=0, missiles=5)
    )
    fight = scene(fighter("a", dex=14, weapons=[repeater]), fighter("b", dex=1), distance=20)

    fight.play(
        {"a": [aim("b", "repeater"), shoot("b", "repeater"), shoot("b", "repeater")]},
        f"{MISS} {MISS}",
        ONE_ROUND,
    )

    assert [figure(blow, "attack_chance") for blow in fight.of("attack")] == [60, 50]
