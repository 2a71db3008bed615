"""What a game master changes reaches the open wait, and costs nobody an answer."""

from __future__ import annotations

import msgspec
import pytest
import trio
import trio.testing

from actors.combatant import Mind
from actors.mailbox import MailboxFullError
from actors.policy_mind import PolicyMind, ScriptedMind
from protocol.records import AmendmentMade, Decision
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import Answer, EndFight, Outcome, Prompt, SetPoints
from scheduler.live import MAX_AMENDMENTS, Deadlines, FightClosedError
from tests.support.actors import SEED, Silent, always
from tests.support.clocks import in_virtual_time
from tests.support.games import Clocked, Game, skirmish
from tests.support.machines import Campaign, Melee, Summon, in_place_order, lucky

pytestmark = in_virtual_time


async def test_an_amendment_closes_the_wait_and_answers_are_kept(nursery: trio.Nursery) -> None:
    ann, bob = Clocked(50, always("hold")), Clocked(1, always("hold"))
    game = Game(skirmish(), ann=ann, bob=bob, cid=Clocked(1, always("hold")))
    nursery.start_soon(game.play)
    await trio.sleep(20)

    await game.asks.amend("gm", "reinforcements", Summon("cid"))

    # Ann is asked anew, and has the whole time again; Bob is not; Cid has an actor now.
    assert [event.kind for event in game.events] == ["summoned"]
    await trio.sleep(51)
    assert ann.asked == [("r1.e1.1.ann", 0), ("r1.e1.1.ann", 20)]
    assert bob.asked == [("r1.e1.1.bob", 0)]
    assert game.ended == 20 + 50
    assert game.records[0] == AmendmentMade(
        "gm", "reinforcements", msgspec.Raw(b'{"change":"summon","who":"cid"}')
    )
    assert game.records.origins() == [("ann", "mind"), ("bob", "mind"), ("cid", "mind")]


async def test_an_answer_that_became_impossible_is_given_back_with_the_reason(
    nursery: trio.Nursery,
) -> None:
    def not_cid_again(prompt: Prompt) -> Answer:
        return Answer(prompt.id, "hold")

    bob = ScriptedMind([Answer("r1.e1.1.bob", "press", ("cid",)), not_cid_again])
    game = Game(
        skirmish("ann", "bob", "cid"), ann=Clocked(30, always("hold")), bob=bob, cid=Silent()
    )
    nursery.start_soon(game.play)
    await trio.sleep(20)

    await game.asks.amend("gm", "a stray arrow", SetPoints("cid", "", 0))

    await trio.sleep(100)
    (decision,) = (r for r in game.records if isinstance(r, Decision) and r.combatant == "bob")
    assert decision.answer == Answer("r1.e1.1.bob", "hold")
    assert [drop.intent.values for drop in decision.dropped] == [("cid",)]
    assert decision.dropped[0].reason == "values[0]: cid is not possible; one of ann"


async def test_an_illegal_amendment_is_refused_and_the_fight_goes_on(nursery: trio.Nursery) -> None:
    game = Game(skirmish(), ann=Silent(), bob=always("hold"))
    nursery.start_soon(game.play)
    await trio.sleep(20)

    with pytest.raises(IllegalAmendmentError, match="who: zed is not possible"):
        await game.asks.amend("gm", "a slip", SetPoints("zed", "", 0))

    await trio.sleep(70)
    assert game.ended == 20 + 60
    assert game.records.origins() == [("ann", "late"), ("bob", "mind")]


async def test_several_amendments_are_made_in_the_order_they_came(nursery: trio.Nursery) -> None:
    game = Game(skirmish(), ann=Silent(), bob=Silent())
    nursery.start_soon(game.play)
    await trio.testing.wait_all_tasks_blocked()
    made: list[str] = []

    async def amend(name: str, change: object) -> None:
        await game.asks.amend("gm", name, change)
        made.append(name)

    nursery.start_soon(amend, "summon", Summon("cid"))
    await trio.testing.wait_all_tasks_blocked()
    nursery.start_soon(amend, "end", EndFight())
    await trio.testing.wait_all_tasks_blocked()

    assert made == ["summon", "end"]
    assert game.ended == 0
    assert game.machine.outcome() == Outcome("ended", "", 1)


async def test_an_amendment_may_come_before_the_fight_begins(nursery: trio.Nursery) -> None:
    game = Game(skirmish(), Deadlines(), ann=Silent())
    nursery.start_soon(game.asks.amend, "gm", "never mind", EndFight("bob"))
    await trio.testing.wait_all_tasks_blocked()

    await game.play()

    assert game.machine.outcome() == Outcome("ended", "bob", 1)


async def test_only_so_many_amendments_may_wait(nursery: trio.Nursery) -> None:
    game = Game(skirmish())
    for _ in range(MAX_AMENDMENTS):
        nursery.start_soon(game.asks.amend, "gm", "", SetPoints("bob", "", 3))
    await trio.testing.wait_all_tasks_blocked()

    with pytest.raises(MailboxFullError):
        await game.asks.amend("gm", "", SetPoints("bob", "", 4))

    await game.play()
    made = [record for record in game.records if isinstance(record, AmendmentMade)]
    assert len(made) == MAX_AMENDMENTS


