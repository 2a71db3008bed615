"""Who takes part: the setup unpacked into the state, and combatants entered one by one."""

from __future__ import annotations

from rules.kernel.errors import SetupError
from rules.request.course.choices import codes_for
from rules.request.course.combatant import Combatant, combatant_from
from rules.request.course.state import State
from rules.request.model import Entry, Setup


def prepare(fight: State, setup: Setup) -> None:
    """Everything of a new fight but its people, seed and dice."""
    fight.setup = setup
    fight.option_demotion = setup.options.opposed == "demotion"
    fight.option_pool = setup.options.reactions == "pool"
    fight.option_round_up = setup.options.critical_rounding == "up"
    fight.option_fumble_from = setup.options.fumble_from
    for a in setup.sides:
        row: list[bool] = []
        for b in setup.sides:
            friends = a.id == b.id or b.id in a.friends or a.id in b.friends
            row.append(not friends)
        fight.hostile.append(row)
    # A stable sort: changes for the same moment happen in the order they were written.
    fight.timed = sorted(
        setup.amendments, key=lambda timed: (timed.at.round, timed.at.phase, -timed.at.rank)
    )


def side_number(fight: State, side: str) -> int:
    """The number of the side called *side*, or -1."""
    for i, known in enumerate(fight.setup.sides):
        if known.id == side:
            return i
    return -1


def enlist(fight: State, entry: Entry) -> Combatant:
    """Enter one more combatant at the end of the seat order; raises SetupError if it cannot be."""
    side = side_number(fight, entry.side)
    if side < 0:
        raise SetupError(entry.id, f"there is no side {entry.side!r}")
    if entry.id in fight.names:
        raise SetupError(entry.id, "there are two of that id")
    index = len(fight.people)
    c = combatant_from(index, entry, side, codes_for([weapon.id for weapon in entry.sheet.weapons]))
    fight.people.append(c)
    fight.entries.append(entry)
    fight.names[entry.id] = index
    return c
