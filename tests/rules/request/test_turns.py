"""RULES.md, turns: who is asked when, planning, waiting, carrying over."""

from __future__ import annotations

import pytest

from rules.kernel.model import Hide, Moment, Reveal, SetStatus
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DECLINE,
    DEFEND,
    ONE_ROUND,
    PASS,
    SILENCE,
    SWORD,
    Said,
    archer,
    attack,
    carry,
    fighter,
    parry,
    scene,
    shoot,
    vulnerable,
    wait,
)
from tests.rules.request.places import breakaway, charge, flying, move, placed
from tests.support.rulebook import rule

SCRATCH = "d100=40 d8=1 d20=10"
FELLING = "d100=40 d8=8 d20=20 d4=1 d100=96"


@rule(
    "C1",
    "In a phase a combatant is asked for its action once, at the highest strike rank of anything it can do.",
)
@pytest.mark.parametrize(
    ("dex", "sword", "bow", "asked"), [(14, 74, 65, 14), (8, 74, 65, 8), (8, 74, 95, 10)]
)
def test_one_is_asked_once_at_the_highest_rank(dex: int, sword: int, bow: int, asked: int) -> None:
    # In hand a bow and bare of anything else that is quicker: the sword hangs at the belt.
    held = ["bow"] if bow > sword else ["sword"]
    someone = fighter(
        "a", dex=dex, sword=sword, skills={"Bow": bow}, weapons=[SWORD, BOW], held=held
    )
    fight = scene(someone, fighter("b", dex=1))

    fight.play({"a": [attack("b") if held == ["sword"] else shoot("b")]}, dice="d100=96")

    assert fight.ranks("a") == [asked]


@rule(
    "C2",
    "Asked, it may name an action of a lower strike rank, which then happens there without another question.",
)
def test_a_named_action_happens_at_its_rank() -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=11))

    fight.play({"a": [attack("b")], "b": [DEFEND]}, dice="d100=96")

    assert fight.ranks("a") == [14]
    assert fight.acts() == [(11, "b"), (8, "a")]


@rule(
    "C3",
    "If a condition comes to somebody before a named action happens, it is asked anew at once.",
)
@pytest.mark.parametrize(
    ("said", "dice", "asked"),
    [
        (parry(), "d100=96 d100=99", [14, 12]),
        (parry(), "d100=96 d100=96", [14]),
        (DECLINE, "d100=40 d8=1 d20=10", [14]),
    ],
    ids=["vulnerable", "nothing", "scratched"],
)
def test_whoever_gets_a_condition_is_asked_anew(said: Said, dice: str, asked: list[int]) -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=10, sword=120))

    fight.play(
        {"a": [*[attack("b")] * len(asked), said], "b": [attack("a")]}, dice=f"{dice} d100=96"
    )

    assert fight.ranks("a") == asked


@rule(
    "C3a",
    "If the chosen target falls or disappears before a named action happens, its owner is asked anew at once.",
)
@pytest.mark.parametrize(
    ("struck", "hidden", "asked"),
    [("b", "", [14, 12]), ("d", "", [14]), ("d", "b", [14, 12])],
    ids=["felled", "another", "hidden"],
)
def test_a_lost_target_is_asked_about(struck: str, hidden: str, asked: list[int]) -> None:
    fight = scene(
        fighter("a", dex=14, sword=74),
        fighter("b", dex=3),
        fighter("c", dex=10, sword=120),
        fighter("d", dex=3),
        later=[(Moment(1, 1, 12), Hide(hidden))] if hidden else [],
    )

    fight.play(
        {"a": [attack("b"), *[DEFEND] * (len(asked) - 1)], "c": [attack(struck)]},
        dice=FELLING if asked == [14, 12] else f"{FELLING} d100=96",
    )

    assert fight.ranks("a") == asked


