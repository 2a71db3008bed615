"""The course of a fight: one loop-free coroutine that keeps no state of its own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from actors.combatant import Reply
from protocol.records import AmendmentMade, Decision, Refused
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.machine import Machine, Question
from rules.kernel.model import PromptKind
from scheduler.port import Amended, Amendment, Asks, Recorder, Sink


class DefaultRefusedError(Exception):
    """The machine refused its own default: a bug of the rule system."""

    def __init__(self, prompt: str) -> None:
        super().__init__(f"the default of {prompt} was refused")
        self.prompt: str = prompt


async def run(machine: Machine, asks: Asks, sink: Sink | None) -> None:
    """Drive *machine* to its end, wherever it stands; a restored machine is simply run again.

    *sink* gets the events of each step as soon as it is made; None asks for none.
    """
    while True:
        try:
            await _play(machine, asks, sink)
        except Amended as amended:
            # The whole machine is amended, never a child by itself: it alone knows where
            # everybody is.  The children left at their waits are then run again.
            for amendment in amended.amendments:
                _amend(machine, amendment, asks.recorder)
        else:
            return


async def _play(machine: Machine, asks: Asks, sink: Sink | None) -> None:
    while True:
        if sink is not None and (events := machine.take_events()):
            sink(events)
        if children := machine.children():
            if sink is not None and asks.side_by_side:
                # Told before any of them goes on, so that the order of the inputs says in
                # which order everything was told: a server that comes again says it so too.
                for child in children:
                    if events := child.take_events():
                        sink(events)
            await asks.together([_play(child, asks, sink) for child in children])
            machine.join()
        elif questions := machine.questions():
            replies = await asks.ask(questions)
            if asks.recorder is None:
                _advance(machine, questions, replies)
            else:
                _advance_on_record(machine, questions, replies, asks.recorder)
        else:
            return


def _amend(machine: Machine, amendment: Amendment, recorder: Recorder | None) -> None:
    try:
        machine.amend(amendment.author, amendment.reason, amendment.change)
    except IllegalAmendmentError as error:
        amendment.report(error)
        return
    if recorder is not None:
        change = msgspec.Raw(msgspec.json.encode(amendment.change))
        recorder(AmendmentMade(amendment.author, amendment.reason, change))
    amendment.report(None)


def _advance(machine: Machine, questions: Sequence[Question], replies: list[Reply]) -> None:
    """Let *machine* take the answers, with the default in the place of each that it refuses."""
    while True:
        try:
            machine.advance([reply.answer for reply in replies])
        except IllegalAnswerError as error:
            replies[error.index] = _default_instead(
                questions[error.index], replies[error.index], error
            )
        else:
            return


def _default_instead(question: Question, reply: Reply, error: IllegalAnswerError) -> Reply:
    if reply.origin == "illegal":
        raise DefaultRefusedError(question.id) from error
    refused = Refused(reply.answer, error.field, error.allowed)
    return Reply(question.default(), "illegal", reply.dropped, refused)


def _advance_on_record(
    machine: Machine, questions: Sequence[Question], replies: list[Reply], recorder: Recorder
) -> None:
    # A question is valid only until the machine moves.
    asked: list[tuple[str, PromptKind]] = [
        (question.combatant, question.kind) for question in questions
    ]
    _advance(machine, questions, replies)
    for (combatant, kind), reply in zip(asked, replies, strict=True):
        recorder(
            Decision(combatant, kind, reply.answer, reply.origin, reply.dropped, reply.refused)
        )
