"""`strikerank bot`: links and minds that are none, and a whole fight against the real server."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import trio
from websockets.exceptions import ConnectionClosedError, InvalidMessage
from websockets.trio.server import ServerConnection, serve

from protocol.codec import decode_client, encode
from protocol.messages import Ack, CombatEnded, Hello, Welcome
from rules.kernel.dice import fight_seed
from rules.kernel.model import Outcome
from rules.request.course.machine import begin
from rules.request.policies import POLICIES
from rules.rivers.course.machine import begin as begin_rivers
from rules.rivers.model import Setup as RiversSetup
from rules.scenario import read
from strikerank.bot import Seat, over, seat_of, shown
from strikerank.errors import GivenError
from strikerank.remote import LostError, socket_at
from tests.support.command import ROOT, run, start
from tests.support.fights import shipped
from tests.support.rivers import played

TOKEN: Final = "abc_DEF-123"  # noqa: S105 - opens nothing
LINK: Final = f"http://127.0.0.1:1/#/seat/{TOKEN}"


@pytest.mark.parametrize(
    ("link", "url"),
    [
        (f"http://127.0.0.1:8080/#/seat/{TOKEN}", "ws://127.0.0.1:8080/ws"),
        (f"https://example.org/#/seat/{TOKEN}", "wss://example.org/ws"),
        (f"https://example.org/table/#/seat/{TOKEN}", "wss://example.org/table/ws"),
        (f"http://[::1]:8080/#/seat/{TOKEN}", "ws://[::1]:8080/ws"),
    ],
)
def test_a_link_leads_to_a_seat(link: str, url: str) -> None:
    assert seat_of(link) == Seat(url, TOKEN)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "ford",
        "http://127.0.0.1:8080/",
        f"http://127.0.0.1:8080/#/watch/{TOKEN}",
        f"http://127.0.0.1:8080/#/seat/{TOKEN}/more",
        f"ws://127.0.0.1:8080/#/seat/{TOKEN}",
        f"http:///#/seat/{TOKEN}",
        f"http://[::1/#/seat/{TOKEN}",
        f"http://127.0.0.1:99999/#/seat/{TOKEN}",
        f"http://127.0.0.1:0/#/seat/{TOKEN}",
        f"http://{'x' * 80}.example/#/seat/{TOKEN}",
    ],
)
def test_what_is_no_link_of_a_seat_is_refused(link: str) -> None:
    with pytest.raises(GivenError, match="is none of a seat"):
        seat_of(link)
    assert run("bot", link, "--mind", "steady").code == 2


def test_a_seat_is_shown_without_its_secret() -> None:
    assert shown(seat_of(LINK)) == "ws://127.0.0.1:1"


@pytest.mark.parametrize(
    ("mind", "problem"), [("staedy", "there is no such mind"), ("none.py", "there is no such file")]
)
def test_a_mind_that_is_none_is_refused(mind: str, problem: str) -> None:
    ran = run("bot", LINK, "--mind", mind)

    assert ran.code == 2
    assert problem in ran.err
    assert TOKEN not in ran.err


def test_a_server_that_is_not_there_is_named_without_the_secret() -> None:
    ran = run("bot", LINK, "--mind", "steady", "--once")

    assert ran.code == 2
    assert ran.err.startswith("Error: ws://127.0.0.1:1: the connection is lost")
    assert TOKEN not in ran.err


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (
            Outcome("victory", "watch", 5),
            "The fight is over: victory for The watch, after 5 rounds.",
        ),
        (Outcome("draw", "", 1), "The fight is over: draw, after 1 round."),
    ],
)
def test_the_end_is_told_in_a_line(outcome: Outcome, line: str) -> None:
    assert over(outcome, {"watch": "The watch"}) == line


# --- a socket ---------------------------------------------------------------------------------


async def _meets(socket: ServerConnection) -> None:
    hello = decode_client(await socket.recv())
    assert isinstance(hello, Hello)
    await socket.send(encode(Welcome("f", "", "seat", "ann", True, 0)), text=True)  # noqa: FBT003 - a column
    await socket.aclose(4001, "newer")


def test_a_wire_is_a_websocket_and_says_with_which_code_it_was_closed() -> None:
    async def main() -> None:
        async with trio.open_nursery() as nursery:
            server = await nursery.start(partial(serve, _meets, 0, host="127.0.0.1"))
            port = server.listeners[0].socket.getsockname()[1]
            async with socket_at(f"ws://127.0.0.1:{port}/ws")() as wire:
                await wire.send(encode(Hello(TOKEN, 0)))
                assert b'"welcome"' in encode_of(await wire.receive())
                with pytest.raises(LostError) as lost:
                    await wire.receive()
                assert (lost.value.code, lost.value.reason) == (4001, "newer")
                with pytest.raises(LostError):
                    await wire.send(encode(Ack("k")))
            nursery.cancel_scope.cancel()

    trio.run(main)


async def _breaks_off(socket: ServerConnection) -> None:
    await trio.aclose_forcefully(socket.stream)


def test_a_connection_that_breaks_off_is_called_so() -> None:
    async def main() -> None:
        async with trio.open_nursery() as nursery:
            server = await nursery.start(partial(serve, _breaks_off, 0, host="127.0.0.1"))
            port = server.listeners[0].socket.getsockname()[1]
            async with socket_at(f"ws://127.0.0.1:{port}/ws")() as wire:
                with pytest.raises(LostError) as lost:
                    await wire.receive()
                assert (lost.value.code, str(lost.value)) == (None, "it broke off")
            nursery.cancel_scope.cancel()

    trio.run(main)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(),
        TimeoutError(),
        ConnectionClosedError(None, None),
        InvalidMessage("half an answer"),
        trio.BrokenResourceError(),
    ],
)
def test_a_connection_that_does_not_open_is_lost(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    @asynccontextmanager
    async def connect(*_: object, **_options: object) -> AsyncGenerator[None]:
        await trio.lowlevel.checkpoint()
        raise error
        yield

    async def main() -> None:
        with pytest.raises(LostError) as lost:
            async with socket_at(LINK)():
                pass
        assert lost.value.code is None

    monkeypatch.setattr("strikerank.remote.connect", connect)
    trio.run(main)


def encode_of(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


# --- the real server --------------------------------------------------------------------------


@contextmanager
def served(scenario: str, tmp_path: Path) -> Generator[str]:
    """The link of a seat there, served by a process of its own."""
    links = tmp_path / "links.json"
    server = start("serve", scenario, "--port", "0", "--seed", "7", "--links", str(links))
    for _ in range(400):
        if links.exists():
            break
        time.sleep(0.05)
    yield json.loads(links.read_text())["fights"][0]["seats"]["maren"]
    server.send_signal(signal.SIGTERM)
    server.communicate(timeout=20)


@pytest.fixture
def link(tmp_path: Path) -> Generator[str]:
    """That of a seat at the ford."""
    with served("ford", tmp_path) as there:
        yield there


def test_a_mind_decides_over_the_socket_as_in_process(link: str) -> None:
    ran = run("bot", link, "--mind", "steady", "--verbose")

    said = [line.partition(":")[0] for line in ran.out.splitlines()]
    fight = begin(shipped("ford"), fight_seed(7))
    minds = {one.id: POLICIES[one.mind] for one in shipped("ford").combatants}
    minds["maren"] = POLICIES["steady"]
    asked: list[str] = []
    while questions := fight.questions():
        asked += [one.id for one in questions if one.combatant == "maren"]
        fight.advance([minds[one.combatant](one.sight()) for one in questions])
    assert ran.out.startswith("The ford: playing Captain Maren.\n")
    assert said[1:-1] == asked
    sides = {side.id: side.name for side in shipped("ford").sides}
    assert ran.out.splitlines()[-1] == over(fight.outcome() or Outcome("draw", "", 0), sides)
    assert (ran.code, ran.err) == (0, "")


def test_a_mind_plays_rivers_over_the_socket_too(tmp_path: Path) -> None:
    with served("two-raiders", tmp_path) as there:
        ran = run("bot", there, "--mind", "reckless", "--verbose")
    _, setup = read((ROOT / "scenarios" / "two-raiders.toml").read_bytes())
    assert isinstance(setup, RiversSetup)
    fight = begin_rivers(setup, fight_seed(7))
    played(fight, {"maren": "reckless"})
    sides = {side.id: side.name for side in setup.sides}

    assert ran.out.startswith("Two raiders: playing Maren.\n")
    assert ran.out.splitlines()[-1] == over(fight.outcome() or Outcome("draw", "", 0), sides)
    assert (ran.code, ran.err) == (0, "")


def test_a_link_that_opens_nothing_is_said_so_and_no_more(link: str) -> None:
    ran = run("bot", f"{link[:-3]}abc", "--mind", "steady")

    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert ran.err.endswith(": the server knows no such link\n")


def test_a_file_decides_over_the_socket_too(link: str, tmp_path: Path) -> None:
    mind = tmp_path / "mind.py"
    mind.write_text("def decide(sight):\n    return sight.nothing()\n")

    ran = run("bot", link, "--mind", str(mind))

    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("The fight is over: ")


def test_a_file_that_fails_ends_it_with_its_line(link: str, tmp_path: Path) -> None:
    mind = tmp_path / "mind.py"
    mind.write_text("def decide(sight):\n    return 1 / 0\n")

    ran = run("bot", link, "--mind", str(mind))

    assert ran.code == 2
    assert "line 2: ZeroDivisionError" in ran.err


def test_a_secret_that_is_none_is_told(link: str) -> None:
    ran = run("bot", link[:-3] + "xyz", "--mind", "steady")

    assert ran.code == 2
    assert "the server knows no such link" in ran.err


# --- a server that has failed -----------------------------------------------------------------


@pytest.mark.parametrize("end", ["combat_ended", "4002"])
def test_a_fight_that_ended_by_a_bug_is_no_success(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    async def fails(_remote: object) -> CombatEnded:
        await trio.lowlevel.checkpoint()
        if end == "4002":
            raise LostError(4002)
        return CombatEnded(1)

    monkeypatch.setattr("strikerank.bot.Remote.run", fails)

    ran = run("bot", LINK, "--mind", "steady")

    assert (ran.code, ran.err) == (1, "The fight ended by a mistake of the server's.\n")
