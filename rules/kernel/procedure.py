"""The form of everything under way: a machine's position is a clock and a stack of these.

A procedure is one thing that takes more than one answer: an attack with its defence, a
turn, a spell.  What interrupts it is a procedure on top of it, and it goes on when that
is done.  No generators: their position could not be copied, hashed or stored.
"""

from __future__ import annotations


class Procedure:
    """One thing under way.

    ``step`` is its place; each system's procedures add their fields as slots, one
    ``resume`` that reads from the first step to the last, a ``copy`` for forks and a
    ``saved`` for snapshots.
    """

    __slots__ = ("step",)

    def __init__(self) -> None:
        self.step: int = 0
