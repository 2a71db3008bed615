"""The nouns of a ReQuest fight: people, gear, options, setup, and what an observer sees.

Never compiled (see `rules.kernel.model`).  Location order everywhere: right leg, left
leg, abdomen, chest, right arm, left arm, head.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from rules.kernel.model import (
    ChangeSide,
    EndFight,
    Hide,
    Modify,
    Moment,
    Move,
    Remove,
    Reveal,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)

LOCATIONS: Final = (
    "right leg",
    "left leg",
    "abdomen",
    "chest",
    "right arm",
    "left arm",
    "head",
)
Reach = Literal["touch", "short", "normal", "long", "extra long"]
Stance = Literal["standing", "kneeling", "prone"]


class Characteristics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seven numbers everybody has, each at least 1."""

    STR: int
    CON: int
    SIZ: int
    INT: int
    POW: int
    DEX: int
    CHA: int


class Blow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a weapon strikes: skill, and damage as ``dice`` times ``sides`` plus ``bonus``."""

    skill: str
    dice: int
    sides: int
    bonus: int = 0


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a weapon is shot or (``thrown``) thrown.

    ``range`` in metres; ``load`` in combat actions; ``missiles`` is how many are carried.
    """

    skill: str
    dice: int
    sides: int
    range: int
    load: int
    bonus: int = 0
    missiles: int = 1
    thrown: bool = False


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to strike, shoot or parry with; ``ap`` are its armour points as a parry."""

    id: str
    name: str
    hands: int
    ap: int
    hp: int
    reach: Reach
    strength: int = 0
    dexterity: int = 0
    shield: bool = False
    close: Blow | None = None
    shot: Shot | None = None


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of armour: armour points at each location it covers, penalty in percent."""

    id: str
    name: str
    ap: int
    locations: tuple[str, ...]
    penalty: int


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is true of somebody before the fight.

    ``skills`` are learned values in percent and complete: whatever the fight needs is in
    it.  ``hit_points`` has one number a location.
    """

    creature: str
    characteristics: Characteristics
    skills: dict[str, int]
    weapons: tuple[Weapon, ...]
    armour: tuple[Armour, ...]
    hit_points: tuple[int, ...]
    natural_armour: int = 0


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One combatant as the fight begins; ``held`` lists weapon ids, main hand first."""

    id: str
    name: str
    side: str
    sheet: Sheet
    mind: str = "steady"
    held: tuple[str, ...] = ()
    loaded: bool = True
    surprised: bool = False
    hidden: bool = False


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side, and the sides it does not fight."""

    id: str
    name: str
    friends: tuple[str, ...] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules, by name; the defaults are the readings of RULES.md."""

    reactions: Literal["unlimited", "pool"] = "unlimited"
    opposed: Literal["demotion", "plain"] = "demotion"
    recover_before_action: bool = False
    vulnerable_damage: Literal["before_armour", "after_armour"] = "before_armour"
    critical_rounding: Literal["up", "down"] = "up"
    fumble_from: Literal[99, 100] = 99
    information: Literal["hidden", "open"] = "hidden"
    table_dice: bool = False
    round_cap: int = 100
    stalemate_rounds: int = 20


class Add(msgspec.Struct, frozen=True, tag_field="change", tag="add", forbid_unknown_fields=True):
    """Bring a combatant into the fight."""

    entry: Entry


Change = (
    Add
    | ChangeSide
    | EndFight
    | Hide
    | Modify
    | Move
    | Remove
    | Reveal
    | SetGear
    | SetHitPoints
    | SetPoints
    | SetStatus
)


class Timed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that the scenario makes by itself, at the first moment not before ``at``."""

    at: Moment
    change: Change
    reason: str = ""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a fight begins with; with a seed and the answers it is the whole fight.

    ``distance``: metres between the lines; 0 puts everybody within everybody's reach.
    """

    name: str
    sides: tuple[Side, ...]
    combatants: tuple[Entry, ...]
    options: Options = Options()
    distance: int = 0
    amendments: tuple[Timed, ...] = ()
    rules: Literal["request"] = "request"
    version: int = 1


# --- what an observer may know ---------------------------------------------------------------


class SeenItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon as it shows: in which state, and (own side only) how many missiles are left."""

    id: str
    name: str
    state: Literal["held", "carried", "dropped", "gone"]
    loaded: bool = False
    missiles: int | None = None


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One combatant as an observer sees it.

    ``wounds`` has a word a location; ``hit_points``, ``skills``, ``actions`` and
    ``waiting`` are there only for those who may know them.
    """

    id: str
    name: str
    side: str
    creature: str
    state: Literal["up", "down", "dead", "gone"]
    stance: Stance
    conditions: tuple[str, ...]
    wounds: tuple[str, ...]
    armour: tuple[int, ...]
    items: tuple[SeenItem, ...]
    hit_points: tuple[int, ...] | None = None
    skills: dict[str, int] | None = None
    actions: int | None = None
    waiting: str | None = None


class View(msgspec.Struct, frozen=True):
    """The fight as an observer sees it."""

    round: int
    phase: int
    rank: int
    combatants: tuple[Seen, ...]
