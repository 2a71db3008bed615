"""D7h to D7j: hit points are those told, whatever happens between a blow and its landing."""

from __future__ import annotations

import pytest

from rules.kernel.model import Event, Hazard, SetHitPoints
from rules.request.model import Armour
from tests.rules.request.build import (
    DECLINE,
    PASS,
    Scene,
    attack,
    fighter,
    figure,
    stance,
)
from tests.rules.request.places import on, opportunity, placed
from tests.support.rulebook import rule

MAIL = Armour("mail", "mail", 3, ("chest",), 0)
FREE_SWING = (opportunity(), DECLINE)  # of b, and none of c


def struck_while_rising(dice: str) -> Scene:
    """A rises while c strikes at it; b has struck first, and its blow has still to land.

    Nothing but a's answer to c is open then.
    """
    fight = placed(
        ". . . . .\n . b a c .\n. . . . .",
        fighter("a", "us", dex=12),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=12, sword=120),
        on("A1", fighter("d", "us", dex=1)),
    )
    fight.answer(stance("kneeling"), attack("a")).answer(*FREE_SWING).answer(DECLINE, dice=dice)
    assert [one.combatant for one in fight.open()] == ["a"]
    return fight


def last_told(fight: Scene, location: str) -> int:
    """The hit points that the last event left a location with."""
    told = 0
    for event in fight.events:
        if event.at != "a":
            continue
        if event.place == location:
            told = _left(event, told)
        elif event.facts.get("location") == location and "points" in event.facts:
            told = int(event.facts["points"])
    return told


def _left(event: Event, before: int) -> int:
    names = [one.name for one in event.figures]
    return figure(event, "hit_points") if "hit_points" in names else before


@rule(
    "D7h",
    "What a game master says of the hit points of a location counts after all blows told by then, also those that have still to land.",
)
@pytest.mark.parametrize(("points", "dice"), [(-1, "d4=1"), (0, ""), (3, ""), (5, "")])
def test_the_game_master_has_the_last_word(points: int, dice: str) -> None:
    """The blow took 2 of 5: at 3 the word is what is told already, and no wound."""
    fight = struck_while_rising("d100=40 d8=2 d20=1")
    fight.amend(SetHitPoints("a", "right leg", points), dice=dice)
    assert fight.points("a", "right leg") == points

    fight.answer(DECLINE, dice="d100=96")
    assert last_told(fight, "right leg") == fight.points("a", "right leg") == points
    assert len(fight.of("wound")) == (points <= 0)


def test_the_wound_that_is_told_stays_one() -> None:
    """The leg gives way, though the game master gives it all its points back."""
    fight = struck_while_rising("d100=40 d8=6 d20=1 d4=1")
    fight.amend(SetHitPoints("a", "right leg", 5)).answer(DECLINE, dice="d100=96")

    assert fight.points("a", "right leg") == 5
    assert ("prone", "began") in fight.changes("a")


def test_other_locations_land_all_the_same() -> None:
    fight = struck_while_rising("d100=40 d8=2 d20=1")
    fight.amend(SetHitPoints("a", "left leg", 1), SetHitPoints("c", "right leg", 1))
    fight.answer(DECLINE, dice="d100=96")

    assert last_told(fight, "right leg") == fight.points("a", "right leg") == 3


@rule("D7i", "A hazard hurts at once, and its wound is that of the hit points told.")
@pytest.mark.parametrize(
    ("points", "dice", "severity"),
    [("2", "", []), ("3", "", ["minor"]), ("4", "d4=1", ["serious"])],
)
def test_a_hazard_while_a_blow_has_still_to_land(
    points: str, dice: str, severity: list[str]
) -> None:
    """Of the 5 points of the leg 2 are gone by then."""
    fight = struck_while_rising("d100=40 d8=2 d20=1")
    fight.amend(Hazard("a", "fire", points, "right leg"), dice=dice)
    assert [one.facts["severity"] for one in fight.of("wound")] == severity
    assert last_told(fight, "right leg") == 3 - int(points)

    fight.answer(DECLINE, dice="d100=96")
    assert last_told(fight, "right leg") == fight.points("a", "right leg")
    assert [one.facts["severity"] for one in fight.of("wound")] == severity
    slowed = fight.fight.people[0].lame_legs()
    assert slowed == (1 if severity == ["serious"] else 0)


@rule(
    "D7j",
    "Whoever blows of one moment drive against a wall meets it when all of them have landed.",
)
def test_walls_come_after_the_blows() -> None:
    """B's blow drives a off, c's wounds it further; the wall is last, and finds what is told."""
    fight = placed(
        ". . . . . .\n . b a # . d\n. . c . . .",
        fighter("a", "us", dex=12, size=1, armour=[MAIL]),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=12, sword=120),
        fighter("d", "us", dex=1),
    )
    fight.answer(stance("kneeling"), attack("a")).answer(*FREE_SWING)
    fight.answer(DECLINE, dice="d100=40 d8=6 d20=10")  # 3 of the 5 points of the chest
    fight.answer(DECLINE, dice="d100=40 d8=4 d20=10 d100=96 d100=96 d4=4 d20=10")  # 1 and 1

    kinds = [one.kind for one in fight.of("attack", "knocked_back", "crashed", "wound")]
    assert kinds == ["attack", "attack", "knocked_back", "knocked_back", "crashed", "wound"]
    assert last_told(fight, "chest") == fight.points("a", "chest") == 0


def test_a_wall_where_nothing_else_happens_at_the_moment() -> None:
    """Both who act at one moment are stopped by opportunity attacks, and one is driven off."""
    fight = placed(
        ". . . . . .\n . b a # . d\n. . . . . .\n . . . . e f",
        fighter("a", "us", dex=12, size=1, armour=[MAIL]),
        fighter("b", "them", dex=1),
        fighter("d", "us", dex=1),
        fighter("e", "us", dex=12),
        fighter("f", "them", dex=1),
    )
    fight.answer(stance("kneeling"), stance("kneeling"))
    fight.answer(opportunity()).answer(DECLINE, dice="d100=40 d8=6 d20=10")
    fight.answer(opportunity()).answer(DECLINE, dice="d100=40 d8=2 d20=10 d100=96 d100=50")

    (crashed,) = fight.of("crashed")
    assert crashed.at == "a"
    assert len(fight.of("spoiled")) == 2


@pytest.mark.parametrize("rolled", [50, 51])
def test_a_wall_is_the_same_where_nobody_watches(rolled: int) -> None:
    hurt = " d4=1 d20=1" if rolled > 50 else ""
    hashes: list[str] = []
    for watched in (True, False):
        fight = placed(
            ". . . .\n . a b #\n. . . .",
            fighter("a", "us", dex=14),
            fighter("b", "them", size=1, armour=[MAIL]),
        )
        if not watched:
            fight.fight.log = None
        fight.answer(attack("b")).answer(PASS)
        fight.answer(DECLINE, dice=f"d100=40 d8=6 d20=10 d100=96 d100={rolled}{hurt}")
        hashes.append(fight.fight.state_hash())
    assert hashes[0] == hashes[1]
