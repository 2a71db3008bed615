"""RULES.md, strike ranks and distances."""

from __future__ import annotations

import pytest

from rules.kernel.model import Term
from rules.rivers.chapters import movement, strike_rank as chapter
from rules.rivers.chapters.strike_rank import (
    GETTING_READY,
    closing,
    drawn,
    free_metres,
    melee,
    missile,
    surprised,
    swapped,
    thirds,
    total,
)
from tests.support.rulebook import rule

ROUNDINGS = ("up", "floor", "nearest", "exact")


def values(terms: list[Term]) -> list[int]:
    return [term.value for term in terms]


def walked(base: int, metres: int, rounding: str = "up", late: int = 0) -> str:
    """The strike rank after so many metres, as it is read."""
    return chapter.written(closing(base, late, metres, rounding, additive=False))


def added(base: int, late: int, metres: int) -> str:
    """The same where what makes late is added to the third."""
    return chapter.written(closing(base, late, metres, "up", additive=True))


@rule("S22", "The strike rank of a melee attack is the sum of DEX rank, SIZ rank and weapon rank.")
def test_a_melee_attack_has_three_parts() -> None:
    assert values(melee(13, 13, 2)) == [2, 2, 2]
    assert total(melee(13, 13, 2)) == 6


@rule(
    "Q1",
    "The DEX rank is 5 up to a DEX of 5, 4 up to 8, 3 up to 12, 2 up to 15, 1 up to 18 and 0 above that.",
)
@pytest.mark.parametrize(
    ("dex", "rank"),
    [(1, 5), (5, 5), (6, 4), (8, 4), (9, 3), (12, 3), (13, 2), (15, 2), (16, 1), (18, 1), (19, 0)],
)
def test_the_rank_of_dex(dex: int, rank: int) -> None:
    assert chapter.of_dex(dex) == rank


@rule(
    "Q2",
    "The SIZ rank is 3 up to a SIZ of 6, 2 up to 14, 1 up to 21 and 0 above that.",
)
@pytest.mark.parametrize(
    ("siz", "rank"), [(1, 3), (6, 3), (7, 2), (14, 2), (15, 1), (21, 1), (22, 0), (90, 0)]
)
def test_the_rank_of_siz(siz: int, rank: int) -> None:
    assert chapter.of_siz(siz) == rank


@rule("Q3", "The weapon rank is a number of the weapon, and 0 for the longest.")
def test_the_rank_of_a_weapon_is_its_own() -> None:
    assert melee(11, 11, 4)[-1] == Term("weapon", 4, "Q3")
    assert total(melee(11, 11, 0)) == total(melee(11, 11, 4)) - 4


@rule("Q4", "The strike rank of a missile attack is the DEX rank alone.")
def test_a_missile_takes_dex_alone() -> None:
    assert missile(13, 3, uses_weapon=False) == [Term("DEX 13", 2, "Q4")]


@rule("A12a", "With `missile_uses_weapon_sr` the weapon rank is added to it.")
def test_a_missile_may_take_its_weapon() -> None:
    assert total(missile(13, 3, uses_weapon=True)) == 5


@rule("S23", "Fast attack magic has strike rank 1.")
def test_fast_magic_is_first() -> None:
    assert total(chapter.fast()) == 1


@rule(
    "S24",
    "Attack magic through a focus has the DEX rank and 1 more for each magic point after the first.",
)
@pytest.mark.parametrize(("points", "rank"), [(1, 2), (2, 3), (4, 5), (6, 7)])
def test_magic_through_a_focus(points: int, rank: int) -> None:
    assert total(chapter.focused(13, points)) == rank


@rule("S25", "Being surprised adds 3.")
def test_surprise_adds_three() -> None:
    assert surprised(30, by_distance=False) == Term("surprised", 3, "S25")


@rule(
    "A15c",
    'With `surprise = "by_distance"` being surprised adds 3 if the surprise comes from within 3 m, 1 from within 9 m, and nothing from farther off.',
)
@pytest.mark.parametrize(("metres", "late"), [(0, 3), (3, 3), (4, 1), (9, 1), (10, 0)])
def test_surprise_may_come_from_afar(metres: int, late: int) -> None:
    assert surprised(metres, by_distance=True).value == late


@rule("A15", "Whoever is surprised can neither defend nor cast up to strike rank 3.")
def test_the_surprised_answer_from_four_on() -> None:
    assert not chapter.may_answer(thirds(3), "from_sr4")
    assert chapter.may_answer(thirds(3) + 1, "from_sr4")


@rule(
    "A15a",
    'With `surprised_defence = "full"` the surprised defend and cast at every strike rank.',
)
def test_the_surprised_may_answer_at_once() -> None:
    assert chapter.may_answer(thirds(1), "full")


@rule(
    "A15b",
    'With `surprised_defence = "none"` the surprised neither defend nor cast in that round.',
)
def test_the_surprised_may_be_helpless() -> None:
    assert not chapter.may_answer(thirds(40), "none")


