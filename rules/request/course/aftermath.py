"""How everybody came out of a fight: told once, with its end."""

from __future__ import annotations

from typing import Final, Literal

from rules.kernel.model import Fate, Injury, Lost
from rules.request.chapters import fatigue, wounds
from rules.request.course.combatant import BROKEN, CARRIED, DROPPED, HELD, Combatant
from rules.request.course.proving import proved
from rules.request.course.state import State
from rules.request.model import LOCATIONS

MAGIC: Final = "magic"
_SEVERITIES: Final[tuple[Literal["", "minor", "serious", "major"], ...]] = (
    "",
    "minor",
    "serious",
    "major",
)


def fates(fight: State) -> tuple[Fate, ...]:
    """C29, C30: everybody's wounds, losses, state and proved skills, in seat order."""
    return tuple([_fate(fight, c) for c in fight.people])


def _fate(fight: State, c: Combatant) -> Fate:
    return Fate(
        id=c.id,
        name=c.name,
        side=fight.setup.sides[c.side].id,
        state=_state(c),
        wounds=tuple(_wounds(c)),
        fatigue=fatigue.WORDS[c.tired] if c.tired else "",
        lost=tuple(_lost(c)),
        succeeded=tuple(proved(c)),
    )


def _state(c: Combatant) -> Literal["up", "down", "dead", "fled", "removed", "prisoner"]:
    if c.dead:
        return "dead"
    if c.gone:
        return "removed" if c.removed else "fled"
    if c.yielded:
        return "prisoner"
    return "up" if c.able else "down"


def _wounds(c: Combatant) -> list[Injury]:
    found: list[Injury] = []
    for place, full in enumerate(c.full):
        left = c.hp[place]
        if left < full:
            severity = _SEVERITIES[wounds.severity(left, full)] if left <= 0 else ""
            open_still = not c.dead and c.bleeds[place] > 0 and left <= -full
            found.append(Injury(LOCATIONS[place], left, full, severity, open_still))
    return found


def _lost(c: Combatant) -> list[Lost]:
    """Magic points, missiles that flew, and weapons that were dropped, broke, or are gone."""
    found: list[Lost] = []
    if c.used[0] > 0:
        found.append(Lost(MAGIC, "magic points", "spent", c.used[0]))
    for i, arm in enumerate(c.arms):
        weapon = c.entry.sheet.weapons[i]
        if weapon.shot is not None:
            flown = c.used[1 + i]
            if flown > 0:
                how: Literal["thrown", "shot"] = "thrown" if weapon.shot.thrown else "shot"
                found.append(Lost(arm.id, arm.name, how, flown))
                if weapon.shot.thrown and c.missiles[i] <= 0:
                    continue  # the last one is gone because it flew
        state = c.items[i]
        if arm.hands > 0 and state not in (CARRIED, HELD):
            found.append(Lost(arm.id, arm.name, _how(state)))
    return found


def _how(state: int) -> Literal["dropped", "broken", "gone"]:
    if state == DROPPED:
        return "dropped"
    return "broken" if state == BROKEN else "gone"
