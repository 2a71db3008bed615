"""`strikerank arena`: many fights of one scenario, and the odds that come of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, Literal, final

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
from arena.match import Match
from arena.report import Asked, Report, report_of
from arena.tally import Tally
from strikerank import numbers, show
from strikerank.arena_page import ArenaPage, Commands
from strikerank.build import version_number
from strikerank.errors import GivenError, one_line, shortened
from strikerank.files import read_scenario
from strikerank.minds import Minds
from strikerank.numbers import MOST_FIGHTS, Seed, drawn, whole

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
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table")
@click.option(
    "--mind",
    "minds",
    multiple=True,
    metavar="SIDE=NAME|FILE.py",
    help="Another mind for a side: one that ships, or a file with decide(sight).",
)
def arena(
    scenario: str,
    fights: int,
    workers: int | None,
    seed: Seed | None,
    form: Literal["table", "json"],
    minds: tuple[str, ...],
) -> None:
    """Play many fights, and say who wins how often, how long it takes, and what it costs.

    SCENARIO is a file, or the name of a scenario that ships.

    An interrupt ends it early, with what the fights so far say. Exit code 1 means that a bug
    kept a fight from its end.
    """
    system, setup = read_scenario(scenario)
    who = Minds(system, setup, minds)
    who()  # what is wrong with a file shows before anything begins
    master = drawn() if seed is None else seed
    match = Match(setup, master.master, who, who.are_given, (GivenError,))
    commands = Commands(scenario, master, minds)
    gathered = Gathered()
    code = _play(match, fights, workers or _worth(fights), gathered, commands)
    tally = gathered.tally
    if tally.played:
        asked = Asked(scenario, minds, str(master), fights, version_number())
        report = report_of(asked, setup, tally)
        if form == "json":
            sys.stdout.buffer.write(report.json())
        else:
            ArenaPage(show.Page(show.console(), setup, why=False), setup, commands).print(report)
        for line in _notes(report, commands):
            click.echo(shortened(one_line(line)), err=True)
        sys.stdout.flush()
    if code or tally.failed:
        click.get_current_context().exit(code or FAILED)


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


def _play(match: Match, fights: int, workers: int, gathered: Gathered, commands: Commands) -> int:
    """Count the fights; return the exit code as far as it does not depend on them."""
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
