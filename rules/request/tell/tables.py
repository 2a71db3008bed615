"""People in tables, side by side: the sheets before a fight, and who stands after it."""

from __future__ import annotations

from rules.kernel.telling import Row, Sheets
from rules.request.model import LOCATIONS, Entry, Seen, Setup, View
from rules.request.tell.cast import Cast, in_a_row


def sheets(setup: Setup) -> Sheets:
    """Who begins the fight, and with what."""
    rows = [
        _sheet_row(one) for side in setup.sides for one in setup.combatants if one.side == side.id
    ]
    return Sheets(("DEX", "Hit points", "Armour"), tuple(rows))


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


def _sheet_row(one: Entry) -> Row:
    sheet = one.sheet
    penalty = sum(piece.penalty for piece in sheet.armour)
    armour = ", ".join(piece.name for piece in sheet.armour) or "none"
    held = [weapon.name for item in one.held for weapon in sheet.weapons if weapon.id == item]
    skills = [f"{name} {sheet.skills[name]}" for name in _skills(one)]
    words = [f"{one.mind} mind"]
    words += ["surprised"] * one.surprised
    words += ["hidden"] * one.hidden
    words += ["mounted"] * one.mounted
    words += ["flying"] * one.flying
    words += [f"at {one.place}"] * bool(one.place)
    return Row(
        one.id,
        one.side,
        (
            str(sheet.characteristics.DEX),
            " ".join(map(str, sheet.hit_points)),
            f"{armour} (-{penalty}%)" if penalty else armour,
        ),
        f"{' and '.join(held) or 'nothing'} in hand; {', '.join(skills)}; {', '.join(words)}",
    )


def _skills(one: Entry) -> list[str]:
    """One skill for each weapon, the close one if it has both, and Dodge."""
    names: list[str] = []
    for weapon in one.sheet.weapons:
        part = weapon.close or weapon.shot
        if part is not None and weapon.hands > 0:
            names.append(part.skill)
    return list(dict.fromkeys([*names, "Dodge"]))


def _state(one: Seen) -> str:
    if one.state == "up":
        return "stands" if one.stance == "standing" else one.stance
    if one.state != "down":
        return one.state
    return "unconscious" if "unconscious" in one.conditions else "down"


def _engagement(cast: Cast, one: Seen) -> str:
    """Whom it is engaged with, and what its foes have made of that; empty if it is free."""
    parts: list[str] = []
    foes = [
        cast.plain(pair.foe) + ("" if pair.reach == "normal" else f" ({pair.reach} reach)")
        for pair in one.engaged
    ]
    if foes:
        parts.append(f"engaged with {in_a_row(foes)}")
    if one.formation:
        parts.append(one.formation)
    if one.focus:
        parts.append(f"minds {cast.plain(one.focus)}")
    return "; ".join(parts)


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
