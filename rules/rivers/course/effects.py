"""What the spells that somebody is under do to its numbers: sums over a list of effects."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.kernel.model import Term
from rules.rivers.chapters import magic
from rules.rivers.chapters.damage import Part, bonus_of
from rules.rivers.chapters.levels import half
from rules.rivers.chapters.movement import quickened, slowed
from rules.rivers.chapters.strike_rank import by_magic
from rules.rivers.model import Gift, Spell, Weapon

NO_PARRY: Final = 1
NO_ATTACK: Final = 2
NO_DODGE: Final = 4
NO_SPELLS: Final = 8
NOTHING: Final = 16
NO_ITEM: Final = -1
_BITS: Final[dict[str, int]] = {
    "attack": NO_ATTACK,
    "parry": NO_PARRY,
    "dodge": NO_DODGE,
    "spells": NO_SPELLS,
    "all": NOTHING,
}
_NONE: Final = Gift()
_ROWS: Final = (12, 24, 32, 40)  # H5: the last sums of the first rows of the table
_FURTHER: Final = 16


class Effect(NamedTuple):
    """A spell on somebody: how strong it is, what else is in it, its last round, and the weapon that it is on (-1)."""

    spell: Spell
    points: int
    boost: int
    until: int
    item: int

    @property
    def gift(self) -> Gift:
        return self.spell.gift or _NONE


def strength(one: Effect) -> int:
    """Q44: how strong it is against other spells."""
    return magic.strength(one.spell.magic, one.points, one.boost)


# --- protection ------------------------------------------------------------------------------


def armour_terms(under: list[Effect]) -> list[Term]:
    """C20, M7: magical armour everywhere."""
    terms: list[Term] = []
    for one in under:
        if one.gift.armour:
            rule = "C20" if one.spell.magic == "rune" else "M7"
            terms.append(Term(one.spell.name, one.gift.armour * one.points, rule))
    return terms


def armour(under: list[Effect]) -> int:
    points = 0
    for one in under:
        points += one.gift.armour * one.points
    return points


def ward(under: list[Effect]) -> int:
    """M8: up to which strength attack magic is stopped."""
    points = 0
    for one in under:
        points += one.gift.ward * one.points
    return points


def spells_more(under: list[Effect]) -> int:
    """M41: how many spells are cast beside the first."""
    more = 0
    for one in under:
        more += one.gift.spells * one.points
    return more


def shimmer_terms(under: list[Effect]) -> list[Term]:
    """M9: what whoever strikes at somebody lacks."""
    return [
        Term(one.spell.name, -one.gift.shimmer * one.points, "M9")
        for one in under
        if one.gift.shimmer
    ]


# --- strike ranks and ways -------------------------------------------------------------------


def rank_terms(under: list[Effect]) -> list[Term]:
    """S28, A17: what the spells on somebody change in strike ranks."""
    change = 0
    for one in under:
        change += one.spell.rank
    return [by_magic(change)] if change else []


def mov(under: list[Effect], plain: int) -> int:
    """M15: the MOV of somebody."""
    found = plain
    for one in under:
        if one.gift.move == "twice":
            found = quickened(found)
        elif one.gift.move == "half":
            found = slowed(found)
    return found


def dex(under: list[Effect]) -> int:
    """M13: what is added to DEX where it decides between equal strike ranks."""
    more = 0
    for one in under:
        more += one.gift.dex
    return more


# --- skills ----------------------------------------------------------------------------------


def skill_terms(under: list[Effect], item: int) -> list[Term]:
    """M11, M12: what counts for attacks and parries with an item."""
    terms: list[Term] = []
    for one in under:
        if one.gift.skill:
            terms.append(Term(one.spell.name, one.gift.skill, "M12"))
        if one.gift.trained and one.item == item:
            terms.append(Term(one.spell.name, one.gift.trained * one.points, "M11"))
    return terms


def dodge_terms(under: list[Effect], skill: int) -> list[Term]:
    """M12, M17: what counts for Dodge."""
    terms: list[Term] = []
    now = skill
    for one in under:
        if one.gift.skill:
            terms.append(Term(one.spell.name, one.gift.skill, "M12"))
            now += one.gift.skill
    for one in under:
        if "dodge" in one.gift.halves:
            terms.append(Term(one.spell.name, half(now) - now, "M17"))
            now = half(now)
    return terms


def attack_terms(under: list[Effect], item: int, skill: int, by_hand: bool) -> list[Term]:
    """M10, M16, M18: what counts for an attack alone; *skill* is what it is without."""
    terms: list[Term] = []
    now = skill
    for one in under:
        if one.gift.to_hit and one.item == item:
            change = one.gift.to_hit * one.points
            terms.append(Term(one.spell.name, change, "M10"))
            now += change
    for one in under:
        change = 0
        if one.gift.more and (by_hand or not one.gift.by_hand):
            change = half(max(0, now))
            terms.append(Term(one.spell.name, change, "M16"))
        elif "attack" in one.gift.halves:
            change = half(max(0, now)) - max(0, now)
            terms.append(Term(one.spell.name, change, "M18"))
        now += change
    return terms


# --- damage ----------------------------------------------------------------------------------


class Hit(NamedTuple):
    """What a weapon does with the spells on it: dice, sides and what is added; dice besides, and which spells."""

    weapon: tuple[int, int, int]
    bonus: list[Part]
    besides: list[Part]


def hit(under: list[Effect], item: int, weapon: Weapon, its: tuple[int, list[Part]]) -> Hit:
    """M10, M14, M22 to M24: *its* are STR and SIZ together, and the damage bonus of them."""
    dice, sides, fixed = weapon.dice, weapon.sides, weapon.bonus
    bonus = its[1]
    besides: list[Part] = []
    times = 1
    for one in under:
        if one.gift.strength:
            bonus = next_bonus(its[0])
        if one.item != item:
            continue
        if one.gift.blade is not None:
            dice, sides = one.gift.blade
            fixed = 0
        if one.gift.twice:
            times = 2
        if one.gift.added:
            besides.append((1, one.points, one.gift.added))
    more = 0
    for one in under:
        if one.item == item:
            more += one.gift.damage * one.points
    return Hit((dice * times, sides, fixed * times + more), bonus, besides)


def next_bonus(strength_and_size: int) -> list[Part]:
    """M14: the damage bonus that is one row further down the table."""
    for last in _ROWS:
        if strength_and_size <= last:
            return bonus_of(last + 1)
    return bonus_of(strength_and_size + _FURTHER)


# --- what is not possible --------------------------------------------------------------------


def bars(under: list[Effect]) -> int:
    """M17, M19 to M21: what somebody does not do, as bits."""
    found = 0
    for one in under:
        for what in one.gift.bars:
            found |= _BITS[what]
    return found


def barring(under: list[Effect], bit: int) -> str:
    """The names of the spells that keep somebody from it."""
    return " and ".join([one.spell.name for one in under if bars([one]) & bit])


def strength_of(under: list[Effect]) -> int:
    """M14: what is added to STR where a weapon wants some."""
    more = 0
    for one in under:
        more += one.gift.strength
    return more


def again(under: list[Effect], item: int) -> int:
    """M39: how many missiles more fly with the next one from an item."""
    more = 0
    for one in under:
        if one.gift.again and one.item == item:
            more += one.points
    return more


def is_heedless(under: list[Effect]) -> bool:
    """M16: does nothing put it in shock or leave it unconscious?"""
    for one in under:
        if one.gift.heedless:
            return True
    return False


def con(under: list[Effect]) -> int:
    """M40: what is added to CON."""
    more = 0
    for one in under:
        more += one.gift.con
    return more


def borrowed(under: list[Effect]) -> tuple[int, int]:
    """M40: the hit points that somebody has besides in all, and in each location."""
    whole = 0
    each = 0
    for one in under:
        whole += one.gift.hit_points
        each += one.gift.each
    return whole, each


def is_whole(under: list[Effect], item: int) -> bool:
    """M24: is it a shield that nothing wears?"""
    for one in under:
        if one.gift.whole and one.item == item:
            return True
    return False


def with_spell(under: list[Effect], spell: Spell) -> Effect | None:
    """The same spell on somebody, or the first that excludes it."""
    for one in under:
        if (
            one.spell.id == spell.id
            or one.spell.id in spell.never_with
            or spell.id in one.spell.never_with
        ):
            return one
    return None


def words(under: list[Effect]) -> list[str]:
    """What shows of them: "shield 2"."""
    return [f"{one.spell.name} {one.points}" for one in under]