async def test_an_amendment_without_a_recorder_is_made_as_well() -> None:
    game = Game(skirmish(), ann=Silent())
    game.asks.recorder = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(game.play)
        await game.asks.amend("gm", "", EndFight("bob"))

    assert game.machine.outcome() == Outcome("ended", "bob", 1)


async def test_an_amendment_to_a_fight_that_is_over_is_refused(nursery: trio.Nursery) -> None:
    over = skirmish()
    over.amend("gm", "", EndFight())
    game = Game(over)
    refused: list[str] = []

    async def amend() -> None:
        with pytest.raises(FightClosedError):
            await game.asks.amend("gm", "too late", EndFight())
        refused.append("early")

    nursery.start_soon(amend)
    await trio.testing.wait_all_tasks_blocked()
    await game.play()
    await trio.testing.wait_all_tasks_blocked()
    await amend()

    assert len(refused) == 2


# --- while children are at play -------------------------------------------------------------


async def test_an_amendment_reaches_the_child_that_it_is_about(nursery: trio.Nursery) -> None:
    minds = {f"{s}{n}": Clocked(n * 10, PolicyMind(lucky)) for n in range(1, 5) for s in "ab"}
    melee = Melee(SEED, pairs=4, rounds=1)
    melee.watch()
    game = Game(melee, minds=minds)
    nursery.start_soon(game.play)
    await trio.sleep(15)
    b3 = minds["b3"].asked[:]

    await game.asks.amend("gm", "a thunderbolt", SetPoints("b3", "", 0))

    await trio.sleep(600)
    amended = [event for event in game.events if event.kind == "amended"]
    assert [event.id.split(".")[:2] for event in amended] == [["r1", "e3"]]
    assert minds["b3"].asked == b3, "whoever is out is asked no more"
    assert game.ended is not None


async def test_an_amendment_costs_the_other_children_no_answer_and_no_die(
    nursery: trio.Nursery,
) -> None:
    def melee() -> Melee:
        machine = Melee(SEED, pairs=4, rounds=2)
        machine.watch()
        return machine

    def minds() -> dict[str, Mind]:
        return {f"{s}{n}": Clocked(n * 10, PolicyMind(lucky)) for n in range(1, 5) for s in "ab"}

    calm, stormy = Game(melee(), minds=minds()), Game(melee(), minds=minds())
    await calm.play()
    nursery.start_soon(stormy.play)
    for _ in range(12):
        await trio.sleep(7)
        await stormy.asks.amend("gm", "nothing much", SetPoints("a4", "", 5))
    await trio.sleep(600)

    def but_for_the_fourth(game: Game) -> list[object]:
        return [
            (event.by, event.at, event.kind, event.facts)
            for event in in_place_order(game.events)
            if event.round == 1 and event.id.startswith(("r1.e1.", "r1.e2.", "r1.e3."))
        ]

    assert but_for_the_fourth(stormy) == but_for_the_fourth(calm)
    assert stormy.ended is not None


async def test_children_of_children_are_amended_from_the_top(nursery: trio.Nursery) -> None:
    game = Game(Campaign(SEED), Deadlines(), minds={"a1": Silent()})
    nursery.start_soon(game.play)
    await trio.sleep(1000)
    assert game.ended is None

    await game.asks.amend("gm", "the rain", EndFight("a"))

    await trio.testing.wait_all_tasks_blocked()
    assert game.ended == 1000
    assert game.machine.outcome() == Outcome("draw", "", 1)


async def test_the_game_master_can_end_it_all(nursery: trio.Nursery) -> None:
    names = [f"{side}{n}" for n in range(1, 5) for side in "ab"]
    game = Game(Melee(SEED), Deadlines(), minds=dict.fromkeys(names, Silent()))
    nursery.start_soon(game.play)
    await trio.sleep(1000)

    await game.asks.amend("gm", "the rain", EndFight("a"))

    await trio.testing.wait_all_tasks_blocked()
    assert game.ended == 1000
    assert game.machine.outcome() == Outcome("ended", "a", 1)


async def test_an_answer_to_a_question_that_was_taken_back_is_named_with_the_next(
    nursery: trio.Nursery,
) -> None:
    def hold(prompt: Prompt) -> Answer:
        return Answer(prompt.id, "hold")

    bob = ScriptedMind([Answer("r1.e1.1.bob", "press", ("cid",)), hold])
    game = Game(
        skirmish("ann", "bob", "cid"), ann=Clocked(30, always("hold")), bob=bob, cid=Silent()
    )
    nursery.start_soon(game.play)
    await trio.sleep(10)

    await game.asks.amend("gm", "a slip", SetPoints("bob", "", 0))
    await trio.sleep(1)
    await game.asks.amend("gm", "undone", Summon("bob"))

    await trio.sleep(100)
    (decision,) = (r for r in game.records if isinstance(r, Decision) and r.combatant == "bob")
    assert decision.answer == Answer("r1.e1.1.bob", "hold")
    assert [(d.intent.option, d.reason) for d in decision.dropped] == [
        ("press", "the question was taken back")
    ]
