"""What casting takes: magic points and rune points, and who faints without any."""

from __future__ import annotations

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import magic, wounds
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.harm import set_condition
from rules.rivers.course.state import State


def pay(state: State, c: Combatant, cast: list[int], level: int) -> list[Figure]:
    """Q42, Q42a: take what a spell costs at that level; what is left, as sums."""
    spell = c.build.spells[cast[0]]
    is_rune = spell.magic == "rune"
    points, runes = (cast[2], cast[1]) if is_rune else (cast[1] + cast[2], 0)
    taken = magic.cost(spell.magic, level, points, runes)
    before, had = c.rune_points, c.magic_points
    c.rune_points = max(0, before - taken[1])
    c.magic_points = max(0, had - taken[0])
    figures: list[Figure] = []
    if state.log is not None:
        if is_rune:
            terms = (Term("had", before), Term("cast", c.rune_points - before, "Q42a"))
            figures.append(Figure("rune_points", c.rune_points, terms, "Q42a"))
        if points:
            rule = "Q42a" if is_rune else "Q42"
            terms = (Term("had", had), Term("cast", c.magic_points - had, rule))
            figures.append(Figure("magic_points", c.magic_points, terms, rule))
    return figures


def spent(state: State, c: Combatant) -> None:
    """M1: whoever has no magic points left is unconscious."""
    if c.magic_points == 0 and not c.unconscious:
        set_condition(state, c, wounds.UNCONSCIOUS)
        c.settle()
