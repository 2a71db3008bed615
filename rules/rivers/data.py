"""The library: bodies, weapons, armour and spells of Rivers, read once from TOML.

The files lie in the folder of the same name beside this one.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from rules.kernel.shelves import read, shelf
from rules.rivers.model import Body

DATA: Final = files("rules.rivers").joinpath("data")


class Library(msgspec.Struct, frozen=True):
    """All that a scenario may name, by id, in the order of the files."""

    bodies: dict[str, Body]


class _Bodies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    body: tuple[Body, ...]


@cache
def library() -> Library:
    """The library, read on first use; SetupError says which key of which file is wrong."""
    return Library(bodies=shelf("bodies.toml", "body", read(DATA, "bodies.toml", _Bodies).body))
