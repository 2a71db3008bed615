"""RULES.md, wounds: leg 5, abdomen 6, chest 7, arm 4, head 5 hit points."""

from __future__ import annotations

import pytest

from rules.kernel.model import SetHitPoints, SetStatus
from rules.request.model import LOCATIONS
from tests.rules.request.build import (
    AXE,
    DAGGER,
    DEFEND,
    DODGE,
    ONE_ROUND,
    SHIELD,
    SWORD,
    Scene,
    attack,
    defence_need,
    fighter,
    ready,
    scene,
    stance,
)
from tests.rules.request.places import moving, placed, reached
from tests.support.rulebook import rule

FULL: dict[str, int] = dict(zip(LOCATIONS, (5, 5, 6, 7, 4, 4, 5), strict=True))
TRUNK = ("abdomen", "chest", "head")
LIMBS = ("right leg", "left leg", "right arm", "left arm")
KEPT, FAILED = "d100=50", "d100=51"  # of Resilience 50


def wounded(location: str, points: int, dice: str = "") -> Scene:
    """B, who has friends and three actions a round, is at *points* there before it has acted."""
    fight = scene(
        fighter("a", dex=1),
        fighter("b", "us", dex=14, held=["sword", "shield"]),
        fighter("c", "us", dex=1),
    )
    return fight.amend(SetHitPoints("b", location, points), dice=dice)


def acted(fight: Scene) -> list[tuple[int, int]]:
    return [(e.round, e.phase) for e in fight.of("defended", by="b")]


def severities(fight: Scene) -> list[str]:
    return [e.facts["severity"] for e in fight.of("wound", at="b")]


@rule("P24a", "A location above 0 hit points costs nothing but the points.")
@pytest.mark.parametrize("location", LOCATIONS)
def test_above_0_nothing_happens(location: str) -> None:
    fight = wounded(location, 1)

    assert fight.of("wound", "condition", "dropped", "action_lost") == []
    assert (fight.seen("b").state, fight.seen("b").actions) == ("up", 3)


@rule("P24b", "A location at exactly 0 has a minor wound, which costs one combat action.")
@pytest.mark.parametrize("location", LOCATIONS)
def test_at_0_a_minor_wound(location: str) -> None:
    fight = wounded(location, 0)

    assert severities(fight) == ["minor"]
    fight.play({"b": [DEFEND] * 3}, upto=(2, 1))
    assert acted(fight) == [(1, 2), (1, 3), (2, 1)]


@rule("P24c", "A location below 0 has a serious wound, which costs 1D4 combat actions.")
@pytest.mark.parametrize(("rolled", "first"), [(1, (1, 2)), (2, (1, 3)), (3, (2, 1)), (4, (2, 2))])
def test_below_0_a_serious_wound(rolled: int, first: tuple[int, int]) -> None:
    fight = wounded("chest", -1, dice=f"d4={rolled} {KEPT}")

    assert severities(fight) == ["serious"]
    fight.play({"b": [DEFEND]}, upto=first)
    assert acted(fight) == [first]


@rule(
    "P24d",
    "A serious wound of a leg makes its owner fall prone and takes 10 % off Dodge and Athletics from then on.",
)
@pytest.mark.parametrize("leg", ["right leg", "left leg"])
@pytest.mark.parametrize(("points", "dodge", "lies"), [(-1, 40, "prone"), (0, 50, "standing")])
def test_a_leg_gives_way(leg: str, points: int, dodge: int, lies: str) -> None:
    fight = wounded(leg, points, dice="d4=1" if points < 0 else "")

    assert fight.seen("b").stance == lies
    assert defence_need(fight, {"a": [attack("b")], "b": [DODGE]}) == dodge


