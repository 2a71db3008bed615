"""Every kind of story goes on by a copy from every wait: quick enough to be measured with the rest."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pytest

from rules.kernel.dice import dice_for
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.model import Answer, EndFight
from rules.request.course.machine import Fight, restore
from tests.machine.illegal import illegal_answers, illegal_changes
from tests.machine.tales import KINDS, Tale, story_of
from tests.machine.test_fuzz import check_story
from tests.support.fights import advance, play

TALES: Final[tuple[Tale, ...]] = tuple(
    (kind, number)
    for kind in KINDS
    for number in ((*range(16), 143, 210, 312) if kind == "tied map" else range(4))
)


@pytest.mark.parametrize("tale", TALES, ids=[f"{kind}-{number}" for kind, number in TALES])
def test_a_copy_of_a_copy_goes_on_as_the_fight_does(tale: Tale) -> None:
    story = story_of(tale)
    expected = story.begin()
    play(expected, story)

    again = story_of(tale)
    fight = again.begin()
    turn = 0
    while fight.questions():
        turn += 1
        fight = fight.fork() if turn % 2 else restore(fight.snapshot())
        change = again.whim(fight)
        if change is not None:
            with suppress(IllegalAmendmentError):
                fight.amend("game master", "whim", change)
            if not fight.questions():
                break
        advance(fight, again.answers(fight))

    assert fight.outcome() is not None
    assert fight.state_hash() == expected.state_hash()


@pytest.mark.parametrize("tale", TALES, ids=[f"{kind}-{number}" for kind, number in TALES])
def test_everything_holds_on_the_way(tale: Tale) -> None:
    check_story(story_of(tale))


def test_nothing_is_amended_when_it_is_over() -> None:
    story = story_of(("plain", 0))
    fight = story.begin()
    play(fight, story)

    with pytest.raises(IllegalAmendmentError, match="over"):
        fight.amend("game master", "whim", EndFight())


@pytest.mark.parametrize("kind", ["plain", "mapped"])
def test_what_is_refused_changes_nothing(kind: str) -> None:
    story = story_of((kind, 1))
    fight = story.begin()
    dice = dice_for(story.seed, "wrong")
    for _ in range(30):
        if not fight.questions():
            break
        _refuses(fight, [answer for _, answer in illegal_answers(fight, 0)][:20])
        for change in illegal_changes(fight, dice):
            before = fight.state_hash()
            with pytest.raises(IllegalAmendmentError):
                fight.amend("game master", "whim", change)
            assert fight.state_hash() == before
        advance(fight, story.answers(fight))


def _refuses(fight: Fight, wrong: list[Answer]) -> None:
    for answer in wrong:
        with pytest.raises(IllegalAnswerError):
            fight.questions()[0].check(answer)
