"""Prompts written out: every option with its rank, cost, chance and damage, or the reason why not."""

from __future__ import annotations

from typing import Final, cast

from rules.kernel.model import Option, Parameter, Value
from rules.request.chapters import rolls
from rules.request.course.chances import (
    first_aid_chance,
    strike_of,
)
from rules.request.course.choices import (
    AID,
    AIM,
    ATTACK,
    CARRY,
    DEFEND,
    DISMOUNT,
    GRAPPLE,
    MOUNT,
    PASS,
    PRECISE,
    READY,
    RECOVER,
    SHOOT,
    STANCE,
    WAIT,
    YIELD,
    Choice,
)
from rules.request.course.combatant import HELD, STANCES, Combatant
from rules.request.course.legal import (
    is_bare,
    patients,
    stances,
)
from rules.request.course.menu_afield import add_moves
from rules.request.course.menu_answers import (
    engage_options,
    focus_options,
    follow_options,
    opportunity_options,
    opposition_options,
    reaction_options,
    resist_options,
    riposte_options,
)
from rules.request.course.menu_grips import add_grips
from rules.request.course.menu_spells import add_spells
from rules.request.course.option import (
    LABELS,
    free_option,
    plain_option,
    weapon_option,
)
from rules.request.course.parse import (
    ACTS,
    DROP,
    FLANKING,
    MIND,
    RELEASE,
    SURROUNDING,
    TRIGGERS,
    UNEXTEND,
    UNSURPRISE,
)
from rules.request.course.riding import steeds
from rules.request.course.state import (
    ACTION,
    ENGAGE_OFFER,
    FOLLOW_OFFER,
    OPPORTUNITY_OFFER,
    OPPOSITION,
    REACTION,
    RESIST_OFFER,
    RIPOSTE_OFFER,
    State,
)

_WEAPON_VERBS: Final = (ATTACK, PRECISE, SHOOT, AIM)
_DECLARABLE: Final = ((FLANKING, "flank"), (SURROUNDING, "surround"))
_TRIGGER_LABELS: Final = ("nothing", "anything that happens", "a foe comes into view")


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
    if kind == RESIST_OFFER:
        return resist_options(fight, c, about)
    return engage_options() if kind == ENGAGE_OFFER else focus_options(fight, c)


def action_options(fight: State, c: Combatant) -> list[Option]:
    """Everything that *c* can do on its turn, and what it cannot with the reason."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        for verb in _WEAPON_VERBS:
            if strike_of(c, verb, item) is not None:
                options.append(weapon_option(fight, c, verb, item))
        if fight.ground is not None and is_bare(arm):
            options.append(weapon_option(fight, c, GRAPPLE, item))
        if arm.hands > 0:
            options.append(plain_option(fight, c, READY, item, LABELS[READY].format(arm.name)))
    add_spells(fight, c, options)
    if fight.ground is not None:
        add_moves(fight, fight.ground, c, options)
    options.append(plain_option(fight, c, DEFEND, -1, "Defend: parry and dodge at +20%"))
    options.append(plain_option(fight, c, RECOVER, -1, "Recover from being vulnerable"))
    add_aid(fight, c, options)
    add_saddle(fight, c, options)
    if c.is_grappled():
        add_grips(fight, c, options)
    turns = [Value(STANCES[s], STANCES[s]) for s in stances(c)]
    options.append(
        plain_option(fight, c, STANCE, -1, "Change stance", [Parameter("stance", tuple(turns))])
    )
    waits = Parameter("for", tuple(_triggers(fight, c)))
    ranks = Parameter(
        "until", tuple([Value(str(r), f"strike rank {r}") for r in range(fight.rank - 1, 0, -1)])
    )
    options.append(free_option(fight, c, WAIT, "Wait", [ranks, waits]))
    options.append(free_option(fight, c, CARRY, "Carry the action over", [waits]))
    options.append(free_option(fight, c, PASS, "Let the action go", []))
    options.append(free_option(fight, c, YIELD, "Yield, and be a prisoner", []))
    return options


def add_saddle(fight: State, c: Combatant, options: list[Option]) -> None:
    """Getting on a mount, where there is one, and off it."""
    if c.mount >= 0:
        options.append(plain_option(fight, c, DISMOUNT, -1, "Get off the mount"))
        return
    free = steeds(fight, c)
    if free:
        values = [Value(fight.people[one].id, fight.people[one].name) for one in free]
        who = Parameter("mount", tuple(values))
        options.append(plain_option(fight, c, MOUNT, -1, "Get on a mount", [who]))


def add_aid(fight: State, c: Combatant, options: list[Option]) -> None:
    """First aid, where anybody bleeds whom it could help."""
    who = patients(fight, c)
    if not who:
        return
    chance = rolls.odds(first_aid_chance(fight, c, None))
    values = [Value(fight.people[p].id, fight.people[p].name, chance) for p in who]
    label = "First aid: stop the bleeding, in two actions"
    options.append(plain_option(fight, c, AID, -1, label, [Parameter("patient", tuple(values))]))


def trivial_options(fight: State, c: Combatant) -> list[Option]:
    """What may go with an answer at no cost; the recoveries apply unless the answer says otherwise."""
    options: list[Option] = []
    if c.surprised:
        options.append(Option(UNSURPRISE, "Stop being surprised (with an action)", default=True))
    if c.overextended:
        options.append(Option(UNEXTEND, "Recover your balance (with an action)", default=True))
    if c.holding >= 0:
        options.append(Option(RELEASE, f"Let go of {fight.people[c.holding].name}"))
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


def _triggers(fight: State, c: Combatant) -> list[Value]:
    found = [Value(name, _TRIGGER_LABELS[i]) for i, name in enumerate(TRIGGERS)]
    for other in fight.people:
        if other.index != c.index and other.can_be_struck():
            found.append(Value(ACTS + other.id, f"{other.name} acts"))
    return found