@rule(
    "P24e",
    "With one leg below 0 its owner may stand up again, and with both neither stand nor kneel.",
)
@pytest.mark.parametrize("legs", [1, 2])
def test_it_takes_a_leg_to_stand(legs: int) -> None:
    fight = wounded("left leg", -1, dice="d4=1")
    if legs > 1:
        fight.amend(SetHitPoints("b", "right leg", -1), dice="d4=1")

    offered = "stance" in fight.offers("b")

    assert offered is (legs == 1)
    if offered:
        phase = fight.prompt("b").phase
        fight.play({"b": [stance("standing")]}, upto=(1, phase))
        assert fight.seen("b").stance == "standing"


@rule("P24e2", "With one leg below 0 its owner has half its Move.")
@pytest.mark.parametrize(
    ("metres", "walk", "run", "back"), [(4, 1, 2, 1), (6, 1, 3, 1), (12, 3, 6, 1), (16, 4, 8, 2)]
)
def test_a_lame_leg_halves_the_move(metres: int, walk: int, run: int, back: int) -> None:
    lane = "a . . . . . . . . . . b"
    fight = placed(lane, moving(metres, fighter("a", dex=14)), fighter("b", dex=1))
    near = placed(". . . a b", moving(metres, fighter("a", dex=14)), fighter("b", dex=1))

    for one in (fight, near):
        one.amend(SetHitPoints("a", "right leg", -1), dice="d4=1")
        one.amend(SetStatus("a", "standing"))

    assert (len(reached(fight, "a")), len(reached(fight, "a", "sprint"))) == (walk, run)
    charges = {n for n in range(3, 11) if _charges(metres, n)}
    assert charges == set(range(3, run + 1))
    assert len(reached(near, "a", "breakaway")) == len(reached(near, "a", "retreat/sword")) == back


def _charges(metres: int, steps: int) -> bool:
    """Does somebody lame charge so many steps?"""
    lane = "a" + " ." * steps + " b"
    fight = placed(lane, moving(metres, fighter("a", dex=14)), fighter("b", dex=1))
    fight.amend(SetHitPoints("a", "right leg", -1), dice="d4=1")
    fight.amend(SetStatus("a", "standing"))
    return "charge/sword" in fight.offers("a")


@rule(
    "P24f",
    "A serious wound of an arm makes it drop what it holds, and from then on it holds nothing.",
)
@pytest.mark.parametrize(
    ("arm", "dropped", "kept"), [("right arm", "sword", "shield"), ("left arm", "shield", "sword")]
)
def test_an_arm_drops_what_it_holds(arm: str, dropped: str, kept: str) -> None:
    fight = wounded(arm, -1, dice="d4=1")

    assert ([e.item for e in fight.of("dropped")], fight.held("b")) == ([dropped], [kept])
    # The other hand is full, and the arm takes nothing up again.
    assert f"ready/{dropped}" not in fight.offers("b")


@rule(
    "P24g",
    "A serious wound of head, chest or abdomen brings unconsciousness unless a Resilience roll succeeds.",
)
@pytest.mark.parametrize("location", TRUNK)
@pytest.mark.parametrize(("rolled", "state"), [(KEPT, "up"), (FAILED, "down")])
def test_a_serious_wound_of_the_trunk(location: str, rolled: str, state: str) -> None:
    fight = wounded(location, -1, dice=f"d4=1 {rolled}")

    assert fight.seen("b").state == state
    assert ("unconscious" in fight.seen("b").conditions) is (state == "down")


@rule("P24h", "A location as far below 0 as its full hit points has a major wound.")
@pytest.mark.parametrize("location", LOCATIONS)
@pytest.mark.parametrize(("short", "severity"), [(1, "serious"), (0, "major")])
def test_as_far_below_0_as_full_is_major(location: str, short: int, severity: str) -> None:
    tested = "" if short and location in LIMBS else KEPT
    lost = "d4=1" if short else ""

    fight = wounded(location, short - FULL[location], dice=f"{lost} {tested}")

    assert severities(fight) == [severity]


@rule("P24i", "A major wound of an arm or a leg puts its owner out of the fight.")
@pytest.mark.parametrize("limb", LIMBS)
@pytest.mark.parametrize("rolled", [KEPT, FAILED])
def test_a_major_wound_of_a_limb(limb: str, rolled: str) -> None:
    fight = wounded(limb, -FULL[limb], dice=rolled)

    assert fight.seen("b").state == "down"
    assert "out" in fight.seen("b").conditions
    fight.play(upto=(2, 9))
    assert fight.asked("b") == []


