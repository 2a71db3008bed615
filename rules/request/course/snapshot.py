"""The whole fight as bytes and back: equal fights give equal bytes, and a restored fight plays on the same."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from rules.kernel.dice import Dice
from rules.request.chapters.defence import Cell
from rules.request.chapters.rolls import FAILURE
from rules.request.course.choices import choice_from
from rules.request.course.combatant import Combatant
from rules.request.course.contest import contest_from
from rules.request.course.enrol import enter, prepare, surround
from rules.request.course.exchange import exchange_from
from rules.request.course.following import following_from
from rules.request.course.journey import journey_from
from rules.request.course.model import (
    SavedAsked,
    SavedCombatant,
    SavedContest,
    SavedExchange,
    SavedFight,
    SavedFollowing,
    SavedJourney,
    SavedModifier,
    SavedMoment,
    SavedProcedure,
    SavedProvoking,
    SavedStruck,
    SavedTurn,
)
from rules.request.course.moment import moment_from
from rules.request.course.provoking import provoking_from
from rules.request.course.riding import join
from rules.request.course.settling import settling_from
from rules.request.course.state import Asked, Modifier, Procedure, State, Struck
from rules.request.course.turn import turn_from

VERSION: Final = 16
# `told` and the log are not in it: at a wait the events are handed over or not wanted.
CLOCK: Final = (
    "round",
    "phase",
    "rank",
    "wait",
    "timed_next",
    "quiet_rounds",
    "harm",
    "spent",
    "over",
    "settled",
    "shaken",
    "nervous",
)


def save(fight: State) -> bytes:
    """The state at a wait, as JSON."""
    return msgspec.json.encode(saved(fight))


def load(fight: State, data: bytes) -> None:
    """Put *fight*, fresh and empty, where the snapshot stands."""
    fill(fight, msgspec.json.decode(data, type=SavedFight))


def saved(fight: State) -> SavedFight:
    """The state at a wait."""
    return SavedFight(
        version=VERSION,
        setup=fight.setup,
        added=fight.entries[len(fight.setup.combatants) :],
        seed=fight.seed.hex(),
        dice=fight.dice.state(),
        clock=[_read(fight, name) for name in CLOCK],
        outcome=fight.outcome_now,
        moved=fight.moved,
        fresh=fight.fresh,
        withheld=[_save_struck(struck) for struck in fight.withheld],
        modifiers=[SavedModifier(m.name, m.value, m.lasts, m.who) for m in fight.modifiers],
        people=[_save_combatant(c) for c in fight.people],
        stack=[procedure.saved() for procedure in fight.stack],
        scene=fight.scene,
        asked=[_save_asked(asked) for asked in fight.asked],
    )


def fill(fight: State, held: SavedFight) -> None:
    """Put *fight*, fresh and empty, where *held* stands."""
    people_it(fight, held)
    stand(fight, held)


def people_it(fight: State, held: SavedFight) -> None:
    """The setup and the people of *held*, as they were before anything happened."""
    if held.version != VERSION:
        raise UnreadableSnapshotError(held.version)
    prepare(fight, held.setup)
    for entry in (*held.setup.combatants, *held.added):
        enter(fight, entry)


def stand(fight: State, held: SavedFight) -> None:
    """Everything else of *held*, once its people are there."""
    fight.seed = bytes.fromhex(held.seed)
    fight.dice = Dice(held.dice[0], held.dice[1], held.dice[2], held.dice[3])
    for name, value in zip(CLOCK, held.clock, strict=True):
        setattr(fight, name, value)
    surround(fight, held.scene)
    fight.outcome_now = held.outcome
    fight.moved = held.moved
    fight.fresh = held.fresh
    fight.withheld = [_load_struck(struck) for struck in held.withheld]
    fight.modifiers = [Modifier(m.name, m.value, m.lasts, m.who) for m in held.modifiers]
    for c, saved_one in zip(fight.people, held.people, strict=True):
        _load_combatant(c, saved_one)
    for c in fight.people:
        if c.mount >= 0:
            join(c, fight.people[c.mount])
    for procedure in held.stack:
        fight.stack.append(procedure_from(procedure))
    for asked in held.asked:
        deed = choice_from(asked.deed) if asked.deed is not None else None
        fight.asked.append(Asked(asked.kind, asked.who, deed, asked.place))


def _save_struck(struck: Struck) -> SavedStruck:
    cell = struck.cell
    return SavedStruck(
        struck.deed.saved(),
        struck.reaction.saved() if struck.reaction is not None else None,
        (
            cell.damage,
            cell.parry_times,
            int(cell.riposte),
            int(cell.attacker_fumbles),
            int(cell.attacker_overextended),
            int(cell.defender_fumbles),
        ),
        struck.attack_fumble,
        struck.defence_roll,
        struck.place,
        struck.push,
        struck.through,
        struck.severity,
        struck.stood,
        struck.losing,
    )


def _load_struck(saved: SavedStruck) -> Struck:
    cell = Cell(FAILURE)
    cell.damage = saved.cell[0]
    cell.parry_times = saved.cell[1]
    cell.riposte = saved.cell[2] == 1
    cell.attacker_fumbles = saved.cell[3] == 1
    cell.attacker_overextended = saved.cell[4] == 1
    cell.defender_fumbles = saved.cell[5] == 1
    reaction = choice_from(saved.reaction) if saved.reaction is not None else None
    struck = Struck(choice_from(saved.deed), reaction, cell)
    struck.attack_fumble = saved.attack_fumble
    struck.defence_roll = saved.defence_roll
    struck.place = saved.place
    struck.push = saved.push
    struck.through = saved.through
    struck.severity = saved.severity
    struck.stood = saved.stood
    struck.losing = saved.losing
    return struck


def procedure_from(saved: SavedProcedure) -> Procedure:
    """The procedure that a snapshot holds."""
    if isinstance(saved, SavedTurn):
        return turn_from(saved)
    if isinstance(saved, SavedExchange):
        return exchange_from(saved)
    if isinstance(saved, SavedMoment):
        return moment_from(saved)
    if isinstance(saved, SavedProvoking):
        return provoking_from(saved)
    if isinstance(saved, SavedJourney):
        return journey_from(saved)
    if isinstance(saved, SavedContest):
        return contest_from(saved)
    if isinstance(saved, SavedFollowing):
        return following_from(saved)
    return settling_from(saved)


class UnreadableSnapshotError(Exception):
    """The snapshot is of a version that this build does not read."""

    def __init__(self, version: int) -> None:
        super().__init__(f"a snapshot of version {version}; this build reads version {VERSION}")
        self.version: int = version


def _read(owner: object, name: str) -> object:
    # An object, not an int: compiled code would store True as 1, and 1 is no bool to it again.
    return cast("object", getattr(owner, name))


def _read_list(owner: object, name: str) -> list[int]:
    return cast("list[int]", getattr(owner, name))


def _save_asked(asked: Asked) -> SavedAsked:
    deed = asked.deed.saved() if asked.deed is not None else None
    return SavedAsked(asked.kind, asked.who, deed, asked.place)


def _save_combatant(c: Combatant) -> SavedCombatant:
    return SavedCombatant(
        [_read(c, name) for name in Combatant.STATE],
        [_read_list(c, name) for name in Combatant.LISTS],
        c.plan.saved() if c.plan is not None else None,
        c.task.saved() if c.task is not None else None,
    )


def _load_combatant(c: Combatant, saved: SavedCombatant) -> None:
    for name, value in zip(Combatant.STATE, saved.state, strict=True):
        setattr(c, name, value)
    for name, values in zip(Combatant.LISTS, saved.lists, strict=True):
        setattr(c, name, values)
    c.plan = choice_from(saved.plan) if saved.plan is not None else None
    c.task = choice_from(saved.task) if saved.task is not None else None
    c.settle()
