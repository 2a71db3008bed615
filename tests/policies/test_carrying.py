"""Rider and mount as minds play them: who carries strikes or waits, who bolts runs, who stands beside a mount gets on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import SetStatus
from rules.request.model import Entry
from rules.request.policies.carrying import mount_up
from rules.request.policies.situation import Situation, charge_reach
from tests.policies.saying import says
from tests.rules.request.build import SWORD, Said, Scene, fighter, vulnerable
from tests.rules.request.places import CLAWS, FIST, HANDY, mounted, moving, placed

FAR = """
    . . . . . . . . . . . . . . . .
     . m . . . . . . . . . . . . b .
    . . . . . . . . . . . . . . . .
"""
NEAR = """
    . . . . . . . .
     . m b . . . . .
    . . . . . . . .
"""
ALONGSIDE = FAR.replace(". m .", ". m a")


def horse(dex: int = 16) -> Entry:
    made = fighter("m", "us", dex=dex, size=26, weapons=(CLAWS,), held=(), skills=HANDY)
    return replace(moving(12, made), steed="trained")


def rider(riding: int = 80, mount: str = "m", dex: int = 12) -> Entry:
    made = fighter("a", "us", dex=dex, weapons=(SWORD, FIST), skills=HANDY | {"Riding": riding})
    return replace(mounted(made) if mount else made, rides=mount)


def foe(dex: int = 6) -> Entry:
    return fighter("b", "them", dex=dex, weapons=(FIST, SWORD), held=(), skills=HANDY)


def pair(drawing: str, dex: int = 16) -> Scene:
    return placed(drawing, horse(dex), rider(), foe())


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_who_carries_somebody_strikes_or_waits_for_its_rider(mind: str) -> None:
    assert says(mind, pair(NEAR), "m") == "attack/claws b"
    assert says(mind, pair(FAR), "m") == "wait 1 view"
    assert says(mind, pair(NEAR).amend(vulnerable("m")), "m") == "recover"
    last = pair(FAR)
    last.fight.rank = 1
    assert says(mind, last, "m") == "defend"


def test_the_first_of_all_in_the_saddle_is_waited_for_too() -> None:
    fight = placed(ALONGSIDE, rider(80, ""), horse(5), foe())
    fight.play({"a": [Said("mount", ("m",))]}, upto=(1, 9))
    fight.prompt("m")
    assert says("steady", fight, "m") == "wait 1 view"


def test_who_bolts_by_the_edge_leaves() -> None:
    edge = FAR.replace(". m .", "m . .")
    bolting = SetStatus("m", "bolting")
    assert says("steady", pair(edge).amend(bolting), "m") == "sprint leave"


def test_who_bolts_runs() -> None:
    bolting = SetStatus("m", "bolting")
    assert says("steady", pair(FAR).amend(bolting), "m").startswith(("sprint", "move"))
    assert says("steady", pair(NEAR).amend(bolting), "m").startswith("breakaway")
    held = pair(NEAR).amend(bolting)
    held.fight.people[0].holder = 2
    assert says("steady", held, "m") == "defend"
    held.amend(SetStatus("m", "defending"))
    assert says("steady", held, "m") == "carry view"


def test_who_cannot_move_its_mount_gets_off_or_fights_from_there() -> None:
    bolting = SetStatus("m", "bolting")
    assert says("steady", pair(FAR, 5).amend(bolting)) == "dismount"
    assert says("steady", pair(NEAR, 5).amend(bolting)) == "attack/sword b"


def test_who_rides_well_gets_on_while_no_foe_can_be_upon_it() -> None:
    def beside(riding: int, drawing: str = ALONGSIDE) -> str:
        return says("steady", placed(drawing, horse(5), rider(riding, ""), foe()))

    assert beside(80) == "mount m"
    assert not beside(30).startswith("mount")
    near = ALONGSIDE.replace("m a . . . . . . . . . . . b", "m a . . b . . . . . . . . .")
    assert not beside(80, near).startswith("mount")


def test_whoever_rides_well_gets_on_as_soon_as_no_foe_can_charge_it() -> None:
    """At a Move of 4 m a charge covers eight steps at the most."""

    def at(column: int) -> str:
        row = ["."] * 20
        row[1], row[2], row[column] = "m", "a", "b"
        return says("steady", placed(" ".join(row), horse(5), rider(80, ""), foe()))

    reach = charge_reach(2)
    assert not at(2 + reach).startswith("mount")
    assert at(3 + reach) == "mount m"


def test_whoever_sees_no_foe_gets_on_the_first_mount_there_is() -> None:
    other = replace(horse(5), id="n", name="N")
    unseen = replace(foe(), hidden=True)
    fight = placed(ALONGSIDE.replace(". m a .", ". m a n"), horse(5), other, rider(80, ""), unseen)

    (question,) = [one for one in fight.fight.questions() if one.combatant == "a"]
    sight = question.sight()
    answer = mount_up(sight, Situation(sight))
    assert answer is not None
    assert (answer.option, answer.values) == ("mount", ("m",))
