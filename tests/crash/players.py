"""Players over real sockets who note whatever the server said, and come back after each of its deaths."""

from __future__ import annotations

from random import Random
from typing import Final, final

import trio

from protocol.codec import decode_server, encode
from protocol.messages import (
    Ack,
    AnswerMessage,
    ClientMessage,
    CombatEnded,
    EventMessage,
    Hello,
    PromptClosed,
    PromptMessage,
    Refusal,
    ServerMessage,
    SetOrder,
    Welcome,
)
from protocol.plans import Order
from rules.catalogue import SYSTEMS, System
from rules.kernel.model import Prompt
from strikerank.bot import AnyPolicy, Seat
from strikerank.remote import LostError, Pace, Wire, socket_at

SYSTEM: Final = SYSTEMS["request"]
REPEATS: Final = 3
"""How many messages that were taken are sent again on each connection."""


@final
class News:
    """What all players have heard, so that somebody can wait for it."""

    def __init__(self) -> None:
        self.acked: set[str] = set()  # prompts
        self.shown: set[str] = set()  # prompts, of this connection
        self.held: set[str] = set()  # prompts that are not to be answered yet
        self.ended: set[str] = set()
        self._stirred = trio.Event()

    def stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()

    async def wait(self) -> None:
        await self._stirred.wait()


@final
class Watcher:
    """The numbered messages of one observer, over all connections."""

    def __init__(self, who: str, news: News, dice: Random) -> None:
        self.who = who
        self.frames: list[bytes] = []
        self.faults: list[str] = []
        self.ended: CombatEnded | None = None
        self.closed: int | None = None
        self._news = news
        self._dice = dice

    async def live(self, seat: Seat) -> None:
        """Watch until the connection is lost or the fight is over."""
        try:
            async with socket_at(seat.url)() as wire:
                await wire.send(encode(Hello(seat.token, self.after())))
                while self.ended is None:
                    frame = _bytes(await wire.receive())
                    self.note(decode_server(frame), frame)
        except LostError as lost:
            self.lose(lost)

    def after(self) -> int:
        """What to ask for: the rest, or now and then all of it, which must be the same."""
        return self._dice.choice((0, len(self.frames), len(self.frames)))

    def lose(self, lost: LostError) -> None:
        """Being cut off is no fault, being sent away is one."""
        self.closed = lost.code
        if lost.code not in {None, 1006, 1012}:
            self.faults.append(f"{self.who} was sent away: {lost.code} {lost.reason}")

    def note(self, message: ServerMessage, frame: bytes) -> None:
        """Hold the stream against what was seen of it before."""
        if not isinstance(message, (EventMessage, CombatEnded)):
            return
        number = message.number
        if number == len(self.frames) + 1:
            self.frames.append(frame)
        elif not 1 <= number <= len(self.frames):
            self.faults.append(f"{self.who} hears {number} after {len(self.frames)}")
        elif self.frames[number - 1] != frame:
            self.faults.append(f"{self.who} hears another {number}")
        if isinstance(message, CombatEnded):
            self.ended = message
            self._news.ended.add(self.who)
            self._news.stir()


