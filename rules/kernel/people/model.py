"""People as a scenario of any system writes them: names, ids, lines and characteristics.  Never compiled (see `rules.kernel.model`)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from rules.kernel.temper.model import WrittenTemper

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
WrittenLine = Annotated[str, Meta(min_length=1, max_length=500)]
"""A combatant in one line (see `rules.kernel.oneline`)."""
Percent = Annotated[int, Meta(ge=0, le=999)]
Characteristic = Annotated[int, Meta(ge=1, le=200)]


class Characteristics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seven numbers everybody has, each at least 1."""

    STR: Characteristic
    CON: Characteristic
    SIZ: Characteristic
    INT: Characteristic
    POW: Characteristic
    DEX: Characteristic
    CHA: Characteristic


class WrittenCharacteristics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those that differ from the creature's."""

    STR: Characteristic | None = None
    CON: Characteristic | None = None
    SIZ: Characteristic | None = None
    INT: Characteristic | None = None
    POW: Characteristic | None = None
    DEX: Characteristic | None = None
    CHA: Characteristic | None = None


class WrittenSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side with a name of its own, or people in a line each; a plain text is the id of one without."""

    id: Id
    name: PlainName | None = None
    combatants: tuple[WrittenLine, ...] = ()


class WrittenPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A creature of the library, with whatever is different about this one, as far as every system knows it.

    ``skills`` change one by one, ``weapons`` and ``armour`` as a whole; ``count`` makes
    several, who are numbered.
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
    held: tuple[str, ...] | None = None
    loaded: bool = True
    mind: str = "steady"
    surprised: bool = False
    temper: str | WrittenTemper | None = None
