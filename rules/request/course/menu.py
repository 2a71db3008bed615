"""Prompts written out: every option with its rank, cost, chance and damage, or the reason why not."""

from __future__ import annotations

from typing import Final, cast

from rules.kernel import hexes
from rules.kernel.model import Option, Parameter, Unavailable, Value
from rules.request.chapters import rolls
from rules.request.course.chances import (
    attack_chance,
    contest_chance,
    dodge_chance,
    parry_chance,
    rank_of,
    strike_of,
    strike_with,
)
from rules.request.course.choices import (
    AIM,
    ATTACK,
    BREAKAWAY,
    CARRY,
    CHARGE,
    CLOSER,
    DECLINE,
    DEFEND,
    DODGE,
    ENGAGE,
    FARTHER,
    FOCUS,
    FOLLOW,
    FREELY,
    MOVE,
    OPPORTUNITY,
    OPPOSE,
    PARRY,
    PASS,
    PRECISE,
    READY,
    RECOVER,
    RETREAT,
    RIPOSTE,
    SHOOT,
    SPRINT,
    STANCE,
    VERBS,
    WAIT,
    Choice,
)
from rules.request.course.combatant import HELD, NOTHING, STANCES, Combatant
from rules.request.course.ground import Ground
from rules.request.course.leading import reach_foes, way_values
from rules.request.course.legal import (
    LEGAL,
    all_left_freely,
    is_target,
    refusal,
    stances,
    targets,
    unfit,
)
from rules.request.course.parse import (
    ACTS,
    ALL,
    DROP,
    FLANKING,
    MIND,
    NOBODY_WORD,
    SURROUNDING,
    TRIGGERS,
    UNEXTEND,
    UNSURPRISE,
)
from rules.request.course.state import (
    ACTION,
    ENGAGE_OFFER,
    FOLLOW_OFFER,
    OPPORTUNITY_OFFER,
    OPPOSITION,
    REACTION,
    RIPOSTE_OFFER,
    State,
)
from rules.request.course.ways import follow_hexes
from rules.request.model import LOCATIONS

_WEAPON_VERBS: Final = (ATTACK, PRECISE, SHOOT, AIM)
_PLACED_VERBS: Final = (CHARGE, RETREAT, BREAKAWAY, CLOSER, FARTHER)
_LABELS: Final = {
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
}
_DECLARABLE: Final = ((FLANKING, "flank"), (SURROUNDING, "surround"))
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
    if fight.ground is not None:
        _add_moves(fight, fight.ground, c, options)
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


def _add_moves(fight: State, ground: Ground, c: Combatant, options: list[Option]) -> None:
    """Everything that changes where one stands, or how near a foe."""
    labels = {MOVE: "Move", SPRINT: "Sprint", BREAKAWAY: "Break away, by Dodge"}
    freely = all_left_freely(fight, c)
    if freely:
        labels[BREAKAWAY] = "Break away freely"
    for verb in (MOVE, SPRINT, BREAKAWAY):
        item = FREELY if verb == BREAKAWAY and freely else NOTHING
        options.append(_way_option(fight, ground, c, verb, item, labels[verb], []))
    for item, arm in enumerate(c.arms):
        if arm.close is None:
            continue
        for verb in _PLACED_VERBS:
            label = _LABELS[verb].format(arm.name)
            if verb == CHARGE:
                options.append(_weapon_option(fight, c, verb, item))
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
    problem = unfit(fight, c, verb, item, None)
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
        unavailable=_unavailable(problem),
    )


def _retreat_targets(fight: State, c: Combatant, item: int) -> list[Value]:
    values: list[Value] = [Value(NOBODY_WORD, "nobody")]
    mean = strike_with(c, RETREAT, item, NOTHING).mean
    for foe in c.foes:
        other = fight.people[foe]
        chance = rolls.odds(attack_chance(fight, c, RETREAT, item, foe, None))
        values.append(Value(other.id, other.name, chance, mean))
    return values


def _reach_option(fight: State, c: Combatant, verb: int, item: int, label: str) -> Option:
    """One step closer or farther, to one foe or to all that can be; opposed by whoever wishes."""
    problem = unfit(fight, c, verb, item, None)
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
        unavailable=_unavailable(problem),
    )


def opportunity_options(fight: State, c: Combatant, deed: Choice) -> list[Option]:
    """A blow first, or not."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        if arm.close is None:
            continue
        problem = unfit(fight, c, OPPORTUNITY, item, deed)
        chance = attack_chance(fight, c, OPPORTUNITY, item, deed.by, None)
        options.append(
            Option(
                f"{VERBS[OPPORTUNITY]}/{arm.id}",
                _LABELS[OPPORTUNITY].format(arm.name),
                chance=rolls.odds(chance),
                damage=strike_with(c, OPPORTUNITY, item, deed.by).mean,
                unavailable=_unavailable(problem),
            )
        )
    options.append(Option(VERBS[DECLINE], "Let it pass"))
    return options


def opposition_options(fight: State, c: Combatant) -> list[Option]:
    """Hold somebody who breaks away, or the reach that somebody sets."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        if arm.close is None:
            continue
        problem = unfit(fight, c, OPPOSE, item, None)
        options.append(
            Option(
                f"{VERBS[OPPOSE]}/{arm.id}",
                _LABELS[OPPOSE].format(arm.name),
                chance=rolls.odds(contest_chance(fight, c, item, None)),
                unavailable=_unavailable(problem),
            )
        )
    options.append(Option(VERBS[DECLINE], "Do not oppose it"))
    return options


