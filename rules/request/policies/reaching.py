"""At which reach to fight: long with a spear against knives, short with a knife against spears, if it pays."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import reach
from rules.request.course.choices import BREAKAWAY, CLOSER, FARTHER, MOVE, TO_HEX
from rules.request.course.sight import Sight
from rules.request.policies.situation import LONG_QUIET

LIKELY: Final = 50  # the skill that one supposes in a foe, in percent
UNOPPOSED: Final = (
    65  # how often the foe loses a contest that one's own roll has not lost, in percent
)
HORIZON: Final = 4  # for so many actions it should pay, divided by how many share the foe


def better_reach(sight: Sight) -> Answer | None:
    """Set the reach to everybody closer or farther if the next few actions then bring more than a blow now.

    After rounds of quiet enough has been said about that.
    """
    if sight.quiet_rounds() >= LONG_QUIET:
        return None
    item = best_contest(sight)
    foes = sight.engaged()
    now = _standing(sight, foes, [], 0)
    best = 0
    found = CLOSER
    for verb, step in ((CLOSER, -1), (FARTHER, 1)):
        open_to = sight.reach_foes(verb)
        if not open_to:
            continue
        gain = _standing(sight, foes, open_to, step) - now
        if gain > best:
            best, found = gain, verb
    if best == 0 or item < 0 or not sight.can(found, item):
        return None
    chance = sight.contest_chance(item) * UNOPPOSED // 100
    sharers = 1
    for foe in foes:
        sharers = max(sharers, len(sight.engagers(foe)))
    if chance * best * HORIZON // (100 * sharers) <= _blow_now(sight, foes):
        return None
    return sight.set_reach(found, item)


def come_on(sight: Sight) -> Answer | None:
    """Closer to whoever one is engaged with and cannot get at, or to where it is in view: it stands round a corner."""
    item = best_contest(sight)
    if item >= 0 and sight.reach_foes(CLOSER):
        return sight.set_reach(CLOSER, item)
    here = sight.place()
    for foe in sight.engaged():
        if sight.sees_from(here, foe):
            continue
        for to in sight.hexes(MOVE):
            if sight.sees_from(to, foe):
                return sight.go(MOVE, sight.name_way(TO_HEX, to))
    return None


def best_contest(sight: Sight) -> int:
    """The weapon in hand with the best chance in a contest, -1 without any."""
    best = -1
    most = 0
    in_use = sight.strikers()
    if sight.is_muddled():  # P26q: it does not strike with them
        in_use = tuple([item for item in sight.parriers() if sight.can(BREAKAWAY, item)])
    for item in in_use:
        chance = sight.contest_chance(item)
        if chance > most:
            best, most = item, chance
    return best


def _standing(sight: Sight, foes: list[int], open_to: list[int], step: int) -> int:
    """What an action each is worth to one less what it is to them, with the reach to some a step on."""
    mine = 0
    total = 0
    for foe in foes:
        pair = sight.reach_to(foe) + (step if foe in open_to else 0)
        blow = _blow(sight, foe, pair)
        mine = max(mine, blow)
        total -= LIKELY * sight.menace(foe, pair)
        if pair == reach.LONG and sight.keeps_off() and sight.longest(foe) <= reach.SHORT_WEAPON:
            # R33: each of its attacks gives one first, and sooner or later it comes closer.
            total += _long_blow(sight, foe) // 2
    return total + mine


def _blow_now(sight: Sight, foes: list[int]) -> int:
    best = 0
    for foe in foes:
        best = max(best, _blow(sight, foe, sight.reach_to(foe)))
    return best


def _blow(sight: Sight, foe: int, pair: int) -> int:
    """The best blow at a foe at this reach, less what it costs to come past the point of a long weapon."""
    best = 0
    for item in sight.strikers():
        worth = sight.reach_worth(item, foe, pair)
        short = sight.items()[item].reach <= reach.SHORT_WEAPON
        if pair == reach.LONG and short and sight.has_long_weapon(foe):
            worth -= LIKELY * sight.menace(foe, pair)
        best = max(best, worth)
    return best


def _long_blow(sight: Sight, foe: int) -> int:
    best = 0
    for item in sight.strikers():
        if reach.is_long(sight.items()[item].reach):
            best = max(best, sight.reach_worth(item, foe, reach.LONG))
    return best
