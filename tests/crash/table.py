"""Four players at a server that is killed again and again, and the moments at which it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, final

import pytest
import trio

from protocol.messages import AnswerMessage
from protocol.records import Received
from rules.catalogue import SYSTEMS
from server.rebuild import rebuild
from strikerank.bot import Seat, policy_of
from tests.crash.judge import (
    FAULTLESS,
    Journal,
    Tally,
    Uncut,
    journal_of,
    lost_orders,
    tally,
)
from tests.crash.players import News, Player, Watcher
from tests.crash.process import SERVER, Server
from tests.support.command import run

SCENARIO: Final = "ford"
SEATS: Final = ("maren", "joss", "raider-1", "raider-2")
MIND: Final = "random"
SEED: Final = 2
"""A fight of 12 rounds, in which two of the seats are often asked together."""

KILLS: Final = 25
BETWEEN: Final = 8
"""So many of them come between the answer of one seat and that of another in the same wait."""
AT_THE_DOOR: Final = 4
"""So many come while the server is still coming up."""
AT_THE_END: Final = 20
"""So many answers before it nobody is killed any more: the fight could be over by then."""
LONGEST_LOG: Final = 4000
SOON: Final = 60.0


class Scene(NamedTuple):
    """What is played, and by whom."""

    scenario: str = SCENARIO
    rules: str = "request"
    seats: tuple[str, ...] = SEATS
    mind: str = MIND
    seed: int = SEED


FORD: Final = Scene()


class Kill(NamedTuple):
    """When *after* prompts were acknowledged, and *wait* seconds later.

    With *first* it is when that prompt was, while the *others* of its wait are held back.
    """

    after: int
    wait: float
    first: str = ""
    others: tuple[str, ...] = ()


def plan(fight: Uncut, dice: Random) -> list[Kill]:
    """All kills but those at the door."""
    kills: list[Kill] = []
    before = 0
    together: list[Kill] = []
    for wait in fight.waits:
        if len(wait) > 1:
            first, *others = dice.sample(wait, len(wait))
            together.append(Kill(before + 1, 0, first, tuple(others)))
        before += len(wait)
    kills = dice.sample(together, BETWEEN)
    free = sorted({*range(before - AT_THE_END)} - {kill.after for kill in kills})
    moments = dice.sample(free, KILLS - BETWEEN - AT_THE_DOOR)
    kills += [Kill(after, dice.choice((0, 0.002, 0.01, 0.05)) * dice.random()) for after in moments]
    return sorted(kills)


@final
class Table:
    """Four players and somebody who watches, at one server after the other."""

    def __init__(self, data: Path, program: tuple[str, ...] = SERVER, scene: Scene = FORD) -> None:
        self.scene = scene
        system = SYSTEMS[scene.rules]
        dice = Random(scene.seed)  # noqa: S311 - a test that goes the same way each time
        self.dice = dice
        self.data = data
        self.news = News()
        policy = policy_of(system, scene.mind)
        self.players = {seat: Player(seat, policy, self.news, dice, system) for seat in scene.seats}
        self.watcher = Watcher("a spectator", self.news, dice)
        self.program = program
        self.starts = 0
        self.links: dict[str, Seat] = {}  # by seat; empty: of those who watch
        self._stack = ExitStack()

    def start(self) -> Server:
        self.starts += 1
        scene = self.scene
        words = [word for seat in scene.seats for word in ("--seat", seat)]
        words = [scene.scenario, *words, "--seed", str(scene.seed)]
        server = Server(self.data, *words, program=self.program)
        self._stack.callback(server.end)
        return server

    def end(self) -> None:
        self._stack.close()

    def come(self, server: Server, nursery: trio.Nursery) -> None:
        """Let everybody connect, by the links that they had first."""
        self.news.shown.clear()
        self.links = self.links or {seat: server.seat(seat) for seat in self.scene.seats}
        self.links.setdefault("", server.watch())
        url = server.watch().url
        for seat, player in self.players.items():
            nursery.start_soon(player.live, self.links[seat]._replace(url=url))
        nursery.start_soon(self.watcher.live, self.links[""]._replace(url=url))

    async def until(self, kill: Kill) -> None:
        """Wait for the moment of *kill*."""
        with trio.move_on_after(SOON):
            while not self._is_there(kill):
                await self.news.wait()
            await trio.sleep(kill.wait)
            return
        pytest.fail(f"{kill} does not come; {self.state()}")

    def _is_there(self, kill: Kill) -> bool:
        if kill.first:
            return kill.first in self.news.acked and {*kill.others} <= self.news.shown
        return len(self.news.acked) >= kill.after

    def acked(self) -> Mapping[str, Sequence[AnswerMessage]]:
        return {seat: [*player.acked.values()] for seat, player in self.players.items()}

    def tally(self, journal: Journal) -> Tally:
        return tally(journal.records, self.acked(), is_over=journal.kept.status != "open")

    def unheard(self, journal: Journal) -> int:
        """How many answers were kept, and nobody could hear that they were."""
        known = {key for player in self.players.values() for key in player.acked}
        return sum(isinstance(o, Received) and o.key not in known for o in journal.records)

    def faults(self) -> list[str]:
        streams = [self.watcher, *(player.stream for player in self.players.values())]
        return [fault for stream in streams for fault in stream.faults]

    def state(self) -> str:
        """Who waits for what, for whoever has to find out why."""
        log = self.data.with_name("server.log").read_text(encoding="utf-8")[-LONGEST_LOG:]
        lines = [f"{len(self.news.acked)} acked", *self.faults(), log]
        return "\n".join([*lines, *(one.state() for one in self.players.values())])

    def is_over(self) -> bool:
        return len(self.news.ended) > len(self.scene.seats)


async def one_life(table: Table, kill: Kill) -> None:
    """Serve until the moment of *kill* has come, and die."""
    server = table.start()
    await server.listens()
    async with trio.open_nursery() as nursery:
        table.come(server, nursery)
        await table.until(kill)
        server.kill()
    table.news.held -= {*kill.others}


async def last_life(table: Table, fight: Uncut) -> None:
    """Serve until the fight is over, and hold it against *fight*."""
    await until_over(table)
    journal = check(table, fight)
    assert journal.kept.status == "ended"
    assert [*journal.events] == fight.events
    ended = table.watcher.ended
    assert ended is not None
    assert ended.state_hash == fight.states[-1]
    assert sum(map(len, table.acked().values())) == sum(map(len, fight.waits))
    again = run("replay", journal.kept.id, "--data", str(table.data), "--verify")
    assert again.code == 0
    assert fight.states[-1] in again.out


async def until_over(table: Table) -> None:
    """Serve until the fight is over and whoever comes then has heard all of it, and be told to stop."""
    table.program = SERVER
    server = table.start()
    await server.listens()
    with trio.move_on_after(SOON) as scope:
        async with trio.open_nursery() as nursery:
            table.come(server, nursery)
    assert not scope.cancelled_caught, table.state()
    seen = [table.watcher.frames, *(one.stream.frames for one in table.players.values())]
    assert [await whole_stream(server, seat) for seat in ("", *table.scene.seats)] == seen
    assert (await server.stop()).code == 0
    assert table.is_over()


def check(table: Table, fight: Uncut) -> Journal:
    """What lies on the disk after a kill."""
    journal = journal_of(table.data)
    assert table.tally(journal) == FAULTLESS
    ordered = {seat: player.ordered for seat, player in table.players.items()}
    assert lost_orders(journal.records, ordered) == []
    assert table.faults() == []
    rebuilt = rebuild(journal.kept, journal.records, journal.events)
    assert rebuilt.machine.state_hash() in fight.states
    assert [*rebuilt.events] == fight.events[: len(rebuilt.events)]
    return journal


async def whole_stream(server: Server, seat: str = "") -> list[bytes]:
    """What somebody hears who comes when all is over."""
    watcher = Watcher(seat, News(), Random(0))  # noqa: S311 - nothing is drawn
    await watcher.live(server.seat(seat) if seat else server.watch())
    assert watcher.ended is not None
    assert watcher.faults == []
    return watcher.frames
