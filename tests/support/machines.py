"""Small honest machines for tests of everything above the rules: a skirmish, and a melee of skirmishes.

In a *skirmish* everybody who stands is asked at once to press a foe or to hold; then
whoever is pressed is asked, one after the other, to parry, dodge or suffer it.  It is
over when one stands, or after so many exchanges.  A *melee* plays several skirmishes side
by side each round, each with dice of its own, and then asks the leaders whether to go on.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final, final

import msgspec

from rules.kernel.dice import dice_for, luck
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.machine import Machine, Question
from rules.kernel.model import (
    Answer,
    EndFight,
    Event,
    Observer,
    Option,
    Outcome,
    Parameter,
    PlanSort,
    Prompt,
    PromptKind,
    SetPoints,
    Unavailable,
    Value,
)

PARRY: Final = 50
DODGE: Final = 30


class Summon(msgspec.Struct, frozen=True, tag_field="change", tag="summon"):
    """Let another combatant join the skirmish."""

    who: str


class Sight(msgspec.Struct, frozen=True):
    """What a combatant knows: its question, its foes, and its luck."""

    prompt: str
    kind: PromptKind
    foes: tuple[str, ...]
    luck: int


@final
class Asked:
    """One open question of either machine."""

    def __init__(self, machine: Skirmish | Melee, combatant: str, kind: PromptKind) -> None:
        self._machine = machine
        self.id: str = f"{machine.place}.{machine.wait}.{combatant}"
        self.combatant: str = combatant
        self.kind: PromptKind = kind

    def foes(self) -> tuple[str, ...]:
        return tuple(who for who in self._machine.standing() if who != self.combatant)

    def prompt(self) -> Prompt:
        machine = self._machine
        return Prompt(
            self.id,
            self.combatant,
            self.kind,
            machine.round,
            1,
            machine.wait,
            self._options(),
            self.default(),
            luck(machine.seed, self.id),
        )

    def sight(self) -> Sight:
        return Sight(self.id, self.kind, self.foes(), luck(self._machine.seed, self.id))

    def shadow(self) -> bytes:
        return msgspec.json.encode(self.sight())

    def default(self) -> Answer:
        return Answer(self.id, self._options()[0].id)

    def check(self, answer: Answer) -> None:
        options = {option.id: option for option in self._options() if not option.unavailable}
        if answer.prompt != self.id:
            raise IllegalAnswerError(0, "prompt", answer.prompt, f"{self.id} is open")
        if answer.option not in options:
            raise IllegalAnswerError(0, "option", answer.option, f"one of {', '.join(options)}")
        parameters = options[answer.option].parameters
        allowed = [[value.id for value in parameter.values] for parameter in parameters]
        if len(answer.values) != len(allowed):
            raise IllegalAnswerError(0, "values", str(answer.values), f"{len(allowed)} of them")
        for place, (given, right) in enumerate(zip(answer.values, allowed, strict=True)):
            if given not in right:
                raise IllegalAnswerError(0, f"values[{place}]", given, f"one of {', '.join(right)}")

    def sort_of(self, option: str) -> PlanSort:
        """To sing is for another day, to hum goes with everything."""
        sorts: dict[str, PlanSort] = {"sing": "later", "hum": "beside"}
        return sorts.get(option, "now")

    def _options(self) -> tuple[Option, ...]:
        match self.kind:
            case "action":
                foes = tuple(Value(foe, foe.title(), chance=60) for foe in self.foes())
                return (
                    Option("hold", "Hold"),
                    Option("press", "Press a foe", parameters=(Parameter("target", foes),)),
                    Option("pray", "Pray", unavailable=Unavailable("nobody listens")),
                )
            case "reaction":
                return (
                    Option("suffer", "Suffer it"),
                    Option("parry", "Parry", chance=PARRY),
                    Option("dodge", "Dodge", chance=DODGE),
                )
            case "declaration":
                return (Option("go_on", "Go on"), Option("yield", "Yield"))


class _Common:
    """What both machines are: a place, a clock, a seed, points by combatant, events."""

    def __init__(self, seed: bytes, place: str, points: dict[str, int]) -> None:
        self.seed: bytes = seed
        self.place: str = place
        self.round: int = 1
        self.wait: int = 1
        self.points: dict[str, int] = dict(points)
        self.ended: Outcome | None = None
        self._watched: bool = False
        self._events: list[Event] = []
        self._told: int = 0

    def standing(self) -> list[str]:
        return [who for who, points in self.points.items() if points > 0]

    def watch(self) -> None:
        self._watched = True

    def take_events(self) -> list[Event]:
        taken, self._events = self._events, []
        return taken

    def outcome(self) -> Outcome | None:
        return self.ended

    def view(self, observer: Observer) -> object:
        return {observer.role: self.points}

    def seen_by(self, observer: Observer, event: Event) -> Event | None:
        """What somebody does in secret only its own seat sees."""
        return None if event.to and event.to != observer.combatant else event

    def state_hash(self) -> str:
        return blake2b(self.snapshot()).hexdigest()

    def snapshot(self) -> bytes:
        return msgspec.json.encode([self.place, self.round, self.wait, self.points, self.ended])

    def emit(self, kind: str, by: str = "", at: str = "", **facts: str) -> None:
        if self._watched:
            self._told += 1
            place = f"{self.place}.{self.wait}.{self._told}"
            self._events.append(
                Event(place, kind, self.round, 1, self.wait, by, at, facts=dict(facts))
            )

    def _amend_points(self, change: object) -> None:
        match change:
            case SetPoints(who, _, points) if who in self.points:
                self.points[who] = points
            case EndFight(winner):
                self.ended = Outcome("ended", winner, self.round)
            case SetPoints(who, _, _):
                raise IllegalAmendmentError("who", who, f"one of {', '.join(self.points)}")
            case _:
                raise IllegalAmendmentError("change", repr(change), "points or end")
        self.emit("amended")


@final
class Skirmish(_Common):
    """A few combatants, each against all; no children."""

    def __init__(
        self, seed: bytes, points: dict[str, int], *, place: str = "r1.e1", exchanges: int = 3
    ) -> None:
        super().__init__(seed, place, points)
        self._dice = dice_for(seed, place)
        self._exchanges = exchanges
        self._presses: list[tuple[str, str]] = []
        self.emit("began")

    def children(self) -> Sequence[Machine]:
        return ()

    def join(self) -> None:
        raise AssertionError

    def questions(self) -> Sequence[Asked]:
        if self.ended:
            return ()
        if self._presses:
            return (Asked(self, self._presses[0][1], "reaction"),)
        return tuple(Asked(self, who, "action") for who in self.standing())

    def prompts(self) -> tuple[Prompt, ...]:
        return tuple(question.prompt() for question in self.questions())

    def advance(self, answers: Sequence[Answer]) -> None:
        check_all(self.questions(), answers)
        if self._presses:
            self._resolve(*self._presses.pop(0), answers[0].option)
        else:
            for who, answer in zip(self.standing(), answers, strict=True):
                if answer.option == "press":
                    self._presses.append((who, answer.values[0]))
                else:
                    self.emit("held", who)
        self.wait += 1
        self._settle(moved=True)

    def amend(self, author: str, reason: str, change: object) -> None:
        del author, reason
        was_pressed = bool(self._presses)
        if isinstance(change, Summon):
            self.points[change.who] = 5
            self.emit("summoned", change.who)
        else:
            self._amend_points(change)
        self._settle(moved=was_pressed)

    def fork(self) -> Skirmish:
        return copy.deepcopy(self)

    def snapshot(self) -> bytes:
        return super().snapshot() + msgspec.json.encode([self._dice.state(), self._presses])

    def _resolve(self, by: str, at: str, reaction: str) -> None:
        guard = {"suffer": 0, "parry": PARRY, "dodge": DODGE}[reaction]
        rolled, avoided = self._dice.roll(100), self._dice.roll(100) <= guard
        harm = self._dice.roll(3) if rolled <= 60 and not avoided else 0
        self.points[at] -= harm
        self.emit("pressed", by, at, reaction=reaction, harm=str(harm))

    def _settle(self, *, moved: bool) -> None:
        """Drop presses that cannot be any more, count exchanges (if it *moved*), see who is left."""
        up = self.standing()
        self._presses = [(by, at) for by, at in self._presses if by in up and at in up]
        if self._presses or self.ended:
            return
        if moved:
            self._exchanges -= 1
        if len(up) <= 1 or self._exchanges <= 0:
            winner = up[0] if len(up) == 1 else ""
            self.ended = Outcome("victory" if winner else "draw", winner, self.round)
            self.emit("over", winner)


@final
class Melee(_Common):
    """Several skirmishes a round, side by side; then the leaders say whether to go on."""

    def __init__(self, seed: bytes, pairs: int = 4, rounds: int = 2, *, inside: str = "") -> None:
        """*inside* begins every place, if the melee is part of something larger."""
        names = [f"{side}{n}" for n in range(1, pairs + 1) for side in "ab"]
        super().__init__(seed, f"{inside}r1.e99", dict.fromkeys(names, 5))
        self._inside = inside
        self._rounds = rounds
        self._children: list[Skirmish] = []
        self._leaders_asked = False
        self._begin_round()

    def children(self) -> Sequence[Machine]:
        return tuple(self._children)

    def join(self) -> None:
        for child in self._children:
            self.points.update(child.points)
        self._children = []
        self.emit("joined", standing=" ".join(self.standing()))
        self._leaders_asked = True

    def questions(self) -> Sequence[Asked]:
        if self.ended:
            return ()
        return tuple(Asked(self, who, "declaration") for who in self.standing()[:2])

    def prompts(self) -> tuple[Prompt, ...]:
        return tuple(question.prompt() for question in self.questions())

    def advance(self, answers: Sequence[Answer]) -> None:
        check_all(self.questions(), answers)
        leaders = self.standing()[:2]
        for who, answer in zip(leaders, answers, strict=True):
            self.emit(answer.option, who)
        gave_up = any(answer.option == "yield" for answer in answers)
        if gave_up or len(leaders) < 2 or self.round == self._rounds:
            self.ended = Outcome("draw", "", self.round)
        else:
            self.round += 1
            self.place = f"{self._inside}r{self.round}.e99"  # after all skirmishes of the round
            self._begin_round()

    def amend(self, author: str, reason: str, change: object) -> None:
        for child in self._children:
            if isinstance(change, SetPoints) and change.who in child.points:
                child.amend(author, reason, change)
                return
        self._amend_points(change)
        if self.ended:
            self._children = []

    def watch(self) -> None:
        super().watch()
        for child in self._children:
            child.watch()

    def fork(self) -> Melee:
        return copy.deepcopy(self)

    def snapshot(self) -> bytes:
        return super().snapshot() + b"".join(child.snapshot() for child in self._children)

    def _begin_round(self) -> None:
        self._children = []
        names = list(self.points)
        for number, (a, b) in enumerate(zip(names[::2], names[1::2], strict=True), start=1):
            both = {who: self.points[who] for who in (a, b)}
            if all(points > 0 for points in both.values()):
                child = Skirmish(self.seed, both, place=f"{self._inside}r{self.round}.e{number}")
                child.round = self.round
                if self._watched:
                    child.watch()
                self._children.append(child)


@final
class Campaign(_Common):
    """Two melees side by side, each with skirmishes of its own."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, "r1", {})
        self._melees = [Melee(seed, inside="m1."), Melee(seed, inside="m2.")]

    def children(self) -> Sequence[Machine]:
        return () if self.ended else tuple(self._melees)

    def join(self) -> None:
        self.ended = Outcome("draw", "", 1)

    def questions(self) -> Sequence[Question]:
        return ()

    def prompts(self) -> tuple[Prompt, ...]:
        return ()

    def advance(self, answers: Sequence[Answer]) -> None:
        raise AssertionError(answers)

    def amend(self, author: str, reason: str, change: object) -> None:
        for melee in self._melees:
            melee.amend(author, reason, change)

    def fork(self) -> Campaign:
        return copy.deepcopy(self)

    def snapshot(self) -> bytes:
        return super().snapshot() + b"".join(melee.snapshot() for melee in self._melees)


