"""A server in a few lines: one seat of one fight, and connections that break where a test says."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Literal, final

import msgspec
import trio

from protocol.codec import decode_client
from protocol.messages import (
    Ack,
    AnswerMessage,
    ClientMessage,
    CombatEnded,
    EventMessage,
    Hello,
    LobbyMessage,
    Ping,
    Pong,
    PromptClosed,
    PromptMessage,
    Refusal,
    ServerMessage,
    ViewMessage,
    Welcome,
)
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Observer
from rules.request.course.machine import Fight
from rules.request.policies import POLICIES
from strikerank.remote import LostError, Wire

Fault = Literal["", "before", "after"]
"""Whether the connection breaks, before or after the server has taken a message."""


@final
class Table:
    """The server's side: *seat* is played from outside, everybody else by the mind `steady`."""

    def __init__(self, fight: Fight, seat: str) -> None:
        self.fight = fight
        self.seat = seat
        self.token = "secret"  # noqa: S105 - opens nothing
        self.stream: list[ServerMessage] = []
        self.used: list[Answer] = []
        self.outcomes: dict[str, ServerMessage] = {}
        self.heard: list[ClientMessage] = []
        self.waiting: dict[str, Answer] = {}
        self.code: int | None = 1006
        # What the n-th message from the client meets.
        self.fault: Callable[[int, ClientMessage], Fault] = lambda _number, _message: ""
        # What is said in the place of the answer to a message, if anything.
        self.instead: Callable[[ClientMessage], Sequence[msgspec.Struct] | None] = lambda _: None
        self.refuses: int = 0
        self.dialled: list[float] = []
        self._go_on()

    def _go_on(self) -> None:
        """Play until the seat is asked and has not answered, or to the end."""
        fight = self.fight
        while questions := fight.questions():
            mine = [one for one in questions if one.combatant == self.seat]
            if any(one.id not in self.waiting for one in mine):
                break
            answers = [
                self.waiting.get(one.id) or POLICIES["steady"](one.sight()) for one in questions
            ]
            fight.advance(answers)
            for one in mine:
                self.used.append(self.waiting.pop(one.id))
            self._tell()
        self._tell()
        if not fight.questions() and not isinstance(self.stream[-1], CombatEnded):
            number = len(self.stream) + 1
            self.stream.append(CombatEnded(number, fight.outcome(), fight.state_hash()))

    def _tell(self) -> None:
        for event in self.fight.take_events():
            seen = self.fight.seen_by(Observer("seat", self.seat), event)
            if seen is not None:
                self.stream.append(EventMessage(len(self.stream) + 1, seen))

    def prompts(self) -> list[ServerMessage]:
        return [
            PromptMessage(one.prompt(), sight=one.shadow().decode())
            for one in self.fight.questions()
            if one.combatant == self.seat and one.id not in self.waiting
        ]

    def replies(self, message: ClientMessage) -> Sequence[msgspec.Struct]:
        """What the server says to *message*."""
        self.heard.append(message)
        told = self.instead(message)
        if told is not None:
            return told
        if isinstance(message, Hello):
            return self.welcome(message)
        if isinstance(message, Ping):
            return [Pong(message.number)]
        assert isinstance(message, AnswerMessage)
        return self._answered(message)

    def welcome(self, hello: Hello) -> list[ServerMessage]:
        """Everything that somebody who comes is told."""
        if hello.token != self.token:
            raise LostError(4401, "token")
        assert hello.after is not None
        number = len(self.stream)
        view = self.fight.view(Observer("seat", self.seat))
        return [
            Welcome("f", "a fight", "seat", self.seat, True, number),  # noqa: FBT003 - a column of the message
            LobbyMessage(()),
            *self.stream[hello.after :],
            ViewMessage(number, view),
            *self.prompts(),
        ]

    def _answered(self, message: AnswerMessage) -> list[ServerMessage]:
        if message.key in self.outcomes:
            return [self.outcomes[message.key]]
        asked = {one.id: one for one in self.fight.questions() if one.combatant == self.seat}
        question = asked.get(message.answer.prompt)
        if question is None:
            return self._keep(message, Refusal(message.key, "stale"))
        try:
            question.check(message.answer)
        except IllegalAnswerError as error:
            return self._keep(message, Refusal(message.key, "illegal", error.field))
        number = len(self.stream)
        self.waiting[question.id] = message.answer
        self._go_on()
        said = self._keep(message, Ack(message.key))
        if question.id in self.waiting:
            return said
        closed = PromptClosed(question.id, message.answer, "mind")
        return [*said, closed, *self.stream[number:], *self.prompts()]

    def _keep(self, message: AnswerMessage, outcome: ServerMessage) -> list[ServerMessage]:
        self.outcomes[message.key] = outcome
        return [outcome]

    # --- connections --------------------------------------------------------------------------

    @asynccontextmanager
    async def dial(self) -> AsyncGenerator[Wire]:
        self.dialled.append(trio.current_time())
        if self.refuses > 0:
            self.refuses -= 1
            await trio.lowlevel.checkpoint()
            raise LostError(None, "nobody listens")
        yield End(self)


@final
class End:
    """The client's end of a connection."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._said: list[bytes] = []
        self._news = trio.Event()
        self._lost: LostError | None = None

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        if self._lost is not None:
            raise self._lost
        table = self._table
        message = decode_client(frame)
        fault = table.fault(len(table.heard), message)
        if fault == "before":
            table.heard.append(message)
            self._break(LostError(table.code))
            return
        try:
            replies = table.replies(message)
        except LostError as lost:
            self._break(lost)
            return
        if fault == "after":
            self._break(LostError(table.code))
            return
        self._said += [msgspec.json.encode(one) for one in replies]
        self._news.set()

    def _break(self, lost: LostError) -> None:
        self._lost = lost
        self._news.set()

    async def receive(self) -> bytes:
        while not self._said:
            if self._lost is not None:
                await trio.lowlevel.checkpoint()
                raise self._lost
            self._news = trio.Event()
            await self._news.wait()
        await trio.lowlevel.checkpoint()
        return self._said.pop(0)
