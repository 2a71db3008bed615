"""How somebody is disposed: what a scenario says of it on top of its kind, and whom it is to protect."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.forms import choice, key
from rules.kernel.temper import form
from rules.kernel.temper.model import Temper, WrittenTemper
from rules.request.data import library
from rules.request.model import Entry, Side


def temper_of(written: str | WrittenTemper | None, usual: str | None, path: str) -> Temper | None:
    """The temper of a creature whose kind is *usual*; None without one.  Raises SetupError."""
    return form.temper_of(written, usual, path, library().tempers)


def check_ward(one: Entry, path: str, crew: Iterable[Entry], sides: tuple[Side, ...]) -> None:
    """Raise SetupError unless whom *one* is to protect is a friend of it in this fight."""
    if one.temper is None or not one.temper.ward:
        return
    friends = {side.id: {side.id, *side.friends} for side in sides}
    known = [
        other.id
        for other in crew
        if other.id != one.id
        and (other.side in friends[one.side] or one.side in friends[other.side])
    ]
    choice(key(key(path, "temper"), "goal"), "friend", one.temper.ward, known)
