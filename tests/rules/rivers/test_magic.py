"""RULES.md, magic; and T41 to T52."""

from __future__ import annotations

import pytest

from rules.rivers.chapters import actions, magic, strike_rank
from rules.rivers.chapters.actions import Plan
from rules.rivers.chapters.damage import through
from rules.rivers.chapters.dodge import undefended
from rules.rivers.chapters.levels import (
    CRITICAL,
    FAILURE,
    FUMBLE,
    LEVELS,
    SPECIAL,
    SUCCESS,
    ranges,
    resistance,
)
from rules.rivers.chapters.magic import FAST, PREPARED, RITUAL, ritual_rounds
from rules.rivers.chapters.strike_rank import thirds
from rules.rivers.data import library
from tests.support.rulebook import rule


def rune(points: int) -> str:
    return magic.speed("rune", points, 0, in_hand=False, technique=False)


def spirit(points: int, focus: int, *, in_hand: bool = True) -> str:
    return magic.speed("spirit", points, focus, in_hand, technique=False)


def sorcery(*, technique: bool) -> str:
    return magic.speed("sorcery", 4, 0, in_hand=False, technique=technique)


def cost(kind: str, points: int, runes: int) -> list[tuple[int, int]]:
    """By level, the best first."""
    return [magic.cost(kind, level, points, runes) for level in LEVELS]


def stopped_by_shield(shield_lands: tuple[int, int], foe: int) -> int:
    """What 9 damage of a foe's strike rank leaves on 3 points of armour and 2 of the shield."""
    up = shield_lands < (thirds(foe), 0)
    return through(9, 3, 2 if up else 0, "all")


@rule(
    "S29",
    "Rune magic without magic points is fast, spirit magic whose focus is in hand is prepared, and every other spell is a ritual.",
)
def test_three_speeds() -> None:
    assert (rune(0), spirit(4, 4), spirit(4, 4, in_hand=False)) == (FAST, PREPARED, RITUAL)
    assert spirit(4, 0, in_hand=False) == RITUAL


@rule(
    "S29a",
    "So are rune magic with magic points, spirit magic with more than its focus holds, and sorcery, unless a technique makes one sorcery prepared.",
)
def test_rituals() -> None:
    assert (rune(1), spirit(6, 4), sorcery(technique=False)) == (RITUAL, RITUAL, RITUAL)
    assert sorcery(technique=True) == PREPARED


@rule(
    "S30",
    "A focus fixes the magic points of its spell, and one of more than six wants a specialist to make it.",
)
def test_a_focus_has_its_points() -> None:
    assert (spirit(3, 4), spirit(4, 4)) == (RITUAL, PREPARED)
    assert (magic.is_common(6), magic.is_common(7)) == (True, False)


@rule(
    "S31",
    "A ritual takes a slow round for every twelve magic points in it, and at least one.",
)
@pytest.mark.parametrize("rounding", ["up", "floor", "nearest"])
def test_a_ritual_takes_rounds(rounding: str) -> None:
    assert [ritual_rounds(points, rounding) for points in (1, 12, 24, 36)] == [1, 1, 2, 3]
    assert actions.is_slow("ritual")


@rule("A9", "A part of twelve takes a round of its own.")
def test_a_part_is_a_round() -> None:
    assert [ritual_rounds(points, "up") for points in (12, 13, 24, 25)] == [1, 2, 2, 3]


@rule(
    "A9a",
    'With `ritual_rounding = "floor"` it takes none, and with `ritual_rounding = "nearest"` it does from six on.',
)
def test_a_part_may_be_nothing() -> None:
    assert [ritual_rounds(points, "floor") for points in (13, 23, 24)] == [1, 1, 2]
    assert [ritual_rounds(points, "nearest") for points in (17, 18, 29, 30)] == [1, 2, 2, 3]


@rule("S32", "More rounds than needed make a ritual likelier to succeed.")
def test_patience_pays() -> None:
    assert magic.meditation(0) == 0
    assert magic.meditation(1) > 0


@rule(
    "Q40",
    "One round more gives 5 %, 2 give 10, 5 give 15, 25 give 20 and 50 give 25, while half an hour gives 30, an hour 35, five hours 40, ten 45 and a day 50.",
)
def test_what_meditation_gives() -> None:
    rounds = (1, 2, 4, 5, 24, 25, 49, 50, 149, 150, 300, 1500, 3000, 7200)

    assert [magic.meditation(one) for one in rounds] == [
        *(5, 10, 10, 15, 15, 20, 20, 25, 25),
        *(30, 35, 40, 45, 50),
    ]


