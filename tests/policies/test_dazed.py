"""Whoever is befuddled cannot strike: it keeps away from foes, or its guard up, and shuttles nowhere."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import Engage
from rules.kernel.temper.model import Temper
from rules.request.chapters import magic
from rules.request.course.combatant import PRONE
from rules.request.policies.reaching import come_on
from tests.policies.saying import kinds, says
from tests.rules.request.build import Scene, fighter
from tests.rules.request.places import breakaway, flying, high, placed, retreat

BESIDE = """
    . . . . .
     . . . . .
    . . a b .
     . . . . .
"""
ENGAGED = (Engage("a", "b"),)
ROUND = 9


def dazed(fight: Scene, who: str = "a") -> Scene:
    """The same, with somebody befuddled."""
    state = fight.fight
    one = state.people[state.names[who]]
    one.under = [magic.BEFUDDLE, ROUND, 0, 0, -1]
    one.settle()
    return fight


def test_at_blows_it_defends_and_stays_where_it_is() -> None:
    me, foe = fighter("a", dex=16), fighter("b")
    fight = dazed(placed(BESIDE, me, foe, given=ENGAGED))

    assert says("steady", fight) == "defend"
    fight.fight.people[0].defending = True
    assert says("steady", fight) == "carry view"


def test_at_blows_it_takes_a_way_out_that_is_free_or_that_it_needs() -> None:
    bird = dazed(placed(BESIDE, flying(fighter("a", dex=16)), fighter("b"), given=ENGAGED))
    assert says("steady", bird) == "breakaway up"

    hurt = placed(BESIDE, fighter("a", dex=16, sword=90), fighter("b"), given=ENGAGED)
    hurt.fight.people[0].hp[0] = -1
    assert says("steady", dazed(hurt)).startswith("breakaway")


def test_nobody_goes_up_to_a_foe_befuddled() -> None:
    people = fighter("a", dex=16), fighter("b")

    assert says("steady", placed("a . . . b . .", *people)) == "charge/sword b"
    assert says("steady", dazed(placed(". . a . . b .", *people))) == "move A1"
    assert says("steady", dazed(placed("a . . . b . .", *people))) == "defend"  # no way back
    far = dazed(placed("a" + " ." * 18 + " b", *people))
    assert says("steady", far) == "defend"


def test_it_goes_behind_a_friend() -> None:
    people = fighter("a", "us", dex=16), fighter("c", "us"), fighter("b", "them")
    drawing = """
        # # c . . . b
         # . a . . . .
        # # # # # # #
    """
    fight = dazed(placed(drawing, *people))

    assert says("steady", fight) == "move B2"


def test_it_does_not_leave_its_post_and_up_in_the_air_it_waits() -> None:
    post = Temper("soldier", 12, goal="hold")
    me = fighter("a", dex=16)
    fight = dazed(placed(". . a . . b .", replace(me, temper=post), fighter("b")))
    assert says("steady", fight) == "defend"

    assert says("steady", dazed(placed(". . a . . b .", high(me), fighter("b")))) == "defend"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_nobody_steps_to_and_fro_beside_a_foe_it_sees(mind: str) -> None:
    fight = dazed(placed(BESIDE, fighter("a", dex=16), fighter("b"), given=ENGAGED))

    assert not says(mind, fight).startswith("move")


def test_nobody_sets_out_round_a_corner_that_is_not_there() -> None:
    bare = fighter("a", dex=16, held=())
    fight = dazed(placed(BESIDE, bare, fighter("b"), given=ENGAGED))
    (question,) = [one for one in fight.fight.questions() if one.combatant == "a"]

    assert come_on(question.sight()) is None


def test_whoever_lies_gets_up_first() -> None:
    fight = dazed(placed(". . a . . b .", fighter("a", dex=16), fighter("b")))
    fight.fight.people[0].stance = PRONE

    assert says("steady", fight) == "stance standing"


def test_nobody_befuddled_holds_a_foe_that_leaves_or_comes_after_it() -> None:
    people = fighter("a", "us", dex=5), fighter("b", "them", dex=16)
    for said, kind in ((breakaway("back"), "oppose"), (retreat("nobody", "back"), "follow")):
        fight = dazed(placed(BESIDE, *people, given=ENGAGED)).answer(said)
        assert kinds(fight) == {"a": kind}
        assert says("steady", fight) == "decline"
