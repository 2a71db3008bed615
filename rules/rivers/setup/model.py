"""The form of a scenario: what its TOML may say, before anything is looked up.  Never compiled."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.kernel.people.model import (
    Id,
    PlainName,
    WrittenCharacteristics,
    WrittenLine,
    WrittenSide,
)
from rules.kernel.temper.model import WrittenTemper
from rules.rivers.model import Metres, Options, Percent, Points


class WrittenCombatant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A creature of the library, with whatever is different about this one.

    ``skills`` and ``missiles`` change one by one, ``weapons`` and ``armour`` as a whole.
    ``count`` makes several, numbered from 1.  ``foci`` has the points of the focus of a spell, ``under`` those of
    the spells it is under from the start, ``ready`` those of a finished ritual; ``back`` is how far behind its line it stands.
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
    back: Metres = 0
    unaware: bool = False


class WrittenStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it begins: the metres between the sides, who chooses first, who is surprised or unaware, weapons in hand or not."""

    distance: Metres = 0
    first: str | None = None
    surprised: tuple[str, ...] = ()
    unaware: tuple[str, ...] = ()
    drawn: bool = True


class WrittenScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole scenario."""

    name: PlainName
    rules: Literal["rivers"]
    sides: tuple[str | WrittenSide, ...]
    combatants: tuple[WrittenLine | WrittenCombatant, ...] = ()
    options: Options = Options()
    start: WrittenStart = WrittenStart()
