"""How often a table of Rivers is stopped: for whom to fight and for what to do, and with plans once a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import pytest
import trio

from protocol.codec import decode_server
from protocol.messages import AnswerMessage, CombatEnded, EditIntents, PromptMessage, SetOrder
from protocol.plans import AddIntent, ClearIntents, Intent, Order
from protocol.records import Decision
from rules.kernel.model import Answer, Prompt
from tests.support.clocks import in_virtual_time
from tests.support.rivers_live import shipped
from tests.support.server import FIGHT, Peer, Served, kept_fight, serving

pytestmark = in_virtual_time

PEOPLE: Final = ("sigga", "hearth-guard-2")
THINKS: Final = 8.0


class Stop(NamedTuple):
    """Who was stopped, in which round and engagement (0: they were formed), and for what kind of decision."""

    who: str
    round: int
    phase: int
    kind: str
    began: float


def sensible(prompt: Prompt) -> Answer:
    """Fight whom one can; strike, or walk up; with two defences, so that one of them is to be named for each blow."""
    possible = {option.id: option for option in prompt.options if option.unavailable is None}
    for word in ("engage", "attack/", "close/", "defend", ""):
        for option in possible.values():
            if option.id.startswith(word):
                values = [[value.id for value in one.values] for one in option.parameters]
                both = [one for one in values[-1] if "+" in one] if values else []
                chosen = [one[0] for one in values]
                if word not in {"engage", ""} and both:
                    chosen[-1] = both[0]
                return Answer(prompt.id, option.id, tuple(chosen))
    raise AssertionError(prompt)


Plans = Callable[[Answer], list[Intent]]


def no_plans(_answer: Answer) -> list[Intent]:
    return []


def for_the_round(answer: Answer) -> list[Intent]:
    """What to do, once it is known whom one fights: to strike that foe, or else to defend."""
    if answer.option != "engage":
        return []
    both = ("medium-shield+dodge", "large-shield+dodge")
    blows = [("attack/broadsword", both[0]), ("attack/short-spear", both[1])]
    blows += [(weapon, "dodge") for weapon, _ in blows]  # the arm with the shield may be crippled
    strikes = [Intent(weapon, (*answer.values, defences)) for weapon, defences in blows]
    return [*strikes, *(Intent("defend", (defences,)) for defences in (*both, "dodge"))]


async def person(peer: Peer, who: str, stops: list[Stop], plans: Plans, order: Order) -> None:
    """Decide after eight seconds, and plan the round at the first decision of it."""
    read = 0
    peer.say(SetOrder("order", who, order))
    while True:
        while read < len(peer.frames):
            message = decode_server(peer.frames[read])
            read += 1
            if isinstance(message, CombatEnded):
                return
            if not isinstance(message, PromptMessage):
                continue
            prompt = message.prompt
            stops.append(Stop(who, prompt.round, prompt.phase, prompt.kind, trio.current_time()))
            await trio.sleep(THINKS)
            answer = sensible(prompt)
            for number, edit in enumerate([ClearIntents(), *map(AddIntent, plans(answer))]):
                peer.say(EditIntents(f"plan-{prompt.id}-{number}", who, edit))
            peer.say(AnswerMessage(f"key-{prompt.id}", answer))
        await peer.news()


async def played(served: Served, plans: Plans, order: Order) -> list[Stop]:
    """Two people in the wall of shields, with friends and foes that are all AI."""
    stops: list[Stop] = []
    async with trio.open_nursery() as nursery:
        for who in PEOPLE:
            nursery.start_soon(partial(person, served.enter(who), who, stops, plans, order))
    return stops


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("plans", [no_plans, for_the_round])
async def test_people_are_stopped_twice_a_round_and_with_plans_once(
    seed: str, plans: Plans
) -> None:
    async with serving(kept_fight(PEOPLE, shipped("shield-wall"), seed)) as served:
        stops = await played(served, plans, Order("automatic"))
        decisions = [one for one in served.store.inputs(FIGHT) if isinstance(one, Decision)]

    theirs = Counter((one.kind, one.origin) for one in decisions if one.combatant in PEOPLE)
    a_round = Counter((stop.who, stop.round) for stop in stops)
    planned = plans is for_the_round
    assert {stop.kind for stop in stops} == {"action"}, "a defence is no stop"
    assert theirs["reaction", "order"] > 0
    assert (theirs["action", "intent"] > 0) == planned
    assert max(a_round.values()) == (1 if planned else 2)


async def test_who_wants_to_be_asked_for_each_defence_is_stopped_more_often() -> None:
    """The control: so the count sees defences."""
    async with serving(kept_fight(PEOPLE, shipped("shield-wall"), "1")) as served:
        stops = await played(served, no_plans, Order("ask"))

    assert {stop.kind for stop in stops} == {"action", "reaction"}
    assert max(Counter((stop.who, stop.round) for stop in stops).values()) > 2


async def test_two_in_different_engagements_think_at_the_same_time() -> None:
    """A round takes a table the time of its slowest engagement, not that of all of them."""
    async with serving(kept_fight(PEOPLE, shipped("shield-wall"), "1")) as served:
        stops = await played(served, no_plans, Order("automatic"))

    first = {stop.who: stop for stop in stops if stop.round == 1 and stop.phase > 0}
    one, other = (first[who] for who in PEOPLE)
    assert one.phase != other.phase
    assert one.began == other.began
