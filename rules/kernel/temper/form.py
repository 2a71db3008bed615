"""What a scenario says of somebody's temper, on top of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, quoted, unknown
from rules.kernel.temper.model import Goal, Temper, TemperKind, WrittenTemper

NONE: Final = "none"
PROTECT: Final = "protect"
GOALS: Final[tuple[Goal, ...]] = get_args(Goal)


def temper_of(
    written: str | WrittenTemper | None,
    usual: str | None,
    path: str,
    kinds: Mapping[str, TemperKind],
) -> Temper | None:
    """The temper of a creature whose kind is *usual* among *kinds*; None without one.  Raises SetupError."""
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