@rule("S26", "Drawing weapons adds 5, and so does drawing a focus.")
def test_drawing_takes_its_time() -> None:
    assert drawn("a focus") == Term("drawing a focus", 5, "S26")
    assert GETTING_READY["set of weapons"] == GETTING_READY["focus"] == 5


@rule(
    "A16",
    "Surprise and getting ready add up, and so do a set of weapons and a focus that are drawn in the same round.",
)
def test_all_that_makes_late_adds_up() -> None:
    late = [surprised(0, by_distance=False), drawn("weapons"), drawn("a focus")]

    assert total([*melee(11, 11, 2), *late]) == 7 + 3 + 5 + 5


@rule(
    "A16a",
    "Weapons that are drawn together, a shield on the arm among them, are one set and add 5 once.",
)
def test_a_set_is_drawn_once() -> None:
    sword_and_shield = drawn("sword and shield")

    assert total([*melee(13, 13, 2), sword_and_shield]) == 11


@rule("A16b", "Putting a weapon away and drawing another adds 5.")
def test_a_swap_is_one_drawing() -> None:
    assert swapped(sheathing_counts=False).value == 5


@rule("A16c", 'With `sheathing = "counts"` putting away adds 5 of its own.')
def test_sheathing_may_count() -> None:
    assert swapped(sheathing_counts=True).value == 10


@rule("S27", "Putting on armour, or taking a shield from the back, is slow and has no strike rank.")
def test_armour_has_no_strike_rank() -> None:
    assert GETTING_READY["armour"] is None
    assert GETTING_READY["shield on the back"] is None


@rule("Q18", "Standing up before an attack adds 5.")
def test_standing_up_takes_its_time() -> None:
    assert total([*melee(13, 13, 2), chapter.stood_up()]) == 11
    assert GETTING_READY["standing up"] == 5


@rule("S28", "A spell that is said to change strike ranks is added to them.")
def test_spells_change_ranks() -> None:
    assert total([*melee(11, 11, 2), chapter.by_magic(-1)]) == 6
    assert total([*melee(11, 11, 2), chapter.by_magic(1)]) == 8


@rule(
    "A17",
    "What several such spells change adds up, and none of them changes the DEX rank besides.",
)
def test_spells_are_flat() -> None:
    # DEX 11 and three points more would be the next better rank of DEX.
    assert total([*melee(11, 11, 2), chapter.by_magic(-1 - 1)]) == 5


@rule("Q9", "A strike rank is at least 1, and that is seen to last.")
def test_the_floor_comes_last() -> None:
    assert total(melee(19, 22, 0)) == 1
    assert total([*melee(19, 22, 0), chapter.by_magic(-2), drawn("weapons")]) == 3


@rule("Q10", "A melee attack may be held back to any later strike rank.")
def test_an_attack_may_be_held_back() -> None:
    assert chapter.held(5, 8) == 8
    assert chapter.held(5, 2) == 5


@rule(
    "Q25",
    "A blow at a chosen location comes at strike rank 12, or at its own if that is higher.",
)
def test_an_aimed_blow_is_late() -> None:
    assert chapter.aimed(5) == 12
    assert chapter.aimed(15) == 15


@rule(
    "S47",
    "Surprise and drawing take an attack past strike rank 12 quite often, and it is made nevertheless.",
)
def test_late_is_not_never() -> None:
    late = [surprised(0, by_distance=False), drawn("weapons")]

    assert total([*melee(13, 12, 1), *late]) == 13


# --- distances -------------------------------------------------------------------------------


@rule(
    "S36",
    "A move action covers up to three metres for each point of MOV, and two move actions twice that.",
)
def test_what_a_move_covers() -> None:
    assert movement.allowance(8, 1) == 24
    assert movement.allowance(8, 2) == 48


@rule("S38", "No MOV is too high, and it makes nobody's strike rank lower.")
def test_speed_is_no_reaction() -> None:
    assert movement.allowance(400, 1) == 1200
    assert {walked(6, 18, rounding) for rounding in ROUNDINGS} == {"6"}
    assert movement.quickened(8) == 16


@rule("A24", "Half an odd MOV is rounded up.")
def test_half_a_move() -> None:
    assert movement.slowed(8) == 4
    assert movement.slowed(9) == 5


@rule(
    "S37",
    "A melee attack is not delayed by a way of up to three metres for each strike rank, and after a longer one its strike rank is a third of the distance.",
)
@pytest.mark.parametrize(("metres", "rank"), [(0, "5"), (15, "5"), (18, "6"), (21, "7")])
def test_a_long_way_delays(metres: int, rank: str) -> None:
    assert walked(5, metres) == rank


@rule("A8", "That third is rounded up.")
@pytest.mark.parametrize(("base", "metres", "rank"), [(5, 16, "6"), (6, 20, "7"), (3, 10, "4")])
def test_a_third_is_rounded_up(base: int, metres: int, rank: str) -> None:
    assert walked(base, metres) == rank


