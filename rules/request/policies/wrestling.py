"""Grapples: when it pays to take hold of a foe, what to do with whom one holds, and how to get free."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import reach
from rules.request.course.choices import (
    ATTACK,
    BREAK_FREE,
    DEFEND,
    DISARM,
    GRAPPLE,
    HOLD,
    HURT,
    THROW,
)
from rules.request.course.sight import Sight
from rules.request.policies.heights import over_an_edge
from rules.request.policies.reaching import LIKELY, UNOPPOSED
from rules.request.policies.situation import Situation
from rules.request.policies.worth import Best

HORIZON: Final = 6  # actions in which it should pay, the one that takes hold among them
UNDEFENDED: Final = 65  # how often a blow that hits is neither parried nor dodged, in percent
UPSETS: Final = (
    13  # how often a foe of likely skill rolls higher than one's own success, in percent
)
POOR: Final = 20  # percent: below it whoever has other foes about it lets go of the one it holds
DANGEROUS: Final = (
    25  # tenths: what a weapon does at short reach that is worth wresting from somebody
)
PATIENCE: Final = 2  # rounds in which nobody was hurt: a friend for whom one holds a foe still makes nothing of it
FREEDOM: Final = 15  # tenths of harm that it is worth to be free, by itself
ROOM: Final = 20  # and more, for whoever has a weapon that wants room
CROWD: Final = 30  # and more, for each other foe about one


def take_hold(sight: Sight, situation: Situation, best: Best) -> Answer | None:
    """Grapple, if the next few actions then bring more than the best blow: more harm, less from the foe.

    What is done to somebody who is held nobody parries; and who is held strikes half as often.
    """
    item = sight.bare()
    if item < 0 or not sight.can(GRAPPLE, item):
        return None
    most = HORIZON * (best.worth // 100) * UNDEFENDED // 100
    found = -1
    for foe in sight.targets(GRAPPLE, item):
        hits = sight.chance(GRAPPLE, item, foe) * UNDEFENDED // 100
        takes = hits * _odds(sight, foe) // 100
        gain = _odds(sight, foe) * (sight.wring() + over_an_edge(sight, foe) // (HORIZON - 1))
        if sight.is_armed(foe):
            now = sight.menace(foe, max(reach.NORMAL, sight.reach_to(foe)))
            gain += LIKELY * max(0, now - sight.menace(foe, reach.SHORT) // 2)
        for friend in situation.friends:
            if friend in sight.engagers(foe):
                gain += _odds(sight, foe) * sight.menace(friend) // 2
        worth = takes * gain * (HORIZON - 1) // 100
        if worth > most:
            found, most = foe, worth
    return None if found < 0 else sight.choose(GRAPPLE, item, found)


def in_a_grip(sight: Sight, situation: Situation) -> Answer:
    """In a grapple: what hurts whom one holds most, or gets one free of it."""
    held = sight.holding()
    if held < 0:
        return _as_held(sight)
    return _as_holder(sight, situation, held) if sight.can(HURT) else _befuddled(sight)


def _befuddled(sight: Sight) -> Answer:
    """P26q: it does nothing to whom it holds, but may still get out of the hold of another."""
    return sight.choose(BREAK_FREE) if sight.holders() else sight.choose(DEFEND)


def _as_holder(sight: Sight, situation: Situation, held: int) -> Answer:
    """Throw it before the others come, or over an edge, keep it still for a friend, take its knife away, or hurt it."""
    odds = _odds(sight, held)
    if len([foe for foe in sight.engaged() if sight.is_able(foe)]) > 1:
        if odds < POOR:
            return sight.release(sight.choose(DEFEND))
        return sight.choose(THROW)
    if odds >= POOR and over_an_edge(sight, held) > 0:
        return sight.choose(THROW)
    if sight.quiet_rounds() < PATIENCE:
        for friend in situation.friends:
            if friend in sight.engagers(held) and sight.is_armed(friend):
                return sight.choose(HOLD)
    thing = sight.worst_in_hand(held)
    if thing and sight.menace(held, reach.SHORT) >= DANGEROUS:
        return sight.choose_with(DISARM, (thing,))
    blow = _blow_at(sight, [held])
    if blow.worth > 100 * odds * sight.wring():
        return sight.choose(ATTACK, blow.item, blow.target)
    return sight.choose(HURT)


def _as_held(sight: Sight) -> Answer:
    """Strike with what is short enough, or break free: the sooner the more there are about one."""
    holders = sight.holders()
    free = FREEDOM + CROWD * (len(sight.engaged()) - 1)
    if sight.longest_held() > reach.SHORT_WEAPON:
        free += ROOM
    blow = _blow_at(sight, holders)
    if blow.worth > 100 * _odds(sight, holders[0]) * free:
        return sight.choose(ATTACK, blow.item, blow.target)
    return sight.choose(BREAK_FREE)


def _odds(sight: Sight, other: int) -> int:
    """How often one wins an opposed roll, as far as one can know, in percent: a good wrestler loses few to a likely foe."""
    chance = sight.grip_chance(other)
    return max(chance * UNOPPOSED // 100, chance - UPSETS)


def _blow_at(sight: Sight, foes: list[int]) -> Best:
    """The best blow at those one is in a grapple with: they are adjacent, so any weapon gets there."""
    best = Best()
    for foe in foes:
        for item in sight.strikers():
            best.weigh(sight, ATTACK, item, foe)
    return best


def grab(sight: Sight) -> Answer | None:
    """The reckless: with nothing in hand, whoever is nearest is taken hold of."""
    item = sight.bare()
    if item < 0 or sight.is_armed() or not sight.can(GRAPPLE, item):
        return None
    return sight.choose(GRAPPLE, item, sight.targets(GRAPPLE, item)[0])


def tear(sight: Sight) -> Answer:
    """The reckless in a grapple: hurt whom one holds, and strike at whoever holds one."""
    if sight.holding() >= 0:
        return sight.choose(HURT) if sight.can(HURT) else _befuddled(sight)
    blow = _blow_at(sight, sight.holders())
    if blow.worth > 0:
        return sight.choose(ATTACK, blow.item, blow.target)
    return sight.choose(BREAK_FREE)
