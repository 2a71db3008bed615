"""All the fights of one server, and the one journal behind them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

import trio

from server.connection import Connection
from server.journal import Journal
from server.limits import DEFAULTS, Limits
from server.room import Room
from server.tokens import Door, Tokens
from server.wire import Wire

UNKEPT: Final = 1011


@final
class House:
    """Rooms, the way into each, and everybody who is in."""

    def __init__(self, journal: Journal, tokens: Tokens, limits: Limits = DEFAULTS) -> None:
        self.journal = journal
        self._tokens = tokens
        self._limits = limits
        self._rooms: dict[str, Room] = {}
        self._inside: set[Connection] = set()
        self._fights = trio.CancelScope()

    # --- rooms --------------------------------------------------------------------------------

    def add(self, room: Room) -> None:
        """Open the doors of *room*."""
        fight = room.kept.id
        self._rooms[fight] = room
        self._tokens.token(Door(fight, "spectator"))
        for combatant in room.kept.seats:
            self._tokens.token(Door(fight, "seat", combatant))

    def rooms(self) -> Iterable[Room]:
        return self._rooms.values()

    def open(self, token: str) -> tuple[Room, str] | None:
        """The room that *token* opens, and whose seat in it (empty: nobody's)."""
        door = self._tokens.door(token)
        return None if door is None else (self._rooms[door.fight], door.combatant)

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
                for room in self.rooms():
                    nursery.start_soon(room.run)

    def _send_away(self, code: int, reason: str) -> None:
        for connection in [*self._inside]:
            connection.outbox.close(code, reason)
