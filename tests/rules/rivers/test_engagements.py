"""RULES.md, engagements; and T7 to T13, T19."""

from __future__ import annotations

from hypothesis import given, strategies as st

from rules.kernel.dice import dice_for, fight_seed
from rules.rivers.chapters import engagements, levels
from rules.rivers.chapters.dodge import undefended
from rules.rivers.chapters.engagements import (
    Star,
    breaches,
    chosen,
    first_share,
    hub,
    is_crowded,
    is_star,
    of,
    share,
    split,
    stream,
    whole,
    why_not,
)
from tests.support.rulebook import rule

P1, P2, P3 = FIRST = [1, 2, 3]
B1, B2, B3, B4 = SECOND = [4, 5, 6, 7]
Choice = tuple[int, list[int]]


def form(*choices: Choice, reject: bool = False) -> list[Star]:
    """The engagements after these choices, of whichever side; each of them must be possible."""
    stars: list[Star] = []
    for who, targets in choices:
        assert why_not(stars, who, who in FIRST, targets, reject) == ""
        stars = chosen(stars, who, who in FIRST, targets)
    return stars


def refused(stars: list[Star], who: int, *targets: int, reject: bool = False) -> str:
    return why_not(stars, who, who in FIRST, list(targets), reject)


@rule(
    "S2",
    "An engagement is one combatant against any number of the other side, or somebody alone.",
)
def test_the_shape_of_an_engagement() -> None:
    good = [Star([1], [4]), Star([1], [4, 5]), Star([1, 2], [4]), Star([1], []), Star([], [4])]

    assert all(is_star(star) for star in good)
    assert not is_star(Star([1, 2], [4, 5]))
    assert not is_star(Star([], []))
    assert refused([Star([P1], [B1])], P2, B1, B2) == (
        "4 has foes of its own, and 2 would bring others (S2)"
    )


@rule("S2a", "Everybody is in exactly one engagement of a round.")
def test_everybody_is_somewhere_once() -> None:
    assert breaches([Star([1], [4])], [1], [4]) == []
    assert breaches([Star([1], [4]), Star([1], [5])], [1, 2], [4, 5]) == [
        "1 is in 2 engagements, and belongs in one (S2)",
        "2 is in 0 engagements, and belongs in one (S2)",
    ]
    assert breaches([Star([1, 2], [4, 5])], [1, 2], [4, 5]) == [
        "1, 2 against 4, 5 are several against several (S2)"
    ]


@rule(
    "S3",
    "Several against several are cut into as many engagements as the smaller side has members, so that nobody is idle.",
)
def test_several_against_several_are_cut() -> None:
    assert split([1, 2], [4, 5]) == [Star([1], [4]), Star([2], [5])]
    assert split([1, 2], [4, 5, 6]) == [Star([1], [4, 5]), Star([2], [6])]
    assert split([1], []) == [Star([1], [])]
    assert split([], [4]) == [Star([], [4])]


@rule(
    "S4",
    "Engagements have nothing to do with each other: each has dice of its own, by the round and by its hub.",
)
def test_each_engagement_has_its_dice() -> None:
    stars = split([1, 2], [4, 5, 6])
    keys = [stream(3, star) for star in stars]

    assert [*keys, stream(3, None)] == ["3/1", "3/2", "3/0"]
    seed = fight_seed(7)
    there = {key: dice_for(seed, key).roll(10**6) for key in keys}
    assert there == {key: dice_for(seed, key).roll(10**6) for key in reversed(keys)}
    assert len(set(there.values())) == 2


@rule(
    "S4a",
    "The hub of a pair is its member of the choosing side, and of somebody alone that one.",
)
def test_the_hub() -> None:
    stars = [Star([1], [4]), Star([2], [5, 6]), Star([2, 3], [5]), Star([3], []), Star([], [7])]

    assert [hub(star) for star in stars] == [1, 2, 5, 3, 7]
    assert hub(Star([1, 2], [4, 5])) == 1


@rule(
    "S5",
    "The choosing side chooses first, from left to right: each one foe, several, somebody else's foe to join in, or none.",
)
def test_what_can_be_chosen() -> None:
    assert form((P1, [B1])) == [Star([P1], [B1])]
    assert form((P1, [B2, B1])) == [Star([P1], [B1, B2])]
    assert form((P1, [B1]), (P2, [B1])) == [Star([P1, P2], [B1])]
    assert form((P1, [])) == []
    assert refused([Star([P1], [B1])], P1, B2) == "1 is engaged already (S5)"
    assert refused([], P1, B2, B2) == "a foe is chosen once (S5)"


