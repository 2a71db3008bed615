"""guard: stands in for somebody absent; defends, recovers, spends nothing, leaves nobody."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import BREAK_FREE, DEFEND, PASS, RECOVER
from rules.request.course.seen.kinds import DEFENCE, FOCUS_KIND, OPPOSE_KIND, TURN
from rules.request.course.sight import Sight
from rules.request.policies.common import best_defence, get_ready, get_up
from rules.request.policies.seizing import hold, mind


def guard(sight: Sight) -> Answer:
    """Recover, get up, have a weapon in hand, else defend; break free of whoever holds it; parry or dodge what comes; never strike.

    It stays where it is: it holds whoever would break away or change the reach, minds the
    most dangerous of those about it, and neither follows nor engages anybody.
    """
    if sight.kind == TURN:
        if sight.only_second() >= 0:
            return sight.choose(PASS)
        if sight.is_vulnerable():
            return sight.choose(RECOVER)
        if sight.can(BREAK_FREE):
            return sight.choose(BREAK_FREE)
        return get_up(sight) or get_ready(sight) or sight.choose(DEFEND)
    if sight.kind == DEFENCE:
        return best_defence(sight)
    if sight.kind == OPPOSE_KIND:
        return hold(sight)
    if sight.kind == FOCUS_KIND:
        return mind(sight)
    return sight.nothing()
