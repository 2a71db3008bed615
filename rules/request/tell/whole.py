"""Somebody's whole sheet: not as it is written, but as it will fight."""

from __future__ import annotations

from typing import Final

from rules.kernel.telling import Table, Whole
from rules.kernel.temper.words import temper_words
from rules.request.chapters import damage, reach, strike_rank
from rules.request.course.arms import Arm, Strike
from rules.request.course.choices import codes_for
from rules.request.course.combatant import HELD, Combatant
from rules.request.course.enrol import combatant_from
from rules.request.model import Add, Entry, Options, Setup
from rules.request.tell.tables import spell_words

_LOCATIONS: Final = ("R leg", "L leg", "Abdomen", "Chest", "R arm", "L arm", "Head")
_TRAITS: Final = ("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA")


def wholes(setup: Setup) -> tuple[Whole, ...]:
    """Everybody in the fight, and then whoever joins it later."""
    later = [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
    return tuple([_whole(setup, entry) for entry in (*setup.combatants, *later)])


def _whole(setup: Setup, entry: Entry) -> Whole:
    c = combatant_from(
        0,
        entry,
        0,
        codes_for(
            [one.id for one in entry.sheet.weapons], [spell.id for spell in entry.sheet.spells]
        ),
    )
    side = next((one.name for one in setup.sides if one.id == entry.side), entry.side)
    points = ["Hit points", *map(str, c.full)]
    armour = ["Armour", *map(str, c.armour)]
    rows = [row for i, arm in enumerate(c.arms) for row in _strikes(c, i, arm)]
    return Whole(
        entry.id,
        ", ".join([side, entry.sheet.creature, f"{entry.mind} mind", *temper_words(entry.temper)]),
        tuple(
            line for line in (_traits(c, setup.options), _skills(c), _worn(c), _spells(c)) if line
        ),
        (
            Table(("Location", *_LOCATIONS), (tuple(points), tuple(armour))),
            Table(("Weapon", "Skill", "Now", "SR", "Damage", "Reach", "AP", ""), tuple(rows)),
        ),
    )


def _traits(c: Combatant, options: Options) -> str:
    """The characteristics, and what follows from them."""
    sheet = c.entry.sheet
    numbers: dict[str, int] = {name: getattr(sheet.characteristics, name) for name in _TRAITS}
    traits = " ".join(f"{name} {number}" for name, number in numbers.items())
    actions = strike_rank.actions_of(c.dex)
    often = f"{actions} action{'s' if actions > 1 else ''} a round"
    if c.paired >= 0 and (options.second_item == "any" or not c.arms[c.paired].shield):
        often += f", one more with the {c.arms[c.paired].name}"
    modifier = damage.modifier_text(*damage.damage_modifier(numbers["STR"] + numbers["SIZ"]))
    return (
        f"{traits}; {often}, moves {c.metres} m at strike rank {c.dex}; damage {modifier or '+0'}"
    )


def _skills(c: Combatant) -> str:
    """What is learned beside the weapons; Dodge as armour leaves it."""
    known = c.entry.sheet.skills
    used = {one.skill for arm in c.arms for one in (arm.close, arm.shot) if one is not None}
    parts = [
        _learned(name, learned, c.dodge if name == "Dodge" else learned)
        for name, learned in known.items()
        if name not in used
    ]
    return f"Skills: {', '.join(parts)}"


def _worn(c: Combatant) -> str:
    sheet = c.entry.sheet
    worn = [piece.name for piece in sheet.armour]
    worn += [f"a hide of {sheet.natural_armour}"] * (sheet.natural_armour > 0)
    if not worn:
        return ""
    penalty = f": -{c.dodge_penalty}% to weapons and movement" if c.dodge_penalty else ""
    return f"Wears {', '.join(worn)}{penalty}"


def _spells(c: Combatant) -> str:
    said = "".join(spell_words(c.entry.sheet))
    return said[:1].upper() + said[1:]


def _strikes(c: Combatant, item: int, arm: Arm) -> list[tuple[str, ...]]:
    """A row for each way to strike with it."""
    state = "of its own" if arm.hands == 0 else "in hand" if c.items[item] == HELD else "carried"
    rows: list[tuple[str, ...]] = []
    if arm.close is not None:
        rows.append(
            (*_strike(arm.name, arm.close), reach.WEAPON_REACHES[arm.reach], str(arm.ap), state)
        )
    if arm.shot is not None:
        name = f"{arm.name}, thrown" if arm.thrown else arm.name
        rest = [f"{arm.missiles} of them" if arm.thrown else f"{arm.missiles} shots"]
        rest += [f"load {arm.load}"] * (arm.load > 0)
        rest += [state] * (arm.close is None)
        rows.append((*_strike(name, arm.shot), f"{arm.range} m", str(arm.ap), ", ".join(rest)))
    return rows


def _strike(name: str, strike: Strike) -> tuple[str, ...]:
    modifier = damage.modifier_text(
        strike.modifier_sign, strike.modifier_dice, strike.modifier_sides
    )
    bonus = f"+{strike.bonus}" if strike.bonus else ""
    skill = f"{strike.skill} {strike.learned}"
    harm = f"{strike.dice_text()}{bonus}{modifier}"
    return name, skill, str(strike.chance), str(strike.rank), harm


def _learned(name: str, learned: int, chance: int) -> str:
    """A learned skill, and what is left of it under armour."""
    return f"{name} {learned}" if chance == learned else f"{name} {learned} (now {chance})"
