"""Who stands where on the map of a scenario, if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.drawing import sketched
from rules.kernel.field.land import NO_WAY, NOWHERE, Land, land_of
from rules.kernel.field.model import Field
from rules.kernel.forms import key, quoted
from rules.kernel.model import Place
from rules.rivers.model import Entry, Setup
from rules.rivers.setup.model import WrittenScenario

_NO_GROUND: Final = "expected open or difficult ground"


def placed(
    written: WrittenScenario, crew: Sequence[Entry], wishes: Sequence[tuple[str, str | None]]
) -> tuple[Field | None, list[Entry]]:
    """The field, and everybody at its place on it; *wishes* are the path of each and what its `at` says.

    Raises SetupError where somebody has no place, or one without a map.
    """
    if written.map is None:
        for path, at in wishes:
            if at is not None:
                raise SetupError(key(path, "at"), "there is no map; expected none, or a `[map]`")
        return None, list(crew)
    if written.start.distance:
        raise SetupError("start.distance", "there is a map; expected `at` for everybody instead")
    if written.map.heights is not None:
        raise SetupError("map.heights", "the ground of Rivers is level; expected none")
    field, marks = sketched(written.map)
    land = land_of(field)
    taken: list[int] = []
    found: list[Entry] = []
    seen: list[str] = []
    for one, (path, at) in zip(crew, wishes, strict=True):
        if one.back:
            raise SetupError(key(path, "back"), "there is a map; expected `at` instead")
        h = _place(land, marks, taken, key(path, "at"), at, path in seen)
        seen.append(path)
        taken.append(h)
        found.append(msgspec.structs.replace(one, place=hexes.name(h)))
    return field, found


def walled_off(setup: Setup) -> list[str]:
    """C81: whether nobody can ever get to a foe, and nobody shoots or casts at one either."""
    if setup.field is None or any(isinstance(one.change, Place) for one in setup.amendments):
        return []
    land = land_of(setup.field)
    first = setup.sides[0].id
    for one in setup.combatants:
        if any(arm.how for arm in one.sheet.weapons) or any(
            spell.attack for spell in one.sheet.spells
        ):
            return []
        here = hexes.named(one.place)
        for foe in setup.combatants:
            if one.side == first != foe.side and land.steps(here, hexes.named(foe.place)) < NO_WAY:
                return []
    return ["nobody has a way to a foe, nor anything to shoot, throw or cast at one (C81)"]


def _place(
    land: Land, marks: dict[str, list[int]], taken: list[int], path: str, at: str | None, more: bool
) -> int:
    """The hex of a wish: of a mark the next one, of a hex itself and for *more* of a kind the nearest free one."""
    last = hexes.name(hexes.at(land.width - 1, land.height - 1))
    known = f"expected a hex from A1 to {last}"
    if marks:
        known = f"{known} or a mark: {', '.join(sorted(marks))}"
    if at is None:
        raise SetupError(path, f"is missing; {known}")
    wished = marks.get(at, [hexes.named(at)])
    free = [h for h in wished if h not in taken]
    h = free[0] if free else wished[0]
    if h < 0 or not (0 <= hexes.row(h) < land.height and 0 <= hexes.column(h) < land.width):
        raise SetupError(path, f"there is no hex {quoted(at)}; {known}")
    if land.cost(h) == 0:
        raise SetupError(path, f"nobody can stand at {at}; {_NO_GROUND}")
    if free:
        return h
    if at not in marks and not more:
        raise SetupError(path, f"somebody stands at {at}; expected a hex of its own")
    near = land.nearest_free(h, taken)
    if near == NOWHERE:
        raise SetupError(path, f"there is no room round {at}; expected another hex")
    return near
