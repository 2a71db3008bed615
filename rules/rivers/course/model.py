"""The form of a snapshot: every class of the course that holds state, as a Struct.  Never compiled."""

from __future__ import annotations

import msgspec

from rules.kernel.model import Outcome, TableDice, Term
from rules.rivers.model import Setup, Spell

SavedChoice = tuple[int, int, list[int], list[int], list[int], int, int, TableDice | None]
SavedAsked = tuple[int, int, int, int]
"""Kind, who, place, about."""
SavedStrike = tuple[int, int, int, bool, int, bool]
SavedStar = tuple[list[int], list[int]]


class SavedEffect(msgspec.Struct, frozen=True, array_like=True):
    """An `Effect`."""

    spell: Spell
    points: int
    boost: int
    until: int
    item: int


class SavedPerson(msgspec.Struct, frozen=True, array_like=True):
    """A `Combatant`, but for its build."""

    state: list[int | bool]
    lists: list[list[int]]
    under: list[SavedEffect]


class SavedPace(msgspec.Struct, frozen=True, array_like=True):
    """A `Pace`."""

    terms: list[Term]
    late: int
    base: int
    rank: int
    metres: int
    arrival: int


class SavedEngagement(msgspec.Struct, frozen=True):
    """An `Engagement` at play or through."""

    star: SavedStar
    phase: int
    rank: int
    wait: int
    dice: list[int]
    step: int
    turn: int
    at: int
    crossing: list[list[int]]
    shots: list[list[int]]
    harm: bool
    over: bool
    own: dict[int, SavedPerson]
    plans: dict[int, SavedChoice]
    besides: dict[int, list[SavedChoice]]
    paces: dict[int, SavedPace]
    moments: list[list[SavedStrike]]
    strikes: list[SavedStrike]
    met: dict[int, int]
    answered: dict[int, int]
    drew: list[int]
    rising: list[int]
    asked: list[SavedAsked]


class SavedFight(msgspec.Struct, frozen=True):
    """A `Fight` at a wait."""

    version: int
    setup: Setup
    seed: str
    round: int
    phase: int
    wait: int
    step: int
    turn: int
    quiet_rounds: int
    timed_next: int
    harm: bool
    shot: bool
    dice: list[int]
    diced: int
    over: bool
    outcome: Outcome | None
    people: list[SavedPerson]
    stars: list[SavedStar]
    asked: list[SavedAsked]
    engagements: list[SavedEngagement]


class SavedShadow(msgspec.Struct, frozen=True):
    """What the combatant of one question knows: a fight with one question, of an engagement if there is one."""

    place: str
    luck: int
    fight: SavedFight
    engagement: SavedEngagement | None = None
