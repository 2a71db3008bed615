"""The game master's hand on gear: what is in hand, put away, on the ground or gone, and how many missiles there are."""

from __future__ import annotations

from typing import Final

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import SetGear
from rules.rivers.course.arms import in_hand
from rules.rivers.course.casting import end
from rules.rivers.course.combatant import CARRIED, DROPPED, GONE, HELD, SLUNG, Combatant
from rules.rivers.course.state import State

STATES: Final[dict[str, int]] = {
    "held": HELD,
    "carried": CARRIED,
    "dropped": DROPPED,
    "gone": GONE,
    "slung": SLUNG,
}
MOST_MISSILES: Final = 99


def set_gear(state: State, c: Combatant, change: SetGear, told: dict[str, str]) -> None:
    """C63: put an item into another state, and as many missiles beside it; raises IllegalAmendmentError."""
    _judge(c, change)
    item = c.item(change.item)
    facts = {**told, "change": "gear", "state": change.state}
    if change.missiles is not None:
        facts["missiles"] = str(change.missiles)
    state.emit("amended", at=c.index, item=change.item, facts=facts)
    if change.missiles is not None:
        made = c.missiles[:]
        made[item] = change.missiles
        c.missiles = made
    c.set_item(item, STATES[change.state])
    if change.state != "held":
        for one in c.under:
            if one.item == item:
                end(state, c, one)


def _judge(c: Combatant, change: SetGear) -> None:
    own = [one.id for one in c.build.arms if one.hands]
    if change.item not in own:
        allowed = (
            f"expected one of {', '.join(own)}" if own else "it has nothing in hand or with it"
        )
        raise IllegalAmendmentError("item", change.item, allowed)
    if change.state not in STATES:
        allowed = f"expected one of {', '.join(STATES)}"
        raise IllegalAmendmentError("state", change.state, allowed)
    item = c.item(change.item)
    arm = c.build.arms[item]
    if change.state == "slung" and not arm.shield:
        raise IllegalAmendmentError("state", change.state, "it is no shield")
    if change.missiles is not None:
        if not arm.how:
            raise IllegalAmendmentError("missiles", str(change.missiles), "it is no missile weapon")
        if not 0 <= change.missiles <= MOST_MISSILES:
            allowed = f"expected 0 to {MOST_MISSILES}"
            raise IllegalAmendmentError("missiles", str(change.missiles), allowed)
    if change.state == "held" and c.items[item] != HELD:
        taken = 0
        for other in in_hand(c):
            taken += c.build.arms[other].hands
        if taken + arm.hands > c.hands():
            allowed = "expected a free hand; put something away first"
            raise IllegalAmendmentError("state", change.state, allowed)
