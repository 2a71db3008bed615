"""A fight without an event loop: every actor answers at once, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from actors.combatant import Actor, Reply
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Outcome
from scheduler.fight import run
from scheduler.port import ActorFor, Recorder, Run, Sink


class DirectFightWaitedError(Exception):
    """Somebody waited in a fight that has no event loop: a bug of the actor that was asked."""

    def __init__(self) -> None:
        super().__init__("a direct fight waited for something; only a live one can")


class _Company(dict[str, Actor]):
    """The actors by combatant; one is made when it is first asked."""

    def __init__(self, actor_for: ActorFor) -> None:
        super().__init__()
        self._actor_for = actor_for

    def __missing__(self, combatant: str) -> Actor:
        actor = self[combatant] = self._actor_for(combatant)
        return actor


@final
class Direct:
    """The port of a direct fight."""

    def __init__(self, actor_for: ActorFor, recorder: Recorder | None = None) -> None:
        self._actors = _Company(actor_for)
        self.recorder = recorder
        self.side_by_side: bool = False

    async def ask(self, questions: Sequence[Question]) -> list[Reply]:
        actors = self._actors
        replies: list[Reply] = []
        for question in questions:  # a loop: an async comprehension would be one coroutine more
            replies.append(await actors[question.combatant].handle(question))  # noqa: PERF401 - it awaits
        return replies

    async def together(self, runs: Sequence[Run]) -> None:
        try:
            for one in runs:
                await one
        finally:
            for one in runs:
                one.close()  # after an error, those that never began


def drive(run_to_end: Run) -> None:
    """Take *run_to_end* there, here and now; raise DirectFightWaitedError if it waits."""
    try:
        run_to_end.send(None)
    except StopIteration:
        return
    run_to_end.close()
    raise DirectFightWaitedError


def play(
    machine: Machine,
    actor_for: ActorFor,
    sink: Sink | None = None,
    *,
    recorder: Recorder | None = None,
) -> Outcome | None:
    """Play *machine* to its end with the actors that *actor_for* makes; return how it ended."""
    drive(run(machine, Direct(actor_for, recorder), sink))
    return machine.outcome()
