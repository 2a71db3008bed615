"""Harm that is nobody's blow: what burns, falls on somebody, or is run into."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.request.chapters import wounds
from rules.request.course.combatant import Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.landing import hurt, told_points
from rules.request.course.state import State
from rules.request.model import LOCATIONS

ANYWHERE: Final = -1


class Harm:
    """So many dice and points of damage, where they land, and whether armour helps."""

    __slots__ = ("armour", "bonus", "count", "place", "rule", "sides")

    def __init__(self, dice: tuple[int, int, int], place: int, armour: bool, rule: str) -> None:
        self.count: int = dice[0]
        self.sides: int = dice[1]
        self.bonus: int = dice[2]
        self.place: int = place
        self.armour: bool = armour
        self.rule: str = rule


def befall(
    fight: State, at: Combatant, kind: str, harm: Harm, facts: dict[str, str], figures: list[Figure]
) -> None:
    """Roll it, tell it as an event of this *kind*, and let it land: the wound follows by rule."""
    terms: list[Term] = []
    points = harm.bonus
    text = f"{harm.count}D{harm.sides}" if harm.count else ""
    if harm.count:
        rolled = 0
        for _ in range(harm.count):
            rolled += fight.dice.roll(harm.sides)
        points += rolled
        terms.append(Term(text, rolled, harm.rule))
    if harm.bonus or not harm.count:
        terms.append(Term("points", harm.bonus, harm.rule))
    place = harm.place
    found = 0
    if place == ANYWHERE:
        found = fight.dice.roll(20)
        place = wounds.location(found)
    stopped = at.armour[place] if harm.armour else 0
    warded = at.ward if harm.armour else 0
    points = max(0, points)
    through = max(0, points - stopped - warded)
    if fight.log is not None:
        figures.append(figure("damage", terms, harm.rule, 0, text))
        if found:
            figures.append(rolled_figure("location_roll", "1D20", found, "P22"))
        sums = [Term("damage", points, harm.rule)]
        if stopped:
            sums.append(Term("armour", -stopped, "P29a"))
        if warded:
            sums.append(Term("warded", -warded, "P26l"))
        figures.append(figure("through", sums, harm.rule, 0))
        was = Term("was", told_points(fight, at, place), "P23")
        less = Term("damage through", -through, "P21")
        figures.append(figure("hit_points", [was, less], "P23"))
        fight.emit(kind, at=at.index, place=LOCATIONS[place], facts=facts, figures=figures)
    hurt(fight, at, place, through)
