"""Hexes: places and names, distances, rings, lines, metres."""

from __future__ import annotations

from itertools import islice, pairwise, product
from string import ascii_uppercase

import pytest
from hypothesis import given, strategies as st

from rules.kernel.hexes import (
    MOST,
    STEPS,
    at,
    column,
    distance,
    hexes_down,
    hexes_up,
    line,
    name,
    named,
    neighbours,
    pack,
    ring,
    row,
)

number = st.integers(min_value=0, max_value=MOST - 1)
on_a_field = st.builds(at, number, number)
near = st.builds(at, *[st.integers(min_value=0, max_value=12)] * 2)

SHIFTED = {0: (0, -1), 1: (1, 0)}
"""Columns beside, in the rows above and below, by whether the row lies half a hex to the right."""


def axial(h: int) -> tuple[int, int]:
    return column(h) - (row(h) >> 1), row(h)


@given(number, number)
def test_columns_and_rows_round_trip(across: int, down: int) -> None:
    h = at(across, down)

    assert (column(h), row(h)) == (across, down)
    assert pack(*axial(h)) == h


@given(on_a_field)
def test_six_different_neighbours_stand_one_step_away(h: int) -> None:
    around = neighbours(h)

    assert len(set(around)) == 6
    assert {distance(h, beside) for beside in around} == {1}
    assert all(h in neighbours(beside) for beside in around)


@given(on_a_field)
def test_neighbours_go_clockwise_from_the_east_as_the_rows_lie(h: int) -> None:
    right, left = SHIFTED[row(h) % 2]
    across, down = column(h), row(h)

    assert [(column(beside), row(beside)) for beside in neighbours(h)] == [
        (across + 1, down),
        (across + right, down + 1),
        (across + left, down + 1),
        (across - 1, down),
        (across + left, down - 1),
        (across + right, down - 1),
    ]


@given(on_a_field)
def test_neighbours_in_order_are_beside_each_other(h: int) -> None:
    around = neighbours(h)

    for one, next_ in pairwise([*around, around[0]]):
        assert distance(one, next_) == 1


@given(on_a_field)
def test_the_ring_is_all_that_is_two_steps_away_clockwise_from_the_east(h: int) -> None:
    around = ring(h)
    two_steps = {one for beside in neighbours(h) for one in neighbours(beside)}

    assert len(around) == 12
    assert set(around) == two_steps - {h, *neighbours(h)}
    assert {distance(h, far) for far in around} == {2}
    assert [distance(one, next_) for one, next_ in pairwise([*around, around[0]])] == [1] * 12
    assert around[::2] == [h + 2 * step for step in STEPS]


@given(on_a_field, on_a_field, on_a_field)
def test_distance_is_a_distance(a: int, b: int, c: int) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) is (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(near)
def test_distance_is_the_fewest_steps(h: int) -> None:
    reached = {h: 0}
    edge = [h]
    for steps in range(1, 9):
        edge = [beside for one in edge for beside in neighbours(one) if beside not in reached]
        reached.update(dict.fromkeys(edge, steps))

    assert all(distance(h, one) == steps for one, steps in reached.items())


@given(on_a_field, on_a_field)
def test_a_line_is_the_same_both_ways(a: int, b: int) -> None:
    assert line(a, b) == line(b, a)[::-1]


@pytest.mark.parametrize("down", [4, 5])
def test_a_line_along_an_edge_takes_the_lower_hex_or_the_right_one(down: int) -> None:
    h = at(4, down)
    east, southeast, southwest, west, northwest, northeast = neighbours(h)

    for one, other, taken in (
        (east, southeast, southeast),
        (southeast, southwest, southeast),
        (southwest, west, southwest),
        (west, northwest, west),
        (northwest, northeast, northeast),
        (northeast, east, east),
    ):
        far = one + other - h
        assert line(h, far) == line(far, h) == [taken]


@given(near, near)
def test_a_line_goes_step_by_step_and_no_way_round(a: int, b: int) -> None:
    between = line(a, b)

    assert len(between) == max(0, distance(a, b) - 1)
    assert all(distance(one, next_) == 1 for one, next_ in pairwise([a, *between, b]) if a != b)


@given(near, near)
def test_a_line_keeps_to_the_hexes_nearest_to_it(a: int, b: int) -> None:
    steps = distance(a, b)
    (q, r), (to_q, to_r) = axial(a), axial(b)

    def off(h: int, step: int) -> int:
        """How far off a middle is from the line, squared, in some unit."""
        here_q, here_r = axial(h)
        dq = here_q * steps - (q * (steps - step) + to_q * step)
        dr = here_r * steps - (r * (steps - step) + to_r * step)
        return dq * dq + dq * dr + dr * dr

    for step, h in enumerate(line(a, b), start=1):
        assert off(h, step) == min(off(one, step) for one in [h, *neighbours(h)])


@given(on_a_field, st.sampled_from(STEPS), st.integers(min_value=0, max_value=20))
def test_a_line_in_a_direction_is_that_direction(h: int, step: int, length: int) -> None:
    assert line(h, h + step * length) == [h + step * taken for taken in range(1, length)]


@given(near, near, st.sampled_from(STEPS), st.integers(min_value=0, max_value=20))
def test_a_line_is_the_same_wherever_it_lies(a: int, b: int, step: int, times: int) -> None:
    moved = step * times

    assert line(a + moved, b + moved) == [h + moved for h in line(a, b)]


@pytest.mark.parametrize(
    ("across", "down", "said"),
    [
        (0, 0, "A1"),
        (4, 3, "E4"),
        (25, 8, "Z9"),
        (26, 9, "AA10"),
        (51, 98, "AZ99"),
        (52, 99, "BA100"),
        (701, 0, "ZZ1"),
        (702, 0, "AAA1"),
        (1023, 1023, "AMJ1024"),
    ],
)
def test_names_are_letters_for_the_column_and_a_number_for_the_row(
    across: int, down: int, said: str
) -> None:
    assert name(at(across, down)) == said
    assert named(said) == at(across, down)


def test_columns_are_counted_in_letters() -> None:
    words = (
        "".join(letters)
        for length in (1, 2, 3)
        for letters in product(ascii_uppercase, repeat=length)
    )

    assert [name(at(across, 0)) for across in range(MOST)] == [
        f"{word}1" for word in islice(words, MOST)
    ]


@given(on_a_field)
def test_names_round_trip(h: int) -> None:
    assert named(name(h)) == h


@pytest.mark.parametrize(
    "text",
    [
        "",
        "E",
        "4",
        "E0",
        "E04",
        "e4",
        "E-4",
        "E4 ",
        " E4",
        "E 4",
        "E4E",
        "4E",
        "E4.5",
        "É4",
        "E٤",
        "E²",
        "[4",
        "E:",
        "A1025",
        "AMK1",
        "AAAA1",
        "A" * 60 + "1",
        "A" + "9" * 60,
    ],
)
def test_what_is_no_name_leads_to_no_hex(text: str) -> None:
    assert named(text) == -1


@given(st.text(alphabet="AEZ@[019:/ ", max_size=7))
def test_only_one_text_names_a_hex(text: str) -> None:
    h = named(text)

    assert h == -1 or name(h) == text


@pytest.mark.parametrize(
    ("metres", "up", "down"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)]
)
def test_what_is_demanded_rounds_up_and_what_is_pushed_rounds_down(
    metres: int, up: int, down: int
) -> None:
    assert hexes_up(metres) == up
    assert hexes_down(metres) == down
