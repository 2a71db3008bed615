"""The game master's hand and the scenario's, in words: what it does to whom, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.kernel.model import Event
from rules.kernel.script import SCENARIO
from rules.kernel.telling import Line, Span
from rules.request.model import Timed
from rules.request.tell.cast import Cast
from rules.request.tell.figures import why
from rules.request.tell.plans import LASTS, STATUSES, because, plan, scene
from rules.request.tell.refusals import obstacle

_STATES: Final = {
    "held": "has {} in hand now",
    "carried": "has {} put away now",
    "dropped": "has {} on the ground now",
    "gone": "has lost {}",
}
# Of somebody else's people only that there was such a change is known.
_PRIVATE: Final = ("hit_points", "points", "status", "gear", "modifier")
_FALLS: Final = {
    "dead": "dies",
    "unconscious": "falls unconscious",
    "out": "is out of the fight",
    "yielded": "yields, and is a prisoner",
}
# By kind: the change that has said the same already.
_SAME: Final = (
    ("joined", "add"),
    ("left", "remove"),
    ("mounted", "seat"),
    ("unseated", "unseat"),
)
_OF_TWO: Final = {
    "disengage": (" parts ", " from "),
    "seize": (" lets ", " hold "),
    "release": (" lets ", " let go of "),
}


class Amendments:
    """Tells the changes of one fight, and knows which of the scenario's is next."""

    def __init__(self, cast: Cast, script: tuple[Timed, ...]) -> None:
        self.cast: Cast = cast
        self.script: tuple[Timed, ...] = script
        self.made: int = 0

    def note(self, event: Event) -> None:
        """Count what the scenario has done or tried: it goes through its script in order."""
        if event.kind in ("amended", "amendment_refused") and _is_scenarios(event):
            self.made += 1

    def amended(self, event: Event) -> Line:
        """What the change makes of somebody; the reason stands in brackets."""
        reason = event.facts.get("reason", "")
        if event.facts.get("change") == "end":
            reason = ""  # the end itself says why
        ending = Span(f"{f' ({reason})' if reason else ''}.")
        hand = Span("The scenario" if _is_scenarios(event) else "The game master")
        spans = self._by_hand(event, hand)
        if not spans:
            who = self.cast.name(event.at) if event.at else Span("Everybody")
            spans = [who, Span(f" {self._changed(event)}")]
        return Line(event.kind, 0, (*spans, ending), (), why(event))

    def refused(self, event: Event) -> Line:
        """What was wanted, for whom, and what stands in the way."""
        reason = event.facts.get("reason", "")
        if not (_is_scenarios(event) and 0 < self.made <= len(self.script)):
            words = f"Something that was planned cannot happen: {reason}."
            return Line(event.kind, 0, (Span(words),), (), why(event))
        timed = self.script[self.made - 1]
        spans = [Span("The scenario would "), *plan(self.cast, timed.change)]
        ending = f"{because(timed)}, but {obstacle(self.cast, timed.change, reason)}."
        return Line(event.kind, 0, (*spans, Span(ending)), (), why(event))

    def _by_hand(self, event: Event, hand: Span) -> list[Span]:
        """The changes that somebody would look for a doer of."""
        facts = event.facts
        who, foe = self.cast.name(event.at), self.cast.name(facts.get("foe", ""))
        change = facts.get("change", "")
        if change == "place":
            return [hand, Span(" puts "), who, Span(f" on {facts.get('place', 'another hex')}")]
        if change == "engage":
            reach = facts.get("reach", "normal")
            return [hand, Span(" engages "), who, Span(" with "), foe, Span(f" at {reach} reach")]
        if change in _OF_TWO:
            verb, joint = _OF_TWO[change]
            return [hand, Span(verb), who, Span(joint), foe]
        if change == "hazard":
            return [hand, Span(" lets "), who, Span(f" be hurt: {facts.get('cause', 'harm')}")]
        if change == "remove":
            return [hand, Span(" takes "), who, Span(" out of the fight")]
        if change == "end":
            return [hand, Span(" ends the fight")]
        return self._by_hand_too(event, hand)

    def _by_hand_too(self, event: Event, hand: Span) -> list[Span]:
        """Saddles, wounds, and what the scene is like."""
        facts = event.facts
        who, change = self.cast.name(event.at), facts.get("change", "")
        if change == "seat":
            return [hand, Span(" puts "), who, Span(" on "), self.cast.name(facts.get("mount", ""))]
        if change == "unseat":
            mount = self.cast.name(facts.get("mount", ""))
            words = (
                (" throws ", " off ")
                if facts.get("falls") == "yes"
                else (" sets ", " down beside ")
            )
            return [hand, Span(words[0]), who, Span(words[1]), mount]
        if change == "tend":
            place = facts.get("location", "")
            where = f" of the {place}" if place else ""
            return [hand, Span(f" stops the bleeding{where} of "), who]
        if change == "surroundings":
            return [hand, Span(f" lets there be {scene(facts)}")]
        return []

    def _changed(self, event: Event) -> str:
        """What a change makes of somebody."""
        facts = event.facts
        change = facts.get("change", "")
        if change in _PRIVATE and len(facts) == 1:
            return "is changed in a way that does not show"
        name, points = facts.get("name", ""), facts.get("points", "0")
        place = facts.get("location", "")
        full = self.cast.full(event.at, place) if place else 0
        side = facts.get("side", "")
        item = self.cast.item(event.at, facts.get("item", ""))
        lasts = LASTS.get(facts.get("lasts", ""), "on skill rolls")
        said = {
            "add": self._joins(event.at),
            "reveal": "comes into view",
            "hide": "is out of sight",
            "move": _moved(facts.get("distance", "0")),
            "side": f"fights for {self.cast.sides.get(side, side)} from now on",
            "hit_points": f"has {points}{f' of {full}' if full else ''} hit points in the {place} now",
            "points": _stocked(name, points),
            "status": _status(facts.get("status", ""), facts.get("on") == "yes"),
            "gear": _STATES.get(facts.get("state", ""), "has {} changed").replace("{}", item)
            + _left(facts.get("missiles", "")),
            "modifier": f"has {int(facts.get('value', '0')):+}% {lasts}: {name}",
        }
        return said.get(change, f"is changed: {change}")

    def _joins(self, who: str) -> str:
        side = self.cast.side_of(who)
        return f"joins the fight for {side}" if side else "joins the fight"


