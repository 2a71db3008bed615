"""How far weapons reach, how far apart two fighters keep each other, and what it means."""

from __future__ import annotations

from typing import Final

# R34: the reach of a weapon.
TOUCH: Final = 0
SHORT_WEAPON: Final = 1
NORMAL_WEAPON: Final = 2
LONG_WEAPON: Final = 3
EXTRA_LONG: Final = 4
WEAPON_REACHES: Final = ("touch", "short", "normal", "long", "extra long")

# R29, R31, R32: the reach of a pair of fighters who are engaged.
SHORT: Final = 0
NORMAL: Final = 1
LONG: Final = 2
REACH_NAMES: Final = ("short", "normal", "long")

IMPROVISED: Final = -20


def is_long(weapon: int) -> bool:
    """Whether a weapon reaches somebody two steps away."""
    return weapon >= LONG_WEAPON


def is_improvised(weapon: int, pair: int) -> bool:
    """R31: at short reach only a touch or short weapon is used as it was made to be."""
    return pair == SHORT and weapon >= NORMAL_WEAPON


def draws_opportunity(pair: int, attacker_weapon: int, defender_weapon: int) -> bool:
    """R33: at long reach, an attack by a touch or short weapon on the owner of a long one."""
    return pair == LONG and attacker_weapon <= SHORT_WEAPON and defender_weapon >= LONG_WEAPON


def improvised_sides(hands: int) -> int:
    """P17a: the die of an improvised weapon."""
    return 6 if hands > 1 else 4


def improvised_ap(ap: int) -> int:
    """P17a: what an improvised weapon stops as a parry."""
    return ap // 2
