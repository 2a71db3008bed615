"""Rivers: engagements one after the other, in turns, or side by side in any order of tasks are the same fight, whims included."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.dice import Dice
from rules.rivers.course import engagement
from tests.support.clocks import task_order
from tests.support.rivers_live import (
    Due,
    Story,
    directly,
    first,
    in_turns,
    last,
    live,
    shipped,
    shuffled,
    written,
)

pytestmark = [pytest.mark.many, pytest.mark.timeout(120)]

NUMBERS: Final = range(60)
DOZENS: Final = range(20)
A_DOZEN: Final = 12
TASK_ORDERS: Final = range(12)


def engagements_of(due: Due) -> set[str]:
    """The engagements that are open when a whim comes."""
    return {prompt.split(".")[1] for prompt in due.prompts}


def crowded(number: int) -> Story:
    """Six against six, in which whims come while several engagements are at play."""
    return Story(number, shipped("shield-wall", "reckless"))


@pytest.mark.parametrize("number", DOZENS)
def test_engagements_in_any_order_give_one_log_and_one_state(number: int) -> None:
    whims = 0
    for one in range(number * A_DOZEN, (number + 1) * A_DOZEN):
        story = Story(one)
        told = written(story)
        expected = in_turns(story, told.due, first)

        assert (expected.log, expected.state) == (told.log, told.state), one
        assert in_turns(story, told.due, last) == expected, number
        assert in_turns(story, told.due, shuffled(one)) == expected, one
        assert live(story, told.due).played() == expected, one
        whims += len(told.due)

    assert whims > 3


def test_no_order_of_tasks_changes_a_fight() -> None:
    for number in (1, 2):
        story = crowded(number)
        due = written(story).due
        expected = in_turns(story, due, first)
        arrivals: set[tuple[str, ...]] = set()

        for order in TASK_ORDERS:
            with task_order(order):
                table = live(story, due)
            assert table.played() == expected, number
            assert table.most_open > 2
            arrivals.add(tuple(table.arrivals))

        assert len(arrivals) > len(TASK_ORDERS) // 4, (
            "the orders were not different: no test at all"
        )


def test_whims_come_while_several_engagements_are_at_play() -> None:
    """So the stories are worth something."""
    due = [one for number in NUMBERS for one in written(Story(number)).due]

    assert sum(len(engagements_of(one)) > 1 for one in due) > 8


def test_without_whims_the_direct_driver_plays_the_same_fight() -> None:
    for number in NUMBERS[::6]:
        story = Story(number, often=0)
        expected = directly(story)

        assert in_turns(story, [], shuffled(number)) == expected
        assert live(story, []).played() == expected


def test_engagements_that_share_their_dice_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: with one stream for all of a fight the order of engagements shows."""
    shared: dict[bytes, Dice] = {}

    def of_the_fight(seed: bytes, _stream: str) -> Dice:
        return shared.setdefault(seed, Dice(1, 2, 3, 4))

    story = crowded(1)
    due = written(story).due
    monkeypatch.setattr(engagement, "dice_for", of_the_fight)
    logs: set[bytes] = set()
    for pick in (first, last):
        shared.clear()
        logs.add(in_turns(story, due, pick).log)

    assert len(logs) == 2
