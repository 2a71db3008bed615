"""What may be chosen now, and why the rest may not: the one judge of prompts and of answers."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import leaving, modifiers
from rules.request.course.arms import BARE_HANDS, Arm
from rules.request.course.choices import (
    AID,
    AIM,
    ATTACK,
    BREAK_FREE,
    BREAKAWAY,
    CAST,
    CHARGE,
    CLIMB,
    CLOSER,
    CONTINUE,
    DECLINE,
    DISARM,
    DISMOUNT,
    DIVE,
    DODGE,
    ENGAGE,
    FARTHER,
    FOCUS,
    FOLLOW,
    FREELY,
    GRAPPLE,
    IS_AIMED,
    IS_BARRED,
    IS_BLOW,
    IS_GRIP,
    IS_PART,
    IS_TURN,
    MOUNT,
    MOVE,
    OPPORTUNITY,
    OPPOSE,
    PARRY,
    PRECISE,
    READY,
    RECOVER,
    RESIST,
    RETREAT,
    RIPOSTE,
    SHOOT,
    SPRINT,
    STANCE,
    WAIT,
    Choice,
)
from rules.request.course.combatant import (
    BROKEN,
    CARRIED,
    DROPPED,
    HELD,
    KNEELING,
    PRONE,
    STANDING,
    Combatant,
)
from rules.request.course.engagement import LONG_GAP, has_place, has_place_on, may_strike, sees
from rules.request.course.grappling import holders
from rules.request.course.ground import gap
from rules.request.course.leading import purpose_stands
from rules.request.course.openings import can_seize_with
from rules.request.course.purposes import destination, goes
from rules.request.course.riding import both, other_of, steeds
from rules.request.course.second import is_spent
from rules.request.course.spellcraft import cannot_cast, may_enchant, spell_targets
from rules.request.course.state import (
    ACTION,
    ENGAGE_OFFER,
    FOCUS_OFFER,
    FOLLOW_OFFER,
    OPPORTUNITY_OFFER,
    OPPOSITION,
    REACTION,
    RESIST_OFFER,
    RIPOSTE_OFFER,
    State,
)
from rules.request.course.ways import charge_path, verb_moves, walks

LEGAL: Final = ""
BOTH_LEGS: Final = 2
HELD_FAST: Final = "held by somebody|P33n3"
IN_A_STORM: Final = "nothing flies in a hurricane|P27j2"
NO_PLACES: Final = "a fight without places|C7"
_MOVES: Final = (MOVE, SPRINT, CHARGE, BREAKAWAY, RETREAT, CLOSER, FARTHER, CLIMB, DIVE)


# By the kind of a question, what it may be answered with beside declining.
_ANSWERS: Final = {
    RIPOSTE_OFFER: RIPOSTE,
    OPPORTUNITY_OFFER: OPPORTUNITY,
    OPPOSITION: OPPOSE,
    FOLLOW_OFFER: FOLLOW,
    ENGAGE_OFFER: ENGAGE,
    FOCUS_OFFER: FOCUS,
    RESIST_OFFER: RESIST,
}


def kind_allows(kind: int, verb: int) -> bool:
    """Does a prompt of this kind know the verb at all?"""
    if kind == ACTION:
        return IS_TURN[verb]
    if verb == DECLINE:
        return True
    if kind == REACTION:
        return verb in (PARRY, DODGE)
    return verb == _ANSWERS[kind]


def refusal(fight: State, c: Combatant, verb: int, item: int, deed: Choice | None) -> str:
    """LEGAL, or the reason and the rule, with a bar between, why *c* may not do this now."""
    problem = unfit(fight, c, verb, item, deed)
    if c.second >= 0 and problem == LEGAL:
        problem = is_spent(fight, c, verb, item)
    if problem == LEGAL and verb == CAST and not spell_targets(fight, c, item):
        return "nobody in view and range for it|P26c"
    if problem == LEGAL and verb == CHARGE and not has_target(fight, c, verb, item):
        return "no foe in a straight line, three steps away or more|P28d"
    if problem == LEGAL and IS_AIMED[verb] and not has_target(fight, c, verb, item):
        far = verb in (SHOOT, AIM)
        if far:
            return "no target in view and range|P27c"
        return "no foe within reach|" + ("C7" if fight.ground is None else "P17b2")
    return problem


def _spells(c: Combatant, verb: int, item: int) -> str:
    """May it cast, go on with something, or do this although it is befuddled?"""
    if verb == CAST:
        return cannot_cast(c, item)
    if verb == CONTINUE and c.task is None:
        return "nothing is under way|P4a"
    # Whoever holds somebody and does something to it attacks it; getting free is no attack.
    attacks = IS_BLOW[verb] or verb == AIM or (IS_GRIP[verb] and verb != BREAK_FREE)
    return "befuddled|P26q" if c.muddled and (attacks or verb == CONTINUE) else LEGAL


def unfit(  # noqa: C901, PLR0911, PLR0912 - one way out a kind of choice
    fight: State, c: Combatant, verb: int, item: int, deed: Choice | None
) -> str:
    """As `refusal`, but for targets: whoever names one has it judged by `is_target`."""
    if verb == PARRY:
        return _parry(fight, c, item, deed)
    if verb == ATTACK and not (c.muddled or c.bolting):
        return _close(c, item)
    if (c.holding >= 0 or c.holder >= 0) and IS_BARRED[verb]:
        return "in a grapple|P33n"
    if IS_PART[verb] or c.muddled:
        problem = _spells(c, verb, item)
        if problem != LEGAL or IS_PART[verb]:
            return problem
    if c.bolting and (IS_BLOW[verb] or verb == RETREAT):
        return "bolts|P34v"
    if verb in (PRECISE, RIPOSTE, OPPOSE):
        return _close(c, item)
    if verb == GRAPPLE:
        return _grapple(fight, c, item)
    if IS_GRIP[verb]:
        return _grip(fight, c, verb)
    if verb in _MOVES:
        return _moves(fight, c, verb, item)
    if verb == OPPORTUNITY and deed is not None:
        fits = can_seize_with(c, fight.people[deed.by], deed, item)
        return LEGAL if fits else "no weapon for it|P19d"
    if verb in (SHOOT, AIM):
        if c.blinded:
            return "blinded|P16l"
        return IN_A_STORM if fight.storm else _far(c, item)
    if verb == READY:
        return _ready(c, item)
    if verb == AID and not patients(fight, c):
        return "nobody beside you whose wound is untended|P24l"
    if verb in (MOUNT, DISMOUNT):
        return _saddle(fight, c, verb)
    if verb == RECOVER and not c.vulnerable:
        return "not vulnerable|R38b"
    if verb == WAIT and fight.rank <= 1:
        return "strike rank 1 is the last of the phase|R55"
    if verb == STANCE and not stances(c):
        return _bound_to_stand(c)
    return LEGAL


def _saddle(fight: State, c: Combatant, verb: int) -> str:
    """P34t: may it get on a mount, or off its own?"""
    if verb == MOUNT:
        return LEGAL if steeds(fight, c) else "no mount of its own side stands free beside it|P34t"
    if c.mount < 0:
        return "on no mount|P34t"
    if c.high:
        return "in the air|D13g"
    return "engaged|P34t" if c.foes else LEGAL


def _bound_to_stand(c: Combatant) -> str:
    """Why it cannot change its stance at all."""
    if c.mount >= 0 or c.rider >= 0:
        return "in the saddle|P34j"
    return "in the air|D13g" if c.high else "both legs are lame: only crawling is left|P24e"


def _moves(  # noqa: PLR0911 - one way out a reason
    fight: State, c: Combatant, verb: int, item: int
) -> str:
    """May it move like this at all?  Where to is judged with the hex."""
    if fight.ground is None:
        return NO_PLACES
    if c.rider >= 0 or c.mount >= 0:
        problem = _carried(fight, c, verb, item)
        if problem:
            return problem
    if verb in (CLIMB, DIVE):
        return _flies(c, verb)
    if verb in (SPRINT, CHARGE):
        if c.foes:
            return "engaged|P8"
        if c.stance != STANDING:
            return "not standing|P28c"
    elif verb != MOVE and not c.foes:
        return "not engaged|R24"
    if verb == BREAKAWAY and c.holder >= 0 and not escapes_freely(fight, c):
        return HELD_FAST
    if verb == BREAKAWAY and item >= 0 and all_left_freely(fight, c):
        return "no roll is needed|P18g"
    return _close(c, item) if item >= 0 else LEGAL


def _carried(fight: State, c: Combatant, verb: int, item: int) -> str:
    """P34e: may the two who share a place move like this?  The rider moves both, and is as free as its mount."""
    if c.rider >= 0 and not (c.bolting and item < 0):
        return "carries a rider, who says where it goes|P34e"
    if c.mount >= 0 and fight.people[c.mount].bolting:
        return "its mount bolts|P34v"
    if not fight.people[other_of(c)].is_grappled():
        return LEGAL
    if verb != BREAKAWAY:
        return f"its {'rider' if c.rider >= 0 else 'mount'} is in a grapple|P33n"
    return LEGAL if escapes_freely(fight, c) else HELD_FAST


def _flies(c: Combatant, verb: int) -> str:
    """D13b, D13c: may it go up, or come down?"""
    if not c.flying:
        return "cannot fly|D13"
    if c.high == (verb == CLIMB):
        return ("high up" if c.high else "near the ground") + " already|D13"
    if c.stance != STANDING:
        return "not standing|P28c"
    return "engaged|P8" if c.foes else LEGAL


def all_left_freely(fight: State, c: Combatant) -> bool:
    """R27, R28: can everybody it is engaged with be left without a contest?"""
    for foe in c.foes:
        if not is_left_freely(c, fight.people[foe]):
            return False
    return True


def is_held_back(fight: State, c: Combatant, verb: int) -> bool:
    """P33n, P33n3: has a game master's hold caught it, or whom it shares a place with, before it left or set its reach?"""
    if verb == BREAKAWAY:
        return not escapes_freely(fight, c)
    for one in both(fight, c):
        if one.is_grappled():
            return True
    return False


