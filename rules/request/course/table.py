"""Dice rolled by hand at the table (C17): which of them a choice rolls, and what may lie on the table."""

from __future__ import annotations

from typing import Final

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Die, Option, TableDice
from rules.kernel.table import OFF, Throws, check_dice, listed
from rules.request.chapters import damage, grapple, magic, movement
from rules.request.course.arms import Strike
from rules.request.course.chances import strike_with
from rules.request.course.choices import (
    AID,
    BREAKAWAY,
    BYPASS,
    CAST,
    CHARGE,
    CLOSER,
    CONTINUE,
    DECLINE,
    DODGE,
    FARTHER,
    FREELY,
    GRAPPLE,
    HURT,
    IS_GRIP,
    IS_WALK,
    NO_AIM,
    OPPORTUNITY,
    OPPOSE,
    PARRY,
    PRECISE,
    RESIST,
    RETREAT,
    RIPOSTE,
    SHOOT,
    THROW,
    Choice,
)
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.spellcraft import kind_of, spell_of
from rules.request.course.state import REACTION, Asked, State
from rules.request.course.tasks import parts_of

AID_ACTIONS: Final = 2  # P24l
_RACE: Final = "race for a place"
_GRIP: Final = "opposed roll"


def throws(fight: State, c: Combatant, choice: Choice, asked: Asked) -> Throws:
    """What *c* rolls for a choice, whatever comes of it."""
    verb = choice.verb
    deed = asked.deed
    if choice.is_blow():
        return _of_blow(fight, c, choice)
    if verb in (PARRY, DODGE, DECLINE):
        made = Throws("" if verb == DECLINE else "defence")
        if asked.kind == REACTION and deed is not None and deed.verb == GRAPPLE:
            made.opposed = _GRIP
        return made
    if IS_GRIP[verb]:
        made = Throws(_GRIP)
        made.sides = pain_sides(c, verb)
        made.location = verb in (HURT, THROW)
        return made
    if verb in (CAST, CONTINUE):
        return _of_spell(c, choice)
    if verb == AID:
        made = Throws("First Aid")
        if c.aid_at != choice.target or c.aid_done + 1 < AID_ACTIONS:
            made.d100 = ""
            made.why = "first aid is rolled with its second action"
        return made
    if verb == RESIST:
        return Throws("resistance")
    made = Throws("contest" if verb in (CLOSER, FARTHER, OPPOSE) else "")
    if verb == BREAKAWAY and choice.item != FREELY:
        made.d100 = "contest"
    if IS_WALK[verb] or verb in (BREAKAWAY, RETREAT):
        made.opposed = _RACE
        made.why = "a race for a place is rolled as `opposed`"
    return made


def _of_blow(fight: State, c: Combatant, choice: Choice) -> Throws:
    verb = choice.verb
    made = Throws("attack")
    close = verb != SHOOT
    if close and fight.people[choice.target].is_helpless():
        made.d100 = ""
        made.why = "a blow at the helpless rolls none"
    if verb == GRAPPLE:
        made.opposed = _GRIP
        return made
    strike = strike_with(c, verb, choice.item, choice.target)
    made.sides = blow_sides(strike, verb == CHARGE)
    made.location = choice.arg in (NO_AIM, BYPASS)
    if verb in (CHARGE, RETREAT):
        made.opposed = _RACE
    return made


def _of_spell(c: Combatant, choice: Choice) -> Throws:
    """P26: it is rolled with the last of its parts."""
    task = c.task
    left = c.task_left if choice.verb == CONTINUE else parts_of(c, choice)
    made = Throws("casting")
    if left > 1 or (choice.verb == CONTINUE and task is None):
        made.d100 = ""
        made.why = "a spell is rolled with the last of its actions"
        return made
    spell = spell_of(c, choice.item)
    made.sides = spell_sides(kind_of(spell), spell.figure)
    made.location = kind_of(spell) == magic.DISRUPT
    return made


def blow_sides(strike: Strike, charging: bool) -> list[int]:
    """The damage dice of a blow: its own, those of the damage modifier, that of a charge."""
    sides = [strike.sides] * strike.dice + [strike.modifier_sides] * strike.modifier_dice
    return [*sides, movement.CHARGE_SIDES] if charging else sides


def pain_sides(c: Combatant, verb: int) -> list[int]:
    """P33h, P33i: those of a grip: 1D4, and of a hold that hurts the damage modifier's."""
    if verb not in (HURT, THROW):
        return []
    if verb == THROW:
        return [grapple.HURT_SIDES]
    traits = c.entry.sheet.characteristics
    modifier = damage.damage_modifier(traits.STR + traits.SIZ)
    return [grapple.HURT_SIDES] + [modifier[2]] * modifier[1]


def spell_sides(kind: int, sides: int) -> list[int]:
    """P26j, P26m: the one of a spell that harms or heals."""
    return [sides] if kind in (magic.DISRUPT, magic.HEAL) else []


def roll(fight: State, sides: int, by_hand: int) -> int:
    """A die; rolled by hand (not 0) that one counts, and the stream moves on all the same."""
    rolled = fight.dice.roll(sides)
    return by_hand or rolled


# --- what an answer brings -----------------------------------------------------------------------


def check(
    fight: State, c: Combatant, choice: Choice, asked: Asked, dice: TableDice, index: int
) -> None:
    """Only with the option, only those this choice rolls, only what dice can show; then they are the choice's."""
    if not fight.setup.options.table_dice:
        raise IllegalAnswerError(index, "dice", "given", OFF)
    made = throws(fight, c, choice, asked)
    check_dice(made, dice, choice.verb == PRECISE, index)
    choice.d100 = dice.d100
    choice.opposed = dice.opposed
    choice.location = dice.location
    choice.damage = dice.damage


# --- what a prompt says --------------------------------------------------------------------------


def dice_of(fight: State, c: Combatant, asked: Asked, option: Option) -> tuple[Die, ...]:
    """The dice that an option of a prompt can roll, of the first it may be done to."""
    verb, item = c.codes[option.id]
    choice = Choice(c.index, verb, item, NOTHING)
    if verb == CONTINUE and c.task is not None:
        choice.item = c.task.item
    if verb in (RIPOSTE, OPPORTUNITY) and asked.deed is not None:
        choice.target = asked.deed.by
    if option.parameters:
        for value in option.parameters[0].values:
            found = fight.names.get(value.id, NOTHING)
            if found >= 0:
                choice.target = found
                break
    return listed(throws(fight, c, choice, asked))
