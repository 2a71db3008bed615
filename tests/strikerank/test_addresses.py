"""How others reach this machine, found without a word to anybody."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from strikerank.addresses import is_only_here, own_address


def no_way(*_: object) -> None:
    raise OSError


class Probe:
    """A socket that stands in a network with the address *address*."""

    def __init__(self, address: str) -> None:
        self.address = address

    def connect(self, _: object) -> None: ...

    def getsockname(self) -> tuple[str, int]:
        return self.address, 1

    def close(self) -> None: ...


def at(address: str) -> Callable[..., Probe]:
    return lambda *_: Probe(address)


def named(*addresses: str) -> Callable[..., list[tuple[object, ...]]]:
    return lambda *_: [(0, 0, 0, "", (one, 0)) for one in addresses]


def test_the_address_in_the_network_is_the_one_towards_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "socket", at("192.168.1.7"))

    assert own_address(socket.AF_INET) == "192.168.1.7"


def test_without_a_way_out_it_is_one_of_the_machines_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", no_way)
    monkeypatch.setattr(socket, "getaddrinfo", named("127.0.1.1", "10.0.0.3"))

    assert own_address(socket.AF_INET) == "10.0.0.3"


def test_a_machine_on_its_own_has_only_the_one_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", no_way)
    monkeypatch.setattr(socket, "getaddrinfo", no_way)

    assert own_address(socket.AF_INET) == "127.0.0.1"
    assert own_address(socket.AF_INET6) == "::1"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("LocalHost", True),
        ("0.0.0.0", False),  # noqa: S104 - not to listen there
        ("", False),
        ("192.168.1.7", False),
        ("table.example", False),
    ],
)
def test_whether_others_reach_a_host(host: str, *, expected: bool) -> None:
    assert is_only_here(host) is expected
