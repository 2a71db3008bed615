"""A mind at a seat of a server far away: what it says to what it hears, and the connection that always comes back."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final, Protocol, assert_never, final

import structlog
import trio
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.trio.client import ClientConnection, connect

from protocol.codec import MalformedMessageError, decode_server, encode
from protocol.messages import (
    Ack,
    AnswerMessage,
    ClientMessage,
    CombatEnded,
    ControlMessage,
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
    StandInMessage,
    ViewMessage,
    Welcome,
)
from protocol.plans import Order
from rules.kernel.model import Answer, Prompt

# Codes of a close after which there is no coming back.
REPLACED: Final = 4001
FAILED: Final = 4002
FROM_NOWHERE: Final = 4400
UNKNOWN: Final = 4401
FINAL: Final = (REPLACED, FAILED, FROM_NOWHERE, UNKNOWN)

_GREETED_WITH: Final = ("token", "illegal")

FIRST_DELAY: Final = 0.2
LONGEST_DELAY: Final = 5.0
MOST_DOUBLINGS: Final = 5
BEAT: Final = 2.5
"""How often, in seconds, the connection is looked after: pinged, and what has no answer said again."""
SILENCE: Final = 15.0
"""After so many seconds without a word the connection is given up."""

RATE: Final = 8.0
BURST: Final = 20
"""A mind is faster than a server listens: so many messages at once, and so many a second after."""

MOST_BYTES: Final = 2**24
GOODBYE: Final = 2.0
"""How many seconds a server has to say goodbye too."""

log = structlog.stdlib.get_logger()

Decide = Callable[[str], Answer]
"""From the text of a sight to an answer."""


def nothing(_prompt: Prompt, _answer: Answer) -> None:
    """Say nothing about a decision."""


def unheard(_message: ServerMessage) -> None:
    """Make nothing of what is heard."""


class LostError(Exception):
    """The connection was closed, with *code* if the server gave one."""

    def __init__(self, code: int | None = None, reason: str = "") -> None:
        super().__init__(reason or f"the connection was closed with code {code}")
        self.code: int | None = code
        self.reason: str = reason


class Wire(Protocol):
    """An open connection."""

    async def receive(self) -> str | bytes:
        """The next message; raises LostError."""
        ...

    async def send(self, frame: bytes) -> None:
        """Send a message as text; raises LostError."""
        ...


Dial = Callable[[], AbstractAsyncContextManager[Wire]]
"""Opens a connection; raises LostError."""


@final
class Play:
    """What one seat says, and when: no event loop in it.

    Each answer has a key of its own, by which the server knows it again: *name* makes the
    keys of this mind unlike those of any other that sits here.
    """

    def __init__(
        self,
        token: str,
        decide: Decide,
        name: str,
        told: Callable[[Prompt, Answer], None] = nothing,
        hears: Callable[[ServerMessage], None] = unheard,
    ) -> None:
        """*told* is called with each decision, and *hears* with all that comes."""
        self._token = token
        self._decide = decide
        self._name = name
        self._told = told
        self._hears = hears
        self._count = 0
        self._open: dict[str, PromptMessage] = {}
        self._open_before: dict[str, PromptMessage] = {}
        self._given: dict[str, AnswerMessage] = {}
        self._by_default: set[str] = set()
        self.controls: bool = False
        self.number: int = 0
        self.unacked: dict[str, AnswerMessage] = {}
        self.ended: CombatEnded | None = None

    def hello(self) -> Hello:
        """The first message of a connection; the stream goes on where it broke off."""
        return Hello(self._token, self.number, Order("ask"), sight=True)

    def take(self, message: ServerMessage) -> list[ClientMessage]:
        """What to say to *message*."""
        self._hears(message)
        match message:
            case Welcome():
                self.controls = message.controls
                self._open_before, self._open = self._open, {}
                return [*self.unacked.values()]
            case ControlMessage(on):
                self.controls = on
                return [one for open_one in self._open.values() for one in self._answer(open_one)]
            case PromptMessage():
                return self._asked(message)
            case PromptClosed(prompt):
                self._forget(prompt)
            case EventMessage(number):
                self._count_up(number)
            case CombatEnded(number):
                self._count_up(number)
                self.ended = message
            case Ack(key):
                self.unacked.pop(key, None)
            case Refusal():
                return self._refused(message)
            case LobbyMessage() | ViewMessage() | PlansMessage() | StandInMessage() | Pong():
                pass
            case _:
                assert_never(message)
        return []

    def _count_up(self, number: int) -> None:
        if number > self.number + 1:
            raise LostError(None, f"message {self.number + 1} of the stream is missing")
        self.number = max(self.number, number)

    def _asked(self, message: PromptMessage) -> list[ClientMessage]:
        """A prompt is shown: for the first time, changed, or again because nobody knows of an answer."""
        prompt = message.prompt
        was = self._open.get(prompt.id) or self._open_before.get(prompt.id)
        given = self._given.get(prompt.id)
        if given is not None and was is not None and was.prompt == prompt:
            self._open[prompt.id] = message
            # What was taken may have been taken back since, while nobody listened.
            return [] if given.key in self.unacked else [self._keyed(given.answer)]
        self._forget(prompt.id)
        self._open[prompt.id] = message
        return self._answer(message)

    def _answer(self, message: PromptMessage) -> list[ClientMessage]:
        prompt = message.prompt
        if not self.controls or prompt.id in self._given:
            return []
        answer = self._decide(message.sight)
        self._told(prompt, answer)
        return [self._keyed(answer)]

    def _keyed(self, answer: Answer) -> AnswerMessage:
        self._count += 1
        message = AnswerMessage(f"{self._name}-{self._count}", answer)
        self._given[answer.prompt] = self.unacked[message.key] = message
        return message

    def _forget(self, prompt: str) -> None:
        self._open.pop(prompt, None)
        self._open_before.pop(prompt, None)
        self._by_default.discard(prompt)
        given = self._given.pop(prompt, None)
        if given is not None:
            self.unacked.pop(given.key, None)

    def _refused(self, refusal: Refusal) -> list[ClientMessage]:
        """What may be taken later is said again at the next beat; what is not possible, by default."""
        if refusal.code in ("full", "too_fast", "not_kept"):
            return []
        refused = self.unacked.pop(refusal.key, None)
        if refused is None and refusal.code in _GREETED_WITH and not refusal.key:
            return []  # the hello's: the connection is closed, and that says what is wrong
        if refused is None:
            log.warning("message was refused", code=refusal.code, field=refusal.field)
            return []
        if refusal.code != "illegal":
            return []  # stale: closed in between; watching or gone: others answer
        prompt = refused.answer.prompt
        log.warning(
            "answer was not possible", prompt=prompt, field=refusal.field, allowed=refusal.allowed
        )
        shown = self._open.get(prompt)
        if shown is None or prompt in self._by_default:
            return []
        self._by_default.add(prompt)
        return [self._keyed(shown.prompt.default)]


@final
class Pace:
    """What one connection may say and when, so that nothing is refused as too fast."""

    def __init__(self) -> None:
        self._paid = 0.0  # until when the messages that were sent last at that rate

    async def keep(self) -> None:
        """Wait until the next message may be sent."""
        now = trio.current_time()
        self._paid = max(self._paid, now) + 1 / RATE
        await trio.sleep(max(0.0, self._paid - now - BURST / RATE))


@final
class Remote:
    """Plays one seat until the fight is over, over as many connections as that takes."""

    def __init__(
        self, play: Play, dial: Dial, jitter: Callable[[], float], *, once: bool = False
    ) -> None:
        self._play = play
        self._dial = dial
        self._jitter = jitter
        self._once = once
        self._tries = 0
        self._heard = 0.0
        self._pings = 0
        self._pace = Pace()

    async def run(self) -> CombatEnded:
        """Raises LostError if there is no coming back."""
        while True:
            try:
                async with self._dial() as wire:
                    await self._talk(wire)
            except LostError as error:
                lost = error
            else:
                lost = LostError(None, "the connection was silent")
            if self._play.ended is not None:
                return self._play.ended
            if self._once or lost.code in FINAL:
                raise lost
            seconds = self._delay()
            log.warning("connection is lost", code=lost.code, reason=lost.reason, again_in=seconds)
            await trio.sleep(seconds)

    def _delay(self) -> float:
        """Doubled with each try in vain, and never the same for all who were cut off at once."""
        longest = min(LONGEST_DELAY, FIRST_DELAY * (1 << min(self._tries, MOST_DOUBLINGS)))
        self._tries += 1
        return round(longest * (0.5 + self._jitter() / 2), 3)

    async def _talk(self, wire: Wire) -> None:
        """Returns when nothing was heard for too long; else the fight is over, or it raises LostError."""
        lost: LostError | None = None
        async with trio.open_nursery() as nursery:
            self._heard = trio.current_time()
            self._pace = Pace()
            nursery.start_soon(self._look_after, wire, nursery.cancel_scope)
            try:
                await self._listen(wire)
            except LostError as error:
                lost = error
            nursery.cancel_scope.cancel()
        if lost is not None:
            raise lost

    async def _listen(self, wire: Wire) -> None:
        play = self._play
        await self._say(wire, play.hello())
        while play.ended is None:
            frame = await wire.receive()
            self._heard = trio.current_time()
            try:
                message = decode_server(frame)
            except MalformedMessageError as error:
                log.warning("message is not understood", problem=str(error))
                continue
            if isinstance(message, Welcome):
                self._tries = 0
            for reply in play.take(message):
                await self._say(wire, reply)

    async def _say(self, wire: Wire, message: ClientMessage) -> None:
        await self._pace.keep()
        await wire.send(encode(message))

    async def _look_after(self, wire: Wire, scope: trio.CancelScope) -> None:
        """Ping, and say again what had no answer since the last time; end what is silent."""
        before: set[str] = set()
        while True:
            await trio.sleep(BEAT)
            if trio.current_time() - self._heard > SILENCE:
                scope.cancel()
                return
            waiting = {*self._play.unacked}
            again = [self._play.unacked[key] for key in sorted(before & waiting)]
            before = waiting
            self._pings += 1
            try:
                for message in (*again, Ping(self._pings)):
                    await self._say(wire, message)
            except LostError:
                return  # whoever listens hears of it too


# --- over a websocket -------------------------------------------------------------------------


@final
class SocketWire:
    """A websocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def receive(self) -> str | bytes:
        try:
            return await self._socket.recv()
        except ConnectionClosed as error:
            raise _lost(error) from error

    async def send(self, frame: bytes) -> None:
        try:
            await self._socket.send(frame, text=True)
        except ConnectionClosed as error:
            raise _lost(error) from error


def _lost(error: ConnectionClosed) -> LostError:
    if error.rcvd is None:
        return LostError(None, "it broke off")
    return LostError(error.rcvd.code, error.rcvd.reason)


# A server that dies while it says hello leaves a connection that was closed before it was open.
_NOT_OPENED: Final = (OSError, InvalidHandshake, ConnectionClosed, trio.BrokenResourceError)


def socket_at(url: str) -> Dial:
    """Dials the websocket at *url*."""

    @asynccontextmanager
    async def dial() -> AsyncGenerator[Wire]:
        async with AsyncExitStack() as stack:
            opening = connect(
                url, compression=None, max_size=MOST_BYTES, proxy=None, close_timeout=GOODBYE
            )
            try:
                socket = await stack.enter_async_context(opening)
            except _NOT_OPENED as error:
                raise LostError(None, str(error) or type(error).__name__) from error
            yield SocketWire(socket)

    return dial
