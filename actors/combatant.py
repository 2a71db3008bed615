"""One combatant as an actor: its plans answer first, then its mind."""

from __future__ import annotations

from typing import Protocol, final

import msgspec

from actors.intents import ASK, IntentQueue, by_order
from protocol.plans import Edit, Intent, Order
from protocol.records import Dropped, Origin, Refused
from rules.kernel.machine import Question
from rules.kernel.model import Answer


class Reply(msgspec.Struct, frozen=True, gc=False):
    """An answer, how it came, the plans dropped on the way, and what it replaces if illegal."""

    answer: Answer
    origin: Origin
    dropped: tuple[Dropped, ...] = ()
    refused: Refused | None = None


class Mind(Protocol):
    """What decides when no plan does: a policy, a script, a seat far away."""

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        """Answer *question*; *dropped* are the plans and choices that just fell away, for those who care."""
        ...


class Actor(Protocol):
    """Whoever answers for a combatant, whole."""

    async def handle(self, question: Question) -> Reply: ...


@final
class Combatant:
    """The actor of one combatant: a queue of intents, a standing order, a mind.

    Under a standing order a *deputy* declares for it what no plan says.
    """

    __slots__ = ("_deputy", "_dropped", "_has_plans", "_mind", "_order", "_queue", "id")

    def __init__(
        self,
        combatant: str,
        mind: Mind,
        *,
        intents: tuple[Intent, ...] = (),
        order: Order = ASK,
        deputy: Mind | None = None,
    ) -> None:
        self.id: str = combatant
        self._mind = mind
        self._deputy = deputy
        self._queue = IntentQueue(intents)
        self._order = order
        self._dropped: tuple[Dropped, ...] = ()
        self._has_plans = self._look()

    @property
    def intents(self) -> tuple[Intent, ...]:
        return self._queue.intents

    @property
    def order(self) -> Order:
        return self._order

    def edit(self, edit: Edit) -> None:
        """Change the queue; raises IllegalEditError with nothing changed."""
        self._queue.edit(edit)
        self._has_plans = self._look()

    def give_order(self, order: Order) -> None:
        """Let *order* stand for every reaction from now on."""
        self._order = order
        self._has_plans = self._look()

    async def handle(self, question: Question, fell: tuple[Dropped, ...] = ()) -> Reply:
        """Answer *question* by order (reactions), by intent (all else), or by the mind.

        A declaration asks beside the course of plans: it takes one that fits, and drops none.
        *fell* is what was chosen before and fell away, for a mind that is asked again.
        """
        if not self._has_plans:  # the way of nearly every headless decision
            return await self._mind.decide(question, fell)
        if question.kind == "reaction":
            answer = by_order(self._order, question)
            if answer is not None:
                return Reply(answer, "order")
            return await self._mind.decide(question, ())
        if question.kind == "declaration":
            return await self._declare(question)
        answer, dropped = self._queue.take(question)
        self._dropped += dropped  # kept, lest they go unnamed if the mind has no time to answer
        if answer is not None:
            reply = Reply(answer, "intent", self._dropped)
        else:
            reply = await self._mind.decide(question, (*fell, *self._dropped))
            reply = msgspec.structs.replace(reply, dropped=self._dropped + reply.dropped)
        self._dropped = ()
        self._has_plans = self._look()
        return reply

    async def _declare(self, question: Question) -> Reply:
        answer = self._queue.pick(question)
        if answer is not None:
            self._has_plans = self._look()
            return Reply(answer, "intent")
        if self._deputy is None or self._order.mode == "ask":
            return await self._mind.decide(question, ())
        reply = await self._deputy.decide(question, ())
        return msgspec.structs.replace(reply, origin="order")

    def _look(self) -> bool:
        return len(self._queue) > 0 or self._order.mode != "ask"
