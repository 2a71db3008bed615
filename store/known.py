"""What may be written once only: fights, decisions by prompt, messages by combatant and key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import msgspec

from protocol.records import Decision, PlansKept, Received, Record
from store.errors import IllegalEntryError
from store.model import Entry, Input, Kept

Once = tuple[str, ...]
"""The name of something that a fight may have once: a prompt, or a combatant and a key."""


class Clash(msgspec.Struct, frozen=True):
    """A name that is taken, and how that is said."""

    field: str
    given: str
    allowed: str


def prompt_of(record: Record) -> str | None:
    """The prompt that *record* decides."""
    return record.answer.prompt if isinstance(record, Decision) else None


def message_of(record: Record) -> tuple[str, str] | None:
    """The combatant and the key of the message that *record* comes from."""
    if isinstance(record, (Received, PlansKept)) and record.key:
        return record.combatant, record.key
    return None


def taken_prompt(prompt: str) -> Clash:
    return Clash("prompt", prompt, "one that is not decided")


def taken_key(combatant: str, key: str) -> Clash:
    return Clash("key", f"{key} of {combatant}", "one that was not used before")


def taken_fight(fight: str) -> Clash:
    return Clash("id", fight, "one that no fight has")


def no_fight(fight: str) -> Clash:
    return Clash("fight", fight, "one that has begun")


def refusal(index: int, clash: Clash) -> IllegalEntryError:
    return IllegalEntryError(index, clash.field, clash.given, clash.allowed)


@final
class Known:
    """Remembers what was written, and refuses what would not fit it."""

    def __init__(self) -> None:
        self._once: dict[str, set[Once]] = {}  # by fight

    def take(self, entries: Sequence[Entry]) -> None:
        """Note *entries* as written; raise IllegalEntryError, with none of them noted."""
        new: dict[str, set[Once]] = {}
        for index, entry in enumerate(entries):
            if isinstance(entry, Kept):
                if entry.id in self._once or entry.id in new:
                    raise refusal(index, taken_fight(entry.id))
                new[entry.id] = set()
                continue
            if entry.fight not in self._once and entry.fight not in new:
                raise refusal(index, no_fight(entry.fight))
            if isinstance(entry, Input):
                self._take(index, entry, new.setdefault(entry.fight, set()))
        for fight, once in new.items():
            self._once.setdefault(fight, set()).update(once)

    def forget(self, fight: str) -> None:
        """Nothing more will come of *fight*: only that there was one is remembered."""
        self._once[fight] = set()

    def _take(self, index: int, entry: Input, new: set[Once]) -> None:
        prompt, message = prompt_of(entry.record), message_of(entry.record)
        if prompt is not None:
            name: Once = (prompt,)
            clash = taken_prompt(prompt)
        elif message is not None:
            name = message
            clash = taken_key(*message)
        else:
            return
        if name in new or name in self._once.get(entry.fight, ()):
            raise refusal(index, clash)
        new.add(name)
