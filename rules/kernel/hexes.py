"""Hexes of 2 m in axial integer coordinates: six neighbours, no floating point, no platform differs."""

from __future__ import annotations

from typing import Final

METRES: Final = 2
# Clockwise from the east; the order settles every tie between directions.
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def distance(q1: int, r1: int, q2: int, r2: int) -> int:
    """Steps from one hex to another."""
    dq = q1 - q2
    dr = r1 - r2
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def neighbours(q: int, r: int) -> list[tuple[int, int]]:
    """The six hexes beside one, clockwise from the east."""
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def hexes_up(metres: int) -> int:
    """A distance that a rule demands, in hexes: rounded up."""
    return -(-metres // METRES)


def hexes_down(metres: int) -> int:
    """A push or a move, in hexes: rounded down."""
    return metres // METRES
