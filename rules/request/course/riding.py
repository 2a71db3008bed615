"""Two who share one place: the rider, whose word counts, and the mount, whose legs carry both.

``mount`` is whom somebody rides and ``rider`` who sits on it; each of a pair names the other,
and both are able and in view alike.  The pair stands where the mount stands, has its girth
and its height, and is engaged with the same foes.
"""

from __future__ import annotations

from rules.request.chapters import crowd, damage
from rules.request.course.arms import couched
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.state import State


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
        fight.people[other].high = c.high
