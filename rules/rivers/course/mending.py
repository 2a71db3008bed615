"""What healing gives back, and what is over with a wound."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import wounds
from rules.rivers.chapters.bodies import VITAL
from rules.rivers.course import effects
from rules.rivers.course.combatant import NEVER, Combatant
from rules.rivers.course.state import State

NOWHERE: Final = -1


def worst(c: Combatant) -> int:
    """M26: the location that is worst off: a crippled vital one, a crippled limb, then whatever lost most; -1 for none."""
    found = NOWHERE
    most = 0
    for place, lost in enumerate(c.lost):
        if lost <= 0 or c.severed[place]:
            continue
        weight = lost
        if c.is_useless(place):
            weight += 200 if c.build.kinds[place] in VITAL else 100
        if weight > most:
            found, most = place, weight
    return found


def heal(state: State, c: Combatant, points: int) -> None:
    """M26: so many hit points come back to one location, and as many to the whole."""
    place = worst(c)
    given = min(points, c.lost_all if place < 0 else c.lost[place])
    _give(state, c, place, given)
    recover(state, c)


def heal_all(state: State, c: Combatant) -> None:
    """M26: everything comes back, but for limbs that are gone."""
    while True:
        place = worst(c)
        if place < 0:
            break
        _give(state, c, place, c.lost[place])
    if c.lost_all > 0:
        _give(state, c, NOWHERE, c.lost_all)
    recover(state, c)


def _give(state: State, c: Combatant, place: int, points: int) -> None:
    where = ""
    figures: list[Figure] = []
    before = c.lost_all
    least = -effects.borrowed(c.under)[0]
    c.lost_all = max(least, before - points)
    if place >= 0:
        made = c.lost[:]
        made[place] -= points
        c.wound(made)
        where = c.build.entry.sheet.body.locations[place].name
        left = c.build.full[place] - c.lost[place]
        terms = (Term("had", left - points), Term("healed", points, "M26"))
        figures.append(Figure("hit_points", left, terms, "M26"))
    in_all = c.build.total - c.lost_all
    terms = (Term("had in all", c.build.total - before), Term("healed", before - c.lost_all, "M26"))
    figures.append(Figure("all_hit_points", in_all, terms, "M26"))
    state.emit("healed", at=c.index, place=where, figures=figures)


def recover(state: State, c: Combatant) -> None:
    """M26: what is over when no wound is there any more that did it."""
    vital = False
    limb = False
    for place, kind in enumerate(c.build.kinds):
        if c.is_useless(place):
            vital = vital or kind in VITAL
            limb = limb or kind not in VITAL
    left = c.build.total - c.lost_all
    if not vital:
        c.dies_at = NEVER
        c.bleeding = _over(state, c, c.bleeding, wounds.BLEEDING)
        c.lame = _over(state, c, c.lame, wounds.LAME)
        c.helpless = _over(state, c, c.helpless, wounds.HELPLESS)
    if not vital and left > 0:
        c.dying = _over(state, c, c.dying, wounds.DYING)
    if not vital and left > wounds.FAINT and c.magic_points > 0:
        c.unconscious = _over(state, c, c.unconscious, wounds.UNCONSCIOUS)
    if not limb:
        c.shock = _over(state, c, c.shock, wounds.SHOCK)
    c.settle()


def _over(state: State, c: Combatant, was: bool, condition: str) -> bool:
    if was:
        state.emit("condition", at=c.index, facts={"condition": condition, "change": "ended"})
    return False
