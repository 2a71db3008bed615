"""The form of a scenario: what its TOML may say, before anything is looked up.  Never compiled."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.kernel.temper.model import WrittenTemper
from rules.rivers.model import Characteristic, Metres, Options, Percent, Points

# Names show on terminals and in browsers, so nothing in them may steer either.
PlainName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+\Z",
        description="not blank and without control characters",
    ),
]
Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        pattern=r"^[A-Za-z0-9_-]+\Z",
        description="of letters, digits, hyphens and underscores",
    ),
]


Line = Annotated[str, Meta(min_length=1, max_length=500)]
"""A combatant in one line (see `rules.rivers.setup.person`)."""


class WrittenSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side with a name of its own, or people in a line each; a plain text is the id of one without."""

    id: Id
    name: PlainName | None = None
    combatants: tuple[Line, ...] = ()


class WrittenCharacteristics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those that differ from the creature's."""

    STR: Characteristic | None = None
    CON: Characteristic | None = None
    SIZ: Characteristic | None = None
    INT: Characteristic | None = None
    POW: Characteristic | None = None
    DEX: Characteristic | None = None
    CHA: Characteristic | None = None


class WrittenCombatant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A creature of the library, with whatever is different about this one.

    ``skills`` and ``missiles`` change one by one, ``weapons`` and ``armour`` as a whole.
    ``count`` makes several, numbered from 1.  ``foci`` has the points of the focus of a spell, ``under`` those of
    the spells it is under from the start, ``ready`` those of a finished ritual.
    """

    side: str
    creature: str = "human"
    id: Id | None = None
    name: PlainName | None = None
    count: Annotated[int, Meta(ge=1, le=100)] | None = None
    characteristics: WrittenCharacteristics = WrittenCharacteristics()
    skills: dict[str, Percent] = {}
    weapons: tuple[str, ...] | None = None
    armour: tuple[str, ...] | None = None
    hide: Points | None = None
    move: Points | None = None
    held: tuple[str, ...] | None = None
    missiles: dict[str, Points] = {}
    loaded: bool = True
    spells: tuple[str, ...] = ()
    rune: Percent | None = None
    rune_points: Points | None = None
    magic_points: Points | None = None
    foci: dict[str, Points] = {}
    focus: str | None = None
    under: dict[str, Points] = {}
    ready: dict[str, Points] = {}
    mind: str = "steady"
    temper: str | WrittenTemper | None = None
    surprised: bool = False


class WrittenStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it begins: the metres between the sides, who chooses first, who is surprised, weapons in hand or not."""

    distance: Metres = 0
    first: str | None = None
    surprised: tuple[str, ...] = ()
    drawn: bool = True


class WrittenScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole scenario."""

    name: PlainName
    rules: Literal["rivers"]
    sides: tuple[str | WrittenSide, ...]
    combatants: tuple[Line | WrittenCombatant, ...] = ()
    options: Options = Options()
    start: WrittenStart = WrittenStart()
