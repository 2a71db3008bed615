"""The form of a snapshot: every class of the course that holds state, as a Struct."""

from __future__ import annotations

import msgspec

from rules.kernel.model import Outcome
from rules.request.model import Entry, Setup, Surroundings


class SavedChoice(msgspec.Struct, frozen=True, array_like=True):
    """A `Choice`."""

    by: int
    verb: int
    item: int
    target: int
    arg: int
    trigger: int
    unsurprise: bool
    unextend: bool
    drop: int
    d100: int
    damage: tuple[int, ...]
    location: int
    to: int
    purpose: int
    occasion: int
    seen: tuple[int, ...]
    aid: int
    formation: int
    about: int
    focus: int
    release: bool
    opposed: int = 0


class SavedTurn(msgspec.Struct, frozen=True, tag="turn"):
    """A `Turn` under way."""

    step: int
    ready: tuple[SavedChoice, ...]
    actors: tuple[int, ...]
    yielding: tuple[int, ...]


class SavedExchange(msgspec.Struct, frozen=True, tag="exchange"):
    """An `Exchange` under way."""

    step: int
    deeds: tuple[SavedChoice, ...]
    is_answer: bool
    awaited: tuple[int, ...]
    places: tuple[int, ...]
    ripostes: tuple[int, ...]
    withholds: bool
    resisted: tuple[int, ...] = ()


class SavedStruck(msgspec.Struct, frozen=True, array_like=True):
    """A `Struck`; ``cell`` has its damage, parry_times, riposte, and who fumbles or is overextended."""

    deed: SavedChoice
    reaction: SavedChoice | None
    cell: tuple[int, ...]
    attack_fumble: int
    defence_roll: int
    place: int
    push: int
    through: int
    severity: int
    stood: bool
    losing: int


class SavedMoment(msgspec.Struct, frozen=True, tag="moment"):
    """A `Moment` under way."""

    step: int
    deeds: tuple[SavedChoice, ...]
    said: bool
    at: int
    fates: tuple[int, ...]
    order: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]
    leaving: tuple[bool, ...]
    beaten: tuple[bool, ...]
    foes: tuple[tuple[int, ...], ...]
    struck: tuple[tuple[int, ...], ...]
    tolls: tuple[int, ...]


class SavedProvoking(msgspec.Struct, frozen=True, tag="provoking"):
    """A `Provoking` under way."""

    step: int
    deed: SavedChoice
    foes: tuple[int, ...]
    behind: tuple[int, ...]
    places: tuple[int, ...]
    withholds: bool
    strikes: tuple[SavedChoice, ...]


class SavedJourney(msgspec.Struct, frozen=True, tag="journey"):
    """A `Journey` under way."""

    step: int
    deed: SavedChoice
    path: tuple[int, ...]
    at: int
    limit: int
    spared: tuple[int, ...]
    struck: tuple[int, ...]
    told_at: int
    toll: int
    provokes: bool
    halved: bool
    crawls: bool
    leaves: bool
    withholds: bool
    mount: int


class SavedContest(msgspec.Struct, frozen=True, tag="contest"):
    """A `Contest` under way."""

    step: int
    deed: SavedChoice
    foes: tuple[int, ...]
    awaited: tuple[int, ...]
    places: tuple[int, ...]
    withholds: bool
    won: tuple[int, ...]
    way: tuple[int, ...]


class SavedFollowing(msgspec.Struct, frozen=True, tag="following"):
    """A `Following` under way."""

    step: int
    by: int
    left: int
    foes: tuple[int, ...]


class SavedSettling(msgspec.Struct, frozen=True, tag="settling"):
    """A `Settling` under way."""

    step: int
    offers: tuple[int, ...]


SavedProcedure = (
    SavedTurn
    | SavedExchange
    | SavedMoment
    | SavedProvoking
    | SavedJourney
    | SavedContest
    | SavedFollowing
    | SavedSettling
)


class SavedAsked(msgspec.Struct, frozen=True, array_like=True):
    """An open question."""

    kind: int
    who: int
    deed: SavedChoice | None
    place: int


class SavedModifier(msgspec.Struct, frozen=True, array_like=True):
    """A named modifier."""

    name: str
    value: int
    lasts: int
    who: int


class SavedCombatant(msgspec.Struct, frozen=True):
    """A combatant: the values of ``Combatant.STATE`` and ``Combatant.LISTS`` in their order, the plan, and what is under way."""

    state: list[object]
    lists: list[list[int]]
    plan: SavedChoice | None
    task: SavedChoice | None


class SavedFight(msgspec.Struct, frozen=True):
    """A fight at a wait; ``clock`` holds the values of ``snapshot.CLOCK`` in their order."""

    version: int
    setup: Setup
    added: list[Entry]
    seed: str
    dice: list[int]
    clock: list[object]
    outcome: Outcome | None
    moved: list[int]
    fresh: list[int]
    withheld: list[SavedStruck]
    modifiers: list[SavedModifier]
    people: list[SavedCombatant]
    stack: list[SavedProcedure]
    scene: Surroundings
    asked: list[SavedAsked]


class SavedShadow(msgspec.Struct, frozen=True):
    """One question as its combatant knows it: the fight with everything else left out, and its luck."""

    place: str
    luck: int
    fight: SavedFight
