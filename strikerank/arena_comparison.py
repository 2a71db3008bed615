"""Lays two arenas out beside each other: what was played, the two numbers, and how sure the difference is."""

from __future__ import annotations

from typing import Final, final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from arena.compare import Comparison, Difference
from arena.report import Report
from strikerank.arena_page import fights_of, listed
from strikerank.errors import shortened

_HEADINGS: Final = ("first", "second", "difference", "19 times out of 20")
_CHANCE: Final = "chance?"
_NAME: Final = 40
_GAP: Final = 2
_ENDS: Final = {
    "draw": "nobody is left",
    "cap": "the round limit",
    "stalemate": "a stalemate",
    "ended": "ended with no winner",
}


@final
class ComparisonPage:
    """One comparison on its way down the page."""

    def __init__(self, out: Console) -> None:
        self._out = out

    def print(self, found: Comparison) -> None:
        """All of it."""
        self._title("first", found.first)
        self._title("second", found.second)
        rows = self._shares(found)
        if found.rounds is not None:
            one = found.rounds
            numbers = (f"{one.first:.1f}", f"{one.second:.1f}", f"{one.difference:+.1f}")
            rows.append(("rounds, the mean", (*numbers, f"{one.low:+.1f} to {one.high:+.1f}"), one))
        self._table(rows)
        self._out.print()
        self._line(
            "Shares are in percent of the fights, differences in points of it.", "dim italic"
        )
        self._line(
            "The last column is where the true difference lies; if 0 is in it, it may be chance.",
            "dim italic",
        )
        for side in sorted(found.first.sides.keys() ^ found.second.sides.keys()):
            self._line(f"Only one of them has the side {side}.", "dim")

    def _title(self, which: str, report: Report) -> None:
        minds = [f"{one.name} by {listed(one.minds)}" for one in report.sides.values() if one.minds]
        self._out.print(Text(f"{which}: {report.name}", "bold"), soft_wrap=True)
        asked = "" if report.fights == report.asked else f" of {report.asked}, interrupted"
        self._line(
            f"{report.scenario}, seed {report.seed}, {fights_of(report.fights)}{asked}", "dim"
        )
        self._line(f"played: {', '.join(minds)}", "dim")

    def _shares(self, found: Comparison) -> list[tuple[str, tuple[str, ...], Difference]]:
        rows = [
            (f"{found.first.sides[side].name}: a victory", one.wins)
            for side, one in found.sides.items()
        ]
        rows += [
            (_ENDS[kind], one)
            for kind, one in found.without_winner.items()
            if one.first > 0 or one.second > 0
        ]
        rows += [
            (f"{found.first.sides[side].name}: a death", one.deadly)
            for side, one in found.sides.items()
        ]
        return [(name, _percents(one), one) for name, one in rows]

    def _table(self, rows: list[tuple[str, tuple[str, ...], Difference]]) -> None:
        widths = [
            max(len(heading), *(len(cells[at]) for _, cells, _ in rows))
            for at, heading in enumerate(_HEADINGS)
        ]
        room = self._out.width - 2 - sum(widths) - _GAP * len(widths) - _GAP - len(_CHANCE)
        names = [shortened(name, _NAME) for name, _, _ in rows]
        start = max([cell_len(name) for name in names if cell_len(name) <= room], default=0)
        self._out.print()
        self._row(Text(), start, _HEADINGS, widths, "dim")
        for name, (_, cells, one) in zip(names, rows, strict=True):
            style = "bold" if one.differs else ""
            fits = cell_len(name) <= start
            if not fits:  # what the row is, then, stands above its numbers
                self._out.print(Text(f"  {name}", style))
            self._row(
                Text(name if fits else "", style),
                start,
                cells,
                widths,
                style,
                "" if one.differs else _CHANCE,
            )

    def _row(
        self,
        name: Text,
        start: int,
        cells: tuple[str, ...],
        widths: list[int],
        style: str,
        end: str = "",
    ) -> None:
        row = Text("  ") + name
        row.pad_right(2 + start - row.cell_len)
        for cell, width in zip(cells, widths, strict=True):
            row.append(f"{cell:>{width + _GAP}}", style)
        row.append(f"{'':{_GAP}}{end}" if end else "", "dim")
        self._out.print(row, soft_wrap=True)

    def _line(self, text: str, style: str = "") -> None:
        for row in Text(text, style).wrap(self._out, self._out.width - 2):
            row.rstrip()
            self._out.print(Text("  ") + row)


def _percents(one: Difference) -> tuple[str, ...]:
    return (
        f"{one.first * 100:.0f}",
        f"{one.second * 100:.0f}",
        _points(one.difference),
        f"{_points(one.low)} to {_points(one.high)}",
    )


def _points(share: float) -> str:
    points = round(share * 100)
    return f"{points:+}" if points else "0"
