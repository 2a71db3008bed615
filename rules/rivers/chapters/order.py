"""In which order the strikes of one engagement fall."""

from __future__ import annotations

from typing import NamedTuple


class Strike(NamedTuple):
    """One attack: whose, when (in thirds of a strike rank), how nimble, at whom.

    ``pc`` is whether the striker belongs to the side that chooses first, ``later`` whether
    this is not its first attack; ``who`` and ``target`` are seats.
    """

    who: int
    rank: int
    dex: int
    pc: bool
    target: int
    later: bool = False


def rank_of(strikes: list[Strike], who: int) -> int | None:
    """S12, S13: the strike rank of *who*: that of its first attack, None without one."""
    for strike in strikes:
        if strike.who == who and not strike.later:
            return strike.rank
    return None


def order(strikes: list[Strike], ties: str, seconds: str) -> list[list[Strike]]:
    """S10, A4 to A6: moment after moment, each the strikes that fall simultaneously in it."""
    firsts = _moments([one for one in strikes if not one.later], ties)
    later = _moments([one for one in strikes if one.later], ties)
    if seconds == "after_all":
        return firsts + later
    after: list[list[list[Strike]]] = [[] for _ in firsts]
    for moment in later:
        # One moment splits where its strikers were attacked at different times.
        split: dict[int, list[Strike]] = {}
        for strike in moment:
            split.setdefault(_answered(firsts, strike.who), []).append(strike)
        for index, part in split.items():
            after[index].append(part)
    found: list[list[Strike]] = []
    for index, moment in enumerate(firsts):
        found.append(moment)
        found.extend(after[index])
    return found


def _answered(firsts: list[list[Strike]], who: int) -> int:
    """A6a: the moment of the last first attack by or at *who*, who has made one."""
    last = 0
    for index, moment in enumerate(firsts):
        for strike in moment:
            if who in (strike.who, strike.target):
                last = index
    return last


def without(moments: list[list[Strike]], after: int, who: int) -> list[list[Strike]]:
    """S48: the moments once *who* has fallen in moment number *after*: what comes later is lost."""
    kept: list[list[Strike]] = []
    for index, moment in enumerate(moments):
        left = [one for one in moment if index <= after or one.who != who]
        if left:
            kept.append(left)
    return kept


def targets_left(foes: list[int], fallen: list[int]) -> list[int]:
    """D3: who may be struck instead of somebody who has fallen; nobody means the attack is lost."""
    return [seat for seat in foes if seat not in fallen]


def _moments(strikes: list[Strike], ties: str) -> list[list[Strike]]:
    together: dict[tuple[int, int, int], list[Strike]] = {}
    for strike in strikes:
        together.setdefault(_key(strike, ties), []).append(strike)
    return [together[key] for key in sorted(together)]


def _key(strike: Strike, ties: str) -> tuple[int, int, int]:
    """A4: what strikes are ordered by; those with one key are simultaneous."""
    if ties == "simultaneous":
        return strike.rank, 0, 0
    side = 0 if ties == "pc_first" and strike.pc else 1
    return strike.rank, side, -strike.dex
