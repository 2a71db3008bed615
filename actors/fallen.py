"""What a seat chose for a strike rank that had still to come, and is told of if it falls away."""

from __future__ import annotations

from typing import Final, final

from actors.combatant import Reply
from protocol.plans import Intent
from protocol.records import Dropped
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Prompt

CHANGED: Final = "the situation has changed"
"""Why a choice fell away that could be made again."""


@final
class LastChoice:
    """The last answer to an action of one combatant, until it is asked for the next one."""

    def __init__(self) -> None:
        self._asked: Prompt | None = None
        self._chosen = Intent("")
        self._rank = 0  # when it would have been done

    def note(self, question: Question, reply: Reply) -> None:
        """*reply* answers *question*."""
        if question.kind != "action":
            return
        prompt = question.prompt()
        answer = reply.answer
        ranks = [option.rank for option in prompt.options if option.id == answer.option]
        self._asked = prompt
        self._chosen = Intent(answer.option, answer.values, answer.also)
        self._rank = prompt.rank if not ranks or ranks[0] is None else ranks[0]

    def fallen(self, question: Question) -> tuple[Dropped, ...]:
        """The choice, with the reason, if *question* is asked because it fell away.

        It was to be done at a later strike rank of this phase, which has not passed; or a game
        master's change undid it, and the same is asked again.
        """
        asked = self._asked
        if asked is None or question.kind != "action":
            return ()
        if asked.id != question.id:
            now = question.prompt()
            is_same_turn = (asked.round, asked.phase) == (now.round, now.phase)
            if not is_same_turn or not asked.rank > self._rank <= now.rank:
                return ()
        chosen = self._chosen
        try:
            question.check(Answer(question.id, chosen.option, chosen.values, chosen.also))
        except IllegalAnswerError as error:
            return (Dropped(chosen, str(error)),)
        return (Dropped(chosen, CHANGED),)
