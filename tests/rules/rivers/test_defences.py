"""RULES.md, defences and damage; and T55 to T65, T72."""

from __future__ import annotations

import pytest

from rules.rivers.chapters import damage, dodge, levels, parry
from rules.rivers.chapters.damage import (
    CRUSH,
    GREATEST,
    IMPALE,
    NONE,
    NORMAL,
    SLASH,
    Amount,
    amount,
    bonus_of,
    through,
)
from rules.rivers.chapters.dodge import Dodged, dodged, undefended
from rules.rivers.chapters.levels import CRITICAL, FAILURE, FUMBLE, LEVELS, SPECIAL, SUCCESS
from rules.rivers.chapters.parry import (
    ADJACENT,
    ALL,
    LIMB,
    ONE,
    OVER,
    ROLLED,
    UNHARMED,
    Parried,
    loss,
    parried,
    rest,
)
from tests.support.rulebook import rule

SPECIALLY = damage.SPECIAL
PAIRS = [(attack, defence) for attack in LEVELS for defence in LEVELS]
SWORD = (1, 8, 1)
SHORT = (1, 6, 1)
MACE = (1, 8, 2)
D4 = [(1, 1, 4)]


def met(attack: int, defence: int) -> Parried:
    return parried(attack, defence, "adjacent")


def landed(attack: int, defence: int, done: int, hit_points: int) -> tuple[int, int]:
    """What the parrying weapon has left, and what goes on to the body."""
    found = met(attack, defence)
    left = hit_points - loss(done, hit_points, found.wear)
    return left, rest(done, hit_points, found.stopped)


def struck(attack: int, defence: int, done: int, hit_points: int) -> int:
    """What the attacking weapon loses to the parrying one."""
    return loss(done, hit_points, met(attack, defence).worn)


def rolled(what: Amount, *faces: int) -> int:
    """The damage with the dice as they fell."""
    signs = [sign for sign, dice, _ in what.parts for _ in range(dice)]
    return what.fixed + sum(sign * face for sign, face in zip(signs, faces, strict=True))


# --- parry -----------------------------------------------------------------------------------


def test_both_matrices_have_every_pair_of_levels_and_fumbles_where_they_are() -> None:
    assert set(parry.MATRIX) == set(dodge.MATRIX) == set(PAIRS)
    for attack, defence in PAIRS:
        for found in (met(attack, defence), dodged(attack, defence)):
            assert found.attacker_fumbles is (attack == FUMBLE)
            assert found.defender_fumbles is (defence == FUMBLE)


@rule(
    "Q35d",
    "A parry that stops a blow takes as much of its damage as the parrying weapon has hit points, and the rest goes on to the body.",
)
def test_a_parry_takes_its_part() -> None:
    stopping = [pair for pair in PAIRS if met(*pair).stopped]

    assert sorted(stopping) == sorted(pair for pair in PAIRS if pair[0] >= pair[1] >= SUCCESS)
    assert [rest(done, 12, stopped=True) for done in (5, 12, 15)] == [0, 0, 3]
    assert rest(15, 12, stopped=False) == 15


@rule(
    "Q35e",
    "Where attack and parry reach the same level the attack does normal damage, and the parrying weapon loses 1 hit point if the damage is more than it has.",
)
@pytest.mark.parametrize("level", [CRITICAL, SPECIAL, SUCCESS])
def test_equal_levels(level: int) -> None:
    assert met(level, level) == Parried(NORMAL, stopped=True, wear=ONE, where=ROLLED)
    assert [loss(done, 12, ONE) for done in (12, 13, 40)] == [0, 1, 1]


@rule(
    "Q35f",
    "A critical against a special parry does its greatest damage and costs 1 hit point if that is more than the parrying weapon has, and against a plain success it costs as many hit points as the damage.",
)
def test_a_critical_past_a_parry() -> None:
    assert met(CRITICAL, SPECIAL) == Parried(
        GREATEST, stopped=True, wear=ONE, where=ADJACENT, armour=False
    )
    assert met(CRITICAL, SUCCESS) == Parried(
        GREATEST, stopped=True, wear=ALL, where=ADJACENT, armour=False
    )


@rule(
    "Q35g",
    "A special against a plain success does special damage, and costs the parrying weapon as many hit points as the damage is more than it has.",
)
def test_a_special_past_a_parry() -> None:
    assert met(SPECIAL, SUCCESS) == Parried(
        SPECIALLY, stopped=True, wear=OVER, where=ADJACENT, armour=True
    )


