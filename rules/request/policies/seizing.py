"""The short questions of a fight with places: strike first, hold, follow, engage, mind one of several."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import reach
from rules.request.course.choices import (
    BREAKAWAY,
    DECLINE,
    ENGAGE,
    FOCUS,
    OPPORTUNITY,
    OPPOSE,
)
from rules.request.course.seen.kinds import (
    DEFENCE,
    ENGAGE_KIND,
    FOCUS_KIND,
    FOLLOW_KIND,
    OPPORTUNITY_KIND,
    OPPOSE_KIND,
    RIPOSTE_KIND,
)
from rules.request.course.sight import Sight
from rules.request.policies.common import has_bow, react
from rules.request.policies.heights import is_perilous
from rules.request.policies.temper import stays

A_CROWD: Final = 2
PERIL: Final = 5  # half a foe more: an edge behind one


def seize(sight: Sight) -> Answer:
    """Strike first, with whatever does the most harm on average."""
    target = sight.striker()
    best = 0
    item = -1
    for i in sight.openers():
        worth = sight.chance(OPPORTUNITY, i, target) * sight.harm(OPPORTUNITY, i, target)
        if worth > best:
            best, item = worth, i
    return sight.choose(DECLINE) if item < 0 else sight.choose(OPPORTUNITY, item)


def hold(sight: Sight) -> Answer:
    """Oppose, with whatever has the best chance."""
    best = 0
    item = -1
    for i, arm in enumerate(sight.items()):
        if arm.close is None or not sight.can(OPPOSE, i):
            continue
        chance = sight.contest_chance(i)
        if chance > best:
            best, item = chance, i
    return sight.choose(DECLINE) if item < 0 else sight.choose(OPPOSE, item)


def mind(sight: Sight) -> Answer:
    """Mind whoever looks the most dangerous."""
    return sight.choose(FOCUS, -1, most_dangerous(sight))


def most_dangerous(sight: Sight) -> int:
    """Of those about one, who has the heaviest weapon and the fewest wounds."""
    best = -1
    worst = -1
    for other in sight.about_me():
        danger = sight.menace(other) * 10 // (1 + sight.wounds_of(other))
        if danger > worst:
            best, worst = other, danger
    return best


def follow(sight: Sight, most: int) -> Answer:
    """Come after it: at long reach to two steps off, else beside it, where the fewest other foes stand.

    Not where more than *most* of those stand.
    """
    foe = sight.striker()
    apart = 2 if sight.reach_to(foe) == reach.LONG and sight.keeps_off() else 1
    best = -1
    fewest = 0
    for h in sight.follow_hexes():
        crowd = 10 * foes_beside(sight, h, foe) + abs(sight.gap_from(h, foe) - apart)
        if is_perilous(sight, h, foe):
            crowd += PERIL
        if best < 0 or crowd < fewest:
            best, fewest = h, crowd
    if best < 0 or fewest >= 10 * (most + 1):
        return sight.choose(DECLINE)
    return sight.follow(best)


def foes_beside(sight: Sight, h: int, but: int) -> int:
    """How many able foes, *but* for one, one would stand beside on a hex."""
    count = 0
    for other in sight.foes():
        if other != but and sight.is_able(other) and sight.gap_from(h, other) <= 1:
            count += 1
    return count


def soberly(sight: Sight) -> Answer:
    """The steady: strike first, hold whom one would keep, follow where no crowd waits."""
    if sight.kind in (DEFENCE, RIPOSTE_KIND):
        return react(sight)
    if sight.kind in (OPPOSE_KIND, FOLLOW_KIND) and stays(sight):
        return sight.choose(DECLINE)
    if sight.kind == OPPOSE_KIND:
        # An archer is glad to see the back of a foe, and so is whoever cannot strike.
        if sight.occasion() == BREAKAWAY and (has_bow(sight) or sight.is_muddled()):
            return sight.choose(DECLINE)
        return hold(sight)
    if sight.kind == FOLLOW_KIND:
        if has_bow(sight) or sight.is_muddled():
            return sight.choose(DECLINE)
        return follow(sight, max(1, len(sight.engaged()) - 1))
    return readily(sight)


def madly(sight: Sight) -> Answer:
    """The reckless: strike first, hold everybody, follow everywhere."""
    if sight.kind in (DEFENCE, RIPOSTE_KIND):
        return react(sight)
    if sight.kind in (OPPOSE_KIND, FOLLOW_KIND) and stays(sight):
        return sight.choose(DECLINE)
    if sight.kind == OPPOSE_KIND:
        return hold(sight)
    if sight.kind == FOLLOW_KIND:
        return follow(sight, len(sight.foes()))
    return readily(sight)


def readily(sight: Sight) -> Answer:
    """Strike first, engage whoever comes to the point of a long weapon, mind the most dangerous; else nothing."""
    if sight.kind == OPPORTUNITY_KIND:
        return seize(sight)
    if sight.kind == ENGAGE_KIND:
        return sight.choose(ENGAGE)
    if sight.kind == FOCUS_KIND:
        return mind(sight)
    return sight.nothing()
