"""Entries of a journal for tests, and stores that are slow or fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, final

import msgspec

from protocol.plans import Order
from protocol.records import AmendmentMade, Decision, FightBegun, PlansKept, Received
from rules.kernel.model import Answer, Event
from store.journal import Happened, Input, Kept
from store.sqlite import Connection, Value, connect

FULL: Final = "database or disk is full"


def kept(fight: str = "f1", **fields: object) -> Kept:
    """A fight that has begun."""
    values: dict[str, object] = {
        "name": "Duel",
        "rules": "request",
        "version": "1",
        "seed": "7",
        "setup": b"{}",
        "seats": ("ann",),
        "minds": {"bob": "steady"},
        "created": "2026-01-01T00:00:00Z",
    }
    return Kept(fight, **{**values, **fields})  # pyright: ignore[reportArgumentType]


def decision(prompt: str, fight: str = "f1", combatant: str = "ann") -> Input:
    answer = Answer(prompt, "hold")
    return Input(fight, Decision(combatant, "action", answer, "mind"))


def received(key: str, prompt: str = "p1", fight: str = "f1", combatant: str = "ann") -> Input:
    return Input(fight, Received(combatant, key, Answer(prompt, "hold")))


def plans(key: str, fight: str = "f1", combatant: str = "ann") -> Input:
    return Input(fight, PlansKept(combatant, (), Order("never"), key))


def begun(fight: str = "f1") -> Input:
    return Input(fight, FightBegun())


def amendment(change: bytes, fight: str = "f1") -> Input:
    return Input(fight, AmendmentMade("gm", "", msgspec.Raw(change)))


def happened(*events: str, fight: str = "f1") -> Happened:
    return Happened(fight, tuple(Event(one, "struck", 1, 1, 9) for one in events))


@final
class FaultyDisk:
    """A connection on which the statement that begins with *fails* is not possible while *is_full*."""

    def __init__(self, path: Path, read_only: bool, fails: str = "COMMIT") -> None:
        self.is_full = False
        self._db: Connection = connect(path, read_only)
        self._fails = fails

    def execute(self, sql: str, parameters: Sequence[Value] = (), /) -> Iterable[object]:
        if self.is_full and sql.strip().startswith(self._fails):
            raise sqlite3.OperationalError(FULL)
        return self._db.execute(sql, parameters)

    def close(self) -> None:
        self._db.close()
