"""However a fight is driven, and in whatever order its tasks run, it is the same fight."""

from __future__ import annotations

from hashlib import blake2b
from itertools import pairwise

import pytest
import trio

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind, ScriptedMind
from protocol.records import AmendmentMade, Decision
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Event, Prompt, SetPoints
from scheduler import direct, live
from scheduler.live import Deadlines
from tests.support.actors import Silent, Slow, always, lucky_actor
from tests.support.clocks import run_in_virtual_time, task_order
from tests.support.games import Clocked, Game, skirmish
from tests.support.machines import Campaign, Melee, in_place_order, lucky

SEEDS = [fight_seed(2024, index) for index in range(60)]
TASK_ORDERS = range(20)


class Fight:
    """One melee of four skirmishes a round, played to its end and kept whole."""

    def __init__(self, seed: bytes) -> None:
        self.machine = Melee(seed, pairs=4, rounds=2)
        self.machine.watch()
        self.arrived: list[Event] = []
        self.records: list[Decision | AmendmentMade] = []

    def directly(self) -> Fight:
        direct.play(self.machine, lucky_actor, self.arrived.extend, recorder=self.records.append)
        return self

    def live(self) -> Fight:
        """Each answer takes its own time, another in every fight but the same in each task order."""

        def seconds(question: Question) -> float:
            digest = blake2b(question.id.encode(), key=self.machine.seed, digest_size=1).digest()
            return float(digest[0] % 4)

        def actor_for(combatant: str) -> Combatant:
            return Combatant(combatant, Slow(seconds, PolicyMind(lucky)))

        async def play() -> None:
            await live.play(
                self.machine,
                actor_for,
                self.arrived.extend,
                deadlines=Deadlines(action=30, reaction=30, declaration=30),
                recorder=self.records.append,
            )

        run_in_virtual_time(play)
        return self

    def log(self) -> list[Event]:
        return in_place_order(self.arrived)

    def decisions(self) -> list[Decision | AmendmentMade]:
        return sorted(self.records, key=repr)


@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_a_live_fight_is_the_direct_one(seed: bytes) -> None:
    expected = Fight(seed).directly()
    fight = Fight(seed).live()

    assert fight.log() == expected.log()
    assert fight.decisions() == expected.decisions()
    assert fight.machine.state_hash() == expected.machine.state_hash()
    assert fight.machine.outcome() == expected.machine.outcome()


def test_no_order_of_tasks_changes_a_fight() -> None:
    expected = Fight(SEEDS[0]).directly()
    arrivals: set[tuple[str, ...]] = set()

    for order in TASK_ORDERS:
        with task_order(order):
            fight = Fight(SEEDS[0]).live()
        assert fight.log() == expected.log()
        assert fight.machine.state_hash() == expected.machine.state_hash()
        arrivals.add(tuple(event.id for event in fight.arrived))

    assert len(arrivals) > len(TASK_ORDERS) // 2, "the orders were not different: no test at all"


def test_children_may_have_children() -> None:
    async def play() -> None:
        await live.play(played_live, lucky_actor)

    played_directly, played_live = Campaign(SEEDS[0]), Campaign(SEEDS[0])
    direct.play(played_directly, lucky_actor)
    run_in_virtual_time(play)

    assert played_live.state_hash() == played_directly.state_hash()
    assert played_live.state_hash() != Campaign(SEEDS[0]).state_hash()


def test_the_children_are_played_side_by_side() -> None:
    fight = Fight(SEEDS[0]).live()

    places = [event.id.split(".")[1] for event in fight.arrived if event.round == 1]
    changes = sum(1 for here, there in pairwise(places) if here != there)

    assert set(places) == {"e1", "e2", "e3", "e4", "e99"}
    assert changes > 4, "one skirmish was played after the other"


def test_the_same_order_of_tasks_is_the_same_run() -> None:
    def arrivals() -> list[str]:
        with task_order(7):
            return [event.id for event in Fight(SEEDS[0]).live().arrived]

    assert arrivals() == arrivals()


def test_an_amendment_in_the_moment_of_a_deadline_is_made_all_the_same() -> None:
    first: set[type] = set()

    async def play() -> None:
        melee = Melee(SEEDS[0], rounds=1)
        game = Game(melee, minds=dict.fromkeys(melee.points, Silent()))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(game.play)
            await trio.sleep(60)
            await game.asks.amend("gm", "now", SetPoints("b3", "", 0))
        assert melee.points["b3"] == 0
        assert game.ended is not None
        first.add(type(game.records[0]))

    for order in range(20):
        with task_order(order):
            run_in_virtual_time(play)

    assert first == {AmendmentMade}


def test_an_amendment_in_the_moment_of_an_answer_costs_no_answer() -> None:
    # Whichever comes first in trio's order of tasks, the answer stands, and so does the change.
    waits: set[int] = set()

    async def play() -> None:
        def answer_and_have_it_amended(prompt: Prompt) -> Answer:
            nursery.start_soon(game.asks.amend, "gm", "now", SetPoints("bob", "", 4))
            return Answer(prompt.id, "hold")

        ann = ScriptedMind([answer_and_have_it_amended, lambda p: Answer(p.id, "hold")])
        game = Game(skirmish(exchanges=2), ann=ann, bob=Clocked(0, always("hold")))
        async with trio.open_nursery() as nursery:
            await game.play()
        assert ann.left == 0
        assert game.records.origins() == [("ann", "mind"), ("bob", "mind")] * 2
        waits.add([isinstance(record, AmendmentMade) for record in game.records].index(True))

    for order in range(20):
        with task_order(order):
            run_in_virtual_time(play)

    assert waits == {0, 2}, "the orders were not different: no test at all"
