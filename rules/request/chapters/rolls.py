"""What a rolled d100 means: levels of success, and who wins an opposed roll."""

from __future__ import annotations

from typing import Final

FUMBLE: Final = 0
FAILURE: Final = 1
SUCCESS: Final = 2
CRITICAL: Final = 3
LEVEL_NAMES: Final = ("fumble", "failure", "success", "critical")
ALWAYS_TO: Final = 5
NEVER_FROM: Final = 96


def critical_range(chance: int, rounded_up: bool) -> int:
    """P10: the highest roll that is critical at *chance*; 0 if none is (P12)."""
    if chance < 1:
        return 0
    return (chance + 9) // 10 if rounded_up else chance // 10


def fumble_from(chance: int, usually_from: int) -> int:
    """P11: the lowest roll that is a fumble at *chance*."""
    return 100 if chance > 100 else usually_from  # noqa: PLR2004 - a skill over 100


def level(rolled: int, chance: int, rounded_up: bool, usually_from: int) -> int:
    """P9 to P12: the level of *rolled* (1 to 100) at the modified skill *chance*."""
    if rolled >= NEVER_FROM:
        return FUMBLE if rolled >= fumble_from(chance, usually_from) else FAILURE
    if rolled <= critical_range(chance, rounded_up):
        return CRITICAL
    if rolled <= ALWAYS_TO or rolled <= chance:
        return SUCCESS
    return FAILURE


def odds(chance: int) -> int:
    """The true chance of success in percent: 01-05 always, 96-00 never (P9)."""
    if chance < ALWAYS_TO:
        return ALWAYS_TO
    return chance if chance < NEVER_FROM else NEVER_FROM - 1