@rule(
    "A8a",
    'With `distance_rounding` at `"floor"` it is rounded down, at `"nearest"` to the nearest number, and at `"exact"` it keeps its fraction.',
)
@pytest.mark.parametrize(
    ("metres", "rounding", "rank"),
    [
        (16, "floor", "5"),
        (17, "floor", "5"),
        (18, "floor", "6"),
        (16, "nearest", "5"),
        (17, "nearest", "6"),
        (18, "nearest", "6"),
        (16, "exact", "5.33"),
        (17, "exact", "5.67"),
        (18, "exact", "6"),
    ],
)
def test_a_third_may_be_read_otherwise(metres: int, rounding: str, rank: str) -> None:
    assert walked(5, metres, rounding) == rank


@rule(
    "A8b",
    "What is added to a strike rank also makes the free way longer, and is not added to the third of a distance.",
)
def test_late_is_far() -> None:
    assert walked(7 + 3, 24, late=3) == "10"
    assert walked(7 + 3, 33, late=3) == "11"


@rule(
    "A8d",
    'With `distance_modifiers = "additive"` surprise and getting ready leave the free way alone and are added to the third of a distance.',
)
def test_late_may_be_added() -> None:
    assert added(7 + 3, 3, 21) == "10"
    assert added(7 + 3, 3, 24) == "11"
    assert added(7 + 3 + 5, 8, 33) == "19"


@rule("A8c", "Any way at all takes a move action.")
def test_a_way_takes_a_move() -> None:
    assert movement.why_not(0, 8, 0, 6, beyond_free=False) == ""
    assert movement.why_not(2, 8, 0, 6, beyond_free=False) == "2 m want a move action (A8c)"
    assert movement.why_not(2, 8, 1, 6, beyond_free=False) == ""


@rule(
    "A8e",
    'With `move_needed = "beyond_free"` the way that delays nobody takes no move action, as far as one would reach.',
)
def test_a_free_way_may_take_no_move() -> None:
    assert movement.why_not(18, 8, 0, 6, beyond_free=True) == ""
    assert movement.why_not(19, 8, 0, 6, beyond_free=True) == "19 m want a move action (A8c)"
    assert movement.why_not(18, 5, 0, 6, beyond_free=True) == "18 m want a move action (A8c)"


@rule("S39", "Whoever has a MOV of 40 and walks 120 m strikes at strike rank 40.")
def test_the_fastest_come_late() -> None:
    assert movement.why_not(120, 40, 1, 7, beyond_free=False) == ""
    assert walked(7, 120) == "40"


@rule(
    "S41",
    "At strike rank 5 the free way is 15 m, at 7 it is 21 m, and from 8 on no single move of MOV 8 delays anybody.",
)
def test_free_ways() -> None:
    assert (free_metres(5), free_metres(7), free_metres(8)) == (15, 21, 24)
    assert movement.allowance(8, 1) <= free_metres(8)


@rule(
    "S42",
    "A foe who is farther away than the move actions cover is not attacked in melee in that round.",
)
def test_too_far_is_too_far() -> None:
    once = "25 m are too far: at MOV 8 one move action covers 24 m (S42)"
    twice = "49 m are too far: at MOV 8 2 move actions cover 48 m (S42)"

    assert movement.why_not(24, 8, 1, 6, beyond_free=False) == ""
    assert movement.why_not(25, 8, 1, 6, beyond_free=False) == once
    assert movement.why_not(25, 8, 2, 6, beyond_free=False) == ""
    assert movement.why_not(49, 8, 2, 6, beyond_free=False) == twice


@rule("S43", "No distance delays a missile or a spell.")
def test_a_missile_flies_at_its_rank() -> None:
    # Nothing that makes their ranks asks for a distance, unless it is one of surprise.
    assert total(missile(13, 0, uses_weapon=False)) == 2
    assert total([*chapter.focused(13, 1), surprised(100, by_distance=True)]) == 2


@rule(
    "D7",
    "Of two who close in on each other the one with the lower strike rank walks the whole way, and the other what it falls short of it.",
)
def test_the_faster_walks() -> None:
    for ties in ("dex_then_simultaneous", "pc_first", "simultaneous"):
        assert movement.gap(5, (6, 9), (7, 18), ties) == (5, 0)
        assert movement.gap(5, (8, 18), (7, 9), ties) == (0, 5)


@rule(
    "D7a",
    "At the same strike rank the higher DEX walks it, and at the same DEX each walks half, the choosing side the odd hex.",
)
def test_at_one_rank_dex_walks() -> None:
    usual = "dex_then_simultaneous"

    assert movement.gap(5, (6, 12), (6, 11), usual) == (5, 0)
    assert movement.gap(5, (6, 11), (6, 12), usual) == (0, 5)
    assert movement.gap(5, (6, 11), (6, 11), usual) == (3, 2)
    assert movement.gap(5, (6, 12), (6, 11), "simultaneous") == (3, 2)
    assert movement.gap(5, (6, 9), (6, 11), "pc_first") == (5, 0)


@rule(
    "D7b",
    "Whoever did not have to walk strikes at its own strike rank, or at the one of the foe's arrival if that is later.",
)
def test_who_waited_strikes_at_the_arrival() -> None:
    assert movement.met_at(thirds(5), thirds(8)) == thirds(8)
    assert movement.met_at(thirds(9), thirds(8)) == thirds(9)
