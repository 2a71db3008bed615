"""What client and server may say to each other: one closed union each way.

The kernel's Prompt, Answer and Event travel inside as they are; an envelope adds what the
rules do not know: a deadline, a client's key, a number in the stream.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from protocol.plans import Edit, Intent, Order
from protocol.records import Dropped
from rules.kernel.model import Answer, Event, Outcome, Prompt, Word

MAX_NUMBER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""

Number = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]
Seconds = Annotated[float, msgspec.Meta(ge=0)]

# The look-ahead stands where `$` would let a line feed through.
Key = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[A-Za-z0-9_.:-]+(?![\s\S])")]
"""A client's own name for one of its messages; what repeats it gets the first outcome."""

# --- inwards --------------------------------------------------------------------------------


class AnswerMessage(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answer the prompt that *answer* names."""

    key: Key
    answer: Answer


class EditIntents(msgspec.Struct, frozen=True, tag="edit_intents", forbid_unknown_fields=True):
    """Change the queue of intents of *combatant*."""

    key: Key
    combatant: Word
    edit: Edit


class SetOrder(msgspec.Struct, frozen=True, tag="set_order", forbid_unknown_fields=True):
    """Let *order* stand for all reactions of *combatant*."""

    key: Key
    combatant: Word
    order: Order


class TakeBack(msgspec.Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """I am here again: whoever stands in for *combatant* may go."""

    key: Key
    combatant: Word


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?  The answer is a Pong with the same *number*."""

    number: Number


ClientMessage = AnswerMessage | EditIntents | SetOrder | TakeBack | Ping

# --- outwards -------------------------------------------------------------------------------


class PromptMessage(msgspec.Struct, frozen=True, omit_defaults=True, tag="prompt"):
    """Decide.  *seconds* are left, or as long as you like (None).

    *dropped* are the plans that fell away because they are not possible now.
    """

    prompt: Prompt
    seconds: Seconds | None = None
    dropped: tuple[Dropped, ...] = ()


class EventMessage(msgspec.Struct, frozen=True, tag="event"):
    """Something happened: number *number* of what this observer may know, without gaps."""

    number: Number
    event: Event


class PlansMessage(msgspec.Struct, frozen=True, tag="plans"):
    """The plans of *combatant* as they stand now."""

    combatant: str
    intents: tuple[Intent, ...]
    order: Order


class StandInMessage(msgspec.Struct, frozen=True, tag="stand_in"):
    """Somebody stands in for *combatant* from now on, or (not *on*) no longer."""

    combatant: str
    on: bool


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """The message with *key* was taken."""

    key: str


RefusalCode = Literal["illegal", "stale", "full", "gone", "malformed"]


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, tag="refusal"):
    """The message with *key* was not taken, and nothing has changed.

    *code*: "illegal" (*field* is at fault, *allowed* would be right), "stale" (that prompt
    is not open; *allowed* is the one that is), "full" (too many at once), "gone" (the
    combatant has no actor any more), "malformed" (no message of ours; no key either).
    *seconds* are left to do better, and *attempts*; with none left the default is taken.
    """

    key: str
    code: RefusalCode
    field: str = ""
    given: str = ""
    allowed: str = ""
    seconds: Seconds | None = None
    attempts: int | None = None


class CombatEnded(msgspec.Struct, frozen=True, omit_defaults=True, tag="combat_ended"):
    """The fight is over; *outcome* is None when a bug of ours ended it."""

    number: Number
    outcome: Outcome | None = None
    state_hash: str = ""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """Here I am."""

    number: Number


ServerMessage = (
    PromptMessage
    | EventMessage
    | PlansMessage
    | StandInMessage
    | Ack
    | Refusal
    | CombatEnded
    | Pong
)
