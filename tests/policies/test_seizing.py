"""The short questions of a fight with places: what each mind says to an opening, a contest, a retreat, a formation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.kernel.model import Disengage, Engage, SetHitPoints
from rules.request.chapters.formation import FLANKED
from rules.request.course.seen.kinds import (
    ENGAGE_KIND,
    FOCUS_KIND,
    FOLLOW_KIND,
    OPPORTUNITY_KIND,
    OPPOSE_KIND,
)
from rules.request.model import Entry, Weapon
from tests.policies.saying import also, decide, kinds, says
from tests.rules.request.build import (
    AXE,
    BOW,
    DAGGER,
    PASS,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    archer,
    fighter,
)
from tests.rules.request.places import (
    FIST,
    HANDY,
    LONGSPEAR,
    apart,
    breakaway,
    closer,
    move,
    placed,
    retreat,
)

MINDS = ("steady", "reckless", "guard")
WAY = """
    . . . . . .
     . a b . . .
    . . . . . .
"""


def me(
    weapons: Sequence[Weapon] = (SWORD, SHIELD, DAGGER),
    skills: Mapping[str, int] | None = None,
    held: Sequence[str] | None = None,
) -> Entry:
    return fighter("a", "us", dex=9, weapons=weapons, skills=skills, held=held)


def foe(name: str = "b", weapons: Sequence[Weapon] = (SWORD, SHIELD, DAGGER)) -> Entry:
    return fighter(name, "them", dex=15, weapons=weapons)


def until(fight: Scene, said: Said, kind: str, dice: str = "") -> Scene:
    """B says this on its turn and everybody else nothing, until A is asked a question of this kind."""
    for _ in range(20):
        asked = kinds(fight)
        if asked.get("a") == kind:
            return fight
        answers = [said if one.combatant == "b" else PASS for one in fight.open()]
        if set(asked.values()) != {"turn"}:
            answers = [Said("decline") for _ in fight.open()]
        fight.answer(*answers, dice=dice if said in answers else "")
    pytest.fail("A is never asked that")


# --- openings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mind", "said"),
    [
        ("steady", "opportunity/sword"),
        ("reckless", "opportunity/sword"),
        ("guard", "decline"),
    ],
)
def test_an_opening_is_taken_with_whatever_hurts_most(mind: str, said: str) -> None:
    held = ("dagger", "sword")
    fight = placed(WAY, me((DAGGER, SWORD), held=held), foe(weapons=(SWORD, SHIELD)))
    until(fight, Said("ready/shield"), OPPORTUNITY_KIND)

    assert says(mind, fight) == said


# --- contests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mind", MINDS)
def test_whoever_would_leave_is_held_with_the_best_chance(mind: str) -> None:
    fight = placed(WAY, me(skills={"Shield": 70}, held=("sword", "shield")), foe())
    until(fight, breakaway("back"), OPPOSE_KIND)

    assert says(mind, fight) == "oppose/shield"


def test_an_archer_is_glad_to_see_the_back_of_a_foe_but_keeps_its_reach() -> None:
    leaving = placed(WAY, me((BOW, DAGGER)), foe(), given=[Engage("a", "b", "normal")])
    until(leaving, breakaway("back"), OPPOSE_KIND)
    assert says("steady", leaving) == "decline"

    coming = placed(WAY, me((BOW, FIST), HANDY), foe(), given=[Engage("a", "b")])
    until(coming, closer("a"), OPPOSE_KIND)
    assert says("steady", coming) == "oppose/fist"


@pytest.mark.parametrize("mind", MINDS)
def test_whoever_has_nothing_to_oppose_with_does_not(mind: str) -> None:
    fight = placed(WAY, me((BOW, SWORD), held=("bow",)), foe(), given=[Engage("a", "b")])
    until(fight, closer("a"), OPPOSE_KIND)

    assert says(mind, fight) == "decline"


# --- retreats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mind", "said"), [("steady", "follow C2"), ("reckless", "follow C2"), ("guard", "decline")]
)
def test_a_foe_that_retreats_is_followed(mind: str, said: str) -> None:
    fight = placed(WAY, me(), foe())
    until(fight, retreat("nobody", "back"), FOLLOW_KIND)

    assert says(mind, fight) == said


def test_with_a_long_weapon_at_long_reach_one_follows_to_two_steps() -> None:
    wide = """
        . . . . . . .
         . a b . . . .
        . . . . . . .
    """
    fight = placed(wide, me((LONGSPEAR,)), foe(weapons=(DAGGER,)), given=[Engage("a", "b", "long")])
    until(fight, retreat("nobody", "back", "dagger"), FOLLOW_KIND)
    answer = decide("steady", fight.fight, "a")
    fight.fight.advance([answer])

    assert answer.option == "follow"
    assert apart(fight, "a", "b") == 2


def test_the_steady_follow_to_where_few_stand_and_into_no_crowd() -> None:
    drawing = """
        . . . . . .
         . a b . c .
        . . . . . .
    """
    fight = placed(drawing, me(), foe(), foe("c", (DAGGER,)))
    until(fight, retreat("nobody", "D1"), FOLLOW_KIND)
    assert says("steady", fight) == "follow C2"
    assert says("reckless", fight) == "follow C2"

    hedged = """
        # # # . . .
         # a b . . .
        # # c d e .
    """
    people = [foe(name, (DAGGER,)) for name in "cde"]
    fight = placed(hedged, me(), foe(), *people, given=[Disengage("a", "c")])
    until(fight, retreat("nobody", "D1"), FOLLOW_KIND)
    assert says("reckless", fight) == "follow C2"
    assert says("steady", fight) == "decline"


def test_a_foe_is_followed_to_where_no_edge_is_behind_one() -> None:
    drawing = ". . . . .\n . a b . .\n. . . . ."
    small = fighter("a", "us", dex=14, hide=20, size=1)
    giant = fighter("b", "them", dex=12, weapons=(SPEAR,), strong=60, size=30)
    heights = "3 3 3 3 3\n 2 3 3 3 3\n. . . . ."
    found: list[list[str]] = []
    for ground in ("", heights):
        fight = placed(drawing, small, giant, heights=ground)
        until(fight, retreat("nobody", "D1", "spear"), FOLLOW_KIND)
        found.append([says("steady", fight), says("reckless", fight)])

    assert found == [["follow C2", "follow C2"], ["follow C1", "follow C1"]]


def test_an_archer_follows_nobody() -> None:
    fight = placed(WAY, me((BOW, DAGGER)), foe(), given=[Engage("a", "b")])
    until(fight, retreat("nobody", "back"), FOLLOW_KIND)

    assert says("steady", fight) == "decline"


# --- long weapons ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mind", "said"), [("steady", "engage"), ("reckless", "engage"), ("guard", "decline")]
)
def test_whoever_comes_to_the_point_of_a_long_weapon_is_engaged(mind: str, said: str) -> None:
    fight = placed("a . . . b", me((SPEAR,)), foe())
    until(fight, move("C1"), ENGAGE_KIND)

    assert says(mind, fight) == said


# --- formations ------------------------------------------------------------------------------------


ROUND = """
    . b . .
     . a c .
    . d . .
