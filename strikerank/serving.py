"""What a server serves: the fights that are asked for and those that were left open, and their links."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from rules.catalogue import SYSTEMS, AnySetup
from server.journal import How, at_once, in_a_thread
from server.tokens import Door, KeyFileError, Tokens, drawn_key, kept_key, new_fight_id
from store.journal import DirectoryLock, Kept, MemoryStore, SqliteStore, Store, StoreError
from strikerank.build import version_with_rules
from strikerank.errors import GivenError
from strikerank.files import read_scenario
from strikerank.minds import Minds
from strikerank.numbers import Seed, drawn

DATABASE: Final = "strikerank.db"


class _Somebody(msgspec.Struct, frozen=True):
    id: str
    name: str


class _Cast(msgspec.Struct, frozen=True):
    """Who is in a setup, under whichever rules."""

    combatants: tuple[_Somebody, ...]


_CAST: Final = msgspec.json.Decoder(_Cast)


class Data(NamedTuple):
    """Where fights are kept, how that is written to, and the key of the links to them."""

    store: Store
    how: How
    key: bytes
    is_lasting: bool


def in_memory() -> Data:
    return Data(MemoryStore(), at_once, drawn_key(), is_lasting=False)


def holds_fights(directory: Path) -> bool:
    """Was anything ever kept in *directory*?"""
    return (directory / DATABASE).exists()


def in_directory(directory: Path, stack: ExitStack) -> Data:
    """What lies in *directory*, which is made if need be; let go of when *stack* is closed."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"cannot be made: {error.strerror}; expected a directory"
        raise GivenError(str(directory), problem) from None
    try:
        stack.enter_context(DirectoryLock(directory))
        key = kept_key(directory / "key")
        store = SqliteStore(directory / DATABASE)
    except (StoreError, KeyFileError) as error:
        raise GivenError("--data", str(error)) from None
    stack.callback(store.close)
    return Data(store, in_a_thread, key, is_lasting=True)


class Wanted(NamedTuple):
    """A fight that somebody wants to have."""

    scenario: str
    rules: str
    setup: AnySetup
    seats: tuple[str, ...]
    minds: dict[str, str]

    def kept(self, seed: Seed) -> Kept:
        """A new fight like that."""
        return Kept(
            id=new_fight_id(),
            name=self.setup.name,
            rules=self.rules,
            version=version_with_rules(SYSTEMS[self.rules].rules_version),
            seed=str(seed),
            setup=msgspec.json.encode(self.setup),
            seats=self.seats,
            minds=self.minds,
            created=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        )

    def is_that(self, kept: Kept) -> bool:
        """Is *kept* a fight like that?"""
        mine = msgspec.json.encode(self.setup), self.seats, self.minds
        return _likeness(kept) == mine


def wanted(scenarios: Sequence[str], seats: Sequence[str], minds: tuple[str, ...]) -> list[Wanted]:
    """What is asked for by the names of *scenarios*, of combatants, and of minds by side."""
    read = [(name, *read_scenario(name)) for name in scenarios]
    everybody = {entry.id for _, _, setup in read for entry in setup.combatants}
    for seat in seats:
        if read and not any(_meant(seat, setup) for _, _, setup in read):
            what, known = f"--seat {seat}", ", ".join(sorted(everybody))
            raise GivenError(what, f"there is no such combatant; expected one of {known}")
    found: list[Wanted] = []
    for name, system, setup in read:
        ids = [entry.id for entry in setup.combatants]
        meant = {one for seat in seats for one in _meant(seat, setup)}
        mine = tuple(one for one in ids if one in meant) or (ids[0],)
        names = Minds(system, setup, minds).names()
        found.append(Wanted(name, system.name, setup, mine, names))
    return found


def _meant(seat: str, setup: AnySetup) -> list[str]:
    """Whom *seat* means, by id or by name, however it is written."""
    if any(one.id == seat for one in setup.combatants):
        return [seat]
    given = seat.casefold()
    return [one.id for one in setup.combatants if given in {one.id.casefold(), one.name.casefold()}]


def chosen(store: Store, asked: Sequence[Wanted], seed: Seed | None, *, new: bool) -> list[Kept]:
    """The fights to serve, those asked for first: begun now, or gone on with if one is open."""
    open_ones = [kept for kept in store.fights() if kept.status == "open"]
    first: list[Kept] = []
    begun: list[Kept] = []
    for one in asked:
        like = [
            kept
            for kept in open_ones
            if not new and one.is_that(kept) and (seed is None or kept.seed == str(seed))
        ]
        if like:
            open_ones.remove(like[-1])
            first.append(like[-1])
        else:
            begun.append(one.kept(drawn() if seed is None else seed))
            first.append(begun[-1])
    if begun:
        store.write(begun)
    return [*first, *open_ones]


def _likeness(kept: Kept) -> tuple[bytes, tuple[str, ...], dict[str, str]]:
    return kept.setup, kept.seats, kept.minds


def remarks(store: Store, fights: Sequence[Kept], before: Sequence[Kept]) -> dict[str, str]:
    """How it stands with each of *fights*, by its id; those of *before* were kept already."""
    found: dict[str, str] = {}
    for kept in fights:
        like = [old for old in before if _likeness(old) == _likeness(kept)]
        if any(old.id == kept.id for old in before):
            events = store.events(kept.id)
            found[kept.id] = f"goes on in round {events[-1].round}" if events else "not yet begun"
        elif like and like[-1].status != "open":
            found[kept.id] = "a new fight; the one before is over"
        else:
            found[kept.id] = "a new fight"
    return found


# --- links ----------------------------------------------------------------------------------


class FightLinks(msgspec.Struct, frozen=True):
    """The ways into one fight: a seat each by combatant, and the place of those who watch."""

    id: str
    name: str
    seats: dict[str, str]
    watch: str


class Links(msgspec.Struct, frozen=True):
    """The ways into everything at *url*."""

    url: str
    fights: tuple[FightLinks, ...]


def links_of(url: str, fights: Sequence[Kept], tokens: Tokens) -> Links:
    return Links(
        url,
        tuple(
            FightLinks(
                kept.id,
                kept.name,
                {seat: tokens.link(url, Door(kept.id, "seat", seat)) for seat in kept.seats},
                tokens.link(url, Door(kept.id, "spectator")),
            )
            for kept in fights
        ),
    )


def write_links(path: Path, links: Links) -> None:
    """Write *links* as JSON: the file is there whole, or as it was."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "wb") as out:
            out.write(msgspec.json.format(msgspec.json.encode(links)) + b"\n")
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        what = f"--links {path}"
        raise GivenError(what, f"cannot be written: {error.strerror}") from None


def lines_of(
    links: Links, fights: Sequence[Kept], remarks: Mapping[str, str], reach: str = ""
) -> list[str]:
    """*links* for people, by the names of those whose seats they are; *reach* says who may use them."""
    lines = [f"Listening on {links.url}", *([reach] if reach else [])]
    for kept, ways in zip(fights, links.fights, strict=True):
        names = {entry.id: entry.name for entry in _CAST.decode(kept.setup).combatants}
        labelled = {names[seat]: link for seat, link in ways.seats.items()}
        labelled["to watch"] = ways.watch
        width = max(map(len, labelled))
        remark = remarks.get(kept.id)
        lines += ["", f"{ways.name} ({remark})" if remark else ways.name]
        lines += [f"  {label.ljust(width)}  {link}" for label, link in labelled.items()]
    return lines
