"""Nobody waits for ever: fights of every kind on ground of every kind come to an end."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Final

import pytest

from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.model import Outcome
from rules.request.course.choices import VERBS
from rules.request.course.machine import begin
from rules.request.model import Setup
from rules.request.policies import POLICIES
from rules.request.setup import decode
from tests.golden.record import scenario_of
from tests.support.fights import SHIPPED, shipped

CREATURES: Final = (
    "militia",
    "guard",
    "pikeman",
    "raider",
    "bandit",
    "archer",
    "slinger",
    "crossbowman",
    "skirmisher",
    "brute",
    "axeman",
    "veteran",
    "rider",
    "wolf",
)
LONG: Final = 60
"""Rounds: longer than any of these fights ought to last."""


def anywhere(number: int) -> Setup:
    """Up to four a side, on open, broken or walled ground, near each other or far off."""
    dice = dice_for(fight_seed(number), "ground")
    width = 9 + dice.roll(6)
    apart = 2 + dice.roll(10)
    rows = [["."] * width for _ in range(apart + 5)]
    kind = dice.roll(4)
    if kind == 1:
        _wall(rows, 2 + apart // 2, dice)
    for _ in range(6 * kind if kind > 1 else 0):
        rows[dice.roll(len(rows)) - 1][dice.roll(width) - 1] = "~o#~"[dice.roll(4) - 1]
    people: list[dict[str, object]] = []
    for side, row in (("north", 2), ("south", 2 + apart)):
        columns = list(range(1, width - 1))
        for _ in range(dice.roll(4)):
            column = columns.pop(dice.roll(len(columns)) - 1)
            rows[row][column] = letter = chr(ord("A") + len(people))
            creature = CREATURES[dice.roll(len(CREATURES)) - 1]
            one = {"id": f"{side}-{len(people)}", "side": side, "creature": creature}
            people.append({**one, "place": letter})
    return decode(
        {
            "name": f"anywhere {number}",
            "sides": ["north", "south"],
            "combatants": people,
            "map": {
                "rows": [" " * (i % 2) + " ".join(row) for i, row in enumerate(rows)],
            },
        }
    )


def _wall(rows: list[list[str]], at: int, dice: Dice) -> None:
    """A wall with a gate, one hex wide or two."""
    gate = 1 + dice.roll(len(rows[at]) - 3)
    wide = dice.roll(2)
    for column in range(len(rows[at])):
        if not gate <= column < gate + wide:
            rows[at][column] = "#"


def ends(setup: Setup, index: int, *minds: str) -> Outcome:
    """How a fight ends between a side of the first mind and a side of the last."""
    first = setup.sides[0].id
    mine = {one.id for one in setup.combatants if one.side == first}
    fight = begin(setup, fight_seed(41, index))
    while questions := fight.questions():
        fight.advance(
            [POLICIES[minds[0 if q.combatant in mine else -1]](q.sight()) for q in questions]
        )
    outcome = fight.outcome()
    assert outcome is not None
    return outcome


def check(number: int, *minds: str) -> None:
    outcome = ends(anywhere(number), number, *minds)
    assert outcome.kind in {"victory", "draw"}, (number, outcome)
    assert outcome.rounds <= LONG, (number, outcome)


@pytest.mark.parametrize("minds", [("steady",), ("reckless",), ("steady", "reckless")])
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_nobody_waits_for_ever(minds: tuple[str, ...], first: int) -> None:
    for number in range(first, first + 4):
        check(number, *minds)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("minds", [("steady",), ("reckless",), ("steady", "reckless")])
def test_nobody_waits_for_ever_in_a_thousand_fights(minds: tuple[str, ...]) -> None:
    for number in range(1000):
        check(number, *minds)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_scene_that_ships_ends_undecided(name: str) -> None:
    decides(name, 5)


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
def test_no_scene_that_ships_ends_undecided_in_many_fights(name: str) -> None:
    decides(name, 40)


def decides(name: str, fights: int) -> None:
    setup = shipped(name)
    kinds = Counter(ends(setup, index, "steady").kind for index in range(fights))

    assert set(kinds) <= {"victory", "draw"}, kinds


def test_the_steady_are_better_than_the_reckless() -> None:
    """Each fight is fought twice, so that both sides are led by both minds."""
    won: Counter[str] = Counter()
    for number in range(25):
        setup = anywhere(number)
        for minds in (("steady", "reckless"), ("reckless", "steady")):
            outcome = ends(setup, number, *minds)
            won[minds[0 if outcome.winner == setup.sides[0].id else 1]] += 1

    assert won["steady"] > won["reckless"], won


HORSES: Final = decode(tomllib.loads(scenario_of("reins").read_text(encoding="utf-8")))
"""A fight with horses, ridden and led."""


def test_the_random_do_everything_there_is_to_do() -> None:
    # Nobody recovers by itself, and whoever resists is asked only where dice lie on a table.
    due = set(VERBS) - {"recover", "resist"}
    seen: Counter[str] = Counter()
    scenes = [anywhere(4), *map(shipped, ("wrestlers", "sky", "coven", "ring"))]
    for number, setup in enumerate(
        [*scenes, *[HORSES] * 30]
    ):  # hardly anybody gets on in mid-fight
        if set(seen) >= due:
            break
        fight = begin(setup, fight_seed(44, number))
        while questions := fight.questions():
            answers = [POLICIES["random"](question.sight()) for question in questions]
            seen.update(answer.option.partition("/")[0] for answer in answers)
            fight.advance(answers)

    assert set(seen) >= due, due - set(seen)
