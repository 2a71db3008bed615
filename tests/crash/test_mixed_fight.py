"""A mind at a seat far away, all others in the server: the fight is the one that is played in one process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest
import trio

from protocol.messages import CombatEnded
from rules.kernel.dice import fight_seed
from rules.kernel.model import Answer
from strikerank.bot import AnyPolicy, Seat, policy_of
from strikerank.headless import event_line
from strikerank.remote import Play, Remote, socket_at
from tests.crash.judge import SYSTEM
from tests.crash.process import SERVER, Server
from tests.support.command import ROOT, run
from tests.support.fights import shipped

SCENARIOS: Final = ("ford", "wall", "skirmish", "archers")
MINDS: Final = ("steady", "reckless", "random", "guard")
SEEDS: Final = {"steady": 7, "reckless": 8, "random": 9, "guard": 10}
SOON: Final = 120.0
DYING: Final = ("-m", "tests.crash.dying")
DIES: Final = tuple((*DYING, *how) for how in (("after", "3"), ("before", "4"), ("amid", "5")))


@pytest.fixture
def servers() -> Generator[list[Server]]:
    """Those that are to be ended with the test."""
    made: list[Server] = []
    yield made
    for server in made:
        server.end()


def in_process(scenario: str, seed: int, mind: str) -> tuple[str, list[str]]:
    """Whose the first seat is, and the events of the fight in which *mind* decides for it."""
    setup = shipped(scenario)
    seat = setup.combatants[0].id
    policies: dict[str, AnyPolicy] = {
        one.id: policy_of(SYSTEM, one.mind) for one in setup.combatants
    }
    policies[seat] = policy_of(SYSTEM, mind)
    machine = SYSTEM.begin(setup, fight_seed(seed), True)  # noqa: FBT003 - a column
    while questions := machine.questions():
        machine.advance([policies[one.combatant](one.sight()) for one in questions])
    return seat, [event_line(event).decode() for event in machine.take_events()]


def replayed(fight: str, data: Path) -> list[str]:
    """The events of a fight in the journal, a line each."""
    shown = run("replay", fight, "--data", str(data), "--format", "jsonl")
    assert (shown.code, shown.err) == (0, "")
    return shown.out.splitlines(keepends=True)[1:]


def verifies(fight: str, data: Path) -> bool:
    return run("replay", fight, "--data", str(data), "--verify").code == 0


async def plays(seat: Seat, mind: str, ended: list[CombatEnded]) -> None:
    """What `strikerank bot` does."""
    policy = policy_of(SYSTEM, mind)

    def decide(sight: str) -> Answer:
        return policy(SYSTEM.sight_from(sight.encode()))

    play = Play(seat.token, decide, mind)
    jitter = Random(0).random  # noqa: S311 - how long to wait, if ever
    ended.append(await Remote(play, socket_at(seat.url), jitter).run())


@pytest.mark.many
@pytest.mark.timeout(300)
@pytest.mark.parametrize("mind", MINDS)
def test_a_mind_far_away_plays_the_fight_that_it_plays_in_process(
    tmp_path: Path, servers: list[Server], mind: str
) -> None:
    data, seed = tmp_path / "data", SEEDS[mind]
    server = Server(data, *SCENARIOS, "--seed", str(seed))
    servers.append(server)
    expected = [in_process(scenario, seed, mind) for scenario in SCENARIOS]
    ended: list[CombatEnded] = []

    async def main() -> None:
        await server.listens()
        with trio.fail_after(SOON):
            async with trio.open_nursery() as nursery:
                for index, (seat, _) in enumerate(expected):
                    nursery.start_soon(plays, server.seat(seat, index), mind, ended)
        assert (await server.stop()).code == 0

    trio.run(main)

    assert len(ended) == len(SCENARIOS)
    for fight, (_, events) in zip(server.fights, expected, strict=True):
        assert replayed(fight.id, data) == events
        assert verifies(fight.id, data)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_another_mind_plays_another_fight(scenario: str) -> None:
    assert len({"".join(in_process(scenario, 7, mind)[1]) for mind in MINDS}) > 2


@pytest.mark.many
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("scenario", "side", "mind"),
    [("ford", "watch", "steady"), ("skirmish", "north", "random")],
)
def test_the_commands_say_the_same(
    tmp_path: Path, servers: list[Server], scenario: str, side: str, mind: str
) -> None:
    data, minds = tmp_path / "data", ("--mind", f"{side}={mind}")
    server = Server(data, scenario, *minds, "--seed", "7")
    servers.append(server)

    async def main() -> int:
        await server.listens()
        (link,) = server.fights[0].seats.values()
        bot = _command("bot", link, "--mind", mind)
        done = await trio.run_process(bot, cwd=ROOT, stdout=subprocess.DEVNULL)
        assert done.returncode == 0
        return (await server.stop()).code

    assert trio.run(main) == 0
    (fight,) = server.fights
    played = run("fight", scenario, *minds, "--seed", "7", "--format", "jsonl")
    assert replayed(fight.id, data) == played.out.splitlines(keepends=True)[1:]
    assert verifies(fight.id, data)


@pytest.mark.many
@pytest.mark.timeout(300)
def test_a_bot_comes_back_to_one_server_after_the_other(
    tmp_path: Path, servers: list[Server]
) -> None:
    data = tmp_path / "data"

    async def begin(program: tuple[str, ...], port: int = 0) -> Server:
        server = Server(data, "ford", "--seed", "7", program=program, port=port)
        servers.append(server)
        await server.listens()
        return server

    async def main() -> tuple[str, bytes]:
        said: list[subprocess.CompletedProcess[bytes]] = []

        async def sit(link: str) -> None:
            bot = _command("bot", link, "--mind", "steady")
            said.append(await trio.run_process(bot, cwd=ROOT, capture_stdout=True))

        server = await begin(DIES[0])
        fight, port = server.fights[0], server.port
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sit, fight.seats["maren"])
            for program in (*DIES[1:], SERVER):
                await server.dies()
                server = await begin(program, port)
        await server.stop()
        return fight.id, said[0].stdout

    fight, said = trio.run(main)

    first, last = said.decode().splitlines()  # it says once whose seat it took
    assert first == "The ford: playing Captain Maren."
    assert last.startswith("The fight is over: ")
    assert replayed(fight, data) == in_process("ford", 7, "steady")[1]
    assert verifies(fight, data)


def _command(*words: str) -> Sequence[str]:
    return [sys.executable, "-m", "strikerank", *words]
