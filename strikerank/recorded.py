"""Fights that were played before: out of a log that was written, or out of a server's journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, Decision, FightEnded, Record
from rules.catalogue import SYSTEMS, AnySetup
from rules.kernel.model import Event
from rules.request.model import Add
from scheduler import direct
from server.rebuild import begin, rules_version_of, setup_of, taking, unkept_of
from server.replay import RebuildError, Replay
from store.journal import Kept, SqliteStore, StoreError
from strikerank.build import version_with_rules
from strikerank.errors import GivenError
from strikerank.headless import Header, header_from

DATABASE: Final = "strikerank.db"
SEAT: Final = "seat"
_MOST_NAMED: Final = 10
_EVENT: Final = msgspec.json.Decoder(Event)
_FIRST: Final = "combat_began"
_LAST: Final = "combat_ended"


class Recorded(NamedTuple):
    """A fight that was played: what happened in it, and its inputs if they are known.

    *unknown* says of which decisions nothing is known, where there are such.
    """

    header: Header
    kept: Kept
    events: Sequence[Event]
    records: Sequence[Record]
    unknown: str = ""

    @property
    def is_over(self) -> bool:
        return self.kept.status != "open"

    def steps(self) -> Iterator[Replay]:
        """Play it again: as it stands at its beginning, and after each input."""
        replay = begin(self.kept)
        yield replay
        for _ in taking(replay, self.records, self.events):
            yield replay


# --- a log ----------------------------------------------------------------------------------


def in_file(name: str) -> Recorded:
    """The fight whose log is the file *name*, as `strikerank fight --format jsonl` writes it."""
    first, *rest = _lines(name)
    try:
        header = header_from(first)
    except msgspec.MsgspecError as error:
        problem = f"line 1 is no beginning of a log: {error}; expected a log in JSON lines"
        raise GivenError(name, problem) from None
    events: list[Event] = []
    for number, line in enumerate(rest, start=2):
        try:
            events.append(_EVENT.decode(line))
        except msgspec.MsgspecError as error:
            raise GivenError(name, f"line {number} is no event: {error}; expected one") from None
    setup = header.setup
    kept = Kept(
        name,
        setup.name,
        setup.rules,
        version_with_rules(header.rules_version) if header.rules_version else "",
        header.seed,
        msgspec.json.encode(setup),
        (),
        header.minds,
        "",
        "ended",
    )
    unknown = _unknown(header)
    try:
        replay = begin(kept)
        records = [] if unknown else _played(replay, header)
    except RebuildError as error:
        raise GivenError(name, f"line 1: {error}") from None
    return Recorded(header, kept, events, records, unknown)


def _lines(name: str) -> list[bytes]:
    try:
        lines = Path(name).read_bytes().splitlines()
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        hint = "expected a log, or --data DIR to look for a fight there"
        raise GivenError(name, f"cannot be read: {problem}; {hint}") from None
    if not lines:
        raise GivenError(name, "is empty; expected a log in JSON lines")
    return lines


def _minds(header: Header) -> dict[str, str]:
    """Who decided for whom."""
    setup = header.setup
    entries = [*setup.combatants]
    entries += [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
    return {entry.id: header.minds.get(entry.id, entry.mind) for entry in entries}


def _unknown(header: Header) -> str:
    """Whose decisions cannot be known from *header*."""
    known = SYSTEMS[header.setup.rules].policies
    whose = [f"{who} ({mind})" for who, mind in _minds(header).items() if mind not in known]
    unknown = [f"what {', '.join(whose[:_MOST_NAMED])} decided"] if whose else []
    if header.changes:
        unknown.append("what the game master changed")
    return " and ".join(unknown)


def _played(replay: Replay, header: Header) -> list[Record]:
    """The inputs of the fight, which follow from its minds."""
    policies = SYSTEMS[header.setup.rules].policies
    minds = _minds(header)
    records: list[Record] = []

    def actor_for(combatant: str) -> Combatant:
        return Combatant(combatant, PolicyMind(policies[minds[combatant]]))

    direct.play(replay.machine, actor_for, recorder=records.append)
    return records


# --- a journal ------------------------------------------------------------------------------


def in_journal(directory: str, prefix: str) -> Recorded:
    """The fight in the journal of *directory* whose id begins with *prefix*, which only one does."""
    if not (Path(directory) / DATABASE).exists():
        hint = "expected a directory in which `strikerank serve --data` keeps fights"
        raise GivenError(directory, f"there is no journal; {hint}")
    try:
        with closing(SqliteStore(Path(directory) / DATABASE, read_only=True)) as store:
            kept = _chosen(store.fights(), prefix, directory)
            records, events = store.inputs(kept.id), store.events(kept.id)
    except StoreError as error:
        raise GivenError("--data", str(error)) from None
    try:
        setup = setup_of(kept)
    except RebuildError as error:
        raise GivenError(kept.id, str(error)) from None
    return Recorded(_header(kept, setup, records), kept, events, records)


def _chosen(fights: Sequence[Kept], prefix: str, directory: str) -> Kept:
    found = [one for one in fights if one.id == prefix]
    found = found or [one for one in fights if one.id.startswith(prefix)]
    if len(found) == 1:
        return found[0]
    what = prefix or directory
    if not fights:
        raise GivenError(what, "there is no fight in the journal; expected one")
    listed = [
        f"{one.id} ({one.name}, {one.status}, {one.created})"
        for one in (found or fights)[-_MOST_NAMED:]
    ]
    begin_so = f"{len(found)} fights begin so" if prefix else f"holds {len(found)} fights"
    problem = begin_so if found else "no fight begins so"
    raise GivenError(what, f"{problem}; expected one of {', '.join(listed)}")


def _header(kept: Kept, setup: AnySetup, records: Sequence[Record]) -> Header:
    usual = _minds(Header(kept.seed, setup))
    minds = {who: mind for who, mind in kept.minds.items() if mind != usual.get(who)}
    minds |= dict.fromkeys(kept.seats, SEAT)
    changes = sum(isinstance(one, AmendmentMade) for one in records)
    return Header(kept.seed, setup, minds, changes, rules_version_of(kept))


# --- is it true? ----------------------------------------------------------------------------


def verified(fight: Recorded) -> str:
    """What was found right, in one line; raises RebuildError with the first thing that is not."""
    events = f"{len(fight.events)} events"
    if fight.unknown:
        _check_form(fight.events)
        return f"{events} in due form; not played again: {fight.unknown} is not in a log"
    *_, replay = fight.steps()
    unkept = unkept_of(replay, fight.events)
    if unkept and fight.is_over:
        where = f"event {len(fight.events) + 1} ({unkept[0].id})"
        raise RebuildError(where, f"{unkept[0].kind} happened, and is not there")
    decisions = sum(isinstance(one, Decision) for one in fight.records)
    ends = any(isinstance(one, FightEnded) and one.state_hash for one in fight.records)
    state = f"state {replay.machine.state_hash()}{', as it was kept' if ends else ''}"
    return f"{events} and {decisions} decisions played again, all the same; {state}"


def _check_form(events: Sequence[Event]) -> None:
    seen: set[str] = set()
    for number, event in enumerate(events, start=1):
        where = f"event {number} ({event.id})"
        if event.id in seen:
            raise RebuildError(where, "has the id of another; expected each once")
        seen.add(event.id)
        if (number == 1) != (event.kind == _FIRST):
            raise RebuildError(where, f"is {event.kind}; event 1, and no other, is {_FIRST}")
    if not events or events[-1].kind != _LAST:
        where = f"event {len(events) + 1}"
        raise RebuildError(where, f"is missing; the last is {_LAST}")
