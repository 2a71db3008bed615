"""A scenario's bytes to the fight it describes, under whichever system it names; no file is opened here."""

from __future__ import annotations

import codecs
import tomllib
from typing import Final

from rules.catalogue import SYSTEMS, AnySetup, System
from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, one_of

MOST_BYTES: Final = 256 * 1024
_LIST_AND_BLOCKS: Final = "Cannot mutate immutable namespace"
_LONGEST: Final = 200


def read(data: bytes) -> tuple[System, AnySetup]:
    """The system that *data* names, and its setup; raise SetupError where something is wrong."""
    raw = _table(_text(data))
    name = raw.get("rules")
    if name is None:
        raise SetupError("rules", f"is missing; expected the name of a system: {one_of(SYSTEMS)}")
    if not isinstance(name, str):
        raise SetupError("rules", f"is no text; expected the name of a system: {one_of(SYSTEMS)}")
    choice("rules", "system", name, SYSTEMS)
    system = SYSTEMS[name]
    return system, system.decode(raw)


def remarks(data: bytes) -> tuple[str, ...]:
    """What a scenario that `read` takes leaves open, and what stands in for it: a sentence a line."""
    raw = _table(_text(data))
    return SYSTEMS[str(raw["rules"])].remarks(raw)


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        size = MOST_BYTES // 1024
        raise SetupError("", f"is too large; expected a scenario of at most {size} kB")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = "line " + str(data.count(b"\n", 0, error.start) + 1)
        raise SetupError(place, "this is not UTF-8; expected UTF-8 text") from None


def _table(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).partition(" (at ")
        problem = "".join(one if one.isprintable() else " " for one in problem)
        if len(problem) > _LONGEST:
            problem = f"{problem[: _LONGEST - 1]}…"
        said = f"this is not TOML: {problem[:1].lower()}{problem[1:]}"
        if problem.startswith(_LIST_AND_BLOCKS):
            said = "a list cannot go on in [[blocks]]; expected its lines in the list of a side, or every block as a {table} in the list"
        raise SetupError(place.removesuffix(")"), said) from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise SetupError(
            "", "a number in it is far too long; expected one of at most 19 digits"
        ) from None
    except RecursionError:
        raise SetupError("", "is nested far too deep; expected the form of a scenario") from None
