"""What is answered over HTTP, to whom, and with which headers."""

from __future__ import annotations

from typing import Final

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.trio.server import ServerConnection

from server.site import HEADERS, Hosts, Site

PAGE: Final = b"<!doctype html>"
FILES: Final = {
    "/": ("text/html; charset=utf-8", PAGE),
    "/js/main.js": ("text/javascript; charset=utf-8", b"export {}"),
}
OURS: Final = "127.0.0.1:8080"
CONNECTION: Final = ServerConnection.__new__(ServerConnection)


def ask(
    path: str = "/",
    *headers: tuple[str, str],
    method: str = "GET",
    hosts: Hosts | None = None,
    well: bool = True,
    host: str | None = OURS,
) -> Response | None:
    """What the site answers."""
    site = Site(FILES, hosts or Hosts("127.0.0.1"), lambda: well)
    given = Headers([*headers] if host is None else [("Host", host), *headers])
    return site.process_request(CONNECTION, Request(path, given, method))


def status(path: str = "/", *headers: tuple[str, str], **other: str | None) -> int:
    """Its status, 0 for a handshake that goes on."""
    response = ask(path, *headers, **other)  # pyright: ignore[reportArgumentType]
    return 0 if response is None else response.status_code


def test_a_file_comes_with_its_type_and_its_length() -> None:
    response = ask("/")

    assert response is not None
    assert (response.status_code, response.body) == (200, PAGE)
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Content-Length"] == str(len(PAGE))
    assert response.headers["Cache-Control"] == "no-cache"


def test_what_follows_a_question_mark_changes_nothing() -> None:
    assert status("/js/main.js?v=1") == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/js",
        "/js/",
        "//",
        "/../server/site.py",
        "/%2e%2e/pyproject.toml",
        "/js/%6dain.js",
    ],
)
def test_what_is_not_there_is_not_there(path: str) -> None:
    assert status(path) == 404


def test_who_has_it_already_gets_no_body() -> None:
    first = ask("/")
    assert first is not None
    tag = first.headers["ETag"]

    again = ask("/", ("If-None-Match", f'"other", W/{tag}'))

    assert again is not None
    assert (again.status_code, again.body) == (304, b"")
    assert again.headers["ETag"] == tag
    assert status("/", ("If-None-Match", '"other"')) == 200


def test_head_is_the_same_without_the_body() -> None:
    response = ask("/", method="HEAD")

    assert response is not None
    assert (response.status_code, response.body) == (200, b"")
    assert response.headers["Content-Length"] == str(len(PAGE))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_else_can_be_done(method: str) -> None:
    response = ask("/", method=method)

    assert response is not None
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"


def test_health() -> None:
    assert status("/health") == 200
    response = ask("/health", well=False)
    assert response is not None
    assert response.status_code == 503


def test_every_answer_has_the_headers_that_keep_a_page_safe() -> None:
    site = Site(FILES, Hosts("127.0.0.1"), lambda: True)
    response = Response(404, "Not Found", Headers())

    site.process_response(CONNECTION, Request("/", Headers()), response)

    assert dict(response.headers.raw_items()) == HEADERS
    assert "'unsafe" not in HEADERS["Content-Security-Policy"]


# --- who asks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", [OURS, "127.0.0.1", "localhost:8080", "LOCALHOST", "[::1]:8080", "localhost:9999"]
)
def test_our_own_names(host: str) -> None:
    assert status(host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "192.168.0.7:8080", "", "[", "evil.example:8080"],
)
def test_other_names_are_misdirected(host: str) -> None:
    assert status(host=host) == 421
    assert status("/ws", host=host) == 421


def test_a_request_has_one_host() -> None:
    assert status(host=None) == 421
    assert status("/", ("Host", OURS)) == 421


def test_who_listens_everywhere_has_every_address_but_no_other_name() -> None:
    hosts = Hosts("0.0.0.0")  # noqa: S104 - it is only a name here

    assert hosts.is_ours("192.168.0.7:8080")
    assert hosts.is_ours("[fe80::1]:8080")
    assert not hosts.is_ours("evil.example:8080")


def test_behind_a_proxy_the_public_name_is_ours_too() -> None:
    hosts = Hosts("127.0.0.1", "https://fights.example")

    assert hosts.is_ours("fights.example")
    assert hosts.may_come_from("https://fights.example", OURS)
    assert not hosts.may_come_from("http://fights.example", OURS)


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://127.0.0.1:8080", 0),
        ("HTTP://127.0.0.1:8080", 0),
        ("http://127.0.0.1:9999", 403),
        ("http://localhost:8080", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_only_our_own_page_opens_a_socket(origin: str, expected: int) -> None:
    assert status("/ws", ("Origin", origin)) == expected


def test_who_is_no_page_has_no_origin() -> None:
    assert status("/ws") == 0


def test_of_two_origins_both_must_be_ours() -> None:
    two = ("Origin", "http://127.0.0.1:8080"), ("Origin", "http://evil.example")

    assert status("/ws", *two) == 403
