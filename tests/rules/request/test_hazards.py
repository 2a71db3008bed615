"""RULES.md, harm that is nobody's blow: hazards, and walls in the way of whoever is knocked back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import Hazard, Hide, Modify, Moment, Observer, SetStatus
from rules.request.chapters import damage
from rules.request.model import Armour, Blow
from rules.request.tell.teller import Teller
from tests.rules.request.build import (
    CHAIN_COIF,
    CHAIN_SHIRT,
    ONE_ROUND,
    SWORD,
    Scene,
    attack,
    fighter,
    figure,
    scene,
    terms,
)
from tests.rules.request.places import place, placed
from tests.support.rulebook import rule

UP = "d100=50"  # of Acrobatics 50
DOWN = "d100=51"
HIT = "d100=40 d8=8 d20=10"  # 16 points against SIZ 11 and a chest that lets none through: 2 m
PLATE = Armour("plate", "plate", 40, ("chest",), 0)
HEAVY = replace(SWORD, close=Blow("1H Sword", 1, 8, 8))


def there(hazard: Hazard, dice: str) -> Scene:
    people = fighter("a"), fighter("b", armour=[CHAIN_SHIRT, CHAIN_COIF])
    return scene(*people).amend(hazard, dice=dice)


def told(fight: Scene) -> list[str]:
    lines = Teller(fight.fight.setup).lines(fight.of("amended", "hazard", "crashed"))
    return [line.text for line in lines]


@rule(
    "P24m",
    "A hazard that the game master or the scenario brings, such as fire, a fall or a rock, does the damage stated, dice or points, to the location stated or a random one.",
)
@pytest.mark.parametrize(
    ("text", "location", "dice", "where", "points"),
    [
        ("2D6+1", "", "d6=1 d6=1 d20=1", "right leg", 3),
        ("1D6", "left leg", "d6=4", "left leg", 4),
        ("4", "", "d20=5", "left leg", 4),
        ("1D4-3", "left leg", "d4=1", "left leg", 0),
        ("0", "head", "", "head", 0),
    ],
)
def test_damage_as_stated(text: str, location: str, dice: str, where: str, points: int) -> None:
    fight = there(Hazard("b", "fire", text, location), dice)

    (event,) = fight.of("hazard")
    assert (event.at, event.place, event.facts) == ("b", where, {"cause": "fire"})
    assert figure(event, "through") == points
    assert figure(event, "hit_points") == fight.points("b", where)
    assert ("location_roll" in [one.name for one in event.figures]) == (not location)


def test_armour_that_stops_it_all() -> None:
    fight = there(Hazard("b", "rock", "3", "chest", armour=True), "")

    (event,) = fight.of("hazard")
    assert (figure(event, "through"), fight.points("b", "chest")) == (0, 7)


@rule(
    "P24m2",
    "The armour of the location helps against it, unless the hazard says otherwise, and the wound follows as from a blow.",
)
@pytest.mark.parametrize(("armour", "through"), [(True, 2), (False, 7)])
def test_armour_helps_or_not(armour: bool, through: int) -> None:
    dice = "" if armour else "d4=1"
    hazard = Hazard("b", "a rock", "7", "right arm", armour)
    fight = there(hazard, dice)

    assert figure(fight.of("hazard")[0], "through") == through
    assert [one.facts["severity"] for one in fight.of("wound")] == ([] if armour else ["serious"])
    assert terms(fight.of("hazard")[0], "damage") == {"points": 7}


def test_a_scenario_brings_it_at_its_moment() -> None:
    fight = scene(
        fighter("a"),
        fighter("b"),
        later=[(Moment(1, 2, 99), Hazard("b", "fire", "1D4"))],
    )
    fight.play({}, "d4=2 d20=10", upto=ONE_ROUND)

    (event,) = fight.of("hazard")
    assert (event.phase, event.place) == (2, "chest")
    assert told(fight) == [
        "The scenario lets B be hurt: fire.",
        "Fire hurts B in the chest for 2 points.",
    ]


@pytest.mark.parametrize(
    ("hazard", "field"),
    [
        (Hazard("nobody", "fire", "1D6"), "who"),
        (Hazard("b", "fire", "much"), "damage"),
        (Hazard("b", "fire", "1D1"), "damage"),
        (Hazard("b", "fire", "11D6"), "damage"),
        (Hazard("b", "fire", "1d6"), "damage"),
        (Hazard("b", "fire", "-1"), "damage"),
        (Hazard("b", "fire", "1D6", "tail"), "location"),
        (Hazard("b", "", "1D6"), "change"),
    ],
)
def test_what_is_no_hazard_is_refused(hazard: Hazard, field: str) -> None:
    fight = scene(fighter("a"), fighter("b"))

    with pytest.raises(IllegalAmendmentError) as refused:
        fight.amend(hazard)
    assert refused.value.field == field
    assert fight.of("hazard", "amended") == []


def test_nobody_hidden_is_hurt() -> None:
    fight = scene(fighter("a"), fighter("b")).amend(Hide("b"))

    with pytest.raises(IllegalAmendmentError):
        fight.amend(Hazard("b", "fire", "1D6"))


def test_everybody_sees_the_fire_and_its_own_side_the_points() -> None:
    fight = there(Hazard("b", "fire", "1D6"), "d6=3 d20=1")
    (event,) = fight.of("hazard")

    seen = fight.fight.seen_by(Observer("seat", "a"), event)
    assert seen is not None
    assert seen.facts == {"cause": "fire"}
    assert "hit_points" not in [one.name for one in seen.figures]
    (amended,) = fight.of("amended")
    shown = fight.fight.seen_by(Observer("seat", "a"), amended)
    assert shown is not None
    assert shown.facts["cause"] == "fire"


def test_dice_as_they_are_written() -> None:
    assert damage.parsed("10D100-99") == (10, 100, -99)
    assert damage.parsed("99") == (0, 1, 99)
    assert damage.parsed("2D6+1 ") is None


# --- walls -----------------------------------------------------------------------------------


@rule(
    "P25d",
    "Whoever is knocked back against a blocked hex or cover takes 1D4 damage to a random location, less the armour there, unless a Dodge roll succeeds.",
)
@pytest.mark.parametrize("letter", ["#", "o"])
@pytest.mark.parametrize(
    ("dice", "where", "through"),
    [
        ("d100=45", "", 0),
        ("d100=51 d4=3 d20=1", "right leg", 1),
        ("d100=51 d4=3 d20=19", "head", 0),
    ],
)
def test_into_a_wall(letter: str, dice: str, where: str, through: int) -> None:
    fight = placed(
        f". a b {letter}",
        fighter("a", dex=14, weapons=[HEAVY]),
        fighter("b", armour=[CHAIN_COIF, PLATE], hide=2),
    )
    fight.play({"a": [attack("b")]}, f"{HIT} {UP} {dice}")

    assert place(fight, "b") == "C1"
    (event,) = fight.of("crashed")
    assert (event.at, event.place) == ("b", where)
    if where:
        assert figure(event, "through") == through


@rule("P25d2", "Whoever the blow has felled has no such roll.")
@pytest.mark.parametrize(("kept", "crashed"), [("d100=05", 1), ("d100=96", 0)])
def test_the_felled_do_not_dodge(kept: str, crashed: int) -> None:
    """16 points fell B, and it lives or it does not."""
    fight = placed(
        ". a b # . c", fighter("a", dex=14, weapons=[HEAVY]), fighter("b"), fighter("c", dex=1)
    )
    fight.play({"a": [attack("b")]}, f"{HIT} {UP} {kept}" + " d4=1 d20=1" * crashed)

    assert len(fight.of("crashed")) == crashed
    assert len(fight.of("wound")) == 1


@rule("P25e", "Against people and against the edge of the field nobody is hurt.")
@pytest.mark.parametrize("drawing", [". a b", ". a b c"])
def test_against_nothing_hard(drawing: str) -> None:
    people = [
        fighter("a", dex=14, weapons=[HEAVY]),
        fighter("b", armour=[PLATE]),
        fighter("c", dex=1),
    ]
    fight = placed(drawing, *people[: drawing.count("c") + 2])
    fight.play({"a": [attack("b")]}, f"{HIT} {DOWN}")

    assert place(fight, "b") == "C1"
    assert fight.of("crashed") == []
    assert len(fight.of("knocked_back")) == 1


def test_the_roll_against_a_wall_uses_up_what_was_given_for_one() -> None:
    people = fighter("a", dex=14, weapons=[HEAVY]), fighter("b", dex=14, armour=[PLATE])
    fight = placed("a b #", *people)
    fight.amend(SetStatus("b", "prone"), Modify("luck", 10, "roll", "b"))

    fight.play({"a": [attack("b")] * 2}, f"{HIT} d100=50 {HIT} d100=50", upto=(1, 2))

    given = [terms(event, "crash_chance").get("luck", 0) for event in fight.of("crashed")]
    assert given == [10, 0]


def test_both_are_told() -> None:
    for dice, said in (
        ("d100=50", "B comes to no harm where something hard stands."),
        ("d100=51 d4=1 d20=1", "B strikes against something hard: nothing in the right leg."),
        ("d100=51 d4=4 d20=1", "B strikes against something hard: 2 points in the right leg."),
    ):
        fight = placed(
            ". a b #", fighter("a", dex=14, weapons=[HEAVY]), fighter("b", armour=[PLATE], hide=2)
        )
        fight.play({"a": [attack("b")]}, f"{HIT} {UP} {dice}")
        assert told(fight) == [said]


def test_a_hazard_says_what_hurts() -> None:
    with pytest.raises(IllegalAmendmentError, match="cause"):
        there(Hazard("b", "", "4"), "")
    late = scene(fighter("a"), fighter("b"), given=[Hazard("b", "", "4")])
    (refused,) = late.of("amendment_refused")
    assert "$.cause" in refused.facts["reason"]
