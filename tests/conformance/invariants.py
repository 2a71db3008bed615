"""The table: what must be true of every fight of every system, each row with its name and its check."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from rules.kernel.model import Event, Figure
from tests.conformance.play import Record, again, replayed

Check = Callable[[Record], Iterator[str]]
EVENT_ID: Final = re.compile(r"r(\d+)\.p(\d+)\.(\d+)\.e(\d+)")
LOOKS: Final = 3
"""How many waits of a fight are saved, restored and played on from."""


class Invariant(NamedTuple):
    """``says`` is what a report shows when ``breaches`` finds something."""

    name: str
    says: str
    breaches: Check


def figures_add_up(record: Record) -> Iterator[str]:
    for event in record.events:
        for figure in event.figures:
            if figure.value != total_of(figure):
                yield f"{event.id}: {figure.name} is {figure.value}, and its why {total_of(figure)}"
            if not figure.terms:
                yield f"{event.id}: {figure.name} says no why"


def total_of(figure: Figure) -> int:
    total = sum(term.value for term in figure.terms)
    return total if figure.floor is None else max(total, figure.floor)


def events_have_their_order(record: Record) -> Iterator[str]:
    if twice := [one for one, count in Counter(e.id for e in record.events).items() if count > 1]:
        yield f"ids that stand twice: {twice[:3]}"
    places = [place_of(event) for event in record.events]
    for event, (before, after) in zip(record.events[1:], pairwise(places), strict=True):
        if after <= before:
            yield f"{event.id} comes after {before}"


def place_of(event: Event) -> tuple[int, ...]:
    found = EVENT_ID.fullmatch(event.id)
    assert found is not None, event.id
    return tuple(map(int, found.groups()))


def ends_once_and_with_that(record: Record) -> Iterator[str]:
    kinds = [event.kind for event in record.events]
    if kinds.count("combat_ended") != 1 or kinds[-1] != "combat_ended":
        yield f"it ends {kinds.count('combat_ended')} times, and lastly with {kinds[-1]}"
    if record.outcome.rounds > record.game.round_cap:
        yield f"{record.outcome.rounds} rounds, and {record.game.round_cap} is the cap"


def nobody_is_asked_twice(record: Record) -> Iterator[str]:
    # A change between two answers leaves questions open, and they keep their names.
    asked: list[str] = []
    waits = iter(record.waits)
    for one in record.inputs:
        if not one.refused:
            wait = next(waits)
            if one.change is None:
                asked += [prompt.id for prompt in wait.prompts]
    yield from (f"{one} is asked twice" for one, count in Counter(asked).items() if count > 1)


def whoever_is_asked_can_act(record: Record) -> Iterator[str]:
    for wait in record.waits:
        for prompt in wait.prompts:
            standing = wait.standings.get(prompt.combatant)
            if standing is None or not standing.able:
                yield f"{prompt.id}: {prompt.combatant} cannot act, and is asked"


def there_is_always_something_to_choose(record: Record) -> Iterator[str]:
    for wait in record.waits:
        for prompt in wait.prompts:
            free = {option.id for option in prompt.options if option.unavailable is None}
            if prompt.default.option not in free:
                yield f"{prompt.id}: silence means {prompt.default.option}, which is no choice"
            for option in prompt.options:
                if option.unavailable is not None and not option.unavailable.reason:
                    yield f"{prompt.id}: {option.id} cannot be chosen, and nobody knows why"
                if option.rank is not None and option.rank < 1:
                    yield f"{prompt.id}: {option.id} has strike rank {option.rank}"
                if option.unavailable is None and any(not one.values for one in option.parameters):
                    yield f"{prompt.id}: {option.id} has a blank that nothing fills"


def no_points_below_nothing(record: Record) -> Iterator[str]:
    for wait in record.waits:
        for who, standing in wait.standings.items():
            for name, points in standing.points.items():
                if points < 0:
                    yield f"{who} has {points} {name} after {wait.told} events"


def one_to_a_place(record: Record) -> Iterator[str]:
    for wait in record.waits:
        places = Counter(one.place for one in wait.standings.values() if one.able and one.place)
        for place, count in places.items():
            if count > 1:
                yield f"{count} stand on {place} after {wait.told} events"


def everybody_told_of_is_there(record: Record) -> Iterator[str]:
    there = set(record.waits[-1].standings)
    for wait in record.waits:
        there |= set(wait.standings)
    for event in record.events:
        for who in (event.by, event.at):
            if who and who not in there:
                yield f"{event.id}: {who} is nobody"


def the_same_again(record: Record) -> Iterator[str]:
    other = replayed(record.game)
    difference = first_difference(record.events, other.events)
    if difference:
        yield f"played again, {difference}"
    if record.inputs != other.inputs or record.state != other.state:
        yield "played again, it was decided otherwise, or ended in another state"


def first_difference(one: list[Event], other: list[Event]) -> str:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return f"{mine.id} is {msgspec.json.encode(theirs)!r}"
    return "" if len(one) == len(other) else f"{len(one)} events are {len(other)}"


def a_snapshot_is_the_fight(record: Record) -> Iterator[str]:
    """At some waits: what is restored gives the same bytes, and the same rest of the fight."""
    answered = [index for index, one in enumerate(record.inputs) if not one.refused]
    step = max(1, len(answered) // LOOKS)
    machine = record.game.begin()
    told, done = machine.take_events(), 0
    for index in answered[step // 2 :: step]:
        told += again(machine, record.inputs[done:index])
        done = index
        saved = machine.snapshot()
        restored = record.game.restore(saved)
        if restored.snapshot() != saved:
            yield f"after {index} inputs a restored fight gives other bytes"
        restored.watch()
        rest = again(restored, record.inputs[index:])
        if difference := first_difference(record.events[len(told) :], rest):
            yield f"restored after {index} inputs, {difference}"


COMMON: Final[tuple[Invariant, ...]] = (
    Invariant("figures", "every number is the sum of its why", figures_add_up),
    Invariant("order", "events stand in the order of their places", events_have_their_order),
    Invariant("end", "a fight ends once, within its cap", ends_once_and_with_that),
    Invariant("asked once", "nobody is asked the same twice", nobody_is_asked_twice),
    Invariant("able", "only who can act is asked", whoever_is_asked_can_act),
    Invariant(
        "choices", "silence is a choice, ranks are 1 or more", there_is_always_something_to_choose
    ),
    Invariant("points", "no points below nothing", no_points_below_nothing),
    Invariant("places", "nobody stands where somebody stands", one_to_a_place),
    Invariant("people", "whoever is told of is there", everybody_told_of_is_there),
    Invariant("again", "the same seed and answers give the same log", the_same_again),
    Invariant("snapshot", "a restored fight goes on as it would have", a_snapshot_is_the_fight),
)


def breaches_of(record: Record, table: tuple[Invariant, ...] = COMMON) -> Mapping[str, list[str]]:
    """By the name of the row, what is wrong."""
    found: dict[str, list[str]] = {}
    for name, said in record.breaches:
        found.setdefault(name, []).append(said)
    for row in table:
        if said := [*row.breaches(record)]:
            found[row.name] = said
    return found
