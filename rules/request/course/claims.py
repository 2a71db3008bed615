"""One hex for several who move at one moment: who gets it, and how far the others come."""

from __future__ import annotations

from rules.kernel.model import Figure, Term
from rules.request.chapters import rolls
from rules.request.course.chances import athletics_chance, contest_chance, roll_used
from rules.request.course.choices import BREAKAWAY, Choice
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.ground import body
from rules.request.course.state import State


def settle_claims(fight: State, deeds: list[Choice], ways: list[list[int]]) -> list[bool]:
    """D7f: of those whose ways end on one hex the best gets it, of equals nobody; say who did not.

    The others come one step less far: *ways* are cut.
    """
    lost = [False] * len(deeds)
    settled = [False] * len(deeds)
    for i in range(len(deeds)):
        if settled[i] or len(ways[i]) < 2:  # noqa: PLR2004 - a way of one step
            continue
        rivals = [i]
        for j in range(i + 1, len(deeds)):
            if len(ways[j]) > 1 and _overlap(fight, deeds[i], ways[i], deeds[j], ways[j]):
                rivals.append(j)
        if len(rivals) > 1:
            best = _best(fight, deeds, rivals)
            for j in rivals:
                settled[j] = True
                lost[j] = j != best
    for i, way in enumerate(ways):
        if lost[i]:
            ways[i] = way[:-1]
    return lost


def _overlap(fight: State, one: Choice, way: list[int], other: Choice, its: list[int]) -> bool:
    """Would the two stand on one hex?"""
    covered = body(way[-1], fight.people[one.by].girth)
    for h in body(its[-1], fight.people[other.by].girth):
        if h in covered:
            return True
    return False


def _best(fight: State, deeds: list[Choice], rivals: list[int]) -> int:
    """Everybody rolls; the one who wins, or -1 if nobody does."""
    levels: list[int] = []
    rolled: list[int] = []
    for i in rivals:
        c = fight.people[deeds[i].by]
        terms: list[Term] | None = [] if fight.log is not None else None
        skill = "Athletics"
        if deeds[i].verb == BREAKAWAY:
            item = deeds[i].item
            skill = c.arms[item].id if item >= 0 else "Dodge"
            chance = contest_chance(fight, c, item, terms)
        else:
            chance = athletics_chance(fight, c, skill, terms)
        d100 = fight.dice.roll(100)
        roll_used(fight, c)
        level = rolls.level(d100, chance, fight.option_round_up, fight.option_fumble_from)
        levels.append(level)
        rolled.append(d100)
        if terms is not None:
            facts = {"verb": "hex", "skill": skill, "level": rolls.LEVEL_NAMES[level]}
            figures: list[Figure] = [
                figure("contest_chance", terms, "P9"),
                rolled_figure("contest_roll", "1D100", d100, "P9"),
            ]
            fight.emit("contest", by=c.index, facts=facts, figures=figures)
    best = 0
    for i in range(1, len(rivals)):
        if beats(levels[i], rolled[i], levels[best], rolled[best]):
            best = i
    if levels[best] < rolls.SUCCESS:
        return -1
    for i in range(len(rivals)):
        if i != best and not beats(levels[best], rolled[best], levels[i], rolled[i]):
            return -1
    return rivals[best]


def beats(level: int, rolled: int, other_level: int, other_rolled: int) -> bool:
    """P18b: the higher level, and of two equal successes the higher roll."""
    if level != other_level:
        return level > other_level
    return level >= rolls.SUCCESS and rolled > other_rolled
