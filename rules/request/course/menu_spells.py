"""Options of those who cast, or have something of several parts under way."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.model import Option, Parameter, Value
from rules.request.chapters import magic, rolls
from rules.request.course.chances import casting_chance, rank_of
from rules.request.course.choices import CAST, CONTINUE, VERBS
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.legal import refusal
from rules.request.course.option import unavailable
from rules.request.course.parse import STAY
from rules.request.course.spellcraft import spell_targets
from rules.request.course.state import State
from rules.request.course.ways import steps_beside


def add_spells(fight: State, c: Combatant, options: list[Option]) -> None:
    """Go on with what is under way, and every spell that *c* knows."""
    task = c.task
    if task is not None:
        what = c.entry.sheet.spells[task.item].name
        left = c.task_left - 1
        label = f"Go on with {what}" + (f", {left} more to go" if left else ": the last part")
        rank = rank_of(c, CONTINUE, task.item)
        options.append(
            Option(
                VERBS[CONTINUE],
                label,
                cost=1,
                rank=rank,
                parameters=_steps(fight, c),
                unavailable=unavailable(refusal(fight, c, CONTINUE, NOTHING, None)),
            )
        )
    known = c.entry.sheet.spells
    steps = _steps(fight, c) if known else ()
    for item, spell in enumerate(known):
        problem = refusal(fight, c, CAST, item, None)
        values: list[Value] = []
        if not problem:
            chance = rolls.odds(casting_chance(fight, c, item, None))
            for target in spell_targets(fight, c, item):
                other = fight.people[target]
                values.append(Value(other.id, other.name, chance))
        options.append(
            Option(
                f"{VERBS[CAST]}/{spell.id}",
                f"Cast {spell.name} ({spell.cost} of {c.mp} magic points)",
                cost=spell.actions,
                rank=rank_of(c, CAST, item),
                parameters=(Parameter("target", tuple(values)), *steps),
                unavailable=unavailable(problem),
                about=magic.about(spell),
            )
        )


def _steps(fight: State, c: Combatant) -> tuple[Parameter, ...]:
    """A15a: to stay, or where to go meanwhile; none if *c* cannot go anywhere."""
    found = steps_beside(fight, c)
    if not found:
        return ()
    values = [Value(STAY, "stay where you are")]
    for h in found:
        name = hexes.name(h)
        values.append(Value(name, f"go to {name}", place=name))
    return (Parameter("step", tuple(values)),)