@rule(
    "P24i2",
    "Whoever has a major wound of an arm or a leg is unconscious too unless a Resilience roll succeeds.",
)
@pytest.mark.parametrize("limb", LIMBS)
@pytest.mark.parametrize(("rolled", "is_awake"), [(KEPT, True), (FAILED, False)])
def test_a_ruined_limb_may_be_too_much(limb: str, rolled: str, is_awake: bool) -> None:
    fight = wounded(limb, -FULL[limb], dice=rolled)

    assert ("unconscious" in fight.seen("b").conditions) is not is_awake
    assert fight.seen("b").state == "down"


@rule(
    "P24j",
    "A major wound of head, chest or abdomen brings unconsciousness, and death unless a Resilience roll succeeds.",
)
@pytest.mark.parametrize("location", TRUNK)
@pytest.mark.parametrize(("rolled", "state"), [(KEPT, "down"), (FAILED, "dead")])
def test_a_major_wound_of_the_trunk(location: str, rolled: str, state: str) -> None:
    fight = wounded(location, -FULL[location], dice=rolled)

    assert fight.seen("b").state == state
    assert ("unconscious", "began") in fight.changes("b")


@rule(
    "D9",
    "The actions that a wound costs are the next ones not yet taken, over the end of the round if need be.",
)
@pytest.mark.parametrize(
    ("struck_in", "taken"),
    [
        (1, [(1, 1), (2, 1), (2, 2), (2, 3)]),
        (3, [(1, 1), (1, 2), (1, 3), (2, 3)]),
    ],
)
def test_lost_are_the_next_not_yet_taken(struck_in: int, taken: list[tuple[int, int]]) -> None:
    fight = scene(
        fighter("a", dex=13, sword=100),
        fighter("b", "us", dex=14),
        fighter("c", "us", dex=1),
    )
    misses = "d100=96 " * (struck_in - 1)

    # B defends at 14; then at 10 its chest goes to -1, which costs two actions.
    fight.play(
        {"a": [attack("b")] * struck_in, "b": [DEFEND] * 4},
        f"{misses} d100=40 d8=8 d20=10 d4=2 {KEPT}",
        upto=(2, 3),
    )

    assert acted(fight) == taken


@rule("D9a", "Whoever loses an action waits through the phase in which it would have come.")
def test_a_lost_action_is_waited_through() -> None:
    fight = wounded("chest", 0)

    fight.play({"b": [DEFEND] * 2}, upto=ONE_ROUND)

    assert [(p.round, p.phase) for p in fight.asked("b")] == [(1, 2), (1, 3)]
    assert [(e.round, e.phase) for e in fight.of("action_lost", by="b")] == [(1, 1)]


# Beyond the sentences


def test_one_sound_arm_cannot_hold_a_two_handed_weapon() -> None:
    fight = scene(
        fighter("a", dex=1),
        fighter("b", "us", dex=14, weapons=[AXE, SWORD]),
        fighter("c", "us", dex=1),
    )

    fight.amend(SetHitPoints("b", "left arm", -1), dice="d4=1")

    assert fight.held("b") == []
    offered = fight.offers("b")
    assert ("ready/axe" in offered, "ready/sword" in offered) == (False, True)


def test_the_sound_hand_takes_up_what_the_other_dropped() -> None:
    fight = scene(
        fighter("a", dex=1),
        fighter("b", "us", dex=14, weapons=[SWORD, SHIELD, DAGGER], held=["sword"]),
        fighter("c", "us", dex=1),
    )

    fight.amend(SetHitPoints("b", "right arm", -1), dice="d4=1")
    phase = fight.prompt("b").phase
    fight.play({"b": [ready("sword")]}, upto=(1, phase))

    assert fight.held("b") == ["sword"]
