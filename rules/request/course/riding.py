"""Two who share one place: the rider, whose word counts, and the mount, whose legs carry both.

``mount`` is whom somebody rides and ``rider`` who sits on it; each of a pair names the other,
and both are able and in view alike.  The pair stands where the mount stands, has its girth
and its height, and is engaged with the same foes.
"""

from __future__ import annotations

from typing import Final

from rules.request.chapters import crowd, damage, saddle
from rules.request.course.arms import couched
from rules.request.course.combatant import NOTHING, STANDING, Combatant
from rules.request.course.ground import gap
from rules.request.course.state import State

UNTRAINED: Final = "untrained"


def other_of(c: Combatant) -> int:
    """The one it shares its place with, NOTHING without."""
    return c.mount if c.mount >= 0 else c.rider


def both(fight: State, c: Combatant) -> list[Combatant]:
    """*c*, and whoever shares its place."""
    other = other_of(c)
    return [c] if other < 0 else [c, fight.people[other]]


def legs(fight: State, c: Combatant) -> Combatant:
    """Whoever carries *c*: its mount, or itself."""
    return fight.people[c.mount] if c.mount >= 0 else c


def join(rider: Combatant, mount: Combatant) -> None:
    """*rider* sits on *mount* from now on, wherever it was; nothing is told."""
    rider.mount = mount.index
    mount.rider = rider.index
    rider.place = mount.place
    rider.away = mount.away
    rider.level = mount.level
    rider.girth = mount.girth
    rider.high = mount.high
    rider.flying = mount.flying
    rider.mounted = True
    traits = mount.entry.sheet.characteristics
    modifier = damage.damage_modifier(traits.STR + traits.SIZ)
    rider.couched = tuple([couched(arm, modifier) for arm in rider.arms])


def sever(fight: State, rider: Combatant) -> Combatant:
    """*rider* sits on nobody any more, and is still where it was; who carried it is returned."""
    mount = fight.people[rider.mount]
    rider.mount = NOTHING
    mount.rider = NOTHING
    rider.girth = 1 if crowd.is_large(rider.size) else 0
    rider.mounted = False
    rider.couched = ()
    rider.flying = rider.entry.flying
    return mount


def bring(fight: State, c: Combatant) -> None:
    """Whoever shares the place of *c* is where *c* is, and as high."""
    other = other_of(c)
    if other >= 0:
        fight.people[other].place = c.place
        fight.people[other].level = c.level
        fight.people[other].high = c.high


def why_not_ridden(mount: Combatant) -> str:
    """Why nobody can get on it now; empty if somebody can."""
    if not mount.entry.steed:
        return "is no mount"
    if mount.mount >= 0:
        return "rides somebody itself"
    if mount.rider >= 0:
        return "carries somebody already"
    if not mount.able or mount.stance != STANDING:
        return "does not stand"
    if mount.bolting:
        return "bolts"
    return "is engaged" if mount.foes else ""


def steeds(fight: State, c: Combatant) -> list[int]:
    """P34t, P34v: whom *c* could get on now, in seat order."""
    found: list[int] = []
    if c.bolting or c.mounted or c.rider >= 0 or c.foes or c.high or c.stance != STANDING:
        return found
    for other in fight.people:
        if not other.entry.steed or other.index == c.index or other.high:
            continue
        if other.side != c.side or other.hidden or why_not_ridden(other):
            continue
        is_near = fight.ground is None or gap(c, other) <= 1
        if is_near and saddle.bears(other.size, c.size):
            found.append(other.index)
    return found
