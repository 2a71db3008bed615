"""What a fighter takes in at a glance: who can still fight, how far off they are, and who is at blows."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import reach
from rules.request.course.sight import Sight
from rules.request.policies.common import has_bow

LONG_QUIET: Final = 3  # rounds
CHARGE_LEAST: Final = 4  # the gap at which a charge may begin


class Situation:
    """Able foes with the steps to each, friends, and what follows from where they are."""

    __slots__ = ("bowmen", "foes", "friends", "gaps", "is_bold", "nearest")

    def __init__(self, sight: Sight) -> None:
        self.foes: list[int] = [foe for foe in sight.foes() if sight.is_able(foe)]
        self.gaps: list[int] = [sight.gap(foe) for foe in self.foes]
        self.friends: list[int] = sight.friends()
        # Friends who shoot, and are not at blows.
        self.bowmen: list[int] = []
        self.nearest: int = min(self.gaps) if self.gaps else 0
        joined = False
        for friend in self.friends:
            if sight.engagers(friend):
                joined = True
            elif sight.could_shoot(friend):
                self.bowmen.append(friend)
        outshot = self._is_outshot(sight)
        outnumbered = len(self.foes) > len(self.friends) + 1
        quiet = sight.quiet_rounds()
        self.is_bold: bool = (joined and not outnumbered) or quiet > 0 or outshot

    def _is_outshot(self, sight: Sight) -> bool:
        """Have the foes more bows than one's own side?  Then waiting is for them."""
        theirs = 0
        for foe in self.foes:
            if sight.could_shoot(foe):
                theirs += 1
        return theirs > len(self.bowmen) + (1 if has_bow(sight) else 0)

    def by_distance(self) -> list[int]:
        """The foes, the nearest first; of equals the first in seat order."""
        order = sorted([1000 * gap + i for i, gap in enumerate(self.gaps)])
        return [self.foes[one % 1000] for one in order]


def likes_distance(sight: Sight, foe: int) -> bool:
    """R33: does one hold a long weapon against a foe that has nothing but short ones?"""
    return sight.keeps_off() and sight.longest(foe) <= reach.SHORT_WEAPON


def charge_reach(stride: int) -> int:
    """The largest gap that a charge of somebody with this stride can bridge."""
    return 2 * stride + 1
