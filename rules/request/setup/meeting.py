"""Whether everybody can get at somebody: a start behind walls is no fight, and sides apart are odd."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.drawing import COVER, DIFFICULT, OPEN
from rules.kernel.model import Place
from rules.request.chapters.altitude import STEP
from rules.request.model import Add, Entry, Setup, Side, Timed
from rules.request.setup.ground import Ground
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
    if not ground.field.rows and not ground.field.heights:
        return
    hostility = Hostility(sides)
    everybody = [*crew, *joining(script)]
    stays = _stays(parts_of(ground, OPEN + DIFFICULT, by_steps=True), everybody, script)
    for one, wish in zip(crew, wishes, strict=True):
        foes = [other for other in everybody if hostility.between(one, other)]
        flies_over = one.flying and len(ground.field.heights) > 0
        if not foes or flies_over or any(weapon.shot is not None for weapon in one.sheet.weapons):
            continue
        if all(stays[one.id].isdisjoint(stays[other.id]) for other in foes):
            problem = f"{one.id} cannot get from {one.place} to any foe, and has nothing to shoot"
            raise SetupError(wish.path, f"{problem} or throw; expected a way to one")


def apart(setup: Setup) -> list[tuple[Side, Side]]:
    """Sides that fight, and can never get to each other nor shoot at each other: walls part them."""
    if setup.field is None or not setup.field.rows:
        return []
    hostility = Hostility(setup.sides)
    everybody = [*setup.combatants, *joining(setup.amendments)]
    # What can be walked or shot over; who can go anywhere in it may see everybody in it.
    parts = parts_of(Ground(setup.field), OPEN + DIFFICULT + COVER)
    stays = _stays(parts, everybody, setup.amendments)
    of_side = {
        side.id: {part for one in everybody if one.side == side.id for part in stays[one.id]}
        for side in setup.sides
    }
    return [
        (one, other)
        for number, one in enumerate(setup.sides)
        for other in setup.sides[number + 1 :]
        if hostility.of(one.id, other.id) and of_side[one.id].isdisjoint(of_side[other.id])
    ]


def joining(script: tuple[Timed, ...]) -> list[Entry]:
    """Whoever comes into the fight later."""
    return [timed.change.entry for timed in script if isinstance(timed.change, Add)]


def _stays(
    parts: dict[int, int], everybody: list[Entry], script: tuple[Timed, ...]
) -> dict[str, set[int]]:
    """In which parts of the map each is at some time; who joins without a place, anywhere."""
    anywhere = set(parts.values())
    stays = {
        one.id: {parts[hexes.named(one.place)]} if one.place else anywhere for one in everybody
    }
    for timed in script:
        if isinstance(timed.change, Place):
            who = timed.change.who
            stays[who] = stays[who] | {parts[hexes.named(timed.change.place)]}
    return stays


def parts_of(ground: Ground, way: str, *, by_steps: bool = False) -> dict[int, int]:
    """Every hex whose ground is in *way*, with the number of the part of the map that it lies in, *by_steps* parted by edges too."""
    parts: dict[int, int] = {}
    number = 0
    for row in range(ground.field.height):
        for column in range(ground.field.width):
            start = hexes.at(column, row)
            if start in parts or not _leads(ground, start, way):
                continue
            number += 1
            parts[start] = number
            edge = [start]
            while edge:
                here = edge.pop()
                for h in hexes.neighbours(here):
                    if h in parts or not _leads(ground, h, way):
                        continue
                    if not by_steps or ground.rise(here, h) <= STEP:
                        parts[h] = number
                        edge.append(h)
    return parts


def _leads(ground: Ground, h: int, way: str) -> bool:
    terrain = ground.terrain(h)
    return terrain != "" and terrain in way
