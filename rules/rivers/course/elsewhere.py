"""Whom of other engagements somebody alone can attack from where it is."""

from __future__ import annotations

from rules.rivers.chapters import engagements
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.state import State


def is_alone(state: State) -> bool:
    """S8: is there nobody of the other side in this engagement?"""
    return not (state.star.first and state.star.second)


def elsewhere(state: State, c: Combatant, reach: int) -> list[Combatant]:
    """C61, M42: within *reach* metres the unaware, and those whose engagement has no room for *c*."""
    found: list[Combatant] = []
    if reach == 0 or not is_alone(state):
        return found
    for other in state.people:
        if other.build.side == c.build.side or not other.able or other.index in state.own:
            continue
        star = state.star_of(other.index + 1)
        if star is None or state.flight(c, other) > reach:
            continue
        if other.unaware or engagements.joined(star, c.index + 1, c.build.first) is None:
            found.append(other)
    return found
