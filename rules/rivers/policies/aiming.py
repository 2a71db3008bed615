"""When minds aim: at limbs for a prisoner, and at a bare spot of whoever is too well armoured elsewhere."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.chapters.levels import half
from rules.rivers.course.choices import AIM, CLOSE_AIM
from rules.rivers.course.sight import Sight
from rules.rivers.policies.common import NOTHING, best_item, weakest

SURE_ENOUGH: Final = 20
_LIMBS: Final = ("arm", "leg")
_D20: Final = 20


def aimed_blow(sight: Sight) -> Answer | None:
    """A blow at a chosen location, if that is worth half the skill and a late strike rank; None if it is not."""
    foes = sight.foes()
    if not foes:
        return None
    near = sight.near()
    temper = sight.me.build.entry.temper
    captures = temper is not None and temper.goal == "capture"
    if not near and not captures:
        return None
    target = weakest(sight, near or foes)
    if not captures and not sight.bares(target):
        return None
    verb = AIM if near else CLOSE_AIM
    item = best_item(sight, verb)
    if item < 0 or half(sight.chance(item)) < SURE_ENOUGH:
        return None
    if not near:
        target = weakest(sight, sight.targets(verb, item))
    place = _limb(sight, target) if captures else _bare_spot(sight, item, target)
    if place < 0:
        return None
    return sight.aim(verb, item, target, place, sight.best_defences(verb, item))


def _limb(sight: Sight, foe: int) -> int:
    """C51: an arm that is of use, or a leg; -1 for none."""
    for kind in _LIMBS:
        for place in sight.places(foe):
            if sight.kind_of(foe, place) == kind and not sight.is_crippled(foe, place):
                return place
    return NOTHING


def _bare_spot(sight: Sight, item: int, foe: int) -> int:
    """The location with the least armour, if one blow there does more than two anywhere; -1 otherwise."""
    harm = sight.harm(item)
    anywhere = 0
    best = NOTHING
    most = 0
    for place in sight.places(foe):
        comes = max(0, harm - 2 * sight.armour_of(foe, place))
        anywhere += comes * sight.reached_by(foe, place)
        if comes > most:
            best, most = place, comes
    # Half the chance, against two blows at a D20: most / 2 over 2 * anywhere / 20.
    return best if _D20 * most > 4 * anywhere else NOTHING
