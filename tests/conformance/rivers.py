"""Random fights of Rivers, everything it has mixed; its engagements are played as the parts of one machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeVar, cast, final, get_args, get_origin

import msgspec

from rules.catalogue import BOOKS
from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.machine import Machine, Question
from rules.kernel.model import (
    Answer,
    EndFight,
    Event,
    Move,
    Observer,
    Outcome,
    Prompt,
    Remove,
    SetGear,
    SetHitPoints,
)
from rules.rivers.course.choices import SLOW, VERB_OF
from rules.rivers.course.machine import Engagement, Fight, begin, restore
from rules.rivers.course.sight import Sight
from rules.rivers.data import library
from rules.rivers.model import Options, Setup, View
from rules.rivers.policies import POLICIES
from rules.rivers.setup import decode
from tests.conformance.invariants import COMMON, LOOKS, Invariant, first_difference, place_of
from tests.conformance.play import AUTHOR, REASON, Input, Record, Standing, Watcher, played
from tests.conformance.report import Verdict, verdict_on
from tests.support.rulebook import sentences

T = TypeVar("T")
ROUND_CAP: Final = 60
SIDES: Final = ("red", "blue")
SURE_MINDS: Final = ("random", "steady", "reckless")
GAME_MASTER: Final = Observer("game_master")
ARMS: Final = (
    ("broadsword", "medium-shield", "dagger"),
    ("great-axe", "dagger"),
    ("short-spear", "large-shield"),
    ("broadsword", "parrying-dagger"),
    ("self-bow", "dagger"),
    ("light-crossbow", "broadsword"),
    ("thrown-javelin", "small-shield", "short-spear"),
    ("thrown-axe", "thrown-dagger", "battle-axe"),
    ("sling", "quarterstaff"),
    (),
)
LINES: Final = (
    "Raider: Spear 50%, 1D6+1+1D4, HP 12, armour 3, DEX 11",
    "2 x Watchman: Sword 60%, medium shield 50%, HP 14, armour 2, DEX 12",
    "Hunter: Bow 55%, dagger 40%, DEX 14",
)
Person = dict[str, object]
DOWN: Final = ("yielded", "dead", "unconscious", "helpless", "in shock", "asleep")


def one_of(dice: Dice, things: Sequence[T]) -> T:
    return things[dice.roll(len(things)) - 1]


# --- the scenario -----------------------------------------------------------------------------


@final
class Author:
    """Writes a scenario; whatever the library and the options have is taken from them, new things too."""

    def __init__(self, number: int) -> None:
        self.dice: Dice = dice_for(fight_seed(number), "conformance")
        self.people: int = 0

    def write(self, number: int) -> dict[str, object]:
        dice = self.dice
        people = [one for side in SIDES for one in self.band(side)]
        start: dict[str, object] = {"drawn": dice.roll(4) > 1, "first": one_of(dice, SIDES)}
        start["distance"] = one_of(dice, (0, 0, 10, 24, 60, 110))
        if dice.roll(6) == 1:
            start["unaware"] = [one_of(dice, SIDES)]
        if dice.roll(4) == 1:
            start["surprised"] = [one_of(dice, SIDES)]
        self.hold_back(people)
        if dice.roll(4) == 1:
            start["distance"] = 0
            return {**self.on_a_map(people), **self.frame(number, start)}
        return {**self.frame(number, start), "combatants": people}

    def frame(self, number: int, start: dict[str, object]) -> dict[str, object]:
        return {
            "name": f"conformance {number}",
            "rules": "rivers",
            "sides": list(SIDES),
            "options": {"round_cap": ROUND_CAP, **self.unusual()},
            "start": start,
        }

    def on_a_map(self, people: Sequence[Person | str]) -> dict[str, object]:
        """A map of any ground, with a mark for each side at its ends."""
        dice = self.dice
        wide = 4 + dice.roll(16)
        rows = [
            "r" + "".join([one_of(dice, "....~#o") for _ in range(wide)]) + "b" for _ in range(6)
        ]
        placed: list[Person | str] = []
        for one in people:
            if isinstance(one, str):
                placed.append(f"{one}, at {'r' if 'side red' in one else 'b'}")
            else:
                placed.append({**one, "back": 0, "at": str(one["side"])[0]})
        return {"map": {"rows": rows}, "combatants": placed}

    def hold_back(self, people: Sequence[Person | str]) -> None:
        """Now and then somebody stands behind its line, or is to protect a friend."""
        named = [one for one in people if isinstance(one, dict)]
        for one in named:
            friends = [other["id"] for other in named if other["side"] == one["side"]]
            friends.remove(one["id"])
            if self.dice.roll(5) == 1:
                one["back"] = 5 * self.dice.roll(8)
            if friends and self.dice.roll(5) == 1:
                ward = one_of(self.dice, friends)
                one["temper"] = {"kind": "soldier", "goal": f"protect {ward}"}

    def unusual(self) -> dict[str, object]:
        """Every third house rule is another than by default."""
        written: dict[str, object] = {}
        for field in msgspec.structs.fields(Options):
            kind = cast("object", field.type)
            if get_origin(kind) is Literal and self.dice.roll(3) == 1:
                written[field.name] = one_of(self.dice, cast("tuple[object, ...]", get_args(kind)))
            elif kind is bool and self.dice.roll(3) == 1:
                written[field.name] = True
        return written

    def band(self, side: str) -> Iterator[Person | str]:
        for _ in range(self.dice.roll(5)):
            kind = self.dice.roll(8)
            if kind == 1:
                self.people += 1
                yield f"{one_of(self.dice, LINES)}, side {side}, id line-{self.people}"
            elif kind <= 4:
                creature = one_of(self.dice, [*library().creatures])
                yield self.settled({"side": side, "creature": creature})
            else:
                yield self.settled(self.human(side))

    def human(self, side: str) -> Person:
        dice = self.dice
        arms = list(one_of(dice, ARMS))
        return {
            "side": side,
            # Few values of DEX, so that ties are common.
            "characteristics": {
                "DEX": 5 + 3 * dice.roll(4),
                "CON": 8 + dice.roll(8),
                "STR": 8 + dice.roll(8),
                "SIZ": 8 + dice.roll(10),
            },
            "skills": {name: 20 * dice.roll(7) for name in (*arms, "Dodge")},
            "weapons": arms,
            "armour": list(
                one_of(dice, ((), ("plate-cuirass",), ("linen-hauberk", "open-helmet")))
            ),
            "move": one_of(dice, (8, 8, 5, 12)),
        }

    def settled(self, person: Person) -> Person:
        """With a mind, and now and then something odd about it."""
        dice = self.dice
        self.people += 1
        person["id"] = f"{person['side']}-{self.people}"
        person["mind"] = one_of(dice, SURE_MINDS if dice.roll(4) > 1 else tuple(POLICIES))
        if dice.roll(8) == 1:
            person["surprised"] = True
        if dice.roll(5) == 1:
            person.update(self.magic())
        if dice.roll(5) == 1:
            person["loaded"] = False
        self.unready(person)
        if dice.roll(3) == 1:
            kind = one_of(dice, [*library().tempers])
            goal = one_of(dice, ("kill", "hold", "escape", "drive off", "capture"))
            person["temper"] = {"kind": kind, "goal": goal, "leader": dice.roll(4) == 1}
        return person

    def unready(self, person: Person) -> None:
        """Now and then its shield is on its back, its helmet is off, or it knows first aid and something else."""
        arms, armour = person.get("weapons", ()), person.get("armour", ())
        if self.dice.roll(4) == 1:
            person["shield_slung"] = any("shield" in one for one in cast("list[str]", arms))
            person["helmet_off"] = "open-helmet" in cast("list[str]", armour)
        if self.dice.roll(4) == 1:
            known = cast("dict[str, int]", person.get("skills", {}))
            person["skills"] = {**known, "First Aid": 60, "Animal Lore": 40}

    def magic(self) -> Person:
        """Some spells with what they are cast with: a focus for half of those that may have one, few points or many."""
        dice = self.dice
        known = [one for one in library().spells.values() if one.effect]
        some = {one.id: one for one in [one_of(dice, known) for _ in range(dice.roll(5))]}
        made: Person = {"spells": [*some], "magic_points": dice.roll(8)}
        if any(one.magic == "rune" for one in some.values()):
            made |= {"rune": 20 * dice.roll(5), "rune_points": dice.roll(6)}
        made["foci"] = {
            one.id: one.points or dice.roll(4)
            for one in some.values()
            if one.magic == "spirit" and dice.roll(2) == 1
        }
        plain = [one for one in known if one.gift and not (one.kinds or one.weapons or one.flies)]
        if dice.roll(3) == 1:
            under = one_of(dice, plain)
            made["under"] = {under.id: under.points or dice.roll(4)}
        return made


@cache
def scenario(number: int) -> tuple[dict[str, object], Setup]:
    """The scenario of this number, written and read."""
    document = Author(number).write(number)
    return document, decode(document)


# --- the fight --------------------------------------------------------------------------------


@final
class Parts:
    """A fight with its engagements as one machine (see `rules.kernel.machine.Machine`), played one by one in either order."""

    def __init__(self, fight: Fight, backwards: bool) -> None:
        self.fight: Fight = fight
        self.backwards: bool = backwards
        self._held: list[Event] = []
        self._settle()

    def _settle(self) -> None:
        while (parts := self.fight.children()) and not any(part.questions() for part in parts):
            self.fight.join()

    def at(self) -> Fight | Engagement:
        """Whoever asks now."""
        parts = [*self.fight.children()]
        if self.backwards:
            parts.reverse()
        return next((part for part in parts if part.questions()), self.fight)

    def children(self) -> Sequence[Machine]:
        return ()

    def join(self) -> None:
        """There is nothing to join."""

    def questions(self) -> Sequence[Question]:
        return self.at().questions()

    def prompts(self) -> tuple[Prompt, ...]:
        return self.at().prompts()

    def advance(self, answers: Sequence[Answer]) -> None:
        self.at().advance(answers)
        self._settle()

    def amend(self, author: str, reason: str, change: object) -> None:
        self.fight.amend(author, reason, change)
        self._settle()

    def fork(self) -> Machine:
        return Parts(self.fight.fork(), self.backwards)

    def snapshot(self) -> bytes:
        return self.fight.snapshot()

    def state_hash(self) -> str:
        return self.fight.state_hash()

    def watch(self) -> None:
        self.fight.watch()

    def drain(self) -> list[Event]:
        """What happened since the last call, as it comes."""
        events = self.fight.take_events()
        for part in self.fight.children():
            events += part.take_events()
        return events

    def take_events(self) -> list[Event]:
        """What happened, a round at a time and by its places, as a log has it."""
        events = self.drain()
        if not self.outcome() and all(one.round == self.fight.round for one in self._held + events):
            self._held += events
            return []
        over = self.outcome() is not None
        now = [one for one in self._held + events if over or one.round < self.fight.round]
        self._held = [one for one in self._held + events if one not in now]
        return sorted(now, key=place_of)

    def view(self, observer: Observer) -> View:
        return self.fight.view(observer)

    def seen_by(self, observer: Observer, event: Event) -> Event | None:
        return self.fight.seen_by(observer, event)

    def outcome(self) -> Outcome | None:
        return self.fight.outcome()


@final
class RiversGame:
    """A `Game` of Rivers; *backwards* plays the last engagement of a round first."""

    def __init__(self, number: int, often: int = 12, *, backwards: bool = False) -> None:
        self.number: int = number
        self.round_cap: int = ROUND_CAP
        self.often: int = often
        self.backwards: bool = backwards
        self.setup: Setup = scenario(number)[1]
        self.minds: dict[str, str] = {entry.id: entry.mind for entry in self.setup.combatants}

    def document(self) -> Mapping[str, object]:
        return scenario(self.number)[0]

    def begin(self) -> Machine:
        return Parts(begin(self.setup, fight_seed(self.number), watched=True), self.backwards)

    def restore(self, saved: bytes) -> Machine:
        return Parts(restore(saved), self.backwards)

    def answer(self, question: Question) -> Answer:
        mind = POLICIES[self.minds.get(question.combatant, "random")]
        return mind(cast("Sight", question.sight()))

    def whim(self, machine: Machine, dice: Dice) -> object:
        people = view_of(machine).combatants
        who = one_of(dice, people)
        kind = dice.roll(14)
        if kind > 12 and who.items:
            state = one_of(dice, ("held", "carried", "dropped", "gone"))
            return SetGear(who.id, one_of(dice, who.items).id, state)
        if kind == 1:
            return EndFight(one_of(dice, (*SIDES, "")))
        if kind <= 3:
            return Remove(who.id)
        if kind <= 7:
            return Move(who.id, 3 * dice.roll(30))
        return SetHitPoints(who.id, one_of(dice, who.body), dice.roll(12) - 8)

    def standings(self, machine: Machine) -> Mapping[str, Standing]:
        return {
            c.id: Standing(
                c.state == "up",
                "",
                {
                    "rune points": c.rune_points or 0,
                    "magic points": c.magic_points or 0,
                    **{f"missiles of {one.id}": one.missiles or 0 for one in c.items},
                },
            )
            for c in view_of(machine).combatants
        }

    def watchers(self) -> Iterator[tuple[str, Watcher]]:
        """What it would watch shows in the events (`RIVERS`)."""
        yield from ()


def view_of(machine: Machine) -> View:
    found = machine.view(GAME_MASTER)
    assert isinstance(found, View)
    return found


# --- what must be true of Rivers alone --------------------------------------------------------


@cache
def known_rules() -> frozenset[str]:
    """The sentences of the rules, and a game master's word."""
    return frozenset((*(key for key, _ in sentences(BOOKS["rivers"].rules_text())), AUTHOR))


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
    """Q9."""
    for event in record.events:
        for figure in event.figures:
            if figure.name == "strike_rank" and figure.value < 1:
                yield f"{event.id}: strike rank {figure.value}"


