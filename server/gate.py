"""How many may come in, in all and from one address; and websockets' connection with what it lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, cast, final

import trio
import trio.abc
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.trio.server import Server, ServerConnection

from server.limits import FULL, Limits

BeforeHandshake = Callable[
    [ServerConnection, Request], Awaitable[Response | None] | Response | None
]
AfterHandshake = Callable[
    [ServerConnection, Request, Response], Awaitable[Response | None] | Response | None
]
_GOODBYE: Final = 1.0


class TooManyConnectionsError(Exception):
    """One more would be too many."""


@final
class Gate:
    """Counts who is in."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._coming: Counter[str] = Counter()
        self._seated: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Let one more in from *address*; raises TooManyConnectionsError."""
        is_full = self.inside >= self._limits.connections
        if is_full or self._coming[address] >= self._limits.fetching:
            raise TooManyConnectionsError
        self._coming[address] += 1

    def sit_down(self, address: str) -> None:
        """One of those who came from *address* stays, on a websocket; raises TooManyConnectionsError."""
        if self._seated[address] >= self._limits.per_address:
            raise TooManyConnectionsError
        _less(self._coming, address)
        self._seated[address] += 1

    def leave(self, address: str, *, was_seated: bool) -> None:
        """One from *address* has gone."""
        _less(self._seated if was_seated else self._coming, address)

    @property
    def inside(self) -> int:
        return self._coming.total() + self._seated.total()


def _less(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if not counter[address]:
        del counter[address]


def counted(gate: Gate) -> type[ServerConnection]:
    """The class of connections that come in through *gate*."""

    class Counted(ServerConnection):
        """A connection that is counted; of one that is too many, websockets drops the stream."""

        def __init__(  # noqa: PLR0913 - websockets calls it so
            self,
            nursery: trio.Nursery,
            stream: trio.abc.Stream,
            protocol: ServerProtocol,
            server: Server,
            *,
            ping_interval: float | None = None,
            ping_timeout: float | None = None,
            close_timeout: float | None = None,
            max_queue: int | tuple[int | None, int | None] | None = None,
        ) -> None:
            self._address = address_of(stream)
            gate.enter(self._address)
            self._is_inside = True
            self._is_seated = False
            super().__init__(
                nursery,
                stream,
                protocol,
                server,
                ping_interval=ping_interval,
                ping_timeout=ping_timeout,
                close_timeout=close_timeout,
                max_queue=max_queue,
            )

        async def handshake(
            self,
            process_request: BeforeHandshake | None = None,
            process_response: AfterHandshake | None = None,
            server_header: str | None = None,
        ) -> None:
            """Shake hands; a peer that says goodbye in the same breath is answered too."""
            await super().handshake(process_request, process_response, server_header)
            # Otherwise websockets 17.4 drops the stream before its own goodbye is written.
            if self.protocol.state is State.CLOSING:
                with trio.move_on_after(_GOODBYE):
                    await self.stream_closed.wait()
            elif self.protocol.state is State.OPEN:
                try:
                    gate.sit_down(self._address)
                except TooManyConnectionsError:
                    await self.aclose(FULL, "too many connections from one address")
                else:
                    self._is_seated = True

        async def close_stream(self) -> None:
            if self._is_inside:
                self._is_inside = False
                gate.leave(self._address, was_seated=self._is_seated)
            await super().close_stream()

    return Counted


def address_of(stream: trio.abc.Stream) -> str:
    """Where the peer comes from; nowhere if it has gone already."""
    if not isinstance(stream, trio.SocketStream):
        return ""
    try:
        return cast("tuple[str, int]", stream.socket.getpeername())[0]
    except OSError:
        return ""
