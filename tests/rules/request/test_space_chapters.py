"""Leaving, crowds, moves, pushes and what distance costs, as far as they are plain sums."""

from __future__ import annotations

import pytest

from rules.request.chapters import crowd, damage, modifiers, movement
from rules.request.chapters.leaving import leaves_freely

GROUNDED = (False, False)
MOUNTED = (True, False)
FLYING = (False, True)
BOTH = (True, True)
MATRIX: dict[tuple[bool, bool], tuple[bool, ...]] = {
    GROUNDED: (False, False, False, False),
    MOUNTED: (True, False, False, False),
    FLYING: (True, True, False, False),
    BOTH: (True, True, False, False),
}
"""Who leaves whom without a contest: a row the one who leaves, a column the foe, in that order."""


@pytest.mark.parametrize("leaver", MATRIX)
def test_who_leaves_whom_freely(leaver: tuple[bool, bool]) -> None:
    assert tuple(leaves_freely(*leaver, *foe) for foe in MATRIX) == MATRIX[leaver]


@pytest.mark.parametrize(
    ("foe", "size", "weight"),
    [
        (13, 13, 1),
        (25, 13, 1),
        (26, 13, 2),
        (27, 13, 2),
        (60, 13, 2),
        (8, 13, 1),
        (13, 31, 1),
        (61, 31, 1),
        (62, 31, 2),
        (2, 1, 2),
        (1, 1, 1),
    ],
)
def test_a_foe_of_twice_the_size_takes_two_places(foe: int, size: int, weight: int) -> None:
    assert crowd.weight(foe, size) == weight


@pytest.mark.parametrize(
    ("places", "foe", "size", "fit"),
    [
        (6, 13, 13, 6),  # alone in the open
        (3, 13, 13, 3),  # three hexes blocked
        (4, 13, 13, 4),  # a straight wall behind
        (6, 26, 13, 3),  # ogres in the open
        (3, 26, 13, 1),
        (12, 13, 40, 12),  # round one who covers seven hexes
    ],
)
def test_so_many_fit_into_the_places_round_one(places: int, foe: int, size: int, fit: int) -> None:
    taken = 0
    engaging = 0
    while taken + crowd.weight(foe, size) <= places:
        taken += crowd.weight(foe, size)
        engaging += 1

    assert engaging == fit


@pytest.mark.parametrize(("size", "large"), [(1, False), (30, False), (31, True), (90, True)])
def test_over_30_one_covers_seven_hexes(size: int, large: bool) -> None:
    assert crowd.is_large(size) is large


@pytest.mark.parametrize("metres", range(1, 31))
def test_a_move_is_a_step_for_each_two_metres(metres: int) -> None:
    def in_hexes(tenths: int) -> int:
        return max(1, len(range(20, tenths + 1, 20)))

    assert movement.steps(metres) == in_hexes(metres * 10)
    assert movement.half(metres) == in_hexes(metres * 5)
    assert movement.double(metres) == in_hexes(metres * 20)


@pytest.mark.parametrize(
    ("metres", "steps", "half", "double"),
    [(1, 1, 1, 1), (3, 1, 1, 3), (4, 2, 1, 4), (6, 3, 1, 6), (8, 4, 2, 8), (30, 15, 7, 30)],
)
def test_half_a_move_and_twice_a_move(metres: int, steps: int, half: int, double: int) -> None:
    assert movement.steps(metres) == steps
    assert movement.half(metres) == half
    assert movement.double(metres) == double


def test_what_moving_gains_and_costs() -> None:
    assert (movement.CHARGE_LEAST, movement.CHARGE_SIDES) == (3, 4)
    assert (movement.SPRINT_PROVOKED, movement.DIFFICULT) == (20, 2)
    assert (modifiers.COVER, modifiers.IN_THE_WAY, modifiers.FROM_BEHIND) == (-20, -20, 20)


@pytest.mark.parametrize(
    ("metres", "penalty"), [(0, 0), (9, 0), (10, -10), (29, -10), (30, -20), (300, -20)]
)
def test_a_target_that_has_moved_far_is_harder_to_hit(metres: int, penalty: int) -> None:
    assert modifiers.moved_penalty(metres) == penalty


@pytest.mark.parametrize(
    ("done", "size", "walking", "charging"),
    [
        (0, 13, 0, 0),
        (12, 13, 0, 0),
        (13, 13, 0, 0),
        (14, 13, 1, 2),
        (17, 13, 1, 2),
        (18, 13, 2, 4),
        (19, 13, 2, 4),
        (22, 13, 2, 4),
        (23, 13, 3, 6),
        (28, 13, 4, 8),
        (19, 19, 0, 0),
        (19, 18, 1, 2),
        (40, 5, 8, 16),
    ],
)
def test_damage_over_the_size_pushes(done: int, size: int, walking: int, charging: int) -> None:
    assert damage.knockback_metres(done, size, charged=False) == walking
    assert damage.knockback_metres(done, size, charged=True) == charging
