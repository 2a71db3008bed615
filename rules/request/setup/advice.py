"""What is possible in a setup and most likely not meant: warnings, one a line."""

from __future__ import annotations

from rules.kernel.model import Move, Reveal
from rules.request.model import Add, Entry, Setup
from rules.request.setup.sheets import UNARMED


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
    for entry in entries:
        found += _of_one(entry)
        if entry.hidden and entry.id not in shown:
            found.append(f"{entry.id} is hidden and nothing reveals it")
    if setup.distance and not moved:
        found += _out_of_reach(setup, entries)
    cap = setup.options.round_cap
    late = [timed.at.round for timed in setup.amendments if timed.at.round > cap]
    if late:
        found.append(f"an amendment of round {late[0]} comes after the last round, {cap}")
    return tuple(found)


def _of_one(entry: Entry) -> list[str]:
    """What is odd about one combatant."""
    sheet = entry.sheet
    traits = sheet.characteristics
    found: list[str] = []
    armed = [weapon for weapon in sheet.weapons if weapon.id != UNARMED]
    if not armed:
        found.append(f"{entry.id} has no weapon but bare hands")
    for weapon in armed:
        lacking = max(0, weapon.strength - traits.STR) + max(0, weapon.dexterity - traits.DEX)
        if lacking:
            found.append(
                f"{entry.id} is {lacking} short of the STR and DEX for the {weapon.name}:"
                f" {5 * lacking}% off"
            )
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
            found.append(f"nobody of {side.id} can hurt anybody at {setup.distance} m")
    return found