def stars(record: Record) -> Iterator[str]:
    """S2, S2a: one against any number, and nobody twice in a round."""
    seen: Counter[tuple[int, str]] = Counter()
    for event in record.events:
        if event.kind != "engagement_began":
            continue
        first, second = (_ids(event.facts[one]) for one in ("first", "second"))
        if len(first) > 1 and len(second) > 1:
            yield f"{event.id}: {first} against {second}"
        seen.update((event.round, who) for who in (*first, *second))
    yield from (f"{who} stands twice in round {n}" for (n, who), count in seen.items() if count > 1)


def _ids(text: str) -> list[str]:
    return text.split(", ") if text else []


def blows_stay_in_their_star(record: Record) -> Iterator[str]:
    """S4, S18: whoever strikes and whoever is struck are of the engagement whose phase it is."""
    members: dict[tuple[int, int], set[str]] = {}
    for event in record.events:
        place = event.round, event.phase
        if event.kind == "engagement_began":
            members[place] = {*_ids(event.facts["first"]), *_ids(event.facts["second"])}
        elif event.kind == "cast" and (not event.phase or event.facts["outcome"] in _ACROSS):
            continue  # M36, M37: friends elsewhere
        elif "crosses" in event.facts:
            continue  # C61
        elif event.kind in ("attack", "cast") and not {event.by, event.at} <= members[place]:
            yield f"{event.id}: {event.by} strikes at {event.at}"


