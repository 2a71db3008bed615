"""Shares come with the margins that the literature gives them, rounds with their middle and their bins."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, strategies as st

from arena.odds import CONFIDENCE, bins, mean, quantile, wilson

COUNTS = st.dictionaries(st.integers(1, 10_000), st.integers(1, 500), min_size=1, max_size=60)
SEEN = st.integers(1, 10**7).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


# --- shares ----------------------------------------------------------------------------------

# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
# Medicine 17 (1998), table I, method 3; the last row is a share of a half by hand.
KNOWN = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (50, 100, 0.4038, 0.5962),
]


@pytest.mark.parametrize(("count", "total", "low", "high"), KNOWN)
def test_the_interval_is_the_one_of_wilson(count: int, total: int, low: float, high: float) -> None:
    found = wilson(count, total)

    assert [round(one, 4) for one in found] == [low, high]


def plain(count: int, total: int) -> tuple[float, float]:
    """The interval that everybody learns first, which is wrong for rare things."""
    share = count / total
    margin = 1.96 * sqrt(share * (1 - share) / total)
    return share - margin, share + margin


def test_the_known_values_tell_the_plain_interval_apart() -> None:
    differ = [
        [round(one, 4) for one in plain(count, total)] != [low, high]
        for count, total, low, high in KNOWN
    ]

    assert all(differ[:-1])


def test_the_interval_holds_as_much_as_it_says() -> None:
    beyond = (1 + CONFIDENCE) / 2
    low, high = wilson(500_000, 1_000_000)

    assert (high - low) / 2 * 2000 == pytest.approx(NormalDist().inv_cdf(beyond), abs=1e-5)


@given(SEEN)
def test_the_share_lies_in_its_interval_and_the_interval_between_none_and_all(
    seen: tuple[int, int],
) -> None:
    count, total = seen
    low, high = wilson(count, total)

    assert 0 <= low <= count / total <= high <= 1
    assert (low == 0) == (count == 0)
    assert (high == 1) == (count == total)


@given(SEEN)
def test_what_is_not_so_has_the_interval_turned_round(seen: tuple[int, int]) -> None:
    count, total = seen
    low, high = wilson(count, total)

    assert wilson(total - count, total) == pytest.approx((1 - high, 1 - low))


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == (0, 1)


# --- rounds ----------------------------------------------------------------------------------


@given(COUNTS)
def test_the_middle_is_where_a_sorted_list_has_it(counts: dict[int, int]) -> None:
    listed = sorted(number for number, times in counts.items() for _ in range(times))

    for percent in (1, 25, 50, 75, 95, 100):
        at = -(-len(listed) * percent // 100)
        assert quantile(counts, percent) == listed[at - 1]
    assert mean(counts) == pytest.approx(sum(listed) / len(listed))


def test_of_nothing_there_is_no_middle() -> None:
    with pytest.raises(ValueError, match=r"\{\}"):
        quantile({}, 50)


@given(COUNTS)
def test_bins_hold_every_fight_once_and_follow_each_other(counts: dict[int, int]) -> None:
    found = bins(counts)

    assert sum(one.fights for one in found) == sum(counts.values())
    assert [one.first for one in found[1:]] == [one.last + 1 for one in found[:-1]]
    assert found[0].fights > 0
    assert found[-1].fights > 0
    assert len(found) <= 13
    for one in found:
        assert one.fights == sum(
            times for number, times in counts.items() if one.first <= number <= one.last
        )


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({4: 1}, [(4, 4, 1)]),
        ({41: 1, 44: 2}, [(41, 41, 1), (42, 42, 0), (43, 43, 0), (44, 44, 2)]),
        ({2: 5, 4: 1}, [(2, 2, 5), (3, 3, 0), (4, 4, 1)]),
        ({1: 10, 2: 90, 11: 1, 12: 1, 100: 1}, [(1, 1, 10), (2, 2, 90), (3, 100, 3)]),
        ({3: 50, 18: 50}, [(3, 4, 50), *((at, at + 1, 0) for at in range(5, 17, 2)), (17, 18, 50)]),
        (
            {5: 10, 100: 10},
            [(1, 10, 10), *((at, at + 9, 0) for at in range(11, 91, 10)), (91, 100, 10)],
        ),
    ],
)
def test_bins_are_as_fine_as_the_bulk_allows(
    counts: dict[int, int], expected: list[tuple[int, int, int]]
) -> None:
    assert bins(counts) == expected
