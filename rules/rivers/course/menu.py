"""Questions written out: every option with whatever may fill it now, and why not what cannot be."""

from __future__ import annotations

from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.model import Option, Parameter, Unavailable, Value
from rules.rivers.chapters.engagements import MOST_AGAINST_ONE
from rules.rivers.chapters.levels import ALWAYS_TO, HIGHEST
from rules.rivers.chapters.strike_rank import aimed, total
from rules.rivers.course import deeds, legal
from rules.rivers.course.arms import (
    aim_terms,
    defence_skill,
    on_the_move,
    rank_terms,
    skill_terms,
    summed,
    target_terms,
    unaware_terms,
)
from rules.rivers.course.blows import usable_answers
from rules.rivers.course.choices import (
    AIM,
    AIMED,
    APPROACH,
    APPROACH_FAR,
    ATTACK,
    ATTACK_TWICE,
    BETWEEN,
    CAST,
    CLOSE,
    CLOSE_AIM,
    CLOSE_FAR,
    CLOSE_TWICE,
    DEFEND,
    DODGE_WORD,
    DON_HELMET,
    ENGAGE,
    FLEE,
    FORM,
    GATHER,
    HANG_BACK,
    KEEP_OFF,
    KEEP_OFF_FAR,
    MEET,
    NAMING,
    NONE_WORD,
    PATTERNS,
    PLAN,
    PROTECT,
    PROTECT_FAR,
    RELOAD,
    RETARGET,
    RETREAT,
    RETREAT_FAR,
    SHOOT,
    SHOOT_BACK,
    SHOOT_ON,
    SHOOT_TWICE,
    SHOTS,
    SPELL,
    STRIKE,
    TEND,
    UNSLING,
    USE,
    VERBS,
    YIELD,
    Asked,
)
from rules.rivers.course.combatant import SLUNG, Combatant
from rules.rivers.course.effects import attack_terms, shimmer_terms
from rules.rivers.course.places import FAR
from rules.rivers.course.spell_menu import ALL_ACTIONS, besides_options, casting_options
from rules.rivers.course.state import State
from rules.rivers.course.words import (
    WHOLE_ROUND,
    aim_word,
    defence_label,
    defence_word,
    option_word,
)
from rules.rivers.model import Weapon

TARGET: Final = "target"
TARGETS: Final = "targets"
DEFENCE: Final = "defence"
COUNT: Final = "count"
_ATTACKS: Final = (ATTACK, ATTACK_TWICE, CLOSE, CLOSE_FAR, CLOSE_TWICE, AIM, CLOSE_AIM)
_WAYS: Final = (
    DEFEND,
    APPROACH,
    APPROACH_FAR,
    KEEP_OFF,
    KEEP_OFF_FAR,
    PROTECT,
    PROTECT_FAR,
    RETREAT,
    RETREAT_FAR,
    FLEE,
)
_LABELS: Final[dict[int, str]] = {
    ATTACK: "Attack with {}",
    ATTACK_TWICE: "Attack twice with {}",
    CLOSE: "Close in and attack with {}",
    CLOSE_FAR: "Run up (two moves) and attack with {}",
    CLOSE_TWICE: "Close in and attack twice with {}",
    DEFEND: "Only defend",
    APPROACH: "Go towards a foe",
    APPROACH_FAR: "Run towards a foe (two moves)",
    KEEP_OFF: "Keep off a foe",
    KEEP_OFF_FAR: "Run off from a foe (two moves)",
    PROTECT: "Go and stand before a friend",
    PROTECT_FAR: "Run and stand before a friend (two moves)",
    RETREAT: "Draw back",
    RETREAT_FAR: "Run back (two moves)",
    FLEE: "Flee (two moves)",
    AIM: "Aim at a location with {}",
    CLOSE_AIM: "Close in and aim at a location with {}",
    SHOOT: "Shoot with {}",
    SHOOT_TWICE: "Shoot twice with {}",
    SHOOT_ON: "Walk up and shoot with {}",
    SHOOT_BACK: "Draw back and shoot with {}",
}
_THROWN: Final[dict[int, str]] = {
    SHOOT: "Throw {}",
    SHOOT_TWICE: "Throw {} twice",
    SHOOT_ON: "Walk up and throw {}",
    SHOOT_BACK: "Draw back and throw {}",
}


def options_of(state: State, asked: Asked) -> list[Option]:
    """Every option of an open question."""
    c = state.person(asked.who)
    if asked.kind == FORM:
        return _forming(state, c)
    if asked.kind == PLAN:
        return _planning(state, c)
    if asked.kind == RETARGET:
        left = [Value(one.id, one.build.entry.name) for one in legal.others(state, c)]
        return [
            Option(VERBS[STRIKE], "Strike another", parameters=(Parameter(TARGET, tuple(left)),))
        ]
    if asked.kind == SPELL:
        return besides_options(state, c)
    return _meeting(state, c, asked)


