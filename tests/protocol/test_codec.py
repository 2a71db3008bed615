"""Bytes to messages and back; what does not fit is refused here."""

from __future__ import annotations

import json
import re
from typing import Final

import msgspec
import pytest
from hypothesis import given, strategies as st

from protocol.codec import (
    MAX_BYTES,
    MalformedMessageError,
    decode_client,
    decode_record,
    decode_server,
    encode,
)
from protocol.messages import (
    MAX_NUMBER,
    Ack,
    AnswerMessage,
    ClientMessage,
    CombatEnded,
    ControlMessage,
    EditIntents,
    EventMessage,
    Hello,
    LobbyMessage,
    Ping,
    PlansMessage,
    Pong,
    PromptClosed,
    PromptMessage,
    Refusal,
    ServerMessage,
    SetOrder,
    StandInMessage,
    TakeBack,
    Told,
    ViewMessage,
    Welcome,
    Words,
)
from protocol.plans import (
    MAX_INTENTS,
    AddIntent,
    ClearIntents,
    Intent,
    Order,
    RemoveIntent,
    ReplaceIntent,
)
from protocol.records import (
    AmendmentMade,
    Decision,
    Dropped,
    FightBegun,
    FightEnded,
    PlansKept,
    Received,
    Record,
    Refused,
)
from rules.kernel.model import (
    MAX_LIST,
    MAX_VALUES,
    MAX_WORD,
    Answer,
    Event,
    Option,
    Outcome,
    Prompt,
    TableDice,
)
from rules.request.model import View

PRESS: Final = Intent("press", ("bob",), ())

CLIENT: Final[list[tuple[ClientMessage, str]]] = [
    (
        AnswerMessage("k", Answer("r1.ann", "press", ("bob",), ("push",), TableDice(42, (3,), 7))),
        (
            '{"type":"answer","key":"k","answer":{"prompt":"r1.ann","option":"press","values":["bob"],'
            '"also":["push"],"dice":{"d100":42,"damage":[3],"location":7}}}'
        ),
    ),
    (
        AnswerMessage("k", Answer("r1.ann", "hold")),
        '{"type":"answer","key":"k","answer":{"prompt":"r1.ann","option":"hold"}}',
    ),
    (
        EditIntents("k", "ann", AddIntent(PRESS)),
        (
            '{"type":"edit_intents","key":"k","combatant":"ann",'
            '"edit":{"edit":"add","intent":{"option":"press","values":["bob"],"also":[]}}}'
        ),
    ),
    (
        EditIntents("k", "ann", ReplaceIntent(0, Intent("hold"))),
        (
            '{"type":"edit_intents","key":"k","combatant":"ann",'
            '"edit":{"edit":"replace","place":0,"intent":{"option":"hold"}}}'
        ),
    ),
    (
        EditIntents("k", "ann", RemoveIntent(3)),
        '{"type":"edit_intents","key":"k","combatant":"ann","edit":{"edit":"remove","place":3}}',
    ),
    (
        EditIntents("k", "ann", ClearIntents()),
        '{"type":"edit_intents","key":"k","combatant":"ann","edit":{"edit":"clear"}}',
    ),
    (
        SetOrder("k", "ann", Order("automatic", 50)),
        (
            '{"type":"set_order","key":"k","combatant":"ann",'
            '"order":{"mode":"automatic","threshold":50}}'
        ),
    ),
    (TakeBack("k", "ann"), '{"type":"take_back","key":"k","combatant":"ann"}'),
    (Ping(7), '{"type":"ping","number":7}'),
    (
        Hello("s3cret_-", 12, Order("never"), sight=True),
        ('{"type":"hello","token":"s3cret_-","after":12,"order":{"mode":"never"},"sight":true}'),
    ),
]

PROMPT: Final = Prompt(
    "r1.ann", "ann", "action", 1, 1, 9, (Option("hold", "Hold"),), Answer("r1.ann", "hold"), 5
)
EVENT: Final = Event("r1.1", "held", 1, 1, 9, "ann")

TOLD: Final = Told((Words("Ann", "name", "ann"), Words(" holds.")), 9, ("needs 40",), ("9: DEX",))

