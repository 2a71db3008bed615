"""Those who look at one fight: at its seats and beside it, as they come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, cast, final

from protocol.messages import (
    ControlMessage,
    Hello,
    LobbyMessage,
    Refusal,
    ServerMessage,
    StandInMessage,
    Welcome,
)
from protocol.records import FightBegun
from rules.catalogue import AnyView
from rules.kernel.machine import Machine
from server.client import Audience, Client, Said, Say, to_all
from server.crier import Crier
from server.limits import FAILED, REPLACED, Limits
from server.outbox import Outbox
from server.pen import Pen, sends
from server.seat import Seat
from store.journal import Kept

SOMEBODY: Final = "somebody"


@final
class Hall:
    """The seats of one fight, and the place beside it."""

    def __init__(  # noqa: PLR0913 - all that it knows of its room
        self,
        kept: Kept,
        machine: Machine,
        pen: Pen,
        *,
        seats: dict[str, Seat],
        beside: Audience,
        limits: Limits,
        crier: Crier,
        begin: Callable[[], None],
    ) -> None:
        """*begin* is called when every seat has been taken."""
        self.seats = seats
        self.has_begun = False
        self.has_failed = False
        self._kept = kept
        self._machine = machine
        self._pen = pen
        self._beside = beside
        self._limits = limits
        self._crier = crier
        self._begin = begin
        self._rest()

    @property
    def audiences(self) -> list[Audience]:
        return [self._beside, *(seat.audience for seat in self.seats.values())]

    @property
    def is_looked_at(self) -> bool:
        """Is anybody there, at a seat or beside?"""
        return any(audience.clients for audience in self.audiences)

    def tell_of(self, message: StandInMessage) -> None:
        """Say *message* to everybody who knows of whom it speaks."""
        for audience in self.audiences:
            if message.combatant in self._known(audience):
                self._pen.tell(audience.clients, message)

    def _known(self, audience: Audience) -> set[str]:
        """Whom they see: that anybody else is there they must not learn."""
        view = cast("AnyView", self._machine.view(audience.stream.observer))
        return {one.id for one in view.combatants}

    # --- coming -------------------------------------------------------------------------------

    def join(self, combatant: str, hello: Hello, outbox: Outbox) -> Client | Refusal:
        """Let somebody look, from the seat of *combatant* or (empty) from beside the fight."""
        seat = self.seats[combatant] if combatant else None
        audience = self._beside if seat is None else seat.audience
        number = len(audience.stream.frames)
        if hello.after is not None and hello.after > number:
            return Refusal("", "illegal", "after", str(hello.after), f"{number} at most")
        if seat is None and len(audience.clients) >= self._limits.spectators:
            return Refusal("", "full")
        client = Client(combatant, outbox, wants_sight=hello.sight)
        was_stood_in = seat is not None and seat.is_stood_in
        if seat is not None:
            self._make_way(seat, hello)
        says = self._greeting(client, seat, audience, hello.after, was_stood_in=was_stood_in)
        audience.clients.append(client)
        if seat is not None and len(seat.clients) == 1:
            self._crier.taken(seat.combatant)
        self._pen.keep([], says)
        for one in self.seats.values():
            if not one.clients:  # from now on there is somebody whom it keeps waiting
                one.remote.leave()
        if seat is not None:
            self._take(seat)
        return client

    def _make_way(self, seat: Seat, hello: Hello) -> None:
        """Let a newer connection control *seat*; the oldest of too many is closed."""
        if len(seat.clients) >= self._limits.per_seat:
            oldest = seat.clients.pop(0)
            oldest.outbox.close(REPLACED, "replaced by a newer connection")
        self._pen.tell(seat.clients[-1:], ControlMessage(on=False))
        seat.remote.hear()
        if hello.order is not None and not self._machine.outcome():
            seat.planned.actor.give_order(hello.order)
            self.note_plans(seat)

    def _greeting(
        self,
        client: Client,
        seat: Seat | None,
        audience: Audience,
        after: int | None,
        *,
        was_stood_in: bool,
    ) -> list[Say]:
        """Everything that *client* has to know first."""
        number = len(audience.stream.frames)
        role = "spectator" if seat is None else "seat"
        controls = seat is not None
        kept = self._kept
        first: list[ServerMessage] = [
            Welcome(kept.id, kept.name, role, client.combatant, controls, number)
        ]
        if seat is not None:
            first.append(seat.planned.message())
        if not self.has_begun:
            first.append(self._lobby(audience))
        stood_in = [one.combatant for one in self.seats.values() if one.is_stood_in]
        if stood_in:
            known = self._known(audience)
            first += [StandInMessage(one, on=True) for one in stood_in if one in known]
        if was_stood_in:
            first.append(StandInMessage(client.combatant, on=False))
        says = sends(self._to(client, first))
        if after is not None:
            frames = audience.stream.frames
            says.append(partial(client.outbox.put_slice, frames, after, number))
        says.append(partial(client.outbox.put_view, audience.view(self._machine)))
        if seat is not None:
            shown = [one.now(with_sight=client.wants_sight) for one in seat.shown.values()]
            says += sends(self._to(client, shown))
        if self.has_failed:
            says.append(partial(close_failed, client))
        return says

    def _take(self, seat: Seat) -> None:
        if self.has_begun or seat.was_taken:
            return
        seat.was_taken = True
        if all(one.was_taken for one in self.seats.values()):
            self._pen.note(FightBegun())
            self._begin()
        for audience in self.audiences:
            self._pen.tell(audience.clients, self._lobby(audience))

    # --- being there --------------------------------------------------------------------------

    def note_plans(self, seat: Seat) -> None:
        """Keep the plans of *seat*, and show them to its player, if they have changed."""
        for plans in seat.planned.unkept():
            self._pen.note(plans)
        self.show_plans(seat)

    def show_plans(self, seat: Seat) -> None:
        for message in seat.planned.untold():
            self._pen.tell(seat.clients, message)

    # --- going --------------------------------------------------------------------------------

    def leave(self, client: Client) -> None:
        """Somebody looks no more."""
        seat = self.seats.get(client.combatant)
        clients = self._beside.clients if seat is None else seat.clients
        if client not in clients:
            return  # another one took its place
        did_control = clients[-1] is client
        clients.remove(client)
        if seat is not None and not clients:
            self._crier.left(seat.combatant)
        if not self.is_looked_at:
            self._rest()
        elif seat is None:
            pass
        elif not clients:
            seat.remote.leave()
        elif did_control:
            self._pen.tell(clients[-1:], ControlMessage(on=True))

    def _rest(self) -> None:
        """Nobody looks: the fight stands still at what is asked, and nobody is stood in for."""
        for seat in self.seats.values():
            seat.remote.rest()

    # --- inside -------------------------------------------------------------------------------

    def _lobby(self, audience: Audience) -> LobbyMessage:
        """Whom the fight waits for; of those whom they do not see only that there is somebody."""
        known = self._known(audience)
        missing = [one.combatant for one in self.seats.values() if not one.was_taken]
        return LobbyMessage(tuple(one if one in known else SOMEBODY for one in missing))

    @staticmethod
    def _to(client: Client, messages: Sequence[ServerMessage]) -> Said:
        return [said for message in messages for said in to_all([client], message)]


def close_failed(client: Client) -> None:
    client.outbox.close(FAILED, "the fight ended by a bug")
