"""`strikerank fight`: one fight without a table, blow by blow on the page or event by event as JSON lines."""

from __future__ import annotations

import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import Final, final

import click
import structlog
from structlog.typing import EventDict

from protocol.records import AmendmentMade, Decision
from rules.catalogue import Teller
from rules.kernel.forms import quoted
from rules.kernel.machine import Machine
from rules.kernel.model import Answer, Event, Observer
from rules.request.model import View
from rules.rivers import model as rivers
from scheduler.port import Sink
from strikerank import headless, show
from strikerank.engagements import engagement_option, part_of, tell_part
from strikerank.errors import GivenError, one_line, shortened
from strikerank.files import read_scenario, shipped
from strikerank.folding import Folding
from strikerank.headless import Driver
from strikerank.map import Map
from strikerank.minds import Minds
from strikerank.notes import check_notes_file, write_notes
from strikerank.numbers import Seed, drawn, seed_of_fight

MOST_NOTES: Final = 3
_VALUE: Final = re.compile(r"^values\[([0-9]+)\]$")


def _only_trouble(_logger: object, method: str, event: EventDict) -> EventDict:
    """That an actor is gone is no news here: it goes when the fight is over or interrupted."""
    if method in {"debug", "info"}:
        raise structlog.DropEvent
    return event


# A processor and no level: tests look at what is logged before it.
_LOG: Final = [
    _only_trouble,
    structlog.processors.add_log_level,
    structlog.dev.ConsoleRenderer(colors=False),
]


def _help() -> str:
    """With the names of what ships, never broken at a hyphen."""
    names = textwrap.fill(", ".join(shipped()), 76, break_on_hyphens=False)
    return f"Play one fight.\n\nSCENARIO is a file, or the name of one that ships:\n\n\b\n{names}"


def _writable(context: click.Context, option: click.Parameter, file: str | None) -> str | None:
    """Before the fight and not after it."""
    del context, option
    if file is not None:
        check_notes_file(file)
    return file


@click.command(help=_help())
@click.argument("scenario")
@click.option(
    "--seed",
    callback=seed_of_fight,
    metavar="NUMBER[:FIGHT]",
    help="Plays the same fight again; with FIGHT, that fight of an arena.",
)
@click.option(
    "--driver",
    type=click.Choice(["direct", "live"]),
    default="direct",
    help="Without an event loop, or with a task for each combatant; the fight is the same.",
)
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text")
@click.option("--why", is_flag=True, help="Show every sum, with the numbers of its rules.")
@click.option(
    "--map",
    "with_map",
    is_flag=True,
    help="Draw where everybody stands, each round and at the end.",
)
@click.option(
    "--mind",
    "minds",
    multiple=True,
    metavar="SIDE=NAME|FILE.py",
    help="Another mind for a side: one that ships, or a file with decide(sight).",
)
@engagement_option
@click.option(
    "--notes",
    "notes_file",
    metavar="FILE",
    callback=_writable,
    help="Write down, as Markdown, what to keep of it: wounds, losses, experience.",
)
def fight(  # noqa: PLR0913, PLR0917 (one argument an option)
    scenario: str,
    seed: Seed | None,
    driver: Driver,
    form: str,
    why: bool,  # noqa: FBT001 - click hands it over by name
    with_map: bool,  # noqa: FBT001 - the same
    minds: tuple[str, ...],
    engagement: str | None,
    notes_file: str | None,
) -> None:
    """Play one fight."""
    structlog.configure(logger_factory=_log_to_standard_error, processors=_LOG)
    system, setup = read_scenario(scenario)
    part = part_of(engagement, setup)
    if part is not None and with_map:
        raise GivenError("--map", "draws the whole fight; expected it without --engagement")
    chosen = Minds(system, setup, minds)
    policies = chosen()
    played = drawn() if seed is None else seed
    machine = headless.begin(system, setup, *played)
    refused = Refusals()
    last: list[Event] = []

    def play(sink: Sink) -> None:
        def told(events: list[Event]) -> None:
            last[:] = events[-1:]
            sink(events)

        headless.play(machine, policies, driver, told, refused.record if minds else None)

    if part is not None:
        told: list[Event] = []
        play(told.extend)
        tell_part(part, told, system.teller(setup), setup, str(played), form=form, why=why)
    elif form == "jsonl":
        out = sys.stdout.buffer
        header = headless.Header(
            str(played), setup, chosen.others(), rules_version=system.rules_version
        )
        out.write(headless.header_line(header))
        play(lambda events: out.writelines(map(headless.event_line, events)))
        out.flush()
    else:
        page = show.Page(show.console(), setup, why=why)
        page.title(str(played))
        _tell(play, page, machine, system.teller(setup), with_map=with_map)
    if notes_file is not None:
        write_notes(notes_file, system.teller(setup), setup, last[0], str(played))
    for line in refused.notes():
        click.echo(line, err=True)


