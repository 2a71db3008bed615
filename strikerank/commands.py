"""The command line: all commands, and every way out turned into an exit code and at most one line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Generator
from typing import IO, Final, NoReturn, TypeVar, final

import click

from strikerank.arena import arena
from strikerank.bot import bot
from strikerank.build import version_text
from strikerank.errors import GivenError, one_line, shortened
from strikerank.fight import fight
from strikerank.groups import help_if_alone
from strikerank.reference import rules, scenario, schema
from strikerank.replay import replay
from strikerank.serve import serve
from strikerank.sr import strike_rank

DONE: Final = 0
INTERRUPTED: Final = 130
_OUTPUT: Final = "standard output"
_E = TypeVar("_E", bound=BaseException)


@final
class RefusedError(click.ClickException):
    """What was given is wrong, said in one line."""

    exit_code = 2

    def format_message(self) -> str:
        return shortened(one_line(self.message))

    def show(self, file: IO[str] | None = None) -> None:
        with contextlib.suppress(OSError):  # nowhere left to say it: the exit code does
            super().show(file)


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
        with _ways_out():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> None:
        with _ways_out():
            if sys.stdout is None:  # as with >&-
                raise GivenError(_OUTPUT, "is closed; expected somewhere to write to")
            super().invoke(ctx)
            sys.stdout.flush()


@contextlib.contextmanager
def _ways_out() -> Generator[None]:
    try:
        yield
    except click.UsageError as error:
        raise RefusedError(_with_usage(error)) from None
    except ValueError:
        if not sys.stdout.closed:
            raise
        closed = GivenError(_OUTPUT, "was closed by somebody; expected somewhere to write to")
        raise RefusedError(str(closed)) from None
    except (GivenError, KeyboardInterrupt, OSError, BaseExceptionGroup) as error:
        _leave_with(error)


def _with_usage(error: click.UsageError) -> str:
    """The error, and how the command would be called."""
    usage = "" if error.ctx is None else f" ({error.ctx.command_path} --help says more)"
    return f"{error.format_message().rstrip('.')}{usage}"


def _leave_with(error: BaseException) -> NoReturn:
    """In live play what went wrong comes wrapped by the nurseries it passed through."""
    given = _first(error, GivenError)
    if given is not None:
        raise RefusedError(str(given)) from None
    if _first(error, KeyboardInterrupt) is not None:
        raise click.exceptions.Exit(INTERRUPTED) from None
    # Files are read with errors of their own; what is left comes from writing.
    written = _first(error, OSError)
    if written is None:
        raise error
    _close_quietly()
    if _first(error, BrokenPipeError) is not None:
        raise click.exceptions.Exit(DONE) from None
    problem = written.strerror or str(written)
    unwritten = GivenError(_OUTPUT, f"cannot be written: {problem}")
    raise RefusedError(str(unwritten)) from None


def _first(error: BaseException, kind: type[_E]) -> _E | None:
    """*error*, or the first of *kind* in the group that it is."""
    if isinstance(error, kind):
        return error
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            found = _first(one, kind)
            if found is not None:
                return found
    return None


def _close_quietly() -> None:
    """Whoever read our output has enough of it; the interpreter's last flush must not fail."""
    with contextlib.suppress(OSError, ValueError):  # in a test it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click says how it is called
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
main.add_command(serve)
main.add_command(bot)
main.add_command(replay)
main.add_command(arena)
main.add_command(strike_rank)
main.add_command(scenario)
main.add_command(rules)
main.add_command(schema)
