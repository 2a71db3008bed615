"""A report says what the tally says: who wins with whom, who is left, and nothing of what did not happen."""

from __future__ import annotations

import json
from typing import Final, cast

import msgspec
import pytest
from hypothesis import given, strategies as st

from arena.match import Ended
from arena.odds import wilson
from arena.report import Asked, Report, Share, report_of
from arena.tally import Tally, of_failure, of_fight
from rules.kernel.model import Outcome
from rules.request.model import Setup, Side
from tests.support.arena import FaultError, Faulty, pretended, setup

ASKED: Final = Asked("pairs.toml", ("watch=guard",), "7", 100, "0.1.0")


def report(tally: Tally, of: Setup | None = None) -> Report:
    return report_of(ASKED, of or setup(), tally)


def counted(*fights: Ended) -> Tally:
    tally = Tally()
    for number, fight in enumerate(fights):
        tally.merge(of_fight(number, fight))
    return tally


def ended(kind: str, winner: str = "", rounds: int = 3, *fates: tuple[str, str]) -> Ended:
    return Ended(
        msgspec.convert({"kind": kind, "winner": winner, "rounds": rounds}, Outcome), fates
    )


def numbers(share: Share) -> tuple[int, int | None]:
    return share.fights, share.first


def test_every_end_has_its_share_and_margin() -> None:
    found = report(
        counted(
            ended("victory", "watch"),
            ended("draw"),
            ended("victory", "wolves"),
            ended("cap"),
            ended("victory", "watch"),
            ended("stalemate"),
            ended("ended"),
            ended("cap"),
        )
    )

    low, high = wilson(2, 8)
    assert found.sides["watch"].wins == Share(2, 0.25, round(low, 6), round(high, 6), 0)
    assert numbers(found.sides["wolves"].wins) == (1, 2)
    assert {kind: numbers(share) for kind, share in found.without_winner.items()} == {
        "draw": (1, 1),
        "cap": (2, 3),
        "stalemate": (1, 5),
        "ended": (1, 6),
    }


def test_a_winner_is_one_whoever_ended_the_fight() -> None:
    found = report(counted(ended("ended", "watch"), ended("victory", "watch"), ended("ended")))

    assert numbers(found.sides["watch"].wins) == (2, 0)
    assert numbers(found.without_winner["ended"]) == (1, 2)


def test_friends_win_together() -> None:
    friends = msgspec.structs.replace(
        setup(), sides=(Side("a", "A"), Side("ab", "AB"), Side("b", "B"))
    )

    found = report(
        counted(ended("victory", "a+b"), ended("victory", "b"), ended("victory", "ab")), friends
    )

    assert [numbers(found.sides[side].wins) for side in ("a", "b", "ab")] == [
        (1, 0),
        (2, 0),
        (1, 2),
    ]


def test_people_are_means_a_fight() -> None:
    found = report(
        counted(
            ended("draw", "", 2, ("wolves", "dead"), ("wolves", "up"), ("watch", "gone")),
            ended("draw", "", 2, ("wolves", "dead"), ("wolves", "dead"), ("watch", "down")),
            ended("draw", "", 2, ("wolves", "up"), ("watch", "down"), ("watch", "prisoner")),
        )
    )

    wolves, watch = found.sides["wolves"], found.sides["watch"]
    assert (wolves.combatants, wolves.up, wolves.dead) == (1.666667, 0.666667, 1)
    assert (wolves.survivors, numbers(wolves.deadly)) == (0.666667, (2, 0))
    assert (watch.combatants, watch.down, watch.left) == (1.333333, 0.666667, 0.333333)
    assert watch.prisoners == 0.333333
    assert (watch.survivors, numbers(watch.deadly)) == (1.333333, (0, None))


def test_rounds_have_their_middle_and_those_that_stand_out() -> None:
    found = report(counted(*(ended("draw", "", rounds) for rounds in (4, 2, 9, 2, 4, 4, 6, 9))))

    rounds = found.rounds
    assert rounds is not None
    assert (rounds.lower_quartile, rounds.median, rounds.upper_quartile) == (2, 4, 6)
    assert rounds.mean == 5
    assert (rounds.shortest.fight, rounds.shortest.rounds) == (1, 2)
    assert (rounds.longest.fight, rounds.longest.rounds) == (2, 9)
    assert [one.fights for one in rounds.histogram] == [2, 0, 3, 0, 1, 0, 0, 2]


def test_of_nothing_nothing_is_said() -> None:
    tally = of_failure(0, FaultError(0))

    found = report(tally)

    assert found.rounds is None
    assert found.sides["watch"].wins == Share(0, 0, 0, 1, None)
    assert (found.fights, found.failures.fights, found.failures.first[0].fight) == (1, 1, 0)


@given(st.permutations(range(40)), st.sampled_from([Faulty, None]))
def test_the_json_is_the_same_in_any_order(order: list[int], kind: type[Faulty] | None) -> None:
    whole, shuffled = Tally(), Tally()
    fights = pretended(kind)
    for tally, numbers_of in ((whole, range(40)), (shuffled, order)):
        for number in numbers_of:
            try:
                tally.merge(of_fight(number, fights.play(number)))
            except FaultError as error:
                tally.merge(of_failure(number, error))

    assert report(shuffled).json() == report(whole).json()


def keys_in_order(thing: object) -> bool:
    if isinstance(thing, dict):
        table = cast("dict[str, object]", thing)
        return [*table] == sorted(table) and all(map(keys_in_order, table.values()))
    return not isinstance(thing, list) or all(map(keys_in_order, cast("list[object]", thing)))


@pytest.mark.parametrize("thing", [{"b": 1, "a": 2}, [{"a": {"z": 1, "y": 2}}]])
def test_keys_out_of_order_are_seen(thing: object) -> None:
    assert not keys_in_order(thing)


def test_the_json_is_one_line_with_its_keys_in_order() -> None:
    line = report(counted(ended("victory", "watch"))).json()
    found = cast("dict[str, object]", json.loads(line))

    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert keys_in_order(found)
    assert {name: found[name] for name in ("name", "scenario", "seed", "asked", "fights")} == {
        "name": "Two pairs",
        "scenario": "pairs.toml",
        "seed": "7",
        "asked": 100,
        "fights": 1,
    }
    assert (found["minds"], found["version"]) == (["watch=guard"], "0.1.0")
