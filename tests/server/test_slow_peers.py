"""A peer that never reads stalls nobody, and is gone soon."""

from __future__ import annotations

from math import inf
from unittest.mock import patch

import pytest
import trio

from protocol.messages import CombatEnded, Hello, PromptMessage
from server.outbox import Outbox
from server.room import Manners
from tests.support.clocks import in_virtual_time
from tests.support.server import ROOMY, SEATS, Peer, kept_fight, play, serving

pytestmark = in_virtual_time

ONE = SEATS[:1]
SECONDS = 1.0
"""How long the healthy one thinks."""


async def fight_beside(stalled: int) -> tuple[Peer, list[Peer], float]:
    """The healthy one, those that never read, and how long the fight took."""
    async with serving(kept_fight(ONE), manners=Manners(limits=ROOMY)) as served:
        dead = [served.peer() for _ in range(stalled)]
        for peer in dead:
            peer.is_stalled = True
            peer.say(Hello(served.token(), 0))
        healthy = served.enter(*ONE)
        began = trio.current_time()
        await play(healthy, seconds=SECONDS)
        took = trio.current_time() - began
        await trio.sleep(60)
        return healthy, dead, took


def prompts(peer: Peer) -> list[str]:
    return [one.prompt.id for one in peer.of(PromptMessage)]


async def test_peers_that_never_read_change_nothing_for_the_others() -> None:
    alone, _, quiet = await fight_beside(0)
    healthy, dead, took = await fight_beside(20)

    assert healthy.stream == alone.stream
    assert prompts(healthy) == prompts(alone)
    assert took == quiet
    for peer in dead:
        assert peer.is_aborted
        assert not peer.frames


async def test_they_are_gone_when_a_write_has_taken_its_time() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.peer()
        peer.is_stalled = True
        peer.say(Hello(served.token(), 0))
        while not peer.is_aborted:
            await peer.news()

        assert trio.current_time() == pytest.approx(ROOMY.write)


async def test_without_an_outbox_they_would() -> None:
    """The control: sent to one after the other, as a broadcast does, the healthy one hears no end."""
    sent, to_send = trio.open_memory_channel[tuple[Outbox, bytes]](inf)

    def put(outbox: Outbox, frame: bytes) -> None:
        sent.send_nowait((outbox, frame))

    def put_step(outbox: Outbox, frames: list[bytes], start: int, end: int, view: bytes) -> None:
        for frame in (*frames[start:end], view):
            put(outbox, frame)

    def put_slice(outbox: Outbox, frames: list[bytes], start: int, end: int) -> None:
        for frame in frames[start:end]:
            put(outbox, frame)

    async def pump(outbox: Outbox, wire: Peer) -> None:
        wires[outbox] = wire
        await trio.sleep_forever()

    async def broadcast() -> None:
        async for outbox, frame in to_send:
            await wires[outbox].send(frame)

    wires: dict[Outbox, Peer] = {}
    with patch.multiple(
        Outbox, put=put, put_view=put, put_step=put_step, put_slice=put_slice, pump=pump
    ):
        async with serving(kept_fight(ONE)) as served:
            served.nursery.start_soon(broadcast)
            peer = served.peer()
            peer.is_stalled = True
            peer.say(Hello(served.token(), 0))
            healthy = served.enter(*ONE)
            with trio.move_on_after(600) as patience:
                await play(healthy, seconds=SECONDS)

    assert patience.cancelled_caught
    assert not healthy.of(CombatEnded)
