"""What several minds do alike: choose a foe, a weapon, a defence."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.choices import ANSWER, RETARGET
from rules.rivers.course.sight import Sight

NOTHING: Final = -1


def react(sight: Sight) -> Answer:
    """Meet an attack with the better defence; strike the weakest that is left; cast nothing."""
    if sight.kind == ANSWER:
        best = NOTHING
        skill = -1
        for one in sight.answers():
            if sight.defence_skill(one) > skill:
                best, skill = one, sight.defence_skill(one)
        return sight.meet(best)
    if sight.kind == RETARGET:
        return sight.strike(weakest(sight, sight.others()))
    return sight.default()


def partner(sight: Sight) -> int:
    """S3: whom one fights if everybody is to have somebody; then whoever is free, or the weakest; -1 for nobody."""
    mine = sight.shared()
    if sight.can_choose(mine):
        return mine
    choosable = sight.choosable()
    for one in choosable:
        if sight.foes_of(one) == 0:
            return one
    return weakest(sight, choosable) if choosable else NOTHING


def weakest(sight: Sight, foes: list[int]) -> int:
    """Whoever is hurt most, the first of equals."""
    best = foes[0]
    if len(foes) > 1:
        most = -1
        for one in foes:
            hurts = sight.hurts(one)
            if hurts > most:
                best, most = one, hurts
    return best


def best_item(sight: Sight, verb: int) -> int:
    """The weapon that promises most, one in hand before one that is not; -1 for none."""
    best = NOTHING
    worth = -1
    for item in sight.items():
        this = sight.worth(item)
        if this > worth and sight.can(verb, item):
            best, worth = item, this
    return best
