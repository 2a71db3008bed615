"""Opposed rolls of a grapple: rolled on the state before, told and landed on the state after."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Figure, Term
from rules.kernel.table import fits
from rules.request.chapters import damage, grapple, mastery, reach, rolls, wounds
from rules.request.course.chances import grip_chance, rank_figure, roll_used, weighed_down
from rules.request.course.choices import (
    BREAK_FREE,
    DISARM,
    GRAPPLE,
    HOLD,
    HURT,
    RESIST,
    THROW,
    VERBS,
    Choice,
)
from rules.request.course.combatant import HELD, Combatant
from rules.request.course.engagement import engage, has_place
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.grappling import (
    BROKE_FREE,
    LET_GO,
    THROWN,
    holders,
    let_loose,
    pin,
    seize,
    unpin,
)
from rules.request.course.ground import gap
from rules.request.course.landing import come_off, drop, hurt, land_below, told_points
from rules.request.course.proving import BY_UNARMED, prove
from rules.request.course.push import STOPPED, hurl
from rules.request.course.state import State
from rules.request.course.table import pain_sides, roll
from rules.request.model import LOCATIONS

UNARMED: Final = "Unarmed"
_PAINS: Final = (HURT, THROW)


class Grip:
    """An opposed roll just rolled: who was beaten, and the dice of what comes of it; never outlives one advance."""

    __slots__ = ("beaten", "damage", "deed", "figures", "foes", "level", "place", "replies")

    def __init__(self, deed: Choice, foes: list[int]) -> None:
        self.deed: Choice = deed
        self.foes: list[int] = foes
        self.level: int = rolls.FAILURE
        self.beaten: list[int] = []
        self.figures: list[Figure] = []
        self.replies: list[Reply] = []
        self.damage: int = 0
        self.place: int = -1


class Rolled:
    """What whoever is against it rolls against: a d100, what its skill takes off, and a die by hand (0: none)."""

    __slots__ = ("against", "rolled", "weight")

    def __init__(self, rolled: int, weight: int, against: int) -> None:
        self.rolled: int = rolled
        self.weight: int = weight
        self.against: int = against


class Reply:
    """The roll of one who is against it."""

    __slots__ = ("figures", "level", "who")

    def __init__(self, who: int, level: int) -> None:
        self.who: int = who
        self.level: int = level
        self.figures: list[Figure] = []


def roll_grip(fight: State, deed: Choice, answers: list[Choice]) -> Grip:
    """P33a to P33d: both sides roll, first whoever began it, then the others in seat order.

    *answers* are what those against it said as it was begun, with the dice of a table.
    """
    c = fight.people[deed.by]
    foes = holders(fight, c) if deed.verb == BREAK_FREE else [deed.target]
    made = Grip(deed, foes)
    c.strained = True  # P35
    others = [fight.people[foe] for foe in foes]
    terms: list[Term] | None = [] if fight.log is not None else None
    # Against several the one roll is as hard as against the largest of them.
    hardest = others[0]
    for other in others:
        if other.size > hardest.size:
            hardest = other
    chance = grip_chance(fight, c, hardest, terms)
    weighs = mastery.weight(chance)
    against = [grip_chance(fight, other, c, None) for other in others]
    chance -= weighed_down(max([mastery.weight(one) for one in against]), terms)
    by_hand = _shown(deed, deed)
    rolled = roll(fight, 100, by_hand)
    made.level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    if terms is not None:
        if deed.verb != GRAPPLE:
            made.figures.append(rank_figure(c, deed.verb, deed.item))
        made.figures.append(figure("contest_chance", terms, "P9"))
        made.figures.append(rolled_figure("contest_roll", "1D100", rolled, "P9", by_hand != 0))
    for other in others:
        if _loses(fight, made, other, Rolled(rolled, weighs, _answered(deed, answers, other))):
            made.beaten.append(other.index)
    roll_used(fight, c)
    prove(c, BY_UNARMED, made.level)
    if made.beaten and deed.verb in _PAINS:
        _roll_pain(fight, made, c)
    return made


def _shown(deed: Choice, answer: Choice) -> int:
    """The die that was rolled by hand for the opposed roll: a grapple's comes after another."""
    follows = deed.verb == GRAPPLE and answer.verb != RESIST
    return answer.opposed if follows else answer.d100


def _answered(deed: Choice, answers: list[Choice], other: Combatant) -> int:
    """The same of one who is against it."""
    for answer in answers:
        if answer.by == other.index:
            return _shown(deed, answer)
    return 0


def _loses(fight: State, made: Grip, other: Combatant, its: Rolled) -> bool:
    """The roll of one who is against it: is it beaten?"""
    c = fight.people[made.deed.by]
    other.strained = True  # P35
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = grip_chance(fight, other, c, terms) - weighed_down(its.weight, terms)
    against = roll(fight, 100, its.against)
    level = rolls.level(against, chance, fight.option_round_up, fight.option_fumble_from)
    roll_used(fight, other)
    prove(other, BY_UNARMED, level)
    reply = Reply(other.index, level)
    if terms is not None:
        reply.figures = [
            figure("contest_chance", terms, "P9"),
            rolled_figure("contest_roll", "1D100", against, "P9", its.against != 0),
        ]
    made.replies.append(reply)
    return grapple.wins(made.level, its.rolled, level, against, fight.option_demotion)


