"""A scenario as its TOML says it, to the fight that it describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.field.drawing import sketched
from rules.kernel.forms import choice, key, quoted, shaped, within
from rules.kernel.people.model import WrittenSide
from rules.kernel.people.naming import check_crew, check_listed, told_apart
from rules.kernel.people.written import listed
from rules.kernel.script import too_late
from rules.rivers.chapters.engagements import why_no_sides
from rules.rivers.chapters.magic import COMMON_FOCUS, is_common
from rules.rivers.model import Entry, Setup, Side, Weapon
from rules.rivers.setup.magic import late_ritual
from rules.rivers.setup.model import WrittenCombatant, WrittenScenario, WrittenStart
from rules.rivers.setup.person import USUAL, person
from rules.rivers.setup.places import placed, walled_off
from rules.rivers.setup.script import Script, better_refused
from rules.rivers.setup.sheets import NO_WEAPONS, entries

MOST_COMBATANTS: Final = 200
MOST_ROUNDS: Final = 1000
_SIDES: Final = 2


def decode(raw: Mapping[str, object]) -> Setup:
    """The fight that a scenario describes; raise SetupError where it does not make sense."""
    try:
        written = shaped(WrittenScenario, dict(raw))
    except SetupError as error:
        raise better_refused(error) from None
    within("options.round_cap", written.options.round_cap, 1, MOST_ROUNDS)
    within("options.stalemate_rounds", written.options.stalemate_rounds, 0, MOST_ROUNDS)
    sides = _sides(written.sides)
    side_ids = [side.id for side in sides]
    crew: list[Entry] = []
    whence: list[str] = []
    wishes: list[tuple[str, str | None]] = []
    for path, one, own in _people(written, side_ids):
        taken = {entry.id for entry in crew}
        made = entries(one, path, side_ids, written.start.drawn, own, taken)
        crew += made
        whence += [path] * len(made)
        wishes += [(path, one.at)] * len(made)
        if len(crew) > MOST_COMBATANTS:
            raise SetupError(
                path, f"too many; expected at most {MOST_COMBATANTS} combatants in all"
            )
    check_crew(crew, side_ids)
    for entry, place in zip(crew, whence, strict=True):
        _check_ward(entry, place, crew)
    first = written.start.first
    if first is not None:
        choice("start.first", "side", first, side_ids)
    field, crew = placed(written, crew, wishes)
    marks = {} if written.map is None else sketched(written.map)[1]
    crew = _struck_unready(_told_apart(crew), side_ids, written.start)
    return Setup(
        name=written.name,
        sides=sides,
        combatants=tuple(crew),
        amendments=Script(crew, side_ids, field, marks).read(written.amend),
        options=written.options,
        distance=written.start.distance,
        first=first or "",
        field=field,
    )


def advice(setup: Setup) -> tuple[str, ...]:
    """What is possible and most likely not meant: bare hands, foci that are rare, skills that strike with nothing."""
    found: list[str] = []
    for one in setup.combatants:
        for number, points in enumerate(one.sheet.foci):
            if not is_common(points):
                spell = one.sheet.spells[number].name
                found.append(
                    f"the focus of {one.name} for {spell} holds {points} points, and more than"
                    f" {COMMON_FOCUS} want a specialist (S30)"
                )
        if all(weapon.id == "fist" for weapon in one.sheet.weapons):
            found.append(f"{one.name} has no weapon but bare hands")
        found += late_ritual(setup, one)
        # In a line these words are skills of weapons; in a block each would be a skill like any other.
        found += [
            f"the skill {skill} of {one.name} is no weapon's, whose skill has the id of the weapon"
            f" ({USUAL[skill]})"
            for skill in one.sheet.skills
            if skill in USUAL
        ]
    found += walled_off(setup)
    found += too_late([timed.at for timed in setup.amendments], setup.options.round_cap)
    return tuple(found)


def remarks(raw: Mapping[str, object]) -> tuple[str, ...]:
    """What the one-line people of a scenario leave out, and what stands in for it: a sentence a line."""
    written = shaped(WrittenScenario, dict(raw))
    side_ids = [one if isinstance(one, str) else one.id for one in written.sides]
    notes = [
        person(one, path, side, side_ids).note
        for path, side, one in listed(written.sides, written.combatants)
        if isinstance(one, str)
    ]
    return tuple([note for note in notes if note])


def _people(
    written: WrittenScenario, side_ids: list[str]
) -> Iterator[tuple[str, WrittenCombatant, Mapping[str, Weapon]]]:
    """Everybody written in full, with the weapons that only they have."""
    for path, side, one in listed(written.sides, written.combatants):
        if isinstance(one, str):
            made = person(one, path, side, side_ids)
            yield path, made.written, made.weapons
        else:
            yield path, one, NO_WEAPONS


def _sides(written: Iterable[str | WrittenSide]) -> tuple[Side, ...]:
    full = [WrittenSide(one) if isinstance(one, str) else one for one in written]
    ids = [one.id for one in full]
    if len(ids) != _SIDES:
        raise SetupError("sides", f"{why_no_sides(len(ids))}; expected two")
    if ids[0] == ids[1]:
        raise SetupError("sides[1]", f"{quoted(ids[1])} stands here twice; expected another id")
    return tuple(Side(one.id, one.name or one.id.capitalize()) for one in full)


def _check_ward(one: Entry, path: str, crew: list[Entry]) -> None:
    """Raise SetupError unless whom *one* is to protect is a friend of it in this fight."""
    if one.temper is not None and one.temper.ward:
        known = [other.id for other in crew if other.id != one.id and other.side == one.side]
        choice(key(key(path, "temper"), "goal"), "friend", one.temper.ward, known)


def _struck_unready(crew: list[Entry], side_ids: list[str], start: WrittenStart) -> list[Entry]:
    """Who is surprised and who is unaware, by ids of combatants or of sides."""
    for field in ("surprised", "unaware"):
        names: tuple[str, ...] = start.surprised if field == "surprised" else start.unaware
        check_listed(f"start.{field}", names, crew, side_ids)
        crew = [
            msgspec.structs.replace(one, **{field: True})
            if one.id in names or one.side in names
            else one
            for one in crew
        ]
    return crew


def _told_apart(crew: list[Entry]) -> list[Entry]:
    names = zip(crew, told_apart(crew), strict=True)
    return [msgspec.structs.replace(one, name=name) for one, name in names]
