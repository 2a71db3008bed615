"""A fight on trio: a task for each combatant, mailboxes between, one deadline round each wait."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import final

import msgspec
import structlog
import trio

from actors.combatant import Reply
from actors.mailbox import ActorGoneError, open_mailbox
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
        match question.kind:
            case "action":
                seconds = self.action
            case "reaction":
                seconds = self.reaction
            case "declaration":
                seconds = self.declaration
        return inf if seconds is None else seconds


NO_DEADLINES = Deadlines()


class FightOverError(Exception):
    """The fight ended before the amendment could be made."""


@final
class LiveAsks:
    """The port of a live fight, and the way in for a game master while it is played."""

    def __init__(
        self,
        nursery: trio.Nursery,
        actor_for: ActorFor,
        deadlines: Deadlines = NO_DEADLINES,
        recorder: Recorder | None = None,
        stored: Mapping[str, Reply] | None = None,
    ) -> None:
        """Actors run in *nursery*.

        *stored* are answers by prompt id that came before a restart and were not yet
        taken by the machine.
        """
        self.recorder = recorder
        self._nursery = nursery
        self._actor_for = actor_for
        self._deadlines = deadlines
        self._addresses: dict[str, ActorAddress] = {}
        self._kept: dict[str, Reply] = dict(stored or {})
        self._returned: dict[str, Dropped] = {}
        self._amendments: list[Amendment] = []
        self._outermost: trio.CancelScope | None = None
        self._over = False

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
            if nursery.cancel_scope.cancelled_caught:
                raise Amended(self._taken())

    # --- for the game master ------------------------------------------------------------------

    async def amend(self, author: str, reason: str, change: object) -> None:
        """Make *change* at the open waits, which are closed and asked anew; answers are kept.

        Returns when it is made.  Raises IllegalAmendmentError if it cannot be, and
        FightOverError if the fight ends first.
        """
        if self._over:
            raise FightOverError
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

    def tell(self, combatant: str, note: Note) -> None:
        """Tell the actor of *combatant*; raises ActorGoneError or MailboxFullError."""
        self._address(combatant).tell(note)

    def close(self) -> None:
        """The fight is over: nothing can be amended any more."""
        self._over = True
        for amendment in self._taken():
            amendment.report(FightOverError())

    # --- inside -------------------------------------------------------------------------------

    async def _wait(self, questions: Sequence[Question], scope: trio.CancelScope) -> list[Reply]:
        """Collect a reply to each question within *scope*, and fill in what is missing."""
        replies = [self._kept_reply(question) for question in questions]
        try:
            with scope:
                if len(questions) == 1:
                    await self._collect(questions, replies, 0)
                else:
                    async with trio.open_nursery() as nursery:
                        for place in range(len(questions)):
                            nursery.start_soon(self._collect, questions, replies, place)
        except trio.Cancelled:
            self._keep(replies)
            raise
        if scope is self._outermost and self._amendments and None in replies:
            self._keep(replies)
            raise Amended(self._taken())
        return [
            self._late(question) if reply is None else reply
            for question, reply in zip(questions, replies, strict=True)
        ]

    async def _collect(
        self, questions: Sequence[Question], replies: list[Reply | None], place: int
    ) -> None:
        if replies[place] is not None:
            return
        question = questions[place]
        try:
            reply = await self._address(question.combatant).ask(question)
        except ActorGoneError:
            log.info("actor is gone", combatant=question.combatant, prompt=question.id)
            reply = Reply(question.default(), "gone")
        if self._returned and question.id in self._returned:
            reply = msgspec.structs.replace(
                reply, dropped=(self._returned.pop(question.id), *reply.dropped)
            )
        replies[place] = reply

    def _late(self, question: Question) -> Reply:
        log.info("answer is late", combatant=question.combatant, prompt=question.id)
        return Reply(question.default(), "late")

    def _address(self, combatant: str) -> ActorAddress:
        address = self._addresses.get(combatant)
        if address is None:
            mailbox: tuple[ActorAddress, ActorInbox] = open_mailbox()
            address, inbox = mailbox
            self._addresses[combatant] = address
            self._nursery.start_soon(run_actor, inbox, self._actor_for(combatant))
        return address

    def _keep(self, replies: list[Reply | None]) -> None:
        for reply in replies:
            if reply is not None and reply.origin != "gone":
                self._kept[reply.answer.prompt] = reply

    def _kept_reply(self, question: Question) -> Reply | None:
        """The answer given before the wait was closed, if it is still possible."""
        if not self._kept or (reply := self._kept.pop(question.id, None)) is None:
            return None
        try:
            question.check(reply.answer)
        except IllegalAnswerError as error:
            answer = reply.answer
            intent = Intent(answer.option, answer.values, answer.also)
            self._returned[question.id] = Dropped(intent, str(error))
            return None
        return reply

    def _taken(self) -> list[Amendment]:
        taken, self._amendments = self._amendments, []
        return taken


async def _to_its_end(run_of_child: Run) -> None:
    await run_of_child


async def play(  # noqa: PLR0913 (each is one named part of live play, and most have a default)
    machine: Machine,
    actor_for: ActorFor,
    sink: Sink | None = None,
    *,
    deadlines: Deadlines = NO_DEADLINES,
    recorder: Recorder | None = None,
    stored: Mapping[str, Reply] | None = None,
    task_status: trio.TaskStatus[LiveAsks] = trio.TASK_STATUS_IGNORED,
) -> Outcome | None:
    """Play *machine* to its end, with one task for each combatant; return how it ended.

    Under ``nursery.start`` it hands over its LiveAsks, the game master's way in.
    """
    async with trio.open_nursery() as nursery:
        asks = LiveAsks(nursery, actor_for, deadlines, recorder, stored)
        task_status.started(asks)
        try:
            await run(machine, asks, sink)
        finally:
            asks.close()
        nursery.cancel_scope.cancel()
    return machine.outcome()


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
