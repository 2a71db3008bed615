"""Who is engaged with whom, at which reach, in whose hold, and what has been formed about them."""

from __future__ import annotations

from rules.request.chapters import damage, formation, grapple, reach, rolls
from rules.request.course.chances import (
    grip_chance,
)
from rules.request.course.engagement import may_strike
from rules.request.course.formations import declared_by
from rules.request.course.grappling import holders
from rules.request.course.leading import reach_foes
from rules.request.course.legal import (
    all_left_freely,
    in_hand,
    is_bare,
)
from rules.request.course.openings import openers
from rules.request.course.seen.kinds import OPPORTUNITY_KIND
from rules.request.course.seen.others import Others


class Touch(Others):
    """Foes within arm's reach."""

    __slots__ = ()

    def is_grappled(self) -> bool:
        """Does one hold somebody, or does somebody hold one?"""
        return self._me.is_grappled()

    def holding(self) -> int:
        """Whom one holds, or -1."""
        return self._me.holding

    def holders(self) -> list[int]:
        """Those who hold one, in seat order."""
        return holders(self._fight, self._me)

    def bare(self) -> int:
        """The number of one's bare hands, -1 without."""
        for item, arm in enumerate(self._me.arms):
            if is_bare(arm):
                return item
        return -1

    def grip_chance(self, other: int) -> int:
        """The chance of one's own opposed roll in a grapple with somebody."""
        return rolls.odds(grip_chance(self._fight, self._me, self._other(other), None))

    def wring(self) -> int:
        """Mean damage of hurting whom one holds, in tenths."""
        traits = self._me.entry.sheet.characteristics
        sign, dice, sides = damage.damage_modifier(traits.STR + traits.SIZ)
        return damage.mean_through([(1, 1, grapple.HURT_SIDES), (sign, dice, sides)], 0, 0)

    def worst_in_hand(self, other: int) -> str:
        """The id of the weapon in somebody's hand that does most at short reach, empty without."""
        c = self._other(other)
        found = ""
        most = 0
        for item in in_hand(c):
            blow = c.arms[item].at_reach(reach.SHORT)
            if blow is not None and 5 * blow.dice * (blow.sides + 1) + 10 * blow.bonus > most:
                found, most = c.arms[item].id, 5 * blow.dice * (blow.sides + 1) + 10 * blow.bonus
        return found

    def longest_held(self) -> int:
        """The reach of the longest weapon in one's own hand, -1 without one."""
        return self._longest(self._me)

    def engaged(self) -> list[int]:
        """The foes that one is engaged with, in seat order."""
        return self._me.foes[:]

    def engagers(self, other: int) -> list[int]:
        """Those who engage somebody, in seat order."""
        return self._other(other).foes[:]

    def reach_to(self, other: int) -> int:
        """The reach to a foe one is engaged with (`chapters.reach`: SHORT, NORMAL, LONG), or -1."""
        return self._me.reach_to(other)

    def is_within(self, item: int, other: int) -> bool:
        """Would a blow at somebody with this weapon get there?"""
        fight = self._fight
        return fight.ground is None or may_strike(fight, self._me, item, self._other(other))

    def reach_foes(self, verb: int) -> list[int]:
        """The foes to whom the reach could be set CLOSER or FARTHER now."""
        return reach_foes(self._fight, self._me, verb)

    def leaves_freely(self) -> bool:
        """Could one break away from every foe without a contest?"""
        return all_left_freely(self._fight, self._me)

    def formation_about(self, other: int) -> int:
        """What has been formed about somebody (`chapters.formation`: NONE, FLANKED, SURROUNDED)."""
        formed = self._other(other).formed
        return formed[0] if formed else formation.NONE

    def about_me(self) -> list[int]:
        """Those who flank or surround one, any of whom may be minded."""
        return self._me.formed[1:]

    def focus(self) -> int:
        """The foe one minds, or -1."""
        return self._me.focus

    def has_declared(self, other: int) -> int:
        """The formation that one's side has declared about somebody, NONE without."""
        return declared_by(self._other(other), [self._me.side])

    def openers(self) -> list[int]:
        """The weapons with which one may strike first now."""
        deed = self._asked.deed
        if deed is None or self.kind != OPPORTUNITY_KIND:
            return []
        found = openers(self._me, self._fight.people[deed.by], deed)
        return found if self.reacts_freely() else [i for i in found if i == self._me.second]
