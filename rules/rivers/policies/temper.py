"""What temper makes of a decision: whose nerve has failed heeds it, and whoever has a goal of its own serves that."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.kernel.temper.nerve import FALLING, FLEEING, STEADY
from rules.rivers.course.choices import DEFEND, FLEE, FORM, SHOOT_BACK, YIELD
from rules.rivers.course.sight import Sight
from rules.rivers.policies.common import NOTHING, best_item, weakest
from rules.rivers.policies.moving import comes_near, cover, keep_off, wants_cover
from rules.rivers.policies.shooting import shot_at
from rules.rivers.policies.spells import magic_first

_WITHIN: Final = 0


def heed(sight: Sight) -> Answer | None:
    """What somebody does who is afraid or has a goal of its own; None if it decides like everybody."""
    temper = sight.me.build.entry.temper
    mood = sight.me.mood
    if temper is None and mood == STEADY:
        return None
    goal = "" if temper is None else temper.goal
    if sight.kind == FORM:
        return _form(sight, mood, goal)
    if mood == FLEEING or (goal == "escape" and mood == STEADY):
        return _flee(sight, yields=mood == FLEEING and (temper is None or temper.yields))
    if mood == FALLING:
        return _back_off(sight)
    near = sight.near()
    if mood == STEADY and goal == "protect" and not sight.foes() and _covers(sight):
        return cover(sight, sight.ward())
    if (mood != STEADY or goal == "hold") and not near:
        made = magic_first(sight) or shot_at(sight)
        return made or sight.act(DEFEND, NOTHING, [], sight.best_defences(DEFEND))
    return None


def _form(sight: Sight, mood: int, goal: str) -> Answer | None:
    """Whoever is afraid or holds chooses nobody who is not here; to drive off leaves those alone who flee."""
    choosable = sight.choosable()
    here = [one for one in choosable if sight.distance(one) == _WITHIN]
    if mood >= FALLING or goal == "escape":
        return sight.hang_back()
    if mood != STEADY or goal == "hold":
        near = here or (choosable if sight.me.build.shoots else [])
        return sight.engage(weakest(sight, near)) if near else sight.hang_back()
    if goal == "drive off":
        staying = [one for one in choosable if sight.mood_of(one) != FLEEING]
        if staying != choosable:
            return sight.engage(weakest(sight, staying)) if staying else sight.hang_back()
    if goal == "protect":
        covers = _covers(sight)
        pressing = [one for one in sight.pressing(sight.ward()) if one in choosable]
        if covers:
            pressing = [one for one in pressing if comes_near(sight, one)]
        if pressing:
            return sight.engage(weakest(sight, pressing))
        return sight.hang_back() if covers else None
    return None


def _covers(sight: Sight) -> bool:
    """Is there a friend to protect who is better left alone by its foes?"""
    ward = sight.ward()
    return ward >= 0 and wants_cover(sight, ward)


def _flee(sight: Sight, *, yields: bool) -> Answer | None:
    """Off, or a prisoner where a foe is upon one; who can do neither fights on."""
    caught = sight.near()
    if yields and sight.can(YIELD) and (caught or not sight.can(FLEE)):
        return sight.do(YIELD)
    if sight.can(FLEE):
        return sight.act(FLEE, NOTHING, [], sight.best_defences(FLEE))
    return None


def _back_off(sight: Sight) -> Answer | None:
    """Away from the foes, shooting if one can."""
    item = best_item(sight, SHOOT_BACK)
    if item >= 0 and sight.holds(item):
        target = weakest(sight, sight.targets(SHOOT_BACK, item))
        return sight.act(SHOOT_BACK, item, [target], sight.best_defences(SHOOT_BACK, item))
    return keep_off(sight) or sight.act(DEFEND, NOTHING, [], sight.best_defences(DEFEND))
