"""An attack in words: the news in the sentence, both rolls and the damage below it."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span, figure, value
from rules.rivers.tell.cast import Cast
from rules.rivers.tell.figures import left_of, needed, ranked, why

_WORDS: Final = {"shot": "shoots", "sling": "slings"}


class Blow:
    """Tells the attacks of one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast

    def line(self, event: Event) -> Line:
        """The sentence, what was needed and rolled, and what came through."""
        spans = [self.cast.name(event.by), *self._blow(event)]
        details = [said for said in (self._rolls(event), self._damage(event)) if said]
        # A second attack has no strike rank of its own.
        rank = 0 if event.facts.get("attack") == "second" else event.rank
        return Line(event.kind, rank, tuple(spans), tuple(details), why(event))

    def _blow(self, event: Event) -> list[Span]:
        """The sentence after the striker's name; the news comes last."""
        outcome = event.facts.get("outcome", "missed")
        tool = f"with {self.cast.item(event.by, event.item)}"
        at = [self.cast.name(event.at)]
        aimed = event.facts.get("aimed", "")
        if aimed and outcome not in ("hit", "stopped"):
            at = [Span(f"the {aimed} of "), *at]
        again = " again" if event.facts.get("attack") == "second" else ""
        if outcome == "hit":
            through = Span(str(value(event, "through")), "hit")
            how = {"critical": " critically", "special": " specially"}.get(
                event.facts.get("level", ""), ""
            )
            hits = Span(f"{again}{how} hits ")
            return [hits, *at, Span(f" in the {event.place} {tool} for "), through, Span(".")]
        if outcome == "stopped":
            hits = Span(f"{again} hits ")
            safe = Span("nothing comes through", "safe")
            return [hits, *at, Span(f" in the {event.place} {tool}, and "), safe, Span(".")]
        flight = event.facts.get("flight", "")
        spans = [Span(f" {_WORDS.get(flight, 'strikes')}{again} at "), *at, Span(f" {tool}")]
        if flight == "thrown":
            thrown = self.cast.item(event.by, event.item)
            spans = [Span(f" throws{again} {thrown} at "), *at]
        if outcome == "missed":
            bad = " badly" if event.facts.get("level") == "fumble" else ""
            return [*spans, Span(" and "), Span(f"misses{bad}", "safe"), Span(".")]
        how = "dodges"
        if outcome == "parried":
            how = f"parries with {self.cast.item(event.at, event.facts.get('defence_item', ''))}"
        return [
            *spans,
            Span(", but "),
            self.cast.name(event.at),
            Span(f" {how}", "safe"),
            Span("."),
        ]

    def _rolls(self, event: Event) -> str:
        """The strike rank, then needed and rolled on both sides."""
        facts = event.facts
        parts = [f"aimed at the {facts['aimed']}"] if "aimed" in facts else []
        parts += ["from another engagement"] * ("crosses" in facts)
        parts.append(needed(event, "attack", "", facts.get("level", "")))
        defence = facts.get("defence", "none")
        if defence != "none":
            said = needed(event, "defence", defence, facts.get("defence_level", ""))
            parts.append(said if "rolled" in said else "")
        else:
            parts.append("no defence")
        rank = figure(event, "strike_rank")
        if rank is not None and event.facts.get("attack") != "second":
            parts.append(ranked(rank, facts.get("rank", str(rank.value))))
        return "; ".join([part for part in parts if part])

    def _damage(self, event: Event) -> str:
        """Damage less parry and armour, and what is left."""
        made = figure(event, "damage")
        if made is None:
            return ""
        said = f"{made.value} damage"
        degree = event.facts.get("degree", "normal damage")
        if degree != "normal damage":
            said = f"{made.value} {degree}"
        through = figure(event, "through")
        if through is None:
            return said
        for term in through.terms[1:]:
            said += f" less {-term.value} {term.label}"
        if event.facts.get("armour") == "ignored":
            said += ", past all armour"
        return "; ".join(filter(None, (said, left_of(self.cast, event))))
