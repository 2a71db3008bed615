"""The worked examples of order, strike ranks and distances: T1 to T6, T14 to T17, T24 to T40."""

from __future__ import annotations

import pytest

from rules.kernel.model import Term
from rules.rivers.chapters import movement, strike_rank as chapter
from rules.rivers.chapters.order import Strike, order, rank_of, targets_left, without
from rules.rivers.chapters.strike_rank import (
    by_magic,
    closing,
    drawn,
    focused,
    held,
    melee,
    missile,
    surprised,
    thirds,
    total,
)

PC, ONE, TWO, THREE = 1, 2, 3, 4
SURPRISED = surprised(0, by_distance=False)
DRAWN = drawn("weapons")
OF_SEVEN = melee(11, 10, 2)


def strike(who: int, rank: int, target: int, dex: int = 11, *, later: bool = False) -> Strike:
    return Strike(who, thirds(rank), dex, who == PC, target, later)


def moments(*strikes: Strike) -> list[list[Strike]]:
    return order(list(strikes), "dex_then_simultaneous", "after_all")


def seats(found: list[list[Strike]]) -> list[list[int]]:
    return [[one.who for one in moment] for moment in found]


def rank(terms: list[Term], *more: Term) -> int:
    return total([*terms, *more])


def walked(base: int, metres: int, late: int = 0, *, additive: bool = False) -> str:
    return chapter.written(closing(base, late, metres, "up", additive))


@pytest.mark.parametrize(
    ("mine", "first", "second", "expected"),
    [
        pytest.param(5, 6, 6, [[PC], [ONE, TWO]], id="T1"),
        pytest.param(7, 6, 6, [[ONE, TWO], [PC]], id="T2"),
        pytest.param(5, 4, 6, [[ONE], [PC], [TWO]], id="T3"),
    ],
)
def test_t1_t2_t3_one_against_two(
    mine: int, first: int, second: int, expected: list[list[int]]
) -> None:
    found = moments(strike(PC, mine, ONE), strike(ONE, first, PC), strike(TWO, second, PC))

    assert seats(found) == expected


def test_t4_dex_decides_between_equal_ranks() -> None:
    assert seats(moments(strike(PC, 6, ONE, 13), strike(ONE, 6, PC, 11))) == [[PC], [ONE]]
    assert seats(moments(strike(PC, 6, ONE, 11), strike(ONE, 6, PC, 13))) == [[ONE], [PC]]


def test_t5_two_deadly_blows_at_one_moment_both_fall() -> None:
    found = moments(strike(PC, 6, ONE), strike(ONE, 6, PC))

    assert seats(without(without(found, 0, PC), 0, ONE)) == [[PC, ONE]]


def test_t6_who_only_defends_has_no_rank() -> None:
    strikes = [strike(ONE, 6, PC)]

    assert rank_of(strikes, PC) is None
    assert seats(moments(*strikes)) == [[ONE]]


def test_t14_two_late_attacks_follow_both_foes() -> None:
    found = moments(
        strike(PC, 8, ONE),
        strike(PC, 8, TWO, later=True),
        strike(ONE, 6, PC, 10),
        strike(TWO, 6, PC, 9),
    )

    assert seats(found) == [[ONE], [TWO], [PC], [PC]]


def test_t15_two_early_attacks_stand_round_both_foes() -> None:
    strikes = [
        strike(PC, 5, ONE),
        strike(PC, 5, TWO, later=True),
        strike(ONE, 6, PC, 10),
        strike(TWO, 6, PC, 9),
    ]

    assert seats(moments(*strikes)) == [[PC], [ONE], [TWO], [PC]]
    assert rank_of(strikes, PC) == thirds(5)


def test_t16_two_attacks_each_take_turns() -> None:
    found = moments(
        strike(PC, 5, ONE),
        strike(PC, 5, ONE, later=True),
        strike(ONE, 6, PC),
        strike(ONE, 6, PC, later=True),
    )

    assert seats(found) == [[PC], [ONE], [PC], [ONE]]


def test_t24_the_ranks_of_dex_and_siz() -> None:
    dex = {5: 5, 6: 4, 8: 4, 9: 3, 12: 3, 13: 2, 15: 2, 16: 1, 18: 1, 19: 0}
    siz = {6: 3, 7: 2, 14: 2, 15: 1, 21: 1, 22: 0}

    assert {one: chapter.of_dex(one) for one in dex} == dex
    assert {one: chapter.of_siz(one) for one in siz} == siz


def test_t25_a_spear_in_both_hands_and_a_broadsword() -> None:
    assert rank(melee(13, 12, 1)) == 5
    assert rank(melee(16, 10, 2)) == 5