"""


def surrounded(*weapons: Weapon) -> Scene:
    names = ("b", "c", "d")
    return placed(
        ROUND, me(), *[foe(name, (weapon,)) for name, weapon in zip(names, weapons, strict=True)]
    )


@pytest.mark.parametrize("mind", MINDS)
def test_the_heaviest_weapon_is_minded(mind: str) -> None:
    fight = surrounded(DAGGER, AXE, SWORD)
    assert kinds(fight) == {"a": FOCUS_KIND}

    assert says(mind, fight) == "focus c"


def test_the_wounded_are_minded_less() -> None:
    fight = surrounded(SWORD, SWORD, SWORD)
    assert says("steady", fight) == "focus b"

    fight = surrounded(SWORD, SWORD, SWORD)
    fight.amend(SetHitPoints("b", "left arm", -1), dice="d4=1")
    assert says("steady", fight) == "focus c"


def test_whoever_minds_nobody_does_so_on_its_turn() -> None:
    fight = surrounded(DAGGER, AXE, SWORD)
    fight.answer(Said("decline"))
    fight.prompt("a")
    assert also("steady", fight) == ("focus/c",)
    assert decide("reckless", fight.fight, "a").also is None


def test_an_archer_in_the_thick_of_it_parries_as_others_do() -> None:
    fight = placed(WAY, archer("a", "us", dex=3), foe())
    until(fight, Said("attack/sword", ("a",)), "defence")

    assert says("steady", fight) in {"dodge", "parry/bow"}


def test_two_words_may_go_beside_one_answer() -> None:
    fight = surrounded(DAGGER, AXE, SWORD)
    fight.answer(Said("decline"))
    fight.prompt("a")
    (question,) = fight.fight.questions()
    sight = question.sight()
    answer = sight.declare(sight.mind(sight.nothing(), 2), FLANKED, 1)

    assert answer.also == ("focus/c", "flank/b")
