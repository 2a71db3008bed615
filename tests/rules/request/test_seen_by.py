"""What others may know of an event, as the machine says it to whoever asks."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.model import Event, Hide, Observer, SetStatus
from tests.rules.request.build import Scene, attack, fighter, parry, scene, wait
from tests.rules.request.places import move, moving, placed

SEATS: Final = {who: Observer("seat", who) for who in "abcd"}


def seen(fight: Scene, who: str, event: Event) -> Event:
    found = fight.fight.seen_by(SEATS.get(who, Observer()), event)
    assert found is not None
    return found


def gone(to: str) -> tuple[Scene, Event]:
    """A, a friend of d, has gone to b, a friend of c."""
    fight = placed(
        """
        . a . . . .
         . . . . b d
        . c . . . .
        """,
        moving(20, fighter("a", "a", dex=18)),
        fighter("b", "b", dex=5),
        fighter("c", "b", dex=6),
        fighter("d", "a", dex=7),
    )
    fight.answer(move(to))
    (event,) = fight.of("moved")
    return fight, event


@pytest.mark.parametrize(
    ("to", "who", "blind", "sighted"),
    [("close/b", "b", "ad", "bc"), ("flank/b/d", "d", "bc", "ad")],
)
def test_whom_a_move_is_about_is_not_told_to_foes_once_that_is_hidden(
    to: str, who: str, blind: str, sighted: str
) -> None:
    fight, event = gone(to)
    fight.amend(Hide(who))

    assert who in event.facts.values()
    for one in sighted:
        assert seen(fight, one, event).facts == event.facts
    for one in [*blind, "spectator"]:
        assert who not in seen(fight, one, event).facts.values()
        assert seen(fight, one, event).facts["to"] == event.facts["to"]


def test_whom_a_move_is_about_is_told_to_all_who_see_them() -> None:
    fight, event = gone("flank/b/d")

    assert (event.facts["toward"], event.facts["with"]) == ("b", "d")
    assert seen(fight, "spectator", event).facts == event.facts


def test_what_the_hidden_do_only_their_friends_see() -> None:
    fight, _ = gone("close/b")
    fight.amend(Hide("b"), SetStatus("b", "prone"))
    events = [one for one in fight.events if one.hidden == ("b",)]

    assert events
    for event in events:
        assert seen(fight, "c", event) == event
        assert fight.fight.seen_by(SEATS["a"], event) is None


def test_a_plan_only_its_own_side_knows() -> None:
    fight = scene(fighter("a", "a", dex=18), fighter("d", "a"), fighter("b"))
    fight.answer(wait(3))
    (event,) = fight.of("waited")

    assert seen(fight, "d", event) == event
    assert fight.fight.seen_by(SEATS["b"], event) is None


def test_the_numbers_of_a_foe_are_taken_out() -> None:
    fight = scene(fighter("a", "a", dex=18), fighter("b"), fighter("d", "a"))
    fight.play({"a": [attack("b")], "b": [parry()]}, dice="d100=40 d100=99 d8=5 d20=10")
    event = fight.attack(by="a")

    own = {one.name for one in seen(fight, "d", event).figures}
    theirs = {one.name for one in seen(fight, "b", event).figures}
    assert "attack_chance" in own - theirs
    assert "hit_points" in theirs - own
