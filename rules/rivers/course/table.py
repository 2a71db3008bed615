"""Dice rolled by hand at the table (C66): which of them a choice of Rivers rolls."""

from __future__ import annotations

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Die, Option, TableDice
from rules.kernel.table import OFF, Throws, check_dice, listed
from rules.rivers.course import spells
from rules.rivers.course.blows import normal_sides
from rules.rivers.course.choices import (
    AIMED,
    ANSWER,
    BESIDES,
    CAST,
    MEET,
    NONE_WORD,
    PATTERNS,
    TEND,
    UNANSWERED,
    USE,
    VERB_OF,
    Asked,
    Choice,
)
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.deeds import skill_of
from rules.rivers.course.state import State

DEFENCE = "defence"


def throws(state: State, c: Combatant, choice: Choice) -> Throws:
    """What *c* rolls for a choice: of two attacks what belongs to the first."""
    if choice.verb == MEET:
        return Throws("" if choice.item == UNANSWERED else DEFENCE)
    if choice.verb == USE:
        return Throws(c.build.others[choice.what])
    if choice.verb == TEND:
        return Throws("First Aid")
    if choice.verb in (CAST, BESIDES) and choice.cast:
        return _of_spell(state, c, choice.cast)
    if choice.attacks == 0:
        return Throws("")
    made = Throws("attack")
    made.sides = normal_sides(state, c, choice.item)
    made.location = choice.verb not in AIMED
    return made


def _of_spell(state: State, c: Combatant, cast: list[int]) -> Throws:
    spell = c.build.spells[cast[0]]
    made = Throws("casting")
    if spells.kind_of(state, c, cast) == spells.READY:
        made.d100 = ""
        made.why = "it was cast with its ritual"
    if spell.effect == spells.BOLT:
        made.sides = [spell.sides] * cast[1]
        made.location = True
    return made


def check(state: State, c: Combatant, choice: Choice, dice: TableDice, index: int) -> None:
    """Only with the option, only those this choice rolls, only what dice can show; then they are the choice's."""
    if not state.options.table_dice:
        raise IllegalAnswerError(index, "dice", "given", OFF)
    check_dice(throws(state, c, choice), dice, choice.verb in AIMED, index)
    choice.shown = dice


def dice_of(state: State, c: Combatant, asked: Asked, option: Option) -> tuple[Die, ...]:
    """The dice that an option of a prompt can roll."""
    word, _, behind = option.id.partition("/")
    verb = VERB_OF[word]
    if asked.kind == ANSWER:
        return listed(Throws("" if behind == NONE_WORD else DEFENCE))
    if verb in (CAST, BESIDES):
        for cast in [*spells.castable(state, c, True), *spells.castable(state, c, False)]:
            if spells.word_of(c, cast) == behind:
                return listed(_of_spell(state, c, cast))
        return ()
    if verb == USE:
        return listed(throws(state, c, Choice(USE, what=skill_of(c, behind))))
    rolls = verb == TEND or (verb in PATTERNS and PATTERNS[verb][0] > 0)
    return listed(throws(state, c, Choice(verb, c.item(behind)))) if rolls else ()
