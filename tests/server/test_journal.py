"""Nothing is said before what it rests on is written, and everything in the order in which it was kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import final

import pytest
import structlog.testing
import trio

from server.journal import Journal, Write, at_once
from store.journal import (
    Ends,
    Entry,
    IllegalEntryError,
    MemoryStore,
    NotWrittenError,
)
from tests.support.clocks import in_virtual_time
from tests.support.journal import begun, decision, happened, kept, plans, received

pytestmark = in_virtual_time

SECOND = 1.0


@final
class SlowDisk:
    """Writes to a store in memory, a second a transaction; it can be told to fail."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.store.write([kept(), kept("f2")])
        self.said: list[str] = []
        self.commits: list[int] = []
        self.breaks_at = 0
        self.journal = Journal(self.store, self.write)

    async def write(self, write: Write, entries: Sequence[Entry]) -> None:
        await trio.sleep(SECOND)
        self.commits.append(len(entries))
        if len(self.commits) == self.breaks_at:
            raise NotWrittenError("disk", "is full")
        write(entries)

    def says(self, word: str) -> Callable[[], None]:
        """A `then` that says *word*."""
        return lambda: self.said.append(word)

    def rests_on(self, prompt: str) -> Callable[[], None]:
        """A `then` that fails if the decision of *prompt* is not in the store."""

        def then() -> None:
            assert decision(prompt).record in self.store.inputs("f1")
            self.said.append(prompt)

        return then


async def test_with_nothing_to_wait_for_it_is_said_at_once(nursery: trio.Nursery) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)

    disk.journal.keep((), disk.says("now"))
    assert disk.said == ["now"]

    disk.journal.keep([begun()], disk.says("later"))
    disk.journal.keep((), disk.says("after it"))
    assert disk.said == ["now"]
    await trio.sleep(SECOND / 2)
    disk.journal.keep((), disk.says("and after that"))
    assert disk.said == ["now"]

    await disk.journal.settled(0)
    await trio.sleep(SECOND)
    assert disk.said == ["now", "later", "after it", "and after that"]
    disk.journal.keep((), disk.says("at once again"))
    assert disk.said[-1] == "at once again"
    assert disk.commits == [1]


async def test_what_is_said_rests_on_what_is_written(nursery: trio.Nursery) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)

    for number in range(50):
        disk.journal.keep([decision(f"p{number}")], disk.rests_on(f"p{number}"))
        if number % 7 == 0:
            await trio.sleep(SECOND / 3)
    await disk.journal.settled(0)

    assert disk.said == [f"p{number}" for number in range(50)]


async def test_a_writer_that_says_it_too_early_would_be_noticed() -> None:
    async def too_early(_write: Write, _entries: Sequence[Entry]) -> None:
        await trio.sleep(SECOND)

    disk = SlowDisk()
    journal = Journal(disk.store, too_early)
    journal.keep([decision("p1")], disk.rests_on("p1"))

    with pytest.raises(AssertionError):
        await journal.run()


async def test_many_entries_are_one_transaction(nursery: trio.Nursery) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)

    for number in range(500):
        disk.journal.keep([decision(f"p{number}"), happened(f"e{number}")], disk.says(f"{number}"))
    await disk.journal.settled(0)

    assert disk.commits == [1000]
    assert disk.said == [str(number) for number in range(500)]


async def test_what_comes_during_a_commit_is_the_next_one_whole(nursery: trio.Nursery) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)
    disk.journal.keep([decision("p0")])
    await trio.sleep(SECOND / 2)

    for number in range(1, 400):
        disk.journal.keep([decision(f"p{number}")])
    await disk.journal.settled(0)

    assert disk.commits == [1, 399]


async def test_what_a_then_keeps_or_says_comes_after_what_was_kept_before(
    nursery: trio.Nursery,
) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)

    def then() -> None:
        disk.said.append("first")
        disk.journal.keep((), disk.says("third"))
        disk.journal.keep([decision("p2")], disk.rests_on("p2"))

    disk.journal.keep([decision("p1")], then)
    disk.journal.keep((), disk.says("second"))
    await trio.sleep(3 * SECOND)

    assert disk.said == ["first", "second", "third", "p2"]
    assert disk.commits == [1, 1]