@rule("S5a", "Then those of the other side who have no engagement yet choose in the same way.")
def test_the_others_choose_then() -> None:
    assert form((P1, [B1]), (P2, []), (B2, [P1]), (B3, [P2])) == [
        Star([P1], [B1, B2]),
        Star([P2], [B3]),
    ]
    assert refused(form((P1, [B1])), B1, P2) == "4 is engaged already (S5)"


@rule("S5b", "In an ambush the ambushers are the choosing side.")
def test_ambushers_choose_first() -> None:
    # The raiders 4 and 5 lie in ambush, so they are the first side here.
    stars = chosen([], 4, is_first=True, targets=[1])
    stars = chosen(stars, 5, is_first=True, targets=[1])
    stars = chosen(stars, 2, is_first=False, targets=[5])

    assert whole(stars, [4, 5], [1, 2]) == [Star([4], [1]), Star([5], [2])]
    assert hub(Star([4], [1])) == 4


@rule("S6", "More than four against one is too many, unless an attack strikes them all.")
def test_four_are_a_crowd() -> None:
    four, five = Star([1], [4, 5, 6, 7]), Star([1, 2, 3, 8, 9], [4])

    assert [is_crowded(star, area=False) for star in (four, five)] == [False, True]
    assert not is_crowded(five, area=True)


@rule(
    "S7",
    "Whoever is aware of a missile or a spell aimed at it is engaged with whoever sends it, and whoever is not aware is not.",
)
def test_the_aware_are_engaged() -> None:
    assert engagements.engages(aware=True)
    assert not engagements.engages(aware=False)


@rule("S8", "Whoever has no foe stands alone in an engagement of its own.")
def test_who_hangs_back_stands_alone() -> None:
    assert whole([Star([P1], [B1])], [P1, P2], [B1]) == [Star([P1], [B1]), Star([P2], [])]


@rule(
    "S9",
    "Engagements are formed anew in every round, and stand in player order: by their left-most member of the choosing side.",
)
def test_player_order() -> None:
    late_first = form((P2, [B1]), (P1, [B2]))

    assert whole(late_first, FIRST, [B1, B2]) == [
        Star([P1], [B2]),
        Star([P2], [B1]),
        Star([P3], []),
    ]
    assert of(whole([], FIRST, SECOND), P2) == Star([P2], [])


@rule("A20", "Those of the other side who have no foe come last, each alone.")
def test_leftovers_come_last() -> None:
    assert whole([Star([P1], [B2])], [P1, P2], [B1, B2, B3]) == [
        Star([P1], [B2]),
        Star([P2], []),
        Star([], [B1]),
        Star([], [B3]),
    ]


@rule(
    "A19",
    "Whoever chooses somebody that shares a foe with others takes it out of that engagement, and the others keep theirs.",
)
def test_somebody_is_taken_out() -> None:
    assert form((P1, [B1]), (P2, [B1]), (P3, [B1]), (B2, [P2])) == [
        Star([P1, P3], [B1]),
        Star([P2], [B2]),
    ]


@rule("A19a", "Whoever chooses somebody that has its foes to itself joins those.")
def test_somebody_joins() -> None:
    assert form((P1, [B1]), (B2, [P1]), (B3, [P1])) == [Star([P1], [B1, B2, B3])]
    assert form((P1, [B1, B2]), (B3, [P1])) == [Star([P1], [B1, B2, B3])]


@rule("A19b", 'With `shape_conflict = "reject"` nobody can be taken out of an engagement.')
def test_nobody_may_be_taken_out() -> None:
    shared = form((P1, [B1]), (P2, [B1]), reject=True)

    assert refused(shared, B2, P1, reject=True) == "1 shares 4 with others (A19b)"
    assert refused(shared, B2, P1) == ""
    assert refused(form((P1, [B1])), B2, P1, reject=True) == ""


@rule("D1", "A fight has exactly two sides.")
def test_two_sides() -> None:
    assert engagements.why_no_sides(2) == ""
    assert engagements.why_no_sides(3) == "3 sides; Rivers is fought by exactly two (D1)"


