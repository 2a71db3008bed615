"""RULES.md, the end of a fight: who yields is a prisoner, and what that means for both sides."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import Outcome, Place, SetHitPoints, SetStatus
from rules.request.course.machine import restore
from rules.request.model import Add
from tests.policies.saying import says
from tests.rules.request.build import PASS, Said, Scene, attack, fighter, figure, parry, scene, wait
from tests.rules.request.places import placed
from tests.rules.request.test_shadow import far, near
from tests.support.rulebook import rule

YIELD = Said("yield")
LATER = wait(5)  # when the blow of somebody as quick comes
BOUND = SetStatus("b", "yielded")
FREED = SetStatus("b", "yielded", on=False)
MISSED = "d100=96"
HELD = """
    . . . . .
     . a b . .
    . . . c .
"""


def bout(a: int = 6, b: int = 11) -> Scene:
    """A against B, who has a friend who comes later."""
    return scene(fighter("a", dex=a), fighter("b", "foes", dex=b), fighter("c", "foes", dex=1))


@rule(
    "C12a",
    "Whoever yields on its turn is a prisoner once the deeds of that moment are done: it stays on its feet, is engaged with nobody, and has no turns or reactions any more.",
)
def test_who_yields_is_a_prisoner_when_the_moment_is_over() -> None:
    fight = bout(a=11)

    # At this one moment it still parries, and only then it is a prisoner.
    fight.play({"a": [attack("b")], "b": [LATER, YIELD, parry()]}, f"{MISSED} {MISSED}")

    assert (fight.seen("b").state, fight.seen("b").stance) == ("prisoner", "standing")
    assert fight.changes("b") == [("yielded", "began")]
    assert fight.events.index(fight.attack()) < fight.events.index(fight.of("condition")[0])
    fight.play({"a": [attack("b")]}, "d20=1 d4=1", upto=(2, 9))
    assert {p.round for p in fight.asked("b")} == {1}
    assert [p.round for p in fight.asked("b", "reaction")] == [1]


def test_a_prisoner_is_engaged_with_nobody_and_tells_it() -> None:
    fight = placed(HELD, fighter("a", dex=6), fighter("b", "foes"), fighter("c", "foes", dex=1))
    assert fight.seen("b").engaged

    fight.answer(YIELD)

    assert not fight.seen("b").engaged
    assert [e.facts["cause"] for e in fight.of("disengaged")] == ["yielded"]


@rule(
    "C12b",
    "A prisoner counts as not able, and foes who want to may strike it like anybody helpless.",
)
def test_a_prisoner_may_be_struck_and_no_longer_fights() -> None:
    fight = bout()
    fight.answer(YIELD)

    assert fight.fight.outcome() is None
    fight.play({"a": [attack("b")]}, "d20=1 d4=1")
    assert fight.attack().facts["level"] == "critical"
    assert figure(fight.attack(), "damage") == 8


@pytest.mark.parametrize("both", [False, True])
def test_the_side_that_has_only_prisoners_left_has_lost(both: bool) -> None:
    fight = scene(fighter("a", dex=11 if both else 6), fighter("b"))

    fight.answer(*([YIELD] * (2 if both else 1)))

    kind, winner = ("draw", "") if both else ("victory", "a")
    assert fight.fight.outcome() == Outcome(kind, winner, 1)


def test_whoever_is_felled_at_that_moment_did_not_yield() -> None:
    fight = bout(a=11)

    fight.play({"a": [attack("b")], "b": [LATER, YIELD]}, "d100=1 d20=20 d4=1 d100=99")

    assert ("yielded", "began") not in fight.changes("b")
    assert fight.seen("b").state == "down"


def test_a_game_master_takes_prisoners_and_frees_them() -> None:
    fight = bout()

    fight.amend(BOUND, BOUND)
    assert fight.seen("b").state == "prisoner"
    assert [p.combatant for p in fight.fight.prompts()] == ["a"]
    fight.amend(FREED)

    assert fight.seen("b").state == "up"
    assert fight.changes("b") == [("yielded", "began"), ("yielded", "ended")]


def test_a_prisoner_who_has_no_room_is_not_freed() -> None:
    fight = placed("a b c", fighter("a"), fighter("b", "foes"), fighter("c", "foes"))
    fight.amend(BOUND, Place("a", "B1"), Add(replace(fighter("d", "foes"), place="A1")))

    with pytest.raises(IllegalAmendmentError):
        fight.amend(FREED)


def test_a_prisoner_who_dies_is_dead() -> None:
    fight = bout()
    fight.amend(BOUND)

    fight.amend(SetHitPoints("b", "head", -9), dice="d100=99")

    assert fight.seen("b").state == "dead"


def _as_it_is(fight: Scene) -> Scene:
    return fight


def _restored(fight: Scene) -> Scene:
    return Scene(restore(fight.fight.snapshot()))


def _forked(fight: Scene) -> Scene:
    return Scene(fight.fight.fork())


@pytest.mark.parametrize("way", [_as_it_is, _restored, _forked])
def test_whoever_is_about_to_yield_does_so_after_any_interruption(
    way: Callable[[Scene], Scene],
) -> None:
    fight = bout(a=11)
    fight.answer(attack("b"), LATER)
    fight.answer(YIELD)  # the reaction is asked now

    again = way(fight)
    again.answer(parry(), dice=f"{MISSED} {MISSED}")

    assert again.seen("b").state == "prisoner"


def test_everybody_sees_who_is_a_prisoner() -> None:
    fight = bout()
    fight.amend(BOUND)

    assert far(fight, "a").has_yielded(1)
    assert near(fight, "a").has_yielded(1)
    assert not near(fight, "a").has_yielded(2)


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_minds_leave_prisoners_alone(mind: str) -> None:
    fight = placed(HELD, fighter("a", dex=19), fighter("b", "foes"), fighter("c", "foes"))
    fight.amend(BOUND)

    assert "b" not in says(mind, fight).split()


@pytest.mark.parametrize(("alone", "said"), [(True, "yield"), (False, "attack/sword b")])
def test_who_can_hardly_stand_yields_if_nobody_can_help(alone: bool, said: str) -> None:
    spent = fighter("a", "us", dex=19, skills={"Dodge": 1}, sword=40)
    other = fighter("c", "them" if alone else "us", dex=1)
    fight = placed(HELD, spent, fighter("b", "them"), other)
    fight.amend(SetStatus("a", "heavily fatigued"))

    assert says("steady", fight) == said


def test_random_minds_yield_now_and_then() -> None:
    said: list[str] = []
    for _ in range(3):
        fight = bout(a=19)
        while fight.fight.outcome() is None and len(said) < 6000:
            prompts = fight.fight.prompts()
            who = prompts[0].combatant
            said.append(says("random", fight, who).split()[0])
            fight.answer(*[PASS if p.kind == "action" else Said() for p in prompts])

    share = said.count("yield") / len(said)
    assert share < 0.01
