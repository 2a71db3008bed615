"""Prompts written out: every option with its rank, cost, chance and damage, or the reason why not."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Option, Parameter, Unavailable, Value
from rules.request.chapters import rolls
from rules.request.course.chances import (
    attack_chance,
    dodge_chance,
    parry_chance,
    rank_of,
    strike_of,
    strike_with,
)
from rules.request.course.choices import (
    AIM,
    ATTACK,
    CARRY,
    DECLINE,
    DEFEND,
    DODGE,
    PARRY,
    PASS,
    PRECISE,
    READY,
    RECOVER,
    RIPOSTE,
    SHOOT,
    STANCE,
    VERBS,
    WAIT,
    Choice,
)
from rules.request.course.combatant import HELD, STANCES, Combatant
from rules.request.course.legal import LEGAL, refusal, stances, targets
from rules.request.course.parse import ACTS, DROP, TRIGGERS, UNEXTEND, UNSURPRISE
from rules.request.course.state import State
from rules.request.model import LOCATIONS

_WEAPON_VERBS: Final = (ATTACK, PRECISE, SHOOT, AIM)
_LABELS: Final = {
    ATTACK: "Attack with {}",
    PRECISE: "Precise attack with {}",
    SHOOT: "Shoot {}",
    AIM: "Aim {}",
    READY: "Ready {}",
    PARRY: "Parry with {}",
    RIPOSTE: "Riposte with {}",
}
_TRIGGER_LABELS: Final = ("nothing", "anything that happens", "a foe comes into view")


def action_options(fight: State, c: Combatant) -> list[Option]:
    """Everything that *c* can do on its turn, and what it cannot with the reason."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        for verb in _WEAPON_VERBS:
            if strike_of(c, verb, item) is not None:
                options.append(_weapon_option(fight, c, verb, item))
        if arm.hands > 0:
            options.append(_plain(fight, c, READY, item, _LABELS[READY].format(arm.name)))
    options.append(_plain(fight, c, DEFEND, -1, "Defend: parry and dodge at +20%"))
    options.append(_plain(fight, c, RECOVER, -1, "Recover from being vulnerable"))
    turns = [Value(STANCES[s], STANCES[s]) for s in stances(c)]
    options.append(
        _plain(fight, c, STANCE, -1, "Change stance", [Parameter("stance", tuple(turns))])
    )
    waits = Parameter("for", tuple(_triggers(fight, c)))
    ranks = Parameter(
        "until", tuple([Value(str(r), f"strike rank {r}") for r in range(fight.rank - 1, 0, -1)])
    )
    options.append(_free(fight, c, WAIT, "Wait", [ranks, waits]))
    options.append(_free(fight, c, CARRY, "Carry the action over", [waits]))
    options.append(_free(fight, c, PASS, "Let the action go", []))
    return options


def reaction_options(fight: State, c: Combatant, deed: Choice | None) -> list[Option]:
    """Parry with what is in hand, dodge, or let it come."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        if arm.parries:
            chance = rolls.odds(parry_chance(fight, c, item, None))
            problem = refusal(fight, c, PARRY, item, deed)
            options.append(
                Option(
                    f"{VERBS[PARRY]}/{arm.id}",
                    _LABELS[PARRY].format(arm.name),
                    chance=chance,
                    unavailable=_unavailable(problem),
                )
            )
    options.append(Option(VERBS[DODGE], "Dodge", chance=rolls.odds(dodge_chance(fight, c, None))))
    options.append(Option(VERBS[DECLINE], "Let it come"))
    return options


def riposte_options(fight: State, c: Combatant, deed: Choice) -> list[Option]:
    """Strike back at once, or not."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        strike = arm.close
        if strike is None:
            continue
        chance = rolls.odds(attack_chance(fight, c, RIPOSTE, item, deed.by, None))
        problem = refusal(fight, c, RIPOSTE, item, deed)
        options.append(
            Option(
                f"{VERBS[RIPOSTE]}/{arm.id}",
                _LABELS[RIPOSTE].format(arm.name),
                chance=chance,
                damage=strike.mean,
                unavailable=_unavailable(problem),
            )
        )
    options.append(Option(VERBS[DECLINE], "No riposte"))
    return options


def trivial_options(c: Combatant) -> list[Option]:
    """What may go with an answer at no cost; the recoveries apply unless the answer says otherwise."""
    options: list[Option] = []
    if c.surprised:
        options.append(Option(UNSURPRISE, "Stop being surprised (with an action)", default=True))
    if c.overextended:
        options.append(Option(UNEXTEND, "Recover your balance (with an action)", default=True))
    for item, arm in enumerate(c.arms):
        if c.items[item] == HELD and arm.hands > 0:
            options.append(Option(DROP + arm.id, f"Drop {arm.name}"))
    return options


def _weapon_option(fight: State, c: Combatant, verb: int, item: int) -> Option:
    arm = c.arms[item]
    strike = strike_of(c, verb, item)
    mean = strike.mean if strike is not None else 0
    values: list[Value] = []
    problem = refusal(fight, c, verb, item, None)
    if problem == LEGAL:
        for target in targets(fight, c, verb, item):
            other = fight.people[target]
            rolled_as = SHOOT if verb == AIM else verb
            if rolled_as != SHOOT and other.is_helpless():
                values.append(Value(other.id, other.name, 100, strike_with(c, verb, item).most()))
                continue
            chance = rolls.odds(attack_chance(fight, c, rolled_as, item, target, None))
            values.append(Value(other.id, other.name, chance, mean))
    parameters = [Parameter("target", tuple(values))]
    if verb == PRECISE:
        aims = [Value(name, name) for name in LOCATIONS]
        aims.append(Value("bypass", "past the armour"))
        parameters.append(Parameter("aim", tuple(aims)))
    return _plain(fight, c, verb, item, _LABELS[verb].format(arm.name), parameters)


def _plain(
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
        unavailable=_unavailable(refusal(fight, c, verb, item, None)),
    )


def _free(fight: State, c: Combatant, verb: int, label: str, parameters: list[Parameter]) -> Option:
    problem = _unavailable(refusal(fight, c, verb, -1, None))
    return Option(VERBS[verb], label, parameters=tuple(parameters), unavailable=problem)


def _triggers(fight: State, c: Combatant) -> list[Value]:
    found = [Value(name, _TRIGGER_LABELS[i]) for i, name in enumerate(TRIGGERS)]
    for other in fight.people:
        if other.index != c.index and other.can_be_struck():
            found.append(Value(ACTS + other.id, f"{other.name} acts"))
    return found


def _unavailable(problem: str) -> Unavailable | None:
    if problem == LEGAL:
        return None
    reason, _, rule = problem.partition("|")
    return Unavailable(reason, rule)