@rule(
    "Q35h",
    "Against a parry that fails or fumbles a critical does its greatest damage, a special its special and a success its normal damage, all of it to the body.",
)
@pytest.mark.parametrize("failed", [FAILURE, FUMBLE])
def test_a_parry_that_fails(failed: int) -> None:
    degrees = [(met(attack, failed).degree, met(attack, failed).stopped) for attack in LEVELS[:3]]

    assert degrees == [(GREATEST, False), (SPECIALLY, False), (NORMAL, False)]
    assert [met(attack, failed).armour for attack in LEVELS[:3]] == [False, True, True]


@rule(
    "Q35i",
    "A parry better than the attack lets nothing through, and its weapon strikes the attacking one.",
)
def test_a_better_parry_strikes_back() -> None:
    for attack, defence in PAIRS:
        if defence > attack and defence >= SUCCESS:
            assert met(attack, defence).degree == NONE
            assert met(attack, defence).back != NONE
        else:
            assert met(attack, defence).back == NONE


@rule(
    "Q35j",
    "One level better that is normal damage, which costs 1 hit point if it is more than the weapon struck has, but special damage against a success that a critical parry meets.",
)
def test_one_level_better() -> None:
    for attack, defence in ((SPECIAL, CRITICAL), (SUCCESS, SPECIAL), (FAILURE, SUCCESS)):
        assert (met(attack, defence).back, met(attack, defence).worn) == (NORMAL, ONE)
    assert met(SUCCESS, CRITICAL).back == SPECIALLY


@rule(
    "Q35k",
    "Special damage of a parry costs as many hit points as it is more than the weapon struck has, and all of it if a critical parry meets a failure or a fumble.",
)
def test_special_damage_of_a_parry() -> None:
    assert met(SUCCESS, CRITICAL).worn == met(FAILURE, SPECIAL).worn == OVER
    assert met(FAILURE, CRITICAL).worn == met(FUMBLE, CRITICAL).worn == ALL


@rule(
    "Q35l",
    "A fumbled attack that meets a special parry is struck as a failure is, and one that meets a success costs 1 hit point if the normal damage is more than the weapon has.",
)
def test_a_fumbled_attack_is_struck() -> None:
    assert met(FUMBLE, SPECIAL)[5:7] == met(FAILURE, SPECIAL)[5:7] == (SPECIALLY, OVER)
    assert met(FUMBLE, SUCCESS)[5:7] == (NORMAL, ONE)


@rule("Q35m", "A failed attack does normal damage if the parry is a fumble.")
def test_a_fumbled_parry_lets_a_failure_through() -> None:
    assert met(FAILURE, FUMBLE).degree == NORMAL
    assert met(FAILURE, FAILURE) == Parried()


@rule(
    "A13",
    "What goes on past a parry strikes the rolled location, but past a critical or special that a lesser parry met it strikes the one beside it on the side of the shield.",
)
def test_where_the_rest_goes() -> None:
    beside = [pair for pair in PAIRS if met(*pair).where == ADJACENT]

    assert beside == [(CRITICAL, SPECIAL), (CRITICAL, SUCCESS), (SPECIAL, SUCCESS)]
    assert {met(level, level).where for level in (CRITICAL, SPECIAL, SUCCESS)} == {ROLLED}


@rule(
    "A13a",
    'With `parry_spill = "parrying_limb"` it strikes the limb that parries where two criticals or two successes met or a critical was parried, and the rolled location elsewhere.',
)
def test_the_rest_may_go_to_the_limb() -> None:
    found = {pair: parried(*pair, "parrying_limb").where for pair in PAIRS}

    assert [pair for pair in PAIRS if found[pair] == LIMB] == [
        (CRITICAL, CRITICAL),
        (CRITICAL, SPECIAL),
        (CRITICAL, SUCCESS),
        (SUCCESS, SUCCESS),
    ]
    assert found[SPECIAL, SUCCESS] == found[SPECIAL, SPECIAL] == found[SPECIAL, FAILURE] == ROLLED


@rule("Q29", "Damage as high as the hit points of a weapon does not hurt it.")
def test_as_much_is_not_more() -> None:
    assert [loss(12, 12, wear) for wear in (UNHARMED, ONE, OVER)] == [0, 0, 0]
    assert [loss(13, 12, wear) for wear in (UNHARMED, ONE, OVER)] == [0, 1, 1]


@rule("Q30", "A weapon without hit points is used at half its chance.")
def test_a_broken_weapon() -> None:
    assert loss(40, 12, ALL) == 12
    assert levels.half(70) == 35


