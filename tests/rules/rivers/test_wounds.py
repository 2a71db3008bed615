"""Wounds of Rivers at their edges: crippled arms and what is on them, who is saved from dying, and what a hide keeps."""

from __future__ import annotations

import pytest

from rules.rivers.chapters.order import Strike
from rules.rivers.course import legal
from rules.rivers.course.blows import usable_answers
from rules.rivers.course.choices import ATTACK, DEFEND, DODGING, Choice
from rules.rivers.course.combatant import NEVER, NO_ATTACK, Combatant
from rules.rivers.course.harm import hand_of, lose, suffer
from rules.rivers.course.landing import fumble
from rules.rivers.course.machine import Engagement
from rules.rivers.course.mending import heal
from rules.rivers.course.spells import besides
from tests.support.dice import ScriptedDice
from tests.support.rivers import act, begun, figures, formed, mage, only, person, scene

SWORD = 0
SHIELD = 1
DAGGER = 1
CHEST = 3
RIGHT_ARM = 4
LEFT_ARM = 5
TWO = {"weapons": ["shortsword", "dagger"], "held": ["shortsword", "dagger"]}


def ann_of(**other: object) -> tuple[Engagement, Combatant]:
    part = formed(begun(scene(person("a", "ann", **other), person("b", "bob"), dying_round=True)))
    return part, part.own[0]


def hurt(part: Engagement, c: Combatant, place: int, blow: int) -> list[str]:
    """Wound somebody; what it drops."""
    was_useless = c.is_useless(place)
    suffer(part, c, place, lose(c, place, blow), was_useless)
    return [one.item for one in part.take_events() if one.kind == "dropped"]


# --- arms ------------------------------------------------------------------------------------


def test_a_shield_on_a_crippled_arm_is_of_no_use() -> None:
    part, ann = ann_of()
    strike = Strike(who=2, rank=18, dex=13, pc=False, target=1)
    part.plans[0] = Choice(DEFEND, defences=[SHIELD, DODGING])
    part.plans[1] = Choice(ATTACK, SWORD, [0])
    assert usable_answers(part, ann, strike) == [SHIELD, DODGING]

    assert hurt(part, ann, LEFT_ARM, 3) == []
    assert ann.holds(SHIELD)
    assert usable_answers(part, ann, strike) == [DODGING]
    assert legal.defences(ann, SWORD) == [SWORD, DODGING]
    assert legal.refusal(part, ann, ATTACK, SHIELD) == "the arm that it is on is crippled|C8"


def test_a_shield_on_the_sound_arm_is_of_use() -> None:
    part, ann = ann_of()
    assert hurt(part, ann, RIGHT_ARM, 3) == ["broadsword"]
    assert legal.defences(ann, SHIELD) == [SHIELD, DODGING]
    assert legal.refusal(part, ann, ATTACK, SHIELD) == ""


def test_a_body_without_a_left_arm_uses_its_shield() -> None:
    part, ann = ann_of()
    ann.build.limbs["arm"] = [RIGHT_ARM]
    ann.wound([0, 0, 0, 0, 3, 0, 0])
    assert ann.can_use(SHIELD)
    part.take_events()


def test_a_bash_with_a_shield_whose_arm_is_crippled_first_is_lost() -> None:
    bob = person("b", "bob", DEX=19)
    part = formed(begun(scene(person("a", "ann"), bob)), "d100=50 d8=2 d20=16")
    act(part, bob="attack/broadsword ann none")
    told = act(part, ann="attack/medium-shield bob none")

    assert only(told, "attack").by == "bob"


def test_of_two_weapons_a_crippled_arm_drops_its_own() -> None:
    part, ann = ann_of(**TWO)
    assert hurt(part, ann, RIGHT_ARM, 3) == ["shortsword"]
    assert (ann.holds(DAGGER), hand_of(ann, DAGGER)) == (True, "left")
    assert hurt(part, ann, RIGHT_ARM, 1) == []
    assert hurt(part, ann, LEFT_ARM, 3) == ["dagger"]

    other, bob = ann_of(**TWO)
    assert hurt(other, bob, LEFT_ARM, 3) == ["dagger"]
    assert hand_of(bob, SWORD) == "right"


