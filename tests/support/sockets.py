"""A whole server on a free port of this machine, in the loop of the test, and raw peers for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, TypeVar, final

import msgspec
import trio
from websockets.trio.client import ClientConnection, connect

from protocol.codec import decode_server, encode
from protocol.messages import ClientMessage, Hello, ServerMessage
from server.app import App, listeners_at
from server.limits import DEFAULTS, Limits
from server.site import Hosts, Site
from store.journal import Kept, Store
from tests.support.server import FIGHT, Served, serving

MessageT = TypeVar("MessageT", bound=msgspec.Struct)
HOST: Final = "127.0.0.1"
PAGE: Final = {"/": ("text/html; charset=utf-8", b"<!doctype html><title>Strikerank</title>")}


@final
class Listening:
    """A server that listens."""

    def __init__(self, served: Served, port: int) -> None:
        self.served = served
        self.port = port
        self.ended = trio.Event()
        self.code = -1

    @property
    def url(self) -> str:
        return f"ws://{HOST}:{self.port}/ws"

    def hello(self, seat: str = "", after: int | None = 0) -> str:
        """The first message of a seat, or of a spectator."""
        return encode(Hello(self.served.token(seat, FIGHT), after)).decode()

    @asynccontextmanager
    async def entered(self, seat: str = "", after: int | None = 0) -> AsyncGenerator[Socket]:
        """Somebody who has connected and said hello."""
        async with connect(self.url, compression=None) as socket:
            await socket.send(self.hello(seat, after))
            yield Socket(socket)

    async def raw(self, local: str | None = None) -> trio.SocketStream:
        """A TCP connection, from the address *local*."""
        return await trio.open_tcp_stream(HOST, self.port, local_address=local)

    async def get(self, request: bytes) -> bytes:
        """The whole answer to *request*."""
        async with await self.raw() as stream:
            await stream.send_all(request)
            return b"".join([part async for part in stream])


@final
class Socket:
    """A client over a real socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def say(self, message: ClientMessage) -> None:
        await self.socket.send(encode(message).decode())

    async def hear_any(self) -> ServerMessage:
        return decode_server(await self.socket.recv())

    async def hear(self, kind: type[MessageT]) -> MessageT:
        """The next message of that *kind*; what comes before it is passed over."""
        while True:
            message = await self.hear_any()
            if isinstance(message, kind):
                return message


@asynccontextmanager
async def listening(
    *fights: Kept, limits: Limits = DEFAULTS, store: Store | None = None
) -> AsyncGenerator[Listening]:
    """A whole server; it is stopped with the test, if it has not stopped before."""
    async with serving(*fights, limits=limits, store=store, is_run=False) as served:
        listeners = await listeners_at(HOST, 0)
        site = Site(PAGE, Hosts(HOST), lambda: not served.journal.broken.is_set())
        app = App(served.house, site, limits)
        opened = trio.Event()
        server = Listening(served, 0)

        def listens(port: int) -> None:
            server.port = port
            opened.set()

        async def run() -> None:
            server.code = await app.run(listeners, listens)
            server.ended.set()

        served.nursery.start_soon(run)
        await opened.wait()
        yield server
