"""What is counted of many fights: it stays small however many they are, and merges in any order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeVar

import msgspec

from arena.match import Ended

MOST_FAILURES: Final = 10
MOST_LETTERS: Final = 300
DEAD: Final = "dead"
_K = TypeVar("_K")


class Count(NamedTuple):
    """How many fights, and the number of the first."""

    fights: int
    first: int


class Length(NamedTuple):
    """How many rounds a fight lasts, and its number."""

    rounds: int
    fight: int


class Failure(NamedTuple):
    """The number of a fight that a bug has ended, and what is known of the bug."""

    fight: int
    problem: str


class Tally(msgspec.Struct):
    """Counts of fights.

    ``outcomes`` has each kind of end with its winner, ``rounds`` how many fights last how
    long, ``people`` how many of a side end in which state, ``persons`` how often somebody (its
    side and its id) does, ``deadly`` the fights in which somebody of a side dies, ``refusals``
    how many answers were not possible, ``refused`` in which fights.  Of the ``failed`` ones only
    the first few are kept as ``failures``.
    """

    outcomes: dict[tuple[str, str], Count] = {}
    rounds: dict[int, int] = {}
    shortest: Length | None = None
    longest: Length | None = None
    people: dict[tuple[str, str], int] = {}
    persons: dict[tuple[str, str, str], int] = {}
    deadly: dict[str, Count] = {}
    refusals: int = 0
    refused: Count | None = None
    failed: int = 0
    failures: tuple[Failure, ...] = ()

    @property
    def ended(self) -> int:
        """The fights that were played to their end."""
        return sum(self.rounds.values())

    @property
    def played(self) -> int:
        """All of them, those included that failed."""
        return self.ended + self.failed

    def merge(self, other: Tally) -> None:
        """Count the fights of *other* as well."""
        _include(self.outcomes, other.outcomes)
        _add(self.rounds, other.rounds)
        lengths = [one for one in (self.shortest, other.shortest) if one is not None]
        self.shortest = min(lengths, default=None)
        lengths = [one for one in (self.longest, other.longest) if one is not None]
        self.longest = min(lengths, key=lambda one: (-one.rounds, one.fight), default=None)
        _add(self.people, other.people)
        _add(self.persons, other.persons)
        _include(self.deadly, other.deadly)
        self.refusals += other.refusals
        if other.refused is not None:
            self.refused = both(self.refused, other.refused)
        self.failed += other.failed
        self.failures = tuple(sorted(self.failures + other.failures)[:MOST_FAILURES])


def both(one: Count | None, other: Count) -> Count:
    """The fights of the one and those of the other."""
    if one is None:
        return other
    return Count(one.fights + other.fights, min(one.first, other.first))


def of_fight(number: int, fight: Ended) -> Tally:
    """One fight counted."""
    outcome = fight.outcome
    length = Length(outcome.rounds, number)
    tally = Tally(
        outcomes={(outcome.kind, outcome.winner): Count(1, number)},
        rounds={outcome.rounds: 1},
        shortest=length,
        longest=length,
        deadly={side: Count(1, number) for side, state in fight.fates if state == DEAD},
        refusals=fight.refused,
        refused=Count(1, number) if fight.refused else None,
    )
    for fate in fight.fates:
        _add(tally.people, {fate: 1})
    for (side, state), who in zip(fight.fates, fight.people, strict=False):
        tally.persons[side, who, state] = 1
    return tally


def of_failure(number: int, error: Exception) -> Tally:
    """One fight counted that *error* has ended."""
    problem = f"{type(error).__name__}: {error}"[:MOST_LETTERS]
    return Tally(failed=1, failures=(Failure(number, problem),))


def _add(counts: dict[_K, int], others: Mapping[_K, int]) -> None:
    for key, number in others.items():
        counts[key] = counts.get(key, 0) + number


def _include(counts: dict[_K, Count], others: Mapping[_K, Count]) -> None:
    for key, count in others.items():
        counts[key] = both(counts.get(key), count)
