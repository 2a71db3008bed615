"""The library: ReQuest's weapons, armour, skills and creatures, read once from TOML.

The files lie in the folder of the same name beside this one.  Every figure that no public
page confirms carries its tag there in a comment: [M] remembered, [I] from another parent
rule, [D] ours.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from rules.request.model import Armour, Characteristics, Weapon

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


@cache
def library() -> Library:
    """The library, read on first use."""
    folder = files("rules.request").joinpath("data")
    weapons = msgspec.toml.decode(folder.joinpath("weapons.toml").read_bytes(), type=_Weapons)
    armour = msgspec.toml.decode(folder.joinpath("armour.toml").read_bytes(), type=_Armour)
    skills = msgspec.toml.decode(folder.joinpath("skills.toml").read_bytes(), type=_Skills)
    creatures = msgspec.toml.decode(folder.joinpath("creatures.toml").read_bytes(), type=_Creatures)
    return Library(
        weapons={one.id: one for one in weapons.weapon},
        armour={one.id: one for one in armour.armour},
        skills={one.name: one for one in skills.skill},
        creatures={one.id: one for one in creatures.creature},
    )
