"""The form of a scenario: what its TOML may say, before anything is looked up.  Never compiled."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.kernel.field.model import WrittenMap
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Engage,
    Modify,
    Moment,
    Move,
    Place,
    Seize,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
    Word,
)
from rules.kernel.people import model as people
from rules.kernel.people.model import (
    Id,
    PlainName,
    WrittenLine,
    WrittenPerson,
)
from rules.request.data import ArmourPoints
from rules.request.model import (
    Movement,
    Options,
    Points,
    Seat,
    SetSurroundings,
    Steed,
    Surroundings,
    Tend,
    Unseat,
)


class WrittenSide(people.WrittenSide, frozen=True, forbid_unknown_fields=True):
    """A side with a name of its own, friends, or people in a line each; a plain text is the id of one without."""

    friends: tuple[str, ...] = ()


class WrittenCombatant(WrittenPerson, frozen=True, forbid_unknown_fields=True):
    """A combatant; ``rides`` names its mount, or with a ``count`` the first part of as many."""

    natural_armour: ArmourPoints | None = None
    hidden: bool = False
    place: str | None = None
    mounted: bool | None = None
    flying: bool | None = None
    high: bool = False
    move: Movement | None = None
    load: Points = 0
    spells: tuple[str, ...] | None = None
    magic_points: Points | None = None
    rune_in: str | None = None
    rides: Id | None = None
    steed: Steed | None = None


class WrittenStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it begins: who is surprised (ids or sides), swords out or not, and who stands where.

    ``distance`` is the metres between the lines, 0 for a fight without places; ``contact``
    lists people who stand beside each other, the first of each list in the middle.
    """

    surprised: tuple[str, ...] = ()
    distance: Annotated[int, Meta(ge=0, le=1000)] | None = None
    contact: tuple[tuple[str, ...], ...] | None = None
    drawn: bool = True


class WrittenHazard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `Hazard`, whose damage may be a plain number too."""

    who: str
    cause: Word
    damage: Annotated[int, Meta(ge=0, le=99)] | Word
    location: str = ""
    armour: bool = True


class WrittenAmendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens of itself at a moment: exactly one of the fields below ``reason``."""

    at: Moment
    reason: PlainName | None = None
    reveal: str | None = None
    hide: str | None = None
    remove: str | None = None
    end: str | None = None
    move: Move | None = None
    place: Place | None = None
    engage: Engage | None = None
    disengage: Disengage | None = None
    seize: Seize | None = None
    release: str | None = None
    side: ChangeSide | None = None
    hit_points: SetHitPoints | None = None
    points: SetPoints | None = None
    status: SetStatus | None = None
    gear: SetGear | None = None
    hazard: WrittenHazard | None = None
    modifier: Modify | None = None
    tend: Tend | None = None
    seat: Seat | None = None
    unseat: Unseat | None = None
    surroundings: SetSurroundings | None = None
    add: WrittenLine | WrittenCombatant | None = None


class WrittenScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of ReQuest, as the TOML file says it."""

    name: PlainName
    sides: tuple[Id | WrittenSide, ...]
    combatants: tuple[WrittenLine | WrittenCombatant, ...] = ()
    rules: Literal["request"] = "request"
    options: Options = Options()
    map: WrittenMap | None = None
    start: WrittenStart = WrittenStart()
    surroundings: Surroundings = Surroundings()
    amend: tuple[WrittenAmendment, ...] = ()
