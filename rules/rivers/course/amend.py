"""The game master's hand: what can be changed in a fight, judged and made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.kernel import hexes
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    EndFight,
    Engage,
    Move,
    Outcome,
    Place,
    Remove,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.rivers.chapters import engagements, wounds
from rules.rivers.course.amend_gear import set_gear
from rules.rivers.course.amend_magic import end_spell, set_points
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.edge import Rounds
from rules.rivers.course.effects import borrowed
from rules.rivers.course.engagement import Course
from rules.rivers.course.harm import suffer

MOST_METRES: Final = 10_000
"""How far from its own line somebody can be put."""
_KNOWN: Final = (
    "the end of the fight, or somebody removed, moved or placed, with other hit points, points of magic or gear,"
    " freed from a spell, or engaged with a foe"
)


def make_change(
    fight: Rounds, parts: Sequence[Course], author: str, reason: str, change: object
) -> None:
    """Make *change* and tell it; raises IllegalAmendmentError, with nothing changed, if it makes no sense."""
    if fight.over:
        raise IllegalAmendmentError("change", "anything", "the fight is over")
    told = {"author": author, "reason": reason}
    if isinstance(change, EndFight):
        sides = [side.id for side in fight.setup.sides]
        if change.winner and change.winner not in sides:
            raise IllegalAmendmentError(
                "winner", change.winner, f"expected one of {', '.join(sides)}"
            )
        fight.emit("amended", facts={**told, "change": "end"})
        fight.finish(Outcome("ended", change.winner, fight.round))
    elif isinstance(change, Remove):
        c = _somebody(fight, parts, change.who)
        c.gone = True
        c.removed = True
        c.settle()
        fight.emit("amended", at=c.index, facts={**told, "change": "remove"})
    elif isinstance(change, Move):
        c = _somebody(fight, parts, change.who)
        if fight.land is not None:
            raise IllegalAmendmentError("change", "move", "there is a map; expected place")
        if not 0 <= change.distance <= MOST_METRES:
            allowed = f"expected 0 to {MOST_METRES} metres"
            raise IllegalAmendmentError("distance", str(change.distance), allowed)
        ways = change.distance if c.build.first else -change.distance
        c.metres = (0 if c.build.first else fight.setup.distance) + ways
        facts = {**told, "change": "move", "distance": str(change.distance)}
        fight.emit("amended", at=c.index, facts=facts)
    elif isinstance(change, Place):
        _put(fight, parts, change, told)
    elif isinstance(change, SetHitPoints):
        _set_hit_points(fight, parts, change, told)
    elif isinstance(change, SetPoints | SetGear | SetStatus):
        _set_owned(fight, _somebody(fight, parts, change.who), change, told)
    elif isinstance(change, Engage):
        _engage(fight, parts, change, told)
    else:
        raise IllegalAmendmentError("change", type(change).__name__, f"possible here: {_KNOWN}")
    if not fight.over and not parts:
        fight.look_for_end()


def _set_owned(
    fight: Rounds, c: Combatant, change: SetPoints | SetGear | SetStatus, told: dict[str, str]
) -> None:
    if isinstance(change, SetPoints):
        set_points(fight, c, change, told)
    elif isinstance(change, SetGear):
        set_gear(fight, c, change, told)
    else:
        end_spell(fight, c, change, told)


def _somebody(fight: Rounds, parts: Sequence[Course], who: str) -> Combatant:
    """Somebody who is in the fight, as it is in its engagement."""
    now = {c.index: c for c in fight.people}
    for part in parts:
        now.update(part.own)
    index = fight.names.get(who, -1)
    if index < 0 or now[index].gone:
        known = ", ".join([c.id for c in now.values() if not c.gone])
        raise IllegalAmendmentError("who", who, f"expected one of {known}")
    return now[index]


def _put(fight: Rounds, parts: Sequence[Course], change: Place, told: dict[str, str]) -> None:
    """C86: somebody is on a hex of the map where nobody stands."""
    c = _somebody(fight, parts, change.who)
    if fight.land is None:
        raise IllegalAmendmentError("change", "place", "there is no map; expected move")
    h = hexes.named(change.place)
    if h < 0 or fight.land.cost(h) == 0:
        raise IllegalAmendmentError(
            "place", change.place, "expected a hex of open or difficult ground"
        )
    for one in fight.people:
        there = _now(parts, one)
        if there.place == h and there.able and there.index != c.index:
            raise IllegalAmendmentError("place", change.place, f"{there.id} stands there")
    c.place = h
    fight.emit("amended", at=c.index, place=change.place, facts={**told, "change": "place"})


def _now(parts: Sequence[Course], c: Combatant) -> Combatant:
    """Somebody as it is in its engagement."""
    for part in parts:
        if c.index in part.own:
            return part.own[c.index]
    return c


def _engage(fight: Rounds, parts: Sequence[Course], change: Engage, told: dict[str, str]) -> None:
    """C52: while engagements are formed somebody is put into that of a foe, and a breach of the star is named."""
    if parts:
        now = "the engagements are at play; expected it while they are formed"
        raise IllegalAmendmentError("change", "engage", now)
    c, foe = _somebody(fight, parts, change.who), _somebody(fight, parts, change.foe)
    for field, one in (("who", c), ("foe", foe)):
        if not one.able:
            raise IllegalAmendmentError(field, one.id, "expected somebody who can fight")
    if c.build.side == foe.build.side:
        raise IllegalAmendmentError("foe", change.foe, f"expected a foe of {c.id}")
    fight.stand(engagements.put(fight.stars, c.index + 1, c.build.first, foe.index + 1))
    facts = {**told, "change": "engage", "foe": foe.id}
    star = fight.stars[fight.seated[c.index + 1]]
    if not engagements.is_star(star):
        facts["breach"] = f"{len(star.first)} against {len(star.second)}"
    fight.emit("amended", at=c.index, facts=facts)


def _set_hit_points(
    fight: Rounds, parts: Sequence[Course], change: SetHitPoints, told: dict[str, str]
) -> None:
    c = _somebody(fight, parts, change.who)
    names = [one.name for one in c.build.entry.sheet.body.locations]
    if change.location not in names:
        allowed = f"expected one of {', '.join(names)}"
        raise IllegalAmendmentError("location", change.location, allowed)
    place = names.index(change.location)
    full = c.build.full[place]
    lowest = -2 * full
    if not lowest <= change.points <= full:
        allowed = f"expected {lowest} to {full}"
        raise IllegalAmendmentError("points", str(change.points), allowed)
    lost = full - change.points
    more = lost - c.lost[place]
    was_useless = c.is_useless(place)
    made = c.lost[:]
    made[place] = lost
    c.wound(made)
    c.lost_all = max(-borrowed(c.under)[0], c.lost_all + more)
    facts = {**told, "change": "hit_points", "points": str(change.points)}
    fight.emit("amended", at=c.index, place=change.location, facts=facts)
    found = wounds.wound(c.build.kinds[place], full, lost, 0) if lost >= full else None
    suffer(fight, c, place, found if found is not None else wounds.Wound(0, 0, []), was_useless)
