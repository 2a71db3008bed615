"""Options of those who answer what somebody else does: reactions, and what they declare."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.model import Option, Parameter, Value
from rules.request.chapters import rolls
from rules.request.course.chances import (
    attack_chance,
    contest_chance,
    dodge_chance,
    grip_chance,
    parry_chance,
    resist_chance,
    strike_with,
)
from rules.request.course.choices import (
    DECLINE,
    DODGE,
    ENGAGE,
    FOCUS,
    FOLLOW,
    IS_PART,
    OPPORTUNITY,
    OPPOSE,
    PARRY,
    RESIST,
    RIPOSTE,
    VERBS,
    Choice,
)
from rules.request.course.combatant import Combatant
from rules.request.course.legal import (
    LEGAL,
    is_target,
    refusal,
)
from rules.request.course.option import (
    LABELS,
    unavailable,
)
from rules.request.course.spellcraft import spell_of
from rules.request.course.state import (
    State,
)
from rules.request.course.ways import follow_hexes


def reaction_options(fight: State, c: Combatant, deed: Choice | None) -> list[Option]:
    """Parry with what is in hand, dodge, or let it come."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        if arm.parries:
            chance = rolls.odds(parry_chance(fight, c, item, deed, None))
            problem = refusal(fight, c, PARRY, item, deed)
            options.append(
                Option(
                    f"{VERBS[PARRY]}/{arm.id}",
                    LABELS[PARRY].format(arm.name),
                    chance=chance,
                    unavailable=unavailable(problem),
                )
            )
    chance = rolls.odds(dodge_chance(fight, c, deed, None))
    options.append(
        Option(
            VERBS[DODGE],
            "Dodge",
            chance=chance,
            unavailable=unavailable(refusal(fight, c, DODGE, -1, deed)),
        )
    )
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
                LABELS[RIPOSTE].format(arm.name),
                chance=chance,
                damage=strike_with(c, RIPOSTE, item, deed.by).mean,
                unavailable=unavailable(problem),
            )
        )
    options.append(Option(VERBS[DECLINE], "No riposte"))
    return options


def opportunity_options(fight: State, c: Combatant, deed: Choice) -> list[Option]:
    """A blow first, or not."""
    options: list[Option] = []
    for item, arm in enumerate(c.arms):
        if arm.close is None:
            continue
        problem = refusal(fight, c, OPPORTUNITY, item, deed)
        chance = attack_chance(fight, c, OPPORTUNITY, item, deed.by, None)
        options.append(
            Option(
                f"{VERBS[OPPORTUNITY]}/{arm.id}",
                LABELS[OPPORTUNITY].format(arm.name),
                chance=rolls.odds(chance),
                damage=strike_with(c, OPPORTUNITY, item, deed.by).mean,
                unavailable=unavailable(problem),
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
        problem = refusal(fight, c, OPPOSE, item, None)
        options.append(
            Option(
                f"{VERBS[OPPOSE]}/{arm.id}",
                LABELS[OPPOSE].format(arm.name),
                chance=rolls.odds(contest_chance(fight, c, item, None)),
                unavailable=unavailable(problem),
            )
        )
    options.append(Option(VERBS[DECLINE], "Do not oppose it"))
    return options


def follow_options(fight: State, c: Combatant, deed: Choice) -> list[Option]:
    """Come after somebody who retreats, or let it go."""
    values: list[Value] = []
    other = fight.people[deed.by]
    for h in follow_hexes(fight, fight.the_ground(), c, deed.to, other):
        name = hexes.name(h)
        values.append(Value(name, name, place=name))
    follow = Option(VERBS[FOLLOW], "Follow", parameters=(Parameter("to", tuple(values)),))
    return [follow, Option(VERBS[DECLINE], "Stay")]


def resist_options(fight: State, c: Combatant, deed: Choice) -> list[Option]:
    """C17b: the roll that is due anyway, by hand or by the machine."""
    by = fight.people[deed.by]
    if IS_PART[deed.verb]:
        chance = resist_chance(fight, c, spell_of(by, deed.item).resist, None)
    else:
        chance = grip_chance(fight, c, by, None)
    by_hand = Option(VERBS[RESIST], "Resist, rolled by hand", chance=rolls.odds(chance))
    return [by_hand, Option(VERBS[DECLINE], "Let it be rolled")]


def engage_options() -> list[Option]:
    """Keep somebody who has come near at the point of a long weapon, or not."""
    return [Option(VERBS[ENGAGE], "Engage at long reach"), Option(VERBS[DECLINE], "Do not engage")]


def focus_options(fight: State, c: Combatant) -> list[Option]:
    """Mind one of those about one, who then has no bonus; or nobody in particular."""
    values = [Value(fight.people[one].id, fight.people[one].name) for one in c.formed[1:]]
    focus = Option(VERBS[FOCUS], "Mind one of them", parameters=(Parameter("foe", tuple(values)),))
    return [focus, Option(VERBS[DECLINE], "Mind nobody in particular")]