_ACROSS: Final = ("crosses", "fails")


def first_strikes_in_order(record: Record) -> Iterator[str]:
    """A5: the first attacks of an engagement fall by strike rank."""
    highest: dict[tuple[int, int], int] = {}
    for event in record.events:
        if (
            event.kind == "attack"
            and event.facts.get("attack") != "second"
            and "crosses" not in event.facts
        ):
            place = event.round, event.phase
            if event.rank < highest.get(place, 0):
                yield f"{event.id}: at {event.rank}, after {highest[place]}"
            highest[place] = event.rank


def no_more_than_two_attacks(record: Record) -> Iterator[str]:
    """S17."""
    seen = Counter(
        (one.round, one.by)
        for one in record.events
        if one.kind == "attack" and "added" not in one.facts
    )
    yield from (f"{who} attacks {n} times in round {r}" for (r, who), n in seen.items() if n > 2)


def the_fallen_strike_no_more(record: Record) -> Iterator[str]:
    """S48: whoever dies or faints loses the attacks that are still to come; what falls at one moment falls still."""
    down: dict[str, tuple[int, int, int]] = {}
    amended = ""
    for event in record.events:
        moment = event.round, event.phase, event.rank
        # What an amendment brings stands in the log before the engagements that it came amidst,
        # and so it may come after blows that stand behind it.
        wait = event.id.rpartition(".")[0]
        if event.kind == "amended":
            amended = wait
        if event.kind == "condition" and event.facts["change"] == "began" and wait != amended:
            if event.facts["condition"] in DOWN:
                down.setdefault(event.at, moment)
        elif event.kind in ("amended", "condition", "spell_ended"):
            down.pop(event.at, None)  # M21, M26: healing wakes, and so does the end of a spell
        elif event.kind == "attack" and "crosses" in event.facts:
            continue  # C61: it was in the air
        elif event.kind == "attack" and event.by in down and down[event.by] != moment:
            yield f"{event.id}: {event.by} strikes after it fell"


