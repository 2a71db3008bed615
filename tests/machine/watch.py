"""What must hold in every fight at every wait, whoever plays it and whatever is changed in it.

Nothing here looks at how the machine works: it reads events, prompts, views and outcomes,
and works out again what it can from the setup.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import Final, NamedTuple, final

import msgspec

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Event, Figure, Observer, Option, Prompt
from rules.request.course.machine import Fight
from rules.request.course.view import filtered
from rules.request.model import LOCATIONS, Add, Entry, Seen, Setup, View
from tests.support.fights import GAME_MASTER

PROMPT_ID: Final = re.compile(r"r(\d+)\.p(\d+)\.(\d+)\.([A-Za-z0-9_-]+)")
EVENT_ID: Final = re.compile(r"r(\d+)\.p(\d+)\.(\d+)\.e(\d+)")
ACTIONS: Final = ("attack", "aimed", "defended", "stance", "readied", "recovered", "aided")
CASTING: Final = ("part_done", "cast")
UNDER_WAY: Final = ("part_done", "kept", "task_lost")
AFOOT: Final = ("moved", "contest", "broke_away", "climbed", "dived")
"""These belong to an action too, if they have a strike rank."""

# What belongs to one action: its parts, in this order, of which some may be missing.
PARTS: Final = {
    "charge": ("moved", "attack"),
    "retreat": ("attack", "moved"),
    "breakaway": ("contest", "broke_away", "moved"),
    "closer": ("contest", "moved"),
    "farther": ("contest", "moved"),
    "move": ("contest", "moved"),
    "sprint": ("contest", "moved"),
    "climb": ("contest", "climbed", "moved"),
    "dive": ("contest", "moved", "dived"),
}
PAINS: Final = ("strayed", "wrung", "thrown", "hazard", "crashed", "plunged", "fell", "tumbled")
"""Whatever costs hit points and is neither an attack nor a wound."""
LOSSES: Final = ("passed", "action_lost")
# Whatever tells that an action is gone, but for those that tell its strike rank.
SPENDS: Final = (
    *(*LOSSES, "second", "dropped", "thwarted", "spoiled", "halved", "contest"),
    *("broke_away", "left", "condition", "amended", "task_lost"),
)
NO_ACTION: Final = ("riposte", "opportunity")
"""Verbs of blows that are no actions."""

FALLEN: Final = ("unconscious", "out", "dead")
TIRED: Final = frozenset(("fatigued", "heavily fatigued"))
SPOILT: Final = ("shoot", "aim", "ready", "stance", "aid")
SECRET_OF_BY: Final = (
    *("attack_chance", "contest_chance", "casting_chance"),
    *("persistence_chance", "magic_points"),
)
SECRET_OF_AT: Final = (
    *("defence_chance", "resilience_chance", "acrobatics_chance", "riding_chance"),
    *("resist_chance", "hit_points"),
)
LEVELS: Final = ("fumble", "failure", "success", "critical")
SUCCESS: Final = 2  # the number of a level
HANDS: Final = 2
GRIPS: Final = ("hold", "hurt", "throw", "disarm", "breakfree")
WALKS: Final = ("move", "sprint", "breakaway", "climb", "dive")


class Batch(NamedTuple):
    """Deeds of one moment: those who do them are asked together, and share the strike rank and the DEX."""

    turn: int
    rank: int
    dexes: frozenset[int]

    def is_one_with(self, other: Batch) -> bool:
        """Is it the same moment?  Whose DEX the game master has changed in it counts by either."""
        is_now = (self.turn, self.rank) == (other.turn, other.rank)
        return is_now and not self.dexes.isdisjoint(other.dexes)


class Part(NamedTuple):
    """Part of an action: the kind of its event, what action it is, and its strike rank."""

    kind: str
    verb: str
    rank: int


@final
class Watch:
    """Looks at a fight after each move, and raises AssertionError at whatever cannot be."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.entries: dict[str, Entry] = {}
        self.answered: set[str] = set()
        self.events: dict[str, Event] = {}
        self.acted: defaultdict[tuple[int, int, str], list[Part]] = defaultdict(list)
        self.lowest: dict[tuple[int, int], int] = {}
        self.conditions: dict[str, set[str]] = {}
        self.fell_in: dict[str, Batch | None] = {}
        self.batch: Batch | None = None
        # How often somebody has been asked for an action, or the scenario has changed something.
        self.turn = 0
        # Everybody's conditions when that last happened.
        self.before_turn: dict[str, set[str]] = {}
        # What opportunity attacks of this turn did, which may have still to land, and their order.
        self.due: list[Event] = []
        # Of these, blows at locations whose hit points the game master has said anew since.
        self.overruled: set[str] = set()
        # Who has fallen by one of these, and had chosen its parries and dodges at this moment before.
        self.defends: set[str] = set()
        # Whom an opportunity attack felled, or whose action it spoiled, in this turn.
        self.out_of_it: set[str] = set()
        # Round, phase and actions of everybody at the last turn, and of whom anything was told since.
        self.stock: dict[str, tuple[int, int, int]] = {}
        self.told_of: set[str] = set()
        self.hit_points: dict[str, list[int]] = {}
        self.magic: dict[str, int] = {}
        # P4: what spell is under way, and how many parts are still to come.
        self.under_way: dict[str, tuple[str, int]] = {}
        self.hidden: set[str] = set()
        self.rides: dict[str, str] = {}
        # The second weapon with which somebody has done something more in a round.
        self.seconds: dict[tuple[int, str], str] = {}
        # Who was out of sight when an event happened: what was seen then stays seen.
        self.hidden_at: dict[str, frozenset[str]] = {}
        # When a change was last made to somebody: what was begun before it goes on.
        self.changed_at: dict[str, tuple[int, int, int]] = {}
        # When somebody's action last gave a foe the chance of a blow that was struck.
        self.provoked_at: dict[str, tuple[int, int, int]] = {}
        for entry in setup.combatants:
            self._enters(entry)

    def look(
        self, fight: Fight, events: Sequence[Event], shown: Sequence[Prompt] | None = None
    ) -> None:
        """*events* are all that happened since the last look; *shown* are the prompts, if known."""
        prompts = fight.prompts() if shown is None else shown
        self._keep_up_with_guests(fight)
        for event in events:
            self._event(event)
        view = fight.view(GAME_MASTER)
        for c in view.combatants:
            self._combatant(c)
        self._prompts(fight, view, prompts)
        if any(question.kind == "action" for question in fight.questions()):
            self._nothing_is_spent_in_silence(view)
            self._next_turn()
        self._secrets(fight, view, events, prompts)
        if not fight.questions():
            self._end(fight)
        elif fight.questions()[0].kind == "action":
            assert self._is_undecided(view), "nobody is left to fight, and the fight goes on"

    def _nothing_is_spent_in_silence(self, view: View) -> None:
        """Whoever has an action less than at the turn before, of it something was told."""
        for c in view.combatants:
            before = self.stock.get(c.id)
            assert c.actions is not None
            now = view.round, view.phase, c.actions
            if before is not None and before[:2] == now[:2] and before[2] > now[2]:
                assert c.id in self.told_of, (
                    f"{c.id} has an action less, and nothing was told of it"
                )
            self.stock[c.id] = now
        self.told_of = set()

    def answering(self, questions: Iterable[Question]) -> None:
        """These prompts are answered now, and never come again."""
        ids = [question.id for question in questions]
        assert len({*ids}) == len(ids)
        assert not self.answered.intersection(ids)
        self.answered.update(ids)

    def _next_turn(self) -> None:
        self.turn += 1
        self.before_turn = {who: {*held} for who, held in self.conditions.items()}
        self.due = []
        self.defends = set()
        self.out_of_it = set()

    # --- events -------------------------------------------------------------------------------

    def _keep_up_with_guests(self, fight: Fight) -> None:
        scripted = [
            one.change.entry for one in self.setup.amendments if isinstance(one.change, Add)
        ]
        known = {entry.id: entry for entry in (*scripted, *fight.entries)}
        for c in fight.view(GAME_MASTER).combatants:
            if c.id not in self.entries:
                self._enters(known[c.id])

    def _enters(self, entry: Entry) -> None:
        self.entries[entry.id] = entry
        self.conditions[entry.id] = {"surprised"} if entry.surprised else set()
        self.hit_points[entry.id] = list(entry.sheet.hit_points)
        self.magic[entry.id] = entry.sheet.magic_points
        if entry.hidden:
            self.hidden.add(entry.id)
        if entry.rides:
            self.rides[entry.id] = entry.rides

    def _event(self, event: Event) -> None:
        place = EVENT_ID.fullmatch(event.id)
        assert place is not None, event.id
        assert place.group(1, 2) == (str(event.round), str(event.phase))
        assert event.id not in self.events
        self.events[event.id] = event
        self._rank_never_rises(event.round, event.phase, event.rank)
        # A blow was begun in full view, whoever was hidden in the middle of it.
        in_view = event.kind in ("attack", "thwarted")
        self.hidden_at[event.id] = frozenset() if in_view else frozenset(self.hidden)
        for figure in event.figures:
            _recomputes(figure)
        if event.kind in SPENDS or "strike_rank" in names_of(event):
            self.told_of |= {event.by, event.at}
        self._second(event)
        self._seat(event)
        if event.kind == "amended":
            self._amended(event)
        elif event.kind == "condition":
            self._condition(event)
        elif event.kind == "left":
            self.fell_in[event.at or event.by] = None
        elif event.kind == "spoiled":
            self.out_of_it.add(event.by)
        elif event.kind == "wound":
            self._wound(event)
        elif event.kind == "task_lost":
            self._task_lost(event)
        elif event.kind == "kept":
            assert self._rolled(event, "persistence") >= SUCCESS
        elif event.kind in ("spell_harm", "spell_heal"):
            self._points(event)
        elif event.kind in (*ACTIONS, *CASTING) or (
            event.kind in AFOOT and "strike_rank" in names_of(event)
        ):
            self._action(event)
        elif event.kind in PAINS:
            self._loses_points(event)
        elif event.kind in LOSSES:
            self._one_action(event, Part(event.kind, event.kind, 0))
            assert not self._is_down(event.by), f"{event.by} has fallen, and {event.kind}"

    def _second(self, event: Event) -> None:
        """P3: once a round, and with something that there are hands for beside another weapon."""
        if event.kind != "second":
            return
        once = event.round, event.by
        assert once not in self.seconds, f"{event.by} has more than one action more"
        self.seconds[once] = event.item
        arms = {one.id: one for one in self.entries[event.by].sheet.weapons}
        item = arms[event.item]
        assert item.close is not None
        assert item.hands == 1, f"{event.item} is no second weapon"
        may = event.facts["what"] == "reaction" or not item.shield
        may = may or self.setup.options.second_item == "any"
        assert may, f"{event.by} has an action more with a shield"

    def _rank_never_rises(self, number: int, phase: int, rank: int) -> None:
        if rank == 0:
            return
        assert rank <= self.lowest.get((number, phase), rank)
        self.lowest[number, phase] = rank

    def _amended(self, event: Event) -> None:
        self.batch = None
        self.out_of_it.discard(event.at)
        if event.facts["author"] == "scenario":
            self._next_turn()
        self.changed_at[event.at] = event.round, event.phase, event.rank
        if event.facts["change"] == "remove":
            gone = event.at
            self.rides = {a: b for a, b in self.rides.items() if gone not in (a, b)}
        if event.facts["change"] in ("hide", "reveal"):  # both are seen
            self.hidden_at[event.id] = frozenset(self.hidden - self._both(event.at))
        if event.facts["change"] == "hide":
            self.hidden |= self._both(event.at)
        elif event.facts["change"] == "reveal":
            self.hidden -= self._both(event.at)
        elif event.facts["change"] == "hit_points":
            place = LOCATIONS.index(event.facts["location"])
            self.hit_points[event.at][place] = int(event.facts["points"])
            places = event.at, event.facts["location"]
            self.overruled |= {blow.id for blow in self.due if (blow.at, blow.place) == places}
        elif event.facts["change"] == "points" and event.facts["name"] == "magic":
            self.magic[event.at] = int(event.facts["points"])

    def _both(self, who: str) -> set[str]:
        """P34s: it, and whoever it rides or carries."""
        carried = {rider for rider, mount in self.rides.items() if mount == who}
        return {who, *carried, self.rides.get(who, who)}

    def _seat(self, event: Event) -> None:
        """P34d, P34t: getting on and getting off are actions, and falling is none."""
        if event.kind not in ("mounted", "unseated"):
            return
        falls = event.kind == "unseated"
        rider, mount = (event.at, event.by) if falls else (event.by, event.at)
        if falls:
            assert self.rides.get(rider) == mount, f"{rider} does not ride {mount}"
            del self.rides[rider]
        else:
            assert self._both(rider) | self._both(mount) == {rider, mount}, event
            self.rides[rider] = mount
        if "strike_rank" in names_of(event):
            self._action(msgspec.structs.replace(event, by=rider))

    def _condition(self, event: Event) -> None:
        name = event.facts["condition"]
        if name in TIRED:
            self.conditions[event.at] -= TIRED
        if event.facts["change"] == "began":
            self.conditions[event.at].add(name)
            if name in FALLEN:
                self.fell_in.setdefault(event.at, self.batch)
                if any(blow.at == event.at for blow in self.due):
                    self.defends.add(event.at)
        else:
            self.conditions[event.at].discard(name)
            if not self._is_down(event.at):
                self.fell_in.pop(event.at, None)

    def _is_down(self, who: str) -> bool:
        return not self.conditions[who].isdisjoint(FALLEN)

    def _wound(self, event: Event) -> None:
        """D7e: a major wound by an opportunity attack decides at once that its owner does not act."""
        if self._follows_what_is_due() and event.facts["severity"] == "major":
            self.out_of_it.add(event.at)

    def _follows_what_is_due(self) -> bool:
        """Is what happens now of the opportunity attack just before it?"""
        return bool(self.due) and [*self.events.values()][-2] is self.due[-1]

    def _action(self, event: Event) -> None:
        verb = verb_of(event)
        is_action = verb not in NO_ACTION
        full = self.entries[event.by].sheet.characteristics.DEX
        batch = Batch(self.turn, event.rank, frozenset((full, *self._dexes(event.by))))
        if is_action:
            self._one_action(event, Part(event.kind, verb, self._not_too_early(event, verb)))
            may = event.by not in self.out_of_it
            assert may, f"{event.by} acts, and an opportunity attack has put an end to that"
        # What was shot before a game master felled its owner is on its way.
        now = event.round, event.phase, event.rank
        if verb != "shoot" or self.changed_at.get(event.by) != now:
            retreats = verb == "retreat" and event.kind == "moved"  # after the blows of the moment
            self._is_up(event.by, batch if is_action and not retreats else None)
        if event.kind in CASTING:
            self._casting(event)
        if event.kind == "attack":
            if event.facts["defence"] in ("parry", "dodge") and event.at not in self.defends:
                self._is_up(event.at, batch)
            self._attack(event)
            if verb == "opportunity":
                self._opportunity(event)
            self.batch = batch if verb != "opportunity" else None
        elif event.kind not in AFOOT or verb in GRIPS:
            self.batch = batch

    def _casting(self, event: Event) -> None:
        """P4, P26e: the parts come one by one, the last with a roll, and the points are spent with it."""
        spell = next(
            one for one in self.entries[event.by].sheet.spells if one.id == event.facts["spell"]
        )
        assert "blinded" not in self.conditions[event.by], f"{event.by} casts, and is blinded"
        begun, left = self.under_way.pop(event.by, ("", spell.actions))
        assert begun in ("", spell.id), f"{event.by} goes on with {spell.id}, and began {begun}"
        left -= 1
        if event.kind == "part_done":
            assert event.facts["left"] == str(left) != "0", event
            self.under_way[event.by] = spell.id, left
            return
        assert left == 0, f"{event.by} has {left} more to do"
        works = self._rolled(event, "casting") >= SUCCESS
        assert event.facts["level"] == LEVELS[self._rolled(event, "casting")], event
        assert works == (event.facts["outcome"] != "fails"), event
        spent = spell.cost if works else min(1, spell.cost)
        (points,) = (figure for figure in event.figures if figure.name == "magic_points")
        assert points.terms[0].value == self.magic[event.by], event
        assert points.value == self.magic[event.by] - spent >= 0, event
        self.magic[event.by] = points.value
        if "resist_level" in event.facts:
            assert event.facts["resist_level"] == LEVELS[self._rolled(event, "resist")], event

    def _task_lost(self, event: Event) -> None:
        """P26g, P26h: whoever is shaken out of a spell at this moment does no more of it."""
        self.under_way.pop(event.by, None)
        if "persistence_roll" in names_of(event):
            assert self._rolled(event, "persistence") < SUCCESS
        if event.facts["cause"] in ("hurt", "wound"):
            self.out_of_it.add(event.by)

    def _rolled(self, event: Event, what: str) -> int:
        """The level of a roll of this event."""
        values = {figure.name: figure.value for figure in event.figures}
        return self._level(values[f"{what}_roll"], values[f"{what}_chance"])

    def _is_up(self, who: str, batch: Batch | None) -> None:
        """A14: whoever falls in a batch still does what it does in that batch, and nothing after."""
        if who in self.fell_in:
            fell_in = self.fell_in[who]
            assert fell_in is not None, f"{who} acts, and has fallen"
            same = batch is not None and fell_in.is_one_with(batch)
            assert same, f"{who} acts in {batch}, and fell in {fell_in}"

    def _one_action(self, event: Event, part: Part) -> None:
        """R6: one action a phase, which may show by several events, each of them once."""
        parts = self.acted[event.round, event.phase, event.by]
        parts.append(part)
        verbs = {one.verb for one in parts} - {"hex", "circle"}
        kinds = [one.kind for one in parts]
        order = PARTS.get(part.verb, (part.kind,))
        is_one = len(verbs) == 1 and kinds == [kind for kind in order if kind in kinds]
        where = f"{event.round}.{event.phase}"
        assert is_one, f"{event.by} acts twice in phase {where}: {kinds} by {sorted(verbs)}"

    def _opportunity(self, event: Event) -> None:
        """P19d, P19f: a blow by somebody aware, which may end what its target was about to do."""
        held = self.conditions[event.by]
        assert "surprised" not in held, f"{event.by} is surprised, and strikes an opportunity"
        self.due.append(event)
        self.provoked_at[event.at] = event.round, event.phase, event.rank
        hurts = any(figure.name == "through" and figure.value > 0 for figure in event.figures)
        if hurts and event.facts["trigger"] in SPOILT:
            self.out_of_it.add(event.at)

    def _not_too_early(self, event: Event, verb: str) -> int:
        """R14 to R21, worked out again; return the strike rank."""
        figure = next(figure for figure in event.figures if figure.name == "strike_rank")
        may_be = {
            max(1, base - slower_by(held))
            for base in self._bases(event, verb)
            # The dice of a moment fall on the state before it, and what they leave behind is told later.
            for held in (self.conditions[event.by], self.before_turn.get(event.by, set()))
        }
        assert figure.value in may_be, f"{event.by}: {figure} should be {may_be}"
        own = figure.value
        now = event.round, event.phase, event.rank
        # A condition may come to it from a game master, from an opportunity attack on what it does,
        # or from the first part of the same action.
        in_midst = now in (self.changed_at.get(event.by), self.provoked_at.get(event.by))
        goes_on = (
            self.acted[event.round, event.phase, event.by]
            or PARTS.get(verb, ("",))[0] != event.kind
        )
        if not in_midst and not goes_on:
            assert event.rank <= own, f"{event.by} acts at {event.rank}, before its own {own}"
        return own

    def _bases(self, event: Event, verb: str) -> set[int]:
        """The strike ranks that the action may have before conditions: one, if its weapon is told."""
        sheet = self.entries[event.by].sheet
        weapons = {weapon.id: weapon for weapon in sheet.weapons}
        if event.kind in ("attack", "aimed"):
            weapon = weapons[event.item]
            way = weapon.shot if verb in ("shoot", "aim") else weapon.close
            assert way is not None
            return {rank_of(sheet.skills[way.skill])}
        if event.kind == "aided":
            return {rank_of(sheet.skills.get("First Aid", sheet.characteristics.INT))}
        if event.kind in CASTING:
            (skill,) = (one.skill for one in sheet.spells if one.id == event.facts["spell"])
            return {rank_of(sheet.skills[skill])}
        before = self.acted[event.round, event.phase, event.by]
        if event.kind == "contest" and event.facts["skill"] in weapons:
            way = weapons[event.facts["skill"]].close
            assert way is not None
            return {rank_of(sheet.skills[way.skill])}
        if event.kind == "contest" and event.facts["skill"] == "Unarmed":
            return {rank_of(sheet.skills["Unarmed"])}
        if event.kind == "contest" and event.facts["skill"] == "Dodge":
            return {rank_of(sheet.skills["Dodge"])}
        if (
            verb in ("charge", "retreat", "breakaway", "closer", "farther")
            and event.kind == "moved"
        ):
            # Those who retreat or charge do so with a weapon that this event does not name.
            ways = [weapon.close for weapon in sheet.weapons if weapon.close is not None]
            found = {rank_of(sheet.skills[way.skill]) for way in ways}
            found |= {rank_of(sheet.skills["Dodge"]), *self._dexes(event.by)}
            return found if not before else {base for base in found if base >= before[-1].rank}
        return self._dexes(event.by)

    def _dexes(self, who: str) -> set[int]:
        """DEX as it is, and as it was before this turn."""
        full = self.entries[who].sheet.characteristics.DEX
        return {
            dex_under(full, held)
            for held in (self.conditions[who], self.before_turn.get(who, set()))
        }

    def _attack(self, event: Event) -> None:
        figures = {figure.name: figure for figure in event.figures}
        for side in ("attack", "defence"):
            if f"{side}_roll" in figures:
                rolled = figures[f"{side}_roll"].value
                level = self._level(rolled, figures[f"{side}_chance"].value)
                said = event.facts["level" if side == "attack" else "defence_level"]
                assert said == LEVELS[level], event
        if "attack_chance" in figures:
            blind = [term for term in figures["attack_chance"].terms if term.rule == "P16k"]
            is_blind = "blinded" in self.conditions[event.by] and event.facts["verb"] != "shoot"
            assert [term.value for term in blind] == [-60] * is_blind, event
        self._loses_points(event)

    def _loses_points(self, event: Event) -> None:
        """Hit points go on from where the last event left them."""
        figures = {figure.name: figure for figure in event.figures}
        if "hit_points" in figures:
            self._points(event)
        if event.kind == "strayed" and self._follows_what_is_due():
            self.due.append(event)

    def _points(self, event: Event) -> None:
        """What a location had, and has now."""
        (figure,) = (figure for figure in event.figures if figure.name == "hit_points")
        points = self.hit_points[event.at]
        place = LOCATIONS.index(event.place)
        assert figure.terms[0].value == points[place], event
        points[place] = figure.value

    def _level(self, rolled: int, chance: int) -> int:
        """P9 to P12, worked out again."""
        options = self.setup.options
        tenth = -(-chance // 10) if options.critical_rounding == "up" else chance // 10
        if rolled >= (100 if chance > 100 else options.fumble_from):
            return 0
        if rolled >= 96:
            return 1
        if chance >= 1 and rolled <= tenth:
            return 3
        return 2 if rolled <= max(chance, 5) else 1

    # --- the state ----------------------------------------------------------------------------

    def _combatant(self, c: Seen) -> None:
        assert c.actions is not None
        assert c.actions >= 0, f"{c.id} has {c.actions} actions"
        assert c.hit_points is not None
        if self.entries[c.id].sheet.spells:
            assert c.magic_points == self.magic[c.id], f"{c.id} has {c.magic_points} points"
        is_casting = c.id in self.under_way
        assert is_casting <= ("casting" in c.conditions), f"{c.id} casts, and it does not show"
        # What was struck by opportunity attacks at a moment of several lands with all the rest.
        told, before = self.hit_points[c.id], self._before_what_is_due(c.id)
        assert list(c.hit_points) in (told, before), f"{c.id}: {c.hit_points}, {told}, {before}"
        weapons = {weapon.id: weapon for weapon in self.entries[c.id].sheet.weapons}
        in_hand = sum(weapons[item.id].hands for item in c.items if item.state == "held")
        assert in_hand <= HANDS, f"{c.id} holds {[i.id for i in c.items if i.state == 'held']}"
        if c.state == "up":
            arms = c.hit_points[LOCATIONS.index("right arm") : LOCATIONS.index("left arm") + 1]
            sound = sum(points >= 0 for points in arms)
            assert in_hand <= sound, f"{c.id} holds more than {sound} sound hands can"

    def _before_what_is_due(self, who: str) -> list[int]:
        points = [*self.hit_points[who]]
        for event in self.due:
            if event.at == who and event.id not in self.overruled:
                for figure in event.figures:
                    if figure.name == "through":
                        points[LOCATIONS.index(event.place)] += figure.value
        return points

    def _prompts(self, fight: Fight, view: View, prompts: Sequence[Prompt]) -> None:
        states = {c.id: c.state for c in view.combatants}
        for c in view.combatants:
            assert ("blinded" in c.conditions) == ("blinded" in self.conditions[c.id]), c.id
        assert len(prompts) == len(fight.questions())
        for prompt, question in zip(prompts, fight.questions(), strict=True):
            assert prompt.id == question.id
            assert prompt.id not in self.answered
            place = PROMPT_ID.fullmatch(prompt.id)
            assert place is not None, prompt.id
            assert place.group(1, 2) == (str(prompt.round), str(prompt.phase))
            assert place.group(4) == prompt.combatant
            assert states[prompt.combatant] == "up", f"{prompt.combatant} has fallen and is asked"
            assert prompt.combatant not in self.hidden or prompt.kind == "reaction"
            cannot = self._cannot(next(c for c in view.combatants if c.id == prompt.combatant))
            for option in prompt.options:
                verb = option.id.partition("/")[0]
                assert option.unavailable is not None or verb not in cannot, option
            self._rank_never_rises(prompt.round, prompt.phase, prompt.rank)
            question.check(question.default())
            assert question.default() == prompt.default

    def _cannot(self, c: Seen) -> set[str]:
        """P16l, P26y, P26x: what the blinded cannot do, and whoever is parted from its rune."""
        cannot: set[str] = (
            {"shoot", "aim", "cast", "continue"} if "blinded" in c.conditions else set()
        )
        rune = self.entries[c.id].sheet.rune_in
        if any(item.id == rune and item.state in ("dropped", "gone") for item in c.items):
            cannot |= {"cast", "continue"}
        return cannot

    def _is_undecided(self, view: View) -> bool:
        """R13: two hostile sides both have somebody able."""
        standing = {c.side for c in view.combatants if c.state == "up"}
        return any(self._are_foes(one, other) for one in standing for other in standing)

    # --- what others may know -----------------------------------------------------------------

    def _secrets(
        self, fight: Fight, view: View, events: Sequence[Event], prompts: Sequence[Prompt]
    ) -> None:
        sides = {c.id: c.side for c in view.combatants}
        if fight.setup.options.information == "hidden":
            foes = {
                side: {other for other in sides if self._are_foes(side, sides[other])}
                for side in {*sides.values()}
            }
            for c in view.combatants:
                self._is_told(fight, Observer("seat", c.id), foes[c.side], events)
            # What is seen from a seat takes long to put together: one of each side, another each time.
            for side, strangers in foes.items():
                seats = [who for who in sides if sides[who] == side]
                seat = Observer("seat", seats[len(self.events) % len(seats)])
                self._sees(fight, seat, strangers)
        self._is_told(fight, Observer(), {*sides}, events)
        self._sees(fight, Observer(), {*sides})
        for prompt in prompts:
            side = sides[prompt.combatant]
            unseen = {who for who in self.hidden if self._are_foes(side, sides[who])}
            # Whoever struck before it was hidden, struck in full view.
            _names_nobody(msgspec.structs.replace(prompt, by=""), unseen)

    def _sees(self, fight: Fight, observer: Observer, strangers: set[str]) -> None:
        is_open = fight.setup.options.information == "open"
        unseen = self.hidden & strangers
        for c in fight.view(observer).combatants:
            assert c.id not in unseen, f"{observer} sees {c.id}"
            if c.id in strangers and not is_open:
                numbers = (c.hit_points, c.skills, c.actions, c.waiting, c.magic_points)
                assert all(one is None for one in numbers), f"{observer} knows numbers of {c.id}"
                assert [i.missiles for i in c.items if i.missiles is not None] == []

    def _is_told(
        self, fight: Fight, observer: Observer, strangers: set[str], events: Sequence[Event]
    ) -> None:
        is_open = fight.setup.options.information == "open"
        for event in events:
            shown = filtered(fight, observer, event)
            if shown is None:
                continue
            if event.kind not in ("waited", "carried"):  # one may know for whom one waits
                _names_nobody(_without_aim(shown), strangers & self.hidden_at[event.id])
            if not is_open:
                _tells_no_number(shown, strangers)
            if event.kind in UNDER_WAY and event.by in strangers and not is_open:
                assert not shown.at, f"{observer} knows whom {event.by} casts on"
                assert "spell" not in shown.facts, f"{observer} knows what {event.by} casts"

    def _are_foes(self, one: str, other: str) -> bool:
        friends = {side.id: side.friends for side in self.setup.sides}
        return one != other and other not in friends[one] and one not in friends[other]

    # --- the end ------------------------------------------------------------------------------

    def _end(self, fight: Fight) -> None:
        outcome = fight.outcome()
        assert outcome is not None
        assert outcome.rounds <= self.setup.options.round_cap
        events = [*self.events.values()]
        assert [event.kind for event in events].count("combat_ended") == 1
        last = events[-1]
        assert last.kind == "combat_ended"
        assert last.facts["outcome"] == outcome.kind
        assert last.facts["state"] == fight.state_hash(), "the state after the end is another one"


def names_of(event: Event) -> set[str]:
    """Of its figures."""
    return {figure.name for figure in event.figures}


def verb_of(event: Event) -> str:
    """What somebody does, as an answer would say it."""
    if event.kind == "moved":
        return event.facts["how"]
    if event.kind in ("attack", "contest"):
        return event.facts["verb"]
    names = {
        "aimed": "aim",
        "defended": "defend",
        "readied": "ready",
        "aided": "aid",
        "recovered": "recover",
        "climbed": "climb",
        "dived": "dive",
    }
    return {**names, "broke_away": "breakaway"}.get(event.kind, event.kind)


def slower_by(held: Container[str]) -> int:
    """R21, R35, R38: what conditions take off a strike rank."""
    return 10 * ("surprised" in held) + 2 * ("vulnerable" in held)


def dex_under(full: int, held: Container[str]) -> int:
    """P35e, P26s: DEX under these conditions."""
    tired = max(1, full - 3) if "fatigued" in held or "heavily fatigued" in held else full
    return max(1, tired - 4 * ("slowed" in held) + 4 * ("quickened" in held))


def rank_of(skill: int) -> int:
    """R14, A3: a tenth rounded up, and 1 at the least."""
    return max(1, -(-skill // 10))


def _recomputes(figure: Figure) -> None:
    total = sum(term.value for term in figure.terms)
    if figure.floor is not None:
        total = max(total, figure.floor)
    assert figure.terms, figure
    assert figure.value == total, figure


def _without_aim(event: Event) -> Event:
    """Without whom a move is about: that was in view when the move was named."""
    facts = {name: fact for name, fact in event.facts.items() if name not in ("toward", "with")}
    return msgspec.structs.replace(event, facts=facts) if event.kind == "moved" else event


def _names_nobody(told: Event | Prompt, unseen: set[str]) -> None:
    text = msgspec.json.encode(told).decode()
    for who in unseen:
        # As a text, at the end of a longer one, or in a list of several.
        named = re.search(rf'("|/|:|, ){re.escape(who)}["/,]', text)
        assert not named, f"{who} is hidden, and named in {text}"


def _tells_no_number(event: Event, strangers: set[str]) -> None:
    for figure in event.figures:
        if event.by in strangers:
            assert figure.name not in SECRET_OF_BY, event
            assert figure.name != "strike_rank" or not figure.terms, event
        if event.at in strangers:
            assert figure.name not in SECRET_OF_AT, event
            assert figure.name != "through" or not figure.terms, event


# --- menus ----------------------------------------------------------------------------------


def answers_to(prompt: Prompt, option: Option) -> Iterable[Answer]:
    """Every answer that takes *option*, as the prompt writes it."""
    choices: list[tuple[str, ...]] = [()]
    for parameter in option.parameters:
        choices = [(*chosen, value.id) for chosen in choices for value in parameter.values]
    return [Answer(prompt.id, option.id, values) for values in choices]


def check_menu(fight: Fight, anybody: Sequence[str]) -> None:
    """What a prompt shows as possible is accepted with all its values, and what it does not is refused."""
    for question in fight.questions():
        prompt = question.prompt()
        for option in prompt.options:
            if option.unavailable is None:
                answers = [*answers_to(prompt, option)]
                assert answers, f"{option} has no answer"
                for answer in answers:
                    question.check(answer)
                if option.id in WALKS:
                    _check_no_other_hex(fight, question, option)
            else:
                assert option.unavailable.reason
                for answer in _guesses(prompt, option, anybody):
                    assert is_refused(question, answer), answer


def _check_no_other_hex(fight: Fight, question: Question, option: Option) -> None:
    """Hexes of the field that it does not list are refused."""
    field = fight.setup.field
    assert field is not None
    (to,) = option.parameters
    listed = {value.id for value in to.values}
    for value in to.values:
        assert value.place, f"{value} leads nowhere"
    for row in range(field.height):
        for column in range(min(26, field.width)):
            name = f"{chr(ord('A') + column)}{row + 1}"
            if name not in listed:
                assert is_refused(question, Answer(question.id, option.id, (name,))), name


def _guesses(prompt: Prompt, option: Option, anybody: Sequence[str]) -> Iterable[Answer]:
    """Answers that take an *option* which lists no values, or not all."""
    fill = {"target": anybody, "aim": ("head", "bypass"), "stance": ("standing", "prone")}
    fill |= {"item": ("dagger", "war-sword", "unarmed")}
    fill |= {"until": ("1", "0"), "for": ("nothing", "view"), "foe": (*anybody, "all")}
    fill |= {"to": ("back", "leave", "A1", "D3", *(f"close/{who}" for who in anybody))}
    choices: list[tuple[str, ...]] = [()]
    for parameter in option.parameters:
        choices = [
            (*chosen, value) for chosen in choices for value in fill.get(parameter.name, anybody)
        ]
    return [Answer(prompt.id, option.id, values) for values in choices]


def is_refused(question: Question, answer: Answer) -> bool:
    try:
        question.check(answer)
    except IllegalAnswerError:
        return True
    return False
