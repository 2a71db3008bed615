"""RULES.md, what the end tells of everybody: skills to roll for experience, and when an untended wound kills."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.model import Fate, Remove, SetHitPoints
from rules.rivers.course.machine import Fight, begin, restore
from rules.rivers.course.proving import proved
from rules.rivers.course.ritual import go_on
from rules.rivers.course.shadow import sight_from
from tests.support.dice import ScriptedDice
from tests.support.rivers import act, begun, formed, mage, only, person, scene
from tests.support.rulebook import rule

SKILLS = {"broadsword": 60, "medium-shield": 50, "Dodge": 40, "Climb": 40, "First Aid": 30}
STRIKE = "attack/broadsword bob none"
ANN = mage("a", "ann", "lightning", "disruption", skills=SKILLS)
BOB = person("b", "bob")


def ended(fight: Fight) -> tuple[Fate, ...]:
    """How all came out of it once Bob is taken out of the fight."""
    fight.amend("gm", "", Remove("bob"))
    return only(fight.take_events(), "combat_ended").fates


def fought(dice: str, ann: str, bob: str = "defend none", **options: object) -> Fight:
    """A round of the two with those dice."""
    fight = begun(scene(ANN, BOB, **options))
    part = formed(fight, dice)
    if ann.startswith("tend"):
        fight.amend("gm", "", SetHitPoints("ann", "abdomen", 0))
    act(part, bob=bob)
    act(part, ann=ann)
    while part.questions():
        act(part)
    fight.join()
    fight.take_events()
    return fight


@rule(
    "C12a",
    "At the end everybody is told with the skills of which a roll succeeded, whatever came of that: those of weapons, Dodge, First Aid, Rune and what else was used.",
)
@pytest.mark.parametrize(
    ("dice", "ann", "bob", "by_ann", "by_bob"),
    [
        (
            "d100=40 d100=40 d8=1",
            STRIKE,
            "defend medium-shield",
            ("broadsword",),
            ("medium shield",),
        ),
        ("d100=40 d100=30", STRIKE, "defend dodge", ("broadsword",), ("Dodge",)),
        ("d100=40 d100=90 d8=1 d20=1", STRIKE, "defend dodge", ("broadsword",), ()),
        ("d100=70", STRIKE, "defend dodge", (), ()),
        ("d100=50 d100=99", "cast/lightning-1 bob none", "defend none", ("Rune",), ()),
        ("d100=90", "cast/lightning-1 bob none", "defend none", (), ()),
        ("d100=40 d100=99", "cast/disruption-1 bob none", "defend none", (), ()),
        ("d100=40", "use/climb", "defend none", ("Climb",), ()),
        ("d100=41", "use/climb", "defend none", (), ()),
        ("d100=30", "tend ann", "defend none", ("First Aid",), ()),
        ("d100=31", "tend ann", "defend none", (), ()),
    ],
)
def test_skills_that_succeeded(
    dice: str, ann: str, bob: str, by_ann: tuple[str, ...], by_bob: tuple[str, ...]
) -> None:
    fates = ended(fought(dice, ann, bob))

    assert [one.succeeded for one in fates] == [by_ann, by_bob]


def test_a_finished_ritual_is_a_success_of_rune() -> None:
    for cast, told in ((0, ("Rune",)), (1, ())):
        fight = begun(scene(ANN, BOB))
        ann = fight.people[0]
        ann.ritual = [cast, 1, 0, 1, 0, -1]
        fight.dice = ScriptedDice("d100=40")
        go_on(fight, ann)
        fight.take_events()
        assert ended(fight)[0].succeeded == told


def test_a_copy_of_the_fight_knows_it_and_so_does_one_that_nobody_watches() -> None:
    fight = fought("d100=40 d100=30", STRIKE, "defend dodge")
    alone = begin(scene(ANN, BOB), fight_seed(0))
    part = formed(alone, "d100=40 d100=30")
    act(part, bob="defend dodge")
    act(part, ann=STRIKE)
    alone.join()

    for one in (restore(fight.snapshot()), fight.fork(), alone):
        assert [proved(c) for c in one.people] == [["broadsword"], ["Dodge"]]


def test_each_skill_is_told_once_by_the_alphabet() -> None:
    fight = fought("d100=40 d100=90 d8=1 d20=1", STRIKE, "defend dodge")
    for dice, said in (("d100=40", "use/climb"), ("d100=40 d8=1 d20=1", STRIKE)):
        part = formed(fight, dice)
        act(part, bob="defend none")
        act(part, ann=said)
        fight.join()
        fight.take_events()

    assert ended(fight)[0].succeeded == ("Climb", "broadsword")


def test_what_a_foe_has_succeeded_with_is_secret_before() -> None:
    fight = fought("d100=40 d100=30", STRIKE, "defend dodge")
    part = formed(fight)
    (bob,) = part.questions()
    of_bob = sight_from(bob.shadow()).state
    act(part)
    (ann,) = part.questions()
    of_ann = sight_from(ann.shadow()).state

    assert [proved(c) for c in of_bob.people] == [[], ["Dodge"]]
    assert [proved(c) for c in of_ann.people] == [["broadsword"], []]


def wounded(place: str, points: int) -> Fate:
    """Ann with so many hit points left there, and a friend by whom the fight goes on."""
    fight = begun(scene(ANN, person("a", "amy"), BOB))
    fight.amend("gm", "", SetHitPoints("ann", place, points))
    fight.take_events()
    return ended(fight)[0]


@pytest.mark.parametrize(
    ("place", "points", "dies"),
    [("head", 0, 26), ("chest", 0, 51), ("chest", 4, None), ("left arm", 0, None)],
)
def test_the_round_with_whose_end_an_untended_wound_kills(
    place: str, points: int, dies: int | None
) -> None:
    fate = wounded(place, points)

    assert fate.dies == dies
    assert [one.bleeds for one in fate.wounds] == [dies is not None]


def test_the_dead_are_tended_no_more() -> None:
    fate = wounded("head", -8)

    assert (fate.state, fate.dies) == ("dead", None)