def test_t26_a_large_foe_with_a_short_spear() -> None:
    assert rank(melee(10, 16, 2)) == 6
    assert rank(melee(9, 20, 2)) == 6
    assert rank(melee(9, 20, 4)) == 8


def test_t27_one_fighter_and_four_weapons() -> None:
    ranks = [rank(melee(11, 10, weapon)) for weapon in (2, 3, 4)]

    assert [*ranks, rank(missile(11, 0, uses_weapon=False))] == [7, 8, 9, 3]


def test_t28_surprised_drawing_and_both() -> None:
    assert rank(OF_SEVEN, SURPRISED) == 10
    assert rank(OF_SEVEN, DRAWN) == 12
    assert rank(OF_SEVEN, SURPRISED, DRAWN) == 15


def test_t29_a_sum_of_nothing_is_one() -> None:
    assert rank(melee(19, 22, 0)) == 1


def test_t30_spells_change_the_sum_and_not_the_dex_rank() -> None:
    assert [rank(OF_SEVEN, by_magic(change)) for change in (-1, -2, 1)] == [6, 5, 8]
    assert rank(melee(19, 21, 0), by_magic(-1)) == 1


def test_t31_aimed_blows() -> None:
    assert (chapter.aimed(5), chapter.aimed(15)) == (12, 15)


def test_t32_magic_through_a_focus() -> None:
    assert [rank(focused(13, points)) for points in (1, 2, 4, 6)] == [2, 3, 5, 7]
    assert rank(focused(19, 1)) == 1
    assert rank(focused(13, 2), drawn("a focus")) == 8


def test_t33_fast_magic_unless_surprised() -> None:
    assert rank(chapter.fast()) == 1
    assert rank(chapter.fast(), SURPRISED) == 4


def test_t34_metres_of_moves() -> None:
    found = [movement.allowance(mov, moves) for mov in (8, 40) for moves in (1, 2)]

    assert found == [24, 48, 120, 240]


def test_t35_thirds_are_rounded_up() -> None:
    ways = [(5, 15), (5, 16), (7, 21), (7, 22), (7, 24), (3, 10), (3, 9)]

    assert [walked(*way) for way in ways] == ["5", "6", "7", "8", "8", "4", "3"]


def test_t36_the_fastest_are_never_first() -> None:
    assert (walked(7, 120), walked(7, 240)) == ("40", "80")
    assert movement.why_not(120, 40, 1, 7, beyond_free=False) == ""
    assert movement.why_not(121, 40, 1, 7, beyond_free=False)
    assert movement.why_not(240, 40, 2, 7, beyond_free=False) == ""


def test_t37_too_far_for_one_move_and_waiting_for_a_charge() -> None:
    assert movement.why_not(25, 8, 1, 7, beyond_free=False)
    assert movement.why_not(25, 8, 2, 7, beyond_free=False) == ""
    assert walked(7, 25) == "9"
    arrival = 8
    assert walked(7, 24) == str(arrival)
    # Whoever waits with DEX 13 strikes first as soon as the other, with DEX 11, is there.
    found = moments(strike(PC, held(5, arrival), ONE, 13), strike(ONE, arrival, PC, 11))
    assert seats(found) == [[PC], [ONE]]


def test_t38_twice_the_mov() -> None:
    assert movement.quickened(8) == 16
    assert movement.allowance(movement.quickened(8), 1) == 48
    assert walked(rank(OF_SEVEN, by_magic(-1)), 48) == "16"


def test_t39_half_the_mov() -> None:
    assert movement.allowance(movement.slowed(8), 1) == 12


def test_t40_surprised_on_the_way() -> None:
    late = rank(OF_SEVEN, SURPRISED)

    assert walked(late, 24, SURPRISED.value) == "10"
    assert walked(late, 24, SURPRISED.value, additive=True) == "11"


@pytest.mark.parametrize("seat", [ONE, THREE])
def test_t17_a_foe_that_fell_first_attacks_no_more(seat: int) -> None:
    found = moments(strike(PC, 5, seat), strike(seat, 6, PC), strike(PC, 5, seat, later=True))

    assert seats(without(found, 0, seat)) == [[PC], [PC]]
    assert targets_left([seat], [seat]) == []


def test_t9_three_against_one() -> None:
    found = order(
        [
            Strike(ONE, thirds(4), 11, pc=True, target=9),
            Strike(TWO, thirds(6), 11, pc=True, target=9),
            Strike(THREE, thirds(6), 13, pc=True, target=9),
            Strike(9, thirds(5), 11, pc=False, target=ONE),
        ],
        "dex_then_simultaneous",
        "after_all",
    )

    assert seats(found) == [[ONE], [9], [THREE], [TWO]]
