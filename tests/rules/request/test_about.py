"""A prompt says in a sentence what it is about, for people."""

from __future__ import annotations

import pytest

from rules.kernel.model import Disengage, Engage
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DECLINE,
    SPEAR,
    Said,
    Scene,
    aim,
    attack,
    fighter,
    parry,
    ready,
    shoot,
    stance,
)
from tests.rules.request.places import (
    breakaway,
    charge,
    closer,
    farther,
    move,
    placed,
    retreat,
)

NEAR = ". . . . .\n . a b . .\n. . . . ."
FAR = ". . . . . .\n . a . . b .\n. . . . . ."
BESIDE = ". . . . . .\n . b a . d .\n. . . . . ."


def about(fight: Scene, who: str) -> str:
    return next(prompt.about for prompt in fight.open() if prompt.combatant == who)


def test_an_action_is_about_whatever_one_likes() -> None:
    assert about(placed(NEAR, fighter("a", dex=14), fighter("b", dex=1)), "a") == ""


@pytest.mark.parametrize(
    ("drawing", "said", "sentence"),
    [
        (NEAR, attack("b"), "A strikes at you with the sword."),
        (NEAR, retreat("b", "A2"), "A strikes at you with the sword."),
        (FAR + "\n . . . . . .", charge("b"), "A charges at you with the sword."),
        (NEAR, breakaway("A2"), "A breaks away from you."),
        (NEAR, closer("b"), "A tries to get closer to you."),
        (NEAR, farther("b"), "A tries to get farther from you."),
    ],
)
def test_whoever_is_attacked_or_left_is_told_by_whom(
    drawing: str, said: Said, sentence: str
) -> None:
    drawing = (
        drawing.replace(". a . . b .", ". a . . . b") if said.option == "charge/sword" else drawing
    )
    fight = placed(
        drawing,
        fighter("a", dex=14, sword=140, skills={"Dodge": 140}),
        fighter("b", dex=1),
    )

    fight.answer(said)

    assert about(fight, "b") == sentence


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (move("C3"), "A moves beside you: you may strike first."),
        (shoot("d"), "A is about to shoot: you may strike first."),
        (shoot("d", "dagger"), "A is about to shoot: you may strike first."),
        (aim("d"), "A takes aim: you may strike first."),
        (ready("dagger"), "A reaches for something: you may strike first."),
        (stance("prone"), "A changes stance: you may strike first."),
    ],
)
def test_an_opening_says_what_gives_it(said: Said, sentence: str) -> None:
    fight = placed(
        BESIDE,
        fighter(
            "a",
            dex=14,
            weapons=[BOW, DAGGER],
            held=["dagger"]
            if said.option == "shoot/dagger"
            else []
            if said.option.startswith("ready")
            else ["bow"],
            skills={"Bow": 140, "Throwing": 140},
        ),
        fighter("b", "them", dex=1),
        fighter("d", "them", dex=1),
    )

    fight.answer(said)

    assert about(fight, "b") == sentence


@pytest.mark.parametrize(
    ("said", "sentence"),
    [(shoot("d"), "A shoots at you."), (shoot("d", "dagger"), "A throws the dagger at you.")],
)
def test_a_shot_is_told_from_a_throw(said: Said, sentence: str) -> None:
    fight = placed(
        ". . . . . .\n . . a . d .\n. . . . . .",
        fighter(
            "a",
            dex=14,
            weapons=[BOW, DAGGER],
            held=["dagger"] if said.option == "shoot/dagger" else ["bow"],
            skills={"Bow": 140, "Throwing": 140},
        ),
        fighter("d", "them", dex=1),
    )

    fight.answer(said)

    assert about(fight, "d") == sentence


def test_a_thrust_from_long_reach_gives_an_opening() -> None:
    fight = placed(
        NEAR,
        fighter("a", dex=14, weapons=[DAGGER], skills={"Dagger": 140}),
        fighter("b", dex=1, weapons=[SPEAR]),
        given=[Engage("a", "b", "long")],
    )

    fight.answer(attack("b", "dagger"))

    assert about(fight, "b") == "A comes in close to strike at you: you may strike first."


def test_a_step_past_somebody_gives_an_opening() -> None:
    fight = placed(
        ". d . . .\n . a b . .\n. . . . .",
        fighter("a", dex=14, skills={"Dodge": 140}),
        fighter("b", "them", dex=1),
        fighter("d", "them", dex=1),
        given=[Disengage("a", "d")],
    )

    fight.answer(breakaway("A2"))
    fight.answer(DECLINE, dice="d100=10")

    assert about(fight, "d") == "A steps past you: you may strike first."


def test_a_riposte_says_why() -> None:
    fight = placed(NEAR, fighter("a", dex=14, sword=140), fighter("b", dex=1))

    fight.answer(attack("b"))
    fight.answer(parry(), dice="d100=96 d100=01")

    assert about(fight, "b") == "You have parried A so well that you may strike back."


def test_whoever_may_follow_is_told_whom() -> None:
    fight = placed(NEAR, fighter("a", dex=14, sword=140), fighter("b", dex=1))

    fight.answer(retreat("nobody", "A2"))

    assert about(fight, "b") == "A steps back from you: you may come after it."


def test_whoever_comes_near_a_long_weapon_may_be_kept_off() -> None:
    fight = placed("a . . . b", fighter("a", dex=14), fighter("b", dex=1, weapons=[SPEAR]))

    fight.answer(move("C1"))

    assert about(fight, "b").startswith("A has come within two steps")


def test_whoever_is_flanked_may_mind_one() -> None:
    fight = placed(
        ". . . . .\n . a t b .\n. . . . .",
        fighter("a", "us", dex=14),
        fighter("b", "us", dex=2),
        fighter("t", "them", dex=1),
    )

    fight.answer(Said("defend", also=("flank/t",)))

    assert about(fight, "t").startswith("Several foes")