@rule("Q31", "A parry is rolled against an attack that succeeds, and only against such a one.")
def test_a_failure_needs_no_parry() -> None:
    assert [parry.is_rolled(attack, always=False) for attack in LEVELS] == [
        True,
        True,
        True,
        False,
        False,
    ]


@rule("Q31a", "With `roll_parry_vs_failed_attack` it is rolled against every attack.")
def test_a_failure_may_be_parried() -> None:
    assert all(parry.is_rolled(attack, always=True) for attack in LEVELS)


@rule("Q34", "A shield parries blows and missiles, and any other weapon blows alone.")
@pytest.mark.parametrize(
    ("shield", "missile", "parries"),
    [(True, True, True), (True, False, True), (False, False, True), (False, True, False)],
)
def test_what_parries_what(*, shield: bool, missile: bool, parries: bool) -> None:
    assert parry.parries(shield, missile) is parries


@rule(
    "D5",
    "Simultaneous blows on one weapon are both measured by the hit points it had, and what they cost adds up.",
)
def test_two_blows_on_one_shield() -> None:
    assert parry.together(12, [loss(15, 12, OVER), loss(17, 12, OVER)]) == 12 - 3 - 5
    assert parry.together(3, [2, 2]) == 0


# --- dodge -----------------------------------------------------------------------------------


@rule("Q32", "An attack that nobody answers counts as one whose dodge failed.")
def test_no_defence_is_a_failed_dodge() -> None:
    assert [undefended(attack) for attack in LEVELS] == [
        dodged(attack, FAILURE) for attack in LEVELS
    ]


@rule(
    "Q32a",
    "A dodge of the level of the attack or better leaves nothing of it, but a critical goes down to special damage at best unless the dodge is critical too.",
)
def test_a_dodge_as_good_leaves_nothing() -> None:
    for attack, defence in PAIRS:
        if SUCCESS <= attack <= defence:
            assert dodged(attack, defence) == Dodged()
    assert dodged(CRITICAL, SPECIAL) == Dodged(SPECIALLY, armour=True)


@rule(
    "Q32b",
    "A critical against a successful dodge does special damage, and against a failed one its greatest, and armour counts against neither.",
)
def test_a_critical_past_a_dodge() -> None:
    assert dodged(CRITICAL, SUCCESS) == Dodged(SPECIALLY, armour=False)
    assert dodged(CRITICAL, FAILURE) == Dodged(GREATEST, armour=False)
    assert dodged(CRITICAL, FUMBLE)[:2] == (GREATEST, False)


@rule(
    "Q32c",
    "A special against a dodge that is less than special does special damage, and a success against one that fails does normal damage.",
)
def test_a_special_or_a_success_past_a_dodge() -> None:
    assert [dodged(SPECIAL, one)[:2] for one in LEVELS[2:]] == [(SPECIALLY, True)] * 3
    assert [dodged(SUCCESS, one)[:2] for one in LEVELS[3:]] == [(NORMAL, True)] * 2


@rule("Q32d", "A failed attack does normal damage if the dodge is a fumble.")
def test_a_fumbled_dodge_lets_a_failure_through() -> None:
    assert [dodged(FAILURE, one).degree for one in LEVELS] == [NONE, NONE, NONE, NONE, NORMAL]


@rule("Q32e", "A fumbled attack does nothing, whatever the dodge.")
def test_a_fumble_does_nothing() -> None:
    assert {dodged(FUMBLE, one).degree for one in LEVELS} == {NONE}


@rule("Q33", "Whoever never trained Dodge has twice the DEX.")
def test_dodge_comes_of_dex() -> None:
    assert dodge.base_chance(13) == 26


@rule(
    "A3", "Of two defences the defender names the one that answers an attack before it is rolled."
)
def test_a_defence_is_named() -> None:
    assert dodge.nominated([FAILURE, SPECIAL], "nominate", 0) == FAILURE
    assert dodge.nominated([FAILURE, SPECIAL], "nominate", 1) == SPECIAL


@rule("A3a", 'With `two_defences = "best_of_two"` both are rolled and the better one answers.')
def test_the_better_defence_may_count() -> None:
    assert dodge.nominated([FAILURE, SPECIAL], "best_of_two", 0) == SPECIAL


# --- damage ----------------------------------------------------------------------------------


@rule("Q35", "Normal damage is that of the weapon and the damage bonus.")
@pytest.mark.parametrize("kind", [IMPALE, SLASH, CRUSH])
def test_normal_damage(kind: str) -> None:
    assert amount(SWORD, D4, kind, NORMAL) == Amount([(1, 1, 8), (1, 1, 4)], 1)
    assert amount(SWORD, D4, kind, NONE) == Amount([], 0)


