"""`strikerank arena`: many fights of one scenario, and the odds that come of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple, final

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from arena import pool
from arena.chunk import MindError
from arena.compare import compared
from arena.match import Match
from arena.report import Asked, Report, report_of
from arena.sheet import csv_of
from arena.tally import Tally
from strikerank import numbers, show
from strikerank.arena_comparison import ComparisonPage
from strikerank.arena_page import ArenaPage, Commands
from strikerank.build import version_number
from strikerank.errors import GivenError, one_line, shortened
from strikerank.files import read_scenario
from strikerank.minds import MIND, Minds
from strikerank.numbers import MOST_FIGHTS, Seed, drawn, whole

Form = Literal["table", "json", "csv"]
AGAINST_MIND: Final = "--against-mind"
DONE: Final = 0
FAILED: Final = 1
INTERRUPTED: Final = 130
USUAL: Final = 1000
LONGEST_NAME: Final = 24
WORTH_A_WORKER: Final = 100
"""So many fights take longer than a process takes to start, unless they are very short."""


def cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


MOST_WORKERS: Final = max(16, 4 * cores())


@click.command()
@click.argument("scenario")
@click.option(
    "--fights",
    default=str(USUAL),
    callback=whole(1, MOST_FIGHTS),
    metavar="NUMBER",
    show_default=True,
)
@click.option(
    "--workers",
    callback=whole(1, MOST_WORKERS),
    metavar="NUMBER",
    help="Processes to share them out to; they change nothing but the time it takes.",
)
@click.option(
    "--seed",
    callback=numbers.seed,
    metavar="NUMBER",
    help="Plays the same fights again, all of them.",
)
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table")
@click.option(
    MIND,
    "minds",
    multiple=True,
    metavar="SIDE=NAME|FILE.py",
    help="Another mind for a side: one that ships, or a file with decide(sight).",
)
@click.option(
    "--against",
    metavar="SCENARIO",
    help="Plays this one as often too, and compares the two.",
)
@click.option(
    AGAINST_MIND,
    "other_minds",
    multiple=True,
    metavar="SIDE=NAME|FILE.py",
    help="The same as --mind for what is compared; alone it plays the same scenario again.",
)
def arena(  # noqa: PLR0913, PLR0917 (one argument an option)
    scenario: str,
    fights: int,
    workers: int | None,
    seed: Seed | None,
    form: Form,
    minds: tuple[str, ...],
    against: str | None,
    other_minds: tuple[str, ...],
) -> None:
    """Play many fights, and say who wins how often, how long it takes, and what it costs.

    SCENARIO is a file, or the name of a scenario that ships.

    An interrupt ends it early, with what the fights so far say. Exit code 1 means that a bug
    kept a fight from its end.
    """
    master = drawn() if seed is None else seed
    given = [Given.of(scenario, minds, master)]
    if against is not None or other_minds:
        given.append(Given.of(against or scenario, other_minds, master, AGAINST_MIND))
    code = DONE
    played: list[Played] = []
    for one in given:
        if code == DONE:
            gathered = Gathered()
            code = _play(one, fights, workers or _worth(fights), gathered)
            if gathered.tally.played:
                played.append(Played(one, one.report(gathered.tally, fights), gathered.tally))
    _print(played, form)
    for found in played:
        for line in _notes(found.report, found.given.commands):
            click.echo(shortened(one_line(line)), err=True)
    sys.stdout.flush()
    if code or any(found.tally.failed for found in played):
        click.get_current_context().exit(code or FAILED)


class Given(NamedTuple):
    """One scenario with its minds, ready to be played; what is wrong with either shows at once."""

    scenario: str
    minds: tuple[str, ...]
    seed: Seed
    who: Minds
    match: Match
    commands: Commands

    @classmethod
    def of(cls, scenario: str, minds: tuple[str, ...], seed: Seed, option: str = MIND) -> Given:
        """Read it, and its minds."""
        system, setup = read_scenario(scenario)
        who = Minds(system, setup, minds, option)
        who()  # what is wrong with a file shows before anything begins
        match = Match(setup, seed.master, who, who.are_given, (GivenError,))
        return cls(scenario, minds, seed, who, match, Commands(scenario, seed, minds))

    def report(self, tally: Tally, fights: int) -> Report:
        """What *tally* says of it."""
        asked = Asked(
            self.scenario,
            self.minds,
            str(self.seed),
            fights,
            version_number(),
            self.who.by_side(),
        )
        return report_of(asked, self.match.setup, tally)


class Played(NamedTuple):
    """One of them, played."""

    given: Given
    report: Report
    tally: Tally


def _print(played: list[Played], form: Form) -> None:
    """What has been played, compared if it is two; an interrupt may have left one of them, or none."""
    if form == "csv":
        sys.stdout.write(csv_of([one.report for one in played]) if played else "")
    elif len(played) > 1:
        first, second = played
        found = compared(first.report, second.report, (first.tally, second.tally))
        if form == "json":
            sys.stdout.buffer.write(found.json())
        else:
            ComparisonPage(show.console()).print(found)
    for one in played:
        if len(played) > 1 or form == "csv":
            continue
        if form == "json":
            sys.stdout.buffer.write(one.report.json())
        else:
            page = show.Page(show.console(), one.given.match.setup, why=False)
            ArenaPage(page, one.given.match.setup, one.given.commands).print(one.report)


@final
class Gathered:
    """All that has been counted so far."""

    def __init__(self) -> None:
        self.tally: Tally = Tally()

    def add(self, part: Tally) -> None:
        """Count *part*, in one step: an interrupt finds the whole of it counted, or nothing."""
        both = Tally()
        both.merge(self.tally)
        both.merge(part)
        self.tally = both


def _play(given: Given, fights: int, workers: int, gathered: Gathered) -> int:
    """Count the fights; return the exit code as far as it does not depend on them."""
    match, commands = given.match, given.commands
    try:
        with _progress(match.setup.name, fights) as step:

            def report(part: Tally) -> None:
                gathered.add(part)
                step(part.played)

            pool.play(match, fights, workers, report)
    except KeyboardInterrupt:
        return INTERRUPTED
    except MindError as error:
        which = f"fight {error.fight}"
        problem = f"{error.problem}; {commands.fight(error.fight)} plays it again"
        raise GivenError(which, problem) from None
    except pool.WorkersError as error:
        option = f"--workers {workers}"
        raise GivenError(option, str(error)) from None
    return DONE


def _worth(fights: int) -> int:
    return max(1, min(cores(), fights // WORTH_A_WORKER))


def _notes(report: Report, commands: Commands) -> Generator[str]:
    """What whoever wrote a mind, or Strikerank, ought to know."""
    refused = report.refusals
    if refused.first is not None:
        yield (
            f"note: {refused.answers} answers not possible, in {refused.fights} of"
            f" {report.fights} fights; the default was taken instead;"
            f" {commands.fight(refused.first)} says more"
        )
    for failure in report.failures.first[:1]:
        yield (
            f"Error: {report.failures.fights} of {report.fights} fights could not be played to"
            f" their end, first fight {failure.fight}: {failure.problem};"
            f" {commands.fight(failure.fight)} plays it again"
        )


def is_terminal() -> bool:
    """Does anybody sit before standard error?  It may be closed, as with 2>&-."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def _progress(name: str, fights: int) -> Generator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal; it vanishes at the end."""
    if not is_terminal():
        yield lambda _: None
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        _Speed(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(shortened(one_line(name), LONGEST_NAME), total=fights)
        yield lambda played: bar.advance(task, played)


@final
class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:.0f} fights/s", "cyan")
