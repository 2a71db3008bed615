"""Standing between an archer on one's own side and whoever may come for it."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.model import Answer
from rules.request.course.choices import MOVE, TO_HEX
from rules.request.course.sight import Sight
from rules.request.policies.situation import Situation

CLOSE_BY: Final = 2


def screen(sight: Sight, situation: Situation) -> Answer | None:
    """A step or two to where one stands before the archer nearest to a foe, beside its line of shot."""
    archer = -1
    threat = -1
    least = 0
    for friend in situation.bowmen:
        for foe in situation.foes:
            apart = sight.gap_between(friend, foe)
            if archer < 0 or apart < least:
                archer, threat, least = friend, foe, apart
    if archer < 0 or is_screened(sight, archer, threat):
        return None
    mine = sight.place_of(archer)
    line = hexes.line(mine, sight.place_of(threat))
    best = -1
    shortest = 0
    for to in sight.hexes(MOVE):
        if to in line or not _is_before(sight, to, archer, threat) or sight.openings_to(to):
            continue
        way = hexes.distance(to, sight.place())
        if best < 0 or way < shortest:
            best, shortest = to, way
    return None if best < 0 else sight.go(MOVE, sight.name_way(TO_HEX, best))


def is_screened(sight: Sight, archer: int, threat: int) -> bool:
    """Does one stand before it already, or any other friend who is no archer?"""
    if _is_before(sight, sight.place(), archer, threat):
        return True
    for friend in sight.friends():
        if friend != archer and sight.is_armed(friend):
            near = sight.gap_between(friend, archer) <= CLOSE_BY
            if near and sight.gap_between(friend, threat) < sight.gap_between(archer, threat):
                return True
    return False


def _is_before(sight: Sight, to: int, archer: int, threat: int) -> bool:
    """Is this hex close by the archer, and nearer to the foe?"""
    if sight.gap_from(to, archer) > CLOSE_BY:
        return False
    return sight.gap_from(to, threat) < sight.gap_between(archer, threat)
