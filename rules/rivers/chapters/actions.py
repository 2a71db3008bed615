"""What somebody can do in one round: the budget of actions, the spell besides, and what is slow."""

from __future__ import annotations

from typing import Final, NamedTuple

SLOW: Final = (
    "ritual",
    "skill",
    "reload",
    "armour",
    "shield on the back",
    "helmet",
)
"""S21, D6: what takes the whole round."""
NOT_IN_A_FIGHT: Final = "body armour"
QUICK_SKILLS: Final = ("Dodge", "Ride")
FIRST_AID: Final = "First Aid"
UNTRAINED_AID: Final = 10
"""C55a: First Aid of whoever never learned it."""
SECONDS_A_ROUND: Final = 12
BASIC: Final = 3
EXTRA: Final = 4
MOST_OF_ONE: Final = 2


class Plan(NamedTuple):
    """What somebody means to do: how many attacks and moves, the defences by name, and the rest."""

    attacks: int = 0
    defences: tuple[str, ...] = ()
    moves: int = 0
    fast: bool = False
    prepared: bool = False
    slow: str = ""


def why_not(plan: Plan, budget: str) -> str:
    """S16 to S21: why nobody can do all of *plan*; "" if one can.  *budget* is the option."""
    if plan.slow:
        return _why_not_slow(plan)
    if plan.fast and plan.prepared:
        return "a fast spell or a prepared one, not both (S46)"
    problem = _over(plan, budget)
    if not problem and len(set(plan.defences)) < len(plan.defences):
        return f"two defences differ, and {plan.defences[0]} is one (S17)"
    return problem


def _why_not_slow(plan: Plan) -> str:
    if plan.slow not in SLOW:
        return f"{plan.slow} is nothing for a fight (D6)"
    if plan.attacks or plan.defences or plan.moves or plan.fast or plan.prepared:
        return f"{plan.slow} is slow and takes the whole round (S21)"
    return ""


def _over(plan: Plan, budget: str) -> str:
    """Why these are too many actions."""
    counts = (plan.attacks, len(plan.defences), plan.moves)
    total = sum(counts)
    doubled = sum(1 for count in counts if count > 1)
    if max(counts) > MOST_OF_ONE:
        return "nothing is done more than twice (S17)"
    if doubled > 1:
        return "one type of action is doubled, not two (S17)"
    if budget == "two":
        alone = not doubled or total == MOST_OF_ONE
        return "" if alone else "who does one thing twice does nothing else (A1a)"
    most = EXTRA if budget == "extra" else BASIC
    return f"{total} actions, and there are {most} (S17)" if total > most else ""


def why_no_second_attack(heavy: bool, rate: int, needs_more: bool, has_more: bool) -> str:
    """A18, Q39: why a weapon cannot attack twice; "" if it can.

    *rate* is 0 for weapons of hand and what shoots as often as one likes, 1 for once a
    round; *needs_more* is the option `parent_two_attacks`, and *has_more* whether there are
    two weapons, a skill that is split, or a weapon that shoots so often.
    """
    if heavy:
        return "it has to be reloaded first (A18)"
    if rate == 1:
        return "it shoots once a round (Q39)"
    if needs_more and not has_more:
        return "two attacks want two weapons, a skill over 100 or quick missiles (A18a)"
    return ""


def reloading(rounds_a_shot: int) -> int:
    """Q39: the slow rounds between two shots of a weapon that shoots once in so many rounds."""
    return max(0, rounds_a_shot - 1)


def may_be_extra(attack: bool, allowed: bool) -> bool:
    """A11: whether a spell may be the one besides; *allowed* is the option."""
    return allowed or not attack


def is_slow(deed: str) -> bool:
    """S21: whether a deed, or the use of a skill, takes the whole round."""
    return deed in SLOW or (deed not in QUICK_SKILLS and deed[:1].isupper())


def defends(plan: Plan) -> bool:
    """S45: whether attacks on whoever has this plan are answered."""
    return not plan.slow and bool(plan.defences)


def targets(engaged: list[int], named: int, area: bool) -> list[int]:
    """S18, A7: whom an attack strikes: the one foe it names, or all of the engagement."""
    return engaged if area else [named]


def moved_while_shooting(skill: int, moves: int, mounted: int, dexterity: int, heavy: bool) -> int:
    """S40, Q16: the skill of a bow or a sling used on the move; *mounted* is the Ride skill, 0 on foot.

    What is thrown, and whatever is used in melee, is free of this.
    """
    if moves == 0:
        return skill
    if heavy:
        return 0
    return min(skill, mounted or 5 * dexterity)
