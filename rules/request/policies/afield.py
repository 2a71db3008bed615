"""The steady where everybody stands somewhere: when to close, to wait, to leave, and what to hold out with."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import DEFEND
from rules.request.course.sight import Sight
from rules.request.policies.closing import arrive, charge, draw_near
from rules.request.policies.common import has_bow, hold_back
from rules.request.policies.situation import Situation
from rules.request.policies.worth import Best, weigh_blows, weigh_shots


def afield(sight: Sight) -> Answer:
    """Strike or shoot where it is worth most; with nobody in reach come to blows, or wait for them."""
    best = Best()
    near = sight.near()
    weigh_blows(sight, best, near)
    weigh_shots(sight, best, near)
    if best.worth > 0:
        if sight.is_surprised() and sight.rank_of(DEFEND) > sight.rank_of(best.verb, best.item):
            return sight.choose(DEFEND)
        return sight.choose(best.verb, best.item, best.target)
    situation = Situation(sight)
    if not situation.foes or has_bow(sight):
        return hold_back(sight)
    return (
        charge(sight, situation)
        or arrive(sight, situation)
        or draw_near(sight, situation)
        or hold_back(sight)
    )