def _roll_pain(fight: State, made: Grip, c: Combatant) -> None:
    """P33h, P33i: 1D4, with the damage modifier for a hold that hurts, and the location."""
    traits = c.entry.sheet.characteristics
    sign, dice, sides = damage.damage_modifier(traits.STR + traits.SIZ)
    deed = made.deed
    shown = deed.damage if fits(deed.damage, pain_sides(c, deed.verb)) else (0,) * (1 + dice)
    rolled = roll(fight, grapple.HURT_SIDES, shown[0])
    terms = [Term(f"1D{grapple.HURT_SIDES}", rolled, "P33h" if made.deed.verb == HURT else "P33i")]
    if made.deed.verb == HURT and dice:
        extra = 0
        for i in range(dice):
            extra += roll(fight, sides, shown[1 + i])
        terms.append(Term(damage.modifier_text(sign, dice, sides), sign * extra, "P20"))
        rolled += sign * extra
    made.damage = max(0, rolled)
    at = roll(fight, 20, deed.location)
    made.place = wounds.location(at)
    if fight.log is not None:
        text = f"1D{grapple.HURT_SIDES}"
        made.figures.append(figure("damage", terms, "P33h", 0, text, shown[0] != 0))
        made.figures.append(rolled_figure("location_roll", "1D20", at, "P22", deed.location != 0))


def land_grip(fight: State, made: Grip) -> None:
    """Tell the rolls, and let whatever was won take effect, as far as both are still there."""
    deed = made.deed
    c = fight.people[deed.by]
    pain = made.figures[-2:] if made.damage or made.place >= 0 else []
    _tell(fight, made)
    for foe in made.beaten:
        other = fight.people[foe]
        if deed.verb == GRAPPLE:
            _take_hold(fight, c, other)
        elif deed.verb == BREAK_FREE:
            if other.holding == c.index:
                let_loose(fight, other, BROKE_FREE)
        elif deed.verb == HOLD:
            if c.holding == foe:
                pin(fight, c)
        elif deed.verb == DISARM:
            if other.items[deed.arg] == HELD:
                drop(fight, other, deed.arg)
        elif not other.gone:
            _hurt(fight, made, c, other, pain)
    if deed.verb == HOLD and not made.beaten:
        unpin(fight, c, LET_GO)


def _tell(fight: State, made: Grip) -> None:
    if fight.log is None:
        return
    deed = made.deed
    shown = [f for f in made.figures if f.name not in ("damage", "location_roll")]
    facts = {
        "verb": VERBS[deed.verb],
        "skill": UNARMED,
        "level": rolls.LEVEL_NAMES[made.level],
    }
    fight.emit("contest", by=deed.by, facts=facts, figures=shown)
    for reply in made.replies:
        told = {
            "defence": UNARMED,
            "outcome": "lost" if reply.who in made.beaten else "won",
            "level": rolls.LEVEL_NAMES[reply.level],
        }
        fight.emit("opposed", by=reply.who, at=deed.by, facts=told, figures=reply.figures)


def _take_hold(fight: State, c: Combatant, other: Combatant) -> None:
    """P33a, P33e: it holds its foe at short reach, if the two are still beside each other."""
    if not c.bars() or not other.bars() or not fight.is_foe(c, other) or gap(c, other) != 1:
        return
    if other.index not in c.foes and not (
        has_place(fight, c, other) and has_place(fight, other, c)
    ):
        return
    if not c.has_free_hand():
        return
    take_hold(fight, c, other)


def take_hold(fight: State, c: Combatant, other: Combatant) -> None:
    """P33e: the two are engaged at short reach from now on, and *c* holds the other."""
    if other.index not in c.foes:
        engage(fight, c, other, reach.NORMAL)
    if c.reach_to(other.index) != reach.SHORT:
        engage(fight, c, other, reach.SHORT)
    seize(fight, c, other)


def _hurt(fight: State, made: Grip, c: Combatant, other: Combatant, pain: list[Figure]) -> None:
    """P33h, P33i: no armour stops it; a throw ends the hold, and its foe lies on the ground."""
    is_throw = made.deed.verb == THROW
    was = told_points(fight, other, made.place)
    if fight.log is not None:
        figures = [
            *pain,
            figure(
                "hit_points",
                [Term("was", was, "P23"), Term("damage through", -made.damage, "P33h")],
                "P23",
            ),
        ]
        fight.emit(
            "thrown" if is_throw else "wrung",
            by=c.index,
            at=other.index,
            place=LOCATIONS[made.place],
            figures=figures,
        )
    if is_throw and c.holding == other.index:
        let_loose(fight, c, THROWN)
    if is_throw and other.mount >= 0:
        come_off(fight, other, THROWN, False, [])
    end = STOPPED
    if is_throw and other.bars():
        end = hurl(fight, other, c, hexes.hexes_down(grapple.THROWN_METRES), THROWN)
    hurt(fight, other, made.place, made.damage)
    if end > 0:
        land_below(fight, other, end)
