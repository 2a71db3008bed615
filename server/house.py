"""All the fights of one server, and the one journal behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, final

import trio

from server.connection import Connection
from server.journal import Journal
from server.limits import DEFAULTS, Limits
from server.room import Room
from server.tokens import Door, Tokens
from server.wire import Wire
from store.journal import Kept

UNKEPT: Final = 1011


@final
class House:
    """Rooms, the way into each, and everybody who is in."""

    def __init__(self, journal: Journal, tokens: Tokens, limits: Limits = DEFAULTS) -> None:
        self.journal = journal
        self._tokens = tokens
        self._limits = limits
        self._rooms: dict[str, Room] = {}
        self._past: dict[str, Callable[[], Room | None]] = {}
        self._over: dict[str, Room] = {}  # of the past, those that somebody came to see
        self._inside: set[Connection] = set()
        self._fights = trio.CancelScope()

    @property
    def is_closing(self) -> bool:
        """Is everybody being sent away?"""
        return self._fights.cancel_called

    # --- rooms --------------------------------------------------------------------------------

    def add(self, room: Room) -> None:
        """Open the doors of *room*, whose fight is to be played."""
        self._rooms[room.kept.id] = room
        self._unlock(room.kept)

    def add_past(self, kept: Kept, reopen: Callable[[], Room | None]) -> None:
        """Let those who have its links see a fight that is over; *reopen* is called when somebody comes.

        Who was away when it ended hears of it so.
        """
        self._past[kept.id] = reopen
        self._unlock(kept)

    def rooms(self) -> Iterable[Room]:
        """Every room that anybody may be in."""
        return (*self._rooms.values(), *self._over.values())

    def open(self, token: str) -> tuple[Room, str] | None:
        """The room that *token* opens, and whose seat in it (empty: nobody's)."""
        door = self._tokens.door(token)
        if door is None:
            return None
        room = self._rooms.get(door.fight) or self._reopened(door.fight)
        return None if room is None else (room, door.combatant)

    def _unlock(self, kept: Kept) -> None:
        self._tokens.token(Door(kept.id, "spectator"))
        for combatant in kept.seats:
            self._tokens.token(Door(kept.id, "seat", combatant))

    def _reopened(self, fight: str) -> Room | None:
        """A fight that is over, as it ended; None if that cannot be told any more."""
        reopen = self._past.pop(fight, None)
        room = None if reopen is None else reopen()
        if room is not None:
            self._over[fight] = room
        return self._over.get(fight)

    # --- connections --------------------------------------------------------------------------

    async def receive(self, wire: Wire) -> None:
        """Look after one connection to its end."""
        connection = Connection(wire, self, self._limits)
        self._inside.add(connection)
        try:
            await connection.run()
        finally:
            self._inside.discard(connection)

    # --- from the first to the last -----------------------------------------------------------

    async def run(self) -> None:
        """Play all fights; return when the journal is broken and everybody was told."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.journal.run)
            nursery.start_soon(self._play)
            await self.journal.broken.wait()
            self._fights.cancel()
            for room in self.rooms():
                room.cannot_keep()
            self._send_away(UNKEPT, "nothing can be kept")
            nursery.cancel_scope.cancel()

    async def stop(self, code: int, reason: str) -> None:
        """Stop all fights, say what has been kept, and send everybody away."""
        self._fights.cancel()
        async with trio.open_nursery() as nursery:

            async def until_broken() -> None:
                await self.journal.broken.wait()
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_broken)
            self.journal.keep([], nursery.cancel_scope.cancel)
        self._send_away(code, reason)

    async def _play(self) -> None:
        with self._fights:
            async with trio.open_nursery() as nursery:
                for room in self._rooms.values():
                    nursery.start_soon(room.run)

    def _send_away(self, code: int, reason: str) -> None:
        for connection in [*self._inside]:
            connection.outbox.close(code, reason)
