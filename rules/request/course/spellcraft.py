"""Which spells somebody can cast now, and on whom: ranges, lines of sight, magic points (P26)."""

from __future__ import annotations

from rules.request.chapters import magic
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.engagement import sees
from rules.request.course.state import State
from rules.request.model import Spell


def spell_of(c: Combatant, item: int) -> Spell:
    return c.entry.sheet.spells[item]


def kind_of(spell: Spell) -> int:
    return magic.EFFECTS.index(spell.effect)


def cannot_cast(c: Combatant, item: int) -> str:
    """Why *c* cannot begin the spell, with the rule; empty if it can, targets aside."""
    if c.muddled:
        return "befuddled|P26q"
    if c.blinded:
        return "blinded|P26y"
    if c.is_parted():
        return f"parted from its rune, which is in the {c.arms[c.rune].name}|P26x"
    if c.mp < spell_of(c, item).cost:
        return "not enough magic points|P26e"
    return ""


def may_enchant(fight: State, c: Combatant, item: int, at: Combatant) -> bool:
    """P26c, P26d: may *c* aim the spell at *at*: the right kind of mark, in view and in range?"""
    spell = spell_of(c, item)
    if not at.can_be_struck() or not _is_for(fight, c, spell, at):
        return False
    if at.index == c.index:
        return True
    return fight.distance(c, at) <= spell.range and sees(fight, c, at)


def spell_targets(fight: State, c: Combatant, item: int) -> list[int]:
    """Everybody whom the spell may be aimed at, in seat order."""
    return [at.index for at in fight.people if may_enchant(fight, c, item, at)]


def _is_for(fight: State, c: Combatant, spell: Spell, at: Combatant) -> bool:
    kind = kind_of(spell)
    if kind == magic.DISPEL:
        return len(at.under) > 0
    if kind == magic.DISRUPT:
        return fight.is_foe(c, at)
    if kind == magic.HEAL:
        return not fight.is_foe(c, at) and worst_place(at) != NOTHING
    if not at.able:
        return False
    if kind == magic.LIGHT:
        return True
    if kind in magic.HARMFUL:
        return fight.is_foe(c, at)
    if fight.is_foe(c, at):
        return False
    return kind not in magic.BOOSTS or boosted(at, spell) != NOTHING


def boosted(c: Combatant, spell: Spell) -> int:
    """P26k: the weapon in use that a boost goes with, the first of the sheet, or NOTHING."""
    for item, arm in enumerate(c.arms):
        if arm.close is not None and c.usable(item) and arm.close.skill in spell.weapons:
            return item
    return NOTHING


def worst_place(c: Combatant) -> int:
    """P26m: the location that lacks the most points and is not ruined, or NOTHING."""
    found = NOTHING
    most = 0
    for place, full in enumerate(c.full):
        lacks = full - c.hp[place]
        if lacks > most and c.hp[place] > -full:
            most = lacks
            found = place
    return found
