"""What lies on the line of a shot: a hex for every step of its distance; where it is on an edge, both stay open."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.kernel.model import Event
from tests.machine.map_board import Board, Body, Hex, apart, around

COVER: Final = "cover"
IN_THE_WAY: Final = "somebody in the way"
TOUCH: Final = 1e-6  # of a hex: as near as that to an edge, the line touches both sides


class Line(NamedTuple):
    """The hexes between two, in order, and those of which only one of two may be meant."""

    through: list[Hex]
    touched: list[Hex]


def line(start: Hex, end: Hex) -> Line:
    """The hexes nearest to the points that part the way into as many steps as it has."""
    steps = apart(start, end)
    through: list[Hex] = []
    touched: list[Hex] = []
    near = start
    for step in range(1, steps):
        east, south = _between(start, end, step / steps)
        around_here = [near, *around(near, 1), *around(near, 2)]
        (nearest, near), (second, other) = sorted(
            (_away(one, east, south), one) for one in around_here
        )[:2]
        if second - nearest < TOUCH:
            touched += [near, other]
        else:
            through.append(near)
    return Line(through, touched)


def _centre(one: Hex) -> tuple[float, float]:
    return one[0] + one[2] / 2, one[2] * math.sqrt(3) / 2


def _between(start: Hex, end: Hex, part: float) -> tuple[float, float]:
    (a, b), (c, d) = _centre(start), _centre(end)
    return a + (c - a) * part, b + (d - b) * part


def _away(one: Hex, east: float, south: float) -> float:
    return math.dist(_centre(one), (east, south))


def wrong_shots(
    board: Board, event: Event, ends: tuple[Body, Body], metres: int, upright: set[str]
) -> Iterator[str]:
    """C25, P27c, P27g, P27h, P27i: what a shot passes, and what it costs.

    *metres* is its range; whether those who are there and not *upright* stand in the way,
    the rules leave open.
    """
    by, at = ends
    if by.is_high or at.is_high:  # D13f
        terms = [t.label for one in event.figures if one.name == "attack_chance" for t in one.terms]
        if COVER in terms or IN_THE_WAY in terms:
            yield f"{by.id} pays for what lies below"
        return
    if by.is_large or at.is_large:
        return  # from and to which of their hexes it flies, the rules leave open
    if 2 * apart(by.place, at.place) > 2 * metres:
        yield f"{by.id} shoots {2 * apart(by.place, at.place)} m, with a range of {metres} m"
    shot = line(by.place, at.place)
    if any(board.ground.letter(one) == "#" for one in shot.through):
        yield f"{by.id} shoots at {at.id} through a wall"
    top = max(board.ground.height(by.place), board.ground.height(at.place)) + 2
    if any(board.ground.height(one) > top for one in shot.through):
        yield f"{by.id} shoots at {at.id} through higher ground"
    figures = [figure for figure in event.figures if figure.name == "attack_chance"]
    terms = [term.label for figure in figures for term in figure.terms]
    given = [label for label in terms if label in (COVER, IN_THE_WAY)]
    if len(given) > 1:
        yield f"{by.id} pays for cover and for somebody in the way"
    if not figures or shot.touched:
        return
    behind = bool(shot.through) and board.ground.letter(shot.through[-1]) == "o"
    both = {one for end in (by.id, at.id) for one in (end, board.partners.get(end, end))}
    others = [one for one in board.there() if one.id not in both]
    passed = {one.id for one in others if {*one.covers()}.intersection(shot.through)}
    upright = {who for who in upright if who not in board.partners or not board.bodies[who].rides}
    must, may = behind or not passed.isdisjoint(upright), behind or bool(passed)
    if (must and not given) or (given and not may):
        yield f"{by.id} shoots at {at.id}: {given}; cover {behind}, past {passed}"
