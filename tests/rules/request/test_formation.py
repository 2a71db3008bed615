"""Formations as matters of place: spacing round somebody, and room before it."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from rules.request.chapters import formation

SIX = range(6)
TWELVE = range(12)


def positions(filled: set[int], count: int) -> list[bool]:
    return [position in filled for position in range(count)]


def widest(filled: set[int], count: int) -> int:
    """Degrees of the widest gap between two foes who stand next to each other in the circle."""
    standing = sorted(filled)
    gaps = [
        (after - one) % count or count
        for one, after in zip(standing, standing[1:] + standing[:1], strict=True)
    ]
    return max(gaps, default=count) * (360 // count)


@pytest.mark.parametrize("foes", [set(foes) for foes in combinations(SIX, 3)], ids=str)
def test_of_twenty_placements_of_three_only_the_two_triangles_surround(foes: set[int]) -> None:
    assert formation.is_even(positions(foes, 6)) is (foes in ({0, 2, 4}, {1, 3, 5}))


@pytest.mark.parametrize(("count", "placements", "surround"), [(4, 15, 9), (5, 6, 6), (6, 1, 1)])
def test_four_need_every_empty_position_apart_and_five_and_six_always_surround(
    count: int, placements: int, surround: int
) -> None:
    every = [set(foes) for foes in combinations(SIX, count)]
    even = [foes for foes in every if formation.is_even(positions(foes, 6))]

    assert (len(every), len(even)) == (placements, surround)
    for foes in every:
        empty = [position for position in SIX if position not in foes]
        side_by_side = any((position + 1) % 6 in empty for position in empty)
        assert (foes in even) is not side_by_side


@pytest.mark.parametrize(
    "foes", [set(foes) for count in (0, 1, 2) for foes in combinations(SIX, count)], ids=str
)
def test_fewer_than_three_never_surround(foes: set[int]) -> None:
    assert not formation.is_even(positions(foes, 6))


@pytest.mark.parametrize("first", SIX)
def test_a_straight_wall_behind_makes_surrounding_impossible(first: int) -> None:
    beside_wall = [position for position in SIX if position not in (first, (first + 1) % 6)]

    assert not formation.is_even(positions(set(beside_wall), 6))


@pytest.mark.parametrize("first", SIX)
def test_a_half_circle_is_not_surrounding(first: int) -> None:
    assert not formation.is_even(positions({(first + step) % 6 for step in range(4)}, 6))
    assert not formation.is_even(positions({(first + step) % 6 for step in range(3)}, 6))


@pytest.mark.parametrize("blocked", SIX)
def test_a_single_pillar_does_not_hinder_surrounding(blocked: int) -> None:
    assert formation.is_even(positions(set(SIX) - {blocked}, 6))
    assert formation.is_even(positions(set(SIX) - {blocked, (blocked + 2) % 6}, 6))
    assert formation.is_even(positions(set(SIX) - {blocked, (blocked + 3) % 6}, 6))


@pytest.mark.parametrize("count", [6, 12])
def test_foes_are_evenly_spaced_as_long_as_no_gap_is_wider_than_120_degrees(count: int) -> None:
    for filled in product((False, True), repeat=count):
        foes = {position for position, there in enumerate(filled) if there}
        assert formation.is_even(list(filled)) is (widest(foes, count) <= 120), foes


def test_round_a_creature_that_covers_seven_four_empty_positions_in_a_row_are_too_many() -> None:
    for filled in product((False, True), repeat=12):
        twice = "".join("x" if there else "." for there in filled) * 2
        assert formation.is_even(list(filled)) is ("...." not in twice), twice


@pytest.mark.parametrize("first", TWELVE)
def test_three_or_four_surround_a_creature_that_covers_seven(first: int) -> None:
    triangle = {first, (first + 4) % 12, (first + 8) % 12}
    square = {(first + step) % 12 for step in (0, 3, 6, 9)}
    half = {(first + step) % 12 for step in range(8)}

    assert formation.is_even(positions(triangle, 12))
    assert formation.is_even(positions(square, 12))
    assert not formation.is_even(positions(half, 12))
    assert formation.is_even(positions(half | {(first + 9) % 12}, 12))


@pytest.mark.parametrize("count", [6, 12])
def test_flanking_needs_room_in_front_and_on_one_side_or_both(count: int) -> None:
    for front in range(count):
        left, right = (front - 1) % count, (front + 1) % count
        for others in (set[int](), set(range(count)) - {left, front, right}):
            for here in product((False, True), repeat=3):
                there = {
                    place for place, free in zip((left, front, right), here, strict=True) if free
                }
                open_to = positions(others | there, count)
                assert formation.has_room(open_to, front, both_sides=False) is (
                    here in ((True, True, True), (True, True, False), (False, True, True))
                )
                assert formation.has_room(open_to, front, both_sides=True) is all(here)


def test_the_bonus_of_a_formation_goes_by_its_name() -> None:
    by_name = dict(zip(formation.NAMES, formation.BONUS, strict=True))

    assert by_name == {"none": 0, "flanked": 10, "surrounded": 20}
    assert formation.NAMES[formation.NONE] == "none"
    assert formation.NAMES[formation.FLANKED] == "flanked"
    assert formation.NAMES[formation.SURROUNDED] == "surrounded"
