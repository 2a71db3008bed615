"""What a connection needs of a socket, and how websockets' connection gives it."""

from __future__ import annotations

from typing import Protocol, final

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.connection import Connection


class WireClosedError(Exception):
    """The peer is gone, or the connection was closed."""


class Wire(Protocol):
    """Messages both ways."""

    async def receive(self) -> str | bytes:
        """The next message; raises WireClosedError."""
        ...

    async def send(self, frame: bytes) -> None:
        """Send a text frame; raises WireClosedError.  Whoever cancels it must `abort`."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye, and wait for the peer's."""
        ...

    async def abort(self) -> None:
        """Drop the connection, here and now."""
        ...


@final
class SocketWire:
    """A websocket."""

    def __init__(self, socket: Connection) -> None:
        self._socket = socket

    async def receive(self) -> str | bytes:
        try:
            return await self._socket.recv()
        except ConnectionClosed as error:
            raise WireClosedError from error

    async def send(self, frame: bytes) -> None:
        try:
            await self._socket.send(frame, text=True)
        except ConnectionClosed as error:
            raise WireClosedError from error

    async def close(self, code: int, reason: str) -> None:
        await self._socket.aclose(code, reason)

    async def abort(self) -> None:
        await trio.aclose_forcefully(self._socket.stream)
