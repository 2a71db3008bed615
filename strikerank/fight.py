"""`strikerank fight`: one fight without a table, blow by blow on the page or event by event as JSON lines."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from typing import final

import click
import structlog

from protocol.records import AmendmentMade, Decision
from rules.kernel.model import Observer
from scheduler.port import Sink
from strikerank import headless, show
from strikerank.errors import one_line
from strikerank.files import read_scenario
from strikerank.headless import Driver
from strikerank.minds import minds_of


@click.command()
@click.argument("scenario")
@click.option("--seed", type=click.IntRange(min=0), help="Plays the same fight again.")
@click.option(
    "--driver",
    type=click.Choice(["direct", "live"]),
    default="direct",
    help="Without an event loop, or with a task for each combatant; the fight is the same.",
)
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text")
@click.option("--why", is_flag=True, help="Show every sum, with the numbers of its rules.")
@click.option(
    "--mind",
    "minds",
    multiple=True,
    metavar="SIDE=NAME|FILE.py",
    help="Another mind for a side: one that ships, or a file with decide(sight).",
)
def fight(
    scenario: str,
    seed: int | None,
    driver: Driver,
    form: str,
    why: bool,  # noqa: FBT001
    minds: tuple[str, ...],
) -> None:
    """Play one fight.

    SCENARIO is a file, or the name of a scenario that ships: ford, duel, ambush, archers.
    """
    structlog.configure(logger_factory=_log_to_standard_error)
    system, setup = read_scenario(scenario)
    policies = minds_of(system, setup, minds)
    master = secrets.randbits(64) if seed is None else seed
    machine = headless.begin(system, setup, master)
    refused = Refusals()

    def play(sink: Sink) -> None:
        headless.play(machine, policies, driver, sink, refused.record if minds else None)

    if form == "jsonl":
        out = sys.stdout.buffer
        out.write(headless.header_line(setup, master))
        play(lambda events: out.writelines(map(headless.event_line, events)))
        out.flush()
    else:
        page = show.Page(show.console(), setup, why=why)
        page.title(master)
        teller = system.teller(setup)
        play(lambda events: page.lines(map(teller.line, events)))
        page.people(teller.standing(machine.view(Observer("game_master"))))
    for line in refused.notes():
        click.echo(line, err=True)


@final
class Refusals:
    """Counts the answers that were not possible, for whoever wrote the mind."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()

    def record(self, what: Decision | AmendmentMade) -> None:
        if isinstance(what, Decision) and what.refused is not None:
            wrong = what.refused
            self._counted[f"{wrong.field} of {what.combatant}: {wrong.allowed}"] += 1

    def notes(self) -> list[str]:
        """The most frequent, one a line."""
        return [
            one_line(f"note: not possible, {times} times: {problem}")
            for problem, times in self._counted.most_common(3)
        ]


def _log_to_standard_error(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
