"""When nothing one owns can hurt any foe there is: away from them, or yield."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import magic
from rules.request.course.choices import GRAPPLE, YIELD
from rules.request.course.sight import Sight
from rules.request.policies.situation import Situation
from rules.request.policies.temper import ANY_CHANCE, back_off, get_clear, leave

TRIED: Final = 1  # a round in which those of no temper try all the same


def despair(sight: Sight, situation: Situation | None) -> Answer | None:
    """Break away, leave, or yield where there is no getting away; None for whoever can hope, or fights on without.

    *situation* is None in a fight without places, where nobody can but yield.
    """
    temper = sight.temper()
    if temper is not None and not temper.tested:
        return None
    if sight.round() <= TRIED and temper is None:
        return None
    if has_hope(sight):
        return None
    yields = temper is None or temper.yields
    if situation is None:
        return sight.choose(YIELD) if yields else None
    if sight.engaged():
        clear = get_clear(sight, ANY_CHANCE)
        return clear or (sight.choose(YIELD) if yields else None)
    return leave(sight) or back_off(sight)


def has_hope(sight: Sight) -> bool:
    """Could one hurt any foe with the luckiest blow, a spell or a grapple, or could a friend by the look of its weapon?"""
    foes = [foe for foe in sight.foes() if sight.is_able(foe) and not sight.is_let_go(foe)]
    for foe in foes:
        if sight.could_hurt(foe):
            return True
    for foe in foes:
        for friend in sight.friends():
            if sight.menace(friend) * 2 > 10 * sight.bare_armour(foe):
                return True
    return not foes or sight.has_lance() or _ignores_armour(sight)


def _ignores_armour(sight: Sight) -> bool:
    """Knows one a spell that armour does not stop, or could one take hold of a foe and wring it?"""
    for spell in sight.spells():
        if magic.EFFECTS.index(spell.effect) == magic.DISRUPT:
            return True
    item = sight.bare()
    return item >= 0 and sight.can(GRAPPLE, item)
