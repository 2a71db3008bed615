"""A server without a socket: a house with its rooms, and peers at the other ends of wires."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Final, TypeVar, final

import msgspec
import trio

from protocol.codec import decode_server, encode
from protocol.messages import (
    AnswerMessage,
    ClientMessage,
    CombatEnded,
    EventMessage,
    Hello,
    PromptClosed,
    PromptMessage,
    ServerMessage,
)
from protocol.plans import Order
from protocol.records import Received, Record
from rules.catalogue import AnySetup
from rules.kernel.dice import dice_for
from rules.kernel.model import Answer, Event, Prompt
from rules.request.model import Add
from server.house import House
from server.journal import How, Journal, at_once
from server.limits import Limits
from server.opening import open_room
from server.room import Manners, Room
from server.tokens import Door, Tokens
from server.wire import WireClosedError
from store.journal import Entry, Input, Kept, MemoryStore, NotWrittenError, Store
from tests.support.arena import setup as two_pairs

MessageT = TypeVar("MessageT", bound=msgspec.Struct)
FIGHT: Final = "fight"
KEY: Final = bytes(32)
SEATS: Final = ("guard-1", "guard-2")
ROOMY: Final = Limits(rate=1e6, burst=10**9)
"""Limits for scripts that answer in no time at all."""


@final
class Peer:
    """A wire, and whoever sits at its other end."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self.is_aborted = False
        self.is_stalled = False
        self._said, self._to_hear = trio.open_memory_channel[str | bytes](inf)
        self._news = trio.Event()
        self._gone = trio.Event()

    # --- the wire -----------------------------------------------------------------------------

    async def receive(self) -> str | bytes:
        try:
            return await self._to_hear.receive()
        except (trio.EndOfChannel, trio.ClosedResourceError) as error:
            raise WireClosedError from error

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        if self._gone.is_set():
            raise WireClosedError
        if self.is_stalled:
            await trio.sleep_forever()
        self.frames.append(frame)
        self._stir()

    async def close(self, code: int, reason: str) -> None:
        await trio.lowlevel.checkpoint()
        if self.is_stalled:
            await trio.sleep_forever()
        self.closed = code, reason
        self._stir()

    async def abort(self) -> None:
        await trio.lowlevel.checkpoint()
        self.is_aborted = True
        self._gone.set()
        self._to_hear.close()
        self._stir()

    # --- the other end ------------------------------------------------------------------------

    def say(self, *messages: ClientMessage | str | bytes) -> None:
        """Send messages, or what is none."""
        for message in messages:
            is_raw = isinstance(message, (str, bytes))
            self._said.send_nowait(message if is_raw else encode(message).decode())

    def go(self) -> None:
        """Be gone."""
        self._gone.set()
        self._said.close()

    @property
    def heard(self) -> list[ServerMessage]:
        return [decode_server(frame) for frame in self.frames]

    def of(self, kind: type[MessageT]) -> list[MessageT]:
        """Every message of that *kind*."""
        return [one for one in self.heard if isinstance(one, kind)]

    async def hear(self, kind: type[MessageT], number: int = 1) -> MessageT:
        """Wait for the message *number* of that *kind*, counted from 1."""
        while len(found := self.of(kind)) < number:
            await self.news()
        return found[number - 1]

    async def until_closed(self) -> tuple[int, str]:
        while self.closed is None:
            await self.news()
        return self.closed

    async def news(self) -> None:
        """Wait until anything comes."""
        await self._news.wait()

    @property
    def stream(self) -> list[bytes]:
        """The numbered frames."""
        return [f for f in self.frames if f.startswith((b'{"type":"event"', b'{"type":"combat_'))]

    def _stir(self) -> None:
        self._news.set()
        self._news = trio.Event()


