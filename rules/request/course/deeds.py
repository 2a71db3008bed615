"""Actions that need no roll against anybody: aim, defend, change stance, ready, recover."""

from __future__ import annotations

from rules.kernel.model import Figure, Term
from rules.request.chapters import modifiers, rolls
from rules.request.course.chances import first_aid_chance, rank_figure, roll_used
from rules.request.course.choices import (
    AID,
    AIM,
    DEFEND,
    DISMOUNT,
    MOUNT,
    READY,
    RECOVER,
    STANCE,
    VERBS,
    Choice,
)
from rules.request.course.combatant import (
    CARRIED,
    DROPPED,
    GONE,
    NOTHING,
    STANCES,
    Combatant,
)
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.landing import DEFENDING, OWN_CHOICE, VULNERABLE, come_off, condition
from rules.request.course.places import put
from rules.request.course.proving import BY_FIRST_AID, prove
from rules.request.course.riding import join, steeds
from rules.request.course.state import State
from rules.request.course.table import AID_ACTIONS, roll
from rules.request.model import LOCATIONS


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
    elif deed.verb == AID:
        _aid(fight, c, deed)
    elif deed.verb in (MOUNT, DISMOUNT):
        _change_seat(fight, c, deed)
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


def _aid(fight: State, c: Combatant, deed: Choice) -> None:
    """P24l: the first of two actions begins it, the second is rolled, and ends the bleeding if it succeeds."""
    at = fight.people[deed.target]
    place = at.first_to_kill()
    if at.dead or place < 0:
        fight.emit("thwarted", by=c.index, at=at.index)
        return
    figures = [rank_figure(c, AID, NOTHING)] if fight.log is not None else []
    if c.aid_at != at.index:
        c.aid_done = 0
    c.aid_at = at.index
    c.aid_done += 1
    facts = {"what": "begun"}
    if c.aid_done == AID_ACTIONS:
        c.aid_done = 0
        facts = {"what": "tended"}
        if _tends(fight, c, deed.d100, figures) < rolls.SUCCESS:
            facts = {"what": "failed"}
        else:
            at.stanch(place)
    if fight.log is not None:
        fight.emit(
            "aided",
            by=c.index,
            at=at.index,
            place=LOCATIONS[place],
            facts=facts,
            figures=figures,
        )


def _tends(fight: State, c: Combatant, by_hand: int, figures: list[Figure]) -> int:
    """The level of a First Aid roll."""
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = first_aid_chance(fight, c, terms)
    rolled = roll(fight, 100, by_hand)
    roll_used(fight, c)
    if terms is not None:
        figures.append(figure("aid_chance", terms, "P9"))
        figures.append(rolled_figure("aid_roll", "1D100", rolled, "P9", by_hand != 0))
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    prove(c, BY_FIRST_AID, level)
    return level


def _change_stance(fight: State, c: Combatant, deed: Choice) -> None:
    c.stance = deed.arg
    if fight.log is not None:
        fight.emit(
            "stance",
            by=c.index,
            facts={"stance": STANCES[deed.arg]},
            figures=[rank_figure(c, STANCE, -1)],
        )


def _change_seat(fight: State, c: Combatant, deed: Choice) -> None:
    """P34t: into the saddle or out of it; of two who want one mount the first in seat order gets it."""
    figures = [rank_figure(c, deed.verb, NOTHING)] if fight.log is not None else []
    if deed.verb == DISMOUNT:
        come_off(fight, c, OWN_CHOICE, False, figures)
        return
    mount = fight.people[deed.target]
    if deed.target not in steeds(fight, c):
        fight.emit("thwarted", by=c.index, at=mount.index)
        return
    get_on(fight, c, mount, figures)


def get_on(fight: State, c: Combatant, mount: Combatant, figures: list[Figure]) -> None:
    """*c* sits on *mount* from now on, which is told."""
    fight.emit("mounted", by=c.index, at=mount.index, figures=figures)
    if fight.ground is not None:
        put(fight, c, mount.place, VERBS[MOUNT])
    join(c, mount)


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
    c.use_up(1 + item, 1)
    if arm.thrown:
        c.let_go(item, CARRIED if c.missiles[item] > 0 else GONE)
    else:
        c.load_left[item] = arm.load
    c.settle()
