"""Who rides whom as the fight begins: checked, mounts before their riders, and both on one hex."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, quoted
from rules.request.chapters.saddle import bears
from rules.request.model import Entry


def check_rides(one: Entry, path: str, crew: Iterable[Entry]) -> None:
    """Raise SetupError unless *one* can ride whom it says, or says nobody."""
    if not one.rides:
        return
    where = key(path, "rides")
    known = {other.id: other for other in crew}
    choice(where, "combatant", one.rides, [name for name in known if name != one.id])
    mount = known[one.rides]
    problem = ""
    if not mount.steed:
        steeds = ", ".join(other.id for other in known.values() if other.steed) or "none here"
        problem = f"{mount.id} is a {mount.sheet.creature}; expected one that can be ridden, {steeds}, or a `steed` for it"
    elif mount.rides:
        problem = f"{mount.id} rides somebody itself; expected one that does not"
    elif mount.side != one.side:
        problem = f"{mount.id} is of side {quoted(mount.side)}; expected one of {quoted(one.side)}"
    elif mount.hidden != one.hidden:
        problem = f"only one of {one.id} and {mount.id} is hidden; expected both or neither"
    elif not bears(mount.sheet.characteristics.SIZ, one.sheet.characteristics.SIZ):
        sizes = (
            f"SIZ {mount.sheet.characteristics.SIZ}, and {one.id} {one.sheet.characteristics.SIZ}"
        )
        problem = f"{mount.id} has {sizes}; expected a mount that is larger than its rider"
    if problem:
        raise SetupError(where, problem)
    for other in known.values():
        if other.id != one.id and other.rides == mount.id:
            problem = f"{mount.id} carries {other.id}; expected a mount of its own"
            raise SetupError(where, problem)
    if one.flying or one.high:
        word = "high" if one.high else "flying"
        problem = f"is for {mount.id}, which carries it; expected no `{word}` here"
        raise SetupError(key(path, word), problem)


def mounts_first(crew: list[Entry]) -> list[int]:
    """The numbers of all in their order, but each mount right before its rider at the latest."""
    numbers = {one.id: number for number, one in enumerate(crew)}
    order: list[int] = []
    for number, one in enumerate(crew):
        for who in (numbers.get(one.rides, number), number):
            if who not in order:
                order.append(who)
    return order


def seated(crew: list[Entry], afoot: list[Entry]) -> list[Entry]:
    """Everybody, those who ride at the places that their mounts have got among those *afoot*."""
    placed = {one.id: one for one in afoot}
    return [
        msgspec.structs.replace(one, place=placed[one.rides].place) if one.rides else placed[one.id]
        for one in crew
    ]