@final
class FullDisk:
    """A store that takes no answer of a seat any more."""

    def __init__(self) -> None:
        self._store = MemoryStore()

    def write(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if isinstance(entry, Input) and isinstance(entry.record, Received):
                raise NotWrittenError("here", "no space left")
        self._store.write(entries)

    def fights(self) -> list[Kept]:
        return self._store.fights()

    def inputs(self, fight: str) -> list[Record]:
        return self._store.inputs(fight)

    def events(self, fight: str) -> list[Event]:
        return self._store.events(fight)

    def close(self) -> None:
        self._store.close()


@final
class Served:
    """A house that is open."""

    def __init__(
        self, nursery: trio.Nursery, store: Store, limits: Limits, how: How = at_once
    ) -> None:
        self.nursery = nursery
        self.store = store
        self.tokens = Tokens(KEY)
        self.journal = Journal(store, how)
        self.house = House(self.journal, self.tokens, limits)
        self.rooms: dict[str, Room] = {}
        self.lines: list[str] = []  # what whoever runs the server hears
        self.closed = trio.Event()

    async def run(self) -> None:
        """Play until nothing can be kept any more."""
        await self.house.run()
        self.closed.set()

    def token(self, seat: str = "", fight: str = FIGHT) -> str:
        """The secret of a seat, or of those who watch."""
        return self.tokens.token(Door(fight, "seat" if seat else "spectator", seat))

    def peer(self) -> Peer:
        """Somebody who has connected, and has said nothing yet."""
        peer = Peer()
        self.nursery.start_soon(self.house.receive, peer)
        return peer

    def enter(
        self,
        seat: str = "",
        after: int | None = 0,
        *,
        fight: str = FIGHT,
        order: Order | None = None,
        sight: bool = False,
    ) -> Peer:
        """Somebody who has connected and said hello."""
        peer = self.peer()
        peer.say(Hello(self.token(seat, fight), after, order, sight))
        return peer

    def events(self, fight: str = FIGHT) -> list[Event]:
        """What happened, as the game master sees it, as far as it is kept."""
        return self.store.events(fight)


def kept_fight(
    seats: Sequence[str] = SEATS,
    setup: AnySetup | None = None,
    seed: str = "7",
    fight: str = FIGHT,
    mind: str = "",
) -> Kept:
    """A fight as it is kept at its beginning; all who have no seat have the *mind*, or their own."""
    made = two_pairs() if setup is None else setup
    entries = [*made.combatants]
    entries += [one.change.entry for one in made.amendments if isinstance(one.change, Add)]
    minds = {entry.id: mind or entry.mind for entry in entries}
    body = msgspec.json.encode(made)
    return Kept(fight, made.name, made.rules, "0", seed, body, tuple(seats), minds, "today")


@asynccontextmanager
async def serving(
    *fights: Kept,
    store: Store | None = None,
    limits: Limits = ROOMY,
    manners: Manners | None = None,
    is_run: bool = True,
    how: How = at_once,
) -> AsyncGenerator[Served]:
    """A house with the open fights of *store* and with new *fights*, which plays unless told not to."""
    store = MemoryStore() if store is None else store
    store.write(fights)
    async with trio.open_nursery() as nursery:
        served = Served(nursery, store, limits, how)
        ways = manners or Manners(limits=limits)
        for kept in store.fights():
            if kept.status == "open":
                inputs, events = store.inputs(kept.id), store.events(kept.id)
                tell = served.lines.append
                room = open_room(kept, inputs, events, served.journal, ways, tell)
                served.rooms[kept.id] = room
                served.house.add(room)
        if is_run:
            nursery.start_soon(served.run)
        yield served
        nursery.cancel_scope.cancel()


# --- players --------------------------------------------------------------------------------

Choose = Callable[[Prompt], Answer]


def by_default(prompt: Prompt) -> Answer:
    """What silence means."""
    return prompt.default


def by_luck(prompt: Prompt) -> Answer:
    """Anything that is possible but to yield, blows before all else; always the same for the same prompt."""
    dice = dice_for(prompt.luck.to_bytes(8, "little"), "choice")
    options = [one for one in prompt.options if one.unavailable is None and one.id != "yield"]
    blows = [option for option in options if option.id.startswith("attack")]
    options = blows or options
    option = options[dice.roll(len(options)) - 1]
    values = [one.values[dice.roll(len(one.values)) - 1].id for one in option.parameters]
    return Answer(prompt.id, option.id, tuple(values))


def open_to(peer: Peer) -> Prompt | None:
    """The prompt that is before somebody now."""
    prompts = [one.prompt for one in peer.of(PromptMessage)]
    closed = Counter(one.prompt for one in peer.of(PromptClosed))
    shown = Counter(one.id for one in prompts)
    return next((one for one in reversed(prompts) if shown[one.id] > closed[one.id]), None)


def say(peer: Peer, *words: str) -> None:
    """Answer the open prompt: an option, and its values."""
    prompt = open_to(peer)
    assert prompt is not None
    option, *values = words
    key = f"key-{prompt.id}-{len(peer.of(PromptMessage))}"
    peer.say(AnswerMessage(key, Answer(prompt.id, option, tuple(values))))


async def play(peer: Peer, choose: Choose = by_luck, seconds: float = 0) -> CombatEnded:
    """Answer every prompt, *seconds* after it came, until the fight is over."""
    read = 0
    while True:
        while read < len(peer.frames):
            message = decode_server(peer.frames[read])
            read += 1
            if isinstance(message, CombatEnded):
                return message
            if isinstance(message, PromptMessage):
                await trio.sleep(seconds)
                answer = choose(message.prompt)
                peer.say(AnswerMessage(f"key-{answer.prompt}", answer))
        await peer.news()


def log_of(peer: Peer) -> list[str]:
    """The kinds of what happened, in order."""
    return [one.event.kind for one in peer.of(EventMessage)]
