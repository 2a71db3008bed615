"""Whatever a game master does to a fight with places, every mind answers within the rules."""

from __future__ import annotations

import pytest

from rules.kernel.dice import dice_for, fight_seed
from rules.kernel.errors import IllegalAmendmentError
from rules.request.course.machine import begin
from rules.request.policies import POLICIES
from tests.machine.map_stories import map_setup, map_whim


def check(number: int, mind: str) -> None:
    """A fight on a small crowded map, to which something is done at every fourth wait."""
    fight = begin(map_setup(number), fight_seed(number))
    dice = dice_for(fight_seed(number), "whims")
    while fight.questions():
        if dice.roll(4) == 1:
            try:
                fight.amend("game master", "a whim", map_whim(fight, dice))
            except IllegalAmendmentError:
                continue
        answers = [POLICIES[mind](question.sight()) for question in fight.questions()]
        for question, answer in zip(fight.questions(), answers, strict=True):
            question.check(answer)
        fight.advance(answers)


@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
@pytest.mark.parametrize("first", range(0, 240, 60))
def test_every_answer_of_a_mind_is_legal(mind: str, first: int) -> None:
    for number in range(first, first + 20):
        check(number, mind)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
def test_every_answer_of_a_mind_is_legal_in_thousands_of_fights(mind: str) -> None:
    for number in range(4000):
        check(number, mind)
