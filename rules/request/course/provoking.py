"""An opening: somebody's deed gives foes near by the chance of a blow first, and they are asked for it together."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import BEHIND, NOWHERE, OPPORTUNITY, Choice, choice_from
from rules.request.course.combatant import Combatant
from rules.request.course.exchange import Exchange, spend_reaction
from rules.request.course.model import SavedProcedure, SavedProvoking
from rules.request.course.openings import may_seize
from rules.request.course.state import OPPORTUNITY_OFFER, Asked, Procedure, State


class Provoking(Procedure):
    """begun -> asked -> striking, one after the other in seat order -> over.

    ``foes`` may strike at whoever does ``deed``, those in ``behind`` from behind; ``places``
    are the numbers of their prompts, ``strikes`` the attacks still to come, which land with
    the moment around them if it ``withholds``.
    """

    __slots__ = ("behind", "deed", "foes", "places", "strikes", "withholds")
    BEGUN: Final = 0
    ASKED: Final = 1
    STRIKING: Final = 2

    def __init__(self, deed: Choice, foes: list[int], behind: list[int], withholds: bool) -> None:
        super().__init__()
        self.withholds: bool = withholds
        self.deed: Choice = deed
        self.foes: list[int] = foes
        self.behind: list[int] = behind
        self.places: list[int] = [0] * len(foes)
        self.strikes: list[Choice] = []

    def copy(self) -> Procedure:
        other = Provoking(self.deed, self.foes, self.behind, self.withholds)
        other.step = self.step
        other.places = self.places[:]
        other.strikes = self.strikes[:]
        return other

    def saved(self) -> SavedProcedure:
        return SavedProvoking(
            self.step,
            self.deed.saved(),
            tuple(self.foes),
            tuple(self.behind),
            tuple(self.places),
            self.withholds,
            tuple([strike.saved() for strike in self.strikes]),
        )

    def resume(self, fight: State, choices: list[Choice]) -> None:
        if self.step == Provoking.BEGUN:
            self.step = Provoking.ASKED
            self._ask(fight)
        elif self.step == Provoking.ASKED:
            self.step = Provoking.STRIKING
            for answer in choices:
                if answer.verb == OPPORTUNITY:
                    self.strikes.append(self._aimed(answer))
        elif self.strikes:
            strike = self.strikes.pop(0)
            c = fight.people[strike.by]
            if self._may(fight, c) and c.usable(strike.item):
                spend_reaction(fight, strike)
                fight.begin(Exchange([strike], True, self.withholds))
        else:
            fight.done()

    def ask_again(self, fight: State) -> None:
        self._ask(fight)

    def _ask(self, fight: State) -> None:
        fight.asked = []
        for i, foe in enumerate(self.foes):
            if not self._may(fight, fight.people[foe]):
                continue
            if self.places[i] == 0:
                fight.wait += 1
                self.places[i] = fight.wait
            fight.asked.append(Asked(OPPORTUNITY_OFFER, foe, self.deed, self.places[i]))

    def _may(self, fight: State, c: Combatant) -> bool:
        return may_seize(fight, c, fight.people[self.deed.by], self.deed)

    def _aimed(self, answer: Choice) -> Choice:
        """The attack that the answer chose: at whom, upon what, and from where."""
        made = answer.leading_to(BEHIND if answer.by in self.behind else NOWHERE)
        made.target = self.deed.by
        made.occasion = self.deed.verb
        return made


def provoking_from(saved: SavedProvoking) -> Provoking:
    """The procedure that a snapshot holds."""
    made = Provoking(choice_from(saved.deed), list(saved.foes), list(saved.behind), saved.withholds)
    made.step = saved.step
    made.places = list(saved.places)
    made.strikes = [choice_from(strike) for strike in saved.strikes]
    return made