def one_spell_a_round(record: Record) -> Iterator[str]:
    """S20, C18: an attack with magic or a spell besides, in an engagement or between them; M41 but for several at once."""
    people = scenario(record.game.number)[1].combatants
    known = {one.id: [*one.sheet.spells, *(had.spell for had in one.under)] for one in people}
    several = {who for who, some in known.items() if any(one.id == "two-spells" for one in some)}
    seen = Counter((one.round, one.by) for one in record.events if one.kind == "cast")
    yield from (
        f"{who} casts {n} spells in round {r}"
        for (r, who), n in seen.items()
        if n > 1 and who not in several
    )


def rituals_take_their_rounds(record: Record) -> Iterator[str]:
    """S31, M31: the dice fall in the last of the rounds that a ritual takes, and one is begun before."""
    begun: dict[str, int] = {}
    for event in record.events:
        if event.kind != "ritual":
            continue
        change = event.facts["change"]
        if change == "began":
            begun[event.by] = event.round
        elif change in ("finished", "failed"):
            took = event.round - begun.pop(event.by, -99) + 1
            if str(took) != event.facts["rounds"]:
                yield f"{event.id}: {event.by} is through after {took} rounds"


def the_slow_answer_nothing(record: Record) -> Iterator[str]:
    """S45."""
    slow: set[tuple[int, str]] = set()
    for event in record.events:
        if event.kind == "declared" and VERB_OF[event.facts["verb"]] in SLOW:
            slow.add((event.round, event.by))
        answers = event.kind == "attack" and event.facts["defence"] != "none"
        if answers and (event.round, event.at) in slow:
            yield f"{event.id}: {event.at} answers, and is slow"


