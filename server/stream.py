"""What one kind of observer is told: one numbered stream without gaps, the same for all who look so."""

from __future__ import annotations

from typing import final

from protocol.codec import encode
from protocol.messages import CombatEnded, EventMessage
from rules.catalogue import Teller
from rules.kernel.machine import Machine
from rules.kernel.model import Event, Observer, Outcome
from server.told import told


@final
class Stream:
    """The numbered frames for *observer*, encoded once; number n is at index n - 1."""

    def __init__(self, observer: Observer, teller: Teller) -> None:
        self.observer = observer
        self.frames: list[bytes] = []
        self._teller = teller

    def add(self, machine: Machine, events: list[Event]) -> None:
        """Number what *observer* may know of *events*; *machine* stands where they led."""
        seen = [one for event in events if (one := machine.seen_by(self.observer, event))]
        for event, line in zip(seen, self._teller.each(seen), strict=True):
            number = len(self.frames) + 1
            self.frames.append(encode(EventMessage(number, event, told(line))))

    def end(self, outcome: Outcome | None, state_hash: str) -> None:
        """Add the last frame: how the fight ended, or (None) that a bug of ours ended it."""
        self.frames.append(encode(CombatEnded(len(self.frames) + 1, outcome, state_hash)))
