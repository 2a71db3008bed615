"""An attack in words: the news in the sentence, both rolls and the damage below it."""

from __future__ import annotations

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span
from rules.request.tell.cast import Cast
from rules.request.tell.figures import is_armour, is_dealt, is_parry, terms, value, why


class Blow:
    """Tells the attacks of one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast

    def line(self, event: Event) -> Line:
        """The sentence, what was needed and rolled, and what came through."""
        facts = event.facts
        outcome = facts.get("outcome", "missed")
        spans = [self.cast.name(event.by)]
        spans += self._blow(event, outcome)
        details = [self._rolls(event)]
        damage = self._damage(event)
        if damage:
            details.append(damage)
        return Line(event.kind, event.rank, tuple(spans), tuple(details), why(event))

    def _blow(self, event: Event, outcome: str) -> list[Span]:
        """The sentence after the striker's name; the news comes last."""
        tool = self._with(event.by, event.item)
        at = self.cast.name(event.at)
        if outcome == "hit":
            through = value(event, "through")
            news = Span(str(through), "hit")
            critically = " critically" if event.facts.get("level") == "critical" else ""
            return [
                Span(f"{critically} hits "),
                at,
                Span(f" in the {event.place} {tool} for "),
                news,
                Span("."),
            ]
        if outcome == "stopped":
            return [
                Span(" hits "),
                at,
                Span(f" in the {event.place} {tool}, and "),
                Span("nothing comes through", "safe"),
                Span("."),
            ]
        start = [Span(f" {self._verb(event)} "), at]
        if outcome == "missed":
            bad = " badly" if event.facts.get("level") == "fumble" else ""
            return [*start, Span(f" {tool} and "), Span(f"misses{bad}", "safe"), Span(".")]
        how = "dodges"
        if outcome == "parried":
            how = f"parries {self._with(event.at, event.facts.get('defence_item', ''))}"
        return [*start, Span(f" {tool}, but "), at, Span(f" {how}", "safe"), Span(".")]

    def _verb(self, event: Event) -> str:
        verb = event.facts.get("verb", "attack")
        weapon = self.cast.weapon(event.by, event.item)
        if verb == "shoot":
            thrown = weapon is not None and weapon.shot is not None and weapon.shot.thrown
            return "throws at" if thrown else "shoots at"
        if verb == "riposte":
            return "strikes back at"
        return "aims a blow at" if verb == "precise" else "strikes at"

    def _rolls(self, event: Event) -> str:
        """Needed and rolled, on both sides."""
        facts = event.facts
        if facts.get("helpless"):
            return "helpless: no roll is needed"
        parts = [_needed(event, "attack", "needs", facts.get("level", ""))]
        defence = facts.get("defence", "none")
        if defence in ("parry", "dodge"):
            parts.append(
                _needed(event, "defence", f"{defence} needs", facts.get("defence_level", ""))
            )
        elif defence == "declined":
            parts.append("no defence made")
        elif defence == "cannot":
            parts.append("no defence possible")
        if facts.get("demoted"):
            parts.append("the higher roll wins")
        aim = facts.get("aim", "")
        if aim:
            parts.append("past the armour" if aim == "bypass" else f"aimed at the {aim}")
        earliest = value(event, "strike_rank")
        if earliest > event.rank:
            parts.append(f"waited from {earliest}")
        return "; ".join(parts)

    def _damage(self, event: Event) -> str:
        """Location, damage less parry and armour, and what is left of the location."""
        if not event.place:
            return ""
        said = f"{event.place}: {max(0, terms(event, 'damage', is_dealt))} damage"
        parried = -terms(event, "damage", is_parry)
        if parried:
            said += f" less {parried} parried"
        armour = -terms(event, "through", is_armour)
        if armour:
            said += f" less {armour} armour"
        if parried or armour:
            said += f" is {value(event, 'through')}"
        full = self.cast.full(event.at, event.place)
        return f"{said}; {value(event, 'hit_points')} of {full} left"

    def _with(self, who: str, item: str) -> str:
        return f"with {self.cast.item(who, item)}"


def _needed(event: Event, whose: str, words: str, level: str) -> str:
    said = f"{words} {value(event, f'{whose}_chance')}, rolled {value(event, f'{whose}_roll')}"
    return f"{said} ({level})" if level in ("critical", "fumble") else said
