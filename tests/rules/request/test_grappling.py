"""Grapples, their base: numbers, who holds whom, and the ends of a hold."""

from __future__ import annotations

import pytest

from rules.kernel import hexes
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Hide,
    Place,
    Release,
    Remove,
    Seize,
    SetGear,
    SetStatus,
)
from rules.request.chapters import grapple, reach, rolls
from rules.request.course.combatant import NOTHING
from rules.request.course.engagement import engage
from rules.request.course.grappling import let_loose, pin, seize
from rules.request.course.machine import restore
from rules.request.model import Change
from tests.rules.request.build import Scene, fighter
from tests.rules.request.places import placed
from tests.rules.request.tales import TELLER


def held(*holders: str) -> Scene:
    """B stands between A and C, and is held by these of them."""
    fight = placed(
        "a b c . . . .", fighter("a", side="x"), fighter("b", side="y"), fighter("c", side="x")
    )
    state = fight.fight
    for name in holders:
        one, b = state.people[state.names[name]], state.people[1]
        engage(state, one, b, reach.SHORT)
        seize(state, one, b)
    return fight


def holds(fight: Scene) -> list[tuple[int, int]]:
    """Whom each holds, and by whom each is held."""
    return [(c.holding, c.holder) for c in fight.fight.people]


@pytest.mark.parametrize(
    ("size", "other", "bonus"),
    [(13, 13, 0), (15, 12, 0), (16, 12, 20), (17, 12, 20), (18, 12, 40), (12, 18, 0), (30, 12, 40)],
)
def test_size_counts_from_a_third_and_from_half_larger(size: int, other: int, bonus: int) -> None:
    assert grapple.size_bonus(size, other) == bonus


@pytest.mark.parametrize(
    ("level", "rolled", "against", "other", "demotion", "wins"),
    [
        (rolls.SUCCESS, 10, rolls.FAILURE, 90, True, True),
        (rolls.FAILURE, 90, rolls.FAILURE, 80, True, False),
        (rolls.SUCCESS, 40, rolls.CRITICAL, 3, True, False),
        (rolls.CRITICAL, 3, rolls.SUCCESS, 40, True, True),
        (rolls.SUCCESS, 41, rolls.SUCCESS, 40, True, True),
        (rolls.SUCCESS, 40, rolls.SUCCESS, 40, True, False),
        (rolls.SUCCESS, 41, rolls.SUCCESS, 40, False, False),
    ],
)
def test_the_better_level_wins_and_of_equals_the_higher_roll(
    level: int, rolled: int, against: int, other: int, demotion: bool, wins: bool
) -> None:
    assert grapple.wins(level, rolled, against, other, demotion) == wins


def test_of_several_holders_the_first_in_seat_order_is_named() -> None:
    fight = held("c", "a")
    assert holds(fight) == [(1, NOTHING), (NOTHING, 0), (1, NOTHING)]

    let_loose(fight.fight, fight.fight.people[0], "let go")
    assert holds(fight) == [(NOTHING, NOTHING), (NOTHING, 2), (1, NOTHING)]

    let_loose(fight.fight, fight.fight.people[0], "let go")  # of nobody: nothing
    seize(fight.fight, fight.fight.people[2], fight.fight.people[1])  # again: nothing
    assert holds(fight) == [(NOTHING, NOTHING), (NOTHING, 2), (1, NOTHING)]


def test_whoever_holds_and_whoever_is_held_is_grappled() -> None:
    assert [c.is_grappled() for c in held("a").fight.people] == [True, True, False]


@pytest.mark.parametrize("who", ["a", "b"])
@pytest.mark.parametrize("end", ["falls", "dies", "goes", "hides", "is put away", "turns", "parts"])
def test_a_hold_ends_with_the_pair(who: str, end: str) -> None:
    fight = held("a")
    pin(fight.fight, fight.fight.people[0])
    other = "b" if who == "a" else "a"
    changes: dict[str, Change] = {
        "falls": SetStatus(who, "unconscious"),
        "dies": SetStatus(who, "dead"),
        "goes": Remove(who),
        "hides": Hide(who),
        "is put away": Place(who, hexes.name(hexes.at(6, 0))),
        "turns": ChangeSide(who, "y" if who == "a" else "x"),
        "parts": Disengage(who, other),
    }
    fight.amend(changes[end])
    assert holds(fight)[:2] == [(NOTHING, NOTHING)] * 2
    assert not fight.fight.people[1].pinned


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (SetStatus("b", "unconscious"), "down"),
        (SetStatus("b", "yielded"), "down"),
        (SetStatus("a", "unconscious"), "fallen"),
    ],
)
def test_only_whoever_is_up_can_move_again(change: Change, cause: str) -> None:
    fight = held("a")
    pin(fight.fight, fight.fight.people[0])
    fight.amend(change)
    ended = [one for one in fight.of("condition", at="b") if one.facts["condition"] == "pinned"]
    assert [one.facts["cause"] for one in ended if one.facts["change"] == "ended"] == [cause]
    line = TELLER.line(ended[-1])
    assert (None if line is None else line.text) == (
        None if cause == "down" else "b can move again."
    )


def test_a_hold_stays_when_another_pair_ends() -> None:
    """The control: what ends elsewhere ends no hold."""
    fight = held("a")
    fight.amend(SetStatus("c", "unconscious"))
    assert holds(fight)[:2] == [(1, NOTHING), (NOTHING, 0)]


def test_a_snapshot_and_a_fork_keep_the_hold() -> None:
    fight = held("a")
    pin(fight.fight, fight.fight.people[0])
    for again in (restore(fight.fight.snapshot()), fight.fight.fork()):
        assert [(c.holding, c.holder, c.pinned) for c in again.people] == [
            (c.holding, c.holder, c.pinned) for c in fight.fight.people
        ]


def test_a_game_master_lets_somebody_hold_a_foe_and_let_go() -> None:
    fight = placed(
        "a b . .", fighter("a", side="x"), fighter("b", side="y"), given=[Disengage("a", "b")]
    )
    fight.amend(SetGear("a", "sword", "dropped"))

    fight.amend(Seize("a", "b"))
    assert holds(fight) == [(1, NOTHING), (NOTHING, 0)]
    assert fight.fight.people[0].reach_to(1) == reach.SHORT

    told = fight.amend(Release("a"))
    assert holds(fight) == [(NOTHING, NOTHING)] * 2
    assert fight.fight.people[0].foes == [1]  # still engaged
    assert told is not None


def refused(fight: Scene, change: Change) -> tuple[str, str]:
    with pytest.raises(IllegalAmendmentError) as caught:
        fight.amend(change)
    return caught.value.field, caught.value.allowed


def test_a_hold_by_the_game_master_needs_a_hand_and_is_not_made_twice() -> None:
    fight = held("a")
    assert refused(fight, Seize("a", "b")) == ("foe", "a foe that it does not hold yet")
    fight.fight.people[1].hands = [0, 0]
    assert refused(fight, Seize("b", "a")) == ("who", "somebody with an empty, sound hand")
    assert refused(fight, Release("c")) == ("who", "somebody who holds a foe: a")
