"""Bytes to messages and back: the only place where the two meet."""

from __future__ import annotations

from typing import Final

import msgspec

from protocol.messages import ClientMessage, ServerMessage
from protocol.records import Record

MAX_BYTES: Final = 16 * 1024
"""The longest message a client may send."""

TOO_LONG: Final = f"a message is {MAX_BYTES} bytes long at most"

_ENCODER: Final = msgspec.json.Encoder()
_CLIENT: Final = msgspec.json.Decoder(ClientMessage)
_SERVER: Final = msgspec.json.Decoder(ServerMessage)
_RECORD: Final = msgspec.json.Decoder(Record)


class MalformedMessageError(Exception):
    """A peer sent bytes that are no message of ours; the text says where and what."""


def encode(message: ClientMessage | ServerMessage | Record) -> bytes:
    return _ENCODER.encode(message)


def decode_client(data: bytes | str) -> ClientMessage:
    """The client's message; raises MalformedMessageError, whatever the bytes are."""
    if len(data) > MAX_BYTES:
        raise MalformedMessageError(TOO_LONG)
    try:
        return _CLIENT.decode(data)
    except (msgspec.MsgspecError, RecursionError) as exc:
        raise MalformedMessageError(str(exc)) from exc


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
