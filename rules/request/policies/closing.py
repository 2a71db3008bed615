"""How to come to blows: by charge, by a move that ends beside a foe or within reach of it, or some steps nearer."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Answer
from rules.request.chapters import formation
from rules.request.chapters.crowd import LARGE
from rules.request.course.choices import (
    CHARGE,
    CLOSE,
    DEFEND,
    FLANK,
    KEEP_REACH,
    MOVE,
    NOWHERE,
    SPRINT,
    TO_HEX,
)
from rules.request.course.sight import Sight
from rules.request.policies.heights import charge_over, lie_of
from rules.request.policies.situation import LONG_QUIET, Situation, charge_reach, likes_distance
from rules.request.policies.worth import Best

CHARGED: Final = 25  # what the rush adds on average, in tenths
TWO: Final = 2

# What a hex is worth to strike from.
OPENING: Final = 30  # less, for each foe that could strike first
IN_PAIRS: Final = 25  # more, where a friend has engaged the foe and both could flank it
ALL_ROUND: Final = 25  # more, where it would be surrounded
AGAINST_HURT: Final = 4  # more, for each degree of the foe's wounds
AT_ARCHER: Final = 10
NO_PLACE: Final = -2000  # so many engage the foe that nobody else can
CONTESTED: Final = 100  # less, where a friend may go who comes first


def best_charge(sight: Sight, situation: Situation) -> Best:
    """The charge where chance times harm is best; with a long weapon not at foes whose weapons are short."""
    best = Best()
    strikers = sight.strikers()
    if not strikers or situation.nearest > charge_reach(sight.stride()) or not can_run(sight):
        return best
    for target in sight.targets(CHARGE, strikers[0]):
        if likes_distance(sight, target):
            continue
        for item in strikers:
            best.weigh(sight, CHARGE, item, target, CHARGED + charge_over(sight, item, target))
    return best


class Landing:
    """The best hex found so far to strike from, and at whom."""

    __slots__ = ("target", "to", "worth")

    def __init__(self) -> None:
        self.to: int = -1
        self.target: int = -1
        self.worth: int = 0


def arrive(sight: Sight, situation: Situation) -> Answer | None:
    """A move that ends where one can strike: few openings on the way, friends on the other side of the foe.

    Until one is bold, only to where nobody can strike first.
    """
    if situation.nearest > sight.stride() + TWO:
        return None
    best = Landing()
    for to in sight.hexes(MOVE):
        _weigh_hex(sight, situation, to, best)
    if best.to < 0:
        return None
    if gives_way(sight, situation, best.to):
        return sight.choose(DEFEND)
    return sight.go(MOVE, _word(sight, MOVE, best.to, best.target, situation.friends))


def _weigh_hex(sight: Sight, situation: Situation, to: int, best: Landing) -> None:
    openings = -1
    for foe in situation.foes:
        apart = sight.gap_from(to, foe)
        if apart > TWO or (apart == TWO and not sight.keeps_off()):
            continue
        if apart == TWO and not sight.sees_from(to, foe):
            continue
        if apart == 1 and likes_distance(sight, foe):
            continue
        if openings < 0:
            openings = len(sight.openings_to(to))
            if openings and not situation.is_bold:
                return
        worth = 1000 - OPENING * openings + sight.wounds_of(foe) * AGAINST_HURT
        worth += _company(sight, foe, to) - hexes.distance(to, sight.place())
        worth += lie_of(sight, to, foe)
        if sight.could_shoot(foe):
            worth += AT_ARCHER
        if is_contested(sight, situation, to):
            worth -= CONTESTED
        if worth > best.worth:
            best.worth = worth
            best.to = to
            best.target = foe


def is_contested(sight: Sight, situation: Situation, to: int) -> bool:
    """Is a free friend nearer to the hex, or as near and first by the number of its own hex?"""
    here = sight.place()
    mine = hexes.distance(here, to)
    for friend in situation.rivals:
        there = sight.place_of(friend)
        theirs = hexes.distance(there, to)
        first = theirs < mine or (theirs == mine and there < here)
        if first and theirs <= sight.stride(friend):
            return True
    return False


def gives_way(sight: Sight, situation: Situation, to: int) -> bool:
    """Does one leave a hex to a friend for now?  Once: whoever has waited on guard goes there.

    D7f: else two who act at one moment might race for it, and both stay where they are, again and again.
    """
    return not sight.is_defending() and is_contested(sight, situation, to)


def _company(sight: Sight, foe: int, to: int) -> int:
    """What it is worth to join the friends who have engaged a foe already."""
    others = sight.engagers(foe)
    if not others:
        return 0
    if len(others) >= sight.places_round(foe):
        return NO_PLACE
    filled = positions(sight, foe, others)
    i = nearest_position(sight, foe, to)
    filled[i] = True
    if len(others) >= TWO and formation.is_even(filled):
        return IN_PAIRS + ALL_ROUND
    return IN_PAIRS


def around(sight: Sight, foe: int) -> list[int]:
    """The positions round somebody: six hexes, or twelve."""
    h = sight.place_of(foe)
    return hexes.neighbours(h) if sight.size_of(foe) <= LARGE else hexes.ring(h)


def positions(sight: Sight, foe: int, others: list[int]) -> list[bool]:
    """Which positions round a foe are held by those who engage it."""
    places = around(sight, foe)
    filled = [False] * len(places)
    for one in others:
        filled[nearest_position(sight, foe, sight.place_of(one))] = True
    return filled


def nearest_position(sight: Sight, foe: int, h: int) -> int:
    """The position round a foe that lies nearest to a hex."""
    places = around(sight, foe)
    best = 0
    for i, place in enumerate(places):
        if hexes.distance(place, h) < hexes.distance(places[best], h):
            best = i
    return best


def draw_near(sight: Sight, situation: Situation) -> Answer | None:
    """Some steps towards the nearest foe that one can get nearer to, by sprint from far off.

    Until one is bold, not to where one of them could charge.
    """
    for foe in situation.by_distance():
        if sight.gap(foe) <= 1 or len(sight.engagers(foe)) >= sight.places_round(foe):
            continue
        apart = TWO if likes_distance(sight, foe) and sight.gap(foe) > TWO else 1
        answer = nearer(sight, foe, apart, situation)
        if answer is not None:
            return answer
    return None


def nearer(sight: Sight, foe: int, apart: int, situation: Situation) -> Answer | None:
    """One move or sprint nearer to a foe, straight or round whoever stands in the way."""
    gap = sight.gap(foe)
    verb = MOVE
    if gap > charge_reach(sight.stride()) + sight.stride() - 1 and can_run(sight):
        verb = SPRINT
    to = sight.way_to(verb, CLOSE, foe)
    if to >= 0 and gives_way(sight, situation, to):
        aside = _aside(sight, situation, verb, foe, apart)
        return None if aside < 0 else sight.go(verb, sight.name_way(TO_HEX, aside))
    if to >= 0 and sight.gap_from(to, foe) >= apart:
        if not situation.is_bold and _is_exposed(sight, situation, to):
            return None
        return sight.go(verb, sight.name_way(CLOSE, to, foe))
    if not situation.is_bold:
        return None
    if can_run(sight):
        verb = SPRINT
    to = sight.detour(verb, foe, apart)
    if to < 0:
        return None
    return sight.go(verb, sight.name_way(TO_HEX, to))


def _aside(sight: Sight, situation: Situation, verb: int, foe: int, apart: int) -> int:
    """The hex nearest to a foe, and nearer than one's own, that no friend comes to first; NOWHERE without."""
    best = NOWHERE
    least = sight.gap(foe)
    for to in sight.hexes(verb):
        gap = sight.gap_from(to, foe)
        if apart <= gap < least and not is_contested(sight, situation, to):
            if not situation.is_bold and _is_exposed(sight, situation, to):
                continue
            best, least = to, gap
    return best


