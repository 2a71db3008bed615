"""One creature of the library with its differences: the sheet, what is in hand, and the entry."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, quoted, unknown
from rules.kernel.people.naming import called
from rules.kernel.people.written import HANDS, in_hand, named, traits_of
from rules.kernel.temper.form import temper_of
from rules.rivers.chapters.actions import FIRST_AID
from rules.rivers.chapters.dodge import base_chance
from rules.rivers.data import library
from rules.rivers.model import (
    Body,
    Entry,
    Sheet,
    Spell,
    Weapon,
)
from rules.rivers.setup.magic import focus_in_hand, ready, under, with_magic
from rules.rivers.setup.model import WrittenCombatant

MINDS: Final = ("random", "reckless", "steady", "guard")
FIST: Final = "fist"
DODGE: Final = "Dodge"
HEAD: Final = "head"
MOST_LETTERS: Final = 40
NO_WEAPONS: Final[Mapping[str, Weapon]] = MappingProxyType({})


def sheet(written: WrittenCombatant, path: str, own: Mapping[str, Weapon] = NO_WEAPONS) -> Sheet:
    """Everything that is true of this creature of the library, with its differences; *own* are weapons of no library."""
    lib = library()
    choice(key(path, "creature"), "creature", written.creature, lib.creatures)
    creature = lib.creatures[written.creature]
    body = lib.bodies[creature.body]
    ids = creature.weapons if written.weapons is None else written.weapons
    weapons = named("weapon", {**lib.arms, **own}, ids, key(path, "weapons"))
    if FIST not in ids and any(one.kind == "arm" for one in body.locations):
        weapons.append(lib.weapons[FIST])
    weapons = _stocked(weapons, written.missiles, key(path, "missiles"))
    worn = _worn(written)
    traits = traits_of(creature.characteristics, written.characteristics)
    skills = {weapon.id: weapon.base for weapon in weapons}
    skills[DODGE] = base_chance(traits.DEX)
    known = [*lib.arms, *own, DODGE, FIRST_AID]
    said: list[str] = []
    for name in written.skills:
        where = key(key(path, "skills"), name)
        _check_skill(where, name, known)
        if name.lower() in said:
            raise SetupError(where, "it stands here twice; expected each skill once")
        said.append(name.lower())
    skills.update(creature.skills)
    skills.update(written.skills)
    spells = _spells(written, path)
    hide = creature.hide if written.hide is None else written.hide
    full = armour_of(body, worn, hide, key(path, "armour"))
    if written.helmet_off:
        full = armour_of(body, [one for one in worn if one not in lib.helmets], hide, path)
    made = Sheet(
        creature=creature.id,
        body=body,
        characteristics=traits,
        skills=skills,
        weapons=tuple(weapons),
        armour=full,
        hide=hide,
        move=creature.move if written.move is None else written.move,
    )
    return with_magic(made, written, spells, path)


def _worn(written: WrittenCombatant) -> tuple[str, ...]:
    """The pieces of its armour, a helmet that is off among them."""
    usual = library().creatures[written.creature].armour
    return usual if written.armour is None else written.armour


def _check_skill(path: str, name: str, known: list[str]) -> None:
    """C56: a skill of the library, or one of its own, whose name begins with a capital letter."""
    plain = "".join(name.split(" "))
    is_own = (
        plain.isascii() and plain.isalpha() and name[:1].isupper() and len(name) <= MOST_LETTERS
    )
    if not is_own or unknown(name, [DODGE, FIRST_AID]).startswith("did"):
        choice(path, "skill", name, known)


def _slung(written: WrittenCombatant, weapons: tuple[Weapon, ...], path: str) -> tuple[str, ...]:
    """C53: the shields that are on its back."""
    if not written.shield_slung:
        return ()
    found = tuple(one.id for one in weapons if one.shield)
    if not found:
        problem = "it has no shield; expected one among its `weapons`"
        raise SetupError(key(path, "shield_slung"), problem)
    for name in written.held or ():
        if name in found:
            problem = f"{quoted(name)} is on its back; expected what is in hand"
            raise SetupError(key(path, "held"), problem)
    return found


def _helmet(written: WrittenCombatant, made: Sheet, path: str) -> int:
    """C54: what the helmet that is off would make of the armour of its head; 0 for none."""
    if not written.helmet_off:
        return 0
    creature = library().creatures[written.creature]
    hide = creature.hide if written.hide is None else written.hide
    full = armour_of(made.body, _worn(written), hide, path)
    heads = [place for place, one in enumerate(made.body.locations) if one.kind == HEAD]
    if not heads or full[heads[0]] == made.armour[heads[0]]:
        problem = "it has no helmet; expected one among its `armour`"
        raise SetupError(key(path, "helmet_off"), problem)
    return full[heads[0]]


def _stocked(weapons: list[Weapon], given: Mapping[str, int], path: str) -> list[Weapon]:
    """C41: the weapons with as many missiles as the scenario says."""
    known = [one.id for one in weapons if one.how]
    for name in given:
        choice(key(path, name), "missile weapon here", name, known)
    return [
        msgspec.structs.replace(one, missiles=given[one.id]) if one.id in given else one
        for one in weapons
    ]


def _spells(written: WrittenCombatant, path: str) -> tuple[Spell, ...]:
    """C17: the spells it knows."""
    playable = {one.id: one for one in library().spells.values() if one.effect}
    return tuple(named("spell that a fight has", playable, written.spells, key(path, "spells")))


def pieces() -> dict[str, tuple[tuple[str, ...], int]]:
    """All armour there is, by its id: the kinds of location that it covers, and its points."""
    lib = library()
    found: dict[str, tuple[tuple[str, ...], int]] = {
        f"{material.id}-{piece.id}": (piece.covers, material.ap)
        for material in lib.materials.values()
        for piece in lib.pieces.values()
    }
    found.update({one.id: (("head",), one.ap) for one in lib.helmets.values()})
    return found


def armour_of(body: Body, worn: Iterable[str], hide: int, path: str) -> tuple[int, ...]:
    """The armour points of each location: the hide, and the best piece that covers it."""
    known = pieces()
    best = [0] * len(body.locations)
    for index, name in enumerate(worn):
        choice(f"{path}[{index}]", "armour", name, known)
        covers, points = known[name]
        for place, location in enumerate(body.locations):
            if location.kind in covers:
                best[place] = max(best[place], points)
    return tuple(hide + points for points in best)


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
    slung = _slung(written, made.weapons, path)
    held = _usual_hold([one for one in made.weapons if one.id not in slung]) if drawn else ()
    if written.held is not None:
        held = in_hand(made.weapons, written.held, key(path, "held"))
    focus = focus_in_hand(written, made.spells, drawn, path)
    cast_before = under(written, made.weapons, held, path)
    made_ready = ready(written, made.spells, path)
    helmet = _helmet(written, made, path)
    creature = library().creatures[written.creature]
    temper = temper_of(written.temper, creature.temper, key(path, "temper"), library().tempers)
    return [
        Entry(
            id=one.id,
            name=one.name,
            side=written.side,
            sheet=made,
            mind=written.mind,
            held=held,
            surprised=written.surprised,
            unaware=written.unaware,
            loaded=written.loaded,
            focus=focus,
            under=cast_before,
            ready=made_ready,
            temper=temper,
            back=written.back,
            slung=slung,
            helmet=helmet,
        )
        for one in called(written, creature.name, taken)
    ]


def _usual_hold(weapons: Iterable[Weapon]) -> tuple[str, ...]:
    """The first weapon that is no shield, and a shield if a hand is left for one."""
    armed = [one for one in weapons if one.hands > 0]
    shields = [one for one in armed if one.shield]
    others = [one for one in armed if not one.shield]
    held = others[:1]
    if shields and sum(one.hands for one in held) < HANDS:
        held += shields[:1]
    return tuple(one.id for one in held)
