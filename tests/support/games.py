"""Live fights for tests, with everything that is recorded of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

import trio

from actors.combatant import Mind, Reply
from protocol.records import Dropped
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Event
from scheduler.live import Deadlines, LiveAsks
from tests.support.actors import SEED, Records, Slow, actors
from tests.support.machines import Skirmish

MINUTE = Deadlines(action=60, reaction=60, declaration=60)


def skirmish(*who: str, exchanges: int = 1) -> Skirmish:
    """A skirmish of *who* (of "ann" and "bob" if none are given), five points each."""
    machine = Skirmish(SEED, dict.fromkeys(who or ("ann", "bob"), 5), exchanges=exchanges)
    machine.watch()
    return machine


@final
class Game:
    """A live fight with its records, played in the background or to its end."""

    def __init__(
        self,
        machine: Machine,
        deadlines: Deadlines = MINUTE,
        stored: Mapping[str, Reply] | None = None,
        minds: Mapping[str, Mind] | None = None,
        **named: Mind,
    ) -> None:
        self.machine = machine
        self.records = Records()
        self.events: list[Event] = []
        self.asks = LiveAsks(
            actors(minds, **named), deadlines=deadlines, recorder=self.records.append, stored=stored
        )
        self.started = trio.current_time()
        self.ended: float | None = None

    async def play(self) -> None:
        await self.asks.play(self.machine, self.events.extend)
        self.ended = trio.current_time() - self.started


@final
class Clocked:
    """Notes what it is asked and when, and answers after so many seconds."""

    def __init__(self, seconds: float, mind: Mind) -> None:
        self.asked: list[tuple[str, float]] = []
        self._mind = Slow(lambda _: seconds, mind)
        self._started = trio.current_time()

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        self.asked.append((question.id, trio.current_time() - self._started))
        return await self._mind.decide(question, dropped)
