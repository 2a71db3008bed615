"""Every kind of event of a fight in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, cast

from rules.kernel.model import Event
from rules.kernel.telling import Line, Sheets, Span, Whole, figure, value
from rules.kernel.temper.nerve import WORDS as MOODS
from rules.rivers.chapters.engagements import MOST_AGAINST_ONE
from rules.rivers.data import library
from rules.rivers.model import Setup, View
from rules.rivers.tell.agenda import agenda
from rules.rivers.tell.blow import Blow
from rules.rivers.tell.cast import Cast
from rules.rivers.tell.figures import left_of, needed, ranked, why
from rules.rivers.tell.parts import HEADING, Parts, in_player_order
from rules.rivers.tell.tables import sheets, standing, wholes

_BEGAN: Final = {
    "falls": ("falls to the ground", "serious"),
    "in shock": ("is in shock, and can do nothing more", "down"),
    "lame": ("has no use of its legs", "serious"),
    "helpless": ("lies helpless", "down"),
    "unconscious": ("falls unconscious", "down"),
    "bleeding": ("bleeds badly", "serious"),
    "dying": ("is dying", "down"),
    "dead": ("dies", "down"),
    "asleep": ("can do nothing for the spell", "down"),
    "yielded": ("yields", "down"),
    "holding back": ("holds back", "minor"),
    "falling back": ("falls back", "minor"),
    "fleeing": ("flees", "serious"),
}
_FUMBLES: Final = {
    "no parry": "cannot parry in the next round",
    "no attack": "cannot attack in the next round",
    "no attack and no parry": "can neither attack nor parry in the next round",
    "no attack, no parry and no dodge": "can neither attack nor defend in the next round",
}
_SPELLS: Final = {
    "stands": ("and it stands", "safe"),
    "fails": ("but it fails", "quiet"),
    "warded": ("but a shield stops it", "safe"),
    "resisted": ("who resists it", "safe"),
    "stopped": ("and nothing comes through", "safe"),
    "crosses": ("and it is there at the end of the round", "safe"),
}
_RITUALS: Final = {
    "began": (" begins a ritual of ", ""),
    "goes on": (" goes on with the ritual of ", ""),
    "finished": (" finishes the ritual of ", "safe"),
    "failed": (" fails at the ritual of ", "quiet"),
    "lost": (" leaves off the ritual of ", "quiet"),
    "disturbed": (" is thrown out of the ritual of ", "minor"),
    "kept": (" is hurt and goes on with the ritual of ", "safe"),
    "not used": (" lets nothing come of the ritual of ", "quiet"),
}
_AID: Final = {
    "tended": ("and nothing bleeds any more", "safe"),
    "crosses": ("and it helps at the end of the round", "safe"),
    "fails": ("but it does not help", "quiet"),
}
_LEVELS: Final = {
    "critical": "safe",
    "special": "safe",
    "success": "safe",
    "failure": "quiet",
    "fumble": "minor",
}
_IDLE: Final = "attack_lost"
_WAYS: Final = {"off": " keeps {} farther off "}
_CHANGES: Final = {
    "end": "The game master ends the fight.",
    "remove": " is taken out of the fight.",
    "move": " is put somewhere else.",
    "place": " is put somewhere else.",
    "engage": " is put against another foe.",
    "hit_points": " has other hit points now.",
    "points": " has other points of magic now.",
    "status": " is freed from a spell.",
    "gear": " has other gear now.",
}


class Teller:
    """Tells one fight."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.cast: Cast = Cast(setup)
        self.parts: Parts = Parts()
        self.tales: dict[str, Callable[[Event], Line | None]] = {
            "combat_began": self._began,
            "round_began": self._round,
            "engagement_began": self._engagement,
            "walked": self._walked,
            "interposed": self._interposed,
            "attack": Blow(self.cast).line,
            _IDLE: self._attack_lost,
            "cast": self._cast,
            "spell_ended": self._spell_ended,
            "ritual": self._ritual,
            "healed": self._healed,
            "drained": self._drained,
            "crossed": self._crossed,
            "wound": self._wound,
            "worn": self._worn,
            "stunned": self._stunned,
            "condition": self._condition,
            "dropped": self._dropped,
            "reloaded": self._reloaded,
            "unslung": self._unslung,
            "helmet_on": self._helmet_on,
            "tended": self._tended,
            "skill_used": self._skill_used,
            "left_undone": self._left_undone,
            "fumble": self._fumble,
            "nerve": self._nerve,
            "left": self._left,
            "bled": self._bled,
            "amended": self._amended,
            "amendment_refused": self._refused,
            "combat_ended": self._ended,
        }

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """What a stretch of the fight reads like, with a heading wherever another part goes on; call it in order."""
        told: list[Line] = []
        for line in self.each(events):
            if line is not None and line.part:
                told.append(Line(HEADING, 0, line.part))
            if line is not None:
                told.append(line._replace(part=()))
        return self._together(told)

    def _together(self, told: list[Line]) -> list[Line]:
        """The same, with those who find nobody one after the other in one line."""
        found: list[Line] = []
        idle: list[str] = []
        for line in told:
            if line.kind != _IDLE:
                idle = []
                found.append(line)
                continue
            who = line.spans[0].who
            if not idle:
                found.append(line)
            if who not in idle:
                idle.append(who)
            if len(idle) > 1:
                words = Span(" find nobody to strike any more.", "quiet")
                found[-1] = line._replace(spans=(*self.cast.names(idle), words))
        return found

    def each(self, events: Iterable[Event]) -> list[Line | None]:
        """The same event by event, with None for those that go without saying."""
        return [self.parts.placed(event, self.line(event)) for event in events]

    def line(self, event: Event) -> Line | None:
        """What *event* reads like; None for one that goes without saying."""
        tale = self.tales.get(event.kind)
        return None if tale is None else tale(event)

    def ordered(self, events: Iterable[Event]) -> list[Event]:
        """S4: the events of a fight in player order, whichever engagement was played first."""
        return in_player_order(events)

    def sheets(self) -> Sheets:
        """Who is in the fight, and with what."""
        return sheets(self.setup)

    def wholes(self) -> tuple[Whole, ...]:
        """The whole sheet of everybody, as it will fight."""
        return wholes(self.setup)

    def agenda(self) -> tuple[tuple[str, str], ...]:
        """What the scenario will do of itself: when, and what."""
        return agenda(self.cast, self.setup.amendments)

    def standing(self, view: object) -> Sheets:
        """Who stands, who fell, and where everybody was hurt."""
        return standing(self.setup, cast("View", view))

    # --- the kinds of events -----------------------------------------------------------------

    def _began(self, event: Event) -> Line | None:
        """The house rules, if there are any; all else that a fight begins with is seen."""
        house = event.facts.get("options", "")
        return self._follows(event, Span(f"House rules: {house}.", "quiet")) if house else None

    def _round(self, event: Event) -> Line:
        return Line(event.kind, 0, (Span(f"Round {event.round}"),))

    def _engagement(self, event: Event) -> Line | None:
        first, second = (self._ids(event, one) for one in ("first", "second"))
        if not first or not second:
            spans = [*self.cast.names(first or second), Span(" stands alone")]
        else:
            spans = [*self.cast.names(first), Span(" against "), *self.cast.names(second)]
        if max(len(first), len(second)) > MOST_AGAINST_ONE:
            spans.append(Span(" (more than four against one)"))  # S6
        return Line(HEADING, 0, (Span(f"Engagement {event.phase}: "), *spans))

    def _ids(self, event: Event, name: str) -> list[str]:
        text = event.facts.get(name, "")
        return text.split(", ") if text else []

    def _walked(self, event: Event) -> Line:
        metres = f"{value(event, 'metres')} m"
        way = event.facts.get("way", "")
        if way == "aside":
            return self._follows(event, self.cast.name(event.by), Span(f" gives way {metres}."))
        if way == "away":
            return self._follows(event, self.cast.name(event.by), Span(f" draws back {metres}."))
        left = value(event, "metres_left")
        rest = Span(f" ({left} m to go)." if left else ".")
        if way == "before" and not left:
            words = " stands before " if metres == "0 m" else f" goes {metres} and stands before "
        else:
            words = _WAYS.get(way, " goes {} towards ").format(metres)
        both = (self.cast.name(event.by), Span(words), self.cast.name(event.at))
        return self._follows(event, *both, rest)

    def _interposed(self, event: Event) -> Line:
        """C73: who meets a foe in whose stead."""
        friend = self.cast.name(event.facts["friend"])
        words = (Span(" stands before "), friend, Span(" and meets "))
        return self._follows(
            event, self.cast.name(event.by), *words, self.cast.name(event.at), Span(".")
        )

    def _attack_lost(self, event: Event) -> Line:
        words = Span(" finds nobody to strike any more.", "quiet")
        return self._follows(event, self.cast.name(event.by), words)

    def _cast(self, event: Event) -> Line:
        """Attack magic and support: the news last, the rolls below."""
        name = library().spells[event.facts.get("spell", "")].name
        spans = [self.cast.name(event.by), Span(f" casts {name} on "), self.cast.name(event.at)]
        outcome = event.facts.get("outcome", "")
        if outcome == "hit":
            through = Span(str(value(event, "through")), "hit")
            spans += [Span(f": it strikes the {event.place} for "), through, Span(".")]
        else:
            words, role = _SPELLS.get(outcome, _SPELLS["fails"])
            spans += [Span(", "), Span(words, role), Span(".")]
        needs = ["from another engagement"] * ("crosses" in event.facts)
        needs.append(needed(event, "casting", "casting", event.facts.get("level", "")))
        needs.append(needed(event, "resistance", "POW"))
        rank = figure(event, "strike_rank")
        if rank is not None:
            needs.append(ranked(rank, str(rank.value)))
        said = "; ".join([one for one in needs if one])
        details = [one for one in (said, left_of(self.cast, event)) if one]
        return Line(event.kind, event.rank, tuple(spans), tuple(details), why(event))

    def _spell_ended(self, event: Event) -> Line:
        name = library().spells[event.facts.get("spell", "")].name
        return self._follows(
            event, Span(f"The {name} on "), self.cast.name(event.at), Span(" is over.")
        )

    def _ritual(self, event: Event) -> Line:
        """What becomes of a ritual; the dice of its end, or of keeping it, below."""
        facts = event.facts
        words, role = _RITUALS[facts["change"]]
        spans = [self.cast.name(event.by), Span(words.removesuffix(" of "), role)]
        if "spell" in facts:  # of a foe only the change is known
            name = library().spells[facts["spell"]].name
            spans = [spans[0], Span(words, role), Span(name)]
            if facts["change"] == "goes on":
                spans.append(Span(f" ({facts['done']} of {facts['rounds']} rounds)"))
            elif facts["change"] == "began":
                many = "" if facts["rounds"] == "1" else "s"
                spans.append(Span(f" ({facts['rounds']} round{many})"))
        said = needed(event, "casting", "casting", facts.get("level", ""))
        said = said or needed(event, "keeping", "POW")
        return Line(event.kind, 0, (*spans, Span(".")), (said,) if said else (), why(event))

    def _healed(self, event: Event) -> Line:
        given = figure(event, "hit_points") or figure(event, "all_hit_points")
        back = Span(
            f"{given.terms[1].value}" if given is not None and given.terms else "some", "safe"
        )
        many = "" if back.text == "1" else "s"
        where = f" in the {event.place}" if event.place else ""
        return self._follows(
            event,
            self.cast.name(event.at),
            Span(" has "),
            back,
            Span(f" hit point{many} back{where}."),
        )

    def _drained(self, event: Event) -> Line:
        return self._follows(
            event, self.cast.name(event.at), Span(" loses hit points to it.", "serious")
        )

    def _crossed(self, event: Event) -> Line:
        name = library().spells[event.facts.get("spell", "")].name
        words = Span(f"The {name} of ")
        return self._follows(
            event,
            words,
            self.cast.name(event.by),
            Span(" reaches "),
            self.cast.name(event.at),
            Span("."),
        )

    def _wound(self, event: Event) -> Line:
        words = "is severed" if event.facts.get("effect") == "severed" else "is crippled"
        spans = (
            Span(f"The {event.place} of "),
            self.cast.name(event.at),
            Span(f" {words}", "serious"),
        )
        return self._follows(event, *spans, Span("."))

    def _worn(self, event: Event) -> Line:
        item = self.cast.item(event.by, event.item)
        name = self.cast.name(event.by)
        if event.facts.get("broken"):
            return self._follows(
                event, name, Span(" loses "), Span(f"{item}: it breaks", "minor"), Span(".")
            )
        said = Span(f" is damaged: {value(event, 'weapon_points')} left.", "minor")
        if value(event, "weapon_points") == 0:
            said = Span(" is damaged.", "minor")
        return self._follows(event, Span(f"{item[:1].upper()}{item[1:]} of "), name, said)

    def _stunned(self, event: Event) -> Line:
        stands = event.facts.get("stands") == "yes"
        words = " keeps upright after the blow." if stands else " cannot bear the blow."
        rolls = needed(event, "stun", "")
        spans = (self.cast.name(event.at), Span(words, "safe" if stands else "minor"))
        return Line(event.kind, 0, spans, (rolls,) if rolls else (), why(event))

    def _condition(self, event: Event) -> Line:
        name = event.facts.get("condition", "")
        if event.facts.get("change") == "ended":
            said = "is on its feet again" if name == "falls" else f"is no longer {name}"
            if name in MOODS:
                said = "takes heart again"
            return self._follows(event, self.cast.name(event.at), Span(f" {said}."))
        words, role = _BEGAN.get(name, (f"is {name}", "minor"))
        return self._follows(
            event, self.cast.name(event.at), Span(" "), Span(words, role), Span(".")
        )

    def _dropped(self, event: Event) -> Line:
        words = f" drops {self.cast.item(event.by, event.item)}."
        return self._follows(event, self.cast.name(event.by), Span(words, "minor"))

    def _reloaded(self, event: Event) -> Line:
        item = self.cast.item(event.by, event.item)
        left = value(event, "rounds_left")
        hidden = not event.figures
        words = "" if hidden or left == 0 else f", and has {left} round{'s' * (left > 1)} to go"
        return self._follows(event, self.cast.name(event.by), Span(f" reloads {item}{words}."))

    def _unslung(self, event: Event) -> Line:
        words = f" takes {self.cast.item(event.by, event.item)} from the back."
        return self._follows(event, self.cast.name(event.by), Span(words))

    def _helmet_on(self, event: Event) -> Line:
        return self._follows(event, self.cast.name(event.by), Span(" puts on the helmet."))

    def _tended(self, event: Event) -> Line:
        """First aid: the news last, the roll below."""
        by, at = self.cast.name(event.by), self.cast.name(event.at)
        spans = [by, Span(" gives "), at, Span(" first aid, ")]
        if event.by == event.at:
            spans = [by, Span(" sees to its own wounds, ")]
        words, role = _AID[event.facts["outcome"]]
        rolls = needed(event, "aid", "First Aid", event.facts.get("level", ""))
        return Line(event.kind, 0, (*spans, Span(words, role), Span(".")), (rolls,), why(event))

    def _skill_used(self, event: Event) -> Line:
        """What comes of it is for the game master."""
        skill, level = event.facts["skill"], event.facts["level"]
        rolls = needed(event, "skill", skill)
        spans = (self.cast.name(event.by), Span(f" uses {skill}: "), Span(level, _LEVELS[level]))
        return Line(event.kind, 0, (*spans, Span(".")), (rolls,), why(event))

    def _left_undone(self, event: Event) -> Line:
        words = Span(" cannot do any more what it began.", "quiet")
        return self._follows(event, self.cast.name(event.by), words)

    def _fumble(self, event: Event) -> Line | None:
        effect = event.facts.get("effect", "")
        if effect == "dropped":
            return self._follows(event, self.cast.name(event.by), Span(" fumbles.", "minor"))
        words = _FUMBLES.get(effect, f"loses what protects the {event.place}")
        return self._follows(
            event, self.cast.name(event.by), Span(" fumbles, and "), Span(f"{words}.", "minor")
        )

    def _nerve(self, event: Event) -> Line:
        """What comes of a test that was failed stands in the condition behind it."""
        stood = event.facts.get("state", "") == "steady"
        words = Span(
            " keeps its nerve" if stood else " loses its nerve", "safe" if stood else "minor"
        )
        spans = (self.cast.name(event.at), words, Span(f": {event.facts.get('causes', '')}."))
        return Line(event.kind, 0, spans, (needed(event, "nerve", "nerve"),), why(event))

    def _left(self, event: Event) -> Line:
        words = Span(" has left the fight.", "serious")
        return self._follows(event, self.cast.name(event.by), words)

    def _bled(self, event: Event) -> Line:
        """H14: with what is left, and the round with whose end that is gone, for those who may know it."""
        left = value(event, "all_hit_points")
        name = self.cast.name(event.at)
        if left <= 0:
            return self._follows(event, name, Span(" bleeds.", "serious"))
        by = event.round + left + int(self.setup.options.dying_round)
        rest = Span(f", and dies at the end of round {by} if nobody tends it.")
        spans = (name, Span(" bleeds", "serious"), rest)
        return Line(event.kind, 0, spans, (f"{left} left in all",), why(event))

    def _amended(self, event: Event) -> Line:
        words = _CHANGES.get(event.facts.get("change", ""), " is changed by the game master.")
        reason = event.facts.get("reason", "")
        said = Span(f"{words} ({reason})" if reason else words)
        return self._follows(event, *([self.cast.name(event.at)] * bool(event.at)), said)

    def _refused(self, event: Event) -> Line:
        said = f"What the scenario wanted cannot be done: {event.facts['reason']}."
        return self._follows(event, Span(said, "quiet"))

    def _ended(self, event: Event) -> Line:
        rounds = value(event, "rounds")
        many = "" if rounds == 1 else "s"
        after = f"after {rounds} round{many} ({value(event, 'seconds')} seconds)"
        winner = self.cast.sides.get(event.facts.get("winner", ""), "")
        said = {
            "victory": f"Victory for {winner} {after}.",
            "draw": f"Nobody is left standing {after}.",
            "cap": f"Nobody has won {after}, and there the fight ends.",
            "stalemate": f"Nobody can get the better of the other; it ends {after}.",
        }
        if winner:
            said["ended"] = f"It is ended {after}, with victory for {winner}."
        outcome = event.facts.get("outcome", "")
        return Line(event.kind, 0, (Span(said.get(outcome, f"It is ended {after}.")),))

    # --- words -------------------------------------------------------------------------------

    def _follows(self, event: Event, *spans: Span) -> Line:
        return Line(event.kind, 0, tuple(spans), (), why(event))