async def test_those_who_can_wait_are_held_while_too_much_waits(nursery: trio.Nursery) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)
    started = trio.current_time()

    await disk.journal.settled()
    disk.journal.keep([decision(f"p{number}") for number in range(1001)])
    await disk.journal.settled(1001)
    assert trio.current_time() == started
    await disk.journal.settled()
    assert trio.current_time() == started + SECOND


async def test_cancelled_in_the_midst_of_a_commit_it_finishes_that_and_says_it() -> None:
    disk = SlowDisk()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(disk.journal.run)
        disk.journal.keep([decision("p1")], disk.rests_on("p1"))
        await trio.sleep(SECOND / 2)
        disk.journal.keep([decision("p2")], disk.rests_on("p2"))
        nursery.cancel_scope.cancel()

    assert disk.said == ["p1"]
    assert disk.store.inputs("f1") == [decision("p1").record]


async def test_a_full_disk_breaks_the_journal_and_nothing_false_is_said(
    nursery: trio.Nursery,
) -> None:
    disk = SlowDisk()
    disk.breaks_at = 2
    nursery.start_soon(disk.journal.run)
    disk.journal.keep([decision("p1")], disk.rests_on("p1"))
    await disk.journal.settled(0)

    with structlog.testing.capture_logs() as logs:
        disk.journal.keep([decision("p2")], disk.rests_on("p2"))
        disk.journal.keep((), disk.says("rests on p2"))
        await disk.journal.broken.wait()
        disk.journal.keep((), disk.says("rests on p2 as well"))
        disk.journal.keep([decision("p3")], disk.rests_on("p3"))
        with trio.move_on_after(1000) as for_ever:
            await disk.journal.settled()

    assert for_ever.cancelled_caught
    assert disk.said == ["p1"]
    assert disk.store.inputs("f1") == [decision("p1").record]
    assert str(disk.journal.problem) == "disk: cannot be written: is full"
    assert [log["event"] for log in logs] == ["the journal cannot be written"]


async def test_what_does_not_fit_is_the_mistake_of_who_kept_it_and_hurts_nobody_else(
    nursery: trio.Nursery,
) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)
    disk.journal.keep([decision("p1"), received("k1")])

    for wrong in (decision("p1"), plans("k1"), kept("f2"), begun("f3")):
        with pytest.raises(IllegalEntryError):
            disk.journal.keep([happened("e1"), wrong], disk.says("wrong"))
    disk.journal.keep([decision("p1", "f2")], disk.says("right"))
    await disk.journal.settled(0)
    await trio.sleep(SECOND)

    assert disk.said == ["right"]
    assert disk.store.events("f1") == []
    assert not disk.journal.broken.is_set()


async def test_a_restarted_journal_knows_what_was_kept_before() -> None:
    store = MemoryStore()
    store.write([kept(), decision("p1"), kept("f2"), decision("p1", "f2"), Ends("f2", "ended")])

    journal = Journal(store, at_once)

    for twice in (kept(), decision("p1"), kept("f2")):
        with pytest.raises(IllegalEntryError):
            journal.keep([twice])


async def test_a_fight_that_has_ended_is_remembered_by_its_name_only(nursery: trio.Nursery) -> None:
    disk = SlowDisk()
    nursery.start_soon(disk.journal.run)

    disk.journal.keep([decision("p1"), Ends("f1", "ended")], disk.says("over"))
    with pytest.raises(IllegalEntryError):
        disk.journal.keep([kept()])
    await disk.journal.settled(0)
    await trio.sleep(SECOND)

    assert disk.said == ["over"]
    assert disk.store.fights()[0].status == "ended"


async def test_a_store_in_memory_is_written_in_the_same_thread(nursery: trio.Nursery) -> None:
    store = MemoryStore()
    journal = Journal(store, at_once)
    nursery.start_soon(journal.run)

    journal.keep([kept(), begun()])
    await journal.settled(0)

    assert store.inputs("f1") == [begun().record]
