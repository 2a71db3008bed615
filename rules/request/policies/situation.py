"""What a fighter takes in at a glance: who can still fight, how far off they are, and who is at blows."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import reach
from rules.request.course.sight import Sight
from rules.request.policies.common import has_bow

LONG_QUIET: Final = 3  # rounds
AWAITED: Final = 3  # rounds that those before their own archers give a foe to come up
CHARGE_LEAST: Final = 4  # the gap at which a charge may begin


class Situation:
    """Able foes with the steps to each, friends, and what follows from where they are."""

    __slots__ = ("aloft", "bowmen", "foes", "friends", "gaps", "is_bold", "nearest", "rivals")

    def __init__(self, sight: Sight) -> None:
        self.foes: list[int] = []
        # Foes high up: nobody comes to blows with them until they come down.
        self.aloft: list[int] = []
        for foe in sight.foes():
            if sight.is_able(foe) and not sight.is_let_go(foe):
                (self.aloft if sight.is_high(foe) else self.foes).append(foe)
        self.gaps: list[int] = [sight.gap(foe) for foe in self.foes]
        self.friends: list[int] = sight.friends()
        # Friends who shoot, and are not at blows.
        self.bowmen: list[int] = []
        # Friends who are as free to go somewhere as oneself.
        self.rivals: list[int] = []
        self.nearest: int = min(self.gaps) if self.gaps else 0
        joined = False
        for friend in self.friends:
            if sight.engagers(friend):
                joined = True
            elif sight.could_shoot(friend):
                self.bowmen.append(friend)
            elif sight.is_armed(friend):
                self.rivals.append(friend)
        lead = self._lead_in_bows(sight)
        waited = sight.round() > (AWAITED if lead > 0 else 1) and sight.is_defending()
        # A friend at blows is helped, whatever the odds.  Else one lets the foe come: through the
        # first round, and later for no longer than one action.
        self.is_bold: bool = joined or sight.quiet_rounds() > 0 or lead < 0 or waited

    def _lead_in_bows(self, sight: Sight) -> int:
        """How many more one's own side has.  Waiting is for those who have more."""
        theirs = 0
        for foe in self.foes:
            if sight.could_shoot(foe):
                theirs += 1
        return len(self.bowmen) + (1 if has_bow(sight) else 0) - theirs

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
