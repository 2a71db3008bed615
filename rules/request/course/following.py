"""After a fighting retreat: each foe it was engaged with may come after it at once."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import FOLLOW, NOBODY, VERBS, Choice
from rules.request.course.combatant import STANDING, Combatant
from rules.request.course.engagement import (
    NOT_FOLLOWED,
    cause_to_end,
    disengage,
    settle_pairs,
)
from rules.request.course.formations import judge_formations
from rules.request.course.lookout import review_plans, wake_watchers
from rules.request.course.model import SavedFollowing, SavedProcedure
from rules.request.course.places import put
from rules.request.course.riding import legs
from rules.request.course.state import FOLLOW_OFFER, Procedure, State
from rules.request.course.ways import follow_hexes


class Following(Procedure):
    """asking -> asked, again for each of ``foes``, in seat order -> over.

    ``by`` has retreated from the hex ``left``.
    """

    __slots__ = ("by", "foes", "left")
    ASKING: Final = 0
    ASKED: Final = 1

    def __init__(self, by: int, left: int, foes: list[int]) -> None:
        super().__init__()
        self.by: int = by
        self.left: int = left
        self.foes: list[int] = foes

    def copy(self) -> Procedure:
        other = Following(self.by, self.left, self.foes[:])
        other.step = self.step
        return other

    def saved(self) -> SavedProcedure:
        return SavedFollowing(self.step, self.by, self.left, tuple(self.foes))

    def resume(self, fight: State, choices: list[Choice]) -> None:
        c = fight.people[self.by]
        if self.step == Following.ASKED:
            self.step = Following.ASKING
            foe = fight.people[self.foes.pop(0)]
            for answer in choices:
                if answer.verb == FOLLOW:
                    put(fight, foe, answer.to, VERBS[FOLLOW], {"toward": c.id})
                    wake_watchers(fight, foe)
            self._let_go(fight, c, foe)
        while self.foes:
            foe = fight.people[self.foes[0]]
            if foe.rider in self.foes:  # P34d: its rider says whether the two follow
                self.foes.pop(0)
                continue
            if self._may_follow(fight, c, foe):
                self.step = Following.ASKED
                deed = Choice(c.index, FOLLOW, -1, NOBODY)
                deed.to = self.left
                fight.ask(FOLLOW_OFFER, foe.index, deed)
                return
            self.foes.pop(0)
            self._let_go(fight, c, foe)
        settle_pairs(fight)
        judge_formations(fight)
        review_plans(fight)
        fight.done()

    def ask_again(self, fight: State) -> None:
        c = fight.people[self.by]
        fight.asked = [a for a in fight.asked if self._may_follow(fight, c, fight.people[a.who])]

    def _may_follow(self, fight: State, c: Combatant, foe: Combatant) -> bool:
        ground = fight.ground
        if ground is None or not c.bars() or not foe.bars() or foe.stance != STANDING:
            return False
        if foe.index not in c.foes or cause_to_end(fight, c, foe) == "":
            return False
        feet = legs(fight, foe)
        if foe.rider >= 0 or feet.bolting or foe.is_grappled() or feet.is_grappled():
            return False
        return len(follow_hexes(fight, ground, foe, self.left, c)) > 0

    def _let_go(self, fight: State, c: Combatant, foe: Combatant) -> None:
        if foe.index in c.foes and cause_to_end(fight, c, foe):
            disengage(fight, c, foe, NOT_FOLLOWED)


def following_from(saved: SavedFollowing) -> Following:
    """The procedure that a snapshot holds."""
    made = Following(saved.by, saved.left, list(saved.foes))
    made.step = saved.step
    return made
