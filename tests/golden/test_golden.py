"""The recorded fights are fought again, byte for byte, by both drivers."""

from __future__ import annotations

import pytest

from strikerank.headless import log_of
from tests.golden.record import FIGHTS, SCENARIOS, path_of


@pytest.mark.parametrize(("name", "seed"), FIGHTS)
@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_recorded_fight_is_the_same_today(name: str, seed: int, driver: str) -> None:
    recorded = path_of(name, seed).read_bytes()

    assert log_of(SCENARIOS / f"{name}.toml", seed, driver) == recorded


def test_another_seed_is_another_fight() -> None:
    name, seed = FIGHTS[0]

    assert log_of(SCENARIOS / f"{name}.toml", seed + 1) != path_of(name, seed).read_bytes()
