"""What a line about a combatant comes to: a creature written in full, its own weapons, and what was filled in."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.forms import key, shaped
from rules.kernel.oneline import Attack, Damage, Line, read_line, settle_strength, side_of
from rules.kernel.people.model import Id, PlainName, WrittenCharacteristics
from rules.request.chapters import damage
from rules.request.data import CHARACTERISTICS, library
from rules.request.model import Blow, Shot, Weapon
from rules.request.setup.model import WrittenCombatant
from rules.request.setup.oneline import known

HUMAN: Final = "human"
# What somebody strikes or shoots with who has the skill and names no weapon.
_USUAL: Final = {
    "1H Axe": "battleaxe",
    "1H Flail": "ball-and-chain",
    "1H Hammer": "mace",
    "1H Sword": "war-sword",
    "2H Axe": "great-axe",
    "2H Hammer": "great-club",
    "2H Sword": "bastard-sword-2h",
    "Beak": "beak",
    "Bite": "fangs",
    "Blowgun": "blowgun",
    "Bow": "short-bow",
    "Claw": "claws",
    "Crossbow": "light-crossbow",
    "Dagger": "dagger",
    "Polearm": "glaive",
    "Shield": "target-shield",
    "Sling": "sling",
    "Spear": "shortspear",
    "Staff": "quarterstaff",
    "Throwing": "javelin",
    "Unarmed": "unarmed",
}


class Person:
    """``written`` as a full block would say it, ``weapons`` that no library has, ``notes`` on what was left out."""

    def __init__(self, written: WrittenCombatant, weapons: dict[str, Weapon], note: str) -> None:
        self.written: WrittenCombatant = written
        self.weapons: dict[str, Weapon] = weapons
        self.note: str = note


def person(text: str, path: str, side: str | None, sides: list[str]) -> Person:
    """The people of one line; *side* is the one in whose list it stands, None outside of all."""
    line = read_line(text, path, known())
    mine = side_of(line, side, sides)
    traits = dict(line.traits)
    _settle_hit_points(line, traits)
    arms = _arms(line)
    usual = (_trait(traits, "STR"), _trait(traits, "SIZ"))
    thrown_or_close = [one for one in line.attacks if _is_thrown_or_close(one)]
    settle_strength(line, traits, usual, thrown_or_close, damage.damage_modifier)
    name = shaped(cast("type[str]", PlainName), line.name, key(path, "name"))
    id_ = line.words.get("id")
    own = {weapon.id: weapon for weapon in arms if library().weapons.get(weapon.id) != weapon}
    written = WrittenCombatant(
        side=mine,
        creature=HUMAN,
        id=None if id_ is None else shaped(cast("type[str]", Id), id_, key(path, "id")),
        name=name,
        count=line.count,
        characteristics=msgspec.convert(traits, WrittenCharacteristics),
        skills={one.skill: one.percent for one in line.attacks},
        weapons=tuple([weapon.id for weapon in arms]),
        armour=tuple(line.armour),
        natural_armour=line.numbers.get("armour"),
        mind=line.words.get("mind", "steady"),
        place=line.words.get("place"),
        surprised="surprised" in line.flags,
        hidden="hidden" in line.flags,
        move=line.numbers.get("move"),
        temper=line.words.get("temper"),
    )
    return Person(written, own, _note(line, traits, arms))


def _trait(traits: dict[str, int], name: str) -> int:
    """As the line says it, or a human's."""
    usual = cast("int", getattr(library().creatures[HUMAN].characteristics, name))
    return traits.get(name, usual)


def _settle_hit_points(line: Line, traits: dict[str, int]) -> None:
    """`HP h` gives the locations of CON + SIZ = 2 h: what the line leaves open of the two follows."""
    points = line.numbers.get("hp")
    if points is None:
        return
    total = 2 * points
    con, size = traits.get("CON"), traits.get("SIZ")
    if con is not None and size is not None:
        if con + size != total:
            problem = f"HP {points} is CON + SIZ = {total}, and these are {con + size}; expected one or the other"
            raise SetupError(line.path, problem)
        return
    if con is None and size is None:
        size = _trait(traits, "SIZ")
        if not size // 2 <= total - size <= 2 * size:  # a weak giant, or a sturdy dwarf, is none
            size = points
    if size is None:
        size = total - traits["CON"]
    con = total - size
    if con < 1 or size < 1:
        problem = f"HP {points} is CON + SIZ = {total}, and one of the two is more; expected less of it, or more HP"
        raise SetupError(line.path, problem)
    traits["CON"], traits["SIZ"] = con, size


