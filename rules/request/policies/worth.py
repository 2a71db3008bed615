"""What a blow or a shot is worth: its chance times its mean harm, and more against those already hurt."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import ATTACK, SHOOT
from rules.request.course.sight import Sight

HURT_COUNTS: Final = 10  # percent that each degree of a foe's wounds adds to its worth as a target


class Best:
    """The best deed found so far."""

    __slots__ = ("item", "target", "verb", "worth")

    def __init__(self) -> None:
        self.worth: int = 0
        self.verb: int = ATTACK
        self.item: int = -1
        self.target: int = -1

    def weigh(self, sight: Sight, verb: int, item: int, target: int, extra: int = 0) -> None:
        """Keep the deed if it is worth more; *extra* is harm on top, in tenths."""
        if sight.is_helpless(target):
            return
        worth = sight.chance(verb, item, target) * (sight.harm(verb, item, target) + extra)
        worth *= 100 + HURT_COUNTS * sight.wounds_of(target)
        if worth > self.worth:
            self.worth = worth
            self.verb = verb
            self.item = item
            self.target = target


def weigh_blows(sight: Sight, best: Best, near: list[int]) -> None:
    """Every close weapon in use, against everybody near who looks different from the others."""
    weighed: list[tuple[tuple[int, ...], int, int]] = []
    for target in near:
        # Of foes who look alike the first will do: none after it is worth more.
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
