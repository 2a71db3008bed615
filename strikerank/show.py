"""Lays a told fight out for a terminal or a pipe: ranks in a column, names bold, news in its colour."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Final, final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from rules.catalogue import AnyEntry, AnySetup
from rules.kernel.telling import Line, Sheets, Span, Whole
from rules.request.model import Add

WIDEST: Final = 100
NARROWEST: Final = 20
_HEADING: Final = 2
_INDENT: Final = 5
# None of the colours of news.
_SIDES: Final = ("cyan", "magenta", "blue", "bright_cyan", "bright_magenta", "bright_blue")
_WOUNDS: Final = {
    "minor": "minor",
    "serious": "serious",
    "major": "major",
    "crippled": "serious",
    "severed": "major",
}
_ROLES: Final = {
    "safe": "green",
    "hit": "bold red",
    "minor": "yellow",
    "serious": "red",
    "major": "bold red",
    "down": "bold red",
    "quiet": "dim",
}


def console() -> Console:
    """Standard output as it is now; colours only on a terminal."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that cannot write a letter shows a question mark, and no traceback.
        sys.stdout.reconfigure(errors="replace")
    made = _Console(highlight=False, soft_wrap=False)
    made.width = max(NARROWEST, min(made.width, WIDEST))
    return made


@final
class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let the command line deal with a reader who has enough."""
        raise BrokenPipeError


@final
class Page:
    """One fight on its way down the page."""

    def __init__(self, out: Console, setup: AnySetup, why: bool) -> None:  # noqa: FBT001 - --why
        self.out: Console = out
        self.why: bool = why
        colours = {side.id: _SIDES[i % len(_SIDES)] for i, side in enumerate(setup.sides)}
        self.late: list[AnyEntry] = [
            one.change.entry for one in setup.amendments if isinstance(one.change, Add)
        ]
        entries = [*setup.combatants, *self.late]
        self.colours: dict[str, str] = {one.id: colours[one.side] for one in entries}
        self.names: dict[str, str] = {one.id: one.name for one in entries}
        self.setup: AnySetup = setup
        self.sides: dict[str, str] = {side.id: side.name for side in setup.sides}
        self.side_colours: dict[str, str] = colours

    def title(self, seed: str = "", *, people: bool = True) -> None:
        """What is played, who is in it, and the number that plays it again."""
        self.out.print(Text(self.setup.name, "bold"))
        if seed:
            self.out.print(Text(f"seed {seed}", "dim"))
        for side in self.setup.sides if people else ():
            names = [one for one in self.setup.combatants if one.side == side.id]
            row = Text(f"{side.name}: ", self.side_colours[side.id])
            row.append_text(Text(", ").join(Text(one.name, "bold") for one in names))
            late = [one for one in self.late if one.side == side.id]
            row.append(", and later " if late else "")
            row.append_text(Text(", ").join(Text(one.name, "bold") for one in late))
            for part in row.wrap(self.out, self.out.width - 2):
                part.rstrip()
                self.out.print(Text("  ") + part)

    def lines(self, lines: Iterable[Line | None]) -> None:
        """What happened, but for what goes without saying."""
        for line in lines:
            if line is not None:
                self.line(line)

    def line(self, line: Line) -> None:
        """One thing that happened."""
        if line.kind == "round_began":
            self.out.print()
            self.out.rule(Text(line.text, "bold"), characters="─", align="left", style="dim")
            return
        if line.kind == "combat_ended":
            self.out.print()
            for part in Text(line.text, "bold").wrap(self.out, self.out.width):
                part.rstrip()
                self.out.print(part)
            self.out.print()
            return
        if line.kind == "phase_began":
            start = ""
            for part in Text(line.text, "dim italic").wrap(self.out, self.out.width - _HEADING):
                part.rstrip()
                self.out.print(Text(start) + part)
                start = " " * _HEADING
            return
        rank = str(line.rank) if line.rank else ""
        self._row(Text.assemble(*(self._span(span) for span in line.spans)), rank)
        for detail in line.details:
            self._row(Text(detail, "dim"))
        if self.why:
            for reason in line.why:
                self._row(Text(reason, "dim italic"), deeper=2)

    def picture(self, rows: Iterable[Text]) -> None:
        """Something drawn, with a blank line below; nothing if there are no rows."""
        drawn = list(rows)
        for row in drawn:
            self.out.print(row)
        if drawn:
            self.out.print()

    def remark(self, words: str, style: str = "") -> None:
        """A line of its own."""
        for part in Text(words, style).wrap(self.out, self.out.width):
            part.rstrip()
            self.out.print(part)

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Words side by side, the second wrapped below itself."""
        known = list(rows)
        width = 2 + max(cell_len(first) for first, _ in known)
        for first, second in known:
            self._cells(Text(f"  {first}", "dim"), [Text(second)], [width])

    def people(self, sheets: Sheets, *, ids: bool = False) -> None:
        """Everybody, side by side: the last cell takes the room that is left, a note its own row.

        With *ids* the sides have theirs behind their names.
        """
        names = {row.who: self.names.get(row.who, row.who) for row in sheets.rows}
        widths = [max(map(cell_len, names.values()), default=0) + 2]
        for place, heading in enumerate(sheets.headings[:-1]):
            cells = [row.cells[place] for row in sheets.rows]
            widths.append(max(map(cell_len, [heading, *cells])))
        self._cells(Text("  Who", "dim"), [Text(one, "dim") for one in sheets.headings], widths)
        side = ""
        for row in sheets.rows:
            colour = self.side_colours.get(row.side, "")
            if row.side != side:
                side = row.side
                heading = Text(self.sides.get(side, side), colour)
                self.out.print(heading.append(f" ({side})" if ids else "", "dim"))
            name = Text.assemble("  ", (names[row.who], f"bold {colour}".strip()))
            self._cells(name, [_coloured(one) for one in row.cells], widths)
            if row.note:
                self._row(Text(row.note, "dim"))

    def whole(self, sheet: Whole) -> None:
        """Somebody's whole sheet, with a blank line above it."""
        name = Text(self.names.get(sheet.who, sheet.who), f"bold {self.colours.get(sheet.who, '')}")
        self.out.print()
        self.out.print(name.append(f" ({sheet.who}): {sheet.title}", "not bold default"))
        for line in sheet.lines:
            self._row(Text(line))
        for table in sheet.tables:
            columns = list(zip(table.headings, *table.rows, strict=True))
            # The last column takes what room is left.
            widths = [max(map(cell_len, column)) for column in columns[:-1]]
            style = "dim"
            for first, *rest in (table.headings, *table.rows):
                cells = [Text(one, style) for one in rest]
                self._cells(Text(f"  {first}", style), cells, [widths[0] + 2, *widths[1:]])
                style = ""

    def _cells(self, name: Text, cells: list[Text], widths: list[int]) -> None:
        start = name
        for cell, width in zip([name, *cells], widths, strict=False):
            if cell is not name:
                start = start + cell
            start.pad_right(2 + width - cell.cell_len)
        room = max(NARROWEST, self.out.width - start.cell_len)
        for part in cells[-1].wrap(self.out, room):
            part.rstrip()
            self.out.print(Text.assemble(start, part))
            start = Text(" " * start.cell_len)

    def _row(self, text: Text, rank: str = "", deeper: int = 0) -> None:
        """One row, wrapped below itself; the rank stands before it in a column of its own."""
        start = f"{rank:>{_INDENT - 1}}{' ' * (1 + deeper)}"
        hanging = " " * (len(start) + deeper)
        for row in text.wrap(self.out, self.out.width - len(hanging)):
            row.rstrip()
            self.out.print(Text.assemble((start, "bold"), row))
            start = hanging

    def _span(self, span: Span) -> tuple[str, str]:
        if span.role == "name":
            return span.text, f"bold {self.colours.get(span.who, '')}".strip()
        return span.text, _ROLES.get(span.role, "")


def _coloured(text: str) -> Text:
    """*text* with the words for wounds in their colours."""
    made = Text(text)
    for word, role in _WOUNDS.items():
        made.highlight_words([word], _ROLES[role])
    made.highlight_words(["dead", "unconscious"], _ROLES["down"])
    return made
