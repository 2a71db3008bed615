"""Knockback: a hit that does more damage than its target is big drives it back, and may throw it down."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.kernel import hexes
from rules.kernel.model import Figure, Term
from rules.request.chapters import altitude, rolls
from rules.request.course.chances import dodge_chance, roll_used, skill_chance
from rules.request.course.combatant import NOTHING, PRONE, Combatant
from rules.request.course.engagement import settle_broken
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.ground import Ground, body, crowd, is_free
from rules.request.course.harm import ANYWHERE, Harm, befall
from rules.request.course.landing import come_off, fall, keeps_its_seat, land_below
from rules.request.course.places import KNOCKED, put
from rules.request.course.proving import BY_ACROBATICS, prove
from rules.request.course.state import State

ACROBATICS: Final = "Acrobatics"
OVER_THE_EDGE: Final = "over the edge"
WALL_SIDES: Final = 4
STOPPED: Final = 0
CRASHED: Final = -1
"""How a push ends, if not over an edge: those are so many metres deep."""


def knock_back(fight: State, at: Combatant, by: Combatant, metres: int) -> int:
    """P25: *at* goes back, straight away from *by*, and falls unless an Acrobatics roll succeeds.

    It comes to rest, CRASHED against a wall, or so many metres deeper: then `meet` follows, once the blow has landed.
    """
    if fight.ground is None or not at.able:
        return STOPPED
    if at.mount >= 0:
        return _unhorse(fight, fight.ground, at, by, metres)
    figures: list[Figure] = []
    here = at.place
    way = _way_pushed(fight, fight.ground, at, by, hexes.hexes_down(metres))
    to = way[0]
    over = way[1] > 0
    keeps_its_feet = not over and (at.stance == PRONE or _stays_up(fight, at, figures))
    if fight.log is not None:
        figures.insert(0, figure("knockback", [Term("metres", metres, "P25")], "P25"))
        facts: dict[str, str] = {}
        if to != here:
            facts = {"from": hexes.name(here), "to": hexes.name(to)}
        fight.emit("knocked_back", by=by.index, at=at.index, facts=facts, figures=figures)
    if to != here:
        put(fight, at, to, KNOCKED)
        settle_broken(fight, at)
    if over:
        fall(fight, at, OVER_THE_EDGE)
    elif not keeps_its_feet:
        fall(fight, at, "knocked back")
    return way[1]


def _unhorse(fight: State, ground: Ground, at: Combatant, by: Combatant, metres: int) -> int:
    """P34o: a Riding roll keeps whoever is knocked back in the saddle; else it goes back, and falls."""
    figures: list[Figure] = []
    stays = keeps_its_seat(fight, at, figures)
    here = at.place
    way = (here, STOPPED)
    if not stays:
        way = _way_pushed(fight, ground, at, by, hexes.hexes_down(metres))
    if fight.log is not None:
        figures.insert(0, figure("knockback", [Term("metres", metres, "P25")], "P25"))
        fight.emit("knocked_back", by=by.index, at=at.index, figures=figures)
    if not stays:
        come_off(fight, at, "knocked back", True, [], way[0] if way[0] != here else NOTHING)
    return way[1]


def hurl(fight: State, at: Combatant, by: Combatant, steps: int, how: str) -> int:
    """P33i: *at* lands so many steps straight away from *by*, or over an edge; as `knock_back` tells."""
    way = _way_pushed(fight, fight.the_ground(), at, by, steps)
    if way[0] != at.place:
        put(fight, at, way[0], how)
        settle_broken(fight, at)
    fall(fight, at, OVER_THE_EDGE if way[1] > 0 else how)
    return way[1]


class Shove(NamedTuple):
    """Who has still to meet what it was pushed against, or the ground so many metres deeper."""

    at: Combatant
    end: int


def shove(fight: State, at: Combatant, by: Combatant, metres: int, shoves: list[Shove]) -> None:
    """P25: a blow knocks *at* back; what that leads to when all blows have landed is noted in *shoves*."""
    end = knock_back(fight, at, by, metres)
    if end != STOPPED:
        shoves.append(Shove(at, end))


def meet(fight: State, shoves: list[Shove]) -> None:
    """D7j, P25g2: all blows have landed: walls and falls, one after the other."""
    for shove in shoves:
        if shove.end == CRASHED:
            _crash(fight, shove.at)
        else:
            land_below(fight, shove.at, shove.end)


def _crash(fight: State, at: Combatant) -> None:
    """P25d: into a wall: a Dodge roll, or 1D4 to a random location; who is not able any more is hurt."""
    wall = Harm((1, WALL_SIDES, 0), ANYWHERE, True, "P25d")
    if not at.able:
        if not at.dead:
            befall(fight, at, "crashed", wall, {}, [])
        return
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = dodge_chance(fight, at, None, terms)
    rolled = fight.dice.roll(100)
    roll_used(fight, at)
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    figures: list[Figure] = []
    facts = {"level": rolls.LEVEL_NAMES[level]}
    if terms is not None:
        figures = [
            figure("crash_chance", terms, "P9"),
            rolled_figure("crash_roll", "1D100", rolled, "P9"),
        ]
    if level >= rolls.SUCCESS:
        fight.emit("crashed", at=at.index, facts=facts, figures=figures)
        return
    befall(fight, at, "crashed", wall, facts, figures)


def _stays_up(fight: State, at: Combatant, figures: list[Figure]) -> bool:
    """P25c: an Acrobatics roll."""
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = skill_chance(fight, at, ACROBATICS, terms)
    rolled = fight.dice.roll(100)
    roll_used(fight, at)
    if terms is not None:
        figures.append(figure("acrobatics_chance", terms, "P9"))
        figures.append(rolled_figure("acrobatics_roll", "1D100", rolled, "P9"))
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    prove(at, BY_ACROBATICS, level)
    return level >= rolls.SUCCESS


def _way_pushed(
    fight: State, ground: Ground, at: Combatant, by: Combatant, steps: int
) -> tuple[int, int]:
    """Where *at* comes to rest, straight away from *by*, and how: before whatever is in the way, or below an edge."""
    taken = crowd(fight.people, at.index, at.high)
    here = at.place
    for _ in range(steps):
        best = _straight_on(here, at.place, by.place)
        over = ground.heights and not (at.high or at.flying)
        deep = ground.level(here) - ground.level(best) if over else 0
        if deep < -altitude.STEP and at.girth == 0 and ground.inside(best):
            return here, CRASHED  # P25f3
        if not is_free(ground, best, at.girth, taken, at.high):
            return here, CRASHED if _is_wall(ground, best, at.girth) else STOPPED
        if abs(deep) > altitude.STEP:
            if at.girth or at.mount >= 0 or at.rider >= 0:
                return here, STOPPED  # P25f2
            return best, deep
        here = best
    return here, STOPPED


def _straight_on(here: int, at: int, by: int) -> int:
    """The hex after *here* on the way straight away from *by*, which began on *at*."""
    best = here
    straightest = -1
    for to in hexes.neighbours(here):
        if hexes.distance(to, by) <= hexes.distance(here, by):
            continue
        # Of the ways that lead away the one that goes on as the blow went.
        bend = hexes.distance(to, here + (at - by))
        if straightest < 0 or bend < straightest:
            best, straightest = to, bend
    return best


def drop_beyond(ground: Ground, pushed: Combatant, at: int, by: int) -> int:
    """P25f, P25f2: metres that *pushed*, standing on *at*, would fall a hex away from *by*, whoever stands there; 0 for none."""
    if pushed.girth or pushed.mount >= 0 or pushed.rider >= 0 or pushed.high or pushed.flying:
        return 0
    to = _straight_on(at, at, by)
    deep = ground.level(at) - ground.level(to)
    return deep if deep > altitude.STEP and ground.bears(to) else 0


def _is_wall(ground: Ground, h: int, girth: int) -> bool:
    """P25d, P25e: does something of the field bar it, no body and not the edge?"""
    for one in body(h, girth):
        if ground.inside(one) and not ground.bears(one):
            return True
    return False
