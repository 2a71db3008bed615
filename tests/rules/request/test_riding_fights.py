"""Whole fights of riders: watched or not they come to the same, everything can be told, and each pair stays one."""

from __future__ import annotations

import tomllib
from typing import Final

import pytest

from rules.kernel.dice import fight_seed
from rules.request.course.ground import body
from rules.request.course.machine import Fight, begin
from rules.request.course.state import State
from rules.request.model import Setup
from rules.request.policies import POLICIES
from rules.request.setup import decode
from rules.request.tell.teller import Teller
from tests.golden.record import scenario_of

LONG: Final = 2  # the number of that reach


def setup_of(name: str) -> Setup:
    return decode(tomllib.loads(scenario_of(name).read_text(encoding="utf-8")))


def torn(fight: State) -> list[str]:
    """What is wrong with the pairs: apart, of different foes, or two on one hex who are none."""
    found: list[str] = []
    taken: dict[tuple[int, bool], str] = {}
    for c in fight.people:
        if c.mount >= 0 and not c.gone:
            m = fight.people[c.mount]
            far = [reach == LONG for reach in c.reaches] != [reach == LONG for reach in m.reaches]
            alike = (c.place, c.high, c.girth, c.foes) == (m.place, m.high, m.girth, m.foes)
            if far or not alike or m.rider != c.index or not (c.able and m.able):
                found.append(f"{c.id} and {m.id}")
        if c.bars() and c.mount < 0:
            for h in body(c.place, c.girth):
                if (h, c.high) in taken:
                    found.append(f"{c.id} and {taken[h, c.high]} on one hex")
                taken[h, c.high] = c.id
    return found


def played(name: str, number: int, mind: str, *, watched: bool) -> Fight:
    fight = begin(setup_of(name), fight_seed(number), watched)
    while questions := fight.questions():
        fight.advance([POLICIES[mind](one.sight()) for one in questions])
        assert torn(fight) == []
    return fight


@pytest.mark.parametrize("mind", ["steady", "random"])
@pytest.mark.parametrize("name", ["cavalry", "reins"])
def test_a_fight_of_riders_is_the_same_watched_or_not(name: str, mind: str) -> None:
    kinds: set[str] = set()
    seen = played(name, 1, mind, watched=True)
    assert seen.state_hash() == played(name, 1, mind, watched=False).state_hash()
    events = seen.take_events()
    told = Teller(setup_of(name)).each(events)
    kinds |= {event.kind for event, line in zip(events, told, strict=True) if line}

    assert "unseated" in kinds or "reined" in kinds


def test_a_torn_pair_is_noticed() -> None:
    fight = begin(setup_of("cavalry"), fight_seed(1))
    fight.people[0].place += 1
    assert torn(fight) == ["lancer-1 and horse-1"]
