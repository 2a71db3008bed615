"""A group of commands called without any of them says what there is."""

from __future__ import annotations

import click


def help_if_alone(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
