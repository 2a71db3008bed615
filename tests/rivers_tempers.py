"""How fights of each kind end in Rivers: four against four, everybody of one kind (see `tests.tempers`)."""

from __future__ import annotations

from rules.kernel.dice import fight_seed
from rules.rivers.course.machine import begin
from rules.rivers.model import Setup
from rules.rivers.policies import POLICIES
from rules.rivers.setup import decode
from tests.support.rivers import played

LINES = (
    "2 x Bow: Bow 50%, dagger 45%, Dodge 40%, armour 2, DEX 13",
    "2 x Blade: Sword 55%, medium shield 50%, armour 3, DEX 12",
)
SIDES = ("north", "south")


def all_of(kind: str) -> Setup:
    """A skirmish over 60 m, four against four of this kind."""
    people = [
        line.replace(": ", f" of the {side}: side {side}, temper {kind}, ", 1)
        for side in SIDES
        for line in LINES
    ]
    return decode(
        {
            "name": "Skirmish",
            "rules": "rivers",
            "sides": list(SIDES),
            "start": {"distance": 60},
            "combatants": people,
        }
    )


def is_broken_off(setup: Setup, number: int) -> bool:
    """Does fight *number* end by flight or yield?"""
    fight = begin(setup, fight_seed(1, number))
    played(fight, {entry.id: entry.mind for entry in setup.combatants if entry.mind in POLICIES})
    outcome = fight.outcome()
    losers = [
        c for c in fight.people if setup.sides[c.build.side].id != (outcome and outcome.winner)
    ]
    return len(losers) < len(fight.people) and any(c.gone or c.prisoner for c in losers)
