"""Knockback: a hit that does more damage than its target is big drives it back, and may throw it down."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Figure, Term
from rules.request.chapters import rolls
from rules.request.course.chances import dodge_chance, roll_used, skill_chance
from rules.request.course.combatant import NOTHING, PRONE, Combatant
from rules.request.course.engagement import settle_broken
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.ground import Ground, body, crowd, is_free
from rules.request.course.harm import ANYWHERE, Harm, befall
from rules.request.course.landing import come_off, fall, keeps_its_seat
from rules.request.course.places import KNOCKED, put
from rules.request.course.proving import BY_ACROBATICS, prove
from rules.request.course.state import State

ACROBATICS: Final = "Acrobatics"
WALL_SIDES: Final = 4
STOPPED: Final = 0
CRASHED: Final = 1


def knock_back(fight: State, at: Combatant, by: Combatant, metres: int) -> bool:
    """P25: *at* goes back, straight away from *by*, and falls unless an Acrobatics roll succeeds.

    Does it come up against a wall?  Then `crash` follows, once the blow has landed.
    """
    if fight.ground is None or not at.able:
        return False
    if at.mount >= 0:
        return _unhorse(fight, fight.ground, at, by, metres)
    figures: list[Figure] = []
    keeps_its_feet = at.stance == PRONE or _stays_up(fight, at, figures)
    here = at.place
    way = _way_pushed(fight, fight.ground, at, by, hexes.hexes_down(metres))
    to = way[0]
    if fight.log is not None:
        figures.insert(0, figure("knockback", [Term("metres", metres, "P25")], "P25"))
        facts: dict[str, str] = {}
        if to != here:
            facts = {"from": hexes.name(here), "to": hexes.name(to)}
        fight.emit("knocked_back", by=by.index, at=at.index, facts=facts, figures=figures)
    if to != here:
        put(fight, at, to, KNOCKED)
        settle_broken(fight, at)
    if not keeps_its_feet:
        fall(fight, at, "knocked back")
    return way[1] == CRASHED


def _unhorse(fight: State, ground: Ground, at: Combatant, by: Combatant, metres: int) -> bool:
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
    return way[1] == CRASHED


def crash(fight: State, at: Combatant) -> None:
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


def pushed(fight: State, ground: Ground, at: Combatant, by: Combatant, steps: int) -> int:
    """Where *at* comes to rest, straight away from *by*: as far as it is pushed, or before whatever stands in the way."""
    return _way_pushed(fight, ground, at, by, steps)[0]


def _way_pushed(
    fight: State, ground: Ground, at: Combatant, by: Combatant, steps: int
) -> tuple[int, int]:
    """The same, and whether it was a wall that stood in the way."""
    taken = crowd(fight.people, at.index, at.high)
    here = at.place
    for _ in range(steps):
        best = here
        straightest = -1
        for to in hexes.neighbours(here):
            if hexes.distance(to, by.place) <= hexes.distance(here, by.place):
                continue
            # Of the ways that lead away the one that goes on as the blow went.
            bend = hexes.distance(to, here + (at.place - by.place))
            if straightest < 0 or bend < straightest:
                best, straightest = to, bend
        if not is_free(ground, best, at.girth, taken, at.high):
            return here, CRASHED if _is_wall(ground, best, at.girth) else STOPPED
        here = best
    return here, STOPPED


def _is_wall(ground: Ground, h: int, girth: int) -> bool:
    """P25d, P25e: does something of the field bar it, no body and not the edge?"""
    for one in body(h, girth):
        if ground.inside(one) and not ground.bears(one):
            return True
    return False
