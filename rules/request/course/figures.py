"""Numbers of events made from their terms, so that value and why cannot part."""

from __future__ import annotations

from rules.kernel.model import Figure, Term


def figure(
    name: str,
    terms: list[Term],
    rule: str,
    floor: int | None = None,
    dice: str = "",
    by_hand: bool = False,
) -> Figure:
    """A figure whose value is what its terms come to."""
    total = 0
    for term in terms:
        total += term.value
    if floor is not None and total < floor:
        total = floor
    return Figure(name, total, tuple(terms), rule, floor=floor, dice=dice, by_hand=by_hand)


def rolled_figure(name: str, dice: str, rolled: int, rule: str, by_hand: bool = False) -> Figure:
    """A figure that is one roll."""
    return Figure(name, rolled, (Term(dice, rolled, rule),), rule, dice=dice, by_hand=by_hand)
