"""Which spells minds cast: rituals while nobody is near, support besides, bolts and curses as attacks."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.choices import CAST, CHANT
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.sight import Sight
from rules.rivers.course.spells import BOLT, DISPEL, HEAL, HEAL_ALL, LASTS, RUNE, SEVER, magic_in
from rules.rivers.model import Spell
from rules.rivers.policies.casters import KEPT, marks_of, suits_best, wants_attack
from rules.rivers.policies.common import NOTHING, weakest

_A_BOLT: Final = 3
_A_SHIELD: Final = 2
_A_RITUAL: Final = 8
_TWO_MOVES: Final = 6
_BADLY: Final = 2


# --- as an action ----------------------------------------------------------------------------


def magic_first(sight: Sight, most: int = _A_BOLT) -> Answer | None:
    """What magic there is to do instead of striking: go on with a ritual, begin one, or attack by magic."""
    if not sight.me.build.spells:
        return None
    if sight.is_at_ritual(sight.me.index) and sight.can(CHANT):
        return sight.chant()
    if not sight.me.ritual and _is_safe(sight):
        chosen = _ritual(sight)
        if chosen:
            return sight.begin_ritual(chosen, 0)
    ready = _ready(sight, sight.casts())
    if ready:
        return _let_go(sight, ready)
    bolt = _bolt(sight, most)
    return bolt if bolt is not None else _curse(sight)


def _is_safe(sight: Sight) -> bool:
    """Does no foe of the engagement come within reach in this round?"""
    for foe in sight.foes():
        if sight.distance(foe) <= _TWO_MOVES * sight.speed(foe):
            return False
    return True


def _ritual(sight: Sight) -> list[int]:
    """The best that a ritual can do now, without spending all magic points; [] for nothing.

    Healing where somebody needs it, then a caster's attack magic, then what is powered by magic
    points, then what has no focus.
    """
    hurt = _badly_hurt(sight, _friends(sight))
    best: list[int] = []
    most = NOTHING
    for one in sight.rituals():
        worth = _worth(sight, one, len(hurt) > 0)
        if worth >= most and worth > 0:
            best, most = one, worth
    return best


def _worth(sight: Sight, cast: list[int], heals: bool) -> int:
    """How much a ritual is wanted: 0 for not at all."""
    spell = sight.spell(cast[0])
    points = magic_in(spell, cast)
    if points > min(_A_RITUAL, sight.me.magic_points - KEPT):
        return 0
    if cast[2] > 0 and not spell.powered:
        return 0  # a boost helps against other spells alone
    if spell.effect == HEAL:
        return 4 if heals else 0
    if spell.attack:
        return _worth_of_attack(sight, cast[0], spell)
    if spell.effect != LASTS or sight.has_focus(cast[0]):
        return 0
    if _costs_defence(spell) or not sight.lacks(cast[0], sight.me.index):
        return 0
    return 2 if spell.powered else 1


def _worth_of_attack(sight: Sight, number: int, spell: Spell) -> int:
    """What can be cast fast or by a focus needs no ritual."""
    if spell.magic == RUNE or sight.has_focus(number) or not wants_attack(sight, number):
        return 0
    return 3 if suits_best(sight, spell) else 2


def _let_go(sight: Sight, cast: list[int]) -> Answer:
    """What a ritual made ready, at whoever is under no attack magic yet, if anybody is not."""
    reached = sight.reached(cast[0])
    foe = weakest(sight, marks_of(sight, cast[0], reached) or reached)
    return sight.cast(cast, foe, sight.best_defences(CAST))


def _at(sight: Sight, cast: list[int]) -> Answer:
    foe = weakest(sight, sight.reached(cast[0]))
    return sight.cast(cast, foe, sight.best_defences(CAST))


def _bolt(sight: Sight, most: int) -> Answer | None:
    """A bolt of at most so many points at the weakest foe it reaches; None without one.

    Whoever throws no more than three also keeps some for a shield, and raises it first if foes are near.
    """
    kept = 0
    near = sight.near()
    if most == _A_BOLT and not sight.me.under and _shields(sight):
        kept = _for_a_shield(sight)
        if near and kept:
            return None  # first a shield, beside a blow
    chosen: list[int] = []
    for one in sight.casts():
        spell = sight.spell(one[0])
        if spell.effect != BOLT:
            continue
        if spell.magic == RUNE:
            if one[1] <= min(most, sight.me.rune_points - kept):
                chosen = one
        elif not chosen and not near and magic_in(spell, one) < sight.me.magic_points:
            chosen = one
    return _at(sight, chosen) if chosen else None


def _curse(sight: Sight) -> Answer | None:
    """Attack magic that does no damage, on a foe that is under no curse yet."""
    for one in sight.casts():
        spell = sight.spell(one[0])
        if spell.effect not in (LASTS, SEVER):
            continue
        if spell.magic != RUNE and magic_in(spell, one) >= sight.me.magic_points:
            continue
        for foe in sight.reached(one[0]):
            if not sight.is_cursed(foe):
                return sight.cast(one, foe, sight.best_defences(CAST))
    return None


# --- besides ---------------------------------------------------------------------------------


def support(sight: Sight) -> Answer:
    """What is cast besides: what a ritual made ready, healing, freeing, then what helps; nothing if there are no foes."""
    if sight.is_between() and sight.is_at_ritual(sight.me.index):
        return sight.default()  # it would be lost
    known = sight.besides()
    ready = _ready(sight, known)
    if ready and not _is_for_oneself(sight, ready):
        return sight.support(ready, _whom(sight, ready))
    for one in known:
        spell = sight.spell(one[0])
        if not _can_pay(sight, spell, one):
            continue
        if spell.effect in (HEAL, HEAL_ALL):
            hurt = _badly_hurt(sight, sight.supported(one))
            if hurt:
                return sight.support(one, hurt[0])
        if spell.effect == DISPEL:
            mine = [who for who in sight.supported(one) if who in _friends(sight)]
            if mine:
                return sight.support(one, mine[0])
    if not sight.foes():
        return sight.default()
    chosen: list[int] = []
    for one in known:
        spell = sight.spell(one[0])
        fits = spell.magic != RUNE or one[1] <= max(_for_a_shield(sight), spell.points)
        if (
            spell.effect == LASTS
            and not spell.attack
            and not _costs_defence(spell)
            and fits
            and _can_pay(sight, spell, one)
        ):
            chosen = one
    if not chosen or _is_for_oneself(sight, chosen):
        return sight.default()
    return sight.support(chosen, _whom(sight, chosen))


def _is_for_oneself(sight: Sight, cast: list[int]) -> bool:
    """Is it better kept till the own engagement comes?"""
    return sight.is_between() and sight.lacks(cast[0], sight.me.index)


def _whom(sight: Sight, cast: list[int]) -> int:
    """Whoever is hurt most for healing, else oneself, else the first."""
    whom = sight.supported(cast)
    if sight.spell(cast[0]).effect in (HEAL, HEAL_ALL):
        return weakest(sight, whom)
    mine = sight.me.index
    return mine if mine in whom else whom[0]


def _ready(sight: Sight, known: list[list[int]]) -> list[int]:
    """What a finished ritual has made ready, if it can be let go."""
    held = sight.me.ritual[:3]
    return held if held and held in known else []


def _can_pay(sight: Sight, spell: Spell, cast: list[int]) -> bool:
    """Without fainting from it."""
    if spell.magic == RUNE:
        return True
    return magic_in(spell, cast) + sight.promised() < sight.me.magic_points


def _badly_hurt(sight: Sight, whom: list[int]) -> list[int]:
    """Those with a crippled location, or several that are hurt."""
    return [one for one in whom if sight.hurts(one) >= _BADLY]


def _friends(sight: Sight) -> list[int]:
    return [one.index for one in sight.state.people if _is_friend(sight, one)]


def _is_friend(sight: Sight, one: Combatant) -> bool:
    return one.build.side == sight.me.build.side and not (one.dead or one.gone)


def _costs_defence(spell: Spell) -> bool:
    """Does it keep whoever is under it from defending?"""
    return spell.gift is not None and len(spell.gift.bars) > 0


def _shields(sight: Sight) -> list[list[int]]:
    """The rune magic that one could cast besides, and that lasts."""
    found: list[list[int]] = []
    for one in sight.besides():
        spell = sight.spell(one[0])
        if spell.magic == RUNE and spell.effect == LASTS and not spell.attack:
            found.append(one)
    return found


def _for_a_shield(sight: Sight) -> int:
    """How many points a shield gets: half of them stay for bolts, if one knows them."""
    left = sight.me.rune_points
    return min(_A_SHIELD, left // 2 if sight.knows(BOLT) else left)
