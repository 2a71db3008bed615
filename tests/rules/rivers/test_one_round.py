"""One whole engagement of one round, worked out by hand: a spear against two raiders with shields."""

from __future__ import annotations

from rules.rivers.chapters import parry
from rules.rivers.chapters.bodies import hit_points, location_points
from rules.rivers.chapters.damage import (
    IMPALE,
    NORMAL,
    SPECIAL as SPECIALLY,
    amount,
    bonus_of,
    through,
)
from rules.rivers.chapters.levels import FAILURE, SPECIAL, SUCCESS, level
from rules.rivers.chapters.order import Strike, order
from rules.rivers.chapters.strike_rank import melee, thirds, total
from rules.rivers.chapters.wounds import wound
from rules.rivers.data import library

PC, A, B = 1, 2, 3
LIBRARY = library()
LONG = LIBRARY.weapons["short-spear-in-both-hands"]
SHORT = LIBRARY.weapons["short-spear"]
SHIELD = LIBRARY.weapons["medium-shield"]


def rolled(degree: int, weapon: tuple[int, int, int], *faces: int) -> int:
    what = amount(weapon, bonus_of(13 + 16), IMPALE, degree)

    assert sum(dice for _, dice, _ in what.parts) == len(faces)
    return what.fixed + sum(faces)


def test_the_order_is_the_spear_and_then_both_raiders_at_once() -> None:
    spear = total(melee(13, 12, LONG.rank))
    raider = total(melee(10, 16, SHORT.rank))
    found = order(
        [
            Strike(PC, thirds(spear), 13, pc=True, target=A),
            Strike(A, thirds(raider), 10, pc=False, target=PC),
            Strike(B, thirds(raider), 10, pc=False, target=PC),
        ],
        "dex_then_simultaneous",
        "after_all",
    )

    assert (spear, raider) == (5, 6)
    assert [[one.who for one in moment] for moment in found] == [[PC], [A, B]]


def test_a_special_is_parried_and_some_of_it_goes_on() -> None:
    attack, defence = level(12, 70), level(35, 40)
    met = parry.parried(attack, defence, "adjacent")
    damage = rolled(met.degree, (LONG.dice, LONG.sides, LONG.bonus), 6, 4, 3)

    assert (attack, defence, met.degree, damage) == (SPECIAL, SUCCESS, SPECIALLY, 15)
    assert SHIELD.hp - parry.loss(damage, SHIELD.hp, met.wear) == 9
    on = through(parry.rest(damage, SHIELD.hp, met.stopped), 2, 0, "all")
    total_points = hit_points(12, 16, 10)
    assert on == 1
    # The arm of the shield, beside which the blow was aimed.
    assert location_points(total_points, -1) == 4
    assert wound("arm", 4, 0, on) == (1, 1, [])
    assert total_points - on == 12


def test_a_miss_needs_no_parry_and_a_blow_is_stopped_whole() -> None:
    assert level(50, 45) == FAILURE
    assert not parry.is_rolled(FAILURE, always=False)
    met = parry.parried(level(30, 45), level(65, 70), "adjacent")
    damage = rolled(NORMAL, (SHORT.dice, SHORT.sides, SHORT.bonus), 5, 4)

    assert (met.degree, damage, LONG.hp) == (NORMAL, 10, 10)
    assert parry.loss(damage, LONG.hp, met.wear) == 0
    assert parry.rest(damage, LONG.hp, met.stopped) == 0
