"""The ground of a fight as the scenario draws it, and who stands where on it."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.drawing import BLOCKED, COVER, DIFFICULT, OPEN, sketched
from rules.kernel.field.model import Field, WrittenMap
from rules.kernel.forms import quoted
from rules.request.chapters.altitude import STEP
from rules.request.chapters.crowd import is_large
from rules.request.model import Entry

_NO_WAY: Final = {BLOCKED: "is blocked", COVER: "is cover"}


class Ground:
    """A field, the hexes marked on it in reading order, and who covers which hex.

    ``seats`` says under which mark of which row each mark stands, ``used`` which marks are
    somebody's place.
    """

    def __init__(self, field: Field, marks: dict[str, list[int]] | None = None) -> None:
        self.field: Field = field
        self.marks: dict[str, list[int]] = {} if marks is None else marks
        self.taken: dict[int, Entry] = {}
        self.used: set[str] = set()

    def terrain(self, h: int) -> str:
        """What lies there; nothing beyond the edge."""
        column = hexes.column(h)
        row = hexes.row(h)
        if not (0 <= row < self.field.height and 0 <= column < self.field.width):
            return ""
        return self.field.rows[row][column] if self.field.rows else OPEN

    def level(self, h: int) -> int:
        """Metres by which it lies above the lowest."""
        if not self.field.heights:
            return 0
        return int(self.field.heights[hexes.row(h)][hexes.column(h)])

    def rise(self, h: int, other: int) -> int:
        """How much higher or lower another hex of the field lies."""
        return abs(self.level(h) - self.level(other))

    def is_free(self, h: int) -> bool:
        """Can somebody stand there, and does nobody?"""
        return self.terrain(h) in (OPEN, DIFFICULT) and h not in self.taken

    def put(self, who: Entry, h: int, path: str) -> None:
        """Let *who* stand there, with all the hexes it covers; raise SetupError if it cannot."""
        self.check(who, h, path)
        for one in covered(who, h):
            self._check_free(who, h, one, path)
        for one in covered(who, h):
            self.taken[one] = who

    def check(self, who: Entry, h: int, path: str) -> None:
        """Raise SetupError unless the ground itself lets *who* stand there."""
        for one in covered(who, h):
            terrain = self.terrain(one)
            if not terrain:
                raise SetupError(path, f"{_no_room(who, h)}: the map ends there; {SEVEN}")
            if self.rise(h, one) > STEP:
                problem = f"{_no_room(who, h)}: {hexes.name(one)} lies {self.rise(h, one)} m higher or lower"
                raise SetupError(path, f"{problem}; {SEVEN}")
            if terrain in _NO_WAY:
                name = hexes.name(one)
                if one == h:
                    problem = f"{name} {_NO_WAY[terrain]}; expected open or difficult ground"
                    raise SetupError(path, problem)
                raise SetupError(path, f"{_no_room(who, h)}: {name} {_NO_WAY[terrain]}; {SEVEN}")

    def extent(self) -> str:
        """What hexes there are, in words."""
        last = hexes.name(hexes.at(self.field.width - 1, self.field.height - 1))
        return f"expected a hex from A1 to {last}"

    def named(self, text: str, path: str) -> int:
        """The hex of this name; raise SetupError if it is none or off the map."""
        h = hexes.named(text)
        if h >= 0 and self.terrain(h):
            return h
        problem = f"there is no hex {quoted(text)}"
        if hexes.named(text.upper()) >= 0 and h < 0:
            problem = f"{problem}, names of hexes have capital letters"
        raise SetupError(path, f"{problem}; {self.extent()}{self._or_mark()}")

    def marked(self, mark: str, path: str) -> list[int]:
        """The hexes of this mark; raise SetupError if there is none."""
        if mark not in self.marks:
            problem = f"there is no mark {quoted(mark)} on the map"
            raise SetupError(path, f"{problem}; {self.extent()}{self._or_mark()}")
        self.used.add(mark)
        return self.marks[mark]

    def _or_mark(self) -> str:
        return f" or a mark: {', '.join(sorted(self.marks))}" if self.marks else ""

    def _check_free(self, who: Entry, h: int, one: int, path: str) -> None:
        other = self.taken.get(one)
        if other is None:
            return
        name = hexes.name(one)
        if one == h:
            raise SetupError(path, f"{name} is the place of {other.id}; expected a hex of its own")
        raise SetupError(path, f"{_no_room(who, h)}: {name} is the place of {other.id}; {SEVEN}")


SEVEN: Final = "expected a hex with six more free ones round it"


def covered(who: Entry, h: int) -> list[int]:
    """The hexes that *who* covers, standing there."""
    return [h, *hexes.neighbours(h)] if girth(who) else [h]


def girth(who: Entry) -> int:
    """How many hexes *who* reaches out from its place."""
    return 1 if is_large(who.sheet.characteristics.SIZ) else 0


def _no_room(who: Entry, h: int) -> str:
    size = who.sheet.characteristics.SIZ
    return f"{hexes.name(h)} has no room for SIZ {size}"


def drawn(written: WrittenMap) -> Ground:
    """The ground that a scenario draws; raise SetupError where the drawing makes no sense."""
    return Ground(*sketched(written))
