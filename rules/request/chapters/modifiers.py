"""Every percent that moves a skill roll, by name; none of them moves a strike rank."""

from __future__ import annotations

from typing import Final

OVEREXTENDED: Final = -20
VULNERABLE: Final = -20
PRECISE: Final = -40
DEFENDING: Final = 20
AIM_STEP: Final = 10
AIM_MOST: Final = 30
TARGET_PRONE_CLOSE: Final = 20
TARGET_PRONE_FAR: Final = -20
ATTACKER_PRONE: Final = -20
BLINDED: Final = -60
HIGHER: Final = 20
LOWER: Final = -20
LADEN: Final = -20
LAMED: Final = -10
SHORT_OF: Final = -5
COVER: Final = -20
IN_THE_WAY: Final = -20
FROM_BEHIND: Final = 20
_MOVED: Final = -10
_MOVED_FROM: Final = 10
_MOVED_FAR: Final = -20
_MOVED_FAR_FROM: Final = 30


def shortfall(strength: int, dexterity: int, needs_strength: int, needs_dexterity: int) -> int:
    """P30: 5 percent off for each point of STR or DEX that a weapon asks for and one lacks."""
    lacking = max(0, needs_strength - strength) + max(0, needs_dexterity - dexterity)
    return SHORT_OF * lacking


def at_range(skill: int, distance: int, effective: int) -> int:
    """P27: the change to *skill* at *distance* metres: none within range, half of it up to twice."""
    if distance <= effective:
        return 0
    return skill // 2 - skill


def in_range(distance: int, effective: int) -> bool:
    """P27: nothing flies farther than twice its effective range."""
    return distance <= 2 * effective


def moved_penalty(metres: int) -> int:
    """P27f: for a target that has moved so far since the shooter's last action."""
    if metres >= _MOVED_FAR_FROM:
        return _MOVED_FAR
    return _MOVED if metres >= _MOVED_FROM else 0
