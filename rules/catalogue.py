"""The rule systems there are, by name: the only module that imports all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Final, Literal, NamedTuple, Never, Protocol, cast, get_args, get_origin

import msgspec

from rules.kernel.machine import Machine
from rules.kernel.model import Answer, Event
from rules.kernel.telling import Line, Sheets, Whole
from rules.request.course import machine, shadow
from rules.request.model import (
    MEANINGS,
    Entry,
    Options,
    Setup,
    Side as RequestSide,
    View as RequestView,
)
from rules.request.policies import POLICIES
from rules.request.setup import advice, decode, remarks
from rules.request.tell import Teller as RequestTeller
from rules.request.version import RULES_VERSION
from rules.rivers import model as rivers
from rules.rivers.course import machine as rivers_machine, shadow as rivers_shadow
from rules.rivers.policies import POLICIES as RIVERS_POLICIES
from rules.rivers.setup import (
    advice as rivers_advice,
    decode as rivers_decode,
    remarks as rivers_remarks,
)
from rules.rivers.tell import Teller as RiversTeller
from rules.rivers.version import RULES_VERSION as RIVERS_VERSION

AnySetup = Setup | rivers.Setup
AnySide = RequestSide | rivers.Side
AnyView = RequestView | rivers.View
AnyEntry = Entry | rivers.Entry

# What a sight is only the system knows, and its policies with it.
Policy = Callable[[Never], Answer]
_SENTENCE: Final = re.compile(r"^- \*\*(\S+)\*\* (.*)$", re.MULTILINE)


class Teller(Protocol):
    """Whoever tells one fight."""

    def line(self, event: Event) -> Line | None:
        """What *event* reads like; None if it goes without saying."""
        ...

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """What the next stretch of the fight reads like, each thing told once."""
        ...

    def each(self, events: Iterable[Event]) -> list[Line | None]:
        """The same event by event; None for what goes without saying or is told already."""
        ...

    def ordered(self, events: Iterable[Event]) -> list[Event]:
        """The events of a fight as one reads them: those of parts that were played side by side one part after the other."""
        ...

    def sheets(self) -> Sheets:
        """Who is in the fight or joins it later, and with what."""
        ...

    def wholes(self) -> tuple[Whole, ...]:
        """The whole sheet of everybody, as it will fight."""
        ...

    def agenda(self) -> tuple[tuple[str, str], ...]:
        """What the scenario will do of itself: when, and what."""
        ...

    def standing(self, view: object) -> Sheets:
        """How everybody is, as the game master's *view* shows it."""
        ...


class Option(NamedTuple):
    """A house rule: what it may be, what it is, the sentences that name it, and what it decides."""

    name: str
    choices: str
    default: str
    sentences: tuple[str, ...]
    meaning: str = ""


class Book(NamedTuple):
    """What can be read of a rule system."""

    name: str
    title: str
    package: str
    options: type[msgspec.Struct]
    meanings: Mapping[str, str] = {}

    def rules_text(self) -> str:
        """The numbered rules."""
        return files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")

    def house_rules(self) -> list[Option]:
        """Every option with its default."""
        sentences: list[tuple[str, str]] = _SENTENCE.findall(self.rules_text())
        listed: list[Option] = []
        for field in msgspec.structs.fields(self.options):
            named = re.compile(rf"`{field.name}(?:`| = )")
            naming = [rule for rule, text in sentences if named.search(text)]
            kind, default = cast("tuple[object, object]", (field.type, field.default))
            meaning = self.meanings.get(field.name, "")
            listed.append(
                Option(field.name, _choices(kind), _plain(default), tuple(naming), meaning)
            )
        return listed


# Each of these takes the setups of its own system, which no type says.
Advice = Callable[[AnySetup], tuple[str, ...]]
Begin = Callable[[AnySetup, bytes, bool], Machine]
TellerOf = Callable[[AnySetup], Teller]


class System(NamedTuple):
    """All that the floors above need of one rule system."""

    name: str
    title: str
    package: str
    rules_version: int
    setup: type[AnySetup]
    decode: Callable[[Mapping[str, object]], AnySetup]
    advice: Advice
    remarks: Callable[[Mapping[str, object]], tuple[str, ...]]
    begin: Begin
    restore: Callable[[bytes], Machine]
    sight_from: Callable[[bytes], object]
    policies: Mapping[str, Policy]
    teller: TellerOf
    options: type[msgspec.Struct]
    meanings: Mapping[str, str]

    def book(self) -> Book:
        """What can be read of it."""
        return Book(self.name, self.title, self.package, self.options, self.meanings)


def _choices(kind: object) -> str:
    if get_origin(kind) is Literal:
        return " | ".join(map(_plain, get_args(kind)))
    return "true | false" if kind is bool else "a whole number"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


SYSTEMS: Final[Mapping[str, System]] = {
    "request": System(
        name="request",
        title="ReQuest",
        package="rules.request",
        rules_version=RULES_VERSION,
        setup=Setup,
        decode=decode,
        advice=cast("Advice", advice),
        remarks=remarks,
        begin=cast("Begin", machine.begin),
        restore=machine.restore,
        sight_from=shadow.sight_from,
        policies=POLICIES,
        teller=cast("TellerOf", RequestTeller),
        options=Options,
        meanings=MEANINGS,
    ),
    "rivers": System(
        name="rivers",
        title="Rivers",
        package="rules.rivers",
        rules_version=RIVERS_VERSION,
        setup=rivers.Setup,
        decode=rivers_decode,
        advice=cast("Advice", rivers_advice),
        remarks=rivers_remarks,
        begin=cast("Begin", rivers_machine.begin),
        restore=rivers_machine.restore,
        sight_from=rivers_shadow.sight_from,
        policies=RIVERS_POLICIES,
        teller=cast("TellerOf", RiversTeller),
        options=rivers.Options,
        meanings=rivers.MEANINGS,
    ),
}

BOOKS: Final[Mapping[str, Book]] = {name: system.book() for name, system in SYSTEMS.items()}
"""All that can be read."""
