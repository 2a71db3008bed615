"""The scene that fatigue decides: who holds the gap loses it because it tires, and for no other reason."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.request.course import wearing
from rules.request.course.combatant import Combatant
from rules.request.course.machine import begin
from rules.request.course.state import State
from rules.request.policies import POLICIES
from tests.support.fights import shipped

TELLING = 1
"""A fight that the mob wins, and would not if nobody tired."""
MANY = 60


def winner(number: int) -> str:
    fight = begin(shipped("last-stand"), fight_seed(number))
    while questions := fight.questions():
        fight.advance([POLICIES["steady"](question.sight()) for question in questions])
    outcome = fight.outcome()
    assert outcome is not None
    return outcome.winner


def nobody_tires(monkeypatch: pytest.MonkeyPatch) -> None:
    def untested(_fight: State, _who: Combatant) -> None:
        """No test of fatigue, whatever the round."""

    monkeypatch.setattr(wearing, "_test", untested)


def test_fatigue_decides_the_last_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    assert winner(TELLING) == "mob"

    nobody_tires(monkeypatch)

    assert winner(TELLING) == "watch"


@pytest.mark.soak
def test_it_decides_most_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    tired = [winner(number) for number in range(MANY)].count("watch")

    nobody_tires(monkeypatch)
    fresh = [winner(number) for number in range(MANY)].count("watch")

    assert 3 * tired < 2 * MANY
    assert 10 * fresh > 9 * MANY
