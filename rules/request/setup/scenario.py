"""The whole scenario: sides, combatants and script put together into a Setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, quoted, shaped, within
from rules.kernel.people.naming import check_crew, check_listed, told_apart
from rules.kernel.people.written import listed
from rules.request.model import Entry, Options, Setup, Side, Weapon
from rules.request.setup.meeting import check_meeting
from rules.request.setup.model import WrittenCombatant, WrittenScenario, WrittenSide
from rules.request.setup.person import person
from rules.request.setup.places import Wish, check_marks, settled
from rules.request.setup.riding import check_rides, mounts_first
from rules.request.setup.script import Script
from rules.request.setup.sheets import entries
from rules.request.setup.temper import check_ward
from rules.request.setup.where import found_by

MOST_COMBATANTS: Final = 200
MOST_ROUNDS: Final = 10_000


def decode(raw: Mapping[str, object]) -> Setup:
    """The fight that a scenario describes; raise SetupError where it does not make sense."""
    try:
        return _decoded(raw)
    except SetupError as error:
        raise SetupError(found_by(error.path, raw), error.problem) from None


def _decoded(raw: Mapping[str, object]) -> Setup:
    written = shaped(WrittenScenario, dict(raw))
    _check_options(written.options)
    sides = _sides(written.sides)
    side_ids = [side.id for side in sides]
    crew: list[Entry] = []
    wishes: list[Wish] = []
    whence: list[str] = []
    for path, one, own in _people(written, side_ids):
        taken = {entry.id for entry in crew}
        made = entries(one, path, side_ids, written.start.drawn, own, taken)
        crew += made
        whence += [path] * len(made)
        wishes += [Wish(path, one.place)] * len(made)
        if len(crew) > MOST_COMBATANTS:
            raise SetupError(
                path, f"too many; expected at most {MOST_COMBATANTS} combatants in all"
            )
    check_crew(crew, side_ids)
    for entry, place in zip(crew, whence, strict=True):
        check_ward(entry, place, crew, sides)
        check_rides(entry, place, crew)
    order = mounts_first(crew)
    crew = [crew[number] for number in order]
    wishes = [wishes[number] for number in order]
    crew = _surprise(_told_apart(crew), side_ids, written.start.surprised)
    ground, crew = settled(written, sides, crew, wishes)
    script = Script(crew, sides, written.start.drawn, ground).read(written.amend)
    if ground is not None:
        check_marks(ground)
        check_meeting(ground, sides, crew, wishes, script)
    return Setup(
        name=written.name,
        sides=sides,
        combatants=tuple(crew),
        options=written.options,
        field=None if ground is None else ground.field,
        amendments=script,
        surroundings=written.surroundings,
    )


def remarks(raw: Mapping[str, object]) -> tuple[str, ...]:
    """What the one-line people of a scenario leave out, and what stands in for it: a sentence a line."""
    written = shaped(WrittenScenario, dict(raw))
    side_ids = [one if isinstance(one, str) else one.id for one in written.sides]
    lines = [
        (path, side, one)
        for path, side, one in listed(written.sides, written.combatants)
        if isinstance(one, str)
    ]
    lines += [("", None, one.add) for one in written.amend if isinstance(one.add, str)]
    notes = [person(one, path, side, side_ids).note for path, side, one in lines]
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
            yield path, one, {}


def _check_options(options: Options) -> None:
    within("options.round_cap", options.round_cap, 1, MOST_ROUNDS)
    within("options.stalemate_rounds", options.stalemate_rounds, 0, MOST_ROUNDS)


def _sides(written: Iterable[str | WrittenSide]) -> tuple[Side, ...]:
    full = [WrittenSide(one) if isinstance(one, str) else one for one in written]
    ids = [one.id for one in full]
    if len(ids) < 2:  # noqa: PLR2004 - it takes two
        problem = "there is only one" if ids else "there is none"
        raise SetupError("sides", f"{problem}; expected at least two")
    for index, one in enumerate(full):
        path = f"sides[{index}]"
        if one.id in ids[:index]:
            raise SetupError(path, f"{quoted(one.id)} stands here twice; expected another id")
        for number, friend in enumerate(one.friends):
            choice(f"{path}.friends[{number}]", "side", friend, ids)
    return tuple(Side(one.id, one.name or one.id.capitalize(), one.friends) for one in full)


def _surprise(crew: list[Entry], side_ids: list[str], names: tuple[str, ...]) -> list[Entry]:
    check_listed("start.surprised", names, crew, side_ids)
    return [
        msgspec.structs.replace(one, surprised=True)
        if one.id in names or one.side in names
        else one
        for one in crew
    ]


def _told_apart(crew: list[Entry]) -> list[Entry]:
    names = zip(crew, told_apart(crew), strict=True)
    return [msgspec.structs.replace(one, name=name) for one, name in names]
