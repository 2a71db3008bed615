"""A real fight up to some moment, as a seat hears of it: what the tests' own server says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, cast, final

from protocol.messages import (
    CombatEnded,
    EventMessage,
    PlansMessage,
    PromptMessage,
    ServerMessage,
    ViewMessage,
    Welcome,
)
from protocol.plans import Order
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Event, Observer, Prompt
from rules.request.model import View
from rules.scenario import read
from server.told import told
from strikerank.minds import minds_of

FORD: Final = Path("scenarios/ford.toml")
AUTOMATIC: Final = Order("automatic", 0)
WATCHED: Final = True


@final
class Talk:
    """One fight under one seed, from the seat of *combatant* or (empty) from beside it."""

    def __init__(self, combatant: str = "joss", seed: int = 7, scenario: Path = FORD) -> None:
        self._system, self._setup = read(scenario.read_bytes())
        self.machine: Machine = self._system.begin(self._setup, fight_seed(seed, 0), WATCHED)
        self._minds = minds_of(self._system, self._setup, ())
        self._teller = self._system.teller(self._setup)
        self._combatant = combatant
        self._observer = Observer("seat", combatant) if combatant else Observer()
        self.events: list[ServerMessage] = []

    def welcome(self, *, controls: bool = True) -> Welcome:
        role = "seat" if self._combatant else "spectator"
        name = self._setup.name
        return Welcome("fight-1", name, role, self._combatant, controls, len(self.events))

    def plans(self, order: Order = AUTOMATIC) -> PlansMessage:
        return PlansMessage(self._combatant, (), order)

    def view(self) -> ViewMessage:
        view = cast("View", self.machine.view(self._observer))
        return ViewMessage(len(self.events), view)

    def play(self, until: Callable[[Question], bool]) -> Question | None:
        """Play with minds up to the first question of the seat for which *until* is true."""
        self._hear(self.machine)
        while asking := self._asking():
            for question in asking.questions():
                if question.combatant == self._combatant and until(question):
                    return question
            self._answer(asking)
        outcome = self.machine.outcome()
        self.events.append(CombatEnded(len(self.events) + 1, outcome, self.machine.state_hash()))
        return None

    def step(self) -> list[ServerMessage]:
        """Let everybody who is asked answer by their mind; return what is heard of it."""
        before = len(self.events)
        self._answer(self._asking() or self.machine)
        return self.events[before:]

    def hello(
        self, prompt: Prompt | None = None, *, order: Order = AUTOMATIC
    ) -> list[ServerMessage]:
        """Everything that a seat hears when it comes in now."""
        said: list[ServerMessage] = [self.welcome()]
        if self._combatant:
            said.append(self.plans(order))
        said += [*self.events, self.view()]
        if prompt is not None:
            said.append(PromptMessage(prompt))
        return said

    def _asking(self) -> Machine | None:
        """The fight, or the part of it, that asks now; the parts of a round one after the other."""
        while parts := self.machine.children():
            for part in parts:
                self._hear(part)
                if part.questions():
                    return part
            self.machine.join()
            self._hear(self.machine)
        return self.machine if self.machine.questions() else None

    def _answer(self, asking: Machine) -> None:
        minds = self._minds
        answers = [minds[one.combatant](one.sight()) for one in asking.questions()]  # pyright: ignore[reportArgumentType]
        asking.advance(answers)
        self._hear(asking)

    def _hear(self, machine: Machine) -> None:
        for event in machine.take_events():
            seen = machine.seen_by(self._observer, event)
            if seen is not None:
                self.events.append(self._message(seen))

    def _message(self, event: Event) -> EventMessage:
        return EventMessage(len(self.events) + 1, event, told(self._teller.line(event)))


def action(question: Question) -> bool:
    return question.kind == "action"


def reaction(question: Question) -> bool:
    return question.kind == "reaction"


def nth(number: int, kind: Callable[[Question], bool] = action) -> Callable[[Question], bool]:
    """True for the question of that *kind* with this number, counted from 1."""
    left = number

    def is_it(question: Question) -> bool:
        nonlocal left
        left -= kind(question)
        return left == 0 and kind(question)

    return is_it
