"""What is said beside an answer: the formation about a foe, and whom one minds."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import formation
from rules.request.course.sight import Sight
from rules.request.policies.closing import positions
from rules.request.policies.seizing import most_dangerous
from rules.request.policies.situation import Situation

TWO: Final = 2


def with_words(sight: Sight, situation: Situation, answer: Answer, target: int) -> Answer:
    """The same answer; where two have engaged *target* and nothing is formed, flanking is declared."""
    wanted = wanted_about(sight, situation, target)
    return answer if wanted == formation.NONE else sight.declare(answer, wanted, target)


def with_an_eye(sight: Sight, answer: Answer) -> Answer:
    """The same answer; with foes about one of whom none is minded, the most dangerous is from now on."""
    if sight.about_me() and sight.focus() < 0:
        return sight.mind(answer, most_dangerous(sight))
    return answer


def wanted_about(sight: Sight, situation: Situation, target: int) -> int:
    """The formation worth declaring about a foe, NONE if nothing needs to be said."""
    others = sight.engagers(target)
    if len(others) < TWO:
        return formation.NONE
    formed = sight.formation_about(target)
    declared = sight.has_declared(target)
    if formed == formation.SURROUNDED or _has_company(sight, situation, target):
        return formation.NONE
    if declared == formation.FLANKED:
        if _can_surround(sight, target, others):
            return formation.SURROUNDED
        return formation.NONE
    return formation.FLANKED if _can_flank(sight, target, others) else formation.NONE


def _has_company(sight: Sight, situation: Situation, target: int) -> bool:
    """R40: a friend beside it keeps a foe from being flanked."""
    for foe in situation.foes:
        if foe != target and sight.gap_between(foe, target) == 1:
            return True
    return False


def _can_flank(sight: Sight, target: int, others: list[int]) -> bool:
    """R40: no friend of the target engages any of them."""
    foes = sight.foes()
    for one in others:
        for engaging in sight.engagers(one):
            if engaging != target and engaging in foes:
                return False
    return True


def _can_surround(sight: Sight, target: int, others: list[int]) -> bool:
    """R42: three at least, all round it, and nobody else engages any of them."""
    if len(others) <= TWO:
        return False
    for one in others:
        if len(sight.engagers(one)) > 1:
            return False
    return formation.is_even(positions(sight, target, others))