def _tell(
    play: Callable[[Sink], None],
    page: show.Page,
    machine: Machine,
    teller: Teller,
    *,
    with_map: bool,
) -> None:
    """Play a fight on a page as it goes on, and show at its end how everybody is."""
    if with_map and page.setup.field is None:
        page.out.print("This fight has no places, and so no map.", style="dim")
    ground = Map(page.setup, page.side_colours)
    folding = Folding()

    def draw() -> None:
        view = machine.view(Observer("game_master"))
        if isinstance(view, View | rivers.View):
            page.picture(ground.drawn(view, page.out.width))

    def tell(events: list[Event]) -> None:
        lines = folding.fed(teller.lines(events))
        if not (with_map and any(event.kind == "round_began" for event in events)):
            page.lines(lines)
            return
        # What the events have come to is drawn; so it stands behind those that are told.
        lines += folding.rest()
        heading = next(i for i in range(len(lines)) if lines[i].kind == "round_began")
        page.lines(lines[: heading + 1])
        told = lines[heading + 1 :]
        if all(line.kind == "phase_began" for line in told):
            draw()
            page.lines(told)
        elif not any(line.kind == "combat_ended" for line in told):
            page.lines(told)
            page.out.print()
            draw()
        else:
            page.lines(told)

    play(tell)
    page.lines(folding.rest())
    if with_map:
        draw()
    page.people(teller.standing(machine.view(Observer("game_master"))))


@final
class Refusals:
    """Counts the answers that were not possible, for whoever wrote the mind."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()

    def record(self, what: Decision | AmendmentMade) -> None:
        if isinstance(what, Decision) and what.refused is not None:
            wrong = what.refused
            if wrong.field == "prompt":
                # The id of the question is another one each time.
                problem = f"prompt of {what.combatant}: expected sight.id"
            else:
                given = _given(wrong.given, wrong.field)
                problem = f"{wrong.field} of {what.combatant}{given}: {wrong.allowed}"
            self._counted[problem] += 1

    def notes(self) -> list[str]:
        """The most frequent, one a line, and how many there were in all."""
        if not self._counted:
            return []
        notes = [
            shortened(one_line(f"note: not possible, {_times(times)}: {problem}"))
            for problem, times in self._counted.most_common(MOST_NOTES)
        ]
        total = self._counted.total()
        answers = f"{total} answer{'' if total == 1 else 's'}"
        return [*notes, f"note: {answers} not possible in all; the default was taken instead"]


def _given(answer: Answer, field: str) -> str:
    """The part of *answer* that was at fault, and of which option it was the value."""
    if field == "option":
        return f" was {quoted(answer.option)}"
    index = _VALUE.match(field)
    if index and int(index[1]) < len(answer.values):
        return f" was {quoted(answer.values[int(index[1])])} in {answer.option}"
    if field == "also" and answer.also:
        return f" was {', '.join(map(quoted, answer.also))} in {answer.option}"
    return f" in {answer.option}"


def _times(times: int) -> str:
    return "1 time" if times == 1 else f"{times} times"


def _log_to_standard_error(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
