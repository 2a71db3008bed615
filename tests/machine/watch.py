"""What must hold in every fight at every wait, whoever plays it and whatever is changed in it.

Nothing here looks at how the machine works: it reads events, prompts, views and outcomes,
and works out again what it can from the setup.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
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
ACTIONS: Final = ("attack", "aimed", "defended", "stance", "readied", "recovered")
LOSSES: Final = ("passed", "action_lost")
FALLEN: Final = ("unconscious", "out", "dead")
SECRET_OF_BY: Final = ("attack_chance",)
SECRET_OF_AT: Final = ("defence_chance", "resilience_chance", "hit_points")
LEVELS: Final = ("fumble", "failure", "success", "critical")
HANDS: Final = 2


class Batch(NamedTuple):
    """Deeds of one moment: those who do them share the strike rank and the DEX."""

    moment: str
    rank: int
    dex: int


@final
class Watch:
    """Looks at a fight after each move, and raises AssertionError at whatever cannot be."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.entries: dict[str, Entry] = {}
        self.answered: set[str] = set()
        self.events: dict[str, Event] = {}
        self.acted: Counter[tuple[int, int, str]] = Counter()
        self.lowest: dict[tuple[int, int], int] = {}
        self.conditions: dict[str, set[str]] = {}
        self.fell_in: dict[str, Batch | None] = {}
        self.batch: Batch | None = None
        self.hit_points: dict[str, list[int]] = {}
        self.hidden: set[str] = set()
        # Who was out of sight when an event happened: what was seen then stays seen.
        self.hidden_at: dict[str, frozenset[str]] = {}
        # When a change was last made to somebody: what was begun before it goes on.
        self.changed_at: dict[str, tuple[int, int, int]] = {}
        for entry in setup.combatants:
            self._enters(entry)

    def look(self, fight: Fight, events: Sequence[Event]) -> None:
        """*events* are all that happened since the last look."""
        self._keep_up_with_guests(fight)
        for event in events:
            self._event(event)
        view = fight.view(GAME_MASTER)
        for c in view.combatants:
            self._combatant(c)
        self._prompts(fight)
        self._secrets(fight, view, events)
        if not fight.questions():
            self._end(fight)
        elif fight.questions()[0].kind == "action":
            assert self._is_undecided(view), "nobody is left to fight, and the fight goes on"

    def answering(self, questions: Iterable[Question]) -> None:
        """These prompts are answered now, and never come again."""
        ids = [question.id for question in questions]
        assert len({*ids}) == len(ids)
        assert not self.answered.intersection(ids)
        self.answered.update(ids)

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
        if entry.hidden:
            self.hidden.add(entry.id)

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
        if event.kind == "amended":
            self._amended(event)
        elif event.kind == "condition":
            self._condition(event)
        elif event.kind == "left":
            self.fell_in[event.at or event.by] = None
        elif event.kind in ACTIONS:
            self._action(event)
        elif event.kind in LOSSES:
            self._once_a_phase(event)
            assert not self._is_down(event.by), f"{event.by} has fallen, and {event.kind}"

    def _rank_never_rises(self, number: int, phase: int, rank: int) -> None:
        if rank == 0:
            return
        assert rank <= self.lowest.get((number, phase), rank)
        self.lowest[number, phase] = rank

    def _amended(self, event: Event) -> None:
        self.batch = None
        self.changed_at[event.at] = event.round, event.phase, event.rank
        if event.facts["change"] in ("hide", "reveal"):  # both are seen
            self.hidden_at[event.id] = frozenset(self.hidden - {event.at})
        if event.facts["change"] == "hide":
            self.hidden.add(event.at)
        elif event.facts["change"] == "reveal":
            self.hidden.discard(event.at)
        elif event.facts["change"] == "hit_points":
            place = LOCATIONS.index(event.facts["location"])
            self.hit_points[event.at][place] = int(event.facts["points"])

    def _condition(self, event: Event) -> None:
        name = event.facts["condition"]
        if event.facts["change"] == "began":
            self.conditions[event.at].add(name)
            if name in FALLEN:
                self.fell_in.setdefault(event.at, self.batch)
        else:
            self.conditions[event.at].discard(name)
            if not self._is_down(event.at):
                self.fell_in.pop(event.at, None)

    def _is_down(self, who: str) -> bool:
        return not self.conditions[who].isdisjoint(FALLEN)

    def _action(self, event: Event) -> None:
        is_riposte = event.facts.get("verb") == "riposte"
        by = self.entries[event.by]
        moment = event.id.rpartition(".")[0]
        batch = Batch(moment, event.rank, by.sheet.characteristics.DEX)
        if not is_riposte:
            self._once_a_phase(event)
            self._not_too_early(event)
        # What was shot before a game master felled its owner is on its way.
        now = event.round, event.phase, event.rank
        if event.facts.get("verb") != "shoot" or self.changed_at.get(event.by) != now:
            self._is_up(event.by, None if is_riposte else batch)
        if event.kind == "attack":
            if event.facts["defence"] in ("parry", "dodge"):
                self._is_up(event.at, batch)
            self._attack(event)
        self.batch = batch

    def _is_up(self, who: str, batch: Batch | None) -> None:
        """A14: whoever falls in a batch still does what it does in that batch, and nothing after."""
        if who in self.fell_in:
            fell_in = self.fell_in[who]
            assert fell_in is not None, f"{who} acts, and has fallen"
            assert fell_in == batch, f"{who} acts in {batch}, and fell in {fell_in}"

    def _once_a_phase(self, event: Event) -> None:
        key = event.round, event.phase, event.by
        self.acted[key] += 1
        assert self.acted[key] == 1, f"{event.by} acts twice in phase {event.round}.{event.phase}"

    def _not_too_early(self, event: Event) -> None:
        """R14 to R21, worked out again."""
        figure = next(figure for figure in event.figures if figure.name == "strike_rank")
        weapons = {weapon.id: weapon for weapon in self.entries[event.by].sheet.weapons}
        sheet = self.entries[event.by].sheet
        base = sheet.characteristics.DEX
        if event.kind in ("attack", "aimed"):
            weapon = weapons[event.item]
            shoots = event.kind == "aimed" or event.facts["verb"] == "shoot"
            way = weapon.shot if shoots else weapon.close
            assert way is not None
            base = -(-sheet.skills[way.skill] // 10)
        held = self.conditions[event.by]
        own = max(1, base - 10 * ("surprised" in held) - 2 * ("vulnerable" in held))
        assert figure.value == own, f"{event.by}: {figure} should be {own}"
        if self.changed_at.get(event.by) != (event.round, event.phase, event.rank):
            assert event.rank <= own, f"{event.by} acts at {event.rank}, before its own {own}"

    def _attack(self, event: Event) -> None:
        figures = {figure.name: figure for figure in event.figures}
        for side in ("attack", "defence"):
            if f"{side}_roll" in figures:
                rolled = figures[f"{side}_roll"].value
                level = self._level(rolled, figures[f"{side}_chance"].value)
                said = event.facts["level" if side == "attack" else "defence_level"]
                assert said == LEVELS[level], event
        if "hit_points" in figures:
            points = self.hit_points[event.at]
            place = LOCATIONS.index(event.place)
            assert figures["hit_points"].terms[0].value == points[place], event
            points[place] = figures["hit_points"].value

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
        assert list(c.hit_points) == self.hit_points[c.id], c.id
        weapons = {weapon.id: weapon for weapon in self.entries[c.id].sheet.weapons}
        in_hand = sum(weapons[item.id].hands for item in c.items if item.state == "held")
        assert in_hand <= HANDS, f"{c.id} holds {[i.id for i in c.items if i.state == 'held']}"
        if c.state == "up":
            arms = c.hit_points[LOCATIONS.index("right arm") : LOCATIONS.index("left arm") + 1]
            sound = sum(points >= 0 for points in arms)
            assert in_hand <= sound, f"{c.id} holds more than {sound} sound hands can"

    def _prompts(self, fight: Fight) -> None:
        states = {c.id: c.state for c in fight.view(GAME_MASTER).combatants}
        prompts = fight.prompts()
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
            self._rank_never_rises(prompt.round, prompt.phase, prompt.rank)
            question.check(question.default())
            assert question.default() == prompt.default

    def _is_undecided(self, view: View) -> bool:
        """R13: two hostile sides both have somebody able."""
        standing = {c.side for c in view.combatants if c.state == "up"}
        return any(self._are_foes(one, other) for one in standing for other in standing)

    # --- what others may know -----------------------------------------------------------------

    def _secrets(self, fight: Fight, view: View, events: Sequence[Event]) -> None:
        sides = {c.id: c.side for c in view.combatants}
        if fight.setup.options.information == "hidden":
            for c in view.combatants:
                foes = {other for other in sides if self._are_foes(sides[c.id], sides[other])}
                self._sees(fight, Observer("seat", c.id), foes, events)
        self._sees(fight, Observer(), {*sides}, events)
        for prompt in fight.prompts():
            side = sides[prompt.combatant]
            unseen = {who for who in self.hidden if self._are_foes(side, sides[who])}
            # Whoever struck before it was hidden, struck in full view.
            _names_nobody(msgspec.structs.replace(prompt, by=""), unseen)

    def _sees(
        self, fight: Fight, observer: Observer, strangers: set[str], events: Sequence[Event]
    ) -> None:
        is_open = fight.setup.options.information == "open"
        unseen = self.hidden & strangers
        for c in fight.view(observer).combatants:
            assert c.id not in unseen, f"{observer} sees {c.id}"
            if c.id in strangers and not is_open:
                numbers = (c.hit_points, c.skills, c.actions, c.waiting)
                assert numbers == (None, None, None, None), f"{observer} knows numbers of {c.id}"
                assert [i.missiles for i in c.items if i.missiles is not None] == []
        for event in events:
            shown = filtered(fight, observer, event)
            if shown is None:
                continue
            if event.kind not in ("waited", "carried"):  # one may know for whom one waits
                _names_nobody(shown, strangers & self.hidden_at[event.id])
            if not is_open:
                _tells_no_number(shown, strangers)

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


def _recomputes(figure: Figure) -> None:
    total = sum(term.value for term in figure.terms)
    if figure.floor is not None:
        total = max(total, figure.floor)
    assert figure.terms, figure
    assert figure.value == total, figure


def _names_nobody(told: Event | Prompt, unseen: set[str]) -> None:
    text = msgspec.json.encode(told).decode()
    for who in unseen:
        for name in (f'"{who}"', f"/{who}", f":{who}"):
            assert name not in text, f"{who} is hidden, and named in {text}"


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
            else:
                assert option.unavailable.reason
                for answer in _guesses(prompt, option, anybody):
                    assert is_refused(question, answer), answer


def _guesses(prompt: Prompt, option: Option, anybody: Sequence[str]) -> Iterable[Answer]:
    """Answers that take an *option* which lists no values, or not all."""
    fill = {"target": anybody, "aim": ("head", "bypass"), "stance": ("standing", "prone")}
    fill |= {"until": ("1", "0"), "for": ("nothing", "view")}
    choices: list[tuple[str, ...]] = [()]
    for parameter in option.parameters:
        choices = [(*chosen, value) for chosen in choices for value in fill[parameter.name]]
    return [Answer(prompt.id, option.id, values) for values in choices]


def is_refused(question: Question, answer: Answer) -> bool:
    try:
        question.check(answer)
    except IllegalAnswerError:
        return True
    return False
