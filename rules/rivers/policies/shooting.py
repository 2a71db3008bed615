"""What minds do with bows, slings and javelins: shoot while nobody is near, reload while nobody can come near, and keep off for that."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.choices import RELOAD, SHOOT, SHOOT_ON, SHOOT_TWICE
from rules.rivers.course.sight import Sight
from rules.rivers.policies.common import best_item, weakest
from rules.rivers.policies.moving import keep_off, outruns

_A_RUN: Final = 6  # metres for each point of MOV, with two moves


def lies_in_wait(sight: Sight) -> bool:
    """Is there somebody unaware whom one can shoot at from where one is?"""
    if not sight.me.build.shoots:
        return False
    for foe in sight.foes():
        if sight.is_unaware(foe) and sight.distance(foe) and sight.is_in_range(foe):
            return True
    return False


def _across(sight: Sight) -> Answer | None:
    """C61: whoever stands alone shoots at those who fight others, or know of nobody."""
    for verb in (SHOOT_TWICE, SHOOT):
        item = best_item(sight, verb)
        if item >= 0:
            target = weakest(sight, sight.targets(verb, item))
            targets = [target, target] if verb == SHOOT_TWICE else [target]
            return sight.act(verb, item, targets, sight.best_defences(verb, item))
    return None


def shot_at(sight: Sight) -> Answer | None:
    """The best shot there is, or what makes ready for one; None if blows do as well."""
    if not sight.me.build.shoots:
        return None
    if not sight.foes():
        return _across(sight)
    far = min([sight.distance(one) for one in sight.foes()])
    if far == 0:
        return None
    in_peace = far > _A_RUN * max([sight.speed(one) for one in sight.foes()])
    for verb in (SHOOT_TWICE, SHOOT, SHOOT_ON):
        item = best_item(sight, verb)
        if item >= 0 and (in_peace or sight.holds(item)):
            target = weakest(sight, sight.targets(verb, item))
            targets = [target, target] if verb == SHOOT_TWICE else [target]
            return sight.act(verb, item, targets, sight.best_defences(verb, item))
    for item in sight.items():
        if sight.can(RELOAD, item):
            if in_peace:
                return sight.do(RELOAD, item)
            if outruns(sight, sight.foes()):
                return keep_off(sight, running=True)
    return None