def _forming(state: State, c: Combatant) -> list[Option]:
    foes = [state.people[one] for one in legal.may_engage(state, c)]
    values = tuple([Value(one.id, _chosen(state, c, one), place=stands(one)) for one in foes])
    none = None if values else Unavailable("nobody is left to choose", "S5")
    found = [
        Option(VERBS[ENGAGE], "Fight", parameters=(Parameter(TARGET, values),), unavailable=none)
    ]
    free = legal.free_foes(state, c)
    most = legal.most_gathered(free)
    if most > 1:
        starts = [state.people[one] for one in free]
        found.append(
            Option(
                VERBS[GATHER],
                "Fight several, in a row from",
                parameters=(
                    Parameter(
                        TARGET,
                        tuple(
                            [
                                Value(one.id, _chosen(state, c, one), place=stands(one))
                                for one in starts
                            ]
                        ),
                    ),
                    Parameter(COUNT, tuple([Value(str(n), str(n)) for n in range(2, most + 1)])),
                ),
            )
        )
    found.append(Option(VERBS[HANG_BACK], "Hang back"))
    return found


def _chosen(state: State, c: Combatant, foe: Combatant) -> str:
    """A foe to choose: how far away it is, who stands before it (C73), and whether four are enough (S6)."""
    guard = state.guard_of(foe.index)
    said = named(state, c, foe)
    if guard >= 0:
        said += f" ({state.people[guard].build.entry.name} stands before it)"
    star = state.star_of(foe.index + 1)
    if star is not None:
        against = len(star.first if c.build.first else star.second)
        if against >= MOST_AGAINST_ONE:
            said += f" ({against} are against it already)"
    return said


def stands(c: Combatant) -> str:
    """On a map the hex where somebody stands."""
    return hexes.name(c.place) if c.place >= 0 else ""


def named(state: State, c: Combatant, other: Combatant) -> str:
    """Somebody, and how far away it is if it is not within reach."""
    metres = state.distance(c, other)
    name = other.build.entry.name
    if metres >= FAR:
        return f"{name}, no way there"
    return f"{name}, {metres} m" if metres else name


def _planning(state: State, c: Combatant) -> list[Option]:
    found: list[Option] = []
    for item, weapon in enumerate(c.build.arms):
        verbs = SHOTS if weapon.how else _ATTACKS
        found += [_attack(state, c, verb, item) for verb in verbs]
        if c.loading[item]:
            problem = legal.refusal(state, c, RELOAD, item)
            words = option_word(c, RELOAD, item)
            found.append(_slow(words, f"Reload {weapon.name}", problem))
    found += [_way(state, c, verb) for verb in _WAYS]
    problem = legal.refusal(state, c, YIELD, -1)
    found.append(Option(VERBS[YIELD], "Yield", unavailable=_unavailable(problem)))
    found += _deeds(state, c)
    if c.build.spells:
        found += casting_options(state, c, defence_parameter(state, c, CAST, -1))
    return found


def _deeds(state: State, c: Combatant) -> list[Option]:
    """D6, C55, C56: what else is slow: gear that is not ready, first aid where anybody needs it, and skills."""
    found: list[Option] = []
    for item, weapon in enumerate(c.build.arms):
        if c.items[item] == SLUNG:
            why = legal.refusal(state, c, UNSLING, item)
            word = option_word(c, UNSLING, item)
            found.append(_slow(word, f"Take {weapon.name} from the back", why))
    if c.helmet:
        why = legal.refusal(state, c, DON_HELMET, -1)
        found.append(_slow(VERBS[DON_HELMET], "Put on the helmet", why))
    if deeds.in_need(state, c):
        why = legal.refusal(state, c, TEND, -1)
        whom = tuple([Value(one.id, one.build.entry.name) for one in deeds.tended(state, c)])
        made = _slow(VERBS[TEND], "Give first aid", why, c.build.aid)
        found.append(msgspec.structs.replace(made, parameters=(Parameter(TARGET, whom),)))
    for number, name in enumerate(c.build.others):
        why = legal.refusal(state, c, USE, number)
        word = f"{VERBS[USE]}/{deeds.skill_word(name)}"
        found.append(_slow(word, f"Use {name}", why, c.build.entry.sheet.skills[name]))
    return found


def _slow(word: str, label: str, why: str, skill: int | None = None) -> Option:
    """S21: something that takes the whole round."""
    chance = None if skill is None else min(HIGHEST, max(ALWAYS_TO, skill))
    return Option(
        word,
        label,
        cost=ALL_ACTIONS,
        chance=chance,
        unavailable=_unavailable(why),
        about=WHOLE_ROUND,
    )


