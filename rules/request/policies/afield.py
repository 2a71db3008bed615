"""The steady where everybody stands somewhere: when to close, to wait, to leave, and what to hold out with."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import (
    AIM,
    CARRY,
    CHARGE,
    DEFEND,
    MOVE,
    PRECISE,
    RECOVER,
    SHOOT,
)
from rules.request.course.sight import Sight
from rules.request.policies.carrying import mount_up
from rules.request.policies.closing import arrive, best_charge, dithers, draw_near
from rules.request.policies.common import get_ready, get_up, has_bow, hold_back, take_shield
from rules.request.policies.heights import go_up, holds_the_height, weigh_pushes
from rules.request.policies.hopeless import despair
from rules.request.policies.leaving import (
    give_up,
    is_badly_hurt,
    is_spared,
    ride_off,
    step_back,
    withdraw,
)
from rules.request.policies.marks import hardly_hits, is_awaited
from rules.request.policies.pairing import with_an_eye, with_words
from rules.request.policies.reaching import better_reach, come_on
from rules.request.policies.screening import screen
from rules.request.policies.shooting import (
    FAR_ENOUGH,
    TOO_NEAR,
    is_beset,
    keep_away,
    look_out,
    take_blade,
    take_bow,
    take_cover,
)
from rules.request.policies.situation import Situation
from rules.request.policies.temper import at_a_limb, finish, give_in, heed
from rules.request.policies.tending import tend
from rules.request.policies.weariness import break_off
from rules.request.policies.winging import aloft, fly_off
from rules.request.policies.worth import Best, should_aim, weigh_throws, weigh_with_care
from rules.request.policies.wrestling import in_a_grip, take_hold


def afield(sight: Sight) -> Answer:
    """Recover, get up, get ready; then fight on, shoot, come to blows, or wait for the foe."""
    if sight.is_vulnerable():
        return sight.choose(RECOVER)
    situation = Situation(sight)
    if sight.is_grappled():
        return give_in(sight) or in_a_grip(sight, situation)
    first = get_up(sight) or break_off(sight) or heed(sight, situation)
    first = first or prepare(sight, situation)
    if first is not None:
        return first
    given_up = despair(sight, situation)
    if given_up is not None:
        return given_up
    best = Best()
    best.ward = sight.ward()
    near = [foe for foe in sight.near() if not sight.is_let_go(foe)]
    weigh_with_care(sight, best, near)
    weigh_pushes(sight, best, near)
    # P19: a shot beside a foe gives it a blow first, so whoever can strike does that.
    if best.worth == 0 or not is_beset(sight, near):
        weigh_throws(sight, best, near)
    # R36: any action ends the surprise, and one by DEX nearly always comes sooner than a blow.
    if sight.is_surprised() and best.worth > 0:
        sooner = sight.rank_of(DEFEND) > sight.rank_of(best.verb, best.item)
        if sooner:
            return sight.choose(DEFEND)
    if sight.engaged():
        return at_blows(sight, situation, best)
    swoop = aloft(sight, situation, best)
    if swoop is not None:
        return swoop
    return at_large(sight, situation, best, near)


def prepare(sight: Sight, situation: Situation) -> Answer | None:
    """Something in hand: a blade against those who are near, a bow against those who are not, a shield."""
    pressed = len(sight.engaged()) > 0 or 0 < situation.nearest <= TOO_NEAR
    if pressed and (sight.engaged() or sight.is_unready()):
        blade = take_blade(sight)
        if blade is not None:
            return blade
    # P19: nobody loads beside a foe who would strike first, with something to strike with in hand.
    if pressed and sight.is_armed() and is_beset(sight, sight.near()):
        return None
    ready = get_ready(sight)
    if ready is not None or pressed:
        return ready
    if situation.nearest >= FAR_ENOUGH and not has_bow(sight):
        bow = take_bow(sight)
        if bow is not None:
            return bow
    return take_shield(sight)


def at_blows(sight: Sight, situation: Situation, best: Best) -> Answer:
    """Engaged: leave while that pays, grapple or set the reach while that pays, else strike."""
    leave = fly_off(sight) or ride_off(sight, situation) or withdraw(sight, situation)
    leave = leave or take_hold(sight, situation, best) or better_reach(sight)
    if leave is None and best.worth > 0:
        leave = strike(sight, situation, best)
    return with_an_eye(sight, leave or come_on(sight) or on_guard(sight))


def strike(sight: Sight, situation: Situation, best: Best) -> Answer:
    """The best blow or shot there is, with what there is to say beside it."""
    if best.verb == SHOOT:
        return sight.choose(SHOOT, best.item, best.target)
    answer = sight.choose(best.verb, best.item, best.target)
    limb = at_a_limb(sight, best)
    if limb is not None:
        answer = limb
    elif best.verb == PRECISE:
        answer = sight.bypass(best.item, best.target)
    else:
        back = step_back(sight, best.item, best.target)
        if back is not None:
            answer = back
    if best.target in sight.engaged():
        answer = with_words(sight, situation, answer, best.target)
    return answer


def at_large(sight: Sight, situation: Situation, best: Best, near: list[int]) -> Answer:
    """Unengaged: strike or shoot from here, or come to blows."""
    if not situation.foes:  # what is high up can be shot at, or waited for
        shot = strike(sight, situation, best) if best.worth > 0 else None
        return shot or finish(sight) or hold_back(sight)
    if has_bow(sight):
        return as_archer(sight, situation, best, near)
    if near and best.worth > 0:
        return take_hold(sight, situation, best) or strike(sight, situation, best)
    ride = mount_up(sight, situation)
    spared = is_badly_hurt(sight) and is_spared(sight, situation) and sight.quiet_rounds() == 0
    if ride is None and spared:
        ride = on_guard(sight) if best.worth == 0 else strike(sight, situation, best)
    if ride is not None:
        return ride
    rush = best_charge(sight, situation)
    if rush.worth > best.worth:
        return sight.choose(CHARGE, rush.item, rush.target)
    pays = best.worth > 0
    if (pays and not hardly_hits(sight, best)) or dithers(sight):
        return strike(sight, situation, best) if pays else on_guard(sight)
    come = finish(sight) or tend(sight, situation) or arrive(sight, situation)
    if come is None and not situation.is_bold:
        come = await_foes(sight, situation)
    come = come or draw_near(sight, situation)
    if come is None and pays:
        come = strike(sight, situation, best)
    return come or give_up(sight, situation) or on_guard(sight)


def await_foes(sight: Sight, situation: Situation) -> Answer | None:
    """Not bold yet: before those who shoot, for the foe will come; on the higher ground, if there is any."""
    if situation.bowmen:
        return screen(sight, situation) or on_guard(sight)
    up = go_up(sight, situation)
    if up is not None:
        return up
    return on_guard(sight) if holds_the_height(sight, situation) else None


def as_archer(sight: Sight, situation: Situation, best: Best, near: list[int]) -> Answer:
    """With a bow in hand: out of the way, behind cover, and shoot; at once if it has waited for a mark."""
    if best.worth > 0 and best.verb == SHOOT and sight.rank < sight.rank_of(MOVE):
        return strike(sight, situation, best)
    move = keep_away(sight, situation) or take_cover(sight, situation)
    if move is not None:
        return move
    if best.worth > 0:
        awaited = is_awaited(sight, situation)
        if best.verb == SHOOT and not near and not awaited and should_aim(sight, best):
            return sight.choose(AIM, best.item, best.target)
        if hardly_hits(sight, best):
            move = take_blade(sight) if awaited else look_out(sight, situation)
        return move or strike(sight, situation, best)
    if (situation.is_bold or sight.round() > 1) and not dithers(sight):
        move = look_out(sight, situation)
    return move or hold_back(sight)


def on_guard(sight: Sight) -> Answer:
    """Defend, and then keep the action until a foe comes near."""
    return sight.choose_with(CARRY, ("view",)) if sight.is_defending() else sight.choose(DEFEND)
