"""The benchmark measures what it says it measures."""

from __future__ import annotations

from bench import engagements
from bench.cases import CHAIN, ford, plain
from bench.rounds import lengths
from bench.speed import WAYS, costs, decisions_of, played
from bench.workers import paces


def test_plain_fights_are_of_equals_in_light_armour_or_in_chain() -> None:
    light, chain = plain(1), plain(2, CHAIN)

    assert [len(case.setup.combatants) for case in (light, chain)] == [2, 4]
    for one in (*light.setup.combatants, *chain.setup.combatants):
        assert one.held == ("war-sword", "target-shield")
        assert {one.sheet.skills[name] for name in ("1H Sword", "Shield", "Dodge")} == {60}
    assert sum(piece.penalty for piece in light.setup.combatants[0].sheet.armour) == 6
    assert sum(piece.penalty for piece in chain.setup.combatants[0].sheet.armour) == 35


def test_every_way_to_play_comes_to_an_end() -> None:
    for player, _ in WAYS.values():
        player(ford(), 0)


def test_decisions_are_counted() -> None:
    one, two = decisions_of(plain(), 1), decisions_of(plain(), 2)

    assert 10 < one < two


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
    assert all(cost.microseconds > 0 for cost in costs(plain(), times=1))


def test_workers_are_counted_and_their_start_takes_its_time() -> None:
    one, two = paces(plain(1), fights=4, repeats=1)

    assert (one.workers, two.workers) == (1, 2)
    assert one.fights > 0
    assert two.start > 0
