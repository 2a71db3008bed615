"""In whatever order trio runs its tasks, a fight is the same fight."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
import pytest
import trio
import trio.testing

from rules.rivers.tell import Teller
from store.journal import MemoryStore
from tests.server.test_restart import answers
from tests.support.clocks import run_in_virtual_time, task_order
from tests.support.fights import log_of, random_setup
from tests.support.rivers_live import Story, shipped
from tests.support.server import FIGHT, by_luck, kept_fight, play, serving

FIGHTS: Final = 50
ORDERS: Final = 20
ROUNDS: Final = 5


async def one_fight(number: int) -> bytes:
    """The canonical log: what the game master sees; two of the seats are played from outside."""
    setup = random_setup(number)
    short = msgspec.structs.replace(setup.options, round_cap=ROUNDS)
    setup = msgspec.structs.replace(setup, options=short)
    seats = [entry.id for entry in setup.combatants][:2]
    async with serving(kept_fight(seats, setup, str(number))) as served:
        peers = [served.enter(seat) for seat in seats]
        async with trio.open_nursery() as nursery:
            for peer in peers:
                nursery.start_soon(play, peer, by_luck)
        assert served.store.fights()[0].status == "ended"
        return log_of(served.events(FIGHT))


def played(number: int, order: int) -> bytes:
    with task_order(order):
        return run_in_virtual_time(lambda: one_fight(number))


@pytest.mark.many
@pytest.mark.parametrize("number", range(FIGHTS))
def test_one_fight_has_one_log_in_twenty_task_orders(number: int) -> None:
    logs = {played(number, order) for order in range(ORDERS)}

    assert len(logs) == 1


async def one_fight_of_rivers(number: int) -> bytes:
    """The same of Rivers, in player order; the seats are of different sides, and each takes its time."""
    setup = Story(number).setup
    seats = [min(one.id for one in setup.combatants if one.side == side.id) for side in setup.sides]
    async with serving(kept_fight(seats, setup, str(number))) as served:
        peers = [served.enter(seat) for seat in seats]
        async with trio.open_nursery() as nursery:
            for seconds, peer in enumerate(peers):
                nursery.start_soon(partial(play, peer, by_luck, seconds))
        assert served.store.fights()[0].status == "ended"
        return log_of(Teller(setup).ordered(served.events(FIGHT)))


@pytest.mark.many
@pytest.mark.parametrize("number", range(16))
def test_one_fight_of_rivers_has_one_log_in_four_task_orders(number: int) -> None:
    logs: set[bytes] = set()
    for order in range(4):
        with task_order(order):
            logs.add(run_in_virtual_time(lambda: one_fight_of_rivers(number)))

    assert len(logs) == 1


async def told_again() -> None:
    """After each of a few answers the server comes again, and tells those who come what it told before."""
    store = MemoryStore()
    store.write([kept_fight(("sigga",), shipped("shield-wall"))])
    heard: dict[str, list[bytes]] = {"sigga": [], "": []}
    for _ in range(4):
        async with serving(store=store) as served:
            peers = {seat: served.enter(seat) for seat in heard}
            await answers(peers["sigga"], 1)
            await trio.testing.wait_all_tasks_blocked()
            for seat, peer in peers.items():
                assert peer.stream[: len(heard[seat])] == heard[seat]
                heard[seat] = peer.stream
    assert len(heard[""]) > 40


@pytest.mark.many
@pytest.mark.parametrize("order", range(2))
def test_engagements_side_by_side_are_told_again_in_the_same_order(order: int) -> None:
    with task_order(order):
        run_in_virtual_time(told_again)


def test_task_orders_are_different_orders() -> None:
    """The control: who comes first is another one each time."""

    async def first() -> str:
        came: list[str] = []

        async def come(name: str) -> None:
            await trio.lowlevel.checkpoint()
            came.append(name)

        async with trio.open_nursery() as nursery:
            for name in "abcd":
                nursery.start_soon(come, name)
        return "".join(came)

    found: set[str] = set()
    for order in range(ORDERS):
        with task_order(order):
            found.add(run_in_virtual_time(first))

    assert len(found) > 5
