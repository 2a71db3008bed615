"""The last part of a spell: the casting roll, what wards it off, and what it does (P26)."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.kernel.table import fits
from rules.request.chapters import defence, magic, mastery, rolls, wounds
from rules.request.course.chances import (
    casting_chance,
    rank_figure,
    resist_chance,
    roll_used,
    weighed_down,
)
from rules.request.course.choices import CAST, IS_PART, Choice
from rules.request.course.combatant import Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.landing import hurt, lose_actions
from rules.request.course.proving import BY_PERSISTENCE, BY_RESILIENCE, of_spell, prove
from rules.request.course.result import Result
from rules.request.course.spellcraft import kind_of, may_enchant, spell_of, worst_place
from rules.request.course.state import State
from rules.request.course.table import roll, spell_sides
from rules.request.course.tasks import (
    NO_POINTS,
    OUT_OF_REACH,
    PARTED,
    end_task,
    lose_task,
    task_facts,
    tell_part,
)
from rules.request.course.under import lift, put_under
from rules.request.course.withheld import points_on_top
from rules.request.model import LOCATIONS, Spell

DISPELLED: Final = "dispelled"


class Ward:
    """The skill that wards a spell off, what it needs, a die by hand (0: none), and what the chance is made of."""

    __slots__ = ("by_hand", "chance", "skill", "terms")

    def __init__(self, skill: str, chance: int, by_hand: int, terms: list[Term] | None) -> None:
        self.skill: str = skill
        self.chance: int = chance
        self.by_hand: int = by_hand
        self.terms: list[Term] | None = terms


def is_warded(fight: State, deed: Choice) -> bool:
    """Is it the last part of a spell that its mark may ward off?"""
    c = fight.people[deed.by]
    task = c.task
    if task is None or c.task_left > 0 or c.hidden or c.is_parted():
        return False
    at = fight.people[task.target]
    spell = spell_of(c, task.item)
    may = may_enchant(fight, c, task.item, at) and c.mp >= spell.cost
    return may and spell.resist != "" and fight.is_foe(c, at)


def finish_tasks(
    fight: State, deeds: list[Choice], told: list[Result], wards: list[list[Choice]]
) -> None:
    """Parts of one moment: all that are the last ones end before any of them takes effect (A14).

    *told* are the blows of the moment that are told and have still to land; *wards* are what
    the marks of each deed said, with the dice of a table.
    """
    done: list[Choice] = []
    last: list[Choice] = []
    against: list[int] = []
    for i, deed in enumerate(deeds):
        if not IS_PART[deed.verb]:
            continue
        c = fight.people[deed.by]
        task = c.task
        if task is None:
            continue
        if c.is_parted():  # it has dropped that as it began
            lose_task(fight, c, PARTED, [])
        elif c.task_left > 0:
            tell_part(fight, c, task)
        elif not may_enchant(fight, c, task.item, fight.people[task.target]):
            lose_task(fight, c, OUT_OF_REACH, [])
        elif c.mp < spell_of(c, task.item).cost:
            lose_task(fight, c, NO_POINTS, [])
        else:
            end_task(c)
            done.append(task)
            last.append(deed)
            against.append(wards[i][0].d100 if wards[i] else 0)
    for i, task in enumerate(done):
        _cast(fight, task, last[i], against[i], told)


def _cast(fight: State, task: Choice, last: Choice, against: int, told: list[Result]) -> None:
    """P26: the roll of a spell, with its *last* part, which brings the dice of a table; *against* is its mark's."""
    c = fight.people[task.by]
    at = fight.people[task.target]
    spell = spell_of(c, task.item)
    watched = fight.log is not None
    figures: list[Figure] = [rank_figure(c, CAST, task.item)] if watched else []
    facts = task_facts(c, task)
    terms: list[Term] | None = [] if watched else None
    chance = casting_chance(fight, c, task.item, terms)
    rolled = roll(fight, 100, last.d100)
    roll_used(fight, c)
    warded = spell.resist != "" and fight.is_foe(c, at)
    its_terms: list[Term] | None = [] if watched else None
    its_chance = 0
    if warded:  # P13: two skills against each other
        its_chance = resist_chance(fight, at, spell.resist, its_terms)
        weighs = mastery.weight(chance)
        chance -= weighed_down(mastery.weight(its_chance), terms)
        its_chance -= weighed_down(weighs, its_terms)
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    if terms is not None:
        figures.append(figure("casting_chance", terms, "P9"))
        figures.append(rolled_figure("casting_roll", "1D100", rolled, "P9", last.d100 != 0))
    prove(c, of_spell(task.item), level)
    works = level >= rolls.SUCCESS
    spent = spell.cost if works else min(1, spell.cost)
    if watched:
        left = [Term("had", c.mp, "P26e"), Term("spent", -spent, "P26e")]
        figures.append(figure("magic_points", left, "P26e"))
        facts["level"] = rolls.LEVEL_NAMES[level]
        facts["outcome"] = "works" if works else "fails"
    c.mp -= spent
    c.use_up(0, spent)
    if spent:
        fight.harm = True  # magic points spent: no stalemate round
    if works and warded:
        ward = Ward(spell.resist, its_chance, against, its_terms)
        works = not _resists(fight, at, ward, level, rolled, facts, figures)
    fight.emit("cast", by=c.index, at=at.index, facts=facts, figures=figures)
    if works:
        _take_effect(fight, last, at, spell, told)
    if level == rolls.FUMBLE and c.able:
        lose_actions(fight, c, 1)  # P16a9


