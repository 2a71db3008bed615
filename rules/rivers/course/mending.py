"""What healing gives back, and what is over with a wound."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import wounds
from rules.rivers.chapters.bodies import VITAL
from rules.rivers.course import effects
from rules.rivers.course.combatant import NEVER, Combatant
from rules.rivers.course.harm import ROUNDS_A_MINUTE, faint, suffer
from rules.rivers.course.state import State

NOWHERE: Final = -1
LIMB: Final = "limb"


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
    before = c.state_of(place).effects if place >= 0 else []
    _give(state, c, place, given)
    if place >= 0 and c.build.kinds[place] in VITAL:
        found = c.state_of(place)
        if found.effects != before:  # it is less bad, and bad in another way
            suffer(state, c, place, found, was_useless=True)
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
    left_useless: list[str] = []
    deep = False
    for place, kind in enumerate(c.build.kinds):
        if c.is_useless(place):
            left_useless.append(kind if kind in VITAL else LIMB)
            deep = deep or wounds.BLEEDING in c.state_of(place).effects
    vital = [kind for kind in left_useless if kind != LIMB]
    left = c.build.total - c.lost_all
    if c.dying and left > 0:  # A27a: only a wound that nobody tends may still kill
        c.dying = _over(state, c, True, wounds.DYING)
        c.dies_at = _untended(state, c)
        faint(state, c)
    if not vital and not c.dying:
        c.dies_at = NEVER
    if not deep:
        c.bleeding = _over(state, c, c.bleeding, wounds.BLEEDING)
    if "abdomen" not in vital:
        c.lame = _over(state, c, c.lame, wounds.LAME)
    if "chest" not in vital:
        c.helpless = _over(state, c, c.helpless, wounds.HELPLESS)
    is_awake = "head" not in vital and not deep and left > wounds.FAINT
    if is_awake and c.magic_points > 0:
        c.unconscious = _over(state, c, c.unconscious, wounds.UNCONSCIOUS)
    if LIMB not in left_useless:
        c.shock = _over(state, c, c.shock, wounds.SHOCK)
    c.settle()


def _untended(state: State, c: Combatant) -> int:
    """H13: the round in which the first of its crippled vital locations kills, counted from now."""
    found = NEVER
    for place, kind in enumerate(c.build.kinds):
        if kind in VITAL and c.is_useless(place):
            by = state.round + ROUNDS_A_MINUTE * wounds.MINUTES[kind]
            found = by if found == NEVER else min(found, by)
    return found


def _over(state: State, c: Combatant, was: bool, condition: str) -> bool:
    if was:
        state.emit("condition", at=c.index, facts={"condition": condition, "change": "ended"})
    return False
