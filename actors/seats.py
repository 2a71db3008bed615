"""Combatants in live play: the task that runs an actor, and what others may tell it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import trio

from actors.combatant import Actor, Combatant, Reply
from actors.intents import IllegalEditError
from actors.mailbox import Address, Inbox, serve
from protocol.plans import Edit
from rules.kernel.machine import Question


class EditPlans(msgspec.Struct, frozen=True):
    """Make *edit*; *heard* is called with what was wrong with it, or None when it is made."""

    edit: Edit
    heard: Callable[[IllegalEditError | None], None]


class Leave(msgspec.Struct, frozen=True):
    """Stop, whatever you are doing; from now on you are gone."""


Note = EditPlans | Leave
ActorAddress = Address[Question, Reply, Note]
ActorInbox = Inbox[Question, Reply, Note]


async def run_actor(inbox: ActorInbox, actor: Actor) -> None:
    """Be the task of *actor*: answer what is asked, heed what is told, until told to leave."""

    def heed(note: Note) -> None:
        match note:
            case Leave():
                scope.cancel()
            case EditPlans(edit, heard):
                heard(_edited(actor, edit))

    with trio.CancelScope() as scope:
        await serve(inbox, actor.handle, heed)


def _edited(actor: Actor, edit: Edit) -> IllegalEditError | None:
    if not isinstance(actor, Combatant):
        return IllegalEditError("combatant", "an edit", "this one makes no plans")
    try:
        actor.edit(edit)
    except IllegalEditError as error:
        return error
    return None