def follow_options(fight: State, c: Combatant, deed: Choice) -> list[Option]:
    """Come after somebody who retreats, or let it go."""
    values: list[Value] = []
    if fight.ground is not None:
        other = fight.people[deed.by]
        for h in follow_hexes(fight, fight.ground, c, deed.to, other):
            name = hexes.name(h)
            values.append(Value(name, name, place=name))
    follow = Option(VERBS[FOLLOW], "Follow", parameters=(Parameter("to", tuple(values)),))
    return [follow, Option(VERBS[DECLINE], "Stay")]


def engage_options() -> list[Option]:
    """Keep somebody who has come near at the point of a long weapon, or not."""
    return [Option(VERBS[ENGAGE], "Engage at long reach"), Option(VERBS[DECLINE], "Do not engage")]


def focus_options(fight: State, c: Combatant) -> list[Option]:
    """Mind one of those about one, who then has no bonus; or nobody in particular."""
    values = [Value(fight.people[one].id, fight.people[one].name) for one in c.formed[1:]]
    focus = Option(VERBS[FOCUS], "Mind one of them", parameters=(Parameter("foe", tuple(values)),))
    return [focus, Option(VERBS[DECLINE], "Mind nobody in particular")]


def options_of(fight: State, c: Combatant, kind: int, deed: Choice | None) -> list[Option]:
    """Every option of a question of this kind."""
    if kind == ACTION:
        return action_options(fight, c)
    if kind == REACTION:
        return reaction_options(fight, c, deed)
    about = cast("Choice", deed)
    if kind == RIPOSTE_OFFER:
        return riposte_options(fight, c, about)
    if kind == OPPORTUNITY_OFFER:
        return opportunity_options(fight, c, about)
    if kind == OPPOSITION:
        return opposition_options(fight, c)
    if kind == FOLLOW_OFFER:
        return follow_options(fight, c, about)
    return engage_options() if kind == ENGAGE_OFFER else focus_options(fight, c)


def reaction_options(fight: State, c: Combatant, deed: Choice | None) -> list[Option]:
    """Parry with what is in hand, dodge, or let it come."""
    options: list[Option] = []
    striker = NOTHING if deed is None else deed.by
    for item, arm in enumerate(c.arms):
        if arm.parries:
            chance = rolls.odds(parry_chance(fight, c, item, striker, None))
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
        if arm.close is None:
            continue
        chance = rolls.odds(attack_chance(fight, c, RIPOSTE, item, deed.by, None))
        problem = refusal(fight, c, RIPOSTE, item, deed)
        if problem == LEGAL and not is_target(fight, c, RIPOSTE, item, fight.people[deed.by]):
            problem = "out of its reach|P17b2"
        options.append(
            Option(
                f"{VERBS[RIPOSTE]}/{arm.id}",
                _LABELS[RIPOSTE].format(arm.name),
                chance=chance,
                damage=strike_with(c, RIPOSTE, item, deed.by).mean,
                unavailable=_unavailable(problem),
            )
        )
    options.append(Option(VERBS[DECLINE], "No riposte"))
    return options


def trivial_options(fight: State, c: Combatant) -> list[Option]:
    """What may go with an answer at no cost; the recoveries apply unless the answer says otherwise."""
    options: list[Option] = []
    if c.surprised:
        options.append(Option(UNSURPRISE, "Stop being surprised (with an action)", default=True))
    if c.overextended:
        options.append(Option(UNEXTEND, "Recover your balance (with an action)", default=True))
    for item, arm in enumerate(c.arms):
        if c.items[item] == HELD and arm.hands > 0:
            options.append(Option(DROP + arm.id, f"Drop {arm.name}"))
    for foe in c.foes:
        other = fight.people[foe]
        if len(other.foes) > 1:
            for word, said in _DECLARABLE:
                options.append(Option(word + other.id, f"Declare that you {said} {other.name}"))
    for one in c.formed[1:]:
        if one != c.focus:
            options.append(Option(MIND + fight.people[one].id, f"Mind {fight.people[one].name}"))
    return options


def _weapon_option(fight: State, c: Combatant, verb: int, item: int) -> Option:
    arm = c.arms[item]
    values: list[Value] = []
    problem = refusal(fight, c, verb, item, None)
    if problem == LEGAL:
        for target in targets(fight, c, verb, item):
            other = fight.people[target]
            rolled_as = SHOOT if verb == AIM else verb
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