def escapes_freely(fight: State, c: Combatant) -> bool:
    """A20: may *c* break away from whoever holds it or its mount, if anybody does, without breaking free first?"""
    goes = fight.setup.options.auto_breakaway == "always"
    for one in both(fight, c):
        for foe in holders(fight, one):
            if not goes or not is_left_freely(c, fight.people[foe]):
                return False
    return True


def _grapple(fight: State, c: Combatant, item: int) -> str:
    """P33: may it grapple at all?"""
    if fight.ground is None:
        return NO_PLACES
    if c.mount >= 0 or c.rider >= 0:
        return "in the saddle|P34i"
    if not is_bare(c.arms[item]):
        return "only bare hands grapple|P33"
    if c.holding >= 0:
        return "holds somebody already|P33f"
    return LEGAL if c.has_free_hand() else "no empty hand|P33"


def _grip(fight: State, c: Combatant, verb: int) -> str:
    """P33: is it in a grapple in which it may do this?"""
    if verb == BREAK_FREE:
        return LEGAL if c.holder >= 0 else "nobody holds it|P33l"
    if c.holding < 0:
        return "holds nobody|P33f"
    if verb == DISARM and not in_hand(fight.people[c.holding]):
        return "nothing in its hands|P33j"
    return LEGAL


def is_bare(arm: Arm) -> bool:
    """Is it a pair of bare hands?"""
    return arm.hands == 0 and arm.close is not None and arm.close.skill == BARE_HANDS


