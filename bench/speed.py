"""Fights and decisions a second on one core, by driver, and the cost of a copy."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast

import trio

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind
from bench.cases import Case
from rules.catalogue import SYSTEMS
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Answer, Event, Outcome
from scheduler import direct, live

REPEATS = 5
WARM_UP = 3


class Speed(NamedTuple):
    """Medians over several repeats, in CPU time."""

    way: str
    fights: float
    decisions: float


class Cost(NamedTuple):
    """Microseconds of CPU for one call, halfway through fights."""

    what: str
    microseconds: float


Player = Callable[[Case, int], None]


def played(case: Case, number: int) -> Outcome:
    """Play with the policies called straight, and say how it ended."""
    machine = case.begin(number)
    _to_end(case, machine)
    return cast("Outcome", machine.outcome())


def _to_end(case: Case, machine: Machine) -> int:
    """Play on to the end; how many decisions it took."""
    decisions = 0
    while True:
        if parts := machine.children():
            decisions += sum([_to_end(case, part) for part in parts])
            machine.join()
        elif questions := machine.questions():
            decisions += len(questions)
            machine.advance([_decide(case, question) for question in questions])
        else:
            return decisions


def no_actors(case: Case, number: int) -> None:
    """The machine and its policies only: the rest is what the actors cost."""
    played(case, number)


def _decide(case: Case, question: Question) -> Answer:
    policy = cast("Callable[[object], Answer]", case.minds[question.combatant])
    return policy(question.sight())


def _actor_for(case: Case, combatant: str) -> Combatant:
    return Combatant(combatant, PolicyMind(case.minds[combatant]))


def without_sink(case: Case, number: int) -> None:
    direct.play(case.begin(number), partial(_actor_for, case))


def with_sink(case: Case, number: int) -> None:
    events: list[Event] = []
    direct.play(case.begin(number, watched=True), partial(_actor_for, case), events.extend)


def in_live_play(case: Case, number: int) -> None:
    trio.run(live.play, case.begin(number), partial(_actor_for, case))


WAYS: dict[str, tuple[Player, int]] = {
    "no actors": (no_actors, 200),
    "direct": (without_sink, 200),
    "direct with events": (with_sink, 100),
    "live": (in_live_play, 40),
}


def decisions_of(case: Case, count: int) -> int:
    """How many decisions the first *count* fights take, the same by every driver."""
    return sum([_to_end(case, case.begin(number)) for number in range(count)])


def speeds(case: Case) -> list[Speed]:
    """One row a driver."""
    rows: list[Speed] = []
    for way, (player, count) in WAYS.items():
        for number in range(WARM_UP):
            player(case, number)
        seconds = statistics.median(_seconds(player, case, count) for _ in range(REPEATS))
        rows.append(Speed(way, count / seconds, decisions_of(case, count) / seconds))
    return rows


def _seconds(player: Player, case: Case, count: int) -> float:
    started = time.process_time()
    for number in range(count):
        player(case, number)
    return time.process_time() - started


def costs(case: Case, times: int = 20) -> list[Cost]:
    """What it costs to copy, store and restore a fight at a wait."""
    machines = [_at_wait(case, number, 10) for number in range(20)]
    stored = [machine.snapshot() for machine in machines]
    restore = SYSTEMS[case.setup.rules].restore
    return [
        Cost("fork", _each([machine.fork for machine in machines], times)),
        Cost("snapshot", _each([machine.snapshot for machine in machines], times)),
        Cost("restore", _each([partial(restore, one) for one in stored], times)),
    ]


def _at_wait(case: Case, number: int, wait: int) -> Machine:
    machine = case.begin(number)
    for _ in range(wait):
        _answer(case, machine)
    return machine


def _answer(case: Case, machine: Machine) -> bool:
    """Answer the next wait, of the machine or of one of its parts; say whether there was one."""
    while parts := machine.children():
        if any(_answer(case, part) for part in parts):
            return True
        machine.join()
    questions = machine.questions()
    if questions:
        machine.advance([_decide(case, question) for question in questions])
    return len(questions) > 0


def _each(calls: list[Callable[[], object]], times: int) -> float:
    """The median of several repeats, in microseconds a call."""
    taken: list[float] = []
    for _ in range(REPEATS):
        started = time.process_time()
        for _ in range(times):
            for call in calls:
                call()
        taken.append((time.process_time() - started) / times / len(calls) * 1e6)
    return statistics.median(taken)
