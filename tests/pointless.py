"""Choices that nobody who plays well would make: ``python -m tests.pointless [--system rivers] [FIGHTS]``, over the scenes that ship.

Only turns are judged, and only by what the combatant itself can know.  A choice is pointless if it

* strikes with a weapon that another one in hand beats in chance and harm alike (``dominated``);
* steps back to the hex that the turn before left, with nothing but that step between (``to and fro``);
* lets an action go with a good blow open, with heart and in balance (``waits``);
* throws an action away where defending costs no more and helps (``nothing``);
* kneels or lies down though no foe in view could shoot or cast at it (``down``);
* strikes the fallen beside a foe who stands and could strike back (``the fallen``);
* shoots without a chance, or at what no harm can come to (``no chance``).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from typing import Final

from rules.kernel.dice import fight_seed
from rules.kernel.model import Answer
from rules.request.chapters.nerve import STEADY
from rules.request.course.choices import ATTACK, DEFEND, NOWHERE, PRECISE, SHOOT
from rules.request.course.machine import begin
from rules.request.course.seen.kinds import TURN
from rules.request.course.sight import Sight
from rules.request.policies import POLICIES, Policy
from tests import rivers_pointless
from tests.support.fights import SHIPPED, shipped

FIGHTS: Final = 20
MOST: Final = 5
"""Pointless choices of `steady` in a thousand turns, at most."""
CONTROL: Final = 200
"""Those of `random` in a thousand, at least."""

GOOD: Final = 50
"""Percent: nobody waits with a blow that lands as often as not."""
WAITING: Final = ("carry", "wait", "pass")
STEPPING: Final = ("move", "sprint")
BLOWS: Final = {"attack": ATTACK, "precise": PRECISE}


def _numbers(sight: Sight, item: str, target: str) -> tuple[int, int]:
    """The numbers of an item and of a foe that an answer names."""
    items = [arm.id for arm in sight.items()]
    return items.index(item), next(foe for foe in sight.foes() if sight.name_of(foe) == target)


def _reaches(sight: Sight, item: int, foe: int) -> bool:
    return not sight.has_places() or sight.is_within(item, foe)


def _good_blow(sight: Sight) -> bool:
    """Is there a blow worth the action?"""
    return any(
        sight.chance(ATTACK, item, foe) >= GOOD and sight.harm(ATTACK, item, foe) > 0
        for foe in sight.near()
        if sight.is_able(foe) and not sight.is_let_go(foe)
        for item in sight.strikers()
        if _reaches(sight, item, foe)
    )


def _threatens_from_afar(sight: Sight, foe: int) -> bool:
    return sight.could_shoot(foe) or sight.is_casting(foe) or sight.is_high(foe)


def _waits(sight: Sight) -> bool:
    if sight.mood() != STEADY or sight.is_surprised() or sight.is_vulnerable() or sight.lies():
        return False
    return not sight.is_grappled() and not sight.has_task() and _good_blow(sight)


def _blow(sight: Sight, verb: int, item: int, foe: int) -> str:
    """Is it a poor choice of weapon, or of whom to strike?"""
    standing = [other for other in sight.near() if other != foe and sight.is_able(other)]
    if not sight.is_able(foe) and any(not sight.is_let_go(other) for other in standing):
        return "the fallen"
    if verb != ATTACK or not sight.is_able(foe):
        return ""
    chance, harm = sight.chance(ATTACK, item, foe), sight.harm(ATTACK, item, foe)
    for other in sight.strikers():
        if other == item or not _reaches(sight, other, foe) or not sight.can(ATTACK, other):
            continue
        better = sight.chance(ATTACK, other, foe), sight.harm(ATTACK, other, foe)
        if (
            better[0] > chance
            and better[1] > harm
            and sight.rank_of(ATTACK, other) >= sight.rank_of(ATTACK, item)
        ):
            return "dominated"
    return ""


def pointless(sight: Sight, said: Answer) -> str:
    """Why this turn's choice is pointless by itself, empty if it is not."""
    verb, _, item = said.option.partition("/")
    if verb in WAITING:
        if verb == "pass" and sight.can(DEFEND) and not sight.has_task():
            return "nothing"
        return "waits" if _waits(sight) else ""
    if verb == "stance" and said.values[0] != "standing":
        return "" if any(_threatens_from_afar(sight, foe) for foe in sight.foes()) else "down"
    if verb in BLOWS:
        return _blow(sight, BLOWS[verb], *_numbers(sight, item, said.values[0]))
    if verb == "shoot":
        weapon, foe = _numbers(sight, item, said.values[0])
        if sight.chance(SHOOT, weapon, foe) <= 0 or sight.harm(SHOOT, weapon, foe) <= 0:
            return "no chance"
    return ""


class Steps:
    """Where somebody stood when the last turns came, while it did nothing but step."""

    def __init__(self) -> None:
        self._left: list[int] = []

    def undone(self, sight: Sight, said: Answer) -> bool:
        """Did the two steps before this turn lead back to where they began?"""
        here = sight.place()
        undone = (
            len(self._left) >= 2 and here != NOWHERE and here == self._left[-2] != self._left[-1]
        )
        stepped = said.option in STEPPING and sight.mood() == STEADY
        self._left = [*self._left[-1:], here] if stepped else []
        return undone


def count(name: str, mind: Policy, fights: int = FIGHTS) -> tuple[int, Counter[str]]:
    """All turns of so many fights of a scene, and the pointless ones by kind."""
    setup = shipped(name)
    turns = 0
    found: Counter[str] = Counter()
    for number in range(fights):
        fight = begin(setup, fight_seed(11, number))
        steps: defaultdict[str, Steps] = defaultdict(Steps)
        while questions := fight.questions():
            answers: list[Answer] = []
            for question in questions:
                sight = question.sight()
                said = mind(sight)
                answers.append(said)
                if sight.kind == TURN:
                    turns += 1
                    why = pointless(sight, said)
                    if sight.has_places() and steps[question.combatant].undone(sight, said):
                        why = why or "to and fro"
                    found[why] += bool(why)
            fight.advance(answers)
    return turns, +found


def shares(mind: str, fights: int = FIGHTS) -> tuple[int, int, Counter[str]]:
    """Turns, pointless ones in a thousand (rounded up), and their kinds, over all scenes that ship."""
    turns = 0
    found: Counter[str] = Counter()
    for name in SHIPPED:
        more, kinds = count(name, POLICIES[mind], fights)
        turns += more
        found += kinds
    return turns, -(-1000 * found.total() // turns), found


def main() -> None:
    """A line a mind."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("fights", nargs="?", type=int, default=FIGHTS)
    asked.add_argument("--system", choices=("request", "rivers"), default="request")
    args = asked.parse_args()
    judge = rivers_pointless.shares if args.system == "rivers" else shares
    for mind in ("steady", "reckless", "guard", "random"):
        turns, share, kinds = judge(mind, args.fights)
        told = ", ".join(f"{kind} {number}" for kind, number in kinds.most_common())
        sys.stdout.write(f"{mind}: {share} in 1,000 of {turns:,} turns ({told})\n")


if __name__ == "__main__":
    main()
