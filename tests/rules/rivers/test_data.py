"""The library of Rivers holds together: what follows from another figure does."""

from __future__ import annotations

import pytest

from rules.rivers.chapters import bodies, strike_rank
from rules.rivers.data import library
from rules.rivers.model import Missile, Spell, Weapon

LIBRARY = library()
WEAPONS = list(LIBRARY.weapons.values())
MISSILES = list(LIBRARY.missiles.values())
SPELLS = list(LIBRARY.spells.values())


def test_it_is_read_once() -> None:
    assert library() is LIBRARY


@pytest.mark.parametrize("weapon", [*WEAPONS, *MISSILES], ids=lambda one: one.id)
def test_every_weapon_hurts_somebody_in_some_way(weapon: Weapon | Missile) -> None:
    assert weapon.dice >= 1
    assert weapon.sides >= 2
    assert weapon.kinds
    assert 5 <= weapon.base <= 25


def test_what_takes_no_hand_is_part_of_a_body_and_has_no_hit_points() -> None:
    assert {one.id for one in WEAPONS if one.hands == 0} == {
        one.id for one in WEAPONS if one.hp == 0
    }
    assert {one.hands for one in WEAPONS if one.shield} == {1}


def test_ranks_are_from_0_to_4_and_the_longest_has_none() -> None:
    assert {one.rank for one in WEAPONS} == {0, 1, 2, 3, 4}
    assert LIBRARY.weapons["pike"].rank == LIBRARY.weapons["long-spear"].rank == 0


def test_strike_ranks_of_people_with_weapons_of_the_library() -> None:
    def rank(dex: int, siz: int, weapon: str) -> int:
        return strike_rank.total(strike_rank.melee(dex, siz, LIBRARY.weapons[weapon].rank))

    assert rank(13, 12, "short-spear-in-both-hands") == 5
    assert rank(16, 10, "broadsword") == 5
    assert rank(10, 16, "short-spear") == 6
    assert rank(9, 20, "head-butt") == 8
    assert rank(11, 10, "medium-shield") == 8
    assert rank(11, 10, "fist") == 9


def test_only_heavy_missiles_take_several_rounds() -> None:
    assert {one.id: one.rounds for one in MISSILES if one.rounds > 1} == {
        "light-crossbow": 2,
        "heavy-crossbow": 3,
        "arbalest": 5,
    }
    assert {one.how for one in MISSILES if one.rounds > 1} == {"shot"}


def test_every_location_of_a_humanoid_can_be_covered() -> None:
    covered = {kind for piece in LIBRARY.pieces.values() for kind in piece.covers} | {"head"}

    assert covered == {one.kind for one in LIBRARY.bodies["humanoid"].locations}
    assert [one.ap for one in LIBRARY.materials.values()] == [1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]
    assert [one.ap for one in LIBRARY.helmets.values()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("spell", SPELLS, ids=lambda one: one.id)
def test_a_spell_excludes_spells_there_are_and_those_resisted_are_attacks(spell: Spell) -> None:
    assert set(spell.never_with) <= set(LIBRARY.spells)
    assert spell.attack or not spell.resisted
    assert spell.id not in spell.never_with
    assert not spell.self_only or spell.range == 0


def test_ranges_and_durations_of_spells() -> None:
    assert {one.range for one in SPELLS if one.magic == "spirit"} == {0, 50}
    assert {one.range for one in SPELLS if one.magic == "rune"} == {0, 160}
    assert {one.rounds for one in SPELLS if one.magic == "spirit"} == {0, 10}
    assert {one.rounds for one in SPELLS if one.magic == "rune"} == {0, 75}


def test_three_spells_change_strike_ranks() -> None:
    changed = {one.id: one.rank for one in SPELLS if one.rank}

    assert changed == {"coordination": -1, "mobility": -1, "slow": 1}


def test_hit_points_of_every_body_are_at_least_one_everywhere() -> None:
    for body in LIBRARY.bodies.values():
        for one in body.locations:
            assert bodies.location_points(3, one.more) >= 1
