"""Ways over a field: what a hex takes to enter, how far it is, and what lies in sight of what."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.kernel import hexes
from rules.kernel.field.drawing import BLOCKED, COVER, DIFFICULT, OPEN
from rules.kernel.field.model import Field

NO_WAY: Final = 100_000
"""More steps than any way has."""
NOWHERE: Final = -1
BEYOND: Final = ""
_HARD: Final = 2
_KEPT: Final = 128


class Land:
    """A field for whoever walks on it; never changed but for what it remembers."""

    __slots__ = ("field", "height", "known", "rows", "width")

    def __init__(self, field: Field) -> None:
        self.field: Field = field
        self.width: int = field.width
        self.height: int = field.height
        self.rows: list[str] = list(field.rows)
        self.known: dict[int, dict[int, int]] = {}

    def letter(self, h: int) -> str:
        """What the ground is at a hex; BEYOND the edge of the field."""
        down = hexes.row(h)
        across = hexes.column(h)
        if not (0 <= down < self.height and 0 <= across < self.width):
            return BEYOND
        return self.rows[down][across] if self.rows else OPEN

    def cost(self, h: int) -> int:
        """The steps that it takes to enter a hex: 1, 2 where the ground is difficult, 0 if nobody can."""
        letter = self.letter(h)
        if letter in (BLOCKED, COVER, BEYOND):
            return 0
        return _HARD if letter == DIFFICULT else 1

    def within(self, start: int, most: int, shut: list[int] | None = None) -> dict[int, int]:
        """By hex the steps from *start*, of all that are no more than *most* away, the nearest first.

        Nobody goes through the hexes that are *shut*.
        """
        found: dict[int, int] = {}
        now: list[int] = [start]
        soon: list[int] = []  # a step later, and two
        later: list[int] = []
        at = 0
        while at <= most and (now or soon):
            for h in now:
                if h in found or (shut is not None and h in shut):
                    continue
                found[h] = at
                for other in hexes.neighbours(h):
                    steps = self.cost(other)
                    if steps == 1:
                        soon.append(other)
                    elif steps == _HARD:
                        later.append(other)
            now, soon, later = soon, later, []
            at += 1
        return found

    def nearest_free(self, start: int, taken: list[int]) -> int:
        """The nearest hex to *start* that is none of *taken*, NOWHERE if there is none to walk to."""
        most = 2
        while most < NO_WAY:
            for h in self.within(start, most):
                if h not in taken:
                    return h
            most = most * most
        return NOWHERE

    def steps(self, start: int, end: int) -> int:
        """The steps of the shortest way from one hex to another, NO_WAY if there is none."""
        if not self.rows:
            return hexes.distance(start, end)
        known = self.known.get(start)
        if known is None:
            if len(self.known) >= _KEPT:
                self.known.clear()
            known = self.within(start, NO_WAY)
            self.known[start] = known
        return known.get(end, NO_WAY)

    def sees(self, a: int, b: int) -> bool:
        """Does nothing that is blocked lie between two hexes?"""
        if self.rows:
            for h in hexes.line(a, b):
                if self.letter(h) == BLOCKED:
                    return False
        return True


@lru_cache(maxsize=64)
def land_of(field: Field) -> Land:
    """The land of a field, the same one each time."""
    return Land(field)
