"""Where people go and whom they engage, in words: moves, engagement, reach, formations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.kernel.model import Event
from rules.kernel.telling import Line, Span, value
from rules.request.tell.cast import Cast, in_a_row
from rules.request.tell.figures import needed, waited, why
from rules.request.tell.plans import SCENES

# By what a move is for: at a walk, and at a run.  `{}` stands for somebody.
_WAYS: Final = {
    "close": ("closes on {}", "runs at {}"),
    "reach": ("closes on {} to long reach", "runs at {} to long reach"),
    "back": ("backs off", "runs back"),
    "cover": ("goes for cover from {}", "runs for cover from {}"),
    "flank": ("moves to flank {} with {}", "runs to flank {} with {}"),
    "stand": ("goes to stand by {}", "runs to stand by {}"),
    "leave": ("makes for the edge of the field", "runs for the edge of the field"),
}
# By how somebody moved, if that says more than what for: with somebody it was about, and without.
_HOWS: Final = {
    "charge": ("charges at {}", "charges"),
    "breakaway": ("gets clear", "gets clear"),
    "climb": ("flies up", "flies up"),
    "dive": ("swoops", "swoops"),
    "landed": ("lands", "lands"),
    "retreat": ("gives ground", "gives ground"),
    "follow": ("follows {}", "follows"),
    "closer": ("steps in", "steps in"),
    "farther": ("steps back", "steps back"),
    "thrown": ("is flung", "is flung"),
    "cast": ("goes", "goes"),
}
# Moves that begin an action.  The blow of a charge says itself whether it was waited for.
_RANKED: Final = ("move", "sprint", "charge", "retreat", "climb", "dive")
_WAITED: Final = ("move", "sprint")
# What ends an engagement and is told already.
_SAID: Final = ("broke away", "yielded", "fallen", "gone", "hidden", "no longer foes")
_SPOILED: Final = {
    "shoot": "'s shot is spoiled",
    "aim": "'s aim is spoiled",
    "ready": " gets no weapon ready",
    "aid": " cannot tend anybody",
    "stance": " cannot change stance",
}
_CONTESTS: Final = {
    "breakaway": "tries to break away",
    "closer": "tries to get in closer",
    "farther": "tries to gain distance",
    "grapple": "tries to take hold",
    "hold": "tries to hold its foe still",
    "hurt": "tries to hurt whom it holds",
    "throw": "tries to throw whom it holds",
    "disarm": "tries to wrest a weapon from whom it holds",
    "breakfree": "tries to break free",
    "hex": "races for a place that another wants too",
    "circle": "circles while its foe does",
}
_FAILED: Final = {"failure": ", and fails", "fumble": ", and fails badly"}
_FORMATIONS: Final = {
    "flanked": ("is flanked", "minor"),
    "surrounded": ("is surrounded", "serious"),
}
_DECLARED: Final = {
    "flanked": "{} calls on the others to flank {}",
    "surrounded": "{} calls on the others to surround {}",
}


class Ground:
    """Tells what happens on the ground in one fight."""

    def __init__(self, cast: Cast) -> None:
        self.cast: Cast = cast
        self.tales: dict[str, Callable[[Event], Line | None]] = {
            "combat_began": self._began,
            "moved": self._moved,
            "engaged": self._engaged,
            "disengaged": self._disengaged,
            "spoiled": self._spoiled,
            "halved": self._halved,
            "contest": self._contest,
            "opposed": self._opposed,
            "broke_away": self._broke_away,
            "reach_set": self._reach_set,
            "formation": self._formation,
            "declared": self._declared,
            "focused": self._focused,
            "knocked_back": self._knocked_back,
            "climbed": self._climbed,
            "dived": self._dived,
            "plunged": self._plunged,
            "fell": self._fell,
        }

    # --- moves -------------------------------------------------------------------------------

    def _began(self, event: Event) -> Line | None:
        """Where there are places, how large the field is; and the house rules, if there are any."""
        field, house = event.facts.get("field", ""), event.facts.get("options", "")
        up = f", up to {event.facts['heights']} m high" if "heights" in event.facts else ""
        said = [f"The field is {field.replace('x', ' by ')} hexes{up}."] if field else []
        if house:
            said.append(f"House rules: {house}.")
        scene = [SCENES.get(one, one) for one in event.facts.get("surroundings", "").split(", ")]
        if scene != [""]:
            said.append(f"There is {in_a_row(scene)}.")
        return self._quietly(event, " ".join(said)) if said else None

    def _moved(self, event: Event) -> Line | None:
        facts = event.facts
        how, purpose, to = facts.get("how", ""), facts.get("purpose", ""), facts.get("to", "")
        people = [facts[role] for role in ("toward", "with") if role in facts]
        if how in ("knocked", "unseated", "mount"):
            return None  # told by what threw it
        if how == "placed":
            words = f"is at {to} now" if to else "is somewhere else now"
        elif how in _HOWS:
            words = _HOWS[how][0 if people else 1]
            words += _leading(to, "{}" in words)
        else:
            ways = _WAYS.get(purpose, ("moves", "runs"))
            words = ways[1 if how == "sprint" else 0] + _leading(to, purpose in _WAYS)
        return Line(
            event.kind,
            event.rank if how in _RANKED else 0,
            (self.cast.name(event.by), *self._about(f" {words}.", people)),
            waited(event) if how in _WAITED else (),
            why(event),
        )

    def _halved(self, event: Event) -> Line:
        return self._after(event, self.cast.name(event.by), Span(" gets only half as far", "minor"))

    def _spoiled(self, event: Event) -> Line:
        words = _SPOILED.get(event.facts.get("verb", ""), "'s action comes to nothing")
        return self._after(event, self.cast.name(event.by), Span(words, "minor"))

    def _knocked_back(self, event: Event) -> Line:
        metres, to = value(event, "knockback"), event.facts.get("to", "")
        words = f"is knocked back{f' {metres} m' if metres else ''}"
        details = needed(event, "acrobatics", "Acrobatics") or needed(event, "riding", "Riding")
        return self._after(
            event,
            self.cast.name(event.at),
            Span(" "),
            Span(words, "minor"),
            Span(_leading(to if to != event.facts.get("from") else "", True)),
            details=(details,) if details else (),
        )

    def _climbed(self, event: Event) -> Line:
        words = " climbs out of reach."
        name = self.cast.name(event.by)
        return Line(event.kind, _ranked(event), (name, Span(words)), waited(event), why(event))

    def _dived(self, event: Event) -> Line:
        words = " comes down to the ground."
        name = self.cast.name(event.by)
        return Line(event.kind, _ranked(event), (name, Span(words)), waited(event), why(event))

    def _plunged(self, event: Event) -> Line:
        points = value(event, "damage")
        words = f" falls out of the sky: {points} to the {event.place}"
        return self._after(event, self.cast.name(event.at), Span(words, "serious"))

    def _fell(self, event: Event) -> Line:
        points, metres = value(event, "damage"), event.facts.get("metres", "")
        words = f" falls {metres} m over the edge: {points} to the {event.place}"
        return self._after(event, self.cast.name(event.at), Span(words, "serious"))

    # --- engagement and reach ----------------------------------------------------------------

    def _engaged(self, event: Event) -> Line:
        """Often, and after what everybody has read: in the small print."""
        reach = event.facts.get("reach", "normal")
        ending = "" if reach == "normal" else f" at {reach} reach"
        return self._quietly(event, f"{{}} and {{}} are engaged{ending}.", event.by, event.at)

    def _disengaged(self, event: Event) -> Line | None:
        cause = event.facts.get("cause", "")
        if cause in _SAID:
            return None
        if cause == "not followed":
            return self._quietly(event, "{} lets {} go.", event.at, event.by)
        ending = ", out of reach" if cause == "out of reach" else ""
        return self._quietly(event, f"{{}} and {{}} are parted{ending}.", event.by, event.at)

    def _reach_set(self, event: Event) -> Line:
        reach = event.facts.get("reach", "another")
        words = {"short": "{} gets in close to {}", "long": "{} holds {} at long reach"}
        said = words.get(reach, f"{{}} and {{}} are at {reach} reach now")
        return self._after(event, *self._about(said, [event.by, event.at]))

    def _contest(self, event: Event) -> Line:
        """The roll of whoever wants something; the foes' follow, and then what comes of it."""
        facts = event.facts
        verb, level, skill = facts.get("verb", ""), facts.get("level", ""), facts.get("skill", "")
        weapon = self.cast.weapon(event.by, skill)
        tool = f" with {self.cast.item(event.by, skill)}" if weapon else ""
        if "winner" in facts:
            return self.race([event])
        words = f" {_CONTESTS.get(verb, 'tries it')}{tool}{_FAILED.get(level, '')}."
        rolls = needed(event, "contest", "" if weapon else skill, level)
        details = (*((rolls,) if rolls else ()), *waited(event))
        spans = (self.cast.name(event.by), Span(words))
        rank = 0 if verb == "grapple" else event.rank  # the blow before it has told that
        return Line(event.kind, rank, spans, details, why(event))

    def race(self, events: list[Event]) -> Line:
        """Several who want one place, or go round each other, and who of them gets it; their rolls are the details."""
        first = events[0]
        to, winner = first.facts.get("to", ""), first.facts.get("winner", "")
        many = len(events) > 1
        spans = self.cast.names([one.by for one in events])
        if to:
            spans.append(Span(f" race{'' if many else 's'} for {to}"))
        else:
            spans.append(
                Span(" circle round each other" if many else " circles while its foe does")
            )
        if winner == first.by and not many:
            spans.append(Span(", and gets it" if to else ", and goes on"))
        elif winner:
            ending = Span(" gets it" if to else " goes on")
            spans += [Span(", and "), self.cast.name(winner), ending]
        else:
            spans.append(Span(", and nobody gets it" if to else ", and nobody goes on"))
        details: list[str] = []
        for one in events:
            skill = one.facts.get("skill", "")
            weapon = self.cast.weapon(one.by, skill)
            if weapon is not None:
                skill = weapon.name
            rolls = needed(one, "contest", skill, one.facts.get("level", ""))
            if rolls:
                details.append(f"{self.cast.plain(one.by)}: {rolls}" if many else rolls)
        reasons: list[str] = []
        for one in events:
            whose = f"{self.cast.plain(one.by)}: " if many else ""
            reasons += [f"{whose}{reason}" for reason in why(one) if not _is_of_all(reason)]
        reasons += [reason for reason in why(first) if _is_of_all(reason)]
        details += [*waited(first)]
        spans.append(Span("."))
        return Line(first.kind, first.rank, tuple(spans), tuple(details), tuple(reasons))

    def _opposed(self, event: Event) -> Line:
        facts = event.facts
        weapon, level = facts.get("defence", ""), facts.get("level", "")
        armed = self.cast.weapon(event.by, weapon) is not None
        tool = f" with {self.cast.item(event.by, weapon)}" if armed else ""
        outcomes = {
            "won": (Span(" and "), Span("prevails", "safe")),
            "lost": (Span(" and does not prevail"),),
        }
        news = outcomes.get(facts.get("outcome", ""), ())
        if level in _FAILED and facts.get("outcome") == "won":
            news = ()  # the other failed by itself
        rolls = needed(event, "contest", "", level)
        return self._after(
            event,
            self.cast.name(event.by),
            Span(f" opposes it{tool}"),
            *news,
            details=(rolls,) if rolls else (),
        )

    def _broke_away(self, event: Event) -> Line:
        """Whom it left behind, and who holds it."""
        facts = event.facts
        freely = facts.get("how") == "automatic"
        left, held = self.cast.ids(facts.get("from", "")), self.cast.ids(facts.get("held", ""))
        who = self.cast.name(event.by)
        if held and not left:
            # The rolls have said so.
            words = f"{in_a_row(['{}'] * len(held))} hold{'s' * (len(held) == 1)} {{}}."
            return self._quietly(event, words, *held, event.by)
        spans = [who, Span(" "), Span("breaks away", "safe")]
        if left:
            spans += [Span(" from "), *self.cast.names(left)]
        if held:
            spans += [Span(", but "), *self.cast.names(held)]
            spans.append(Span(" hold on" if len(held) > 1 else " holds on"))
        details = ("no roll is needed", *waited(event)) if freely else ()
        rank = event.rank if freely else 0
        return Line(event.kind, rank, (*spans, Span(".")), details, why(event))

    # --- formations --------------------------------------------------------------------------

    def _formation(self, event: Event) -> Line:
        facts = event.facts
        kind = facts.get("formation", "none")
        if kind == "none":
            return self._quietly(event, "{} is neither flanked nor surrounded now.", event.at)
        words, role = _FORMATIONS.get(kind, (f"is {kind}", "minor"))
        spans = [self.cast.name(event.at), Span(" "), Span(words, role)]
        foes = self.cast.ids(facts.get("by", ""))
        if foes:
            spans += [Span(" by "), *self.cast.names(foes)]
        if facts.get("focus"):
            spans += self._about(", with an eye on {}", [facts["focus"]])
        return self._after(event, *spans)

    def _declared(self, event: Event) -> Line:
        kind = event.facts.get("formation", "")
        words = _DECLARED.get(kind, "{} calls off the plan against {}")
        return self._after(event, *self._about(words, [event.by, event.at]))

    def _focused(self, event: Event) -> Line:
        if not event.at:
            return self._quietly(event, "{} keeps an eye on nobody in particular.", event.by)
        return self._after(event, *self._about("{} keeps an eye on {}", [event.by, event.at]))

    # --- words -------------------------------------------------------------------------------

    def _about(self, words: str, people: list[str], role: str = "") -> list[Span]:
        """*words* with a name for every `{}`, and "somebody" where one is missing."""
        spans: list[Span] = []
        for place, part in enumerate(words.split("{}")):
            if place > len(people):
                spans.append(Span("somebody", role))
            elif place > 0:
                name = self.cast.name(people[place - 1])
                spans.append(name._replace(role=role) if role else name)
            if part:
                spans.append(Span(part, role))
        return spans

    def _after(self, event: Event, *spans: Span, details: tuple[str, ...] = ()) -> Line:
        """A line that follows from the one before it; the full stop is added."""
        return Line(event.kind, 0, (*spans, Span(".")), details, why(event))

    def _quietly(self, event: Event, words: str, *people: str) -> Line:
        """In the small print."""
        spans = self._about(words, list(people), "quiet")
        return Line(event.kind, 0, tuple(spans), (), why(event))


def _ranked(event: Event) -> int:
    """Its strike rank, if it is an action of its own and no part of another."""
    return event.rank if "verb" in event.facts else 0


def _leading(to: str, aside: bool) -> str:
    """The hex that somebody comes to: on its own, or aside if the sentence has an aim already."""
    if not to:
        return ""
    return f" ({to})" if aside else f" to {to}"


def _is_of_all(reason: str) -> bool:
    """Does it name rules, and no sum of anybody's?"""
    return reason.startswith("rules ")
