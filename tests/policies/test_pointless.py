"""`steady` hardly ever makes a choice that nobody who plays well would make, and the count does find such choices."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.request.policies import POLICIES
from tests import rivers_pointless
from tests.pointless import CONTROL, FIGHTS, MOST, count, shares
from tests.support.fights import SHIPPED

KINDS = {"nothing", "down", "dominated", "waits", "to and fro", "the fallen", "no chance"}


def test_steady_hardly_ever_chooses_what_is_pointless() -> None:
    turns, share, kinds = shares("steady", 2)

    assert turns > 1_000
    assert share <= MOST, kinds


def test_the_count_finds_what_is_pointless() -> None:
    """The control: of a mind that draws its choices every fifth is."""
    turns, kinds = count("ford", POLICIES["random"], 2)

    assert 1000 * kinds.total() > CONTROL * turns > 0, kinds


@pytest.mark.soak
@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
def test_no_mind_is_foolish_in_many_fights(mind: str) -> None:
    _, share, kinds = shares(mind)

    assert share <= MOST, kinds


@pytest.mark.soak
def test_each_kind_is_found_in_the_fights_of_random() -> None:
    _, share, kinds = shares("random")

    assert share > CONTROL, kinds
    assert set(kinds) == KINDS, kinds


@pytest.mark.soak
def test_no_scene_has_more_than_its_part() -> None:
    """A scene may not hide among the others: 10 in a thousand at most in each."""
    worst: Counter[str] = Counter()
    for name in SHIPPED:
        turns, kinds = count(name, POLICIES["steady"])
        worst[name] = 1000 * kinds.total() // turns

    assert max(worst.values()) <= 2 * MOST, worst


def test_steady_hardly_ever_chooses_what_is_pointless_in_rivers() -> None:
    turns, share, kinds = rivers_pointless.shares("steady", 3)

    assert turns > 200
    assert share <= MOST, kinds
    assert rivers_pointless.shares("random", 3)[1] > CONTROL


@pytest.mark.soak
def test_steady_is_not_foolish_in_many_fights_of_rivers() -> None:
    _, share, kinds = rivers_pointless.shares("steady", FIGHTS)

    assert share <= MOST, kinds
