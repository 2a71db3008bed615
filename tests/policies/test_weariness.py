"""Who is heavily fatigued breaks off and leaves; nobody stands about for it."""

from __future__ import annotations

import pytest

from rules.kernel.model import SetStatus
from tests.policies.saying import says
from tests.rules.request.build import Scene, fighter
from tests.rules.request.places import placed

WEARY = SetStatus("a", "heavily fatigued")
FREE = "a . . . . . . b"
HELD = """
    . . . . .
     . a b . .
    . . . . .
"""


def weary(drawing: str, *, dodge: int = 90, status: SetStatus = WEARY) -> Scene:
    return placed(
        drawing, fighter("a", dex=19, skills={"Dodge": dodge}), fighter("b"), given=[status]
    )


def test_the_free_leave() -> None:
    assert says("steady", weary(FREE)) == "sprint leave"


def test_the_held_break_away_if_there_is_a_chance() -> None:
    assert says("steady", weary(HELD)) == "breakaway back"


def test_the_held_yield_if_there_is_none() -> None:
    assert says("steady", weary(HELD, dodge=50)) == "yield"


@pytest.mark.parametrize("drawing", [FREE, HELD])
def test_the_less_tired_do_not_think_of_it(drawing: str) -> None:
    said = says("steady", weary(drawing, status=SetStatus("a", "fatigued")))

    assert said.split()[0] not in ("sprint leave", "breakaway")


def test_who_breaks_away_has_a_weapon_for_it_too() -> None:
    fight = placed(HELD, fighter("a", dex=19, sword=99), fighter("b"), given=[WEARY])

    assert says("steady", fight) == "breakaway/sword back"


def test_mounted_riders_leave_foes_on_foot() -> None:
    fight = weary(HELD)
    fight.amend(SetStatus("a", "mounted"))

    assert says("steady", fight) == "breakaway back"


def test_where_nobody_can_get_clear_the_fight_goes_on_beside_a_friend() -> None:
    walled = """
        # # # #
         # a b c
        # # # #
    """
    fight = placed(
        walled, fighter("a", dex=19), fighter("b", "foes"), fighter("c", "a"), given=[WEARY]
    )

    assert says("steady", fight) == "attack/sword b"


def test_where_the_edge_cannot_be_reached_it_goes_on_too() -> None:
    walled = """
        # # # # # #
         # a . b # #
        # # # # # #
    """

    assert not says("steady", weary(walled)).startswith("sprint leave")
