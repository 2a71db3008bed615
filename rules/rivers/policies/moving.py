"""Where minds go: towards somebody, off a foe, and before a friend who is to be left alone."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.kernel.temper.nerve import STEADY
from rules.rivers.chapters import movement
from rules.rivers.course.choices import (
    APPROACH,
    APPROACH_FAR,
    DEFEND,
    KEEP_OFF,
    KEEP_OFF_FAR,
    PROTECT,
    PROTECT_FAR,
)
from rules.rivers.course.sight import Sight
from rules.rivers.policies.common import NOTHING


def walk_on(sight: Sight) -> Answer:
    """Nobody within reach: go to the nearest foe of the engagement, alone to the nearest of all, or defend."""
    own = sight.foes()
    known = [one for one in sight.possible_targets(APPROACH) if one in own or not own]
    if known:  # whoever takes two moves to come to is among those who are not here
        far = [one for one in sight.possible_targets(APPROACH_FAR) if one in own or not own]
        return _go(sight, APPROACH_FAR if far else APPROACH, nearest(sight, far or known))
    return sight.act(DEFEND, NOTHING, [], sight.best_defences(DEFEND))


def keep_off(sight: Sight, *, running: bool = False) -> Answer | None:
    """Off the nearest foe who could come within reach; None if there is none, or no way."""
    for verb in (KEEP_OFF_FAR, KEEP_OFF) if running else (KEEP_OFF,):
        if sight.can(verb):
            return _go(sight, verb, nearest(sight, sight.targets(verb)))
    return None


def outruns(sight: Sight, foes: list[int]) -> bool:
    """Is one faster than all of them?"""
    return sight.speed(sight.me.index) > max([sight.speed(one) for one in foes])


def comes_near(sight: Sight, foe: int) -> bool:
    """Can a foe be here in this round?"""
    return sight.distance(foe) < movement.out_of_reach(sight.speed(foe))


def cover(sight: Sight, friend: int) -> Answer | None:
    """Before a friend, or on the way there; None if there is no way."""
    for verb in (PROTECT_FAR, PROTECT):
        if sight.can(verb) and friend in sight.targets(verb):
            return _go(sight, verb, friend)
    return None


def cover_ritualist(sight: Sight) -> Answer | None:
    """Whoever has no foe stands before a friend at a ritual."""
    if sight.foes():
        return None
    for friend in sight.friends():
        if friend != sight.me.index and sight.is_at_ritual(friend):
            return cover(sight, friend)
    return None


def wants_cover(sight: Sight, friend: int) -> bool:
    """Has a friend better things to do than to meet foes: to shoot or to cast, or has its nerve failed?"""
    c = sight.state.person(friend)
    if c.mood != STEADY or (c.build.shoots and max(c.missiles) > 0):
        return True
    return len(c.build.spells) > 0 and (c.magic_points > 1 or c.rune_points > 0)


def nearest(sight: Sight, known: list[int]) -> int:
    """Whoever of them is nearest, the first of equals."""
    best = known[0]
    for one in known:
        if sight.distance(one) < sight.distance(best):
            best = one
    return best


def _go(sight: Sight, verb: int, whom: int) -> Answer:
    return sight.act(verb, NOTHING, [whom], sight.best_defences(verb))
