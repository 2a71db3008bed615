"""Two arenas side by side: how much the second differs from the first, and whether that may be chance.

Sides are the same if their ids are.  A difference is the second less the first; its interval is
95 %, and if that leaves out 0 the two differ.
"""

from __future__ import annotations

from typing import Final

import msgspec

from arena.odds import CONFIDENCE, difference, difference_of_means, mean
from arena.report import DIGITS, WITHOUT_WINNER, Report, Share
from arena.tally import Tally

FEWEST: Final = 2


class Difference(msgspec.Struct, frozen=True):
    """The first, the second, the second less the first, and the interval in which that lies."""

    first: float
    second: float
    difference: float
    low: float
    high: float
    differs: bool


class SideDifference(msgspec.Struct, frozen=True):
    """How much more often a side wins, and how much more often somebody of it dies."""

    wins: Difference
    deadly: Difference


class Comparison(msgspec.Struct, frozen=True):
    """Both reports, and their differences: of ``sides`` in both, ends without a winner, and ``rounds``.

    ``rounds`` are None unless two fights of each have ended.
    """

    first: Report
    second: Report
    confidence: float
    sides: dict[str, SideDifference]
    without_winner: dict[str, Difference]
    rounds: Difference | None

    def json(self) -> bytes:
        """One line."""
        return msgspec.json.encode(self, order="sorted") + b"\n"


def compared(first: Report, second: Report, tallies: tuple[Tally, Tally]) -> Comparison:
    """What of the second is not as in the first; *tallies* are those of the two reports."""
    ended = (tallies[0].ended, tallies[1].ended)

    def shares(one: Share, other: Share) -> Difference:
        low, high = difference((one.fights, ended[0]), (other.fights, ended[1]))
        return _difference(one.share, other.share, other.share - one.share, low, high)

    return Comparison(
        first,
        second,
        CONFIDENCE,
        {
            side: SideDifference(
                shares(one.wins, second.sides[side].wins),
                shares(one.deadly, second.sides[side].deadly),
            )
            for side, one in first.sides.items()
            if side in second.sides
        },
        {
            kind: shares(first.without_winner[kind], second.without_winner[kind])
            for kind in WITHOUT_WINNER
        },
        _rounds(*tallies),
    )


def _rounds(one: Tally, other: Tally) -> Difference | None:
    """Of one fight alone nobody can say how much fights differ by chance: it is compared with nothing."""
    if min(sum(one.rounds.values()), sum(other.rounds.values())) < FEWEST:
        return None
    apart, low, high = difference_of_means(one.rounds, other.rounds)
    return _difference(mean(one.rounds), mean(other.rounds), apart, low, high)


def _difference(first: float, second: float, apart: float, low: float, high: float) -> Difference:
    numbers = [round(one, DIGITS) for one in (first, second, apart, low, high)]
    return Difference(*numbers, differs=low > 0 or high < 0)
