"""The path of something wrong, so that people find it: with names, and counted from one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, cast

from rules.kernel.forms import quoted

_LISTED: Final = re.compile(r"^(combatants|sides|amend|map\.rows|map\.heights)\[([0-9]+)\]")
_DRAWN: Final = ("map.rows", "map.heights")
_ORDINALS: Final = ("th", "st", "nd", "rd")
_TEENS: Final = range(10, 20)


def found_by(path: str, raw: Mapping[str, object]) -> str:
    """*path* with whom or what its first list means there: its name or id, or the how manieth."""
    match = _LISTED.match(path)
    if match is None:
        return path
    key, digits = match.groups()
    index = int(digits)
    if key in _DRAWN:
        said = f"row {index + 1}"
    else:
        said = _called(cast("list[object]", raw[key])[index]) or f"the {_ordinal(index + 1)}"
    return f"{match[0]} ({said}){path[match.end() :]}"


def _called(element: object) -> str:
    """What it calls itself, if it does."""
    if isinstance(element, str):
        return quoted(element)
    if isinstance(element, dict):
        table = cast("dict[str, object]", element)
        for key in ("name", "id"):
            given = table.get(key)
            if isinstance(given, str) and given:
                return quoted(given)
    return ""


def _ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 22nd."""
    last = 0 if number % 100 in _TEENS else number % 10
    return f"{number}{_ORDINALS[last] if last < len(_ORDINALS) else _ORDINALS[0]}"
