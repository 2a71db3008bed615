"""The server is told to stop while peers do not listen: it goes in time, and keeps what it took."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest
import trio
from trio.socket import SO_RCVBUF, SOL_SOCKET

from protocol.codec import encode
from protocol.messages import Hello
from strikerank.bot import Seat
from tests.crash.judge import FAULTLESS, journal_of
from tests.crash.process import Stopped
from tests.crash.table import SOON, Kill, Table

STALLED: Final = 12
IN_TIME: Final = 10.0
TEXT: Final = 0x81
MASKED: Final = 0x80
UPGRADE: Final = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture
def table(tmp_path: Path) -> Generator[Table]:
    made = Table(tmp_path / "data")
    yield made
    made.end()


async def stalls(seat: Seat) -> trio.SocketStream:
    """A peer that says hello and never reads a byte, nor answers a close."""
    stream = await silent(seat)
    hello = encode(Hello(seat.token, 0))
    await stream.send_all(UPGRADE.format(host=_host(seat)).encode())
    await stream.send_all(bytes((TEXT, MASKED | len(hello), 0, 0, 0, 0)) + hello)
    return stream


async def silent(seat: Seat) -> trio.SocketStream:
    """A peer that has connected and does not say why."""
    name, _, port = _host(seat).partition(":")
    socket = trio.socket.socket()
    socket.setsockopt(SOL_SOCKET, SO_RCVBUF, 1)
    await socket.connect((name, int(port)))
    return trio.SocketStream(socket)


def _host(seat: Seat) -> str:
    return seat.url.removeprefix("ws://").removesuffix("/ws")


@pytest.mark.many
@pytest.mark.timeout(300)
def test_told_to_stop_the_server_waits_for_nobody_who_does_not_listen(table: Table) -> None:
    async def main() -> Stopped:
        server = table.start()
        await server.listens()
        async with AsyncExitStack() as stack, trio.open_nursery() as nursery:
            for _ in range(STALLED):
                await stack.enter_async_context(await stalls(server.watch()))
            await stack.enter_async_context(await silent(server.watch()))
            table.come(server, nursery)
            with trio.fail_after(SOON):
                await table.until(Kill(40, 0))
            return await server.stop()

    code, seconds = trio.run(main)

    assert code == 0
    assert seconds < IN_TIME
    assert table.faults() == []
    assert len(table.news.acked) >= 40
    assert table.tally(journal_of(table.data)) == FAULTLESS
    assert {one.stream.closed for one in table.players.values()} == {1012}
