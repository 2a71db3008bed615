"""What shows of others: who is there, how they look, what they have in hand."""

from __future__ import annotations

from rules.kernel import hexes
from rules.request.chapters import movement, reach
from rules.request.chapters.nerve import FALLING
from rules.request.chapters.wounds import SERIOUS, severity
from rules.request.course.choices import (
    NOBODY,
    SHOOT,
)
from rules.request.course.combatant import HELD, PRONE, Combatant
from rules.request.course.leading import is_friend
from rules.request.course.legal import (
    patients,
)
from rules.request.course.riding import legs
from rules.request.course.seen.oneself import Oneself
from rules.request.course.spellcraft import worst_place


class Others(Oneself):
    """What anybody could see of the others."""

    __slots__ = ()

    def is_high(self, other: int = NOBODY) -> bool:
        """Is somebody, or oneself, up in the high band?"""
        return self._me.high if other < 0 else self._other(other).high

    def rider(self, other: int = NOBODY) -> int:
        """Who rides somebody, or oneself; -1 for nobody."""
        return self._me.rider if other < 0 else self._other(other).rider

    def is_like_me(self, other: int) -> bool:
        """Is somebody of one's own kind, with the same weapons?"""
        c = self._other(other)
        if c.entry.sheet.creature != self._me.entry.sheet.creature or len(c.arms) != len(
            self._me.arms
        ):
            return False
        for item, arm in enumerate(self._me.arms):
            if c.arms[item].id != arm.id:
                return False
        return True

    def is_casting(self, other: int) -> bool:
        return self._other(other).casting

    def is_under(self, other: int, kind: int) -> bool:
        """Is somebody under a spell of this kind (`chapters.magic`)?"""
        return self._other(other).is_under(kind)

    def lacks(self, other: int) -> int:
        """Points that one lacks where one is hurt worst; of others how bad their wounds look."""
        c = self._me
        if other != c.index:
            return self.wounds_of(other)
        place = worst_place(c)
        return 0 if place < 0 else c.full[place] - c.hp[place]

    def foes(self) -> list[int]:
        """Foes in view who are not dead, in seat order, whatever their distance."""
        fight = self._fight
        foes = fight.hostile[self._me.side]
        return [c.index for c in fight.people if foes[c.side] and c.can_be_struck()]

    def name_of(self, other: int) -> str:
        """The id of somebody."""
        return self._other(other).id

    def is_shot_at(self) -> bool:
        """Does a missile come, thrown or shot?"""
        deed = self._asked.deed
        return deed is not None and deed.verb == SHOOT

    def striker(self) -> int:
        """Whose blow is coming, or who left the opening for a riposte; -1 on one's own turn."""
        deed = self._asked.deed
        return -1 if deed is None else deed.by

    def distance(self, other: int) -> int:
        """Metres to somebody."""
        return self._fight.distance(self._me, self._other(other))

    def mood(self, other: int = NOBODY) -> int:
        """What has become of somebody's nerve, or of one's own (`chapters.nerve`: STEADY to FLEEING)."""
        return self._me.mood if other < 0 else self._other(other).mood

    def ward(self) -> int:
        """The friend whom one is to protect, -1 without one, or once that has become a foe."""
        temper = self._me.entry.temper
        if temper is None or not temper.ward:
            return NOBODY
        for c in self._fight.people:
            if c.id == temper.ward and not self._fight.is_foe(self._me, c):
                return c.index
        return NOBODY

    def post(self) -> int:
        """The hex on which one began, NOWHERE without one."""
        return hexes.named(self._me.entry.place)

    def is_let_go(self, other: int) -> bool:
        """Does one leave somebody alone?  The helpless, and whoever flees, if one is to drive it off."""
        c = self._other(other)
        if c.mood < FALLING:
            return c.is_helpless()
        temper = self._me.entry.temper
        return c.is_helpless() or (temper is not None and temper.goal == "drive off")

    def has_yielded(self, other: int) -> bool:
        """Is somebody a prisoner?"""
        return self._other(other).yielded

    def is_helpless(self, other: int) -> bool:
        """Down, but alive?  Whoever is only held helpless is not."""
        c = self._other(other)
        return not c.able and c.is_helpless()

    def is_prone(self, other: int) -> bool:
        return self._other(other).stance == PRONE

    def looks(self, other: int) -> tuple[tuple[int, ...], int, int]:
        """All that a blow at somebody hangs on: armour by location, stance, wounds; -1 if helpless."""
        c = self._other(other)
        return c.armour, -1 if c.is_helpless() else c.stance, c.wound_score

    def wounds_of(self, other: int) -> int:
        """How badly somebody looks hurt: 1 a minor, 2 a serious, 3 a major wound, added up."""
        return self._other(other).wound_score

    def is_useless(self, other: int, place: int) -> bool:
        """Is a location of somebody, by its number, seriously wounded by the look of it?"""
        c = self._other(other)
        known = 0 <= place < len(c.full)
        return known and severity(c.hp[place], c.full[place]) >= SERIOUS

    def wields(self, other: int) -> bool:
        """Has somebody a weapon in hand, shields and what nobody can drop aside?"""
        c = self._other(other)
        for item, arm in enumerate(c.arms):
            if arm.hands > 0 and not arm.shield and arm.is_weapon() and c.items[item] == HELD:
                return True
        return False

    def is_bleeding(self, other: int) -> bool:
        """P24k: has somebody a wound that will kill, if nobody tends it?"""
        return self._other(other).is_bleeding()

    def patients(self) -> list[int]:
        """Whom one could give first aid, in seat order."""
        return patients(self._fight, self._me)

    def fallen_friends(self) -> list[int]:
        """Those of one's own side who lie there and bleed, in seat order."""
        fight = self._fight
        return [
            c.index
            for c in fight.people
            if not fight.is_foe(self._me, c) and c.is_bleeding() and not (c.able or c.gone)
        ]

    def friends(self) -> list[int]:
        """Everybody else on one's side who is able and in view, in seat order; not whoever shares one's place."""
        me = self._me
        return [
            c.index
            for c in self._fight.people
            if is_friend(self._fight, me, c) and c.index not in (me.mount, me.rider)
        ]

    def is_able(self, other: int) -> bool:
        """Up, and able to act?"""
        return self._other(other).able

    def has_long_weapon(self, other: int) -> bool:
        """Has somebody a long weapon in hand?"""
        return self._other(other).keeps_off

    def keeps_off(self) -> bool:
        """Has one a long weapon in hand oneself?"""
        return self._me.keeps_off

    def is_armed(self, other: int = NOBODY) -> bool:
        """Has somebody, or oneself, a ready weapon to strike with?"""
        return self._me.armed if other < 0 else self._other(other).armed

    def could_shoot(self, other: int) -> bool:
        """Has somebody something in hand to shoot, or one of several to throw?"""
        c = self._other(other)
        for item, arm in enumerate(c.arms):
            many = not arm.thrown or arm.missiles > 1
            if many and arm.shot is not None and c.items[item] == HELD:
                return True
        return False

    def size_of(self, other: int) -> int:
        return self._other(other).size

    def stride(self, other: int = NOBODY) -> int:
        """The steps of a plain move on sound legs, one's own or those of somebody, by the look of it."""
        c = self._me if other < 0 else self._other(other)
        return movement.steps(legs(self._fight, c).entry.sheet.move)

    def longest(self, other: int) -> int:
        """The reach of the longest ready weapon in somebody's hand, -1 without one."""
        return self._longest(self._other(other))

    def _longest(self, c: Combatant) -> int:
        found = -1
        for item, arm in enumerate(c.arms):
            if arm.reach > found and not arm.shield and arm.is_weapon() and c.usable(item):
                found = arm.reach
        return found

    def menace(self, other: int, pair: int = reach.NORMAL) -> int:
        """What the heaviest weapon in somebody's hand does at this reach, by the look of it, in tenths.

        What is used as an improvised one counts for little more than half of it.
        """
        c = self._other(other)
        found = 0
        for item, arm in enumerate(c.arms):
            blow = arm.at_reach(pair)
            if blow is not None and c.usable(item):
                mean = 5 * blow.dice * (blow.sides + 1) + 10 * blow.bonus
                found = max(found, mean * (50 + blow.awkward) // 50)
        return found
