"""Rider and mount: who carries somebody strikes from where it is taken to, who bolts runs, who has lost a mount takes another."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.course.choices import CARRY, DEFEND, DISMOUNT, MOUNT, MOVE, RECOVER, WAIT
from rules.request.course.sight import Sight
from rules.request.policies.common import get_up, hold_back
from rules.request.policies.situation import Situation, charge_reach
from rules.request.policies.temper import back_off, get_clear, leave
from rules.request.policies.worth import Best, weigh_blows

LAST: Final = 1  # the last strike rank of a phase
ANY_CHANCE: Final = 0
AT_HOME: Final = 40  # percent of Riding: whoever has less fights better on foot


def carry(sight: Sight) -> Answer | None:
    """The turn of a mount with somebody on it, of one that bolts, and of whoever cannot move its mount; None for all others."""
    if sight.bolts():
        return _run(sight)
    stays = sight.rider() >= 0
    if not stays and (sight.mount() < 0 or sight.is_grappled() or sight.can(MOVE)):
        return None
    if sight.is_vulnerable():
        return sight.choose(RECOVER)
    best = Best()
    weigh_blows(sight, best, [foe for foe in sight.near() if not sight.is_let_go(foe)])
    if best.worth > 0:
        return sight.choose(best.verb, best.item, best.target)
    if sight.can(DISMOUNT):
        return sight.choose(DISMOUNT)
    # Its rider may take it to a foe before the phase is over.
    if stays and sight.rank > LAST:
        return sight.choose_with(WAIT, (str(LAST), "view"))
    return hold_back(sight)


def _run(sight: Sight) -> Answer:
    """Off the field, out of whatever engagement."""
    away = get_up(sight)
    if away is None and sight.has_places() and not sight.is_grappled():
        away = get_clear(sight, ANY_CHANCE) if sight.engaged() else leave(sight) or back_off(sight)
    if away is not None:
        return away
    return sight.choose_with(CARRY, ("view",)) if sight.is_defending() else sight.choose(DEFEND)


def mount_up(sight: Sight, situation: Situation) -> Answer | None:
    """On a mount that stands there, for whoever is at home in the saddle, while no foe can be upon one."""
    if sight.riding() < AT_HOME or not sight.can(MOUNT):
        return None
    if situation.foes and situation.nearest <= charge_reach(sight.stride()):
        return None
    return sight.choose(MOUNT, -1, sight.steeds()[0])
