"""guard: stands in for somebody; it defends, leaves nobody, and strikes only at whom it fights already; alone it stands before whom it is to protect."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.rivers.course.choices import ATTACK, FORM, PLAN
from rules.rivers.course.sight import Sight
from rules.rivers.policies.common import best_item, react, weakest
from rules.rivers.policies.moving import cover
from rules.rivers.policies.shooting import shot_at


def guard(sight: Sight) -> Answer:
    """Fight whoever comes, and go to nobody."""
    if sight.kind == FORM:
        return sight.hang_back()
    if sight.kind != PLAN:
        return react(sight)
    item = best_item(sight, ATTACK)
    near = sight.near()
    if item >= 0 and near:
        return sight.act(ATTACK, item, [weakest(sight, near)], sight.best_defences(ATTACK, item))
    shot = shot_at(sight)
    if shot is None and not sight.foes() and sight.ward() >= 0:
        shot = cover(sight, sight.ward())
    return sight.default() if shot is None else shot
