"""Inputs are taken again one by one; what waits, what was planned, and what does not fit is told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec
import pytest
import trio

from actors.combatant import Combatant, Reply
from actors.policy_mind import PolicyMind
from protocol.plans import Intent, Order
from protocol.records import (
    AmendmentMade,
    Decision,
    FightBegun,
    FightEnded,
    PlansKept,
    Received,
    Record,
)
from rules.kernel.dice import dice_for
from rules.kernel.model import Answer, EndFight, Event, Outcome, SetPoints
from scheduler.live import LiveAsks
from server.rebuild import unkept_of
from server.replay import RebuildError, Replay
from tests.support.actors import SEED, Slow
from tests.support.clocks import run_in_virtual_time
from tests.support.games import skirmish
from tests.support.machines import Melee, Summon, in_place_order, lucky

CHANGES: Final = msgspec.json.Decoder(SetPoints | EndFight | Summon)
HOLD: Final = Intent("hold")


def ann(prompt: str = "r1.e1.1.ann", option: str = "hold", *values: str) -> Decision:
    return Decision("ann", "action", Answer(prompt, option, values), "mind")


def bob(prompt: str = "r1.e1.1.bob") -> Decision:
    return Decision("bob", "action", Answer(prompt, "hold"), "late")


def change(what: object) -> AmendmentMade:
    return AmendmentMade("gm", "", msgspec.Raw(msgspec.json.encode(what)))


def replay(*records: Record, who: Sequence[str] = ("ann", "bob")) -> Replay:
    machine = skirmish(*who, exchanges=2)
    made = Replay(machine, CHANGES.decode)
    for record in records:
        made.take(record)
    return made


def test_an_answer_that_came_waits_for_the_others_of_its_wait() -> None:
    answer = Answer("r1.e1.1.ann", "press", ("bob",))

    made = replay(FightBegun(), Received("ann", "k1", answer))

    assert made.begun
    assert made.stored() == {"r1.e1.1.ann": Reply(answer, "mind")}
    assert made.acked == {"ann": {"k1": "r1.e1.1.ann"}}
    made.take(ann(made.machine.questions()[0].id, "press", "bob"))
    assert made.decided() == {"r1.e1.1.ann"}
    made.take(bob())
    assert made.stored() == {}
    assert made.decided() == frozenset()
    assert made.acked == {"ann": {"k1": "r1.e1.1.ann"}}


def test_of_two_answers_to_one_prompt_the_later_counts() -> None:
    first, second = Answer("r1.e1.1.ann", "press", ("bob",)), Answer("r1.e1.1.ann", "hold")

    made = replay(Received("ann", "k1", first), Received("ann", "k2", second))

    assert made.stored() == {"r1.e1.1.ann": Reply(second, "mind")}
    assert made.acked == {"ann": {"k1": "r1.e1.1.ann", "k2": "r1.e1.1.ann"}}


def test_what_is_decided_of_a_torn_wait_comes_as_it_was_decided() -> None:
    made = replay(Received("bob", "k1", Answer("r1.e1.1.bob", "hold")), bob())

    assert made.stored() == {"r1.e1.1.bob": Reply(Answer("r1.e1.1.bob", "hold"), "late")}


def test_an_answer_that_a_change_made_impossible_was_given_back() -> None:
    who = ("ann", "bob", "cid")
    at_cid = Received("ann", "k1", Answer("r1.e1.1.ann", "press", ("cid",)))
    of_cid = Received("cid", "k1", Answer("r1.e1.1.cid", "hold"))
    of_bob = Received("bob", "k1", Answer("r1.e1.1.bob", "hold"))

    made = replay(at_cid, of_cid, of_bob, change(SetPoints("cid", "", 0)), who=who)

    assert made.stored().keys() == {"r1.e1.1.bob"}
    made.take(change(SetPoints("cid", "", 5)))
    assert made.stored().keys() == {"r1.e1.1.bob"}, "whoever was asked anew has not answered yet"


def test_plans_are_those_that_were_kept_last() -> None:
    first = PlansKept("ann", (HOLD,), Order("automatic", 40), "k1")
    second = PlansKept("ann", (), Order("never"))
    other = PlansKept("bob", (HOLD,), Order(), "k1")

    made = replay(first, other, second)

    assert made.plans == {"ann": second, "bob": other}
    assert made.acked == {"ann": {"k1": ""}, "bob": {"k1": ""}}


def test_the_end_is_held_against_what_was_kept_of_it() -> None:
    over = replay(change(EndFight("ann")))
    ends = FightEnded(over.machine.outcome(), over.machine.state_hash())

    over.take(ends)
    assert over.ended == ends
    with pytest.raises(RebuildError, match=r"^input 3: it ended as .*'draw'.*, and now as .*'ann'"):
        over.take(FightEnded(Outcome("draw", "", 1), ends.state_hash))
    with pytest.raises(RebuildError, match=r"^input 4: the state was abc, and is [0-9a-f]+ now$"):
        over.take(FightEnded(ends.outcome, "abc"))

    failed = replay(FightEnded())
    assert failed.ended == FightEnded()


@pytest.mark.parametrize(
    ("records", "problem"),
    [
        ([ann("r9")], "input 1: r9 is decided; asked is r1.e1.1.ann, r1.e1.1.bob"),
        ([ann(), ann()], "input 2: r1.e1.1.ann is decided twice"),
        (
            [change(EndFight("ann")), ann()],
            "input 2: r1.e1.1.ann is decided; asked is nothing any more",
        ),
        ([ann(option="dance"), bob()], "input 2: option: dance is not possible"),
        ([change(SetPoints("zed", "", 1))], "input 1: who: zed is not possible"),
        ([change({"change": "cake"})], "input 1: Invalid value 'cake'"),
        (
            [ann(), change(EndFight("ann"))],
            "input 2: a change in the midst of the decision of r1.e1.1.ann",
        ),
    ],
)
def test_inputs_that_do_not_fit_are_named(records: Sequence[Record], problem: str) -> None:
    with pytest.raises(RebuildError) as refused:
        replay(*records)

    assert str(refused.value).startswith(problem)


# --- a fight in independent parts -------------------------------------------------------------


class Parts:
    """A melee of four skirmishes a round, played live, with what was recorded of it."""

    def __init__(self) -> None:
        self.machine = self.begin()
        self.records: list[Record] = []
        self.events: list[Event] = []
        self.whole: list[int] = []  # after how many records there was nothing torn
        run_in_virtual_time(self._play)

    @staticmethod
    def begin() -> Melee:
        machine = Melee(SEED, pairs=4, rounds=2)
        machine.watch()
        return machine

    async def _play(self) -> None:
        def actor_for(combatant: str) -> Combatant:
            seconds = 3 + dice_for(SEED, combatant).roll(9)
            return Combatant(combatant, Slow(lambda _: seconds, PolicyMind(lucky)))

        asks = LiveAsks(actor_for, recorder=self.records.append)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._amend, asks)
            await asks.play(self.machine, self.events.extend)
            nursery.cancel_scope.cancel()

    async def _amend(self, asks: LiveAsks) -> None:
        for who in ("b3", "a1"):
            await trio.sleep(7)
            await asks.amend("gm", "a thunderbolt", SetPoints(who, "", 0))


def test_parts_that_were_played_side_by_side_come_back_together() -> None:
    played = Parts()
    for cut in range(len(played.records) + 1):
        made = Replay(played.begin(), CHANGES.decode)
        for record in played.records[:cut]:
            made.take(record)
        kept = [one for one in played.events if one in made.events]

        assert in_place_order([*kept, *unkept_of(made, kept)]) == in_place_order(made.events)
        stored = made.stored()
        events = made.events[:]
        asks = LiveAsks(lambda who: Combatant(who, PolicyMind(lucky)), stored=stored)
        run_in_virtual_time(partial(asks.play, made.machine, events.extend))
        if any(isinstance(one, AmendmentMade) for one in played.records[cut:]):
            continue  # from here on it is another fight: nobody makes that change
        assert in_place_order(events) == in_place_order(played.events)
        assert made.machine.state_hash() == played.machine.state_hash()


def test_parts_are_held_against_what_was_kept_in_whatever_order() -> None:
    played = Parts()
    made = Replay(played.begin(), CHANGES.decode)
    for record in played.records:
        made.take(record)

    assert unkept_of(made, played.events) == []
    with pytest.raises(RebuildError, match=r"^event 1 \(.*\): by was 'zed', and is"):
        unkept_of(made, [msgspec.structs.replace(played.events[0], by="zed")])
    with pytest.raises(RebuildError, match=r"^event 1 \(r9\): .* did not happen again$"):
        unkept_of(made, [msgspec.structs.replace(played.events[0], id="r9")])
