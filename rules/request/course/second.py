"""P3: what a weapon in each hand, or a shield, is good for beside the actions and reactions of a round."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import (
    ATTACK,
    DODGE,
    IS_ACTION,
    OPPORTUNITY,
    OPPOSE,
    PARRY,
    PRECISE,
    RIPOSTE,
    Choice,
)
from rules.request.course.combatant import Combatant
from rules.request.course.state import State

NOT_SPENT: Final = ""
ACTS: Final = "action"
REACTS: Final = "reaction"
_ANSWERS: Final = (PARRY, DODGE, RIPOSTE, OPPORTUNITY, OPPOSE)


def pair_up(fight: State, c: Combatant) -> None:
    """A round begins: an action more for a second weapon; under `pool` for a shield a reaction."""
    strikes = fight.option_shields or not c.arms[c.paired].shield
    if not c.able or not (strikes or fight.option_pool):
        return
    c.second = c.paired
    if strikes:
        c.second_acts = True
        c.acts += 1


def is_spent(fight: State, c: Combatant, verb: int, item: int) -> str:
    """Nothing, or the reason and the rule, with a bar between: is all that is left for another item than this?"""
    if c.second < 0:
        return NOT_SPENT
    if IS_ACTION[verb]:
        strikes = verb in (ATTACK, PRECISE) and item == c.second
        if c.only_second() and not strikes:
            return "what is left is an attack with the second weapon|P3"
    elif fight.option_pool and verb in _ANSWERS and c.reactions <= 0 and item != c.second:
        return "what is left is a reaction with the second weapon or shield|P3c"
    return NOT_SPENT


def spend_action(fight: State, c: Combatant, choice: Choice) -> None:
    """*c* acts; an attack with the second item takes the action that is for it."""
    if c.second_acts and choice.item == c.second and choice.verb in (ATTACK, PRECISE):
        c.use_second()
        _tell(fight, choice, ACTS)
    else:
        c.take_action()


def spend_second(fight: State, c: Combatant, reaction: Choice) -> None:
    """Under `pool`: the reaction that goes with the second item; no attack is left for it then."""
    c.use_second()
    if c.acts == 0:
        c.plan = None
    _tell(fight, reaction, REACTS)


def _tell(fight: State, choice: Choice, what: str) -> None:
    if fight.log is not None:
        item = fight.people[choice.by].arms[choice.item].id
        fight.emit("second", by=choice.by, item=item, facts={"what": what})
