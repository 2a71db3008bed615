"""Minds of those who have magic and bare hands: rituals of attack magic, and a place behind friends who fight."""

from __future__ import annotations

import pytest

from rules.rivers.course import ritual
from rules.rivers.course.machine import Fight
from rules.rivers.course.shadow import sight_from
from rules.rivers.policies import POLICIES
from tests.support.rivers import (
    Machine,
    Person,
    act,
    answer_of,
    begun,
    formed,
    mage,
    person,
    played,
    scene,
    spell,
)

CURSES = ("befuddle", "demoralise")
BY_MAGIC = "ritual/befuddle 2 0"


def shaman(*known: str, **other: object) -> Person:
    """Ann, who knows attack magic without a focus, and has nothing in hand."""
    wants: Person = {"weapons": [], "skills": {"Dodge": 40}, "foci": {}, **other}
    return mage("a", "ann", *(known or CURSES), **wants)


def says(machine: Machine, mind: str = "steady") -> str:
    """What Ann's mind answers, here and far away alike."""
    (question,) = [one for one in machine.questions() if one.combatant == "ann"]
    answer = answer_of(question, mind)
    assert POLICIES[mind](sight_from(question.shadow())) == answer
    return " ".join([answer.option, *answer.values])


def alone(ann: Person, distance: int = 60) -> Fight:
    """Ann against Bob, and no friend."""
    return begun(scene(ann, person("b", "bob"), start={"distance": distance}))


def plans(ann: Person, distance: int = 60, mind: str = "steady", curse: str = "") -> str:
    fight = alone(ann, distance)
    if curse:
        fight.people[1].enchant([spell(curse, 2)])
    part = formed(fight)
    act(part)
    return says(part, mind)


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_a_ritual_of_attack_magic_is_begun_while_no_foe_can_come_near(mind: str) -> None:
    assert plans(shaman(), mind=mind) == BY_MAGIC


@pytest.mark.parametrize(
    ("ann", "distance", "curse"),
    [
        (shaman(), 30, ""),  # he would be here
        (shaman(), 120, ""),  # too far for the next round
        (shaman(), 60, "slow"),  # he is under attack magic
        (shaman(magic_points=3), 60, ""),
        (shaman(weapons=["broadsword"], skills={"broadsword": 60}), 60, ""),
        (shaman(foci={"befuddle": 2, "demoralise": 2}), 60, ""),
        (shaman("coordination", foci={"coordination": 2}), 60, ""),
        (shaman("sever-spirit", foci={}, rune=80, rune_points=1), 60, ""),
    ],
)
def test_and_otherwise_not(ann: Person, distance: int, curse: str) -> None:
    assert not plans(ann, distance, curse=curse).startswith("ritual")


def beside(ann: Person, distance: int = 60, *, foes: int = 2, **ada: object) -> Fight:
    """Ann and her friend Ada against Bob, or Bob and Ben."""
    people = [ann, person("a", "ada", **ada), person("b", "bob"), person("b", "ben")]
    return begun(scene(*people[: 2 + foes], start={"distance": distance}))


def apart(fight: Fight, ada: str) -> Machine:
    """Ann alone in her engagement, Ada in the other one."""
    formed(fight, ann="hang_back", ada=ada)
    (alone,) = [one for one in fight.children() if 0 in one.own]
    return alone


def own(fight: Fight, *, curse: str = "") -> Machine:
    """Ann against Bob, Ada against Ben if he is there."""
    if curse:
        fight.people[2].enchant([spell(curse, 2)])
    part = formed(fight, ann="engage bob", ada="engage ben")
    act(part)
    return part


# --- alone and in the next round -------------------------------------------------------------------


def test_whoever_stands_alone_begins_one_for_those_who_fight_friends() -> None:
    """Befuddled they would be till the next blow; so it is the other one."""
    assert says(apart(beside(shaman(), 0), "gather bob 2")) == "ritual/demoralise 2 0"


