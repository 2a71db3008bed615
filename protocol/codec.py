"""Bytes to messages and back: the only place where the two meet."""

from __future__ import annotations

from typing import Final

import msgspec

from protocol.messages import IN_WORDS, MAX_KEY, ClientMessage, ServerMessage
from protocol.records import Record

MAX_BYTES: Final = 16 * 1024
"""The longest message a client may send."""

TOO_LONG: Final = f"a message is {MAX_BYTES} bytes long at most"

_ENCODER: Final = msgspec.json.Encoder()
_CLIENT: Final = msgspec.json.Decoder(ClientMessage)
_SERVER: Final = msgspec.json.Decoder(ServerMessage)
_RECORD: Final = msgspec.json.Decoder(Record)


class MalformedMessageError(Exception):
    """A peer sent bytes that are no message of ours; the text says where and what.

    *key* is what it called its message, cut to the length of a key; empty if it cannot be read.
    """

    def __init__(self, problem: str, key: str = "") -> None:
        super().__init__(problem)
        self.key: str = key


class _Keyed(msgspec.Struct):
    """Of a message that is none at least its key."""

    key: str = ""


_KEYED: Final = msgspec.json.Decoder(_Keyed)


def encode(message: ClientMessage | ServerMessage | Record) -> bytes:
    return _ENCODER.encode(message)


def decode_client(data: bytes | str) -> ClientMessage:
    """The client's message; raises MalformedMessageError, whatever the bytes are."""
    if len(data) > MAX_BYTES:
        raise MalformedMessageError(TOO_LONG)
    try:
        return _CLIENT.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(_in_words(str(exc)), _key_of(data)) from exc


def _in_words(problem: str) -> str:
    """What was wrong, without the patterns that only a program reads."""
    for pattern, words in IN_WORDS.items():
        problem = problem.replace(f"Expected `str` matching regex {pattern!r}", f"Expected {words}")
    return problem


def _key_of(data: bytes | str) -> str:
    """The key of what is no message, so that its sender knows which it was; empty without a printable one."""
    try:
        key = _KEYED.decode(data).key[:MAX_KEY]
    except (msgspec.MsgspecError, RecursionError):
        return ""
    return key if key.isprintable() else ""


def decode_server(data: bytes | str) -> ServerMessage:
    """The server's message; raises MalformedMessageError."""
    try:
        return _SERVER.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(str(exc)) from exc


def decode_record(data: bytes | str) -> Record:
    """One record of the journal; raises MalformedMessageError."""
    try:
        return _RECORD.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(str(exc)) from exc
