"""A comparison says how far two arenas are apart, and whether that may be chance; a sheet has it in rows."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass

import msgspec
import pytest

from arena.compare import Comparison, compared
from arena.match import Ended
from arena.odds import difference, difference_of_means, wilson
from arena.report import Asked, Report, report_of
from arena.sheet import COLUMNS, csv_of
from arena.tally import Tally, of_failure, of_fight
from rules.kernel.model import EndFight, Moment, Outcome
from rules.request.model import Add, Setup, Side, Timed
from tests.support.arena import FaultError, counted, match, setup

PLAYED_BY = {"wolves": ["reckless"], "watch": ["steady", "mine.py"]}
ASKED = Asked("pairs.toml", ("watch=mine.py",), "7", 9, "0.1.0", PLAYED_BY)


def report(tally: Tally, of: Setup | None = None) -> Report:
    return report_of(ASKED, of or setup(), tally)


def lasting(*rounds: int, winner: str = "watch") -> Tally:
    tally = Tally()
    for number, one in enumerate(rounds):
        tally.merge(of_fight(number, Ended(Outcome("victory", winner, one), ())))
    return tally


def comparison(one: Tally, other: Tally, of: Setup | None = None) -> Comparison:
    return compared(report(one), report(other, of), (one, other))


# --- numbers ---------------------------------------------------------------------------------------


def test_the_interval_is_that_of_the_paper() -> None:
    """Newcombe's table II, case a: 56 of 70 less 48 of 80 is 0.0524 to 0.3339."""
    low, high = difference((48, 80), (56, 70))
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_the_interval_turns_with_the_two_and_stays_a_difference() -> None:
    there, back = difference((3, 10), (9, 20)), difference((9, 20), (3, 10))
    assert there == pytest.approx((-back[1], -back[0]))
    assert difference((0, 1), (1, 1))[1] <= 1
    assert difference((1, 1), (0, 1))[0] >= -1
    assert difference((0, 0), (0, 0)) == (-1, 1)
    low, high = difference((5, 5), (5, 5))
    assert low == pytest.approx(-high) == pytest.approx(wilson(5, 5)[0] - 1)


def test_means_have_one_too() -> None:
    apart, low, high = difference_of_means({2: 50, 4: 50}, {4: 50, 6: 50})
    assert apart == 2
    assert (low, high) == pytest.approx((2 - 0.2786, 2 + 0.2786), abs=0.001)
    assert difference_of_means({3: 1}, {5: 1}) == (2, 2, 2)


# --- comparisons -----------------------------------------------------------------------------------


def test_a_difference_is_the_second_less_the_first_and_sure_or_not() -> None:
    rare, often = [("victory", "wolves")] * 40, [("victory", "watch")] * 40
    found = comparison(counted(rare + often[:10]), counted(rare[:10] + often))

    wins = found.sides["watch"].wins
    assert (wins.first, wins.second, wins.difference, wins.differs) == (0.2, 0.8, 0.6, True)
    assert wins.low < 0.6 < wins.high
    assert found.sides["wolves"].wins.high < 0
    assert found.sides["wolves"].wins.differs
    assert not found.sides["watch"].deadly.differs
    assert found.without_winner["cap"].difference == 0


def test_few_fights_tell_nothing() -> None:
    found = comparison(counted([("victory", "wolves")]), counted([("victory", "watch")]))
    assert not found.sides["watch"].wins.differs


def test_rounds_are_compared_if_there_are_any() -> None:
    found = comparison(lasting(3, 5), lasting(6, 8)).rounds
    assert found is not None
    assert (found.first, found.second, found.difference) == (4, 7, 3)
    broken = of_failure(0, FaultError(0))
    assert comparison(broken, lasting(3)).rounds is None
    assert comparison(lasting(3), broken).rounds is None


def test_one_fight_does_not_say_how_much_rounds_differ_by_chance() -> None:
    assert comparison(lasting(2), lasting(4, 5)).rounds is None
    assert comparison(lasting(2, 3), lasting(4)).rounds is None


def test_only_sides_of_both_are_compared() -> None:
    other = msgspec.structs.replace(setup(), sides=(Side("watch", "Watch"), Side("bears", "Bears")))
    assert set(comparison(lasting(3), lasting(3), other).sides) == {"watch"}


