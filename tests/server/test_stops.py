"""How often a table is stopped: a stop is a prompt that is open for a person longer than a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

import pytest
import trio

from protocol.codec import decode_server
from protocol.messages import AnswerMessage, CombatEnded, EditIntents, PromptMessage
from protocol.plans import AddIntent, ClearIntents, Intent
from protocol.records import Decision
from rules.kernel.model import Answer, Event, Prompt
from tests.support.clocks import in_virtual_time
from tests.support.fights import shipped
from tests.support.server import FIGHT, Peer, Served, kept_fight, serving

pytestmark = in_virtual_time

PEOPLE: Final = ("maren", "joss")
THINKS: Final = 8.0
A_STOP: Final = 1.0


class Stop(NamedTuple):
    """Who was stopped, for what kind of decision, when, and for how long."""

    who: str
    kind: str
    round: int
    phase: int
    target: str
    seconds: float


def sensible(prompt: Prompt) -> Answer:
    """Strike, or close with somebody, or be on guard; with nothing to guard against, recover."""
    possible = {option.id: option for option in prompt.options if option.unavailable is None}
    for option in possible.values():
        if option.id.startswith("attack"):
            return Answer(prompt.id, option.id, (option.parameters[0].values[0].id,))
    if "move" in possible:
        closing = [v.id for v in possible["move"].parameters[0].values if v.id.startswith("close")]
        if closing:
            return Answer(prompt.id, "move", (closing[0],))
    return Answer(prompt.id, "defend" if "defend" in possible else "recover")


Plans = Callable[[Prompt, Answer], list[Intent]]


def no_plans(_prompt: Prompt, _answer: Answer) -> list[Intent]:
    return []


def for_the_round(_prompt: Prompt, answer: Answer) -> list[Intent]:
    """The same again with every action of the round, or else on the defensive."""
    return [Intent(answer.option, answer.values)] * 3 + [Intent("defend")] * 4


async def person(peer: Peer, who: str, stops: list[Stop], plans: Plans) -> None:
    """Decide after eight seconds, and plan ahead at the first decision of a round."""
    read, planned = 0, 0
    while True:
        while read < len(peer.frames):
            message = decode_server(peer.frames[read])
            read += 1
            if isinstance(message, CombatEnded):
                return
            if not isinstance(message, PromptMessage):
                continue
            prompt = message.prompt
            began = trio.current_time()
            await trio.sleep(THINKS)
            answer = sensible(prompt)
            if prompt.round != planned:
                planned = prompt.round
                edits = [ClearIntents(), *map(AddIntent, plans(prompt, answer))]
                for number, edit in enumerate(edits):
                    peer.say(EditIntents(f"plan-{prompt.id}-{number}", who, edit))
            peer.say(AnswerMessage(f"key-{prompt.id}", answer))
            target = answer.values[0] if answer.values else ""
            seconds = trio.current_time() - began
            if seconds > A_STOP:
                stops.append(Stop(who, prompt.kind, prompt.round, prompt.phase, target, seconds))
        await peer.news()


def fallen(events: Sequence[Event]) -> set[tuple[int, int, str]]:
    """When somebody fell: who meant to strike it then decides anew, for the same action."""
    conditions = {"dead", "out", "unconscious"}
    return {
        (event.round, event.phase, event.at)
        for event in events
        if event.facts.get("condition") in conditions
    }


async def played(served: Served, plans: Plans) -> list[Stop]:
    """Two people hold the ford, with an AI beside them and foes that are all AI."""
    stops: list[Stop] = []
    async with trio.open_nursery() as nursery:
        for who in PEOPLE:
            nursery.start_soon(partial(person, served.enter(who), who, stops, plans))
    return stops


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("plans", [no_plans, for_the_round])
async def test_people_are_stopped_once_an_action_and_with_plans_once_a_round(
    seed: str, plans: Plans
) -> None:
    async with serving(kept_fight(PEOPLE, shipped("ford"), seed)) as served:
        stops = await played(served, plans)

        assert stops
        assert {stop.kind for stop in stops} == {"action"}
        fell = fallen(served.events())
        again = [
            (before.round, before.phase, before.target)
            for before, after in pairwise(sorted(stops, key=lambda stop: stop[0]))
            if (before.who, before.round, before.phase) == (after.who, after.round, after.phase)
        ]
        assert {*again} <= fell
        assert len(again) * 10 <= len(stops)
        a_round = Counter((stop.who, stop.round) for stop in stops)
        assert (max(a_round.values()) == 1) == (plans is for_the_round)
        decisions = [one for one in served.store.inputs(FIGHT) if isinstance(one, Decision)]
        theirs = {(one.kind, one.origin) for one in decisions if one.combatant in PEOPLE}
        assert ("reaction", "order") in theirs
        assert ("reaction", "mind") not in theirs
        assert trio.current_time() < 3000
