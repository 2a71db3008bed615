"""The recorded fights are fought again, byte for byte, by both drivers."""

from __future__ import annotations

from typing import Final

import pytest

from strikerank.headless import log_of
from tests.golden.record import (
    FIGHTS,
    RIVERS,
    SCENES,
    path_of,
    recorded,
    rivers_path_of,
    rivers_recorded,
    rivers_scenario_of,
    scenario_of,
)
from tests.golden.seen import NOT_PLAYED, events_of, report, seen_and_not

ENOUGH: Final = 40


@pytest.mark.parametrize(("name", "seed"), FIGHTS)
@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_recorded_fight_is_the_same_today(name: str, seed: int, driver: str) -> None:
    recorded = path_of(name, seed).read_bytes()

    assert log_of(scenario_of(name), seed, driver) == recorded


@pytest.mark.parametrize(("name", "seed"), RIVERS)
@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_recorded_fight_of_rivers_is_the_same_today(name: str, seed: int, driver: str) -> None:
    recorded = rivers_path_of(name, seed).read_bytes()

    assert log_of(rivers_scenario_of(name), seed, driver) == recorded


def test_another_seed_is_another_fight() -> None:
    name, seed = FIGHTS[0]

    assert log_of(scenario_of(name), seed + 1) != path_of(name, seed).read_bytes()


def test_there_are_enough_and_each_scene_is_fought() -> None:
    names = {name for name, _ in FIGHTS}

    assert len(FIGHTS) == len({*FIGHTS}) >= ENOUGH
    assert {file.stem for file in SCENES.glob("*.toml")} < names
    assert len(RIVERS) == len({*RIVERS}) >= ENOUGH


def test_every_rule_is_the_why_of_something_and_most_numbers_name_one() -> None:
    seen, unseen = seen_and_not(recorded().values(), "request")
    figures = [
        figure
        for log in recorded().values()
        for event in events_of(log)
        for figure in event.figures
    ]

    assert len(seen) > 400
    assert not unseen, "no golden fight shows these at work: see docs/contributing.md"
    assert sum(bool(figure.rule or figure.dice) for figure in figures) > len(figures) / 2


def test_every_rule_of_rivers_that_is_played_is_the_why_of_something() -> None:
    seen, unseen = seen_and_not(rivers_recorded(), "rivers")

    assert len(seen) > 300
    assert set(unseen) == NOT_PLAYED["rivers"].keys(), "see docs/contributing.md"


def test_what_no_event_of_rivers_names_is_reported() -> None:
    path = rivers_path_of("clumsy", 63)
    told = report([path.read_bytes()], "rivers")

    assert ", M41, " in told
    assert "Q38" not in told  # nobody is knocked back in any fight
    assert report(rivers_recorded(), "rivers").endswith("none names another that is played\n")


def test_what_no_event_names_is_reported() -> None:
    log = path_of(*FIGHTS[0]).read_bytes()
    told = report([log.partition(b"\n")[0]], "request")

    assert told.startswith("0 of ")
    assert ", R14, " in told
    assert ", R14, " not in report([log], "request")
