"""steady: shares the foes out among its side, closes in, strikes and defends, and twice where that pays."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.rivers.course.choices import (
    ATTACK,
    ATTACK_TWICE,
    CLOSE,
    CLOSE_FAR,
    FORM,
    PLAN,
    SPELL,
)
from rules.rivers.course.sight import Sight
from rules.rivers.policies.aiming import aimed_blow
from rules.rivers.policies.casters import chooses, keeps_behind, stay_behind
from rules.rivers.policies.common import (
    NOTHING,
    best_item,
    partner,
    react,
    weakest,
)
from rules.rivers.policies.deeds import first_aid, get_ready, stays_to_tend
from rules.rivers.policies.moving import cover_ritualist, walk_on
from rules.rivers.policies.shooting import lies_in_wait, shot_at
from rules.rivers.policies.spells import magic_first, support
from rules.rivers.policies.temper import heed


def steady(sight: Sight) -> Answer:
    """The answer to any question."""
    if sight.kind in (FORM, PLAN):
        moved = heed(sight)
        if moved is not None:
            return moved
    if sight.kind == FORM:
        foe = _whom(sight)
        return sight.hang_back() if foe < 0 or lies_in_wait(sight) else sight.engage(foe)
    if sight.kind == SPELL:
        return support(sight)
    return _plan(sight) if sight.kind == PLAN else react(sight)


def _whom(sight: Sight) -> int:
    """Whom one fights; -1 for nobody."""
    if stays_to_tend(sight):
        return NOTHING
    return chooses(sight) if keeps_behind(sight) else partner(sight)


def _plan(sight: Sight) -> Answer:
    cast = magic_first(sight)
    if cast is not None:
        return cast
    deed = get_ready(sight) or first_aid(sight)
    if deed is not None:
        return deed
    behind = stay_behind(sight) if keeps_behind(sight) else None
    if behind is not None:
        return behind
    shot = shot_at(sight) or aimed_blow(sight)
    if shot is not None:
        return shot
    near = sight.near()
    if near:
        item = best_item(sight, ATTACK)
        if item >= 0:
            return _strike(sight, near, item)
    elif sight.foes():
        for verb in (CLOSE, CLOSE_FAR):
            item = best_item(sight, verb)
            if item >= 0 and verb == CLOSE_FAR and _they_come(sight):
                target = sight.foes()[0]
                return sight.act(ATTACK, item, [target], sight.best_defences(ATTACK, item))
            if item >= 0:
                target = weakest(sight, sight.targets(verb, item))
                return sight.act(verb, item, [target], sight.best_defences(verb, item))
    return cover_ritualist(sight) or walk_on(sight)


def _they_come(sight: Sight) -> bool:
    """Is every foe faster?  Then it will be here first, and two moves would leave no defence."""
    mine = sight.speed(sight.me.index)
    return min([sight.speed(one) for one in sight.foes()]) > mine


def _strike(sight: Sight, near: list[int], item: int) -> Answer:
    """Twice at the same foe where there is only one, and nothing is given up by it."""
    target = weakest(sight, near)
    if not sight.is_hurt_badly() and sight.can(ATTACK_TWICE, item):
        twice = sight.best_defences(ATTACK_TWICE, item)
        if twice:
            return sight.act(ATTACK_TWICE, item, [target, target], twice)
    return sight.act(ATTACK, item, [target], sight.best_defences(ATTACK, item))
