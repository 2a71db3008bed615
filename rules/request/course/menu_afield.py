"""Options that change where one stands, or how near a foe."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Option, Parameter, Value
from rules.request.chapters import rolls
from rules.request.course.chances import (
    attack_chance,
    contest_chance,
    rank_of,
    strike_with,
)
from rules.request.course.choices import (
    BREAKAWAY,
    CHARGE,
    CLIMB,
    CLOSER,
    DIVE,
    FARTHER,
    FREELY,
    MOVE,
    RETREAT,
    SPRINT,
    VERBS,
)
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.ground import Ground
from rules.request.course.leading import reach_foes, way_values
from rules.request.course.legal import (
    LEGAL,
    all_left_freely,
    refusal,
)
from rules.request.course.option import (
    LABELS,
    unavailable,
    weapon_option,
)
from rules.request.course.parse import (
    ALL,
    NOBODY_WORD,
)
from rules.request.course.state import (
    State,
)

_PLACED_VERBS: Final = (CHARGE, RETREAT, BREAKAWAY, CLOSER, FARTHER)


def add_moves(fight: State, ground: Ground, c: Combatant, options: list[Option]) -> None:
    """Everything that changes where one stands, or how near a foe."""
    labels = {MOVE: "Move", SPRINT: "Sprint", BREAKAWAY: "Break away, by Dodge"}
    freely = all_left_freely(fight, c)
    if freely:
        labels[BREAKAWAY] = "Break away freely"
    for verb in (MOVE, SPRINT, BREAKAWAY):
        item = FREELY if verb == BREAKAWAY and freely else NOTHING
        options.append(_way_option(fight, ground, c, verb, item, labels[verb], []))
    if c.flying:
        options.append(_way_option(fight, ground, c, CLIMB, NOTHING, "Climb out of reach", []))
        options.append(_way_option(fight, ground, c, DIVE, NOTHING, "Come down", []))
    for item, arm in enumerate(c.arms):
        if arm.close is None:
            continue
        for verb in _PLACED_VERBS:
            label = LABELS[verb].format(arm.name)
            if verb == CHARGE:
                options.append(weapon_option(fight, c, verb, item))
            elif verb in (CLOSER, FARTHER):
                options.append(_reach_option(fight, c, verb, item, label))
            else:
                first: list[Parameter] = []
                if verb == RETREAT:
                    first.append(Parameter("target", tuple(_retreat_targets(fight, c, item))))
                options.append(_way_option(fight, ground, c, verb, item, label, first))


def _way_option(  # noqa: PLR0913 - an option and where it leads
    fight: State,
    ground: Ground,
    c: Combatant,
    verb: int,
    item: int,
    label: str,
    first: list[Parameter],
) -> Option:
    """A move of some kind, with every purpose and hex that it leads to."""
    option_id = VERBS[verb] if item < 0 else f"{VERBS[verb]}/{c.arms[item].id}"
    problem = refusal(fight, c, verb, item, None)
    parameters = first
    chance: int | None = None
    if problem == LEGAL:
        values = way_values(fight, ground, c, verb)
        parameters = [*first, Parameter("to", tuple(values))]
        if not values:
            problem = "no free hex farther from these foes|P18h" if c.foes and verb != MOVE else ""
            problem = problem or "no free hex to go to|C22"
        elif verb == BREAKAWAY and item != FREELY:
            chance = rolls.odds(contest_chance(fight, c, item, None))
    return Option(
        option_id,
        label,
        cost=1,
        rank=rank_of(c, verb, item),
        chance=chance,
        parameters=tuple(parameters),
        unavailable=unavailable(problem),
    )


def _retreat_targets(fight: State, c: Combatant, item: int) -> list[Value]:
    values: list[Value] = [Value(NOBODY_WORD, "nobody")]
    if c.muddled:
        return values
    mean = strike_with(c, RETREAT, item, NOTHING).mean
    for foe in c.foes:
        other = fight.people[foe]
        chance = rolls.odds(attack_chance(fight, c, RETREAT, item, foe, None))
        values.append(Value(other.id, other.name, chance, mean))
    return values


def _reach_option(fight: State, c: Combatant, verb: int, item: int, label: str) -> Option:
    """One step closer or farther, to one foe or to all that can be; opposed by whoever wishes."""
    problem = refusal(fight, c, verb, item, None)
    foes = [fight.people[foe] for foe in reach_foes(fight, c, verb)]
    people = [Value(other.id, f"to {other.name}") for other in foes]
    people.append(Value(ALL, "to all that can be"))
    if problem == LEGAL and not foes:
        problem = "nobody to whom the reach could be set so|P17d"
    return Option(
        f"{VERBS[verb]}/{c.arms[item].id}",
        label,
        cost=1,
        rank=rank_of(c, verb, item),
        chance=rolls.odds(contest_chance(fight, c, item, None)) if problem == LEGAL else None,
        parameters=(Parameter("foe", tuple(people)),),
        unavailable=unavailable(problem),
    )
