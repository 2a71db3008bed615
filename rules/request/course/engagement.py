"""Who is engaged with whom: how a pair begins, what its reach is, and everything that ends it."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import crowd, reach
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.grappling import part
from rules.request.course.ground import gap, in_sight, places_round
from rules.request.course.riding import both, legs, other_of
from rules.request.course.state import State

FALLEN: Final = "fallen"
GAVE_UP: Final = "yielded"
GONE: Final = "gone"
HIDDEN: Final = "hidden"
NO_FOES: Final = "no longer foes"
OUT_OF_REACH: Final = "out of reach"
NO_PLACE: Final = "no place left"
BROKE_AWAY: Final = "broke away"
NOT_FOLLOWED: Final = "not followed"
GAME_MASTER: Final = "game master"
LONG_GAP: Final = 2
# D5c: those who part like this are not engaged again merely because they still stand together.
PARTING: Final = (BROKE_AWAY, NOT_FOLLOWED, GAME_MASTER)


def engage(fight: State, a: Combatant, b: Combatant, pair: int) -> None:
    """*a* and *b* are engaged from now on, at this reach; or change to it, and D12a those who share their places."""
    _engage(fight, a, b, pair)
    if other_of(a) == NOTHING and other_of(b) == NOTHING:
        return
    for one in both(fight, a):
        for other in both(fight, b):
            if (one is not a or other is not b) and not _is_as_far(one, other, pair):
                _engage(fight, one, other, max(pair, reach.NORMAL))


def _is_as_far(one: Combatant, other: Combatant, pair: int) -> bool:
    """Are the two engaged, and at long reach like those whose places they share, or like them not?"""
    known = one.reach_to(other.index)
    if one.is_grappled_with(other):
        return True
    return known != NOTHING and (known == reach.LONG) == (pair == reach.LONG)


def _engage(fight: State, a: Combatant, b: Combatant, pair: int) -> None:
    began = a.reach_to(b.index) == NOTHING
    _set(a, b.index, pair)
    _set(b, a.index, pair)
    _forget_parting(a, b)
    if fight.log is None:
        return
    facts = {"reach": reach.REACH_NAMES[pair]}
    if began:
        fight.emit("engaged", by=a.index, at=b.index, facts=facts)
    else:
        fight.emit("reach_set", by=a.index, at=b.index, facts=facts)


def _set(c: Combatant, foe: int, pair: int) -> None:
    foes: list[int] = []
    reaches: list[int] = []
    placed = False
    for i, other in enumerate(c.foes):
        if other == foe:
            continue
        if other > foe and not placed:
            foes.append(foe)
            reaches.append(pair)
            placed = True
        foes.append(other)
        reaches.append(c.reaches[i])
    if not placed:
        foes.append(foe)
        reaches.append(pair)
    c.foes = foes
    c.reaches = reaches


def disengage(fight: State, a: Combatant, b: Combatant, cause: str) -> None:
    """*a* and *b*, with those who share their places, are engaged no more; while they still stand together they are parted."""
    _disengage(fight, a, b, cause)
    if other_of(a) == NOTHING and other_of(b) == NOTHING:
        return
    for one in both(fight, a):
        for other in both(fight, b):
            if other.index in one.foes:
                _disengage(fight, one, other, cause)


def _disengage(fight: State, a: Combatant, b: Combatant, cause: str) -> None:
    _unset(a, b.index)
    _unset(b, a.index)
    if a.holding != NOTHING or b.holding != NOTHING:
        part(fight, a, b, cause)
    if cause in PARTING and a.bars() and b.bars() and gap(a, b) <= 1:
        a.parted = sorted([*a.parted, b.index])
        b.parted = sorted([*b.parted, a.index])
    if fight.log is not None:
        fight.emit("disengaged", by=a.index, at=b.index, facts={"cause": cause})


def _unset(c: Combatant, foe: int) -> None:
    c.reaches = [pair for i, pair in enumerate(c.reaches) if c.foes[i] != foe]
    c.foes = [other for other in c.foes if other != foe]


def _forget_parting(a: Combatant, b: Combatant) -> None:
    if b.index in a.parted:
        a.parted = [one for one in a.parted if one != b.index]
        b.parted = [one for one in b.parted if one != a.index]


def disengage_all(fight: State, c: Combatant, cause: str) -> None:
    """*c* is engaged with nobody any more."""
    for foe in c.foes:
        if foe in c.foes:  # by now: whoever shares a place with another goes with it
            disengage(fight, c, fight.people[foe], cause)


def weight_about(fight: State, c: Combatant) -> int:
    """A11a: the places that the foes of *c* take."""
    taken = 0
    for foe in c.foes:
        other = fight.people[foe]
        if other.mount < 0 or other.mount not in c.foes:  # A11f
            taken += _weight(fight, other, c)
    return taken


def _weight(fight: State, foe: Combatant, c: Combatant) -> int:
    """A11a, A11f: the places that *foe* takes beside *c*: a pair counts like its mount."""
    return crowd.weight(legs(fight, foe).size, legs(fight, c).size)


def has_place(fight: State, c: Combatant, foe: Combatant) -> bool:
    """R25, A11: is there a place left round *c* for *foe*?"""
    return has_place_on(fight, c, c.place, foe)


def has_place_on(fight: State, c: Combatant, h: int, foe: Combatant) -> bool:
    """The same, if *c* stood on *h*."""
    taken = _weight(fight, foe, c) + weight_about(fight, c)
    return taken <= places_round(fight.the_ground(), h, c.girth)


def could_engage(fight: State, a: Combatant, b: Combatant) -> bool:
    """A28, ruling 5: hostile, able, aware and in view, with a place left round both?"""
    if not (a.able and b.able) or a.hidden or b.hidden or a.surprised or b.surprised:
        return False
    if a.high or b.high or _is_caught(fight, a) or _is_caught(fight, b):
        return False
    return fight.is_foe(a, b) and has_place(fight, a, b) and has_place(fight, b, a)


def _is_caught(fight: State, c: Combatant) -> bool:
    """D12a: is whoever shares its place surprised?"""
    other = other_of(c)
    return other >= 0 and fight.people[other].surprised


def cause_to_end(fight: State, a: Combatant, b: Combatant) -> str:
    """Why a pair cannot be engaged any longer; empty if it can."""
    for one in (a, b):
        if one.gone:
            return GONE
        if one.hidden:
            return HIDDEN
    if not fight.is_foe(a, b):
        return NO_FOES
    apart = gap(a, b)
    if (
        a.high
        or b.high
        or apart > LONG_GAP
        or (apart == LONG_GAP and a.reach_to(b.index) != reach.LONG)
    ):
        return OUT_OF_REACH
    return ""


def settle_broken(fight: State, c: Combatant, by_distance: bool = True) -> None:
    """End whatever pairs of *c* cannot go on as things stand; *by_distance* those out of reach too."""
    for foe in c.foes:
        if foe not in c.foes:
            continue  # by now: it went with whoever shares its place
        cause = cause_to_end(fight, c, fight.people[foe])
        if cause and (by_distance or cause != OUT_OF_REACH):
            disengage(fight, c, fight.people[foe], cause)
    if by_distance:
        _lose_places(fight, c)
    forget_partings(fight, c)


def settle_with(fight: State, c: Combatant, some: list[Combatant]) -> None:
    """End the pairs of *c* with *some* that cannot go on, and of all those for whom no place is left.

    What keeps *c* from others is their own affair: one may be on the point of following it.
    """
    for one in some:
        if one.index not in c.foes:
            continue
        cause = cause_to_end(fight, c, one)
        if cause:
            disengage(fight, c, one, cause)
    _lose_places(fight, c)
    forget_partings(fight, c)


def _lose_places(fight: State, c: Combatant) -> None:
    """A11d: where places are lost, those who came last in the seat order go."""
    if fight.ground is not None and c.foes and c.place >= 0:
        places = places_round(fight.ground, c.place, c.girth)
        while weight_about(fight, c) > places:
            disengage(fight, c, fight.people[c.foes[-1]], NO_PLACE)


def forget_partings(fight: State, c: Combatant) -> None:
    """D5c: those who stand together no more have parted for good, and may meet again."""
    for other in c.parted:
        if not _are_together(c, fight.people[other]):
            _forget_parting(c, fight.people[other])


def settle_pairs(fight: State) -> None:
    """End what cannot go on, and let those engage who stand together with a weapon ready."""
    people = fight.people
    for a in people:
        if a.foes or a.parted:
            settle_broken(fight, a)
    for a in people:
        if not a.bars() or a.surprised:
            continue
        for b in people[a.index + 1 :]:
            if not fight.hostile[a.side][b.side] or not (a.armed or b.armed):
                continue
            if not b.bars() or gap(a, b) != 1 or b.index in a.foes or b.index in a.parted:
                continue
            if could_engage(fight, a, b):
                engage(fight, a, b, reach.NORMAL)


def _are_together(a: Combatant, b: Combatant) -> bool:
    return not (a.high or b.high) and a.bars() and b.bars() and gap(a, b) <= 1


def may_strike(fight: State, c: Combatant, item: int, other: Combatant) -> bool:
    """Is *other*, a foe that can be struck, where *c* can get at it with this weapon?

    Engaged at long reach anybody is; else who is adjacent, or two steps away from a long
    weapon, if the two are or could be engaged.  The helpless need no engagement.
    """
    if (c.holding >= 0 or c.holder >= 0) and not c.is_grappled_with(other):
        return False  # P33n2
    if c.high or other.high:
        return False
    pair = c.reach_to(other.index)
    apart = gap(c, other)
    if apart > 1 and not sees(fight, c, other):
        return False
    if pair == reach.LONG:
        return apart <= LONG_GAP
    if pair != NOTHING:
        return apart <= 1
    if apart > (LONG_GAP if reach.is_long(c.arms[item].reach) else 1):
        return False
    if not other.able:
        return True
    return has_place(fight, c, other) and has_place(fight, other, c)


def sees(fight: State, c: Combatant, other: Combatant) -> bool:
    """C25: does no blocked hex stand between the two?  None does between the bands, or up there."""
    if fight.ground is None or c.high or other.high:
        return True
    return in_sight(fight.ground, c.place, other.place)


def engage_by_attack(fight: State, c: Combatant, other: Combatant) -> bool:
    """An attack on somebody who stands near engages the two, if both are aware; were they not before?"""
    if other.index in c.foes:
        return False
    _forget_parting(c, other)  # D5c, even if surprise keeps the two apart until it ends
    if not could_engage(fight, c, other):
        return False
    engage(fight, c, other, reach.NORMAL if gap(c, other) == 1 else reach.LONG)
    return True
