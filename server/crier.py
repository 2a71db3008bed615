"""What whoever runs the server hears of a fight: who comes and goes, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from rules.catalogue import AnySetup
from rules.kernel.model import Outcome

Tell = Callable[[str], None]


def nobody(_line: str) -> None:
    """Tell nobody."""


@final
class Crier:
    """Tells of one fight, a line each; no line holds a secret."""

    def __init__(self, setup: AnySetup, tell: Tell) -> None:
        self._fight = setup.name
        self._names = {one.id: one.name for one in setup.combatants}
        self._sides = {one.id: one.name for one in setup.sides}
        self._tell = tell

    def taken(self, seat: str) -> None:
        self._say(f"the seat of {self._names[seat]} is taken.")

    def left(self, seat: str) -> None:
        self._say(f"the seat of {self._names[seat]} is empty.")

    def stood_in(self, seat: str) -> None:
        self._say(f"a guard stands in for {self._names[seat]}.")

    def begun(self) -> None:
        self._say("the fight begins.")

    def ended(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self._say("a mistake of the program ended the fight.")
            return
        winner = self._sides.get(outcome.winner) or outcome.winner
        side = f" for {winner}" if winner else ""
        rounds = "1 round" if outcome.rounds == 1 else f"{outcome.rounds} rounds"
        self._say(f"the fight is over: {outcome.kind}{side}, after {rounds}.")

    def _say(self, what: str) -> None:
        self._tell(f"{self._fight}: {what}")
