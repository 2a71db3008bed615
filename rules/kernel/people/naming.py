"""Ids, names and numbers that tell people apart over the whole fight, on whichever side they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, quoted
from rules.kernel.model import MAX_WORD
from rules.kernel.people.model import WrittenPerson

WORDS: Final = ("all", "back", "leave", "nobody", "stay")
"""What stands in an answer where an id may stand, and means no person."""


class Entered(Protocol):
    """Somebody who takes part, as far as what it is called by."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...


class Called(NamedTuple):
    """What one of those that are written together is called by; ``number`` is "" for one by itself."""

    id: str
    name: str
    number: str


def called(written: WrittenPerson, kind: str, taken: Collection[str]) -> list[Called]:
    """Everybody that is written there, with the name of its *kind* for want of one; *taken* are ids of others."""
    name = written.name or kind.capitalize()
    base = written.id or _slug(written.name or written.creature) or f"{written.side}-combatant"
    if written.count is None:
        return [Called(base, name, "")]
    first = 1 if written.id else _first_number(base, written.count, taken)
    numbers = [str(first + n) for n in range(written.count)]
    return [Called(f"{base}-{number}", f"{name} {number}", number) for number in numbers]


def _first_number(base: str, count: int, taken: Collection[str]) -> int:
    """The number of the first of *count* people called *base*: they go on where others of that name end."""
    first = 1
    for number in range(1, len(taken) + count + 1):
        if f"{base}-{number}" in taken:
            first = number + 1
    return first


def _slug(name: str) -> str:
    """A name as an id: lower case, hyphens for all but plain letters and digits; may be empty."""
    spaced = "".join(one if one.isascii() and one.isalnum() else " " for one in name.lower())
    return "-".join(spaced.split())


def told_apart(crew: Sequence[Entered]) -> list[str]:
    """A name for everybody that nobody else has: those who share one have their id behind it."""
    names = [one.name for one in crew]
    return [full_name(one, names) if names.count(one.name) > 1 else one.name for one in crew]


def full_name(one: Entered, others: Collection[str]) -> str:
    """The name of *one*, with its id behind it if it is among *others*."""
    return f"{one.name} ({one.id})"[:MAX_WORD] if one.name in others else one.name


def check_crew(crew: Iterable[Entered], sides: Sequence[str]) -> None:
    """Raise SetupError if two have one id, if one has that of a side or a word of answers, or if a side is empty."""
    seen: dict[str, str] = {}
    filled: set[str] = set()
    for one in crew:
        if one.id in seen:
            names = dict.fromkeys((seen[one.id], one.name))
            who = f"two of them ({' and '.join(map(quoted, names))}) have the id {quoted(one.id)}"
            problem = f"{who}; expected an `id` of its own for each, or a `count`"
            raise SetupError("combatants", problem)
        if one.id in WORDS:
            problem = f"{quoted(one.id)} means something else in an answer; expected another `id`"
            raise SetupError("combatants", problem)
        if one.id in sides:
            raise SetupError("combatants", f"{quoted(one.id)} is a side; expected another `id`")
        seen[one.id] = one.name
        filled.add(one.side)
    for index, side in enumerate(sides):
        if side not in filled:
            problem = f"{quoted(side)} is empty; expected a combatant on every side"
            raise SetupError(f"sides[{index}]", problem)


def check_listed(
    path: str, names: Sequence[str], crew: Iterable[Entered], sides: Sequence[str]
) -> None:
    """Raise SetupError if one of the *names* in the list at *path* is neither a combatant's id nor a side's."""
    known = [*(one.id for one in crew), *sides]
    for index, name in enumerate(names):
        choice(f"{path}[{index}]", "combatant or side", name, known)
