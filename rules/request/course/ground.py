"""The field as it lies there, who covers which hexes of it, and what stands between two people."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.field.model import Field
from rules.request.chapters import altitude, movement
from rules.request.course.combatant import PRONE, Combatant

BARRED: Final = 1  # a wall: no way, no sight
COVER: Final = 2  # no way, and a shield from missiles
ROUGH: Final = 3  # slow going
_KINDS: Final = {"#": BARRED, "o": COVER, "~": ROUGH}
_LOWEST: Final = "0"
_FAR: Final = 1000  # steps: no reach is so long
_MOST_MEMOS: Final = 16
_MOST_LINES: Final = 5000


class Ground:
    """A field, unpacked once and never changed; only hexes that are not open have a kind, and only raised ones a height."""

    __slots__ = ("bears_memo", "height", "heights", "kinds", "lines_memo", "ways_memo", "width")

    def __init__(self, field: Field) -> None:
        self.width: int = field.width
        self.height: int = field.height
        self.kinds: dict[int, int] = {}
        for row, letters in enumerate(field.rows):
            for column, letter in enumerate(letters):
                if letter in _KINDS:
                    self.kinds[hexes.at(column, row)] = _KINDS[letter]
        self.heights: dict[int, int] = {}
        for row, digits in enumerate(field.heights):
            for column, digit in enumerate(digits):
                if digit != _LOWEST:
                    self.heights[hexes.at(column, row)] = int(digit)
        # What was worked out before: a field never changes.
        self.bears_memo: dict[int, bool] = {}
        self.lines_memo: dict[tuple[int, int], list[int]] = {}
        # Steps to a hex over the ground alone, by that hex, the walker's girth, and whether it flies.
        self.ways_memo: dict[tuple[int, int, bool], dict[int, int]] = {}

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

    def level(self, h: int) -> int:
        """Metres by which it lies above the lowest."""
        return self.heights.get(h, 0)

    def is_step(self, a: int, b: int) -> bool:
        """C33a: is it no more than a step up or down from one to the other?"""
        return abs(self.level(a) - self.level(b)) <= altitude.STEP

    def is_at_hand(self, a: int, b: int) -> bool:
        """C33b: does a close weapon reach so far up or down from one to the other?"""
        return abs(self.level(a) - self.level(b)) <= altitude.ARM

    def bears_body(self, h: int, girth: int) -> bool:
        """Is there ground for somebody of this girth, with the middle on *h*?"""
        for one in body(h, girth):
            if not self.bears(one) or (self.heights and not self.is_step(h, one)):
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

    def steps_to(self, goal: int, h: int, girth: int, flies: bool = False) -> int:
        """Steps from *h* to *goal* over the ground, whoever stands on it; -1 if there is no way."""
        if not self.kinds and not self.heights:
            return hexes.distance(goal, h)
        ways = self.ways_memo.get((goal, girth, flies))
        if ways is None:
            ways = self._ways(goal, girth, flies)
            if len(self.ways_memo) >= _MOST_MEMOS:
                self.ways_memo = {}
            self.ways_memo[goal, girth, flies] = ways
        return ways.get(h, -1)

    def _ways(self, goal: int, girth: int, flies: bool) -> dict[int, int]:
        found: dict[int, int] = {goal: 0}
        edge = [goal]
        while edge:
            further: list[int] = []
            for h in edge:
                for beside in hexes.neighbours(h):
                    if beside in found or not (flies or self.is_step(h, beside)):
                        continue
                    if self.bears_body(beside, girth):
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


def span(a: Combatant, b: Combatant) -> int:
    """Steps from one to the other, however high either is (ruling 18: between the nearest hexes)."""
    return hexes.distance(a.place, b.place) - a.girth - b.girth


def span_from(h: int, c: Combatant, other: Combatant) -> int:
    """The same, if *c* stood on *h*."""
    return hexes.distance(h, other.place) - c.girth - other.girth


def gap(a: Combatant, b: Combatant) -> int:
    """Steps from one to the other as close weapons count them: 1 is adjacent, and over an edge it is far (C33b)."""
    steps = hexes.distance(a.place, b.place) - a.girth - b.girth
    if a.level != b.level and abs(a.level - b.level) > altitude.ARM and not (a.high or b.high):
        steps += _FAR
    return steps


def gap_from(ground: Ground, h: int, c: Combatant, other: Combatant) -> int:
    """The same, if *c* stood on *h*."""
    steps = hexes.distance(h, other.place) - c.girth - other.girth
    if ground.heights and not (c.high or other.high) and not ground.is_at_hand(h, other.place):
        steps += _FAR
    return steps


def goes_over(ground: Ground, c: Combatant, a: int, b: int) -> bool:
    """C33a: may *c* go from one hex to the next, for all that lies between is up or down?"""
    return not ground.heights or c.flying or c.high or ground.is_step(a, b)


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
        if ground.heights and not ground.is_step(h, one):  # C33e
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
        if not ground.bears_body(h, c.girth) or not goes_over(ground, c, c.place, h):
            continue
        if taken is None:
            taken = crowd(people, c.index)
        if is_free(ground, h, c.girth, taken):
            return False
    return True


def nearest_free(
    ground: Ground, h: int, girth: int, taken: dict[int, int], high: bool = False
) -> int:
    """The free place nearest to *h*, *h* itself if it is one; clockwise from the east, outwards; -1 for none.

    C33f: one that no edge parts from *h*, if there is any.
    """
    if ground.heights and not high:
        on_its_level = _nearest(ground, h, girth, taken, high, True)
        if on_its_level >= 0:
            return on_its_level
    return _nearest(ground, h, girth, taken, high, False)


def _nearest(
    ground: Ground, h: int, girth: int, taken: dict[int, int], high: bool, by_steps: bool
) -> int:
    seen = {h: True}
    edge = [h]
    while edge:
        further: list[int] = []
        for one in edge:
            if is_free(ground, one, girth, taken, high):
                return one
            for next_to in hexes.neighbours(one):
                if by_steps and not ground.is_step(one, next_to):
                    continue
                if next_to not in seen and ground.inside(next_to):
                    seen[next_to] = True
                    further.append(next_to)
        edge = further
    return -1


def places_round(ground: Ground, h: int, girth: int) -> int:
    """A11, C33c: how many foes of its own size can engage somebody on *h*: the hexes beside it that can be stood on."""
    count = 0
    for one in beside(h, girth):
        if ground.bears(one) and (not ground.heights or ground.is_at_hand(h, one)):
            count += 1
    return count


def in_sight(ground: Ground, a: int, b: int) -> bool:
    """Does no wall stand between two hexes, and C33d no ground that is like one?"""
    if not ground.kinds and not ground.heights:
        return True
    top = max(ground.level(a), ground.level(b)) + altitude.ARM
    for h in ground.between(a, b):
        if ground.kinds.get(h, 0) == BARRED or ground.level(h) > top:
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
