"""Where scenarios come from: a path, or the name of one that ships; read no further than makes sense."""

from __future__ import annotations

import os
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from rules.catalogue import AnySetup, System
from rules.kernel.errors import SetupError
from rules.kernel.forms import unknown
from rules.scenario import MOST_BYTES, read, remarks
from strikerank.errors import GivenError

SUFFIX: Final = ".toml"


def read_scenario(name: str) -> tuple[System, AnySetup]:
    """The scenario in the file *name*, or among the shipped ones; raise GivenError if it is wrong."""
    data = _bytes(name)
    try:
        return read(data)
    except SetupError as error:
        raise GivenError(name, str(error)) from None


def remarks_on(name: str) -> tuple[str, ...]:
    """What the scenario *name*, which `read_scenario` takes, leaves open and how that was filled."""
    return remarks(_bytes(name))


def _bytes(name: str) -> bytes:
    """What stands in the file, one byte past the limit at most."""
    if not name:
        raise GivenError("SCENARIO", "is empty; expected a scenario file, or the name of one")
    path = Path(name)
    try:
        found = path if os.sep in name or _is_meant(path) else _shipped(name)
        with found.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except IsADirectoryError:
        raise GivenError(name, "is a folder; expected a scenario file") from None
    except FileNotFoundError:
        raise GivenError(name, "there is no such file; expected a scenario") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GivenError(name, f"cannot be read: {problem}; expected a scenario file") from None


def _is_meant(path: Path) -> bool:
    """Is it there?  A folder only if it hides no scenario that ships."""
    return path.exists() and not (path.is_dir() and _plain(path.name) in shipped())


def _plain(name: str) -> str:
    return name.removesuffix(SUFFIX)


def shipped() -> list[str]:
    """The names of the scenarios that ship, without the suffix."""
    folder = files("scenarios")
    return sorted(_plain(one.name) for one in folder.iterdir() if _is_scenario(one))


def _shipped(name: str) -> Traversable:
    names = shipped()
    plain = _plain(name)
    if plain not in names:
        hint = unknown(plain, names)
        raise GivenError(name, f"there is no such file, and no scenario of that name; {hint}")
    return files("scenarios").joinpath(plain + SUFFIX)


def _is_scenario(file: Traversable) -> bool:
    return file.name.endswith(SUFFIX)