def check_all(questions: Sequence[Question], answers: Sequence[Answer]) -> None:
    """Raise IllegalAnswerError, with its index, for the first answer that is not legal."""
    assert len(questions) == len(answers), "one answer a question"
    for index, (question, answer) in enumerate(zip(questions, answers, strict=True)):
        try:
            question.check(answer)
        except IllegalAnswerError as error:
            raise IllegalAnswerError(index, error.field, error.given, error.allowed) from error


def lucky(sight: Sight) -> Answer:
    """A policy that lets its luck decide."""
    choice = sight.luck % 4
    if sight.kind == "action" and sight.foes and choice:
        return Answer(sight.prompt, "press", (sight.foes[sight.luck % len(sight.foes)],))
    options = {
        "action": ["hold"],
        "reaction": ["suffer", "parry", "dodge"],
        "declaration": ["go_on"],
    }
    mine = options[sight.kind]
    return Answer(sight.prompt, mine[sight.luck % len(mine)])


def in_place_order(events: Sequence[Event]) -> list[Event]:
    """The canonical log: *events* by their places, whatever order they came in."""
    return sorted(events, key=lambda event: _place(event.id))


def _place(event_id: str) -> list[int]:
    return [int(part.lstrip("mre")) for part in event_id.split(".")]


Policy = Callable[[Sight], Answer]
