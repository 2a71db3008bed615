"""The turns of a phase as a view shows them: now, to come, waiting, carried over, done; ranks for those who may know."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.model import EndFight, Observer, Reveal, SetPoints, SetStatus
from rules.request.model import Options, SeenTurn, View
from tests.rules.request.build import (
    DEFEND,
    PASS,
    Scene,
    attack,
    carry,
    fighter,
    scene,
    wait,
)

GAME_MASTER: Final = Observer("game_master")
SPECTATOR: Final = Observer()


def seat(who: str) -> Observer:
    return Observer("seat", who)


def turns(fight: Scene, observer: Observer = GAME_MASTER) -> list[tuple[str, str, int | None]]:
    view = fight.fight.view(observer)
    assert isinstance(view, View)
    return [(turn.who, turn.state, turn.rank) for turn in view.turns]


def three(*, hidden: bool = False, options: Options | None = None) -> Scene:
    """Ann and Abe of one side, Bob of another."""
    return scene(
        fighter("ann", "a", dex=16, sword=90),
        fighter("abe", "a", dex=12, sword=50, hidden=hidden),
        fighter("bob", "b", dex=14, sword=70),
        options=options,
    )


def test_whoever_is_asked_is_first_and_the_others_follow_by_their_ranks() -> None:
    fight = three()

    assert turns(fight) == [("ann", "now", 16), ("bob", "to_come", 14), ("abe", "to_come", 12)]


def test_the_ranks_of_foes_do_not_show() -> None:
    fight = three()

    assert turns(fight, seat("bob")) == [
        ("ann", "now", None),
        ("bob", "to_come", 14),
        ("abe", "to_come", None),
    ]
    assert turns(fight, seat("abe")) == [
        ("ann", "now", 16),
        ("abe", "to_come", 12),
        ("bob", "to_come", None),
    ]


def test_a_spectator_sees_no_rank_at_all() -> None:
    assert [rank for _, _, rank in turns(three(), SPECTATOR)] == [None] * 3


def test_where_information_is_open_everybody_sees_every_rank() -> None:
    fight = three(options=Options(information="open"))

    assert turns(fight, SPECTATOR) == turns(fight)


def test_a_planned_action_is_still_to_come_at_its_own_rank() -> None:
    fight = three()

    fight.answer(attack("bob"))

    assert turns(fight) == [("bob", "now", 14), ("abe", "to_come", 12), ("ann", "to_come", 9)]


def test_who_waits_does_so_for_its_own_side_only() -> None:
    fight = three()

    fight.answer(wait(3))

    assert turns(fight, seat("abe")) == [
        ("bob", "now", None),
        ("abe", "to_come", 12),
        ("ann", "waiting", 3),
    ]
    assert turns(fight, seat("bob"))[1:] == [("ann", "to_come", None), ("abe", "to_come", None)]


def test_who_carries_over_does_so_for_its_own_side_only() -> None:
    fight = three()

    fight.answer(carry())

    assert turns(fight, seat("ann"))[-1] == ("ann", "carried", None)
    assert turns(fight, SPECTATOR)[1:] == [("ann", "to_come", None), ("abe", "to_come", None)]


def test_that_somebody_has_acted_everybody_has_seen() -> None:
    fight = three()

    fight.answer(DEFEND)

    assert turns(fight, seat("bob"))[-1] == ("ann", "done", None)
    assert turns(fight, SPECTATOR)[-1] == ("ann", "done", None)


def test_whoever_has_no_action_left_is_done_for_those_who_know() -> None:
    fight = three()

    fight.amend(SetPoints("abe", "actions", 0))

    assert ("abe", "done", None) in turns(fight, seat("ann"))
    assert ("abe", "to_come", None) in turns(fight, seat("bob"))


def test_while_a_blow_is_answered_it_is_the_turn_of_whoever_strikes() -> None:
    fight = three()
    fight.answer(attack("bob"))
    fight.answer(PASS)
    fight.answer(PASS)

    assert [(prompt.combatant, prompt.by) for prompt in fight.open()] == [("bob", "ann")]
    assert turns(fight, SPECTATOR)[0] == ("ann", "now", None)
    assert turns(fight)[0] == ("ann", "now", 9)


def test_the_hidden_and_the_fallen_have_no_turn() -> None:
    fight = three(hidden=True)
    fight.amend(SetStatus("bob", "unconscious"))

    assert [who for who, _, _ in turns(fight)] == []
    fight = three(hidden=True)
    assert [who for who, _, _ in turns(fight)] == ["ann", "bob"]
    fight.amend(Reveal("abe"))
    assert [who for who, _, _ in turns(fight)] == ["ann", "bob", "abe"]


@pytest.mark.parametrize("observer", [GAME_MASTER, SPECTATOR, seat("ann"), seat("bob")])
def test_somebody_in_ambush_changes_nothing_in_the_turns_that_others_see(
    observer: Observer,
) -> None:
    alone = scene(fighter("ann", "a", dex=16, sword=90), fighter("bob", "b", dex=14, sword=70))
    watched = three(hidden=True)
    for fight in (alone, watched):
        fight.answer(wait(3))

    assert turns(watched, observer) == turns(alone, observer)


def test_a_fight_that_is_over_has_no_turns() -> None:
    fight = three()

    fight.amend(EndFight("a"))

    assert turns(fight) == []


def test_a_turn_without_a_rank_says_so_by_silence() -> None:
    assert SeenTurn("ann", "done").rank is None


# --- the sides of those in view ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("observer", "shown"),
    [(GAME_MASTER, ["a", "b", "c"]), (SPECTATOR, ["a", "b"]), (seat("cid"), ["a", "b", "c"])],
)
def test_a_side_shows_with_the_first_of_it_who_is_in_view(
    observer: Observer, shown: list[str]
) -> None:
    fight = scene(fighter("ann", "a"), fighter("bob", "b"), fighter("cid", "c", hidden=True))

    view = fight.fight.view(observer)

    assert isinstance(view, View)
    assert [side.id for side in view.sides] == shown
