"""RULES.md, the order of strikes."""

from __future__ import annotations

import pytest

from rules.rivers.chapters.order import Strike, order, rank_of, targets_left, without
from rules.rivers.chapters.strike_rank import melee as melee_terms, thirds, total
from tests.support.rulebook import rule

PC, OTHER, THIRD = 1, 2, 3
USUAL = "dex_then_simultaneous"
ALL, OWN = "after_all", "after_own_defences"


def strike(who: int, rank: int, target: int, dex: int = 11, *, later: bool = False) -> Strike:
    return Strike(who, thirds(rank), dex, who == PC, target, later)


def seats(strikes: list[Strike], ties: str = USUAL, seconds: str = ALL) -> list[list[int]]:
    """Who strikes, moment by moment."""
    return [[one.who for one in moment] for moment in order(strikes, ties, seconds)]


def against_two(rank: int, *others: int) -> list[list[int]]:
    theirs = [strike(seat, other, PC) for seat, other in zip((OTHER, THIRD), others, strict=True)]
    return seats([strike(PC, rank, OTHER), *theirs])


@rule(
    "S10",
    "Of two foes in an engagement the one with the lower strike rank strikes before it defends, and the other defends before it strikes.",
)
def test_the_lower_rank_strikes_first() -> None:
    assert seats([strike(PC, 5, OTHER), strike(OTHER, 6, PC)]) == [[PC], [OTHER]]
    assert seats([strike(PC, 7, OTHER), strike(OTHER, 6, PC)]) == [[OTHER], [PC]]


@rule(
    "S11",
    "What decides between equal strike ranks is a house rule of its own, `equal_ranks`.",
)
def test_equal_ranks_have_a_house_rule() -> None:
    equal = [strike(PC, 6, OTHER, 11), strike(OTHER, 6, PC, 13)]

    assert seats(equal, USUAL) == [[OTHER], [PC]]
    assert seats(equal, "pc_first") == [[PC], [OTHER]]
    assert seats(equal, "simultaneous") == [[PC, OTHER]]


@rule(
    "A4",
    "At one strike rank the higher DEX strikes first, and those with the same DEX strike simultaneously.",
)
def test_dex_decides_at_one_rank() -> None:
    assert seats([strike(PC, 6, OTHER, 13), strike(OTHER, 6, PC, 11)]) == [[PC], [OTHER]]
    assert seats([strike(PC, 6, OTHER, 11), strike(OTHER, 6, PC, 11)]) == [[PC, OTHER]]


@rule(
    "A4a",
    'With `equal_ranks = "pc_first"` whoever is of the choosing side strikes first at one strike rank, and only on one side does DEX decide.',
)
def test_the_choosing_side_strikes_first() -> None:
    strikes = [strike(OTHER, 6, PC, 11), strike(THIRD, 6, PC, 15), strike(PC, 6, OTHER, 3)]

    assert seats(strikes, "pc_first") == [[PC], [THIRD], [OTHER]]


@rule(
    "A4b",
    'With `equal_ranks = "simultaneous"` all who have one strike rank strike simultaneously, whatever their DEX.',
)
def test_one_rank_is_one_moment() -> None:
    strikes = [strike(PC, 6, OTHER, 3), strike(OTHER, 6, PC, 11), strike(THIRD, 7, PC, 18)]

    assert seats(strikes, "simultaneous") == [[PC, OTHER], [THIRD]]


@rule(
    "A5",
    "The first attacks of an engagement stand in one order by strike rank, whoever they are aimed at.",
)
def test_one_order_for_the_whole_engagement() -> None:
    assert against_two(5, 4, 6) == [[OTHER], [PC], [THIRD]]


@rule(
    "S12",
    "Only an attack has a strike rank, and whoever makes none has no strike rank at all.",
)
def test_no_attack_no_rank() -> None:
    strikes = [strike(OTHER, 6, PC)]

    assert rank_of(strikes, PC) is None
    assert rank_of(strikes, OTHER) == thirds(6)


