"""Opportunity attacks on simultaneous actions: rolled at once, landing with all the rest (D7e)."""

from __future__ import annotations

from rules.request.chapters import wounds
from rules.request.course.combatant import HELD, Combatant
from rules.request.course.landing import Wound, break_spells, inflict, reckon, told_points
from rules.request.course.push import Shove, shove
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
        was = told_points(fight, at, made.place)
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
    tell_blow(fight, made, points_on_top(fight, at, made.place, before) if made.place >= 0 else 0)


def points_on_top(fight: State, at: Combatant, place: int, told: list[Result]) -> int:
    """The hit points of *place* as last told, when the blows *told* have still to land beside what is withheld."""
    points = told_points(fight, at, place)
    for made in told:
        if made.deed.target == at.index and made.place == place:
            points -= made.through
    return points


def overrule(fight: State, c: Combatant, place: int) -> None:
    """D7h: the hit points of *place* are said anew: what is withheld takes none of them any more."""
    withheld: list[Struck] = []
    for struck in fight.withheld:
        if struck.deed.target == c.index and struck.place == place:
            struck = struck.harmless()  # noqa: PLW2901 - forks share the other
        withheld.append(struck)
    fight.withheld = withheld


def land_withheld(fight: State) -> list[Shove]:
    """Everything withheld lands, in the order in which it was struck; who was pushed against what is returned."""
    landing = fight.withheld
    fight.withheld = []
    shoves: list[Shove] = []
    for struck in landing:
        at = fight.people[struck.deed.target]
        by = fight.people[struck.deed.by]
        if struck.push:
            shove(fight, at, by, struck.push, shoves)
        if struck.through > 0:
            fight.harm = True
            at.hp[struck.place] -= struck.through
        if struck.severity != UNKNOWN:
            wound = Wound(struck.severity, struck.stood, struck.losing)
            inflict(fight, at, struck.place, wound)
        elif struck.through > 0:
            at.settle()  # a hazard that came meanwhile may have made the wound
        if struck.through > 0:
            break_spells(fight, at, struck.place)
    for struck in landing:
        land_fumbles(fight, struck)
    return shoves


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


def still_walks(fight: State, c: Combatant, crawls: bool = False) -> bool:
    """Is no leg about to give way under *c*, unless it *crawls*, nor *c* about to be knocked back?"""
    for struck in fight.withheld:
        if struck.deed.target != c.index:
            continue
        is_leg = wounds.is_limb(struck.place) and not wounds.is_arm(struck.place)
        gives_way = struck.place >= 0 and is_leg and struck.severity >= wounds.SERIOUS
        if struck.push or (gives_way and not crawls):
            return False
    return True
