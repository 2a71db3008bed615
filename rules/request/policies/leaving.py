"""When to leave a foe: riders who come again, the badly hurt whom a friend relieves, spearmen pressed too hard."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import reach
from rules.request.course.choices import (
    BACK,
    BREAKAWAY,
    LEAVE,
    MOVE,
    NOBODY,
    NOWHERE,
    RETREAT,
    SPRINT,
)
from rules.request.course.sight import Sight
from rules.request.policies.heights import is_perilous
from rules.request.policies.reaching import best_contest
from rules.request.policies.situation import (
    CHARGE_LEAST,
    LONG_QUIET,
    Situation,
    charge_reach,
    likes_distance,
)

FAIR_CHANCE: Final = 50  # of a contest, in percent
SERIOUS: Final = 2  # the look of a serious wound


def ride_off(sight: Sight, situation: Situation) -> Answer | None:
    """Whoever leaves its foes freely does so when they are about it, with the last action of a round.

    So that few of them can come after it, and it begins the next one with a charge.  With a
    mount behind its lance two foes are reason enough.
    """
    if sight.actions() > 1 or sight.lies() or not sight.leaves_freely():
        return None
    if not sight.about_me() and not (sight.has_lance() and len(sight.engaged()) > 1):
        return None
    to = sight.way_to(BREAKAWAY, BACK)
    if to == NOWHERE:
        return None
    for foe in situation.foes:
        if likes_distance(sight, foe):
            continue
        if CHARGE_LEAST <= sight.gap_from(to, foe) <= charge_reach(sight.stride()):
            return sight.go(BREAKAWAY, sight.name_way(BACK))
    return None


def withdraw(sight: Sight, situation: Situation) -> Answer | None:
    """Break away from the one foe when badly hurt, if a friend has engaged it too and the others can do without one."""
    foes = sight.engaged()
    if (
        is_fearless(sight)
        or len(foes) > 1
        or not is_badly_hurt(sight)
        or not _is_shared(sight, situation, foes[0])
    ):
        return None
    if not is_spared(sight, situation):
        return None
    if sight.way_to(BREAKAWAY, BACK) == NOWHERE:
        return None
    if sight.leaves_freely():
        return sight.go(BREAKAWAY, sight.name_way(BACK))
    item = best_contest(sight)
    if item >= 0 and sight.contest_chance(item) < sight.contest_chance(NOBODY):
        item = NOBODY
    if sight.contest_chance(item) < FAIR_CHANCE:
        return None
    return sight.go(BREAKAWAY, sight.name_way(BACK), item)


def _is_shared(sight: Sight, situation: Situation, foe: int) -> bool:
    """Is a friend engaged with the same foe?"""
    for other in sight.engagers(foe):
        if other in situation.friends:
            return True
    return False


def give_up(sight: Sight, situation: Situation) -> Answer | None:
    """Leave the field, if there is no way to any foe, and no friend who still shoots at them.

    Not before it has been quiet for rounds, for they may come: they may be smaller, or somebody
    may open the gate.  Where they shoot, one action on guard is enough.
    """
    if is_fearless(sight):
        return None
    is_quiet = sight.quiet_rounds() >= LONG_QUIET
    if situation.bowmen and not is_quiet:
        return None
    shot_at = False
    for foe in situation.foes:
        if sight.is_there_a_way(foe):
            return None
        if sight.could_shoot(foe):
            shot_at = True
    if not is_quiet and not (shot_at and sight.is_defending()):
        return None
    verb = SPRINT if sight.can(SPRINT) else MOVE
    for way in sight.ways(verb):
        if way.purpose == LEAVE:
            return sight.go(verb, sight.word(way))
    return None


def is_fearless(sight: Sight) -> bool:
    """Is one's nerve never tested?  Then nothing else makes one leave either."""
    temper = sight.temper()
    return temper is not None and not temper.tested


def is_badly_hurt(sight: Sight) -> bool:
    """Has one any serious wound?"""
    for points in sight.hit_points():
        if points < 0:
            return True
    return False


def is_spared(sight: Sight, situation: Situation) -> bool:
    """Are more friends at blows, none of them badly hurt by the look of it, than there are foes?"""
    sound = 0
    for friend in situation.friends:
        if sight.engagers(friend) and sight.wounds_of(friend) < SERIOUS:
            sound += 1
    return sound > len(situation.foes)


def step_back(sight: Sight, item: int, target: int) -> Answer | None:
    """Strike and step back: a spearman whose foe has got past the point."""
    if sight.reach_to(target) not in (reach.SHORT, reach.NORMAL) or not likes_distance(
        sight, target
    ):
        return None
    to = NOWHERE if sight.lies() else sight.way_to(RETREAT, BACK)
    if to == NOWHERE or is_perilous(sight, to, target):
        return None
    return sight.retreat(item, target, sight.name_way(BACK))
