"""Flanking and surrounding, judged anew whenever somebody moved, fell, or was engaged."""

from __future__ import annotations

from rules.kernel import hexes
from rules.request.chapters import formation
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.ground import Ground, beside, body, crowd, gap
from rules.request.course.riding import other_of
from rules.request.course.state import State


def declared_by(target: Combatant, sides: list[int]) -> int:
    """Which formation the people of these sides want to make about *target*, as they said last."""
    wanted = formation.NONE
    for i in range(0, len(target.declared), 2):
        if target.declared[i] in sides:
            wanted = target.declared[i + 1]
    return wanted


def declare(fight: State, by: Combatant, target: Combatant, wanted: int) -> None:
    """The last declaration of a side counts for all its people (D2), if *by* still engages *target*."""
    if target.index not in by.foes:
        return
    kept: list[int] = []
    for i in range(0, len(target.declared), 2):
        if target.declared[i] != by.side:
            kept += target.declared[i : i + 2]
    target.declared = [*kept, by.side, wanted]
    if fight.log is not None:
        facts = {"formation": formation.NAMES[wanted]}
        fight.emit("declared", by=by.index, at=target.index, facts=facts)


def mind(fight: State, c: Combatant, foe: int) -> None:
    """*c* minds *foe*, if that is still one of those about it (R58)."""
    if c.focus == foe or foe not in c.formed[1:]:
        return
    c.focus = foe
    fight.emit("focused", by=c.index, at=foe)


def bonus(c: Combatant, at: Combatant) -> int:
    """R41, R43: the formation that helps *c* against *at*: NONE, FLANKED or SURROUNDED."""
    formed = at.formed
    if not formed or at.focus == c.index or c.index not in formed[1:]:
        return formation.NONE
    if at.focus != NOTHING and at.focus == other_of(c):
        return formation.NONE  # R40d: whoever minds the one minds the other
    return formed[0]


def judge_formations(fight: State) -> None:
    """R45: judge every formation again; those who are newly in one may name a focus, when they are asked."""
    ground = fight.the_ground()
    for c in fight.people:
        if not c.formed and len(c.foes) <= 1:
            continue
        was = c.formed
        now = _formed(fight, ground, c)
        if c.focus >= 0 and (not now or c.focus not in now[1:]):
            # A18b: it lapses with the formation, or when its foe leaves that.
            c.focus = NOTHING
            now = _formed(fight, ground, c)
            if now == was:
                fight.emit("focused", by=c.index)
        if now == was:
            continue
        c.formed = now
        _tell(fight, c)
        if now and not was and c.index not in fight.fresh:
            fight.fresh = [*fight.fresh, c.index]


def _tell(fight: State, c: Combatant) -> None:
    if fight.log is None:
        return
    facts = {"formation": formation.NAMES[c.formed[0] if c.formed else formation.NONE]}
    if c.formed:
        facts["by"] = ", ".join([fight.people[one].id for one in c.formed[1:]])
        if c.focus >= 0:
            facts["focus"] = fight.people[c.focus].id
    fight.emit("formation", at=c.index, facts=facts)


def _formed(fight: State, ground: Ground, target: Combatant) -> list[int]:
    """The formation about *target* now, and who is in it; A10: one at a time."""
    if not target.able or target.hidden or len(target.foes) < 2:  # noqa: PLR2004 - two at least
        return []
    tried: list[int] = []
    for foe in target.foes:
        side = fight.people[foe].side
        if side in tried:
            continue
        tried.append(side)
        group = [one for one in target.foes if not fight.hostile[side][fight.people[one].side]]
        if _places_of(fight, group) < 2 or _has_friend_beside(fight, target):  # noqa: PLR2004 - the same
            continue
        sides = [fight.people[one].side for one in group]
        if declared_by(target, sides) == formation.FLANKED:
            if _is_flanked(fight, ground, target, group):
                return [formation.FLANKED, *group]
        else:
            around = _surrounders(fight, ground, target, group)
            if around:
                return [formation.SURROUNDED, *around]
    return []


def _places_of(fight: State, group: list[int]) -> int:
    """R40d: how many they are, rider and mount counted as one."""
    count = 0
    for one in group:
        if fight.people[one].mount not in group:
            count += 1
    return count


