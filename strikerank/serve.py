"""`strikerank serve`: fights that people and bots play from screens of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from errno import EADDRINUSE
from functools import partial
from pathlib import Path
from socket import AF_INET, AF_INET6, gaierror
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import click
import trio

import web_client
from scheduler.live import Deadlines
from server.app import INTERRUPTED, App, PortError, listeners_at
from server.crier import Tell, nobody
from server.house import House
from server.journal import Journal
from server.limits import DEFAULTS
from server.opening import open_room
from server.rebuild import explained
from server.replay import RebuildError
from server.room import Manners, Room
from server.site import EVERYWHERE, Hosts, Site
from server.tokens import Tokens
from store.journal import Kept, Store, StoreError
from strikerank.addresses import is_only_here, own_address
from strikerank.errors import GivenError, one_line
from strikerank.logs import write_json
from strikerank.numbers import Seed, seed_of_fight, whole
from strikerank.serving import (
    Data,
    chosen,
    holds_fights,
    in_directory,
    in_memory,
    lines_of,
    links_of,
    remarks,
    wanted,
    write_links,
)

NO_FIGHT: Final = "holds no open fight; expected one, or a SCENARIO"
A_DAY: Final = 86_400
MOST_PORTS: Final = 65_535


class Place(NamedTuple):
    """Where to listen, how that is called from outside, and where to write the links."""

    host: str
    port: int
    public_url: str | None
    links: Path | None

    def url(self, port: int) -> str:
        """How players reach *port*."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = self.host
        if host in EVERYWHERE:
            host = own_address(AF_INET6 if host == "::" else AF_INET)
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def reach(self) -> str:
        """Who may open the links, in one line; nothing where whoever runs the server has said so."""
        if self.public_url is not None:
            return ""
        if is_only_here(self.host):
            return "Only this machine; --host 0.0.0.0 lets others in the same network in."
        return "Others in the same network open these links; --public-url names another address."


@click.command()
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="COMBATANT",
    help="Leave the seat of that id or name open; without any, that of the first combatant.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", default="8080", callback=whole(0, MOST_PORTS), metavar="NUMBER", show_default=True
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIRECTORY",
    help="Keep all fights there, and go on with those that are open.",
)
@click.option("--public-url", metavar="URL", help="How the server is reached from outside.")
@click.option(
    "--seed", callback=seed_of_fight, metavar="NUMBER[:FIGHT]", help="The dice of new fights."
)
@click.option(
    "--grace",
    default="60",
    callback=whole(0, A_DAY),
    metavar="SECONDS",
    show_default=True,
    help="So long after somebody left, a guard stands in; while nobody looks, none does.",
)
@click.option(
    "--pace",
    default="2",
    callback=whole(0, A_DAY),
    metavar="SECONDS",
    show_default=True,
    help="So long a guard takes for each decision.",
)
@click.option(
    "--deadline",
    callback=whole(1, A_DAY),
    metavar="SECONDS",
    help="So long may a decision take; without it, as long as it takes.",
)
@click.option(
    "--mind",
    "minds",
    multiple=True,
    metavar="SIDE=NAME",
    help="Another mind for those of a side who have no seat.",
)
@click.option(
    "--links",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the links to a file as well, as JSON.",
)
@click.option("--new", is_flag=True, help="Begin another fight, though one like it is open.")
@click.option("--verbose", is_flag=True, help="Write down more than what goes wrong.")
def serve(  # noqa: PLR0913, PLR0917 (one argument an option)
    scenarios: tuple[str, ...],
    seats: tuple[str, ...],
    host: str,
    port: int,
    data: Path | None,
    public_url: str | None,
    seed: Seed | None,
    grace: int,
    pace: int,
    deadline: int | None,
    minds: tuple[str, ...],
    links: Path | None,
    new: bool,  # noqa: FBT001 - click hands it over by name
    verbose: bool,  # noqa: FBT001 - the same
) -> None:
    """Serve fights to browsers and bots, and print the links of their seats.

    SCENARIO is a file, or the name of one that ships.  Without any, the fights in the
    directory of --data go on.
    """
    write_json(everything=verbose)
    _check_url(public_url)
    asked = wanted(scenarios, seats, minds)
    if data is not None and not asked and not holds_fights(data):
        raise GivenError(str(data), NO_FIGHT)
    with ExitStack() as stack:
        kept_in = in_memory() if data is None else in_directory(data, stack)
        try:
            before = kept_in.store.fights()
            fights = chosen(kept_in.store, asked, seed, new=new)
            said = remarks(kept_in.store, fights, before) if kept_in.is_lasting else {}
        except StoreError as error:
            raise GivenError("--data", str(error)) from None
        if not fights:
            where = "--data" if data is None else str(data)
            raise GivenError(where, NO_FIGHT)
        every = Deadlines(deadline, deadline, deadline)
        manners = Manners(grace=grace, pace=pace, deadlines=every)
        place = Place(host, port, public_url, links)
        code = trio.run(partial(_serve, kept_in, fights, said, manners, place))
    if code == INTERRUPTED:
        click.echo("Stopped.")
    if code:
        raise click.exceptions.Exit(code)


