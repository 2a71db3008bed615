"""What the journal keeps of a decision: the answer that was used and how it came."""

from __future__ import annotations

from typing import Literal

import msgspec

from protocol.plans import Intent, Order
from rules.kernel.model import Answer, Outcome, PromptKind

Origin = Literal["mind", "intent", "order", "stand_in", "late", "gone", "illegal"]
"""How an answer came: from the mind itself, from the combatant's queue or standing order,
from the mind that stands in, or as the prompt's default because the actor was late or
gone, or because what it answered was not possible."""


class Dropped(msgspec.Struct, frozen=True):
    """An intent that could not be taken when its turn came, and why."""

    intent: Intent
    reason: str


class Refused(msgspec.Struct, frozen=True):
    """An answer that was not possible: what was wrong with *field*, and what would be right."""

    given: Answer
    field: str
    allowed: str


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, tag="decision"):
    """One prompt resolved; ``answer.prompt`` is its id.

    ``dropped`` are the plans that fell away on the way, ``refused`` what the default
    replaced when the origin is "illegal".
    """

    combatant: str
    kind: PromptKind
    answer: Answer
    origin: Origin
    dropped: tuple[Dropped, ...] = ()
    refused: Refused | None = None


class Received(msgspec.Struct, frozen=True, tag="received"):
    """An answer that came from a seat and was taken, stored before its wait is over.

    *key* is the client's own; the same key is answered the same again.
    """

    combatant: str
    key: str
    answer: Answer


class PlansKept(msgspec.Struct, frozen=True, tag="plans"):
    """The queue and the standing order of *combatant* as they stand from now on.

    *key* is that of the message which changed them, empty if a decision did.
    """

    combatant: str
    intents: tuple[Intent, ...]
    order: Order
    key: str = ""


class FightBegun(msgspec.Struct, frozen=True, tag="begun"):
    """Every seat has been taken once: the fight has begun."""


class FightEnded(msgspec.Struct, frozen=True, omit_defaults=True, tag="ended"):
    """The fight is over; *outcome* is None when a bug of ours ended it."""

    outcome: Outcome | None = None
    state_hash: str = ""


class AmendmentMade(msgspec.Struct, frozen=True, tag="amendment"):
    """A change of the game master's, as the machine took it; its words are the rule system's."""

    author: str
    reason: str
    change: msgspec.Raw


Record = Decision | AmendmentMade | Received | PlansKept | FightBegun | FightEnded
"""One input of the journal, in the order in which they came."""
