"""Spells: the kinds there are, the list of those that somebody is under, and what they come to (P26)."""

from __future__ import annotations

from typing import Final

DISRUPT: Final = 0
EDGE: Final = 1
WEIGHT: Final = 2
PROTECT: Final = 3
HEAL: Final = 4
DEMORALISE: Final = 5
SLOW: Final = 6
BEFUDDLE: Final = 7
LIGHT: Final = 8
DARKNESS: Final = 9
DISPEL: Final = 10
QUICKEN: Final = 11
EFFECTS: Final = (
    "disrupt",
    "edge",
    "weight",
    "protect",
    "heal",
    "demoralise",
    "slow",
    "befuddle",
    "light",
    "darkness",
    "dispel",
    "quicken",
)
# As conditions show.
WORDS: Final = (
    "",
    "sharp-edged",
    "heavy-handed",
    "warded",
    "",
    "demoralised",
    "slowed",
    "befuddled",
    "lit up",
    "in darkness",
    "",
    "quickened",
)
SHOWN: Final = tuple(word for word in WORDS if word)
"""The conditions that spells give, by their words."""
HARMFUL: Final = (DISRUPT, DEMORALISE, SLOW, BEFUDDLE, DARKNESS)
"""Those that are meant for foes; dispelling is meant for both."""
BOOSTS: Final = (EDGE, WEIGHT)

# A spell that somebody is under: kind, last round, power, more (a percentage), weapon.
SLOTS: Final = 5
LAST: Final = 1
POWER: Final = 2
MORE: Final = 3
WEAPON: Final = 4
NONE: Final = -1


def power_of(under: list[int], kind: int) -> int:
    """The power of the spell of this kind among those that somebody is under, NONE without one."""
    for i in range(0, len(under), SLOTS):
        if under[i] == kind:
            return under[i + POWER]
    return NONE


def without(under: list[int], kind: int) -> list[int]:
    """The same list without the spell of this kind."""
    kept: list[int] = []
    for i in range(0, len(under), SLOTS):
        if under[i] != kind:
            kept += under[i : i + SLOTS]
    return kept


def kinds(under: list[int]) -> list[int]:
    """The kinds that somebody is under, in the order in which they came."""
    return under[::SLOTS]
