"""A fight is played once and everything that is to be judged is written down: questions, events, standings, inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Answer, Event, Outcome, Prompt

AUTHOR = "game master"
REASON = "whim"


class Standing(NamedTuple):
    """How somebody stands at a wait: can it act, where, and the numbers of it that are points."""

    able: bool
    place: str
    points: Mapping[str, int]


class Wait(NamedTuple):
    """What was open, and how everybody stood."""

    prompts: tuple[Prompt, ...]
    standings: Mapping[str, Standing]
    told: int
    """How many events had been told by then."""


class Input(NamedTuple):
    """Answers, or (``change``) what the game master did; ``refused`` is a change that was not made."""

    answers: tuple[Answer, ...] = ()
    change: object = None
    refused: bool = False


class Watcher(Protocol):
    """Looks on while a fight is played, and raises AssertionError at what cannot be."""

    def look(self, machine: Machine, prompts: Sequence[Prompt], events: Sequence[Event]) -> None:
        """*prompts* are open, *events* are all that happened since the last look."""
        ...

    def answering(self, questions: Sequence[Question]) -> None:
        """These are answered now."""
        ...


class Game(Protocol):
    """A random fight of one system, which follows from its number."""

    number: int
    round_cap: int
    often: int
    """One wait in so many brings a whim; 0 is none."""

    def document(self) -> Mapping[str, object]:
        """The scenario, as its file would say it."""
        ...

    def begin(self) -> Machine:
        """The fight at its first wait, watched from the start."""
        ...

    def restore(self, saved: bytes) -> Machine: ...

    def answer(self, question: Question) -> Answer:
        """What the mind of whoever is asked decides."""
        ...

    def whim(self, machine: Machine, dice: Dice) -> object:
        """Something that a game master might change now."""
        ...

    def standings(self, machine: Machine) -> Mapping[str, Standing]: ...

    def watchers(self) -> Iterator[tuple[str, Watcher]]:
        """The system's own watches, by name."""
        ...


class Record(NamedTuple):
    """A whole fight, written down."""

    game: Game
    waits: list[Wait]
    events: list[Event]
    inputs: list[Input]
    outcome: Outcome
    state: str
    breaches: list[tuple[str, str]]
    """What a watcher complained of: its name, and what it said."""


def played(game: Game) -> Record:
    """*game* from its beginning to its end, looked at after each move."""
    machine = game.begin()
    table = _Table(game, machine, dict(game.watchers()), looks=True)
    _play(table)
    outcome = machine.outcome()
    assert outcome is not None
    table.waits.append(Wait((), game.standings(machine), len(table.events)))
    return Record(
        game,
        table.waits,
        table.events,
        table.inputs,
        outcome,
        machine.state_hash(),
        table.breaches,
    )


class Replay(NamedTuple):
    """What a fight tells that nobody looks at, what was decided in it, and how it ended."""

    events: list[Event]
    inputs: list[Input]
    state: str


def replayed(game: Game) -> Replay:
    """*game* once more, decided anew, and neither watched nor asked what it shows."""
    machine = game.begin()
    table = _Table(game, machine, {}, looks=False)
    _play(table)
    return Replay(table.events, table.inputs, machine.state_hash())


def _play(table: _Table) -> None:
    game, machine = table.game, table.machine
    table.look()
    while questions := machine.questions():
        change = _change(game, machine, questions[0].id)
        if change is not None:
            table.amend(change)
            if not machine.questions():
                break
        table.answer()


class _Table:
    def __init__(
        self, game: Game, machine: Machine, watchers: dict[str, Watcher], *, looks: bool
    ) -> None:
        self.game: Game = game
        self.machine: Machine = machine
        self.watchers: dict[str, Watcher] = watchers
        self.looks: bool = looks
        self.waits: list[Wait] = []
        self.events: list[Event] = []
        self.inputs: list[Input] = []
        self.breaches: list[tuple[str, str]] = []

    def look(self) -> None:
        events = self.machine.take_events()
        self.events += events
        if not self.looks:
            return
        if prompts := self.machine.prompts():
            self.waits.append(Wait(prompts, self.game.standings(self.machine), len(self.events)))
        for name, watcher in [*self.watchers.items()]:
            self._attempt(name, lambda one=watcher: one.look(self.machine, prompts, events))

    def _attempt(self, name: str, look: Callable[[], None]) -> None:
        """Whoever has complained once is out: what it says after that follows from it."""
        try:
            look()
        except AssertionError as complaint:
            self.breaches.append((name, str(complaint)))
            del self.watchers[name]

    def amend(self, change: object) -> None:
        try:
            self.machine.amend(AUTHOR, REASON, change)
        except IllegalAmendmentError:
            self.inputs.append(Input(change=change, refused=True))
        else:
            self.inputs.append(Input(change=change))
            self.look()

    def answer(self) -> None:
        questions = self.machine.questions()
        for name, watcher in [*self.watchers.items()]:
            self._attempt(name, lambda one=watcher: one.answering(questions))
        answers = [self.game.answer(question) for question in questions]
        # Two answers of one moment may not go together; the machine says which, and the default stands in.
        for _ in answers:
            try:
                self.machine.advance(answers)
            except IllegalAnswerError as error:
                answers[error.index] = questions[error.index].default()
            else:
                break
        else:
            self.machine.advance(answers)
        self.inputs.append(Input(tuple(answers)))
        self.look()


def _change(game: Game, machine: Machine, place: str) -> object:
    dice = dice_for(fight_seed(game.number), f"whim {place}")
    if game.often == 0 or dice.roll(game.often) > 1:
        return None
    return game.whim(machine, dice)


def again(machine: Machine, inputs: Sequence[Input]) -> list[Event]:
    """What *machine*, which is watched, tells when it gets these inputs."""
    events = machine.take_events()
    for one in inputs:
        if one.change is None:
            machine.advance(one.answers)
        elif not one.refused:
            machine.amend(AUTHOR, REASON, one.change)
        events += machine.take_events()
    return events
