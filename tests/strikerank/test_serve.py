"""`strikerank serve`: what it serves, what it says, and how it ends."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from protocol.codec import decode_server, encode
from protocol.messages import CombatEnded, EventMessage, Hello
from protocol.records import FightBegun
from rules.kernel.model import Event
from server.rebuild import begin
from server.tokens import KEY_BYTES
from store.journal import DirectoryLock, Ends, Happened, Input, SqliteStore
from strikerank.serving import Links
from tests.support.command import Ran, run, start

PATIENCE: Final = 30.0


def served(tmp_path: Path, *words: str, number: int = signal.SIGTERM) -> tuple[Ran, Links]:
    """Serve until the links are there, and then send a signal; what it said, and the links."""
    file = tmp_path / "links.json"
    file.unlink(missing_ok=True)

    def stop() -> None:
        until = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(os.getpid(), number)

    thread = threading.Thread(target=stop)
    thread.start()
    ran = run("serve", *words, "--port", "0", "--links", str(file))
    thread.join()
    return ran, msgspec.json.decode(file.read_bytes(), type=Links)


def links_in(file: Path) -> Links:
    """The links, as soon as they are there."""
    until = time.monotonic() + PATIENCE
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.02)
    return msgspec.json.decode(file.read_bytes(), type=Links)


@contextmanager
def watching(links: Links, link: str) -> Generator[ClientConnection]:
    """A connection that has said hello with the secret of *link*."""
    with connect(f"ws{links.url.removeprefix('http')}/ws") as socket:
        socket.send(encode(Hello(link.rpartition("/")[2], 0)).decode())
        yield socket


def until_the_end(socket: ClientConnection) -> list[str | bytes]:
    """The stream of a fight, which ends here."""
    said: list[str | bytes] = []
    while True:
        frame = socket.recv(timeout=PATIENCE)
        message = decode_server(frame)
        if isinstance(message, (EventMessage, CombatEnded)):
            said.append(frame)
        if isinstance(message, CombatEnded):
            return said


def test_it_prints_where_it_listens_and_every_link(tmp_path: Path) -> None:
    ran, links = served(tmp_path, "ford", "--seat", "joss", "--seat", "maren")

    assert ran.code == 0
    assert ran.err == ""
    (fight,) = links.fights
    assert ran.out.splitlines() == [
        f"Listening on {links.url}",
        "Only this machine; --host 0.0.0.0 lets others in the same network in.",
        "",
        "The ford",
        f"  Captain Maren  {fight.seats['maren']}",
        f"  Joss           {fight.seats['joss']}",
        f"  to watch       {fight.watch}",
        "",
        "Nothing is kept: a fight ends with this server (--data DIR keeps it).",
    ]
    assert fight.seats["joss"].startswith(f"{links.url}/#/seat/")
    assert fight.watch.startswith(f"{links.url}/#/watch/")
    assert len({*fight.seats.values(), fight.watch}) == 3


def test_without_a_seat_the_first_combatant_has_one(tmp_path: Path) -> None:
    _, links = served(tmp_path, "ford", "duel")

    assert [*links.fights[0].seats] == ["maren"]
    assert [len(fight.seats) for fight in links.fights] == [1, 1]


def test_an_interrupt_has_its_own_code(tmp_path: Path) -> None:
    ran, _ = served(tmp_path, "duel", number=signal.SIGINT)

    assert ran.code == 130
    assert ran.out.endswith("\nStopped.\n")


def test_the_links_name_the_public_address(tmp_path: Path) -> None:
    ran, links = served(tmp_path, "duel", "--public-url", "https://fights.example/")

    assert links.url == "https://fights.example"
    assert ran.out.splitlines()[:2] == ["Listening on https://fights.example", ""]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("0.0.0.0", "http://192.168.1.7:"),  # noqa: S104 - the case under test
        ("::", "http://[2001:db8::7]:"),
        ("::1", "http://[::1]:"),
    ],
)
def test_the_links_are_for_whoever_can_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, expected: str
) -> None:
    known = {socket.AF_INET: "192.168.1.7", socket.AF_INET6: "2001:db8::7"}
    monkeypatch.setattr("strikerank.serve.own_address", known.__getitem__)

    ran, links = served(tmp_path, "duel", "--host", host)

    assert links.url.startswith(expected)
    assert ("Others in the same network open these links" in ran.out) == (host != "::1")


def test_a_port_that_is_taken_is_said_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "duel", "--port", str(taken.getsockname()[1]))

    assert ran.code == 2
    assert ran.err.endswith("Address already in use; --port 0 takes a free one\n")


@pytest.mark.parametrize("seat", ["joss", "JOSS", "Captain Maren"])
def test_a_seat_may_be_named_as_people_do(tmp_path: Path, seat: str) -> None:
    _, links = served(tmp_path, "ford", "--seat", seat)

    assert [*links.fights[0].seats] == ["maren" if " " in seat else "joss"]


def secrets_of(links: Links) -> list[str]:
    """What every link holds behind its last stroke."""
    every = [link for fight in links.fights for link in (*fight.seats.values(), fight.watch)]
    return [link.rpartition("/")[2] for link in every]


# --- what is kept ---------------------------------------------------------------------------


def test_a_fight_goes_on_under_the_same_links(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    first, before = served(tmp_path, "ford", "--data", data, "--seed", "7")
    _, same = served(tmp_path, "ford", "--data", data)
    _, all_of_it = served(tmp_path, "--data", data)

    assert "Nothing is kept" not in first.out
    for after in (same, all_of_it):
        assert [fight.id for fight in after.fights] == [fight.id for fight in before.fights]
        assert secrets_of(after) == secrets_of(before)
    key = tmp_path / "data" / "key"
    assert len(key.read_bytes()) == KEY_BYTES
    assert key.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "words",
    [
        ("ford", "--new"),
        ("ford", "--seat", "joss"),
        ("ford", "--seed", "8"),
        ("ford", "--mind", "raiders=guard"),
        ("duel",),
    ],
)
def test_another_fight_is_begun_beside_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    data = str(tmp_path / "data")
    _, before = served(tmp_path, "ford", "--data", data, "--seed", "7")
    _, after = served(tmp_path, *words, "--data", data)

    assert len(after.fights) == 2
    assert after.fights[1].id == before.fights[0].id


def test_a_fight_that_cannot_go_on_stays_closed_and_no_other_does(tmp_path: Path) -> None:
    data = tmp_path / "data"
    _, before = served(tmp_path, "ford", "duel", "--data", str(data))
    store = SqliteStore(data / "strikerank.db")
    ford, duel = store.fights()
    assert not store.events(duel.id)
    store.write([Happened(ford.id, (Event("r1.p0.0.e0", "miracle", 1, 0, 0),))])
    store.close()

    ran, after = served(tmp_path, "--data", str(data))

    assert ran.code == 0
    assert [fight.id for fight in after.fights] == [before.fights[1].id]
    assert ran.err.startswith(f"The ford ({ford.id}) cannot go on: ")
    again = SqliteStore(data / "strikerank.db")
    assert [kept.status for kept in again.fights()] == ["open", "open"]  # other rules may play it
    again.close()


def test_a_fight_that_is_over_is_no_open_one_but_may_be_seen(tmp_path: Path) -> None:
    data = tmp_path / "data"
    _, before = served(tmp_path, "duel", "--data", str(data))
    store = SqliteStore(data / "strikerank.db")
    store.write([Ends(store.fights()[0].id, "failed")])
    store.close()

    alone = run("serve", "--data", str(data))
    ran, after = served(tmp_path, "duel", "--data", str(data))

    assert alone.code == 2
    assert "holds no open fight" in alone.err
    assert len(after.fights) == 1
    assert after.fights[0].id != before.fights[0].id
    assert f"{after.fights[0].name} (a new fight; the one before is over)" in ran.out


def test_fights_of_one_name_are_told_apart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first, _ = served(tmp_path, "duel", "--data", str(data))
    store = SqliteStore(data / "strikerank.db")
    (kept,) = store.fights()
    replay = begin(kept)
    store.write([Input(kept.id, FightBegun()), Happened(kept.id, tuple(replay.events))])
    store.close()
    second, _ = served(tmp_path, "duel", "--data", str(data), "--new")
    third, _ = served(tmp_path, "--data", str(data))

    def heads(ran: Ran) -> list[str]:
        return [line for line in ran.out.splitlines() if line.startswith(kept.name)]

    assert heads(first) == [f"{kept.name} (a new fight)"]
    assert heads(second) == [
        f"{kept.name} (a new fight)",
        f"{kept.name} (goes on in round {replay.events[-1].round})",
    ]
    assert heads(third)[-1] == f"{kept.name} (not yet begun)"


def test_a_directory_that_is_not_there_is_not_made_in_vain(tmp_path: Path) -> None:
    ran = run("serve", "--data", str(tmp_path / "data"))

    assert ran.code == 2
    assert "holds no open fight" in ran.err
    assert not [*tmp_path.iterdir()]


# --- what is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("serve", "nowhere"), "nowhere: there is no such file"),
        (("serve", "ford", "--seat", "nobody"), "--seat nobody: there is no such combatant"),
        (("serve", "ford", "--mind", "watch=clever"), "--mind watch=clever: there is no mind"),
        (("serve", "ford", "--port", "70000"), "is not possible; expected a whole number"),
        (("serve", "ford", "--deadline", "0"), "is not possible; expected a whole number"),
        (("serve", "ford", "--public-url", "fights.example"), "--public-url: expected an address"),
        (("serve", "ford", "--public-url", "http://[x"), "--public-url: expected an address"),
        (("serve",), "--data: holds no open fight"),
        (
            ("serve", "ford", "--host", "no.such.host.invalid"),
            "Error: --host: no.such.host.invalid:",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(words: tuple[str, ...], problem: str) -> None:
    ran = run(*words)

    assert ran.code == 2
    assert problem in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""


def test_a_policy_file_cannot_be_kept(tmp_path: Path) -> None:
    mind = tmp_path / "mind.py"
    mind.write_text("def decide(sight): ...\n", encoding="utf-8")

    ran = run("serve", "ford", "--mind", f"raiders={mind}")

    assert ran.code == 2
    assert "is a file; expected a mind that ships" in ran.err


def test_one_directory_is_for_one_server(tmp_path: Path) -> None:
    with DirectoryLock(tmp_path):
        ran = run("serve", "ford", "--data", str(tmp_path))

    assert ran.code == 2
    assert "another server uses it" in ran.err


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    ran = run("serve", "ford", "--data", str(file))

    assert ran.code == 2
    assert "cannot be made" in ran.err


def test_links_that_cannot_be_written_are_said_so(tmp_path: Path) -> None:
    ran = run("serve", "ford", "--port", "0", "--links", str(tmp_path / "no" / "links.json"))

    assert ran.code == 2
    assert "cannot be written" in ran.err


def test_who_was_away_when_a_fight_ended_sees_it_over_the_old_link(tmp_path: Path) -> None:
    """The server is a process of its own here, and killed as soon as the fight is over."""
    data, file = tmp_path / "data", tmp_path / "links.json"
    words = ("serve", "--port", "0", "--data", str(data), "--links", str(file))
    process = start(*words, "duel", "--grace", "0", "--pace", "0")
    links = links_in(file)
    with watching(links, next(iter(links.fights[0].seats.values()))) as socket:
        socket.recv(timeout=PATIENCE)  # the seat is taken, and left to the guard
    with watching(links, links.fights[0].watch) as socket:
        said = until_the_end(socket)
    process.kill()
    out, _ = process.communicate()
    told = [line.partition(": ")[2] for line in out.decode().splitlines() if ": " in line]
    assert [line[:8] for line in told] == [
        "the seat",
        "the figh",
        "the seat",
        "a guard ",
        "the figh",
    ]

    file.unlink()
    process = start(*words, "ford")
    with watching(links_in(file), links.fights[0].watch) as socket:
        assert until_the_end(socket) == said
    process.terminate()
    process.communicate()


# --- as a process ---------------------------------------------------------------------------


def test_its_log_is_json_and_holds_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "links.json"
    process = start("serve", "duel", "--port", "0", "--verbose", "--links", str(file))
    links = links_in(file)
    process.terminate()
    _, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 0
    for line in err.splitlines():
        assert "event" in msgspec.json.decode(line)
    for secret in (*links.fights[0].seats.values(), links.fights[0].watch):
        assert secret.rpartition("/")[2].encode() not in err
