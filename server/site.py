"""The page and its files, the health of the server, and who may ask: all of HTTP that there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final, final
from urllib.parse import urlsplit

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.trio.server import ServerConnection

SOCKET: Final = "/ws"
HEALTH: Final = "/health"
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - to know it, not to listen there
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
TEXT: Final = "text/plain; charset=utf-8"

Files = Mapping[str, tuple[str, bytes]]
"""What may be got, by its path: content type and bytes."""


class Page(msgspec.Struct, frozen=True):
    """A file as it is served."""

    kind: str
    body: bytes
    tag: str


@final
class Hosts:
    """The names that this server goes by; whoever asks for another was led astray (DNS rebinding)."""

    def __init__(self, host: str, public_url: str | None = None) -> None:
        """*host* is where it listens, *public_url* how it is reached through a proxy."""
        public = urlsplit(public_url or "")
        self._names = {*LOOPBACK, host.lower(), public.hostname or ""} - {*EVERYWHERE}
        self._is_everywhere = host in EVERYWHERE
        self._public_origin = f"{public.scheme}://{public.netloc}".lower()

    def is_ours(self, host: str) -> bool:
        """Is *host* (the header, with or without a port) one of our names?"""
        name = _hostname(host)
        return name in self._names or (self._is_everywhere and _is_address(name))

    def may_come_from(self, origin: str, host: str) -> bool:
        """May a page of *origin* open a socket to *host*?"""
        own = (f"http://{host}".lower(), f"https://{host}".lower(), self._public_origin)
        return origin.lower() in own


@final
class Site:
    """Answers every request but that for the socket."""

    def __init__(self, files: Files, hosts: Hosts, is_well: Callable[[], bool]) -> None:
        self._pages = {
            path: Page(kind, body, f'"{sha256(body).hexdigest()[:16]}"')
            for path, (kind, body) in files.items()
        }
        self._hosts = hosts
        self._is_well = is_well

    def process_request(self, _connection: ServerConnection, request: Request) -> Response | None:
        """The answer to *request*; None to go on with the handshake of the socket."""
        path = request.path.partition("?")[0]
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not self._hosts.is_ours(hosts[0]):
            return answer(HTTPStatus.MISDIRECTED_REQUEST, "This server has another name.")
        if request.method not in {"GET", "HEAD"}:
            refused = answer(HTTPStatus.METHOD_NOT_ALLOWED, "GET or HEAD.")
            refused.headers["Allow"] = "GET, HEAD"
            return refused
        if path == SOCKET:
            return self._of_socket(request, hosts[0])
        return _without_body(request, self._get(path, request))

    def process_response(
        self, _connection: ServerConnection, _request: Request, response: Response
    ) -> None:
        """Add the headers that go with everything."""
        for name, value in HEADERS.items():
            response.headers[name] = value

    def _of_socket(self, request: Request, host: str) -> Response | None:
        """A page of ours may open a socket, and so may whoever is no page."""
        origins = request.headers.get_all("Origin")
        if all(self._hosts.may_come_from(origin, host) for origin in origins):
            return None
        return answer(HTTPStatus.FORBIDDEN, "Not from that page.")

    def _get(self, path: str, request: Request) -> Response:
        if path == HEALTH:
            if self._is_well():
                return answer(HTTPStatus.OK, "ok")
            return answer(HTTPStatus.SERVICE_UNAVAILABLE, "nothing can be kept")
        page = self._pages.get(path)
        if page is None:
            return answer(HTTPStatus.NOT_FOUND, "There is no such page.")
        known = _tags(request.headers.get_all("If-None-Match"))
        if page.tag in known:
            response = Response(HTTPStatus.NOT_MODIFIED, "Not Modified", Headers())
        else:
            response = answer(HTTPStatus.OK, page.body, page.kind)
        response.headers["ETag"] = page.tag
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Connection"] = "close"
        return response


def answer(status: HTTPStatus, body: str | bytes, kind: str = TEXT) -> Response:
    """An answer over HTTP/1.1, after which the connection is closed."""
    data = f"{body}\n".encode() if isinstance(body, str) else body
    headers = Headers(
        [("Connection", "close"), ("Content-Length", str(len(data))), ("Content-Type", kind)]
    )
    if status != HTTPStatus.OK:
        headers["Cache-Control"] = "no-store"
    return Response(status, status.phrase, headers, data)


def _without_body(request: Request, response: Response) -> Response:
    if request.method == "HEAD":
        response.body = b""
    return response


def _tags(given: Iterable[str]) -> set[str]:
    return {tag.strip().removeprefix("W/") for some in given for tag in some.split(",")}


def _hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
