"""People in tables, side by side: the sheets before a fight, and who stands after it."""

from __future__ import annotations

from typing import Final

from rules.kernel.oneline import modifier_text
from rules.kernel.telling import Row, Sheets, Table, Whole
from rules.kernel.temper.words import temper_words
from rules.rivers.chapters.bodies import hit_points, location_points
from rules.rivers.chapters.damage import bonus_of
from rules.rivers.chapters.magic import chance
from rules.rivers.chapters.strike_rank import melee, total
from rules.rivers.model import Entry, Seen, Setup, Sheet, View

DODGE: Final = "Dodge"


def sheets(setup: Setup) -> Sheets:
    """Who is in the fight and with what."""
    rows = [
        _sheet_row(one) for side in setup.sides for one in setup.combatants if one.side == side.id
    ]
    return Sheets(("Id", "DEX", "MOV", "Hit points", "Armour"), tuple(rows))


def standing(setup: Setup, view: View) -> Sheets:
    """Who stands, who fell, and where everybody was hurt."""
    rows = [
        Row(one.id, side.id, (_state(one), _wounds(one)), "; ".join(_under_way(one)))
        for side in setup.sides
        for one in view.combatants
        if one.side == side.id
    ]
    return Sheets(("State", "Wounds"), tuple(rows))


def wholes(setup: Setup) -> tuple[Whole, ...]:
    """The whole sheet of everybody."""
    return tuple([_whole(one) for one in setup.combatants])


def _points(sheet: Sheet) -> int:
    its = sheet.characteristics
    return hit_points(its.CON, its.SIZ, its.POW)


def _sheet_row(one: Entry) -> Row:
    sheet = one.sheet
    cells = (
        one.id,
        str(sheet.characteristics.DEX),
        str(sheet.move),
        str(_points(sheet)),
        " ".join(map(str, sheet.armour)),
    )
    held = [weapon.name for weapon in sheet.weapons if weapon.id in one.held]
    words = [f"{' and '.join(held)} in hand" if held else "nothing in hand"]
    words += [f"{weapon.name} on the back" for weapon in sheet.weapons if weapon.id in one.slung]
    words += ["helmet off"] * (one.helmet > 0)
    words.append(", ".join([f"{name} {skill}" for name, skill in sheet.skills.items()]))
    words += _spells(sheet)
    words += [f"under {spelled.spell.name} {spelled.points}" for spelled in one.under]
    if one.ready is not None:
        points = one.ready.boost or one.ready.points
        words.append(f"has a ritual of {one.ready.spell.name} {points} ready")
    mood = [f"{one.mind} mind", *temper_words(one.temper), *["surprised"] * one.surprised]
    mood += ["unaware"] * one.unaware
    words.append(", ".join(mood))
    return Row(one.id, one.side, cells, "; ".join(words))


def _spells(sheet: Sheet) -> list[str]:
    """By kind of magic what it casts, how well and from what."""
    runes: list[str] = []
    spirits: list[str] = []
    for number, spell in enumerate(sheet.spells):
        focus = sheet.foci[number]
        named = f"{spell.name} (focus {focus})" if focus else spell.name
        (runes if spell.magic == "rune" else spirits).append(named)
    words: list[str] = []
    if runes:
        words.append(
            f"casts {' and '.join(runes)} at {sheet.rune}% from {sheet.rune_points} rune points"
        )
    if spirits:
        at = chance("spirit", sheet.characteristics.POW, 0)
        words.append(
            f"casts {' and '.join(spirits)} at {at}% from {sheet.magic_points} magic points"
        )
    return words


def _whole(one: Entry) -> Whole:
    sheet = one.sheet
    its = sheet.characteristics
    traits = f"STR {its.STR}, CON {its.CON}, SIZ {its.SIZ}, INT {its.INT}"
    traits += f", POW {its.POW}, DEX {its.DEX}, CHA {its.CHA}"
    bonus = "".join([modifier_text(*part) for part in bonus_of(its.STR + its.SIZ)])
    points = _points(sheet)
    places = [
        (place.name, str(location_points(points, place.more)), str(sheet.armour[number]))
        for number, place in enumerate(sheet.body.locations)
    ]
    arms = [
        (
            weapon.name,
            f"{sheet.skills[weapon.id]}%",
            str(total(melee(its.DEX, its.SIZ, weapon.rank))),
            f"{weapon.dice}D{weapon.sides}" + f"+{weapon.bonus}" * (weapon.bonus > 0),
            str(weapon.hp or "-"),
        )
        for weapon in sheet.weapons
    ]
    return Whole(
        one.id,
        ", ".join(
            [
                f"{sheet.creature}, {points} hit points, MOV {sheet.move}",
                *temper_words(one.temper),
            ]
        ),
        (traits, f"Damage bonus {bonus or 'none'}, {', '.join(_skills(sheet))}"),
        (
            Table(("Location", "Hit points", "Armour"), tuple(places)),
            Table(("Weapon", "Skill", "Strike rank", "Damage", "Hit points"), tuple(arms)),
        ),
    )


def _skills(sheet: Sheet) -> list[str]:
    """Those that are no weapon's."""
    return [f"{name} {skill}%" for name, skill in sheet.skills.items() if name[:1].isupper()]


def _state(one: Seen) -> str:
    if one.state == "up":
        return "stands" if one.stance == "standing" else one.stance
    if one.state != "down":
        return one.state
    return "unconscious" if "unconscious" in one.conditions else "down"


def _under_way(one: Seen) -> list[str]:
    """What time will bring, and what is left of magic."""
    if one.state == "dead":
        return []
    parts: list[str] = []
    if one.dies is not None:
        bleeds = "bleeds, and " if "bleeding" in one.conditions else ""
        parts.append(f"{bleeds}dies at the end of round {one.dies} if nobody tends it")
    if one.spells:
        parts.append(f"under {' and '.join(one.spells)}")
    if one.rune_points:
        parts.append(f"{one.rune_points} rune point{'s' * (one.rune_points > 1)} left")
    if one.magic_points is not None:
        many = "" if one.magic_points == 1 else "s"
        parts.append(f"{one.magic_points} magic point{many} left")
    return parts


def _wounds(one: Seen) -> str:
    """Every location that is not whole, with its hit points or the word for its wound."""
    found: list[str] = []
    for number, place in enumerate(one.body):
        word = one.wounds[number]
        if word == "unhurt":
            continue
        left = "" if one.hit_points is None else f" {one.hit_points[number]}"
        found.append(f"{place}{left} {word}")
    return ", ".join(found) or "unhurt"
