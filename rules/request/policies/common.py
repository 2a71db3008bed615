"""What several minds do alike: choose a defence, get ready, get up, wait for a target."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import (
    CARRY,
    DECLINE,
    DEFEND,
    DODGE,
    PARRY,
    READY,
    RIPOSTE,
    STANCE,
)
from rules.request.course.combatant import HELD, PRONE, STANDING
from rules.request.course.sight import DEFENCE, Sight


def best_defence(sight: Sight) -> Answer:
    """Parry or dodge by the better chance; a parry on equal chances, with more armour points first."""
    chance = sight.dodge_chance()
    item = -1
    stops = -1
    for i in sight.me.parriers:
        if not sight.can(PARRY, i):
            continue
        arm = sight.me.arms[i]
        this = sight.parry_chance(i)
        if this > chance or (this == chance and arm.ap > stops):
            chance, item, stops = this, i, arm.ap
    if item < 0:
        return sight.choose(DODGE)
    return sight.choose(PARRY, item)


def best_riposte(sight: Sight) -> Answer:
    """Strike back with whatever does the most harm on average."""
    target = sight.striker()
    best = 0
    item = -1
    for i, arm in enumerate(sight.me.arms):
        if arm.close is None or not sight.can(RIPOSTE, i):
            continue
        worth = sight.chance(RIPOSTE, i, target) * sight.harm(RIPOSTE, i, target)
        if worth > best:
            best, item = worth, i
    return sight.choose(DECLINE) if item < 0 else sight.choose(RIPOSTE, item)


def react(sight: Sight) -> Answer:
    """The answer to any reaction prompt."""
    return best_defence(sight) if sight.kind == DEFENCE else best_riposte(sight)


def get_up(sight: Sight) -> Answer | None:
    """Stand, if lying and able to."""
    if sight.me.stance == PRONE and sight.me.lame_legs() <= 1:
        return sight.choose_with(STANCE, (STANDING_WORD,))
    return None


STANDING_WORD = ("standing", "kneeling", "prone")[STANDING]


def get_ready(sight: Sight) -> Answer | None:
    """Nock, draw or pick up the first weapon that this is possible for, if no weapon is in use."""
    me = sight.me
    for i, arm in enumerate(me.arms):
        if me.items[i] == HELD and arm.shot is not None and sight.can(READY, i):
            return sight.choose(READY, i)
    for i, arm in enumerate(me.arms):
        if arm.hands > 0 and not arm.shield and me.items[i] == HELD:
            return None
    for i, arm in enumerate(me.arms):
        if arm.hands > 0 and not arm.shield and sight.can(READY, i):
            return sight.choose(READY, i)
    return None


def hold_back(sight: Sight) -> Answer:
    """Nobody to strike: a loaded missile waits for somebody to come into view, all else defends."""
    me = sight.me
    for i, arm in enumerate(me.arms):
        if (
            arm.shot is not None
            and me.items[i] == HELD
            and me.load_left[i] == 0
            and me.missiles[i] > 0
        ):
            return sight.choose_with(CARRY, ("view",))
    if me.defending:
        return sight.choose_with(CARRY, ("view",))
    return sight.choose(DEFEND)
