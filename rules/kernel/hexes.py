"""Hexes of 2 m in integers: six neighbours, straight lines, names; no platform differs.

A hex is one number, made of its axial coordinates.  Rows run from the top down, and every
second one, beginning with the second, lies half a hex to the right.
"""

from __future__ import annotations

from typing import Final

METRES: Final = 2
MOST: Final = 1024
"""So many columns and rows have names."""

_BITS: Final = 12
_MASK: Final = 4095
_Q_ZERO: Final = 2048
_R_ZERO: Final = 1024

# Clockwise from the east; the order settles every tie between directions.  A step is added.
STEPS: Final = (1 << 12, 1, 1 - (1 << 12), -(1 << 12), -1, (1 << 12) - 1)


def pack(q: int, r: int) -> int:
    """The hex at these axial coordinates."""
    return (q + _Q_ZERO) << _BITS | (r + _R_ZERO)


def row(h: int) -> int:
    """Its row, 0 at the top."""
    return (h & _MASK) - _R_ZERO


def column(h: int) -> int:
    """Its column, 0 at the left."""
    return (h >> _BITS) - _Q_ZERO + (((h & _MASK) - _R_ZERO) >> 1)


def at(column: int, row: int) -> int:
    """The hex in this column of this row."""
    return pack(column - (row >> 1), row)


def distance(a: int, b: int) -> int:
    """Steps from one hex to another."""
    dq = (a >> _BITS) - (b >> _BITS)
    dr = (a & _MASK) - (b & _MASK)
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def neighbours(h: int) -> list[int]:
    """The six hexes beside one, clockwise from the east."""
    return [h + step for step in STEPS]


def ring(h: int) -> list[int]:
    """The twelve hexes two steps away, clockwise from the east."""
    around: list[int] = []
    last = len(STEPS) - 1
    for side, step in enumerate(STEPS):
        beside = STEPS[0 if side == last else side + 1]
        around.append(h + step + step)
        around.append(h + step + beside)
    return around


def line(a: int, b: int) -> list[int]:
    """The hexes strictly between two, from the first to the second; the same ones either way.

    Where it runs along an edge it takes the lower of the two hexes, or the right one of a row.
    """
    steps = distance(a, b)
    q = (a >> _BITS) - _Q_ZERO
    r = (a & _MASK) - _R_ZERO
    dq = (b >> _BITS) - _Q_ZERO - q
    dr = (b & _MASK) - _R_ZERO - r
    between: list[int] = []
    for step in range(1, steps):
        # Of q, r and their sum one is whole at every step, and the other two lie equally far
        # from the nearest whole numbers: two of them, rounded, give the third.
        down = _nearest(r * steps + dr * step, steps)
        both = _nearest((q + r) * steps + (dq + dr) * step, steps)
        between.append(pack(both - down, down))
    return between


def _nearest(number: int, parts: int) -> int:
    """*number* by *parts*, rounded; a half goes up."""
    return (number + number + parts) // (parts + parts)


def name(h: int) -> str:
    """What people call it: letters for the column, a number from 1 for the row, as in E4."""
    letters = ""
    left = column(h) + 1
    while left > 0:
        left -= 1
        letters = chr(ord("A") + left % 26) + letters
        left //= 26
    return f"{letters}{row(h) + 1}"


def named(text: str) -> int:
    """The hex of this name, -1 if it is none."""
    letters = 0
    across = 0
    while letters < len(text) and "A" <= text[letters] <= "Z":
        across = across * 26 + ord(text[letters]) - ord("A") + 1
        letters += 1
    number = letters
    down = 0
    while number < len(text) and "0" <= text[number] <= "9":
        down = down * 10 + ord(text[number]) - ord("0")
        number += 1
    if number < len(text) or not 1 <= across <= MOST or not 1 <= down <= MOST:
        return -1
    return -1 if text[letters] == "0" else at(across - 1, down - 1)


def hexes_up(metres: int) -> int:
    """A distance that a rule demands, in hexes: rounded up."""
    return -(-metres // METRES)


def hexes_down(metres: int) -> int:
    """A push or a move, in hexes: rounded down."""
    return metres // METRES
