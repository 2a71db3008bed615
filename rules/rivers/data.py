"""The library: bodies, weapons, armour, spells and creatures of Rivers, read once from TOML.

The files lie in the folder of the same name beside this one.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from rules.kernel.shelves import read, shelf
from rules.kernel.temper.model import TemperKind
from rules.rivers.model import Body, Creature, Material, Missile, Piece, Spell, Weapon

DATA: Final = files("rules.rivers").joinpath("data")


class Library(msgspec.Struct, frozen=True):
    """All that a scenario may name, by id, in the order of the files; ``arms`` are weapons of hand and of missiles."""

    bodies: dict[str, Body]
    weapons: dict[str, Weapon]
    missiles: dict[str, Missile]
    arms: dict[str, Weapon]
    materials: dict[str, Material]
    pieces: dict[str, Piece]
    helmets: dict[str, Material]
    spells: dict[str, Spell]
    creatures: dict[str, Creature]
    tempers: dict[str, TemperKind]


class _Bodies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    body: tuple[Body, ...]


class _Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weapon: tuple[Weapon, ...]
    missile: tuple[Missile, ...]


class _Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    material: tuple[Material, ...]
    piece: tuple[Piece, ...]
    helmet: tuple[Material, ...]


class _Spells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spell: tuple[Spell, ...]


class _Creatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    creature: tuple[Creature, ...]


class _Tempers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    temper: tuple[TemperKind, ...]


@cache
def library() -> Library:
    """The library, read on first use; SetupError says which key of which file is wrong."""
    weapons = read(DATA, "weapons.toml", _Weapons)
    of_hand = shelf("weapons.toml", "weapon", weapons.weapon)
    missiles = shelf("weapons.toml", "missile", weapons.missile)
    armour = read(DATA, "armour.toml", _Armour)
    return Library(
        bodies=shelf("bodies.toml", "body", read(DATA, "bodies.toml", _Bodies).body),
        weapons=of_hand,
        missiles=missiles,
        arms={**of_hand, **{id_: one.weapon() for id_, one in missiles.items()}},
        materials=shelf("armour.toml", "material", armour.material),
        pieces=shelf("armour.toml", "piece", armour.piece),
        helmets=shelf("armour.toml", "helmet", armour.helmet),
        spells=shelf("spells.toml", "spell", read(DATA, "spells.toml", _Spells).spell),
        creatures=shelf(
            "creatures.toml", "creature", read(DATA, "creatures.toml", _Creatures).creature
        ),
        tempers=shelf("tempers.toml", "temper", read(DATA, "tempers.toml", _Tempers).temper),
    )
