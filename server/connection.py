"""One connection, from its hello to its end: what a peer may send, how fast, and what it is told if not."""

from __future__ import annotations

from typing import Final, Protocol, assert_never, final

import structlog
import trio

from protocol.codec import MalformedMessageError, decode_client, encode
from protocol.messages import (
    AnswerMessage,
    ClientMessage,
    EditIntents,
    Hello,
    Ping,
    Pong,
    Refusal,
    RefusalCode,
    SetOrder,
    TakeBack,
)
from server.bucket import Bucket
from server.client import Client
from server.limits import BINARY, FROM_NOWHERE, FULL, TOO_MUCH, UNKNOWN, Limits
from server.outbox import Outbox
from server.room import Room
from server.wire import Wire, WireClosedError

log = structlog.stdlib.get_logger()

_LONGEST: Final = 300
_CLOSES: Final[dict[RefusalCode, int]] = {"full": FULL, "illegal": FROM_NOWHERE, "token": UNKNOWN}


class Doors(Protocol):
    """Who knows which token opens what."""

    def open(self, token: str) -> tuple[Room, str] | None:
        """The room, and whose seat in it (empty: nobody's); None for a token of nothing."""
        ...


@final
class Connection:
    """Somebody who has come in."""

    def __init__(self, wire: Wire, doors: Doors, limits: Limits) -> None:
        self.outbox = Outbox(limits)
        self._wire = wire
        self._doors = doors
        self._limits = limits
        self._bucket = Bucket(limits.rate, limits.burst, trio.current_time())
        self._strikes = 0
        self._malformed = 0

    async def run(self) -> None:
        """Listen to the peer, and write what is said to it, until either has enough."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write, nursery.cancel_scope)
            try:
                await self._listen()
            except WireClosedError:
                self.outbox.cut()

    async def _write(self, until_written: trio.CancelScope) -> None:
        await self.outbox.pump(self._wire)
        until_written.cancel()

    # --- listening ----------------------------------------------------------------------------

    async def _listen(self) -> None:
        hello: Hello | None = None
        with trio.move_on_after(self._limits.hello):
            hello = await self._hello()
        opened = None if hello is None else self._doors.open(hello.token)
        if hello is None or opened is None:
            self._turn_away(Refusal("", "token"))
            return
        room, combatant = opened
        client = room.join(combatant, hello, self.outbox)
        if isinstance(client, Refusal):
            self._turn_away(client)
            return
        try:
            await self._heed(room, client)
        finally:
            room.leave(client)

    async def _hello(self) -> Hello | None:
        """The hello; None if something else came."""
        while self.outbox.is_open:
            message = await self._next()
            if message is not None:
                return message if isinstance(message, Hello) else None
        return None

    async def _heed(self, room: Room, client: Client) -> None:
        while self.outbox.is_open:
            message = await self._next()
            match message:
                case None:  # it was answered already
                    continue
                case Ping(number):
                    self.outbox.put(encode(Pong(number)))
                case Hello():
                    self._is_malformed("a hello comes first, and once")
                case AnswerMessage() | EditIntents() | SetOrder() | TakeBack():
                    room.take(client, message)
                case _:
                    assert_never(message)

    async def _next(self) -> ClientMessage | None:
        """The next message; None if what came was none, or came too fast."""
        data = await self._wire.receive()
        if not self.outbox.is_open:
            return None
        if isinstance(data, bytes):
            self.outbox.close(BINARY, "text frames only")
            return None
        try:
            message = decode_client(data)
        except MalformedMessageError as error:
            self._is_malformed(str(error), error.key)
            message = None
        if self._bucket.take(trio.current_time()):
            if self._bucket.was_full:
                self._strikes = 0  # it has learnt to speak more slowly
            return message
        if message is not None:
            self._is_too_fast(message)
        return None

    # --- what is not taken --------------------------------------------------------------------

    def _turn_away(self, refusal: Refusal) -> None:
        log.info("turned away", code=refusal.code)
        self.outbox.put(encode(refusal))
        self.outbox.close(_CLOSES[refusal.code], refusal.code)

    def _is_malformed(self, problem: str, key: str = "") -> None:
        self._malformed += 1
        self.outbox.put(encode(Refusal(key, "malformed", allowed=problem[:_LONGEST])))
        if self._malformed >= self._limits.malformed:
            self.outbox.close(TOO_MUCH, "too many malformed messages")

    def _is_too_fast(self, message: ClientMessage) -> None:
        self._strikes += 1
        key = "" if isinstance(message, (Hello, Ping)) else message.key
        rate = f"{self._limits.rate:g} messages a second"
        self.outbox.put(encode(Refusal(key, "too_fast", allowed=rate)))
        if self._strikes >= self._limits.strikes:
            self.outbox.close(TOO_MUCH, "too many messages")
