"""How much of anything a peer may use, and the codes that a connection is closed with."""

from __future__ import annotations

from typing import Final

import msgspec

from protocol.codec import MAX_BYTES


class Limits(msgspec.Struct, frozen=True):
    """What the server takes from whoever comes; times are in seconds.

    ``per_address`` counts websockets.  ``fetching`` counts all else that comes from one
    address: a page is some thirty requests, and a whole table may sit behind one address.
    """

    max_size: int = MAX_BYTES
    max_queue: int = 8
    open_timeout: float = 10
    ping: float = 20
    close_timeout: float = 5
    hello: float = 5
    rate: float = 10
    burst: int = 30
    strikes: int = 3
    malformed: int = 10
    outbox: int = 256
    write: float = 5
    connections: int = 500
    per_address: int = 20
    fetching: int = 100
    per_seat: int = 3
    spectators: int = 50
    refusals: int = 64


DEFAULTS: Final = Limits()

GOING_AWAY: Final = 1001
BINARY: Final = 1003
TOO_MUCH: Final = 1008
RESTARTING: Final = 1012
FULL: Final = 1013
REPLACED: Final = 4001
FAILED: Final = 4002
FROM_NOWHERE: Final = 4400
UNKNOWN: Final = 4401
