"""reckless: takes on as many as it can, and strikes twice without minding its defence."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.choices import (
    ATTACK,
    ATTACK_TWICE,
    CLOSE,
    CLOSE_FAR,
    CLOSE_TWICE,
    FORM,
    PLAN,
    SPELL,
)
from rules.rivers.course.sight import Sight
from rules.rivers.policies.aiming import aimed_blow
from rules.rivers.policies.common import best_item, partner, react, weakest
from rules.rivers.policies.moving import walk_on
from rules.rivers.policies.shooting import lies_in_wait, shot_at
from rules.rivers.policies.spells import magic_first, support
from rules.rivers.policies.temper import heed

_TWO: Final = 2


def reckless(sight: Sight) -> Answer:
    """The answer to any question."""
    if sight.kind in (FORM, PLAN):
        moved = heed(sight)
        if moved is not None:
            return moved
    if sight.kind == FORM:
        foe = partner(sight)
        return sight.hang_back() if foe < 0 or lies_in_wait(sight) else sight.engage(foe)
    if sight.kind == SPELL:
        return support(sight)
    if sight.kind != PLAN:
        return react(sight)
    cast = magic_first(sight, sight.me.rune_points)
    if cast is not None:
        return cast
    shot = shot_at(sight) or aimed_blow(sight)
    if shot is not None:
        return shot
    for verb in (ATTACK_TWICE, ATTACK, CLOSE_TWICE, CLOSE, CLOSE_FAR):
        item = best_item(sight, verb)
        if item < 0:
            continue
        near = [one for one in sight.targets(verb, item) if _is_there(sight, verb, one)]
        if near:
            target = weakest(sight, near)
            twice = verb in (ATTACK_TWICE, CLOSE_TWICE)
            targets = [target] * (_TWO if twice else 1)
            return sight.act(verb, item, targets, sight.best_defences(verb, item))
    return walk_on(sight)


def _is_there(sight: Sight, verb: int, foe: int) -> bool:
    """Within reach, or to be reached."""
    return sight.distance(foe) == 0 or verb not in (ATTACK, ATTACK_TWICE)
