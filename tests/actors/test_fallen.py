"""Whoever is asked again because a choice fell away is told which, and why."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from actors.combatant import Combatant, Reply
from actors.fallen import CHANGED, LastChoice
from protocol.plans import Intent
from protocol.records import Dropped
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Option, Prompt
from tests.support.actors import answer_of
from tests.support.questions import Fixed

CAST: Final = Answer("r1.p1.0.meg", "cast", ("joss",))
WAIT: Final = Answer("r1.p1.0.meg", "wait")
FIRST: Final = Prompt(
    "r1.p1.0.meg",
    "meg",
    "action",
    round=1,
    phase=1,
    rank=12,
    options=(
        Option("cast", "Cast", rank=7),
        Option("strike", "Strike", rank=12),
        Option("wait", "Wait"),
    ),
    default=WAIT,
    luck=1,
)
NOT_NOW: Final = "option: cast is not possible; wait"


def again(**changes: object) -> Fixed:
    """The next question to the same; only to wait is possible."""
    changes = {"id": "r1.p1.3.meg", "rank": 11, **changes}
    return Fixed(replace(FIRST, default=replace(WAIT, prompt=str(changes["id"])), **changes))


def chosen(answer: Answer, first: Prompt = FIRST) -> LastChoice:
    last = LastChoice()
    last.note(Fixed(first), Reply(answer, "mind"))
    return last


def test_what_fell_away_before_its_rank_is_named_with_the_reason() -> None:
    assert chosen(CAST).fallen(again()) == (Dropped(Intent("cast", ("joss",)), NOT_NOW),)


def test_what_could_be_chosen_again_fell_away_because_something_changed() -> None:
    first = replace(FIRST, options=(Option("wait", "Wait", rank=7),))

    assert chosen(WAIT, first).fallen(again()) == (Dropped(Intent("wait"), CHANGED),)


@pytest.mark.parametrize(
    "question",
    [
        again(id="r1.p1.9.meg", rank=6),  # it has been done
        again(id="r1.p2.0.meg", phase=2),
        again(id="r2.p1.0.meg", round=2),
        again(kind="reaction"),
    ],
)
def test_what_was_done_has_not_fallen_away(question: Fixed) -> None:
    assert chosen(CAST).fallen(question) == ()


@pytest.mark.parametrize("answer", [WAIT, Answer("r1.p1.0.meg", "strike")])
def test_neither_a_wait_nor_what_is_done_at_once_falls_away(answer: Answer) -> None:
    assert chosen(answer).fallen(again()) == ()


def test_what_a_game_master_undid_is_named_too() -> None:
    strike = Answer("r1.p1.0.meg", "strike")

    assert [one.intent.option for one in chosen(strike).fallen(Fixed(FIRST))] == ["strike"]


def test_nobody_is_told_of_a_choice_that_was_never_made() -> None:
    last = LastChoice()
    last.note(Fixed(replace(FIRST, kind="reaction")), Reply(CAST, "mind"))

    assert last.fallen(again()) == ()


def test_the_mind_hears_of_it_before_what_its_plans_dropped() -> None:
    told: list[tuple[Dropped, ...]] = []

    class Attentive:
        async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
            told.append(dropped)
            return Reply(question.default(), "mind")

    fell = (Dropped(Intent("cast"), NOT_NOW),)
    meg = Combatant("meg", Attentive(), intents=(Intent("fly"),))

    reply = answer_of(meg, again(), fell)
    answer_of(meg, again(), fell)

    assert [[one.intent.option for one in those] for those in told] == [["cast", "fly"], ["cast"]]
    assert [one.intent.option for one in reply.dropped] == [
        "fly"
    ]  # no plan, so not recorded as one
