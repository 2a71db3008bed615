"""The library: ReQuest's weapons, armour, skills and creatures, read once from TOML.

The files lie in the folder of the same name beside this one.  Every figure that no public
page confirms carries its tag there in a comment: [M] remembered, [I] from another parent
rule, [D] ours.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from rules.kernel.errors import SetupError
from rules.kernel.forms import quoted, shaped
from rules.request.model import Armour, Characteristics, Movement, Weapon

DATA: Final = files("rules.request").joinpath("data")
CHARACTERISTICS: Final = ("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA")
CharacteristicName = Literal["STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA"]
Percent = Annotated[int, Meta(ge=0, le=999)]
ArmourPoints = Annotated[int, Meta(ge=0, le=50)]


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody can do untrained: a base, and characteristics added and taken away."""

    name: str
    base: int = 0
    plus: tuple[CharacteristicName, ...] = ()
    minus: tuple[CharacteristicName, ...] = ()


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody out of the library; ``skills`` are those that were learned."""

    id: str
    name: str
    characteristics: Characteristics
    skills: dict[str, Percent] = {}
    weapons: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    natural_armour: ArmourPoints = 0
    move: Movement = 4
    mounted: bool = False
    flying: bool = False


class Library(msgspec.Struct, frozen=True):
    """All that a scenario may name, by id, in the order of the files."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    skills: dict[str, Skill]
    creatures: dict[str, Creature]


class _Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weapon: tuple[Weapon, ...]


class _Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armour: tuple[Armour, ...]


class _Skills(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skill: tuple[Skill, ...]


class _Creatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    creature: tuple[Creature, ...]


T = TypeVar("T")
E = TypeVar("E", Weapon, Armour, Skill, Creature)


@cache
def library() -> Library:
    """The library, read on first use; SetupError says which key of which file is wrong."""
    return Library(
        weapons=_shelf("weapons.toml", "weapon", _read("weapons.toml", _Weapons).weapon),
        armour=_shelf("armour.toml", "armour", _read("armour.toml", _Armour).armour),
        skills=_shelf("skills.toml", "skill", _read("skills.toml", _Skills).skill),
        creatures=_shelf(
            "creatures.toml", "creature", _read("creatures.toml", _Creatures).creature
        ),
    )


def _read(name: str, kind: type[T]) -> T:
    """The file *name* of the library."""
    try:
        raw = tomllib.loads(DATA.joinpath(name).read_text(encoding="utf-8"))
        return shaped(kind, raw)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupError(name, f"{error}; expected TOML") from None
    except SetupError as error:
        raise SetupError(name, str(error)) from None


def _shelf(name: str, what: str, entries: tuple[E, ...]) -> dict[str, E]:
    """The entries by id; a skill's is its name."""
    found: dict[str, E] = {}
    for index, one in enumerate(entries):
        id_ = one.name if isinstance(one, Skill) else one.id
        if id_ in found:
            problem = f"{quoted(id_)} is there already; expected an id of its own"
            raise SetupError(name, f"{what}[{index}]: {problem}")
        found[id_] = one
    return found