def dithers(sight: Sight) -> bool:
    """Has it been quiet for rounds on end, and does one hold still this time?

    So that two who always move at the same moment do not go past each other for ever.  Whom a
    friend holds goes past nobody: there one comes to help.
    """
    if sight.quiet_rounds() < LONG_QUIET or sight.luck() % TWO:
        return False
    for foe in sight.foes():
        held = len(sight.engagers(foe)) if sight.is_able(foe) else 0
        if 0 < held < sight.places_round(foe) and sight.is_there_a_way(foe):
            return False
    return True


def can_run(sight: Sight) -> bool:
    """Free to run, and on one's feet?"""
    return sight.can(SPRINT)


def _is_exposed(sight: Sight, situation: Situation, to: int) -> bool:
    """Could any foe charge at somebody on this hex?"""
    for foe in situation.foes:
        if sight.gap_from(to, foe) <= charge_reach(sight.stride(foe)):
            return True
    return False


def _word(sight: Sight, verb: int, to: int, target: int, friends: list[int]) -> str:
    """A hex by what it is for, if that leads to it."""
    for purpose in (KEEP_REACH, CLOSE):
        if sight.way_to(verb, purpose, target) == to:
            return sight.name_way(purpose, to, target)
    for friend in friends:
        if sight.gap_between(friend, target) == 1 and (
            sight.way_to(verb, FLANK, target, friend) == to
        ):
            return sight.name_way(FLANK, to, target, friend)
    return sight.name_way(TO_HEX, to)


def rush(sight: Sight, foes: list[int]) -> Answer | None:
    """The reckless: beside the first of these foes that can be got at, by the shortest way."""
    for foe in foes:
        for verb in (MOVE, SPRINT):
            to = sight.way_to(verb, CLOSE, foe)
            if to >= 0 and (verb == SPRINT or sight.gap_from(to, foe) == 1):
                return sight.go(verb, sight.name_way(CLOSE, to, foe))
        to = sight.detour(SPRINT, foe, 1)
        if to >= 0:
            return sight.go(SPRINT, sight.name_way(TO_HEX, to))
    return None
