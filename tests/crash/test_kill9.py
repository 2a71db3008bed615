"""The server is killed at any moment, again and again, and nothing that it has acknowledged is lost or counts twice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Final

import pytest
import trio

from protocol.messages import AnswerMessage
from protocol.records import Decision, Received
from rules.kernel.model import Answer
from strikerank.bot import policy_of
from tests.crash.judge import FAULTLESS, SYSTEM, Journal, Tally, Uncut, journal_of, tally, uncut
from tests.crash.process import SERVER, Server
from tests.crash.table import (
    AT_THE_DOOR,
    BETWEEN,
    KILLS,
    MIND,
    SCENARIO,
    SEATS,
    SEED,
    SOON,
    Kill,
    Table,
    check,
    last_life,
    one_life,
    plan,
)
from tests.support.fights import shipped

DYING: Final = ("-m", "tests.crash.dying")
MOMENTS: Final = ("before", "amid", "after")
WRITES: Final = (3, 5, 8, 6, 4)
"""At which write a server dies; few of the first have an answer in them."""

HASTY: Final = ("-m", "tests.crash.hasty")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> Generator[Table]:
    made = Table(data)
    yield made
    made.end()


@pytest.fixture(scope="module")
def fight() -> Uncut:
    setup = shipped(SCENARIO)
    policies = {one.id: policy_of(SYSTEM, one.mind) for one in setup.combatants}
    policies |= dict.fromkeys(SEATS, policy_of(SYSTEM, MIND))
    return uncut(setup, SEED, policies, SEATS)


@pytest.mark.many
@pytest.mark.timeout(300)
def test_after_25_kills_nothing_acknowledged_is_lost_or_counts_twice(
    table: Table, fight: Uncut
) -> None:
    between = 0

    async def main() -> None:
        nonlocal between
        kills = plan(fight, table.dice)
        table.news.held = {prompt for kill in kills for prompt in kill.others}
        doors = {*table.dice.sample(range(1, len(kills)), AT_THE_DOOR)}
        for index, kill in enumerate(kills):
            if index in doors:
                server = table.start()
                await trio.sleep(table.dice.uniform(0.2, 1.2))
                server.kill()
                check(table, fight)
            await one_life(table, kill)
            journal = check(table, fight)
            decided = {o.answer.prompt for o in journal.records if isinstance(o, Decision)}
            between += bool(kill.first) and not decided & {kill.first, *kill.others}

        await last_life(table, fight)

    trio.run(main)

    assert table.starts == KILLS + 1
    assert between == BETWEEN
    assert not any(one.gone for one in table.players.values())
    assert min(len(one.ordered) for one in table.players.values()) > BETWEEN
    assert min(one.repeated for one in table.players.values()) > KILLS


@pytest.mark.many
@pytest.mark.timeout(300)
def test_a_write_is_the_last_thing_that_a_server_did_or_did_not_do(
    table: Table, fight: Uncut
) -> None:
    unheard: dict[str, int] = {}

    async def main() -> None:
        for number in WRITES:
            for moment in MOMENTS:
                table.program = (*DYING, moment, str(number))
                server = table.start()
                await server.listens()
                async with trio.open_nursery() as nursery:
                    table.come(server, nursery)
                    await server.dies()
                journal = check(table, fight)
                unheard[moment] = unheard.get(moment, 0) + table.unheard(journal)
        await last_life(table, fight)

    trio.run(main)

    assert table.starts == len(MOMENTS) * len(WRITES) + 1
    assert unheard["after"]


@pytest.mark.many
@pytest.mark.timeout(300)
def test_a_fight_that_ended_unheard_is_heard_of_from_the_next_server(
    table: Table, fight: Uncut
) -> None:
    async def live(*program: str) -> Server:
        table.program = program
        server = table.start()
        await server.listens()
        with trio.move_on_after(SOON) as scope:
            async with trio.open_nursery() as nursery:
                table.come(server, nursery)
        assert not scope.cancelled_caught, table.state()
        return server

    async def main() -> Journal:
        await (await live(*DYING, "before", "0")).dies()
        assert check(table, fight).kept.status == "open"
        await (await live(*DYING, "after", "0")).dies()
        journal = check(table, fight)
        assert journal.kept.status == "ended"
        assert not table.news.ended
        server = await live(*SERVER)
        assert server.fights[0].id != journal.kept.id
        await server.stop()
        return journal

    journal = trio.run(main)

    assert table.is_over()
    assert table.faults() == []
    assert [one.gone for one in table.players.values()] == [1] * len(SEATS)
    assert table.tally(journal) == FAULTLESS
    assert [*journal.events] == fight.events
    assert sum(map(len, table.acked().values())) == sum(map(len, fight.waits))


# --- what the checks are worth --------------------------------------------------------------


@pytest.mark.many
@pytest.mark.timeout(300)
def test_a_server_that_acknowledges_first_and_writes_later_is_found_out(
    data: Path, fight: Uncut
) -> None:
    table = Table(data, HASTY)
    try:
        trio.run(one_life, table, Kill(6, 0))
    finally:
        table.end()

    assert fight.waits
    assert table.tally(journal_of(data)).lost


HOLD: Final = Answer("p", "hold")
PRESS: Final = Answer("p", "press")
TAKEN: Final = Received("ann", "k", HOLD)
MADE: Final = Decision("ann", "action", HOLD, "mind")


@pytest.mark.parametrize(
    ("records", "found"),
    [
        ([TAKEN, MADE], FAULTLESS),
        ([MADE], Tally(("p",), ())),
        ([TAKEN], Tally(("p",), ())),
        ([Received("bob", "k", HOLD), MADE], Tally(("p",), ())),
        ([Received("ann", "k", PRESS), MADE], Tally(("p",), ())),
        ([TAKEN, Decision("ann", "action", PRESS, "mind")], Tally(("p",), ())),
        ([TAKEN, Decision("ann", "action", HOLD, "late")], Tally(("p",), ())),
        ([TAKEN, MADE, MADE], Tally((), ("p",))),
        ([TAKEN, Received("ann", "k2", HOLD), MADE], Tally((), ("p",))),
        ([TAKEN, TAKEN, MADE], Tally((), ("ann k", "p"))),
    ],
)
def test_what_is_lost_or_doubled_is_named(
    records: Sequence[Decision | Received], found: Tally
) -> None:
    assert tally(records, {"ann": [AnswerMessage("k", HOLD)]}, is_over=True) == found


def test_what_was_not_used_yet_is_not_lost_while_the_fight_goes_on() -> None:
    assert tally([TAKEN], {"ann": [AnswerMessage("k", HOLD)]}, is_over=False) == FAULTLESS
