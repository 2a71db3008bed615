"""Commands that look things up: `scenario check`, `rules` and `schema`."""

from __future__ import annotations

import sys
from typing import cast

import click
import msgspec
from rich.markdown import Markdown
from rich.text import Text

from protocol.schema import schema_text
from rules.catalogue import BOOKS, SYSTEMS, AnySetup
from strikerank import show
from strikerank.errors import one_line
from strikerank.files import read_scenario, remarks_on
from strikerank.groups import help_if_alone


@click.group(invoke_without_command=True)
@click.pass_context
def scenario(ctx: click.Context) -> None:
    """Look after scenario files."""
    help_if_alone(ctx)


@scenario.command()
@click.argument("file")
@click.option("--full", is_flag=True, help="Show every sheet whole, as it will fight.")
def check(file: str, *, full: bool) -> None:
    """Read a scenario, and say who is in it or what is wrong where."""
    system, setup = read_scenario(file)
    teller = system.teller(setup)
    out = show.console()
    page = show.Page(out, setup, why=False)
    page.title()
    out.print()
    page.people(teller.sheets(), ids=True)
    if full:
        for sheet in teller.wholes():
            page.whole(sheet)
    out.print()
    for line in (_ground(setup), _options(setup)):
        page.remark(line)
    agenda = teller.agenda()
    if agenda:
        page.remark("What the scenario will do by itself:")
        page.pairs(agenda)
    out.print()
    warnings = [*remarks_on(file), *system.advice(setup)]
    for warning in warnings:
        page.remark(f"warning: {warning}", "yellow")
    if warnings:
        out.print()
    page.remark(one_line(_verdict(file, len(warnings))))


def _ground(setup: AnySetup) -> str:
    """How much room there is."""
    if setup.field is None:
        apart = f"; the lines are {setup.distance} m apart" if setup.distance else ""
        return f"Ground: none, this fight has no places{apart}."
    size = f"Ground: {setup.field.width} by {setup.field.height} hexes"
    heights = "".join(setup.field.heights)
    return f"{size}, up to {max(heights)} m high." if heights else f"{size}."


def _options(setup: AnySetup) -> str:
    """Those that are not as they are by default."""
    usual, given = (
        cast("dict[str, object]", msgspec.structs.asdict(one))
        for one in (type(setup.options)(), setup.options)
    )
    other = [
        f"{name} = {str(value).lower()}" for name, value in given.items() if value != usual[name]
    ]
    return f"Options: {', '.join(other) or 'all as usual'}."


def _verdict(file: str, warnings: int) -> str:
    if not warnings:
        return f"All is well: {file} can be played."
    return f"{file} can be played, but mind the warning{'s' if warnings > 1 else ''}."


@click.command()
@click.argument("system", type=click.Choice(list(BOOKS)))
def rules(system: str) -> None:
    """Print the numbered rules of a system and its options."""
    found = BOOKS[system]
    out = show.console()
    text = found.rules_text()
    if out.is_terminal:
        out.print(Markdown(text))
    else:
        sys.stdout.write(text)
    out.print()
    out.print(
        Text(
            f"Options of {found.title}: the default, what else may be, which rules name it", "bold"
        )
    )
    for option in found.house_rules():
        named = ", ".join(option.sentences)
        out.print(Text(f"{option.name} = {option.default}  ({option.choices})  {named}"))
        for part in Text(option.meaning, "dim").wrap(out, out.width - 4) if option.meaning else ():
            part.rstrip()
            out.print(Text("    ") + part)
    if system in SYSTEMS:
        out.print(Text(f"These are the rules of version {SYSTEMS[system].rules_version}.", "dim"))


@click.command()
def schema() -> None:
    """Print the JSON Schema of the protocol."""
    click.echo(schema_text(), nl=False)
