"""People in lines on open ground: a line for each group of friends, facing the others."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.model import MOST_HEXES, Field
from rules.request.model import Entry, Side
from rules.request.setup.ground import covered, girth

MARGIN: Final = 10
"""Hexes round everybody, to back off to and to leave by."""

WIDEST: Final = 20
"""Hexes of a rank; who finds no room in it stands in the next."""

_SEVEN_WIDE: Final = 3
_TWO: Final = 2
_SIXTH: Final = 6


class Hostility:
    """Which sides fight each other."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self._friends: dict[str, set[str]] = {side.id: {side.id, *side.friends} for side in sides}

    def of(self, one: str, other: str) -> bool:
        """Do these sides fight?  One who calls the other a friend is enough for peace."""
        return other not in self._friends[one] and one not in self._friends[other]

    def between(self, one: Entry, other: Entry) -> bool:
        """Are these two foes?"""
        return self.of(one.side, other.side)

    def groups(self, crew: list[Entry]) -> list[list[Entry]]:
        """Everybody, sorted into groups of friends, in the order of the sides."""
        groups: list[list[str]] = []
        for side in self._friends:
            for group in groups:
                if not any(self.of(side, other) for other in group):
                    group.append(side)
                    break
            else:
                groups.append([side])
        return [[one for one in crew if one.side in group] for group in groups]


class Stand:
    """A field and everybody's hex on it, by id."""

    def __init__(self, field: Field, places: dict[str, int]) -> None:
        self.field: Field = field
        self.places: dict[str, int] = places


class Line:
    """A group in ranks: how far along (from its middle) and how far back each one stands."""

    def __init__(self, people: list[Entry]) -> None:
        self.people: list[Entry] = people
        self.along: list[int] = []
        self.back: list[int] = []
        self.depth: int = 0
        rank: list[Entry] = []
        for one in people:
            if rank and _width([*rank, one]) > WIDEST:
                self._close(rank)
                rank = []
            rank.append(one)
        self._close(rank)

    def _close(self, rank: list[Entry]) -> None:
        """Put a rank behind those before it, around the middle."""
        along = -(_width(rank) // 2)
        deep = 1
        for one in rank:
            wide = girth(one)
            # Whoever covers seven hexes has its place one behind the front and one from the side.
            self.along.append(along + wide)
            self.back.append(self.depth + wide)
            along += _SEVEN_WIDE if wide else 1
            deep = max(deep, _SEVEN_WIDE if wide else 1)
        self.depth += deep

    def facing_down(self, front: int) -> dict[str, int]:
        """Hexes with the first rank in row *front* and the others above it."""
        return {
            one.id: hexes.at(along, front - back)
            for one, along, back in zip(self.people, self.along, self.back, strict=True)
        }

    def facing_up(self, front: int) -> dict[str, int]:
        """Hexes with the first rank in row *front* and the others below it."""
        return {
            one.id: hexes.at(along, front + back)
            for one, along, back in zip(self.people, self.along, self.back, strict=True)
        }


def in_lines(crew: list[Entry], hostility: Hostility, apart: int) -> Stand:
    """Everybody in lines so many hexes apart: two face each other, more stand in a circle."""
    lines = [Line(group) for group in hostility.groups(crew)]
    if len(lines) <= _TWO:
        places = lines[0].facing_down(0)
        if len(lines) == _TWO:
            places |= lines[1].facing_up(apart)
    else:
        places = _in_a_circle(lines, apart)
    return framed(crew, places)


def framed(crew: list[Entry], places: dict[str, int]) -> Stand:
    """The same places on a field with a margin round them."""
    spots = [h for one in crew for h in covered(one, places[one.id])]
    top = min(map(hexes.row, spots))
    down = MARGIN - top
    places = {name: shifted(h, 0, down) for name, h in places.items()}
    spots = [shifted(h, 0, down) for h in spots]
    left = min(map(hexes.column, spots))
    across = MARGIN - left
    places = {name: shifted(h, across, 0) for name, h in places.items()}
    width = max(map(hexes.column, spots)) + across + MARGIN + 1
    height = max(map(hexes.row, spots)) + MARGIN + 1
    _check_size(max(width, height))
    return Stand(Field(width, height), places)


def shifted(h: int, across: int, down: int) -> int:
    """The hex so many columns to the right, and so many rows down along one of the axes."""
    return h + hexes.pack(across, down) - hexes.pack(0, 0)


def _check_size(hexes_across: int) -> None:
    if hexes_across > MOST_HEXES:
        problem = f"wants a field of more than {MOST_HEXES} hexes from end to end"
        raise SetupError("start", f"{problem}; expected a smaller `distance`, or fewer people")


def _width(rank: list[Entry]) -> int:
    """Hexes that a rank takes, side by side."""
    return sum([_SEVEN_WIDE if girth(one) else 1 for one in rank])


def _in_a_circle(lines: list[Line], apart: int) -> dict[str, int]:
    """Lines round a middle, each facing it, no two of them nearer than *apart*; six a circle."""
    out = 0
    while True:
        out += 1
        rows: list[dict[str, int]] = []
        behind = [out] * _SIXTH
        for number, line in enumerate(lines):
            turns = _turn(number, len(lines))
            rows.append(
                {name: _turned(h, turns) for name, h in line.facing_up(behind[turns]).items()}
            )
            behind[turns] += line.depth + apart - 1
            _check_size(behind[turns])
        lacking = apart - _nearest(lines, rows)
        if lacking <= 0:
            return {name: h for row in rows for name, h in row.items()}
        # A step outwards takes two lines at most two steps apart.
        out += (lacking - 1) // 2


def _turn(number: int, lines: int) -> int:
    """By how many sixths the line with this number is turned round the middle."""
    if lines >= _SIXTH:
        return number % _SIXTH
    return number * _SIXTH // lines


def _turned(h: int, sixths: int) -> int:
    """A hex turned clockwise round the hex in the first column of the first row."""
    r = hexes.row(h)
    q = hexes.column(h) - (r >> 1)
    for _ in range(sixths):
        q, r = -r, q + r
    return hexes.pack(q, r)


def _nearest(lines: list[Line], rows: list[dict[str, int]]) -> int:
    """The least gap between people of two lines."""
    nearest = MOST_HEXES
    spots = [
        [(row[one.id], girth(one)) for one in line.people]
        for line, row in zip(lines, rows, strict=True)
    ]
    for number, line_spots in enumerate(spots):
        for others in spots[:number]:
            for h, wide in line_spots:
                for other, other_wide in others:
                    nearest = min(nearest, hexes.distance(h, other) - wide - other_wide)
    return nearest
