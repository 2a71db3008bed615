"""`strikerank bot`: a mind plays a seat of a server, over the socket."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, NoReturn, cast, final
from urllib.parse import urlsplit, urlunsplit

import click
import msgspec
import structlog
import trio

from protocol.messages import ServerMessage, ViewMessage, Welcome
from rules.catalogue import SYSTEMS, AnyView, System
from rules.kernel.forms import unknown
from rules.kernel.model import Answer, Outcome, Prompt
from strikerank.errors import GivenError, one_line, shortened
from strikerank.minds import SUFFIX, PolicyFile
from strikerank.remote import (
    FAILED,
    FROM_NOWHERE,
    REPLACED,
    UNKNOWN,
    LostError,
    Play,
    Remote,
    nothing,
    socket_at,
)

NOT_VERIFIED: Final = 1
_LINK: Final = re.compile(r"/seat/([A-Za-z0-9_-]{1,128})")
_PROBLEMS: Final = {
    REPLACED: "somebody with a newer connection has this seat",
    FROM_NOWHERE: "the server has begun anew and knows nothing of this fight",
    UNKNOWN: "the server knows no such link",
}


class _Setup(msgspec.Struct, frozen=True):
    rules: str


class _Fight(msgspec.Struct, frozen=True):
    setup: _Setup


class _Shadow(msgspec.Struct, frozen=True):
    """Of a sight as `shadow` makes it: under which rules it is."""

    fight: _Fight


_SHADOW: Final = msgspec.json.Decoder(_Shadow)
AnyPolicy = Callable[[object], Answer]


class Seat(NamedTuple):
    """Where a link leads: the websocket, and the secret that opens the seat."""

    url: str
    token: str


@final
class Names:
    """What the people and sides of the fight are called, as far as the seat knows."""

    def __init__(self) -> None:
        self.sides: dict[str, str] = {}
        self._welcome: Welcome | None = None
        self._has_said = False

    def hear(self, message: ServerMessage) -> None:
        """Note names, and say once whose seat this is."""
        if isinstance(message, Welcome) and not self._has_said:
            self._welcome = message
        elif isinstance(message, ViewMessage):
            self._seated(message.view)
            self.sides |= {side.id: side.name for side in message.view.sides}

    def _seated(self, view: AnyView) -> None:
        welcome, self._welcome = self._welcome, None
        if welcome is not None:
            people = {one.id: one.name for one in view.combatants}
            name = people.get(welcome.combatant, welcome.combatant)
            click.echo(one_line(f"{welcome.name}: playing {name}."))
            self._has_said = True


@click.command()
@click.argument("link")
@click.option(
    "--mind",
    required=True,
    metavar="NAME|FILE.py",
    help="Who decides: a mind that ships, or a file with decide(sight).",
)
@click.option("--once", is_flag=True, help="End when the connection is lost, and do not come back.")
@click.option("-v", "--verbose", is_flag=True, help="Say what is decided, a line a decision.")
def bot(link: str, mind: str, once: bool, verbose: bool) -> None:  # noqa: FBT001 - click hands them over by name
    """Play the seat that LINK opens, until its fight is over.

    LINK is one that `strikerank serve` prints for a seat.
    """
    structlog.configure(logger_factory=_to_standard_error, processors=_LOG)
    seat = seat_of(link)
    policies = policies_of(mind)

    def decide(sight: str) -> Answer:
        data = sight.encode()
        rules = _SHADOW.decode(data).fight.setup.rules
        return policies[rules](SYSTEMS[rules].sight_from(data))

    names = Names()
    told = say if verbose else nothing
    play = Play(seat.token, decide, secrets.token_hex(4), told, names.hear)
    remote = Remote(play, socket_at(seat.url), secrets.SystemRandom().random, once=once)
    try:
        ended = trio.run(remote.run)
    except LostError as lost:
        if lost.code == FAILED:
            _failed()
        problem = _PROBLEMS.get(lost.code or 0, f"the connection is lost: {lost}")
        raise GivenError(shown(seat), problem) from None
    if ended.outcome is None:
        _failed()
    click.echo(over(ended.outcome, names.sides))


def seat_of(link: str) -> Seat:
    """Where *link* leads."""
    try:
        parts = urlsplit(link)
        host = parts.hostname if parts.port != 0 else None
        (host or "").encode("idna")  # what is no name of a host fails here, and not on its way
    except ValueError:
        parts, host = urlsplit(""), None
    found = _LINK.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not host or found is None:
        raise GivenError("LINK", "is none of a seat; expected http://HOST:PORT/#/seat/TOKEN")
    scheme = "wss" if parts.scheme == "https" else "ws"
    path = parts.path.rstrip("/") + "/ws"
    return Seat(urlunsplit((scheme, parts.netloc, path, "", "")), found[1])


def policies_of(mind: str) -> dict[str, AnyPolicy]:
    """The mind by the name of each system: they have minds of the same names, and a file is read once."""
    if mind.endswith(SUFFIX):
        return dict.fromkeys(SYSTEMS, cast("AnyPolicy", PolicyFile(mind, 0).policy()))
    return {name: policy_of(system, mind) for name, system in SYSTEMS.items()}


def policy_of(system: System, mind: str) -> AnyPolicy:
    """The mind of a system that *mind* names."""
    if mind not in system.policies:
        problem = f"there is no such mind; {unknown(mind, system.policies)}"
        what = f"--mind {mind}"
        raise GivenError(what, problem)
    return cast("AnyPolicy", system.policies[mind])


def shown(seat: Seat) -> str:
    """The address without its secret."""
    return seat.url.removesuffix("/ws")


def say(prompt: Prompt, answer: Answer) -> None:
    """What was decided, in one line."""
    words = " ".join((answer.option, *answer.values, *(f"+{one}" for one in answer.also or ())))
    click.echo(shortened(one_line(f"{prompt.id}: {words}")))


def over(outcome: Outcome, sides: Mapping[str, str]) -> str:
    """How it ended, in one line, with the *sides* by their names."""
    winner = sides.get(outcome.winner) or outcome.winner
    winner = f" for {winner}" if winner else ""
    rounds = "1 round" if outcome.rounds == 1 else f"{outcome.rounds} rounds"
    return one_line(f"The fight is over: {outcome.kind}{winner}, after {rounds}.")


def _failed() -> NoReturn:
    click.echo("The fight ended by a mistake of the server's.", err=True)
    raise click.exceptions.Exit(NOT_VERIFIED)


_LOG: Final = [
    structlog.processors.add_log_level,
    structlog.dev.ConsoleRenderer(colors=False),
]


def _to_standard_error(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
