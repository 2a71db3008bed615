"""RULES.md, acting simultaneously: a and b have the same skill and the same DEX throughout."""

from __future__ import annotations

import pytest

from rules.kernel.model import Engage, SetHitPoints, SetPoints, SetStatus
from rules.request.model import Entry, Options
from tests.rules.request.build import (
    AXE,
    CHAIN_SHIRT,
    DAGGER,
    DECLINE,
    DEFEND,
    PASS,
    SPEAR,
    SWORD,
    Scene,
    attack,
    fighter,
    figure,
    parry,
    ready,
    riposte,
    scene,
    shoot,
    stance,
    terms,
)
from tests.rules.request.places import move, moving, on, opportunity, place, placed, strikes
from tests.support.rulebook import rule

BOTH = {"a": [attack("b")], "b": [attack("a")]}


def twins(*more: str) -> Scene:
    return scene(*[fighter(name, dex=12, sword=74) for name in ("a", "b", *more)])


@rule(
    "A14",
    "Simultaneous actions all take effect, even if one of them kills the doer of another.",
)
def test_the_dying_strike_all_the_same() -> None:
    axemen = [fighter(name, dex=12, skills={"2H Axe": 74}, weapons=[AXE]) for name in "ab"]
    fight = scene(*axemen)

    fight.play(
        {"a": [attack("b", "axe")], "b": [attack("a", "axe")]},
        # Both blows, then what lands: head down by 14 of 5, Resilience fails, and a scratch.
        dice="d100=40 d6=6 d6=6 d20=20  d100=40 d6=1 d6=1 d20=10  d100=96",
    )

    assert fight.seen("b").state == "dead"
    assert fight.points("a", "chest") == 7 - 4


@rule(
    "D7",
    "Before simultaneous actions are rolled, all reactions to them are asked for together.",
)
def test_all_reactions_are_asked_together() -> None:
    fight = twins("c")

    fight.play({**BOTH, "c": [attack("a")]}, dice="d100=96 " * 3)

    asked = [[(p.combatant, p.kind, p.by) for p in prompts] for prompts in fight.waits]
    assert asked == [
        [("a", "action", ""), ("b", "action", ""), ("c", "action", "")],
        [("b", "reaction", "a"), ("a", "reaction", "b"), ("a", "reaction", "c")],
    ]


@rule("D7a", "All simultaneous actions roll against the state before the first of them.")
def test_all_roll_against_the_state_before() -> None:
    fight = twins()

    # The leg wound of b makes it fall, and the prone strike at -20 %: not this time.
    fight.play(BOTH, dice="d100=40 d8=6 d20=1  d100=40 d8=1 d20=10  d4=1")

    assert fight.seen("b").stance == "prone"
    assert figure(fight.attack(by="b"), "attack_chance") == 74


@rule("D7b", "The damage of simultaneous actions lands together, in seat order.")
def test_the_damage_lands_in_seat_order() -> None:
    fight = twins("c")

    # Two blows meet in the chest of c: 5 + 5 of 7, and only then there is a wound.
    fight.play(
        {"a": [attack("c")], "b": [attack("c")], "c": [attack("a")]},
        dice="d100=40 d8=5 d20=10  d100=40 d8=5 d20=10  d100=40 d8=7 d20=10  d4=1 d100=40",
    )

    assert [(e.by, figure(e, "hit_points")) for e in fight.of("attack")] == [
        ("a", 2),
        ("b", -3),
        ("c", 0),
    ]
    assert [e.at for e in fight.of("wound")] == ["c", "a"]


