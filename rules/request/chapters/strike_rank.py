"""When an action may happen: skill over ten, rounded up, or DEX; and how many actions there are."""

from __future__ import annotations

from typing import Final

SURPRISED: Final = -10
VULNERABLE: Final = -2
LOWEST: Final = 1


def of_skill(learned: int) -> int:
    """R14: a tenth of the learned skill, rounded up, before the floor."""
    return (learned + 9) // 10


def modifier(surprised: bool, vulnerable: bool) -> int:
    """R21: the only two things that move a strike rank."""
    total = 0
    if surprised:
        total += SURPRISED
    if vulnerable:
        total += VULNERABLE
    return total


def strike_rank(base: int, changed_by: int) -> int:
    """R19: all modifiers first, then never below 1."""
    total = base + changed_by
    return max(LOWEST, total)


def actions_of(dex: int) -> int:
    """P1: combat actions a round, by DEX."""
    if dex <= 6:  # noqa: PLR2004 - the table of P1
        return 1
    if dex <= 12:  # noqa: PLR2004 - the same
        return 2
    if dex <= 18:  # noqa: PLR2004 - the same
        return 3
    return 4
