"""What waits for a peer goes out in order, as long as the peer keeps up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio
import trio.testing

from server.limits import Limits
from server.outbox import Outbox
from tests.support.clocks import in_virtual_time
from tests.support.server import Peer

pytestmark = in_virtual_time


async def sent(fill: Callable[[Outbox], None], limits: Limits | None = None) -> Peer:
    """What a peer gets of an outbox that *fill* filled and closed."""
    outbox, peer = Outbox(limits or Limits()), Peer()
    fill(outbox)
    outbox.close(4000, "done")
    await outbox.pump(peer)
    return peer


async def test_frames_go_in_order_and_then_the_goodbye() -> None:
    def fill(outbox: Outbox) -> None:
        outbox.put(b"1")
        outbox.put_view(b"2")
        outbox.put_slice([b"3", b"4"], 0, 2)
        outbox.put(b"5")

    peer = await sent(fill)

    assert peer.frames == [b"1", b"2", b"3", b"4", b"5"]
    assert peer.closed == (4000, "done")
    assert peer.is_aborted


async def test_of_views_only_the_latest_goes() -> None:
    def fill(outbox: Outbox) -> None:
        outbox.put_view(b"old")
        outbox.put(b"1")
        outbox.put_view(b"new")

    assert (await sent(fill)).frames == [b"1", b"new"]


async def test_many_steps_are_one_slice_and_one_view() -> None:
    frames = [bytes([number]) for number in range(200)]

    def fill(outbox: Outbox) -> None:
        for number in range(200):
            outbox.put_step(frames, number, number + 1, b"view")
        outbox.put_slice(frames, 200, 200)

    assert (await sent(fill, Limits(outbox=2))).frames == [*frames, b"view"]


async def test_slices_of_different_streams_stay_apart() -> None:
    def fill(outbox: Outbox) -> None:
        outbox.put_slice([b"a", b"b"], 0, 1)
        outbox.put_slice([b"c", b"d"], 1, 2)

    assert (await sent(fill)).frames == [b"a", b"d"]


async def test_what_is_put_while_it_writes_goes_too(nursery: trio.Nursery) -> None:
    outbox, peer = Outbox(Limits()), Peer()
    frames = [b"1", b"2"]
    nursery.start_soon(outbox.pump, peer)
    for number in range(2):
        outbox.put_slice(frames, number, number + 1)
        await trio.testing.wait_all_tasks_blocked()

    assert peer.frames == frames


async def test_whoever_falls_too_far_behind_is_cut_off(nursery: trio.Nursery) -> None:
    outbox, peer = Outbox(Limits(outbox=3)), Peer()
    peer.is_stalled = True
    nursery.start_soon(outbox.pump, peer)
    for _ in range(4):  # one is on its way
        outbox.put(b"frame")
        await trio.testing.wait_all_tasks_blocked()
    assert outbox.is_open

    outbox.put(b"one too many")
    await trio.testing.wait_all_tasks_blocked()

    assert not outbox.is_open
    assert peer.is_aborted
    assert trio.current_time() == 0
    outbox.put(b"more")
    outbox.close(4000, "late")
    assert not peer.frames


async def test_a_write_that_takes_too_long_is_the_last() -> None:
    outbox, peer = Outbox(Limits(write=5)), Peer()
    peer.is_stalled = True
    outbox.put(b"frame")

    await outbox.pump(peer)

    assert trio.current_time() == pytest.approx(5)
    assert peer.is_aborted
    assert peer.closed is None


async def test_a_goodbye_that_takes_too_long_is_cut_short() -> None:
    outbox, peer = Outbox(Limits(close_timeout=3)), Peer()
    peer.is_stalled = True
    outbox.close(4000, "done")

    await outbox.pump(peer)

    assert trio.current_time() == pytest.approx(3)
    assert peer.is_aborted


async def test_a_peer_that_has_gone_ends_it() -> None:
    outbox, peer = Outbox(Limits()), Peer()
    peer.go()
    outbox.put(b"frame")

    await outbox.pump(peer)

    assert peer.is_aborted
    assert not outbox.is_open


async def test_after_the_goodbye_nothing_is_taken_any_more() -> None:
    def fill(outbox: Outbox) -> None:
        outbox.put(b"1")
        outbox.close(4001, "first")
        outbox.close(4002, "second")
        outbox.put(b"2")

    peer = await sent(fill)

    assert peer.frames == [b"1"]
    assert peer.closed == (4001, "first")
