"""The file of the journal: what a kill, a full disk, a newer version and damage do to it.

That a power failure costs nothing either is not tried here: it takes a SQLite whose file
system forgets, to be given as `connect`.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from protocol.records import Decision
from store.journal import NotWrittenError, SqliteStore, UnreadableError
from store.schema import LATEST
from tests.support.command import ROOT
from tests.support.journal import FaultyDisk, decision, happened, kept

KILLS = 10


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a name for an address? #1 100%.db"


def written(path: Path) -> None:
    """Make the file, with one fight."""
    with closing(SqliteStore(path)) as store:
        store.write([kept()])


def test_a_killed_process_loses_nothing_that_it_has_reported(path: Path) -> None:
    reported = 0
    for kill in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.store.writer", str(path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            for _ in range(20 + 7 * kill):
                process.stdout.readline()
            process.send_signal(signal.SIGKILL)
            rest = process.stdout.read().split(b"\n")
            reported = int(rest[-2]) if len(rest) > 1 else reported + 20 + 7 * kill
        with closing(SqliteStore(path)) as store:
            store.check()
            prompts = [one.answer.prompt for one in store.inputs("f1") if isinstance(one, Decision)]
            events = [event.id for event in store.events("f1")]
        assert len(prompts) >= reported
        assert prompts == [f"p{number + 1}" for number in range(len(prompts))]
        assert events == [f"e{n // 2 + 1}.{n % 2 + 1}" for n in range(2 * len(prompts))]
        reported = len(prompts)
    assert reported >= KILLS * 20


@pytest.mark.parametrize("fails", ["BEGIN", "INSERT INTO event", "COMMIT"])
def test_a_full_disk_is_told_and_nothing_is_written(path: Path, fails: str) -> None:
    disks: list[FaultyDisk] = []

    def connect(path: Path, read_only: bool) -> FaultyDisk:
        disks.append(FaultyDisk(path, read_only, fails))
        return disks[-1]

    with closing(SqliteStore(path, connect)) as store:
        store.write([kept(), decision("p1")])
        disks[0].is_full = True
        for _ in range(20):
            with pytest.raises(NotWrittenError, match=r"cannot be written: .* disk is full"):
                store.write([decision("p2"), happened("e1")])
        assert len(store.inputs("f1")) == 1

        disks[0].is_full = False
        store.write([decision("p2"), happened("e1")])
        assert len(store.inputs("f1")) == 2
        assert len(store.events("f1")) == 1


def test_a_bug_in_an_entry_leaves_no_transaction_open(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        with pytest.raises(UnicodeEncodeError):
            store.write([kept(), kept("f2", name="\ud800")])

        store.write([kept()])
        assert store.fights() == [kept()]


def test_commits_are_synced_and_the_log_is_written_ahead(path: Path) -> None:
    asked: list[str] = []

    def connect(path: Path, read_only: bool) -> FaultyDisk:
        del read_only
        disk = FaultyDisk(path, read_only=False)
        execute = disk.execute

        def noted(sql: str, parameters: tuple[str, ...] = (), /) -> object:
            asked.append(sql)
            return execute(sql, parameters)

        disk.execute = noted  # pyright: ignore[reportAttributeAccessIssue]
        return disk

    with closing(SqliteStore(path, connect)):
        assert "PRAGMA synchronous = FULL" in asked
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA user_version").fetchone() == (LATEST,)


def test_readers_read_while_a_writer_writes(path: Path) -> None:
    with closing(SqliteStore(path)) as writer, closing(SqliteStore(path, read_only=True)) as reader:
        assert reader.fights() == []
        writer.write([kept()])
        assert reader.fights() == [kept()]
        with pytest.raises(NotWrittenError, match="readonly"):
            reader.write([kept("f2")])


def test_a_newer_file_is_refused_by_its_version(path: Path) -> None:
    written(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {LATEST + 1}")

    for read_only in (False, True):
        with pytest.raises(UnreadableError) as refused:
            SqliteStore(path, read_only=read_only)
        assert str(refused.value) == (
            f"{path}: was written by a newer Strikerank (version {LATEST + 1} of the journal);"
            f" expected version {LATEST} or older"
        )


def test_a_file_of_something_else_is_refused_and_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE cake (id)")
    before = path.read_bytes()

    with pytest.raises(UnreadableError, match=r"is no journal of Strikerank; expected one$"):
        SqliteStore(path)
    assert path.read_bytes() == before

    path.write_bytes(b"cake\n" * 1000)
    with pytest.raises(UnreadableError, match="cannot be read: file is not a database"):
        SqliteStore(path)


def test_only_reading_makes_no_file(path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot be read: unable to open database file"):
        SqliteStore(path, read_only=True)
    assert not path.exists()

    path.touch()
    with pytest.raises(UnreadableError, match="is no journal"):
        SqliteStore(path, read_only=True)


def test_a_step_to_a_new_version_is_taken_whole_or_not_at_all(path: Path) -> None:
    def connect(path: Path, read_only: bool) -> FaultyDisk:
        disk = FaultyDisk(path, read_only, "CREATE TABLE event")
        disk.is_full = True
        return disk

    with pytest.raises(UnreadableError, match="disk is full"):
        SqliteStore(path, connect)

    written(path)
    with closing(SqliteStore(path)) as store:
        assert store.fights() == [kept()]


def test_what_cannot_be_decoded_is_told_with_its_file(path: Path) -> None:
    written(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO input (fight, body) VALUES ('f1', x'7b7d')")
        db.execute("INSERT INTO event (fight, number, body) VALUES ('f1', 1, x'7b')")

    with closing(SqliteStore(path)) as store:
        store.check()
        with pytest.raises(UnreadableError, match="cannot be read: Object missing required field"):
            store.inputs("f1")
        with pytest.raises(UnreadableError, match="cannot be read: Input data was truncated"):
            store.events("f1")


def test_a_row_without_its_fight_and_a_damaged_page_are_found(path: Path) -> None:
    written(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO input (fight, body) VALUES ('f9', x'7b7d')")
    with (
        closing(SqliteStore(path)) as store,
        pytest.raises(UnreadableError, match=r"is damaged: a row of input has no fight$"),
    ):
        store.check()

    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'fight'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * size + 3 : (root - 1) * size + 5] = b"\xff\xff"
    path.write_bytes(data)
    with closing(SqliteStore(path)) as store, pytest.raises(UnreadableError):
        store.check()