def ways_are_walked_once(record: Record) -> Iterator[str]:
    """S36, M15: one way a round, no longer than two move actions at twice the MOV, or what another walks for both."""
    movs = {one.id: one.sheet.move for one in scenario(record.game.number)[1].combatants}
    ways = [one for one in record.events if one.kind == "walked" and one.facts["way"] != "aside"]
    seen = Counter((one.round, one.by) for one in ways)
    yield from (f"{who} walks {n} times in round {r}" for (r, who), n in seen.items() if n > 1)
    for event in ways:
        if event.figures:
            metres = next(one.value for one in event.figures if one.name == "metres")
            if metres > 12 * movs[event.by]:
                yield f"{event.id}: {event.by} walks {metres} m at MOV {movs[event.by]}"


def guards_stood_there(record: Record) -> Iterator[str]:
    """C73: whoever meets a foe instead of a friend went before that one in the round before."""
    went: set[tuple[int, str, str]] = set()
    for event in record.events:
        if event.kind == "walked" and event.facts["way"] == "before":
            went.add((event.round, event.by, event.at))
        elif event.kind == "interposed":
            friend = event.facts["friend"]
            if (event.round - 1, event.by, friend) not in went:
                yield f"{event.id}: {event.by} did not go before {friend}"


def either_order(record: Record) -> Iterator[str]:
    """S4: with the last engagement of each round first the log is the same (but for whims, which come at other moments)."""
    number = record.game.number
    there, back = (played(RiversGame(number, 0, backwards=one)) for one in (False, True))
    if difference := first_difference(there.events, back.events):
        yield f"with the last engagement first, {difference}"
    if there.state != back.state:
        yield "with the last engagement first it ends in another state"


