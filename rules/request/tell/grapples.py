"""Grapples in words: who holds whom, what comes of it, and what strays into it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span, value
from rules.request.tell.blow import Blow
from rules.request.tell.cast import Cast
from rules.request.tell.figures import why

# By what ends a hold, if nothing else has told it: with the holder first, and whom it held second.
_RELEASED: Final = {
    "let go": ("holder", "lets go of"),
    "broke free": ("held", "breaks free of"),
    "no hand": ("holder", "has no hand left to hold"),
    "broke away": ("held", "is free of"),
    "game master": ("held", "is free of"),
}


class Grapples:
    """Tells what happens in the grapples of one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast
        self.blow: Blow = Blow(cast)
        self.tales: dict[str, Callable[[Event], Line | None]] = {
            "seized": self._seized,
            "released": self._released,
            "wrung": self._wrung,
            "thrown": self._thrown,
            "strayed": self._strayed,
        }

    def _seized(self, event: Event) -> Line:
        return self._pair(event, event.by, "has hold of", event.at, "serious")

    def _released(self, event: Event) -> Line | None:
        told = _RELEASED.get(event.facts.get("cause", ""))
        if told is None:
            return None
        first, words = told
        if first == "holder":
            return self._pair(event, event.by, words, event.at, "")
        return self._pair(event, event.at, words, event.by, "safe")

    def _pair(self, event: Event, one: str, words: str, other: str, role: str) -> Line:
        said = (self.cast.name(one), Span(" "), Span(words, role), Span(" "))
        return Line(event.kind, 0, (*said, self.cast.name(other), Span(".")), (), why(event))

    def _wrung(self, event: Event) -> Line:
        return self._pain(event, " hurts ", " in its grip")

    def _thrown(self, event: Event) -> Line:
        return self._pain(event, " throws ", " to the ground")

    def _pain(self, event: Event, words: str, ending: str) -> Line:
        hurt = Span(str(value(event, "damage")), "hit")
        spans = (
            self.cast.name(event.by),
            Span(words),
            self.cast.name(event.at),
            Span(f"{ending}: {event.place} for "),
            hurt,
            Span("."),
        )
        details = tuple(one for one in (self.blow.damage(event),) if one)
        return Line(event.kind, 0, spans, details, why(event))

    def _strayed(self, event: Event) -> Line:
        tool = self.cast.item(event.by, event.item)
        many = tool.endswith("s") and not tool.endswith("ss")
        spans = (
            Span("The "),
            Span(tool.removeprefix("the ")),
            Span(" of "),
            self.cast.name(event.by),
            Span(f" {'go' if many else 'goes'} astray", "serious"),
            Span(f" and {'hit' if many else 'hits'} "),
            self.cast.name(event.at),
            Span(f" in the {event.place} for "),
            Span(str(value(event, "through")), "hit"),
            Span("."),
        )
        details = tuple(one for one in (self.blow.damage(event),) if one)
        return Line(event.kind, 0, spans, details, why(event))
