"""The tests' own server: it serves the page, says what it is told to say, and keeps what it hears."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from queue import Queue
from typing import Final, Self, final

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from protocol.codec import decode_client, encode
from protocol.messages import ClientMessage, Hello, Ping, Pong, ServerMessage
from server.site import HEADERS
from web_client import load

PATIENCE: Final = 10.0


@final
class Fake:
    """A server on a free port; `opening` is what it answers to each hello."""

    def __init__(self, opening: Iterable[ServerMessage] = ()) -> None:
        self.opening: list[ServerMessage] = list(opening)
        self.heard: Queue[ClientMessage] = Queue()
        self.hellos: list[Hello] = []
        self._files = load()
        self._connections: list[ServerConnection] = []
        self._server: Server = serve(
            self._talk, "127.0.0.1", 0, process_request=self._file, compression=None
        )
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.port: int = self._server.socket.getsockname()[1]
        self.url: str = f"http://127.0.0.1:{self.port}"
        self.link: str = f"{self.url}/#/seat/secret"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        self._server.shutdown()
        self._thread.join()

    def say(self, *messages: ServerMessage) -> None:
        """Say something to whoever came last."""
        for message in messages:
            self._connections[-1].send(encode(message), text=True)

    def hang_up(self, code: int = 1001) -> None:
        """Close every connection with *code*."""
        for one in self._connections:
            one.close(code)

    def next(self) -> ClientMessage:
        """What the page says next, pings aside."""
        return self.heard.get(timeout=PATIENCE)

    def _talk(self, connection: ServerConnection) -> None:
        self._connections.append(connection)
        with suppress(ConnectionClosed):
            for data in connection:
                message = decode_client(data)
                if isinstance(message, Ping):
                    connection.send(encode(Pong(message.number)), text=True)
                elif isinstance(message, Hello):
                    self.hellos.append(message)
                    for answer in self.opening:
                        connection.send(encode(answer), text=True)
                else:
                    self.heard.put(message)

    def _file(self, _connection: ServerConnection, request: Request) -> Response | None:
        path = request.path.partition("?")[0]
        if path == "/ws":
            return None
        kind, body = self._files.get(path, ("text/plain", b"not there"))
        headers = Headers({**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))})
        headers["Connection"] = "close"
        if path in self._files:
            return Response(200, "OK", headers, body)
        return Response(404, "Not Found", headers, body)
