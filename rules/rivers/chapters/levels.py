"""What a rolled d100 means against a skill, and what is done to the skill before."""

from __future__ import annotations

from typing import Final, NamedTuple

CRITICAL: Final = 3
SPECIAL: Final = 2
SUCCESS: Final = 1
FAILURE: Final = 0
FUMBLE: Final = -1
LEVELS: Final = (CRITICAL, SPECIAL, SUCCESS, FAILURE, FUMBLE)
LEVEL_NAMES: Final[dict[int, str]] = {
    CRITICAL: "critical",
    SPECIAL: "special",
    SUCCESS: "success",
    FAILURE: "failure",
    FUMBLE: "fumble",
}
ALWAYS_TO: Final = 5
HIGHEST: Final = 95
MASTER: Final = 100

DARK: Final = -75
TARGET_PRONE: Final = 40
TARGET_UNAWARE: Final = 40
EACH_FURTHER_DEFENCE: Final = -20
LEAST_SPLIT: Final = 50
_AUGMENTS: Final[dict[int, int]] = {
    CRITICAL: 50,
    SPECIAL: 30,
    SUCCESS: 20,
    FAILURE: -20,
    FUMBLE: -50,
}


class Ranges(NamedTuple):
    """The highest rolls of each success, and the lowest that is a fumble."""

    critical: int
    special: int
    success: int
    fumble: int


def ranges(skill: int) -> Ranges:
    """Q19: the ranges at *skill* percent; below 0 counts as 0."""
    at = max(0, skill)
    return Ranges(
        critical=min(HIGHEST, max(1, (at + 10) // 20)),
        special=min(HIGHEST, max(1, (at + 2) // 5)),
        success=min(HIGHEST, max(ALWAYS_TO, at)),
        fumble=101 - max(1, (110 - at) // 20),
    )


# By skill: the level of each roll, which never changes.
_LEVELS: Final[dict[int, list[int]]] = {}


def level(rolled: int, skill: int) -> int:
    """Q19: the level of *rolled*, 1 to 100, at *skill*."""
    its = _LEVELS.get(skill)
    if its is None:
        at = ranges(skill)
        its = _LEVELS[skill] = [_within(at, number) for number in range(101)]
    return its[rolled]


def _within(its: Ranges, rolled: int) -> int:
    if rolled >= its.fumble:
        return FUMBLE
    if rolled <= its.critical:
        return CRITICAL
    if rolled <= its.special:
        return SPECIAL
    return SUCCESS if rolled <= its.success else FAILURE


def opposed(mine: int, theirs: int, over_100: str) -> tuple[int, int]:
    """Q21: the two skills that meet, after what is above 100 has weighed on them; at least 0."""
    over = max(mine, theirs) - MASTER
    if over <= 0:
        return mine, theirs
    if over_100 == "lower_only":
        if mine < theirs:
            return max(0, mine - over), theirs
        return mine, max(0, theirs - over) if theirs < mine else theirs
    both = over_100 == "both_drop" or min(mine, theirs) > MASTER
    left = max(0, mine - over) if both or mine <= MASTER else mine
    right = max(0, theirs - over) if both or theirs <= MASTER else theirs
    return left, right


def resistance(active: int, passive: int) -> int:
    """Q28: the chance in percent of an active number against a passive one."""
    return min(HIGHEST, max(ALWAYS_TO, 50 + 5 * (active - passive)))


def augment(rolled_level: int) -> int:
    """Q24: what the roll of another ability adds to a skill."""
    return _AUGMENTS[rolled_level]


def half(skill: int) -> int:
    """A24a: half a skill."""
    return (skill + 1) // 2


def too_weak(strength: int, dexterity: int, wants: tuple[int, int]) -> bool:
    """Q26: whether a weapon that *wants* a STR and a DEX is used at half skill."""
    spare = strength - wants[0]
    if spare < 0:
        return True
    return wants[1] - dexterity > spare // 2


def further_defence(skill: int, before: int, defence: str) -> int:
    """A2, A2a: the skill of a defence after *before* others in the round."""
    if defence == "cumulative20":
        return skill + EACH_FURTHER_DEFENCE * before
    return skill


def may_split(parts: list[int], skill: int) -> bool:
    """Q23: whether a skill can be split into attacks of these parts."""
    return skill > MASTER and sum(parts) <= skill and min(parts) >= LEAST_SPLIT


def rolls_defence(before: int, defence: str) -> bool:
    """A2b: whether a defence is rolled after *before* others in the round, or the first roll stands."""
    return before == 0 or defence != "single_roll"
