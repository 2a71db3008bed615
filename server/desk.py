"""Where the messages of seats are taken, and each is answered once."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import assert_never, final

from actors.intents import IllegalEditError
from protocol.codec import encode
from protocol.messages import Ack, AnswerMessage, EditIntents, Refusal, SetOrder, TakeBack
from protocol.records import Received, Record
from server.client import Client, Said, to_all
from server.outbox import Outbox
from server.pen import Pen, sends
from server.seat import Seat
from store.journal import Input

FromSeat = AnswerMessage | EditIntents | SetOrder | TakeBack


@final
class Desk:
    """Takes what the seats of one fight want."""

    def __init__(self, fight: str, seats: Mapping[str, Seat], pen: Pen) -> None:
        self._fight = fight
        self._seats = seats
        self._pen = pen
        # Messages that will be answered when what rests on them is kept.
        self._unanswered: deque[tuple[Outbox, str]] = deque()

    def take(self, client: Client, message: FromSeat, *, is_over: bool) -> None:
        """Take what *client* wants to be done, and answer it."""
        if self._pen.is_broken:
            client.outbox.put(encode(Refusal(message.key, "not_kept")))
            return
        seat = self._seats.get(client.combatant)
        kept: list[Record] = []
        said: Said = []
        if seat is None or not _may(client, seat, message):
            outcome: Ack | Refusal | None = Refusal(message.key, "watching")
        else:
            outcome = seat.outcomes.of(message.key)
            if outcome is None:
                outcome, kept, said = self._outcome(seat, message, is_over=is_over)
                seat.outcomes.note(outcome)
        self._unanswered.append((client.outbox, message.key))
        says = [self._answered, *sends([*to_all([client], outcome), *said])]
        self._pen.keep([Input(self._fight, record) for record in kept], says)

    def refuse_all(self) -> None:
        """Nothing can be kept any more: refuse what is still to be answered."""
        for outbox, key in self._unanswered:
            outbox.put(encode(Refusal(key, "not_kept")))
        self._unanswered.clear()

    # --- inside -------------------------------------------------------------------------------

    def _answered(self) -> None:
        self._unanswered.popleft()

    def _outcome(
        self, seat: Seat, message: FromSeat, *, is_over: bool
    ) -> tuple[Ack | Refusal, list[Record], Said]:
        """What becomes of *message*, what is to be kept of it, and what else is said."""
        key = message.key
        match message:
            case AnswerMessage(answer=answer):
                outcome = seat.remote.put(message)
                if isinstance(outcome, Refusal):
                    return outcome, [], []
                said = seat.closed(answer.prompt, answer, "mind")
                return outcome, [Received(seat.combatant, key, answer)], said
            case EditIntents() | SetOrder() if is_over:
                return Refusal(key, "gone"), [], []
            case EditIntents() | SetOrder():
                seat.remote.hear()
                return _changed(seat, message)
            case TakeBack():
                seat.remote.hear()
                return Ack(key), [], []
            case _:
                assert_never(message)


def _may(client: Client, seat: Seat, message: FromSeat) -> bool:
    """Does *client* control the seat that *message* is for?"""
    is_ours = isinstance(message, AnswerMessage) or message.combatant == seat.combatant
    return is_ours and seat.clients[-1:] == [client]


def _changed(
    seat: Seat, message: EditIntents | SetOrder
) -> tuple[Ack | Refusal, list[Record], Said]:
    planned = seat.planned
    try:
        if isinstance(message, SetOrder):
            planned.actor.give_order(message.order)
        else:
            planned.actor.edit(message.edit)
    except IllegalEditError as error:
        refusal = Refusal(message.key, "illegal", error.field, error.given, error.allowed)
        return refusal, [], []
    said = [said for one in planned.untold() for said in to_all(seat.clients, one)]
    return Ack(message.key), [*planned.unkept(message.key)], said
