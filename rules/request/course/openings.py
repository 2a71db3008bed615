"""Who may strike before a deed is done: the conditions of every opportunity attack."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import reach
from rules.request.course.choices import (
    AID,
    AIM,
    ATTACK,
    CAST,
    CONTINUE,
    DISMOUNT,
    GRAPPLE,
    MOUNT,
    PRECISE,
    READY,
    RETREAT,
    SHOOT,
    STANCE,
    Choice,
)
from rules.request.course.combatant import Combatant
from rules.request.course.engagement import has_place, sees
from rules.request.course.ground import gap
from rules.request.course.state import State

# P19: what gives an opening to whoever stands next to it; moves do so on their way.
PROVOKE: Final = (SHOOT, AIM, READY, STANCE, AID, CAST, CONTINUE, MOUNT, DISMOUNT)
# R33: the attacks that give an opening to a long weapon at long reach.
_REACH: Final = (ATTACK, PRECISE, GRAPPLE, RETREAT)


def may_seize(fight: State, c: Combatant, actor: Combatant, deed: Choice) -> bool:
    """P19: may *c* strike at *actor* now for what it does: able, aware, armed, and next to it?

    R33's opening is for one: whoever with a long weapon is attacked at long reach with a
    short one.
    """
    if not fight.may_react(c) or not _is_aware_of(fight, c, actor):
        return False
    if c.holding >= 0 or c.holder >= 0 or c.bolting:
        return False  # P33n2, P34v
    if deed.is_attack_action():
        return deed.target == c.index and len(openers(c, actor, deed)) > 0
    return c.armed and not c.muddled and _gets_at(fight, c, actor)


def opening_stands(fight: State, strike: Choice) -> bool:
    """Has an opportunity attack that was begun its opening still, whatever the game master changed since?"""
    c = fight.people[strike.by]
    actor = fight.people[strike.target]
    if (
        not c.able
        or c.surprised
        or c.bolting
        or c.holding >= 0
        or c.holder >= 0
        or not c.usable(strike.item)
        or not _is_aware_of(fight, c, actor)
    ):
        return False
    if strike.occasion in _REACH:
        return c.reach_to(actor.index) == reach.LONG
    return _gets_at(fight, c, actor)


def _is_aware_of(fight: State, c: Combatant, actor: Combatant) -> bool:
    return not c.hidden and actor.can_be_struck() and fight.is_foe(c, actor)


def _gets_at(fight: State, c: Combatant, actor: Combatant) -> bool:
    """Is *c* engaged with *actor*, or next to it?  A11c: but not if there is no place left."""
    if c.high or actor.high:
        return False
    if actor.index in c.foes:
        return gap(c, actor) <= 1 or sees(fight, c, actor)  # C25: no blow passes a blocked hex
    return gap(c, actor) <= 1 and has_place(fight, c, actor) and has_place(fight, actor, c)


def openers(c: Combatant, actor: Combatant, deed: Choice) -> list[int]:
    """The weapons with which *c* may strike at *actor* for its deed."""
    found: list[int] = []
    for item in range(len(c.arms)):
        if can_seize_with(c, actor, deed, item):
            found.append(item)
    return found


def can_seize_with(c: Combatant, actor: Combatant, deed: Choice, item: int) -> bool:
    """Is this weapon one for an opportunity attack at *actor* for its deed?"""
    arm = c.arms[item]
    if c.muddled or not c.usable(item) or not arm.is_weapon():
        return False
    if deed.is_attack_action():
        pair = c.reach_to(actor.index)
        return reach.draws_opportunity(pair, actor.arms[deed.item].reach, arm.reach)
    return True


def openings(fight: State, deed: Choice) -> list[int]:
    """Who may strike at the doer of *deed* before it, in seat order; moves have their own."""
    if deed.verb not in PROVOKE and not deed.is_attack_action():
        return []
    actor = fight.people[deed.by]
    return [c.index for c in fight.people if may_seize(fight, c, actor, deed)]
