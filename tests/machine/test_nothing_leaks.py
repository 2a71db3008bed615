"""Whatever goes to a seat or a spectator names nobody hidden, can be told, and is told with its own numbers only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
import pytest

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import Event, Observer
from rules.kernel.telling import Line
from rules.request.course.machine import Fight
from rules.request.model import LOCATIONS, Add, Entry, Setup
from rules.request.tell import Teller
from rules.request.tell.figures import is_armour, is_dealt, is_parry, terms
from tests.golden.record import scenario_of
from tests.machine.map_stories import map_setup, map_whim
from tests.machine.test_secrets import with_hidden
from tests.support.fights import AUTHOR, Story, advance, random_setup, setup_in

pytestmark = pytest.mark.many

NUMBER: Final = re.compile(r"\d+")
GOLDEN: Final = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
# C20: the hidden neither strike nor are struck; every blow was begun in full view.
BEGUN_IN_VIEW: Final = ("attack", "thwarted")


def observers(setup: Setup) -> list[Observer]:
    return [Observer(), *(Observer("seat", entry.id) for entry in setup.combatants)]


def all_named(setup: Setup) -> Setup:
    """The same setup in which everybody has a name of its own."""
    people = [msgspec.structs.replace(one, name=_name(one.id)) for one in setup.combatants]
    return msgspec.structs.replace(setup, combatants=tuple(people))


def _name(who: str) -> str:
    return who.upper().replace("-", "")


# --- nobody hidden is named -------------------------------------------------------------------


class Onlookers:
    """All who look at one fight; they know who is hidden from whom."""

    def __init__(self, fight: Fight) -> None:
        self.fight: Fight = fight
        self.teller: Teller = Teller(fight.setup)
        self.looks: int = 0
        self.hidden: set[str] = self._hidden()

    def look(self) -> None:
        """Look at everything that is new."""
        before, self.hidden = self.hidden, self._hidden()
        events = self.fight.take_events()
        for observer in [Observer(), *(Observer("seat", c.id) for c in self.fight.people)]:
            strangers = self._strangers(observer, self.hidden)
            self._check(msgspec.json.encode(self.fight.view(observer)), strangers, "view")
            # Who came into view or went out of it in between is another matter.
            all_along = self._strangers(observer, before & self.hidden)
            revealed = {one.at for one in events if one.facts.get("change") == "reveal"}
            for event in events:
                seen = self.fight.seen_by(observer, event)
                if seen is not None and seen.kind not in BEGUN_IN_VIEW:
                    self._check(msgspec.json.encode(seen), all_along - revealed, event.id)
                    line = self.teller.line(seen)
                    told = "" if line is None else json.dumps([line.text, line.details, line.why])
                    self._check(told.encode(), all_along - revealed, event.id)
        for question in self.fight.questions():
            strangers = self._strangers(Observer("seat", question.combatant), self.hidden)
            prompt = question.prompt()
            # Whoever struck before it was hidden, struck in full view.
            strangers -= {prompt.by}
            self._check(msgspec.json.encode(prompt), strangers, prompt.id)
            self._check(question.shadow(), strangers, f"shadow of {prompt.id}")

    def _hidden(self) -> set[str]:
        return {c.id for c in self.fight.people if c.hidden}

    def _strangers(self, observer: Observer, people: set[str]) -> set[str]:
        fight = self.fight
        if observer.role != "seat":
            return {*people}
        me = fight.people[fight.names[observer.combatant]]
        return {one for one in people if fight.is_foe(me, fight.people[fight.names[one]])}

    def _check(self, data: bytes, strangers: set[str], what: str) -> None:
        for one in strangers:
            self.looks += 1
            for name in (one, _name(one)):
                found = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", data.decode())
                assert found is None, f"{name} is hidden, and named in {what}: {data.decode()}"


def _is_made(fight: Fight, change: object) -> bool:
    try:
        fight.amend(AUTHOR, "whim", change)
    except IllegalAmendmentError:
        return False
    return True


def watch(story: Story, waits: int = 60) -> int:
    fight = story.begin(watched=True)
    onlookers = Onlookers(fight)
    for _ in range(waits):
        onlookers.look()
        if not fight.questions():
            break
        change = map_whim(fight, fight.dice.copy()) if story.whim(fight) is not None else None
        if change is not None and _is_made(fight, change):
            onlookers.look()
            if not fight.questions():
                break
        advance(fight, story.answers(fight))
    onlookers.look()
    return onlookers.looks


@pytest.mark.parametrize("number", range(30))
def test_nobody_hidden_is_named_to_foes(number: int) -> None:
    setup = all_named(with_hidden(number))
    assert watch(Story(number, setup, often=4)) > 10


# --- everything can be told, with its own numbers ---------------------------------------------


def check_told(
    setup: Setup, fight: Fight, events: Sequence[Event], seats: Iterable[Observer]
) -> int:
    """Every event as every observer may know it; return how many lines that made."""
    told = 0
    entries = {one.id: one for one in setup.combatants}
    joining = [timed.change for timed in setup.amendments if isinstance(timed.change, Add)]
    entries.update({add.entry.id: add.entry for add in joining})
    for observer in seats:
        teller = Teller(setup)
        for event in events:
            seen = fight.seen_by(observer, event)
            line = None if seen is None else teller.line(seen)
            if seen is not None and line is not None:
                told += 1
                unknown = numbers_in(line) - numbers_of(setup, entries, seen)
                assert not unknown, f"{unknown} in {line} of {seen} for {observer}"
                assert line.text[:1].strip(), line
                assert all(detail.strip() == detail for detail in (*line.details, *line.why))
    return told


def numbers_in(line: Line) -> set[str]:
    """All but those in the names of rules."""
    sums = [said for said in line.why if not said.startswith("rules ")]
    return {found for text in (line.text, *line.details, *sums) for found in NUMBER.findall(text)}


def numbers_of(setup: Setup, entries: dict[str, Entry], event: Event) -> set[str]:
    """All that the event says in numbers, sums of its terms and what its people's names say included."""
    bare = msgspec.structs.replace(event, id="", by="", at="", to="", hidden=(), rank=0, phase=0)
    texts = [msgspec.json.encode(bare).decode().replace('"rank":0', "").replace('"phase":0', "")]
    texts += [who for who in (event.by, event.at) if who not in entries]  # guests go by their id
    texts += [str(event.phase)] if event.kind == "phase_began" else []
    texts += [str(one.value) for one in event.figures if one.name == "strike_rank"]
    texts += [side.name for side in setup.sides]
    texts += [entry.name for entry in setup.combatants]
    texts += [weapon.name for entry in setup.combatants for weapon in entry.sheet.weapons]
    dealt = terms(event, "damage", is_dealt)
    parried, armour = terms(event, "damage", is_parry), terms(event, "through", is_armour)
    texts += [str(abs(one)) for one in (dealt, parried, armour) if one]
    if event.facts.get("condition") in ("overextended", "vulnerable"):
        texts.append("20%")  # R37, R38: what it means is the rules' number
    texts += {"fatigued": ["20%"], "heavily fatigued": ["50%"]}.get(
        event.facts.get("condition", ""), []
    )  # P35d
    names = {one.name for one in event.figures}
    if "damage" in names:
        texts.append(str(max(0, dealt)))
    about = entries.get(event.at)
    place = event.place or event.facts.get("location", "")
    knows = "hit_points" in names or "points" in event.facts
    if about is not None and knows and place in LOCATIONS:
        texts.append(str(about.sheet.hit_points[LOCATIONS.index(place)]))
    return {found for text in texts for found in NUMBER.findall(text)}


@pytest.mark.parametrize("name", [path.stem for path in GOLDEN])
def test_every_golden_fight_is_told_to_every_seat_and_to_spectators(name: str) -> None:
    scenario, _, seed = name.rpartition("-")
    setup = setup_in(scenario_of(scenario).read_bytes())
    story = Story(int(seed), setup, often=0)
    fight = story.begin(watched=True)
    told = 0
    while True:
        told += check_told(setup, fight, fight.take_events(), observers(setup))
        if not fight.questions():
            break
        advance(fight, story.answers(fight))
    assert told > 20


@pytest.mark.parametrize("number", range(50))
def test_every_random_fight_is_told_to_every_seat_and_to_spectators(number: int) -> None:
    setup = map_setup(number) if number % 5 else random_setup(number)
    story = Story(number, setup, often=4)
    fight = story.begin(watched=True)
    told = 0
    for _ in range(60):
        told += check_told(setup, fight, fight.take_events(), observers(setup))
        if not fight.questions():
            break
        change = story.whim(fight)
        if change is not None and _is_made(fight, change):
            told += check_told(setup, fight, fight.take_events(), observers(setup))
            if not fight.questions():
                break
        advance(fight, story.answers(fight))
    assert told > 5
