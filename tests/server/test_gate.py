"""So many come in and no more, in all and from one address."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
import trio
import trio.testing
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.trio.server import ServerConnection

from server.gate import Gate, TooManyConnectionsError, address_of, counted
from server.limits import Limits
from tests.support.clocks import run_in_virtual_time

CLOSING = SimpleNamespace(state=State.CLOSING)


def test_a_gate_counts_who_is_in() -> None:
    gate = Gate(Limits(connections=3, fetching=2))
    gate.enter("a")
    gate.enter("a")
    with pytest.raises(TooManyConnectionsError):
        gate.enter("a")
    gate.enter("b")
    with pytest.raises(TooManyConnectionsError):
        gate.enter("c")
    gate.leave("a", was_seated=False)
    gate.enter("c")

    assert gate.inside == 3


def test_whoever_fetches_a_page_takes_no_seat_from_others() -> None:
    gate = Gate(Limits(per_address=1, fetching=2))
    gate.enter("a")
    gate.sit_down("a")
    gate.enter("a")
    gate.enter("a")
    with pytest.raises(TooManyConnectionsError):
        gate.sit_down("a")
    gate.leave("a", was_seated=True)
    gate.sit_down("a")

    assert gate.inside == 2


def test_whoever_comes_through_no_socket_comes_from_nowhere() -> None:
    stream, _ = trio.testing.memory_stream_pair()

    assert not address_of(stream)


def test_whoever_has_gone_comes_from_nowhere() -> None:
    async def gone() -> str:
        stream = trio.SocketStream(trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_STREAM))
        await stream.aclose()
        return address_of(stream)

    assert not run_in_virtual_time(gone)


def test_a_goodbye_in_the_same_breath_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The peer's goodbye has come during the handshake, and ours is still to be written."""

    async def shaken(*_: object) -> None:
        await trio.lowlevel.checkpoint()

    async def shake() -> float:
        connection = object.__new__(counted(Gate(Limits())))
        connection.protocol = cast("ServerProtocol", cast("object", CLOSING))
        connection.stream_closed = trio.Event()
        await connection.handshake()
        return trio.current_time()

    monkeypatch.setattr(ServerConnection, "handshake", shaken)

    assert run_in_virtual_time(shake) == pytest.approx(1)
