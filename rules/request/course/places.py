"""Somebody comes to another place: told, counted, and looked at by those who wait for it."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Figure, Term
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.figures import figure
from rules.request.course.grappling import THROWN
from rules.request.course.ground import crowd, nearest_free
from rules.request.course.state import State

KNOCKED: Final = "knocked"
PLACED: Final = "placed"
LANDED: Final = "landed"


def note_move(fight: State, c: Combatant, here: int) -> None:
    """Remember where *c* was before, until all is settled."""
    for i in range(0, len(fight.moved), 2):
        if fight.moved[i] == c.index:
            return
    fight.moved = [*fight.moved, c.index, here]


def put(
    fight: State,
    c: Combatant,
    to: int,
    how: str,
    facts: dict[str, str] | None = None,
    rank: Figure | None = None,
) -> None:
    """*c* is on *to* from now on, and it is told how it came there."""
    here = c.place
    metres = hexes.METRES * hexes.distance(here, to)
    c.place = to
    if how not in (KNOCKED, PLACED, THROWN, LANDED):
        c.walked += metres
    note_move(fight, c, here)
    if fight.log is None:
        return
    told = {"how": how, "from": hexes.name(here), "to": hexes.name(to)}
    if facts is not None:
        told.update(facts)
    figures: list[Figure] = [] if rank is None else [rank]
    figures.append(figure("metres", [Term(f"from {told['from']}", metres, "P28")], "P28"))
    fight.emit("moved", by=c.index, facts=told, figures=figures)


def make_room(fight: State, c: Combatant) -> None:
    """C22: whoever bars a hex again and finds somebody there comes to the nearest that is free."""
    ground = fight.ground
    if ground is None or not c.bars():
        return
    taken = crowd(fight.people, c.index, c.high)
    to = nearest_free(ground, c.place, c.girth, taken, c.high)
    if to != c.place:
        put(fight, c, to, PLACED)


def alight(fight: State, c: Combatant) -> None:
    """D13c: whoever comes to the ground where nobody can stand comes down as near as can be."""
    taken = crowd(fight.people, c.index) if c.bars() else {}
    to = nearest_free(fight.the_ground(), c.place, c.girth, taken)
    if to not in (c.place, NOTHING):
        put(fight, c, to, LANDED)
