"""Actions of several parts: begun, gone on with, given up, lost to a wound (P4)."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.request.chapters import rolls, wounds
from rules.request.course.chances import rank_figure, resist_chance, roll_used
from rules.request.course.choices import CAST, CONTINUE, VERBS, Choice
from rules.request.course.combatant import Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.proving import BY_PERSISTENCE, prove
from rules.request.course.state import State

GIVEN_UP: Final = "another action"
HURT: Final = "hurt"
WOUNDED: Final = "wound"
FELLED: Final = "down"
OUT_OF_REACH: Final = "out of view or range"
NO_POINTS: Final = "no magic points"
PARTED: Final = "parted from its rune"


def parts_of(c: Combatant, choice: Choice) -> int:
    """P4: how many combat actions it takes in all."""
    return c.entry.sheet.spells[choice.item].actions


def take_part(fight: State, c: Combatant, choice: Choice) -> None:
    """*c* begins what takes several actions, goes on with it, or gives it up for something else."""
    if choice.verb == CONTINUE:
        c.task_left = max(0, c.task_left - 1)
        return
    lose_task(fight, c, GIVEN_UP, [])
    if choice.verb == CAST:
        c.task = choice
        c.task_left = parts_of(c, choice) - 1
        c.casting = True


def end_task(c: Combatant) -> None:
    """What was under way is over."""
    c.task = None
    c.task_left = 0
    c.casting = False


def lose_task(fight: State, c: Combatant, cause: str, figures: list[Figure]) -> None:
    """What *c* had under way is lost, if anything was, and told."""
    task = c.task
    if task is None:
        return
    end_task(c)
    fight.disturb(c)
    if fight.log is not None:
        facts = task_facts(c, task)
        facts["cause"] = cause
        fight.emit("task_lost", by=c.index, facts=facts, figures=figures)


def task_facts(c: Combatant, task: Choice) -> dict[str, str]:
    """The words of an action of several parts."""
    return {"verb": VERBS[task.verb], "spell": c.entry.sheet.spells[task.item].id}


def tell_part(fight: State, c: Combatant, task: Choice) -> None:
    """A part is done, and others are still to come."""
    if fight.log is None:
        return
    facts = task_facts(c, task)
    facts["left"] = str(c.task_left)
    rank = rank_figure(c, task.verb, task.item)
    fight.emit("part_done", by=c.index, at=task.target, facts=facts, figures=[rank])


def hold_on(fight: State, c: Combatant, task: Choice, severity: int) -> None:
    """P26g, P26h: whoever is hurt in the middle of a spell keeps it by a Persistence roll, or loses it."""
    if severity >= wounds.SERIOUS:
        lose_task(fight, c, WOUNDED, [])
        return
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = resist_chance(fight, c, "Persistence", terms)
    rolled = fight.dice.roll(100)
    roll_used(fight, c)
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    prove(c, BY_PERSISTENCE, level)
    figures: list[Figure] = []
    if terms is not None:
        figures.append(figure("persistence_chance", terms, "P9"))
        figures.append(rolled_figure("persistence_roll", "1D100", rolled, "P9"))
    if level < rolls.SUCCESS:
        lose_task(fight, c, HURT, figures)
    elif fight.log is not None:
        fight.emit("kept", by=c.index, facts=task_facts(c, task), figures=figures)
