"""What temper makes of a turn: whose nerve has failed heeds it, and whoever has a goal of its own serves that."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Answer
from rules.request.chapters import wounds
from rules.request.chapters.nerve import FALLING, FLEEING, STEADY
from rules.request.course.choices import (
    ATTACK,
    BACK,
    BREAKAWAY,
    CARRY,
    DEFEND,
    LEAVE,
    MOVE,
    NOBODY,
    NOWHERE,
    PRECISE,
    RETREAT,
    SHOOT,
    SPRINT,
    TO_HEX,
    YIELD,
)
from rules.request.course.sight import Sight
from rules.request.policies.common import get_up
from rules.request.policies.reaching import best_contest
from rules.request.policies.situation import Situation, charge_reach
from rules.request.policies.worth import Best, weigh_throws

ANY_CHANCE: Final = 20  # of a contest, in percent: whoever must get away tries it
FAIR_CHANCE: Final = 50  # and whoever only wants to
LEASH: Final = 2  # steps from its post, or from whom it protects
LEGS: Final = (wounds.RIGHT_LEG, wounds.LEFT_LEG)
SURE_ENOUGH: Final = 40  # percent: a blow at a limb is tried with no less


def heed(sight: Sight, situation: Situation | None) -> Answer | None:
    """The turn of somebody who is afraid or has a goal of its own; None if it fights like everybody.

    *situation* is None in a fight without places, where nobody goes anywhere.
    """
    mood = sight.mood()
    if mood == FLEEING:
        return flee(sight, situation)
    if mood != STEADY:
        if situation is None:
            return None if sight.is_defending() else sight.choose(DEFEND)
        return fall_back(sight, situation) if mood == FALLING else stand_off(sight, situation)
    temper = sight.temper()
    return None if temper is None or situation is None else serve(sight, situation, temper.goal)


def serve(sight: Sight, situation: Situation, goal: str) -> Answer | None:
    """The turn of somebody with this goal; None if it is served by fighting like everybody."""
    if goal == "escape":
        return escape(sight)
    if goal == "hold":
        return hold_post(sight, situation)
    if goal == "protect":
        return protect(sight, situation)
    if goal == "drive off" and sight.engaged() and not situation.foes:
        return wait_and_see(sight)
    return None


def flee(sight: Sight, situation: Situation | None) -> Answer | None:
    """Off the field, or yield where one is held; what never yields fights where it cannot get away."""
    temper = sight.temper()
    yields = temper is None or temper.yields
    if situation is None:
        return sight.choose(YIELD)
    if sight.engaged():
        if yields:
            return sight.choose(YIELD)
        return get_up(sight) or get_clear(sight, ANY_CHANCE)
    away = get_up(sight) or leave(sight) or back_off(sight)
    if away is not None:
        return away
    return sight.choose(YIELD) if yields and situation.foes else None


def give_in(sight: Sight) -> Answer | None:
    """Held by a foe, and with no heart left: yield, if one's kind ever does; else break free like everybody."""
    temper = sight.temper()
    if sight.mood() != FLEEING or not sight.holders() or not (temper is None or temper.yields):
        return None
    return sight.choose(YIELD)


def fall_back(sight: Sight, situation: Situation) -> Answer | None:
    """Away from the foes, step by step; shoot when they are far enough off."""
    if sight.engaged():
        back = get_up(sight) or get_clear(sight, FAIR_CHANCE) or strike_back(sight)
        if back is not None:
            return back
        return None if sight.is_defending() else sight.choose(DEFEND)
    if situation.foes and situation.nearest <= charge_reach(sight.stride()):
        back = back_off(sight)
        if back is not None:
            return back
    return shoot(sight) or wait_and_see(sight)


def stand_off(sight: Sight, situation: Situation) -> Answer | None:
    """Not a step forward: on guard, and shooting; whoever is held defends first and then fights on."""
    if sight.engaged() or (situation.foes and situation.nearest <= 1):
        return None if sight.is_defending() else sight.choose(DEFEND)
    return shoot(sight) or wait_and_see(sight)


def escape(sight: Sight) -> Answer | None:
    """Off the field; out of an engagement if there is any chance."""
    if sight.engaged():
        return get_up(sight) or get_clear(sight, ANY_CHANCE)
    return get_up(sight) or leave(sight)


def hold_post(sight: Sight, situation: Situation) -> Answer | None:
    """Fight whoever comes near the post, shoot at others, and go back to it."""
    post = sight.post()
    if post < 0 or sight.engaged():
        return None
    if [foe for foe in situation.foes if sight.gap_from(post, foe) <= LEASH + 1]:
        return None
    if hexes.distance(sight.place(), post) > 0:
        back = go_near(sight, post, 0)
        if back is not None:
            return get_up(sight) or back
    return shoot(sight) or _ready_or_guard(sight)


