"""Random fights of ReQuest, everything it has mixed: the scenario as a file would say it, minds, whims, watches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Final, Literal, TypeVar, cast, final, get_args, get_origin

import msgspec

from rules.catalogue import BOOKS
from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.errors import SetupError
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Answer, Event, Prompt, Reveal
from rules.kernel.temper.model import Goal, Kind
from rules.request.course.machine import Fight, begin, restore
from rules.request.course.sight import Sight
from rules.request.data import library
from rules.request.model import Options, Seen, Setup, Surroundings
from rules.request.policies import POLICIES
from rules.request.setup import decode
from tests.conformance.invariants import COMMON, Invariant
from tests.conformance.play import AUTHOR, Record, Standing, Watcher
from tests.conformance.report import Verdict, verdict_on
from tests.machine.map_stories import map_whim
from tests.machine.map_watch import MapWatch
from tests.machine.watch import Watch
from tests.support.fights import GAME_MASTER, whim
from tests.support.rulebook import sentences

T = TypeVar("T")
ROUND_CAP: Final = 100
DRAFTS: Final = 20
SIDES: Final = ("red", "blue", "green")
SURE_MINDS: Final = ("random", "steady")
ARMS: Final = (
    ("war-sword", "target-shield", "dagger"),
    ("great-axe", "dagger"),
    ("shortsword", "dagger"),
    ("longspear", "shortsword"),
    ("short-bow", "shortsword"),
    ("javelin", "buckler", "dagger"),
    ("quarterstaff",),
    (),
)
LINES: Final = (
    "Raider: Spear 50%, 1D6+1+1D4, HP 12, armour 3, DEX 11",
    "2 x Watchman: 1H Sword 60%, 1D8, HP 14, armour 2, DEX 12",
    "Brawler: Unarmed 45%, 1D3, HP 11, DEX 9",
)
KINDS: Final[tuple[str, ...]] = get_args(Kind)
GOALS: Final[tuple[str, ...]] = get_args(Goal)
FLIERS: Final = ("harpy", "griffin")
Person = dict[str, object]


def one_of(dice: Dice, things: Sequence[T]) -> T:
    return things[dice.roll(len(things)) - 1]


# --- the scenario -----------------------------------------------------------------------------


@final
class Author:
    """Writes a scenario; whatever the library and the options have is taken from them, new things too."""

    def __init__(self, number: int, draft: int) -> None:
        self.dice: Dice = dice_for(fight_seed(number), f"conformance {draft}")
        self.more: Dice = dice_for(fight_seed(number), f"conformance {draft} tempers")
        self.people: int = 0
        self.rows: list[list[str]] = []
        self.heights: list[list[int]] = []
        self.free: list[tuple[int, int]] = []

    def write(self, number: int) -> dict[str, object]:
        dice = self.dice
        sides = list(SIDES[: 2 if dice.roll(4) > 1 else 3])
        document: dict[str, object] = {
            "name": f"conformance {number}",
            "rules": "request",
            "sides": self.allied(sides),
            "options": self.options(),
            "surroundings": self.unusual(Surroundings) if dice.roll(4) == 1 else {},
        }
        if dice.roll(3) > 1:
            self.draw()
        people = [one for side in sides for one in self.band(side)]
        self.give_tempers(people)
        document["combatants"] = people
        document["amend"] = [*self.script(people)]
        if self.rows:
            document["map"] = {
                "rows": [" " * (y % 2) + " ".join(row) for y, row in enumerate(self.rows)]
            }
            if self.heights:
                drawn = ["".join(map(str, row)) for row in self.heights]
                document["map"] = {**cast("Person", document["map"]), "heights": drawn}
        else:
            document["start"] = {"distance": 0, "drawn": dice.roll(4) > 1}
        return document

    def allied(self, sides: Sequence[str]) -> list[object]:
        """Two of three sides are friends now and then."""
        if len(sides) == len(SIDES) and self.more.roll(3) == 1:
            return [*sides[:2], {"id": sides[2], "friends": [one_of(self.more, sides[:2])]}]
        return [*sides]

    def give_tempers(self, people: Sequence[Person | str]) -> None:
        """What some fight for, and for how long; some carry too much, and some begin in the air."""
        dice = self.more
        blocks = [one for one in people if isinstance(one, dict)]
        ridden = [one.get("rides") for one in blocks]
        for one in blocks:
            if dice.roll(3) == 1:
                friends = [
                    other["id"]
                    for other in blocks
                    if other["side"] == one["side"] and other is not one
                ]
                goal = one_of(dice, GOALS)
                if goal == "protect":
                    goal = f"protect {one_of(dice, friends)}" if friends else "hold"
                one["temper"] = {
                    "kind": one_of(dice, KINDS),
                    "nerve": 1 + dice.roll(11),
                    "goal": goal,
                    "mercy": dice.roll(2) == 1,
                    "leader": dice.roll(4) == 1,
                }
            if dice.roll(8) == 1:
                one["load"] = 5 * dice.roll(6)
            flies = self.rows and one.get("creature") in FLIERS and one["id"] not in ridden
            if flies and dice.roll(3) == 1:
                one["high"] = True

    def options(self) -> dict[str, object]:
        """Every third house rule is another than by default."""
        return {"round_cap": ROUND_CAP, **self.unusual(Options)}

    def unusual(self, kinds: type[Options | Surroundings]) -> dict[str, object]:
        written: dict[str, object] = {}
        for field in msgspec.structs.fields(kinds):
            kind = cast("object", field.type)
            if get_origin(kind) is Literal and self.dice.roll(3) == 1:
                written[field.name] = one_of(self.dice, cast("tuple[object, ...]", get_args(kind)))
            elif kind is bool and field.name != "table_dice" and self.dice.roll(3) == 1:
                written[field.name] = True
        return written

    def draw(self) -> None:
        """Ground of three kinds: open, scattered, and rough."""
        width, height = 6 + self.dice.roll(8), 5 + self.dice.roll(6)
        letters = one_of(self.dice, (".", "...........~#o", ".....~~#o"))
        self.rows = [[one_of(self.dice, letters) for _ in range(width)] for _ in range(height)]
        self.free = [(x, y) for y in range(height) for x in range(width)]
        if self.dice.roll(3) == 1:
            self.raise_it(width, height)

    def raise_it(self, width: int, height: int) -> None:
        """A slope with holes in it, or a height with a stair."""
        top, cut, stair = self.dice.roll(5), self.dice.roll(width), self.dice.roll(height) - 1
        holes = self.dice.roll(2) == 1
        for y in range(height):
            row = [
                max(0, top - max(0, x - cut)) if holes or y == stair else top * (x < cut)
                for x in range(width)
            ]
            if holes:
                row = [0 if self.dice.roll(6) == 1 else metres for metres in row]
            self.heights.append(row)

    def band(self, side: str) -> Iterator[Person | str]:
        for _ in range(self.dice.roll(4)):
            if self.dice.roll(5) == 1:
                yield from self.mounted(side)
                continue
            kind = self.dice.roll(8)
            if kind == 1 and not self.rows:
                yield f"{one_of(self.dice, LINES)}, side {side}, id {self.name(side)}"
            elif kind == 1:
                yield f"{LINES[0]}, side {side}, id {self.name(side)}, place {self.place()}"
            elif kind <= 5:
                yield self.settled(self.creature(side))
            else:
                yield self.settled(self.human(side))

    def script(self, people: Sequence[Person | str]) -> Iterator[dict[str, object]]:
        """Whoever is hidden comes out, and now and then something else happens of itself."""
        for one in people:
            if isinstance(one, dict) and one.get("hidden"):
                yield {"at": {"round": self.dice.roll(3)}, "reveal": one["id"]}
        if self.dice.roll(3) == 1:
            at = {
                "round": self.dice.roll(3),
                "phase": self.dice.roll(3),
                "rank": self.dice.roll(16),
            }
            yield {"at": at, "modifier": {"name": "dusk", "value": -20, "lasts": "round"}}

    def creature(self, side: str) -> Person:
        return {"side": side, "creature": one_of(self.dice, [*library().creatures])}

    def human(self, side: str) -> Person:
        names = ("1H Sword", "Shield", "Dodge", "2H Axe", "Throwing", "Bow", "Unarmed", "Spear")
        return {
            "side": side,
            # Few values of DEX, so that ties are common.
            "characteristics": {
                "DEX": 5 + 3 * self.dice.roll(4),
                "CON": 8 + self.dice.roll(8),
                "STR": 8 + self.dice.roll(8),
            },
            "skills": {name: 20 * self.dice.roll(7) for name in names},
            "weapons": list(one_of(self.dice, ARMS)),
            "armour": list(
                one_of(self.dice, ((), ("leather-hauberk",), ("chainmail-shirt", "helmet")))
            ),
        }

    def mounted(self, side: str) -> Iterator[Person]:
        """Somebody on a mount, which is trained or is not; now and then one with a mount to get on."""
        dice = self.dice
        creature = one_of(dice, ("horse", "horse", "griffin"))
        steed = one_of(dice, ("trained", "untrained"))
        mount = self.settled({"side": side, "creature": creature, "steed": steed})
        lancer: Person = {"side": side, "creature": "lancer"}
        person = self.human(side) if dice.roll(2) == 1 else lancer
        rider = self.settled(person)
        if dice.roll(6) > 1:
            rider["rides"] = mount["id"]
            rider.pop("place", None)
            for word in ("hidden", "surprised"):
                rider.pop(word, None)
            if mount.get("hidden"):
                rider["hidden"] = True
            skills = cast("Person", rider.setdefault("skills", {}))
            skills["Riding"] = 20 * dice.roll(5)
        # Either may come first in the seat order.
        yield from (rider, mount) if dice.roll(2) == 1 else (mount, rider)

    def settled(self, person: Person) -> Person:
        """With a mind, a place, and now and then something odd about it."""
        dice = self.dice
        person["id"] = self.name(person["side"])
        person["mind"] = one_of(dice, SURE_MINDS if dice.roll(4) > 1 else tuple(POLICIES))
        if dice.roll(8) == 1:
            person["surprised"] = True
        if dice.roll(12) == 1:
            person["hidden"] = True
        if dice.roll(4) == 1:
            known = [*library().spells]
            person["spells"] = sorted({one_of(dice, known) for _ in range(dice.roll(5))})
            person["skills"] = {
                "Runecast": 20 * dice.roll(5),
                **cast("Person", person.get("skills", {})),
            }
            arms = [one for one in cast("list[str]", person.get("weapons", [])) if one]
            if person["spells"] and arms and dice.roll(2) == 1:
                person["rune_in"] = one_of(dice, arms)
        if self.rows:
            person["place"] = self.place()
        return person

    def name(self, side: object) -> str:
        self.people += 1
        return f"{side}-{self.people}"

    def place(self) -> str:
        """A hex with open ground about it, which is big enough for anybody."""
        x, y = self.free[self.dice.roll(len(self.free)) - 1]
        x, y = min(max(x, 1), len(self.rows[0]) - 2), min(max(y, 1), len(self.rows) - 2)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                self.rows[y + dy][x + dx] = "."
                if self.heights:
                    self.heights[y + dy][x + dx] = self.heights[y][x]
        self.free = [(a, b) for a, b in self.free if abs(a - x) > 2 or abs(b - y) > 2] or self.free
        return f"{chr(ord('A') + x)}{y + 1}"


@cache
def scenario(number: int) -> tuple[dict[str, object], Setup]:
    """The scenario of this number, written and read: its first draft in which nobody stands in somebody's way."""
    for draft in range(DRAFTS):
        document = Author(number, draft).write(number)
        with suppress(SetupError):
            return document, decode(document)
    document = Author(number, DRAFTS).write(number)
    return document, decode(document)


