"""What may be done, at which strike rank, with which chance and how much harm."""

from __future__ import annotations

from typing import Final, cast

from rules.request.chapters import rolls
from rules.request.course.arms import Strike
from rules.request.course.chances import (
    attack_chance,
    contest_chance,
    dodge_chance,
    parry_chance,
    rank_of,
    strike_of,
    strike_with,
)
from rules.request.course.choices import (
    ATTACK,
    CAST,
    NOBODY,
    SHOOT,
)
from rules.request.course.legal import (
    LEGAL,
    near,
    refusal,
    targets,
)
from rules.request.course.second import is_spent
from rules.request.course.seen.touch import Touch
from rules.request.course.spellcraft import spell_targets
from rules.request.model import Spell

CHARGE_MOST: Final = 40  # what the rush adds to a blow at most, in tenths


class Chances(Touch):
    """What an answer would be worth."""

    __slots__ = ()

    def spells(self) -> tuple[Spell, ...]:
        """The spells one knows, numbered in this order."""
        return self._me.entry.sheet.spells

    def magic_points(self) -> int:
        return self._me.mp

    def lost_rune(self) -> int:
        """The item that one's rune is in, if one is parted from it, else -1."""
        return self._me.rune if self._me.is_parted() else -1

    def has_task(self) -> bool:
        """Is an action of several parts under way?"""
        return self._me.task is not None

    def spell_targets(self, spell: int) -> list[int]:
        """Whom a spell may be cast on now, in seat order; nobody if it cannot be cast at all."""
        if refusal(self._fight, self._me, CAST, spell, None) != LEGAL:
            return []
        return spell_targets(self._fight, self._me, spell)

    def task_spell(self) -> int:
        """The spell that is under way, -1 without one."""
        task = self._me.task
        return NOBODY if task is None else task.item

    def task_mark(self) -> int:
        """Whom that is aimed at, -1 without one."""
        task = self._me.task
        return NOBODY if task is None else task.target

    def can(self, verb: int, item: int = -1) -> bool:
        """Is this verb with this item legal now?"""
        return refusal(self._fight, self._me, verb, item, self._asked.deed) == LEGAL

    def near(self) -> list[int]:
        """Foes within reach of a close weapon, in seat order."""
        return near(self._fight, self._me)

    def targets(self, verb: int, item: int) -> list[int]:
        """Whom it may be aimed at, in seat order."""
        if self._me.second >= 0 and is_spent(self._fight, self._me, verb, item):
            return []
        return targets(self._fight, self._me, verb, item)

    def rank_of(self, verb: int, item: int = -1) -> int:
        """The strike rank at which it would happen."""
        return rank_of(self._me, verb, item)

    def chance(self, verb: int, item: int, target: int) -> int:
        """Chance of success in percent; a close blow at the helpless is certain, and critical."""
        if verb != SHOOT and self._other(target).is_helpless():
            return 100
        return rolls.odds(attack_chance(self._fight, self._me, verb, item, target, None))

    def parry_chance(self, item: int) -> int:
        return rolls.odds(parry_chance(self._fight, self._me, item, self._asked.deed, None))

    def dodge_chance(self) -> int:
        return rolls.odds(dodge_chance(self._fight, self._me, self._asked.deed, None))

    def harm(self, verb: int, item: int, target: int) -> int:
        """Mean damage of an ordinary hit on *target* past the armour it wears, in tenths."""
        if strike_of(self._me, verb, item) is None:
            return 0
        strike = strike_with(self._me, verb, item, target)
        return strike.anywhere(self._other(target).armour)

    def blow_worth(self, verb: int, item: int, target: int, extra: int = 0) -> int:
        """`chance` times `harm`, which has *extra* on top; 0 for whoever one leaves alone."""
        me = self._me
        if self.is_let_go(target) or strike_of(me, verb, item) is None:
            return 0
        at = self._fight.people[target]
        chance = rolls.odds(attack_chance(self._fight, me, verb, item, target, None))
        return chance * (strike_with(me, verb, item, target).anywhere(at.armour) + extra)

    def bare_armour(self, target: int) -> int:
        """The fewest armour points that a blow at *target* can meet: its hide, or where it wears nothing."""
        c = self._other(target)
        worn = min(c.armour)
        return min(worn, c.entry.sheet.natural_armour)

    def could_hurt(self, target: int) -> bool:
        """Would the luckiest blow or shot with anything one owns, in a charge, come through what *target* wears?"""
        armour = 10 * self.bare_armour(target)
        for item, arm in enumerate(self._me.arms):
            if not self.is_of_use(item):
                continue
            for strike in (arm.close, arm.shot):
                if strike is not None and strike.most() + CHARGE_MOST > armour:
                    return True
        return False

    def bypass_harm(self, item: int, target: int) -> int:
        """Mean damage of a blow past what *target* wears, its natural armour aside, in tenths."""
        strike = strike_with(self._me, ATTACK, item, target)
        return strike.through(self._other(target).entry.sheet.natural_armour)

    def reach_worth(self, item: int, target: int, pair: int) -> int:
        """Chance times mean harm of a blow at a foe, if the two were at this reach."""
        strike = cast("Strike", self._me.arms[item].at_reach(pair))
        return rolls.odds(strike.chance) * strike.anywhere(self._other(target).armour)

    def mean(self, verb: int, item: int) -> int:
        """Mean damage of a hit before armour, in tenths."""
        strike = strike_of(self._me, verb, item)
        return 0 if strike is None else strike.mean

    def contest_chance(self, item: int) -> int:
        """The chance of one's roll in a contest, with a weapon or (-1) by Dodge."""
        return rolls.odds(contest_chance(self._fight, self._me, item, None))