SERVER: Final[list[ServerMessage]] = [
    Welcome("f1", "A duel", "seat", "ann", controls=True, number=3),
    LobbyMessage(("ann", "bob")),
    ControlMessage(on=False),
    ViewMessage(3, View(1, 1, 9, ())),
    PromptMessage(PROMPT, sight='{"knows":"little"}'),
    PromptClosed("r1.ann", Answer("r1.ann", "hold"), "late"),
    PromptClosed("r1.ann"),
    EventMessage(3, EVENT, TOLD),
    PromptMessage(PROMPT, 30.0, (Dropped(PRESS, "bob is down"),)),
    PromptMessage(PROMPT),
    EventMessage(3, EVENT),
    PlansMessage("ann", (PRESS,), Order("never")),
    StandInMessage("ann", on=True),
    Ack("k"),
    Refusal("k", "illegal", "option", "fly", "one of hold", 20.5, 2),
    CombatEnded(4, Outcome("victory", "a", 3), "abc"),
    CombatEnded(4),
    Pong(7),
]

RECORDS: Final[list[Record]] = [
    Received("ann", "k", Answer("r1.ann", "hold")),
    PlansKept("ann", (PRESS,), Order("never"), "k"),
    FightBegun(),
    FightEnded(Outcome("victory", "a", 3), "abc"),
    FightEnded(),
    Decision("ann", "action", Answer("r1.ann", "hold"), "mind"),
    Decision(
        "ann",
        "action",
        Answer("r1.ann", "hold"),
        "illegal",
        (Dropped(PRESS, "bob is down"),),
        Refused(Answer("r1.ann", "fly"), "option", "one of hold"),
    ),
    AmendmentMade("gm", "reinforcements", msgspec.Raw(b'{"change":"summon","who":"cid"}')),
]


@pytest.mark.parametrize(("message", "text"), CLIENT)
def test_the_words_of_a_client_are_frozen(message: ClientMessage, text: str) -> None:
    assert encode(message).decode() == text
    assert decode_client(text) == message
    assert decode_client(text.encode()) == message


@pytest.mark.parametrize("message", SERVER, ids=repr)
def test_the_words_of_the_server_come_back(message: ServerMessage) -> None:
    assert decode_server(encode(message)) == message


@pytest.mark.parametrize("record", RECORDS, ids=repr)
def test_records_come_back(record: Record) -> None:
    assert decode_record(encode(record)) == record


def text(**message: object) -> str:
    return json.dumps(message)


def answer(**fields: object) -> str:
    return text(type="answer", key="k", answer={"prompt": "r1.ann", "option": "hold", **fields})


def intent(**fields: object) -> str:
    edit = {"edit": "add", "intent": {"option": "hold", **fields}}
    return text(type="edit_intents", key="k", combatant="ann", edit=edit)


MALFORMED: Final[list[tuple[bytes | str, str]]] = [
    ("", "Input data was truncated"),
    ("{", "Input data was truncated"),
    ("[]", "Expected `object`, got `array`"),
    ('{"type":"ping","number":1}x', "trailing characters"),
    (text(type="greeting"), "Invalid value 'greeting' - at `$.type`"),
    (text(type="ping"), "missing required field `number`"),
    (text(type="ping", number=1, x=1), "unknown field `x`"),
    (text(type="ping", number=1.5), "Expected `int`, got `float`"),
    (text(type="ping", number=True), "Expected `int`, got `bool`"),
    (text(type="ping", number=-1), "Expected `int` >= 0"),
    (text(type="ping", number=MAX_NUMBER + 1), "Expected `int` <= 9007199254740991"),
    ('{"type":"ping","number":' + "9" * 10_000 + "}", "Integer value out of range"),
    ('{"type":"ping","number":NaN}', "invalid character"),
    (b'{"type":"take_back","key":"k","combatant":"\xff"}', "Invalid UTF-8"),
    ('{"type":"ping","number":' + "[" * 8_000, "Expected `int`, got `array`"),
    (text(type="take_back", key="", combatant="ann"), "letters, digits and _ . : -"),
    (text(type="take_back", key="k\n", combatant="ann"), "letters, digits and _ . : -"),
    (text(type="take_back", key="k" * 65, combatant="ann"), "length <= 64"),
    (text(type="take_back", key="k", combatant="a" * 129), "length <= 128"),
    (text(type="take_back", key="k", combatant="a\x1b[2J"), "printable characters"),
    (text(type="take_back", key="k", combatant="a\u202eb"), "printable characters"),
    (text(type="set_order", key="k", combatant="a", order={"mode": "maybe"}), "maybe"),
    (intent(values=["a"] * 5), "length <= 4"),
    (intent(also=["a"] * 17), "length <= 16"),
    (intent(option="a\n"), "printable characters"),
    (intent(kind="action"), "unknown field `kind`"),
    (
        text(
            type="edit_intents",
            key="k",
            combatant="ann",
            edit={"edit": "remove", "place": MAX_INTENTS},
        ),
        "Expected `int` <= 31",
    ),
    (answer(x=1), "unknown field `x`"),
    (answer(prompt=""), "printable characters"),
    (answer(option="a" * (MAX_WORD + 1)), "length <= 128 - at `$.answer.option`"),
    (answer(values=["a\x00"]), "printable characters"),
    (answer(values=["a"] * (MAX_VALUES + 1)), "`array` of length <= 4 - at `$.answer.values`"),
    (answer(also=["a"] * (MAX_LIST + 1)), "`array` of length <= 16 - at `$.answer.also`"),
    (answer(also=["a\n"]), "printable characters"),
    (answer(dice={"d100": -1}), "`int` >= 0 - at `$.answer.dice.d100`"),
    (answer(dice={"location": 101}), "`int` <= 100 - at `$.answer.dice.location`"),
    (answer(dice={"damage": [10**400]}), "int"),
    (answer(dice={"damage": [1] * 17}), "length <= 16 - at `$.answer.dice.damage`"),
    (answer(dice={"x": 1}), "unknown field `x`"),
    (" " * (MAX_BYTES + 1), f"a message is {MAX_BYTES} bytes long at most"),
]


