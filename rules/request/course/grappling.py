"""Who holds whom in a grapple: how a hold begins, and everything that ends it.

``holding`` is whom somebody holds and ``pinning`` that it holds that one helpless; ``holder``
is the first in seat order of those who hold somebody, ``pinned`` whether any of them holds it
helpless.  A hold needs a pair that is engaged: where the pair ends, so does the hold (P33p).
"""

from __future__ import annotations

from typing import Final

from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.state import State

LET_GO: Final = "let go"
BROKE_FREE: Final = "broke free"
THROWN: Final = "thrown"
NO_HAND: Final = "no hand"
PINNED: Final = "pinned"
DOWN: Final = "down"


def seize(fight: State, c: Combatant, other: Combatant) -> None:
    """*c* holds *other*, with whom it is engaged at short reach (P33e), and nobody else from now on."""
    if c.holding == other.index:
        return
    let_loose(fight, c, LET_GO)
    c.holding = other.index
    c.settle()  # the hand that holds takes nothing else
    if other.holder == NOTHING or c.index < other.holder:
        other.holder = c.index
    fight.disturb(c)
    fight.disturb(other)
    fight.emit("seized", by=c.index, at=other.index)


def let_loose(fight: State, c: Combatant, cause: str) -> None:
    """*c* holds nobody any more; whom it held may still be held by others."""
    if c.holding == NOTHING:
        return
    other = fight.people[c.holding]
    unpin(fight, c, cause)
    c.holding = NOTHING
    c.settle()
    other.holder = NOTHING
    for one in fight.people:
        if one.holding == other.index:
            other.holder = one.index
            break
    fight.disturb(c)
    fight.disturb(other)
    if fight.log is not None:
        fight.emit("released", by=c.index, at=other.index, facts={"cause": cause})


def pin(fight: State, c: Combatant) -> None:
    """P33g: whom *c* holds is helpless from now on."""
    other = fight.people[c.holding]
    c.pinning = True
    if other.pinned:
        return
    other.pinned = True
    other.plan = None
    other.aim_count = 0
    _tell(fight, other, "began", "held")


def unpin(fight: State, c: Combatant, cause: str) -> None:
    """P33g3: *c* does not hold anybody helpless any more; somebody else still may."""
    if not c.pinning:
        return
    c.pinning = False
    other = fight.people[c.holding]
    for one in fight.people:
        if one.pinning and one.holding == other.index:
            return
    other.pinned = False
    if other.able:
        other.call = fight.rank
    _tell(fight, other, "ended", cause if other.able else DOWN)


def _tell(fight: State, c: Combatant, change: str, cause: str) -> None:
    if fight.log is not None:
        facts = {"condition": PINNED, "change": change, "cause": cause}
        fight.emit("condition", at=c.index, facts=facts)


def part(fight: State, a: Combatant, b: Combatant, cause: str) -> None:
    """*a* and *b* are engaged no more: neither holds the other."""
    if a.holding == b.index:
        let_loose(fight, a, cause)
    if b.holding == a.index:
        let_loose(fight, b, cause)


def holders(fight: State, c: Combatant) -> list[int]:
    """Everybody who holds *c*, in seat order."""
    if c.holder == NOTHING:
        return []
    return [one.index for one in fight.people if one.holding == c.index]


def partners(fight: State, c: Combatant) -> list[int]:
    """Everybody *c* is in a grapple with, in seat order."""
    return [one.index for one in fight.people if c.is_grappled_with(one)]
