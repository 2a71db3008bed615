"""Where the ground has heights: from above if that costs little, no edge behind one, and foes over theirs."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import altitude
from rules.request.course.choices import ATTACK, CHARGE, MOVE, NOWHERE, TO_HEX
from rules.request.course.sight import Sight
from rules.request.policies.situation import Situation, charge_reach
from rules.request.policies.worth import Best

# What a hex is worth to strike from, as in `closing`.
ABOVE: Final = 20  # more, from higher ground, and less from lower (P16m)
AT_THE_EDGE: Final = 25  # less with an edge behind one, more where the foe has it behind

A_DIE: Final = 35  # tenths: what a die of a fall does
BELOW: Final = 30  # and what it is worth that a foe lies there and has to come up again
FAR_BACK: Final = 5  # more damage than SIZ that it takes to drive somebody back a whole hex
OFTEN: Final = 60  # percent of the hits that push, if the mean of them does
SELDOM: Final = 25  # percent, if a good one does


def lie_of(sight: Sight, to: int, foe: int) -> int:
    """What the lie of a hex adds to its worth, to strike at a foe from there."""
    if not sight.has_heights():
        return 0
    there = sight.place_of(foe)
    rise = sight.rise(to, foe)
    worth = ABOVE if rise > 0 else -ABOVE if rise < 0 else 0
    if is_perilous(sight, to, foe):
        worth -= AT_THE_EDGE
    if sight.drop(there, to, foe) > 0 and _best_push(sight, foe) > 0:
        worth += AT_THE_EDGE
    return worth


def is_perilous(sight: Sight, to: int, foe: int) -> bool:
    """Would one stand with an edge behind one before a foe whose blows, by the look of it, drive one over it?"""
    if not sight.has_heights() or sight.drop(to, sight.place_of(foe)) == 0:
        return False
    return pushes(sight.menace(foe), sight.size_of(sight.number())) > 0


def pushes(mean: int, size: int) -> int:
    """P25: how many percent of the hits that do *mean* tenths drive somebody of *size* back by a hex, roughly."""
    needed = 10 * (size + FAR_BACK)
    if mean >= needed:
        return OFTEN
    return SELDOM if mean + mean // 2 >= needed else 0


def _best_push(sight: Sight, foe: int) -> int:
    """The same of one's own best weapon; whoever wrestles throws."""
    if sight.holding() < 0 and sight.bare() >= 0 and not sight.is_armed():
        return OFTEN
    best = 0
    for item in sight.strikers():
        best = max(best, pushes(sight.mean(ATTACK, item), sight.size_of(foe)))
    return best


def fall_worth(metres: int) -> int:
    """What a fall so deep is worth against a foe, in tenths of harm; 0 for none."""
    return 0 if metres <= 0 else altitude.fall_dice(metres) * A_DIE + BELOW


def weigh_pushes(sight: Sight, best: Best, near: list[int]) -> None:
    """Blows at those who have an edge behind them are worth the fall as well."""
    if not sight.has_heights():
        return
    for foe in near:
        fall = over_an_edge(sight, foe)
        if fall == 0 or not sight.is_able(foe):
            continue
        for item in sight.strikers():
            push = pushes(sight.mean(ATTACK, item), sight.size_of(foe))
            if push and sight.is_within(item, foe):
                harm = sight.harm(ATTACK, item, foe) + fall * push // 100
                best.keep(sight, ATTACK, item, foe, sight.chance(ATTACK, item, foe) * harm + 1)


def charge_over(sight: Sight, item: int, foe: int) -> int:
    """P25a: what a charge straight at a foe is worth by the fall, in tenths of harm; it drives back twice as far."""
    fall = over_an_edge(sight, foe)
    if fall == 0:
        return 0
    return fall * pushes(sight.mean(CHARGE, item) + 10 * FAR_BACK, sight.size_of(foe)) // 100


def over_an_edge(sight: Sight, foe: int) -> int:
    """What it is worth to drive or throw somebody straight back, by the fall, in tenths of harm; 0 without an edge."""
    if not sight.has_heights():
        return 0
    return fall_worth(sight.drop(sight.place_of(foe), sight.place(), foe))


def go_up(sight: Sight, situation: Situation) -> Answer | None:
    """While one waits: a move up to where whoever comes on foot stands lower, out of the reach of all blows.

    Each leads higher, so it ends at the top.
    """
    if not sight.has_heights() or sight.flies() or not situation.foes:
        return None
    here = sight.height(sight.place())
    best = NOWHERE
    most = here
    for to in sight.hexes(MOVE):
        height = sight.height(to)
        if height <= most or not _is_safe(sight, situation, to):
            continue
        best, most = to, height
    return None if best == NOWHERE else sight.go(MOVE, sight.name_way(TO_HEX, best))


def holds_the_height(sight: Sight, situation: Situation) -> bool:
    """Does one stand higher than every foe, none of whom shoots?"""
    if not sight.has_heights() or sight.flies():
        return False
    here = sight.place()
    for foe in situation.foes:
        if sight.rise(here, foe) <= 0 or sight.could_shoot(foe):
            return False
    return True


def _is_safe(sight: Sight, situation: Situation, to: int) -> bool:
    """Above all who could come, out of reach of their charges if one is so now, and with ground behind one?"""
    for i, foe in enumerate(situation.foes):
        if sight.rise(to, foe) <= 0 or sight.could_shoot(foe):
            return False
        reaches = charge_reach(sight.stride(foe))
        if sight.gap_from(to, foe) <= reaches < situation.gaps[i]:
            return False
        if is_perilous(sight, to, foe):
            return False
    return not sight.openings_to(to)
