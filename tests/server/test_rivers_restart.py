"""A fight of Rivers goes on where it stood, with two engagements at play and answers in them that wait for others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
import pytest
import trio
import trio.testing

from protocol.messages import CombatEnded, EditIntents, EventMessage, PlansMessage, PromptClosed
from protocol.plans import AddIntent, Intent
from protocol.records import AmendmentMade, Decision, Record
from rules.kernel.model import Event, Move, Remove, SetHitPoints
from rules.rivers.course.machine import Fight, restore
from rules.rivers.model import Setup
from rules.rivers.tell import Teller
from server.rebuild import rebuild
from server.replay import Replay, leaves
from store.journal import Ends, Happened, Input, Kept, MemoryStore, SqliteStore
from tests.server.test_restart import answers, copied
from tests.support.clocks import in_virtual_time
from tests.support.command import run
from tests.support.rivers import person, scene
from tests.support.server import (
    FIGHT,
    Peer,
    Served,
    by_luck,
    kept_fight,
    open_to,
    play,
    say,
    serving,
)

pytestmark = in_virtual_time

SEATS: Final = ("ann", "ada", "bob", "bea")


def two_engagements() -> Setup:
    """Ann against Bob and Bea, who are asked together, and Ada against Ben."""
    sides = (("a", "ann"), ("a", "ada"), ("b", "bob"), ("b", "bea"), ("b", "ben"))
    people = [person(side, who, CON=18, SIZ=18, mind="steady") for side, who in sides]
    return scene(*people, round_cap=3)


SETUP: Final = two_engagements()


class Table:
    """How a fight went: what each heard of it in player order, and how it ended."""

    def __init__(self, peers: Mapping[str, Peer]) -> None:
        teller = Teller(SETUP)
        self.told: dict[str, list[Event]] = {
            seat: teller.ordered(one.event for one in peer.of(EventMessage))
            for seat, peer in peers.items()
        }
        self.states: set[str] = {
            one.state_hash for p in peers.values() for one in p.of(CombatEnded)
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and vars(self) == vars(other)

    __hash__ = None  # pyright: ignore[reportAssignmentType]


async def to_the_end(kept: Kept | None, store: MemoryStore) -> Table:
    """The rest of a fight that nothing interrupts."""
    async with serving(*([kept] if kept else []), store=store) as served:
        (fight,) = store.fights()
        peers = {seat: served.enter(seat) for seat in (*fight.seats, "")}
        async with trio.open_nursery() as nursery:
            for seat in fight.seats:
                nursery.start_soon(play, peers[seat])
        await peers[""].hear(CombatEnded)
        return Table(peers)


async def test_after_every_answer_the_fight_goes_on_as_if_nothing_had_been() -> None:
    kept = kept_fight(SEATS[:1], SETUP)
    whole = await to_the_end(kept, MemoryStore())
    number = 0
    while True:
        store = MemoryStore()
        async with serving(kept, store=store) as served:
            await answers(served.enter("ann"), number)
        if store.fights()[0].status == "ended":
            break
        assert await to_the_end(None, store) == whole, number
        prompts = [one.answer.prompt for one in store.inputs(FIGHT) if isinstance(one, Decision)]
        assert len({*prompts}) == len(prompts)
        number += 1
    assert number > 4


async def test_a_server_that_stops_all_the_time_says_each_thing_once() -> None:
    whole = await to_the_end(kept_fight(SEATS[:1], SETUP), MemoryStore())
    store = MemoryStore()
    store.write([kept_fight(SEATS[:1], SETUP)])
    joined: list[bytes] = []
    while store.fights()[0].status == "open":
        async with serving(store=store) as served:
            me = served.enter("ann", after=len(joined))
            await answers(me, 1)
            await trio.testing.wait_all_tasks_blocked()
            joined += me.stream
    peer = Peer()
    peer.frames = joined

    assert Table({"ann": peer}).told["ann"] == whole.told["ann"]
    assert [one.number for one in peer.of(EventMessage)] == [*range(1, len(joined))]


async def test_whatever_was_kept_the_rest_follows() -> None:
    """Every cut between two inputs: engagements at play, half of a wait decided, answers that wait for others."""
    kept = kept_fight(SEATS, SETUP)
    store = MemoryStore()
    whole = await to_the_end(kept, store)
    records = store.inputs(FIGHT)
    at_play = half = waiting = 0
    for cut in range(1, len(records) - 1, 3):
        rebuilt = rebuild(kept, records[:cut])
        at_play += len([*leaves(rebuilt.machine)]) > 1
        half += bool(rebuilt.decided)
        waiting += bool(rebuilt.stored.keys() - rebuilt.decided)

        assert await to_the_end(None, copied(store, cut, 0)) == whole, cut

    assert min(at_play, half, waiting) > 0, (at_play, half, waiting)


# --- a game master in the midst of it ---------------------------------------------------------

UNDONE: Final = Remove("ann")
"""Bob had chosen to strike her."""
CHANGES: Final = (SetHitPoints("ben", "chest", 1), UNDONE, Move("ada", 20))


async def in_the_midst(served: Served) -> dict[str, Peer]:
    """Bob has answered and Bea has not; in the other engagement Ada is asked."""
    peers = {seat: served.enter(seat) for seat in (*SEATS, "")}
    for who, words in (("ann", "gather bob 2"), ("ada", "engage ben"), ("bob", STRIKES)):
        await trio.testing.wait_all_tasks_blocked()
        say(peers[who], *words.split())
    await trio.testing.wait_all_tasks_blocked()
    return peers


async def go_on(peer: Peer) -> None:
    """Answer from now on whatever is open."""
    while not peer.of(CombatEnded):
        prompt = open_to(peer)
        if prompt is None:
            await peer.news()
            continue
        answer = by_luck(prompt)
        say(peer, answer.option, *answer.values)
        await peer.hear(PromptClosed, len(peer.of(PromptClosed)) + 1)


STRIKES: Final = "attack/broadsword ann dodge"


@pytest.mark.parametrize("change", CHANGES)
async def test_what_is_changed_amid_engagements_is_changed_after_a_restart_too(
    change: object,
) -> None:
    whole: list[Table] = []
    for restarts in (False, True):
        store = MemoryStore()
        async with serving(kept_fight(SEATS, SETUP), store=store) as served:
            peers = await in_the_midst(served)
            assert [who for who in SEATS if open_to(peers[who])] == ["ada", "bea"]
            await served.rooms[FIGHT].amend("game master", "why", change)
            await trio.testing.wait_all_tasks_blocked()
            assert (open_to(peers["bob"]) is not None) == (change == UNDONE)
            if not restarts:
                async with trio.open_nursery() as nursery:
                    for seat in SEATS:
                        nursery.start_soon(go_on, peers[seat])
                whole.append(Table(peers))
        if restarts:
            rebuilt = rebuild(store.fights()[0], store.inputs(FIGHT), store.events(FIGHT))
            assert bool(rebuilt.stored) == (change != UNDONE)
            whole.append(await to_the_end(None, store))
        kinds = [type(one) for one in store.inputs(FIGHT)]
        assert AmendmentMade in kinds

    assert whole[0] == whole[1]


# --- back, and on another way -----------------------------------------------------------------


async def test_from_every_wait_a_fork_and_a_restored_fight_go_on_alike() -> None:
    kept = kept_fight(SEATS, SETUP)
    store = MemoryStore()
    await to_the_end(kept, store)
    records = store.inputs(FIGHT)
    last = rebuild(kept, records).machine.state_hash()
    at_play = 0
    for cut in range(1, len(records), 3):
        rebuilt = rebuild(kept, records[:cut])
        if rebuilt.decided:
            continue
        fight = rebuilt.machine
        assert isinstance(fight, Fight)
        at_play += len(fight.children()) > 1
        before = fight.state_hash()
        for other in (fight.fork(), restore(fight.snapshot())):
            assert ended(Replay(other), records[cut:]) == last, cut
        otherwise = fight.fork()
        for leaf in [*leaves(otherwise)]:
            leaf.advance([one.default() for one in leaf.questions()])
        assert otherwise.state_hash() != before == fight.state_hash()

    assert at_play > 3


def ended(replay: Replay, records: Sequence[Record]) -> str:
    """The state that these inputs lead to."""
    for record in records:
        replay.take(record)
    return replay.machine.state_hash()


async def test_a_journal_of_engagements_side_by_side_is_verified(tmp_path: Path) -> None:
    """And one event that is otherwise is named."""
    store = MemoryStore()
    await to_the_end(kept_fight(SEATS, SETUP), store)
    (kept,) = store.fights()
    events = store.events(FIGHT)
    blow = next(number for number, one in enumerate(events) if one.kind == "attack")
    forged = [*events]
    forged[blow] = msgspec.structs.replace(events[blow], at="ben")
    for name, told in (("good", events), ("forged", forged)):
        data = tmp_path / name
        data.mkdir()
        with closing(SqliteStore(data / "strikerank.db")) as disk:
            disk.write([kept])
            disk.write([Input(FIGHT, one) for one in store.inputs(FIGHT)])
            disk.write([Happened(FIGHT, tuple(told)), Ends(FIGHT, "ended")])

    assert run("replay", "--data", str(tmp_path / "good"), "--verify").code == 0
    ran = run("replay", "--data", str(tmp_path / "forged"), "--verify")
    assert (ran.code, f"event {blow + 1} ({events[blow].id}): at was " in ran.err) == (1, True)


async def test_plans_for_the_engagement_are_there_after_a_restart() -> None:
    """Whom to fight has been taken from them, and what to do has not yet."""
    store = MemoryStore()
    plans = [Intent("gather", ("bob", "2")), Intent("defend", ("medium-shield",))]
    async with serving(kept_fight(SEATS, SETUP), store=store) as served:
        peers = {seat: served.enter(seat) for seat in SEATS}
        for number, intent in enumerate(plans):
            peers["ann"].say(EditIntents(f"plan-{number}", "ann", AddIntent(intent)))
        await trio.testing.wait_all_tasks_blocked()
        assert open_to(peers["ada"]) is not None

    async with serving(store=store) as served:
        peers = {seat: served.enter(seat) for seat in SEATS}
        assert (await peers["ann"].hear(PlansMessage)).intents == (plans[1],)
        for who, words in (("ada", "engage ben"), ("bob", STRIKES), ("bea", STRIKES)):
            await trio.testing.wait_all_tasks_blocked()
            say(peers[who], *words.split())
        await trio.testing.wait_all_tasks_blocked()
        made = [one for one in store.inputs(FIGHT) if isinstance(one, Decision)]

    origins = {one.answer.option: one.origin for one in made if one.combatant == "ann"}
    assert origins == {"gather": "intent", "defend": "intent"}
