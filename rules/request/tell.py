"""Events into words that a person enjoys reading: who, whom, with what, needed and rolled, and who is hurt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rules.kernel.model import Event, Figure, Term
from rules.kernel.telling import Line, Row, Sheets, Span, sum_of
from rules.request.model import LOCATIONS, Add, Entry, Seen, Setup, View, Weapon

_WORDS: Final = {
    "strike_rank": "strike rank",
    "attack_chance": "attack needs",
    "attack_roll": "attack rolled",
    "defence_chance": "defence needs",
    "defence_roll": "defence rolled",
    "location_roll": "location",
    "hit_points": "hit points left",
    "lost_actions": "actions lost",
    "resilience_chance": "Resilience needs",
    "resilience_roll": "Resilience rolled",
    "fumble_roll": "fumble",
    "aim_bonus": "aim",
}
_BEGAN: Final = {
    "overextended": ("is overextended: 20% off every skill", "minor"),
    "vulnerable": ("is vulnerable: slower, easier to hurt, 20% off every skill", "minor"),
    "surprised": ("is surprised", "minor"),
    "prone": ("falls to the ground", "serious"),
    "out": ("is out of the fight", "down"),
    "unconscious": ("falls unconscious", "down"),
    "dead": ("dies", "down"),
}
_ENDED: Final = {
    "overextended": "is in balance again",
    "vulnerable": "is on guard again",
    "surprised": "is no longer surprised",
    "unconscious": "comes to",
}
# What else a fumble brings has an event of its own.
_FUMBLES: Final = {"shot lost": ": the shot is lost", "broken": ": it breaks"}
_UNTIL: Final = {
    "nothing": "",
    "anything": ", or until anything happens",
    "view": ", or until a foe comes into view",
    "acts": ", or until somebody acts",
}
_CHANGES: Final = {
    "reveal": "comes into view",
    "hide": "is out of sight",
    "remove": "is taken out of the fight",
    "add": "joins the fight",
}


class Teller:
    """Tells one fight; it knows the names of those in it and what their bodies can bear."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.people: dict[str, Entry] = {one.id: one for one in setup.combatants}
        self.sides: dict[str, str] = {one.id: one.name for one in setup.sides}
        for timed in setup.amendments:
            if isinstance(timed.change, Add):
                self.people[timed.change.entry.id] = timed.change.entry
        self.tales: dict[str, Callable[[Event], Line]] = {
            "round_began": self._round,
            "phase_began": self._phase,
            "waited": self._waited,
            "carried": self._carried,
            "passed": self._passed,
            "action_lost": self._action_lost,
            "attack": self._attack,
            "wound": self._wound,
            "fumble": self._fumble,
            "condition": self._condition,
            "dropped": self._dropped,
            "readied": self._readied,
            "aimed": self._aimed,
            "defended": self._defended,
            "stance": self._stance,
            "recovered": self._recovered,
            "amended": self._amended,
            "amendment_refused": self._amendment_refused,
            "joined": self._joined,
            "left": self._left,
            "combat_ended": self._ended,
        }

    def line(self, event: Event) -> Line | None:
        """What *event* reads like; None for one that goes without saying."""
        tale = self.tales.get(event.kind)
        if tale is None or event.facts.get("condition") == "defending":
            return None
        return tale(event)

    def sheets(self) -> Sheets:
        """Who begins the fight, and with what."""
        rows = [
            _sheet_row(one, side.id)
            for side in self.setup.sides
            for one in self.setup.combatants
            if one.side == side.id
        ]
        return Sheets(("DEX", "Hit points", "Armour"), tuple(rows))

    def standing(self, view: object) -> Sheets:
        """Who stands, who fell, and where everybody was hurt, side by side."""
        seen = cast("View", view).combatants
        rows = [
            Row(one.id, side.id, (_state(one), self._wounds(one)))
            for side in self.setup.sides
            for one in seen
            if one.side == side.id
        ]
        return Sheets(("State", "Wounds"), tuple(rows))

    # --- the kinds of events -----------------------------------------------------------------

    def _round(self, event: Event) -> Line:
        return Line(event.kind, 0, (Span(f"Round {event.round}"),))

    def _phase(self, event: Event) -> Line:
        return Line(event.kind, 0, (Span(f"Phase {event.phase}"),))

    def _waited(self, event: Event) -> Line:
        until = event.facts.get("until", "1")
        what = event.facts.get("for", "nothing")
        who = event.facts.get("who", "")
        ending = f", or until {self._plain(who)} acts" if who else _UNTIL.get(what, "")
        return self._deed(event, f" waits until {until}{ending}.", "quiet")

    def _carried(self, event: Event) -> Line:
        return self._deed(event, " keeps the action for a later phase.", "quiet")

    def _passed(self, event: Event) -> Line:
        return self._deed(event, " lets the action go.", "quiet")

    def _action_lost(self, event: Event) -> Line:
        return self._follows(
            event, self._name(event.by), Span(" loses an action to the wound.", "minor")
        )

    def _attack(self, event: Event) -> Line:
        facts = event.facts
        outcome = facts.get("outcome", "missed")
        spans = [self._name(event.by)]
        spans += self._blow(event, outcome)
        details = [self._rolls(event)]
        damage = self._damage(event)
        if damage:
            details.append(damage)
        return Line(event.kind, event.rank, tuple(spans), tuple(details), _why(event))

    def _blow(self, event: Event, outcome: str) -> list[Span]:
        """The sentence after the striker's name; the news comes last."""
        tool = self._weapon(event.by, event.item)
        at = self._name(event.at)
        if outcome == "hit":
            through = _value(event, "through")
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
        start = [Span(f" {self._verb(event)} "), at, Span(f" {tool}, ")]
        if outcome == "missed":
            bad = " badly" if event.facts.get("level") == "fumble" else ""
            return [*start[:2], Span(f" {tool} and "), Span(f"misses{bad}", "safe"), Span(".")]
        how = "dodges"
        if outcome == "parried":
            how = f"parries {self._weapon(event.at, event.facts.get('defence_item', ''))}"
        return [*start, Span("but "), at, Span(f" {how}", "safe"), Span(".")]

    def _verb(self, event: Event) -> str:
        verb = event.facts.get("verb", "attack")
        weapon = self._gear(event.by, event.item)
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
        earliest = _value(event, "strike_rank")
        if earliest > event.rank:
            parts.append(f"waited from {earliest}")
        return "; ".join(parts)

    def _damage(self, event: Event) -> str:
        """Location, damage less parry and armour, and what is left of the location."""
        if not event.place:
            return ""
        said = f"{event.place}: {max(0, _terms(event, 'damage', _adds))} damage"
        parried = -_terms(event, "damage", _is_parry)
        if parried:
            said += f" less {parried} parried"
        armour = -_terms(event, "through", _is_armour)
        if armour:
            said += f" less {armour} armour"
        if parried or armour:
            said += f" is {_value(event, 'through')}"
        full = self._full(event.at, event.place)
        return f"{said}; {_value(event, 'hit_points')} of {full} left"

    def _wound(self, event: Event) -> Line:
        severity = event.facts.get("severity", "minor")
        words = {"minor": "a minor wound", "serious": "a serious wound", "major": "a major wound"}
        spans = [
            self._name(event.at),
            Span(" has "),
            Span(words.get(severity, severity), severity),
            Span(f" in the {event.place}"),
        ]
        lost = _value(event, "lost_actions")
        if lost:
            spans.append(Span(f" and loses {lost} action{'s' if lost > 1 else ''}"))
        details: tuple[str, ...] = ()
        if _figure(event, "resilience_roll") is not None:
            needed, rolled = _value(event, "resilience_chance"), _value(event, "resilience_roll")
            details = (f"Resilience needs {needed}, rolled {rolled}",)
        return Line(event.kind, 0, (*spans, Span(".")), details, _why(event))

    def _fumble(self, event: Event) -> Line:
        words = f" fumbles {self._weapon(event.by, event.item)}"
        news = _FUMBLES.get(event.facts.get("effect", ""), "")
        return self._follows(event, self._name(event.by), Span(f"{words}{news}.", "minor"))

    def _condition(self, event: Event) -> Line:
        name = event.facts.get("condition", "")
        if event.facts.get("change") == "began":
            words, role = _BEGAN.get(name, (f"is {name}", "minor"))
        else:
            words, role = _ENDED.get(name, f"is no longer {name}"), "safe"
        return self._follows(event, self._name(event.at), Span(" "), Span(words, role), Span("."))

    def _dropped(self, event: Event) -> Line:
        words = f" drops {_the(self._item_name(event.by, event.item))}."
        return self._follows(event, self._name(event.by), Span(words, "minor"))

    def _readied(self, event: Event) -> Line:
        item = _the(self._item_name(event.by, event.item))
        words = {
            "drawn": f" draws {item}.",
            "picked up": f" picks up {item}.",
            "nocked": f" loads {item}; it is ready.",
            "loading": f" loads {item}; {event.facts.get('left', '')} more to go.",
        }
        what = event.facts.get("what", "")
        return self._deed(event, words.get(what, f" readies {item}."))

    def _aimed(self, event: Event) -> Line:
        tool = self._weapon(event.by, event.item)
        line = self._deed(event, " takes aim at ")
        end = Span(f" {tool}: +{_value(event, 'aim_bonus')}%.")
        return line._replace(spans=(*line.spans, self._name(event.at), end))

    def _defended(self, event: Event) -> Line:
        return self._deed(event, " goes on the defensive.")

    def _stance(self, event: Event) -> Line:
        words = {"standing": " stands up.", "kneeling": " kneels down.", "prone": " lies down."}
        stance = event.facts.get("stance", "")
        return self._deed(event, words.get(stance, f" is {stance} now."))

    def _recovered(self, event: Event) -> Line:
        return self._deed(event, " takes the time to recover.")

    def _amended(self, event: Event) -> Line:
        facts = event.facts
        change = facts.get("change", "")
        reason = f" ({facts['reason']})" if facts.get("reason") else ""
        if event.at and change in _CHANGES:
            return self._follows(event, self._name(event.at), Span(f" {_CHANGES[change]}{reason}."))
        who = [self._name(event.at), Span(": ")] if event.at else []
        told = [
            f"{name} {value}"
            for name, value in facts.items()
            if name not in ("author", "reason", "change", "who")
        ]
        words = ", ".join([change.replace("_", " "), *told])
        return self._follows(event, *who, Span(f"{words}{reason}."))

    def _amendment_refused(self, event: Event) -> Line:
        reason = event.facts.get("reason", "")
        return self._follows(event, Span(f"What the scenario had planned cannot happen: {reason}."))

    def _joined(self, event: Event) -> Line:
        side = ""
        if event.by in self.people:
            side = f" on the side of {self.sides[self.people[event.by].side]}"
        return self._follows(event, self._name(event.by), Span(f" joins the fight{side}."))

    def _left(self, event: Event) -> Line:
        return self._follows(event, self._name(event.by), Span(" leaves the fight."))

    def _ended(self, event: Event) -> Line:
        rounds = _value(event, "rounds")
        after = f"after {rounds} round{'' if rounds == 1 else 's'} ({rounds * 5} seconds)"
        winner = event.facts.get("winner", "")
        said = {
            "victory": f"Victory for {self._winners(winner)} {after}.",
            "draw": f"Nobody is left standing {after}.",
            "cap": f"Nobody has won {after}, and there the fight ends.",
            "stalemate": f"Nobody can get the better of the other; it ends {after}.",
        }
        outcome = event.facts.get("outcome", "")
        return Line(event.kind, 0, (Span(said.get(outcome, f"It is ended {after}.")),))

    def _winners(self, winner: str) -> str:
        return " and ".join(self.sides.get(one, one) for one in winner.split("+"))

    # --- words -------------------------------------------------------------------------------

    def _deed(self, event: Event, words: str, role: str = "") -> Line:
        spans = (self._name(event.by), Span(words, role))
        return Line(event.kind, event.rank, spans, (), _why(event))

    def _follows(self, event: Event, *spans: Span) -> Line:
        return Line(event.kind, 0, tuple(spans), (), _why(event))

    def _plain(self, who: str) -> str:
        return self.people[who].name if who in self.people else who

    def _name(self, who: str) -> Span:
        return Span(self._plain(who), "name", who)

    def _gear(self, who: str, item: str) -> Weapon | None:
        if who in self.people:
            for weapon in self.people[who].sheet.weapons:
                if weapon.id == item:
                    return weapon
        return None

    def _item_name(self, who: str, item: str) -> str:
        weapon = self._gear(who, item)
        return item if weapon is None else weapon.name

    def _weapon(self, who: str, item: str) -> str:
        return f"with {_the(self._item_name(who, item))}"

    def _full(self, who: str, place: str) -> int:
        if who in self.people and place in LOCATIONS:
            return self.people[who].sheet.hit_points[LOCATIONS.index(place)]
        return 0

    def _wounds(self, one: Seen) -> str:
        """Every location that is not whole, the worst word with it."""
        found: list[str] = []
        for index, place in enumerate(LOCATIONS):
            word = one.wounds[index]
            if word == "unhurt":
                continue
            if one.hit_points is None:
                found.append(f"{place} {word}")
            else:
                points = f"{place} {one.hit_points[index]}/{self._full(one.id, place)}"
                found.append(points if word == "scratched" else f"{points} {word}")
        return ", ".join(found) or "unhurt"