# --- the fight --------------------------------------------------------------------------------


@final
class RequestGame:
    """A `Game` of ReQuest."""

    def __init__(self, number: int, often: int = 12) -> None:
        self.number: int = number
        self.round_cap: int = ROUND_CAP
        self.often: int = often
        self.setup: Setup = scenario(number)[1]
        self.minds: dict[str, str] = {entry.id: entry.mind for entry in self.setup.combatants}

    def document(self) -> Mapping[str, object]:
        return scenario(self.number)[0]

    def begin(self) -> Machine:
        return begin(self.setup, fight_seed(self.number), watched=True)

    def restore(self, saved: bytes) -> Machine:
        return restore(saved)

    def answer(self, question: Question) -> Answer:
        mind = POLICIES[self.minds.get(question.combatant, "random")]
        return mind(cast("Sight", question.sight()))

    def whim(self, machine: Machine, dice: Dice) -> object:
        fight = fight_of(machine)
        hidden = [c.id for c in fight.view(GAME_MASTER).combatants if c.hidden]
        if hidden and dice.roll(2) == 1:  # or those who look for them look for ever
            return Reveal(one_of(dice, hidden))
        # Half of them do what only ground allows.
        if self.setup.field is not None and dice.roll(2) == 1:
            return map_whim(fight, dice)
        return whim(fight, dice)

    def standings(self, machine: Machine) -> Mapping[str, Standing]:
        return {
            c.id: Standing(
                c.state == "up",
                "" if c.hidden else _place(c),
                {"actions": c.actions or 0, "magic points": c.magic_points or 0},
            )
            for c in fight_of(machine).view(GAME_MASTER).combatants
        }

    def watchers(self) -> Iterator[tuple[str, Watcher]]:
        yield "watch", Looking(self.setup)
        if self.setup.field is not None:
            yield "map watch", LookingAtTheMap(self.setup)