@rule(
    "Q35a",
    "Special damage of a weapon that impales or slashes is twice that of the weapon and the damage bonus once, and its greatest is twice the highest of the weapon and the highest damage bonus.",
)
@pytest.mark.parametrize("kind", [IMPALE, SLASH])
def test_special_damage_of_points_and_edges(kind: str) -> None:
    assert amount(SWORD, D4, kind, SPECIALLY) == Amount([(1, 2, 8), (1, 1, 4)], 2)
    assert amount(SWORD, D4, kind, GREATEST) == Amount([], 9 + 9 + 4)


@rule(
    "Q35b",
    "Special damage of a weapon that crushes is that of the weapon, the damage bonus and its highest besides, and its greatest is the highest of the weapon and twice the highest damage bonus.",
)
def test_special_damage_of_a_crush() -> None:
    assert amount(MACE, D4, CRUSH, SPECIALLY) == Amount([(1, 1, 8), (1, 1, 4)], 2 + 4)
    assert amount(MACE, D4, CRUSH, GREATEST) == Amount([], 10 + 8)


@rule(
    "Q35n",
    "A damage bonus below nothing is never counted twice, and at its highest it takes 1 off a die.",
)
def test_a_bonus_below_nothing() -> None:
    weak = bonus_of(12)

    assert amount(MACE, weak, CRUSH, SPECIALLY) == amount(MACE, weak, CRUSH, NORMAL)
    assert amount(MACE, weak, CRUSH, GREATEST) == Amount([], 10 - 1)
    assert amount(SWORD, weak, SLASH, GREATEST) == Amount([], 18 - 1)


@rule("Q35c", "What armour stops is all that is worn, grown or magical at a location.")
def test_armour_stops_its_points() -> None:
    assert through(9, 3, 2, "all") == 4
    assert through(4, 3, 2, "all") == 0


@rule("A14", "A blow that ignores armour ignores all of it.")
def test_no_armour_is_no_armour() -> None:
    assert through(9, 6, 4, damage.ignoring(magic_counts=False)) == 9


@rule("A14a", "With `magic_counts` magical armour counts against it.")
def test_magic_may_count() -> None:
    assert through(9, 6, 4, damage.ignoring(magic_counts=True)) == 5


@rule(
    "Q36",
    "A special slash that does at least the hit points of its location leaves its victim conscious by 5 % for each point of CON above the damage.",
)
def test_a_slash_may_stun() -> None:
    assert [damage.slash_test(12, done) for done in (5, 12, 14)] == [35, 0, 0]


@rule(
    "Q37",
    "The damage bonus counts in full in melee, by half for what is thrown or slung, and not at all for what is shot.",
)
def test_where_the_bonus_counts() -> None:
    found = [damage.counting([(1, 1, 6)], how, prone=False) for how in ("melee", "thrown", "sling")]

    assert found == [[(1, 1, 6)], [(1, 1, 3)], [(1, 1, 3)]]
    assert damage.counting([(1, 1, 6)], "shot", prone=False) == []


@rule("Q37a", "Half a damage bonus has half the dice, and an odd die has half its sides.")
def test_half_a_bonus() -> None:
    assert damage.halved([(1, 1, 4)]) == [(1, 1, 2)]
    assert damage.halved([(1, 2, 6)]) == [(1, 1, 6)]
    assert damage.halved([(1, 3, 6)]) == [(1, 1, 6), (1, 1, 3)]
    assert damage.halved([(-1, 1, 4)]) == [(-1, 1, 2)]
    assert damage.halved([]) == []


@rule("Q37b", "Whoever is prone has no damage bonus, except with natural weapons.")
def test_the_prone_strike_weakly() -> None:
    assert damage.counting(D4, "melee", prone=True) == []
    assert damage.counting(D4, "natural", prone=True) == D4


@rule("Q38", "A knockback is half of STR and SIZ against half of SIZ and DEX.")
def test_a_knockback_is_resisted() -> None:
    assert damage.knockback_chance((13, 13), (13, 13)) == 50
    assert damage.knockback_chance((16, 13), (13, 13)) == 57
    assert damage.knockback_chance((60, 60), (9, 9)) == 95
    assert damage.knockback_chance((12, 11), (20, 20)) == 7
    assert damage.knockback_chance((3, 3), (30, 20)) == 5


