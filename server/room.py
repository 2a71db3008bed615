"""One fight: it is played here, and whatever happens is told to those who may know it.

All of it is one thread, and nothing here waits for a peer.  Whatever is said goes through
the journal, in the order in which it was said; so the machine may run ahead of the disk, and
nobody outside can tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal, final

import msgspec
import trio

from actors.combatant import Actor, Combatant, Mind, Reply
from actors.policy_mind import PolicyMind
from protocol.messages import Hello, PromptMessage, Refusal, StandInMessage
from protocol.records import AmendmentMade, Decision, Dropped, FightEnded
from rules.catalogue import Policy, System
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Event, Outcome
from scheduler.live import NO_DEADLINES, Deadlines, LiveAsks, fight_boundary
from server.client import Audience, Client, Say, to_all
from server.crier import Crier
from server.desk import Desk, FromSeat
from server.hall import Hall, close_failed
from server.journal import Journal
from server.limits import DEFAULTS, Limits
from server.outbox import Outbox
from server.pen import Pen
from server.seat import Seat, SeatPast
from server.stream import Stream
from store.journal import Ends, Happened, Kept

GUARD: Final = "guard"
BESIDE: Final = ""
NOTHING: Final = SeatPast()


class Past(msgspec.Struct, frozen=True):
    """What a fight brings along from before a restart.

    *stored* are the answers that came and were not yet used, *decided* those prompts among
    them whose decision is in the journal already; *untold* is what happened before the fight
    could begin.  With *ended* all is over, and there is nothing left to run.
    """

    begun: bool = False
    stored: Mapping[str, Reply] = {}
    decided: frozenset[str] = frozenset()
    untold: tuple[Event, ...] = ()
    ended: FightEnded | None = None
    seats: Mapping[str, SeatPast] = {}


class Manners(msgspec.Struct, frozen=True):
    """How long a room waits for anybody, and how much it takes from them.

    The *grace* of a seat runs while somebody looks at the fight; *pace* is how long whoever
    stands in takes for a decision.
    """

    grace: float = 60
    pace: float = 2
    deadlines: Deadlines = NO_DEADLINES
    limits: Limits = DEFAULTS


@final
class Paced:
    """A mind in this process that does not run away from the disk."""

    def __init__(self, policy: Policy, journal: Journal) -> None:
        self._mind = PolicyMind(policy)
        self._journal = journal

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        await self._journal.settled()
        return await self._mind.decide(question, dropped)


@final
class Room:
    """A fight, from its lobby to its end."""

    def __init__(  # noqa: PLR0913 - all that makes a room
        self,
        kept: Kept,
        system: System,
        machine: Machine,
        journal: Journal,
        streams: Mapping[str, Stream],
        *,
        manners: Manners,
        past: Past,
        crier: Crier,
    ) -> None:
        self.kept = kept
        self._system = system
        self._machine = machine
        self._journal = journal
        self._manners = manners
        self._crier = crier
        self._pen = Pen(kept.id, journal)
        self._decided = past.decided
        self._untold = list(past.untold)
        self._is_over = False
        self._has_moved = False  # since everybody was told how things stand
        self._begun = trio.Event()
        self._bugs: list[Exception] = []
        self._has_bug = trio.Event()
        seats = {
            combatant: self._seat(streams[combatant], past.seats.get(combatant, NOTHING))
            for combatant in kept.seats
        }
        self._hall = Hall(
            kept,
            machine,
            self._pen,
            seats=seats,
            beside=Audience(streams[BESIDE]),
            limits=manners.limits,
            crier=crier,
            begin=self._begin,
        )
        self._desk = Desk(kept.id, seats, self._pen)
        self._asks = LiveAsks(
            self._actor_for,
            deadlines=manners.deadlines,
            recorder=self._record,
            stored=past.stored,
        )
        if past.begun:
            self._hall.has_begun = True
            self._begun.set()
        elif not seats:
            self._begin()
        if past.ended is not None:
            self._is_over = True
            self._hall.has_failed = past.ended.outcome is None
            for audience in self._hall.audiences:
                audience.end(past.ended.outcome, past.ended.state_hash)

    # --- for connections ----------------------------------------------------------------------

    def join(self, combatant: str, hello: Hello, outbox: Outbox) -> Client | Refusal:
        """Let somebody look, from the seat of *combatant* or (empty) from beside the fight."""
        return self._hall.join(combatant, hello, outbox)

    def leave(self, client: Client) -> None:
        self._hall.leave(client)

    def take(self, client: Client, message: FromSeat) -> None:
        """Take what *client* wants, and answer it; a bug in that is one of this fight."""
        try:
            self._desk.take(client, message, is_over=self._is_over)
        except Exception as bug:  # noqa: BLE001 - it goes on in the task of the fight
            self._bugs.append(bug)
            self._has_bug.set()

    async def amend(self, author: str, reason: str, change: object) -> None:
        """Make a game master's change; raises what `LiveAsks.amend` does."""
        await self._asks.amend(author, reason, change)

    def cannot_keep(self) -> None:
        """The journal is broken: say so to all, first to those who wait for an answer."""
        self._desk.refuse_all()
        for audience in self._hall.audiences:
            for outbox, frame in to_all(audience.clients, Refusal("", "not_kept")):
                outbox.put(frame)

    # --- the fight ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait until all seats have been taken, and play; a bug ends this fight and no other."""
        with fight_boundary(self.kept.id) as verdict:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch_for_bugs)
                await self._begun.wait()
                if self._untold:
                    self.happened(self._untold)
                await self._asks.play(self._machine, self.happened)
                nursery.cancel_scope.cancel()
        if verdict.bugs is None:
            self._end("ended", self._machine.outcome(), self._machine.state_hash())
        else:
            self._pen.drop()
            self._end("failed", None, "")

    def happened(self, events: list[Event]) -> None:
        """Keep what happened, and tell everybody what he may know of it and how things stand now."""
        says: list[Say] = []
        for audience in self._hall.audiences:
            says += audience.add(self._machine, events)
        self._has_moved = False
        self._pen.keep([Happened(self.kept.id, tuple(events))], says)

    async def _watch_for_bugs(self) -> None:
        await self._has_bug.wait()
        raise self._bugs[0]

    def _begin(self) -> None:
        self._hall.has_begun = True
        self._begun.set()
        self._crier.begun()

    def _end(
        self, status: Literal["ended", "failed"], outcome: Outcome | None, state_hash: str
    ) -> None:
        self._is_over = True
        self._crier.ended(outcome)
        self._hall.has_failed = status == "failed"
        self._take_back()
        says: list[Say] = []
        for audience in self._hall.audiences:
            says += audience.end(outcome, state_hash)
            if self._hall.has_failed:
                says += [partial(close_failed, client) for client in audience.clients]
        self._pen.note(FightEnded(outcome, state_hash))
        self._pen.keep([Ends(self.kept.id, status)], says)

    # --- the actors ---------------------------------------------------------------------------

    def _actor_for(self, combatant: str) -> Actor:
        seat = self._hall.seats.get(combatant)
        if seat is not None:
            return seat.planned
        mind = self.kept.minds.get(combatant, GUARD)  # who joins has whoever can be trusted
        return Combatant(combatant, self._mind(mind))

    def _mind(self, name: str) -> Mind:
        return Paced(self._system.policies[name], self._journal)

    def _seat(self, stream: Stream, past: SeatPast) -> Seat:
        return Seat(
            stream.observer.combatant,
            stream,
            self._show,
            self._moved,
            stand_in=self._mind(GUARD),
            grace=self._manners.grace,
            pace=self._manners.pace,
            past=past,
            refusals=self._manners.limits.refusals,
        )

    def _show(self, seat: Seat, message: PromptMessage | StandInMessage) -> None:
        if isinstance(message, StandInMessage):
            seat.is_stood_in = message.on
            if message.on:
                self._crier.stood_in(seat.combatant)
            self._hall.tell_of(message)
            return
        self._hall.note_plans(seat)
        self._look()
        self._pen.say(seat.open(message))

    def _look(self) -> None:
        """Let everybody see the moment of a question: the clock may have come to it without an event."""
        if not self._has_moved:
            return
        self._has_moved = False
        says: list[Say] = []
        for audience in self._hall.audiences:
            says += audience.look(self._machine)
        self._pen.keep([], says)

    def _moved(self, seat: Seat) -> None:
        self._hall.show_plans(seat)

    def _record(self, record: Decision | AmendmentMade) -> None:
        """Note an input of the fight, to be kept with what follows from it."""
        self._has_moved = True
        if isinstance(record, Decision) and record.answer.prompt in self._decided:
            return  # it was kept before the restart
        if isinstance(record, AmendmentMade):
            self._pen.note(record)
            self._take_back()
            return
        seat = self._hall.seats.get(record.combatant)
        if seat is None:
            self._pen.note(record)
            return
        seat.planned.decided()
        said = seat.closed(record.answer.prompt, record.answer, record.origin)
        for plans in seat.planned.untold():
            said += to_all(seat.clients, plans)
        self._pen.note(record, said)
        for kept in seat.planned.unkept():
            self._pen.note(kept)

    def _take_back(self) -> None:
        """What was asked is asked no more."""
        for seat in self._hall.seats.values():
            for prompt in [*seat.shown]:
                self._pen.say(seat.closed(prompt, None, None))
