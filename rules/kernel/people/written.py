"""Whom a scenario lists, and what of the library each of them names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol, TypeVar, cast

import msgspec

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice
from rules.kernel.people.model import Characteristics, WrittenCharacteristics, WrittenSide

HANDS: Final = 2
T = TypeVar("T")


class Gear(Protocol):
    """A weapon or a shield, as far as hands are concerned."""

    @property
    def id(self) -> str: ...
    @property
    def hands(self) -> int: ...


def listed(
    sides: Iterable[str | WrittenSide], combatants: Iterable[T | str]
) -> Iterator[tuple[str, str | None, T | str]]:
    """Everybody, first those in the lists of the sides: the path, the side of that list, and what is written."""
    for number, side in enumerate(sides):
        if isinstance(side, WrittenSide):
            for index, line in enumerate(side.combatants):
                yield f"sides[{number}].combatants[{index}]", side.id, line
    for index, one in enumerate(combatants):
        yield f"combatants[{index}]", None, one


def named(what: str, shelf: Mapping[str, T], names: Iterable[str], path: str) -> list[T]:
    """What these ids name, each once; SetupError at the id that names nothing or stands there twice."""
    found: dict[str, T] = {}
    for index, name in enumerate(names):
        where = f"{path}[{index}]"
        choice(where, what, name, shelf)
        if name in found:
            raise SetupError(where, f"{name} stands here twice; expected each one once")
        found[name] = shelf[name]
    return list(found.values())


def in_hand(gear: Sequence[Gear], names: Sequence[str], path: str) -> tuple[str, ...]:
    """What the scenario puts in hand, main hand first; SetupError if two hands cannot hold it."""
    items = named("weapon here", {one.id: one for one in gear}, names, path)
    if sum(one.hands for one in items) > HANDS:
        problem = f"{' and '.join(names)} do not fit; expected what two hands can hold"
        raise SetupError(path, problem)
    return tuple(one.id for one in items if one.hands > 0)


def traits_of(usual: Characteristics, written: WrittenCharacteristics) -> Characteristics:
    """Those of a creature, with the differences of one of its kind."""
    given = cast("dict[str, int | None]", msgspec.structs.asdict(written))
    changed = {name: value for name, value in given.items() if value is not None}
    return msgspec.structs.replace(usual, **changed)
