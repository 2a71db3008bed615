"""A chunk is its fights, each the one that `fight --seed` plays; what goes wrong in one stays in it."""

from __future__ import annotations

import pickle
from collections.abc import Mapping

import pytest

from arena.chunk import MindError, chunk
from arena.match import Match, NeverEndedError
from arena.tally import Tally, of_fight
from rules.catalogue import SYSTEMS, Policy
from rules.kernel.model import Answer, Event
from rules.request.course.sight import Sight
from scheduler import direct
from strikerank import headless
from strikerank.minds import Minds
from tests.support.arena import FAULTY, FaultError, Faulty, match, pretended, setup


def test_a_fight_of_an_arena_is_the_fight_of_its_seed_and_number() -> None:
    system = SYSTEMS["request"]
    for number in range(20):
        ended = match(seed=7).play(number)
        events: list[Event] = []
        watched = headless.begin(system, setup(), 7, number)
        headless.play(watched, Minds(system, setup(), ())(), "direct", events.extend)

        assert watched.outcome() == ended.outcome
        assert events[-1].facts["outcome"] == ended.outcome.kind


def test_fights_under_one_seed_differ_and_so_do_seeds() -> None:
    ends = {match(seed).play(number) for seed in range(5) for number in range(10)}

    assert len(ends) > 10


def test_everybody_is_accounted_for() -> None:
    for number in range(10):
        ended = match().play(number)
        states = {state for _, state in ended.fates}

        assert [side for side, _ in ended.fates] == ["wolves", "wolves", "watch", "watch"]
        assert states <= {"up", "down", "dead", "gone"}
        if ended.outcome.winner == "watch":
            assert "up" not in {state for side, state in ended.fates if side == "wolves"}


def test_a_chunk_is_the_sum_of_its_fights() -> None:
    expected = Tally()
    for number in range(5, 12):
        expected.merge(of_fight(number, match().play(number)))

    assert chunk(match(), 5, 7) == expected
    assert chunk(match(), 5, 7) == expected


def test_chunks_of_any_size_add_up() -> None:
    whole = chunk(match(), 0, 30)
    for size in (1, 7, 13):
        parts = Tally()
        for first in range(0, 30, size):
            parts.merge(chunk(match(), first, min(size, 30 - first)))
        assert parts == whole


# --- what goes wrong -------------------------------------------------------------------------


def test_a_bug_ends_its_fight_and_no_other() -> None:
    found = chunk(pretended(Faulty), 0, 30)

    assert found.played == 30
    assert [one.fight for one in found.failures] == [*FAULTY]
    assert found.failures[0].problem == "FaultError: in\nfight 3"
    sound = Tally()
    for number in range(30):
        if number not in FAULTY:
            sound.merge(of_fight(number, pretended().play(number)))
    assert (found.outcomes, found.rounds, found.people) == (
        sound.outcomes,
        sound.rounds,
        sound.people,
    )


def test_a_mind_from_outside_that_goes_wrong_ends_the_chunk() -> None:
    strict = pretended(Faulty)._replace(wrong=(FaultError,))

    with pytest.raises(MindError) as caught:
        chunk(strict, 4, 26)

    assert caught.value.fight == 17


def test_what_went_wrong_comes_whole_out_of_another_process() -> None:
    sent = pickle.loads(pickle.dumps(MindError(17, "x.py: decide failed")))  # noqa: S301 - our own

    assert (sent.fight, sent.problem) == (17, "x.py: decide failed")
    assert str(sent) == "x.py: decide failed (fight 17)"


def test_an_interrupt_is_no_bug() -> None:
    def interrupted(_: Sight) -> Answer:
        raise KeyboardInterrupt

    everybody = {one.id: interrupted for one in setup().combatants}

    with pytest.raises(KeyboardInterrupt):
        chunk(Match(setup(), 7, lambda: everybody), 0, 3)


def test_a_fight_without_an_end_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(_machine: object, _actor_for: object, *, recorder: object) -> None:
        assert recorder is None

    monkeypatch.setattr(direct, "play", play)

    with pytest.raises(NeverEndedError):
        match().play(0)
    assert chunk(match(), 0, 2).failed == 2


def test_answers_that_are_not_possible_are_counted_where_anybody_wants_to_know() -> None:
    def liar(sight: Sight) -> Answer:
        return Answer(sight.id, "teleport")

    everybody = {one.id: liar for one in setup().combatants}
    lied = Match(setup(), 7, lambda: everybody)

    assert lied.play(0).refused == 0
    assert lied._replace(counts_refused=True).play(0).refused > 10
    assert match()._replace(counts_refused=True).play(0).refused == 0


def test_minds_are_made_for_each_fight() -> None:
    made: list[int] = []
    original = match()

    def minds() -> Mapping[str, Policy]:
        made.append(len(made))
        return original.minds()

    chunk(original._replace(minds=minds), 0, 5)

    assert made == [0, 1, 2, 3, 4]
