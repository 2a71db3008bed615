"""What client and server may say to each other: one closed union each way.

The kernel's Prompt, Answer and Event travel inside as they are; an envelope adds what the
rules do not know: a deadline, a client's key, a number in the stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from protocol.plans import Edit, Intent, Order
from protocol.records import Dropped, Origin
from rules.catalogue import AnyView
from rules.kernel.model import PRINTABLE, Answer, Event, Outcome, Prompt, Word

MAX_NUMBER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""

Number = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]
Seconds = Annotated[float, msgspec.Meta(ge=0)]

# The look-ahead stands where `$` would let a line feed through.
MAX_KEY: Final = 64
_KEY: Final = r"^[A-Za-z0-9_.:-]+(?![\s\S])"
Key = Annotated[str, msgspec.Meta(max_length=MAX_KEY, pattern=_KEY)]
"""A client's own name for one of its messages; what repeats it gets the first outcome."""

_TOKEN: Final = r"^[A-Za-z0-9_-]+(?![\s\S])"  # noqa: S105 - what one looks like
Token = Annotated[str, msgspec.Meta(max_length=128, pattern=_TOKEN)]
"""The secret of a link: whoever has it takes the seat, or watches."""

IN_WORDS: Final[Mapping[str, str]] = {
    _KEY: f"1 to {MAX_KEY} letters, digits and _ . : -",
    _TOKEN: "letters, digits, _ and -",
    PRINTABLE: "printable characters",
}
"""What each pattern asks for, for whoever reads a refusal."""

# --- inwards --------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a connection: the secret of its link, and what it wants.

    *after* is the number of the last message of the stream that it has (0: none, so all of
    it comes; None: only what happens from now on).  *order* stands from now on, as if set by
    `SetOrder`.  A *sight* comes with each prompt if it is wanted: what a mind in Python needs.
    """

    token: Token
    after: Number | None = None
    order: Order | None = None
    sight: bool = False


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


ClientMessage = Hello | AnswerMessage | EditIntents | SetOrder | TakeBack | Ping

# --- outwards -------------------------------------------------------------------------------


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The hello was taken: which fight this is, and who is looking.

    *combatant* is the seat's, empty for a spectator.  Of several connections to one seat only
    the newest *controls* it.  *number* is that of the last message of the stream so far.
    """

    fight: str
    name: str
    role: Literal["seat", "spectator"]
    combatant: str
    controls: bool
    number: Number


class LobbyMessage(msgspec.Struct, frozen=True, tag="lobby"):
    """The fight begins when these seats, by combatant, have been taken; empty: it has begun."""

    waiting: tuple[str, ...]


class ControlMessage(msgspec.Struct, frozen=True, tag="control"):
    """You control the seat from now on, or (not *on*) only watch: another connection controls it."""

    on: bool


class ViewMessage(msgspec.Struct, frozen=True, tag="view"):
    """How things stand for this observer, after message *number* of the stream."""

    number: Number
    view: AnyView


class PromptMessage(msgspec.Struct, frozen=True, omit_defaults=True, tag="prompt"):
    """Decide.  *seconds* are left, or as long as you like (None).

    *dropped* are the plans that fell away because they are not possible now, and what was chosen
    and fell away before its strike rank came.  *sight* comes to those who asked for it in their
    hello: what `strikerank bot` lets a mind look at.
    """

    prompt: Prompt
    seconds: Seconds | None = None
    dropped: tuple[Dropped, ...] = ()
    sight: str = ""


class PromptClosed(msgspec.Struct, frozen=True, omit_defaults=True, tag="closed"):
    """That prompt is open no more: with which answer it was closed, and how that came.

    Without an answer it was taken back: the game master changed what it was about.
    """

    prompt: str
    answer: Answer | None = None
    origin: Origin | None = None


class Words(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some words of a line, and what they are.

    *role* is "name" (of the combatant *who*), or how good or bad the news is: "safe", "hit",
    "minor", "serious", "major", "down", "quiet"; or empty.
    """

    text: str
    role: str = ""
    who: str = ""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event reads like.

    *rank* is 0 where the line follows from the one before it.  *details* are the numbers
    that belong to it, *why* the sums behind them with their rules.  *part* is there where
    the line belongs to another part of the fight than the one before it: which it is.
    """

    words: tuple[Words, ...]
    rank: int = 0
    details: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    part: tuple[Words, ...] = ()


class EventMessage(msgspec.Struct, frozen=True, omit_defaults=True, tag="event"):
    """Something happened: number *number* of what this observer may know, without gaps.

    *told* is what it reads like; None if it goes without saying.
    """

    number: Number
    event: Event
    told: Told | None = None


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


RefusalCode = Literal[
    "illegal", "stale", "full", "gone", "malformed", "token", "watching", "too_fast", "not_kept"
]


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, tag="refusal"):
    """The message with *key* was not taken, and nothing has changed.

    *code*: "illegal" (*field* is at fault, *allowed* would be right), "stale" (that prompt
    is not open; *allowed* is the one that is), "full" (too many at once), "gone" (the
    combatant has no actor any more), "malformed" (no message of ours; *key* as far as it
    can be read),
    "token" (no link has that secret, or it did not come in time; the connection is closed),
    "watching" (this connection does not control that combatant), "too_fast" (more messages
    than the server takes), "not_kept" (the server cannot store it just now).
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
    Welcome
    | LobbyMessage
    | ControlMessage
    | ViewMessage
    | PromptMessage
    | PromptClosed
    | EventMessage
    | PlansMessage
    | StandInMessage
    | Ack
    | Refusal
    | CombatEnded
    | Pong
)
