"""What somebody may choose now, and why not: "reason|rule" for what it may not."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rules.rivers.chapters import actions, engagements, movement, strike_rank
from rules.rivers.chapters.strike_rank import total
from rules.rivers.course import deeds
from rules.rivers.course.arms import (
    defence_skill,
    held_after,
    is_at_hand,
    late_rank_terms,
    lateness,
    summed,
)
from rules.rivers.course.choices import (
    ATTACK,
    ATTACK_TWICE,
    CAST,
    CHANT,
    CLOSE,
    CLOSE_FAR,
    CLOSES,
    DODGING,
    FROM_HERE,
    KEEPS_OFF,
    NAMING,
    PATTERNS,
    RELOAD,
    SHOOT_ON,
    SHOOT_TWICE,
    SHOTS,
    SLOW,
    STANDS_BEFORE,
    STAYS,
    TEND,
    YIELD,
)
from rules.rivers.course.combatant import ARM, HELD, NO_ATTACK, NO_DODGE, NO_PARRY, SLUNG, Combatant
from rules.rivers.course.effects import barring
from rules.rivers.course.elsewhere import elsewhere
from rules.rivers.course.places import FAR
from rules.rivers.course.ritual import is_at_it
from rules.rivers.course.spells import attacks as bolts, foes_of
from rules.rivers.course.state import State

LEGAL: Final = ""
WITH_ITEM: Final = (ATTACK, ATTACK_TWICE, CLOSE, CLOSE_FAR, 7)
MOST_DEFENCES: Final = 2
MOST_GATHERED: Final = engagements.MOST_AGAINST_ONE


# --- forming ---------------------------------------------------------------------------------


def may_engage(state: State, c: Combatant) -> list[int]:
    """The foes, by index, whom *c* can choose alone: free ones, shared ones, and those it joins."""
    return [one.index for one in state.people if can_choose(state, c, one.index)]


def can_choose(state: State, c: Combatant, number: int) -> bool:
    """Is that the number of a foe whom *c* can choose alone?"""
    if not 0 <= number < len(state.people):
        return False
    other = state.people[number]
    if not other.able or other.build.side == c.build.side:
        return False
    if not state.guards and number + 1 not in state.seated:  # a free foe, and nobody before it
        return c.index + 1 not in state.seated
    return not why_not(state, c, [number])


def can_engage(state: State, c: Combatant) -> bool:
    """Is there anybody whom *c* can choose?"""
    for number in state.line(not c.build.first):
        if can_choose(state, c, number):
            return True
    return False


def free_foes(state: State, c: Combatant) -> list[int]:
    """The foes that nobody has chosen yet, by index."""
    found: list[int] = []
    for other in state.people:
        is_foe = other.able and other.build.side != c.build.side
        if is_foe and other.index + 1 not in state.seated:
            found.append(other.index)
    return found


def why_not(state: State, c: Combatant, targets: list[int]) -> str:
    """S5, A19: why *c* cannot choose these foes."""
    reject = state.options.shape_conflict == "reject"
    seats = [one + 1 for one in (state.faced(targets) if state.guards else targets)]
    return engagements.why_not_seated(
        state.stars, state.seated, c.index + 1, c.build.first, seats, reject
    )


def gathered(free: list[int], start: int, count: int) -> list[int]:
    """C2: so many free foes from *start* on, in seat order, the first following the last."""
    at = free.index(start)
    return [free[(at + step) % len(free)] for step in range(count)]


def most_gathered(free: list[int]) -> int:
    """S6: how many can be chosen together."""
    return min(len(free), MOST_GATHERED)


# --- what to do ------------------------------------------------------------------------------


def opponents(state: State, c: Combatant) -> list[Combatant]:
    """C70: whom it can walk towards: the foes of its engagement, and then all the others."""
    found = state.foes(c)
    for one in state.people:
        if one.able and one.build.side != c.build.side and one.index not in state.own:
            found.append(one)
    return found


def friends(state: State, c: Combatant) -> list[Combatant]:
    """C72: those of its side who can fight or need first aid, as it knows them, without itself."""
    found = [state.person(one.index) for one in state.people if one.build.side == c.build.side]
    return [one for one in found if one.index != c.index and (one.able or deeds.needs_aid(one))]


def unhurried(state: State, base: int, late: int) -> int:
    """A8d: the strike rank that makes the free way long; *late* is what of *base* came from surprise and getting ready."""
    return strike_rank.unhurried(base, late, state.options.distance_modifiers == "additive")


def walks(c: Combatant) -> bool:
    """Can it walk at all?"""
    return c.mov > 0 and c.may_stand()


def refusal(state: State, c: Combatant, verb: int, item: int) -> str:
    """Why *c* cannot do this at all; LEGAL if there is somebody it can do it to."""
    problem = _hindrance(state, c, verb, item)
    if not problem and PATTERNS[verb][2] in NAMING and not targets(state, c, verb, item):
        return _nobody(state, c, verb, item)
    return problem or LEGAL


def possible_targets(state: State, c: Combatant, verb: int, item: int) -> list[Combatant]:
    """Whom *c* can do this to; nobody if it cannot do it at all, without asking why."""
    return [] if _hindrance(state, c, verb, item) else targets(state, c, verb, item)


def _hindrance(state: State, c: Combatant, verb: int, item: int) -> str:
    """Why *c* cannot do this to anybody, wherever they are."""
    attacks, moves, _ = PATTERNS[verb]
    if verb in SLOW:
        return _no_slow(state, c, verb, item)
    if _ROOMS[state.options.budget][verb] < 0:
        return f"{_over_budget(state.options.budget, attacks, 0, moves)}|A1"
    if moves and not walks(c):
        return "it cannot walk|H11"
    if attacks:
        problem = _no_attack(state, c, verb, item)
        if not problem and (c.build.shoots or verb in SHOTS):
            problem = _no_missile(state, c, verb, item)
        if problem:
            return problem
    if verb == YIELD and not state.has_foe(c):
        return "there is no foe in the engagement|C49"
    return ""


def _nobody(state: State, c: Combatant, verb: int, item: int) -> str:
    """Why there is nobody to go to, or to keep off."""
    _, moves, way = PATTERNS[verb]
    if way == STANDS_BEFORE and not friends(state, c):
        return "there is no friend to stand before|C72"
    if way == STANDS_BEFORE:
        foes = friends(state, c)
    else:
        foes = opponents(state, c) if item < 0 else state.foes(c)
    apart = [state.distance(c, one) for one in foes if state.distance(c, one) > 0]
    if way != KEEPS_OFF and apart and min(apart) >= FAR:
        return "there is no way to any of them|C81"
    if way == CLOSES and not apart:
        return "every foe is within reach already|C1"
    if way == KEEPS_OFF and not _kept_off(state, c, 0):
        return "no foe could come within reach in this round|C71"
    if way != CLOSES or (moves > 1 and min(apart) <= movement.allowance(c.mov, 1)):
        return "one move action is enough|S36"
    base = _free_rank(state, c, item)
    free = state.options.move_needed == "beyond_free"
    reason = movement.why_not(min(apart), c.mov, moves, base, free)
    return f"{reason.partition(' (')[0]}|S42"


def _no_attack(state: State, c: Combatant, verb: int, item: int) -> str:
    """Why it does not attack with *item*."""
    attacks = PATTERNS[verb][0]
    if c.barred & NO_ATTACK:
        return "the fumble of the last round leaves no attack|H9"
    if c.under and c.barred_from() & NO_ATTACK:
        return f"{barring(c.under, NO_ATTACK)} leaves no attack|M19"
    if not state.has_foe(c) and not (
        verb in FROM_HERE and elsewhere(state, c, c.build.arms[item].range)
    ):
        return "there is no foe in the engagement|S8"
    weapon = c.build.arms[item]
    if c.items[item] == SLUNG:
        return "it is on the back, and to take it from there is slow|C53"
    if weapon.hands > c.hands() and not c.is_natural(item):
        return "too few hands are left for it|H11"
    if c.holds(item) and not c.can_use(item):
        return "the arm that it is on is crippled|C8"
    if attacks > 1 and not weapon.how and state.options.parent_two_attacks:
        more = len([one for one in held_after(c, item) if not c.build.arms[one].shield]) > 1
        more = more or c.build.chances[item] > 100  # noqa: PLR2004 - a master splits a skill
        problem = actions.why_no_second_attack(False, 0, True, more)
        if problem:
            return f"{problem}|A18a"
    return LEGAL


def _no_missile(state: State, c: Combatant, verb: int, item: int) -> str:
    """Why it does not strike or shoot with *item*, as the one or the other goes."""
    weapon = c.build.arms[item]
    if verb not in SHOTS:
        return "it is no weapon of hand|C40" if weapon.how else LEGAL
    if not weapon.how:
        return "it is no weapon of missiles|C40"
    if c.missiles[item] < PATTERNS[verb][0]:
        return "not enough missiles are left|C41"
    if c.loading[item]:
        return "it is to be reloaded first|C43"
    if verb == SHOOT_TWICE:
        heavy = weapon.rounds > 1
        quick = weapon.rounds == 0
        problem = actions.why_no_second_attack(
            heavy, weapon.rounds, state.options.parent_two_attacks, quick
        )
        if problem:
            return f"{problem}|Q39"
    if PATTERNS[verb][1] and weapon.heavy:
        return "it is not used on the move|Q16"
    return LEGAL if targets(state, c, verb, item) else "no foe is within range|C40"


def _no_slow(state: State, c: Combatant, verb: int, item: int) -> str:
    """S21, S21b: why it does nothing slow, or not this."""
    if c.spoken:
        return "a spell was cast in this round, and what is slow leaves none|S21b"
    if verb == CHANT:
        return LEGAL if is_at_it(c) else "there is no ritual to go on with|S31"
    return _no_reload(c, item) if verb == RELOAD else deeds.why_not(state, c, verb, item)


def _no_reload(c: Combatant, item: int) -> str:
    """C43: why it does not reload *item*."""
    if c.loading[item] == 0:
        return "it needs no reloading|C43"
    if c.missiles[item] == 0:
        return "not enough missiles are left|C41"
    return LEGAL if c.hands() >= c.build.arms[item].hands else "too few hands are left for it|H11"


def casts(state: State, c: Combatant) -> list[list[int]]:
    """S23, C18: the attack magic that *c* can cast, at anybody at all."""
    if not c.build.spells:
        return []
    return [one for one in bolts(state, c) if foes_of(state, c, one[0])]


def targets(state: State, c: Combatant, verb: int, item: int) -> list[Combatant]:
    """Whom this may be done to; *item* is -1 for a way without an attack."""
    _, moves, way = PATTERNS[verb]
    if verb in SHOTS:
        return _shot_at(state, c, verb, item)
    if way == STAYS:
        return deeds.tended(state, c) if verb == TEND else state.foes(c)
    beyond = movement.allowance(c.mov, moves - 1)  # two moves are for what one does not cover
    if way == STANDS_BEFORE:
        known = friends(state, c)
        least = beyond if moves > 1 else -1
        return [one for one in known if least < state.distance(c, one) < FAR]
    if way == KEEPS_OFF:
        return _kept_off(state, c, beyond)
    found: list[Combatant] = []
    if item < 0:
        for other in opponents(state, c):
            if beyond < state.distance(c, other) < FAR:
                found.append(other)
        return found
    base = _free_rank(state, c, item)
    free = state.options.move_needed == "beyond_free"
    mov = c.mov
    for other in state.foes(c):
        metres = state.distance(c, other)
        if metres == 0 or movement.why_not(metres, mov, moves, base, free):
            continue
        if verb == CLOSE_FAR and not movement.why_not(metres, mov, 1, base, free):
            continue
        found.append(other)
    return found


def _free_rank(state: State, c: Combatant, item: int) -> int:
    """S37: the strike rank that makes the free way of an attack long."""
    late = lateness(state, c, item)
    return unhurried(state, total(late_rank_terms(state, c, item, late)), summed(late))


def places(foe: Combatant) -> list[int]:
    """C60: the locations that a blow at somebody can be aimed at: all that are still there."""
    return [place for place, gone in enumerate(foe.severed) if not gone]


def _kept_off(state: State, c: Combatant, beyond: int) -> list[Combatant]:
    """C71: the foes who could come within reach, and to be out of that is farther than *beyond*."""
    found: list[Combatant] = []
    for other in opponents(state, c):
        if movement.out_of_reach(other.mov) - state.distance(c, other) > beyond:
            found.append(other)
    return found


def _shot_at(state: State, c: Combatant, verb: int, item: int) -> list[Combatant]:
    """C40: who will be within range; on the way to it somebody who is not here already."""
    reach = c.build.arms[item].range
    found: list[Combatant] = []
    if verb in FROM_HERE and not state.has_foe(c):
        return elsewhere(state, c, reach)
    for other in state.foes(c):
        metres = state.flight(c, other)
        if verb == SHOOT_ON:
            if 0 < metres <= reach + movement.allowance(c.build.mov, 1):
                found.append(other)
        elif metres <= reach:
            found.append(other)
    return found


def defences(c: Combatant, item: int) -> list[int]:
    """With what it can meet attacks once *item* is in hand, the best first: numbers of items, and DODGING."""
    is_maimed = c.sound_arms < len(c.build.limbs[ARM])
    if c.under or c.barred or is_maimed or not is_at_hand(c, item):
        return _weighed(c, item)
    items, item_hp = c.items, c.item_hp
    found: list[int] = []
    for one in c.build.defences:
        if one == DODGING or (items[one] == HELD and item_hp[one] > 0):
            found.append(one)
    return found


def _weighed(c: Combatant, item: int) -> list[int]:
    """The same for whoever draws *item* first, is kept from something, or is under spells: the order may be another."""
    found: list[int] = []
    if not c.barred_from() & NO_PARRY:
        for other in held_after(c, item):
            weapon = c.build.arms[other]
            is_usable = c.can_use(other) or not c.holds(other)
            if weapon.hp > 0 and c.item_hp[other] > 0 and not weapon.how and is_usable:
                found.append(other)
    if not c.barred_from() & NO_DODGE:
        found.append(DODGING)
    if len(found) > 1:
        found.sort(key=_Skill(c).of)
    return found


class _Skill:
    """Orders defences, the best first."""

    __slots__ = ("c",)

    def __init__(self, c: Combatant) -> None:
        self.c: Combatant = c

    def of(self, defence: int) -> int:
        return -defence_skill(self.c, defence)


def defence_sets(state: State, c: Combatant, verb: int, item: int) -> list[list[int]]:
    """S17, A1: every set of defences that goes with this, the best one first and none of them last."""
    single = defences(c, item)
    sets: list[list[int]] = []
    for size in range(1, _ROOMS[state.options.budget][verb] + 1):
        for some in combinations(single, size):
            sets.append(list(some))
    sets.append([])
    return sets


def best_defences(state: State, c: Combatant, verb: int, item: int) -> list[int]:
    """The best of `defence_sets` for whoever has nothing against two."""
    room = _ROOMS[state.options.budget][verb]
    return defences(c, item)[:room] if room > 0 else []


def _over_budget(budget: str, attacks: int, size: int, moves: int) -> str:
    """S16, S17: why these are too many actions."""
    named = ("one", "another")[:size]
    return actions.why_not(actions.Plan(attacks, named, moves), budget)


def _room(budget: str, verb: int) -> int:
    """S16, S17: with how many defences this goes, two at most; -1 if it is too much by itself."""
    attacks, moves, _ = PATTERNS[verb]
    found = MOST_DEFENCES
    while found >= 0 and _over_budget(budget, attacks, found, moves):
        found -= 1
    return found


_BUDGETS: Final = ("replace", "two", "extra")
_ROOMS: Final[dict[str, dict[int, int]]] = {
    budget: {verb: _room(budget, verb) for verb in PATTERNS} for budget in _BUDGETS
}

# --- in the midst of it ----------------------------------------------------------------------


def others(state: State, c: Combatant) -> list[Combatant]:
    """D3: whom it can strike instead of whoever has fallen."""
    plan = state.plans.get(c.index)
    if plan is not None and plan.verb == CAST:
        return foes_of(state, c, plan.cast[0])
    if plan is not None and plan.verb in SHOTS:
        reach = c.build.arms[plan.item].range
        return [one for one in state.foes(c) if state.flight(c, one) <= reach]
    return [one for one in state.foes(c) if state.distance(c, one) == 0]
