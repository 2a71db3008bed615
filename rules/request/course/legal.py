"""What may be chosen now, and why the rest may not: the one judge of prompts and of answers."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import modifiers
from rules.request.course.choices import (
    AIM,
    ATTACK,
    CARRY,
    DECLINE,
    DEFEND,
    DODGE,
    PARRY,
    PASS,
    PRECISE,
    READY,
    RECOVER,
    RIPOSTE,
    SHOOT,
    STANCE,
    WAIT,
    Choice,
)
from rules.request.course.combatant import (
    BROKEN,
    CARRIED,
    DROPPED,
    HELD,
    KNEELING,
    PRONE,
    STANDING,
    Combatant,
)
from rules.request.course.state import ACTION, REACTION, State

LEGAL: Final = ""
BOTH_LEGS: Final = 2
_ACTIONS: Final = (ATTACK, PRECISE, SHOOT, AIM, DEFEND, STANCE, READY, RECOVER, WAIT, CARRY, PASS)


def kind_allows(kind: int, verb: int) -> bool:
    """Does a prompt of this kind know the verb at all?"""
    if kind == ACTION:
        return verb <= PASS
    if kind == REACTION:
        return verb in (PARRY, DODGE, DECLINE)
    return verb in (RIPOSTE, DECLINE)


def refusal(fight: State, c: Combatant, verb: int, item: int, deed: Choice | None) -> str:
    """LEGAL, or the reason and the rule, with a bar between, why *c* may not do this now."""
    problem = unfit(fight, c, verb, item, deed)
    if problem == LEGAL and verb <= AIM and not has_target(fight, c, verb, item):
        far = verb in (SHOOT, AIM)
        return "no target in view and range|P27c" if far else "no foe within reach|C7"
    return problem


def unfit(fight: State, c: Combatant, verb: int, item: int, deed: Choice | None) -> str:
    """As `refusal`, but for targets: whoever names one has it judged by `is_target`."""
    if verb in (ATTACK, PRECISE, RIPOSTE):
        return _close(c, item)
    if verb in (SHOOT, AIM):
        return _far(c, item)
    if verb == PARRY:
        return _parry(fight, c, item, deed)
    if verb == READY:
        return _ready(c, item)
    if verb == RECOVER and not c.vulnerable:
        return "not vulnerable|R38b"
    if verb == WAIT and fight.rank <= 1:
        return "strike rank 1 is the last of the phase|R55"
    if verb == STANCE and not stances(c):
        return "both legs are lame: only crawling is left|P24e"
    return LEGAL


def _close(c: Combatant, item: int) -> str:
    if c.arms[item].close is None:
        return "no close weapon|P30"
    return LEGAL if c.usable(item) else "not in hand|P6d"


def _far(c: Combatant, item: int) -> str:
    if c.arms[item].shot is None:
        return "no missile weapon|P31"
    if c.items[item] != HELD:
        return "not in hand|P6d"
    if c.missiles[item] <= 0:
        return "nothing left to shoot|P31"
    return LEGAL if c.load_left[item] == 0 else "not loaded|P27a"


def _parry(fight: State, c: Combatant, item: int, deed: Choice | None) -> str:
    arm = c.arms[item]
    if not c.usable(item):
        return "not in hand|P6d"
    if not arm.parries:
        return "cannot parry|P30"
    if deed is not None and deed.verb == SHOOT and not arm.shield:
        striker = fight.people[deed.by]
        if not striker.arms[deed.item].thrown or arm.hands == 0:
            return "only a shield stops what was shot|P27d"
    return LEGAL


def _ready(c: Combatant, item: int) -> str:
    arm = c.arms[item]
    if arm.hands == 0:
        return "always ready|P6d"
    if c.items[item] in (CARRIED, DROPPED):
        if arm.shot is not None and arm.close is None and c.missiles[item] <= 0:
            return "nothing left to shoot|P31"
        return LEGAL if c.room_for(item) else "no free hand|P6d"
    if c.items[item] == HELD:
        if arm.load == 0 or c.load_left[item] == 0:
            return "ready already|P6d"
        return LEGAL if c.missiles[item] > 0 else "nothing left to shoot|P31"
    return "broken|P16a2" if c.items[item] == BROKEN else "gone|P6d"


def has_target(fight: State, c: Combatant, verb: int, item: int) -> bool:
    for other in fight.people:
        if is_target(fight, c, verb, item, other):
            return True
    return False


def is_target(fight: State, c: Combatant, verb: int, item: int, other: Combatant) -> bool:
    """May *c* aim this at *other*: a foe in view, alive, and near enough?"""
    if not other.can_be_struck() or not fight.is_foe(c, other):
        return False
    if verb in (SHOOT, AIM):
        return modifiers.in_range(fight.distance(c, other), c.arms[item].range)
    return fight.distance(c, other) == 0


def targets(fight: State, c: Combatant, verb: int, item: int) -> list[int]:
    """Everybody *c* may aim this at, in seat order."""
    return [other.index for other in fight.people if is_target(fight, c, verb, item, other)]


def near(fight: State, c: Combatant) -> list[int]:
    """Everybody *c* could strike with a close weapon, in seat order."""
    foes = fight.hostile[c.side]
    found: list[int] = []
    for other in fight.people:
        if foes[other.side] and other.can_be_struck() and fight.distance(c, other) == 0:
            found.append(other.index)
    return found


def stances(c: Combatant) -> list[int]:
    """The stances that *c* may change to: not its own, and upright only on a leg to stand on."""
    found: list[int] = []
    for stance in (STANDING, KNEELING, PRONE):
        if stance == c.stance:
            continue
        if stance != PRONE and c.lame_legs() == BOTH_LEGS:
            continue
        found.append(stance)
    return found
