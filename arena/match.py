"""What the fights of an arena have in common, and one of them played to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, cast, final

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, Decision
from rules.catalogue import SYSTEMS, AnySetup, AnyView, Policy
from rules.kernel.dice import fight_seed
from rules.kernel.model import Observer, Outcome
from scheduler import direct

Minds = Callable[[], Mapping[str, Policy]]
"""Makes the policies of one fight, by combatant; each fight has its own."""

WATCHED: Final = False


class Ended(NamedTuple):
    """What an arena keeps of a fight: how it ended, and for each combatant its side and its state.

    ``people`` has the ids of the combatants in the same order.  ``refused`` counts the answers that were not possible, where anybody wants to know.
    """

    outcome: Outcome
    fates: tuple[tuple[str, str], ...]
    refused: int = 0
    people: tuple[str, ...] = ()


class NeverEndedError(Exception):
    """A fight has nobody to ask any more and yet no outcome: a bug of the rule system."""

    def __init__(self) -> None:
        super().__init__("nobody is asked any more, and there is no outcome")


class Match(NamedTuple):
    """All that makes a fight, but for its number; it can be sent to another process.

    ``wrong`` are the errors of minds that came from outside: they end the arena, while any
    other error is a bug that ends its fight.
    """

    setup: AnySetup
    seed: int
    minds: Minds
    counts_refused: bool = False
    wrong: tuple[type[Exception], ...] = ()

    def play(self, number: int) -> Ended:
        """Play fight *number* to its end."""
        machine = SYSTEMS[self.setup.rules].begin(
            self.setup, fight_seed(self.seed, number), WATCHED
        )
        policies = self.minds()
        refused = _Refused()

        def actor_for(combatant: str) -> Combatant:
            return Combatant(combatant, PolicyMind(policies[combatant]))

        outcome = direct.play(
            machine, actor_for, recorder=refused.record if self.counts_refused else None
        )
        if outcome is None:
            raise NeverEndedError
        seen = cast("AnyView", machine.view(Observer("game_master"))).combatants
        fates = tuple([(one.side, one.state) for one in seen])
        return Ended(outcome, fates, refused.count, tuple([one.id for one in seen]))


@final
class _Refused:
    def __init__(self) -> None:
        self.count: int = 0

    def record(self, what: Decision | AmendmentMade) -> None:
        self.count += isinstance(what, Decision) and what.refused is not None