# --- dying -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "points", "dying", "dies_at"),
    [
        (12, 1, False, NEVER),
        (15, 3, True, 2),  # still nothing left: dead with the round after
    ],
)
def test_healing_saves_from_dying_if_it_goes_far_enough(
    lost: int, points: int, dying: bool, dies_at: int
) -> None:
    part, ann = ann_of()
    hurt(part, ann, 0, 3)
    ann.lost_all = lost - 1
    hurt(part, ann, 1, 1)
    assert (ann.dying, ann.dies_at) == (True, 2)
    heal(part, ann, points)

    assert (ann.dying, ann.dies_at, ann.able) == (dying, dies_at, False)
    assert ann.unconscious == (not dying)


def test_whoever_is_saved_from_dying_has_the_time_that_the_wound_leaves() -> None:
    part, ann = ann_of()
    hurt(part, ann, 2, 5)
    ann.lost_all = 10
    hurt(part, ann, CHEST, 6)
    assert (ann.dying, ann.dies_at) == (True, 2)
    heal(part, ann, 5)

    assert (ann.dying, ann.helpless, ann.lame, ann.dies_at) == (False, False, True, 51)


def test_a_wound_that_bleeds_no_more_is_still_a_wound() -> None:
    part, ann = ann_of(CON=18, SIZ=18)
    hurt(part, ann, CHEST, 18)
    assert (ann.bleeding, ann.unconscious, ann.helpless, ann.dies_at) == (True, True, False, NEVER)
    heal(part, ann, 1)
    assert ann.bleeding
    heal(part, ann, 2)
    assert (ann.bleeding, ann.unconscious, ann.helpless, ann.dies_at) == (False, False, True, 51)
    heal(part, ann, 1)
    told = [one.facts for one in part.take_events() if one.kind == "condition"]
    heal(part, ann, 9)
    assert (ann.helpless, ann.dies_at, ann.able) == (False, NEVER, True)
    assert {"condition": "helpless", "change": "began"} in told


# --- armour and skills -----------------------------------------------------------------------


def test_a_fumble_takes_armour_and_no_hide() -> None:
    part, ann = ann_of(hide=2, armour=["plate-cuirass"])
    for d20, left in ((12, 2), (1, 2)):
        part.dice = ScriptedDice(f"d20={d20}")
        fumble(part, ann, SWORD, 16)
        assert ann.worn[CHEST] == left
    assert ann.worn == [2] * 7


def test_a_master_whom_nobody_meets_loses_nothing() -> None:
    ann = person("a", "ann", skills={"broadsword": 130})
    part = formed(begun(scene(ann, person("b", "bob"), over_100="both_drop")), "d100=07 d20=12")
    act(part, bob="defend none")
    told = only(act(part, ann="attack/broadsword bob none"), "attack")

    assert figures(told)["attack_chance"] == 130
    assert told.facts["level"] == "critical"


def test_a_tired_defence_below_nothing_gains_nothing_by_a_master() -> None:
    ann = person("a", "ann", skills={"broadsword": 130})
    bob = person("b", "bob", skills={"Dodge": 10})
    part = formed(
        begun(scene(ann, bob, defence="cumulative20")), "d100=50 d100=90 d8=1 d20=1 d100=50 d100=90"
    )
    part.dice = ScriptedDice("d100=50 d100=90 d8=1 d20=1 d100=50 d100=90 d8=1 d20=1")
    act(part, bob="defend dodge")
    told = act(part, ann="attack_twice/broadsword bob+bob none")
    second = [one for one in told if one.kind == "attack"][1]
    (found,) = [one for one in second.figures if one.name == "defence_chance"]

    assert [(term.label, term.value) for term in found.terms] == [
        ("Dodge", 10),
        ("further defence", -20),
    ]


def test_a_fumble_that_leaves_no_attack_leaves_none_besides_either() -> None:
    ann = mage("a", "ann", "lightning")
    part = formed(begun(scene(ann, person("b", "bob"), allow_attack_spell_in_slot=True)))
    one = part.own[0]
    assert [0, 1, 0] in besides(part, one)
    one.barred = NO_ATTACK
    assert besides(part, one) == []
