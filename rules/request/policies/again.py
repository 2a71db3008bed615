"""With nothing left of a round but what the second weapon is good for."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.chapters.nerve import STEADY
from rules.request.course.choices import ATTACK, PASS
from rules.request.course.sight import Sight
from rules.request.policies.worth import Best


def again(sight: Sight) -> Answer | None:
    """Strike with the second weapon where it is worth most, or let it be; None while more than that is left."""
    item = sight.only_second()
    if item < 0:
        return None
    best = Best()
    if sight.mood() == STEADY and not sight.has_task() and sight.can(ATTACK, item):
        for foe in sight.targets(ATTACK, item):
            best.weigh(sight, ATTACK, item, foe, 1)
    return sight.choose(ATTACK, item, best.target) if best.worth else sight.choose(PASS)
