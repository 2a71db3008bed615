"""Under a rider: strike at whoever comes within reach, and let the rider say where to go."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.course.choices import RECOVER, WAIT
from rules.request.course.sight import Sight
from rules.request.policies.common import hold_back
from rules.request.policies.worth import Best, weigh_blows

LAST: Final = 1  # the last strike rank of a phase


def carry(sight: Sight) -> Answer | None:
    """The turn of a mount with somebody on it, who may carry it to a foe before the phase is over; None for all others."""
    if sight.rider() < 0:
        return None
    if sight.is_vulnerable():
        return sight.choose(RECOVER)
    best = Best()
    weigh_blows(sight, best, [foe for foe in sight.near() if not sight.is_let_go(foe)])
    if best.worth > 0:
        return sight.choose(best.verb, best.item, best.target)
    if sight.rank > LAST:
        return sight.choose_with(WAIT, (str(LAST), "view"))
    return hold_back(sight)
