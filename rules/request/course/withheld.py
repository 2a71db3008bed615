"""Opportunity attacks on simultaneous actions: rolled at once, landing with all the rest (D7e)."""

from __future__ import annotations

from rules.request.chapters import wounds
from rules.request.course.combatant import HELD, Combatant
from rules.request.course.landing import Wound, inflict, reckon
from rules.request.course.push import knock_back
from rules.request.course.result import Result, land_fumbles, tell_blow
from rules.request.course.state import UNKNOWN, State, Struck


def withhold(fight: State, made: Result) -> None:
    """The blow is told, with its wound, and does nothing yet."""
    at = fight.people[made.deed.target]
    kept = Struck(made.deed, made.reaction, made.cell)
    kept.attack_fumble = made.attack_fumble
    kept.defence_roll = made.defence_roll
    kept.place = made.place
    kept.push = made.push
    kept.through = made.through
    if made.place >= 0:
        was = at.hp[made.place] - _due(fight, at, made.place)
        tell_blow(fight, made, was)
        wound: Wound | None = None
        if made.through > 0:
            wound = reckon(fight, at, made.place, was - made.through)
        if wound is not None:
            kept.severity = wound.severity
            kept.stood = wound.stood
            kept.losing = wound.losing
    else:
        tell_blow(fight, made, 0)
    fight.withheld = [*fight.withheld, kept]


def tell_on_top(fight: State, made: Result, before: list[Result]) -> None:
    """Tell a blow that lands after all that is withheld, and after those *before* it."""
    at = fight.people[made.deed.target]
    was = 0
    if made.place >= 0:
        was = at.hp[made.place] - _due(fight, at, made.place)
        for other in before:
            if other.deed.target == at.index and other.place == made.place:
                was -= other.through
    tell_blow(fight, made, was)


def land_withheld(fight: State) -> None:
    """Everything withheld lands, in the order in which it was struck."""
    landing = fight.withheld
    fight.withheld = []
    for struck in landing:
        at = fight.people[struck.deed.target]
        if struck.push:
            knock_back(fight, at, fight.people[struck.deed.by], struck.push)
        if struck.place >= 0 and struck.through > 0:
            fight.harm = True
            at.hp[struck.place] -= struck.through
            if struck.severity != UNKNOWN:
                wound = Wound(struck.severity, struck.stood, struck.losing)
                inflict(fight, at, struck.place, wound)
    for struck in landing:
        land_fumbles(fight, struck)


def _due(fight: State, c: Combatant, place: int) -> int:
    """Points that *place* is going to lose."""
    total = 0
    for struck in fight.withheld:
        if struck.deed.target == c.index and struck.place == place:
            total += struck.through
    return total


def vigour(fight: State, c: Combatant) -> int:
    """All hit points of *c*, what is withheld counted as landed: less than before is a hit that hurt."""
    total = sum(c.hp)
    for struck in fight.withheld:
        if struck.deed.target == c.index:
            total -= struck.through
    return total


def still_acts(fight: State, c: Combatant) -> bool:
    """Is *c* able and in view, what is withheld counted as landed?"""
    if not c.able or c.hidden:
        return False
    for struck in fight.withheld:
        hits = struck.deed.target == c.index and struck.severity != UNKNOWN
        if hits and Wound(struck.severity, struck.stood, 0).fells(struck.place):
            return False
    return True


def still_holds(fight: State, c: Combatant, item: int) -> bool:
    """Has no arm that is going to let go of it this *item* in hand?"""
    if c.items[item] != HELD:
        return True
    for struck in fight.withheld:
        if struck.deed.target != c.index or struck.severity < wounds.SERIOUS:
            continue
        if wounds.is_arm(struck.place) and c.hands[struck.place - wounds.RIGHT_ARM] == item:
            return False
    return True


def still_walks(fight: State, c: Combatant) -> bool:
    """Is no leg about to give way under *c*, nor *c* about to be knocked back?"""
    for struck in fight.withheld:
        if struck.deed.target != c.index:
            continue
        is_leg = wounds.is_limb(struck.place) and not wounds.is_arm(struck.place)
        if struck.push or (struck.place >= 0 and is_leg and struck.severity >= wounds.SERIOUS):
            return False
    return True
