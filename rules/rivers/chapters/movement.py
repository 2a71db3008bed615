"""How far somebody gets in a round, who walks towards whom, and why an attack cannot be reached."""

from __future__ import annotations

from typing import Final

from rules.rivers.chapters.strike_rank import free_metres

METRES_A_MOVE: Final = 3


def allowance(mov: int, moves: int) -> int:
    """S36: the metres that so many move actions cover."""
    return METRES_A_MOVE * mov * moves


def out_of_reach(mov: int) -> int:
    """C71: the metres at which nobody of that MOV comes within reach in a round, with two moves."""
    return allowance(mov, 2) + 1


def quickened(mov: int) -> int:
    """What magic of speed makes of a MOV: twice as much."""
    return 2 * mov


def slowed(mov: int) -> int:
    """A24: what magic of slowness makes of it: half, rounded up."""
    return (mov + 1) // 2


def why_not(metres: int, mov: int, moves: int, base: int, beyond_free: bool) -> str:
    """Why nobody of that MOV attacks in melee over *metres* with *moves* move actions; "" if one may.

    *base* is the strike rank, *beyond_free* whether only a way beyond the free one takes a
    move action.
    """
    if metres == 0 or (beyond_free and metres <= min(free_metres(base), allowance(mov, 1))):
        return ""
    if moves == 0:
        return f"{metres} m want a move action (A8c)"
    covered = allowance(mov, moves)
    if metres <= covered:
        return ""
    actions = "one move action covers" if moves == 1 else f"{moves} move actions cover"
    return f"{metres} m are too far: at MOV {mov} {actions} {covered} m (S42)"


def gap(steps: int, first: tuple[int, int], second: tuple[int, int], ties: str) -> tuple[int, int]:
    """D7: who walks how many of *steps* hexes when both close.

    *first* is of the side that chooses first; each has its strike rank and its DEX.
    """
    mine, theirs = first[0], second[0]
    if mine == theirs and ties != "simultaneous":
        if ties == "pc_first":
            return steps, 0
        mine, theirs = -first[1], -second[1]
    if mine < theirs:
        return steps, 0
    if mine > theirs:
        return 0, steps
    return (steps + 1) // 2, steps // 2


def met_at(base: int, arrival: int) -> int:
    """D7: when somebody strikes who did not have to walk, at thirds of a strike rank."""
    return max(base, arrival)