def _is_thrown_or_close(one: Attack) -> bool:
    weapon = _weapon_of(one)
    return weapon is not None and (
        weapon.close is not None or (weapon.shot is not None and weapon.shot.thrown)
    )


def _weapon_of(one: Attack) -> Weapon | None:
    """The weapon that it names, or the usual one of its skill; None for a skill without one."""
    if one.weapon:
        return library().weapons[one.weapon]
    usual = _USUAL.get(one.skill)
    return None if usual is None else library().weapons[usual]


def _arms(line: Line) -> list[Weapon]:
    """All weapons, in the order of the line; what only names a skill brings the usual one unless another does."""
    lib = library()
    named = [lib.weapons[id_] for id_ in line.weapons]
    found: dict[str, Weapon] = {}
    for one in line.attacks:
        weapon = _weapon_of(one)
        if weapon is None:
            if one.damage is not None:
                problem = f"{one.where} is no skill of a weapon; expected no damage after it"
                raise SetupError(line.path, problem)
            continue
        if not one.weapon and one.damage is None and _has_one(one.skill, named):
            continue
        made = weapon if one.damage is None else _with_damage(line, one, weapon, one.damage)
        found[made.id] = made
    for weapon in named:
        found.setdefault(weapon.id, weapon)
    return list(found.values())


def _has_one(skill: str, named: list[Weapon]) -> bool:
    for weapon in named:
        for blow in (weapon.close, weapon.shot):
            if blow is not None and blow.skill == skill:
                return True
    return False


def _with_damage(line: Line, one: Attack, weapon: Weapon, given: Damage) -> Weapon:
    """The weapon with the damage of the line; under the name of the skill unless the line names it."""
    close, shot = weapon.close, weapon.shot
    if close is not None and close.skill == one.skill:
        close = Blow(close.skill, given.dice, given.sides, given.bonus)
    else:
        flown = cast("Shot", shot)  # a weapon of the skill that does not strike with it
        if given.modifier is not None and not flown.thrown:
            problem = (
                f"{one.where} is shot, and no damage modifier goes with it; expected dice once"
            )
            raise SetupError(line.path, problem)
        shot = msgspec.structs.replace(flown, dice=given.dice, sides=given.sides, bonus=given.bonus)
    made = msgspec.structs.replace(weapon, close=close, shot=shot)
    if made == weapon or one.weapon:
        return made
    # A weapon of the line's own: what the usual one does when thrown says nothing of it.
    shot = None if made.close is not None else made.shot
    id_ = one.skill.lower().replace(" ", "-")
    return msgspec.structs.replace(made, id=id_, name=one.skill, shot=shot)


def _note(line: Line, traits: dict[str, int], arms: list[Weapon]) -> str:
    """What the line leaves open, and how it was filled."""
    human = library().creatures[HUMAN]
    parts: list[str] = []
    for name in CHARACTERISTICS:
        if name not in traits:
            parts.append(f"{name} {_trait(traits, name)}")
    if "Dodge" not in {one.skill for one in line.attacks}:
        parts.append("Dodge untrained")
    for weapon in arms:
        is_named = weapon.id in line.weapons or any(one.weapon == weapon.id for one in line.attacks)
        if not is_named and library().weapons.get(weapon.id) == weapon:
            parts.append(weapon.name if weapon.hands == 0 else f"a {weapon.name}")
    if not arms:
        parts.append("no weapon")
    if "armour" not in line.numbers and not line.armour:
        parts.append("no armour")
    if "move" not in line.numbers:
        parts.append(f"Move {human.move} m")
    said = [f"as of a human: {', '.join(parts)}"] if parts else []
    found = [f"{name} {value}" for name, value in traits.items() if name not in line.traits]
    if found:
        said.append(f"worked out: {', '.join(sorted(found))}")
    kind = line.name.lower().replace(" ", "-")
    if not arms and kind != HUMAN and kind in library().creatures:
        said.append(f'a [[combatants]] block with creature = "{kind}" would be one of those')
    return f"{line.name}, where the line says nothing: {'; '.join(said)}" if said else ""
