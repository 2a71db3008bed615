"""A server that comes again goes on where it stood, and says the same as before."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
import pytest
import trio
import trio.testing

from protocol.messages import (
    Ack,
    AnswerMessage,
    CombatEnded,
    EditIntents,
    LobbyMessage,
    PlansMessage,
    PromptClosed,
    PromptMessage,
    Refusal,
    SetOrder,
    StandInMessage,
)
from protocol.plans import AddIntent, Intent, Order
from protocol.records import Decision, FightBegun, FightEnded, PlansKept
from rules.kernel.model import ChangeSide, Moment
from rules.request.model import Setup, Timed
from server.limits import FAILED, UNKNOWN
from server.opening import open_room
from server.room import Manners, Room
from store.journal import Ends, Happened, Input, Kept, MemoryStore, Status
from tests.support.arena import setup as two_pairs
from tests.support.clocks import in_virtual_time
from tests.support.server import (
    FIGHT,
    ROOMY,
    SEATS,
    Peer,
    by_default,
    by_luck,
    kept_fight,
    play,
    serving,
)

pytestmark = in_virtual_time

ME, OTHER = SEATS
PLAN: Final = Intent("defend")


async def uncut(kept: Kept) -> dict[str, list[bytes]]:
    """What everybody hears of a fight that nothing interrupts."""
    async with serving(kept) as served:
        peers = {seat: served.enter(seat) for seat in (*kept.seats, "")}
        async with trio.open_nursery() as nursery:
            for seat in kept.seats:
                nursery.start_soon(play, peers[seat])
        await peers[""].hear(CombatEnded)
        return {seat: peer.stream for seat, peer in peers.items()}


async def answers(peer: Peer, number: int) -> None:
    """Give so many answers, one after the other, unless the fight ends first."""
    for count in range(1, number + 1):
        while len(peer.of(PromptMessage)) < count:
            if peer.of(CombatEnded):
                return
            await peer.news()
        prompt = peer.of(PromptMessage)[count - 1].prompt
        peer.say(AnswerMessage(f"key-{prompt.id}", by_luck(prompt)))
        await peer.hear(Ack, count)


def changing_sides() -> Setup:
    """A fight in which somebody changes sides: who may know what is another matter then."""
    change = Timed(Moment(2), ChangeSide("guard-2", "wolves"))
    return msgspec.structs.replace(two_pairs(), amendments=(change,))


def copied(store: MemoryStore, inputs: int, events: int) -> MemoryStore:
    """The journal as it was when so much of the fight was kept."""
    (kept,) = store.fights()
    copy = MemoryStore()
    copy.write([msgspec.structs.replace(kept, status="open")])
    copy.write([Input(FIGHT, one) for one in store.inputs(FIGHT)[:inputs]])
    copy.write([Happened(FIGHT, tuple(store.events(FIGHT)[:events]))])
    return copy


# --- again and again ------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [two_pairs(), changing_sides()], ids=["plain", "sides"])
async def test_after_every_answer_the_fight_goes_on_as_if_nothing_had_been(setup: Setup) -> None:
    kept = kept_fight((ME,), setup)
    whole = await uncut(kept)
    number = 0
    is_over = False
    while not is_over:
        store = MemoryStore()
        async with serving(kept, store=store) as served:
            await answers(served.enter(ME), number)
        is_over = store.fights()[0].status == "ended"
        if is_over:
            break
        async with serving(store=store) as served:
            me, watcher = served.enter(ME), served.enter()
            await play(me)
            await watcher.hear(CombatEnded)

        assert {ME: me.stream, "": watcher.stream} == whole
        prompts = [one.answer.prompt for one in store.inputs(FIGHT) if isinstance(one, Decision)]
        assert len({*prompts}) == len(prompts)
        number += 1
    assert number > 3


async def test_a_server_that_stops_all_the_time_plays_the_same_fight() -> None:
    kept = kept_fight((ME,))
    whole = await uncut(kept)
    store = MemoryStore()
    store.write([kept])
    joined: list[bytes] = []
    while store.fights()[0].status == "open":
        async with serving(store=store) as served:
            me = served.enter(ME, after=len(joined))
            await answers(me, 1)
            await trio.testing.wait_all_tasks_blocked()
            joined += me.stream

    assert joined == whole[ME]


# --- what comes along -----------------------------------------------------------------------


async def test_what_was_taken_stays_taken() -> None:
    store = MemoryStore()
    async with serving(kept_fight((ME,)), store=store) as served:
        me = served.enter(ME)
        prompt = (await me.hear(PromptMessage)).prompt
        me.say(
            EditIntents("plan", ME, AddIntent(PLAN)),
            SetOrder("order", ME, Order("never")),
            AnswerMessage("answer", by_default(prompt)),
        )
        await me.hear(Ack, 3)

    before = len([one for one in store.inputs(FIGHT) if isinstance(one, PlansKept)])
    async with serving(store=store) as served:
        me = served.enter(ME)
        plans = await me.hear(PlansMessage)
        me.say(
            EditIntents("plan", ME, AddIntent(PLAN)),
            SetOrder("order", ME, Order("ask")),
            AnswerMessage("answer", by_default(prompt)),
        )
        await me.hear(Ack, 3)

        assert not me.of(Refusal)
        assert plans.order == Order("never")
    after = len([one for one in store.inputs(FIGHT) if isinstance(one, PlansKept)])
    assert after == before


async def test_an_answer_that_waits_for_another_is_used_after_a_restart() -> None:
    store = MemoryStore()
    async with serving(kept_fight(), store=store) as served:
        peers = {seat: served.enter(seat) for seat in SEATS}
        while True:
            await trio.testing.wait_all_tasks_blocked()
            shown = {
                seat: peer.of(PromptMessage)[-1].prompt
                for seat, peer in peers.items()
                if waits(peer)
            }
            if len(shown) == len(peers):
                break
            for seat, prompt in shown.items():
                peers[seat].say(AnswerMessage(f"k-{prompt.id}", by_luck(prompt)))
        mine, theirs = shown[ME], shown[OTHER]
        peers[ME].say(AnswerMessage("mine", by_luck(mine)))
        await peers[ME].hear(PromptClosed, len(peers[ME].of(PromptMessage)))
    assert not [one for one in store.inputs(FIGHT) if is_decision_of(one, mine.id)]

    async with serving(store=store) as served:
        me, other = served.enter(ME), served.enter(OTHER)
        assert (await other.hear(PromptMessage)).prompt == theirs
        assert not me.of(PromptMessage)
        other.say(AnswerMessage("theirs", by_luck(theirs)))
        await other.hear(PromptClosed)
        await trio.testing.wait_all_tasks_blocked()

        (decision,) = [one for one in store.inputs(FIGHT) if is_decision_of(one, mine.id)]
        assert isinstance(decision, Decision)
        assert (decision.answer, decision.origin) == (by_luck(mine), "mind")


async def test_a_fight_that_had_not_begun_waits_again() -> None:
    store = MemoryStore()
    async with serving(kept_fight(), store=store) as served:
        me = served.enter(ME)
        me.say(EditIntents("plan", ME, AddIntent(PLAN)))
        await me.hear(LobbyMessage, 2)
        await me.hear(Ack)

    async with serving(store=store) as served:
        lobby = await served.enter(OTHER).hear(LobbyMessage, 2)
        plans = await served.enter(ME).hear(PlansMessage)

    assert lobby.waiting == (ME,)
    assert plans.intents == (PLAN,)


async def test_a_fight_that_had_begun_goes_on_and_a_guard_stands_in_for_who_stays_away() -> None:
    store = MemoryStore()
    async with serving(kept_fight(), store=store) as served:
        for seat in SEATS:
            await served.enter(seat).hear(PlansMessage)
        await trio.testing.wait_all_tasks_blocked()
    assert store.inputs(FIGHT)[0] == FightBegun()

    again = trio.current_time()
    async with serving(store=store, manners=Manners(grace=30, limits=ROOMY)) as served:
        await trio.sleep(1000)  # nobody is there, and nothing is decided for anybody
        assert not [one for one in store.inputs(FIGHT) if isinstance(one, Decision)]
        watcher = served.enter()
        await watcher.hear(StandInMessage)

    assert not watcher.of(LobbyMessage)
    assert trio.current_time() - again == pytest.approx(1030)


async def over(store: MemoryStore, status: Status = "ended") -> dict[str, list[bytes]]:
    """Who comes when a fight is over, and another server has its journal."""
    async with serving(store=store) as served:
        (kept,) = store.fights()
        assert kept.status == status

        def reopen() -> Room:
            inputs, events = store.inputs(FIGHT), store.events(FIGHT)
            return open_room(kept, inputs, events, served.journal, Manners())

        served.house.add_past(kept, reopen)
        peers = {seat: served.enter(seat) for seat in (ME, "")}
        for peer in peers.values():
            await peer.hear(CombatEnded)
        await trio.testing.wait_all_tasks_blocked()
        if status == "ended":
            peers[ME].say(EditIntents("k", ME, AddIntent(PLAN)))
            assert (await peers[ME].hear(Refusal)).code == "gone"
        else:
            assert await peers[ME].until_closed() == (FAILED, "the fight ended by a bug")
        return {seat: peer.stream for seat, peer in peers.items()}


async def test_who_was_away_when_it_ended_hears_of_it_after_a_restart() -> None:
    kept = kept_fight((ME,))
    store = MemoryStore()
    async with serving(kept, store=store) as served:
        await play(served.enter(ME))

    assert await over(store) == await uncut(kept)


async def test_a_fight_that_failed_has_failed_after_a_restart_too() -> None:
    store = MemoryStore()
    async with serving(kept_fight((ME,)), store=store) as served:
        await served.enter(ME).hear(PromptMessage)
    store.write([Input(FIGHT, FightEnded()), Ends(FIGHT, "failed")])

    heard = await over(store, "failed")

    assert b'"combat_ended"' in heard[ME][-1]


async def test_what_cannot_be_told_any_more_has_no_link() -> None:
    store = MemoryStore()
    store.write([kept_fight((ME,)), Ends(FIGHT, "failed")])
    async with serving(store=store) as served:
        served.house.add_past(store.fights()[0], lambda: None)
        for _ in range(2):
            assert await served.enter().until_closed() == (UNKNOWN, "token")


# --- what was kept of the last moment -------------------------------------------------------


async def test_whatever_was_kept_of_the_last_moment_the_rest_follows() -> None:
    kept = kept_fight()
    whole = await uncut(kept)
    store = MemoryStore()
    async with serving(kept, store=store) as served:
        async with trio.open_nursery() as nursery:
            for seat in SEATS:
                nursery.start_soon(play, served.enter(seat))
        events = store.events(FIGHT)

    for inputs in range(1, len(store.inputs(FIGHT)) - 1, 3):
        cut = copied(store, inputs, 0)
        async with serving(store=cut) as served:
            peers = {seat: served.enter(seat) for seat in (*SEATS, "")}
            async with trio.open_nursery() as nursery:
                for seat in SEATS:
                    nursery.start_soon(partial(play, peers[seat]))
            await peers[""].hear(CombatEnded)

        assert {seat: peer.stream for seat, peer in peers.items()} == whole
        assert cut.events(FIGHT) == events
        assert cut.fights()[0].status == "ended"


def waits(peer: Peer) -> bool:
    return len(peer.of(PromptMessage)) > len(peer.of(PromptClosed))


def is_decision_of(record: object, prompt: str) -> bool:
    return isinstance(record, Decision) and record.answer.prompt == prompt
