"""RULES.md, the end of a fight."""

from __future__ import annotations

import pytest

from rules.kernel.model import EndFight, Outcome, Remove, SetStatus
from rules.request.model import Options
from rules.request.policies import POLICIES
from tests.rules.request.build import (
    PASS,
    TO_THE_END,
    Scene,
    attack,
    fighter,
    figure,
    scene,
    unconscious,
)
from tests.rules.request.places import placed
from tests.support.rulebook import rule


def end(fight: Scene) -> Outcome | None:
    return fight.fight.outcome()


def targets(fight: Scene, who: str) -> list[str]:
    (parameter,) = fight.option(who, "attack/sword").parameters
    return [value.id for value in parameter.values]


@rule(
    "D16",
    "A fight may have any number of sides, and all are hostile but those named as friends.",
)
def test_all_sides_are_hostile_but_friends() -> None:
    people = [fighter(name, dex=14 - i) for i, name in enumerate("abcd")]
    fight = scene(*people, friends={"a": ("c",)})

    assert targets(fight, "a") == ["b", "d"]
    assert targets(fight, "c") == ["b", "d"]
    assert fight.refuses("c", attack("a"))
    assert targets(fight, "d") == ["a", "b", "c"]
    assert [fight.refuses("d", attack(name)) for name in "abcd"] == [False, False, False, True]


@rule(
    "C12",
    "A fight is over when no two hostile sides have anybody able, and whoever is still able has won.",
)
@pytest.mark.parametrize(
    ("fallen", "friends", "outcome"),
    [
        ("b", {}, None),
        ("bc", {}, Outcome("victory", "a", 1)),
        ("ab", {}, Outcome("victory", "c", 1)),
        ("b", {"a": ("c",)}, Outcome("victory", "a+c", 1)),
    ],
)
def test_a_fight_ends_without_hostile_sides(
    fallen: str, friends: dict[str, tuple[str, ...]], outcome: Outcome | None
) -> None:
    fight = scene(*[fighter(name) for name in "abc"], friends=friends)

    fight.amend(*[unconscious(name) for name in fallen])

    assert end(fight) == outcome
    assert (fight.open() == []) is (outcome is not None)


@rule("C13", "A fight in which nobody is able any more is a draw.")
def test_nobody_left_is_a_draw() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=12))

    # They strike simultaneously: both chests go to -1, and both fail Resilience.
    fight.play(
        {"a": [attack("b")], "b": [attack("a")]},
        "d100=40 d8=8 d20=10  d100=40 d8=8 d20=10  d4=1 d100=96  d4=1 d100=96",
    )

    assert end(fight) == Outcome("draw", "", 1)


@rule(
    "C14",
    "A fight that reaches the round numbered `round_cap` ends with that round, and nobody has won.",
)
@pytest.mark.parametrize("cap", [1, 3])
def test_a_fight_ends_at_the_cap(cap: int) -> None:
    fight = scene(fighter("a"), fighter("b"), options=Options(round_cap=cap))

    fight.play(upto=(cap, 1))
    assert end(fight) is None
    fight.play(upto=TO_THE_END)

    assert end(fight) == Outcome("cap", "", cap)
    assert Options().round_cap == 100


@rule(
    "C15",
    "A fight in which nobody was hurt for `stalemate_rounds` rounds running ends as a stalemate, unless that is 0.",
)
@pytest.mark.parametrize(
    ("quiet", "hurt_in", "outcome"),
    [
        (3, 0, Outcome("stalemate", "", 3)),
        (3, 2, Outcome("stalemate", "", 5)),
        (0, 0, Outcome("cap", "", 9)),
    ],
)
def test_quiet_rounds_end_a_fight(quiet: int, hurt_in: int, outcome: Outcome) -> None:
    fight = scene(
        fighter("a", dex=6),
        fighter("b", dex=6),
        options=Options(stalemate_rounds=quiet, round_cap=9),
    )

    if hurt_in:
        said = [*[PASS] * (hurt_in - 1), attack("b")]
        fight.play({"a": said}, "d100=40 d8=1 d20=10", upto=(hurt_in, 1))
    fight.play(upto=TO_THE_END)

    assert end(fight) == outcome
    assert Options().stalemate_rounds == 20


@rule(
    "D17",
    "A steady mind that could close, and has neither lost its nerve nor a goal that keeps it, waits no longer than one full round without a blow for its foes to come.",
)
@pytest.mark.parametrize("steps", [3, 5, 9])
def test_steady_minds_come_to_blows(steps: int) -> None:
    lane = "a" + " ." * (steps - 1) + " b"
    fight = placed(lane, fighter("a", dex=12), fighter("b", dex=12))
    mind = POLICIES["steady"]

    while not fight.of("attack") and fight.fight.round < 9:
        fight.fight.advance([mind(q.sight()) for q in fight.fight.questions()])
        fight.events += fight.fight.take_events()

    first = fight.of("moved")[0]
    assert first.round <= 2
    assert fight.of("attack") != []
    # From then on they close in as many rounds as it takes: two steps an action, or four.
    assert fight.of("attack")[0].round <= 2 + steps // 4


# Beyond the sentences


@pytest.mark.parametrize("status", ["unconscious", "out", "dead"])
def test_none_of_the_fallen_is_able(status: str) -> None:
    fight = scene(fighter("a"), fighter("b"), given=[SetStatus("b", status)])

    assert end(fight) == Outcome("victory", "a", 1)


def test_whoever_leaves_fights_no_more() -> None:
    fight = scene(fighter("a"), fighter("b")).amend(Remove("a"))

    assert end(fight) == Outcome("victory", "b", 1)


def test_the_end_tells_its_rounds() -> None:
    fight = scene(fighter("a"), fighter("b")).play(upto=(2, 1)).amend(EndFight("a"))

    (last,) = fight.of("combat_ended")
    assert (last.facts["outcome"], last.facts["winner"]) == ("ended", "a")
    assert figure(last, "rounds") == 2


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_end_tells_the_hash_of_the_state_it_leaves(by_hand: bool) -> None:
    fight = scene(fighter("a"), fighter("b"), options=Options(round_cap=2))

    if by_hand:
        fight.amend(EndFight("a"))
    else:
        fight.play(upto=TO_THE_END)

    (last,) = fight.of("combat_ended")
    assert last.facts["state"] == fight.fight.state_hash()
