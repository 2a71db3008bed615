"""Minds in the same process."""

from __future__ import annotations

import pytest

from actors.combatant import Combatant
from actors.policy_mind import ScriptedMind, ScriptOverError
from rules.kernel.model import Answer, Prompt
from tests.support.actors import answer_of, asked


def test_a_script_is_read_line_by_line() -> None:
    question = asked()
    written = Answer(question.id, "press", ("bob",))

    def by_prompt(prompt: Prompt) -> Answer:
        return Answer(prompt.id, prompt.options[0].id)

    mind = ScriptedMind([written, by_prompt])
    ann = Combatant("ann", mind)

    assert answer_of(ann, question).answer == written
    assert mind.left == 1
    assert answer_of(ann, question).answer == Answer(question.id, "hold")
    assert mind.left == 0


def test_a_script_that_is_over_says_so() -> None:
    question = asked()

    with pytest.raises(ScriptOverError, match=question.id) as over:
        answer_of(Combatant("ann", ScriptedMind([])), question)

    assert over.value.prompt == question.id


def test_a_script_that_is_over_may_give_the_default() -> None:
    question = asked()
    ann = Combatant("ann", ScriptedMind([], then_default=True))

    assert answer_of(ann, question).answer == question.default()