@rule(
    "H5",
    "The damage bonus by STR and SIZ is -1D4 up to 12, nothing up to 24, 1D4 up to 32, 1D6 up to 40, 2D6 up to 56 and 1D6 more for every 16 above.",
)
@pytest.mark.parametrize(
    ("sum_", "bonus"),
    [
        (12, [(-1, 1, 4)]),
        (13, []),
        (24, []),
        (25, [(1, 1, 4)]),
        (32, [(1, 1, 4)]),
        (33, [(1, 1, 6)]),
        (40, [(1, 1, 6)]),
        (41, [(1, 2, 6)]),
        (56, [(1, 2, 6)]),
        (57, [(1, 3, 6)]),
        (73, [(1, 4, 6)]),
    ],
)
def test_the_damage_bonus(sum_: int, bonus: list[tuple[int, int, int]]) -> None:
    assert bonus_of(sum_) == bonus


# --- worked examples -------------------------------------------------------------------------


def test_t55_success_against_success() -> None:
    assert landed(SUCCESS, SUCCESS, 15, 12) == (11, 3)
    assert landed(SUCCESS, SUCCESS, 12, 12) == (12, 0)
    assert landed(SUCCESS, SUCCESS, 10, 5) == (4, 5)


def test_t56_special_against_success() -> None:
    assert landed(SPECIAL, SUCCESS, 20, 12) == (4, 8)
    assert (met(SPECIAL, SUCCESS).where, met(SPECIAL, SUCCESS).armour) == (ADJACENT, True)


def test_t57_critical_against_special() -> None:
    assert landed(CRITICAL, SPECIAL, 50, 4) == (3, 46)
    assert (met(CRITICAL, SPECIAL).where, met(CRITICAL, SPECIAL).armour) == (ADJACENT, False)


def test_t58_critical_against_success() -> None:
    assert landed(CRITICAL, SUCCESS, 22, 12) == (0, 10)
    assert met(CRITICAL, SUCCESS).armour is False


def test_t59_success_against_critical() -> None:
    assert struck(SUCCESS, CRITICAL, 15, 12) == 3
    assert met(SUCCESS, CRITICAL).back == SPECIALLY


def test_t60_failure_against_special_and_critical() -> None:
    assert struck(FAILURE, SPECIAL, 14, 10) == 4
    assert struck(FAILURE, CRITICAL, 14, 10) == 10  # all of 14, and it has 10
    assert struck(FAILURE, CRITICAL, 14, 20) == 14


def test_t61_special_and_greatest_damage() -> None:
    assert rolled(amount(SWORD, D4, SLASH, met(SPECIAL, FAILURE).degree), 5, 7, 3) == 17
    assert rolled(amount(SWORD, D4, SLASH, met(CRITICAL, FAILURE).degree)) == 22
    assert rolled(amount(SHORT, D4, IMPALE, GREATEST)) == 18


def test_t62_a_mace_at_three_degrees() -> None:
    assert rolled(amount(MACE, D4, CRUSH, NORMAL), 6, 2) == 10
    assert rolled(amount(MACE, D4, CRUSH, SPECIALLY), 4, 2) == 12
    assert rolled(amount(MACE, D4, CRUSH, GREATEST)) == 18
    assert rolled(amount(MACE, [], CRUSH, SPECIALLY), 4) == 6


def test_t63_dodging() -> None:
    assert dodged(CRITICAL, SPECIAL) == Dodged(SPECIALLY, armour=True)
    assert dodged(SPECIAL, SPECIAL) == dodged(SUCCESS, SUCCESS) == Dodged()
    assert dodged(CRITICAL, SUCCESS) == Dodged(SPECIALLY, armour=False)


def test_t64_no_defence() -> None:
    assert undefended(SPECIAL) == Dodged(SPECIALLY, armour=True)


def test_t65_the_bonus_of_what_is_thrown() -> None:
    thrown = [damage.counting([(1, dice, 6)], "thrown", prone=False) for dice in (1, 2, 3)]

    assert thrown == [[(1, 1, 3)], [(1, 1, 6)], [(1, 1, 6), (1, 1, 3)]]
    assert damage.counting([(1, 1, 6)], "shot", prone=False) == []


def test_t72_armour_and_magic() -> None:
    assert through(10, 6, 4, damage.ignoring(magic_counts=False)) == 10
    assert through(10, 6, 4, damage.ignoring(magic_counts=True)) == 6
    # A bolt of lightning passes worn armour, and magic stops it.
    assert through(11, 6, 2, "magic") == 9
