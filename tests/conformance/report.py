"""Many fights judged, and what is to be said of them: the breaches, the share that ends, which features were in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tests.conformance.invariants import Invariant, breaches_of
from tests.conformance.play import Game, Record, played


class Verdict(NamedTuple):
    """On one fight."""

    number: int
    outcome: str
    rounds: int
    kinds: Mapping[str, int]
    breaches: Mapping[str, list[str]]


def verdict_on(game: Game, table: tuple[Invariant, ...]) -> Verdict:
    record: Record = played(game)
    kinds = Counter(event.kind for event in record.events)
    found = breaches_of(record, table)
    return Verdict(game.number, record.outcome.kind, record.outcome.rounds, kinds, found)


class Report(NamedTuple):
    """On many."""

    outcomes: Mapping[str, int]
    capped: list[int]
    stalemates: list[int]
    kinds: Mapping[str, int]
    breaches: list[str]

    @property
    def fights(self) -> int:
        return sum(self.outcomes.values())

    @property
    def share_that_ends(self) -> float:
        return 1 - len(self.capped) / self.fights

    def lines(self) -> Iterable[str]:
        ends = ", ".join(f"{count} {kind}" for kind, count in sorted(self.outcomes.items()))
        yield f"{self.fights} fights: {ends}; {self.share_that_ends:.1%} end before the cap"
        if self.capped:
            yield f"at the cap: {', '.join(map(str, self.capped))}"
        if self.stalemates:
            yield f"stalemates: {', '.join(map(str, self.stalemates))}"
        yield f"events of {len(self.kinds)} kinds: " + ", ".join(
            f"{kind} {count}" for kind, count in sorted(self.kinds.items())
        )
        yield f"{len(self.breaches)} breaches"
        yield from self.breaches


def report_on(verdicts: Iterable[Verdict], step: Callable[[], None] = lambda: None) -> Report:
    outcomes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    capped: list[int] = []
    stalemates: list[int] = []
    breaches: list[str] = []
    for one in verdicts:
        outcomes[one.outcome] += 1
        kinds.update(one.kinds)
        if one.outcome == "cap":
            capped.append(one.number)
        elif one.outcome == "stalemate":
            stalemates.append(one.number)
        for name, said in one.breaches.items():
            breaches.append(f"fight {one.number}, {name}: {said[0]} ({len(said)} in all)")
        step()
    return Report(outcomes, capped, stalemates, kinds, breaches)
