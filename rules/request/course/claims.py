"""Moves of one moment that cannot all be made: who makes its own, and how far the others come."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.model import Figure, Term
from rules.request.chapters import mastery, rolls
from rules.request.course.chances import (
    athletics_chance,
    contest_chance,
    roll_used,
    weighed_down,
)
from rules.request.course.choices import BREAKAWAY, MOVE, Choice
from rules.request.course.combatant import Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.ground import body
from rules.request.course.proving import BY_ATHLETICS, BY_DODGE, of_arm, prove
from rules.request.course.state import State
from rules.request.course.table import roll
from rules.request.course.ways import comes_down, keeps_to


def settle_claims(
    fight: State, deeds: list[Choice], ways: list[list[int]], shown: list[int]
) -> list[bool]:
    """D7f: of those whose ways end on one hex the best gets it, of equals nobody; say who did not.

    The others come one step less far: *ways* are cut.  *shown* are the dice that a table
    rolled for it, which count for one race each.
    """
    lost = [False] * len(deeds)
    while _settle_ends(fight, deeds, ways, shown, lost):
        pass  # those who come one step less far may want one hex again
    return lost


def _settle_ends(
    fight: State, deeds: list[Choice], ways: list[list[int]], shown: list[int], lost: list[bool]
) -> bool:
    """Settle every hex that several ways end on; was there any?"""
    settled = [False] * len(deeds)
    stops = [False] * len(deeds)
    for i in range(len(deeds)):
        if settled[i] or len(ways[i]) < 2:  # noqa: PLR2004 - a way of one step
            continue
        rivals = [i]
        for j in range(i + 1, len(deeds)):
            if len(ways[j]) > 1 and _overlap(fight, deeds[i], ways[i], deeds[j], ways[j]):
                rivals.append(j)
        if len(rivals) > 1:
            ends = [hexes.name(ways[j][-1]) for j in rivals]
            best = _best(fight, deeds, rivals, shown, ends)
            for j in rivals:
                settled[j] = True
                stops[j] = j != best
    for i, way in enumerate(ways):
        if stops[i]:
            ways[i] = way[:-1]
            lost[i] = True
    return True in stops


def settle_partings(
    fight: State, deeds: list[Choice], ways: list[list[int]], shown: list[int]
) -> list[bool]:
    """D7g: of foes whose ways round each other lead them apart the best goes on; say who stops before that.

    *ways* are cut, down to where nobody has gone a step if need be: to all who stand still
    each way keeps its reach.
    """
    stops = [False] * len(deeds)
    for i in range(len(deeds)):
        if stops[i] or len(ways[i]) < 2:  # noqa: PLR2004 - a way of one step
            continue
        rivals = _who_part(fight, deeds, ways, i)
        if len(rivals) == 1:
            continue
        best = _best(fight, deeds, rivals, shown, [])
        losers = [j for j in rivals if j != best]
        for j in losers:
            stops[j] = True
        longest = max([len(ways[j]) for j in losers])
        for left in range(longest - 1, 0, -1):
            if not _any_part(fight, deeds, ways, rivals):
                break
            for j in losers:
                ways[j] = ways[j][:left]
    return stops


def _who_part(fight: State, deeds: list[Choice], ways: list[list[int]], first: int) -> list[int]:
    """The deed *first*, and those who would come apart from it or from one another of these."""
    found = [first]
    for i in found:
        for j in range(len(deeds)):
            if j not in found and _part(fight, deeds[i], ways[i], deeds[j], ways[j]):
                found.append(j)
    found.sort()
    return found


def _any_part(fight: State, deeds: list[Choice], ways: list[list[int]], rivals: list[int]) -> bool:
    for i in rivals:
        for j in rivals:
            if i < j and _part(fight, deeds[i], ways[i], deeds[j], ways[j]):
                return True
    return False


def _part(fight: State, one: Choice, way: list[int], other: Choice, its: list[int]) -> bool:
    """Would two foes who go round each other, one after the other, lose their reach?"""
    if one.verb != MOVE or other.verb != MOVE or not way or not its:
        return False
    c = fight.people[one.by]
    d = fight.people[other.by]
    if d.index not in c.foes:
        return False
    ground = fight.the_ground()
    for h in way:
        if not keeps_to(ground, c, h, d, its[-1]):
            return True
    for h in its:
        if not keeps_to(ground, d, h, c, way[-1]):
            return True
    return False


def _overlap(fight: State, one: Choice, way: list[int], other: Choice, its: list[int]) -> bool:
    """Would the two stand on one hex?"""
    if ends_high(fight, one) != ends_high(fight, other):
        return False
    covered = body(way[-1], fight.people[one.by].girth)
    for h in body(its[-1], fight.people[other.by].girth):
        if h in covered:
            return True
    return False


def ends_high(fight: State, deed: Choice) -> bool:
    """Is whoever does it in the high band when it is done?"""
    c = fight.people[deed.by]
    return deed.rises() or (c.high and not comes_down(c, deed.verb))


def _best(
    fight: State, deeds: list[Choice], rivals: list[int], shown: list[int], ends: list[str]
) -> int:
    """Everybody rolls, for the hexes where their ways end or (none) for the way round; the one who wins, or -1 if nobody does."""
    levels: list[int] = []
    rolled: list[int] = []
    figures: list[list[Figure]] = []
    for i, less in enumerate(_losses(fight, deeds, rivals)):
        c = fight.people[deeds[rivals[i]].by]
        terms: list[Term] | None = [] if fight.log is not None else None
        chance = _chance(fight, deeds[rivals[i]], terms) - weighed_down(less, terms)
        by_hand = shown[rivals[i]]
        shown[rivals[i]] = 0
        d100 = roll(fight, 100, by_hand)
        roll_used(fight, c)
        level = rolls.level(d100, chance, fight.option_round_up, fight.option_fumble_from)
        prove(c, _proof(deeds[rivals[i]]), level)
        levels.append(level)
        rolled.append(d100)
        if terms is not None:
            chance_why = figure("contest_chance", terms, "P9")
            die = rolled_figure("contest_roll", "1D100", d100, "P9", by_hand != 0)
            figures.append([chance_why, die])
    best = _winner(levels, rolled)
    if fight.log is not None:
        winner = fight.people[deeds[rivals[best]].by].id if best >= 0 else ""
        for i, rival in enumerate(rivals):
            c = fight.people[deeds[rival].by]
            facts = {
                "verb": "hex" if ends else "circle",
                "skill": _skill(c, deeds[rival]),
                "level": rolls.LEVEL_NAMES[levels[i]],
                "winner": winner,
            }
            if ends:
                facts["to"] = ends[i]
            fight.emit("contest", by=c.index, facts=facts, figures=figures[i])
    return rivals[best] if best >= 0 else -1


def _winner(levels: list[int], rolled: list[int]) -> int:
    """Whose roll beats all others; -1 for nobody's."""
    best = 0
    for i in range(1, len(levels)):
        if beats(levels[i], rolled[i], levels[best], rolled[best]):
            best = i
    if levels[best] < rolls.SUCCESS:
        return -1
    for i in range(len(levels)):
        if i != best and not beats(levels[best], rolled[best], levels[i], rolled[i]):
            return -1
    return best


