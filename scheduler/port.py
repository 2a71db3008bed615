"""What the course of a fight needs from whoever drives it; no event loop in sight."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol, final

from actors.combatant import Actor, Reply
from protocol.records import AmendmentMade, Decision
from rules.kernel.machine import Question
from rules.kernel.model import Event

Sink = Callable[[list[Event]], None]
"""Takes the events of one step, in order."""

Recorder = Callable[[Decision | AmendmentMade], None]
"""Takes the record of one input, after the machine took it and before its events show."""

Run = Coroutine[object, None, None]
"""An independent part of a fight on its way to its end."""

ActorFor = Callable[[str], Actor]
"""Makes the actor of a combatant, by id, when it is first asked."""


@final
class Amendment:
    """A change from outside, by whom and why, and the way back for what became of it."""

    __slots__ = ("author", "change", "reason", "report")

    def __init__(
        self,
        author: str,
        reason: str,
        change: object,
        report: Callable[[Exception | None], None],
    ) -> None:
        self.author: str = author
        self.reason: str = reason
        self.change: object = change
        self.report = report


class Amended(Exception):  # noqa: N818 (a turn of events, not an error)
    """The open waits were closed because *amendments* have to be made first."""

    def __init__(self, amendments: Sequence[Amendment]) -> None:
        super().__init__(f"{len(amendments)} amendments are to be made")
        self.amendments: Sequence[Amendment] = amendments


class Asks(Protocol):
    """How questions reach actors, and how independent parts run side by side."""

    @property
    def recorder(self) -> Recorder | None:
        """Where the records of decisions go; None costs nothing."""
        ...

    @property
    def side_by_side(self) -> bool:
        """Whether `together` lets one part go on while another one waits."""
        ...

    async def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Ask all at once; return one reply a question, in their order.

        Raises Amended when the fight has to be changed before it goes on.
        """
        ...

    async def together(self, runs: Sequence[Run]) -> None:
        """Run all to their end: one after the other when direct, side by side when live.

        Raises Amended, with the runs abandoned at their waits, like `ask`.
        """
        ...
