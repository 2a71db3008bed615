"""Draws the ground and who stands where on it, for a terminal or a pipe.

Rows of hexes lie half a hex beside each other, so a hex has an even number of letters:
four where the page is wide enough, else two.  Somebody is two letters, that a list below
the map explains; its neighbours are the two in its row and two each above and below.
Whoever lies has a mark behind the letters, and whoever stands over somebody another one; in
two letters there is room for neither, and whoever lies is in lower case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, final

from rich.text import Text

from rules.catalogue import AnySetup
from rules.kernel import hexes
from rules.kernel.field.model import Field
from rules.request.model import Add, Seen, View
from rules.rivers import model as rivers

ROOMY: Final = 4
CLOSE: Final = 2
MARGIN: Final = 2
"""Hexes shown round the people where only a part of the ground is shown."""

MOST_ROWS: Final = 26
"""A drawn map of more rows is not shown whole."""

_OPEN: Final = "."
_LOWEST: Final = "0"
_TERRAIN: Final = {
    ".": ("·", "dim", "open"),
    "#": ("#", "bright_black", "blocked"),
    "o": ("o", "green", "cover"),
    "~": ("~", "yellow", "difficult"),
}
_BODY: Final = "▒"
_LIES: Final = "†"
_OVER: Final = "_"
MARKS: Final = {_LIES: "lies there", _OVER: "stands over somebody who lies there"}
_LOWER: Final = "small letters: lies there"
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_GAP: Final = 3


@final
class Map:
    """One fight's ground: the letters and colours stay the same from first to last."""

    def __init__(self, setup: AnySetup, colours: Mapping[str, str]) -> None:
        entries = [*setup.combatants]
        entries += [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
        self._sides: dict[str, str] = {side.id: side.name for side in setup.sides}
        self._colours: Mapping[str, str] = colours
        self._labels: dict[str, str] = labels((one.id, one.name) for one in entries)

    def drawn(self, view: View | rivers.View, width: int) -> list[Text]:
        """The ground as *view* shows it, no line wider than *width*; nothing without places."""
        if view.field is None:
            return []
        on_it = [one for one in view.combatants if one.place and one.state != "gone"]
        # Whoever joined unannounced has a name too.
        self._labels = labels([(one.id, one.name) for one in on_it], self._labels)
        cells = self._people(on_it)
        part = shown_part(view.field, list(cells), width)
        lines: list[Text] = []
        for block in part.blocks(width):
            lines += self._block(view.field, block, cells)
        marks = _explained(cells.values(), part.cell)
        if part.is_uneven(view.field):
            marks.append(Text(f"1 to {part.highest(view.field)} metres up", "dim"))
        return [*lines, *self._legend(on_it, [*marks, *_named(part.terrain(view.field))], width)]

    def _people(self, on_it: Sequence[Seen | rivers.Seen]) -> dict[int, _Cell]:
        """What is on each hex; whoever is up covers those who lie below."""
        cells: dict[int, _Cell] = {}
        bodies: set[int] = set()
        for one in sorted(on_it, key=_is_up):
            middle = hexes.named(one.place)
            lies = not _is_up(one)
            style = f"{'dim' if lies or one.hidden else 'bold'} {self._colours[one.side]}"
            for h in hexes.neighbours(middle) if one.large else ():
                cells[h] = _Cell("", style, large=True, mark=_OVER if h in bodies else "")
            mark = _LIES if lies else _OVER if middle in bodies else ""
            cells[middle] = _Cell(self._labels[one.id], style, one.large, mark)
            if lies:
                bodies.add(middle)
        return cells

    def _block(self, field: Field, part: Part, cells: Mapping[int, _Cell]) -> Iterator[Text]:
        """Some columns with their letters above and below, and the rows' numbers on both sides."""
        edge = len(str(field.height)) + 1
        across = range(part.left, part.right + 1)
        letters = "".join(_centred(_column(column), part.cell) for column in across).rstrip()
        heading = Text(" " * (edge + 1) + letters, "dim")
        yield heading
        for row in range(part.top, part.bottom + 1):
            number = str(row + 1)
            line = Text.assemble((f"{number:>{edge}} ", "dim"), " " * (part.cell // 2 * (row % 2)))
            for column in across:
                h = hexes.at(column, row)
                ground = field.rows[row][column] if field.rows else _OPEN
                rise = field.heights[row][column] if field.heights else _LOWEST
                line.append_text(_cell(cells.get(h), ground, part.cell, rise))
            line.append(" " * (part.cell // 2 * (1 - row % 2)))
            yield line.append(f" {number}", "dim")
        yield heading

    def _legend(
        self, on_it: Sequence[Seen | rivers.Seen], signs: list[Text], width: int
    ) -> Iterator[Text]:
        """Whose letters they are, side by side, and what the signs are."""
        for side, name in self._sides.items():
            words = [Text(f"{name}:", self._colours[side])]
            words += [self._entry(one) for one in on_it if one.side == side]
            if len(words) > 1:
                yield from _wrapped(words, width)
        if signs:
            yield from _wrapped(signs, width)

    def _entry(self, one: Seen | rivers.Seen) -> Text:
        """Letters, name, and what the letters alone do not show."""
        colour = self._colours[one.side]
        up = _is_up(one)
        notes = [name for name in ("flying", "high", "mounted") if name in one.conditions]
        notes += ["hidden"] * one.hidden
        if not up:
            notes = [f"{one.state} at {one.place}"]
        elif one.stance != "standing":
            notes.append(one.stance)
        if isinstance(one, Seen):
            notes += [one.formation] * bool(one.formation)
        said = f" ({', '.join(notes)})" if notes else ""
        return Text.assemble(
            (self._labels[one.id], f"{'bold' if up else 'dim'} {colour}"),
            (f" {one.name}{said}", "" if up else "dim"),
        )


class _Cell(NamedTuple):
    """What is drawn on a hex: two letters, or none for the outer hexes of somebody large; a mark."""

    label: str
    style: str
    large: bool
    mark: str = ""


class Part(NamedTuple):
    """The part of the ground that is shown, in hexes of so many letters."""

    left: int
    right: int
    top: int
    bottom: int
    cell: int
    edge: int

    def blocks(self, width: int) -> Iterator[Part]:
        """The same in blocks of columns that fit the width."""
        most = max(1, fitting(width, self.cell, self.edge))
        for left in range(self.left, self.right + 1, most):
            yield self._replace(left=left, right=min(self.right, left + most - 1))

    def is_uneven(self, field: Field) -> bool:
        """Does any ground in it lie higher than the lowest?"""
        rows = field.heights[self.top : self.bottom + 1]
        return any(one != _LOWEST for row in rows for one in row[self.left : self.right + 1])

    def highest(self, field: Field) -> str:
        """How many metres the highest ground in it lies up."""
        rows = field.heights[self.top : self.bottom + 1]
        return max(max(row[self.left : self.right + 1]) for row in rows)

    def terrain(self, field: Field) -> str:
        """Which ground but open there is in it, in the order of the legend."""
        rows = [row[self.left : self.right + 1] for row in field.rows[self.top : self.bottom + 1]]
        return "".join(one for one in "#o~" if any(one in row for row in rows))


def shown_part(field: Field, spots: Sequence[int], width: int) -> Part:
    """All of a drawn map that fits the page; else the people, with a margin, as far as there is any."""
    edge = len(str(field.height)) + 1
    whole = bool(field.rows) and field.height <= MOST_ROWS
    if whole and field.width <= fitting(width, CLOSE, edge):
        left, right, top, bottom = 0, field.width - 1, 0, field.height - 1
    else:
        columns = [hexes.column(h) for h in spots] or [0]
        rows = [hexes.row(h) for h in spots] or [0]
        left = max(0, min(columns) - MARGIN)
        right = min(field.width - 1, max(columns) + MARGIN)
        top = max(0, min(rows) - MARGIN)
        bottom = min(field.height - 1, max(rows) + MARGIN)
    roomy = right - left + 1 <= fitting(width, ROOMY, edge)
    return Part(left, right, top, bottom, ROOMY if roomy else CLOSE, edge)


def fitting(width: int, cell: int, edge: int) -> int:
    """How many hexes of a row fit on a page so wide, between the numbers at its edges."""
    return (width - 2 * edge - 1 - cell // 2) // cell


def labels(
    people: Iterable[tuple[str, str]], known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Two letters for everybody, by id, that are like the name: initials, or a letter and a number."""
    given = dict(known or {})
    for id_, name in people:
        if id_ in given:
            continue
        taken = {label.upper() for label in given.values()}
        given[id_] = next(
            label
            for label in _wishes(id_, name)
            if len(label) == CLOSE and label.upper() not in taken
        )
    return given


def _wishes(id_: str, name: str) -> Iterator[str]:
    """Labels for somebody, the best first."""
    words = _words(name) or _words(id_) or ["X"]
    first = words[0][0].upper()
    if len(words) > 1:
        yield first + (words[-1] if words[-1].isdigit() else words[-1][0].upper())
    rest = "".join(words)[1:].lower()
    yield from (first + letter for letter in rest)
    yield from (first + letter.lower() for letter in _ALPHABET)
    yield from (one + other.lower() for one in _ALPHABET for other in _ALPHABET)


def _words(name: str) -> list[str]:
    plain = "".join(one if one.isascii() and one.isalnum() else " " for one in name)
    return plain.split()


def _is_up(one: Seen | rivers.Seen) -> bool:
    return one.state == "up"


def _explained(cells: Iterable[_Cell], size: int) -> list[Text]:
    """What the marks mean that are on the map."""
    shown = {one.mark for one in cells}
    if size == CLOSE:
        return [Text(_LOWER, "dim")] if _LIES in shown else []
    return [
        Text.assemble((mark, "red"), (f" {meaning}", "dim"))
        for mark, meaning in MARKS.items()
        if mark in shown
    ]


def _named(terrain: str) -> list[Text]:
    """What the signs of the ground mean."""
    return [Text(f"{_TERRAIN[one][0]} {_TERRAIN[one][2]}", "dim") for one in terrain]


def _column(column: int) -> str:
    return hexes.name(hexes.at(column, 0)).rstrip("1")


def _centred(label: str, cell: int) -> str:
    return f" {label:<{cell - 1}}" if cell == ROOMY else f"{label:<{cell}}"


def _cell(somebody: _Cell | None, ground: str, cell: int, rise: str) -> Text:
    """One hex: the ground, with the metres by which it is raised, or whoever is there with the ground showing at its sides."""
    sign, style, _ = _TERRAIN[ground]
    side = " " if ground == _OPEN else sign
    if rise != _LOWEST and ground == _OPEN:
        sign = side = rise
    if somebody is None:
        if ground == _OPEN:
            return Text(_centred(sign, cell), style)
        return Text(sign * cell, style)
    if cell == CLOSE:
        label = somebody.label or _BODY * CLOSE
        return Text(label.lower() if somebody.mark == _LIES else label, somebody.style)
    around = (_BODY, somebody.style) if somebody.large else (side, style)
    after = (somebody.mark, "red") if somebody.mark else around
    return Text.assemble(around, (somebody.label or _BODY * CLOSE, somebody.style), after)


def _wrapped(words: Sequence[Text], width: int) -> Iterator[Text]:
    """Words with gaps between them, on as many lines as they take; those after the first hang."""
    line = Text("  ")
    begun = False
    for word in words:
        if begun and line.cell_len + _GAP + word.cell_len > width:
            yield line
            line = Text("    ")
            begun = False
        line.append_text(Text(" " * _GAP) if begun else Text("")).append_text(word)
        begun = True
    yield line
