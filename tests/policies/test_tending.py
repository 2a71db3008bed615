"""Who has nobody to fight binds up a friend who bleeds, and nobody does it in reach of a free foe."""

from __future__ import annotations

from rules.kernel.model import SetHitPoints
from rules.request.policies.tending import ENOUGH
from tests.policies.saying import says
from tests.rules.request.build import Scene, fighter, scene
from tests.rules.request.places import placed

KEPT = "d100=05"


def wounded(drawing: str) -> Scene:
    people = [
        fighter("a", "us", dex=19),
        fighter("c", "us", dex=3),
        fighter("b", "them", dex=2),
    ]
    fight = placed(drawing, *people) if drawing else scene(*people, distance=20)
    return fight.amend(SetHitPoints("c", "chest", -7), dice=KEPT)


def test_a_friend_beside_one_is_tended() -> None:
    assert says("steady", wounded("a c . . . . . . . . . b")) == "aid c"


def test_a_friend_who_is_near_is_gone_to() -> None:
    assert says("steady", wounded("a . c . . . . . . . . . b")) == "move B1"


def test_not_where_a_foe_can_charge() -> None:
    assert says("steady", wounded("a c . . b . .")) != "aid c"


def test_nor_where_the_friend_is_too_far() -> None:
    fight = wounded("a . . . . . . c . . . . . . . . . b")

    assert not says("steady", fight).startswith(("aid", "move H"))


def test_without_places_too() -> None:
    assert says("steady", wounded("")) == "aid c"


def test_a_foe_is_left_lying() -> None:
    fight = scene(
        fighter("a", "us", dex=19), fighter("b", "them", dex=2), fighter("e", "them", dex=1)
    )
    fight.amend(SetHitPoints("b", "chest", -7), dice=KEPT)

    assert not says("steady", fight).startswith("aid")


def test_not_for_ever_where_nothing_else_happens() -> None:
    """Two who tend their friends, each on its own side, would never meet."""
    fight = wounded("a c . . . . . . . . . b")
    assert says("steady", fight) == "aid c"
    fight.fight.quiet_rounds = ENOUGH
    assert not says("steady", fight).startswith("aid")