def a_snapshot_is_the_fight(record: Record) -> Iterator[str]:
    """At some waits, also in the midst of engagements: what is restored gives the same bytes, and the same rest."""
    step = max(1, len(record.inputs) // LOOKS)
    for index in range(step // 2, len(record.inputs), step):
        machine = parts_of(record.game.begin())
        _give(machine, record.inputs[:index])
        saved = machine.snapshot()
        restored = parts_of(record.game.restore(saved))
        if restored.snapshot() != saved:
            yield f"after {index} inputs a restored fight gives other bytes"
        restored.watch()
        ours, theirs = (_give(one, record.inputs[index:]) for one in (machine, restored))
        if difference := first_difference(ours, theirs):
            yield f"restored after {index} inputs, {difference}"


def parts_of(machine: Machine) -> Parts:
    assert isinstance(machine, Parts)
    return machine


def _give(machine: Parts, inputs: Sequence[Input]) -> list[Event]:
    """What it tells from now on when it gets these inputs."""
    machine.drain()
    events: list[Event] = []
    for one in inputs:
        if one.change is None:
            machine.advance(one.answers)
        elif not one.refused:
            machine.amend(AUTHOR, REASON, one.change)
        events += machine.drain()
    return events


RIVERS: Final[tuple[Invariant, ...]] = (
    *(row for row in COMMON if row.name != "snapshot"),
    Invariant("snapshot", "a restored fight goes on as it would have", a_snapshot_is_the_fight),
    Invariant("rules", "every rule that is named can be read", rules_named),
    Invariant("strike rank", "no strike rank below 1", strike_ranks),
    Invariant("stars", "one against several, everybody once", stars),
    Invariant("own star", "blows stay in their engagement", blows_stay_in_their_star),
    Invariant("first strikes", "first attacks fall by strike rank", first_strikes_in_order),
    Invariant("two attacks", "nobody attacks more than twice", no_more_than_two_attacks),
    Invariant("fallen", "the fallen strike no more", the_fallen_strike_no_more),
    Invariant("one spell", "nobody casts more than one spell a round", one_spell_a_round),
    Invariant("rituals", "rituals take their rounds", rituals_take_their_rounds),
    Invariant("slow", "the slow answer nothing", the_slow_answer_nothing),
    Invariant("ways", "everybody walks once, and no farther than it goes", ways_are_walked_once),
    Invariant("guards", "who meets a foe instead stood before its friend", guards_stood_there),
    Invariant("either order", "engagements in either order give one log", either_order),
)


def judged(number: int) -> Verdict:
    """The fight of this number, judged by all of that."""
    return verdict_on(RiversGame(number), RIVERS)
