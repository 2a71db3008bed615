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


def difference(one: tuple[int, int], other: tuple[int, int]) -> tuple[float, float]:
    """The 95 % interval of R. G. Newcombe (1998, method 10) for how much larger the other share is.

    Both are a count and its total; they come of fights that have nothing to do with each other.
    """
    shares = [count / total if total else 0.0 for count, total in (one, other)]
    (low_one, high_one), (low_other, high_other) = wilson(*one), wilson(*other)
    apart = shares[1] - shares[0]
    down = sqrt((shares[1] - low_other) ** 2 + (high_one - shares[0]) ** 2)
    up = sqrt((high_other - shares[1]) ** 2 + (shares[0] - low_one) ** 2)
    return max(-1.0, apart - down), min(1.0, apart + up)


def difference_of_means(
    one: Mapping[int, int], other: Mapping[int, int]
) -> tuple[float, float, float]:
    """How much larger the mean of the other numbers is, and its 95 % interval by the normal law."""
    apart = mean(other) - mean(one)
    margin = _Z * sqrt(_error(one) + _error(other))
    return apart, apart - margin, apart + margin


def _error(counts: Mapping[int, int]) -> float:
    """The square of the standard error of their mean."""
    total = sum(counts.values())
    middle = mean(counts)
    spread = sum(times * (number - middle) ** 2 for number, times in counts.items())
    return spread / max(1, total - 1) / total


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
