"""steady: the best exchange by the odds it can know, a good defence, and no foolishness."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.course.choices import AIM, ATTACK, RECOVER, SHOOT
from rules.request.course.combatant import HELD
from rules.request.course.sight import TURN, Sight
from rules.request.policies.common import get_ready, get_up, hold_back, react

POOR_SHOT: Final = 35  # percent: below it a shot is worth an action of aiming first
MOST_AIM: Final = 3
HURT_COUNTS: Final = 10  # percent that each degree of a foe's wounds adds to its worth as a target


def steady(sight: Sight) -> Answer:
    """Recover, ready, strike or shoot where chance times harm is best, or hold back."""
    if sight.kind != TURN:
        return react(sight)
    me = sight.me
    if me.vulnerable:
        return sight.choose(RECOVER)
    up = get_up(sight)
    if up is not None:
        return up
    ready = get_ready(sight)
    if ready is not None:
        return ready
    best = 0
    verb = ATTACK
    item = -1
    at = -1
    near = sight.near()
    for i in me.strikers:
        for target in near:
            worth = worth_of(sight, ATTACK, i, target)
            if worth > best:
                best, verb, item, at = worth, ATTACK, i, target
    for i, arm in enumerate(me.arms):
        if arm.shot is not None and me.items[i] == HELD and sight.can(SHOOT, i):
            for target in sight.targets(SHOOT, i):
                worth = worth_of(sight, SHOOT, i, target)
                if worth > best:
                    best, verb, item, at = worth, SHOOT, i, target
    if item < 0:
        return hold_back(sight)
    if verb == SHOOT:
        poor = sight.chance(SHOOT, item, at) < POOR_SHOT
        if poor and (me.aim_count < MOST_AIM or me.aim_at != at):
            return sight.choose(AIM, item, at)
    return sight.choose(verb, item, at)


def worth_of(sight: Sight, verb: int, item: int, target: int) -> int:
    """What a blow is worth: its chance times its mean harm, more against those already hurt."""
    if sight.is_helpless(target):
        return 0
    worth = sight.chance(verb, item, target) * sight.harm(verb, item, target)
    return worth * (100 + HURT_COUNTS * sight.wounds_of(target))
