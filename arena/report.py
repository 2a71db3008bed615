"""What an arena has found, as a program or a page wants it: shares with margins, rounds, casualties.

The JSON of a report is one object with its keys in order; docs/encounters.md explains them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from arena.odds import CONFIDENCE, bins, mean, quantile, wilson
from arena.tally import DEAD, Count, Length, Tally, both
from rules.catalogue import AnySetup, AnySide
from rules.request.model import Add

DIGITS: Final = 6
STATES: Final = ("up", "down", "prisoner", DEAD, "gone")
WITHOUT_WINNER: Final = ("draw", "cap", "stalemate", "ended")


class Asked(NamedTuple):
    """What an arena was asked to play, in the words of whoever asked, and by which version.

    ``played_by`` has the names of the minds of each side.
    """

    scenario: str
    minds: tuple[str, ...]
    seed: str
    fights: int
    version: str
    played_by: Mapping[str, list[str]] = {}


class Share(msgspec.Struct, frozen=True):
    """How many fights, which share of those that ended, and the interval it lies in.

    ``first`` is the number of the first such fight.
    """

    fights: int
    share: float
    low: float
    high: float
    first: int | None = None


class Bar(msgspec.Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """How many fights last from ``first`` to ``last`` rounds."""

    first: int
    last: int
    fights: int


class One(msgspec.Struct, frozen=True):
    """A fight that stands out."""

    fight: int
    rounds: int


class Rounds(msgspec.Struct, frozen=True):
    """How long the fights last."""

    mean: float
    lower_quartile: int
    median: int
    upper_quartile: int
    shortest: One
    longest: One
    histogram: list[Bar]


class Person(msgspec.Struct, frozen=True):
    """How somebody comes out: the shares of the ``fights`` it is in, on this side, by its state at the end."""

    id: str
    name: str
    fights: int
    up: float
    down: float
    prisoners: float
    dead: float
    left: float


class SideReport(msgspec.Struct, frozen=True):
    """How often a side wins, and in which state its combatants are at the end: means a fight.

    ``survivors`` are all but the dead, ``deadly`` the fights in which somebody of it dies,
    ``minds`` those by which it is played, ``people`` its combatants one by one.
    """

    name: str
    wins: Share
    combatants: float
    up: float
    down: float
    prisoners: float
    dead: float
    left: float
    survivors: float
    deadly: Share
    minds: list[str] = []
    people: list[Person] = []


class Broken(msgspec.Struct, frozen=True):
    """A fight that could not be played to its end."""

    fight: int
    problem: str


class Failures(msgspec.Struct, frozen=True):
    """How many fights could not be played to their end, and the first few of them."""

    fights: int
    first: list[Broken]


class Refusals(msgspec.Struct, frozen=True):
    """How many answers of minds were not possible, in how many fights, and the first of these."""

    answers: int
    fights: int
    first: int | None


class Report(msgspec.Struct, frozen=True):
    """Everything: what was played (``asked`` were wanted, ``fights`` were played), and what came of it.

    ``rounds`` is there if any fight was played to its end.
    """

    name: str
    scenario: str
    minds: list[str]
    seed: str
    asked: int
    fights: int
    confidence: float
    sides: dict[str, SideReport]
    without_winner: dict[str, Share]
    rounds: Rounds | None
    failures: Failures
    refusals: Refusals
    version: str

    def json(self) -> bytes:
        """One line."""
        return msgspec.json.encode(self, order="sorted") + b"\n"


def report_of(asked: Asked, setup: AnySetup, tally: Tally) -> Report:
    """The report on *tally*, which does not depend on how its fights were shared out."""
    return Report(
        name=setup.name,
        scenario=asked.scenario,
        minds=[*asked.minds],
        seed=asked.seed,
        asked=asked.fights,
        fights=tally.played,
        confidence=CONFIDENCE,
        sides={side.id: _side(side, asked, setup, tally) for side in setup.sides},
        without_winner={kind: _ends(tally, {(kind, "")}) for kind in WITHOUT_WINNER},
        rounds=_rounds(tally),
        failures=Failures(tally.failed, [Broken(*one) for one in tally.failures]),
        refusals=Refusals(
            tally.refusals,
            tally.refused.fights if tally.refused else 0,
            tally.refused.first if tally.refused else None,
        ),
        version=asked.version,
    )


def _side(side: AnySide, asked: Asked, setup: AnySetup, tally: Tally) -> SideReport:
    # Friends win together, and whoever ends a fight may name the winner.
    won = {end for end in tally.outcomes if side.id in end[1].split("+")}
    up, down, prisoners, dead, left = (tally.people.get((side.id, state), 0) for state in STATES)
    return SideReport(
        name=side.name,
        wins=_ends(tally, won),
        combatants=_each(up + down + prisoners + dead + left, tally),
        up=_each(up, tally),
        down=_each(down, tally),
        prisoners=_each(prisoners, tally),
        dead=_each(dead, tally),
        left=_each(left, tally),
        survivors=_each(up + down + prisoners + left, tally),
        deadly=_share(tally.deadly.get(side.id), tally),
        minds=asked.played_by.get(side.id, []),
        people=_people(side, setup, tally),
    )


def _people(side: AnySide, setup: AnySetup, tally: Tally) -> list[Person]:
    """Everybody who was of a side at the end of any fight: in the order of the scenario, then the others."""
    names: dict[str, str] = {one.id: one.name for one in setup.combatants}
    names |= {
        one.change.entry.id: one.change.entry.name
        for one in setup.amendments
        if isinstance(one.change, Add)
    }
    known = dict.fromkeys(who for of, who, _ in tally.persons if of == side.id)
    order = [who for who in names if who in known] + sorted(set(known) - set(names))
    found: list[Person] = []
    for who in order:
        counts = [tally.persons.get((side.id, who, state), 0) for state in STATES]
        total = sum(counts)
        shares = [round(count / total, DIGITS) for count in counts]
        found.append(Person(who, names.get(who, who), total, *shares))
    return found


def _ends(tally: Tally, ends: set[tuple[str, str]]) -> Share:
    total: Count | None = None
    for end, count in tally.outcomes.items():
        if end in ends:
            total = both(total, count)
    return _share(total, tally)


def _share(count: Count | None, tally: Tally) -> Share:
    fights = count.fights if count else 0
    low, high = wilson(fights, tally.ended)
    return Share(
        fights,
        _each(fights, tally),
        round(low, DIGITS),
        round(high, DIGITS),
        count.first if count else None,
    )


def _rounds(tally: Tally) -> Rounds | None:
    if tally.shortest is None or tally.longest is None:
        return None
    return Rounds(
        mean=round(mean(tally.rounds), DIGITS),
        lower_quartile=quantile(tally.rounds, 25),
        median=quantile(tally.rounds, 50),
        upper_quartile=quantile(tally.rounds, 75),
        shortest=_one(tally.shortest),
        longest=_one(tally.longest),
        histogram=[Bar(*one) for one in bins(tally.rounds)],
    )


def _one(length: Length) -> One:
    return One(length.fight, length.rounds)


def _each(number: int, tally: Tally) -> float:
    return round(number / tally.ended, DIGITS) if tally.ended else 0.0