@rule(
    "C3b",
    "If a named action has become impossible before it happens, its owner is asked anew at once.",
)
@pytest.mark.parametrize(
    ("drawing", "said", "others", "asked"),
    [
        # Its target walks away;
        ("a b . . . . .", attack("b"), {"b": [breakaway("C1")]}, [14, 12]),
        # somebody steps into the way of its charge, or beside it;
        ("a . . . b . .\n . . c . . . .", charge("b"), {"c": [move("C1")]}, [14, 12]),
        (". c . . . . . .\n . . . a . . . b", charge("b"), {"c": [move("C2")]}, [14, 12]),
        # the hex it wants to go to is taken, or the way to it is barred;
        (
            "# # . # # # #\n c . a b . . .\n# # # # # # #",
            breakaway("B2"),
            {"c": [move("B2")]},
            [14, 12],
        ),
        # and here nothing has changed.
        ("a . . . b . .", charge("b"), {"b": [DEFEND]}, [14]),
    ],
)
def test_what_has_become_impossible(
    drawing: str, said: Said, others: dict[str, list[Said]], asked: list[int]
) -> None:
    people = [
        fighter("a", dex=14),
        flying(fighter("b", "them", dex=12)),
        *([fighter("c", "them", dex=12)] if "c" in drawing else []),
    ]
    fight = placed(drawing, *people)

    fight.play({"a": [said], **others}, "" if len(asked) > 1 else "d100=96")

    assert fight.ranks("a") == asked


@rule("C18", "Whoever has fallen neither acts nor reacts any more.")
@pytest.mark.parametrize("status", ["unconscious", "out", "dead"])
def test_the_fallen_do_nothing(status: str) -> None:
    fight = scene(
        fighter("a", "us", dex=12, sword=120),
        fighter("b", "them", dex=15, sword=74),
        fighter("c", "them", dex=1),
        later=[(Moment(1, 1, 13), SetStatus("b", status))],
    )

    # B named a blow for strike rank 8, and falls at 13.
    alive = status != "dead"
    fight.play(
        {"a": [attack("b" if alive else "c")], "b": [attack("a")]},
        dice="d20=1 d4=1" if alive else "d100=96",
    )

    assert fight.of("attack", by="b") == []
    assert (fight.ranks("b"), fight.asked("b", "reaction")) == ([15], [])
    fight.play(upto=(2, 9))
    assert fight.ranks("b") == [15]


@rule(
    "C4",
    "Whoever waits names the strike rank it lasts to, and is asked again when that is reached.",
)
@pytest.mark.parametrize("until", [13, 5, 1])
def test_a_wait_lasts_to_a_rank(until: int) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12))

    fight.play({"a": [wait(until)], "b": [DEFEND]})

    assert fight.ranks("a") == [14, until]


@rule(
    "C4a",
    "A wait may end early by something named with it: anything that happens, a foe who comes into view or nearer, or an act of one combatant.",
)
@pytest.mark.parametrize(
    ("trigger", "ended"),
    [("nothing", 1), ("anything", 12), ("view", 4), ("acts:b", 12), ("acts:c", 10)],
)
def test_a_wait_may_end_early(trigger: str, ended: int) -> None:
    fight = scene(
        fighter("a", dex=14),
        fighter("b", dex=12),
        fighter("c", dex=10),
        fighter("d", dex=3, hidden=True),
        later=[(Moment(1, 1, 4), Reveal("d"))],
    )

    fight.play({"a": [wait(1, trigger)], "b": [DEFEND], "c": [DEFEND]})

    assert fight.ranks("a") == [14, ended]


@rule(
    "A13",
    "Whoever stops waiting acts at the strike rank that the phase has reached, whatever the DEX of those who acted before.",
)
@pytest.mark.parametrize("dex", [9, 11, 18])
def test_the_end_of_a_wait_is_a_turn_now(dex: int) -> None:
    fight = scene(archer("a", dex=11, bow=65), fighter("b", dex=dex, sword=40), distance=0)

    fight.play({"a": [wait(1, "acts:b"), shoot("b")], "b": [attack("a")]}, dice="d100=96 d100=96")

    assert fight.acts() == [(4, "b"), (4, "a")]