def _resists(  # noqa: PLR0913 - an opposed roll, and what is told of it
    fight: State,
    at: Combatant,
    ward: Ward,
    level: int,
    rolled: int,
    facts: dict[str, str],
    figures: list[Figure],
) -> bool:
    """P26i: the mark wards it off if its roll beats the casting roll."""
    against = roll(fight, 100, ward.by_hand)
    roll_used(fight, at)
    found = rolls.level(against, ward.chance, fight.option_round_up, fight.option_fumble_from)
    prove(at, BY_RESILIENCE if ward.skill == "Resilience" else BY_PERSISTENCE, found)
    mine, its = defence.demoted(level, rolled, found, against)
    wards = its >= mine and its >= rolls.SUCCESS
    if ward.terms is not None:
        figures.append(figure("resist_chance", ward.terms, "P9"))
        figures.append(rolled_figure("resist_roll", "1D100", against, "P9", ward.by_hand != 0))
        facts["resist"] = ward.skill
        facts["resist_level"] = rolls.LEVEL_NAMES[found]
        if wards:
            facts["outcome"] = "resisted"
    return wards


def _take_effect(
    fight: State, last: Choice, at: Combatant, spell: Spell, told: list[Result]
) -> None:
    kind = kind_of(spell)
    if kind == magic.DISRUPT:
        _disrupt(fight, last, at, spell, told)
    elif kind == magic.HEAL:
        _heal(fight, last, at, spell, told)
    elif kind == magic.DISPEL:
        for one in magic.kinds(at.under):
            lift(fight, at, one, DISPELLED)
    else:
        if kind == magic.LIGHT and at.is_under(magic.DARKNESS):
            lift(fight, at, magic.DARKNESS, spell.name)
            return  # P26p2: the two undo each other
        if kind == magic.DARKNESS and at.is_under(magic.LIGHT):
            lift(fight, at, magic.LIGHT, spell.name)
            return
        put_under(fight, at, spell, spell.name)


def _thrown(last: Choice, spell: Spell) -> int:
    """The die of its harm or healing that was rolled by hand; 0 for none."""
    return last.damage[0] if fits(last.damage, spell_sides(kind_of(spell), spell.figure)) else 0


def _disrupt(fight: State, last: Choice, at: Combatant, spell: Spell, told: list[Result]) -> None:
    """P26j: harm at a random location, and no armour helps."""
    shown = _thrown(last, spell)
    harm = roll(fight, spell.figure, shown)
    rolled = roll(fight, 20, last.location)
    place = wounds.location(rolled)
    if fight.log is not None:
        was = Term("was", points_on_top(fight, at, place, told), "P23")
        figures = [
            rolled_figure("damage", f"1D{spell.figure}", harm, "P26j", shown != 0),
            rolled_figure("location_roll", "1D20", rolled, "P22", last.location != 0),
            figure("hit_points", [was, Term("spell", -harm, "P26j")], "P23"),
        ]
        fight.emit(
            "spell_harm",
            by=last.by,
            at=at.index,
            place=LOCATIONS[place],
            facts={"spell": spell.id},
            figures=figures,
        )
    hurt(fight, at, place, harm)


def _heal(fight: State, last: Choice, at: Combatant, spell: Spell, told: list[Result]) -> None:
    """P26m: points back where most are missing, never over what the location bears."""
    shown = _thrown(last, spell)
    rolled = roll(fight, spell.figure, shown)
    place = worst_place(at)
    lacks = at.full[place] - at.hp[place]
    back = min(lacks, rolled + spell.more)
    if fight.log is not None:
        dice = f"1D{spell.figure}"
        terms = [Term(dice, rolled, "P26m"), Term("spell", spell.more, "P26m")]
        if back < rolled + spell.more:
            terms.append(Term("no more than it bears", back - rolled - spell.more, "P26m"))
        was = points_on_top(fight, at, place, told)
        points = [Term("was", was, "P23"), Term("spell", back, "P26m")]
        figures = [
            figure("healed", terms, "P26m", dice=dice, by_hand=shown != 0),
            figure("hit_points", points, "P23"),
        ]
        fight.emit(
            "spell_heal",
            by=last.by,
            at=at.index,
            place=LOCATIONS[place],
            facts={"spell": spell.id},
            figures=figures,
        )
    at.hp[place] += back
    fight.harm = True
    at.settle()
