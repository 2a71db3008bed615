"""Nobody in a fight of Rivers is asked more than it needs, and every fight of a scene that ships is won by somebody."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.machine import Question
from rules.kernel.model import Answer
from rules.rivers.course.machine import begin
from rules.rivers.course.sight import Sight
from rules.rivers.policies import POLICIES
from tests.support.rivers_live import SCENES, decided, shipped

pytestmark = pytest.mark.many

FIGHTS: Final = {"battle-60": 1}
MANY: Final = 12
CASTERS: Final = ("lightning", "ritual")
"""Who casts is asked for spells besides, once between engagements and once in its own."""
LONGEST: Final = 25
FOES: Final = ("maren", "raider-1", "raider-2")


class Economy(NamedTuple):
    """Prompts for each action that is done, of all and of whoever is asked most often; and how the fights ended."""

    all: float
    most: float
    ends: frozenset[str]
    longest: int


def economy(name: str, **minds: str) -> Economy:
    """How often steady minds, or these, are asked in a scenario that ships; what somebody does in a round (S15) is its action."""
    setup = shipped(name)
    prompts: Counter[str] = Counter()
    done: Counter[str] = Counter()
    ends: set[str] = set()
    longest = 0

    def decide(question: Question) -> Answer:
        prompts[question.combatant] += 1
        return POLICIES[minds.get(question.combatant, "steady")](sight_of(question))

    for index in range(FIGHTS.get(name, MANY)):
        fight = begin(setup, fight_seed(31, index), watched=True)
        done.update(one.by for one in decided(fight, decide) if one.kind == "declared")
        outcome = fight.outcome()
        assert outcome is not None
        ends.add(outcome.kind)
        longest = max(longest, outcome.rounds)
    most = max(prompts[who] / done[who] for who in done)
    return Economy(prompts.total() / done.total(), most, frozenset(ends), longest)


def sight_of(question: Question) -> Sight:
    sight = question.sight()
    assert isinstance(sight, Sight)
    return sight


def has_missiles(name: str) -> bool:
    people = shipped(name).combatants
    return any(weapon.how for one in people for weapon in one.sheet.weapons)


@pytest.mark.parametrize("name", SCENES)
def test_nobody_is_asked_much_more_than_twice_for_what_it_does_in_a_round(name: str) -> None:
    """Whom to fight, and what to do."""
    asked = economy(name)

    assert asked.all <= (2 if has_missiles(name) else 2.5), asked
    assert asked.most <= (4.5 if name in CASTERS else 3.5), asked
    assert asked.ends == {"victory"}, asked
    assert asked.longest <= LONGEST, asked


def test_the_counts_find_who_is_asked_for_each_defence_and_fights_without_end() -> None:
    """The control: a guard has two defences, says which of them meets each blow, and strikes nobody."""
    assert economy("two-raiders", maren="guard").most > 3
    assert economy("two-raiders", **dict.fromkeys(FOES, "guard")).ends == {"stalemate"}