def protect(sight: Sight, situation: Situation) -> Answer | None:
    """Beside the ward, and at whoever comes near it; once the ward has fallen, or is safe, like everybody."""
    ward = sight.ward()
    if ward < 0 or not sight.is_able(ward) or sight.engaged():
        return None
    if [foe for foe in situation.foes if sight.gap_between(foe, ward) <= LEASH + 1]:
        return None
    if sight.gap(ward) > LEASH:
        near = go_near(sight, sight.place_of(ward), 1)
        if near is not None:
            return get_up(sight) or near
    return shoot(sight) or _ready_or_guard(sight)


def go_near(sight: Sight, to: int, apart: int) -> Answer | None:
    """A move to the hex nearest to *to*, if that is nearer than one stands."""
    best = NOWHERE
    least = hexes.distance(sight.place(), to)
    for h in sight.hexes(MOVE):
        away = hexes.distance(h, to)
        if apart <= away < least:
            best, least = h, away
    return None if best < 0 else sight.go(MOVE, sight.name_way(TO_HEX, best))


def leave(sight: Sight) -> Answer | None:
    """Off the field, or nearer to its edge."""
    verb = SPRINT if sight.can(SPRINT) else MOVE
    for way in sight.ways(verb):
        if way.purpose == LEAVE:
            return sight.go(verb, sight.word(way))
    return None


def back_off(sight: Sight) -> Answer | None:
    """Away from the foes, if there is a way on which nobody strikes."""
    to = sight.way_to(MOVE, BACK)
    if to < 0 or sight.openings_to(to):
        return None
    return sight.go(MOVE, sight.name_way(BACK))


def get_clear(sight: Sight, least: int) -> Answer | None:
    """Break away from all foes, with a chance of *least* percent at least."""
    if sight.lies() or sight.way_to(BREAKAWAY, BACK) == NOWHERE:
        return None
    if sight.leaves_freely():
        return sight.go(BREAKAWAY, sight.name_way(BACK))
    item = best_contest(sight)
    if item >= 0 and sight.contest_chance(item) < sight.contest_chance(NOBODY):
        item = NOBODY
    if sight.contest_chance(item) < least:
        return None
    return sight.go(BREAKAWAY, sight.name_way(BACK), item)


def strike_back(sight: Sight) -> Answer | None:
    """A blow, and a step back with it."""
    if sight.lies() or sight.way_to(RETREAT, BACK) == NOWHERE:
        return None
    blows = [
        (item, foe)
        for item in sight.strikers()
        for foe in sight.engaged()
        if sight.can(RETREAT, item) and foe in sight.targets(RETREAT, item)
    ]
    return sight.retreat(*blows[0], sight.name_way(BACK)) if blows else None


def shoot(sight: Sight) -> Answer | None:
    """The best shot there is."""
    best = Best()
    weigh_throws(sight, best, [])
    if best.worth == 0:
        return None
    return sight.choose(SHOOT, best.item, best.target)


def wait_and_see(sight: Sight) -> Answer:
    """On guard, and then ready for whoever comes into view."""
    return sight.choose_with(CARRY, ("view",)) if sight.is_defending() else sight.choose(DEFEND)


def _ready_or_guard(sight: Sight) -> Answer | None:
    """None for whoever has something to make ready first."""
    return None if sight.is_unready() else wait_and_see(sight)


def at_a_limb(sight: Sight, best: Best) -> Answer | None:
    """Whoever wants a prisoner strikes at the arm that holds the weapon, or at a leg, if it can well enough.

    Not at what hangs useless already.
    """
    temper = sight.temper()
    if temper is None or temper.goal != "capture" or best.verb not in (ATTACK, PRECISE):
        return None
    if sight.chance(PRECISE, best.item, best.target) < SURE_ENOUGH:
        return None
    limbs = (wounds.RIGHT_ARM, *LEGS) if sight.wields(best.target) else LEGS
    for place in limbs:
        if not sight.is_useless(best.target, place):
            return sight.aim_at(best.item, best.target, place)
    return None


def finish(sight: Sight) -> Answer | None:
    """Without mercy: strike whoever lies or has yielded here, while no foe who can still fight is near."""
    temper = sight.temper()
    if temper is None or temper.mercy or temper.goal == "capture" or sight.engaged():
        return None
    standing = [foe for foe in sight.foes() if sight.is_able(foe)]
    if standing and not sight.has_places():
        return None
    if [foe for foe in standing if sight.gap(foe) <= charge_reach(sight.stride(foe))]:
        return None
    blows = [
        (item, foe)
        for foe in sight.near()
        for item in sight.strikers()
        if sight.is_within(item, foe)
    ]
    return sight.choose(ATTACK, *blows[0]) if blows else None


def stays(sight: Sight) -> bool:
    """Does one neither follow nor hold whoever leaves?  The frightened, those with a post, and who drives off."""
    if sight.mood() != STEADY:
        return True
    temper = sight.temper()
    if temper is None:
        return False
    return temper.goal in ("drive off", "hold", "escape", "protect")
