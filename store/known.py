"""What may be written once only: fights, decisions by prompt, messages by combatant and key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import msgspec

from protocol.records import Decision, PlansKept, Received, Record
from store.errors import IllegalEntryError
from store.model import Ends, Entry, Happened, Input, Kept

Once = tuple[str, ...]
"""The name of something that may be written once."""


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
        self._fights: set[str] = set()
        self._once: set[Once] = set()

    def take(self, entries: Sequence[Entry]) -> None:
        """Note *entries* as written; raise IllegalEntryError, with none of them noted."""
        fights: set[str] = set()
        once: set[Once] = set()
        for index, entry in enumerate(entries):
            if isinstance(entry, Kept):
                if entry.id in self._fights or entry.id in fights:
                    raise refusal(index, taken_fight(entry.id))
                fights.add(entry.id)
                continue
            if entry.fight not in self._fights and entry.fight not in fights:
                raise refusal(index, no_fight(entry.fight))
            if isinstance(entry, (Happened, Ends)):
                continue
            self._take_input(index, entry, once)
        self._fights |= fights
        self._once |= once

    def forget(self, fight: str) -> None:
        """Nothing more will come of *fight*: what it used is remembered no longer."""
        self._once = {name for name in self._once if name[0] != fight}

    def _take_input(self, index: int, entry: Input, once: set[Once]) -> None:
        prompt, message = prompt_of(entry.record), message_of(entry.record)
        if prompt is not None:
            name: Once = (entry.fight, prompt)
            clash = taken_prompt(prompt)
        elif message is not None:
            name = (entry.fight, *message)
            clash = taken_key(*message)
        else:
            return
        if name in self._once or name in once:
            raise refusal(index, clash)
        once.add(name)
