"""A drawing of the ground, a letter a hex, to the field that it means."""

from __future__ import annotations

from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.model import Field, WrittenMap
from rules.kernel.forms import key, quoted

OPEN: Final = "."
BLOCKED: Final = "#"
COVER: Final = "o"
DIFFICULT: Final = "~"
ROWS: Final = "map.rows"
HEIGHTS: Final = "map.heights"
LOWEST: Final = "0"
_METRES: Final = ".0123456789"
MOST_DRAWN: Final = 100
"""The most hexes of a drawing, in either direction."""

_TERRAIN: Final = (OPEN, BLOCKED, COVER, DIFFICULT)
_LETTERS: Final = (
    "`.` open, `#` blocked, `o` cover, `~` difficult, or the letter or digit of a mark"
)


def sketched(written: WrittenMap) -> tuple[Field, dict[str, list[int]]]:
    """The field that a scenario draws, and by mark the hexes that bear it in reading order.

    Raises SetupError where the drawing makes no sense.
    """
    if written.rows is None:
        field = _open_field(written)
        return _raised(field, written.heights), {}
    for name, given in (("width", written.width), ("height", written.height)):
        if given is not None:
            problem = f"stands beside `rows`, which say it already; expected no `{name}`"
            raise SetupError(key("map", name), problem)
    rows = [row.replace(" ", "") for row in written.rows]
    _check_rows(rows)
    _check_indents(written.rows, ROWS)
    marks: dict[str, list[int]] = {}
    lines: list[str] = []
    for number, row in enumerate(rows):
        line = ""
        for column, letter in enumerate(row):
            if letter in _TERRAIN:
                line += letter
                continue
            if not (letter.isascii() and letter.isalnum()):
                problem = f"{quoted(letter)} is no ground; expected {_LETTERS}"
                raise SetupError(f"map.rows[{number}]", problem)
            marks.setdefault(letter, []).append(hexes.at(column, number))
            line += OPEN
        lines.append(line)
    field = Field(len(lines[0]), len(lines), tuple(lines))
    return _raised(field, written.heights), marks


def _raised(field: Field, heights: tuple[str, ...] | None) -> Field:
    """The field with the heights that are drawn beside it, `.` for the lowest ground."""
    if heights is None:
        return field
    rows = [row.replace(" ", "") for row in heights]
    if len(rows) != field.height:
        problem = f"has {len(rows)} rows; expected {field.height}, as many as the map"
        raise SetupError(HEIGHTS, problem)
    for number, row in enumerate(rows):
        for letter in row:
            if letter not in _METRES:
                problem = (
                    f"{quoted(letter)} is no height; expected a digit, in metres, or `.` for 0"
                )
                raise SetupError(f"{HEIGHTS}[{number}]", problem)
        if len(row) != field.width:
            problem = f"has {len(row)} hexes; expected {field.width}, as many as the map"
            raise SetupError(f"{HEIGHTS}[{number}]", problem)
    _check_indents(heights, HEIGHTS)
    lines = tuple([row.replace(OPEN, LOWEST) for row in rows])
    if all(letter == LOWEST for line in lines for letter in line):
        return field
    return msgspec.structs.replace(field, heights=lines)


def _open_field(written: WrittenMap) -> Field:
    if written.width is None and written.height is None:
        raise SetupError("map", "is empty; expected `rows`, or `width` and `height`")
    if written.width is None:
        raise SetupError("map.width", "is missing; expected how many hexes it is wide")
    if written.height is None:
        raise SetupError("map.height", "is missing; expected how many hexes it is high")
    return Field(written.width, written.height)


def _check_rows(rows: list[str]) -> None:
    """As many rows as fit, each as long as the first."""
    if not rows:
        raise SetupError("map.rows", "is empty; expected a text for each row of hexes")
    most = f"expected at most {MOST_DRAWN} by {MOST_DRAWN} hexes"
    if len(rows) > MOST_DRAWN:
        raise SetupError("map.rows", f"has {len(rows)} rows; {most}")
    for number, row in enumerate(rows):
        path = f"map.rows[{number}]"
        if not row:
            raise SetupError(path, "is empty; expected a letter for each hex")
        if len(row) > MOST_DRAWN:
            raise SetupError(path, f"has {len(row)} hexes; {most}")
        if len(row) != len(rows[0]):
            problem = f"has {len(row)} hexes; expected {len(rows[0])}, as many as the first row"
            raise SetupError(path, problem)


def _check_indents(rows: tuple[str, ...], path: str) -> None:
    """Whoever indents some of the rows means those that lie half a hex to the right."""
    indents = [len(row) - len(row.lstrip(" ")) for row in rows]
    least = min(indents)
    if max(indents) == least:
        return
    for number, indent in enumerate(indents):
        if (indent > least) != (number % 2 == 1):
            how = "is not" if number % 2 else "is"
            problem = f"{how} indented; expected every second row to be, beginning with the second"
            raise SetupError(f"{path}[{number}]", problem)
