"""The command line: all commands, and every way out turned into an exit code and at most one line."""

from __future__ import annotations

import os
import sys
from typing import Final, NoReturn, final

import click

from strikerank.build import version_text
from strikerank.errors import GivenError, one_line
from strikerank.fight import fight
from strikerank.groups import help_if_alone
from strikerank.reference import rules, scenario, schema
from strikerank.sr import strike_rank

DONE: Final = 0
INTERRUPTED: Final = 130


@final
class RefusedError(click.ClickException):
    """What was given is wrong, said in one line."""

    exit_code = 2

    def format_message(self) -> str:
        return one_line(self.message)


@final
class Strikerank(click.Group):
    """The group of all commands."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise RefusedError(error.format_message()) from None

    def invoke(self, ctx: click.Context) -> None:
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            raise RefusedError(_with_usage(error)) from None
        except GivenError as error:
            raise RefusedError(str(error)) from None
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _close_quietly()
            ctx.exit(DONE)
        except BaseExceptionGroup as group:
            _leave_with(ctx, group)


def _with_usage(error: click.UsageError) -> str:
    """The error, and how the command would be called."""
    usage = "" if error.ctx is None else f" ({error.ctx.command_path} --help says more)"
    return f"{error.format_message().rstrip('.')}{usage}"


def _leave_with(ctx: click.Context, group: BaseExceptionGroup[BaseException]) -> NoReturn:
    """In live play what went wrong comes wrapped by the nurseries it passed through."""
    given = group.subgroup(GivenError)
    if given is not None:
        raise RefusedError(str(_first(given))) from None
    if group.subgroup(KeyboardInterrupt) is not None:
        ctx.exit(INTERRUPTED)
    raise group


def _first(group: BaseExceptionGroup[GivenError]) -> BaseException:
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found


def _close_quietly() -> None:
    """Whoever read our output has enough of it; the interpreter's last flush must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted and not ctx.resilient_parsing:
        click.echo(version_text())
        ctx.exit(DONE)


@click.group(cls=Strikerank, invoke_without_command=True)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Say which version this is, and whether the rules are compiled.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Fights under strike-rank rules: play them, read them, work things out.

    Exit codes: 0 done, 1 a verification failed, 2 what was given is wrong, 130 interrupted.
    """
    help_if_alone(ctx)


main.add_command(fight)
main.add_command(strike_rank)
main.add_command(scenario)
main.add_command(rules)
main.add_command(schema)

if __name__ == "__main__":
    main(prog_name="strikerank")
