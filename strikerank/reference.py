"""Commands that look things up: `scenario check`, `rules` and `schema`."""

from __future__ import annotations

import sys

import click
from rich.markdown import Markdown
from rich.text import Text

from protocol.schema import schema_text
from rules.catalogue import SYSTEMS
from strikerank import show
from strikerank.errors import one_line
from strikerank.files import read_scenario
from strikerank.groups import help_if_alone


@click.group(invoke_without_command=True)
@click.pass_context
def scenario(ctx: click.Context) -> None:
    """Look after scenario files."""
    help_if_alone(ctx)


@scenario.command()
@click.argument("file")
def check(file: str) -> None:
    """Read a scenario, and say who is in it or what is wrong where."""
    system, setup = read_scenario(file)
    out = show.console()
    page = show.Page(out, setup, why=False)
    page.title()
    out.print()
    page.people(system.teller(setup).sheets())
    out.print()
    for warning in system.advice(setup):
        out.print(Text(f"warning: {warning}", "yellow"))
    out.print(Text(one_line(f"{file} is a scenario of {system.title}.")))


@click.command()
@click.argument("system", type=click.Choice(list(SYSTEMS)))
def rules(system: str) -> None:
    """Print the numbered rules of a system and its options."""
    found = SYSTEMS[system]
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


@click.command()
def schema() -> None:
    """Print the JSON Schema of the protocol."""
    click.echo(schema_text(), nl=False)
