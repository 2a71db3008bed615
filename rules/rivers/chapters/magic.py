"""How fast a spell is, how long a ritual takes, what it costs, and when it takes effect."""

from __future__ import annotations

from typing import Final

from rules.rivers.chapters.levels import CRITICAL, FAILURE, FUMBLE
from rules.rivers.chapters.strike_rank import FAST as FAST_RANK, thirds

FAST: Final = "fast"
PREPARED: Final = "prepared"
RITUAL: Final = "ritual"

COMMON_FOCUS: Final = 6
POINTS_A_ROUND: Final = 12
RANGE_METRES: Final[dict[str, int]] = {"spirit": 50, "rune": 160}
ROUNDS: Final[dict[str, int]] = {"spirit": 10, "rune": 75}
AT_THE_END: Final = 1_000_000
BEFORE: Final = -1
AFTER: Final = 1

# Q40: rounds of meditation, and what they give.  From 30 minutes on it is hours: a round is twelve seconds.
_MEDITATION: Final = (
    (7200, 50),
    (3000, 45),
    (1500, 40),
    (300, 35),
    (150, 30),
    (50, 25),
    (25, 20),
    (5, 15),
    (2, 10),
    (1, 5),
)
_NO_CASTING: Final = ("unconscious", "dead", "dying", "in shock", "helpless")


def speed(magic: str, points: int, focus: int, in_hand: bool, technique: bool) -> str:
    """S29: how fast a spell is.

    *magic* is "rune", "spirit" or "sorcery", *points* the magic points in it, *focus* those
    that its focus holds (0 without one), *technique* whether one makes sorcery prepared.
    """
    if magic == "rune":
        return FAST if points == 0 else RITUAL
    if magic == "spirit":
        return PREPARED if in_hand and points == focus else RITUAL
    return PREPARED if technique else RITUAL


def is_common(focus: int) -> bool:
    """S30: whether no specialist is needed to make a focus of so many points."""
    return focus <= COMMON_FOCUS


def ritual_rounds(points: int, rounding: str) -> int:
    """S31, A9: the slow rounds of a ritual with so many magic points in it."""
    if rounding == "floor":
        rounds = points // POINTS_A_ROUND
    elif rounding == "nearest":
        rounds = (points + POINTS_A_ROUND // 2) // POINTS_A_ROUND
    else:
        rounds = (points + POINTS_A_ROUND - 1) // POINTS_A_ROUND
    return max(1, rounds)


def meditation(rounds: int) -> int:
    """S32, Q40: what so many rounds more than needed add to the chance of casting."""
    for least, bonus in _MEDITATION:
        if rounds >= least:
            return bonus
    return 0


def is_ready(rounds_since: int, hold: str) -> bool:
    """S33, A9b: whether a ritual that was finished so many rounds ago can be let go in this one."""
    return rounds_since >= 1 and (hold == "until_used" or rounds_since == 1)


def chance(magic: str, power: int, skill: int) -> int:
    """Q41: the chance of casting in percent: by POW, or by the Rune or the skill."""
    return 5 * power if magic == "spirit" else skill


def cost(magic: str, level: int, points: int, runes: int) -> tuple[int, int]:
    """Q42: the magic points and rune points that casting with a roll of that level takes."""
    if magic == "rune":
        boosted = min(1, points)
        if level == FAILURE:
            return boosted, 0
        if level == FUMBLE:
            return boosted, runes
        return points, 0 if level == CRITICAL else runes
    return (points, 0) if level > FAILURE else (0, 0)


def why_not(points: int, left: int, effects: list[str], focus_arm: bool) -> str:
    """Why nobody in this state casts a spell; "" if one can.

    *left* are the magic points there are, *effects* those of wounds, *focus_arm* whether the
    hand of the focus (if one is needed) can be used.
    """
    if points > left:
        return f"the spell takes {points} magic points, and there are {left} (Q42b)"
    for one in effects:
        if one in _NO_CASTING:
            return f"nobody casts while {one} (Q47)"
    return "" if focus_arm else "the arm with the focus is crippled (Q47)"


def strength(magic: str, points: int, boost: int) -> int:
    """Q44: how strong a spell is against other spells; *points* of its own kind."""
    return (2 * points if magic == "rune" else points) + boost


def keeps_ritual(power: int) -> int:
    """Q46: the chance in percent of a ritualist who is hurt to go on."""
    return 3 * power


def fast_lands(own: int | None, literal: bool) -> tuple[int, int]:
    """A10: when a fast spell of support takes effect: thirds of a strike rank, and before or after it."""
    if literal and own is not None:
        return own, BEFORE
    return thirds(FAST_RANK), BEFORE


def prepared_lands(own: int | None, focused: int, parent: bool) -> tuple[int, int]:
    """A10b: the same of a prepared one; *focused* is DEX rank and points, in thirds."""
    if own is None:
        return AT_THE_END, AFTER
    return (max(own, focused) if parent else own), AFTER


def trance_goes_on(attacked: bool, parried: bool, closed: bool, slow: bool) -> bool:
    """A23: whether a trance of a weapon lasts through a round in which its user did this."""
    return not slow and (attacked or parried or closed)