def _has_friend_beside(fight: State, target: Combatant) -> bool:
    """A19: somebody able on the side of *target* next to it?"""
    for other in fight.people:
        if other.index == target.index or not other.bars() or other.high:
            continue
        if not fight.is_foe(target, other) and gap(target, other) == 1:
            return True
    return False


def _is_flanked(fight: State, ground: Ground, target: Combatant, group: list[int]) -> bool:
    """R40: no friend of the target engages any of them, and there is room in front and beside."""
    for one in group:
        for engaging in fight.people[one].foes:
            if engaging in (target.index, other_of(target)):
                continue
            if not fight.is_foe(target, fight.people[engaging]):
                return False
    around = beside(target.place, target.girth)
    taken = crowd(fight.people, target.index)
    held = _held(fight, ground, target, target.foes)
    front = target.focus if target.focus in group else group[0]
    position = _position(fight.people[front], around, held)
    open_to: list[bool] = []
    for i, h in enumerate(around):
        has_ground = ground.bears(h) and ground.is_at_hand(target.place, h)  # C33c
        is_open = held[i] >= 0 or (has_ground and h not in taken)
        open_to.append(is_open)
    both = fight.setup.options.flank_room == "both_sides"
    return formation.has_room(open_to, position, both)


def _surrounders(fight: State, ground: Ground, target: Combatant, group: list[int]) -> list[int]:
    """R42: those who surround *target*, [] if they do not: nobody else engages any, evenly spaced."""
    if _places_of(fight, group) < 3:  # noqa: PLR2004 - three at least
        return []
    held = _held(fight, ground, target, group)
    if not formation.is_even([by >= 0 for by in held]):
        return []
    around = [one for one in group if _is_held(fight, one, held)]
    for one in around:
        for engaging in fight.people[one].foes:
            if engaging not in (target.index, other_of(target)):
                return []
    return around if _places_of(fight, around) > 2 else []  # noqa: PLR2004 - the same


def _held(fight: State, ground: Ground, target: Combatant, group: list[int]) -> list[int]:
    """By position round *target*, who of *group* counts for it; NOTHING for nobody.

    Whoever is adjacent holds the hexes it covers; whoever is two steps away the one nearest
    to it that is free, the clockwise one of two; R40d rider and mount together hold one.
    """
    around = beside(target.place, target.girth)
    taken = crowd(fight.people, target.index)
    held = [NOTHING] * len(around)
    for one in group:
        foe = fight.people[one]
        if gap(target, foe) == 1:
            for h in body(foe.place, foe.girth):
                if h in around:
                    held[around.index(h)] = one
    for one in group:
        foe = fight.people[one]
        other = other_of(foe)
        if gap(target, foe) > 1 and (other < 0 or other not in held):
            position = _nearest_open(ground, foe, target.place, around, held, taken)
            if position >= 0:
                held[position] = one
    return held


def _is_held(fight: State, one: int, held: list[int]) -> bool:
    """Does it, or whoever shares its place, hold a position?"""
    other = other_of(fight.people[one])
    return one in held or (other >= 0 and other in held)


def _nearest_open(
    ground: Ground,
    foe: Combatant,
    middle: int,
    around: list[int],
    held: list[int],
    taken: dict[int, int],
) -> int:
    nearest = [i for i, h in enumerate(around) if hexes.distance(h, foe.place) == 1 + foe.girth]
    free: list[int] = []
    for i in nearest:
        has_ground = ground.bears(around[i]) and ground.is_at_hand(middle, around[i])
        if held[i] < 0 and around[i] not in taken and has_ground:
            free.append(i)
    return _clockwise(free, len(around))


def _position(foe: Combatant, around: list[int], held: list[int]) -> int:
    """Where *foe* counts as standing: the position it holds, or the nearest if somebody else holds that."""
    mine = [i for i, by in enumerate(held) if by >= 0 and by in (foe.index, other_of(foe))]
    if mine:
        return mine[0]
    least = min([hexes.distance(h, foe.place) for h in around])
    nearest = [i for i, h in enumerate(around) if hexes.distance(h, foe.place) == least]
    return _clockwise(nearest, len(around))


def _clockwise(found: list[int], count: int) -> int:
    """Of two positions side by side the one that lies clockwise of the other; -1 of none."""
    if not found:
        return -1
    if len(found) > 1 and (found[0] + 1) % count == found[1]:
        return found[1]
    return found[0]
