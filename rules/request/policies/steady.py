"""steady: the best exchange by the odds it can know, a good defence, and no foolishness."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.course.choices import AIM, ATTACK, DEFEND, RECOVER, SHOOT
from rules.request.course.sight import TURN, Sight
from rules.request.policies.common import get_ready, get_up, hold_back, react, take_shield

POOR_SHOT: Final = 35  # percent: below it a shot is worth an action of aiming first
MOST_AIM: Final = 3
HURT_COUNTS: Final = 10  # percent that each degree of a foe's wounds adds to its worth as a target


def steady(sight: Sight) -> Answer:
    """Recover, get up, get ready; then the blow or shot where chance times harm is best, or hold back."""
    if sight.kind != TURN:
        return react(sight)
    if sight.is_vulnerable():
        return sight.choose(RECOVER)
    first = get_up(sight) or get_ready(sight) or take_shield(sight)
    if first is not None:
        return first
    best = _Best()
    near = sight.near()
    _weigh_blows(sight, best, near)
    _weigh_shots(sight, best, near)
    if best.worth == 0:
        return hold_back(sight)
    # R36: any action ends the surprise, and one by DEX nearly always comes sooner than a blow.
    if sight.is_surprised() and sight.rank_of(DEFEND) > sight.rank_of(best.verb, best.item):
        return sight.choose(DEFEND)
    if best.verb == SHOOT and not near and _should_aim(sight, best):
        return sight.choose(AIM, best.item, best.target)
    return sight.choose(best.verb, best.item, best.target)


class _Best:
    """The best deed found so far."""

    __slots__ = ("item", "target", "verb", "worth")

    def __init__(self) -> None:
        self.worth: int = 0
        self.verb: int = ATTACK
        self.item: int = -1
        self.target: int = -1

    def weigh(self, sight: Sight, verb: int, item: int, target: int) -> None:
        """Keep the deed if it is worth more: chance times mean harm, more against those already hurt."""
        if sight.is_helpless(target):
            return
        worth = sight.chance(verb, item, target) * sight.harm(verb, item, target)
        worth *= 100 + HURT_COUNTS * sight.wounds_of(target)
        if worth > self.worth:
            self.worth = worth
            self.verb = verb
            self.item = item
            self.target = target


def _weigh_blows(sight: Sight, best: _Best, near: list[int]) -> None:
    weighed: list[tuple[tuple[int, ...], int, int]] = []
    for target in near:
        # Of foes who look alike the first will do: none after it is worth more.
        looks = sight.looks(target)
        if looks in weighed:
            continue
        weighed.append(looks)
        for item in sight.strikers():
            best.weigh(sight, ATTACK, item, target)


def _weigh_shots(sight: Sight, best: _Best, near: list[int]) -> None:
    for item, arm in enumerate(sight.items()):
        if near and arm.thrown:
            continue  # what is thrown away cannot strike or parry any more
        if arm.shot is not None and sight.is_loaded(item):
            for target in sight.targets(SHOOT, item):
                best.weigh(sight, SHOOT, item, target)


def _should_aim(sight: Sight, best: _Best) -> bool:
    """A poor shot is better aimed, as long as aiming still helps."""
    if sight.chance(SHOOT, best.item, best.target) >= POOR_SHOT:
        return False
    return sight.aimed(best.item, best.target) < MOST_AIM
