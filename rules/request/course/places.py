"""Somebody comes to another place: told, counted, and looked at by those who wait for it."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Figure, Term
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.figures import figure
from rules.request.course.grappling import THROWN
from rules.request.course.ground import crowd, is_free, nearest_free
from rules.request.course.riding import bring, other_of
from rules.request.course.state import State

KNOCKED: Final = "knocked"
PLACED: Final = "placed"
LANDED: Final = "landed"
UNSEATED: Final = "unseated"
STAYS: Final = (KNOCKED, PLACED, THROWN, LANDED, UNSEATED)
"""Ways of coming to another place that are no movement of one's own."""


def has_moved(fight: State, c: Combatant) -> bool:
    """Has *c* come to another place since all was settled?"""
    for i in range(0, len(fight.moved), 2):
        if fight.moved[i] == c.index:
            return True
    return False


def note_move(fight: State, c: Combatant, here: int) -> None:
    """Remember where *c* was before, until all is settled."""
    if not has_moved(fight, c):
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
    c.level = fight.the_ground().level(to)
    if how not in STAYS:
        c.walked += metres
    note_move(fight, c, here)
    if c.mount >= 0 or c.rider >= 0:
        _bring(fight, c, here, metres if how not in STAYS else 0)
    if fight.log is None:
        return
    told = {"how": how, "from": hexes.name(here), "to": hexes.name(to)}
    if facts is not None:
        told.update(facts)
    figures: list[Figure] = [] if rank is None else [rank]
    figures.append(figure("metres", [Term(f"from {told['from']}", metres, "P28")], "P28"))
    fight.emit("moved", by=c.index, facts=told, figures=figures)


def _bring(fight: State, c: Combatant, here: int, metres: int) -> None:
    """P34d: whoever shares the place comes along."""
    other = fight.people[other_of(c)]
    bring(fight, c)
    other.walked += metres
    note_move(fight, other, here)


def stand_apart(fight: State, c: Combatant, to: int) -> None:
    """Whoever came off its mount has a hex of its own: *to*, or the nearest free one if that is none; the fallen bar none."""
    if not c.bars():
        return
    ground = fight.the_ground()
    taken = crowd(fight.people, c.index)
    if to == NOTHING or not is_free(ground, to, c.girth, taken):
        to = nearest_free(ground, c.place, c.girth, taken)
    if to not in (c.place, NOTHING):
        put(fight, c, to, UNSEATED)


def make_room(fight: State, c: Combatant) -> None:
    """C22: whoever bars a hex again and finds somebody there comes to the nearest that is free."""
    ground = fight.ground
    if ground is None or not c.bars():
        return
    taken = crowd(fight.people, c.index, c.high)
    to = nearest_free(ground, c.place, c.girth, taken, c.high)
    if to not in (c.place, NOTHING):
        put(fight, c, to, PLACED)


def alight(fight: State, c: Combatant) -> None:
    """D13c: whoever comes to the ground where nobody can stand comes down as near as can be."""
    taken = crowd(fight.people, c.index) if c.bars() else {}
    to = nearest_free(fight.the_ground(), c.place, c.girth, taken)
    if to not in (c.place, NOTHING):
        put(fight, c, to, LANDED)