@rule(
    "D2",
    "Both sides take out in the same way, everybody chooses once a round, and whoever is left without foes stands alone.",
)
def test_both_sides_take_out() -> None:
    first_takes = form((P1, [B1, B2, B3]), (P2, [B2]))
    left_alone = form((P1, [B1, B2]), (P2, [B2, B1]))

    assert first_takes == [Star([P1], [B1, B3]), Star([P2], [B2])]
    assert left_alone == [Star([P2], [B1, B2])]
    assert whole(left_alone, [P1, P2], [B1, B2])[0] == Star([P1], [])
    assert refused(left_alone, P2, B3) == "2 is engaged already (S5)"


# --- properties ------------------------------------------------------------------------------

SIZES = st.integers(0, 6)


@given(SIZES, SIZES)
def test_whatever_is_split_has_the_shape_and_nobody_is_idle(mine: int, theirs: int) -> None:
    first, second = list(range(1, mine + 1)), list(range(11, theirs + 11))

    stars = split(first, second)

    assert breaches(stars, first, second) == []
    if mine and theirs:
        assert len(stars) == min(mine, theirs)
        assert all(star.first and star.second for star in stars)


@given(st.integers(1, 9), st.integers(1, 9))
def test_who_falls_to_whom_is_known_without_the_whole_split(few: int, many: int) -> None:
    few, many = min(few, many), max(few, many)
    stars = split(list(range(few)), list(range(100, 100 + many)))

    for at in range(many):
        assert [100 + at in star.second for star in stars].index(True) == share(at, few, many)
    assert [100 + first_share(at, few, many) for at in range(few)] == [
        star.second[0] for star in stars
    ]


@given(st.data(), st.booleans())
def test_whatever_is_chosen_has_the_shape(data: st.DataObject, reject: bool) -> None:
    stars: list[Star] = []
    for who in [*FIRST, *SECOND]:
        foes = SECOND if who in FIRST else FIRST
        targets = data.draw(st.lists(st.sampled_from(foes), max_size=3))
        before = [Star(list(star.first), list(star.second)) for star in stars]
        if not why_not(stars, who, who in FIRST, targets, reject):
            after = chosen(stars, who, who in FIRST, targets)
            assert stars == before
            stars = after
            assert not targets or of(stars, who) is not None
            assert all(of(stars, who) is of(stars, target) for target in targets)
        assert breaches(whole(stars, FIRST, SECOND), FIRST, SECOND) == []


# --- worked examples -------------------------------------------------------------------------


def test_t7_two_against_two() -> None:
    assert split([1, 2], [4, 5]) == [Star([1], [4]), Star([2], [5])]


def test_t8_three_against_two_and_a_friend_who_hangs_back() -> None:
    stars = form((P1, [B1]), (P2, [B3]), (P3, []), (B2, [P1]))

    assert whole(stars, FIRST, [B1, B2, B3]) == [
        Star([P1], [B1, B2]),
        Star([P2], [B3]),
        Star([P3], []),
    ]


def test_t10_three_against_one_and_against_two() -> None:
    assert split(FIRST, [B1]) == [Star(FIRST, [B1])]
    assert split(FIRST, [B1, B2]) == [Star([P1, P2], [B1]), Star([P3], [B2])]


def test_t11_two_against_two_in_one_engagement() -> None:
    assert breaches([Star([P1, P2], [B1, B2])], [P1, P2], [B1, B2])


def test_t12_two_who_want_one() -> None:
    stars = form((P1, [B1]), (P2, [B1]), (B2, [P1]))

    assert whole(stars, [P1, P2], [B1, B2]) == [Star([P1], [B2]), Star([P2], [B1])]


def test_t13_aware_and_unaware_targets() -> None:
    assert engagements.engages(aware=True)
    assert not engagements.engages(aware=False)
    assert levels.TARGET_UNAWARE == 40
    assert undefended(levels.SUCCESS).degree == 1


def test_t19_four_and_five_against_one() -> None:
    assert not is_crowded(Star([1], [4, 5, 6, 7]), area=False)
    assert is_crowded(Star([1], [4, 5, 6, 7, 8]), area=False)
    assert not is_crowded(Star([1], [4, 5, 6, 7, 8]), area=True)
