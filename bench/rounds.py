"""How many rounds plain fights last, in light armour and in chain."""

from __future__ import annotations

from typing import NamedTuple

from bench.cases import CHAIN, Case, plain
from bench.speed import played

FIGHTS = 1000
WITHIN = 20


class Length(NamedTuple):
    """The share of fights that are won within 20 rounds, and how long they last."""

    name: str
    share: float
    median: int
    longest: int
    undecided: int


def lengths(fights: int = FIGHTS) -> list[Length]:
    """One row for each size and armour, over the same seeds."""
    return [
        _length(name, plain(count, armour), fights)
        for name, count, armour in (
            ("1 v 1, light armour", 1, None),
            ("2 v 2, light armour", 2, None),
            ("1 v 1, full chain", 1, CHAIN),
            ("2 v 2, full chain", 2, CHAIN),
        )
    ]


def _length(name: str, case: Case, fights: int) -> Length:
    outcomes = [played(case, number) for number in range(fights)]
    rounds = sorted(outcome.rounds for outcome in outcomes)
    won = [one for one in outcomes if one.kind in ("victory", "draw")]
    within = sum(one.rounds <= WITHIN for one in won)
    return Length(
        name, within / fights, rounds[fights // 2], rounds[-1], undecided=fights - len(won)
    )
