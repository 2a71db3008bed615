"""The server as a whole: it opens its port, and closes it in order when it is told to."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Final, cast, final

import structlog
import trio
from websockets.trio.server import Server, ServerConnection, serve

from server.gate import Gate, counted
from server.house import House
from server.limits import GOING_AWAY, RESTARTING, Limits
from server.site import Site
from server.wire import SocketWire

log = structlog.stdlib.get_logger()

DONE: Final = 0
BROKEN: Final = 1
INTERRUPTED: Final = 130
PATIENCE: Final = 8.0
"""Seconds in which everybody has to be gone once the server is told to stop."""


class PortError(Exception):
    """The port cannot be opened; one line."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        super().__init__(f"{host}:{port}: cannot be opened: {problem}")


async def listeners_at(host: str, port: int) -> list[trio.SocketListener]:
    """Open *port* (0: any that is free) at *host*; raises PortError."""
    try:
        opened = await trio.open_tcp_listeners(port, host=host or None)
    except OSError as error:
        problem = error.strerror or str(error)
        raise PortError(host, port, problem) from error
    kept = opened if port else opened[:1]  # a name with two addresses would get two ports
    for listener in opened[len(kept) :]:
        await listener.aclose()
    return kept


@final
class App:
    """One port, one house."""

    def __init__(self, house: House, site: Site, limits: Limits) -> None:
        self._house = house
        self._site = site
        self._limits = limits
        self._exit = DONE
        self._stop = trio.Event()

    async def run(
        self, listeners: list[trio.SocketListener], listens: Callable[[int], None]
    ) -> int:
        """Serve until told to stop, or nothing can be kept any more; return the exit code.

        *listens* is called with the port as soon as it answers.
        """
        address = cast("tuple[str, int]", listeners[0].socket.getsockname())
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._heed, signals)
                nursery.start_soon(self._play)
                server = cast("Server", await nursery.start(self._server(listeners)))
                listens(address[1])
                await self._stop.wait()
                with trio.move_on_after(PATIENCE):
                    nursery.start_soon(server.aclose, False)  # noqa: FBT003 - websockets' own
                    await self._send_away()
                    await server.handlers_waiter.wait()
                nursery.cancel_scope.cancel()
        return self._exit

    def _server(self, listeners: list[trio.SocketListener]) -> Callable[..., Awaitable[object]]:
        """What to start."""
        limits = self._limits
        return partial(
            serve,
            self._handle,
            listeners=listeners,
            compression=None,
            process_request=self._site.process_request,
            process_response=self._site.process_response,
            server_header=None,
            open_timeout=limits.open_timeout,
            ping_interval=limits.ping,
            ping_timeout=limits.ping,
            close_timeout=limits.close_timeout,
            max_size=limits.max_size,
            max_queue=limits.max_queue,
            create_connection=counted(Gate(limits)),
        )

    async def _handle(self, socket: ServerConnection) -> None:
        await self._house.receive(SocketWire(socket))

    async def _play(self) -> None:
        await self._house.run()
        self._exit = BROKEN
        self._stop.set()

    async def _heed(self, signals: AsyncIterator[int]) -> None:
        async for one in signals:
            if not self._stop.is_set():
                self._exit = INTERRUPTED if one == signal.SIGINT else DONE
                self._stop.set()

    async def _send_away(self) -> None:
        if self._exit == BROKEN:
            return  # everybody was told
        if self._exit == INTERRUPTED:
            await self._house.stop(GOING_AWAY, "the server goes away")
        else:
            await self._house.stop(RESTARTING, "the server restarts")
