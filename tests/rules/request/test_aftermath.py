"""RULES.md, the end of a fight: how everybody came out of it, and who is told."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from rules.kernel.model import (
    EndFight,
    Event,
    Fate,
    Hide,
    Injury,
    Lost,
    Observer,
    Remove,
    SetGear,
    SetHitPoints,
    SetStatus,
)
from rules.request.model import Options
from rules.request.tell.teller import Teller
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DODGE,
    SWORD,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    parry,
    scene,
    shoot,
)
from tests.rules.request.places import breakaway, move, on, oppose, placed
from tests.rules.request.test_spells import cast, mage
from tests.support.rulebook import rule

MISS: Final = "d100=96"


def ended(fight: Scene) -> Event:
    """The event of its end, which a game master brings about if nothing else has."""
    if fight.fight.outcome() is None:
        fight.amend(EndFight())
    (end,) = fight.of("combat_ended")
    return end


def fate(fight: Scene, who: str) -> Fate:
    return next(one for one in ended(fight).fates if one.id == who)


@rule(
    "C29", "A skill has proved itself in a fight if a roll of it succeeded, whatever came of that."
)
@pytest.mark.parametrize(
    ("dice", "by_a", "by_b"),
    [
        ("d100=40 d100=45", ("1H Sword",), ("1H Sword",)),  # parried
        ("d100=40 d100=96 d8=1 d20=10", ("1H Sword",), ()),
        ("d100=96 d100=40", (), ("1H Sword",)),
        ("d100=51 d100=51", (), ()),
    ],
)
def test_a_skill_that_succeeded(dice: str, by_a: tuple[str, ...], by_b: tuple[str, ...]) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    fight.play({"a": [attack("b")], "b": [parry()]}, dice)

    (a, b) = ended(fight).fates
    assert (a.succeeded, b.succeeded) == (by_a, by_b)


def test_every_skill_once_and_by_its_name() -> None:
    fight = scene(
        fighter("a", dex=14, weapons=[SWORD, replace(SWORD, id="other"), DAGGER]),
        fighter("b", dex=1),
        distance=0,
    )
    fight.play({"a": [attack("b")], "b": [DODGE]}, "d100=40 d100=45", upto=(1, 1))
    fight.play({"a": [attack("b")], "b": [DODGE]}, "d100=40 d100=45", upto=(1, 2))
    fight.amend(SetGear("a", "other", "held"))
    fight.play({"a": [attack("b", "other")], "b": [DODGE]}, "d100=40 d100=45", upto=(1, 3))
    fight.amend(SetHitPoints("b", "chest", -1), dice="d4=1 d100=50")

    (a, b) = ended(fight).fates
    assert a.succeeded == ("1H Sword",)
    assert b.succeeded == ("Dodge", "Resilience")


def test_a_throw_proves_the_skill_of_throwing() -> None:
    fight = scene(fighter("a", dex=14, weapons=[DAGGER]), fighter("b", dex=1))

    fight.play({"a": [shoot("b", "dagger")]}, "d100=40 d6=1 d20=10")

    a = fate(fight, "a")
    assert a.succeeded == ("Throwing",)
    assert a.lost == (Lost("dagger", "dagger", "thrown"),)


def test_contests_prove_skills_on_both_sides() -> None:
    fight = placed(". a b .", fighter("a", dex=14), fighter("b", dex=1))

    fight.play({"a": [breakaway("A1")], "b": [oppose()]}, "d100=40 d100=45")

    (a, b) = ended(fight).fates
    assert (a.succeeded, b.succeeded) == (("Dodge",), ("1H Sword",))


def test_keeping_ones_feet_proves_acrobatics() -> None:
    fight = placed("a b . .", fighter("a", dex=14), fighter("b", size=1, hide=40))

    fight.play({"a": [attack("b")]}, "d100=40 d8=8 d20=10 d100=50")

    assert fate(fight, "b").succeeded == ("Acrobatics",)


def test_skills_are_told_by_the_alphabet_whatever_succeeded_first() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    fight.play(
        {"a": [attack("b")], "b": [DODGE, attack("a")]}, "d100=40 d100=45 d100=40 d8=1 d20=10"
    )

    assert fate(fight, "b").succeeded == ("1H Sword", "Dodge")


@pytest.mark.parametrize(
    ("spell", "parts", "skill"), [("hinder", 1, "Resilience"), ("muddle", 2, "Persistence")]
)
def test_warding_a_spell_off_proves_what_it_is_rolled_with(
    spell: str, parts: int, skill: str
) -> None:
    fight = scene(mage("a", spell), fighter("b", skills={"Persistence": 50}))

    said = [cast(spell, "b"), Said("continue")][:parts]
    fight.play({"a": said}, "d100=40 d100=45", upto=(1, parts))

    assert fate(fight, "b").succeeded == (skill,)


def test_first_aid_proves_itself_too() -> None:
    fight = scene(
        fighter("a", "us"), fighter("b", "us", skills={"First Aid": 60}), fighter("c", dex=1)
    )
    fight.amend(SetHitPoints("a", "chest", -7), dice="d100=05")

    fight.play({"b": [Said("aid", ("a",))] * 2}, "d100=50", upto=(1, 2))

    assert [one.succeeded for one in ended(fight).fates] == [("Resilience",), ("First Aid",), ()]


@pytest.mark.parametrize(
    ("skills", "skill"),
    [({"Resilience": 60}, "Resilience"), ({"Athletics": 60}, "Athletics")],
)
def test_standing_the_strain_proves_what_it_is_rolled_with(
    skills: dict[str, int], skill: str
) -> None:
    fight = scene(
        fighter("a", skills=skills),
        fighter("b", dex=1),
        options=Options(fatigue_every="con_fifth", stalemate_rounds=0),
    )
    for number in (1, 2, 3):
        test = "d100=50" if number == 3 else ""
        fight.play({"a": [attack("b")]}, f"{MISS} {test}", upto=(number, 9))

    assert fate(fight, "a").succeeded == (skill,)


@pytest.mark.parametrize(
    ("said", "skill"),
    [(breakaway("C2"), "Dodge"), (Said("retreat/sword", ("nobody", "C2")), "Athletics")],
    ids=["breaking away", "retreating"],
)
def test_a_contest_over_a_hex_proves_what_it_is_rolled_with(said: Said, skill: str) -> None:
    fight = placed(
        """
        # # . # .
         x a . b y
        # # # # .
        """,
        fighter("a", "us", dex=10),
        fighter("b", "us", dex=10),
        fighter("x", "them", dex=1),
        fighter("y", "them", dex=1),
    )

    rest = " d100=96 d100=96" if skill == "Dodge" else ""
    fight.play({"a": [said], "b": [said]}, f"d100=40 d100=96{rest}")

    assert [one.succeeded for one in ended(fight).fates[:2]] == [(skill,), ()]


@rule(
    "C30",
    "The end tells how everybody stands, is wounded and tired, what each spent, shot, dropped or broke, and which skills have proved themselves.",
)
def test_the_end_tells_how_everybody_came_out_of_it() -> None:
    fight = scene(
        archer("a", "us", dex=14),
        fighter("b", "us", weapons=[SWORD, DAGGER]),
        fighter("c", "them", dex=1),
        fighter("d", "them", dex=1),
        fighter("e", "them", dex=1),
        fighter("f", "them", dex=1),
        distance=20,
    )
    fight.play({"a": [shoot("c")]}, "d100=40 d8=3 d20=10")
    fight.amend(
        SetGear("b", "sword", "dropped"),
        SetGear("b", "dagger", "gone"),
        SetStatus("b", "fatigued"),
        SetStatus("d", "dead"),
        SetStatus("f", "yielded"),
        Remove("e"),
    )
    fight.amend(SetHitPoints("c", "right leg", -5), dice="d100=05")

    assert ended(fight).fates == (
        Fate("a", "A", "us", "up", lost=(Lost("bow", BOW.name, "shot"),), succeeded=("Bow",)),
        Fate(
            "b",
            "B",
            "us",
            "up",
            fatigue="fatigued",
            lost=(Lost("sword", "sword", "dropped"), Lost("dagger", "dagger", "gone")),
        ),
        Fate(
            "c",
            "C",
            "them",
            "down",
            wounds=(
                Injury("right leg", -5, 5, "major", bleeds=True),
                Injury("chest", 4, 7),
            ),
            succeeded=("Resilience",),
        ),
        Fate("d", "D", "them", "dead"),
        Fate("e", "E", "them", "removed"),
        Fate("f", "F", "them", "prisoner"),
    )


@pytest.mark.parametrize(
    ("points", "dice", "severity", "bleeds"),
    [
        (1, "", "", False),
        (0, "", "minor", False),
        (-1, "d4=1", "serious", False),
        (-4, "d100=05", "major", True),
    ],
)
def test_a_wound_is_told_by_what_is_left(
    points: int, dice: str, severity: str, bleeds: bool
) -> None:
    fight = scene(fighter("a"), fighter("b"))

    fight.amend(SetHitPoints("a", "left arm", points), dice=dice)

    (wound,) = fate(fight, "a").wounds
    assert (wound.place, wound.left, wound.full) == ("left arm", points, 4)
    assert (wound.severity, wound.bleeds) == (severity, bleeds)


def test_who_flees_and_who_is_taken_out_are_two_fates() -> None:
    fight = placed("a b . . . . c d", *[fighter(name, name) for name in "abcd"])
    fight.amend(Remove("b"), SetStatus("c", "dead"), Remove("c"))
    fight.play({"a": [move("leave")]})

    states = [one.state for one in ended(fight).fates]
    assert states == ["fled", "removed", "dead", "up"]
    assert [(one.by, one.facts) for one in fight.of("left")] == [
        ("b", {"how": "removed"}),
        ("c", {"how": "removed"}),
        ("a", {}),
    ]
    told = [Teller(fight.fight.setup).line(one) for one in fight.of("left")]
    assert [one.text for one in told if one is not None] == [
        "B is taken out of the fight.",
        "C is taken out of the fight.",
        "A leaves the field, and with it the fight.",
    ]


def test_the_dead_bleed_no_more_and_keep_their_wounds() -> None:
    fight = scene(fighter("a", "us"), fighter("b", "us"), fighter("c"))

    fight.amend(SetHitPoints("a", "head", -5), dice="d100=96")

    assert fate(fight, "a").state == "dead"
    assert fate_wounds(fight) == [("head", False)]


def fate_wounds(fight: Scene) -> list[tuple[str, bool]]:
    (end,) = fight.of("combat_ended")
    return [(one.place, one.bleeds) for one in end.fates[0].wounds]


def test_a_string_that_breaks_is_told() -> None:
    fight = scene(archer("a", dex=14), fighter("b", dex=1), distance=20)

    fight.play({"a": [shoot("b")]}, "d100=100 d6=6")

    assert fate(fight, "a").lost == (Lost("bow", "bow", "shot"), Lost("bow", "bow", "broken"))


@rule("C31", "The end is told to everybody alike, but for those who are hidden from them still.")
@pytest.mark.parametrize(
    ("observer", "told"),
    [
        (Observer(), ["a", "b"]),
        (Observer("seat", "a"), ["a", "b"]),
        (Observer("seat", "b"), ["a", "b", "c"]),
        (Observer("game_master"), ["a", "b", "c"]),
    ],
    ids=["spectator", "foe", "friend", "game master"],
)
def test_all_is_told_at_the_end_but_who_is_hidden(observer: Observer, told: list[str]) -> None:
    fight = placed(
        "a b . .", fighter("a", "us"), fighter("b", "them"), on("D1", fighter("c", "them"))
    )
    fight.amend(Hide("c"), SetHitPoints("b", "chest", 3))
    end = ended(fight)

    seen = fight.fight.seen_by(observer, end)

    assert seen is not None
    assert [one.id for one in seen.fates] == told
    assert seen.fates[1] == end.fates[1]
    assert seen.fates[1].wounds == (Injury("chest", 3, 7),)


def test_the_end_tells_how_many_magic_points_each_spent() -> None:
    fight = scene(mage("a", "hinder"), fighter("b"))
    fight.play({"a": [cast("hinder", "b")]}, "d100=40 d100=60").amend(Remove("b"))

    fate = ended(fight).fates[0]
    assert fate.lost == (Lost("magic", "magic points", "spent", 1),)
    assert fate.succeeded == ("Runecast",)


def test_what_a_game_master_gives_or_takes_is_nobodys_loss() -> None:
    fight = scene(archer("a", "us", dex=14), fighter("c", "them", dex=1), distance=20)
    fight.play({"a": [shoot("c")]}, "d100=96").amend(SetGear("a", "bow", "held", 3))

    fight.amend(EndFight("us"))

    (a, _) = ended(fight).fates
    assert a.lost == (Lost("bow", BOW.name, "shot", 1),)
