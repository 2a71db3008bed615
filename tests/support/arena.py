"""Matches to try the arena with: a small fixed scenario, quick fights that are only pretended, and faults.

Worker processes import this module too, so nothing here is made inside a test.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Final, Never

import msgspec

from arena.match import Ended, Match
from arena.tally import Tally, of_fight
from rules.kernel.dice import dice_for, fight_seed
from rules.kernel.model import Outcome
from rules.request.model import Setup
from rules.scenario import read
from strikerank.minds import Minds

FAULTY: Final = (3, 17, 18)
LETHAL: Final = 40
SCENARIO: Final = """
# Two pairs in arm's reach: short fights, some of them deadly.
name = "Two pairs"
rules = "request"

[[sides]]
id = "wolves"
name = "Grey wolves"

[[sides]]
id = "watch"
name = "The watch"

[[combatants]]
side = "wolves"
id = "wolf"
count = 2
weapons = ["great-axe"]
skills = { "2H Axe" = 60, Dodge = 30 }
mind = "reckless"

[[combatants]]
side = "watch"
id = "guard"
count = 2
weapons = ["war-sword", "target-shield"]
armour = ["leather-hauberk"]
skills = { "1H Sword" = 60, Shield = 50 }

[start]
distance = 0
"""


@cache
def setup() -> Setup:
    """The small fixed scenario."""
    made = read(SCENARIO.encode())[1]
    assert isinstance(made, Setup)
    return made


def match(seed: int = 7) -> Match:
    """Real fights."""
    system, made = read(SCENARIO.encode())
    return Match(made, seed, Minds(system, made, ()))


def pretended(kind: type[Match] | None = None, seed: int = 7) -> Match:
    """Fights that take no time."""
    return (kind or Pretended)(setup(), seed, _nobody)


def _nobody() -> dict[str, Never]:
    return {}


def counted(ends: Sequence[tuple[str, str]], rounds: int = 3) -> Tally:
    """Fights that end so: kinds and winners."""
    tally = Tally()
    for number, (kind, winner) in enumerate(ends):
        outcome = msgspec.convert({"kind": kind, "winner": winner, "rounds": rounds}, Outcome)
        tally.merge(of_fight(number, Ended(outcome, ())))
    return tally


class FaultError(Exception):
    """What goes wrong in fight *number*."""

    def __init__(self, number: int) -> None:
        super().__init__(f"in\nfight {number}")


class Pretended(Match):
    """Dice say how a fight ends; nobody fights."""

    def play(self, number: int) -> Ended:
        """How fight *number* would end."""
        dice = dice_for(fight_seed(self.seed, number), "pretended")
        kind = ("victory", "victory", "draw", "cap", "stalemate", "ended")[dice.roll(6) - 1]
        winner = ("wolves", "watch")[dice.roll(2) - 1] if kind == "victory" else ""
        states = [("up", "down", "dead", "gone")[dice.roll(4) - 1] for _ in range(4)]
        sides = ("wolves", "wolves", "watch", "watch")
        fates = tuple(zip(sides, states, strict=True))
        return Ended(Outcome(kind, winner, dice.roll(30)), fates, max(0, dice.roll(4) - 3))


class Faulty(Pretended):
    """Some fights have a bug."""

    def play(self, number: int) -> Ended:
        """A fight, or a fault."""
        if number in FAULTY:
            raise FaultError(number)
        return super().play(number)


class Lethal(Pretended):
    """One fight ends its process."""

    def play(self, number: int) -> Ended:
        """A fight, or the end."""
        if number == LETHAL:
            os._exit(3)
        return super().play(number)
