"""Nobody in a fight of Rivers hangs back while friends are at blows and a foe could be reached."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.machine import Question
from rules.kernel.model import Answer
from rules.kernel.temper.nerve import STEADY
from rules.rivers.course.choices import (
    APPROACH,
    APPROACH_FAR,
    ATTACK,
    CLOSE,
    CLOSE_FAR,
    DEFEND,
    FORM,
    PLAN,
    SHOOT,
    SHOOT_ON,
)
from rules.rivers.course.machine import begin
from rules.rivers.course.places import FAR
from rules.rivers.course.sight import Sight
from rules.rivers.policies import POLICIES
from tests.machine.test_rivers_economy import sight_of
from tests.support.rivers_live import SCENES, decided, shipped

pytestmark = pytest.mark.many

FIGHTS: Final = {"battle-60": 1}
MANY: Final = 12
MOST: Final = 3
"""Percent of the decisions of those who are able, have their heart in it and could get at a foe."""
BLOWS: Final = (ATTACK, CLOSE, CLOSE_FAR, SHOOT, SHOOT_ON)
IDLE: Final = ("hang_back", "defend", "retreat", "retreat_far", "keep_off", "keep_off_far", "use")


def has_work(sight: Sight) -> bool:
    """Neither badly hurt nor afraid nor at a ritual, with friends about, and a foe to choose, to strike or to go to."""
    if sight.me.mood != STEADY or sight.is_hurt_badly() or len(sight.friends()) == 1:
        return False
    if sight.is_at_ritual(sight.me.index):
        return False
    if sight.kind == FORM:
        return any(sight.distance(one) < FAR for one in sight.choosable())
    if sight.foes():
        is_there = any(sight.distance(one) < FAR for one in sight.foes())
        return is_there and any(sight.can(verb, item) for verb in BLOWS for item in sight.items())
    return sight.can(APPROACH) or sight.can(APPROACH_FAR)


def timid(sight: Sight) -> Answer:
    """As steady, but whoever could do something defends: what the count has to find."""
    if sight.kind == PLAN and has_work(sight):
        return sight.act(DEFEND, -1, [], sight.best_defences(DEFEND))
    return POLICIES["steady"](sight)


class Idleness(NamedTuple):
    """Decisions with something to do, those of them that were let go, and the most of one combatant in a row."""

    turns: int
    idle: int
    longest: int


def idleness(name: str, *, is_timid: bool = False, fights: int = MANY) -> Idleness:
    turns = idle = longest = 0
    running: Counter[str] = Counter()
    mind = timid if is_timid else POLICIES["steady"]

    def decide(question: Question) -> Answer:
        nonlocal turns, idle, longest
        sight = sight_of(question)
        said = mind(sight)
        if sight.kind in {FORM, PLAN} and has_work(sight):
            is_idle = said.option in IDLE
            turns += 1
            idle += is_idle
            running[question.combatant] = running[question.combatant] + 1 if is_idle else 0
            longest = max(longest, running[question.combatant])
        return said

    for index in range(FIGHTS.get(name, fights)):
        running.clear()
        decided(begin(shipped(name), fight_seed(7, index)), decide)
    return Idleness(turns, idle, longest)


@pytest.mark.parametrize("name", SCENES)
def test_hardly_any_decision_is_let_go_by_those_who_could_help_a_friend(name: str) -> None:
    found = idleness(name)

    assert 100 * found.idle <= MOST * found.turns, found
    assert found.longest <= 3, found


def test_the_count_finds_those_who_stand_by() -> None:
    found = idleness("shield-wall", is_timid=True, fights=1)

    assert 100 * found.idle > 40 * found.turns > 0, found
    assert found.longest > 0, found
