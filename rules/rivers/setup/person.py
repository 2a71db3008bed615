"""What a line about a combatant comes to: a human with what the line says of it, its own weapons, and what was filled in."""

from __future__ import annotations

from functools import cache
from typing import Final, cast

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.forms import key, shaped
from rules.kernel.oneline import (
    MOST_OF_A_TRAIT,
    NO_MODIFIER,
    TRAITS,
    Attack,
    Damage,
    Known,
    Line,
    Number,
    read_line,
    settle_strength,
    side_of,
)
from rules.kernel.people.model import Id, PlainName, WrittenCharacteristics
from rules.rivers.chapters.actions import FIRST_AID
from rules.rivers.chapters.bodies import hit_points
from rules.rivers.chapters.damage import bonus_of
from rules.rivers.data import library
from rules.rivers.model import Weapon
from rules.rivers.setup.model import WrittenCombatant
from rules.rivers.setup.sheets import DODGE, pieces

HUMAN: Final = "human"
# What a word that names a kind of weapon brings along.
USUAL: Final = {
    "Axe": "battle-axe",
    "Bow": "self-bow",
    "Crossbow": "light-crossbow",
    "Hammer": "war-hammer",
    "Mace": "heavy-mace",
    "Shield": "medium-shield",
    "Spear": "short-spear",
    "Staff": "quarterstaff",
    "Sword": "broadsword",
    "Throwing": "thrown-javelin",
}
SHIELD_SLUNG: Final = "shield slung"
HELMET_OFF: Final = "helmet off"
_BARE: Final = (DODGE, FIRST_AID)
"""Skills that are no weapon's."""
_ARMOUR: Final = Number("armour", 0, 99)
_MOVE: Final = Number("move", 0, 99)
_BACK: Final = Number("back", 0, 10_000)
_SAID: Final = (
    'a weapon with its percentage ("Spear 50%"), damage right after it ("1D8+1"), "Dodge 40%",'
    ' "HP 12", "armour 3", a characteristic ("DEX 11"), "move 8", "back 10", "at E4", "side watch", "mind reckless",'
    ' "id m", "temper soldier", "surprised", "shield slung", "helmet off", "First Aid 40%", or a weapon or a piece of armour by its name'
)


class Person:
    """``written`` as a full block would say it, ``weapons`` that no library has, ``note`` on what was left out."""

    def __init__(self, written: WrittenCombatant, weapons: dict[str, Weapon], note: str) -> None:
        self.written: WrittenCombatant = written
        self.weapons: dict[str, Weapon] = weapons
        self.note: str = note


@cache
def known() -> Known:
    """The names of the library, and what else a line may say."""
    weapons = library().arms
    return Known(
        [*USUAL, *_BARE],
        {one.id: one.name for one in weapons.values()},
        {one: one for one in weapons},
        {name: name.replace("-", " ") for name in pieces()},
        {
            "HP": Number("hp", 1, 200),
            "MOVE": _MOVE,
            "MOV": _MOVE,
            "BACK": _BACK,
            "ARMOUR": _ARMOUR,
            "ARMOR": _ARMOUR,
            "AP": _ARMOUR,
        },
        ("side", "mind", "id", "temper", "at"),
        ("surprised", SHIELD_SLUNG, HELMET_OFF),
        _SAID,
        WrittenCombatant.__struct_fields__,
    )


def person(text: str, path: str, side: str | None, sides: list[str]) -> Person:
    """The people of one line; *side* is the one in whose list it stands, None outside of all."""
    line = read_line(text, path, known())
    mine = side_of(line, side, sides)
    traits = dict(line.traits)
    _settle_hit_points(line, traits)
    blows = [one for one in line.attacks if one.skill not in _BARE]
    for one in line.attacks:
        if one.skill in _BARE and one.damage is not None:
            problem = f"{one.where} is no skill of a weapon; expected no damage after it"
            raise SetupError(path, problem)
    arms = _arms(line, blows)
    struck = [one for one, arm in zip(blows, arms, strict=False) if not arm.how]
    settle_strength(line, traits, (_usual("STR"), _usual("SIZ")), struck, _modifier)
    id_ = line.words.get("id")
    skills = {made.id: one.percent for one, made in zip(blows, arms, strict=False)}
    for one in line.attacks:
        if one.skill in _BARE:
            skills[one.skill] = one.percent
    written = WrittenCombatant(
        side=mine,
        creature=HUMAN,
        id=None if id_ is None else shaped(cast("type[str]", Id), id_, key(path, "id")),
        name=shaped(cast("type[str]", PlainName), line.name, key(path, "name")),
        count=line.count,
        characteristics=msgspec.convert(traits, WrittenCharacteristics),
        skills=skills,
        weapons=tuple([one.id for one in arms]),
        armour=tuple(line.armour),
        hide=line.numbers.get("armour"),
        move=line.numbers.get("move"),
        mind=line.words.get("mind", "steady"),
        temper=line.words.get("temper"),
        surprised="surprised" in line.flags,
        back=line.numbers.get("back", 0),
        at=line.words.get("at"),
        shield_slung=SHIELD_SLUNG in line.flags,
        helmet_off=HELMET_OFF in line.flags,
    )
    own = {one.id: one for one in arms if library().arms.get(one.id) != one}
    return Person(written, own, _note(line, traits, arms))


