"""One seat of a room: its actor and plans, who sits there, what it was asked, what became of its messages."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import final

import msgspec
import trio

from actors.combatant import Combatant, Mind, Reply
from actors.fallen import LastChoice
from actors.seats import RemoteSeat
from protocol.messages import PlansMessage, PromptClosed, PromptMessage, StandInMessage
from protocol.plans import Intent, Order
from protocol.records import Origin, PlansKept
from rules.kernel.machine import Question
from rules.kernel.model import Answer
from server.client import Audience, Client, Said, to_all
from server.outcomes import Outcomes
from server.stream import Stream

AUTOMATIC = Order("automatic")
"""What stands for those who gave no order: nobody is stopped for a reaction."""


class Shown(msgspec.Struct, frozen=True):
    """A prompt that is open, and until when."""

    message: PromptMessage
    deadline: float

    def now(self, *, with_sight: bool) -> PromptMessage:
        """The prompt with the time that is left now."""
        left = max(0.0, self.deadline - trio.current_time())
        return msgspec.structs.replace(
            self.message,
            seconds=None if left == inf else left,
            sight=self.message.sight if with_sight else "",
        )


class SeatPast(msgspec.Struct, frozen=True):
    """What a seat brings along from before a restart."""

    intents: tuple[Intent, ...] = ()
    order: Order = AUTOMATIC
    keys: tuple[str, ...] = ()


@final
class Planned:
    """An actor, and its plans as its player and the journal have to know them.

    A plan leaves the queue when its actor is asked, but is used up only by the decision; till
    then a restart would ask again, and must find it.
    """

    def __init__(self, actor: Combatant, moved: Callable[[], None]) -> None:
        """*moved* is called when a question may have changed the queue."""
        self.actor = actor
        self._moved = moved
        self._last = LastChoice()
        self._in_hand: tuple[Intent, ...] = ()
        self._kept = self._as_kept()
        self._told = self.message()

    async def handle(self, question: Question) -> Reply:
        reply = await self.actor.handle(question, self._last.fallen(question))
        self._last.note(question, reply)
        if reply.origin == "intent":
            answer = reply.answer
            taken = Intent(answer.option, answer.values, answer.also)
            self._in_hand = (*(one.intent for one in reply.dropped), taken)
            self._moved()
        return reply

    def decided(self) -> None:
        """The question is closed: what was taken is used up."""
        self._in_hand = ()

    def unkept(self, key: str = "") -> list[PlansKept]:
        """The plans for the journal, if it does not have them or the message with *key* is to be noted."""
        plans = self._as_kept()
        if plans == self._kept and not key:
            return []
        self._kept = plans
        return [msgspec.structs.replace(plans, key=key)]

    def untold(self) -> list[PlansMessage]:
        """The plans for their player, if he has not seen them."""
        message = self.message()
        if message == self._told:
            return []
        self._told = message
        return [message]

    def message(self) -> PlansMessage:
        return PlansMessage(self.actor.id, self.actor.intents, self.actor.order)

    def _as_kept(self) -> PlansKept:
        intents = self._in_hand + self.actor.intents
        return PlansKept(self.actor.id, intents, self.actor.order)


@final
class Seat:
    """The seat of one combatant.  It says nothing itself: its room does, in the right order."""

    def __init__(  # noqa: PLR0913 - all that makes a seat
        self,
        combatant: str,
        stream: Stream,
        show: Callable[[Seat, PromptMessage | StandInMessage], None],
        moved: Callable[[Seat], None],
        *,
        stand_in: Mind,
        grace: float,
        pace: float,
        past: SeatPast,
        refusals: int,
    ) -> None:
        self.combatant = combatant
        self.audience = Audience(stream)
        self.was_taken = False
        self.is_stood_in = False
        self.shown: dict[str, Shown] = {}
        self.outcomes = Outcomes(past.keys, refusals)
        self.remote = RemoteSeat(
            combatant,
            lambda message: show(self, message),
            stand_in=stand_in,
            grace=grace,
            pace=pace,
            sight=_sight,
        )
        actor = Combatant(
            combatant, self.remote, intents=past.intents, order=past.order, deputy=stand_in
        )
        self.planned = Planned(actor, lambda: moved(self))

    # --- who sits there -----------------------------------------------------------------------

    @property
    def clients(self) -> list[Client]:
        """Who looks from here, the oldest first; the last one controls."""
        return self.audience.clients

    # --- what it is asked ---------------------------------------------------------------------

    def open(self, message: PromptMessage) -> Said:
        """Show a prompt to all who look from here."""
        seconds = inf if message.seconds is None else message.seconds
        shown = Shown(message, trio.current_time() + seconds)
        self.shown[message.prompt.id] = shown
        return [
            said
            for client in self.clients
            for said in to_all([client], shown.now(with_sight=client.wants_sight))
        ]

    def closed(self, prompt: str, answer: Answer | None, origin: Origin | None) -> Said:
        """Take a prompt away from all who look from here, if it is before them."""
        if self.shown.pop(prompt, None) is None:
            return []
        return to_all(self.clients, PromptClosed(prompt, answer, origin))


def _sight(question: Question) -> str:
    return question.shadow().decode()
