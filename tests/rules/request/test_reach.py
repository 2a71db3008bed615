"""What reach means: improvised weapons, and who may strike first."""

from __future__ import annotations

from itertools import product

import pytest

from rules.request.chapters import reach

WEAPONS = ("touch", "short", "normal", "long", "extra long")
PAIRS = ("short", "normal", "long")


def weapon(name: str) -> int:
    return reach.WEAPON_REACHES.index(name)


def pair(name: str) -> int:
    return reach.REACH_NAMES.index(name)


def test_reaches_have_five_names_of_weapons_and_three_of_pairs() -> None:
    assert reach.WEAPON_REACHES == WEAPONS
    assert reach.REACH_NAMES == PAIRS
    assert [weapon(name) for name in WEAPONS] == [
        reach.TOUCH,
        reach.SHORT_WEAPON,
        reach.NORMAL_WEAPON,
        reach.LONG_WEAPON,
        reach.EXTRA_LONG,
    ]
    assert [pair(name) for name in PAIRS] == [reach.SHORT, reach.NORMAL, reach.LONG]


def test_long_and_extra_long_weapons_reach_far() -> None:
    assert [name for name in WEAPONS if reach.is_long(weapon(name))] == ["long", "extra long"]


@pytest.mark.parametrize(("arm", "between"), list(product(WEAPONS, PAIRS)))
def test_only_at_short_reach_and_only_bigger_weapons_are_improvised(arm: str, between: str) -> None:
    improvised = {("normal", "short"), ("long", "short"), ("extra long", "short")}

    assert reach.is_improvised(weapon(arm), pair(between)) is ((arm, between) in improvised)


@pytest.mark.parametrize(("between", "arm", "against"), list(product(PAIRS, WEAPONS, WEAPONS)))
def test_a_short_weapon_draws_an_opportunity_from_a_long_one_at_long_reach(
    between: str, arm: str, against: str
) -> None:
    draws = {
        ("long", "touch", "long"),
        ("long", "touch", "extra long"),
        ("long", "short", "long"),
        ("long", "short", "extra long"),
    }

    found = reach.draws_opportunity(pair(between), weapon(arm), weapon(against))

    assert found is ((between, arm, against) in draws)


@pytest.mark.parametrize(("hands", "sides"), [(0, 4), (1, 4), (2, 6)])
def test_an_improvised_weapon_has_a_die_for_its_hands(hands: int, sides: int) -> None:
    assert reach.improvised_sides(hands) == sides


@pytest.mark.parametrize(("ap", "halved"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)])
def test_an_improvised_weapon_parries_half_as_much(ap: int, halved: int) -> None:
    assert reach.improvised_ap(ap) == halved


def test_an_improvised_weapon_is_at_minus_20() -> None:
    assert reach.IMPROVISED == -20
