"""The contract between a rule system and whoever drives it, and nothing more.

A driver does this, and holds no state of its own::

    while questions := machine.questions():
        machine.advance([await answer_to(q) for q in questions])

The machine holds all state, the clock's position and the dice.  It never waits, logs,
reads a clock or touches I/O.  One *wait* is the set of questions open at once; their
answers are taken together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.kernel.model import Answer, Event, Observer, Outcome, PlanSort, Prompt, PromptKind


class Question(Protocol):
    """One open question, before anybody has paid for writing it out.

    A mind in the same process reads ``sight()``, a person or a bot far away gets
    ``prompt()``: the same facts, the second as a message.  Valid until the machine moves.
    """

    @property
    def id(self) -> str:
        """The prompt's id: a place, the same in every run."""
        ...

    @property
    def combatant(self) -> str:
        """The id of the combatant who is asked."""
        ...

    @property
    def kind(self) -> PromptKind: ...

    def prompt(self) -> Prompt:
        """The question written out."""
        ...

    def sight(self) -> object:
        """What the combatant knows, as its system's policies want it (a `Sight`)."""
        ...

    def shadow(self) -> bytes:
        """What the combatant knows and nothing else, to make the same sight of far away."""
        ...

    def default(self) -> Answer:
        """What silence means; always legal."""
        ...

    def check(self, answer: Answer) -> None:
        """Raise IllegalAnswerError unless *answer* is one of the choices."""
        ...

    def sort_of(self, option: str, /) -> PlanSort:
        """What a plan of that *option* is to this question, possible or not.

        What is for "now" is taken or falls away; what is for "later" stays, with all behind it;
        what stands "beside" stays and is passed over.
        """
        ...


class Machine(Protocol):
    """A fight, or an independent part of one, under some rule system."""

    def children(self) -> Sequence[Machine]:
        """Independent parts to be played to their end now, in canonical order; () for none."""
        ...

    def join(self) -> None:
        """Fold the finished children back in canonical order, whatever finished first."""
        ...

    def questions(self) -> Sequence[Question]:
        """Who must decide what, in the order that settles every tie; () when it is over."""
        ...

    def prompts(self) -> tuple[Prompt, ...]:
        """The open questions written out."""
        ...

    def advance(self, answers: Sequence[Answer]) -> None:
        """Take one answer a question, in their order, and move to the next wait.

        Raises IllegalAnswerError, with the machine unchanged, if one is not legal.
        """
        ...

    def amend(self, author: str, reason: str, change: object) -> None:
        """Make the game master's change, wherever the machine stands.

        Raises IllegalAmendmentError, with the machine unchanged, if it cannot be made.
        """
        ...

    def fork(self) -> Machine:
        """A copy that plays on by itself, dice and children included."""
        ...

    def snapshot(self) -> bytes:
        """Everything, as bytes; equal machines give equal bytes.  Only at a wait."""
        ...

    def state_hash(self) -> str:
        """BLAKE2b over the snapshot, in hexadecimal."""
        ...

    def watch(self) -> None:
        """Build events from now on; an unwatched machine builds none."""
        ...

    def take_events(self) -> list[Event]:
        """Hand over what happened since the last call."""
        ...

    def view(self, observer: Observer) -> object:
        """What *observer* may know of the fight now."""
        ...

    def seen_by(self, observer: Observer, event: Event) -> Event | None:
        """*event* as *observer* may know it, None if it is hidden from it; to be asked before the machine moves on.

        This and `view` are the one filter: nothing else goes to anybody but the game master.
        """
        ...

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...
