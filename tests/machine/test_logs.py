"""One seed and the same answers are one fight: again, unwatched, and wherever `hash` is another one."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from tests.machine.elsewhere import Digest, told
from tests.support.fights import Story, digest_of, log_of, play, replay

NUMBERS: Final = range(200)


@cache
def once() -> list[Digest]:
    """Every story told here for the first time."""
    return [digest_of(Story(number)) for number in NUMBERS]


def test_two_hundred_random_fights_give_the_same_logs_again() -> None:
    assert [digest_of(Story(number)) for number in NUMBERS] == once()
    assert len({log for log, _ in once()}) == len(NUMBERS)


@pytest.mark.parametrize("hash_seed", [1, 4242])
def test_two_hundred_random_fights_give_the_same_logs_elsewhere(hash_seed: int) -> None:
    assert told(NUMBERS, hash_seed=hash_seed) == once()


def test_two_hundred_random_fights_are_the_same_when_nobody_watches() -> None:
    unwatched = [digest_of(Story(number), watched=False) for number in NUMBERS]

    assert [state for _, state in unwatched] == [state for _, state in once()]


def test_when_events_are_taken_changes_nothing_in_them() -> None:
    for number in NUMBERS[:40]:
        story = Story(number)
        at_once = story.begin(watched=True)
        steps = play(at_once, story)
        bit_by_bit = story.begin(watched=True)
        events = bit_by_bit.take_events()
        for step in steps:
            replay(bit_by_bit, [step])
            events += bit_by_bit.take_events()

        assert log_of(events) == log_of(at_once.take_events())
        assert bit_by_bit.take_events() == []


def test_a_fight_watched_from_the_middle_tells_the_rest_of_the_story() -> None:
    for number in NUMBERS[:40]:
        story = Story(number)
        whole = story.begin(watched=True)
        steps = play(whole, story)
        late = story.begin()
        replay(late, steps[: len(steps) // 2])
        late.watch()
        replay(late, steps[len(steps) // 2 :])
        rest = late.take_events()

        assert rest == whole.take_events()[-len(rest) :]
