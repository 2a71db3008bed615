"""One seed and the same answers are one fight: again, unwatched, and wherever `hash` is another one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import pytest

from tests.machine.elsewhere import Digest, told
from tests.machine.tales import SCENES, Tale, story_of
from tests.support.fights import digest_of, log_of, play, replay

pytestmark = pytest.mark.many

COUNTS: Final[Mapping[str, int]] = {
    "plain": 200,
    "mapped": 30,
    "tied map": 30,
    "scene": len(SCENES),
}


def tales(kind: str, share: int = 1) -> list[Tale]:
    """All stories of a kind, or the first of them: one in *share*."""
    return [(kind, number) for number in range(COUNTS[kind] // share)]


@cache
def once(kind: str) -> list[Digest]:
    """Every story of a kind told here for the first time."""
    return [digest_of(story_of(tale)) for tale in tales(kind)]


@pytest.mark.parametrize("kind", COUNTS)
def test_fights_give_the_same_logs_again(kind: str) -> None:
    assert [digest_of(story_of(tale)) for tale in tales(kind)] == once(kind)
    assert len({log for log, _ in once(kind)}) == COUNTS[kind]


@pytest.mark.parametrize("hash_seed", [1, 4242])
@pytest.mark.parametrize("kind", COUNTS)
def test_fights_give_the_same_logs_elsewhere(kind: str, hash_seed: int) -> None:
    assert told(tales(kind), hash_seed=hash_seed) == once(kind)


@pytest.mark.parametrize("kind", COUNTS)
def test_fights_are_the_same_when_nobody_watches(kind: str) -> None:
    unwatched = [digest_of(story_of(tale), watched=False) for tale in tales(kind)]

    assert [state for _, state in unwatched] == [state for _, state in once(kind)]


@pytest.mark.parametrize("kind", COUNTS)
def test_when_events_are_taken_changes_nothing_in_them(kind: str) -> None:
    for tale in tales(kind, share=5):
        story = story_of(tale)
        at_once = story.begin(watched=True)
        steps = play(at_once, story)
        bit_by_bit = story.begin(watched=True)
        events = bit_by_bit.take_events()
        for step in steps:
            replay(bit_by_bit, [step])
            events += bit_by_bit.take_events()

        assert log_of(events) == log_of(at_once.take_events())
        assert bit_by_bit.take_events() == []


@pytest.mark.parametrize("kind", COUNTS)
def test_a_fight_watched_from_the_middle_tells_the_rest_of_the_story(kind: str) -> None:
    for tale in tales(kind, share=5):
        story = story_of(tale)
        whole = story.begin(watched=True)
        steps = play(whole, story)
        late = story.begin()
        replay(late, steps[: len(steps) // 2])
        late.watch()
        replay(late, steps[len(steps) // 2 :])
        rest = late.take_events()

        assert rest == whole.take_events()[-len(rest) :]
