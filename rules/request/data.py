"""The library: ReQuest's weapons, armour, skills and creatures, read once from TOML.

The files lie in the folder of the same name beside this one.  Every figure that no public
page confirms carries its tag there in a comment: [M] remembered, [I] from another parent
rule, [D] ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice
from rules.kernel.people.model import Characteristics
from rules.kernel.shelves import read, shelf
from rules.kernel.temper.model import Kind, TemperKind
from rules.request.model import Armour, Movement, Points, Spell, Steed, Weapon

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

    @property
    def id(self) -> str:
        """What it is found by: its name."""
        return self.name


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
    spells: tuple[str, ...] = ()
    magic_points: Points | None = None
    mounted: bool = False
    flying: bool = False
    temper: Kind | None = None
    steed: Steed = ""


class Library(msgspec.Struct, frozen=True):
    """All that a scenario may name, by id, in the order of the files."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    skills: dict[str, Skill]
    creatures: dict[str, Creature]
    tempers: dict[str, TemperKind]
    spells: dict[str, Spell]


class _Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weapon: tuple[Weapon, ...]


class _Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armour: tuple[Armour, ...]


class _Skills(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skill: tuple[Skill, ...]


class _Spells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spell: tuple[Spell, ...]


class _Creatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    creature: tuple[Creature, ...]


class _Tempers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    temper: tuple[TemperKind, ...]


@cache
def library() -> Library:
    """The library, read on first use; SetupError says which key of which file is wrong."""
    skills = shelf("skills.toml", "skill", read(DATA, "skills.toml", _Skills).skill)
    spells = shelf("spells.toml", "spell", read(DATA, "spells.toml", _Spells).spell)
    _check_skills(spells, skills)
    return Library(
        weapons=shelf("weapons.toml", "weapon", read(DATA, "weapons.toml", _Weapons).weapon),
        armour=shelf("armour.toml", "armour", read(DATA, "armour.toml", _Armour).armour),
        skills=skills,
        creatures=shelf(
            "creatures.toml", "creature", read(DATA, "creatures.toml", _Creatures).creature
        ),
        tempers=shelf("tempers.toml", "temper", read(DATA, "tempers.toml", _Tempers).temper),
        spells=spells,
    )


def _check_skills(spells: Mapping[str, Spell], skills: Mapping[str, Skill]) -> None:
    """Spells are cast by skills there are, and go with weapons of such."""
    try:
        for index, spell in enumerate(spells.values()):
            choice(f"spell[{index}].skill", "skill", spell.skill, skills)
            for place, skill in enumerate(spell.weapons):
                choice(f"spell[{index}].weapons[{place}]", "skill", skill, skills)
    except SetupError as error:
        raise SetupError("spells.toml", str(error)) from None
