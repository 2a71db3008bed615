"""steady: the best exchange by the odds it can know, a good defence, and no foolishness."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import AIM, DEFEND, RECOVER, SHOOT
from rules.request.course.seen.kinds import TURN
from rules.request.course.sight import Sight
from rules.request.policies.afield import afield
from rules.request.policies.again import again
from rules.request.policies.blindness import grope
from rules.request.policies.carrying import carry
from rules.request.policies.common import get_ready, get_up, hold_back, take_shield
from rules.request.policies.dazed import keep_clear
from rules.request.policies.hopeless import despair
from rules.request.policies.seizing import soberly
from rules.request.policies.sorcery import conjure
from rules.request.policies.temper import finish, heed
from rules.request.policies.tending import tend_here
from rules.request.policies.worth import Best, should_aim, weigh_blows, weigh_shots


def steady(sight: Sight) -> Answer:
    """Recover, get up, get ready; then the blow or shot where chance times harm is best, or hold back."""
    if sight.kind != TURN:
        return soberly(sight)
    if not sight.is_plain():
        first = again(sight) or carry(sight) or grope(sight) or keep_clear(sight)
        first = first or conjure(sight)
        if first is not None:
            return first
    return afield(sight) if sight.has_places() else at_lines(sight)


def at_lines(sight: Sight) -> Answer:
    """The same without places."""
    if sight.is_vulnerable():
        return sight.choose(RECOVER)
    if not sight.is_set():
        first = get_up(sight) or heed(sight, None) or get_ready(sight) or take_shield(sight)
        if first is not None:
            return first
    best = Best()
    near = sight.near()
    weigh_blows(sight, best, near)
    weigh_shots(sight, best, near)
    if best.worth == 0:
        return despair(sight, None) or finish(sight) or tend_here(sight) or hold_back(sight)
    # R36: any action ends the surprise, and one by DEX nearly always comes sooner than a blow.
    if sight.is_surprised() and sight.rank_of(DEFEND) > sight.rank_of(best.verb, best.item):
        return sight.choose(DEFEND)
    if best.verb == SHOOT and not near and should_aim(sight, best):
        return sight.choose(AIM, best.item, best.target)
    return sight.choose(best.verb, best.item, best.target)
