"""Tempers: as a kind has them, as a scenario writes them, and as somebody has one.  Never compiled (see `rules.kernel.model`)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.kernel.model import MAX_WORD

Kind = Literal["beast", "mob", "soldier", "fanatic", "mindless", "lone hunter"]
Goal = Literal["kill", "drive off", "capture", "hold", "escape", "protect"]
Nerve = Annotated[int, Meta(ge=2, le=12)]


class Temper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody fights like, beside how well its mind plays: when it breaks, what for, and whom it spares.

    ``ward`` is the id of whom it is to protect; ``tested`` and ``yields`` are those of its kind.
    """

    kind: Kind
    nerve: Nerve
    goal: Goal = "kill"
    ward: Annotated[str, Meta(max_length=MAX_WORD)] = ""
    mercy: bool = True
    leader: bool = False
    tested: bool = True
    yields: bool = True


class TemperKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody of a kind is like, unless it is said otherwise."""

    kind: Kind
    nerve: Nerve
    goal: Goal
    mercy: bool
    tested: bool
    yields: bool

    @property
    def id(self) -> str:
        """What it is found by: its kind."""
        return self.kind


class WrittenTemper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody is disposed: what is left out is that of the kind, or of the creature's kind."""

    kind: str | None = None
    nerve: Nerve | None = None
    goal: str | None = None
    mercy: bool | None = None
    leader: bool = False
