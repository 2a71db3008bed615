"""The journal that ends with the process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, final

import msgspec

from protocol.records import Record
from rules.kernel.model import Event
from store.known import Known
from store.model import Ends, Entry, Happened, Input, Kept


@final
class MemoryStore:
    """A Store that nothing outlives."""

    def __init__(self) -> None:
        self._known = Known()
        self._fights: dict[str, Kept] = {}
        self._inputs: dict[str, list[Record]] = {}
        self._events: dict[str, list[Event]] = {}

    def write(self, entries: Sequence[Entry]) -> None:
        self._known.take(entries)
        for entry in entries:
            match entry:
                case Kept(id=fight):
                    self._fights[fight] = entry
                    self._inputs[fight] = []
                    self._events[fight] = []
                case Input(fight, record):
                    self._inputs[fight].append(record)
                case Happened(fight, events):
                    self._events[fight].extend(events)
                case Ends(fight, status):
                    kept = self._fights[fight]
                    self._fights[fight] = msgspec.structs.replace(kept, status=status)
                case _:
                    assert_never(entry)

    def fights(self) -> list[Kept]:
        return list(self._fights.values())

    def inputs(self, fight: str) -> list[Record]:
        return list(self._inputs.get(fight, ()))

    def events(self, fight: str) -> list[Event]:
        return list(self._events.get(fight, ()))

    def close(self) -> None:
        """Nothing is held."""
