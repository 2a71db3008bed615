"""The game master's hand on magic: points are given and taken, and a spell on somebody ended."""

from __future__ import annotations

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import SetPoints, SetStatus
from rules.rivers.course.casting import end
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.costs import spent
from rules.rivers.course.state import State

MAGIC = "magic"
RUNE = "rune"


def set_points(state: State, c: Combatant, change: SetPoints, told: dict[str, str]) -> None:
    """M1: magic points up to POW, or rune points up to those it began with; raises IllegalAmendmentError."""
    sheet = c.build.entry.sheet
    most = {MAGIC: sheet.characteristics.POW, RUNE: sheet.rune_points}
    if change.name not in most:
        raise IllegalAmendmentError("name", change.name, f"expected {MAGIC} or {RUNE}")
    if not 0 <= change.points <= most[change.name]:
        allowed = f"expected 0 to {most[change.name]}"
        raise IllegalAmendmentError("points", str(change.points), allowed)
    facts = {**told, "change": "points", "name": change.name, "points": str(change.points)}
    state.emit("amended", at=c.index, facts=facts)
    if change.name == RUNE:
        c.rune_points = change.points
        return
    c.magic_points = change.points
    spent(state, c)


def end_spell(state: State, c: Combatant, change: SetStatus, told: dict[str, str]) -> None:
    """End the spell of that id on somebody; raises IllegalAmendmentError."""
    found = [one for one in c.under if one.spell.id == change.status]
    if change.on or not found:
        known = ", ".join([one.spell.id for one in c.under]) or "nothing, for it is under no spell"
        raise IllegalAmendmentError("status", change.status, f"to be ended: {known}")
    facts = {**told, "change": "status", "status": change.status}
    state.emit("amended", at=c.index, facts=facts)
    end(state, c, found[0])
