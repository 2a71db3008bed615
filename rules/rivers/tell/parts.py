"""The parts of a round: every line knows its own, however the engagements are played side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span

HEADING: Final = "phase_began"
"""The kind of a line under which those of an engagement stand."""
_OWN: Final = ("round_began", "combat_ended", HEADING)
_BETWEEN: Final = (Span("Between engagements"),)
_EDGE: Final = (Span("At the edge of the round"),)


@final
class Parts:
    """Where the last line stood, and what the engagements of the round are called."""

    def __init__(self) -> None:
        self._round: int = 0
        self._phase: int = 0
        self._names: dict[int, tuple[Span, ...]] = {}

    def placed(self, event: Event, line: Line | None) -> Line | None:
        """*line* with its part, where that is another one than that of the line before it."""
        if line is None:
            return None
        before = (self._round, self._phase)
        if event.round != self._round:
            self._round = event.round
            self._names = {}
        self._phase = event.phase
        if line.kind == HEADING:
            self._names[event.phase] = line.spans
        if line.kind in _OWN or before == (event.round, event.phase):
            return line
        others = _EDGE if event.phase else _BETWEEN
        return line._replace(part=self._names.get(event.phase, others))


def in_player_order(events: Iterable[Event]) -> list[Event]:
    """*events* with those of each engagement together, as if the engagements were played one after the other.

    What happens between engagements (phase 0) stays where it was, and so parts what comes
    before it from what comes after.
    """
    order: list[tuple[int, Event]] = []
    stretch = 0
    for event in events:
        stretch += event.phase == 0
        order.append((stretch, event))
    return [event for _, event in sorted(order, key=_place)]


def _place(one: tuple[int, Event]) -> tuple[int, int]:
    stretch, event = one
    return stretch, event.phase
