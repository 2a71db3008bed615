"""Nobody is asked more than a fight needs."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.model import Event
from rules.request.course.machine import begin
from rules.request.policies import POLICIES
from tests.support.fights import SHIPPED, shipped

pytestmark = pytest.mark.many

FIGHTS: Final = 100


class Economy(NamedTuple):
    """Prompts for each action that is done: all of them, and those that ask for an action."""

    all: float
    turns: float
    most_turns: float
    """Of the combatant who is asked for its action most often for each one it does."""


def is_action(event: Event) -> bool:
    """Is an action told here?  Each has its strike rank told once."""
    return any(figure.name == "strike_rank" for figure in event.figures)


def economy(name: str, fights: int = FIGHTS) -> Economy:
    """How often steady minds are asked in a scenario that ships."""
    setup = shipped(name)
    prompts: Counter[str] = Counter()
    turns: Counter[str] = Counter()
    done: Counter[str] = Counter()
    for index in range(fights):
        fight = begin(setup, fight_seed(31, index), watched=True)
        while questions := fight.questions():
            prompts.update(question.combatant for question in questions)
            turns.update(one.combatant for one in questions if one.kind == "action")
            fight.advance([POLICIES["steady"](question.sight()) for question in questions])
        done.update(event.by for event in fight.take_events() if is_action(event))
    return Economy(
        prompts.total() / done.total(),
        turns.total() / done.total(),
        max(turns[who] / done[who] for who in turns),
    )


def test_waiting_bows_are_asked_at_most_twice_for_each_action() -> None:
    archers = economy("archers")

    assert archers.all <= 2, archers
    assert archers.most_turns <= 2, archers


@pytest.mark.parametrize("name", SHIPPED)
def test_nobody_is_asked_twice_for_an_action_that_it_does_once(name: str) -> None:
    asked = economy(name, 40)

    assert asked.turns <= 1.5, asked
    assert asked.most_turns <= 2.5, asked
    assert asked.all <= 3, asked
