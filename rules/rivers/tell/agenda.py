"""What a scenario of Rivers will do of itself, in words, and when."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.model import (
    EndFight,
    Engage,
    Move,
    Place,
    Remove,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.rivers.data import library
from rules.rivers.model import Change, Timed
from rules.rivers.tell.cast import Cast


def agenda(cast: Cast, amendments: Sequence[Timed]) -> tuple[tuple[str, str], ...]:
    """A row for each: the round, what happens, and why."""
    rows: list[tuple[str, str]] = []
    for one in amendments:
        why = f" ({one.reason})" if one.reason else ""
        rows.append((f"Round {one.at.round}", f"{_words(cast, one.change)}{why}"))
    return tuple(rows)


def _words(cast: Cast, change: Change) -> str:
    if isinstance(change, EndFight):
        won = f", with victory for {cast.sides[change.winner]}" if change.winner else ""
        return f"the fight ends{won}"
    return f"{cast.plain(change.who)} {_befalls(cast, change)}"


def _befalls(
    cast: Cast,
    change: Move | Place | Remove | Engage | SetHitPoints | SetPoints | SetStatus | SetGear,
) -> str:
    """What becomes of somebody."""
    match change:
        case Move():
            return f"is put {change.distance} m from its own line"
        case Place():
            return f"is put on {change.place}"
        case Engage():
            return f"is put against {cast.plain(change.foe)}"
        case SetHitPoints():
            return f"has {change.points} hit points in the {change.location}"
        case SetPoints():
            return f"has {change.points} {change.name} points"
        case SetStatus():
            return f"is freed from {library().spells[change.status].name}"
        case SetGear():
            missiles = "" if change.missiles is None else f", with {change.missiles} missiles"
            return f"has the {change.item.replace('-', ' ')} {change.state}{missiles}"
        case _:
            return "is taken out of the fight"
