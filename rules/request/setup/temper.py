"""How somebody is disposed: what a scenario says of it on top of its kind, and whom it is to protect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, quoted, unknown
from rules.request.data import library
from rules.request.model import Entry, Goal, Side, Temper
from rules.request.setup.model import WrittenTemper

NONE: Final = "none"
PROTECT: Final = "protect"
GOALS: Final[tuple[Goal, ...]] = get_args(Goal)


def temper_of(written: str | WrittenTemper | None, usual: str | None, path: str) -> Temper | None:
    """The temper of a creature whose kind is *usual*; None without one.  Raises SetupError."""
    kinds = library().tempers
    if written is None:
        written = WrittenTemper() if usual else NONE
    where = path
    if isinstance(written, str):
        if written == NONE:
            return None
        written = WrittenTemper(kind=written)
    else:
        where = key(path, "kind")
    name = written.kind or usual
    if name is None:
        problem = f"is missing, for this creature has none; expected one of {', '.join(kinds)}"
        raise SetupError(where, problem)
    choice(where, "kind", name, [*kinds, *([NONE] if where == path else [])])
    kind = kinds[name]
    goal, ward = kind.goal, ""
    if written.goal is not None:
        goal, ward = _goal(written.goal, key(path, "goal"))
    return Temper(
        kind=kind.kind,
        nerve=kind.nerve if written.nerve is None else written.nerve,
        goal=goal,
        ward=ward,
        mercy=kind.mercy if written.mercy is None else written.mercy,
        leader=written.leader,
        tested=kind.tested,
        yields=kind.yields,
    )


def _goal(text: str, path: str) -> tuple[Goal, str]:
    """A goal, and the id of whom it is about: "protect captain"."""
    word, _, ward = text.partition(" ")
    if word == PROTECT:
        if not ward.strip():
            problem = 'says not whom; expected the id of a friend behind it, "protect captain"'
            raise SetupError(path, f"{quoted(text)} {problem}")
        return "protect", ward.strip()
    for goal in GOALS:
        if text == goal:
            return goal, ""
    known = [*GOALS[:-1], "protect SOMEBODY"]
    raise SetupError(path, f"there is no goal {quoted(text)}; {unknown(text, known)}")


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
