"""Spells, and other actions of several parts, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span, value
from rules.request.data import library
from rules.request.tell.cast import Cast
from rules.request.tell.figures import needed, why

_LOST: Final = {
    "another action": "to do something else",
    "hurt": "for the pain",
    "wound": "for the wound",
    "down": "as it goes down",
    "out of view or range": "for its mark is out of view or range",
    "no magic points": "for want of magic points",
    "blinded": "and sees nothing",
    "parted from its rune": "without its rune",
}


class Spells:
    """Tells what is cast in one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast
        self.tales: dict[str, Callable[[Event], Line | None]] = {
            "part_done": self._part,
            "cast": self._cast,
            "spell_harm": self._harm,
            "spell_heal": self._heal,
            "task_lost": self._lost,
            "kept": self._kept,
        }

    def _part(self, event: Event) -> Line:
        left = event.facts.get("left", "")
        # C16a: foes learn no more.
        words = f" is at work on {self._what(event)}; {left} more to go." if left else " casts."
        return Line(event.kind, event.rank, (self.cast.name(event.by), Span(words)), (), why(event))

    def _cast(self, event: Event) -> Line:
        outcome = event.facts.get("outcome", "")
        words = {
            "fails": " fails to cast ",
            "resisted": " casts ",
        }.get(outcome, " casts ")
        end = ", who wards it off." if outcome == "resisted" else "."
        spans = [self.cast.name(event.by), Span(f"{words}{self._what(event)}")]
        if event.at != event.by:
            spans += [Span(" on "), self.cast.name(event.at)]
        spans.append(Span(end, "safe" if outcome == "resisted" else ""))
        rolls = [needed(event, "casting", "", event.facts.get("level", ""))]
        resist = event.facts.get("resist", "")
        rolls.append(needed(event, "resist", resist) if resist else "")
        said = "; ".join(one for one in rolls if one)
        return Line(event.kind, event.rank, tuple(spans), (said,) if said else (), why(event))

    def _harm(self, event: Event) -> Line:
        words = (
            f" is hurt in the {event.place} by {self._what(event)} for {value(event, 'damage')}."
        )
        return Line(event.kind, 0, (self.cast.name(event.at), Span(words, "minor")), (), why(event))

    def _heal(self, event: Event) -> Line:
        points = value(event, "healed")
        words = f" has {points} point{'' if points == 1 else 's'} back in the {event.place}."
        return Line(event.kind, 0, (self.cast.name(event.at), Span(words, "safe")), (), why(event))

    def _lost(self, event: Event) -> Line:
        because = _LOST.get(event.facts.get("cause", ""), "")
        words = f" gives {self._what(event)} up {because}".rstrip() + "."
        rolls = needed(event, "persistence", "Persistence")
        spans = (self.cast.name(event.by), Span(words, "minor"))
        return Line(event.kind, 0, spans, (rolls,) if rolls else (), why(event))

    def _kept(self, event: Event) -> Line:
        words = f" keeps hold of {self._what(event)}."
        rolls = needed(event, "persistence", "Persistence")
        spans = (self.cast.name(event.by), Span(words, "safe"))
        return Line(event.kind, 0, spans, (rolls,) if rolls else (), why(event))

    def _what(self, event: Event) -> str:
        spell = event.facts.get("spell", "")
        if not spell:
            return "it"
        known = library().spells.get(spell)
        return spell if known is None else known.name
