"""Where everybody stands as the fight begins: on a drawn map, in lines, in contact, or nowhere."""

from __future__ import annotations

from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, quoted
from rules.request.model import Entry, Side
from rules.request.setup.contact import Knots, in_contact
from rules.request.setup.ground import Ground, covered, drawn, girth
from rules.request.setup.lines import Hostility, in_lines
from rules.request.setup.model import WrittenScenario
from rules.request.setup.riding import seated

SHARED: Final = "is that of its mount; expected a `place` for the mount, and none here"
_TWO: Final = 2


class Wish:
    """What the scenario says of somebody's place, and where it says so."""

    def __init__(self, path: str, place: str | None) -> None:
        self.path: str = key(path, "place")
        self.high: str = key(path, "high")
        self.place: str | None = place


def settled(
    written: WrittenScenario, sides: tuple[Side, ...], crew: list[Entry], wishes: list[Wish]
) -> tuple[Ground | None, list[Entry]]:
    """The ground, and everybody with its place on it, riders where their mounts are; None in a fight without places."""
    for one, wish in zip(crew, wishes, strict=True):
        if one.rides and wish.place is not None:
            raise SetupError(wish.path, SHARED)
    afoot = [one for one in crew if not one.rides]
    theirs = [wish for one, wish in zip(crew, wishes, strict=True) if not one.rides]
    ground, afoot = _settled(written, sides, afoot, theirs)
    return ground, seated(crew, afoot)


def _settled(
    written: WrittenScenario, sides: tuple[Side, ...], crew: list[Entry], wishes: list[Wish]
) -> tuple[Ground | None, list[Entry]]:
    """The same for those who have a place of their own."""
    start = written.start
    if written.map is not None:
        for name, given in (("distance", start.distance), ("contact", start.contact)):
            if given is not None:
                problem = f"stands beside a map; expected a `place` for everybody, and no `{name}`"
                raise SetupError(key("start", name), problem)
        ground = drawn(written.map)
        return ground, _on_map(ground, crew, wishes)
    for wish in wishes:
        if wish.place is not None:
            problem = "there is no map to stand on; expected a `[map]`, or no `place`"
            raise SetupError(wish.path, problem)
    if start.contact is not None and start.distance is not None:
        problem = "stands beside `contact`, which puts people together; expected one of the two"
        raise SetupError("start.distance", problem)
    if start.distance == 0:
        for one, wish in zip(crew, wishes, strict=True):
            if one.high:
                problem = "wants a fight with places; expected a map, or no `distance = 0`"
                raise SetupError(wish.high, problem)
        return None, crew
    hostility = Hostility(sides)
    if start.contact:
        stand = in_contact(crew, hostility, _knots(crew, hostility, start.contact))
    else:
        apart = hexes.hexes_up(hexes.METRES if start.distance is None else start.distance)
        stand = in_lines(crew, hostility, apart)
    ground = Ground(stand.field)
    for one in crew:
        ground.put(one, stand.places[one.id], "start")
    return ground, [_placed(one, stand.places[one.id]) for one in crew]


def wished(ground: Ground, who: Entry, wish: Wish) -> int:
    """The hex that *who* is to stand on, by name or by mark."""
    text = wish.place or ""
    if len(text) != 1:
        return ground.named(text, wish.path)
    marked = ground.marked(text, wish.path)
    free = [h for h in marked if ground.is_free(h)]
    if not free:
        many = "1 hex" if len(marked) == 1 else f"{len(marked)} hexes"
        on_it = list(dict.fromkeys(ground.taken[h].id for h in marked if h in ground.taken))
        stand = f"{' and '.join(on_it)} stand{'s' * (len(on_it) == 1)} there"
        problem = f"mark {quoted(text)} has {many}, {stand}, and nothing is free for {who.id}"
        raise SetupError(wish.path, f"{problem}; expected a hex for everybody")
    if girth(who):
        # Who draws all seven hexes means the one in the middle.
        for h in free:
            if all(one in marked for one in covered(who, h)):
                return h
    return free[0]


def spot(ground: Ground, text: str, path: str) -> int:
    """The hex of this name, or the first one of this mark, whoever stands there."""
    return ground.marked(text, path)[0] if len(text) == 1 else ground.named(text, path)


def check_marks(ground: Ground) -> None:
    """Raise SetupError if something is drawn that is nobody's place: most likely meant as ground."""
    for mark, marked in ground.marks.items():
        if mark not in ground.used:
            row = hexes.row(marked[0])
            problem = f"mark {quoted(mark)} is nobody's `place`; expected a combatant there"
            raise SetupError(f"map.rows[{row}]", f"{problem}, or `.`, `#`, `o` or `~`")


def _on_map(ground: Ground, crew: list[Entry], wishes: list[Wish]) -> list[Entry]:
    made: list[Entry] = []
    for one, wish in zip(crew, wishes, strict=True):
        if wish.place is None:
            problem = "is missing; expected a mark of the map, or the name of a hex"
            raise SetupError(wish.path, problem)
        h = wished(ground, one, wish)
        ground.put(one, h, wish.path)
        made.append(_placed(one, h))
    return made


def _placed(one: Entry, h: int) -> Entry:
    return msgspec.structs.replace(one, place=hexes.name(h))


def _knots(crew: list[Entry], hostility: Hostility, written: Knots) -> Knots:
    """The lists of `contact`, if each is somebody and foes of it."""
    known = {one.id: one for one in crew}
    for index, names in enumerate(written):
        path = f"start.contact[{index}]"
        if len(names) < _TWO:
            problem = "has nobody else in it" if names else "has nobody in it"
            raise SetupError(path, f"{problem}; expected somebody and the foes beside it")
        for place, name in enumerate(names):
            choice(f"{path}[{place}]", "combatant", name, known)
            if name in names[:place]:
                problem = f"{quoted(name)} stands here twice; expected each one once"
                raise SetupError(f"{path}[{place}]", problem)
            if place and not hostility.between(known[names[0]], known[name]):
                problem = f"{quoted(name)} is no foe of {quoted(names[0])}"
                raise SetupError(f"{path}[{place}]", f"{problem}; expected foes of the first")
    return written
