"""What a blow or a shot is worth: its chance times its mean harm, and more against those already hurt."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import ATTACK, PRECISE, SHOOT
from rules.request.course.sight import Sight

HURT_COUNTS: Final = 10  # percent that each degree of a foe's wounds adds to its worth as a target
MOST_WOUNDS: Final = 3  # of a mark's wounds no more count: a shot goes where it is likely to hit

POOR_SHOT: Final = 35  # percent: below it a shot is worth an action of aiming first
MOST_AIM: Final = 3


class Best:
    """The best deed found so far."""

    __slots__ = ("item", "target", "verb", "ward", "worth")

    def __init__(self) -> None:
        self.worth: int = 0
        self.verb: int = ATTACK
        self.item: int = -1
        self.target: int = -1
        self.ward: int = -1  # the friend whose foes come first

    def weigh(self, sight: Sight, verb: int, item: int, target: int, extra: int = 0) -> None:
        """Keep the deed if it is worth more; *extra* is harm on top, in tenths."""
        worth = sight.blow_worth(verb, item, target, extra)
        if worth > 0:
            self.keep(sight, verb, item, target, worth)

    def keep(self, sight: Sight, verb: int, item: int, target: int, worth: int) -> None:
        """The same, once its chance times its harm is known."""
        wounds = sight.wounds_of(target)
        if verb == SHOOT:
            wounds = min(wounds, MOST_WOUNDS)
        worth *= 100 + HURT_COUNTS * wounds
        if self.ward >= 0 and self.ward in sight.engagers(target):
            worth *= 2
        if worth > self.worth:
            self.worth = worth
            self.verb = verb
            self.item = item
            self.target = target


def weigh_blows(sight: Sight, best: Best, near: list[int]) -> None:
    """Every close weapon in use, against everybody near who looks different from the others."""
    weighed: list[tuple[tuple[int, ...], int, int]] = []
    several = len(near) > 1
    for target in near:
        # Of foes who look alike the first will do: none after it is worth more.
        if several:
            looks = sight.looks(target)
            if looks in weighed:
                continue
            weighed.append(looks)
        for item in sight.strikers():
            best.weigh(sight, ATTACK, item, target)


def weigh_shots(sight: Sight, best: Best, near: list[int]) -> None:
    """Everything loaded, against everybody in range."""
    for item, arm in enumerate(sight.items()):
        if near and arm.thrown:
            continue  # what is thrown away cannot strike or parry any more
        if arm.shot is not None and sight.is_loaded(item):
            for target in sight.targets(SHOOT, item):
                best.weigh(sight, SHOOT, item, target)


def weigh_with_care(sight: Sight, best: Best, near: list[int]) -> None:
    """Every close weapon in use against every able foe near, past the armour where that is worth more.

    Any blow is worth something, for it may be a lucky one.
    """
    for target in near:
        for item in sight.strikers():
            if not sight.is_within(item, target):
                continue
            harm = sight.harm(ATTACK, item, target)
            best.keep(sight, ATTACK, item, target, sight.chance(ATTACK, item, target) * harm + 1)
            bare = sight.bypass_harm(item, target)
            if bare > harm + harm // 2:
                chance = sight.chance(PRECISE, item, target)
                best.keep(sight, PRECISE, item, target, chance * bare)


def should_aim(sight: Sight, best: Best) -> bool:
    """A poor shot is better aimed, as long as aiming still helps."""
    if sight.chance(SHOOT, best.item, best.target) >= POOR_SHOT:
        return False
    return sight.aimed(best.item, best.target) < MOST_AIM


def weigh_throws(sight: Sight, best: Best, near: list[int]) -> None:
    """As `weigh_shots`, but nobody throws what it would miss in the next exchange of blows."""
    for item, arm in enumerate(sight.items()):
        if arm.shot is None or not sight.is_loaded(item):
            continue
        if arm.thrown and (near or not is_spare(sight, item)):
            continue
        for target in sight.targets(SHOOT, item):
            best.weigh(sight, SHOOT, item, target)


def is_spare(sight: Sight, item: int) -> bool:
    """Has one more of them, or another weapon in hand?"""
    items = sight.items()
    if items[item].close is None or items[item].missiles > 1:
        return True
    for i, arm in enumerate(items):
        if i == item or arm.hands == 0 or arm.shield or arm.close is None:
            continue
        if sight.holds(i):
            return True
    return False