def test_what_a_ritual_made_ready_is_let_go_at_whoever_is_under_nothing() -> None:
    fight = beside(shaman(ready={"demoralise": 2}), 0)
    fight.people[2].enchant([spell("slow", 1)])
    assert says(apart(fight, "gather bob 2")) == "cast/demoralise-2 ben dodge"
    fight = beside(shaman(ready={"demoralise": 2}), 0)
    for one in (2, 3):
        fight.people[one].enchant([spell("slow", 1)])
    assert says(apart(fight, "gather bob 2")) == "cast/demoralise-2 bob dodge"
    part = own(beside(shaman(ready={"befuddle": 2}), 12))
    assert says(part) == "cast/befuddle-2 bob dodge"


def test_a_ritual_goes_on_and_is_let_go_in_the_next_round() -> None:
    fight = begun(scene(shaman(POW=25), person("b", "bob"), start={"distance": 60}), 2)
    events = played(fight)
    changes = [one.facts["change"] for one in events if one.kind == "ritual"]

    assert changes[:2] == ["began", "finished"]
    (first, *_) = [one for one in events if one.kind == "cast"]
    assert (first.round, first.by) == (2, "ann")


# --- whom they fight -------------------------------------------------------------------------------


def test_a_caster_leaves_the_foes_to_friends_who_fight() -> None:
    assert says(beside(shaman())) == "hang_back"
    assert says(beside(shaman(magic_points=2))).startswith("engage")
    assert says(beside(shaman(weapons=["broadsword"]))).startswith("engage")
    assert says(beside(shaman("sword-trance", rune=80, rune_points=2))).startswith("engage")
    assert says(alone(shaman())) == "engage bob"
    afraid = beside(shaman())
    afraid.people[1].mood = 1
    assert says(afraid).startswith("engage")
    both = scene(shaman(), {**shaman(), "id": "ada"}, person("b", "bob"))
    assert says(begun(both)) == "engage bob"


def test_but_takes_on_whom_its_ready_magic_reaches() -> None:
    ready = shaman(ready={"befuddle": 2})
    assert says(beside(ready, 50)) == "engage bob"
    assert says(beside(ready, 51)) == "hang_back"
    cursed = beside(ready, 50)
    cursed.people[2].enchant([spell("slow", 1)])
    assert says(cursed) == "engage ben"
    # Support is nothing to take on a foe for, and what is not finished is gone on with.
    assert says(beside(shaman("heal-wound", ready={"heal-wound": 4}), 50)) == "hang_back"
    going = beside(ready, 50)
    going.people[0].ritual = [0, 2, 0, 2, 1, ritual.UNFINISHED]
    assert says(going) == "hang_back"


def test_and_of_those_whom_a_friend_fights_already() -> None:
    people = (person("a", "ada"), shaman(ready={"befuddle": 2}), person("b", "bob"))
    fight = begun(scene(*people, person("b", "ben"), start={"distance": 30}))
    act(fight, ada="engage ben")
    assert says(fight) == "engage ben"


# --- where they stand ------------------------------------------------------------------------------


def test_a_caster_with_friends_keeps_off_foes_and_strikes_only_where_it_must() -> None:
    assert says(own(beside(shaman(), 30))) == "keep_off bob dodge"
    assert says(own(beside(shaman(), 0))).startswith("attack")
    assert says(own(beside(shaman("heal"), 120))) == "defend dodge"  # he cannot come near
    assert says(own(beside(shaman(), 0), curse="befuddle")) == "defend dodge"
    # Without friends it has to strike.
    assert plans(shaman(), 30).startswith("close")


def test_a_caster_alone_waits_where_its_magic_reaches() -> None:
    spent = shaman("heal", magic_points=5)
    assert says(apart(beside(spent, 40), "gather bob 2")).startswith("defend")
    assert says(apart(beside(spent, 120), "gather bob 2")).startswith("approach")
