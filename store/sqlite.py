"""The journal as one SQLite file: one connection writes, and a transaction is durable when it returns."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final, Protocol, TypeVar, assert_never, cast, final

import msgspec

from protocol.codec import MalformedMessageError, decode_record, encode
from protocol.records import Record
from rules.kernel.model import Event
from store.errors import NotWrittenError, UnreadableError
from store.known import (
    Clash,
    message_of,
    no_fight,
    prompt_of,
    refusal,
    taken_fight,
    taken_key,
    taken_prompt,
)
from store.model import Ends, Entry, Happened, Input, Kept, Status
from store.schema import APPLICATION, LATEST, MIGRATIONS

Value = str | bytes | int | None
_T = TypeVar("_T")

_EVENT: Final = msgspec.json.Decoder(Event)
_WORDS: Final = msgspec.json.Decoder(tuple[str, ...])
_MINDS: Final = msgspec.json.Decoder(dict[str, str])

_ADD_FIGHT: Final = """
INSERT INTO fight (id, name, rules, version, seed, setup, seats, minds, created, status)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_ADD_INPUT: Final = """
INSERT INTO input (fight, prompt, combatant, key, body) VALUES (?, ?, ?, ?, ?)
"""
_LAST_EVENT: Final = """
SELECT (SELECT coalesce(max(number), 0) FROM event WHERE fight = id) FROM fight WHERE id = ?
"""
_ADD_EVENT: Final = "INSERT INTO event (fight, number, body) VALUES (?, ?, ?)"
_SET_STATUS: Final = "UPDATE fight SET status = ? WHERE id = ? RETURNING id"
_FIGHTS: Final = """
SELECT id, name, rules, version, seed, setup, seats, minds, created, status
FROM fight ORDER BY number
"""
_INPUTS: Final = "SELECT body FROM input WHERE fight = ? ORDER BY number"
_EVENTS: Final = "SELECT body FROM event WHERE fight = ? ORDER BY number"


class Connection(Protocol):
    """As much of a connection as the journal needs; errors are those of `sqlite3`.

    It must not begin transactions of its own, and be usable in any thread.
    """

    def execute(self, sql: str, parameters: Sequence[Value] = ..., /) -> Iterable[object]: ...

    def close(self) -> None: ...


Connect = Callable[[Path, bool], Connection]
"""Opens a file, to read it only if told so."""


def connect(path: Path, read_only: bool) -> sqlite3.Connection:  # noqa: FBT001 (a Connect)
    """Open *path* with the SQLite that Python has.

    What is made is for nobody else to read: seeds, skills and plans are in it.
    """
    if not read_only:
        path.touch(mode=0o600)
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )


@final
class SqliteStore:
    """A Store in the file *path*; made if it is not there, unless it is only read."""

    def __init__(self, path: Path, connect: Connect = connect, *, read_only: bool = False) -> None:
        """Raises UnreadableError if what is there is no journal that this version can read."""
        self._where = str(path)
        self._lock = Lock()  # whoever reads on another thread sees no half of a transaction
        with _readable(self._where):
            self._db: Connection = connect(path, read_only)
        try:
            with _readable(self._where):
                self._open(read_only=read_only)
        except BaseException:
            self._db.close()
            raise

    def write(self, entries: Sequence[Entry]) -> None:
        with self._lock:
            try:
                self._all("BEGIN IMMEDIATE")
                for index, entry in enumerate(entries):
                    self._append(index, entry)
                self._all("COMMIT")
            except sqlite3.Error as error:
                self._roll_back()
                raise NotWrittenError(self._where, str(error)) from error
            except BaseException:
                self._roll_back()
                raise

    def fights(self) -> list[Kept]:
        with self._lock, _readable(self._where):
            return [_kept(cast("tuple[object, ...]", row)) for row in self._all(_FIGHTS)]

    def inputs(self, fight: str) -> list[Record]:
        return self._bodies(_INPUTS, fight, decode_record)

    def events(self, fight: str) -> list[Event]:
        return self._bodies(_EVENTS, fight, _EVENT.decode)

    def check(self) -> None:
        """Look at every page; raises UnreadableError with the first fault."""
        with self._lock, _readable(self._where):
            faults = [str(row) for (row,) in self._rows("PRAGMA integrity_check")]
            lost = self._rows("PRAGMA foreign_key_check")
        faults = [fault for fault in faults if fault != "ok"]
        faults += [f"a row of {table} has no fight" for table, *_ in lost]
        if faults:
            raise UnreadableError(self._where, f"is damaged: {faults[0]}")

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # --- opening ------------------------------------------------------------------------------

    def _open(self, *, read_only: bool) -> None:
        version = self._number("PRAGMA user_version")
        is_ours = self._number("PRAGMA application_id") == APPLICATION
        is_empty = not self._all("SELECT 1 FROM sqlite_schema LIMIT 1")
        if not is_ours and (read_only or not is_empty):
            raise UnreadableError(self._where, "is no journal of Strikerank; expected one")
        if version > LATEST:
            raise UnreadableError(
                self._where,
                f"was written by a newer Strikerank (version {version} of the journal);"
                f" expected version {LATEST} or older",
            )
        self._all("PRAGMA busy_timeout = 5000")
        if read_only:
            return
        self._all("PRAGMA journal_mode = WAL")
        self._all("PRAGMA synchronous = FULL")
        self._all("PRAGMA foreign_keys = ON")
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            self._migrate(number, statements)

    def _migrate(self, number: int, statements: Sequence[str]) -> None:
        """All of it or nothing."""
        try:
            self._all("BEGIN IMMEDIATE")
            for statement in statements:
                self._all(statement)
            self._all(f"PRAGMA user_version = {number}")
            self._all("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    # --- writing ------------------------------------------------------------------------------

    def _append(self, index: int, entry: Entry) -> None:
        try:
            match entry:
                case Kept():
                    self._all(_ADD_FIGHT, _row(entry))
                case Input(fight, record):
                    combatant, key = message_of(record) or (None, None)
                    body = encode(record)
                    self._all(_ADD_INPUT, (fight, prompt_of(record), combatant, key, body))
                case Happened(fight, events):
                    last = self._rows(_LAST_EVENT, fight)
                    if not last:
                        raise refusal(index, no_fight(fight))
                    for number, event in enumerate(events, start=cast("int", last[0][0]) + 1):
                        self._all(_ADD_EVENT, (fight, number, msgspec.json.encode(event)))
                case Ends(fight, status):
                    if not self._all(_SET_STATUS, (status, fight)):
                        raise refusal(index, no_fight(fight))
                case _:
                    assert_never(entry)
        except sqlite3.IntegrityError as error:
            raise refusal(index, _clash(entry, str(error))) from error

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # SQLite may have done so itself
            self._all("ROLLBACK")

    # --- reading ------------------------------------------------------------------------------

    def _bodies(self, sql: str, fight: str, decode: Callable[[bytes], _T]) -> list[_T]:
        with self._lock, _readable(self._where):
            return [decode(cast("bytes", body)) for (body,) in self._rows(sql, fight)]

    def _number(self, sql: str, *parameters: Value) -> int:
        return cast("int", self._rows(sql, *parameters)[0][0])

    def _rows(self, sql: str, *parameters: Value) -> list[tuple[object, ...]]:
        return cast("list[tuple[object, ...]]", self._all(sql, parameters))

    def _all(self, sql: str, parameters: Sequence[Value] = ()) -> list[object]:
        """Run one statement to its end."""
        return list(self._db.execute(sql, parameters))


@contextmanager
def _readable(where: str) -> Generator[None]:
    """What goes wrong in here is the fault of the file."""
    try:
        yield
    except (sqlite3.Error, MalformedMessageError, msgspec.MsgspecError) as error:
        raise UnreadableError(where, f"cannot be read: {error}") from error


def _row(kept: Kept) -> tuple[Value, ...]:
    return (
        kept.id,
        kept.name,
        kept.rules,
        kept.version,
        kept.seed,
        kept.setup,
        msgspec.json.encode(kept.seats),
        msgspec.json.encode(kept.minds),
        kept.created,
        kept.status,
    )


def _kept(row: tuple[object, ...]) -> Kept:
    name, rules, version, seed = cast("tuple[str, ...]", row[1:5])
    setup, seats, minds = cast("tuple[bytes, ...]", row[5:8])
    return Kept(
        cast("str", row[0]),
        name,
        rules,
        version,
        seed,
        setup,
        _WORDS.decode(seats),
        _MINDS.decode(minds),
        cast("str", row[8]),
        cast("Status", row[9]),
    )


def _clash(entry: Entry, problem: str) -> Clash:
    """Which of the names in *entry* SQLite has refused."""
    if isinstance(entry, Kept):
        return taken_fight(entry.id)
    if isinstance(entry, Input) and "FOREIGN KEY" not in problem:
        message = message_of(entry.record)
        if message is not None:
            return taken_key(*message)
        return taken_prompt(prompt_of(entry.record) or "")
    return no_fight(entry.fight)
