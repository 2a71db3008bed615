"""How fights of each kind end: ``python -m tests.tempers [--system rivers] [FIGHTS]``; the skirmish, everybody of one kind.

A fight ends by flight or yield if somebody wins it and not all of the losers were struck down:
one at least has got away, or is a prisoner.
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

from msgspec.structs import replace

from rules.kernel.dice import fight_seed
from rules.request.course.machine import begin
from rules.request.model import Setup
from rules.request.policies import POLICIES
from rules.request.setup.temper import temper_of
from tests import rivers_tempers
from tests.support.fights import shipped

SHARES: Final = {
    "beast": (70, 95),
    "mob": (80, 98),
    "soldier": (50, 80),
    "fanatic": (0, 20),
    "mindless": (0, 0),
}
"""In percent, from and to."""
FIGHTS: Final = 300


def all_of(kind: str) -> Setup:
    """The skirmish, four against four of this kind."""
    setup = shipped("skirmish")
    temper = temper_of(kind, None, "temper")
    people = [replace(entry, temper=temper) for entry in setup.combatants]
    return replace(setup, combatants=tuple(people))


def is_broken_off(setup: Setup, number: int) -> bool:
    """Does fight *number* end by flight or yield?"""
    fight = begin(setup, fight_seed(1, number))
    minds = {entry.id: POLICIES[entry.mind] for entry in setup.combatants}
    while questions := fight.questions():
        fight.advance([minds[one.combatant](one.sight()) for one in questions])
    outcome = fight.outcome()
    losers = [c for c in fight.people if setup.sides[c.side].id != (outcome and outcome.winner)]
    return len(losers) < len(fight.people) and any(c.gone or c.yielded for c in losers)


def share(kind: str, fights: int, system: str = "request") -> int:
    """The percentage of fights that end by flight or yield, rounded."""
    if system == "rivers":
        rivers = rivers_tempers.all_of(kind)
        ended = sum(rivers_tempers.is_broken_off(rivers, number) for number in range(fights))
        return _percent(ended, fights)
    setup = all_of(kind)
    broken = sum(is_broken_off(setup, number) for number in range(fights))
    return _percent(broken, fights)


def _percent(some: int, of: int) -> int:
    return (200 * some + of) // (2 * of)


def main() -> None:
    """A line a kind."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("fights", nargs="?", type=int, default=FIGHTS)
    asked.add_argument("--system", choices=("request", "rivers"), default="request")
    args = asked.parse_args()
    for kind, (low, high) in SHARES.items():
        wanted = f"{low} to {high}"
        sys.stdout.write(f"| `{kind}` | {share(kind, args.fights, args.system)} % | {wanted} % |\n")


if __name__ == "__main__":
    main()