def _state(one: Seen) -> str:
    if one.state == "up":
        return "stands" if one.stance == "standing" else one.stance
    if one.state != "down":
        return one.state
    return "unconscious" if "unconscious" in one.conditions else "down"


def _sheet_row(one: Entry, side: str) -> Row:
    sheet = one.sheet
    penalty = sum(piece.penalty for piece in sheet.armour)
    armour = ", ".join(piece.name for piece in sheet.armour) or "none"
    skills = ["Dodge"]
    for weapon in sheet.weapons:
        if weapon.hands == 0:
            continue
        if weapon.close is not None:
            skills.insert(-1, weapon.close.skill)
        elif weapon.shot is not None:
            skills.insert(-1, weapon.shot.skill)
    known = [f"{name} {sheet.skills[name]}" for name in dict.fromkeys(skills)]
    held = [weapon.name for item in one.held for weapon in sheet.weapons if weapon.id == item]
    words = [*(("surprised",) if one.surprised else ()), *(("hidden",) if one.hidden else ())]
    note = f"{' and '.join(held) or 'nothing'} in hand; {', '.join(known)}; {one.mind} mind"
    return Row(
        one.id,
        side,
        (
            str(sheet.characteristics.DEX),
            " ".join(map(str, sheet.hit_points)),
            f"{armour} (-{penalty}%)" if penalty else armour,
        ),
        ", ".join([note, *words]),
    )


def _the(name: str) -> str:
    return name if name.startswith("bare ") else f"the {name}"


def _figure(event: Event, name: str) -> Figure | None:
    for figure in event.figures:
        if figure.name == name:
            return figure
    return None


def _value(event: Event, name: str) -> int:
    figure = _figure(event, name)
    return 0 if figure is None else figure.value


def _needed(event: Event, whose: str, words: str, level: str) -> str:
    said = f"{words} {_value(event, f'{whose}_chance')}, rolled {_value(event, f'{whose}_roll')}"
    return f"{said} ({level})" if level in ("critical", "fumble") else said


def _terms(event: Event, name: str, wanted: Callable[[Term], bool]) -> int:
    """What some terms of a figure come to."""
    figure = _figure(event, name)
    return 0 if figure is None else sum(term.value for term in figure.terms if wanted(term))


def _is_parry(term: Term) -> bool:
    return term.rule == "P15"


def _is_armour(term: Term) -> bool:
    return term.label == "armour"


def _adds(term: Term) -> bool:
    return not _is_parry(term)


def _why(event: Event) -> tuple[str, ...]:
    return tuple(sum_of(one, _WORDS.get(one.name, one.name)) for one in event.figures)
