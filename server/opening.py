"""A fight of the journal opens its doors, again or for the first time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.records import Record
from rules.catalogue import SYSTEMS
from rules.kernel.model import Event, Observer
from server.crier import Crier, Tell, nobody
from server.journal import Journal
from server.rebuild import begin, setup_of, unkept_of
from server.replay import Replay
from server.room import Manners, Past, Room
from server.seat import SeatPast
from server.stream import Stream
from store.journal import Happened, Kept


def open_room(
    kept: Kept,
    records: Sequence[Record],
    events: Sequence[Event],
    journal: Journal,
    manners: Manners,
    tell: Tell = nobody,
) -> Room:
    """The room of *kept*, where its *records* have led; raises RebuildError if they lead nowhere.

    What was said is said again, number by number, as it was.  *tell* hears who comes and goes.
    """
    replay = begin(kept)
    setup = setup_of(kept)
    system = SYSTEMS[kept.rules]
    streams = {
        observer.combatant: Stream(observer, system.teller(setup))
        for observer in (Observer(), *(Observer("seat", seat) for seat in kept.seats))
    }
    told = 0
    for record in records:
        # What a seat may know is judged as things stand at each step, as in play.
        replay.take(record)
        told = _tell(streams, replay, told)
    past = Past(
        begun=replay.begun,
        stored=replay.stored(),
        decided=replay.decided(),
        untold=() if replay.begun else tuple(replay.events),
        ended=replay.ended,
        seats={seat: _seat(replay, seat) for seat in kept.seats},
    )
    unkept = unkept_of(replay, events)
    if unkept and replay.begun:
        journal.keep([Happened(kept.id, tuple(unkept))])
    crier = Crier(setup, tell)
    return Room(
        kept, system, replay.machine, journal, streams, manners=manners, past=past, crier=crier
    )


def _tell(streams: Mapping[str, Stream], replay: Replay, told: int) -> int:
    """Tell what happened since event number *told*, once the fight has begun; return where it is now."""
    if not replay.begun:
        return told
    for stream in streams.values():
        stream.add(replay.machine, replay.events[told:])
    return len(replay.events)


def _seat(replay: Replay, combatant: str) -> SeatPast:
    keys = tuple(replay.acked.get(combatant, ()))
    plans = replay.plans.get(combatant)
    return SeatPast(keys=keys) if plans is None else SeatPast(plans.intents, plans.order, keys)
