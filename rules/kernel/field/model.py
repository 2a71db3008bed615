"""A field of hexes, and how a scenario writes one.  Never compiled (see `rules.kernel.model`)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

MOST_HEXES: Final = 1000
"""The most hexes of a field, in either direction."""


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ground of a fight: ``width`` by ``height`` hexes of 2 m, odd rows half a hex to the right.

    ``rows``, from the top, has a letter a hex: ``.`` open, ``#`` blocked, ``o`` cover,
    ``~`` difficult; without any all of it is open.  ``heights`` has a digit a hex, the metres by which
    it lies above the lowest; without any all of it is level.
    """

    width: Annotated[int, Meta(ge=1, le=MOST_HEXES)]
    height: Annotated[int, Meta(ge=1, le=MOST_HEXES)]
    rows: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()


class WrittenMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ground: drawn in ``rows``, or open and so many hexes wide and high; ``heights`` in metres, a digit a hex."""

    rows: tuple[str, ...] | None = None
    heights: tuple[str, ...] | None = None
    width: Annotated[int, Meta(ge=1, le=MOST_HEXES)] | None = None
    height: Annotated[int, Meta(ge=1, le=MOST_HEXES)] | None = None
