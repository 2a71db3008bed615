"""What a round of Rivers costs each combatant, by how many fight: a fight for many is cut into parts of its own.

Duels, and stars of one against four, are as many as there are people for; everybody is steady,
and a round is what it takes from its first question to its last, without the beginning.
"""

from __future__ import annotations

import statistics
import sys
import time
import tomllib
from typing import Final, NamedTuple, cast

from msgspec.structs import replace

from bench.cases import ROOT
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Machine
from rules.rivers.course.machine import Fight, begin
from rules.rivers.course.sight import Sight
from rules.rivers.model import Entry, Setup
from rules.rivers.policies import POLICIES
from rules.rivers.setup import decode
from scheduler.collector import collect_seldom

SIZES: Final = (10, 100, 1_000, 10_000)
ROUNDS: Final = 2
TURNS: Final = 3
MOST: Final = 1.5
"""Ten thousand may cost each of them so many times what a hundred do."""
STARS: Final = {"duels": 1, "one against four": 4}


class Row(NamedTuple):
    """Microseconds of CPU for each combatant and round, the least of several turns."""

    shape: str
    people: int
    cost: float


def crowd(people: int, against: int) -> Setup:
    """So many people, one against *against* on the other side; they are tough, and hardly anybody falls."""
    written = (ROOT / "scenarios" / "two-raiders.toml").read_bytes().decode()
    setup = decode(tomllib.loads(written))
    one, other = setup.combatants[0], setup.combatants[1]
    few = people // (1 + against)
    entries = [_numbered(one, number) for number in range(few)]
    entries += [_numbered(other, number) for number in range(people - few)]
    return replace(setup, combatants=tuple(entries))


def _numbered(entry: Entry, number: int) -> Entry:
    name = f"{entry.side}-{number}"
    return replace(entry, id=name, name=name)


def cost(setup: Setup, number: int) -> float:
    """Seconds for each combatant and round of fight *number*."""
    fight = begin(setup, fight_seed(3, number))
    started = time.process_time()
    _play_rounds(fight)
    return (time.process_time() - started) / (len(setup.combatants) * ROUNDS)


def _play_rounds(fight: Fight) -> None:
    while fight.round <= ROUNDS and fight.outcome() is None:
        if parts := fight.children():
            for part in parts:
                _answer_all(part)
            fight.join()
        else:
            _answer(fight)


def _answer_all(part: Machine) -> None:
    while part.questions():
        _answer(part)


def _answer(machine: Machine) -> None:
    mind = POLICIES["steady"]
    machine.advance([mind(cast("Sight", question.sight())) for question in machine.questions()])


def rows(sizes: tuple[int, ...] = SIZES, turns: int = TURNS) -> list[Row]:
    """One row for each shape and size; the sizes take turns, so that all have the same machine."""
    found: list[Row] = []
    for shape, against in STARS.items():
        setups = [crowd(people, against) for people in sizes]
        times: list[list[float]] = [[] for _ in sizes]
        for turn in range(turns):
            for setup, spent in zip(setups, times, strict=True):
                spent.append(cost(setup, turn))
        for people, spent in zip(sizes, times, strict=True):
            found.append(Row(shape, people, 1e6 * min(spent)))
    return found


def growth(found: list[Row], shape: str) -> float:
    """How many times the cost for a hundred that for the largest is."""
    by_size = {row.people: row.cost for row in found if row.shape == shape}
    return by_size[max(by_size)] / by_size[100]


def main() -> None:
    """A table, and how the cost grows."""
    collect_seldom()  # as every command does
    found = rows()
    for row in found:
        sys.stdout.write(f"{row.shape:16} {row.people:6,} people  {row.cost:7.1f} us\n")
    for shape in STARS:
        sys.stdout.write(f"{shape}: {growth(found, shape):.2f} times the cost of a hundred\n")
    sys.stdout.write(f"{statistics.fmean(row.cost for row in found):.1f} us on average\n")


if __name__ == "__main__":
    main()
