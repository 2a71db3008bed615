"""Single options: a verb with what it may be done to, its rank, cost and chance, or the reason why not."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Option, Parameter, Unavailable, Value
from rules.request.chapters import rolls
from rules.request.course.chances import (
    attack_chance,
    rank_of,
    strike_with,
)
from rules.request.course.choices import (
    AIM,
    ATTACK,
    BREAKAWAY,
    CHARGE,
    CLOSER,
    FARTHER,
    GRAPPLE,
    OPPORTUNITY,
    OPPOSE,
    PARRY,
    PRECISE,
    READY,
    RETREAT,
    RIPOSTE,
    SHOOT,
    VERBS,
)
from rules.request.course.combatant import Combatant
from rules.request.course.legal import (
    LEGAL,
    refusal,
    targets,
)
from rules.request.course.state import (
    State,
)
from rules.request.model import LOCATIONS

LABELS: Final = {
    ATTACK: "Attack with {}",
    PRECISE: "Precise attack with {}",
    SHOOT: "Shoot {}",
    AIM: "Aim {}",
    READY: "Ready {}",
    PARRY: "Parry with {}",
    RIPOSTE: "Riposte with {}",
    CHARGE: "Charge with {}",
    RETREAT: "Fighting retreat with {}",
    BREAKAWAY: "Break away by skill with {}",
    CLOSER: "Get closer with {}",
    FARTHER: "Keep farther off with {}",
    OPPORTUNITY: "Strike first with {}",
    OPPOSE: "Oppose with {}",
    GRAPPLE: "Grapple with {}",
}
_THROW: Final = "Throw {}"


def weapon_option(fight: State, c: Combatant, verb: int, item: int) -> Option:
    arm = c.arms[item]
    values: list[Value] = []
    problem = refusal(fight, c, verb, item, None)
    if problem == LEGAL:
        for target in targets(fight, c, verb, item):
            other = fight.people[target]
            rolled_as = SHOOT if verb == AIM else verb
            if verb == GRAPPLE:
                hits = rolls.odds(attack_chance(fight, c, verb, item, target, None))
                values.append(Value(other.id, other.name, 100 if other.is_helpless() else hits))
                continue
            if rolled_as != SHOOT and other.is_helpless():
                most = strike_with(c, verb, item, target).most()
                values.append(Value(other.id, other.name, 100, most))
                continue
            chance = rolls.odds(attack_chance(fight, c, rolled_as, item, target, None))
            mean = strike_with(c, rolled_as, item, target).mean
            values.append(Value(other.id, other.name, chance, mean))
    parameters = [Parameter("target", tuple(values))]
    if verb == PRECISE:
        aims = [Value(name, name) for name in LOCATIONS]
        aims.append(Value("bypass", "past the armour"))
        parameters.append(Parameter("aim", tuple(aims)))
    words = _THROW if verb == SHOOT and arm.thrown else LABELS[verb]
    return plain_option(fight, c, verb, item, words.format(arm.name), parameters)


def plain_option(
    fight: State,
    c: Combatant,
    verb: int,
    item: int,
    label: str,
    parameters: list[Parameter] | None = None,
) -> Option:
    """An option that costs a combat action and has a strike rank."""
    option_id = VERBS[verb] if item < 0 else f"{VERBS[verb]}/{c.arms[item].id}"
    return Option(
        option_id,
        label,
        cost=1,
        rank=rank_of(c, verb, item),
        parameters=tuple(parameters) if parameters is not None else (),
        unavailable=unavailable(refusal(fight, c, verb, item, None)),
    )


def free_option(
    fight: State, c: Combatant, verb: int, label: str, parameters: list[Parameter]
) -> Option:
    problem = unavailable(refusal(fight, c, verb, -1, None))
    return Option(VERBS[verb], label, parameters=tuple(parameters), unavailable=problem)


def unavailable(problem: str) -> Unavailable | None:
    if problem == LEGAL:
        return None
    reason, _, rule = problem.partition("|")
    return Unavailable(reason, rule)