def in_hand(c: Combatant) -> list[int]:
    """What *c* could be made to let go of."""
    return [i for i, state in enumerate(c.items) if state == HELD and c.arms[i].hands > 0]


def is_left_freely(c: Combatant, foe: Combatant) -> bool:
    """R27, R28: does *c* break away from *foe* without a contest?"""
    rides = foe.mounted or foe.rider >= 0  # P34f: a mount that carries somebody is no foe on foot
    return leaving.leaves_freely(c.mounted or c.rider >= 0, c.flying, rides, foe.flying)


def _close(c: Combatant, item: int) -> str:
    if c.arms[item].close is None:
        return "no close weapon|P30"
    return LEGAL if c.usable(item) else "not in hand|P6d"


def _far(c: Combatant, item: int) -> str:
    if c.arms[item].shot is None:
        return "no missile weapon|P31"
    if c.items[item] != HELD:
        return "not in hand|P6d"
    if c.missiles[item] <= 0:
        return "nothing left to shoot|P31"
    return LEGAL if c.load_left[item] == 0 else "not loaded|P27a"


def _parry(fight: State, c: Combatant, item: int, deed: Choice | None) -> str:
    arm = c.arms[item]
    if not c.usable(item):
        return "not in hand|P6d"
    if not arm.parries:
        return "cannot parry|P30"
    if deed is not None and deed.verb == SHOOT and not arm.shield:
        striker = fight.people[deed.by]
        if not striker.arms[deed.item].thrown or arm.hands == 0:
            return "only a shield stops what was shot|P27d"
    return LEGAL


def _ready(c: Combatant, item: int) -> str:
    arm = c.arms[item]
    if arm.hands == 0:
        return "always ready|P6d"
    if c.items[item] in (CARRIED, DROPPED):
        if arm.shot is not None and arm.close is None and c.missiles[item] <= 0:
            return "nothing left to shoot|P31"
        return LEGAL if c.room_for(item) else "no free hand|P6d"
    if c.items[item] == HELD:
        if arm.load == 0 or c.load_left[item] == 0:
            return "ready already|P6d"
        return LEGAL if c.missiles[item] > 0 else "nothing left to shoot|P31"
    return "broken|P16a2" if c.items[item] == BROKEN else "gone|P6d"


def has_target(fight: State, c: Combatant, verb: int, item: int) -> bool:
    for other in fight.people:
        if is_target(fight, c, verb, item, other):
            return True
    return False


