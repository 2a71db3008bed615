"""Minds in the same process: one hosts a policy, one reads its answers from a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Never, cast, final

from actors.combatant import Reply
from protocol.records import Dropped
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Prompt

# What a sight is only the rule system knows, and its policies with it.
Policy = Callable[[Never], Answer]
Line = Answer | Callable[[Prompt], Answer]


@final
class PolicyMind:
    """Lets *policy* decide: a plain function from a Sight of its system to an Answer."""

    __slots__ = ("_policy",)

    def __init__(self, policy: Policy) -> None:
        self._policy = cast("Callable[[object], Answer]", policy)

    async def decide(self, question: Question, _dropped: tuple[Dropped, ...], /) -> Reply:
        return Reply(self._policy(question.sight()), "mind")


class ScriptOverError(Exception):
    """The script had no line left for *prompt*."""

    def __init__(self, prompt: str) -> None:
        super().__init__(f"no line of the script is left for {prompt}")
        self.prompt: str = prompt


@final
class ScriptedMind:
    """Answers line by line: an Answer as it stands, or a function of the Prompt.

    When the script is over it raises ScriptOverError, or, told *then_default*, gives the
    default of every further prompt.
    """

    __slots__ = ("_lines", "_then_default")

    def __init__(self, script: Sequence[Line], *, then_default: bool = False) -> None:
        self._lines = list(script)
        self._then_default = then_default

    @property
    def left(self) -> int:
        """How many lines have not been read."""
        return len(self._lines)

    async def decide(self, question: Question, _dropped: tuple[Dropped, ...], /) -> Reply:
        if not self._lines:
            if self._then_default:
                return Reply(question.default(), "mind")
            raise ScriptOverError(question.id)
        line = self._lines.pop(0)
        return Reply(line if isinstance(line, Answer) else line(question.prompt()), "mind")
