"""Which spells minds cast: a shield while there are foes, and bolts from what is left."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.choices import CAST
from rules.rivers.course.sight import Sight
from rules.rivers.course.spells import BOLT
from rules.rivers.policies.common import weakest

_A_BOLT: Final = 3
_A_SHIELD: Final = 2


def bolt_at(sight: Sight, most: int = _A_BOLT) -> Answer | None:
    """A bolt of at most so many points at the weakest foe it reaches; None without one.

    Whoever throws no more than three also keeps some for a shield, and raises it first if foes are near.
    """
    kept = 0
    if most == _A_BOLT and not sight.me.under and sight.besides():
        kept = _for_a_shield(sight)
        near = [one for one in sight.foes() if sight.distance(one) == 0]
        if near and kept:
            return None  # first a shield, beside a blow
    chosen: list[int] = []
    for one in sight.casts():
        if one[1] <= min(most, sight.me.rune_points - kept):
            chosen = one
    if not chosen:
        return None
    foe = weakest(sight, sight.reached(chosen[0]))
    return sight.cast(chosen, foe, sight.best_defences(CAST))


def _for_a_shield(sight: Sight) -> int:
    """How many points a shield gets: half of them stay for bolts, if one knows them."""
    left = sight.me.rune_points
    return min(_A_SHIELD, left // 2 if sight.knows(BOLT) else left)


def support(sight: Sight) -> Answer:
    """A shield for oneself or else the first who has none."""
    most = _for_a_shield(sight)
    chosen: list[int] = []
    for one in sight.besides():
        if one[1] <= most:
            chosen = one
    if not chosen or not sight.foes():
        return sight.default()
    whom = sight.supported(chosen[0])
    mine = sight.me.index
    return sight.support(chosen, mine if mine in whom else whom[0])
