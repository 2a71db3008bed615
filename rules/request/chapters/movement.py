"""How many steps a move is good for, and what moving costs and gains."""

from __future__ import annotations

from typing import Final

from rules.kernel.hexes import hexes_down

CHARGE_LEAST: Final = 3
CHARGE_SIDES: Final = 4
SPRINT_PROVOKED: Final = 20
DIFFICULT: Final = 2


def lamed(metres: int) -> int:
    """P24e2: a Move on one leg, 1 m at least."""
    return max(1, metres // 2)


def laden(metres: int) -> int:
    """P32c: a Move under too heavy a load, 1 m at least."""
    return max(1, metres // 2)


def steps(metres: int) -> int:
    """P28: the steps of a move, for a Move of so many metres; always one at least."""
    return max(1, hexes_down(metres))


def half(metres: int) -> int:
    """The steps of a breakaway or a fighting retreat: half the Move."""
    return max(1, hexes_down(metres // 2))


def double(metres: int) -> int:
    """The steps of a sprint or a charge: twice the Move."""
    return max(1, hexes_down(2 * metres))
