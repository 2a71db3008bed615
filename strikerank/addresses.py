"""How others in the same network reach this machine."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from ipaddress import ip_address
from typing import Final

# Of networks that exist in books only; a way to them is looked up, and nothing is sent.
_AFAR: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
_HERE: Final = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}


def own_address(family: socket.AddressFamily) -> str:
    """An address of this machine in its network; the one for itself if it is in none."""
    for address in _found(family):
        found = ip_address(address)
        if not (found.is_loopback or found.is_unspecified or found.is_link_local):
            return address
    return _HERE[family]


def is_only_here(host: str) -> bool:
    """Whether nobody but this machine itself reaches *host*."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _found(family: socket.AddressFamily) -> Iterator[str]:
    with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
        probe.connect((_AFAR[family], 9))
        yield probe.getsockname()[0]
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(address[0])
