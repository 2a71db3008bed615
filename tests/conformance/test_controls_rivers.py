"""Would the table of Rivers notice?  One fight that holds to it, changed in one thing for each row of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from rules.kernel.model import Event
from tests.conformance.invariants import COMMON, breaches_of
from tests.conformance.play import Record, played
from tests.conformance.rivers import RIVERS, RiversGame

Tamper = Callable[[Record], Record]
NUMBER: Final = 13
CALM: Final = RiversGame(NUMBER, 0)


@pytest.fixture(scope="module")
def record() -> Record:
    return played(CALM)


def the(record: Record, kind: str, number: int = 0) -> int:
    """Where the event of a kind stands, the first or a later one."""
    return [index for index, one in enumerate(record.events) if one.kind == kind][number]


def changed(record: Record, index: int, **changes: object) -> Record:
    events = [*record.events]
    events[index] = msgspec.structs.replace(events[index], **changes)
    return record._replace(events=events)


def with_figures(record: Record, **changes: object) -> Record:
    index = the(record, "attack")
    event = record.events[index]
    figures = tuple(msgspec.structs.replace(one, **changes) for one in event.figures)
    return changed(record, index, figures=figures)


def unknown_rule(record: Record) -> Record:
    return with_figures(record, rule="Z1")


def rank_zero(record: Record) -> Record:
    return with_figures(record, value=0, name="strike_rank")


def two_against_two(record: Record) -> Record:
    return changed(
        record, the(record, "engagement_began"), facts={"first": "x, y", "second": "z, w"}
    )


def twice_in_a_round(record: Record) -> Record:
    event = record.events[the(record, "engagement_began")]
    return changed(record, the(record, "engagement_began", 1), facts=event.facts)


def out_of_its_star(record: Record) -> Record:
    return changed(record, the(record, "attack"), by="somebody-else")


def late_before_early(record: Record) -> Record:
    events = [*record.events]
    index = the(record, "attack")
    first = events[index]
    return record._replace(
        events=[*events[:index], msgspec.structs.replace(first, rank=99), *events[index:]]
    )


def three_attacks(record: Record) -> Record:
    event = record.events[the(record, "attack")]
    return record._replace(events=[*record.events, event, event, event])


def struck_by_the_dead(record: Record) -> Record:
    event = record.events[the(record, "attack")]
    facts = {"condition": "dead", "change": "began"}
    dead = msgspec.structs.replace(event, kind="condition", rank=0, at=event.by, facts=facts)
    return record._replace(events=[dead, *record.events])


def answered_while_slow(record: Record) -> Record:
    answered = (one for one in record.events if one.facts.get("defence") in ("parry", "dodge"))
    event = next(one for one in answered if one.kind == "attack")
    slow = Event(
        "e", "declared", event.round, event.phase, 0, by=event.at, facts={"verb": "reload"}
    )
    return record._replace(events=[slow, *record.events])


def two_spells(record: Record) -> Record:
    spell = Event("e", "cast", 1, 1, 1, by="x", at="x", facts={"outcome": "stands"})
    return record._replace(events=[*record.events, spell, spell])


def too_quick_a_ritual(record: Record) -> Record:
    began = Event("e", "ritual", 1, 1, 0, by="x", facts={"change": "began", "rounds": "2"})
    through = msgspec.structs.replace(began, facts={"change": "finished", "rounds": "2"})
    return record._replace(events=[*record.events, began, through])


def too_long_a_way(record: Record) -> Record:
    index = the(record, "walked")
    figures = tuple(msgspec.structs.replace(one, value=999) for one in record.events[index].figures)
    return changed(record, index, figures=figures)


def two_ways(record: Record) -> Record:
    return record._replace(events=[*record.events, record.events[the(record, "walked")]])


def a_guard_from_nowhere(record: Record) -> Record:
    came = Event("e", "interposed", 2, 0, 0, by="x", at="y", facts={"friend": "z"})
    return record._replace(events=[*record.events, came])


def another_state(record: Record) -> Record:
    return record._replace(state="another")


CONTROLS: Final[tuple[tuple[str, Tamper], ...]] = (
    ("rules", unknown_rule),
    ("strike rank", rank_zero),
    ("stars", two_against_two),
    ("stars", twice_in_a_round),
    ("own star", out_of_its_star),
    ("first strikes", late_before_early),
    ("two attacks", three_attacks),
    ("fallen", struck_by_the_dead),
    ("one spell", two_spells),
    ("rituals", too_quick_a_ritual),
    ("slow", answered_while_slow),
    ("ways", too_long_a_way),
    ("ways", two_ways),
    ("guards", a_guard_from_nowhere),
    ("again", another_state),
)


def test_the_fight_that_is_changed_holds_to_the_table(record: Record) -> None:
    assert breaches_of(record, RIVERS) == {}


@pytest.mark.parametrize(("row", "tamper"), CONTROLS)
def test_each_row_notices_what_it_is_for(record: Record, row: str, tamper: Tamper) -> None:
    rows = tuple(one for one in RIVERS if one.name == row)

    assert [*breaches_of(tamper(record), rows)] == [row]


def test_every_row_of_its_own_has_a_control() -> None:
    common = {row.name for row in COMMON}
    seldom = {"either order"}  # it plays both by itself; a machine with one pool of dice fails it

    assert {row.name for row in RIVERS} - common - seldom <= {row for row, _ in CONTROLS}
