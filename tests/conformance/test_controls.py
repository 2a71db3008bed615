"""Would the table notice?  One fight that holds to it, changed in one thing for each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from rules.kernel.model import Event, Option, Outcome, Prompt, Unavailable
from tests.conformance.invariants import breaches_of
from tests.conformance.play import Record, Standing, Wait, played
from tests.conformance.report import Verdict, report_on
from tests.conformance.request import REQUEST, RequestGame

Tamper = Callable[[Record], Record]
NUMBER: Final = 4


@pytest.fixture(scope="module")
def record() -> Record:
    return played(RequestGame(NUMBER))


def with_event(record: Record, index: int, event: Event) -> Record:
    events = [*record.events]
    events[index] = event
    return record._replace(events=events)


def with_rank(record: Record) -> int:
    """Which event tells a strike rank."""
    return next(
        index
        for index, event in enumerate(record.events)
        if any(figure.name == "strike_rank" for figure in event.figures)
    )


def wrong_sum(record: Record) -> Record:
    index = with_rank(record)
    event = record.events[index]
    figures = tuple(msgspec.structs.replace(one, value=one.value + 1) for one in event.figures)
    return with_event(record, index, msgspec.structs.replace(event, figures=figures))


def without_why(record: Record) -> Record:
    index = with_rank(record)
    event = record.events[index]
    figures = tuple(
        msgspec.structs.replace(one, terms=(), floor=one.value) for one in event.figures
    )
    return with_event(record, index, msgspec.structs.replace(event, figures=figures))


def unknown_rule(record: Record) -> Record:
    index = with_rank(record)
    event = record.events[index]
    figures = tuple(msgspec.structs.replace(one, rule="Z1") for one in event.figures)
    return with_event(record, index, msgspec.structs.replace(event, figures=figures))


def rank_zero(record: Record) -> Record:
    index = with_rank(record)
    event = record.events[index]
    figures = tuple(
        msgspec.structs.replace(
            one, value=0, terms=(msgspec.structs.replace(one.terms[0], value=0),), floor=None
        )
        for one in event.figures
    )
    return with_event(record, index, msgspec.structs.replace(event, figures=figures))


def rank_that_rises(record: Record) -> Record:
    phase = [index for index, event in enumerate(record.events) if event.rank and event.phase == 1]
    last = record.events[phase[1]]
    return with_event(record, phase[1], msgspec.structs.replace(last, rank=99))


def two_in_the_wrong_order(record: Record) -> Record:
    return record._replace(events=[record.events[1], record.events[0], *record.events[2:]])


def the_same_event_twice(record: Record) -> Record:
    return record._replace(events=[record.events[0], *record.events])


def no_end(record: Record) -> Record:
    return record._replace(events=record.events[:-1])


def too_long(record: Record) -> Record:
    return record._replace(outcome=Outcome("cap", "", 10_000))


def with_wait(record: Record, wait: Wait) -> Record:
    return record._replace(waits=[wait, *record.waits[1:]])


def with_prompt(record: Record, prompt: Prompt) -> Record:
    wait = record.waits[0]
    return with_wait(record, wait._replace(prompts=(prompt, *wait.prompts[1:])))


def with_standing(record: Record, **changes: object) -> Record:
    wait = record.waits[0]
    who = wait.prompts[0].combatant
    standing: Standing = wait.standings[who]._replace(**changes)
    return with_wait(record, wait._replace(standings={**wait.standings, who: standing}))


def asked_again(record: Record) -> Record:
    return record._replace(
        waits=[record.waits[0], *record.waits], inputs=[record.inputs[0], *record.inputs]
    )


def down(record: Record) -> Record:
    return with_standing(record, able=False)


def in_debt(record: Record) -> Record:
    return with_standing(record, points={"actions": -1})


def on_each_other(record: Record) -> Record:
    wait = record.waits[0]
    standings = {who: one._replace(place="A1", able=True) for who, one in wait.standings.items()}
    return with_wait(record, wait._replace(standings=standings))


def silence_that_is_no_choice(record: Record) -> Record:
    prompt = record.waits[0].prompts[0]
    default = msgspec.structs.replace(prompt.default, option="fly")
    return with_prompt(record, msgspec.structs.replace(prompt, default=default))


def an_option(record: Record, option: Option) -> Record:
    prompt = record.waits[0].prompts[0]
    return with_prompt(record, msgspec.structs.replace(prompt, options=(option, *prompt.options)))


def no_reason(record: Record) -> Record:
    return an_option(record, Option("fly", "fly", unavailable=Unavailable("")))


def offered_at_zero(record: Record) -> Record:
    return an_option(record, Option("fly", "fly", rank=0))


def a_refusal_by_no_rule(record: Record) -> Record:
    return an_option(record, Option("fly", "fly", unavailable=Unavailable("no wings", "Z1")))


def a_stranger(record: Record) -> Record:
    return with_event(record, 5, msgspec.structs.replace(record.events[5], by="nobody-knows"))


def another_log(record: Record) -> Record:
    return with_event(record, -2, msgspec.structs.replace(record.events[-2], kind="rained"))


def a_watch_that_complains(record: Record) -> Record:
    return record._replace(breaches=[("watch", "it lies")])


CONTROLS: Final[tuple[tuple[str, Tamper], ...]] = (
    ("figures", wrong_sum),
    ("figures", without_why),
    ("order", two_in_the_wrong_order),
    ("order", the_same_event_twice),
    ("end", no_end),
    ("end", too_long),
    ("asked once", asked_again),
    ("able", down),
    ("choices", silence_that_is_no_choice),
    ("choices", no_reason),
    ("choices", offered_at_zero),
    ("points", in_debt),
    ("places", on_each_other),
    ("people", a_stranger),
    ("again", another_log),
    ("snapshot", another_log),
    ("rules", unknown_rule),
    ("rules", a_refusal_by_no_rule),
    ("strike rank", rank_zero),
    ("countdown", rank_that_rises),
    ("watch", a_watch_that_complains),
)


def test_the_fight_that_is_changed_holds_to_the_table(record: Record) -> None:
    assert breaches_of(record, REQUEST) == {}


@pytest.mark.parametrize(("row", "tamper"), CONTROLS)
def test_each_row_notices_what_it_is_for(record: Record, row: str, tamper: Tamper) -> None:
    rows = tuple(one for one in REQUEST if one.name == row)

    assert [*breaches_of(tamper(record), rows)] == [row]


def test_every_row_has_a_control() -> None:
    rows = [row.name for row in REQUEST]

    assert len({*rows}) == len(rows)
    assert {*rows} <= {row for row, _ in CONTROLS}


def test_a_report_names_what_is_wrong_and_what_does_not_end() -> None:
    fine = Verdict(1, "victory", 3, {"attack": 4}, {})
    bad = Verdict(2, "cap", 60, {"attack": 1}, {"order": ["e2 comes after e3", "and so on"]})
    still = Verdict(3, "stalemate", 30, {}, {})
    steps: list[int] = []
    report = report_on([fine, bad, still, fine], lambda: steps.append(1))

    assert len(steps) == 4
    assert report.share_that_ends == 0.75
    assert [*report.lines()] == [
        "4 fights: 1 cap, 1 stalemate, 2 victory; 75.0% end before the cap",
        "at the cap: 2",
        "stalemates: 3",
        "events of 1 kinds: attack 9",
        "1 breaches",
        "fight 2, order: e2 comes after e3 (2 in all)",
    ]
