"""What a combatant plans ahead: intents, the standing order for reactions, and edits of both."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from rules.kernel.model import MAX_LIST, MAX_VALUES, Word

MAX_INTENTS: Final = 32
"""The bound of one combatant's queue of intents."""

Place = Annotated[int, msgspec.Meta(ge=0, lt=MAX_INTENTS)]


class Intent(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A choice made ahead: an option's id, the values of its parameters, its trivial options.

    The same fields as an Answer, but for no prompt yet.
    """

    option: Word
    values: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MAX_VALUES)] = ()
    also: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MAX_LIST)] | None = None


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
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="edit",
    tag="replace",
    forbid_unknown_fields=True,
):
    """Put *intent* in the place of the one at *place* (0 is the next), if that still is *was*."""

    place: Place
    intent: Intent
    was: Intent | None = None


class RemoveIntent(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="edit",
    tag="remove",
    forbid_unknown_fields=True,
):
    """Take out the intent at *place* (0 is the next), if that still is *was*.

    Without *was* whatever stands there goes: the queue may have moved on meanwhile.
    """

    place: Place
    was: Intent | None = None


class MoveIntent(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    tag_field="edit",
    tag="move",
    forbid_unknown_fields=True,
):
    """Move the intent at *place* (0 is the next) to the place *to*, if it still is *was*."""

    place: Place
    to: Place
    was: Intent | None = None


class ClearIntents(
    msgspec.Struct, frozen=True, tag_field="edit", tag="clear", forbid_unknown_fields=True
):
    """Empty the queue."""


Edit = AddIntent | ReplaceIntent | RemoveIntent | MoveIntent | ClearIntents
