"""Every kind of event of a fight in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, cast

from rules.kernel.model import Event
from rules.kernel.telling import Line, Sheets, Span, Whole, value
from rules.request.model import Setup, View
from rules.request.tell.amendments import Amendments, without_echoes
from rules.request.tell.blow import Blow
from rules.request.tell.cast import Cast
from rules.request.tell.figures import needed, why
from rules.request.tell.grapples import Grapples
from rules.request.tell.ground import Ground
from rules.request.tell.plans import agenda
from rules.request.tell.riding import Riding
from rules.request.tell.spells import Spells
from rules.request.tell.tables import sheets, standing
from rules.request.tell.whole import wholes

_BEGAN: Final = {
    "overextended": ("is overextended: 20% off every skill", "minor"),
    "vulnerable": ("is vulnerable: slower, easier to hurt, 20% off every skill", "minor"),
    "surprised": ("is surprised", "minor"),
    "blinded": ("is blinded: strikes badly, shoots nothing, casts nothing", "serious"),
    "fatigued": ("is tired: 20% off every skill, slower on foot and by DEX", "minor"),
    "heavily fatigued": ("can hardly stand any more: 50% off every skill", "serious"),
    "prone": ("falls to the ground", "serious"),
    "bolting": ("bolts", "serious"),
    "pinned": ("is held helpless", "serious"),
    "out": ("is out of the fight", "down"),
    "unconscious": ("falls unconscious", "down"),
    "dead": ("dies", "down"),
    "yielded": ("yields, and is a prisoner", "down"),
    "holding back": ("holds back", "minor"),
    "falling back": ("falls back", "minor"),
    "fleeing": ("flees", "serious"),
}
_ENDED: Final = {
    "bolting": "is in hand again",
    "overextended": "is in balance again",
    "vulnerable": "is on guard again",
    "surprised": "is no longer surprised",
    "blinded": "sees again",
    "pinned": "can move again",
    "unconscious": "comes to",
    "yielded": "is no prisoner any more",
    "holding back": "takes heart again",
    "falling back": "takes heart again",
    "fleeing": "flees no more",
    "fatigued": "has got its breath back",
    "heavily fatigued": "has got its breath back",
}
# What else a fumble brings has an event of its own.
_FUMBLES: Final = {"shot lost": ": the shot is lost", "broken": ": it breaks"}
_DOWN: Final = "down"
_UNTIL: Final = {
    "nothing": "",
    "anything": ", or until anything happens",
    "view": ", or until a foe comes into view",
    "acts": ", or until somebody acts",
}


def _share(event: Event) -> tuple[str, ...]:
    """What events of one moment that are told in one line have in common; () for those told alone."""
    facts = event.facts
    if event.kind == "carried":
        shared: tuple[str, ...] = (facts.get("for", ""), facts.get("who", ""))
    elif event.kind == "contest" and "winner" in facts:
        shared = (facts["verb"], facts.get("to", ""), facts.get("winner", ""))
    else:
        return ()
    return (event.kind, str(event.round), str(event.phase), str(event.rank), *shared)


class Teller:
    """Tells one fight."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.cast: Cast = Cast(setup)
        self.ground: Ground = Ground(self.cast)
        self.amendments: Amendments = Amendments(self.cast, setup.amendments)
        self.tales: dict[str, Callable[[Event], Line | None]] = {
            "attack": Blow(self.cast).line,
            "round_began": self._round,
            "phase_began": self._phase,
            "waited": self._waited,
            "carried": self._carried,
            "passed": self._passed,
            "action_lost": self._action_lost,
            "second": self._second,
            "thwarted": self._thwarted,
            "wound": self._wound,
            "fumble": self._fumble,
            "fatigue": self._fatigue,
            "nerve": self._nerve,
            "aided": self._aided,
            "hazard": self._hazard,
            "crashed": self._crashed,
            "condition": self._condition,
            "dropped": self._dropped,
            "readied": self._readied,
            "aimed": self._aimed,
            "defended": self._defended,
            "stance": self._stance,
            "recovered": self._recovered,
            "amended": self.amendments.amended,
            "amendment_refused": self.amendments.refused,
            "joined": self._joined,
            "left": self._left,
            "combat_ended": self._ended,
            **self.ground.tales,
            **Grapples(self.cast).tales,
            **Spells(self.cast).tales,
            **Riding(self.cast).tales,
        }

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """What a stretch of the fight reads like, each thing told once; call it in order."""
        return [line for line in self.each(events) if line is not None]

    def each(self, events: Iterable[Event]) -> list[Line | None]:
        """The same event by event, with None for those that go without saying or are told already."""
        told: list[Line | None] = []
        heard = without_echoes(events)
        for at, event in enumerate(heard):
            if event is not None:
                self.amendments.note(event)
            if len(told) > at:
                continue  # told with the one before
            alike = self._alike(heard, at)
            if len(alike) > 1:
                told.append(self._together(alike))
                told += [None] * (len(alike) - 1)
            else:
                told.append(None if event is None else self.line(event))
        return told

    def _alike(self, events: list[Event | None], first: int) -> list[Event]:
        """Those of a moment, one after the other from *first* on, who keep an action or run one race."""
        found: list[Event] = []
        for event in events[first:]:
            if event is None or (found and _share(event) != _share(found[0])) or not _share(event):
                break
            found.append(event)
        return found

    def _together(self, events: list[Event]) -> Line:
        """One line for them all."""
        if events[0].kind == "contest":
            return self.ground.race(events)
        names = self.cast.names([event.by for event in events])
        spans = (*names, Span(" keep the action for a later phase.", "quiet"))
        return Line(events[0].kind, events[0].rank, spans, (), why(events[0]))

    def line(self, event: Event) -> Line | None:
        """What *event* reads like; None for one that goes without saying."""
        tale = self.tales.get(event.kind)
        if tale is None or event.facts.get("condition") == "defending":
            return None
        return tale(event)

    def ordered(self, events: Iterable[Event]) -> list[Event]:
        """Nothing is played side by side: as they are."""
        return list(events)

    def sheets(self) -> Sheets:
        """Who is in the fight or joins it later, and with what."""
        return sheets(self.setup)

    def wholes(self) -> tuple[Whole, ...]:
        """The whole sheet of everybody, as it will fight."""
        return wholes(self.setup)

    def agenda(self) -> tuple[tuple[str, str], ...]:
        """What the scenario will do of itself: when, and what."""
        return agenda(self.cast, self.setup.amendments)

    def standing(self, view: object) -> Sheets:
        """Who stands, who fell, and where everybody was hurt."""
        return standing(self.setup, self.cast, cast("View", view))

    # --- the kinds of events -----------------------------------------------------------------

    def _round(self, event: Event) -> Line:
        return Line(event.kind, 0, (Span(f"Round {event.round}"),))

    def _phase(self, event: Event) -> Line:
        return Line(event.kind, 0, (Span(f"Phase {event.phase}"),))

    def _waited(self, event: Event) -> Line:
        until = event.facts.get("until", "1")
        what = event.facts.get("for", "nothing")
        who = event.facts.get("who", "")
        ending = f", or until {self.cast.plain(who)} acts" if who else _UNTIL.get(what, "")
        return self._deed(event, f" waits until strike rank {until}{ending}.", "quiet")

    def _carried(self, event: Event) -> Line:
        return self._deed(event, " keeps the action for a later phase.", "quiet")

    def _passed(self, event: Event) -> Line:
        return self._deed(event, " lets the action go.", "quiet")

    def _action_lost(self, event: Event) -> Line:
        if event.facts.get("cause") == "pinned":
            words = " cannot act, held as it is."
            return self._follows(event, self.cast.name(event.by), Span(words, "minor"))
        return self._follows(
            event, self.cast.name(event.by), Span(" loses an action to the wound.", "minor")
        )

    def _second(self, event: Event) -> Line:
        """P3: what comes now is more than a round holds without a second item."""
        what = event.facts.get("what", "action")
        words = f" has one {what} more, with {self.cast.item(event.by, event.item)}."
        return self._follows(event, self.cast.name(event.by), Span(words, "quiet"))

    def _thwarted(self, event: Event) -> Line:
        who = self.cast.plain(event.by)
        if not event.at:
            return self._follows(
                event, Span(f"{who} does not get to it any more.", "quiet", event.by)
            )
        return self._follows(
            event,
            self.cast.name(event.by),
            Span(" gets no chance at "),
            self.cast.name(event.at),
            Span(" any more."),
        )

    def _wound(self, event: Event) -> Line:
        severity = event.facts.get("severity", "minor")
        words = {"minor": "a minor wound", "serious": "a serious wound", "major": "a major wound"}
        spans = [
            self.cast.name(event.at),
            Span(" has "),
            Span(words.get(severity, severity), severity),
            Span(f" in the {event.place}"),
        ]
        lost = value(event, "lost_actions")
        if lost:
            spans.append(Span(f" and loses {lost} action{'s' if lost > 1 else ''}"))
        rolls = needed(event, "resilience", "Resilience")
        return Line(event.kind, 0, (*spans, Span(".")), (rolls,) if rolls else (), why(event))

    def _fumble(self, event: Event) -> Line:
        words = f" fumbles {self._with(event)}"
        news = _FUMBLES.get(event.facts.get("effect", ""), "")
        return self._follows(event, self.cast.name(event.by), Span(f"{words}{news}.", "minor"))

    def _hazard(self, event: Event) -> Line:
        cause = event.facts.get("cause", "Something")
        return self._harmed(event, f"{cause[:1].upper()}{cause[1:]} hurts ", "")

    def _crashed(self, event: Event) -> Line:
        """Against a wall: without a location it was dodged."""
        if event.place:
            return self._harmed(event, "", " strikes against something hard")
        rolls = needed(event, "crash", "Dodge")
        words = Span(" comes to no harm where something hard stands.", "safe")
        spans = (self.cast.name(event.at), words)
        return Line(event.kind, 0, spans, (rolls,) if rolls else (), why(event))

    def _harmed(self, event: Event, before: str, after: str) -> Line:
        through = value(event, "through")
        points = "nothing" if through == 0 else f"{through} point{'s' * (through > 1)}"
        said = (
            f"{after} in the {event.place} for {points}."
            if not after
            else f"{after}: {points} in the {event.place}."
        )
        spans = (*[Span(before)] * bool(before), self.cast.name(event.at), Span(said, "minor"))
        rolls = needed(event, "crash", "Dodge")
        return Line(event.kind, 0, spans, (rolls,) if rolls else (), why(event))

    def _aided(self, event: Event) -> Line:
        what = event.facts.get("what", "")
        place = event.place
        who, patient = self.cast.name(event.by), self.cast.name(event.at)
        said: dict[str, tuple[Span, ...]] = {
            "begun": (who, Span(" begins to bind up the "), Span(place), Span(" of "), patient),
            "tended": (
                who,
                Span(" stops the bleeding of the "),
                Span(place),
                Span(" of "),
                patient,
            ),
            "failed": (
                who,
                Span(" cannot stop the bleeding of the "),
                Span(place),
                Span(" of "),
                patient,
            ),
        }
        spans = said.get(what, (who, Span(" tends "), patient))
        rolls = needed(event, "aid", "First Aid")
        details = (rolls,) if rolls else ()
        return Line(event.kind, event.rank, (*spans, Span(".")), details, why(event))

    def _fatigue(self, event: Event) -> Line:
        """What the test came to stands in the condition behind it, if it was failed."""
        skill = event.facts.get("skill", "Resilience")
        stood = event.facts.get("level", "") in ("success", "critical")
        words = " stands the strain." if stood else " feels the strain."
        spans = (self.cast.name(event.at), Span(words, "safe" if stood else "minor"))
        return Line(event.kind, 0, spans, (needed(event, "fatigue", skill),), why(event))

    def _nerve(self, event: Event) -> Line:
        """What comes of a test that was failed stands in the condition behind it, if it is news."""
        stood = event.facts.get("state", "") == "steady"
        words = " keeps its nerve" if stood else " loses its nerve"
        already = event.facts.get("already", "")
        spans = (
            self.cast.name(event.at),
            Span(words, "safe" if stood else "minor"),
            Span(f": {event.facts.get('causes', '')}"),
            Span(f"; it goes on {already}." if already else "."),
        )
        rolled = needed(event, "nerve", "nerve")
        return Line(event.kind, event.rank, spans, (rolled,), why(event))

    def _condition(self, event: Event) -> Line | None:
        name = event.facts.get("condition", "")
        if event.facts.get("change") == "began":
            words, role = _BEGAN.get(name, (f"is {name}", "minor"))
        else:
            if event.facts.get("cause", "") == _DOWN:
                return None  # whoever is down has nothing of it
            words, role = _ENDED.get(name, f"is no longer {name}"), "safe"
        return self._follows(
            event, self.cast.name(event.at), Span(" "), Span(words, role), Span(".")
        )

    def _dropped(self, event: Event) -> Line:
        words = f" drops {self.cast.item(event.by, event.item)}."
        return self._follows(event, self.cast.name(event.by), Span(words, "minor"))

    def _readied(self, event: Event) -> Line:
        item = self.cast.item(event.by, event.item)
        words = {
            "drawn": f" draws {item}.",
            "picked up": f" picks up {item}.",
            "nocked": f" loads {item}; it is ready.",
            "loading": f" loads {item}; {event.facts.get('left', '')} more to go.",
        }
        what = event.facts.get("what", "")
        return self._deed(event, words.get(what, f" readies {item}."))

    def _aimed(self, event: Event) -> Line:
        tool = self._with(event)
        line = self._deed(event, " takes aim at ")
        end = Span(f" {tool}: +{value(event, 'aim_bonus')}%.")
        return line._replace(spans=(*line.spans, self.cast.name(event.at), end))

    def _defended(self, event: Event) -> Line:
        return self._deed(event, " goes on the defensive.")

    def _stance(self, event: Event) -> Line:
        words = {"standing": " stands up.", "kneeling": " kneels down.", "prone": " lies down."}
        stance = event.facts.get("stance", "")
        return self._deed(event, words.get(stance, f" is {stance} now."))

    def _recovered(self, event: Event) -> Line:
        return self._deed(event, " takes the time to recover.")

    def _joined(self, event: Event) -> Line:
        side = self.cast.side_of(event.by)
        words = f" joins the fight for {side}." if side else " joins the fight."
        return self._follows(event, self.cast.name(event.by), Span(words))

    def _left(self, event: Event) -> Line:
        if event.facts.get("how") == "removed":
            return self._deed(event, " is taken out of the fight.")
        if self.setup.field is None:
            return self._deed(event, " leaves the fight.")
        return self._deed(event, " leaves the field, and with it the fight.")

    def _ended(self, event: Event) -> Line:
        rounds = value(event, "rounds")
        after = (
            f"after {rounds} round{'' if rounds == 1 else 's'} ({value(event, 'seconds')} seconds)"
        )
        winner = event.facts.get("winner", "")
        said = {
            "victory": f"Victory for {self._sides(winner)} {after}.",
            "draw": f"Nobody is left standing {after}.",
            "cap": f"Nobody has won {after}, and there the fight ends.",
            "stalemate": f"Nobody can get the better of the other; it ends {after}.",
        }
        if winner:
            said["ended"] = f"It is ended {after}, with victory for {self._sides(winner)}."
        words = said.get(event.facts.get("outcome", ""), f"It is ended {after}.")
        reason = event.facts.get("reason", "")
        return Line(
            event.kind, 0, (Span(f"{words.removesuffix('.')}: {reason}." if reason else words),)
        )

    def _sides(self, ids: str) -> str:
        return " and ".join(self.cast.sides.get(one, one) for one in ids.split("+"))

    # --- words -------------------------------------------------------------------------------

    def _deed(self, event: Event, words: str, role: str = "") -> Line:
        spans = (self.cast.name(event.by), Span(words, role))
        return Line(event.kind, event.rank, spans, (), why(event))

    def _follows(self, event: Event, *spans: Span) -> Line:
        return Line(event.kind, 0, tuple(spans), (), why(event))

    def _with(self, event: Event) -> str:
        return f"with {self.cast.item(event.by, event.item)}"