@rule(
    "D7c",
    "Ripostes follow after all that damage, one by one in seat order, by those who are still able.",
)
@pytest.mark.parametrize(
    ("first", "struck"),
    [("d100=96", ["a", "b"]), ("d100=40 d8=8 d20=20  d4=1 d100=96", ["a"])],
    ids=["both", "felled"],
)
def test_ripostes_follow_in_seat_order(first: str, struck: list[str]) -> None:
    fight = twins()
    second = " d100=96" if "b" in struck else ""

    fight.play(
        {
            "a": [attack("b"), parry(), riposte()],
            "b": [attack("a"), parry(), *([DECLINE, riposte()] if "b" in struck else [])],
        },
        # Two failed blows, both parried critically; then the ripostes.
        dice=f"d100=96 d100=1  d100=96 d100=1  {first}{second}",
    )

    blows = [(e.by, e.facts["verb"]) for e in fight.of("attack")]
    assert blows[:2] == [("a", "attack"), ("b", "attack")]
    assert blows[2:] == [(who, "riposte") for who in struck]


@rule(
    "P2d",
    "Under `pool` the last reaction goes to the first of several simultaneous blows, in seat order.",
)
@pytest.mark.parametrize(("left", "defences"), [(1, ["parry", "cannot"]), (2, ["parry", "parry"])])
def test_the_last_reaction_goes_to_the_first_blow(left: int, defences: list[str]) -> None:
    fight = scene(
        *[fighter(name, "foes", dex=12) for name in "ab"],
        fighter("c", dex=6),
        given=[SetPoints("c", "reactions", left)],
        options=Options(reactions="pool"),
    )

    fight.play(
        {"a": [attack("c")], "b": [attack("c")], "c": [parry(), parry()]},
        "d100=96 d100=50 d100=96" + " d100=50" * (left - 1),
    )

    assert [e.facts["defence"] for e in fight.of("attack")] == defences
    assert fight.fight.people[2].reactions == 0


# On a map


def four(*extra: Entry) -> Scene:
    """A and c, who act at one moment, each beside a foe with a dagger to throw in hand."""
    throwers = [
        fighter(name, "us", dex=12, weapons=[DAGGER, SWORD], held=["dagger", "sword"])
        for name in "ac"
    ]
    return placed(
        ". . . . . . . .\n . a b . . c d .\n. . . . . . . .",
        *throwers,
        *[fighter(name, "them", dex=1) for name in "bd"],
        *extra,
    )


@rule("D7d", "Opportunity attacks on simultaneous actions come before any of them.")
def test_opportunity_attacks_come_first() -> None:
    fight = four()

    fight.play(
        {
            "a": [shoot("d", "dagger")],
            "c": [shoot("b", "dagger")],
            "b": [opportunity()],
            "d": [opportunity()],
        },
        "d100=96 " * 4,
    )

    assert strikes(fight) == [
        ("opportunity", "b"),
        ("opportunity", "d"),
        ("shoot", "a"),
        ("shoot", "c"),
    ]


@rule(
    "D7e",
    "What such an opportunity attack did decides at once whether its target still acts, and lands with the rest.",
)
@pytest.mark.parametrize("felled", [True, False])
def test_what_an_opportunity_attack_did_lands_with_the_rest(felled: bool) -> None:
    # a rises while c, its foe, strikes at it; b, beside it, strikes first.
    fight = placed(
        ". . . . .\n . b a c .\n. . . . .",
        fighter("a", "us", dex=12),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=12, sword=120),
        on("A1", fighter("d", "us", dex=1)),
    )

    # A blow at the helpless would be certain, and one at somebody prone at +20.
    harm = "d100=40 d8=8 d20=20 d4=1 d100=96" if felled else "d100=40 d8=6 d20=1 d4=1"
    fight.play(
        {"a": [stance("kneeling"), DECLINE, parry()], "b": [opportunity()], "c": [attack("a")]},
        f"{harm} d100=96 d100=60",
    )

    blow = fight.attack(by="c")
    assert terms(blow, "attack_chance") == {"1H Sword": 120}
    assert blow.facts["defence"] == "parry"
    assert fight.of("stance", by="a") == []
    assert fight.seen("a").state == ("down" if felled else "up")