@rule("S33", "A finished ritual is a fast spell of the next round.")
def test_a_finished_ritual_is_fast() -> None:
    assert [magic.is_ready(since, "one_round") for since in (0, 1)] == [False, True]
    assert magic.fast_lands(thirds(7), literal=False) == (thirds(1), magic.BEFORE)


@rule(
    "A9b",
    'What is not let go in that round is lost, unless `hold` is `"until_used"`, and then it waits.',
)
def test_a_finished_ritual_may_wait() -> None:
    assert not magic.is_ready(2, "one_round")
    assert magic.is_ready(9, "until_used")


@rule(
    "Q41",
    "Spirit magic is cast by five times POW, rune magic by the Rune and sorcery by its skill.",
)
def test_the_chance_of_casting() -> None:
    chances = [magic.chance(kind, 13, 80) for kind in ("spirit", "rune", "sorcery")]

    assert chances == [65, 80, 80]


@rule("Q42", "Spirit magic costs its magic points if it succeeds, and nothing otherwise.")
def test_what_spirit_magic_costs() -> None:
    assert cost("spirit", 4, 0) == [(4, 0), (4, 0), (4, 0), (0, 0), (0, 0)]


@rule(
    "Q42a",
    "Rune magic costs its rune points and magic points, but a critical no rune points, a failure only one magic point if there were any in it, and a fumble that and the rune points.",
)
def test_what_rune_magic_costs() -> None:
    by_level = dict(
        zip((CRITICAL, SPECIAL, SUCCESS, FAILURE, FUMBLE), cost("rune", 8, 1), strict=True)
    )

    assert by_level == {
        CRITICAL: (8, 0),
        SPECIAL: (8, 1),
        SUCCESS: (8, 1),
        FAILURE: (1, 0),
        FUMBLE: (1, 1),
    }
    assert cost("rune", 0, 3)[3:] == [(0, 0), (0, 3)]


@rule("Q42b", "Nobody casts a spell with more magic points than there are.")
def test_points_that_are_not_there() -> None:
    assert magic.why_not(8, 8, [], focus_arm=True) == ""
    assert magic.why_not(8, 6, [], focus_arm=True) == (
        "the spell takes 8 magic points, and there are 6 (Q42b)"
    )


@rule(
    "Q43",
    "Spirit magic reaches 50 m and lasts ten rounds, and rune magic reaches 160 m and lasts 75.",
)
def test_how_far_and_how_long() -> None:
    for spell in library().spells.values():
        assert spell.range in (0, magic.RANGE_METRES[spell.magic])
        assert spell.rounds in (0, magic.ROUNDS[spell.magic])


@rule("Q44", "Against other spells each rune point counts two, and each magic point one.")
def test_the_strength_of_spells() -> None:
    assert magic.strength("spirit", 2, 3) == 5
    assert magic.strength("rune", 2, 3) == 7


@rule("Q46", "A ritualist who is hurt goes on by three times POW, and loses the rounds otherwise.")
def test_a_hurt_ritualist() -> None:
    assert magic.keeps_ritual(15) == 45


@rule(
    "Q47",
    "Nobody casts who is unconscious, in shock or helpless, or by a focus in a crippled hand.",
)
def test_who_cannot_cast() -> None:
    for state in ("unconscious", "in shock", "helpless"):
        assert magic.why_not(1, 9, ["falls", state], focus_arm=True) == (
            f"nobody casts while {state} (Q47)"
        )
    assert magic.why_not(1, 9, ["lame"], focus_arm=False).endswith("crippled (Q47)")
    assert magic.why_not(1, 9, ["lame"], focus_arm=True) == ""


@rule("A10", "Fast support takes effect at strike rank 1, before every attack there.")
def test_fast_support_is_first() -> None:
    assert magic.fast_lands(thirds(9), literal=False) < (thirds(1), 0)


@rule(
    "A10a",
    'With `fast_support = "just_before_own_attack"` it waits for the first attack of its caster.',
)
def test_fast_support_may_wait() -> None:
    assert magic.fast_lands(thirds(9), literal=True) == (thirds(9), magic.BEFORE)
    assert magic.fast_lands(None, literal=True) == (thirds(1), magic.BEFORE)


