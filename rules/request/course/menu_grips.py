"""Options of those who are in a grapple."""

from __future__ import annotations

from rules.kernel.model import Option, Parameter, Value
from rules.request.chapters import rolls
from rules.request.course.chances import grip_chance, rank_of
from rules.request.course.choices import BREAK_FREE, DISARM, HOLD, HURT, THROW, VERBS
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.legal import in_hand, refusal
from rules.request.course.option import unavailable
from rules.request.course.state import State


def add_grips(fight: State, c: Combatant, options: list[Option]) -> None:
    """What the holder can do to whom it holds, and how whoever is held gets free."""
    if c.holding >= 0:
        held = fight.people[c.holding]
        name = held.name
        options.append(_grip(fight, c, HOLD, held, f"Hold {name} helpless", ()))
        options.append(_grip(fight, c, HURT, held, f"Hurt {name}, past all armour", ()))
        options.append(_grip(fight, c, THROW, held, f"Throw {name} to the ground", ()))
        things = [Value(held.arms[i].id, held.arms[i].name) for i in in_hand(held)]
        what = (Parameter("item", tuple(things)),)
        options.append(_grip(fight, c, DISARM, held, f"Make {name} drop what it holds", what))
    if c.holder >= 0:
        holder = fight.people[c.holder]
        options.append(_grip(fight, c, BREAK_FREE, holder, f"Break free of {holder.name}", ()))


def _grip(
    fight: State,
    c: Combatant,
    verb: int,
    other: Combatant,
    label: str,
    parameters: tuple[Parameter, ...],
) -> Option:
    return Option(
        VERBS[verb],
        label,
        cost=1,
        rank=rank_of(c, verb, NOTHING),
        chance=rolls.odds(grip_chance(fight, c, other, None)),
        parameters=parameters,
        unavailable=unavailable(refusal(fight, c, verb, NOTHING, None)),
    )
