"""What became of a seat's messages, by their keys: who repeats one gets the first outcome again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from protocol.messages import Ack, Refusal


@final
class Outcomes:
    """Every key that was taken, and the latest that were refused.

    A key that was taken is never forgotten: the journal has it, and it must not be used twice.
    """

    def __init__(self, taken: Iterable[str], refusals: int) -> None:
        self._taken = set(taken)
        self._refused: dict[str, Refusal] = {}
        self._refusals = refusals

    def of(self, key: str) -> Ack | Refusal | None:
        """What became of the message with *key*; None if it is new."""
        return Ack(key) if key in self._taken else self._refused.get(key)

    def note(self, outcome: Ack | Refusal) -> None:
        """Remember *outcome*."""
        if isinstance(outcome, Ack):
            self._taken.add(outcome.key)
            return
        self._refused[outcome.key] = outcome
        if len(self._refused) > self._refusals:
            del self._refused[next(iter(self._refused))]
