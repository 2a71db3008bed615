"""Whatever is done on a map, by whomever: what is seen of it and told of it is true."""

from __future__ import annotations

from collections import Counter
from typing import Final, final

import pytest

from rules.kernel.dice import dice_for
from rules.kernel.errors import IllegalAmendmentError
from rules.request.course.machine import Fight
from rules.request.model import Add, Change
from tests.machine.map_stories import map_setup, map_whim
from tests.machine.map_watch import MapWatch
from tests.support.fights import AUTHOR, SHIPPED, Story, advance, grappling_setup, shipped

pytestmark = [pytest.mark.many, pytest.mark.timeout(120)]

FEW: Final = range(24)
MANY: Final = range(24, 2000)


@final
class MapStory:
    """A story on a map; every *often*-th wait brings a whim of the game master's, 0 is never."""

    def __init__(self, story: Story, often: int) -> None:
        self.story: Story = story
        self.often: int = often
        self.kinds: Counter[str] = Counter()

    def whim(self, fight: Fight) -> Change | None:
        dice = dice_for(self.story.seed, f"whim {fight.questions()[0].id}")
        return map_whim(fight, dice) if self.often and dice.roll(self.often) == 1 else None

    def check(self) -> Fight:
        """Nothing is a lie at any wait, and after any change."""
        fight = self.story.begin(watched=True)
        watch = MapWatch(self.story.setup)
        self._look(watch, fight)
        while fight.questions():
            change = self.whim(fight)
            if change is not None:
                try:
                    fight.amend(AUTHOR, "whim", change)
                except IllegalAmendmentError:
                    assert fight.take_events() == []
                else:
                    if isinstance(change, Add):
                        watch.knows(change.entry)
                self._look(watch, fight)
            if fight.questions():
                advance(fight, self.story.answers(fight))
                self._look(watch, fight)
        return fight

    def _look(self, watch: MapWatch, fight: Fight) -> None:
        for event in watch.look_at(fight):
            self.kinds[event.kind] += 1


def on_a_map(number: int, often: int) -> MapStory:
    return MapStory(Story(number, map_setup(number), 0), often)


def in_a_knot(number: int, often: int) -> MapStory:
    return MapStory(Story(number, grappling_setup(number), 0), often)


@pytest.mark.parametrize("number", FEW)
def test_the_map_never_lies(number: int) -> None:
    on_a_map(number, 0).check()
    on_a_map(number, 5).check()
    in_a_knot(number, 5).check()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_map_never_lies_in_a_scene_that_ships(name: str) -> None:
    if shipped(name).field is not None:
        MapStory(Story(1, shipped(name), 0), 0).check()
        MapStory(Story(2, shipped(name), 0), 8).check()


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_the_map_never_lies_in_many_fights() -> None:
    for number in MANY:
        on_a_map(number, 0).check()
        on_a_map(number, 4).check()
        in_a_knot(number, 4).check()
