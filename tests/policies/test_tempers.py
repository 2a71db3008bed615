"""Temper shows: how many fights of each kind end by flight or yield."""

from __future__ import annotations

import pytest

from tests.tempers import FIGHTS, SHARES, share

FEW = 12


def test_the_kinds_differ_in_a_few_fights() -> None:
    found = {kind: share(kind, FEW) for kind in ("beast", "mindless")}

    assert found["beast"] >= 50
    assert found["mindless"] == 0


@pytest.mark.soak
@pytest.mark.parametrize("kind", SHARES)
def test_fights_of_a_kind_end_as_they_should(kind: str) -> None:
    low, high = SHARES[kind]

    assert low <= share(kind, FIGHTS) <= high


def test_the_kinds_differ_in_a_few_fights_of_rivers() -> None:
    assert share("beast", FEW, "rivers") >= 40
    assert share("fanatic", FEW, "rivers") == 0


@pytest.mark.soak
@pytest.mark.parametrize("kind", SHARES)
def test_fights_of_a_kind_end_as_they_should_in_rivers(kind: str) -> None:
    low, high = SHARES[kind]

    assert low <= share(kind, FIGHTS, "rivers") <= high
