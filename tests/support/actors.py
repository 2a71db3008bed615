"""Minds and actors for tests: quick, slow, silent, and mistaken ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, final

import trio

from actors.combatant import Combatant, Mind, Reply
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, Decision, Dropped
from rules.kernel.machine import Question
from rules.kernel.model import Answer
from scheduler.direct import drive
from tests.support.machines import Asked, Sight, Skirmish, lucky

SEED: Final = bytes(16)


def lucky_actor(combatant: str) -> Combatant:
    """An actor without plans whose luck decides."""
    return Combatant(combatant, PolicyMind(lucky))


def actors(minds: Mapping[str, Mind] | None = None, /, **named: Mind) -> Callable[[str], Combatant]:
    """A factory of actors: those named have these minds, luck decides for the others."""
    all_named = {**(minds or {}), **named}

    def actor_for(combatant: str) -> Combatant:
        return Combatant(combatant, all_named.get(combatant, PolicyMind(lucky)))

    return actor_for


@final
class Slow:
    """Answers as *mind* does, but *seconds* of virtual time later."""

    def __init__(self, seconds: Callable[[Question], float], mind: Mind) -> None:
        self._seconds = seconds
        self._mind = mind

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        await trio.sleep(self._seconds(question))
        return await self._mind.decide(question, dropped)


@final
class Silent:
    """Never answers."""

    async def decide(self, _question: Question, _dropped: tuple[Dropped, ...], /) -> Reply:
        await trio.sleep_forever()
        raise AssertionError


def always(option: str, *values: str) -> PolicyMind:
    """A mind that knows one answer."""

    def policy(sight: Sight) -> Answer:
        return Answer(sight.prompt, option, values)

    return PolicyMind(policy)


def asked(*combatants: str, kind: str = "action") -> Asked:
    """An open question to the first of *combatants* (of "ann" and "bob" if none are given).

    With *kind* "reaction" the first has been pressed by the second.
    """
    first, *others = combatants or ("ann", "bob")
    skirmish = Skirmish(SEED, dict.fromkeys((first, *others), 5))
    if kind == "reaction":
        answers = [question.default() for question in skirmish.questions()]
        answers[1] = Answer(answers[1].prompt, "press", (first,))
        skirmish.advance(answers)
    return skirmish.questions()[0]


def answer_of(combatant: Combatant, question: Question, fell: tuple[Dropped, ...] = ()) -> Reply:
    """What *combatant* answers, here and now; *fell* is what it chose before."""
    replies: list[Reply] = []

    async def ask() -> None:
        replies.append(await combatant.handle(question, fell))

    drive(ask())
    return replies[0]


@final
class Records(list[Decision | AmendmentMade]):
    """A recorder that keeps what it is given."""

    def origins(self) -> list[tuple[str, str]]:
        """Who decided, and how each answer came, in the order of the records."""
        return [(r.combatant, r.origin) for r in self if isinstance(r, Decision)]
