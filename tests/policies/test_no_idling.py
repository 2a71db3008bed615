"""Nobody stands by while friends are cut down: whoever is free and can get at a foe goes there."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.model import Answer
from rules.request.course.choices import CARRY, SPRINT
from rules.request.course.machine import begin
from rules.request.course.question import Question
from rules.request.course.seen.kinds import TURN
from rules.request.course.sight import Sight
from rules.request.policies import POLICIES, Policy
from rules.request.policies.leaving import is_badly_hurt, is_spared
from rules.request.policies.situation import Situation
from tests.support.fights import SHIPPED, shipped

FIGHTS: Final = 60
MOST: Final = 3
"""Percent of the turns of those who are free, able and could get at a foe, while a friend is at blows."""

IDLE: Final = ("carry", "wait", "pass")


def has_work(sight: Sight) -> bool:
    """Free, with a friend at blows and a foe that one gets a place at; neither badly hurt nor without heart nor befuddled."""
    if (
        sight.mood()
        or sight.is_muddled()  # P26q: it could do nothing there
        or sight.rider() >= 0  # P34e: it goes where it is taken
        or sight.engaged()
        or not any(sight.engagers(friend) for friend in sight.friends())
    ):
        return False
    situation = Situation(sight)
    if sight.lies() or (is_badly_hurt(sight) and is_spared(sight, situation)):
        return False
    return any(
        len(sight.engagers(foe)) < sight.places_round(foe) and sight.detour(SPRINT, foe, 1) >= 0
        for foe in situation.foes
        if not sight.is_high(foe)
    )


def timid(sight: Sight) -> Answer:
    """As steady, but whoever could help a friend keeps its action: what the count has to find."""
    if sight.kind == TURN and has_work(sight):
        return sight.choose_with(CARRY, ("view",))
    return POLICIES["steady"](sight)


def idleness(name: str, mind: Policy, fights: int = FIGHTS) -> tuple[int, int, int]:
    """Turns with something to do, those of them that were let go, and the most of these running."""
    setup = shipped(name)
    turns = idle = longest = 0
    for index in range(fights):
        fight = begin(setup, fight_seed(7, index))
        running: Counter[str] = Counter()

        def answer(question: Question, running: Counter[str] = running) -> Answer:
            nonlocal turns, idle, longest
            sight = question.sight()
            said = mind(sight)
            if sight.kind != TURN:
                return said
            busy = has_work(sight)
            turns += busy
            if busy and said.option in IDLE:
                idle += 1
                running[question.combatant] += 1
                longest = max(longest, running[question.combatant])
            else:
                running[question.combatant] = 0
            return said

        while questions := fight.questions():
            fight.advance([answer(question) for question in questions])
    return turns, idle, longest


def test_a_free_fighter_does_not_stand_by_while_a_friend_is_cut_down() -> None:
    """Joss kept his action through two rounds while Willa fell two hexes away."""
    fight = begin(shipped("ford"), fight_seed(1459399332090794041))
    said: list[tuple[str, bool]] = []
    while fight.round <= 2 and (questions := fight.questions()):
        answers: list[Answer] = []
        for question in questions:
            sight = question.sight()
            answers.append(POLICIES["steady"](sight))
            if question.combatant == "joss" and sight.kind == TURN:
                said.append((answers[-1].option, has_work(sight)))
        fight.advance(answers)

    assert ("move", True) in said, said
    assert not [option for option, _ in said if option in IDLE], said


@pytest.mark.many
@pytest.mark.parametrize("name", SHIPPED)
def test_hardly_any_turn_is_let_go_by_those_who_could_help_a_friend(name: str) -> None:
    turns, idle, longest = idleness(name, POLICIES["steady"])

    assert 100 * idle <= MOST * turns, (idle, turns)
    assert longest <= 3, longest


@pytest.mark.many
def test_the_count_finds_those_who_stand_by() -> None:
    turns, idle, longest = idleness("ford", timid, 5)

    assert 100 * idle > 50 * turns > 0, (idle, turns)
    assert longest > 3, longest
