"""What somebody has in hand, what it takes to have something else there, and how good it is with it."""

from __future__ import annotations

from rules.kernel.model import Term
from rules.rivers.chapters import actions, strike_rank
from rules.rivers.chapters.levels import TARGET_PRONE, TARGET_UNAWARE, half
from rules.rivers.course import effects
from rules.rivers.course.combatant import CARRIED, HELD, Combatant
from rules.rivers.course.state import State


def in_hand(c: Combatant) -> list[int]:
    """The numbers of the items that it holds."""
    return [number for number, state in enumerate(c.items) if state == HELD]


def is_at_hand(c: Combatant, item: int) -> bool:
    """Is there nothing to draw to use *item* (-1 for nothing)?"""
    return item < 0 or c.items[item] == HELD or c.is_natural(item)


def held_after(c: Combatant, item: int) -> list[int]:
    """What it holds once *item* is in hand (C5): what has no room beside it is put away.

    Whoever had nothing in hand takes a shield along, if that leaves a hand for it (A16a).
    """
    held = in_hand(c)
    arms = c.build.arms
    if is_at_hand(c, item):
        return held
    room = c.hands() - arms[item].hands
    kept = [item]
    for other in held:
        if arms[other].hands <= room:
            room -= arms[other].hands
            kept.append(other)
    if not held:
        for other, weapon in enumerate(arms):
            if weapon.shield and other != item and c.items[other] == CARRIED and room > 0:
                room -= weapon.hands
                kept.append(other)
    return kept


def take(c: Combatant, item: int) -> list[int]:
    """Put *item* in hand; the numbers of all that were taken in hand."""
    if is_at_hand(c, item):
        return []
    kept = held_after(c, item)
    made = c.items[:]
    for other in in_hand(c):
        if other not in kept:
            made[other] = CARRIED
    for other in kept:
        made[other] = HELD
    taken = [other for other in kept if c.items[other] != HELD]
    c.items = made
    return taken


def lateness(state: State, c: Combatant, item: int) -> list[Term]:
    """S25, S26, Q18: what is added to the strike rank of an attack with *item*."""
    terms: list[Term] = []
    if c.surprised:
        terms.append(state.surprise(c))
    if not is_at_hand(c, item):
        held = in_hand(c)
        kept = held_after(c, item)
        swaps = False
        for other in held:
            if other not in kept:
                swaps = True
        if swaps:
            terms.append(strike_rank.swapped(state.options.sheathing == "counts"))
        else:
            terms.append(strike_rank.drawn(c.build.arms[item].name))
    if c.prone and c.may_stand():
        terms.append(strike_rank.stood_up())
    return terms


def rank_terms(state: State, c: Combatant, item: int) -> list[Term]:
    """S22, Q4: what the strike rank of an attack with *item* is the sum of, but for the way."""
    return late_rank_terms(state, c, item, lateness(state, c, item))


def late_rank_terms(state: State, c: Combatant, item: int, late: list[Term]) -> list[Term]:
    """The same where `lateness` is known already."""
    build = c.build
    weapon = build.arms[item]
    if weapon.how:
        terms = strike_rank.missile(build.dex, weapon.rank, state.options.missile_uses_weapon_sr)
    else:
        terms = build.melee[item]
    if late:
        terms = terms + late
    if c.under:
        terms = terms + effects.rank_terms(c.under)
    return terms


def skill_terms(c: Combatant, item: int, is_lying: bool) -> list[Term]:
    """The skill with *item*, and what halves it."""
    build = c.build
    skill = build.chances[item]
    terms = [build.skills[item]]
    if build.weak[item] and c.is_weak(item):
        terms.append(Term("too weak", half(skill) - skill, "Q26"))
        skill = half(skill)
    if c.item_hp[item] == 0 and build.arms[item].hp > 0:
        terms.append(Term("broken", half(skill) - skill, "Q30"))
        skill = half(skill)
    if c.under:
        more = effects.skill_terms(c.under, item)
        terms += more
        skill += summed(more)
    if is_lying:
        terms.append(Term("prone", half(skill) - skill, "Q24b"))
    return terms


def aim_terms(skill: int) -> list[Term]:
    """C60: what aiming takes off *skill*."""
    return [Term("aimed", half(max(0, skill)) - max(0, skill), "C60")]


def on_the_move(c: Combatant, item: int, skill: int) -> list[Term]:
    """S40: what a move action beside it takes from a shot with *skill*; nothing from a throw."""
    if c.build.arms[item].how == "thrown":
        return []
    left = actions.moved_while_shooting(skill, 1, 0, c.build.dex, heavy=False)
    return [Term("on the move", left - skill, "S40")] if left < skill else []


def skill_with(c: Combatant, item: int, is_lying: bool) -> int:
    """The sum of `skill_terms`, for those who need no more than that."""
    build = c.build
    skill = build.chances[item]
    if build.weak[item] and c.is_weak(item):
        skill = half(skill)
    if c.item_hp[item] == 0 and build.arms[item].hp > 0:
        skill = half(skill)
    if c.under:
        skill += summed(effects.skill_terms(c.under, item))
    return half(skill) if is_lying else skill


def target_terms(is_lying: bool) -> list[Term]:
    """Q24a: what is added for the state of the target."""
    return [Term("target prone", TARGET_PRONE, "Q24a")] if is_lying else []


def unaware_terms() -> list[Term]:
    """Q13: what is added for a target that knows of no foe."""
    return [Term("target unaware", TARGET_UNAWARE, "Q13")]


def dodge_terms(c: Combatant) -> list[Term]:
    """Q33: Dodge, and what spells make of it."""
    terms = [c.build.dodging]
    if c.under:
        terms += effects.dodge_terms(c.under, c.build.dodge)
    return terms


def summed(terms: list[Term]) -> int:
    total = 0
    for term in terms:
        total += term.value
    return total


def defence_skill(c: Combatant, defence: int) -> int:
    """How good a parry with an item is, or a dodge."""
    if defence < 0:
        return summed(dodge_terms(c)) if c.under else c.build.dodge
    return skill_with(c, defence, is_lying=False)
