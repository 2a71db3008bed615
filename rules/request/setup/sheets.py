"""One creature of the library with its differences: the sheet, what is in hand, and the entry."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, cast

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key
from rules.kernel.people.model import Characteristics
from rules.kernel.people.naming import called
from rules.kernel.people.written import HANDS, in_hand, named, traits_of
from rules.request.chapters import wounds
from rules.request.data import Creature, Skill, library
from rules.request.model import Entry, Sheet, Weapon
from rules.request.setup.model import WrittenCombatant
from rules.request.setup.temper import temper_of

MINDS: Final = ("random", "reckless", "steady", "guard")
NEEDED: Final = ("Dodge", "Resilience", "Persistence", "Athletics", "Acrobatics", "Unarmed")
UNARMED: Final = "unarmed"
ON_FOOT: Final = 4  # metres an action
NO_WEAPONS: Final[Mapping[str, Weapon]] = MappingProxyType({})
MOST_MAGIC: Final = 99


def sheet(
    written: WrittenCombatant, path: str = "", own: Mapping[str, Weapon] = NO_WEAPONS
) -> Sheet:
    """Everything that is true of this creature of the library, with its differences; *own* are weapons of no library."""
    lib = library()
    choice(key(path, "creature"), "creature", written.creature, lib.creatures)
    creature = lib.creatures[written.creature]
    weapon_ids = creature.weapons if written.weapons is None else written.weapons
    armour_ids = creature.armour if written.armour is None else written.armour
    weapons = named("weapon", {**lib.weapons, **own}, weapon_ids, key(path, "weapons"))
    armour = named("armour", lib.armour, armour_ids, key(path, "armour"))
    if UNARMED not in weapon_ids:
        weapons.append(lib.weapons[UNARMED])
    for name in written.skills:
        choice(key(key(path, "skills"), name), "skill", name, lib.skills)
    traits = traits_of(creature.characteristics, written.characteristics)
    natural = written.natural_armour
    spell_ids = creature.spells if written.spells is None else written.spells
    spells = named("spell", lib.spells, spell_ids, key(path, "spells"))
    learned = {**creature.skills, **written.skills}
    return Sheet(
        creature=creature.id,
        characteristics=traits,
        skills=_skills(traits, learned, weapons, [spell.skill for spell in spells]),
        weapons=tuple(weapons),
        armour=tuple(armour),
        hit_points=wounds.hit_points(traits.CON + traits.SIZ),
        natural_armour=creature.natural_armour if natural is None else natural,
        move=_pace(creature, written),
        load=written.load,
        spells=tuple(spells),
        magic_points=_magic_points(creature, written, traits, key(path, "magic_points")),
        rune_in=_rune(written, weapons, bool(spells), key(path, "rune_in")),
    )


def _rune(written: WrittenCombatant, weapons: Iterable[Weapon], casts: bool, path: str) -> str:
    """P26x: the weapon that the rune is in, if that is in any: one that can be let go of."""
    if written.rune_in is None:
        return ""
    if not casts:
        raise SetupError(path, "is for those who know spells; expected `spells` beside it")
    owned = {one.id: one for one in weapons if one.hands > 0}
    choice(path, "weapon here", written.rune_in, owned)
    return written.rune_in


def _magic_points(
    creature: Creature, written: WrittenCombatant, traits: Characteristics, path: str
) -> int:
    """P26e: POW for those who cast, or what is written if it is no more than that."""
    points = creature.magic_points if written.magic_points is None else written.magic_points
    casts = creature.spells if written.spells is None else written.spells
    most = min(traits.POW, MOST_MAGIC)
    if points is None or (not casts and written.magic_points is None):
        return most if casts else 0
    if points and not casts:
        raise SetupError(
            path, f"{points} is for those who know spells; expected `spells` beside it"
        )
    if points > most:
        raise SetupError(path, f"{points} is over its POW; expected at most {most}")
    return points


def _pace(creature: Creature, written: WrittenCombatant) -> int:
    """Its own Move: whoever is drawn with its mount has that of people once the mount is somebody else."""
    if written.move is not None:
        return written.move
    return ON_FOOT if creature.mounted and written.rides is not None else creature.move


def base_value(skill: Skill, traits: Characteristics) -> int:
    """What somebody with these characteristics can do untrained, at least 1 percent."""
    value = skill.base
    for name in skill.plus:
        value += _trait(traits, name)
    for name in skill.minus:
        value -= _trait(traits, name)
    return max(1, value)


def entries(
    written: WrittenCombatant,
    path: str,
    side_ids: Iterable[str],
    drawn: bool,
    own: Mapping[str, Weapon] = NO_WEAPONS,
    taken: Collection[str] = (),
) -> list[Entry]:
    """The combatant, or as many of them as ``count`` says; *own* are weapons of no library, *taken* ids of others."""
    choice(key(path, "side"), "side", written.side, side_ids)
    choice(key(path, "mind"), "mind", written.mind, MINDS)
    made = sheet(written, path, own)
    held = _usual_hold(made.weapons) if drawn else ()
    if written.held is not None:
        held = in_hand(made.weapons, written.held, key(path, "held"))
    creature = library().creatures[written.creature]
    if written.rides is not None and written.mounted is False:
        problem = "is false, beside `rides`; expected one of the two"
        raise SetupError(key(path, "mounted"), problem)
    flies = creature.flying if written.flying is None else written.flying
    if written.high and not flies:
        problem = "is for those who fly; expected `flying = true` beside it, or no `high`"
        raise SetupError(key(path, "high"), problem)
    temper = temper_of(written.temper, creature.temper, key(path, "temper"))
    return [
        Entry(
            id=one.id,
            name=one.name,
            side=written.side,
            sheet=made,
            mind=written.mind,
            held=held,
            loaded=written.loaded,
            surprised=written.surprised,
            hidden=written.hidden,
            mounted=written.rides is not None or _sits(creature, written),
            flying=flies,
            high=written.high,
            temper=temper,
            rides=_mount(written.rides, one.number),
            steed=creature.steed if written.steed is None else written.steed,
        )
        for one in called(written, creature.name, taken)
    ]


def _sits(creature: Creature, written: WrittenCombatant) -> bool:
    return creature.mounted if written.mounted is None else written.mounted


def _mount(rides: str | None, number: str) -> str:
    """The mount of the one with this number: of several each has its own."""
    if rides is None:
        return ""
    return f"{rides}-{number}" if number else rides


def _trait(traits: Characteristics, name: str) -> int:
    return cast("int", getattr(traits, name))


def _skills(
    traits: Characteristics,
    learned: Mapping[str, int],
    weapons: Iterable[Weapon],
    casting: Iterable[str],
) -> dict[str, int]:
    """Whatever the fight needs and whatever was learned, each name once."""
    names: list[str] = list(NEEDED)
    for weapon in weapons:
        if weapon.close is not None:
            names.append(weapon.close.skill)
        if weapon.shot is not None:
            names.append(weapon.shot.skill)
    names.extend(casting)
    names.extend(learned)
    skills = library().skills
    return {
        name: learned[name] if name in learned else base_value(skills[name], traits)
        for name in dict.fromkeys(names)
    }


def _usual_hold(weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
    """The first weapons that fit the hands, a shield in the off hand."""
    armed = [one for one in weapons if one.hands > 0]
    armed.sort(key=_is_shield)
    if not armed:
        return ()
    main = armed[0]
    fitting = [one for one in weapons if 0 < one.hands <= HANDS - main.hands and one is not main]
    return tuple(one.id for one in [main, *fitting[:1]])


def _is_shield(weapon: Weapon) -> bool:
    return weapon.shield