def without_echoes(events: Iterable[Event]) -> list[Event | None]:
    """The events, and None in the place of one that only says again what an amendment has said."""
    kept: list[Event | None] = []
    last: Event | None = None
    for event in events:
        if event.kind == "amended":
            last = event
        elif event.kind in ("amendment_refused", "phase_began", "round_began"):
            last = None
        elif last is not None and _echoes(last, event):
            last = None
            kept.append(None)
            continue
        kept.append(event)
    return kept


def _echoes(amended: Event, event: Event) -> bool:
    facts = amended.facts
    change = facts.get("change", "")
    about = event.at if event.kind in ("condition", "unseated") else event.by
    if about != amended.at or event.rank != amended.rank:
        return False
    if event.kind in ("engaged", "reach_set", "disengaged"):
        wanted = "disengage" if event.kind == "disengaged" else "engage"
        return change == wanted and event.at == facts.get("foe")
    if event.kind in ("seized", "released"):
        wanted = "seize" if event.kind == "seized" else "release"
        return change == wanted and event.at == facts.get("foe")
    if event.kind == "condition":
        return change == "status" and event.facts.get("condition") == facts.get("status")
    if event.kind == "dropped":
        return change == "gear" and event.item == facts.get("item")
    if event.kind == "moved":
        return change == "place" and event.facts.get("how") == "placed"
    return (event.kind, change) in _SAME


def _is_scenarios(event: Event) -> bool:
    return event.facts.get("author", "") == SCENARIO


def _status(status: str, on: bool) -> str:
    if on and status in _FALLS:
        return _FALLS[status]
    return f"{'is now' if on else 'is no longer'} {STATUSES.get(status, status)}"


def _moved(metres: str) -> str:
    if metres == "0":
        return "is within everybody's reach now"
    return f"is {metres} m from the other line now"


def _stocked(name: str, points: str) -> str:
    what = {
        "actions": f"has {points} {_plural('action', points)} left in this round",
        "lost": f"has {points} {_plural('action', points)} to lose",
        "reactions": f"has {points} {_plural('reaction', points)} left in this round",
        "magic": f"has {points} magic {_plural('point', points)}",
    }
    return what.get(name, f"has {points} {name}")


def _left(missiles: str) -> str:
    """What it is left with to shoot or throw, if that was changed."""
    return f", with {missiles} {_plural('missile', missiles)}" if missiles else ""


def _plural(word: str, count: str) -> str:
    return word if count == "1" else f"{word}s"