@rule(
    "D7f",
    "Simultaneous moves to one hex are decided by Athletics against each other, breakaways by what they are rolled with, and of equals neither comes there.",
)
@pytest.mark.parametrize(
    ("a_rolls", "c_rolls", "a_to", "c_to"),
    [
        (40, 30, "D1", "E1"),
        (30, 40, "C1", "D1"),
        (5, 40, "D1", "E1"),
        (60, 40, "C1", "D1"),
        (40, 40, "C1", "E1"),
        (60, 70, "C1", "E1"),
    ],
)
@pytest.mark.parametrize("side", ["us", "them"])
def test_one_hex_for_two(a_rolls: int, c_rolls: int, a_to: str, c_to: str, side: str) -> None:
    fight = placed(
        ". a . . . c . . . . b",
        fighter("a", "us", dex=12),
        fighter("c", side, dex=12),
        fighter("b", "them" if side == "us" else "us", dex=1),
    )

    fight.play({"a": [move("D1")], "c": [move("D1")]}, f"d100={a_rolls} d100={c_rolls}")

    assert (place(fight, "a"), place(fight, "c")) == (a_to, c_to)
    contests = [(e.by, e.facts["skill"]) for e in fight.of("contest")]
    assert contests == [("a", "Athletics"), ("c", "Athletics")]


@pytest.mark.parametrize(("leg", "chance"), [(5, 30), (-1, 20)])
def test_armour_and_a_lame_leg_weigh_on_athletics(leg: int, chance: int) -> None:
    fight = placed(
        ". . a . c . . . . b",
        moving(8, fighter("a", "us", dex=12, armour=[CHAIN_SHIRT])),
        fighter("c", "us", dex=12),
        fighter("b", "them", dex=1),
    )
    if leg < 0:
        fight.amend(SetHitPoints("a", "right leg", leg), dice="d4=1")
        fight.amend(SetStatus("a", "standing"))

    fight.play(
        {"a": [move("D1")], "c": [PASS, move("D1")] if leg < 0 else [move("D1")]},
        "d100=40 d100=30",
        upto=(1, 1 + (leg < 0)),
    )

    first = fight.of("contest", by="a")[0]
    assert figure(first, "contest_chance") == chance
    assert terms(first, "contest_chance") == {"Athletics": 50, "armour": -20} | (
        {"lame": -10} if leg < 0 else {}
    )


def test_blows_of_one_moment_are_told_as_they_add_up() -> None:
    # a rises; b, beside it, strikes first, and then c and d, all at its chest.
    fight = placed(
        ". . . . .\n . b a c .\n. . d . .",
        fighter("a", "us", dex=12),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=12, sword=120),
        fighter("d", "them", dex=12, sword=120),
    )

    fight.play(
        {
            "a": [stance("kneeling")],
            "b": [opportunity()],
            "c": [attack("a")],
            "d": [attack("a")],
        },
        "d100=40 d8=1 d20=10 " * 3,
    )

    left = [figure(blow, "hit_points") for blow in fight.of("attack")]
    assert left == [7 - 1, 7 - 2, 7 - 3]
    assert fight.points("a", "chest") == 7 - 3


def test_whoever_draws_at_a_moment_of_several_needs_nothing_in_hand() -> None:
    fight = placed(
        ". . . . .\n . b a . c\n. . . . .",
        fighter("a", "us", dex=12, weapons=[SWORD, DAGGER]),
        fighter("b", "them", dex=1),
        fighter("c", "us", dex=12),
    )

    fight.play(
        {"a": [ready("dagger")], "b": [opportunity()], "c": [DEFEND]},
        "d100=96",
    )

    assert fight.held("a") == ["sword", "dagger"]


def test_an_arm_that_is_about_to_give_way_strikes_no_more() -> None:
    fight = placed(
        ". . . . . .\n . a b . . c\n. . . . . .",
        fighter("a", "us", dex=12, weapons=[DAGGER], skills={"Dagger": 120}),
        fighter("b", "them", dex=1, weapons=[SPEAR]),
        fighter("c", "us", dex=12),
        given=[Engage("a", "b", "long")],
    )

    fight.play(
        {"a": [attack("b", "dagger")], "b": [opportunity("spear")], "c": [DEFEND]},
        "d100=40 d8=7 d20=15 d4=1",
    )

    assert fight.of("attack", by="a") == []
    assert [event.by for event in fight.of("thwarted")] == ["a"]
