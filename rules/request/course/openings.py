"""Who may strike before a deed is done: the conditions of every opportunity attack."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import reach
from rules.request.course.choices import AIM, READY, SHOOT, STANCE, Choice
from rules.request.course.combatant import Combatant
from rules.request.course.engagement import has_place
from rules.request.course.ground import gap
from rules.request.course.state import State

# P19: what gives an opening to whoever stands next to it; moves do so on their way.
PROVOKE: Final = (SHOOT, AIM, READY, STANCE)


def may_seize(fight: State, c: Combatant, actor: Combatant, deed: Choice) -> bool:
    """P19: may *c* strike at *actor* now for what it does: able, aware, armed, and next to it?

    R33's opening is for one: whoever with a long weapon is attacked at long reach with a
    short one.
    """
    if not fight.may_react(c) or c.hidden or not actor.can_be_struck():
        return False
    if not fight.is_foe(c, actor):
        return False
    if deed.is_attack_action():
        return deed.target == c.index and len(openers(c, actor, deed)) > 0
    if not c.armed:
        return False
    if actor.index in c.foes:
        return True
    # A11c: whoever has no place left round the other cannot get at it.
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
    if not c.usable(item) or not arm.is_weapon():
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
