"""A fight from its journal: played again from setup, seed and inputs, and held against what was kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, cast

import msgspec

from actors.combatant import Reply
from protocol.records import FightEnded, PlansKept, Record
from rules.catalogue import SYSTEMS, AnySetup
from rules.kernel.dice import fight_seed
from rules.kernel.errors import SetupError
from rules.kernel.machine import Machine
from rules.kernel.model import Event
from server.replay import RebuildError, Replay, short
from store.model import Kept

WATCHED: Final = True
_RULES: Final = re.compile(r"\+rules\.(\d{1,9})$")


class Rebuilt(msgspec.Struct, frozen=True):
    """A fight as it stood: what to run again, with what, and what had been said.

    *stored* are the answers that LiveAsks is to begin with, *decided* those prompts among
    them whose decision is in the journal already; *acked* has by combatant the keys of all
    messages that were taken, with the prompt each answered (empty: it changed plans).
    *events* is all that happened, the last *unkept* of it not in the journal yet.
    """

    machine: Machine
    stored: dict[str, Reply]
    decided: frozenset[str]
    plans: dict[str, PlansKept]
    acked: dict[str, dict[str, str]]
    events: tuple[Event, ...]
    unkept: tuple[Event, ...]
    begun: bool
    ended: FightEnded | None


def rebuild(kept: Kept, records: Sequence[Record], events: Sequence[Event] = ()) -> Rebuilt:
    """Play *kept* again with *records*, and hold it against the *events* that were kept of it.

    Raises RebuildError, which names the first difference.  Fewer events may be kept than
    happened, never others.
    """
    replay = begin(kept)
    for _ in taking(replay, records, events):
        pass
    unkept = unkept_of(replay, events)
    return Rebuilt(
        replay.machine,
        replay.stored(),
        replay.decided(),
        replay.plans,
        replay.acked,
        (*events, *unkept),
        tuple(unkept),
        replay.begun,
        replay.ended,
    )


def taking(replay: Replay, records: Sequence[Record], events: Sequence[Event]) -> Iterator[Record]:
    """Let *replay* take each of *records*; raises RebuildError, which names the first difference.

    An input that does not fit is seldom the first: the *events* may have been others before.
    """
    try:
        for record in records:
            replay.take(record)
            yield record
    except RebuildError:
        unkept_of(replay, events[: len(replay.events)])
        raise


def begin(kept: Kept) -> Replay:
    """The fight at its very beginning, watched; raises RebuildError if there is no such fight."""
    system = SYSTEMS.get(kept.rules)
    if system is None:
        raise RebuildError("rules", f"there is no system {kept.rules} any more")
    try:
        return Replay(system.begin(setup_of(kept), seed_of(kept.seed), WATCHED))
    except SetupError as error:
        raise RebuildError("setup", str(error)) from error


def explained(kept: Kept, error: RebuildError) -> str:
    """What *error* says, and that other rules than these played *kept*, if so."""
    played = rules_version_of(kept)
    system = SYSTEMS.get(kept.rules)
    if played == 0 or system is None or played == system.rules_version:
        return str(error)
    version = system.rules_version
    return f"{error}; it was played by version {played} of the rules, and these are {version}"


def rules_version_of(kept: Kept) -> int:
    """The version of the rules that played *kept*; 0 if it is not known."""
    played = _RULES.search(kept.version)
    return int(played[1]) if played else 0


def setup_of(kept: Kept) -> AnySetup:
    try:
        return msgspec.json.decode(kept.setup, type=SYSTEMS[kept.rules].setup)
    except msgspec.MsgspecError as error:
        raise RebuildError("setup", str(error)) from error


def seed_of(text: str) -> bytes:
    """The seed of a fight from "MASTER" or "MASTER:INDEX"."""
    master, _, index = text.partition(":")
    try:
        return fight_seed(int(master), int(index or "0"))
    except (ValueError, OverflowError):
        raise RebuildError("seed", f"{text!r} is none; expected NUMBER or NUMBER:FIGHT") from None


def unkept_of(replay: Replay, kept: Sequence[Event]) -> list[Event]:
    """What happened again beyond *kept*; raises RebuildError where *kept* is otherwise.

    Parts that are played side by side may be kept in any order, one beside the other.
    """
    if not replay.had_children:
        for number, (old, new) in enumerate(zip(kept, replay.events, strict=False), start=1):
            _compare(number, old, new)
        if len(kept) > len(replay.events):
            raise _missing(len(replay.events) + 1, kept[len(replay.events)])
        return replay.events[len(kept) :]
    left = {event.id: event for event in replay.events}
    for number, old in enumerate(kept, start=1):
        if old.id not in left:
            raise _missing(number, old)
        _compare(number, old, left.pop(old.id))
    return list(left.values())


def _compare(number: int, old: Event, new: Event) -> None:
    if old != new:
        fields = Event.__struct_fields__
        was, now = cast(
            "list[list[object]]", [[getattr(one, name) for name in fields] for one in (old, new)]
        )
        problems = [
            f"{name} was {short(before)}, and is {short(after)} now"
            for name, before, after in zip(fields, was, now, strict=True)
            if before != after
        ]
        raise RebuildError(_event(number, old), problems[0])


def _missing(number: int, event: Event) -> RebuildError:
    return RebuildError(_event(number, event), f"{event.kind} did not happen again")


def _event(number: int, event: Event) -> str:
    return f"event {number} ({event.id})"
