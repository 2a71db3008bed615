"""The chance of every roll, as one sum: the same lines count it and explain it."""

from __future__ import annotations

from typing import cast

from rules.kernel.model import Figure, Term
from rules.request.chapters import modifiers, strike_rank
from rules.request.course.arms import Strike
from rules.request.course.choices import (
    AIM,
    PRECISE,
    READY,
    SHOOT,
)
from rules.request.course.combatant import PRONE, Combatant
from rules.request.course.state import EVERYBODY, LASTS_ROLL, State


def strike_of(c: Combatant, verb: int, item: int) -> Strike | None:
    """How *c* strikes with *item* under *verb*; None if the weapon cannot do that."""
    return c.arms[item].shot if verb in (SHOOT, AIM) else c.arms[item].close


def strike_with(c: Combatant, verb: int, item: int) -> Strike:
    """The same for a deed that was judged: it has a way to strike."""
    return cast("Strike", strike_of(c, verb, item))


def attack_chance(
    fight: State,
    c: Combatant,
    verb: int,
    item: int,
    target: int,
    terms: list[Term] | None,
) -> int:
    """The modified skill of a blow or a shot; *terms*, if given, receives the addends."""
    strike = strike_with(c, verb, item)
    total = strike.chance
    at = fight.people[target]
    if terms is not None:
        terms.append(Term(strike.skill, strike.learned, "P9a"))
        if strike.armour_penalty:
            terms.append(Term("armour", -strike.armour_penalty, "P29b"))
        if strike.shortfall:
            terms.append(Term("STR or DEX short", strike.shortfall, "P30a"))
    if verb == PRECISE:
        total += _term(terms, "precise", modifiers.PRECISE, "P16c")
    if verb == SHOOT:
        arm = c.arms[item]
        far = modifiers.at_range(strike.learned, fight.distance(c, at), arm.range)
        if far:
            total += _term(terms, "beyond effective range", far, "P27b")
        if c.aim_count > 0 and c.aim_at == target and c.aim_item == item:
            total += _term(terms, "aimed", modifiers.AIM_STEP * c.aim_count, "P16d")
        if at.stance == PRONE:
            total += _term(terms, "target prone", modifiers.TARGET_PRONE_FAR, "P16b")
    else:
        if at.stance == PRONE:
            total += _term(terms, "target prone", modifiers.TARGET_PRONE_CLOSE, "P16b")
        if c.stance == PRONE:
            total += _term(terms, "prone", modifiers.ATTACKER_PRONE, "P16b2")
    return total + conditions(fight, c, terms)


def parry_chance(fight: State, c: Combatant, item: int, terms: list[Term] | None) -> int:
    """The modified skill of a parry with *item*."""
    arm = c.arms[item]
    total = arm.parry_chance
    if terms is not None:
        terms.append(Term(arm.parry_skill, arm.parry_learned, "P9a"))
        if arm.parry_penalty:
            terms.append(Term("armour", -arm.parry_penalty, "P29b"))
        if arm.parry_shortfall:
            terms.append(Term("STR or DEX short", arm.parry_shortfall, "P30a"))
    if c.defending:
        total += _term(terms, "defending", modifiers.DEFENDING, "P6c")
    return total + conditions(fight, c, terms)


def dodge_chance(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """The modified skill of a dodge."""
    total = c.dodge
    if terms is not None:
        terms.append(Term("Dodge", c.dodge + c.dodge_penalty, "P9a"))
        if c.dodge_penalty:
            terms.append(Term("armour", -c.dodge_penalty, "P29b"))
    if c.defending:
        total += _term(terms, "defending", modifiers.DEFENDING, "P6c")
    if c.lame_legs():
        total += _term(terms, "lame", modifiers.LAMED, "P24d")
    return total + conditions(fight, c, terms)


def resilience_chance(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """The modified skill of a Resilience roll."""
    learned = c.entry.sheet.skills["Resilience"]
    if terms is not None:
        terms.append(Term("Resilience", learned, "P9a"))
    return learned + conditions(fight, c, terms)


def conditions(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """What weighs on every skill of *c*: its conditions, and what the game master named."""
    if not (c.overextended or c.vulnerable or fight.modifiers):
        return 0
    total = 0
    if c.overextended:
        total += _term(terms, "overextended", modifiers.OVEREXTENDED, "R37")
    if c.vulnerable:
        total += _term(terms, "vulnerable", modifiers.VULNERABLE, "R38")
    for m in fight.modifiers:
        if m.who in (EVERYBODY, c.index):
            total += _term(terms, m.name, m.value, "game master")
    return total


def roll_used(fight: State, c: Combatant) -> None:
    """A skill roll of *c* is over: modifiers given for one roll are used up."""
    fight.modifiers = [
        m for m in fight.modifiers if m.lasts != LASTS_ROLL or m.who not in (EVERYBODY, c.index)
    ]


def rank_of(c: Combatant, verb: int, item: int) -> int:
    """The strike rank of an action now."""
    return strike_rank.strike_rank(_base_rank(c, verb, item), c.rank_change)


def rank_figure(c: Combatant, verb: int, item: int) -> Figure:
    """The strike rank of an action with its why."""
    terms: list[Term] = []
    base = _base_rank(c, verb, item)
    strike = strike_of(c, verb, item) if item >= 0 and verb != READY else None
    if strike is not None:
        terms.append(Term(f"{strike.skill} {strike.learned}%, a tenth rounded up", base, "R14"))
    else:
        terms.append(Term("DEX", base, "R16"))
    if c.surprised:
        terms.append(Term("surprised", strike_rank.SURPRISED, "R35"))
    if c.vulnerable:
        terms.append(Term("vulnerable", strike_rank.VULNERABLE, "R38"))
    return Figure(
        "strike_rank", rank_of(c, verb, item), tuple(terms), "R19", floor=strike_rank.LOWEST
    )


def _base_rank(c: Combatant, verb: int, item: int) -> int:
    if item < 0 or verb == READY:
        return c.dex
    strike = strike_of(c, verb, item)
    return c.dex if strike is None else strike.rank


def _term(terms: list[Term] | None, label: str, value: int, rule: str) -> int:
    if terms is not None:
        terms.append(Term(label, value, rule))
    return value
