"""What somebody's new place means to the others: plans that no longer fit, and waits that are over."""

from __future__ import annotations

from rules.request.course.choices import FOR_NOTHING, FOR_VIEW, SHOOT
from rules.request.course.combatant import Combatant
from rules.request.course.engagement import LONG_GAP
from rules.request.course.ground import gap
from rules.request.course.legal import LEGAL, as_things_stand, is_target, unfit
from rules.request.course.state import State


def review_plans(fight: State) -> None:
    """C3a, C3b: whoever planned what cannot be done any more is asked anew."""
    for c in fight.people:
        if c.plan is not None and as_things_stand(fight, c, c.plan) is None:
            fight.disturb(c)


def wake_watchers(fight: State, mover: Combatant) -> None:
    """C4a: whoever waits for a foe to come near or into view is called if *mover* has."""
    for c in fight.people:
        if c.wait_for == FOR_VIEW and fight.is_foe(c, mover) and comes_near(fight, c, mover):
            c.wait_for = FOR_NOTHING
            c.call = fight.rank


def comes_near(fight: State, c: Combatant, mover: Combatant) -> bool:
    """Is *mover* where *c* can get at it with what is in hand?"""
    if c.acted or not c.able:
        return False
    if not (c.high or mover.high) and gap(c, mover) <= (LONG_GAP if c.keeps_off else 1):
        return True
    for item, arm in enumerate(c.arms):
        loaded = arm.shot is not None and unfit(fight, c, SHOOT, item, None) == LEGAL
        if loaded and is_target(fight, c, SHOOT, item, mover):
            return True
    return False
