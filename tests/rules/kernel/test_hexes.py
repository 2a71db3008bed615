"""Hexes: distances, neighbours, metres."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rules.kernel.hexes import distance, hexes_down, hexes_up, neighbours

coordinate = st.integers(min_value=-50, max_value=50)


@given(coordinate, coordinate)
def test_six_different_neighbours_stand_one_step_away(q: int, r: int) -> None:
    around = neighbours(q, r)

    assert len(set(around)) == 6
    assert {distance(q, r, *hex_) for hex_ in around} == {1}


@given(coordinate, coordinate)
def test_neighbours_in_order_are_beside_each_other(q: int, r: int) -> None:
    around = neighbours(q, r)

    for one, next_ in zip(around, around[1:] + around[:1], strict=True):
        assert distance(*one, *next_) == 1


@given(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate)
def test_distance_is_a_distance(a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    assert distance(a, b, c, d) == distance(c, d, a, b)
    assert (distance(a, b, c, d) == 0) is ((a, b) == (c, d))
    assert distance(a, b, e, f) <= distance(a, b, c, d) + distance(c, d, e, f)


@pytest.mark.parametrize(
    ("metres", "up", "down"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)]
)
def test_what_is_demanded_rounds_up_and_what_is_pushed_rounds_down(
    metres: int, up: int, down: int
) -> None:
    assert hexes_up(metres) == up
    assert hexes_down(metres) == down
