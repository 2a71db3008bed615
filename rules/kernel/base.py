"""What the machines of all systems do alike: they number what happens, hand it over, and unpack a setup once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from hashlib import blake2b
from typing import Final, Generic, TypeVar

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Event, Fate, Figure, PlanSort

NOBODY: Final = -1
S = TypeVar("S")
F = TypeVar("F")


class Chronicle(ABC):
    """A fight, or a part of one, as far as it tells what happens in it.

    ``wait`` counts the questions of a phase and ``told`` the events since the machine last
    moved: they are in the id of a prompt and of an event.
    """

    __slots__ = ("log", "phase", "rank", "round", "told", "wait")

    def __init__(self) -> None:
        self.log: list[Event] | None = None  # None as long as nobody watches
        self.round: int = 0
        self.phase: int = 0
        self.rank: int = 0
        self.wait: int = 0
        self.told: int = 0

    @abstractmethod
    def id_of(self, index: int) -> str:
        """The id of the combatant of this number."""

    @abstractmethod
    def shown_rank(self) -> int:
        """The strike rank that an event of now says."""

    def hidden_in(self, kind: str, by: int, at: int) -> tuple[str, ...]:  # noqa: ARG002 # pyright: ignore[reportUnusedParameter] - for systems in which somebody hides
        """Who of the two cannot be seen as this happens."""
        return ()

    def emit(  # noqa: PLR0913 - the columns of an event
        self,
        kind: str,
        by: int = NOBODY,
        at: int = NOBODY,
        item: str = "",
        place: str = "",
        to: int = NOBODY,
        facts: dict[str, str] | None = None,
        figures: list[Figure] | None = None,
        fates: tuple[Fate, ...] = (),
    ) -> None:
        """Log an event.  Callers that would build facts or figures look at ``log`` first."""
        if self.log is None:
            return
        self.log.append(
            Event(
                id=f"r{self.round}.p{self.phase}.{self.wait}.e{self.told}",
                kind=kind,
                round=self.round,
                phase=self.phase,
                rank=self.shown_rank(),
                by=self.id_of(by) if by >= 0 else "",
                at=self.id_of(at) if at >= 0 else "",
                item=item,
                place=place,
                to=self.id_of(to) if to >= 0 else "",
                facts=facts if facts is not None else {},
                figures=tuple(figures) if figures is not None else (),
                hidden=self.hidden_in(kind, by, at),
                fates=fates,
            )
        )
        self.told += 1

    def watch(self) -> None:
        """Build events from now on."""
        if self.log is None:
            self.log = []

    def take_events(self) -> list[Event]:
        """Hand over what happened since the last call."""
        log = self.log
        if not log:
            return []
        self.log = []
        return log


class Numbered:
    """A question as a machine numbers it: the prompt's id, who is asked, and its place among those open."""

    __slots__ = ("combatant", "id", "index")

    def __init__(self, fight: Chronicle, number: int, who: int, index: int) -> None:
        self.combatant: str = fight.id_of(who)
        self.id: str = f"r{fight.round}.p{fight.phase}.{number}.{self.combatant}"
        self.index: int = index

    def sort_of(self, option: str) -> PlanSort:  # noqa: ARG002 # pyright: ignore[reportUnusedParameter] - for systems that ask for several things in a round
        """Every plan is for whatever is asked."""
        return "now"

    def meant(self, answer: Answer) -> None:
        """Raise IllegalAnswerError unless *answer* is to this prompt."""
        if answer.prompt != self.id:
            raise IllegalAnswerError(
                self.index, "prompt", repr(answer.prompt), f"{self.id} is open"
            )


class Blanks(Generic[S, F]):
    """The last setup that was unpacked: a thousand fights of one setup unpack it once."""

    __slots__ = ("blank", "make", "setup")

    def __init__(self, make: Callable[[S], F]) -> None:
        self.make: Callable[[S], F] = make
        self.setup: S | None = None
        self.blank: F | None = None

    def of(self, setup: S) -> F:
        """A fight of *setup* before its first round; to be forked, never played."""
        if self.blank is None or self.setup is not setup:
            self.blank = self.make(setup)
            self.setup = setup
        return self.blank


def one_each(given: int, expected: int) -> None:
    """Raise IllegalAnswerError unless there are as many answers as open prompts."""
    if given != expected:
        raise IllegalAnswerError(0, "answers", str(given), f"{expected} prompts are open")


def hash_of(snapshot: bytes) -> str:
    """BLAKE2b over a snapshot, in hexadecimal."""
    return blake2b(snapshot, digest_size=16).hexdigest()
