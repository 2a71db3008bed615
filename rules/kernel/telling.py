"""What a fight reads like, before anybody has laid it out: lines of words with roles, and tables."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.kernel.model import Event, Figure


class Span(NamedTuple):
    """Some words, and what they are: a "name" (of ``who``), or how good or bad the news is.

    The roles of news: "safe", "hit", "minor", "serious", "major", "down", "quiet".
    """

    text: str
    role: str = ""
    who: str = ""


class Line(NamedTuple):
    """One thing that happened.

    ``rank`` is 0 where the line follows from the one before it.  ``details`` are the
    numbers that belong to it, ``why`` the sums behind them with their rules.  ``part`` says
    what part of the fight it belongs to, where that is another one than the line before it
    belongs to, and no line says so.
    """

    kind: str
    rank: int
    spans: tuple[Span, ...]
    details: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    part: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


class Row(NamedTuple):
    """Somebody in a table: the cells beside the name, and a note below it."""

    who: str
    side: str
    cells: tuple[str, ...]
    note: str = ""


class Sheets(NamedTuple):
    """A table of people, those of one side together; the headings are those of the cells."""

    headings: tuple[str, ...]
    rows: tuple[Row, ...]


class Table(NamedTuple):
    """Rows of cells under headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Whole(NamedTuple):
    """Somebody's whole sheet: a title beside the name, some lines, and tables."""

    who: str
    title: str
    lines: tuple[str, ...]
    tables: tuple[Table, ...]


def sum_of(figure: Figure, words: str) -> str:
    """A figure as a sum: every term with its rule, then the floor if it counts; bare if its terms are hidden."""
    if not figure.terms:
        return f"{words} {figure.value}"
    if figure.dice and len(figure.terms) == 1:
        by = " by hand" if figure.by_hand else ""
        return f"{words} {figure.value}: {figure.dice}{by} [{figure.rule}]"
    parts: list[str] = []
    total = 0
    for term in figure.terms:
        sign = "+" if parts and term.value >= 0 else ""
        rule = f" [{term.rule}]" if term.rule else ""
        parts.append(f"{term.label} {sign}{term.value}{rule}")
        total += term.value
    if figure.floor is not None and total < figure.floor:
        parts.append(f"at least {figure.floor} [{figure.rule}]")
    return f"{words} {figure.value}: {'; '.join(parts)}"


def figure(event: Event, name: str) -> Figure | None:
    """The number called *name*, if the event has one."""
    for one in event.figures:
        if one.name == name:
            return one
    return None


def value(event: Event, name: str) -> int:
    """The number called *name*, 0 if the event has none."""
    found = figure(event, name)
    return 0 if found is None else found.value


def roll_of(event: Event, whose: str, words: str, extreme: str = "", beside: str = "") -> str:
    """What a roll needed (with what is told *beside* that) and what it was, as far as the event says."""
    parts: list[str] = []
    chance, rolled = figure(event, f"{whose}_chance"), figure(event, f"{whose}_roll")
    if chance is not None:
        parts.append(f"needs {chance.value}" + (f" ({beside})" if beside else ""))
    if rolled is not None:
        parts.append(f"rolled {rolled.value}" + (f" ({extreme})" if extreme else ""))
    said = ", ".join(parts)
    return f"{words} {said}" if words and said else said


MOST_SHOWN: Final = 8
"""Of the rules beside those of the sums; that a fight begins has thirty, and nobody reads them there."""


def why_of(sums: tuple[str, ...], decided: tuple[str, ...]) -> tuple[str, ...]:
    """The sums of an event, and then the other rules that decided it."""
    if not decided:
        return sums
    more = len(decided) - MOST_SHOWN
    shown = ", ".join(decided[:MOST_SHOWN])
    return (*sums, f"rules {shown}{f' and {more} more' if more > 0 else ''}")
