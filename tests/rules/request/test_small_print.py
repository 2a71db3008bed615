"""Ways that hardly any fight goes: what is left of a round, a storm, and a focus on nobody."""

from __future__ import annotations

from rules.request.course.choices import ATTACK, SHOOT
from rules.request.course.formations import mind
from rules.request.course.legal import is_target
from rules.request.course.second import is_spent
from tests.rules.request.build import archer, fighter, scene
from tests.rules.request.places import placed


def test_without_a_second_weapon_nothing_of_a_round_is_spent() -> None:
    fight = scene(fighter("a", dex=14), fighter("b"))

    assert is_spent(fight.fight, fight.fight.people[0], ATTACK, 0) == ""


def test_nobody_shoots_in_a_storm() -> None:
    fight = scene(archer("a"), fighter("b"))
    a, b = fight.fight.people
    bow = next(item for item, arm in enumerate(a.arms) if arm.shot is not None)
    assert is_target(fight.fight, a, SHOOT, bow, b)

    fight.fight.storm = True

    assert not is_target(fight.fight, a, SHOOT, bow, b)


def test_nobody_minds_whoever_is_not_about_it() -> None:
    fight = placed("a b . .", fighter("a", "x"), fighter("b", "y"))
    a = fight.fight.people[0]
    before = a.focus

    mind(fight.fight, a, 1)

    assert a.focus == before
    assert not fight.of("focused")
