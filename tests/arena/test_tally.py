"""A tally is the same however its fights were grouped and in whatever order they came, and stays small."""

from __future__ import annotations

import pickle
from functools import reduce
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, strategies as st

from arena import tally
from arena.match import Ended
from arena.tally import MOST_FAILURES, MOST_LETTERS, Count, Length, Tally, of_failure, of_fight
from rules.kernel.model import Outcome
from tests.support.arena import FaultError, pretended

FIGHTS: Final = [
    *(of_fight(number, pretended().play(number)) for number in range(60)),
    *(of_failure(number, FaultError(number)) for number in range(60, 80)),
]


def counted(fights: list[Tally]) -> Tally:
    def both(one: Tally, other: Tally) -> Tally:
        one.merge(other)
        return one

    return reduce(both, fights, Tally())


def check(order: list[int], cuts: list[int]) -> None:
    """The fights in *order*, in groups that end at *cuts*, count as they do one after the other."""
    shuffled = [FIGHTS[at] for at in order]
    edges = [0, *sorted(cuts), len(shuffled)]
    groups = [counted(shuffled[low:high]) for low, high in pairwise(edges)]

    assert counted(groups) == counted(FIGHTS)
    assert counted(groups[::-1]) == counted(FIGHTS)


@given(
    st.permutations(range(len(FIGHTS))),
    st.lists(st.integers(0, len(FIGHTS)), max_size=8),
)
def test_no_order_and_no_grouping_changes_a_tally(order: list[int], cuts: list[int]) -> None:
    check(order, cuts)


def test_a_merge_that_trusts_the_order_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def trusting(one: Count | None, other: Count) -> Count:
        return Count((one.fights if one else 0) + other.fights, one.first if one else other.first)

    monkeypatch.setattr(tally, "both", trusting)

    with pytest.raises(AssertionError):
        check([*range(len(FIGHTS))][::-1], [])


def test_merging_leaves_the_other_as_it_was() -> None:
    part = counted(FIGHTS[:30])
    before = pickle.dumps(part)

    counted([part, *FIGHTS[30:]])

    assert pickle.dumps(part) == before


def test_a_fight_is_counted_by_its_end_its_rounds_and_its_people() -> None:
    fates = (("a", "up"), ("a", "up"), ("b", "dead"), ("b", "dead"), ("b", "gone"))

    found = of_fight(9, Ended(Outcome("victory", "a", 4), fates, refused=3))

    assert found == Tally(
        outcomes={("victory", "a"): Count(1, 9)},
        rounds={4: 1},
        shortest=Length(4, 9),
        longest=Length(4, 9),
        people={("a", "up"): 2, ("b", "dead"): 2, ("b", "gone"): 1},
        deadly={"b": Count(1, 9)},
        refusals=3,
        refused=Count(1, 9),
    )
    assert (found.ended, found.failed, found.played) == (1, 0, 1)


def test_of_equal_fights_the_first_stands_out() -> None:
    fights = [
        of_fight(number, Ended(Outcome("draw", "", rounds), ()))
        for number, rounds in ((5, 3), (2, 3), (7, 8), (6, 8), (9, 5))
    ]

    found = counted(fights)

    assert (found.shortest, found.longest) == (Length(3, 2), Length(8, 6))


def test_failures_are_all_counted_and_the_first_few_are_kept() -> None:
    found = counted(FIGHTS)

    assert (found.ended, found.failed, found.played) == (60, 20, 80)
    assert [one.fight for one in found.failures] == [*range(60, 60 + MOST_FAILURES)]
    assert found.failures[0].problem == "FaultError: in\nfight 60"


def test_a_tally_stays_small() -> None:
    once = counted(FIGHTS)
    often = counted(FIGHTS * 50)

    assert len(pickle.dumps(often)) < len(pickle.dumps(once)) * 1.2
    assert len(of_failure(1, ValueError("x" * 99_999)).failures[0].problem) == MOST_LETTERS
