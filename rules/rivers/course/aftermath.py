"""How everybody came out of a fight: told once, with its end."""

from __future__ import annotations

from typing import Final, Literal

from rules.kernel.model import Fate, Injury, Lost
from rules.rivers.course.combatant import DROPPED, NEVER, Combatant
from rules.rivers.course.proving import proved
from rules.rivers.course.state import State
from rules.rivers.course.view import dies_with

Severity = Literal["", "crippled", "severed"]
HURT: Final[Severity] = ""
CRIPPLED: Final[Severity] = "crippled"
SEVERED: Final[Severity] = "severed"


def fates(fight: State) -> tuple[Fate, ...]:
    """C12, C12a, C64: everybody's state, wounds, losses and proved skills, in seat order."""
    found: list[Fate] = []
    for c in fight.people:
        entry = c.build.entry
        fate = Fate(
            id=c.id,
            name=entry.name,
            side=entry.side,
            state=_state(c),
            wounds=tuple(_wounds(c)),
            dies=dies_with(fight, c, over=True),
            lost=tuple(_lost(c)),
            succeeded=tuple(proved(c)),
        )
        found.append(fate)
    return tuple(found)


def _state(c: Combatant) -> Literal["up", "down", "dead", "fled", "removed", "prisoner"]:
    if c.dead:
        return "dead"
    if c.gone:
        return "removed" if c.removed else "fled"
    if c.prisoner:
        return "prisoner"
    return "up" if c.able else "down"


def _wounds(c: Combatant) -> list[Injury]:
    found: list[Injury] = []
    for place, location in enumerate(c.build.entry.sheet.body.locations):
        full = c.build.full[place]
        left = full - c.lost[place]
        if left < full:
            kills = left <= 0 and location.kind in ("abdomen", "chest", "head")
            untended = kills and not c.dead and (c.bleeding or c.dies_at != NEVER)
            found.append(Injury(location.name, left, full, _severity(c, place), untended))
    return found


def _severity(c: Combatant, place: int) -> Severity:
    if c.severed[place]:
        return SEVERED
    return CRIPPLED if c.is_useless(place) else HURT


def _lost(c: Combatant) -> list[Lost]:
    found: list[Lost] = []
    spent = c.build.entry.sheet.rune_points - c.rune_points
    if spent > 0:
        found.append(Lost("magic", "rune points", "spent", spent))
    spent = c.build.entry.sheet.magic_points - c.magic_points
    if spent > 0:
        found.append(Lost("magic", "magic points", "spent", spent))
    for item, arm in enumerate(c.build.arms):
        flown = arm.missiles - c.missiles[item]
        if flown > 0:
            how: Literal["thrown", "shot"] = "thrown" if arm.how == "thrown" else "shot"
            found.append(Lost(arm.id, arm.name, how, flown))
        if arm.hp > 0 and c.item_hp[item] == 0:
            found.append(Lost(arm.id, arm.name, "broken"))
        elif c.items[item] == DROPPED:
            found.append(Lost(arm.id, arm.name, "dropped"))
    return found
