"""An attack in words: the news in the sentence, both rolls and the damage below it."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span, figure, value
from rules.request.tell.cast import Cast
from rules.request.tell.figures import is_armour, is_dealt, is_parry, needed, terms, waited, why

# By what gives the opportunity: the words for whoever does it.  "reach" is an attack with a
# short weapon on the owner of a long one, who then strikes first.
_OPENINGS: Final = {
    "reach": "comes in close",
    "shoot": "lets fly",
    "aim": "takes aim",
    "ready": "readies a weapon",
    "aid": "gives first aid",
    "stance": "changes stance",
    "move": "moves",
    "sprint": "runs",
    "breakaway": "breaks away",
    "closer": "steps in",
    "farther": "steps back",
}


class Blow:
    """Tells the attacks of one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast

    def line(self, event: Event) -> Line:
        """The sentence, what was needed and rolled, and what came through."""
        facts = event.facts
        outcome = facts.get("outcome", "missed")
        if event.facts.get("verb") == "opportunity":
            spans = self._opening(event, outcome)
        else:
            spans = [self.cast.name(event.by), *self._blow(event, outcome)]
        details = [said for said in (self._rolls(event), self.damage(event)) if said]
        return Line(event.kind, event.rank, tuple(spans), tuple(details), why(event))

    def _blow(self, event: Event, outcome: str) -> list[Span]:
        """The sentence after the striker's name; the news comes last."""
        tool = self._with(event.by, event.item)
        at = self.cast.name(event.at)
        if outcome == "hit" and not event.place:
            return [Span(" gets at "), at, Span(f" {tool}", "minor"), Span(".")]
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
        return [
            Span(f" {self._verb(event)} "),
            at,
            Span(f" {tool}"),
            *self._averted(event, outcome),
        ]

    def _opening(self, event: Event, outcome: str) -> list[Span]:
        """What the target was about when it was struck, and then the same news as ever."""
        trigger = event.facts.get("trigger", "")
        tool = self._with(event.by, event.item)
        first = " first" if trigger == "reach" else ""
        spans = [
            Span("As "),
            self.cast.name(event.at),
            Span(f" {_OPENINGS.get(trigger, 'leaves an opening')}, "),
            self.cast.name(event.by),
            Span(f" strikes{first} {tool}"),
        ]
        if outcome == "hit":
            critically = "critically " if event.facts.get("level") == "critical" else ""
            through = Span(str(value(event, "through")), "hit")
            words = Span(f" and {critically}hits the {event.place} for ")
            return [*spans, words, through, Span(".")]
        if outcome == "stopped":
            words = Span(f" and hits the {event.place}, but ")
            return [*spans, words, Span("nothing comes through", "safe"), Span(".")]
        return spans + self._averted(event, outcome)

    def _averted(self, event: Event, outcome: str) -> list[Span]:
        """How the sentence ends if nobody is hit."""
        if outcome == "missed":
            bad = " badly" if event.facts.get("level") == "fumble" else ""
            return [Span(" and "), Span(f"misses{bad}", "safe"), Span(".")]
        how = "dodges"
        if outcome == "parried":
            how = f"parries {self._with(event.at, event.facts.get('defence_item', ''))}"
        return [Span(", but "), self.cast.name(event.at), Span(f" {how}", "safe"), Span(".")]

    def _verb(self, event: Event) -> str:
        verb = event.facts.get("verb", "attack")
        weapon = self.cast.weapon(event.by, event.item)
        if verb == "shoot":
            thrown = weapon is not None and weapon.shot is not None and weapon.shot.thrown
            return "throws at" if thrown else "shoots at"
        if verb == "riposte":
            return "strikes back at"
        if verb in ("charge", "grapple"):
            return "bears down on" if verb == "charge" else "reaches for"
        return "aims a blow at" if verb == "precise" else "strikes at"

    def _rolls(self, event: Event) -> str:
        """Needed and rolled, on both sides."""
        facts = event.facts
        if facts.get("helpless"):
            return "helpless: no roll is needed"
        parts = [needed(event, "attack", "", facts.get("level", ""))]
        defence = facts.get("defence", "none")
        if defence in ("parry", "dodge"):
            parts.append(needed(event, "defence", defence, facts.get("defence_level", "")))
        elif defence == "declined":
            parts.append("no defence made")
        elif defence == "cannot":
            parts.append("no defence possible")
        if facts.get("demoted"):
            parts.append("the higher roll wins")
        aim = facts.get("aim", "")
        if aim:
            parts.append("past the armour" if aim == "bypass" else f"aimed at the {aim}")
        if facts.get("improvised"):
            parts.append(f"{self.cast.item(event.by, event.item)} is improvised at this reach")
        parts += waited(event)
        return "; ".join(part for part in parts if part)

    def damage(self, event: Event) -> str:
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
        through, left = figure(event, "through"), figure(event, "hit_points")
        if (parried or armour) and through is not None and through.terms:
            said += f" is {through.value}"
        if left is None:
            return said  # what a foe has left is its own affair
        return f"{said}; {left.value} of {self.cast.full(event.at, event.place)} left"

    def _with(self, who: str, item: str) -> str:
        return f"with {self.cast.item(who, item)}"
