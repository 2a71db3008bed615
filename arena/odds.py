"""Numbers about counts: shares with their margins, and what a lot of rounds has in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
_Z: Final = 1.959963984540054  # NormalDist().inv_cdf((1 + CONFIDENCE) / 2), the same everywhere

MOST_BINS: Final = 10
"""So many bins hold nearly all fights; at most two more and one for the rest come behind them."""

_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class Bin(NamedTuple):
    """How many fights last from *first* to *last* rounds."""

    first: int
    last: int
    fights: int


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95 % interval of E. B. Wilson (1927) for a share, of which *count* of *total* were seen."""
    if total == 0:
        return 0.0, 1.0
    share = count / total
    square = _Z * _Z
    middle = share + square / (2 * total)
    margin = _Z * sqrt(share * (1 - share) / total + square / (4 * total * total))
    scale = 1 + square / total
    low = 0.0 if count == 0 else (middle - margin) / scale
    high = 1.0 if count == total else (middle + margin) / scale
    return low, high


def mean(counts: Mapping[int, int]) -> float:
    """The mean of numbers that came so many times each."""
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def quantile(counts: Mapping[int, int], percent: int) -> int:
    """The smallest of the numbers that at least *percent* of them do not exceed."""
    wanted = sum(counts.values()) * percent
    below = 0
    for number in sorted(counts):
        below += counts[number] * 100
        if below >= wanted:
            return number
    raise ValueError(counts)  # of nothing there is no middle


def bins(counts: Mapping[int, int]) -> list[Bin]:
    """Bins of one width, and one for a long tail; neither the first nor the last is empty."""
    lowest, most, highest = min(counts), quantile(counts, 95), max(counts)
    width = next(one for one in _WIDTHS if most - lowest < one * MOST_BINS)
    start = (lowest - 1) // width * width
    full = -(-(most - start) // width)
    if highest <= start + (full + 2) * width:
        full = -(-(highest - start) // width)
    edges = [(low + 1, low + width) for low in range(start, start + full * width, width)]
    if highest > edges[-1][1]:
        edges.append((edges[-1][1] + 1, highest))
    return [Bin(low, high, _between(counts, low, high)) for low, high in edges]


def _between(counts: Mapping[int, int], low: int, high: int) -> int:
    return sum(times for number, times in counts.items() if low <= number <= high)
