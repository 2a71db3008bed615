"""When the spell besides is cast: before or after the first strike of its caster."""

from __future__ import annotations

from typing import Final

from rules.rivers.chapters import magic, strike_rank
from rules.rivers.chapters.order import Strike
from rules.rivers.course import spells
from rules.rivers.course.choices import CAST, Choice
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.state import State

NOWHERE: Final = -1


def first_strike(moments: list[list[Strike]], who: int) -> int:
    """The number of the moment in which somebody strikes first, -1 without any."""
    for number, moment in enumerate(moments):
        for strike in moment:
            if strike.who - 1 == who:
                return number
    return NOWHERE


def is_due(
    state: State, c: Combatant, choice: Choice, moments: list[list[Strike]], at: int
) -> bool:
    """A10, A10a, A10b, A10c: is a spell besides cast before the moment numbered *at* (their count: the end)?"""
    own = first_strike(moments, c.index)
    over = at == len(moments)
    if spells.is_fast(state, c, choice.cast):
        literal = state.options.fast_support == "just_before_own_attack"
        return not literal or own < 0 or at >= own
    if over:
        return True
    if own < 0 or at <= own:
        return False
    if state.plans[c.index].verb == CAST:
        return True  # M41: at once with that one
    when = waits_until(state, c, choice, moments[own][0].rank)
    next_one = moments[at][0]
    return next_one.later or next_one.rank > when or when == moments[own][0].rank


def waits_until(state: State, c: Combatant, choice: Choice, own: int) -> int:
    """A10c, M3: the last thirds of a strike rank that a prepared spell lets pass first; *own* those of its caster."""
    parent = state.options.prepared_support == "parent_sr"
    focused = strike_rank.thirds(strike_rank.total(spells.rank_terms(state, c, choice.cast)))
    when = magic.prepared_lands(own, focused, parent)[0]
    if not parent and c.focus != choice.cast[0]:
        when += strike_rank.thirds(strike_rank.DRAWN)
    return when
