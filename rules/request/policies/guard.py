"""guard: stands in for somebody absent; defends, recovers, spends nothing, leaves nobody."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import DECLINE, DEFEND, RECOVER
from rules.request.course.sight import DEFENCE, TURN, Sight
from rules.request.policies.common import best_defence, get_ready, get_up


def guard(sight: Sight) -> Answer:
    """Recover, get up, have a weapon in hand, else defend; parry or dodge what comes; never strike."""
    if sight.kind == TURN:
        if sight.is_vulnerable():
            return sight.choose(RECOVER)
        return get_up(sight) or get_ready(sight) or sight.choose(DEFEND)
    if sight.kind == DEFENCE:
        return best_defence(sight)
    return sight.choose(DECLINE)
