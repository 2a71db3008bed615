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
from rules.request.course.combatant import STANCES, STANDING
from rules.request.course.seen.kinds import DEFENCE
from rules.request.course.sight import Sight


def best_defence(sight: Sight) -> Answer:
    """Parry or dodge by the better chance; a parry on equal chances, with more armour points first."""
    may_dodge = sight.reacts_freely() and not sight.is_grappled()
    chance = sight.dodge_chance() if may_dodge else 0
    item = -1
    stops = -1
    items = sight.items()
    shot_at = sight.is_shot_at()
    for i in sight.parriers():
        if shot_at and not sight.can(PARRY, i):
            continue
        arm = items[i]
        this = sight.parry_chance(i)
        if this > chance or (this == chance and arm.ap > stops):
            chance, item, stops = this, i, arm.ap
    if item < 0:
        return sight.choose(DODGE if may_dodge else DECLINE)
    return sight.choose(PARRY, item)


def best_riposte(sight: Sight) -> Answer:
    """Strike back with whatever does the most harm on average."""
    target = sight.striker()
    best = 0
    item = -1
    for i, arm in enumerate(sight.items()):
        if arm.close is None or not sight.can(RIPOSTE, i) or not sight.is_within(i, target):
            continue
        worth = sight.chance(RIPOSTE, i, target) * sight.harm(RIPOSTE, i, target)
        if worth > best:
            best, item = worth, i
    return sight.choose(DECLINE) if item < 0 else sight.choose(RIPOSTE, item)


def react(sight: Sight) -> Answer:
    """The answer to any reaction prompt."""
    return best_defence(sight) if sight.kind == DEFENCE else best_riposte(sight)


def has_bow(sight: Sight) -> bool:
    """Does one hold something that shoots, and is not itself thrown, with something to shoot?"""
    for i, arm in enumerate(sight.items()):
        if arm.shot is not None and not arm.thrown and sight.holds(i) and sight.is_of_use(i):
            return True
    return False


def get_up(sight: Sight) -> Answer | None:
    """Stand, if lying and able to."""
    if sight.lies() and sight.may_stand():
        return sight.choose_with(STANCE, (STANCES[STANDING],))
    return None


def get_ready(sight: Sight) -> Answer | None:
    """Load what is in hand; with nothing useful in hand draw or pick up a weapon, dropping what is in the way."""
    if not sight.is_unready():
        return None
    items = sight.items()
    for i, arm in enumerate(items):
        of_use = arm.shot is not None and sight.holds(i) and sight.is_of_use(i)
        if of_use and sight.can(READY, i):
            return sight.choose(READY, i)
    weapons = [i for i, arm in enumerate(items) if arm.hands > 0 and not arm.shield]
    for i in weapons:
        if sight.holds(i) and sight.is_of_use(i):
            return None
    for i in weapons:
        if sight.can(READY, i):
            return sight.choose(READY, i)
    useless = [i for i in weapons if sight.holds(i)]
    for i in weapons:
        for dropped in useless:
            if sight.may_swap(i, dropped):
                return sight.swap(i, dropped)
    return None


def take_shield(sight: Sight) -> Answer | None:
    """A free hand takes the shield, if that parries better than anything now."""
    shield = sight.spare_shield()
    if shield < 0:
        return None
    best = sight.dodge_chance()
    for i in sight.parriers():
        best = max(best, sight.parry_chance(i))
    return sight.choose(READY, shield) if sight.parry_chance(shield) > best else None


def hold_back(sight: Sight) -> Answer:
    """Nobody to strike: whoever is loaded or defends already waits for a foe to come into view."""
    for i, arm in enumerate(sight.items()):
        if arm.shot is not None and sight.is_loaded(i):
            return sight.choose_with(CARRY, ("view",))
    if sight.is_defending():
        return sight.choose_with(CARRY, ("view",))
    return sight.choose(DEFEND)
