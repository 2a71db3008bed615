"""Made-up events of a made-up fight, and what the teller makes of them."""

from __future__ import annotations

import tomllib
from typing import Final

from rules.kernel.model import Event, Figure, Term
from rules.kernel.telling import Line
from rules.request.course.machine import Fight
from rules.request.model import Setup
from rules.request.policies import POLICIES
from rules.request.setup import decode
from rules.request.tell import Teller

SETUP: Final[Setup] = decode(
    tomllib.loads(
        """
        name = "Test"
        rules = "request"
        sides = [{ id = "watch", name = "The watch" }, { id = "raiders", name = "The raiders" }]
        start = { distance = 0 }

        [[combatants]]
        creature = "veteran"
        name = "Maren"
        side = "watch"
        surprised = true

        [[combatants]]
        creature = "archer"
        name = "Fenn"
        side = "watch"
        hidden = true
        weapons = ["long-bow", "javelin"]
        armour = []

        [[combatants]]
        creature = "raider"
        name = "Rusk"
        side = "raiders"

        [[amend]]
        at = { round = 2 }
        reveal = "fenn"

        [[amend]]
        at = { round = 2 }
        add = { name = "Pip", side = "raiders" }
        """
    )
)
TELLER: Final = Teller(SETUP)


def number(name: str, *terms: int, dice: str = "") -> Figure:
    return Figure(
        name, sum(terms), tuple(Term("t", value, "R1") for value in terms), "R1", dice=dice
    )


def event(
    kind: str,
    *figures: Figure,
    by: str = "",
    at: str = "",
    item: str = "",
    place: str = "",
    **facts: str,
) -> Event:
    return Event("r1.p1.1.e1", kind, 1, 1, 8, by, at, item, place, "", facts, figures)


def told(one: Event) -> Line:
    line = TELLER.line(one)
    assert line is not None
    return line


def read(one: Event) -> list[str]:
    line = told(one)
    return [line.text, *line.details]


def events_of(fight: Fight) -> list[Event]:
    """Everything that happens in a fight among wild minds."""
    happened = fight.take_events()
    while questions := fight.questions():
        fight.advance([POLICIES["random"](question.sight()) for question in questions])
        happened += fight.take_events()
    return happened
