"""`strikerank replay`: a fight that was played, shown again or held against what its inputs make of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import click

from rules.catalogue import SYSTEMS
from rules.kernel.machine import Machine
from rules.kernel.model import Event, Observer
from server.rebuild import explained, unkept_of
from server.replay import RebuildError
from strikerank import headless, recorded, show
from strikerank.engagements import engagement_option, part_of, tell_part
from strikerank.errors import GivenError, one_line, shortened
from strikerank.folding import Folding
from strikerank.notes import write_notes
from strikerank.numbers import whole
from strikerank.recorded import Recorded

FAILED: Final = 1
MOST_ROUNDS: Final = 1_000_000


@click.command()
@click.argument("log", required=False, default="", metavar="[FILE|ID]")
@click.option("--data", metavar="DIR", help="Take the fight from the journal in this directory.")
@click.option("--verify", is_flag=True, help="Play it again, and say whether all is the same.")
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text")
@click.option("--why", is_flag=True, help="Show every sum, with the numbers of its rules.")
@click.option(
    "--until",
    callback=whole(1, MOST_ROUNDS),
    metavar="ROUND",
    help="Stop at the end of this round.",
)
@engagement_option
@click.option(
    "--notes",
    "notes_file",
    metavar="FILE",
    help="Write down, as Markdown, what to keep of it: wounds, losses, experience.",
)
def replay(  # noqa: PLR0913, PLR0917 (one argument an option)
    log: str,
    data: str | None,
    verify: bool,  # noqa: FBT001 - click hands it over by name
    form: str,
    why: bool,  # noqa: FBT001 - the same
    until: int | None,
    engagement: str | None,
    notes_file: str | None,
) -> None:
    """Show or check a fight that was played.

    FILE is what `strikerank fight --format jsonl` wrote.  With --data, ID is the id of a fight
    in that journal or how it begins; without it, the only fight there is.
    """
    if data is None and not log:
        raise GivenError("replay", "nothing to replay; expected a FILE, or --data DIR and an ID")
    fight = recorded.in_file(log) if data is None else recorded.in_journal(data, log)
    part = part_of(engagement, fight.header.setup)
    if notes_file is not None:
        _write_notes(fight, notes_file)
    if verify:
        _verify(fight)
        return
    last = until or MOST_ROUNDS
    setup = fight.header.setup
    ordered = SYSTEMS[setup.rules].teller(setup).ordered(fight.events)
    events = [event for event in ordered if event.round <= last]
    if part is not None:
        teller = SYSTEMS[setup.rules].teller(setup)
        tell_part(part, events, teller, setup, fight.header.seed, form=form, why=why)
        return
    if form == "jsonl":
        out = sys.stdout.buffer
        out.write(headless.header_line(fight.header))
        out.writelines(map(headless.event_line, events))
        out.flush()
        return
    _tell(fight, events, last, why=why)


def _write_notes(fight: Recorded, file: str) -> None:
    if not fight.events or not fight.events[-1].fates:
        problem = "does not tell how everybody came out of it; expected one that has ended"
        raise GivenError(fight.kept.id, problem)
    setup = fight.header.setup
    teller = SYSTEMS[setup.rules].teller(setup)
    write_notes(file, teller, setup, fight.events[-1], fight.header.seed)


def _verify(fight: Recorded) -> None:
    try:
        found = recorded.verified(fight)
    except RebuildError as error:
        line = shortened(one_line(f"{fight.kept.id}: differs: {explained(fight.kept, error)}"))
        click.echo(line, err=True)
        click.get_current_context().exit(FAILED)
    click.echo(one_line(f"{fight.kept.id}: {found}"))


def _tell(fight: Recorded, events: Sequence[Event], last: int, *, why: bool) -> None:
    setup = fight.header.setup
    page = show.Page(show.console(), setup, why=why)
    teller = SYSTEMS[setup.rules].teller(setup)
    folding = Folding()
    ends, machine = _stops(fight, last)
    page.title(fight.header.seed)
    told = 0
    for end in [*ends, len(events)]:
        stretch = events[told:end]
        told += len(stretch)
        try:
            lines = teller.lines(stretch)
        except (LookupError, ValueError) as error:  # somebody wrote these events by hand
            where = f"event {stretch[0].id} or one after it"
            raise GivenError(fight.kept.id, f"{where} cannot be told: {error!r}") from None
        page.lines(folding.fed(lines))
    is_whole = fight.is_over and len(events) == len(fight.events)
    page.lines(folding.rest(complete=is_whole))
    remark = _remark(fight, events)
    if remark:
        page.out.print()
        page.out.print(remark, style="dim")
        page.out.print()
    if machine is not None and not (is_whole and _is_cut(fight)):
        page.people(teller.standing(machine.view(Observer("game_master"))))


def _is_cut(fight: Recorded) -> bool:
    """Does the log of a fight that has ended not tell of its end?"""
    told = fight.events[-1].kind if fight.events else ""
    return fight.kept.status == "ended" and told != "combat_ended"


def _remark(fight: Recorded, events: Sequence[Event]) -> str:
    if len(events) < len(fight.events):
        return "The fight goes on from here."
    if _is_cut(fight):
        return "The log breaks off here."
    if fight.kept.status == "open":
        return "The fight is not over." if events else "The fight has not begun."
    return "A fault of the program ended this fight." if fight.kept.status == "failed" else ""


def _stops(fight: Recorded, last: int) -> tuple[list[int], Machine | None]:
    """After how many events somebody decided, and the fight as it stands after round *last*.

    Without a machine if the fight cannot be played again, or becomes another one.
    """
    if fight.unknown:
        return [], None
    try:
        steps = fight.steps()
        replayed = next(steps)
        ends = [len(replayed.events)]
        while replayed.events[-1].round <= last and next(steps, None) is not None:
            ends.append(len(replayed.events))
        unkept_of(replayed, fight.events[: ends[-1]])
    except RebuildError as error:
        line = f"note: played again this fight is another one: {explained(fight.kept, error)}"
        click.echo(shortened(one_line(line)), err=True)
        return [], None
    return ends, replayed.machine