@rule(
    "R53",
    "Whoever is slowed down before acting waits for the new strike rank, or acts at once if it is already past.",
)
@pytest.mark.parametrize(("slowed_at", "acts_at"), [(8, 6), (7, 6), (6, 6), (4, 4)])
def test_the_slowed_act_at_the_new_rank(slowed_at: int, acts_at: int) -> None:
    fight = scene(
        fighter("a", dex=8, sword=80),
        fighter("b", dex=1),
        later=[(Moment(1, 1, slowed_at), vulnerable("a"))],
    )
    waits = [wait(slowed_at)] if slowed_at < 8 else []

    fight.play({"a": [*waits, attack("b")]}, dice="d100=96")

    assert fight.acts() == [(acts_at, "a")]


@rule(
    "R54",
    "Whoever acts later than it could competes as all others do at that strike rank: DEX decides, not the rank given up.",
)
@pytest.mark.parametrize(
    ("dex", "order"), [(16, ["b", "a"]), (10, ["a", "b"])], ids=["quicker", "slower"]
)
def test_dex_decides_at_the_rank_of_acting(dex: int, order: list[str]) -> None:
    fight = scene(archer("a", dex=11, bow=65), fighter("b", dex=dex, sword=50), distance=0)

    fight.play({"a": [wait(5), shoot("b")], "b": [attack("a")]}, dice="d100=96 d100=96")

    assert fight.acts() == [(5, who) for who in order]


@rule(
    "R55",
    "Strike rank 1 is the last of a phase: what is not used or carried over there is lost.",
)
@pytest.mark.parametrize(("said", "left"), [(SILENCE, 1), (PASS, 1), (carry(), 2)])
def test_strike_rank_1_is_the_last(said: Said, left: int) -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=1, weapons=[]))

    fight.answer(wait(2))
    assert (fight.prompt("a").rank, "wait" in fight.offers("a")) == (2, True)
    fight.answer(wait(1))

    assert (fight.prompt("a").rank, "wait" in fight.offers("a")) == (1, False)
    fight.answer(said)
    assert fight.seen("a").actions == left


@rule("P5", "No action interrupts another: whoever waited for somebody's act comes after it.")
def test_an_act_is_not_interrupted() -> None:
    fight = scene(fighter("a", dex=14, sword=90), fighter("b", dex=10, sword=80))

    fight.play(
        {"a": [wait(1, "acts:b"), attack("b")], "b": [attack("a")]},
        dice=f"{SCRATCH} d100=96",
    )

    assert fight.acts() == [(8, "b"), (8, "a")]
    assert fight.points("a", "chest") == 6


@rule("D8", "Silence is waiting to strike rank 1 and losing the action there.")
def test_silence_waits_and_loses_the_action() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=10))

    fight.play({"a": [SILENCE, SILENCE], "b": [DEFEND]})

    assert fight.ranks("a") == [12, 1]
    assert fight.acts() == [(10, "b")]
    assert fight.seen("a").actions == 1


@rule("C5", "Passing gives up the action of the phase at once.")
def test_passing_gives_the_action_up() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=10))

    fight.answer(PASS)

    assert fight.seen("a").actions == 1
    fight.play({"b": [DEFEND]})
    assert fight.ranks("a") == [12]


@rule(
    "C6",
    "An action carried over with a trigger named may still be taken in the same phase if the trigger comes.",
)
@pytest.mark.parametrize(
    ("trigger", "acted"),
    [("acts:b", [1, 2]), ("anything", [1, 2]), ("view", [2, 3]), ("nothing", [2, 3])],
)
def test_a_carried_action_may_be_triggered(trigger: str, acted: list[int]) -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=14, weapons=[DAGGER]))

    fight.play(
        {"a": [carry(trigger), DEFEND, DEFEND], "b": [wait(10), DEFEND, PASS, PASS]},
        upto=ONE_ROUND,
    )

    assert [e.phase for e in fight.of("defended", by="a")] == acted


def test_whoever_falls_with_no_action_left_begins_no_phase() -> None:
    people = [fighter(name, "us", dex=6) for name in "ac"]
    fight = scene(*people, fighter("b", "them", dex=18))
    fight.play({"b": [PASS]})

    fight.amend(SetStatus("a", "dead")).answer(carry())

    assert {(p.round, p.phase) for p in fight.fight.prompts()} == {(2, 1)}
