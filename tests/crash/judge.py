"""What became of answers that were taken, by the journal alone."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from protocol.messages import AnswerMessage
from protocol.records import Decision, PlansKept, Received, Record
from rules.catalogue import SYSTEMS
from rules.kernel.dice import fight_seed
from rules.kernel.model import Event
from rules.request.model import Setup
from store.journal import Kept, SqliteStore
from strikerank.bot import AnyPolicy

SYSTEM: Final = SYSTEMS["request"]
DATABASE: Final = "strikerank.db"


class Tally(NamedTuple):
    """Prompts whose answers were taken and are not there, or count more than once."""

    lost: Sequence[str]
    doubled: Sequence[str]


FAULTLESS: Final = Tally((), ())


def tally(
    records: Sequence[Record], acked: Mapping[str, Sequence[AnswerMessage]], *, is_over: bool
) -> Tally:
    """Hold *records* against what was *acked* to each combatant."""
    keys = Counter((one.combatant, one.key) for one in records if isinstance(one, Received))
    prompts = Counter(one.answer.prompt for one in records if isinstance(one, Received))
    decided = Counter(one.answer.prompt for one in records if isinstance(one, Decision))
    received = {(o.combatant, o.key): o.answer for o in records if isinstance(o, Received)}
    decisions = {one.answer.prompt: one for one in records if isinstance(one, Decision)}
    lost: list[str] = []
    for combatant, messages in acked.items():
        for message in messages:
            prompt = message.answer.prompt
            made = decisions.get(prompt)
            is_there = received.get((combatant, message.key)) == message.answer
            is_used = not is_over if made is None else _is_of(made, combatant, message)
            if not (is_there and is_used):
                lost.append(prompt)
    twice = [one for count in (prompts, decided) for one, number in count.items() if number > 1]
    twice += [f"{combatant} {key}" for (combatant, key), number in keys.items() if number > 1]
    return Tally(tuple(lost), tuple(sorted({*twice})))


def _is_of(made: Decision, combatant: str, message: AnswerMessage) -> bool:
    return (made.combatant, made.answer, made.origin) == (combatant, message.answer, "mind")


class Journal(NamedTuple):
    """A fight, as it lies on the disk."""

    kept: Kept
    records: Sequence[Record]
    events: Sequence[Event]


def journal_of(data: Path) -> Journal:
    """What the next server would find in *data*, which is left as it is; every page is looked at."""
    aside = data.with_name("aside")
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree(data, aside)
    with closing(SqliteStore(aside / DATABASE)) as store:
        store.check()
        (kept,) = store.fights()
        return Journal(kept, store.inputs(kept.id), store.events(kept.id))


def lost_orders(records: Sequence[Record], ordered: Mapping[str, Iterable[str]]) -> list[str]:
    """The keys of orders that were acknowledged to each combatant and are not there once."""
    keys = Counter((o.combatant, o.key) for o in records if isinstance(o, PlansKept) and o.key)
    return [
        key
        for combatant, given in ordered.items()
        for key in sorted(given)
        if keys[combatant, key] != 1
    ]


class Uncut(NamedTuple):
    """A fight as it goes when nobody is ever killed.

    *waits* has, wait by wait, the prompts of the seats that are open together; *states* are
    the hashes after each wait.
    """

    waits: Sequence[Sequence[str]]
    states: Sequence[str]
    events: Sequence[Event]


def uncut(
    setup: Setup, seed: int, policies: Mapping[str, AnyPolicy], seats: Sequence[str]
) -> Uncut:
    """Play it in this process."""
    machine = SYSTEM.begin(setup, fight_seed(seed), True)  # noqa: FBT003 - a column
    waits: list[list[str]] = []
    states = [machine.state_hash()]
    events = machine.take_events()
    while questions := machine.questions():
        waits.append([one.id for one in questions if one.combatant in seats])
        machine.advance([policies[one.combatant](one.sight()) for one in questions])
        events += machine.take_events()
        states.append(machine.state_hash())
    return Uncut(waits, states, events)
