"""guard: stands in for somebody absent; defends, recovers, spends nothing, leaves nobody."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import DECLINE, DEFEND, RECOVER
from rules.request.course.sight import DEFENCE, TURN, Sight
from rules.request.policies.common import best_defence


def guard(sight: Sight) -> Answer:
    """Recover if vulnerable, else defend; parry or dodge whatever comes; never strike."""
    if sight.kind == TURN:
        if sight.is_vulnerable():
            return sight.choose(RECOVER)
        return sight.choose(DEFEND)
    if sight.kind == DEFENCE:
        return best_defence(sight)
    return sight.choose(DECLINE)
