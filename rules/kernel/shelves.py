"""Files of a system's library: TOML decoded strictly, its entries by id."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import Protocol, TypeVar

from rules.kernel.errors import SetupError
from rules.kernel.forms import quoted, shaped


class Entry(Protocol):
    """Whatever stands in a library under an id of its own."""

    @property
    def id(self) -> str:
        """What a scenario names."""
        ...


T = TypeVar("T")
E = TypeVar("E", bound=Entry)


def read(folder: Traversable, name: str, kind: type[T]) -> T:
    """The file *name* of *folder*; SetupError says what of it is wrong."""
    try:
        raw = tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))
        return shaped(kind, raw)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupError(name, f"{error}; expected TOML") from None
    except SetupError as error:
        raise SetupError(name, str(error)) from None


def shelf(name: str, what: str, entries: tuple[E, ...]) -> dict[str, E]:
    """The entries of the file *name* by id; no id stands there twice."""
    found: dict[str, E] = {}
    for index, one in enumerate(entries):
        if one.id in found:
            problem = f"{quoted(one.id)} is there already; expected an id of its own"
            raise SetupError(name, f"{what}[{index}]: {problem}")
        found[one.id] = one
    return found
