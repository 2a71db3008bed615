"""RULES.md, rolling."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.kernel.model import Modify
from rules.request.chapters.rolls import CRITICAL, FAILURE, FUMBLE, SUCCESS, level
from rules.request.model import Options
from tests.rules.request.build import (
    CHAIN_COIF,
    attack,
    attack_need,
    fighter,
    figure,
    overextended,
    prone,
    scene,
    terms,
)
from tests.support.rulebook import rule


def found(rolled: int, chance: int) -> int:
    """The level of a roll under the default options."""
    return level(rolled, chance, rounded_up=True, usually_from=99)


def succeeds(rolled: int, chance: int) -> bool:
    return found(rolled, chance) >= SUCCESS


@rule("P9", "A skill roll is 1D100 and succeeds at the modified skill or below.")
@pytest.mark.parametrize(
    ("rolled", "success"), [(6, True), (49, True), (50, True), (51, False), (95, False)]
)
def test_a_roll_succeeds_at_the_skill_or_below(rolled: int, success: bool) -> None:
    assert succeeds(rolled, 50) is success


@rule("P9a", "The modified skill is the learned skill with all its modifiers added up.")
def test_all_modifiers_add_up() -> None:
    fight = scene(
        fighter("a", dex=14, sword=74, armour=[CHAIN_COIF]),
        fighter("b", dex=1),
        given=[overextended("a"), prone("b"), Modify("dark", -20)],
    )

    assert attack_need(fight, {"a": [attack("b")]}) == 49
    blow = fight.play({"a": [attack("b")]}, dice="d100=96").attack()
    assert sorted(terms(blow, "attack_chance").values()) == [-20, -20, -5, 20, 74]
    assert figure(blow, "attack_chance") == 49


@rule("P9b", "A roll of 05 or less always succeeds.")
@pytest.mark.parametrize(("rolled", "success"), [(1, True), (5, True), (6, False)])
def test_05_always_succeeds(rolled: int, success: bool) -> None:
    assert [succeeds(rolled, chance) for chance in (-40, 0, 1, 4)] == [success] * 4


@rule("P9c", "A roll of 96 or more always fails.")
@pytest.mark.parametrize(("rolled", "success"), [(95, True), (96, False), (100, False)])
def test_96_always_fails(rolled: int, success: bool) -> None:
    assert [succeeds(rolled, chance) for chance in (95, 96, 120, 200)] == [success] * 4


@rule("P10", "A roll of at most a tenth of the modified skill is critical.")
@pytest.mark.parametrize(
    ("rolled", "chance", "expected"),
    [
        (10, 100, CRITICAL),
        (11, 100, SUCCESS),
        (6, 60, CRITICAL),
        (7, 60, SUCCESS),
        (12, 120, CRITICAL),
    ],
)
def test_a_tenth_of_the_skill_is_critical(rolled: int, chance: int, expected: int) -> None:
    assert found(rolled, chance) == expected


Rounding = Literal["up", "down"]


@rule("A24", "The tenth is rounded up, or down if `critical_rounding` says so.")
@pytest.mark.parametrize(
    ("rounding", "rolled", "expected"),
    [
        ("up", 8, "critical"),
        ("up", 9, "success"),
        ("down", 7, "critical"),
        ("down", 8, "success"),
    ],
)
def test_the_tenth_is_rounded(rounding: Rounding, rolled: int, expected: str) -> None:
    fight = scene(
        fighter("a", dex=14, sword=74),
        fighter("b", dex=1),
        options=Options(critical_rounding=rounding),
    )

    # A critical hit does not roll its damage, only where it lands.
    fight.play(
        {"a": [attack("b")]},
        dice=f"d100={rolled} d20=10 d4=1 d100=1"
        if expected == "critical"
        else f"d100={rolled} d8=1 d20=10",
    )

    assert fight.attack().facts["level"] == expected


FumbleFrom = Literal[99, 100]


@rule("P11", "A roll of 99 or 00 is a fumble, or only 00 if `fumble_from` is 100.")
@pytest.mark.parametrize(
    ("fumble_from", "rolled", "expected"),
    [
        (99, 98, "failure"),
        (99, 99, "fumble"),
        (99, 100, "fumble"),
        (100, 99, "failure"),
        (100, 100, "fumble"),
    ],
)
def test_99_and_00_are_fumbles(fumble_from: FumbleFrom, rolled: int, expected: str) -> None:
    fight = scene(
        fighter("a", dex=14, sword=74),
        fighter("b", dex=1),
        options=Options(fumble_from=fumble_from),
    )

    fight.play(
        {"a": [attack("b")]}, dice=f"d100={rolled}" + (" d6=1" if expected == "fumble" else "")
    )

    assert fight.attack().facts["level"] == expected


@rule("P11a", "With a modified skill over 100 only 00 is a fumble.")
@pytest.mark.parametrize(
    ("rolled", "chance", "expected"),
    [(99, 100, FUMBLE), (99, 101, FAILURE), (100, 101, FUMBLE), (100, 100, FUMBLE)],
)
def test_over_100_only_00_is_a_fumble(rolled: int, chance: int, expected: int) -> None:
    assert found(rolled, chance) == expected


@rule("P12", "With a modified skill below 1 nothing is critical.")
@pytest.mark.parametrize(("chance", "expected"), [(1, CRITICAL), (0, SUCCESS), (-20, SUCCESS)])
def test_below_1_nothing_is_critical(chance: int, expected: int) -> None:
    assert found(1, chance) == expected