def test_its_json_is_one_line() -> None:
    found = comparison(lasting(3), lasting(4))
    assert found.json().count(b"\n") == 1
    assert msgspec.json.decode(found.json(), type=Comparison) == found
    assert list(json.loads(found.json())) == sorted(json.loads(found.json()))


# --- one by one ------------------------------------------------------------------------------------


@dataclass
class Fates:
    """Who ends how, of each side."""

    watch: tuple[tuple[str, str], ...]

    def ended(self) -> Ended:
        fates = tuple(("watch", state) for _, state in self.watch)
        people = tuple(who for who, _ in self.watch)
        return Ended(Outcome("victory", "watch", 3), fates, 0, people)


def test_the_fate_of_each_is_counted_in_the_order_of_the_scenario() -> None:
    tally = Tally()
    stranger = ("stranger", "gone")
    fights = (
        Fates((stranger, ("guard-2", "dead"), ("guard-1", "up"))),
        Fates((("guard-2", "prisoner"), ("guard-1", "up"))),
        Fates((("guard-2", "dead"), ("guard-1", "down"))),
        Fates((("guard-1", "up"), ("guard-2", "gone"))),
    )
    for number, one in enumerate(fights):
        tally.merge(of_fight(number, one.ended()))

    first, second, third = report(tally).sides["watch"].people
    assert (first.id, first.fights) == ("guard-1", 4)
    assert first.name.startswith("Human 1")
    assert (first.up, first.down, first.dead) == (0.75, 0.25, 0)
    assert (second.dead, second.prisoners, second.left) == (0.5, 0.25, 0.25)
    assert (third.id, third.name, third.fights, third.left) == ("stranger", "stranger", 1, 1)
    assert report(tally).sides["wolves"].people == []


def test_whoever_joins_later_has_its_name() -> None:
    entry = msgspec.structs.replace(setup().combatants[0], id="late", name="Late one", side="watch")
    made = msgspec.structs.replace(
        setup(),
        amendments=(Timed(Moment(1), EndFight()), Timed(Moment(1), Add(entry))),
    )
    tally = of_fight(0, Fates((("late", "up"),)).ended())
    assert [one.name for one in report(tally, made).sides["watch"].people] == ["Late one"]


def test_a_real_fight_says_who_is_who_and_a_side_who_plays_it() -> None:
    ended = match().play(0)
    assert len(ended.people) == len(ended.fates) == 4
    assert set(ended.people) == {one.id for one in setup().combatants}
    assert report(of_fight(0, ended)).sides["watch"].minds == ["steady", "mine.py"]


# --- rows ------------------------------------------------------------------------------------------


def rows(*reports: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_of(reports))))


def test_a_sheet_has_a_row_for_each_side_person_and_end() -> None:
    found = rows(report(of_fight(0, Fates((("guard-1", "up"), ("guard-2", "dead"))).ended())))

    kinds = ["side", "side", "person", "person", *["end"] * 4]
    assert [one["row"] for one in found] == kinds
    assert list(found[0]) == list(COLUMNS)
    watch = found[1]
    assert (watch["id"], watch["wins"], watch["played_by"]) == ("watch", "1.0", "steady mine.py")
    assert (watch["minds"], watch["rounds"]) == ("watch=mine.py", "3.0")
    dead = found[3]
    assert (dead["id"], dead["dead"], dead["fights"], dead["wins"]) == ("guard-2", "1.0", "1", "")
    assert [one["id"] for one in found[4:]] == ["draw", "cap", "stalemate", "ended"]


def test_two_stand_below_each_other_under_one_heading() -> None:
    one = report(lasting(3))
    assert len(rows(one, one)) == 2 * len(rows(one))
    assert csv_of([one, one]).count("scenario,minds") == 1


def test_without_a_fight_that_ended_there_are_no_rounds() -> None:
    assert {one["rounds"] for one in rows(report(of_failure(0, FaultError(0))))} == {""}


def test_no_name_becomes_a_formula() -> None:
    sly = msgspec.structs.replace(setup(), sides=(Side("watch", "=1+1"), Side("wolves", "Wolves")))
    assert [one["name"] for one in rows(report(lasting(3), sly))[:2]] == ["'=1+1", "Wolves"]
