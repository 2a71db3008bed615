"""A machine is given the inputs of a fight again, one by one.

Nothing here waits: a replay needs no clock, since what came of the clocks is among the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Never, assert_never, final

import msgspec

from actors.combatant import Reply
from protocol.records import (
    AmendmentMade,
    Decision,
    FightBegun,
    FightEnded,
    PlansKept,
    Received,
    Record,
)
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.machine import Machine
from rules.kernel.model import Answer, Event
from rules.request.model import Change

CHANGE: Final = msgspec.json.Decoder(Change)
ReadChange = Callable[[msgspec.Raw], object]
_MOST_SHOWN: Final = 200


class RebuildError(Exception):
    """What is kept of a fight does not fit together: *where* something else is than it should be."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where: str = where
        self.problem: str = problem


@final
class Replay:
    """A machine that is given its inputs again, one by one."""

    def __init__(self, machine: Machine, change: ReadChange = CHANGE.decode) -> None:
        """*machine* must stand where the inputs begin; *change* reads those of the game master."""
        self.machine: Machine = machine
        self.events: list[Event] = []
        self.begun: bool = False
        self.ended: FightEnded | None = None
        self.plans: dict[str, PlansKept] = {}
        self.acked: dict[str, dict[str, str]] = {}
        self.had_children: bool = False
        self._change = change
        self._number = 0
        self._decided: dict[str, Decision] = {}  # of waits that are not complete
        self._received: dict[str, Answer] = {}  # by prompt, and not yet decided
        self._settle(machine)

    def take(self, record: Record) -> None:
        """Do again what *record* says; raises RebuildError if that cannot be."""
        self._number += 1
        match record:
            case Decision():
                self._decide(record)
            case AmendmentMade():
                self._amend(record)
            case Received(combatant, key, answer):
                self._received[answer.prompt] = answer
                self.acked.setdefault(combatant, {})[key] = answer.prompt
            case PlansKept(combatant, key=key):
                self.plans[combatant] = record
                if key:
                    self.acked.setdefault(combatant, {})[key] = ""
            case FightBegun():
                self.begun = True
            case FightEnded():
                self._end(record)
            case _:
                assert_never(record)

    def decided(self) -> frozenset[str]:
        """The prompts whose decision is among the inputs, though not yet that of their whole wait."""
        return frozenset(self._decided)

    def stored(self) -> dict[str, Reply]:
        """The answers, by prompt, that are there but wait for the others of their wait."""
        asked = {question.id for leaf in leaves(self.machine) for question in leaf.questions()}
        stored = {
            prompt: Reply(answer, "mind")
            for prompt, answer in self._received.items()
            if prompt in asked
        }
        for prompt, one in self._decided.items():
            stored[prompt] = Reply(one.answer, one.origin, one.dropped, one.refused)
        return stored

    # --- inputs -------------------------------------------------------------------------------

    def _decide(self, decision: Decision) -> None:
        prompt = decision.answer.prompt
        leaf = self._asker(prompt)
        if prompt in self._decided:
            self._refuse(f"{prompt} is decided twice")
        self._decided[prompt] = decision
        self._received.pop(prompt, None)
        asked = [question.id for question in leaf.questions()]
        if not all(one in self._decided for one in asked):
            return
        try:
            leaf.advance([self._decided.pop(one).answer for one in asked])
        except IllegalAnswerError as error:
            self._refuse(str(error), error)
        self._settle(self.machine)

    def _asker(self, prompt: str) -> Machine:
        """The machine, or that child of it, which asks *prompt* now."""
        asked = {one.id: leaf for leaf in leaves(self.machine) for one in leaf.questions()}
        if prompt not in asked:
            now = ", ".join(asked) or "nothing any more"
            self._refuse(f"{prompt} is decided; asked is {now}")
        return asked[prompt]

    def _amend(self, amendment: AmendmentMade) -> None:
        if self._decided:
            self._refuse(f"a change in the midst of the decision of {', '.join(self._decided)}")
        try:
            change = self._change(amendment.change)
            self.machine.amend(amendment.author, amendment.reason, change)
        except (IllegalAmendmentError, msgspec.MsgspecError) as error:
            self._refuse(str(error), error)
        self._settle(self.machine)
        self._give_back()

    def _give_back(self) -> None:
        """Forget the answers that the change made impossible: who gave them was asked anew."""
        asked = {one.id: one for leaf in leaves(self.machine) for one in leaf.questions()}
        for prompt, answer in [*self._received.items()]:
            try:
                if prompt in asked:
                    asked[prompt].check(answer)
                    continue
            except IllegalAnswerError:
                pass
            del self._received[prompt]

    def _end(self, ended: FightEnded) -> None:
        self.ended = ended
        if not ended.state_hash:  # a bug ended it, wherever it stood
            return
        outcome = self.machine.outcome()
        if outcome != ended.outcome:
            self._refuse(f"it ended as {short(ended.outcome)}, and now as {short(outcome)}")
        state_hash = self.machine.state_hash()
        if state_hash != ended.state_hash:
            self._refuse(f"the state was {ended.state_hash}, and is {state_hash} now")

    # --- the machine --------------------------------------------------------------------------

    def _settle(self, machine: Machine) -> None:
        """Take what happened, and fold in the children that are through; the twin of a driver."""
        while True:
            self.events += machine.take_events()
            children = machine.children()
            if not children:
                return
            self.had_children = True
            for child in children:
                self._settle(child)
            if any(child.children() or child.questions() for child in children):
                return
            machine.join()

    def _refuse(self, problem: str, cause: Exception | None = None) -> Never:
        where = f"input {self._number}"
        raise RebuildError(where, problem) from cause


def leaves(machine: Machine) -> Iterator[Machine]:
    """Whoever asks: the machine itself, or its children while they are at play."""
    children = machine.children()
    if not children:
        yield machine
    for child in children:
        yield from leaves(child)


def short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
