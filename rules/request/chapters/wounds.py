"""Where a hit lands, what a location can bear, and what a wound does."""

from __future__ import annotations

from typing import Final

RIGHT_LEG: Final = 0
LEFT_LEG: Final = 1
ABDOMEN: Final = 2
CHEST: Final = 3
RIGHT_ARM: Final = 4
LEFT_ARM: Final = 5
HEAD: Final = 6

UNHURT: Final = 0
MINOR: Final = 1
SERIOUS: Final = 2
MAJOR: Final = 3
SEVERITY_NAMES: Final = ("scratch", "minor", "serious", "major")

LIMB_MINUTES: Final = 5
TRUNK_ROUNDS: Final = 2
ROUNDS_A_MINUTE: Final = 12

# P22: how many faces of the d20 each location has, in location order.
FACES: Final = (3, 3, 3, 3, 3, 3, 2)


def location(rolled: int) -> int:
    """P22: the location of a D20."""
    return (rolled - 1) // 3


def hit_points(con_and_siz: int) -> tuple[int, ...]:
    """P23: what each location bears, by CON+SIZ."""
    b = (con_and_siz - 1) // 5
    arm = max(1, b)
    return (b + 1, b + 1, b + 2, b + 3, arm, arm, b + 1)


def severity(points: int, full: int) -> int:
    """P24: what it means that a location of *full* hit points is at *points*."""
    if points > 0:
        return UNHURT
    if points == 0:
        return MINOR
    return MAJOR if points <= -full else SERIOUS


def healing_rate(con: int) -> int:
    """P24k: how well a body holds out, by CON."""
    if con <= 6:  # noqa: PLR2004 - the table of P24k
        return 1
    if con <= 12:  # noqa: PLR2004 - the same
        return 2
    return 3 if con <= 18 else 4  # noqa: PLR2004 - the same


def rounds_to_live(place: int, con: int) -> int:
    """P24k: how long somebody lives with a major wound that nobody tends."""
    rate = healing_rate(con)
    return LIMB_MINUTES * ROUNDS_A_MINUTE * rate if is_limb(place) else TRUNK_ROUNDS * rate


def is_limb(place: int) -> bool:
    """Arms and legs; the rest is trunk and head."""
    return place in (RIGHT_LEG, LEFT_LEG, RIGHT_ARM, LEFT_ARM)


def is_arm(place: int) -> bool:
    return place in (RIGHT_ARM, LEFT_ARM)


def wound_word(points: int, full: int) -> str:
    """How a wound shows to others: a word, no number."""
    found = severity(points, full)
    if found == UNHURT:
        return "unhurt" if points >= full else "scratched"
    return SEVERITY_NAMES[found]
