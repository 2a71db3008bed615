"""The benchmark measures what it says it measures."""

from __future__ import annotations

import pytest

from bench import beside, engagements
from bench.cases import CHAIN, Case, ford, plain, plain_rivers
from bench.rounds import lengths
from bench.speed import WAYS, costs, decisions_of, played
from bench.workers import paces
from rules.request.model import Setup
from rules.rivers import model as rivers


def test_plain_fights_are_of_equals_in_light_armour_or_in_chain() -> None:
    light, chain = plain(1), plain(2, CHAIN)

    assert [len(case.setup.combatants) for case in (light, chain)] == [2, 4]
    for case, penalty in ((light, 6), (chain, 35)):
        assert isinstance(case.setup, Setup)
        for one in case.setup.combatants:
            assert one.held == ("war-sword", "target-shield")
            assert {one.sheet.skills[name] for name in ("1H Sword", "Shield", "Dodge")} == {60}
            assert sum(piece.penalty for piece in one.sheet.armour) == penalty


def test_plain_fights_of_rivers_are_of_the_same_equals_within_reach_and_without_magic_or_a_map() -> (
    None
):
    setup = plain_rivers().setup

    assert isinstance(setup, rivers.Setup)
    assert (len(setup.combatants), setup.distance, setup.field) == (4, 0, None)
    for one in setup.combatants:
        assert one.held == ("broadsword", "medium-shield")
        assert {one.sheet.skills[name] for name in (*one.held, "Dodge")} == {60}
        assert (one.mind, one.sheet.spells, one.temper) == ("steady", (), None)


@pytest.mark.parametrize("case", [ford(), plain_rivers()], ids=str)
def test_every_way_to_play_comes_to_an_end(case: Case) -> None:
    for player, _ in WAYS.values():
        player(case, 0)


def test_a_fight_of_engagements_is_played_to_its_end() -> None:
    assert played(plain_rivers(), 0).kind == "victory"


def test_decisions_are_counted() -> None:
    for case in (plain(), plain_rivers()):
        one, two = decisions_of(case, 1), decisions_of(case, 2)

        assert 6 < one < two


def test_lengths_come_from_the_same_fights() -> None:
    rows = lengths(3)

    assert len(rows) == 4
    assert rows[0].longest == max(played(plain(1), number).rounds for number in range(3))


def test_a_crowd_is_cut_into_duels_and_stars() -> None:
    found = engagements.rows((10, 100), 1)

    assert [(row.shape, row.people) for row in found] == [
        (shape, people) for shape in engagements.STARS for people in (10, 100)
    ]
    assert all(row.cost > 0 for row in found)
    assert engagements.growth(found, "duels") == found[1].cost / found[1].cost
    assert len(engagements.crowd(100, 4).combatants) == 100


def test_copies_cost_something() -> None:
    for case in (plain(), plain_rivers()):
        assert all(cost.microseconds > 0 for cost in costs(case, times=1))


@pytest.mark.parametrize("system", sorted(beside.SCENES))
def test_an_earlier_machine_is_measured_where_its_revision_is_there(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "FIGHTS", 2)
    rows = beside.beside([("HEAD", "the last"), ("no-such-revision", "none")], system, turns=1)

    assert [row.name for row in rows] in ([], ["the last"])  # a copy without its history has none
    assert all(row.before > 0 and row.now > 0 for row in rows)


def test_workers_are_counted_and_their_start_takes_its_time() -> None:
    one, two = paces(plain(1), fights=4, repeats=1)

    assert (one.workers, two.workers) == (1, 2)
    assert one.fights > 0
    assert two.start > 0
