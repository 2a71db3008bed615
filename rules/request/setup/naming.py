"""Names and numbers that tell people apart over the whole fight, on whichever side they are."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rules.kernel.model import MAX_WORD
from rules.request.model import Entry


def first_number(base: str, count: int, taken: Collection[str]) -> int:
    """The number of the first of *count* people called *base*: they go on where others of that name end."""
    first = 1
    for number in range(1, len(taken) + count + 1):
        if f"{base}-{number}" in taken:
            first = number + 1
    return first


def told_apart(crew: list[Entry]) -> list[Entry]:
    """Everybody by a name that nobody else has: those who share one have their id behind it."""
    names = [one.name for one in crew]
    return [named(one, names) if names.count(one.name) > 1 else one for one in crew]


def named(one: Entry, others: Collection[str]) -> Entry:
    """*one*, with its id behind a name that is among *others*."""
    if one.name not in others:
        return one
    return msgspec.structs.replace(one, name=f"{one.name} ({one.id})"[:MAX_WORD])
