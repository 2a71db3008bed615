"""Whether a shot is worth its time: no shot that hardly hits where a step helps, no aim for which there is no time."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import SHOOT
from rules.request.course.sight import Sight
from rules.request.policies.situation import LONG_QUIET, Situation, charge_reach
from rules.request.policies.worth import Best

HARDLY: Final = 10  # percent: a shot with less of a chance is for those who can do nothing else


def hardly_hits(sight: Sight, best: Best) -> bool:
    """Is the best deed a shot with hardly a chance?  After rounds of quiet any will do."""
    if best.worth == 0 or best.verb != SHOOT or sight.quiet_rounds() >= LONG_QUIET:
        return False
    return sight.chance(SHOOT, best.item, best.target) < HARDLY


def is_awaited(sight: Sight, situation: Situation) -> bool:
    """Can an armed foe whom no friend holds be upon one before an aim has become a shot?"""
    for i, foe in enumerate(situation.foes):
        near = situation.gaps[i] <= charge_reach(sight.stride(foe))
        if near and sight.is_armed(foe) and not sight.could_shoot(foe) and not sight.engagers(foe):
            return True
    return False
