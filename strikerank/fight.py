"""`strikerank fight`: one fight without a table, blow by blow on the page or event by event as JSON lines."""

from __future__ import annotations

import secrets
import sys
from collections import Counter

import click
import structlog

from protocol.records import AmendmentMade, Decision
from rules.kernel.machine import Machine
from rules.kernel.model import Event, Observer
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
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    system, setup = read_scenario(scenario)
    policies = minds_of(system, setup, minds)
    master = secrets.randbits(64) if seed is None else seed
    machine = headless.begin(system, setup, master)
    if form == "jsonl":
        out = sys.stdout.buffer
        out.write(headless.header_line(setup, master))

        def write(events: list[Event]) -> None:
            out.writelines(map(headless.event_line, events))

        headless.play(machine, policies, driver, write)
        out.flush()
        return
    page = show.Page(show.console(), setup, why=why)
    page.title(master)
    teller = system.teller(setup)
    refused: Counter[str] = Counter()

    def tell(events: list[Event]) -> None:
        for event in events:
            line = teller.line(event)
            if line is not None:
                page.line(line)

    def record(what: Decision | AmendmentMade) -> None:
        if isinstance(what, Decision) and what.refused is not None:
            refused[f"{what.refused.field} of {what.combatant}: {what.refused.allowed}"] += 1

    headless.play(machine, policies, driver, tell, record if minds else None)
    page.people(teller.standing(_all_of(machine)))
    for problem, times in refused.most_common(3):
        click.echo(one_line(f"note: not possible, {times} times: {problem}"), err=True)


def _all_of(machine: Machine) -> object:
    return machine.view(Observer("game_master"))
