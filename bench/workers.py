"""Fights a second of the whole arena by the number of its workers: by the clock on the wall, unlike all else here."""

from __future__ import annotations

import statistics
import time
from typing import Final, NamedTuple

from arena import pool
from arena.match import Match
from arena.tally import Tally
from bench.cases import Case
from rules.catalogue import SYSTEMS
from strikerank.minds import Minds

FIGHTS: Final = 2000
REPEATS: Final = 3
WORKERS: Final = (1, 2)


class Pace(NamedTuple):
    """Fights a second with so many workers, their start included, and the seconds the start takes."""

    workers: int
    fights: float
    start: float


def paces(case: Case, fights: int = FIGHTS, repeats: int = REPEATS) -> list[Pace]:
    """One row for each number of workers, over the same fights."""
    match = Match(case.setup, 0, Minds(SYSTEMS[case.setup.rules], case.setup, ()))
    # One after the other in each repeat, so that a busy moment of the machine strikes all of them.
    seconds = [[_seconds(match, fights, workers) for workers in WORKERS] for _ in range(repeats)]
    return [
        Pace(
            workers,
            fights / statistics.median(row[place] for row in seconds),
            _seconds(match, workers, workers),
        )
        for place, workers in enumerate(WORKERS)
    ]


def _seconds(match: Match, fights: int, workers: int) -> float:
    tally = Tally()
    started = time.perf_counter()
    pool.play(match, fights, workers, tally.merge)
    return time.perf_counter() - started