def _place(one: Seen) -> str:
    """Where it is: on a hex, or in the air above it; in the saddle nowhere of its own."""
    if one.rides:
        return ""
    return f"{one.place} high up" if "high" in one.conditions else one.place


def fight_of(machine: Machine) -> Fight:
    assert isinstance(machine, Fight)
    return machine


@final
class Looking:
    """R6, R14 to R21, P9 to P12, A14, D7e and what nobody may know, as `Watch` works them out."""

    def __init__(self, setup: Setup) -> None:
        self._watch = Watch(setup)

    def look(self, machine: Machine, prompts: Sequence[Prompt], events: Sequence[Event]) -> None:
        self._watch.look(fight_of(machine), events, prompts)

    def answering(self, questions: Sequence[Question]) -> None:
        self._watch.answering(questions)


@final
class LookingAtTheMap:
    """Places, engagements, reach, formations and shots, as `MapWatch` works them out."""

    def __init__(self, setup: Setup) -> None:
        self._watch = MapWatch(setup)

    def look(self, machine: Machine, prompts: Sequence[Prompt], events: Sequence[Event]) -> None:
        fight = fight_of(machine)
        for entry in fight.entries:
            if entry.id not in self._watch.known:
                self._watch.knows(entry)
        self._watch.look(fight.view(GAME_MASTER), events, prompts)

    def answering(self, questions: Sequence[Question]) -> None:
        """What is answered shows in the events."""
        del questions


