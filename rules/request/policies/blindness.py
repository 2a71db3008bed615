"""What the steady do who see nothing: strike whoever is at hand if that has a chance, and else keep their guard up."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters.nerve import STEADY
from rules.request.course.sight import Sight
from rules.request.policies.common import get_ready, get_up, hold_back
from rules.request.policies.worth import Best, weigh_blows

HOPE: Final = 15  # percent: below it a blow in the dark is worth less than a guard
PATIENCE: Final = 2  # quiet rounds after which one gropes for the foe all the same


def grope(sight: Sight) -> Answer | None:
    """The turn of somebody blinded; None for all others, and where the blind do as everybody does."""
    if not sight.is_blinded() or sight.is_vulnerable() or sight.mood() != STEADY:
        return None
    if sight.is_grappled() or sight.quiet_rounds() >= PATIENCE:
        return None
    first = get_up(sight) or get_ready(sight)
    if first is not None:
        return first
    best = Best()
    weigh_blows(sight, best, [foe for foe in sight.near() if not sight.is_let_go(foe)])
    if best.worth > 0 and sight.chance(best.verb, best.item, best.target) >= HOPE:
        return sight.choose(best.verb, best.item, best.target)
    return hold_back(sight)
