"""What a mind far away says to each message, without a connection."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from structlog.testing import capture_logs

from protocol.messages import (
    Ack,
    AnswerMessage,
    CombatEnded,
    ControlMessage,
    EventMessage,
    LobbyMessage,
    PlansMessage,
    Pong,
    PromptClosed,
    PromptMessage,
    Refusal,
    RefusalCode,
    StandInMessage,
    ViewMessage,
    Welcome,
)
from protocol.plans import Order
from rules.kernel.model import Answer, Event, Option, Outcome, Prompt
from rules.request.model import View
from strikerank.remote import LostError, Play

HOLD: Final = Answer("p1", "hold")
PROMPT: Final = PromptMessage(
    Prompt(
        "p1", "ann", "action", 1, 1, 9, (Option("press", "Press"), Option("hold", "Hold")), HOLD, 5
    ),
    sight="p1 press",
)
PRESSED: Final = AnswerMessage("bot-1", Answer("p1", "press"))


def press(sight: str) -> Answer:
    """The sights of these tests say what to choose."""
    prompt, option = sight.split()
    return Answer(prompt, option)


def welcome(*, controls: bool = True) -> Welcome:
    return Welcome("f", "a fight", "seat", "ann", controls, 0)


@pytest.fixture
def play() -> Play:
    made = Play("secret", press, "bot")
    assert made.take(welcome()) == []
    return made


def changed(option: str) -> PromptMessage:
    """The same prompt after an amendment."""
    prompt = msgspec.structs.replace(PROMPT.prompt, options=(Option(option, "Another"),))
    return PromptMessage(prompt, sight=f"p1 {option}")


def test_a_prompt_is_answered_under_a_key_of_its_own(play: Play) -> None:
    assert play.take(PROMPT) == [PRESSED]
    assert play.unacked == {"bot-1": PRESSED}
    assert play.take(Ack("bot-1")) == []
    assert play.unacked == {}


def test_decisions_are_told() -> None:
    told: list[str] = []
    play = Play(
        "secret", press, "bot", lambda prompt, answer: told.append(f"{prompt.id} {answer.option}")
    )
    play.take(welcome())
    play.take(PROMPT)

    assert told == ["p1 press"]


def test_a_prompt_that_is_shown_twice_is_answered_once(play: Play) -> None:
    play.take(PROMPT)

    assert play.take(PROMPT) == []


def test_after_a_new_connection_what_has_no_ack_is_said_again(play: Play) -> None:
    play.take(PROMPT)

    assert play.take(welcome()) == [PRESSED]
    assert play.take(PROMPT) == []


def test_what_was_taken_and_is_asked_again_is_answered_the_same_under_a_new_key(play: Play) -> None:
    play.take(PROMPT)
    play.take(Ack("bot-1"))
    play.take(welcome())

    assert play.take(PROMPT) == [AnswerMessage("bot-2", PRESSED.answer)]


def test_a_prompt_that_was_changed_is_decided_anew(play: Play) -> None:
    play.take(PROMPT)

    assert play.take(changed("flee")) == [AnswerMessage("bot-2", Answer("p1", "flee"))]
    assert [*play.unacked] == ["bot-2"]


def test_a_prompt_that_was_taken_back_is_decided_anew(play: Play) -> None:
    play.take(PROMPT)
    play.take(Ack("bot-1"))
    play.take(PromptClosed("p1"))
    play.take(PromptClosed("unheard of"))

    assert play.take(PROMPT) == [AnswerMessage("bot-2", PRESSED.answer)]


def test_whoever_does_not_control_the_seat_says_nothing_until_it_does(play: Play) -> None:
    play.take(ControlMessage(on=False))

    assert play.take(PROMPT) == []
    assert play.take(ControlMessage(on=True)) == [PRESSED]


def test_what_is_not_possible_is_answered_by_default_once(play: Play) -> None:
    play.take(PROMPT)

    with capture_logs() as logs:
        assert play.take(Refusal("bot-1", "illegal", "option")) == [AnswerMessage("bot-2", HOLD)]
        assert play.take(Refusal("bot-2", "illegal", "option")) == []
    assert [one["event"] for one in logs] == ["answer was not possible"] * 2


def test_what_is_not_possible_any_more_is_left(play: Play) -> None:
    play.take(PROMPT)
    play.take(welcome())

    with capture_logs():
        assert play.take(Refusal("bot-1", "illegal", "option")) == []


@pytest.mark.parametrize("code", ["stale", "watching", "gone"])
def test_an_answer_that_comes_to_nothing_is_forgotten(play: Play, code: RefusalCode) -> None:
    play.take(PROMPT)

    assert play.take(Refusal("bot-1", code)) == []
    assert play.unacked == {}


@pytest.mark.parametrize("code", ["full", "too_fast", "not_kept"])
def test_an_answer_that_could_not_be_taken_yet_is_kept(play: Play, code: RefusalCode) -> None:
    play.take(PROMPT)

    assert play.take(Refusal("bot-1", code)) == []
    assert play.unacked == {"bot-1": PRESSED}


def test_a_refusal_of_anything_else_is_noted(play: Play) -> None:
    with capture_logs() as logs:
        assert play.take(Refusal("", "malformed", "type")) == []

    assert [(one["event"], one["code"]) for one in logs] == [("message was refused", "malformed")]


def test_the_stream_is_counted_and_goes_on_where_it_broke_off(play: Play) -> None:
    event = Event("e", "passed", 1, 1, 9)
    for number in (1, 2, 2, 1):
        play.take(EventMessage(number, event))

    assert play.hello().after == play.number == 2
    with pytest.raises(LostError, match="message 3 of the stream is missing"):
        play.take(EventMessage(4, event))


def test_the_end_is_the_end(play: Play) -> None:
    ended = CombatEnded(1, Outcome("draw", "", 3))
    play.take(ended)

    assert play.ended == ended


def test_the_rest_needs_no_answer(play: Play) -> None:
    view = ViewMessage(0, View(1, 1, 9, ()))
    plans = PlansMessage("ann", (), Order())
    for message in (LobbyMessage(()), view, plans, StandInMessage("ann", on=True), Pong(1)):
        assert play.take(message) == []