# --- what must be true of ReQuest alone -------------------------------------------------------


@cache
def known_rules() -> frozenset[str]:
    """The sentences of the rules, and a game master's word."""
    ids = [key for key, _ in sentences(BOOKS["request"].rules_text())]
    return frozenset((*ids, AUTHOR))


def rules_named(record: Record) -> Iterator[str]:
    """Every rule that a why or a refusal names, and where."""
    for event in record.events:
        for figure in event.figures:
            for rule in (figure.rule, *(term.rule for term in figure.terms)):
                if rule and rule not in known_rules():
                    yield f"{event.id}: {figure.name} names {rule}, which is no rule"
    for wait in record.waits:
        for prompt in wait.prompts:
            for option in prompt.options:
                rule = "" if option.unavailable is None else option.unavailable.rule
                if rule and rule not in known_rules():
                    yield f"{prompt.id}: {option.id} names {rule}, which is no rule"


def strike_ranks(record: Record) -> Iterator[str]:
    """R19."""
    for event in record.events:
        for figure in event.figures:
            if figure.name == "strike_rank" and figure.value < 1:
                yield f"{event.id}: strike rank {figure.value}"


def ranks_count_down(record: Record) -> Iterator[str]:
    """R10: within a phase the clock counts down; 0 is between."""
    lowest: dict[tuple[int, int], int] = {}
    for event in record.events:
        phase = event.round, event.phase
        if event.rank > lowest.get(phase, event.rank):
            yield f"{event.id}: at {event.rank}, after {lowest[phase]}"
        if event.rank:
            lowest[phase] = event.rank


REQUEST: Final[tuple[Invariant, ...]] = (
    *COMMON,
    Invariant("rules", "every rule that is named can be read", rules_named),
    Invariant("strike rank", "no strike rank below 1", strike_ranks),
    Invariant("countdown", "ranks count down within a phase", ranks_count_down),
)


def judged(number: int) -> Verdict:
    """The fight of this number, judged by all of that."""
    return verdict_on(RequestGame(number), REQUEST)
