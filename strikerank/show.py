"""Lays a told fight out for a terminal or a pipe: ranks in a column, names bold, news in its colour."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Final, final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rules.kernel.telling import Line, Sheets, Span
from rules.request.model import Add, Setup

WIDEST: Final = 100
_INDENT: Final = 5
_SIDES: Final = ("cyan", "yellow", "magenta", "green", "blue", "white")
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
    made.width = min(made.width, WIDEST)
    return made


@final
class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let the command line deal with a reader who has enough."""
        raise BrokenPipeError


@final
class Page:
    """One fight on its way down the page."""

    def __init__(self, out: Console, setup: Setup, why: bool) -> None:  # noqa: FBT001 - --why
        self.out: Console = out
        self.why: bool = why
        colours = {side.id: _SIDES[i % len(_SIDES)] for i, side in enumerate(setup.sides)}
        entries = [*setup.combatants]
        entries += [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
        self.colours: dict[str, str] = {one.id: colours[one.side] for one in entries}
        self.names: dict[str, str] = {one.id: one.name for one in entries}
        self.setup: Setup = setup
        self.side_colours: dict[str, str] = colours

    def title(self, seed: int | None = None) -> None:
        """What is played, who is in it, and the number that plays it again."""
        self.out.print(Text(self.setup.name, "bold"))
        if seed is not None:
            self.out.print(Text(f"seed {seed}", "dim"))
        for side in self.setup.sides:
            names = [one for one in self.setup.combatants if one.side == side.id]
            row = Text(f"{side.name}: ", self.side_colours[side.id])
            row.append_text(Text(", ").join(Text(one.name, "bold") for one in names))
            for part in row.wrap(self.out, self.out.width - 2):
                self.out.print(Text("  ") + part)

    def line(self, line: Line) -> None:
        """One thing that happened."""
        if line.kind == "round_began":
            self.out.print()
            self.out.rule(Text(line.text, "bold"), characters="─", align="left", style="dim")
            return
        if line.kind == "phase_began":
            self.out.print(Text(line.text, "dim italic"))
            return
        rank = str(line.rank) if line.rank else ""
        self._row(Text.assemble(*(self._span(span) for span in line.spans)), rank)
        for detail in line.details:
            self._row(Text(detail, "dim"))
        if self.why:
            for reason in line.why:
                self._row(Text(reason, "dim italic"), deeper=2)

    def standing(self, sheets: Sheets) -> None:
        """How everybody is at the end."""
        self.out.print()
        self.table(sheets)

    def table(self, sheets: Sheets) -> None:
        """A row for each combatant; the first column is the id and shows as the name."""
        made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        for heading in sheets.headings:
            made.add_column(heading, overflow="fold")
        for who, *cells in sheets.rows:
            name = Text(self.names.get(who, who), f"bold {self.colours.get(who, '')}".strip())
            made.add_row(name, *cells)
        self.out.print(made)

    def _row(self, text: Text, rank: str = "", deeper: int = 0) -> None:
        """One row, wrapped below itself; the rank stands before it in a column of its own."""
        indent = _INDENT + deeper
        width = self.out.width - indent
        for number, row in enumerate(text.wrap(self.out, width - 2 if deeper else width)):
            if number and deeper:
                start = Text(" " * (indent + 2))
            else:
                start = Text(
                    f"{rank if number == 0 else '':>{_INDENT - 1}}{' ' * (1 + deeper)}", "bold"
                )
            row.rstrip()
            self.out.print(start + row)

    def _span(self, span: Span) -> tuple[str, str]:
        if span.role == "name":
            return span.text, f"bold {self.colours.get(span.who, '')}".strip()
        return span.text, _ROLES.get(span.role, "")
