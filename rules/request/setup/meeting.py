"""Whether everybody can get at somebody: a start behind walls is no fight."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.model import Place
from rules.request.model import Add, Entry, Side, Timed
from rules.request.setup.ground import DIFFICULT, OPEN, Ground
from rules.request.setup.lines import Hostility
from rules.request.setup.places import Wish


def check_meeting(
    ground: Ground,
    sides: tuple[Side, ...],
    crew: list[Entry],
    wishes: list[Wish],
    script: tuple[Timed, ...],
) -> None:
    """Raise SetupError if somebody without a missile is walled off from every foe for good."""
    if not ground.field.rows:
        return
    hostility = Hostility(sides)
    parts = _parts(ground)
    stays = {one.id: {parts[hexes.named(one.place)]} for one in crew}
    everybody = list(crew)
    for timed in script:
        change = timed.change
        if isinstance(change, Add):
            # Who joins without a place may turn up anywhere.
            place = change.entry.place
            everybody.append(change.entry)
            stays[change.entry.id] = {parts[hexes.named(place)]} if place else set(parts.values())
        elif isinstance(change, Place):
            stays[change.who].add(parts[hexes.named(change.place)])
    for one, wish in zip(crew, wishes, strict=True):
        foes = [other for other in everybody if hostility.between(one, other)]
        if not foes or any(weapon.shot is not None for weapon in one.sheet.weapons):
            continue
        if all(stays[one.id].isdisjoint(stays[other.id]) for other in foes):
            problem = f"{one.id} cannot get from {one.place} to any foe, and has nothing to shoot"
            raise SetupError(wish.path, f"{problem} or throw; expected a way to one")


def _parts(ground: Ground) -> dict[int, int]:
    """Every hex one can stand on, with the number of the part of the map that it lies in."""
    parts: dict[int, int] = {}
    number = 0
    for row in range(ground.field.height):
        for column in range(ground.field.width):
            start = hexes.at(column, row)
            if start in parts or not _is_way(ground, start):
                continue
            number += 1
            parts[start] = number
            edge = [start]
            while edge:
                for h in hexes.neighbours(edge.pop()):
                    if h not in parts and _is_way(ground, h):
                        parts[h] = number
                        edge.append(h)
    return parts


def _is_way(ground: Ground, h: int) -> bool:
    return ground.terrain(h) in (OPEN, DIFFICULT)
