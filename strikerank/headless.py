"""One fight without anybody watching a screen: played by either driver, and its canonical log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final, Literal, cast, final

import msgspec
import trio

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind
from rules.catalogue import SYSTEMS, AnySetup, Policy, System
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Machine
from rules.kernel.model import Event
from scheduler import direct, live
from scheduler.port import Recorder, Sink
from strikerank.files import read_scenario
from strikerank.minds import minds_of
from strikerank.numbers import Seed

Driver = Literal["direct", "live"]
WATCHED: Final = True
_NUMBERS: Final = re.compile(r"\d+")


class Header(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="setup"):
    """The first line of a log; with the answers it is the whole fight.

    The seed is text, since many readers of JSON lose digits of large numbers; behind a colon
    stands which fight under that seed it is, if not the first.  *minds* names by combatant
    who decided for those for whom it was not the mind of the setup: another mind that ships,
    a file, or a "seat".  *changes* counts those of a game master; no log has them.
    *rules_version* is that of the rules that played, 0 if it is not known.
    """

    seed: str
    setup: AnySetup
    minds: dict[str, str] = {}
    changes: int = 0
    rules_version: int = 0


class _Rules(msgspec.Struct, frozen=True):
    """Which rules a setup is for."""

    rules: str = "request"


class _First(msgspec.Struct, frozen=True, tag_field="kind", tag="setup"):
    """The first line of a log, before it is known under which rules it was played."""

    seed: str
    setup: msgspec.Raw
    minds: dict[str, str] = {}
    changes: int = 0
    rules_version: int = 0

    def header(self) -> Header:
        """The same with its setup; raises MsgspecError."""
        rules = msgspec.json.decode(self.setup, type=_Rules).rules
        system = SYSTEMS.get(rules)
        if system is None:
            raise msgspec.ValidationError(f"there is no system {rules!r}")  # noqa: TRY003 - the class is not ours
        setup = msgspec.json.decode(self.setup, type=system.setup)
        return Header(self.seed, setup, self.minds, self.changes, self.rules_version)


_FIRST_LINE: Final = msgspec.json.Decoder(_First)


def header_from(line: bytes) -> Header:
    """The header that the first line of a log is; raises MsgspecError if it is none."""
    return _FIRST_LINE.decode(line).header()


def begin(system: System, setup: AnySetup, master: int, index: int = 0) -> Machine:
    """Fight number *index* of *setup* under a master seed, with its events."""
    return system.begin(setup, fight_seed(master, index), WATCHED)


@final
class Merged:
    """A sink that hands on what happens a round at a time and by its places.

    Parts of a fight that are played side by side tell it as it comes.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._held: list[Event] = []

    def __call__(self, events: list[Event]) -> None:
        if self._held and events[0].round != self._held[0].round:
            self.flush()
        self._held += events

    def flush(self) -> None:
        """Hand on what is held back."""
        held, self._held = self._held, []
        self._sink(sorted(held, key=_place))


def _place(event: Event) -> list[int]:
    numbers: list[str] = _NUMBERS.findall(event.id)
    return [int(one) for one in numbers]


def play(
    machine: Machine,
    minds: Mapping[str, Policy],
    driver: Driver,
    sink: Sink,
    recorder: Recorder | None = None,
) -> None:
    """Play *machine* to its end, with a policy for each combatant."""

    def actor_for(combatant: str) -> Combatant:
        return Combatant(combatant, PolicyMind(minds[combatant]))

    if driver == "direct":
        direct.play(machine, actor_for, sink, recorder=recorder)
        return
    merged = Merged(sink)
    trio.run(partial(live.play, machine, actor_for, merged, recorder=recorder))
    merged.flush()


def header_line(header: Header) -> bytes:
    return msgspec.json.encode(header) + b"\n"


def event_line(event: Event) -> bytes:
    return msgspec.json.encode(event) + b"\n"


def log_of(path: Path, seed: int, driver: str = "direct") -> bytes:
    """The canonical log of one fight: the setup, its events one a line, the last its end."""
    system, setup = read_scenario(str(path))
    header = Header(str(Seed(seed)), setup, rules_version=system.rules_version)
    lines = [header_line(header)]

    def sink(events: list[Event]) -> None:
        lines.extend(map(event_line, events))

    machine = begin(system, setup, seed)
    play(machine, minds_of(system, setup, ()), cast("Driver", driver), sink)
    return b"".join(lines)
