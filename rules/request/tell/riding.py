"""Riders in words: who comes off its mount, and what the fall does."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span, value
from rules.request.tell.blow import Blow
from rules.request.tell.cast import Cast
from rules.request.tell.figures import needed, waited, why


class Riding:
    """Tells what befalls the riders of one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast
        self.blow: Blow = Blow(cast)
        self.tales: dict[str, Callable[[Event], Line | None]] = {
            "unseated": self._unseated,
            "tumbled": self._tumbled,
            "mounted": self._mounted,
            "reined": self._reined,
        }

    def _unseated(self, event: Event) -> Line:
        falls = event.facts.get("how") == "falls"
        words = Span("falls from", "serious") if falls else Span("comes off")
        own = event.facts.get("cause") == "own choice"
        words = Span("gets off") if own else words
        spans = (self.cast.name(event.at), Span(" "), words, Span(" "), self.cast.name(event.by))
        details = needed(event, "riding", "Riding")
        said = waited(event) if own else (details,) if details else ()
        rank = event.rank if own else 0
        return Line(event.kind, rank, (*spans, Span(".")), said, why(event))

    def _mounted(self, event: Event) -> Line:
        spans = (self.cast.name(event.by), Span(" gets on "), self.cast.name(event.at), Span("."))
        return Line(event.kind, event.rank, spans, waited(event), why(event))

    def _reined(self, event: Event) -> Line:
        """That it bolts now, or is in hand again, the condition says."""
        held = event.facts.get("outcome") != "bolts"
        words = Span(" keeps ") if held else Span(" cannot hold ", "minor")
        end = Span(" in hand.") if held else Span(".")
        spans = (self.cast.name(event.by), words, self.cast.name(event.at), end)
        details = needed(event, "riding", "Riding")
        return Line(event.kind, 0, spans, (details,) if details else (), why(event))

    def _tumbled(self, event: Event) -> Line:
        through = value(event, "through")
        spans = (
            self.cast.name(event.at),
            Span(f" comes down hard: {event.place} for "),
            Span(str(through), "hit"),
            Span("."),
        )
        details = tuple(one for one in (self.blow.damage(event),) if one)
        return Line(event.kind, 0, spans, details, why(event))
