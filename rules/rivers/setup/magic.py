"""The magic of a combatant: what it knows and has for it, and what was cast before the fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key
from rules.kernel.people.model import Characteristics
from rules.rivers.chapters import strike_rank
from rules.rivers.data import library
from rules.rivers.model import Entry, Setup, Sheet, Spell, Spelled, Weapon
from rules.rivers.setup.model import WrittenCombatant

NO_FOCUS: Final = "none"


def with_magic(
    made: Sheet, written: WrittenCombatant, spells: tuple[Spell, ...], path: str
) -> Sheet:
    """C17, M1, M2: a sheet with its spells, and what they are cast with."""
    has_runes = any(one.magic == "rune" for one in spells)
    for name, given in (("rune", written.rune), ("rune_points", written.rune_points)):
        if has_runes and not given:
            problem = "is missing or 0; expected 1 or more for whoever knows rune magic"
            raise SetupError(key(path, name), problem)
        if given and not has_runes:
            problem = "is of no use; expected `spells` of rune magic beside it"
            raise SetupError(key(path, name), problem)
    return msgspec.structs.replace(
        made,
        spells=spells,
        rune=written.rune or 0,
        rune_points=written.rune_points or 0,
        magic_points=_magic_points(made.characteristics, written, spells, path),
        foci=_foci(written, spells, path),
    )


def _magic_points(
    traits: Characteristics, written: WrittenCombatant, spells: tuple[Spell, ...], path: str
) -> int:
    given = written.magic_points
    where = key(path, "magic_points")
    if given is None:
        return traits.POW
    if not spells:
        raise SetupError(where, "is of no use; expected `spells` beside it")
    if not 1 <= given <= traits.POW:
        raise SetupError(where, f"{given} is not possible; expected 1 to {traits.POW}, the POW")
    return given


def _foci(written: WrittenCombatant, spells: tuple[Spell, ...], path: str) -> tuple[int, ...]:
    """S30, M2: by spell the points that its focus holds."""
    where = key(path, "foci")
    known = {one.id: one for one in spells if one.magic == "spirit"}
    for name, points in written.foci.items():
        _check_known(key(where, name), "spell of spirit magic", name, known)
        _check_points(known[name], points, key(where, name))
    return tuple(written.foci.get(one.id, 0) for one in spells)


def _check_known(path: str, what: str, name: str, known: Mapping[str, Spell]) -> None:
    """Raise SetupError unless *name* is among those of its `spells` that are such."""
    if not known:
        raise SetupError(path, f"its `spells` list no {what.rstrip(',')}; expected {name} there")
    choice(path, f"{what} among its `spells`", name, known)


def _check_points(spell: Spell, points: int, where: str) -> None:
    """Is that what the spell may have in it?"""
    if points == 0:
        raise SetupError(where, "0 is nothing; expected 1 or more points")
    if spell.points and not spell.powered and points != spell.points:
        raise SetupError(where, f"{points} is not what {spell.id} takes; expected {spell.points}")


def focus_in_hand(
    written: WrittenCombatant, spells: tuple[Spell, ...], drawn: bool, path: str
) -> str:
    """M2: the spell whose focus is in hand: the one named, or the first if weapons are drawn."""
    names = [one.id for one in spells if one.id in written.foci]
    if written.focus is not None:
        choice(key(path, "focus"), "spell among its `foci`", written.focus, [*names, NO_FOCUS])
        return "" if written.focus == NO_FOCUS else written.focus
    return names[0] if names and drawn else ""


def under(
    written: WrittenCombatant, weapons: tuple[Weapon, ...], held: tuple[str, ...], path: str
) -> tuple[Spelled, ...]:
    """S34, M35: the spells that it is under from the start."""
    where = key(path, "under")
    known = {one.id: one for one in library().spells.values() if one.effect == "lasts"}
    found: list[Spelled] = []
    for name, points in written.under.items():
        place = key(where, name)
        choice(place, "spell that lasts", name, known)
        spell = known[name]
        _check_points(spell, points, place)
        for other in found:
            if other.spell.id in spell.never_with or name in other.spell.never_with:
                problem = f"{name} and {other.spell.id} exclude each other"
                raise SetupError(place, f"{problem}; expected one of them")
        _check_weapon(spell, [one for one in weapons if one.id in held], place)
        found.append(Spelled(spell, points))
    return tuple(found)


def _check_weapon(spell: Spell, held: list[Weapon], where: str) -> None:
    """M6: is there a weapon in hand that it can be on?"""
    if not spell.kinds and not spell.weapons and not spell.flies:
        return
    for arm in held:
        if spell.flies and arm.how:
            return
        if arm.id in spell.weapons or (
            not (arm.shield or arm.how) and set(spell.kinds) & set(arm.kinds)
        ):
            return
    fits = ", ".join(spell.weapons) or f"one that does {' or '.join(spell.kinds)}"
    if spell.flies:
        fits = "one that shoots or is thrown"
    raise SetupError(where, f"no weapon in hand fits {spell.id}; expected {fits}")


def ready(written: WrittenCombatant, spells: tuple[Spell, ...], path: str) -> Spelled | None:
    """S34, M35: the ritual that it has finished right before the fight."""
    where = key(path, "ready")
    if len(written.ready) > 1:
        raise SetupError(where, "holds several spells; expected one")
    known: Mapping[str, Spell] = {
        one.id: one for one in spells if one.magic == "spirit" or one.powered
    }
    for name, points in written.ready.items():
        what = "spell of spirit magic, or one powered by magic points,"
        _check_known(key(where, name), what, name, known)
        spell = known[name]
        _check_points(spell, points, key(where, name))
        return Spelled(spell, spell.points, points) if spell.powered else Spelled(spell, points)
    return None


def late_ritual(setup: Setup, one: Entry) -> list[str]:
    """A15, A9b: whose finished ritual is lost with the first round, for surprise lets it cast nothing in time."""
    made = one.ready
    if made is None or not one.surprised or setup.options.hold == "until_used":
        return []
    rank = strike_rank.FAST
    if made.spell.attack:
        by_distance = setup.options.surprise == "by_distance"
        rank += strike_rank.surprised(_metres_off(setup, one), by_distance).value
    if strike_rank.may_answer(strike_rank.thirds(rank), setup.options.surprised_defence):
        return []
    warning = (
        f"{one.name} is surprised, and can hardly let go the ritual of {made.spell.name}"
        f" {made.boost or made.points} in the first round (A15); what is not let go then is lost,"
        ' unless `hold = "until_used"` (A9b)'
    )
    return [warning]


def _metres_off(setup: Setup, one: Entry) -> int:
    """A15d: how far off the nearest foe begins."""
    if setup.field is None:
        return setup.distance
    here = hexes.named(one.place)
    foes = [hexes.named(foe.place) for foe in setup.combatants if foe.side != one.side]
    return hexes.METRES * min([max(0, hexes.distance(here, foe) - 1) for foe in foes])
