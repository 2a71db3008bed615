"""Actions that need no roll against anybody: aim, defend, change stance, ready, recover."""

from __future__ import annotations

from rules.kernel.model import Term
from rules.request.chapters import modifiers
from rules.request.course.chances import rank_figure
from rules.request.course.choices import AIM, DEFEND, READY, RECOVER, STANCE, Choice
from rules.request.course.combatant import CARRIED, DROPPED, GONE, STANCES, Combatant
from rules.request.course.figures import figure
from rules.request.course.landing import DEFENDING, VULNERABLE, condition
from rules.request.course.state import State


def do_quietly(fight: State, deed: Choice) -> None:
    """Let the deed take effect: before any damage of the same moment lands.

    Whoever moved or set its reach has done so by now.
    """
    c = fight.people[deed.by]
    if deed.verb == AIM:
        _aim(fight, c, deed)
    elif deed.verb == DEFEND:
        # P6c: better parries and dodges until the next action.
        if fight.log is not None:
            fight.emit("defended", by=c.index, figures=[rank_figure(c, DEFEND, -1)])
        condition(fight, c, DEFENDING, True, "defend")
    elif deed.verb == STANCE:
        _change_stance(fight, c, deed)
    elif deed.verb == READY:
        _ready(fight, c, deed)
    elif deed.verb == RECOVER:
        # R38: recovering is a Defense action and ends the condition; it has no other benefit (A8).
        if fight.log is not None:
            fight.emit("recovered", by=c.index, figures=[rank_figure(c, deed.verb, -1)])
        condition(fight, c, VULNERABLE, False, "recovered")


def _aim(fight: State, c: Combatant, deed: Choice) -> None:
    if c.aim_count == 0 or c.aim_at != deed.target or c.aim_item != deed.item:
        c.aim_at = deed.target
        c.aim_item = deed.item
        c.aim_count = 0
    most = modifiers.AIM_MOST // modifiers.AIM_STEP
    c.aim_count = min(most, c.aim_count + 1)
    if fight.log is not None:
        bonus = Term("aimed", modifiers.AIM_STEP * c.aim_count, "P16d")
        fight.emit(
            "aimed",
            by=c.index,
            at=deed.target,
            item=c.arms[deed.item].id,
            figures=[rank_figure(c, AIM, deed.item), figure("aim_bonus", [bonus], "P16d")],
        )


def _change_stance(fight: State, c: Combatant, deed: Choice) -> None:
    c.stance = deed.arg
    if fight.log is not None:
        fight.emit(
            "stance",
            by=c.index,
            facts={"stance": STANCES[deed.arg]},
            figures=[rank_figure(c, STANCE, -1)],
        )


def _ready(fight: State, c: Combatant, deed: Choice) -> None:
    """P6d: one weapon an action: draw it, pick it up, or load it a step."""
    item = deed.item
    state = c.items[item]
    if state in (CARRIED, DROPPED):
        c.take(item)
        what = "drawn" if state == CARRIED else "picked up"
    else:
        c.load_left[item] -= 1
        what = "nocked" if c.load_left[item] == 0 else "loading"
    c.settle()
    if fight.log is not None:
        fight.emit(
            "readied",
            by=c.index,
            item=c.arms[item].id,
            facts={"what": what, "left": str(c.load_left[item])},
            figures=[rank_figure(c, READY, -1)],
        )


def spend_missile(c: Combatant, item: int) -> None:
    """C10: what is shot or thrown is gone as it flies."""
    arm = c.arms[item]
    c.missiles[item] -= 1
    if arm.thrown:
        c.let_go(item, CARRIED if c.missiles[item] > 0 else GONE)
    else:
        c.load_left[item] = arm.load
    c.settle()
