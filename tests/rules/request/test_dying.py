"""RULES.md, wounds over time: who dies of a wound that nobody tends, and what first aid does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import Observer, SetHitPoints, SetStatus
from rules.request.chapters import wounds
from rules.request.course.machine import restore
from rules.request.model import Entry, Options, View
from tests.rules.request.build import (
    DEFEND,
    Said,
    Scene,
    copied,
    fighter,
    figure,
    scene,
    terms,
    unconscious,
    wait,
)
from tests.rules.request.places import move, opportunity, placed
from tests.support.rulebook import rule

LONG = Options(stalemate_rounds=0)
KEPT = "d100=05"


def aid(patient: str) -> Said:
    return Said("aid", (patient,))


def con(value: int, entry: Entry) -> Entry:
    traits = replace(entry.sheet.characteristics, CON=value)
    return replace(entry, sheet=replace(entry.sheet, characteristics=traits))


def fallen(location: str = "chest", value: int = 11, dex: int = 12) -> Scene:
    """B lies there with a major wound; C of its side stands by, and A far off fights for the others."""
    fight = scene(
        fighter("a", "us", dex=2),
        con(value, fighter("b", "them", dex=3)),
        fighter("c", "them", dex=dex, skills={"First Aid": 60}),
        options=LONG,
    )
    return fight.amend(SetHitPoints("b", location, -fight.points("b", location)), dice=KEPT)


@rule(
    "P24k",
    "Whoever has a major wound that nobody tends dies at a wrap-up: of head, chest or abdomen after twice its healing rate in rounds, of an arm or leg after five times its healing rate in minutes.",
)
@pytest.mark.parametrize(
    ("location", "value", "last"),
    [("chest", 11, 5), ("head", 11, 5), ("abdomen", 6, 3), ("chest", 13, 7)],
)
def test_untended_wounds_kill(location: str, value: int, last: int) -> None:
    """The wound comes in round 1, so that twice a healing rate of 2 is at the end of round 5."""
    fight = fallen(location, value)
    assert "bleeding" in fight.seen("b").conditions

    fight.play({}, upto=(last, 9))
    assert fight.seen("b").state == "dead"
    (died,) = [one for one in fight.of("condition") if one.facts["condition"] == "dead"]
    assert (died.round, died.facts["cause"]) == (last, "untended wound")
    assert "bleeding" not in fight.seen("b").conditions


def test_a_limb_takes_minutes() -> None:
    fight = fallen("left arm", 6)

    fight.play({}, upto=(60, 9))
    assert fight.seen("b").state == "down"
    fight.play({}, upto=(61, 9))
    assert fight.seen("b").state == "dead"


@rule("P24k2", "The healing rate is 1 with a CON up to 6, 2 up to 12, 3 up to 18 and 4 above that.")
@pytest.mark.parametrize(
    ("value", "rate"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (19, 4)]
)
def test_the_healing_rate(value: int, rate: int) -> None:
    assert wounds.healing_rate(value) == rate


@pytest.mark.parametrize("points", [-6, 1])
def test_a_wound_that_is_no_major_one_any_more_does_not_kill(points: int) -> None:
    dice = "d4=1 d100=05" if points < -7 else ""
    fight = fallen().amend(SetHitPoints("b", "chest", points), dice=dice)

    fight.play({}, upto=(9, 9))

    assert fight.seen("b").state == "down"


def test_a_new_wound_of_a_healed_location_kills_in_its_own_time() -> None:
    fight = fallen().amend(SetHitPoints("b", "chest", 7), SetStatus("b", "unconscious", on=False))
    fight.play({}, upto=(9, 9))
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)
    fight.play({}, upto=(13, 9))
    assert fight.seen("b").state == "down"
    fight.play({}, upto=(14, 9))
    assert fight.seen("b").state == "dead"


@rule(
    "P24l",
    "First aid takes two actions one after the other beside whoever bleeds, and then a First Aid roll that ends the danger of the wound which would kill first.",
)
def test_first_aid_ends_the_danger() -> None:
    fight = fallen().amend(SetHitPoints("b", "left leg", -5), dice=KEPT)

    fight.play({"c": [aid("b"), aid("b")]}, "d100=60", upto=(1, 9))

    assert [(e.phase, e.place, e.facts["what"]) for e in fight.of("aided")] == [
        (1, "chest", "begun"),
        (2, "chest", "tended"),
    ]
    fight.play({}, upto=(100, 9))
    assert fight.seen("b").state == "down"
    assert "bleeding" in fight.seen("b").conditions, "the leg is a wound of its own"


@rule("P24l2", "First aid goes by the First Aid skill, and its roll comes with the second action.")
def test_its_rank_and_its_roll() -> None:
    fight = fallen().play({"c": [aid("b"), aid("b")]}, "d100=60", upto=(1, 9))

    begun, tended = fight.of("aided")
    assert begun.rank == tended.rank == 6
    assert [one.name for one in begun.figures] == ["strike_rank"]
    assert (figure(tended, "aid_chance"), figure(tended, "aid_roll")) == (60, 60)
    assert terms(tended, "aid_chance") == {"First Aid": 60}


def test_the_untrained_have_int() -> None:
    fight = scene(
        fighter("a", "us", dex=2), fighter("b", "them", dex=3), fighter("c", "them", dex=12)
    )
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)

    assert fight.option("c", "aid").parameters[0].values[0].chance == 11


@rule("P24l3", "Whoever does something else in between, or fails the roll, begins anew.")
def test_beginning_anew() -> None:
    fight = fallen(value=19).play(
        {"c": [aid("b"), DEFEND, aid("b"), aid("b"), aid("b"), aid("b")]},
        "d100=61 d100=01",
        upto=(3, 9),
    )

    assert [e.facts["what"] for e in fight.of("aided")] == [
        "begun",
        "begun",
        "failed",
        "begun",
        "tended",
    ]


def test_another_patient_is_another_beginning() -> None:
    fight = scene(
        fighter("a", "us", dex=2),
        fighter("b", "them", dex=3),
        fighter("e", "them", dex=3),
        fighter("c", "them", dex=19),
    )
    fight.amend(
        SetHitPoints("b", "chest", -7), SetHitPoints("e", "chest", -7), dice=f"{KEPT} {KEPT}"
    )
    fight.play({"c": [aid("b"), aid("e"), aid("b")]}, upto=(1, 3))

    assert [e.facts["what"] for e in fight.of("aided")] == ["begun"] * 3


@rule(
    "P24l4",
    "First aid provokes as readying does, and hit points lost by that undo the action.",
)
@pytest.mark.parametrize(("dice", "done"), [("d100=96", 1), ("d100=40 d8=1 d20=10", 0)])
def test_it_provokes(dice: str, done: int) -> None:
    fight = placed(
        """
        . . . . .
         . a c b .
        . . . . .
        """,
        fighter("a", "us", dex=2),
        fighter("b", "them", dex=3),
        fighter("c", "them", dex=12),
    )
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)
    fight.play({"c": [aid("b")], "a": [opportunity()]}, dice)

    assert len(fight.of("aided")) == done
    assert len(fight.of("spoiled")) == 1 - done


@rule(
    "P24l5",
    "In a fight without places friends can always be tended, and others where everybody reaches everybody.",
)
@pytest.mark.parametrize(("distance", "foe_too"), [(0, True), (20, False)])
def test_without_places(distance: int, foe_too: bool) -> None:
    fight = scene(
        fighter("a", "us", dex=12),
        fighter("e", "us", dex=1),
        fighter("b", "them", dex=3),
        fighter("c", "them", dex=2),
        distance=distance,
    )
    fight.amend(
        SetHitPoints("b", "chest", -7), SetHitPoints("e", "chest", -7), dice=f"{KEPT} {KEPT}"
    )

    values = [value.id for value in fight.option("a", "aid").parameters[0].values]
    assert values == (["e", "b"] if foe_too else ["e"])
    assert fight.refuses("a", aid("a"))


def test_whoever_is_up_again_may_be_tended_by_others() -> None:
    """Only the game master brings somebody to its feet whose wound still bleeds."""
    fight = fallen().amend(SetStatus("b", "unconscious", on=False))
    assert fight.seen("b").conditions == ("bleeding",)
    assert copied(fight).refuses("b", aid("b"))
    fight.play({"c": [aid("b"), aid("b")]}, "d100=60", upto=(1, 9))
    assert [one.facts["what"] for one in fight.of("aided")] == ["begun", "tended"]
    assert fight.seen("b").conditions == ()


def test_with_places_one_stands_beside() -> None:
    fight = placed(
        """
        . . . . . . .
         . c . b . a .
        """,
        fighter("a", "us", dex=2),
        fighter("b", "them", dex=3),
        fighter("c", "them", dex=12),
    )
    assert "aid" not in fight.offers("c")
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)
    assert "aid" not in fight.offers("c")
    assert fight.refuses("c", aid("b"))

    fight.play({"c": [move("C2"), aid("b")]}, upto=(1, 2))
    assert [e.facts["what"] for e in fight.of("aided")] == ["begun"]


@pytest.mark.parametrize("drawing", ["", ". c b . . . . a"])
def test_whoever_meant_to_tend_somebody_who_is_dead_is_asked_anew(drawing: str) -> None:
    people = (
        fighter("a", "us", dex=19),
        fighter("b", "them", dex=3),
        fighter("c", "them", dex=19, skills={"First Aid": 30}),
    )
    fight = placed(drawing, *people) if drawing else scene(*people)
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)
    fight.answer(wait(5), aid("b"))
    fight.amend(SetStatus("b", "dead"))

    fight.play({"c": [DEFEND]}, "", upto=(1, 1))

    assert fight.of("aided") == []
    assert len(fight.of("defended")) == 1


def test_two_who_tend_one_wound_at_one_moment() -> None:
    fight = scene(
        fighter("a", "us", dex=2),
        fighter("b", "them", dex=3),
        fighter("c", "them", dex=12, skills={"First Aid": 60}),
        fighter("e", "them", dex=12, skills={"First Aid": 60}),
    )
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)
    fight.play({"c": [aid("b"), aid("b")], "e": [aid("b"), aid("b")]}, "d100=01", upto=(1, 2))

    assert [e.facts["what"] for e in fight.of("aided")] == ["begun", "begun", "tended"]
    assert [(e.by, e.at) for e in fight.of("thwarted")] == [("e", "b")]


def test_who_dies_at_the_wrap_up_is_dead_for_good() -> None:
    fight = fallen(value=6)
    fight.amend(unconscious("b"))
    again = Scene(restore(fight.fight.snapshot()))
    again.fight.watch()
    again.play({}, upto=(4, 9))

    assert again.seen("b").state == "dead"


def test_foes_see_that_somebody_bleeds() -> None:
    fight = fallen()
    view = fight.fight.view(Observer("seat", "a"))
    assert isinstance(view, View)

    assert "bleeding" in view.combatants[1].conditions


def test_nobody_is_offered_what_there_is_none_of() -> None:
    fight = scene(fighter("a"), fighter("b"))

    assert "aid" not in [option.id for option in fight.prompt("a").options]
    assert fight.refuses("a", aid("b"))
