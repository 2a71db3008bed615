"""Whole fights of wrestlers: watched or not they come to the same, and everything in them can be told."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.request.course.machine import Fight, begin
from rules.request.policies import POLICIES
from rules.request.tell.teller import Teller
from tests.support.fights import grappling_setup


def played(number: int, *, watched: bool, mind: str = "") -> Fight:
    """A fight of this number, to its end."""
    setup = grappling_setup(number)
    minds = {entry.id: mind or entry.mind for entry in setup.combatants}
    fight = begin(setup, fight_seed(number), watched)
    while questions := fight.questions():
        fight.advance([POLICIES[minds[one.combatant]](one.sight()) for one in questions])
    return fight


@pytest.mark.parametrize("mind", ["", "steady"])
def test_a_fight_of_wrestlers_is_the_same_watched_or_not(mind: str) -> None:
    kinds: set[str] = set()
    for number in range(12):
        seen = played(number, watched=True, mind=mind)
        unseen = played(number, watched=False, mind=mind)
        assert seen.state_hash() == unseen.state_hash()
        events = seen.take_events()
        teller = Teller(grappling_setup(number))
        told = {event.kind for event, line in zip(events, teller.each(events), strict=True) if line}
        kinds |= told

    assert kinds >= {"seized", "released", "wrung"}
