"""What is possible in a setup and most likely not meant: warnings, one a line."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import ChangeSide, Engage, Hide, Move, Reveal, Seize
from rules.kernel.script import too_late
from rules.request.course.arms import BARE_HANDS
from rules.request.model import Add, Entry, Setup
from rules.request.setup.lines import Hostility
from rules.request.setup.meeting import apart, joining
from rules.request.setup.sheets import UNARMED

HARDLY: Final = 20  # percent: below it a casting skill was most likely forgotten
WRESTLES: Final = 50  # percent: who is as good as that with bare hands wants no weapon


def advice(setup: Setup) -> tuple[str, ...]:
    """Every warning, in the order of the combatants and then of the script."""
    found: list[str] = []
    entries = [*setup.combatants]
    shown: set[str] = set()
    moved = False
    for timed in setup.amendments:
        if isinstance(timed.change, Add):
            entries.append(timed.change.entry)
        elif isinstance(timed.change, Reveal):
            shown.add(timed.change.who)
        moved = moved or isinstance(timed.change, Move)
    hostility = Hostility(setup.sides)
    if not any(hostility.of(one.id, other.id) for one in setup.sides for other in setup.sides):
        found.append("all sides are friends: nobody will fight")
    for entry in entries:
        found += _of_one(entry)
        if entry.hidden and entry.id not in shown:
            found.append(f"{entry.name} is hidden and nothing reveals it")
    if setup.distance and not moved:
        found += _out_of_reach(setup, entries)
    found += [
        f"{one.name} and {other.name} can never reach each other nor shoot at each other:"
        " what lies between them is blocked, and they will leave the field"
        for one, other in apart(setup)
    ]
    found += _revealed_in_vain(setup)
    found += _engaged_in_vain(setup)
    found += too_late([timed.at for timed in setup.amendments], setup.options.round_cap)
    return tuple(found)


def _revealed_in_vain(setup: Setup) -> list[str]:
    """Who is to be revealed, and is in plain view at that moment."""
    found: list[str] = []
    names = {entry.id: entry.name for entry in setup.combatants}
    hidden = {entry.id for entry in setup.combatants if entry.hidden}
    for timed in setup.amendments:
        change = timed.change
        if isinstance(change, Add):
            names[change.entry.id] = change.entry.name
            if change.entry.hidden:
                hidden.add(change.entry.id)
        elif isinstance(change, Hide):
            hidden.add(change.who)
        elif isinstance(change, Reveal):
            if change.who not in hidden:
                found.append(
                    f"{names[change.who]} is revealed in round {timed.at.round}, and not hidden"
                )
            hidden.discard(change.who)
    return found


def _engaged_in_vain(setup: Setup) -> list[str]:
    """Who is to be engaged with a friend, or to hold one, by the sides of that moment."""
    found: list[str] = []
    hostility = Hostility(setup.sides)
    everybody = [*setup.combatants, *joining(setup.amendments)]
    names = {one.id: one.name for one in everybody}
    sides = {one.id: one.side for one in everybody}
    for timed in setup.amendments:
        change = timed.change
        if isinstance(change, ChangeSide):
            sides[change.who] = change.side
        elif isinstance(change, Engage | Seize) and not hostility.of(
            sides[change.who], sides[change.foe]
        ):
            who, foe = names[change.who], names[change.foe]
            deed = "hold" if isinstance(change, Seize) else "be engaged with"
            found.append(
                f"{who} is to {deed} {foe} in round {timed.at.round}, and they are no foes"
            )
    return found


def _of_one(entry: Entry) -> list[str]:
    """What is odd about one combatant."""
    sheet = entry.sheet
    traits = sheet.characteristics
    found: list[str] = []
    armed = [weapon for weapon in sheet.weapons if weapon.id != UNARMED]
    if not armed and sheet.skills.get(BARE_HANDS, 0) < WRESTLES:
        found.append(f"{entry.name} has no weapon but bare hands")
    for weapon in armed:
        lacking = max(0, weapon.strength - traits.STR) + max(0, weapon.dexterity - traits.DEX)
        if lacking:
            found.append(
                f"{entry.name} is {lacking} short of the STR and DEX for the {weapon.name}:"
                f" {5 * lacking}% off"
            )
    for skill in dict.fromkeys(spell.skill for spell in sheet.spells):
        if sheet.skills[skill] < HARDLY:
            found.append(f"{entry.name} knows spells, and {skill} at {sheet.skills[skill]}% only")
    return found


def _out_of_reach(setup: Setup, entries: list[Entry]) -> list[str]:
    """Sides without a missile that flies as far as the lines are apart."""
    found: list[str] = []
    for side in setup.sides:
        shots = [
            weapon.shot.range
            for entry in entries
            if entry.side == side.id
            for weapon in entry.sheet.weapons
            if weapon.shot is not None
        ]
        if 2 * max(shots, default=0) < setup.distance:
            found.append(f"nobody of {side.name} can hurt anybody at {setup.distance} m")
    return found