@final
class Player:
    """A seat.  It answers each prompt under one key, and knows which of them were taken."""

    def __init__(
        self, seat: str, policy: AnyPolicy, news: News, dice: Random, system: System = SYSTEM
    ) -> None:
        self.seat = seat
        self.stream = Watcher(seat, news, dice)
        self.acked: dict[str, AnswerMessage] = {}  # by key
        self.ordered: set[str] = set()  # keys of orders that were taken
        self.repeated = 0
        self.refused = 0
        self.gone = 0  # orders that came when all was over
        self._policy = policy
        self._system = system
        self._news = news
        self._dice = dice
        self._count = 0
        self._open: dict[str, PromptMessage] = {}
        self._sent: dict[str, AnswerMessage] = {}  # by prompt, and not yet acked
        self._again: dict[str, AnswerMessage] = {}  # by key
        self._orders: dict[str, SetOrder] = {}  # by key, and not yet acked
        self._late: set[str] = set()  # keys of other answers to what was answered

    async def live(self, seat: Seat) -> None:
        """Play until the connection is lost or the fight is over."""
        self._open.clear()
        self._again.clear()
        self._late.clear()
        try:
            async with socket_at(seat.url)() as wire:
                await self._talk(wire, seat.token)
        except LostError as lost:
            self.stream.lose(lost)

    def state(self) -> str:
        waits = [*self._sent.values(), *self._orders.values(), *self._again.values()]
        keys = ", ".join(one.key for one in waits)
        return f"{self.seat} has {len(self.stream.frames)}; open {[*self._open]}; unanswered {keys}"

    async def _talk(self, wire: Wire, token: str) -> None:
        pace = Pace()
        await pace.keep()
        await wire.send(encode(Hello(token, self.stream.after(), Order("ask"), sight=True)))
        while self.stream.ended is None or self._again or self._sent or self._orders:
            frame = _bytes(await wire.receive())
            message = decode_server(frame)
            self.stream.note(message, frame)
            for reply in self._take(message):
                await pace.keep()
                await wire.send(encode(reply))

    def _take(self, message: ServerMessage) -> list[ClientMessage]:
        match message:
            case Welcome():
                return self._repeat()
            case PromptMessage(prompt):
                return self._asked(message, prompt)
            case PromptClosed(prompt):
                self._open.pop(prompt, None)
            case Ack(key):
                self._acked(key)
            case Refusal():
                return self._refuse(message)
            case _:
                pass
        return []

    def _repeat(self) -> list[ClientMessage]:
        """What has no answer yet; some of what had one; another answer to that; and an order."""
        known = [*self.acked.values()]
        some = [*known[-1:], *self._dice.sample(known, min(len(known), REPEATS))]
        self._again = {one.key: one for one in some}
        self._count += 1
        order = SetOrder(f"{self.seat}-order-{self._count}", self.seat, Order("ask"))
        self._orders[order.key] = order
        said: list[ClientMessage] = [*self._orders.values(), *self._sent.values(), *some]
        if known:
            self._count += 1
            late = AnswerMessage(f"{self.seat}-late-{self._count}", known[-1].answer)
            self._late.add(late.key)
            said.append(late)
        return said

    def _asked(self, message: PromptMessage, prompt: Prompt) -> list[ClientMessage]:
        if any(one.answer.prompt == prompt.id for one in self.acked.values()):
            self.stream.faults.append(f"{self.seat} is asked {prompt.id} again")
            return []
        self._open[prompt.id] = message
        self._news.shown.add(prompt.id)
        self._news.stir()
        if prompt.id in self._news.held or prompt.id in self._sent:
            return []
        return [self._answer(message)]

    def _answer(self, message: PromptMessage) -> AnswerMessage:
        self._count += 1
        answer = self._policy(self._system.sight_from(message.sight.encode()))
        said = AnswerMessage(f"{self.seat}-{self._count}", answer)
        self._sent[answer.prompt] = said
        return said

    def _acked(self, key: str) -> None:
        if key in self._again:
            del self._again[key]
            self.repeated += 1
            return
        if self._orders.pop(key, None) is not None:
            self.ordered.add(key)
            return
        if key in self.acked:
            return  # it was sent twice on this connection
        if key in self._late:
            self.stream.faults.append(f"{self.seat} could answer twice: {key}")
            return
        for prompt, said in self._sent.items():
            if said.key == key:
                self.acked[key] = self._sent.pop(prompt)
                self._news.acked.add(prompt)
                self._news.stir()
                return
        self.stream.faults.append(f"{self.seat} hears of {key}, which it never sent")

    def _refuse(self, refusal: Refusal) -> list[ClientMessage]:
        key = refusal.key
        if refusal.code == "gone" and self._orders.pop(key, None) is not None:
            self.gone += 1
            return []
        if key in self._late and refusal.code == "stale":
            self._late.discard(key)
            self.refused += 1
            return []
        for prompt, said in self._sent.items():
            if said.key == key and refusal.code == "stale":
                del self._sent[prompt]  # it came before the question did
                shown = self._open.get(prompt)
                return [] if shown is None else [self._answer(shown)]
        self.stream.faults.append(f"{self.seat}: {key} is refused: {refusal.code}")
        return []


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame
