"""Places on a map: how far it is to somebody, where a way for somebody's sake leads, and who gives way."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.field.land import NO_WAY, Land
from rules.rivers.course.combatant import Combatant

FAR: Final = 2 * NO_WAY
"""C81: metres to whom there is no way."""


def reach_of(land: Land, c: Combatant, other: Combatant, crowd: list[Combatant]) -> int:
    """C81: the metres that *c* walks to a free hex beside *other*; *crowd* are those in its way."""
    if hexes.distance(c.place, other.place) <= 1:
        return 0
    held = _held(c, crowd)
    least = NO_WAY
    for h in hexes.neighbours(other.place):
        if land.cost(h) and h not in held:
            least = min(least, land.steps(c.place, h))
    return hexes.METRES * least


def straight(a: Combatant, b: Combatant) -> int:
    """The metres of the hexes between two."""
    return hexes.METRES * max(0, hexes.distance(a.place, b.place) - 1)


def flight(land: Land, c: Combatant, other: Combatant) -> int:
    """C84: the metres that a missile or a spell has to go, FAR where it cannot."""
    return straight(c, other) if land.sees(c.place, other.place) else FAR


def towards(
    land: Land, c: Combatant, other: Combatant, metres: int, crowd: list[Combatant]
) -> tuple[int, int]:
    """C82: the hex beside *other*, or as near to it as so many metres go, and the metres walked."""
    held = _held(c, crowd)
    best, walked = c.place, 0
    least = _left(land, c.place, other)
    for h, steps in land.within(c.place, hexes.hexes_down(metres)).items():
        if h in held or h == other.place:
            continue
        left = _left(land, h, other)
        if left < least:
            best, walked, least = h, steps, left
    return best, hexes.METRES * walked


def _left(land: Land, h: int, other: Combatant) -> int:
    """The steps that are left from a hex to somebody."""
    return 1 if hexes.distance(h, other.place) == 1 else land.steps(other.place, h)


def away(
    land: Land, c: Combatant, foes: list[Combatant], way: tuple[int, int], crowd: list[Combatant]
) -> tuple[int, int]:
    """C83: the hex farthest from the nearest of *foes*, or the first that is far enough, and the metres walked.

    *way* is the metres that one goes at most, and those that are enough.
    """
    shut = _held(c, crowd) + [foe.place for foe in foes]
    best, walked = c.place, 0
    most = _nearest(land, c.place, foes)
    for h, steps in land.within(c.place, hexes.hexes_down(way[0]), shut).items():
        far = 0 if most >= way[1] else _nearest(land, h, foes)
        if far > most:
            best, walked, most = h, steps, far
    return best, hexes.METRES * walked


def _nearest(land: Land, h: int, foes: list[Combatant]) -> int:
    """The metres from the nearest of the foes to somebody on that hex."""
    return min([hexes.METRES * (land.steps(foe.place, h) - 1) for foe in foes], default=FAR)


def _held(c: Combatant, crowd: list[Combatant]) -> list[int]:
    """The hexes where somebody else stands."""
    return [one.place for one in crowd if one.able and one.index != c.index]


def give_way(land: Land, people: list[Combatant], before: list[int]) -> list[int]:
    """C85: let whoever came to the hex of another go to the nearest free one; the numbers of those who do.

    *before* are the places as the round began: whoever stayed is first, then all in seat order.
    """
    up = [c for c in people if c.able]
    stayed = [c for c in up if c.place == before[c.index]]
    came = [c for c in up if c.place != before[c.index]]
    taken: list[int] = []
    moved: list[int] = []
    for c in (*stayed, *came):
        if c.place in taken:
            c.place = land.nearest_free(c.place, taken)
            moved.append(c.index)
        taken.append(c.place)
    return moved
