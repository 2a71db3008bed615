"""The field as it lies there, who covers which hexes of it, and what stands between two people."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.request.chapters import movement
from rules.request.course.combatant import PRONE, Combatant
from rules.request.model import Field

BARRED: Final = 1  # a wall: no way, no sight
COVER: Final = 2  # no way, and a shield from missiles
ROUGH: Final = 3  # slow going
_KINDS: Final = {"#": BARRED, "o": COVER, "~": ROUGH}
_MOST_MEMOS: Final = 16
_MOST_LINES: Final = 5000


class Ground:
    """A field, unpacked once and never changed; only hexes that are not open have a kind."""

    __slots__ = ("bears_memo", "height", "kinds", "lines_memo", "ways_memo", "width")

    def __init__(self, field: Field) -> None:
        self.width: int = field.width
        self.height: int = field.height
        self.kinds: dict[int, int] = {}
        for row, letters in enumerate(field.rows):
            for column, letter in enumerate(letters):
                if letter in _KINDS:
                    self.kinds[hexes.at(column, row)] = _KINDS[letter]
        # What was worked out before: a field never changes.
        self.bears_memo: dict[int, bool] = {}
        self.lines_memo: dict[tuple[int, int], list[int]] = {}
        # Steps to a hex over the ground alone, by that hex and the walker's girth.
        self.ways_memo: dict[tuple[int, int], dict[int, int]] = {}

    def inside(self, h: int) -> bool:
        """Is it a hex of the field?"""
        row = hexes.row(h)
        return 0 <= row < self.height and 0 <= hexes.column(h) < self.width

    def bears(self, h: int) -> bool:
        """Is it a hex that somebody can stand on?"""
        known = self.bears_memo.get(h)
        if known is None:
            known = self.inside(h) and self.kinds.get(h, ROUGH) == ROUGH
            self.bears_memo[h] = known
        return known

    def between(self, a: int, b: int) -> list[int]:
        """The hexes strictly between two, worked out once."""
        known = self.lines_memo.get((a, b))
        if known is None:
            known = hexes.line(a, b)
            if len(self.lines_memo) >= _MOST_LINES:
                self.lines_memo = {}
            self.lines_memo[a, b] = known
        return known

    def bears_body(self, h: int, girth: int) -> bool:
        """Is there ground for somebody of this girth, with the middle on *h*?"""
        for one in body(h, girth):
            if not self.bears(one):
                return False
        return True

    def price(self, h: int, girth: int) -> int:
        """The steps that coming to *h* costs."""
        if not self.kinds:
            return 1
        if girth == 0:
            return movement.DIFFICULT if self.kinds.get(h, 0) == ROUGH else 1
        for one in body(h, girth):
            if self.kinds.get(one, 0) == ROUGH:
                return movement.DIFFICULT
        return 1

    def to_edge(self, h: int) -> int:
        """Steps from *h* to the nearest hex of the edge, if nothing is in the way."""
        column = hexes.column(h)
        row = hexes.row(h)
        return min(column, self.width - 1 - column, row, self.height - 1 - row)

    def steps_to(self, goal: int, h: int, girth: int) -> int:
        """Steps from *h* to *goal* over the ground, whoever stands on it; -1 if there is no way."""
        if not self.kinds:
            return hexes.distance(goal, h)
        ways = self.ways_memo.get((goal, girth))
        if ways is None:
            ways = self._ways(goal, girth)
            if len(self.ways_memo) >= _MOST_MEMOS:
                self.ways_memo = {}
            self.ways_memo[goal, girth] = ways
        return ways.get(h, -1)

    def _ways(self, goal: int, girth: int) -> dict[int, int]:
        found: dict[int, int] = {goal: 0}
        edge = [goal]
        while edge:
            further: list[int] = []
            for h in edge:
                for beside in hexes.neighbours(h):
                    if beside not in found and self.bears_body(beside, girth):
                        found[beside] = found[h] + 1
                        further.append(beside)
            edge = further
        return found


def body(h: int, girth: int) -> list[int]:
    """The hexes that somebody of this girth covers, with the middle on *h*."""
    if girth == 0:
        return [h]
    return [h, *hexes.neighbours(h)]


def beside(h: int, girth: int) -> list[int]:
    """The positions round somebody: six hexes, or the ring of twelve, clockwise."""
    return hexes.neighbours(h) if girth == 0 else hexes.ring(h)


def gap(a: Combatant, b: Combatant) -> int:
    """Steps from one to the other: 1 is adjacent (ruling 18: between the nearest hexes)."""
    return hexes.distance(a.place, b.place) - a.girth - b.girth


def gap_from(h: int, c: Combatant, other: Combatant) -> int:
    """The same, if *c* stood on *h*."""
    return hexes.distance(h, other.place) - c.girth - other.girth


def crowd(people: list[Combatant], but: int, high: bool = False) -> dict[int, int]:
    """Every hex of a band that somebody bars the others from, and who; *but* for the one of this number, and its mount."""
    found: dict[int, int] = {}
    for other in people:
        if other.index == but or other.high != high or not other.bars():
            continue
        if other.mount >= 0 or (other.rider >= 0 and other.rider == but):
            continue  # P34d: a pair has one place, and it is the mount's
        for h in body(other.place, other.girth):
            found[h] = other.index
    return found


def is_free(ground: Ground, h: int, girth: int, taken: dict[int, int], high: bool = False) -> bool:
    """Could somebody of this girth stand with the middle on *h*, or be *high* above it?"""
    if high:
        return _is_free_above(ground, h, girth, taken)
    if girth == 0:
        return h not in taken and ground.bears(h)
    for one in body(h, girth):
        if one in taken or not ground.bears(one):
            return False
    return True


def _is_free_above(ground: Ground, h: int, girth: int, taken: dict[int, int]) -> bool:
    for one in body(h, girth):
        if one in taken or not ground.inside(one):
            return False
    return True


def is_boxed_in(ground: Ground, people: list[Combatant], c: Combatant) -> bool:
    """P16j: is there no hex beside it to which it could step?"""
    if c.high or c.place < 0:
        return False
    taken: dict[int, int] | None = None
    for h in hexes.neighbours(c.place):
        if not ground.bears_body(h, c.girth):
            continue
        if taken is None:
            taken = crowd(people, c.index)
        if is_free(ground, h, c.girth, taken):
            return False
    return True


def nearest_free(
    ground: Ground, h: int, girth: int, taken: dict[int, int], high: bool = False
) -> int:
    """The free place nearest to *h*, *h* itself if it is one; clockwise from the east, outwards; -1 for none."""
    seen = {h: True}
    edge = [h]
    while edge:
        further: list[int] = []
        for one in edge:
            if is_free(ground, one, girth, taken, high):
                return one
            for next_to in hexes.neighbours(one):
                if next_to not in seen and ground.inside(next_to):
                    seen[next_to] = True
                    further.append(next_to)
        edge = further
    return -1


def places_round(ground: Ground, h: int, girth: int) -> int:
    """A11: how many foes of its own size can engage somebody on *h*: the hexes beside it that can be stood on."""
    count = 0
    for one in beside(h, girth):
        if ground.bears(one):
            count += 1
    return count


def in_sight(ground: Ground, a: int, b: int) -> bool:
    """Does no wall stand between two hexes?"""
    if not ground.kinds:
        return True
    for h in ground.between(a, b):
        if ground.kinds.get(h, 0) == BARRED:
            return False
    return True


def has_cover(ground: Ground, at: Combatant, h: int, eye: int) -> bool:
    """P27g: would *at*, standing on *h*, have cover beside it against a shot from *eye*?"""
    if not ground.kinds:
        return False
    for one in ground.between(eye, h):
        if ground.kinds.get(one, 0) == COVER and hexes.distance(one, h) == 1 + at.girth:
            return True
    return False


def in_the_way(ground: Ground, people: list[Combatant], a: Combatant, b: Combatant) -> bool:
    """P27h: does anybody else stand in the line between two?"""
    between = ground.between(a.place, b.place)
    for other in people:
        if other.index in (a.index, b.index) or not other.bars() or other.stance == PRONE:
            continue
        if other.high or other.mount >= 0 or other.index in (a.mount, b.mount):
            continue
        for h in body(other.place, other.girth):
            if h in between:
                return True
    return False
