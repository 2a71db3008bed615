"""The whole fight as bytes and back: equal fights give equal bytes, and a restored fight plays on the same."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.model import Outcome
from rules.request.course.choices import choice_from
from rules.request.course.combatant import Combatant
from rules.request.course.enrol import enlist, prepare
from rules.request.course.exchange import Exchange, exchange_from
from rules.request.course.state import Asked, Modifier, State
from rules.request.course.turn import turn_from
from rules.request.model import Entry, Setup

VERSION: Final = 1
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
)


def save(fight: State) -> bytes:
    """The state at a wait, as JSON."""
    if not fight.setup_bytes:
        fight.setup_bytes = msgspec.json.encode(fight.setup)
    written = len(fight.setup.combatants)
    return msgspec.json.encode(
        {
            "version": VERSION,
            "setup": msgspec.Raw(fight.setup_bytes),
            "added": fight.entries[written:],
            "seed": fight.seed.hex(),
            "dice": fight.dice.state(),
            "clock": [getattr(fight, name) for name in CLOCK],
            "outcome": fight.outcome_now,
            "modifiers": [[m.name, m.value, m.lasts, m.who] for m in fight.modifiers],
            "people": [_save_combatant(c) for c in fight.people],
            "stack": [procedure.state() for procedure in fight.stack],
            "asked": [_save_asked(asked) for asked in fight.asked],
        }
    )


def load(fight: State, data: bytes) -> None:
    """Put *fight*, fresh and empty, where the snapshot stands."""
    held: dict[str, Any] = msgspec.json.decode(data)
    if held["version"] != VERSION:
        raise ValueError(f"snapshot version {held['version']}, this build reads {VERSION}")
    setup = msgspec.convert(held["setup"], Setup)
    prepare(fight, setup, bytes.fromhex(held["seed"]))
    for entry in setup.combatants:
        enlist(fight, entry)
    for raw in held["added"]:
        enlist(fight, msgspec.convert(raw, Entry))
    dice: list[int] = held["dice"]
    fight.dice = Dice(dice[0], dice[1], dice[2], dice[3])
    for name, value in zip(CLOCK, held["clock"], strict=True):
        setattr(fight, name, value)
    if held["outcome"] is not None:
        fight.outcome_now = msgspec.convert(held["outcome"], Outcome)
    fight.modifiers = [Modifier(m[0], m[1], m[2], m[3]) for m in held["modifiers"]]
    for c, raw in zip(fight.people, held["people"], strict=True):
        _load_combatant(c, raw)
    for raw in held["stack"]:
        fight.stack.append(exchange_from(raw) if raw[0] == Exchange.NAME else turn_from(raw))
    for raw in held["asked"]:
        deed = choice_from(raw[2]) if raw[2] is not None else None
        fight.asked.append(Asked(raw[0], raw[1], deed, raw[3]))


def _save_asked(asked: Asked) -> list[object]:
    deed = asked.deed.state() if asked.deed is not None else None
    return [asked.kind, asked.who, deed, asked.place]


def _save_combatant(c: Combatant) -> list[object]:
    plain = [getattr(c, name) for name in Combatant.STATE]
    lists = [getattr(c, name) for name in Combatant.LISTS]
    return [plain, lists, c.plan.state() if c.plan is not None else None]


def _load_combatant(c: Combatant, raw: list[Any]) -> None:
    for name, value in zip(Combatant.STATE, raw[0], strict=True):
        setattr(c, name, value)
    for name, value in zip(Combatant.LISTS, raw[1], strict=True):
        setattr(c, name, value)
    c.plan = choice_from(raw[2]) if raw[2] is not None else None