@pytest.mark.parametrize(("data", "complaint"), MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_no_message_of_ours_is_refused_with_the_reason(
    data: bytes | str, complaint: str
) -> None:
    with pytest.raises(MalformedMessageError) as refused:
        decode_client(data)

    assert complaint in str(refused.value)


def test_what_just_fits_is_taken() -> None:
    words = ["a" * MAX_WORD] * MAX_VALUES
    message = decode_client(answer(values=words, also=words, dice={"d100": 100, "damage": [0]}))

    assert isinstance(message, AnswerMessage)
    assert list(message.answer.values) == words


@pytest.mark.parametrize("decode", [decode_server, decode_record])
def test_the_other_decoders_complain_alike(decode: object) -> None:
    assert callable(decode)
    with pytest.raises(MalformedMessageError, match="Invalid value 'hello'"):
        decode(b'{"type":"hello"}')


def test_what_is_nested_too_deep_is_refused_too() -> None:
    deep = b'{"type":"amendment","author":"gm","reason":"","change":' + b"[" * 20_000

    with pytest.raises(MalformedMessageError, match="recursion"):
        decode_record(deep)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_bytes_do_anything_but_be_refused(data: bytes | str) -> None:
    with pytest.raises(MalformedMessageError):
        decode_client(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from(CLIENT), st.data())
def test_a_message_with_one_part_replaced_is_a_message_or_refused(
    known: tuple[ClientMessage, str], data: st.DataObject
) -> None:
    text_of_it = known[1]
    # Any value, wherever it stands, is the text between a colon and a comma or bracket.
    start = data.draw(st.sampled_from([m.end() for m in re.finditer('":', text_of_it)]))
    end = data.draw(st.sampled_from([m.start() for m in re.finditer("[],}]", text_of_it)]))
    spoilt = text_of_it[:start] + json.dumps(data.draw(JSON)) + text_of_it[max(start, end) :]

    try:
        message = decode_client(spoilt)
    except MalformedMessageError:
        return
    assert decode_client(encode(message)) == message


@pytest.mark.parametrize(
    ("key", "given_back"),
    [
        ('"a/b"', "a/b"),
        ('""', ""),
        ('"k"', "k"),
        ("7", ""),
        ('"a\\nb"', ""),
        (f'"{"x" * 70}"', "x" * 64),
    ],
)
def test_whoever_says_what_is_no_message_learns_which_it_was(key: str, given_back: str) -> None:
    with pytest.raises(MalformedMessageError) as refused:
        decode_client(f'{{"type":"take_back","key":{key},"combatant":"\\n"}}')

    assert refused.value.key == given_back


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (
            '{"type":"take_back","key":"a/b","combatant":"c"}',
            "Expected 1 to 64 letters, digits and _ . : - - at `$.key`",
        ),
        ('{"type":"hello","token":"a/b"}', "Expected letters, digits, _ and - - at `$.token`"),
        (
            '{"type":"take_back","key":"k","combatant":"\\n"}',
            "Expected printable characters - at `$.combatant`",
        ),
    ],
)
def test_what_was_wrong_is_told_in_words(message: str, problem: str) -> None:
    with pytest.raises(MalformedMessageError) as refused:
        decode_client(message)

    assert str(refused.value) == problem
