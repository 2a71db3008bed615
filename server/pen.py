"""The hand that writes for one fight: what is to be kept, and what is to be said when it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import final

from protocol.messages import ServerMessage
from protocol.records import Record
from server.client import Client, Said, Say, to_all
from server.journal import Journal
from store.journal import Entry, Input


@final
class Pen:
    """Everything that a fight says goes through here, in the order in which it is said."""

    def __init__(self, fight: str, journal: Journal) -> None:
        self._fight = fight
        self._journal = journal
        self._noted: list[Record] = []
        self._later: list[Say] = []

    @property
    def is_broken(self) -> bool:
        """Whether nothing can be kept any more."""
        return self._journal.broken.is_set()

    def note(self, record: Record, said: Said | None = None) -> None:
        """Keep *record*, and say *said*, together with what comes next.

        The decisions of one wait and what follows from them are kept as one, or not at all.
        """
        self._noted.append(record)
        self._later += sends(said or [])

    def drop(self) -> None:
        """Forget what was noted: nothing will come of it."""
        self._noted.clear()
        self._later.clear()

    def keep(self, entries: Sequence[Entry], says: Sequence[Say]) -> None:
        """Keep what was noted and *entries*, and do *says* after."""
        noted = [Input(self._fight, record) for record in self._noted]
        done = [*self._later, *says]
        self.drop()
        if noted or entries or done:
            self._journal.keep([*noted, *entries], partial(_all, done))

    def say(self, said: Said) -> None:
        """Say *said* when all that was said and noted before it is kept."""
        self.keep([], sends(said))

    def tell(self, clients: list[Client], message: ServerMessage) -> None:
        """Say *message* to *clients*."""
        self.say(to_all(clients, message))


def sends(said: Said) -> list[Say]:
    return [partial(outbox.put, frame) for outbox, frame in said]


def _all(says: list[Say]) -> None:
    for say in says:
        say()
