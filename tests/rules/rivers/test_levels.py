"""RULES.md, rolls; and the tables that they are checked against: T53, T54."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.dice import dice_for, fight_seed
from rules.rivers.chapters import levels
from rules.rivers.chapters.levels import (
    CRITICAL,
    FAILURE,
    FUMBLE,
    LEVELS,
    SPECIAL,
    SUCCESS,
    level,
    opposed,
    ranges,
)
from tests.support.rulebook import rule

USUAL = "master_keeps"
ROLLS = range(1, 101)
# Skill, highest critical, special, success, lowest fumble: two encodings that agree, written independently of ours.
TABLE = [
    (0, 1, 1, 5, 96),
    (5, 1, 1, 5, 96),
    (6, 1, 1, 6, 96),
    (7, 1, 1, 7, 96),
    (8, 1, 2, 8, 96),
    (10, 1, 2, 10, 96),
    (11, 1, 2, 11, 97),
    (12, 1, 2, 12, 97),
    (13, 1, 3, 13, 97),
    (29, 1, 6, 29, 97),
    (30, 2, 6, 30, 97),
    (31, 2, 6, 31, 98),
    (49, 2, 10, 49, 98),
    (50, 3, 10, 50, 98),
    (51, 3, 10, 51, 99),
    (69, 3, 14, 69, 99),
    (70, 4, 14, 70, 99),
    (71, 4, 14, 71, 100),
    (85, 4, 17, 85, 100),
    (89, 4, 18, 89, 100),
    (90, 5, 18, 90, 100),
    (95, 5, 19, 95, 100),
    (96, 5, 19, 95, 100),
    (100, 5, 20, 95, 100),
    (110, 6, 22, 95, 100),
    (300, 15, 60, 95, 100),
]
COUNTS = {
    50: (3, 7, 40, 47, 3),
    74: (4, 11, 59, 25, 1),
    90: (5, 13, 72, 9, 1),
    5: (1, 0, 4, 90, 5),
}
# One skill a band, and the highest chi-square of 999 in 1000 at 4 and at 3 degrees of freedom.
BANDS = (5, 10, 25, 40, 60, 74, 90, 120)
WIDEST = {4: 18.467, 3: 16.266}


def counts(skill: int) -> tuple[int, ...]:
    """How many rolls of 100 have each level, the best first."""
    found = [level(rolled, skill) for rolled in ROLLS]
    return tuple(found.count(one) for one in LEVELS)


def oracle(rolled: int, skill: int) -> int:
    """The level by fractions, rounded to the nearest, halves up."""

    def nearest(part: Fraction) -> int:
        return max(1, int(part + Fraction(1, 2)))

    if rolled > 100 - nearest(Fraction(100 - skill, 20) if skill < 100 else Fraction(0)):
        return FUMBLE
    if rolled <= nearest(Fraction(skill, 20)):
        return CRITICAL
    if rolled <= nearest(Fraction(skill, 5)):
        return SPECIAL
    return SUCCESS if rolled <= min(95, max(5, skill)) else FAILURE


@rule(
    "Q19",
    "A skill roll is critical on a twentieth of the skill or less, special on a fifth and a success on the skill itself, each rounded to the nearest number with halves up and at least 1.",
)
@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row[0]))
def test_a_skill_has_its_ranges(row: tuple[int, int, int, int, int]) -> None:
    assert tuple(ranges(row[0])) == row[1:]


def test_every_roll_at_every_skill_has_the_level_of_the_fractions() -> None:
    wrong = [
        (skill, rolled)
        for skill in range(301)
        for rolled in ROLLS
        if level(rolled, skill) != oracle(rolled, skill)
    ]

    assert wrong == []


@rule("Q19a", "A roll of 05 or less always succeeds, and one of 96 or more never does.")
def test_luck_has_its_share() -> None:
    assert {level(5, skill) >= SUCCESS for skill in range(301)} == {True}
    assert {level(96, skill) <= FAILURE for skill in range(301)} == {True}


@rule(
    "Q19b",
    "The last numbers up to 00 are fumbles, a twentieth of what the skill lacks to 100 and at least one of them.",
)
@pytest.mark.parametrize(
    ("skill", "fumbles"), [(10, 5), (11, 4), (30, 4), (31, 3), (50, 3), (51, 2), (70, 2), (71, 1)]
)
def test_a_skill_has_its_fumbles(skill: int, fumbles: int) -> None:
    assert counts(skill)[-1] == fumbles
    assert level(100, skill) == FUMBLE


@rule("Q19c", "A skill below 0 counts as 0.")
def test_less_than_nothing_is_nothing() -> None:
    assert ranges(-40) == ranges(0)


@pytest.mark.parametrize("skill", COUNTS)
def test_of_a_hundred_rolls_so_many_have_each_level(skill: int) -> None:
    assert counts(skill) == COUNTS[skill]


@pytest.mark.parametrize(
    ("mine", "theirs", "over_100", "higher", "equal"),
    [
        (50, 50, USUAL, 3062, 3876),
        (75, 50, USUAL, 4450, 3620),
        (90, 50, USUAL, 5282, 3412),
        (90, 90, USUAL, 2270, 5460),
        (120, 80, USUAL, 5014, 3742),
        (80, 130, USUAL, 1044, 3105),
        (150, 120, USUAL, 4028, 4484),
        (150, 50, USUAL, 9165, 633),
        (120, 80, "both_drop", 4813, 3904),
        (80, 130, "both_drop", 1092, 3311),
        (150, 50, "both_drop", 9125, 670),
    ],
)
def test_an_attack_is_better_than_a_defence_so_often(
    mine: int, theirs: int, over_100: str, higher: int, equal: int
) -> None:
    left, right = (counts(skill) for skill in opposed(mine, theirs, over_100))

    assert sum(left[i] * right[j] for i in range(5) for j in range(i + 1, 5)) == higher
    assert sum(left[i] * right[i] for i in range(5)) == equal


def chi_square(skill: int, rolled_at: int) -> tuple[float, int]:
    """How far 20,000 seeded rolls at one skill lie from the shares of another, and the degrees of freedom."""
    dice = dice_for(fight_seed(6, skill), "levels")
    found = [level(dice.roll(100), rolled_at) for _ in range(20_000)]
    expected = {one: count * 200 for one, count in zip(LEVELS, counts(skill), strict=True)}
    parts = [(found.count(one) - many) ** 2 / many for one, many in expected.items() if many]
    return sum(parts), len(parts) - 1


@pytest.mark.parametrize("skill", BANDS)
def test_seeded_rolls_have_the_levels_of_the_table(skill: int) -> None:
    distance, freedom = chi_square(skill, skill)

    assert distance < WIDEST[freedom]


def test_rolls_at_another_skill_have_not() -> None:
    distance, freedom = chi_square(40, 42)

    assert distance > WIDEST[freedom]


@rule(
    "Q21",
    "What one of two opposed skills has above 100 is taken from the other, which is never below 0.",
)
def test_a_master_weighs_on_the_other() -> None:
    assert opposed(120, 60, USUAL) == (120, 40)
    assert opposed(60, 120, USUAL) == (40, 120)
    assert opposed(180, 60, USUAL) == (180, 0)
    assert opposed(100, 100, USUAL) == (100, 100)


@rule("Q21a", "If both are above 100, both lose what the higher one has above it.")
def test_two_masters_weigh_on_both() -> None:
    assert opposed(150, 130, USUAL) == (100, 80)
    assert opposed(110, 140, USUAL) == (70, 100)


@rule(
    "Q21b",
    'With `over_100 = "both_drop"` both always lose it, and with `over_100 = "lower_only"` only the lower one ever does.',
)
def test_masters_may_weigh_otherwise() -> None:
    assert opposed(120, 80, "both_drop") == (100, 60)
    assert opposed(80, 130, "both_drop") == (50, 100)
    assert opposed(150, 130, "lower_only") == (150, 80)
    assert opposed(130, 150, "lower_only") == (80, 150)
    assert opposed(150, 150, "lower_only") == (150, 150)
    assert opposed(90, 80, "lower_only") == (90, 80)


def test_t54_skills_over_100() -> None:
    pairs = [(150, 130), (110, 140), (120, 60), (100, 100), (60, 120)]

    assert [opposed(*pair, USUAL) for pair in pairs] == [
        (100, 80),
        (70, 100),
        (120, 40),
        (100, 100),
        (40, 120),
    ]


def test_t53_the_levels_of_some_skills() -> None:
    found = {skill: tuple(ranges(skill)) for skill in (13, 50, 70, 85, 110, 5)}

    assert found == {
        13: (1, 3, 13, 97),
        50: (3, 10, 50, 98),
        70: (4, 14, 70, 99),
        85: (4, 17, 85, 100),
        110: (6, 22, 95, 100),
        5: (1, 1, 5, 96),
    }
    assert (ranges(29).critical, ranges(30).critical) == (1, 2)
    assert ranges(90)[:2] == (5, 18)
    assert ranges(100)[:3] == (5, 20, 95)


@rule(
    "Q24",
    "A roll with another ability may augment a skill: a critical by 50, a special by 30 and a success by 20, while a failure takes 20 off and a fumble 50.",
)
def test_another_ability_may_help() -> None:
    assert [levels.augment(one) for one in LEVELS] == [50, 30, 20, -20, -50]


@rule("Q24a", "Darkness takes 75 off a skill, and a target that is prone gives 40.")
def test_darkness_and_a_prone_target() -> None:
    assert (levels.DARK, levels.TARGET_PRONE) == (-75, 40)


@rule("Q24b", "Whoever is prone attacks at half skill.")
def test_the_prone_attack_at_half() -> None:
    assert levels.half(60) == 30


@rule("Q13", "A target that is unaware of the attack gives 40 and does not defend.")
def test_the_unaware_are_easy_targets() -> None:
    assert levels.TARGET_UNAWARE == 40


@rule("A24a", "Half a skill is rounded up.")
def test_half_a_skill() -> None:
    assert [levels.half(skill) for skill in (0, 1, 45, 70)] == [0, 1, 23, 35]


@rule(
    "Q26",
    "Whoever lacks the STR or DEX that a weapon wants uses it at half skill, and two points of STR to spare stand for one of DEX.",
)
@pytest.mark.parametrize(
    ("strength", "dexterity", "weak"),
    [(9, 7, False), (8, 18, True), (9, 6, True), (10, 6, True), (11, 6, False), (13, 5, False)],
)
def test_a_weapon_wants_its_man(strength: int, dexterity: int, *, weak: bool) -> None:
    assert levels.too_weak(strength, dexterity, (9, 7)) is weak


@rule(
    "Q27",
    "A weapon that was never trained is used at half the skill of a trained one of its category.",
)
def test_a_similar_weapon() -> None:
    assert levels.half(85) == 43


@rule(
    "Q28",
    "Where two numbers resist each other the active one has 50 % and 5 % for each point it is higher or lower, at least 5 and at most 95.",
)
def test_two_numbers_resist_each_other() -> None:
    pairs = [(11, 11), (15, 11), (11, 15), (20, 11), (21, 1), (1, 21)]

    assert [levels.resistance(*pair) for pair in pairs] == [50, 70, 30, 95, 95, 5]


@rule("A2", "One defence action answers every attack at full skill, with a roll for each.")
def test_every_attack_is_answered_in_full() -> None:
    assert [levels.further_defence(60, before, "per_attack_full") for before in range(3)] == [
        60,
        60,
        60,
    ]


@rule(
    "A2a",
    'With `defence = "cumulative20"` each further defence of a round is 20 lower than the one before.',
)
def test_defences_may_tire() -> None:
    assert [levels.further_defence(60, before, "cumulative20") for before in range(4)] == [
        60,
        40,
        20,
        0,
    ]


@rule("A2b", 'With `defence = "single_roll"` one roll of the defence is held against every attack.')
def test_one_roll_may_do_for_all() -> None:
    assert [levels.rolls_defence(before, "single_roll") for before in range(3)] == [
        True,
        False,
        False,
    ]
    assert levels.rolls_defence(2, "per_attack_full")


@rule("Q23", "A skill above 100 may be split into several attacks of 50 or more each.")
def test_a_master_may_split_an_attack() -> None:
    assert levels.may_split([60, 50], 110)
    assert not levels.may_split([61, 50], 110)
    assert not levels.may_split([60, 49], 110)
    assert not levels.may_split([50, 50], 100)