@rule(
    "A10b",
    "Prepared support takes effect right after the first attack of its caster, and at the end if there is none.",
)
def test_prepared_support_follows() -> None:
    assert magic.prepared_lands(thirds(5), thirds(7), parent=False) == (thirds(5), magic.AFTER)
    assert magic.prepared_lands(None, thirds(7), parent=False) == (magic.AT_THE_END, magic.AFTER)


@rule(
    "A10c",
    'With `prepared_support = "parent_sr"` it also waits for the strike rank of an attack with as many points.',
)
def test_prepared_support_may_wait() -> None:
    assert magic.prepared_lands(thirds(5), thirds(7), parent=True) == (thirds(7), magic.AFTER)
    assert magic.prepared_lands(thirds(9), thirds(7), parent=True) == (thirds(9), magic.AFTER)


@rule(
    "A23",
    "A trance ends with a slow action, and with a round without an attack, a parry or a way to a foe.",
)
def test_a_trance_wants_a_fight() -> None:
    def lasts(*did: str) -> bool:
        deeds = ("attacked", "parried", "closed", "slow")
        return magic.trance_goes_on(*(deed in did for deed in deeds))

    assert lasts("attacked")
    assert lasts("parried")
    assert lasts("closed")
    assert not lasts()
    assert not lasts("parried", "slow")


# --- worked examples -------------------------------------------------------------------------


def test_t41_the_speeds_of_spells() -> None:
    assert rune(0) == FAST
    assert spirit(4, 4) == PREPARED
    # From the belt it is drawn first, for 5, and then in hand.
    assert spirit(4, 4, in_hand=False) == RITUAL
    assert strike_rank.drawn("a focus").value == 5
    assert (spirit(6, 4), rune(8), sorcery(technique=False)) == (RITUAL, RITUAL, RITUAL)
    assert sorcery(technique=True) == PREPARED


def test_t42_the_rounds_of_rituals() -> None:
    up = [ritual_rounds(points, "up") for points in (1, 8, 12, 13, 24, 25, 36, 37)]

    assert up == [1, 1, 1, 2, 2, 3, 3, 4]
    assert [ritual_rounds(points, "floor") for points in (13, 23, 24)] == [1, 1, 2]
    assert [ritual_rounds(points, "nearest") for points in (8, 17, 18)] == [1, 1, 2]


def test_t43_a_trance_of_eight_points() -> None:
    assert rune(8) == RITUAL
    assert ritual_rounds(8, "up") == 1
    assert not actions.defends(Plan(slow="ritual"))
    assert magic.is_ready(1, "one_round")
    assert magic.fast_lands(thirds(7), literal=False) < (thirds(7), 0)
    its = ranges(90 + 10 * 8)
    assert (its.critical, its.special, its.fumble) == (9, 34, 100)


def test_t44_two_rounds_more() -> None:
    assert ritual_rounds(8, "up") + 2 == 3
    assert magic.meditation(2) == 10


def test_t45_healing_by_ritual() -> None:
    assert (rune(6), ritual_rounds(6, "up")) == (RITUAL, 1)
    assert actions.why_not(Plan(attacks=1, fast=True), "replace") == ""
    assert actions.why_not(Plan(attacks=1, fast=True, prepared=True), "replace")


def test_t46_a_ritualist_under_attack() -> None:
    assert not actions.defends(Plan(slow="ritual"))
    assert undefended(SUCCESS).degree == 1
    assert magic.keeps_ritual(15) == 45


def test_t47_a_fast_shield() -> None:
    assert stopped_by_shield(magic.fast_lands(thirds(7), literal=False), foe=4) == 4
    assert stopped_by_shield(magic.fast_lands(thirds(7), literal=True), foe=4) == 6


def test_t48_t49_a_prepared_protection() -> None:
    lands = magic.prepared_lands(thirds(5), thirds(5), parent=False)

    assert (thirds(4), 0) < lands < (thirds(6), 0)
    assert magic.prepared_lands(None, thirds(5), parent=False)[0] == magic.AT_THE_END


def test_t50_t51_two_spells_and_too_few_points() -> None:
    assert actions.why_not(Plan(fast=True, prepared=True), "replace")
    assert magic.why_not(8, 6, [], focus_arm=True)
    assert magic.why_not(1, 0, ["unconscious"], focus_arm=True)


def test_t52_a_spell_is_resisted() -> None:
    assert resistance(15, 11) == 70
    assert through(3, 6, 4, "none") == 3
    assert library().spells["disruption"].resisted
