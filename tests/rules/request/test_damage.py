"""RULES.md, damage."""

from __future__ import annotations

import itertools
import re
from typing import Literal

import pytest

from rules.request.chapters import damage, wounds
from rules.request.model import LOCATIONS, Options
from tests.rules.request.build import (
    AXE,
    BOW,
    DAGGER,
    DECLINE,
    LEATHER,
    SHIELD,
    SWORD,
    Said,
    attack,
    fighter,
    figure,
    parry,
    scene,
    shoot,
    terms,
    vulnerable,
)
from tests.support.rulebook import book_of, rule

CHEST = "d20=10"
HARM = "d4=1 d100=1"  # a serious wound of the trunk, withstood


def table(heading: str) -> list[list[str]]:
    """The rows of the table of the rule book that begins with *heading*."""
    book = book_of("request")
    rows = book[book.index(heading) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def text_of(sum_of_two: int) -> str:
    return damage.modifier_text(*damage.damage_modifier(sum_of_two)) or "none"


@rule("P20", "STR + SIZ gives the damage modifier, as the table says.")
def test_the_damage_modifier_follows_the_table() -> None:
    cells = [
        pair for row in table("| STR + SIZ |") for pair in zip(row[::2], row[1::2], strict=True)
    ]
    ends = [(re.findall(r"\d+", numbers), modifier) for numbers, modifier in cells]

    assert len(cells) == 20
    for bounds, modifier in ends:
        assert {text_of(int(bound)) for bound in bounds} == {modifier}
    firsts = sorted(int(bounds[0]) for bounds, _ in ends)
    lasts = sorted(int(bounds[1]) for bounds, _ in ends if len(bounds) > 1)
    assert firsts[1:] == [last + 1 for last in lasts]
    assert text_of(500) == "+5D10"


@rule(
    "P20a",
    "The damage modifier goes with close and thrown weapons, not with what is shot.",
)
@pytest.mark.parametrize(
    ("said", "dice", "done"),
    [
        (attack("b"), "d8=3 d2=2", 5),
        (shoot("b", "dagger"), "d6=3 d2=2", 5),
        (shoot("b"), "d8=3", 3),
    ],
)
def test_the_modifier_goes_with_muscle(said: Said, dice: str, done: int) -> None:
    weapons = {
        "attack/sword": [SWORD],
        "shoot/dagger": [DAGGER],
        "shoot/bow": [BOW],
    }[said.option]
    fight = scene(fighter("a", dex=14, strong=16, size=14, weapons=weapons), fighter("b", dex=1))

    fight.play({"a": [said]}, f"d100=40 {dice} {CHEST}")

    assert figure(fight.attack(), "damage") == done


@rule("P20b", "Damage is never below 0.")
def test_damage_is_never_below_0() -> None:
    fight = scene(fighter("a", dex=14, strong=3, size=3), fighter("b", dex=1))

    fight.play({"a": [attack("b")]}, f"d100=40 d8=2 d6=6 {CHEST}")

    assert (figure(fight.attack(), "damage"), fight.points("b", "chest")) == (0, 7)


@rule(
    "P21",
    "Damage is the weapon's dice and the damage modifier, less what the parry stops, less the armour of the location.",
)
@pytest.mark.parametrize(("place", "armour"), [("d20=10", 2), ("d20=1", 0)])
def test_the_order_of_the_sum(place: str, armour: int) -> None:
    fight = scene(
        fighter("a", dex=14, strong=16, size=14, skills={"2H Axe": 74}, weapons=[AXE]),
        fighter("b", dex=1, armour=[LEATHER]),
    )

    fight.play(
        {"a": [attack("b", "axe")], "b": [parry()]}, f"d100=40 d100=40 d6=2 d6=3 d2=2 {place}"
    )

    blow = fight.attack()
    assert list(terms(blow, "damage").values()) == [5, 2, 2, -4]
    assert figure(blow, "damage") == 5
    assert figure(blow, "through") == 5 - armour


@rule(
    "P21a",
    "The highest damage takes every die at its top, and a negative modifier at its least.",
)
@pytest.mark.parametrize(
    ("strong", "size", "done"),
    [(16, 14, 8 + 2), (11, 11, 8), (9, 9, 8 - 1), (6, 6, 8 - 1), (3, 3, 8 - 1)],
)
def test_the_highest_damage(strong: int, size: int, done: int) -> None:
    fight = scene(fighter("a", dex=14, strong=strong, size=size), fighter("b", dex=1))

    fight.play({"a": [attack("b")]}, f"d100=5 {CHEST} " + (HARM if done > 7 else ""))

    assert figure(fight.attack(), "damage") == done


When = Literal["before_armour", "after_armour"]


@rule(
    "A9",
    "The 2 points of being vulnerable are added before parry and armour, or behind them if `vulnerable_damage` is set to `after_armour`.",
)
@pytest.mark.parametrize(
    ("when", "rolled", "done", "through"),
    [
        ("before_armour", 5, 7, 5),
        ("before_armour", 1, 3, 1),
        ("after_armour", 5, 5, 5),
        ("after_armour", 1, 1, 2),
    ],
)
def test_when_the_two_points_are_added(when: When, rolled: int, done: int, through: int) -> None:
    fight = scene(
        fighter("a", dex=14),
        fighter("b", dex=1, armour=[LEATHER]),
        given=[vulnerable("b")],
        options=Options(vulnerable_damage=when),
    )

    fight.play({"a": [attack("b")]}, f"d100=40 d8={rolled} {CHEST}")

    blow = fight.attack()
    assert (figure(blow, "damage"), figure(blow, "through")) == (done, through)


@rule("A9a", "The 2 points are added to the highest damage too, once a hit.")
def test_the_two_points_come_on_top_of_the_highest() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1), given=[vulnerable("b")])

    fight.play({"a": [attack("b")], "b": [DECLINE]}, f"d100=5 {CHEST} {HARM}")

    assert terms(fight.attack(), "damage") == {"1D8 at its most": 8, "vulnerable": 2}


