"""The page's reducer and its words by themselves: what comes in, and what is known after."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest
from playwright.sync_api import Page

from protocol.codec import encode
from protocol.messages import (
    Ack,
    CombatEnded,
    EventMessage,
    PromptClosed,
    PromptMessage,
    Refusal,
    ServerMessage,
    StandInMessage,
    Told,
    Words,
)
from rules.kernel.model import Answer, Event, Option, Outcome, Parameter, Prompt, Value
from tests.browser.talk import Talk, nth

Known = dict[str, object]
PROMPT = Prompt(
    "r1.p1.1.joss",
    "joss",
    "action",
    1,
    1,
    12,
    (
        Option("attack/mace", "Attack with mace", 1, 8, parameters=(
            Parameter("target", (Value("hob", "Old Hob", 50), Value("rusk", "Rusk", 40))),
        )),
        Option("wait", "Wait", parameters=(
            Parameter("until", (Value("8", "strike rank 8"),)),
            Parameter("for", (Value("nothing", "nothing"), Value("anything", "anything that happens"))),
        )),
        Option("move", "Move", 1, 12, parameters=(
            Parameter("to", (Value("back", "back off", place="E9"), Value("E8", "E8", place="E8"))),
        )),
    ),
    Answer("r1.p1.1.joss", "wait", ("8", "nothing")),
    7,
    trivial=(Option("drop/mace", "Drop mace"),),
)  # fmt: skip


@pytest.fixture(scope="module")
def page(library: Page) -> Page:
    library.evaluate(
        """async () => {
            const names = ['state', 'words', 'hexes', 'token'];
            window.all = await Promise.all(names.map(one => import(`/js/${one}.js`)));
        }"""
    )
    return library


def after(page: Page, *messages: ServerMessage | dict[str, object]) -> Known:
    """What is known after these."""
    raw = [
        msgspec.json.decode(one if isinstance(one, bytes) else encode(one))
        if not isinstance(one, dict)
        else one
        for one in messages
    ]
    known = page.evaluate(
        """messages => {
            const {NOTHING, reduce} = window.all[0];
            const freeze = one => { if (one && typeof one === 'object') { Object.freeze(one); Object.values(one).forEach(freeze); } return one; };
            return messages.reduce((state, one) => freeze(reduce(state, freeze(one), 1000)), freeze(structuredClone(NOTHING)));
        }""",
        raw,
    )
    return cast("Known", known)


def line(number: int) -> EventMessage:
    event = Event(f"e{number}", "moved", 1, 1, 12)
    return EventMessage(number, event, Told((Words(f"line {number}"),)))


SENT: dict[str, object] = {
    "type": "sent",
    "key": "k1",
    "wish": {"type": "answer", "answer": {"prompt": PROMPT.id, "option": "wait"}},
}
WELCOME = Talk().welcome()


def test_an_event_that_is_known_already_changes_nothing(page: Page) -> None:
    known = after(page, line(1), line(2), line(1), line(2))

    assert known["number"] == 2
    assert len(cast("list[object]", known["log"])) == 2


def test_what_goes_without_saying_is_counted_and_not_written(page: Page) -> None:
    known = after(page, EventMessage(1, Event("e1", "condition", 1, 1, 12)))

    assert known["number"] == 1
    assert known["log"] == []


def test_an_answer_waits_until_it_is_acknowledged_and_then_for_the_others(page: Page) -> None:
    waiting = after(page, PromptMessage(PROMPT), SENT)
    taken = after(page, PromptMessage(PROMPT), SENT, Ack("k1"))
    closed = after(
        page,
        PromptMessage(PROMPT),
        SENT,
        Ack("k1"),
        PromptClosed(PROMPT.id, Answer(PROMPT.id, "wait"), "mind"),
    )

    assert len(cast("list[object]", waiting["sent"])) == 1
    assert taken["sent"] == []
    assert list(cast("Known", taken["answered"])) == [PROMPT.id]
    assert (closed["prompts"], closed["answered"], closed["notice"]) == ([], {}, "")


@pytest.mark.parametrize(
    ("origin", "notice"),
    [
        ("mind", "Answered elsewhere: Wait until strike rank 8."),
        ("order", "Your standing order answered: Wait until strike rank 8."),
        ("intent", "Your plan was carried out: Wait until strike rank 8."),
        ("stand_in", "Whoever stands in for you chose: Wait until strike rank 8."),
        ("late", "The time was up: Wait until strike rank 8."),
        ("gone", "Nobody was there to answer: Wait until strike rank 8."),
        ("illegal", "That was not possible any more: Wait until strike rank 8 instead."),
    ],
)
def test_how_a_question_was_closed_by_others_is_said(page: Page, origin: str, notice: str) -> None:
    closed = msgspec.json.decode(encode(PromptClosed(PROMPT.id, PROMPT.default)))
    known = after(page, PromptMessage(PROMPT), {**closed, "origin": origin})

    assert known["notice"] == notice


def test_a_refusal_stays_with_what_it_is_about(page: Page) -> None:
    refusal = Refusal("k1", "illegal", "values[0]", "x", "y", seconds=3)
    known = after(page, PromptMessage(PROMPT, 30), SENT, refusal)
    again = after(page, PromptMessage(PROMPT, 30), SENT, refusal, {**SENT, "key": "k2"})
    stale = after(page, PromptMessage(PROMPT), SENT, Refusal("k1", "stale"))

    assert cast("Known", known["refusal"])["allowed"] == "y"
    assert cast("list[Known]", known["prompts"])[0]["until"] == 4000
    assert again["refusal"] is None
    assert stale["prompts"] == []


def test_a_welcome_begins_with_no_open_questions(page: Page) -> None:
    known = after(
        page,
        WELCOME,
        PromptMessage(PROMPT),
        {"type": "link", "state": "reconnecting", "at": 5},
        WELCOME,
    )

    assert known["prompts"] == []
    assert cast("Known", known["link"])["state"] == "connected"
    assert cast("Known", known["say"])["text"] == "Connected again."


def test_only_the_own_seat_is_stood_in_for(page: Page) -> None:
    other = after(page, WELCOME, StandInMessage("willa", on=True))
    own = after(page, WELCOME, StandInMessage("joss", on=True))
    back = after(page, WELCOME, StandInMessage("joss", on=True), StandInMessage("joss", on=False))

    assert (other["stoodIn"], own["stoodIn"], back["stoodIn"]) == (False, True, False)


def test_at_the_end_nothing_is_open(page: Page) -> None:
    known = after(page, PromptMessage(PROMPT), SENT, CombatEnded(9, Outcome("draw", "", 3)))

    assert (known["prompts"], known["sent"]) == ([], [])
    assert cast("Known", known["say"])["text"] == "Nobody is left after 3 rounds: a draw."


def test_one_question_is_said_aloud_once(page: Page) -> None:
    known = after(page, WELCOME, PromptMessage(PROMPT), PromptMessage(PROMPT), line(1))

    assert known["say"] == {"text": "Your turn, joss.", "times": 2}


def test_a_whole_stream_leaves_the_view_it_ends_with(page: Page) -> None:
    talk = Talk()
    question = talk.play(nth(2))
    assert question is not None
    known = after(page, *talk.hello(question.prompt()))

    assert known["number"] == len(talk.events)
    assert cast("Known", known["view"]) == msgspec.json.decode(encode(talk.view()))["view"]
    assert len(cast("list[object]", known["prompts"])) == 1


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer("", "attack/mace", ("rusk",)), "Attack with mace: Rusk"),
        (Answer("", "wait", ("8", "nothing")), "Wait until strike rank 8"),
        (
            Answer("", "wait", ("8", "anything")),
            "Wait until strike rank 8 for anything that happens",
        ),
        (Answer("", "move", ("back",)), "Move: back off (E9)"),
        (Answer("", "move", ("E8",), ("drop/mace",)), "Move to E8; drop mace"),
        (Answer("", "dance", ("E8",)), "Dance: E8"),
        (Answer("", "attack/mace", ("gone",)), "Attack with mace: gone"),
        (Answer("", "attack/war-sword", ("old-hob",)), "Attack with war sword: old hob"),
    ],
)
def test_choices_in_words(page: Page, answer: Answer, text: str) -> None:
    prompt, choice = msgspec.to_builtins(PROMPT), msgspec.to_builtins(answer)

    assert page.evaluate("([a, b]) => window.all[1].answerText(a, b)", [prompt, choice]) == text


def test_without_its_option_a_plan_has_the_names_of_people_and_things(page: Page) -> None:
    known = after(page, WELCOME, Talk().view())
    text = page.evaluate(
        "([state, one]) => window.all[0].inWords(state, null, one)",
        [known, {"option": "attack/kite-shield", "values": ["hob"]}],
    )

    assert text == "Attack with kite shield: Old Hob"
    reason = "option: 'attack/war-sword' is not possible; the war sword is not at hand"
    assert page.evaluate("one => window.all[1].reasonText(one)", reason) == (
        "the war sword is not at hand"
    )


def test_hexes_have_names_and_people_have_letters(page: Page) -> None:
    assert page.evaluate("window.all[2].named('AB12')") == {"column": 27, "row": 11}
    assert page.evaluate("window.all[2].nameAt(27, 11)") == "AB12"
    assert page.evaluate("window.all[2].named('off the field')") is None
    names = ["Raider 1", "Raider 2", "Rusk", "Ruth", "Old Hob", "X", "X"]
    assert page.evaluate("names => window.all[2].labels(names)", names) == [
        "R1", "R2", "Ru", "Rt", "OH", "X", "X2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("link", "token"),
    [
        ("http://host:8080/#/seat/abc_-9", "abc_-9"),
        (" https://host/#/watch/abc ", "abc"),
        ("http://host/#/seat/", ""),
        ("http://host/#/seat/a b", ""),
        ("http://host/?seat=abc", ""),
    ],
)
def test_links(page: Page, link: str, token: str) -> None:
    assert page.evaluate("link => window.all[3].tokenOf(link)", link) == token


def offered(known: Known) -> list[str]:
    """The options from which plans are made."""
    template = cast("Known", known["template"])
    return [str(one["id"]) for one in cast("list[Known]", template["options"])]


def test_plans_are_made_from_the_last_prompt_of_each_kind(page: Page) -> None:
    """A round of Rivers asks whom to fight, and then what to do."""
    form = msgspec.structs.replace(
        PROMPT,
        id="r1.p0.1.joss",
        options=(Option("engage", "Fight"), Option("hang_back", "Hang back")),
    )
    again = msgspec.structs.replace(
        form, id="r2.p0.1.joss", options=(Option("hang_back", "Hang back"),)
    )
    asked = [PromptMessage(one) for one in (form, PROMPT, again)]

    assert offered(after(page, asked[0])) == ["engage", "hang_back"]
    both = after(page, *asked[:2])
    assert offered(both) == ["attack/mace", "wait", "move", "engage", "hang_back"]
    assert cast("Known", both["template"])["id"] == PROMPT.id
    assert offered(after(page, *asked)) == ["hang_back", "attack/mace", "wait", "move"]
    assert offered(after(page, asked[1], asked[1])) == ["attack/mace", "wait", "move"]
