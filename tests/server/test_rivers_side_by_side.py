"""Engagements of Rivers at a table: their prompts are open at once, and nobody waits for those of another one."""

from __future__ import annotations

import trio
import trio.testing

from protocol.messages import EditIntents, EventMessage, PromptMessage
from protocol.plans import AddIntent, Intent
from protocol.records import Decision
from rules.rivers.model import Setup
from scheduler.live import Deadlines
from server.room import Manners
from tests.support.clocks import in_virtual_time
from tests.support.rivers import person, scene
from tests.support.server import FIGHT, ROOMY, Peer, Served, kept_fight, open_to, say, serving

pytestmark = in_virtual_time

SLOW = 1000.0


def duels(**options: object) -> Setup:
    """Ann against Bob, and Ada against Ben: two engagements of a round."""
    return scene(*[person(side, who) for side, who in FOUR], start={"distance": 0}, **options)


FOUR = (("a", "ann"), ("a", "ada"), ("b", "bob"), ("b", "ben"))
EVERYBODY = tuple(who for _, who in FOUR)


async def formed(served: Served) -> dict[str, Peer]:
    """Everybody at the table, and the engagements formed."""
    peers = {who: served.enter(who) for who in EVERYBODY}
    await trio.testing.wait_all_tasks_blocked()
    say(peers["ann"], "engage", "bob")
    await trio.testing.wait_all_tasks_blocked()
    say(peers["ada"], "engage", "ben")
    await trio.testing.wait_all_tasks_blocked()
    return peers


def asked(peers: dict[str, Peer]) -> dict[str, int]:
    """Who is asked now, in which engagement."""
    found = {who: open_to(peer) for who, peer in peers.items()}
    return {who: prompt.phase for who, prompt in found.items() if prompt is not None}


async def test_prompts_of_two_engagements_are_open_at_once() -> None:
    async with serving(kept_fight(EVERYBODY, duels())) as served:
        peers = await formed(served)

        assert asked(peers) == {"bob": 1, "ben": 2}
        say(peers["ben"], "attack/broadsword", "ada", "dodge")
        await trio.testing.wait_all_tasks_blocked()
        assert asked(peers) == {"bob": 1, "ada": 2}


async def test_whoever_is_slow_in_one_engagement_holds_up_nobody_in_another() -> None:
    async with serving(kept_fight(EVERYBODY, duels())) as served:
        peers = await formed(served)
        began = trio.current_time()
        for who, foe in (("ben", "ada"), ("ada", "ben")):
            say(peers[who], "attack/broadsword", foe, "dodge")
            await trio.testing.wait_all_tasks_blocked()

        assert asked(peers) == {"bob": 1}
        assert trio.current_time() == began
        struck = [one.event for one in peers["ann"].of(EventMessage) if one.event.kind == "attack"]
        assert {one.phase for one in struck} == {2}, "the blows of the other one are told at once"

        await trio.sleep(SLOW)
        say(peers["bob"], "attack/broadsword", "ann", "dodge")
        await trio.testing.wait_all_tasks_blocked()
        assert asked(peers) == {"ann": 1}
        say(peers["ann"], "defend", "dodge")
        await trio.testing.wait_all_tasks_blocked()
        later = [one.event for one in peers["ann"].of(EventMessage)]
        assert later[-1].round == 2


async def test_one_after_the_other_is_found() -> None:
    """The control: where the rules want engagements one after the other, nobody is asked in the second."""
    async with serving(kept_fight(EVERYBODY, duels(cross_effects="sequential"))) as served:
        peers = await formed(served)

        assert asked(peers) == {"bob": 1}
        say(peers["bob"], "attack/broadsword", "ann", "dodge")
        await trio.testing.wait_all_tasks_blocked()
        assert asked(peers) == {"ann": 1}


async def test_each_engagement_has_deadlines_of_its_own() -> None:
    manners = Manners(deadlines=Deadlines(action=60), limits=ROOMY)
    async with serving(kept_fight(EVERYBODY, duels()), manners=manners) as served:
        peers = await formed(served)
        await trio.sleep(40)
        say(peers["ben"], "attack/broadsword", "ada", "dodge")
        await trio.sleep(30)

        assert asked(peers) == {"ann": 1, "ada": 2}, "bob was late after 60 seconds"
        await trio.sleep(35)
        assert asked(peers) == {"ann": 1}, "ada after 100"
        late = [one.combatant for one in decisions(served) if one.origin == "late"]
        assert late == ["bob", "ada"]


def decisions(served: Served) -> list[Decision]:
    return [one for one in served.store.inputs(FIGHT) if isinstance(one, Decision)]


async def test_a_plan_that_is_not_possible_falls_away_and_its_player_hears_why() -> None:
    async with serving(kept_fight(EVERYBODY, duels())) as served:
        peers = {who: served.enter(who) for who in EVERYBODY}
        blow = Intent("attack/broadsword", ("ben", "dodge"))
        for number, intent in enumerate([Intent("engage", ("bob",)), blow]):
            peers["ann"].say(EditIntents(f"plan-{number}", "ann", AddIntent(intent)))
        await trio.testing.wait_all_tasks_blocked()
        say(peers["ada"], "engage", "ben")
        await trio.testing.wait_all_tasks_blocked()
        say(peers["bob"], "defend", "dodge")
        prompt = await peers["ann"].hear(PromptMessage)

    assert prompt.prompt.phase == 1, "whom to fight was planned"
    assert [(one.intent, one.reason) for one in prompt.dropped] == [
        (blow, "values[0]: ben is not possible; possible: bob")
    ]
