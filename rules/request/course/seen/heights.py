"""How high the ground lies, and who would fall from it."""

from __future__ import annotations

from rules.request.course.choices import NOBODY
from rules.request.course.push import drop_beyond
from rules.request.course.seen.ways import Ways


class Heights(Ways):
    """The ground up and down, for those who fight where there are heights."""

    __slots__ = ()

    def has_heights(self) -> bool:
        """Does any of the ground lie higher than the rest?  Without, the others of these say 0."""
        ground = self._fight.ground
        return ground is not None and len(ground.heights) > 0

    def height(self, h: int) -> int:
        """Metres by which a hex lies above the lowest."""
        ground = self._fight.ground
        return 0 if ground is None else ground.level(h)

    def rise(self, to: int, other: int) -> int:
        """Metres by which one on the hex *to* would stand above somebody; 0 where either flies (P16m3)."""
        there = self._other(other)
        if self._me.flying or self._me.high or there.flying or there.high:
            return 0
        return self.height(to) - self.height(there.place)

    def drop(self, at: int, by: int, other: int = NOBODY) -> int:
        """P25f: metres that somebody, or oneself, on the hex *at* falls if pushed a hex straight away from *by*; 0 for none."""
        ground = self._fight.ground
        if ground is None or not ground.heights:
            return 0
        pushed = self._me if other < 0 else self._other(other)
        return drop_beyond(ground, pushed, at, by)
