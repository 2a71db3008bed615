"""RULES.md, fatigue: a test after as many strenuous rounds as CON, or as a fifth of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from rules.kernel.model import Observer, SetHitPoints, SetStatus
from rules.request.course.machine import restore
from rules.request.model import Entry, Options, View
from tests.rules.request.build import (
    BOW,
    DEFEND,
    DODGE,
    PASS,
    SWORD,
    Said,
    Scene,
    attack,
    attack_need,
    copied,
    defence_need,
    fighter,
    figure,
    parry,
    scene,
    shoot,
    terms,
)
from tests.rules.request.places import charge, move, moving, placed, reached, sprint
from tests.support.rulebook import rule

FIFTHS = Options(fatigue_every="con_fifth")
TIRED = SetStatus("b", "fatigued")
WEARY = SetStatus("b", "heavily fatigued")
MISS = "d100=96"
FAIL = "d100=51"  # of Resilience 50
KEPT = "d100=50"
FUMBLED = "d100=99"


def tough(con: int, entry: Entry) -> Entry:
    """The same somebody with another CON, and a weak body otherwise."""
    traits = replace(entry.sheet.characteristics, CON=con)
    return replace(entry, sheet=replace(entry.sheet, characteristics=traits))


def bout(con: int = 1, options: Options = FIFTHS, skills: Mapping[str, int] | None = None) -> Scene:
    """A is struck at by B, who has one action a round; A only stands there."""
    known = {"Athletics": 1} | dict(skills or {})
    return scene(
        tough(50, fighter("a", dex=6)),
        tough(con, fighter("b", dex=6, skills=known)),
        options=options,
    )


def struck(fight: Scene, rounds: int, dice: str = "", first: int = 1) -> Scene:
    """B strikes once in each of these rounds, and misses; *dice* are those of the wrap-ups."""
    fallen = dice.split(" / ") if dice else []
    for number in range(first, first + rounds):
        test = fallen[number - first] if number - first < len(fallen) else ""
        fight.play({"b": [attack("a")]}, f"{MISS} {test}", upto=(number, 9))
    return fight


def rounds_tested(fight: Scene) -> list[int]:
    """The rounds at whose wrap-up B had a test."""
    return [event.round for event in fight.of("fatigue", at="b")]


@rule(
    "P35",
    "Attacks and shots, parries, dodges, charges and sprints make a round a strenuous one for those who make them.",
)
@pytest.mark.parametrize(
    ("mine", "its", "dice", "tested"),
    [
        ([attack("b")], [parry()], f"{MISS} {MISS} {KEPT} {KEPT}", ["a", "b"]),
        ([attack("b")], [DODGE], f"{MISS} {MISS} {KEPT} {KEPT}", ["a", "b"]),
        ([attack("b")], [], f"{MISS} {KEPT}", ["a"]),
        ([shoot("b")], [], f"{MISS} {KEPT}", ["a"]),
        ([DEFEND], [DEFEND], "", []),
        ([PASS], [PASS], "", []),
    ],
)
def test_what_is_strenuous(
    mine: Sequence[Said], its: Sequence[Said], dice: str, tested: list[str]
) -> None:
    fight = scene(
        tough(
            1,
            fighter(
                "a", dex=6, weapons=[SWORD, BOW], held=["sword" if mine[0] != shoot("b") else "bow"]
            ),
        ),
        tough(1, fighter("b", dex=6)),
    )

    fight.play({"a": mine, "b": its}, dice, upto=(1, 9))

    assert [event.at for event in fight.of("fatigue")] == tested


@pytest.mark.parametrize(
    ("said", "dice", "tested"),
    [(charge("b"), f"{MISS} {KEPT}", ["a"]), (sprint("D1"), KEPT, ["a"]), (move("B1"), "", [])],
)
def test_running_is_strenuous_and_walking_is_not(said: Said, dice: str, tested: list[str]) -> None:
    fight = placed("a . . . b . .", tough(1, fighter("a", dex=6)), tough(1, fighter("b", dex=6)))

    fight.play({"a": [said]}, dice, upto=(1, 9))

    assert [event.at for event in fight.of("fatigue")] == tested


@rule(
    "P35a",
    "When the strenuous rounds of a combatant come to its CON, or to a multiple of it, the wrap-up brings it a fatigue test.",
)
def test_a_test_after_as_many_strenuous_rounds_as_con() -> None:
    """E64 has the numbers of CON 13."""
    fight = struck(bout(con=3, options=Options()), 2)
    fight.play({"b": [PASS]}, "", upto=(3, 9))  # no strenuous round, and no test

    struck(fight, 4, f"{KEPT} /  /  / {KEPT}", first=4)

    assert rounds_tested(fight) == [4, 7]
    assert [figure(event, "strenuous_rounds") for event in fight.of("fatigue")] == [3, 6]


@rule(
    "P35a2",
    "If `fatigue_every` is set to `con_fifth`, a fifth of the CON counts instead, rounded up.",
)
@pytest.mark.parametrize(("con", "first"), [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_a_fifth_of_con(con: int, first: int) -> None:
    fight = struck(bout(con), first, " / " * (first - 1) + KEPT)

    assert rounds_tested(fight) == [first]
    assert rounds_tested(struck(bout(con, Options()), first, KEPT if con == 1 else "")) == (
        [1] if con == 1 else []
    )


@rule("P35b", "A fatigue test is a roll of Resilience or Athletics, whichever is the better.")
@pytest.mark.parametrize(
    ("resilience", "athletics", "skill", "needs"),
    [(60, 40, "Resilience", 60), (40, 60, "Athletics", 60), (50, 50, "Resilience", 50)],
)
def test_the_better_skill(resilience: int, athletics: int, skill: str, needs: int) -> None:
    fight = bout(skills={"Resilience": resilience, "Athletics": athletics})

    struck(fight, 1, f"d100={needs}")

    (test,) = fight.of("fatigue")
    assert (test.facts["skill"], figure(test, "fatigue_chance")) == (skill, needs)
    assert test.facts["state"] == "fresh"


def test_a_lame_leg_makes_the_worse_of_it() -> None:
    fight = bout(skills={"Resilience": 50, "Athletics": 55})
    fight.amend(SetHitPoints("b", "left leg", -1), SetStatus("b", "standing"), dice="d4=1")

    fight.play({}, "", upto=(1, 9))
    struck(fight, 1, KEPT, first=2)

    (test,) = fight.of("fatigue")
    assert test.facts["skill"] == "Resilience"


@rule(
    "P35c",
    "A failed test makes whoever is fresh fatigued, and whoever is fatigued heavily fatigued, and nothing is worse than that.",
)
def test_failed_tests() -> None:
    fight = struck(bout(skills={"Resilience": 80}), 3, "d100=81 / d100=61 / d100=31")

    assert [event.facts["state"] for event in fight.of("fatigue")] == [
        "fatigued",
        "heavily fatigued",
        "heavily fatigued",
    ]
    assert fight.changes("b") == [("fatigued", "began"), ("heavily fatigued", "began")]
    assert fight.seen("b").conditions == ("heavily fatigued",)


@rule(
    "P35d",
    "Whoever is fatigued has 20 % less in all skills, and whoever is heavily fatigued 50 % instead.",
)
@pytest.mark.parametrize(("status", "less"), [(TIRED, -20), (WEARY, -50)])
def test_less_in_all_skills(status: SetStatus, less: int) -> None:
    strong = fighter("b", sword=90, skills={"Dodge": 80, "Resilience": 80})
    fight = scene(fighter("a"), strong, given=[status])

    assert attack_need(fight, {"b": [attack("a")]}) == 90 + less
    assert defence_need(fight, {"a": [attack("b")], "b": [DODGE]}) == 80 + less
    fight = struck(bout(skills={"Resilience": 90}).amend(status), 1, f"d100={90 + less}")
    (test,) = fight.of("fatigue")
    assert terms(test, "fatigue_chance") == {"Resilience": 90, status.status: less}
    assert test.facts["level"] == "success"


@rule(
    "P35e",
    "Whoever is fatigued, heavily or not, has 3 less DEX, but 1 at least, which counts for strike ranks, for the actions of a round and among equal ranks.",
)
@pytest.mark.parametrize("status", [TIRED, WEARY])
def test_less_dex(status: SetStatus) -> None:
    fight = scene(
        fighter("a", dex=12),
        fighter("b", dex=14),
        fighter("c", dex=2),
        given=[status, SetStatus("c", "fatigued")],
    )
    fight.play({"a": [attack("b")], "b": [attack("a"), DEFEND]}, f"{MISS} {MISS}", upto=(1, 9))

    assert fight.acts()[:2] == [(5, "a"), (5, "b")], "12 before 11"
    (defended,) = fight.of("defended", by="b")
    assert (defended.rank, terms(defended, "strike_rank")) == (
        11,
        {"DEX": 14, status.status: -3},
    )
    assert (fight.seen("b").actions, fight.option("c", "defend").rank) == (2, 1)


@rule("P35e2", "The DEX that fatigue takes changes no skill.")
def test_no_skill_is_changed_by_it() -> None:
    blade = replace(SWORD, dexterity=11)
    fight = scene(fighter("a"), fighter("b", dex=11, weapons=[blade]), given=[TIRED])

    assert attack_need(fight, {"b": [attack("a")]}) == 50 - 20


@rule("P35f", "Whoever is fatigued, heavily or not, has a Move less by a quarter.")
@pytest.mark.parametrize("status", [TIRED, WEARY])
@pytest.mark.parametrize(("metres", "steps"), [(4, 1), (8, 3), (1, 1)])
def test_less_move(status: SetStatus, metres: int, steps: int) -> None:
    row = "b " + ". " * 9 + "a"
    fight = placed(row, moving(metres, fighter("b")), fighter("a"), given=[status])

    assert max(ord(name[0]) - ord("A") for name in reached(fight, "b")) == steps


@rule(
    "P35h",
    "A fumbled test also brings unconsciousness for 3D6 minutes, and whoever it struck down comes to at their end.",
)
def test_a_fumbled_test() -> None:
    fight = scene(
        tough(50, fighter("a", "us", dex=6)),
        tough(1, fighter("b", "them", dex=6, skills={"Athletics": 1})),
        tough(50, fighter("c", "them", dex=6)),
        options=Options(stalemate_rounds=0),
    )
    struck(fight, 1, f"{FUMBLED} d6=1 d6=1 d6=1")

    assert figure(fight.of("fatigue")[0], "minutes") == 3
    assert fight.changes("b") == [("fatigued", "began"), ("unconscious", "began")]
    fight.play({}, "", upto=(36, 9))
    assert fight.seen("b").state == "down"
    fight.play({}, "", upto=(37, 1))  # 36 rounds after the first

    assert fight.seen("b").state == "up"
    assert fight.changes("b")[2:] == [("unconscious", "ended")]
    assert fight.seen("b").conditions == ("fatigued",)


def test_whoever_comes_to_where_somebody_stands_gets_up_beside() -> None:
    fight = placed(
        """
        . a b . . . . c
         . . . . . . . .
        """,
        tough(50, fighter("a", "us", dex=12)),
        tough(1, fighter("b", "them", dex=6, skills={"Athletics": 1})),
        tough(50, fighter("c", "them", dex=6)),
        options=Options(stalemate_rounds=0),
    )
    fight.play({"b": [attack("a")]}, f"{MISS} {FUMBLED} d6=1 d6=1 d6=1", upto=(1, 9))
    fight.play({"a": [move("C1")]}, "", upto=(37, 9))

    assert (fight.seen("a").place, fight.seen("b").place) == ("C1", "D1")
    assert [pair.foe for pair in fight.seen("b").engaged] == ["a"]


@pytest.mark.parametrize("status", ["unconscious", "dead"])
def test_a_wound_keeps_down_whoever_would_come_to(status: str) -> None:
    fight = scene(
        tough(50, fighter("a", "us", dex=6)),
        tough(1, fighter("b", "them", dex=6, skills={"Athletics": 1})),
        tough(50, fighter("c", "them", dex=6)),
        options=Options(stalemate_rounds=0),
    )
    struck(fight, 1, f"{FUMBLED} d6=1 d6=1 d6=1")
    is_dead = status == "dead"
    rolled = "d100=31" if is_dead else "d4=1 d100=31"  # of Resilience 50, and fatigued
    fight.amend(SetHitPoints("b", "head", -5 if is_dead else -1), dice=rolled)
    fight.play({}, "", upto=(38, 1))

    assert fight.seen("b").state == ("dead" if status == "dead" else "down")


@rule("P35i", "Nobody recovers from fatigue in the course of a fight.")
def test_it_lasts() -> None:
    fight = scene(fighter("a"), fighter("b"), given=[TIRED], options=Options(stalemate_rounds=0))

    fight.play({}, "", upto=(99, 9))

    assert fight.seen("b").conditions == ("fatigued",)


@rule("P35j", "Whoever is not able makes no fatigue test.")
def test_the_fallen_make_no_test() -> None:
    fight = scene(
        fighter("a", "us", dex=12),
        tough(1, fighter("b", "them", dex=6)),
        fighter("c", "them", dex=1),
    )
    fight.play(
        {"a": [attack("b"), attack("b")], "b": [attack("a")]},
        f"{MISS} {MISS} d100=01 d20=10 d4=1 d100=51",
        upto=(1, 9),
    )

    assert fight.seen("b").state == "down"
    assert rounds_tested(fight) == []


@rule(
    "P35k",
    "The wrap-up has its fatigue tests in seat order, and whatever else falls due comes after them.",
)
def test_the_order_of_the_wrap_up() -> None:
    fight = scene(tough(1, fighter("a", dex=6)), tough(1, fighter("b", dex=14)))
    fight.play({"b": [attack("a")], "a": [parry()]}, f"{MISS} {MISS} {FAIL} {KEPT}", upto=(1, 9))

    kinds = [event.kind for event in fight.events]
    wrap = kinds.index("wrap_up")
    assert kinds[wrap : wrap + 5] == ["wrap_up", "fatigue", "condition", "fatigue", "round_began"]
    assert [event.at for event in fight.of("fatigue")] == ["a", "b"]


def test_the_test_is_for_its_own_side_and_what_it_brings_for_all() -> None:
    fight = struck(bout(), 1, FAIL)
    (test,) = fight.of("fatigue")
    (condition,) = fight.of("condition")

    assert fight.fight.seen_by(Observer("seat", "b"), test) == test
    assert fight.fight.seen_by(Observer("seat", "a"), test) is None
    assert fight.fight.seen_by(Observer(), test) is None
    assert fight.fight.seen_by(Observer("seat", "a"), condition) == condition
    view = fight.fight.view(Observer("seat", "a"))
    assert isinstance(view, View)
    assert view.combatants[1].conditions == ("fatigued",)


def test_a_game_master_gives_and_takes_fatigue() -> None:
    fight = scene(fighter("a"), fighter("b"))
    fight.amend(SetStatus("b", "fatigued", on=False))
    assert fight.seen("b").conditions == ()

    fight.amend(TIRED, SetStatus("b", "heavily fatigued", on=False))
    assert fight.seen("b").conditions == ("fatigued",)

    fight.amend(WEARY, TIRED, TIRED, SetStatus("b", "fatigued", on=False))
    assert fight.seen("b").conditions == ()
    heavily = copied(fight).amend(WEARY, SetStatus("b", "fatigued", on=False))
    assert heavily.seen("b").conditions == (), "who is heavily fatigued is fatigued"
    assert fight.changes("b") == [
        ("fatigued", "began"),
        ("heavily fatigued", "began"),
        ("fatigued", "began"),
        ("fatigued", "ended"),
    ]


def test_a_snapshot_keeps_the_strain() -> None:
    fight = struck(bout(con=11), 2)
    again = Scene(restore(fight.fight.snapshot()))
    again.fight.watch()

    struck(again, 1, FAIL, first=3)

    assert rounds_tested(again) == [3]


def test_a_fight_ends_where_the_last_one_faints() -> None:
    fight = struck(bout(), 1, f"{FUMBLED} d6=1 d6=1 d6=1")

    (ended,) = fight.of("combat_ended")
    assert (ended.facts["outcome"], ended.facts["winner"], ended.round) == ("victory", "a", 1)