def _losses(fight: State, deeds: list[Choice], rivals: list[int]) -> list[int]:
    """P13b: what the skills over 100 of the others take off each."""
    return mastery.lost([_chance(fight, deeds[i], None) for i in rivals])


def _chance(fight: State, deed: Choice, terms: list[Term] | None) -> int:
    """The modified skill that settles whose a hex is: of a breakaway its own, else Athletics."""
    c = fight.people[deed.by]
    if deed.verb == BREAKAWAY:
        return contest_chance(fight, c, deed.item, terms)
    return athletics_chance(fight, c, "Athletics", terms)


def _skill(c: Combatant, deed: Choice) -> str:
    """Its name: the id of a weapon, Dodge or Athletics."""
    if deed.verb != BREAKAWAY:
        return "Athletics"
    return c.arms[deed.item].id if deed.item >= 0 else "Dodge"


def _proof(deed: Choice) -> int:
    """The same skill, as `proving` counts them."""
    if deed.verb != BREAKAWAY:
        return BY_ATHLETICS
    return of_arm(deed.item) if deed.item >= 0 else BY_DODGE


def beats(level: int, rolled: int, other_level: int, other_rolled: int) -> bool:
    """P18b: the higher level, and of two equal successes the higher roll."""
    if level != other_level:
        return level > other_level
    return level >= rolls.SUCCESS and rolled > other_rolled
