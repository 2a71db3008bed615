"""When minds do something slow: shield and helmet while nobody can come near, and first aid for friends."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.choices import DON_HELMET, TEND, UNSLING
from rules.rivers.course.sight import Sight
from rules.rivers.policies.moving import comes_near, cover

SURE_ENOUGH: Final = 30


def get_ready(sight: Sight) -> Answer | None:
    """C58: the shield from the back if a hand is free for it, and then the helmet, while no foe can harm one."""
    if not sight.is_unready():
        return None
    for foe in sight.foes():
        if comes_near(sight, foe) or sight.may_shoot(foe):
            return None
    for item in sight.items():
        if sight.can(UNSLING, item) and sight.has_room(item):
            return sight.do(UNSLING, item)
    return sight.do(DON_HELMET) if sight.can(DON_HELMET) else None


def stays_to_tend(sight: Sight) -> bool:
    """C58: is it better to fight nobody, for a friend within reach bleeds and its side can spare one?

    Of several who are there the left-most stays.
    """
    if not sight.state.untended or sight.aid_chance() < SURE_ENOUGH:
        return False
    bleeding = [one for one in sight.in_need() if sight.bleeds(one) and sight.distance(one) == 0]
    friends = sight.friends()
    if not bleeding or len(friends) < len(sight.foes()):
        return False
    mine = sight.me.index
    stay = [one for one in friends if sight.foes_of(one) == 0 and sight.distance(one) == 0]
    return min(stay) == mine


def first_aid(sight: Sight) -> Answer | None:
    """C58: whoever stands alone helps whoever bleeds, then whoever would die, and goes there if it must."""
    if sight.foes():
        return None
    need = sight.in_need()
    if not need:
        return None
    if sight.can(TEND):
        whom = sight.targets(TEND)
        bleeding = [one for one in whom if sight.bleeds(one)]
        return sight.tend((bleeding or whom)[0])
    for friend in need:
        way = cover(sight, friend)
        if way is not None:
            return way
    return None
