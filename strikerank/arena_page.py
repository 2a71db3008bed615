"""Lays the report of an arena out for a terminal or a pipe: sentences with bars, and fights to look at."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Final, final

from rich.cells import cell_len
from rich.text import Text

from arena.report import Failures, Report, Rounds, Share
from rules.catalogue import AnySetup
from strikerank.errors import one_line, shortened
from strikerank.numbers import Seed
from strikerank.show import Page

BAR: Final = 16
_HISTOGRAM: Final = 40
_NEARLY: Final = 0.01
_WIDE: Final = 0.02
_NARROW: Final = 0.002
_NAME: Final = 24
_SHORT_NAME: Final = 8
_BETWEEN: Final = 6
_LONGEST: Final = 120
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_MANY: Final = ("s", "men", "people")
WITHOUT_WINNER: Final = {
    "draw": "Nobody is left standing in",
    "cap": "The round limit ends",
    "stalemate": "A stalemate ends",
    "ended": "The scenario itself ends, with no winner,",
}
_ENDS: Final = {
    "draw": "nobody is left",
    "cap": "the round limit",
    "stalemate": "a stalemate",
    "ended": "ended with no winner",
}
_MEANS: Final = "on average"
_SHARES: Final = "% of fights"
_FATES: Final = ("stand", "down", "taken", "dead", "left")
_MOST_PEOPLE: Final = 20
_COLUMNS: Final = ("of", "stand", "down", "taken", "dead", "left", "survive")


@final
class Commands:
    """How the single fights are played again."""

    def __init__(self, scenario: str, seed: Seed, minds: Iterable[str]) -> None:
        self._scenario = scenario
        self._seed = seed
        self._minds = [word for mind in minds for word in ("--mind", mind)]

    def fight(self, number: int) -> str:
        """The command that plays fight *number*."""
        seed = str(Seed(self._seed.master, number))
        return shlex.join(["strikerank", "fight", self._scenario, "--seed", seed, *self._minds])


@final
class ArenaPage:
    """One report on its way down the page."""

    def __init__(self, page: Page, setup: AnySetup, commands: Commands) -> None:
        self._page = page
        self._out = page.out
        self._commands = commands
        self._several = {
            side.id: sum(one.side == side.id for one in setup.combatants) > 1
            for side in setup.sides
        }

    def print(self, report: Report) -> None:
        """All of *report*."""
        self._page.title(report.seed)
        played = fights_of(report.fights)
        if report.fights < report.asked:
            played = f"interrupted after the first {played} of {report.asked}"
        self._line(played, "dim")
        minds = [f"{one.name} by {listed(one.minds)}" for one in report.sides.values() if one.minds]
        self._line(f"played: {', '.join(minds)}", "dim")
        if report.rounds is not None:
            self._winners(report)
            self._lengths(report.rounds)
            self._costs(report)
            self._people(report)
            self._examples(report, report.rounds)
        if report.failures.fights:
            self._failures(report.failures)

    def _winners(self, report: Report) -> None:
        self._heading("Who wins")
        for side, found in report.sides.items():
            sentence = f"{self._wins(side, found.name)} {_of_fights(found.wins)}"
            self._bar(found.wins.share, sentence, self._page.side_colours[side])
        for kind, share in report.without_winner.items():
            if share.fights:
                self._bar(share.share, f"{WITHOUT_WINNER[kind]} {_of_fights(share)}", "dim")
        self._line("In brackets: where the true share lies, 19 times out of 20.", "dim italic")

    def _wins(self, side: str, name: str) -> str:
        """Raiders and footmen win, the watch wins, and so does Marcus alone."""
        is_many = name.endswith(_MANY) and not name.endswith("ss")
        return f"{name} {'win' if is_many and self._several[side] else 'wins'}"

    def _lengths(self, rounds: Rounds) -> None:
        self._heading("How long it lasts")
        low, high = rounds.lower_quartile, rounds.upper_quartile
        half = _rounds(high) if low == high else f"{low} to {_rounds(high)}"
        middle = "" if low == high else f"; the middle one lasts {rounds.median}"
        self._line(f"Half of them last {half}{middle}, the mean is {rounds.mean:.1f}.")
        total = sum(one.fights for one in rounds.histogram)
        most = max(one.fights for one in rounds.histogram)
        labels = [
            f"{one.first}" if one.first == one.last else f"{one.first} to {one.last}"
            for one in rounds.histogram
        ]
        width = max(map(len, labels))
        shares = [one.fights / total for one in rounds.histogram]
        parts = [f"{percent(share, digits_of(share))} %" for share in shares]
        wide = max(map(len, parts))
        room = min(_HISTOGRAM, self._out.width - width - wide - _BETWEEN)
        for label, part, one in zip(labels, parts, rounds.histogram, strict=True):
            row = Text(f"  {label:>{width}}  {part:>{wide}}")
            if one.fights:
                row.append(f"  {_bar(one.fights / most, room)}", "green")
            self._out.print(row)

    def _costs(self, report: Report) -> None:
        self._heading("What it costs")
        room = self._out.width - 2 - sum(2 + len(one) for one in _COLUMNS)
        longest = max(_SHORT_NAME, min(_NAME, room))
        names = [shortened(side.name, longest) for side in report.sides.values()]
        start = max(map(cell_len, [_MEANS, *names]))
        self._cells(Text(_MEANS, "dim"), start, [Text(one, "dim") for one in _COLUMNS], _COLUMNS)
        for (side, found), name in zip(report.sides.items(), names, strict=True):
            means = (
                *(found.up, found.down, found.prisoners),
                *(found.dead, found.left, found.survivors),
            )
            whole = found.combatants.is_integer()
            cells = [f"{found.combatants:.{0 if whole else 1}f}", *(f"{one:.1f}" for one in means)]
            style = f"bold {self._page.side_colours[side]}"
            self._cells(Text(name, style), start, [*map(Text, cells)], _COLUMNS)
        for side, found in report.sides.items():
            sentence = f"Somebody of {found.name} dies in {_of_fights(found.deadly)}"
            self._bar(found.deadly.share, sentence, self._page.side_colours[side])

    def _people(self, report: Report) -> None:
        """How often each of them stands, is down and so on at the end, unless they are too many."""
        everybody = [(side, one) for side, found in report.sides.items() for one in found.people]
        if not everybody:
            return
        self._heading("How each comes out")
        if len(everybody) > _MOST_PEOPLE:
            self._line(f"They are {len(everybody)}: --format csv has one by one.", "dim")
            return
        room = self._out.width - 2 - sum(2 + len(one) for one in _FATES)
        longest = max(_SHORT_NAME, min(_NAME, room))
        names = [shortened(one.name, longest) for _, one in everybody]
        start = max(map(cell_len, [_SHARES, *names]))
        self._cells(Text(_SHARES, "dim"), start, [Text(one, "dim") for one in _FATES], _FATES)
        for (side, one), name in zip(everybody, names, strict=True):
            shares = (one.up, one.down, one.prisoners, one.dead, one.left)
            cells = [Text(percent(share, digits_of(share))) for share in shares]
            style = f"bold {self._page.side_colours[side]}"
            self._cells(Text(name, style), start, cells, _FATES)

    def _cells(self, name: Text, width: int, cells: list[Text], columns: tuple[str, ...]) -> None:
        row = Text("  ") + name
        row.pad_right(2 + width - row.cell_len)
        for heading, cell in zip(columns, cells, strict=True):
            row.append(" " * (2 + len(heading) - cell.cell_len))
            row.append_text(cell)
        self._out.print(row, soft_wrap=True)

    def _examples(self, report: Report, rounds: Rounds) -> None:
        self._heading("Fights to look at")
        found = [
            (f"the shortest, {_rounds(rounds.shortest.rounds)}", rounds.shortest.fight),
            (f"the longest, {_rounds(rounds.longest.rounds)}", rounds.longest.fight),
        ]
        found += [
            (self._wins(side, one.name), one.wins.first)
            for side, one in report.sides.items()
            if one.wins.first is not None
        ]
        found += [
            (_ENDS[kind], one.first)
            for kind, one in report.without_winner.items()
            if one.first is not None
        ]
        labels = [shortened(label, _NAME) for label, _ in found]
        width = max(map(cell_len, labels))
        for label, (_, number) in zip(labels, found, strict=True):
            start = Text(f"  {label}")
            start.pad_right(2 + width + 2 - start.cell_len)
            self._command(start, number)

    def _failures(self, failures: Failures) -> None:
        self._heading("Not played to their end")
        self._line(
            f"{fights_of(failures.fights)}, left out of all that stands above."
            " That is a bug of Strikerank."
        )
        for one in failures.first:
            self._line(f"fight {one.fight}: {shortened(one_line(one.problem), _LONGEST)}")
            self._command(Text("    "), one.fight)
        if failures.fights > len(failures.first):
            self._line("…")

    def _heading(self, text: str) -> None:
        self._out.print()
        self._out.print(Text(text, "bold"))

    def _line(self, text: str, style: str = "") -> None:
        for row in Text(text, style).wrap(self._out, self._out.width - 2):
            row.rstrip()
            self._out.print(Text("  ") + row)

    def _bar(self, share: float, sentence: str, style: str) -> None:
        width = min(BAR, self._out.width // 5)
        start = Text.assemble("  ", (_bar(share, width), style))
        start.pad_right(2 + width + 1 - start.cell_len)
        for row in Text(sentence).wrap(self._out, self._out.width - start.cell_len):
            row.rstrip()
            self._out.print(start + row)
            start = Text(" " * start.cell_len)

    def _command(self, start: Text, number: int) -> None:
        """A command in one piece, so that it can be copied."""
        row = Text.assemble(start, (self._commands.fight(number), "cyan"))
        self._out.print(row, soft_wrap=True)


def listed(words: list[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _bar(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    if share > 0:
        eighths = max(1, eighths)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def _of_fights(share: Share) -> str:
    """The share and its margin, with as many digits as the margin makes sense of."""
    margin = share.high - share.low
    digits = 0 if margin >= _WIDE else 1 if margin >= _NARROW else 2
    digits = digits_of(share.share, digits)
    low, high = (percent(one, digits) for one in (share.low, share.high))
    return f"{percent(share.share, digits)} % of fights ({low} to {high} %)"


def digits_of(share: float, digits: int = 0) -> int:
    """One at least where it would read like none or all and is not."""
    return max(digits, 1) if 0 < share < _NEARLY or 1 - _NEARLY < share < 1 else digits


def percent(share: float, digits: int) -> str:
    return f"{share * 100:.{0 if share in {0, 1} else digits}f}"


def fights_of(number: int) -> str:
    return "1 fight" if number == 1 else f"{number} fights"


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"
