"""Plans made ahead: the queue of intents, and what a standing order answers to a reaction."""

from __future__ import annotations

from typing import Final, assert_never

from protocol.plans import (
    MAX_INTENTS,
    AddIntent,
    ClearIntents,
    Edit,
    Intent,
    MoveIntent,
    Order,
    RemoveIntent,
    ReplaceIntent,
)
from protocol.records import Dropped
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Option, Prompt

ASK: Final = Order()
"""The order of those who gave none: every reaction goes to the mind."""


class IllegalEditError(Exception):
    """The edit makes no sense for this queue: *field* is at fault, *allowed* would be right."""

    def __init__(self, field: str, given: str, allowed: str) -> None:
        super().__init__(f"{field}: {given} is not possible; {allowed}")
        self.field: str = field
        self.given: str = given
        self.allowed: str = allowed


class IntentQueue:
    """The plans of one combatant, the next one first; at most MAX_INTENTS."""

    __slots__ = ("_intents",)

    def __init__(self, intents: tuple[Intent, ...] = ()) -> None:
        self._intents: list[Intent] = list(intents)

    def __len__(self) -> int:
        return len(self._intents)

    @property
    def intents(self) -> tuple[Intent, ...]:
        return tuple(self._intents)

    def edit(self, edit: Edit) -> None:
        """Make *edit*; raise IllegalEditError, with the queue unchanged, if it cannot be made."""
        match edit:
            case AddIntent(intent):
                if len(self._intents) >= MAX_INTENTS:
                    raise IllegalEditError(
                        "intent", intent.option, f"the queue holds {MAX_INTENTS} at most"
                    )
                self._intents.append(intent)
            case ReplaceIntent(place, intent, was):
                self._intents[self._checked(place, was)] = intent
            case RemoveIntent(place, was):
                del self._intents[self._checked(place, was)]
            case MoveIntent(place, to, was):
                self._checked(place, was)
                self._intents.insert(self._checked(to, None), self._intents.pop(place))
            case ClearIntents():
                self._intents.clear()
            case _:
                assert_never(edit)

    def take(self, question: Question) -> tuple[Answer | None, tuple[Dropped, ...]]:
        """Take the first intent that *question* allows, and drop those before it that are for it.

        Returns the answer, or None when no intent was possible, and what was dropped.
        """
        dropped: list[Dropped] = []
        place = 0
        while place < len(self._intents):
            sort = question.sort_of(self._intents[place].option)
            if sort == "later":
                break
            if sort == "beside":
                place += 1
                continue
            intent = self._intents.pop(place)
            answer = Answer(question.id, intent.option, intent.values, intent.also)
            try:
                question.check(answer)
            except IllegalAnswerError as error:
                dropped.append(Dropped(intent, str(error)))
            else:
                return answer, tuple(dropped)
        return None, tuple(dropped)

    def pick(self, question: Question) -> Answer | None:
        """Take the first intent that *question* allows, wherever it stands, and leave the others."""
        for place, intent in enumerate(self._intents):
            answer = Answer(question.id, intent.option, intent.values, intent.also)
            try:
                question.check(answer)
            except IllegalAnswerError:
                continue
            del self._intents[place]
            return answer
        return None

    def _checked(self, place: int, was: Intent | None) -> int:
        if not 0 <= place < len(self._intents):
            raise IllegalEditError(
                "place", str(place), f"the queue holds {len(self._intents)}, counted from 0"
            )
        if was is not None and self._intents[place] != was:
            now = self._intents[place].option
            raise IllegalEditError("was", was.option, f"{now} stands there now")
        return place


def by_order(order: Order, question: Question) -> Answer | None:
    """What *order* answers to a reaction; None means that the mind shall be asked."""
    if order.mode == "ask":
        return None
    if order.mode == "automatic":
        best = _best_reaction(question.prompt())
        if best is not None and best[0] >= order.threshold:
            return best[1]
    return question.default()


def _best_reaction(prompt: Prompt) -> tuple[int, Answer] | None:
    """The reaction with the highest chance in percent, the first on equal chances."""
    best: tuple[int, Answer] | None = None
    for option in prompt.options:
        if option.unavailable is None:
            for chance, values in _chances(option):
                if best is None or chance > best[0]:
                    best = chance, Answer(prompt.id, option.id, values)
    return best


def _chances(option: Option) -> list[tuple[int, tuple[str, ...]]]:
    """Every chance that *option* shows, with the values that have it.

    A chance of the option itself goes with the first value of each parameter; a chance
    of a value goes with that value, and the first of the others.
    """
    first = tuple(parameter.values[0].id for parameter in option.parameters)
    found = [] if option.chance is None else [(option.chance, first)]
    for place, parameter in enumerate(option.parameters):
        for value in parameter.values:
            if value.chance is not None:
                values = (*first[:place], value.id, *first[place + 1 :])
                found += [(value.chance, values)]
    return found
