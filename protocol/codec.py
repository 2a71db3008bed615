"""Bytes to messages and back: the only place where the two meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from protocol.messages import AnswerMessage, ClientMessage, ServerMessage
from protocol.plans import PRINTABLE
from protocol.records import AmendmentMade, Decision
from rules.kernel.model import Answer

MAX_BYTES: Final = 16 * 1024
"""The longest message a client may send."""

TOO_LONG: Final = f"a message is {MAX_BYTES} bytes long at most"

MAX_WORD: Final = 128
MAX_VALUES: Final = 16
MAX_DIE: Final = 1000

_ENCODER: Final = msgspec.json.Encoder()
_CLIENT: Final = msgspec.json.Decoder(ClientMessage)
_SERVER: Final = msgspec.json.Decoder(ServerMessage)
_RECORD: Final = msgspec.json.Decoder(Decision | AmendmentMade)
_PRINTABLE: Final = re.compile(PRINTABLE)


class MalformedMessageError(Exception):
    """A peer sent bytes that are no message of ours; the text says where and what."""


def encode(message: ClientMessage | ServerMessage | Decision | AmendmentMade) -> bytes:
    return _ENCODER.encode(message)


def decode_client(data: bytes | str) -> ClientMessage:
    """The client's message; raises MalformedMessageError, whatever the bytes are."""
    if len(data) > MAX_BYTES:
        raise MalformedMessageError(TOO_LONG)
    try:
        message = _CLIENT.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(str(exc)) from exc
    if isinstance(message, AnswerMessage):
        for complaint in _out_of_bounds(message.answer):
            raise MalformedMessageError(complaint)
    return message


def decode_server(data: bytes | str) -> ServerMessage:
    """The server's message; raises MalformedMessageError."""
    try:
        return _SERVER.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(str(exc)) from exc


def decode_record(data: bytes | str) -> Decision | AmendmentMade:
    """One record of the journal; raises MalformedMessageError."""
    try:
        return _RECORD.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(str(exc)) from exc


def _out_of_bounds(answer: Answer) -> Iterator[str]:
    """What is too long, too large or unprintable; the kernel's Answer knows no such bounds."""
    also = answer.also or ()
    if len(answer.values) > MAX_VALUES or len(also) > MAX_VALUES:
        yield f"Expected `array` of length <= {MAX_VALUES} - at `$.answer`"
    for word in (answer.prompt, answer.option, *answer.values, *also):
        if len(word) > MAX_WORD or not _PRINTABLE.match(word):
            yield f"Expected printable `str` of length <= {MAX_WORD} - at `$.answer`"
    if answer.dice is not None:
        if len(answer.dice.damage) > MAX_VALUES:
            yield f"Expected `array` of length <= {MAX_VALUES} - at `$.answer.dice.damage`"
        for die in (answer.dice.d100, answer.dice.location, *answer.dice.damage):
            if not 0 <= die <= MAX_DIE:
                yield f"Expected `int` from 0 to {MAX_DIE} - at `$.answer.dice`"
