"""Who begins beside whom: each list a knot of people, the others in line behind their friends."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.forms import quoted
from rules.request.model import Entry
from rules.request.setup.ground import covered, girth
from rules.request.setup.lines import Hostility, Line, Stand, framed, shifted

Knots = tuple[tuple[str, ...], ...]

BETWEEN: Final = 3
"""Empty hexes between two knots, and between a knot and the line behind it."""

_DOWN: Final = 3
_UP: Final = 9
_ALL_ROUND: Final = 12


def in_contact(crew: list[Entry], hostility: Hostility, written: Knots) -> Stand:
    """The knots side by side, and those who are in none in line behind their friends."""
    groups = hostility.groups(crew)
    looks = {one.id: number % 2 for number, group in enumerate(groups) for one in group}
    places: dict[str, int] = {}
    edge = 0
    for number, knot in enumerate(_joined(written)):
        tied = _Knot(crew, hostility, looks, knot, written)
        spots = tied.spots()
        if number:
            # Twice the columns, since every second row lies half a hex to the right.
            across = (edge - min(map(_halves, spots)) + 1) // 2 + BETWEEN + 1
            tied.shift(across)
            spots = tied.spots()
        edge = max(map(_halves, spots))
        places |= tied.places
    spots = [h for one in crew if one.id in places for h in covered(one, places[one.id])]
    middle = (min(map(_halves, spots)) + max(map(_halves, spots))) // 4
    above = min(map(hexes.row, spots)) - BETWEEN - 1
    below = max(map(hexes.row, spots)) + BETWEEN + 1
    for number, group in enumerate(groups):
        behind = [one for one in group if one.id not in places]
        if not behind:
            continue
        line = Line(behind)
        if number % 2:
            row = line.facing_up(below)
            below += line.depth + BETWEEN
        else:
            row = line.facing_down(above)
            above -= line.depth + BETWEEN
        places |= {name: shifted(h, middle, 0) for name, h in row.items()}
    return framed(crew, places)


class _Knot:
    """People who stand beside each other, found one after the other from the first on."""

    def __init__(
        self,
        crew: list[Entry],
        hostility: Hostility,
        looks: dict[str, int],
        knot: list[int],
        written: Knots,
    ) -> None:
        self.people: dict[str, Entry] = {one.id: one for one in crew}
        self.hostility: Hostility = hostility
        self.looks: dict[str, int] = looks
        self.places: dict[str, int] = {}
        self.taken: set[int] = set()
        first = written[knot[0]][0]
        self._put(first, hexes.at(0, looks[first]))
        left = list(knot)
        while left:
            index = next(i for i in left if any(name in self.places for name in written[i]))
            left.remove(index)
            self._tie(written[index], f"start.contact[{index}]")

    def spots(self) -> list[int]:
        """Every hex that is covered."""
        return [h for name, at in self.places.items() for h in covered(self.people[name], at)]

    def shift(self, across: int) -> None:
        """Move all of them to the right."""
        self.places = {name: shifted(h, across, 0) for name, h in self.places.items()}

    def _tie(self, names: tuple[str, ...], path: str) -> None:
        """Put the first of them beside whoever stands already, and then the others beside it."""
        first = names[0]
        if first not in self.places:
            standing = [name for name in names if name in self.places]
            self._put(first, self._beside(first, standing, path))
        for name in names[1:]:
            if name not in self.places:
                self._put(name, self._beside(name, [first], path))
            elif self._gap(name, self.places[name], first) != 1:
                problem = f"{quoted(name)} stands beside others already, and not beside"
                problem = f"{problem} {quoted(first)}; expected people who can all stand so"
                raise SetupError(path, problem)

    def _beside(self, name: str, others: list[str], path: str) -> int:
        """A hex beside all of *others*: the one with fewest other foes beside it, in front first."""
        who = self.people[name]
        best = -1
        best_foes = len(self.places)
        for h in self._round(others[0], who):
            if not self.taken.isdisjoint(covered(who, h)):
                continue
            if any(self._gap(name, h, other) != 1 for other in others):
                continue
            foes = self._foes_beside(name, h)
            if best < 0 or foes < best_foes:
                best = h
                best_foes = foes
        if best < 0:
            problem = f"there is no room for {quoted(name)} beside"
            problem = f"{problem} {quoted(others[0])}; expected at most six round one"
            raise SetupError(path, problem)
        return best

    def _round(self, middle: str, who: Entry) -> list[int]:
        """The hexes where *who* stands beside *middle*, those in front of it first."""
        at = self.places[middle]
        steps = 1 + girth(self.people[middle]) + girth(who)
        front = (_UP if self.looks[middle] else _DOWN) * steps
        around = circle(at, steps)
        off = [abs(2 * place - front) for place in range(len(around))]
        off = [min(one, _ALL_ROUND * steps - one) for one in off]
        return [around[place] for place in sorted(range(len(around)), key=off.__getitem__)]

    def _gap(self, name: str, h: int, other: str) -> int:
        apart = hexes.distance(h, self.places[other])
        return apart - girth(self.people[name]) - girth(self.people[other])

    def _foes_beside(self, name: str, h: int) -> int:
        foes = 0
        for other in self.places:
            hostile = self.hostility.between(self.people[name], self.people[other])
            if hostile and self._gap(name, h, other) == 1:
                foes += 1
        return foes

    def _put(self, name: str, h: int) -> None:
        self.places[name] = h
        self.taken.update(covered(self.people[name], h))


def circle(middle: int, steps: int) -> list[int]:
    """The hexes so many steps away, clockwise from the east."""
    around: list[int] = []
    for side, step in enumerate(hexes.STEPS):
        along = hexes.STEPS[(side + 2) % len(hexes.STEPS)]
        around += [middle + steps * step + along * number for number in range(steps)]
    return around


def _joined(written: Knots) -> list[list[int]]:
    """The numbers of the lists, those that share somebody together."""
    joined: list[list[int]] = []
    for index, names in enumerate(written):
        mine = [index]
        apart: list[list[int]] = []
        for knot in joined:
            if any(name in written[i] for i in knot for name in names):
                mine += knot
            else:
                apart.append(knot)
        joined = [*apart, sorted(mine)]
    return sorted(joined)


def _halves(h: int) -> int:
    """How far to the right a hex lies, in halves of a hex."""
    return 2 * hexes.column(h) + (hexes.row(h) & 1)
