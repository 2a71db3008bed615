"""A question whose prompt is written in the test."""

from __future__ import annotations

from typing import final

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, PlanSort, Prompt, PromptKind


@final
class Fixed:
    """The question of one prompt; only its default is legal."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt
        self.id: str = prompt.id
        self.combatant: str = prompt.combatant
        self.kind: PromptKind = prompt.kind

    def prompt(self) -> Prompt:
        return self._prompt

    def sight(self) -> object:
        return self._prompt

    def shadow(self) -> bytes:
        return b""

    def default(self) -> Answer:
        return self._prompt.default

    def check(self, answer: Answer) -> None:
        if answer != self.default():
            raise IllegalAnswerError(0, "option", answer.option, self.default().option)

    def sort_of(self, _option: str) -> PlanSort:
        """Every plan is for it."""
        return "now"