async def _serve(
    data: Data, fights: Sequence[Kept], said: Mapping[str, str], manners: Manners, place: Place
) -> int:
    try:
        listeners = await listeners_at(place.host, place.port)
    except PortError as error:
        is_taken = isinstance(error.__cause__, OSError) and error.__cause__.errno == EADDRINUSE
        hint = "; --port 0 takes a free one" if is_taken else ""
        what = "--host" if isinstance(error.__cause__, gaierror) else "--port"
        raise GivenError(what, f"{error}{hint}") from None
    tokens = Tokens(data.key)
    journal = Journal(data.store, data.how)
    house = House(journal, tokens, DEFAULTS)
    opened = [kept for kept in fights if _open(house, journal, kept, data, manners)]
    for kept in data.store.fights():
        if kept.status != "open":
            house.add_past(kept, partial(_reopened, kept, journal, data.store, manners))
    hosts = Hosts(place.host, place.public_url)
    site = Site(web_client.load(), hosts, lambda: not journal.broken.is_set())

    def listens(port: int) -> None:
        links = links_of(place.url(port), opened, tokens)
        if place.links is not None:
            write_links(place.links, links)
        for line in lines_of(links, opened, said, place.reach()):
            click.echo(line)
        if not data.is_lasting:
            click.echo("\nNothing is kept: a fight ends with this server (--data DIR keeps it).")

    return await App(house, site, DEFAULTS).run(listeners, listens)


def _room(
    kept: Kept, journal: Journal, store: Store, manners: Manners, tell: Tell = nobody
) -> Room:
    """The room of a fight; raises RebuildError or StoreError."""
    return open_room(kept, store.inputs(kept.id), store.events(kept.id), journal, manners, tell)


def _open(house: House, journal: Journal, kept: Kept, data: Data, manners: Manners) -> bool:
    """Open the room of a fight; one that cannot go on stays closed, and no other does.

    The journal keeps it as it is: with the rules it was played by it goes on.
    """

    def tell(line: str) -> None:
        if not house.is_closing:
            with suppress(OSError):  # nobody reads it any more; the fight goes on
                click.echo(one_line(line))

    try:
        house.add(_room(kept, journal, data.store, manners, tell))
    except (RebuildError, StoreError) as error:
        why = explained(kept, error) if isinstance(error, RebuildError) else str(error)
        click.echo(one_line(f"{kept.name} ({kept.id}) cannot go on: {why}"), err=True)
        return False
    return True


def _reopened(kept: Kept, journal: Journal, store: Store, manners: Manners) -> Room | None:
    """The room of a fight that is over; None if what is kept of it fits together no more."""
    try:
        return _room(kept, journal, store, manners)
    except (RebuildError, StoreError):
        return None


def _check_url(url: str | None) -> None:
    if url is None:
        return
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise GivenError("--public-url", "expected an address like https://fights.example")
