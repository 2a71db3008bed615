"""Plain fights between equals in light armour do not drag on."""

from __future__ import annotations

import pytest

from bench.rounds import lengths

pytestmark = pytest.mark.many

ENOUGH = 0.95


def check_lengths(fights: int) -> None:
    shares = {row.name: row.share for row in lengths(fights)}
    light = [share for name, share in shares.items() if "light" in name]

    assert len(light) == 2
    assert min(light) >= ENOUGH, shares


def test_plain_fights_in_light_armour_end_within_twenty_rounds() -> None:
    check_lengths(40)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_thousand_plain_fights_in_light_armour_end_within_twenty_rounds() -> None:
    check_lengths(1000)
