"""A fight on trio: a task for each combatant, mailboxes between, one deadline round each wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import Final, final

import msgspec
import structlog
import trio

from actors.combatant import Reply
from actors.mailbox import ActorGoneError, MailboxFullError, open_mailbox
from actors.seats import ActorAddress, ActorInbox, Note, run_actor
from protocol.plans import Intent
from protocol.records import Dropped
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Outcome
from scheduler.fight import run
from scheduler.port import ActorFor, Amended, Amendment, Recorder, Run, Sink

log = structlog.stdlib.get_logger()


class Deadlines(msgspec.Struct, frozen=True):
    """How many seconds a wait lasts, by the kind of its prompts; None is no deadline.

    A wait with prompts of several kinds lasts as long as the longest of them.
    """

    action: float | None = None
    reaction: float | None = None
    declaration: float | None = None

    def seconds(self, questions: Sequence[Question]) -> float:
        """The length of the wait in which *questions* are open; infinity for no deadline."""
        return max(self._of(question) for question in questions)

    def _of(self, question: Question) -> float:
        by_kind = {
            "action": self.action,
            "reaction": self.reaction,
            "declaration": self.declaration,
        }
        seconds = by_kind[question.kind]
        return inf if seconds is None else seconds


NO_DEADLINES = Deadlines()


MAX_AMENDMENTS: Final = 16
"""How many amendments may wait to be made before more are refused."""


class FightClosedError(Exception):
    """The fight is not being played: it has not begun, or it is over."""


@final
class LiveAsks:
    """The port of one live fight, and the way in for a game master while it is played."""

    def __init__(
        self,
        actor_for: ActorFor,
        *,
        deadlines: Deadlines = NO_DEADLINES,
        recorder: Recorder | None = None,
        stored: Mapping[str, Reply] | None = None,
    ) -> None:
        """*stored* are answers by prompt id that came before a restart and were not yet used."""
        self.recorder = recorder
        self.side_by_side: bool = True
        self._actor_for = actor_for
        self._deadlines = deadlines
        self._nursery: trio.Nursery | None = None
        self._addresses: dict[str, ActorAddress] = {}
        # By prompt id: what is open, what was answered but not yet taken by the machine
        # (and outlives an amendment), what was answered but became impossible.
        self._open: dict[str, trio.CancelScope] = {}
        self._replies: dict[str, Reply] = dict(stored or {})
        self._returned: dict[str, Dropped] = {}
        self._whose: dict[str, str] = {}  # the combatant of each reply above
        # By combatant: what was answered to a question that an amendment took back.
        self._taken_back: dict[str, tuple[Dropped, ...]] = {}
        self._amendments: list[Amendment] = []
        self._is_over = False
        # Cancelled to amend the fight: the scope of the wait that is open, or of all
        # children that are at play.
        self._outermost: trio.CancelScope | None = None

    async def play(self, machine: Machine, sink: Sink | None = None) -> Outcome | None:
        """Play *machine* to its end, with a task for each combatant; return how it ended."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            try:
                await run(machine, self, sink)
            finally:
                self._close()
            nursery.cancel_scope.cancel()
        return machine.outcome()

    # --- for the course of the fight ----------------------------------------------------------

    async def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Ask the actors; whoever is late or gone gets the default."""
        scope = trio.CancelScope(deadline=trio.current_time() + self._deadlines.seconds(questions))
        if self._outermost is not None:  # a child asks: its parent will be amended, not it
            return await self._wait(questions, scope)
        if self._amendments:
            raise Amended(self._taken())
        self._outermost = scope
        try:
            return await self._wait(questions, scope)
        finally:
            self._outermost = None

    async def together(self, runs: Sequence[Run]) -> None:
        async with trio.open_nursery() as nursery:
            is_outermost = self._outermost is None
            if is_outermost:
                self._outermost = nursery.cancel_scope
            for one in runs:
                nursery.start_soon(_to_its_end, one)
        if is_outermost:
            self._outermost = None
            if self._amendments:
                raise Amended(self._taken())

    # --- for the game master ------------------------------------------------------------------

    async def amend(self, author: str, reason: str, change: object) -> None:
        """Make *change* at the open waits, which are closed and asked anew; answers are kept.

        Returns when it is made.  Raises IllegalAmendmentError if it cannot be,
        FightClosedError if the fight ends first, and MailboxFullError if too many wait.
        """
        if self._is_over:
            raise FightClosedError
        if len(self._amendments) >= MAX_AMENDMENTS:
            raise MailboxFullError
        made = trio.Event()
        errors: list[Exception] = []

        def report(error: Exception | None) -> None:
            if error is not None:
                errors.append(error)
            made.set()

        self._amendments.append(Amendment(author, reason, change, report))
        if self._outermost is not None:
            self._outermost.cancel()
        await made.wait()
        for error in errors:
            raise error

    def skip(self, prompt: str) -> bool:
        """Let the prompt with this id have its default now; return whether it was open.

        What has no deadline, the game master ends.
        """
        scope = self._open.get(prompt)
        if scope is not None:
            scope.cancel()
        return scope is not None

    def tell(self, combatant: str, note: Note) -> None:
        """Tell the actor of *combatant*.

        Raises ActorGoneError, MailboxFullError, or FightClosedError.
        """
        self._address(combatant).tell(note)

    # --- inside -------------------------------------------------------------------------------

    async def _wait(self, questions: Sequence[Question], scope: trio.CancelScope) -> list[Reply]:
        """Collect a reply to each question within *scope*, and fill in what is missing."""
        if self._replies:
            if scope is self._outermost:
                self._take_back(questions)
            self._give_back(questions)
        with scope:
            if len(questions) == 1:
                await self._collect(questions[0])
            else:
                often = Counter([question.combatant for question in questions])
                async with trio.open_nursery() as nursery:
                    for question in questions:
                        if often[question.combatant] == 1:
                            nursery.start_soon(self._collect, question)
                        else:  # one actor gets them one by one, in the order of the prompts
                            await nursery.start(self._collect, question)
        # Only the outermost wait comes here amended: those of children are cancelled with
        # their nursery, whatever else ends at the same moment.
        if self._amendments and any(q.id not in self._replies for q in questions):
            raise Amended(self._taken())
        for question in questions:
            self._whose.pop(question.id, None)
        return [self._replies.pop(q.id, None) or self._late(q) for q in questions]

    async def _collect(
        self, question: Question, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        task_status.started()
        if question.id in self._replies:
            return
        try:
            with trio.CancelScope() as self._open[question.id]:
                reply = await self._address(question.combatant).ask(question)
                self._replies[question.id] = self._with_dropped(question, reply)
                self._whose[question.id] = question.combatant
        except ActorGoneError:
            log.info("actor is gone", combatant=question.combatant, prompt=question.id)
            self._replies[question.id] = self._with_dropped(
                question, Reply(question.default(), "gone")
            )
        finally:
            del self._open[question.id]

    def _late(self, question: Question) -> Reply:
        log.info("answer is late", combatant=question.combatant, prompt=question.id)
        return self._with_dropped(question, Reply(question.default(), "late"))

    def _address(self, combatant: str) -> ActorAddress:
        address = self._addresses.get(combatant)
        if address is None:
            if self._nursery is None:
                raise FightClosedError
            mailbox: tuple[ActorAddress, ActorInbox] = open_mailbox()
            address, inbox = mailbox
            self._addresses[combatant] = address
            self._nursery.start_soon(run_actor, inbox, self._actor_for(combatant))
        return address

    def _with_dropped(self, question: Question, reply: Reply) -> Reply:
        """Name with *reply* what its combatant had chosen before and an amendment undid."""
        dropped = self._taken_back.pop(question.combatant, ())
        if question.id in self._returned:
            dropped = (*dropped, self._returned.pop(question.id))
        return msgspec.structs.replace(reply, dropped=dropped + reply.dropped) if dropped else reply

    def _take_back(self, questions: Sequence[Question]) -> None:
        """Set aside the answers to questions that are no longer asked; they are named with the next."""
        open_now = {question.id for question in questions}
        for prompt in [prompt for prompt in self._replies if prompt not in open_now]:
            answer = self._replies.pop(prompt).answer
            intent = Intent(answer.option, answer.values, answer.also)
            combatant = self._whose.pop(prompt, "")
            was = self._taken_back.get(combatant, ())
            self._taken_back[combatant] = (*was, Dropped(intent, "the question was taken back"))

    def _give_back(self, questions: Sequence[Question]) -> None:
        """Drop what was answered before the waits were closed and is no longer possible."""
        for question in questions:
            if question.id in self._replies:
                answer = self._replies[question.id].answer
                try:
                    question.check(answer)
                except IllegalAnswerError as error:
                    del self._replies[question.id]
                    intent = Intent(answer.option, answer.values, answer.also)
                    self._returned[question.id] = Dropped(intent, str(error))

    def _close(self) -> None:
        self._is_over = True
        self._nursery = None
        for amendment in self._taken():
            amendment.report(FightClosedError())

    def _taken(self) -> list[Amendment]:
        taken, self._amendments = self._amendments, []
        return taken


async def _to_its_end(run_of_child: Run) -> None:
    await run_of_child


async def play(
    machine: Machine,
    actor_for: ActorFor,
    sink: Sink | None = None,
    *,
    deadlines: Deadlines = NO_DEADLINES,
    recorder: Recorder | None = None,
) -> Outcome | None:
    """Play *machine* to its end with the actors that *actor_for* makes; return how it ended."""
    return await LiveAsks(actor_for, deadlines=deadlines, recorder=recorder).play(machine, sink)


@final
class Verdict:
    """Whether a fight went as it should: *bugs* is None, or what ended it."""

    bugs: BaseExceptionGroup[BaseException] | None = None


@contextmanager
def fight_boundary(fight: str) -> Generator[Verdict]:
    """Let a bug end the fight inside and no other: it is reported, and goes no further."""
    verdict = Verdict()
    try:
        yield verdict
    except* Exception as bugs:
        verdict.bugs = bugs
        log.exception("fight ended by a bug", fight=fight)
