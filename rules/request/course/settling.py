"""A moment is over: who stands together now, what formations there are, and whom that asks something."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.request.chapters import reach
from rules.request.course.choices import ENGAGE, FOCUS, NOBODY, Choice
from rules.request.course.combatant import Combatant
from rules.request.course.engagement import (
    LONG_GAP,
    could_engage,
    engage,
    sees,
    settle_broken,
    settle_pairs,
)
from rules.request.course.formations import judge_formations, mind
from rules.request.course.ground import gap
from rules.request.course.lookout import review_plans
from rules.request.course.model import SavedProcedure, SavedSettling
from rules.request.course.state import ENGAGE_OFFER, FOCUS_OFFER, Procedure, State


class Settling(Procedure):
    """pairs -> engagement at long reach offered, one by one -> formations -> focus asked -> over.

    ``offers`` holds pairs still to be asked: an owner of a long weapon, and the foe that has
    come to two steps from it.
    """

    __slots__ = ("offers",)
    BEGUN: Final = 0
    OFFERING: Final = 1
    OFFERED: Final = 2
    FOCUS_ASKED: Final = 3

    def __init__(self) -> None:
        super().__init__()
        self.offers: list[int] = []

    def copy(self) -> Procedure:
        other = Settling()
        other.step = self.step
        other.offers = self.offers[:]
        return other

    def saved(self) -> SavedProcedure:
        return SavedSettling(self.step, tuple(self.offers))

    def resume(self, fight: State, choices: list[Choice]) -> None:
        if self.step == Settling.BEGUN:
            settle_pairs(fight)
            # Before what is done now nobody is kept off: that is asked when it is over.
            if len(fight.stack) == 1:
                self.offers = arrivals(fight)
                fight.moved = []
            if self.offers:
                judge_formations(fight)  # whoever is asked sees what was declared by now
            self.step = Settling.OFFERING
        elif self.step == Settling.OFFERED:
            self._take(fight, choices)
            self.step = Settling.OFFERING
        else:
            for answer in choices:
                if answer.verb == FOCUS:
                    mind(fight, fight.people[answer.by], answer.target)
            self._end(fight)
            return
        while self.offers:
            if offer_holds(fight, self.offers[0], self.offers[1]):
                self.step = Settling.OFFERED
                owner = self.offers[0]
                fight.ask(ENGAGE_OFFER, owner, Choice(self.offers[1], ENGAGE, -1, owner))
                return
            del self.offers[:2]
        judge_formations(fight)
        fresh = [who for who in fight.fresh if may_mind(fight.people[who])]
        fight.fresh = []
        if not fresh:
            self._end(fight)
            return
        self.step = Settling.FOCUS_ASKED
        for who in fresh:
            fight.ask(FOCUS_OFFER, who, Choice(who, FOCUS, -1, NOBODY))

    def ask_again(self, fight: State) -> None:
        if self.step == Settling.OFFERED:
            if not offer_holds(fight, self.offers[0], self.offers[1]):
                fight.asked = []
        else:
            fight.asked = [a for a in fight.asked if may_mind(fight.people[a.who])]

    def _take(self, fight: State, choices: list[Choice]) -> None:
        owner = fight.people[self.offers.pop(0)]
        foe = fight.people[self.offers.pop(0)]
        for answer in choices:
            if answer.verb == ENGAGE:
                engage(fight, owner, foe, reach.LONG)
                judge_formations(fight)

    def _end(self, fight: State) -> None:
        if fight.shaken:
            settle_pairs(fight)  # who was put beside a foe while something was still asked
        judge_formations(fight)
        review_plans(fight)
        fight.done()


def may_mind(c: Combatant) -> bool:
    """A18: able, with foes about it, and minding none of them yet?"""
    return c.able and len(c.formed) > 0 and c.focus < 0


def settle_now(fight: State, changed: Combatant, put: bool) -> None:
    """After an amendment about somebody: the same, without asking anybody anything.

    While an action is under way its pairs only end: others begin when it is over (D5), and
    whoever was not *put* elsewhere may be on the point of being followed.
    """
    if fight.shaken:
        settle_broken(fight, changed, put)
    else:
        settle_pairs(fight)
    judge_formations(fight)
    review_plans(fight)


def arrivals(fight: State) -> list[int]:
    """R29a: owner and foe of each pair that has come from farther off to two steps, in seat order."""
    found: list[int] = []
    if not fight.moved:
        return found
    for owner in fight.people:
        if not owner.keeps_off:
            continue
        for foe in fight.people:
            came = _was_at(fight, owner), _was_at(fight, foe)
            if came[0] == owner.place and came[1] == foe.place:
                continue
            if not offer_holds(fight, owner.index, foe.index):
                continue
            before = hexes.distance(came[0], came[1]) - owner.girth - foe.girth
            if before > LONG_GAP:
                found += [owner.index, foe.index]
    return found


def _was_at(fight: State, c: Combatant) -> int:
    for i in range(0, len(fight.moved), 2):
        if fight.moved[i] == c.index:
            return fight.moved[i + 1]
    return c.place


def offer_holds(fight: State, owner: int, foe: int) -> bool:
    """May the owner of a long weapon engage this foe from two steps away?"""
    a = fight.people[owner]
    b = fight.people[foe]
    if not a.keeps_off or not b.bars() or foe in a.foes or gap(a, b) != LONG_GAP:
        return False
    return could_engage(fight, a, b) and sees(fight, a, b)


def settling_from(saved: SavedSettling) -> Settling:
    """The procedure that a snapshot holds."""
    made = Settling()
    made.step = saved.step
    made.offers = list(saved.offers)
    return made
