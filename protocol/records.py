"""What the journal keeps of a decision: the answer that was used and how it came."""

from __future__ import annotations

from typing import Literal

import msgspec

from protocol.plans import Intent
from rules.kernel.model import Answer, PromptKind

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


class AmendmentMade(msgspec.Struct, frozen=True, tag="amendment"):
    """A change of the game master's, as the machine took it; its words are the rule system's."""

    author: str
    reason: str
    change: msgspec.Raw