def _attack(state: State, c: Combatant, verb: int, item: int) -> Option:
    weapon = c.build.arms[item]
    problem = legal.refusal(state, c, verb, item)
    values: list[Value] = []
    if problem == legal.LEGAL:
        foes = legal.targets(state, c, verb, item)
        own = summed(skill_terms(c, item, c.prone and not c.may_stand()))
        if verb in AIMED:
            own += summed(aim_terms(own))
        if weapon.how and PATTERNS[verb][1]:
            own += summed(on_the_move(c, item, own))
        if c.under:
            own += summed(attack_terms(c.under, item, own, not weapon.how))
        for foe in foes:
            chance = own + summed(target_terms(foe.prone))
            if foe.unaware:
                chance += summed(unaware_terms())
            if foe.under:
                chance += summed(shimmer_terms(foe.under))
            shown = min(HIGHEST, max(ALWAYS_TO, chance))
            if verb in AIMED:
                for place in legal.places(foe):
                    label = f"{named(state, c, foe)}: {_location(foe, place)}"
                    values.append(Value(aim_word(foe, place), label, shown))
                continue
            if PATTERNS[verb][0] == 1:
                values.append(Value(foe.id, named(state, c, foe), shown, place=stands(foe)))
                continue
            for other in foes:
                names = f"{foe.build.entry.name}, then {other.build.entry.name}"
                values.append(Value(f"{foe.id}{BETWEEN}{other.id}", names, shown))
    name = TARGET if PATTERNS[verb][0] == 1 else TARGETS
    rank = total(rank_terms(state, c, item))
    is_far = False
    if values and weapon.how == "" and PATTERNS[verb][1] == 0:
        is_far = min([state.distance(c, foe) for foe in state.foes(c)]) > 0
    return Option(
        option_word(c, verb, item),
        label_of(verb, weapon),
        cost=PATTERNS[verb][0] + PATTERNS[verb][1],
        rank=aimed(rank) if verb in AIMED else rank,
        parameters=(Parameter(name, tuple(values)), defence_parameter(state, c, verb, item)),
        unavailable=_unavailable(problem),
        about="Strikes only a foe that comes within reach." if is_far else "",
    )


def label_of(verb: int, weapon: Weapon) -> str:
    """What is done with what: "Throw javelin", "Attack with broadsword"."""
    if weapon.how == "thrown":
        return _THROWN[verb].format(weapon.name.removeprefix("thrown "))
    return _LABELS[verb].format(weapon.name)


def _location(c: Combatant, place: int) -> str:
    return c.build.entry.sheet.body.locations[place].name


def _way(state: State, c: Combatant, verb: int) -> Option:
    problem = legal.refusal(state, c, verb, -1)
    parameters: list[Parameter] = []
    if PATTERNS[verb][2] in NAMING:
        known = legal.targets(state, c, verb, -1) if problem == legal.LEGAL else []
        values = tuple([Value(one.id, named(state, c, one), place=stands(one)) for one in known])
        parameters.append(Parameter(TARGET, values))
    parameters.append(defence_parameter(state, c, verb, -1))
    return Option(
        VERBS[verb],
        _LABELS[verb],
        cost=PATTERNS[verb][1],
        parameters=tuple(parameters),
        unavailable=_unavailable(problem),
    )


def defence_parameter(state: State, c: Combatant, verb: int, item: int) -> Parameter:
    values: list[Value] = []
    for some in legal.defence_sets(state, c, verb, item):
        best = max([defence_skill(c, one) for one in some], default=0)
        chance = min(HIGHEST, max(ALWAYS_TO, best)) if some else None
        values.append(Value(defence_word(c, some), defence_label(c, some), chance))
    return Parameter(DEFENCE, tuple(values))


def _meeting(state: State, c: Combatant, asked: Asked) -> list[Option]:
    found: list[Option] = []
    for one in usable_answers(state, c, state.strikes[asked.about]):
        word = DODGE_WORD if one < 0 else c.build.arms[one].id
        label = "Dodge" if one < 0 else f"Parry with {c.build.arms[one].name}"
        chance = min(HIGHEST, max(ALWAYS_TO, defence_skill(c, one)))
        found.append(Option(f"{VERBS[MEET]}/{word}", label, chance=chance))
    found.append(Option(f"{VERBS[MEET]}/{NONE_WORD}", "No defence"))
    return found


def _unavailable(problem: str) -> Unavailable | None:
    if problem == legal.LEGAL:
        return None
    reason, _, rule = problem.partition("|")
    return Unavailable(reason, rule)