def _usual(name: str) -> int:
    """A characteristic of whoever says nothing of it: a human's."""
    return cast("int", getattr(library().creatures[HUMAN].characteristics, name))


def _modifier(strength_and_size: int) -> tuple[int, int, int]:
    """H5, as a line writes it."""
    found = bonus_of(strength_and_size)
    return found[0] if found else NO_MODIFIER


def _settle_hit_points(line: Line, traits: dict[str, int]) -> None:
    """H1: `HP 12` is CON with a step of SIZ and one of POW; CON follows from it, or SIZ if CON is written."""
    points = line.numbers.get("hp")
    if points is None:
        return
    power = traits.get("POW", _usual("POW"))
    con, size = traits.get("CON"), traits.get("SIZ", _usual("SIZ"))
    if con is not None and "SIZ" in traits:
        if hit_points(con, size, power) != points:
            problem = f"HP {points} is not what CON {con} and SIZ {size} come to"
            are = hit_points(con, size, power)
            raise SetupError(line.path, f"{problem}; expected HP {are}, or less said")
        return
    name = "CON" if con is None else "SIZ"
    fitting: list[tuple[int, int]] = []
    for number in range(1, MOST_OF_A_TRAIT + 1):
        both = (number, size) if con is None else (con, number)
        if hit_points(both[0], both[1], power) == points:
            fitting.append((abs(number - _usual(name)), number))
    if not fitting:
        rest = f"SIZ {size}" if con is None else f"CON {con}"
        problem = f"HP {points} is not possible with {rest}; expected other HP, or less said"
        raise SetupError(line.path, problem)
    traits[name] = min(fitting)[1]


def _arms(line: Line, blows: list[Attack]) -> list[Weapon]:
    """All weapons: first those with a percentage, in the order of the line, then those that are only named."""
    weapons = library().arms
    found: list[Weapon] = []
    for one in blows:
        weapon = weapons[one.weapon or USUAL[one.skill]]
        if weapon.how and one.damage is not None and one.damage.modifier is not None:
            problem = f"{one.where} flies, and what goes with it of a damage bonus follows from STR and SIZ"
            raise SetupError(line.path, f"{problem}; expected dice once")
        made = weapon if one.damage is None else _with_damage(one, weapon, one.damage)
        if made.id in [other.id for other in found]:
            problem = f"{one.where} says that again; expected each thing once"
            raise SetupError(line.path, problem)
        found.append(made)
    ids = [one.id for one in found]
    return found + [weapons[id_] for id_ in line.weapons if id_ not in ids]


def _with_damage(one: Attack, weapon: Weapon, given: Damage) -> Weapon:
    """The weapon with the damage of the line; under the word of the line unless that names a weapon."""
    made = msgspec.structs.replace(weapon, dice=given.dice, sides=given.sides, bonus=given.bonus)
    if made == weapon or one.weapon:
        return made
    word = one.skill.lower()
    return msgspec.structs.replace(made, id=word, name=word)


def _note(line: Line, traits: dict[str, int], arms: list[Weapon]) -> str:
    """What the line leaves open, and how it was filled."""
    human = library().creatures[HUMAN]
    parts = [f"{name} {_usual(name)}" for name in TRAITS if name not in traits]
    if DODGE not in [one.skill for one in line.attacks]:
        parts.append("Dodge untrained")
    said = [one.weapon for one in line.attacks] + line.weapons
    for weapon in arms:
        if weapon.id not in said and library().arms.get(weapon.id) == weapon:
            parts.append(f"a {weapon.name}")
    if not arms:
        parts.append("no weapon")
    if "armour" not in line.numbers and not line.armour:
        parts.append("no armour")
    if "move" not in line.numbers:
        parts.append(f"MOV {human.move}")
    notes = [f"as of a human: {', '.join(parts)}"] if parts else []
    found = [f"{name} {value}" for name, value in traits.items() if name not in line.traits]
    if found:
        notes.append(f"worked out: {', '.join(sorted(found))}")
    return f"{line.name}, where the line says nothing: {'; '.join(notes)}" if notes else ""