def is_target(  # noqa: PLR0911 - one way out a kind of deed
    fight: State, c: Combatant, verb: int, item: int, other: Combatant
) -> bool:
    """May *c* aim this at *other*: a foe in view, alive, and near enough?"""
    if c.muddled or not other.can_be_struck() or not fight.is_foe(c, other):
        return False
    if verb in (SHOOT, AIM):
        if fight.storm:
            return False
        near_enough = modifiers.in_range(fight.distance(c, other), c.arms[item].range)
        return near_enough and sees(fight, c, other)
    ground = fight.ground
    if ground is None:
        return fight.distance(c, other) == 0
    if verb == RETREAT:
        return other.index in c.foes
    if verb == GRAPPLE and (not other.able or gap(c, other) != 1):
        return False
    if verb == CHARGE:
        way = charge_path(fight, ground, c, other)
        if not way or not other.able:
            return len(way) > 0
        return has_place_on(fight, c, way[-1], other) and has_place(fight, other, c)
    if verb == RIPOSTE and item < 0:  # with whatever is in hand
        return can_reach(fight, c, other)
    return may_strike(fight, c, item, other)


def targets(fight: State, c: Combatant, verb: int, item: int) -> list[int]:
    """Everybody *c* may aim this at, in seat order."""
    return [other.index for other in fight.people if is_target(fight, c, verb, item, other)]


def near(fight: State, c: Combatant) -> list[int]:
    """Everybody *c* could strike with a close weapon in use, in seat order."""
    foes = fight.hostile[c.side]
    found: list[int] = []
    for other in fight.people:
        if not foes[other.side] or not other.can_be_struck():
            continue
        if fight.ground is None:
            if fight.distance(c, other) == 0:
                found.append(other.index)
        elif can_reach(fight, c, other):
            found.append(other.index)
    return found


def can_reach(fight: State, c: Combatant, other: Combatant) -> bool:
    """Is there a close weapon in use with which *c* can get at *other*?"""
    apart = gap(c, other)
    if apart > LONG_GAP:
        return False
    for item in c.strikers:
        if may_strike(fight, c, item, other):
            return True
    return False


def as_things_stand(fight: State, c: Combatant, choice: Choice) -> Choice | None:
    """An action at its moment, with the hex it leads to now; None if it has become impossible (C3b)."""
    ground = fight.ground
    if ground is None:
        return choice
    verb = choice.verb
    if verb == BREAKAWAY and (choice.item == FREELY) != all_left_freely(fight, c):
        return None
    if unfit(fight, c, verb, choice.item, None) != LEGAL:
        # What is dropped beside it may make room for what is readied.
        return choice if verb == READY and choice.drop >= 0 else None
    if choice.needs_target() and not is_target(
        fight, c, verb, choice.item, fight.people[choice.target]
    ):
        return None
    if not _is_about_them(fight, c, choice):
        return None
    if verb_moves(verb):
        if not purpose_stands(fight, c, choice):
            return None
        found = walks(fight, ground, c, verb)
        to = destination(
            fight, ground, c, verb, choice.purpose, choice.target, choice.aid, choice.to, found
        )
        return choice.leading_to(to) if goes(ground, c, choice, to, found) else None
    return choice


def _is_about_them(fight: State, c: Combatant, choice: Choice) -> bool:
    """Is whom it tends or casts on still there for it, and in hand what somebody held is to drop?"""
    verb = choice.verb
    if verb == AID:
        return choice.target in patients(fight, c)
    if verb == CAST:
        return may_enchant(fight, c, choice.item, fight.people[choice.target])
    if verb == MOUNT:
        return choice.target in steeds(fight, c)
    return verb != DISARM or choice.arg in in_hand(fight.people[choice.target])


def patients(fight: State, c: Combatant) -> list[int]:
    """P24l: everybody adjacent with a wound to tend, in seat order; without places every friend is near."""
    found: list[int] = []
    for other in fight.people:
        if other.index == c.index or other.hidden or other.gone or not other.is_bleeding():
            continue
        if fight.ground is not None:
            is_near = gap(c, other) <= 1 and not c.high
        else:
            is_near = not fight.is_foe(c, other) or fight.distance(c, other) == 0
        if is_near:
            found.append(other.index)
    return found


def stances(c: Combatant) -> list[int]:
    """The stances that *c* may change to: not its own, and upright only on a leg to stand on."""
    found: list[int] = []
    if c.high or c.mount >= 0 or c.rider >= 0:
        return found
    for stance in (STANDING, KNEELING, PRONE):
        if stance == c.stance:
            continue
        if stance != PRONE and c.lame_legs() == BOTH_LEGS:
            continue
        found.append(stance)
    return found
