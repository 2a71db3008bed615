"""People in tables, side by side: the sheets before a fight, and who stands after it."""

from __future__ import annotations

from rules.kernel.telling import Row, Sheets
from rules.kernel.temper.words import temper_words
from rules.request.chapters.nerve import HOLDING, WORDS
from rules.request.model import (
    LOCATIONS,
    Add,
    Entry,
    Seen,
    Setup,
    Sheet,
    View,
    Weapon,
)
from rules.request.setup.sheets import UNARMED
from rules.request.tell.cast import Cast, in_a_row
from rules.request.tell.plans import moment


def sheets(setup: Setup) -> Sheets:
    """Who is in the fight and with what; those who come later stand behind those who are there."""
    later = {
        one.change.entry.id: f"joins in {moment(one.at)}"
        for one in setup.amendments
        if isinstance(one.change, Add)
    }
    everybody = [*setup.combatants]
    everybody += [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
    rows = [
        _sheet_row(one, later.get(one.id, ""))
        for side in setup.sides
        for one in everybody
        if one.side == side.id
    ]
    return Sheets(("Id", "DEX", "Move", "Hit points", "Armour"), tuple(rows))


def standing(setup: Setup, cast: Cast, view: View) -> Sheets:
    """Who stands and where, who fell, where everybody was hurt, and who is engaged with whom."""
    placed = view.field is not None
    rows = [
        Row(
            one.id,
            side.id,
            (*[one.place] * placed, _state(one), _wounds(cast, one)),
            _engagement(cast, one),
        )
        for side in setup.sides
        for one in view.combatants
        if one.side == side.id
    ]
    return Sheets((*["Place"] * placed, "State", "Wounds"), tuple(rows))


def _sheet_row(one: Entry, joins: str) -> Row:
    sheet = one.sheet
    words = [joins] * bool(joins)
    words += [f"{one.mind} mind", *temper_words(one.temper)]
    words += ["surprised"] * one.surprised
    words += ["hidden"] * one.hidden
    words += ["mounted"] * one.mounted
    words += ["flying"] * one.flying
    words += ["high up"] * one.high
    words += [f"at {one.place}"] * bool(one.place)
    return Row(
        one.id,
        one.side,
        (
            one.id,
            str(sheet.characteristics.DEX),
            f"{sheet.move} m",
            " ".join(map(str, sheet.hit_points)),
            _armour(sheet),
        ),
        "; ".join(
            [_weapons(one), ", ".join(_skills(sheet)), *spell_words(sheet), ", ".join(words)]
        ),
    )


def spell_words(sheet: Sheet) -> list[str]:
    """What somebody can cast, by which skills, and with how many magic points; nothing for all others."""
    if not sheet.spells:
        return []
    skills = dict.fromkeys(spell.skill for spell in sheet.spells)
    by = in_a_row([f"{name} {sheet.skills[name]}" for name in skills])
    names = in_a_row([spell.name for spell in sheet.spells])
    rune = "".join(one.name for one in sheet.weapons if one.id == sheet.rune_in)
    where = f", its rune in the {rune}" if rune else ""
    return [f"casts {names} by {by} with {sheet.magic_points} magic points{where}"]


def _armour(sheet: Sheet) -> str:
    """The armour points of the hide, and then what is worn with its penalty."""
    worn = ", ".join(piece.name for piece in sheet.armour)
    penalty = sum(piece.penalty for piece in sheet.armour)
    hide = f"hide {sheet.natural_armour}" if sheet.natural_armour else ""
    said = ", ".join(one for one in (hide, worn) if one) or "none"
    return f"{said} (-{penalty}%)" if penalty else said


def _weapons(one: Entry) -> str:
    """What is in hand, what is not, and what the body has of itself."""
    owned = [weapon for weapon in one.sheet.weapons if weapon.hands > 0]
    held = [weapon.name for item in one.held for weapon in owned if weapon.id == item]
    carried = [weapon.name for weapon in owned if weapon.id not in one.held]
    body = [weapon.name for weapon in _natural(one.sheet)]
    parts = [f"{in_a_row(held)} in hand"] * bool(held)
    parts += [f"{in_a_row(body)} of its own"] * bool(body)
    parts += ["nothing in hand"] * (bool(carried) and not held)
    parts += [f"{in_a_row(carried)} carried"] * bool(carried)
    parts += ["not loaded"] * (not one.loaded and any(weapon.shot for weapon in owned))
    return ", ".join(parts) or "bare hands"


def _natural(sheet: Sheet) -> list[Weapon]:
    """Claws, fangs and the like; bare hands go without saying."""
    return [weapon for weapon in sheet.weapons if weapon.hands == 0 and weapon.id != UNARMED]


def _skills(sheet: Sheet) -> list[str]:
    """The skills of each weapon, near and far, and Dodge; of bare hands if there is nothing else."""
    armed = [weapon for weapon in sheet.weapons if weapon.id != UNARMED]
    names: list[str] = []
    for weapon in armed or sheet.weapons:
        names += [part.skill for part in (weapon.close, weapon.shot) if part is not None]
    return [f"{name} {sheet.skills[name]}" for name in dict.fromkeys([*names, "Dodge"])]


def _state(one: Seen) -> str:
    if one.state == "up":
        return "stands" if one.stance == "standing" else one.stance
    if one.state != "down":
        return one.state
    return "unconscious" if "unconscious" in one.conditions else "down"


def _engagement(cast: Cast, one: Seen) -> str:
    """Whom it is engaged with, what its foes have made of that, and what goes on; empty if nothing does."""
    parts: list[str] = []
    foes = [
        cast.plain(pair.foe) + ("" if pair.reach == "normal" else f" ({pair.reach} reach)")
        for pair in one.engaged
    ]
    if foes:
        parts.append(f"engaged with {in_a_row(foes)}")
    if one.holding:
        parts.append(f"holds {cast.plain(one.holding)}")
    if "held" in one.conditions:
        parts.append("held helpless" if "pinned" in one.conditions else "held")
    if one.formation:
        parts.append(one.formation)
    if one.focus:
        parts.append(f"minds {cast.plain(one.focus)}")
    return "; ".join([*parts, *_under_way(cast, one)])


def _under_way(cast: Cast, one: Seen) -> list[str]:
    """What time will bring: spells that fade, one that is cast, heart taken again, death of a wound."""
    parts = [
        f"{spell.condition} for {spell.rounds} round{'s' * (spell.rounds != 1)} more"
        for spell in one.spells
    ]
    if one.task is not None:
        left = one.task.actions
        mark = "" if one.task.at in ("", one.id) else f" on {cast.plain(one.task.at)}"
        when = f", {left} action{'s' * (left != 1)} more" if left else ""
        parts.append(f"casts {one.task.spell}{mark}{when}")
    moods = [word for word in WORDS[HOLDING:] if word in one.conditions]
    until = f" until the end of round {one.mood_until}" if one.mood_until is not None else ""
    parts += [f"{word}{until}" for word in moods]
    if one.dies is not None:
        parts.append(f"dies at the end of round {one.dies} if nobody tends it")
    return parts


def _wounds(cast: Cast, one: Seen) -> str:
    """Every location that is not whole, with the word for its wound."""
    found: list[str] = []
    for index, place in enumerate(LOCATIONS):
        word = one.wounds[index]
        if word == "unhurt":
            continue
        if one.hit_points is None:
            found.append(f"{place} {word}")
        else:
            points = f"{place} {one.hit_points[index]}/{cast.full(one.id, place)}"
            found.append(points if word == "scratched" else f"{points} {word}")
    return ", ".join(found) or "unhurt"
