"""What the journal keeps of a fight: how it began, its inputs, what happened, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from protocol.records import Record
from rules.kernel.model import Event

Status = Literal["open", "ended", "failed"]


class Kept(msgspec.Struct, frozen=True):
    """A fight as the journal knows it; as an entry it begins one.

    *seed* is "MASTER" or "MASTER:INDEX", *setup* the JSON of the Setup; *minds* names by
    combatant who decides for those who have no seat.
    """

    id: str
    name: str
    rules: str
    version: str
    seed: str
    setup: bytes
    seats: tuple[str, ...]
    minds: dict[str, str]
    created: str
    status: Status = "open"


class Input(msgspec.Struct, frozen=True):
    """The next input of a fight."""

    fight: str
    record: Record


class Happened(msgspec.Struct, frozen=True):
    """The next events of a fight, as the game master sees them."""

    fight: str
    events: tuple[Event, ...]


class Ends(msgspec.Struct, frozen=True):
    """The fight is as *status* says from now on."""

    fight: str
    status: Status


Entry = Kept | Input | Happened | Ends


class Store(Protocol):
    """A journal.  Only one thread calls at a time; what is read is what was written, in order."""

    def write(self, entries: Sequence[Entry]) -> None:
        """Append *entries* in one transaction, durable when this returns.

        Raises IllegalEntryError or NotWrittenError, with none of them written.
        """
        ...

    def fights(self) -> list[Kept]:
        """Every fight, in the order in which they began."""
        ...

    def inputs(self, fight: str) -> list[Record]:
        """The inputs of *fight*, in order; none if there is no such fight."""
        ...

    def events(self, fight: str) -> list[Event]:
        """What happened in *fight*, in order; nothing if there is no such fight."""
        ...

    def close(self) -> None:
        """Let go of whatever is held; nothing may be called after."""
        ...