@rule("S13", "Several attacks of one combatant have the strike rank of the first of them.")
def test_the_rank_is_that_of_the_first() -> None:
    strikes = [strike(PC, 9, OTHER, later=True), strike(PC, 5, OTHER), strike(OTHER, 6, PC)]

    assert rank_of(strikes, PC) == thirds(5)


@rule(
    "A6",
    "A second attack comes after every first attack of the engagement, and second attacks stand among each other in the order of first ones.",
)
def test_second_attacks_come_last() -> None:
    strikes = [
        strike(PC, 5, OTHER),
        strike(PC, 5, OTHER, later=True),
        strike(OTHER, 6, PC),
        strike(OTHER, 6, PC, later=True),
        strike(THIRD, 9, PC),
    ]

    assert seats(strikes) == [[PC], [OTHER], [THIRD], [PC], [OTHER]]


@rule(
    "A6a",
    'With `second_attacks = "after_own_defences"` a second attack comes right after the last first attack that is made by or aimed at the attacker.',
)
def test_second_attacks_follow_their_defences() -> None:
    # The hub 1 strikes at 2, and only 2 strikes at it before 3 does at last.
    strikes = [
        strike(PC, 5, OTHER),
        strike(OTHER, 6, PC),
        strike(OTHER, 6, PC, later=True),
        strike(THIRD, 9, PC),
        strike(PC, 5, OTHER, later=True),
    ]

    assert seats(strikes, USUAL, OWN) == [[PC], [OTHER], [OTHER], [THIRD], [PC]]


def test_simultaneous_seconds_are_parted_where_their_defences_are() -> None:
    # 2 and 3 strike simultaneously, and only 3 is struck at, later.
    strikes = [
        strike(OTHER, 4, PC),
        strike(THIRD, 4, PC),
        strike(OTHER, 4, PC, later=True),
        strike(THIRD, 4, PC, later=True),
        strike(PC, 7, THIRD),
    ]

    assert seats(strikes) == [[OTHER, THIRD], [PC], [OTHER, THIRD]]
    assert seats(strikes, USUAL, OWN) == [[OTHER, THIRD], [OTHER], [PC], [THIRD]]


@rule(
    "S14",
    "No strike rank is too high: whatever the sum is, the attack still happens in its round.",
)
def test_no_rank_is_too_high() -> None:
    assert total(melee_terms(5, 6, 40)) == 48
    assert against_two(48, 6, 13) == [[OTHER], [THIRD], [PC]]


@rule(
    "S44",
    "Whoever only defends is neither first nor second, and answers attacks as they come.",
)
def test_who_only_defends_stands_in_no_order() -> None:
    assert seats([strike(OTHER, 6, PC), strike(THIRD, 4, PC)]) == [[THIRD], [OTHER]]


@rule(
    "S48",
    "Whoever falls loses the attacks that are still to come in the round, and none that came before.",
)
def test_the_fallen_lose_what_is_to_come() -> None:
    strikes = [strike(PC, 5, OTHER), strike(OTHER, 6, PC), strike(OTHER, 6, PC, later=True)]
    moments = order(strikes, USUAL, ALL)

    def left(after: int) -> list[list[int]]:
        return [[one.who for one in moment] for moment in without(moments, after, OTHER)]

    assert left(0) == [[PC]]
    assert left(1) == [[PC], [OTHER]]
    assert left(2) == [[PC], [OTHER], [OTHER]]


@pytest.mark.parametrize(
    ("moments_before", "left"), [(0, [[PC, OTHER]]), (-1, [[PC]])], ids=["together", "before"]
)
def test_simultaneous_blows_both_fall(moments_before: int, left: list[list[int]]) -> None:
    moments = order([strike(PC, 6, OTHER), strike(OTHER, 6, PC)], USUAL, ALL)

    found = without(moments, moments_before, OTHER)

    assert [[one.who for one in moment] for moment in found] == left


@rule(
    "D3",
    "Whoever finds its target fallen may strike at another foe of the same engagement, at the same strike rank, and loses the attack if none is left.",
)
def test_another_foe_may_be_struck() -> None:
    assert targets_left([OTHER, THIRD], [OTHER]) == [THIRD]
    assert targets_left([OTHER, THIRD], [OTHER, THIRD]) == []
