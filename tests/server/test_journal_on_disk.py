"""The journal over a real file: its worker thread, in real time."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
import trio

from server.journal import Journal, in_a_thread
from store.journal import SqliteStore
from tests.support.journal import decision, kept

pytestmark = pytest.mark.trio(run=trio.run)


async def test_the_loop_goes_on_while_the_disk_is_busy(
    tmp_path: Path, nursery: trio.Nursery
) -> None:
    path = tmp_path / "s.db"
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path)) as other:
        store.write([kept()])
        journal = Journal(store, in_a_thread)
        nursery.start_soon(journal.run)
        said: list[threading.Thread] = []

        other.execute("BEGIN IMMEDIATE")  # the commit has to wait for this one
        journal.keep([decision("p1")], lambda: said.append(threading.current_thread()))
        await trio.sleep(0.05)
        assert not said
        other.rollback()
        with trio.fail_after(5):
            await journal.settled(0)

        assert said == [threading.main_thread()]
        assert store.inputs("f1") == [decision("p1").record]
        nursery.cancel_scope.cancel()
