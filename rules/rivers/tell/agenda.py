"""What a scenario of Rivers will do of itself, in words, and when."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.model import EndFight, Engage, SetStatus
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
    who = cast.plain(change.who)
    if isinstance(change, Engage):
        return f"{who} is put against {cast.plain(change.foe)}"
    if isinstance(change, SetStatus):
        return f"{who} is freed from {library().spells[change.status].name}"
    return f"{who} {_PLAIN[type(change).__name__]}"


_PLAIN = {
    "Move": "is put somewhere else",
    "Place": "is put somewhere else",
    "Remove": "is taken out of the fight",
    "SetGear": "has other gear",
    "SetHitPoints": "has other hit points",
    "SetPoints": "has other points of magic",
}
