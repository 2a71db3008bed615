"""reckless: the nearest foe, the biggest blow, and never mind the rest."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.choices import ATTACK, CHARGE, SHOOT
from rules.request.course.seen.kinds import TURN
from rules.request.course.sight import Sight
from rules.request.policies.again import again
from rules.request.policies.carrying import carry
from rules.request.policies.closing import can_run, dithers, rush
from rules.request.policies.common import get_ready, get_up, has_bow, hold_back
from rules.request.policies.reaching import come_on
from rules.request.policies.seizing import madly
from rules.request.policies.situation import Situation
from rules.request.policies.sorcery import hurl
from rules.request.policies.temper import give_in, heed
from rules.request.policies.winging import aloft
from rules.request.policies.worth import Best
from rules.request.policies.wrestling import grab, tear


def reckless(sight: Sight) -> Answer:
    """Strike or shoot with the weapon of the highest mean damage at the nearest foe that is up."""
    if sight.kind != TURN:
        return madly(sight)
    last = again(sight) or carry(sight)
    if last is None and sight.is_grappled():
        last = give_in(sight) or tear(sight)
    last = last or heed(sight, Situation(sight) if sight.has_places() else None)
    if last is not None:
        return last
    if sight.spells() or sight.has_task():
        spell = hurl(sight)
        if spell is not None:
            return spell
    best_mean = 0
    best: Answer | None = None
    near = sight.near()
    for item, arm in enumerate(sight.items()):
        for verb in (ATTACK, SHOOT):
            strike = arm.close if verb == ATTACK else arm.shot
            if verb == SHOOT and arm.thrown and near:
                continue  # in the thick of it nobody throws the weapon away
            if strike is None or strike.mean <= best_mean or not sight.can(verb, item):
                continue
            target = _nearest(sight, sight.targets(verb, item))
            if target >= 0:
                best_mean = strike.mean
                best = sight.choose(verb, item, target)
    # Bare hands are no reason to leave a weapon undrawn.
    ready = get_ready(sight)
    if ready is not None:
        return ready
    hold = grab(sight)
    if hold is not None:
        return hold
    if sight.has_places() and _nearest(sight, near) < 0 and (best is None or not has_bow(sight)):
        best = _at_them(sight, best, best_mean)
    return best or get_up(sight) or hold_back(sight)


def _at_them(sight: Sight, best: Answer | None, best_mean: int) -> Answer | None:
    """Charge at the nearest foe there is a charge at, if no throw does more; with neither, run."""
    foes = Situation(sight).by_distance()
    for item in sight.strikers():
        if sight.mean(CHARGE, item) <= best_mean or not sight.can(CHARGE, item):
            continue
        charged = sight.targets(CHARGE, item)
        for foe in foes:
            if foe in charged:
                best_mean = sight.mean(CHARGE, item)
                best = sight.choose(CHARGE, item, foe)
                break
    if best is None and sight.engaged():
        return come_on(sight)
    if best is None and sight.is_high():
        best = aloft(sight, Situation(sight), Best())
    if best is None and can_run(sight) and not dithers(sight):
        best = rush(sight, foes)
    return best


def _nearest(sight: Sight, targets: list[int]) -> int:
    found = -1
    nearest = 0
    for other in targets:
        if sight.is_let_go(other):
            continue
        away = sight.distance(other)
        if found < 0 or away < nearest:
            found, nearest = other, away
    return found
