"""What a combatant plans ahead: intents, the standing order for reactions, and edits of both."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

MAX_INTENTS: Final = 32
"""The bound of one combatant's queue of intents."""

# A printable word.  The look-ahead stands where `$` would let a line feed through.
PRINTABLE: Final = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+(?![\s\S])"

Word = Annotated[str, msgspec.Meta(max_length=128, pattern=PRINTABLE)]
Place = Annotated[int, msgspec.Meta(ge=0, lt=MAX_INTENTS)]


class Intent(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A choice made ahead: an option's id, the values of its parameters, its trivial options.

    The same fields as an Answer, but for no prompt yet.
    """

    option: Word
    values: Annotated[tuple[Word, ...], msgspec.Meta(max_length=4)] = ()
    also: Annotated[tuple[Word, ...], msgspec.Meta(max_length=16)] | None = None


class Order(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What to do when a reaction is offered.

    "never" declines, "ask" turns to the mind, "automatic" takes the reaction with the
    highest chance if that is at least *threshold* percent, and declines otherwise.
    """

    mode: Literal["never", "ask", "automatic"] = "ask"
    threshold: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


class AddIntent(
    msgspec.Struct, frozen=True, tag_field="edit", tag="add", forbid_unknown_fields=True
):
    """Put *intent* at the end of the queue."""

    intent: Intent


class ReplaceIntent(
    msgspec.Struct, frozen=True, tag_field="edit", tag="replace", forbid_unknown_fields=True
):
    """Put *intent* in the place of the one at *place* (0 is the next)."""

    place: Place
    intent: Intent


class RemoveIntent(
    msgspec.Struct, frozen=True, tag_field="edit", tag="remove", forbid_unknown_fields=True
):
    """Take out the intent at *place* (0 is the next)."""

    place: Place


class ClearIntents(
    msgspec.Struct, frozen=True, tag_field="edit", tag="clear", forbid_unknown_fields=True
):
    """Empty the queue."""


Edit = AddIntent | ReplaceIntent | RemoveIntent | ClearIntents
