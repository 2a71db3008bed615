"""A websocket as a wire: gone is gone, however it went."""

from __future__ import annotations

from typing import Never, cast

import pytest
import trio
from websockets.exceptions import ConnectionClosedError
from websockets.trio.connection import Connection

from server.wire import SocketWire, WireClosedError
from tests.support.clocks import in_virtual_time

pytestmark = in_virtual_time


class Gone:
    """A connection whose peer has gone."""

    async def recv(self) -> Never:
        await trio.lowlevel.checkpoint()
        raise ConnectionClosedError(None, None)

    async def send(self, _frame: bytes, *, text: bool) -> Never:
        await trio.lowlevel.checkpoint()
        assert text
        raise ConnectionClosedError(None, None)


async def test_a_peer_that_has_gone() -> None:
    wire = SocketWire(cast("Connection", cast("object", Gone())))

    with pytest.raises(WireClosedError):
        await wire.receive()
    with pytest.raises(WireClosedError):
        await wire.send(b"frame")
