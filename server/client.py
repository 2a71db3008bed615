"""One connection as a room sees it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast, final

from protocol.codec import encode
from protocol.messages import ServerMessage, ViewMessage
from rules.catalogue import AnyView
from rules.kernel.machine import Machine
from rules.kernel.model import Event, Outcome
from server.outbox import Outbox
from server.stream import Stream


@final
class Client:
    """Somebody who looks at a fight, from the seat of *combatant* or (empty) from beside it."""

    def __init__(self, combatant: str, outbox: Outbox, *, wants_sight: bool = False) -> None:
        self.combatant = combatant
        self.outbox = outbox
        self.wants_sight = wants_sight


@final
class Audience:
    """All who see the same: what they were told, and who they are, the oldest first."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.clients: list[Client] = []

    def add(self, machine: Machine, events: list[Event]) -> list[Say]:
        """Tell what they may know of *events*, and how things stand now."""
        frames = self.stream.frames
        start = len(frames)
        self.stream.add(machine, events)
        if not self.clients:
            return []
        view, end = self.view(machine), len(frames)
        return [partial(one.outbox.put_step, frames, start, end, view) for one in self.clients]

    def look(self, machine: Machine) -> list[Say]:
        """Tell how things stand now, though nothing has happened that they would be told."""
        if not self.clients:
            return []
        view = self.view(machine)
        return [partial(one.outbox.put_view, view) for one in self.clients]

    def end(self, outcome: Outcome | None, state_hash: str) -> list[Say]:
        """Tell how the fight ended."""
        frames = self.stream.frames
        start = len(frames)
        self.stream.end(outcome, state_hash)
        return [partial(one.outbox.put_slice, frames, start, start + 1) for one in self.clients]

    def view(self, machine: Machine) -> bytes:
        """How things stand for them now."""
        view = cast("AnyView", machine.view(self.stream.observer))
        return encode(ViewMessage(len(self.stream.frames), view))


Say = Callable[[], None]
Said = list[tuple[Outbox, bytes]]


def to_all(clients: list[Client], message: ServerMessage) -> Said:
    """*message* on its way to each of *clients*, encoded once."""
    frame = encode(message)
    return [(client.outbox, frame) for client in clients]
