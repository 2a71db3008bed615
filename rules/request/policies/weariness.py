"""When somebody can hardly stand any more: it breaks off, and leaves the field."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters.fatigue import HEAVILY
from rules.request.course.choices import (
    BACK,
    BREAKAWAY,
    LEAVE,
    MOVE,
    NOBODY,
    NOWHERE,
    SPRINT,
    YIELD,
)
from rules.request.course.sight import Sight
from rules.request.policies.reaching import best_contest

WORTH_A_TRY: Final = 20  # percent: below it whoever is held fights on


def break_off(sight: Sight) -> Answer | None:
    """Heavily fatigued, one leaves its foes if it can, and then the field."""
    if sight.tired() < HEAVILY:
        return None
    if sight.engaged():
        return _get_clear(sight) or _give_up(sight)
    verb = SPRINT if sight.can(SPRINT) else MOVE
    for way in sight.ways(verb):
        if way.purpose == LEAVE:
            return sight.go(verb, sight.word(way))
    return None


def _give_up(sight: Sight) -> Answer | None:
    """Yield, if no friend is left who could help."""
    return None if sight.friends() else sight.choose(YIELD)


def _get_clear(sight: Sight) -> Answer | None:
    """Break away from those who hold it, if there is a fair chance."""
    if sight.way_to(BREAKAWAY, BACK) == NOWHERE:
        return None
    if sight.leaves_freely():
        return sight.go(BREAKAWAY, sight.name_way(BACK))
    item = best_contest(sight)
    if item >= 0 and sight.contest_chance(item) < sight.contest_chance(NOBODY):
        item = NOBODY
    if sight.contest_chance(item) < WORTH_A_TRY:
        return None
    return sight.go(BREAKAWAY, sight.name_way(BACK), item)