@rule(
    "P22",
    "1D20 tells where a hit lands: right leg 1 to 3, left leg to 6, abdomen to 9, chest to 12, right arm to 15, left arm to 18, head to 20.",
)
@pytest.mark.parametrize(
    ("rolled", "place"),
    [
        (1, "right leg"),
        (3, "right leg"),
        (4, "left leg"),
        (6, "left leg"),
        (7, "abdomen"),
        (9, "abdomen"),
        (10, "chest"),
        (12, "chest"),
        (13, "right arm"),
        (15, "right arm"),
        (16, "left arm"),
        (18, "left arm"),
        (19, "head"),
        (20, "head"),
    ],
)
def test_1d20_tells_the_location(rolled: int, place: str) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    fight.play({"a": [attack("b")]}, f"d100=40 d8=1 d20={rolled}")

    assert fight.attack().place == LOCATIONS[wounds.location(rolled)] == place


@rule("P23", "CON + SIZ gives the hit points of each location, as the table says.")
def test_hit_points_follow_the_table() -> None:
    rows = table("| CON + SIZ |")

    assert len(rows) == 9
    for numbers, *cells in rows[:-1]:
        leg, abdomen, chest, arm, head = [int(cell) for cell in cells]
        for bound in re.findall(r"\d+", numbers):
            expected = (leg, leg, abdomen, chest, arm, arm, head)
            assert wounds.hit_points(int(bound)) == expected, bound
    for sum_of_two in (41, 45, 46, 90):
        below = wounds.hit_points(sum_of_two - 5)
        assert wounds.hit_points(sum_of_two) == tuple(points + 1 for points in below)


def test_a_shield_stops_more_than_a_dagger() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1, weapons=[SHIELD], held=["shield"]))

    fight.play({"a": [attack("b")], "b": [parry("shield")]}, f"d100=40 d100=40 d8=8 {CHEST}")

    assert fight.attack().facts["outcome"] == "stopped"


@pytest.mark.parametrize(
    ("parts", "bonus", "less"),
    [
        ([(1, 1, 8)], 0, 0),
        ([(1, 1, 8)], 0, 5),
        ([(1, 2, 6), (1, 1, 4)], 2, 3),
        ([(1, 1, 4), (-1, 1, 6)], 1, 0),
        ([(1, 1, 3)], 0, 3),
    ],
)
def test_mean_damage_counts_every_combination(
    parts: list[tuple[int, int, int]], bonus: int, less: int
) -> None:
    faces = [
        [sign * face for face in range(1, sides + 1)]
        for sign, dice, sides in parts
        for _ in range(dice)
    ]
    through = [max(0, sum(rolled) + bonus - less) for rolled in itertools.product(*faces)]

    assert damage.mean_through(parts, bonus, less) == sum(through) * 10 // len(through)
