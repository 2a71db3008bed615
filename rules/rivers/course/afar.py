"""Missiles and attack magic at somebody of another engagement: they land at the edge of the round, in player order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.kernel.dice import dice_for
from rules.rivers.chapters import engagements
from rules.rivers.chapters.order import Strike
from rules.rivers.course.blows import shots_of, usable_answers
from rules.rivers.course.casting import land_attack, roll_attack
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.edge import Rounds
from rules.rivers.course.engagement import Course
from rules.rivers.course.landing import land

SEQUENTIAL: Final = "sequential"


def edge_dice(fight: Rounds) -> None:
    """S4: what is between engagements has dice of its own, which go on all through the round."""
    if fight.diced != fight.round:
        fight.dice = dice_for(fight.seed, engagements.stream(fight.round, None))
        fight.diced = fight.round


def land_shots(fight: Rounds, parts: Sequence[Course]) -> None:
    """C61, M42: everything that was shot or cast at somebody elsewhere; *parts* are the engagements that are through."""
    if not [part for part in parts if part.shots]:
        return
    fight.shot = True
    edge_dice(fight)
    for part in parts:
        fight.plans.update(part.plans)
        fight.answered.update(part.answered)
        fight.drew = fight.drew + part.drew
    for part in parts:
        for who, target, item, later in part.shots:
            c, foe = fight.people[who], fight.people[target]
            if not foe.able:
                arm = c.build.arms[item].id if item >= 0 else ""
                fight.emit("attack_lost", by=who, at=target, item=arm)
                continue
            pace = part.paces[who]
            strike = Strike(who + 1, pace.rank, 0, c.build.first, target + 1, later > 0)
            if item < 0:
                made = roll_attack(fight, strike, fight.plans[who])
                made.crosses = True
                fight.harm = land_attack(fight, made, pace.figure()) or fight.harm
                continue
            for blow in shots_of(fight, strike, item, _answers(fight, foe, strike)):
                blow.crosses = True
                if land(fight, blow, pace):
                    fight.harm = True
    fight.plans = {}
    fight.answered = {}
    fight.drew = []


def _answers(fight: Rounds, foe: Combatant, strike: Strike) -> list[int]:
    """The first that its target has declared and can use."""
    if fight.options.cross_effects == SEQUENTIAL or foe.index not in fight.plans:
        return []
    return usable_answers(fight, foe, strike)[:1]
