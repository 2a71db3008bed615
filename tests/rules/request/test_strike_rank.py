"""RULES.md, strike ranks."""

from __future__ import annotations

import pytest

from rules.kernel.model import Modify, SetHitPoints, SetStatus
from rules.kernel.people.model import Characteristics
from rules.request.chapters import strike_rank
from rules.request.data import library
from rules.request.model import Change
from rules.request.setup.model import WrittenCombatant
from rules.request.setup.sheets import base_value, sheet
from tests.rules.request.build import (
    BOW,
    CHAIN_COIF,
    CHAIN_SHIRT,
    DAGGER,
    DEFEND,
    SWORD,
    Scene,
    aim,
    archer,
    attack,
    fighter,
    figure,
    overextended,
    prone,
    scene,
    shoot,
    vulnerable,
    wait,
)
from tests.support.rulebook import rule


def rank(fight: Scene, option_id: str, who: str = "a") -> int | None:
    return fight.option(who, option_id).rank


def ranks(skill: int, dex: int, given: list[Change]) -> tuple[int | None, int | None]:
    """The strike ranks of a sword blow and of something done by DEX."""
    fight = scene(fighter("a", dex=dex, sword=skill), fighter("b", dex=1), given=given)
    return rank(fight, "attack/sword"), rank(fight, "defend")


@rule(
    "R14",
    "The strike rank of an action that uses a skill is a tenth of the learned skill, rounded up.",
)
@pytest.mark.parametrize(
    ("skill", "expected"), [(1, 1), (10, 1), (11, 2), (74, 8), (100, 10), (101, 11), (150, 15)]
)
def test_a_skill_gives_a_tenth_rounded_up(skill: int, expected: int) -> None:
    assert ranks(skill, 11, []) == (expected, 11)


@rule(
    "R14a",
    "Whatever is added to a skill roll or taken from it leaves the strike rank alone.",
)
def test_modifiers_of_the_roll_leave_the_rank() -> None:
    heavy = fighter("a", dex=14, sword=74, armour=[CHAIN_COIF, CHAIN_SHIRT])
    given = [overextended("a"), prone("b"), Modify("dark", -20)]
    fight = scene(heavy, fighter("b"), given=given)

    fight.play({"a": [attack("b")]}, dice="d100=96")

    blow = fight.attack()
    assert figure(blow, "attack_chance") == 74 - 25 - 20 + 20 - 20
    assert figure(blow, "strike_rank") == blow.rank == 8


@rule("R15", "The skill sets the strike rank even if the action rolls nothing.")
def test_the_skill_counts_without_a_roll() -> None:
    fight = scene(archer("a", dex=14, bow=65), fighter("b"), distance=20)

    fight.play({"a": [aim("b")]}, dice="")

    assert fight.acts() == [(7, "a")]


@rule(
    "R16",
    "The strike rank of an action that uses no skill is the DEX of whoever performs it.",
)
@pytest.mark.parametrize("option_id", ["defend", "stance", "ready/dagger"])
def test_without_a_skill_dex_counts(option_id: str) -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b"))

    assert rank(fight, option_id) == 14


@rule(
    "R17",
    "A strike rank is the earliest moment of an action: it may come later in the phase, and never before.",
)
@pytest.mark.parametrize(("waits", "happens"), [((), 8), ((8,), 8), ((7,), 7), ((9, 1), 1)])
def test_a_rank_is_the_earliest_moment(waits: tuple[int, ...], happens: int) -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=1))

    fight.play({"a": [*[wait(until) for until in waits], attack("b")]}, dice="d100=96")

    assert fight.acts() == [(happens, "a")]


@rule(
    "R18",
    "Each action open to a combatant has its own strike rank, and the one it decides on is the one that counts.",
)
def test_each_action_has_its_own_rank() -> None:
    someone = fighter(
        "a",
        dex=14,
        sword=74,
        skills={"Throwing": 47},
        weapons=[SWORD, DAGGER],
        held=["sword", "dagger"],
    )
    fights = [scene(someone, fighter("b", dex=1)) for _ in range(3)]

    for fight, said in zip(fights, [DEFEND, attack("b"), shoot("b", "dagger")], strict=True):
        fight.play({"a": [said]}, dice="" if said is DEFEND else "d100=96")

    assert [fight.acts() for fight in fights] == [[(14, "a")], [(8, "a")], [(5, "a")]]


@rule(
    "R19",
    "The modifiers of a strike rank are added first, and a sum below 1 then becomes 1.",
)
@pytest.mark.parametrize(
    ("skill", "expected"), [(15, 1), (110, 1), (120, 1), (130, 1), (131, 2), (140, 2)]
)
def test_the_floor_comes_last(skill: int, expected: int) -> None:
    both: list[Change] = [SetStatus("a", "surprised"), vulnerable("a")]

    assert ranks(skill, 11, both)[0] == expected
    assert strike_rank.strike_rank(1, -12) == 1


@rule("R20", "Among those who act at one strike rank the highest DEX goes first.")
def test_the_higher_dex_goes_first() -> None:
    fight = scene(
        fighter("a", dex=10, sword=80), fighter("b", dex=13, sword=75), fighter("c", dex=6)
    )

    fight.play({"a": [attack("c")], "b": [attack("c")]}, dice="d100=96 d100=96")

    assert fight.acts() == [(8, "b"), (8, "a")]


@rule("R20a", "Those who act at one strike rank with the same DEX act simultaneously.")
@pytest.mark.parametrize(
    ("dex", "acts"), [(12, [(8, "a"), (8, "b")]), (11, [(8, "a")])], ids=["same", "lower"]
)
def test_the_same_dex_acts_simultaneously(dex: int, acts: list[tuple[int, str]]) -> None:
    fight = scene(fighter("a", dex=12, sword=80), fighter("b", dex=dex, sword=80))

    # A blow that takes the chest to 0 costs the action of whoever has not acted yet.
    fight.play({"a": [attack("b")], "b": [attack("a")]}, dice="d100=40 d8=7 d20=10 " * len(acts))

    assert fight.acts() == acts


@rule(
    "R21",
    "Only being surprised and being vulnerable change a strike rank, whether it comes from a skill or from DEX.",
)
@pytest.mark.parametrize(
    ("given", "change"),
    [
        (SetStatus("a", "surprised"), -10),
        (vulnerable("a"), -2),
        (overextended("a"), 0),
        (prone("a"), 0),
        (SetStatus("a", "kneeling"), 0),
        (SetHitPoints("a", "left arm", 1), 0),
        (Modify("dark", -40), 0),
    ],
)
def test_two_conditions_change_a_rank(given: Change, change: int) -> None:
    assert ranks(150, 18, [given]) == (15 + change, 18 + change)


@rule(
    "R22",
    "A weapon may be kept loaded, and its shot is then one action at the strike rank of its skill.",
)
def test_a_loaded_weapon_may_be_held() -> None:
    fight = scene(archer("a", dex=14, bow=65), fighter("b"), distance=20)
    shot = fight.option("a", "shoot/bow")

    fight.play({"a": [wait(7), shoot("b")]}, dice="d100=96")

    assert (shot.cost, shot.rank) == (1, 7)
    assert fight.acts() == [(7, "a")]


@rule(
    "R48",
    "A multiple of ten is not rounded up further: 70 % gives strike rank 7, and 71 % gives 8.",
)
@pytest.mark.parametrize(("skill", "expected"), [(69, 7), (70, 7), (71, 8), (80, 8)])
def test_a_multiple_of_ten_is_exact(skill: int, expected: int) -> None:
    assert ranks(skill, 11, [])[0] == expected


@rule("R49", "A surprised combatant has strike rank 1 with every skill up to 110 %.")
@pytest.mark.parametrize(("skill", "expected"), [(5, 1), (74, 1), (110, 1), (111, 2), (121, 3)])
def test_surprise_leaves_skills_at_the_floor(skill: int, expected: int) -> None:
    assert ranks(skill, 11, [SetStatus("a", "surprised")])[0] == expected


@rule("R50", "Surprised and vulnerable together take 12 off a strike rank.")
@pytest.mark.parametrize(("dex", "expected"), [(18, 6), (14, 2), (13, 1), (12, 1)])
def test_both_conditions_add_up(dex: int, expected: int) -> None:
    assert ranks(50, dex, [SetStatus("a", "surprised"), vulnerable("a")])[1] == expected


@rule("R51", "Being vulnerable turns strike rank 8 into 6, and 2 or 1 into 1.")
@pytest.mark.parametrize(("skill", "expected"), [(80, 6), (20, 1), (10, 1)])
def test_being_vulnerable_costs_two(skill: int, expected: int) -> None:
    assert ranks(skill, 11, [vulnerable("a")])[0] == expected


@rule("A3", "A learned skill of 0 % has strike rank 1.")
def test_no_skill_at_all_has_rank_one() -> None:
    assert ranks(0, 11, [])[0] == 1


@rule("A16", "Whoever was never trained in a skill has its base value as the learned one.")
def test_the_untrained_have_the_base_value() -> None:
    untrained = sheet(WrittenCombatant(creature="human", side="us", weapons=("war-sword",)))
    trained = sheet(
        WrittenCombatant(
            creature="human", side="us", weapons=("war-sword",), skills={"1H Sword": 74}
        )
    )

    traits = untrained.characteristics
    assert untrained.skills["1H Sword"] == traits.STR + traits.DEX
    assert trained.skills["1H Sword"] == 74


@rule(
    "D10",
    "A base value is worked out from the characteristics, as the table says, and is never below 1.",
)
@pytest.mark.parametrize(
    ("skill", "expected"),
    [
        ("Dodge", 10 + 13 - 17),
        ("Resilience", 5 + 3),
        ("Persistence", 3 + 10),
        ("Athletics", 2 + 13),
        ("Acrobatics", 13),
        ("Riding", 13 + 3),
        ("Throwing", 13),
        ("Unarmed", 2),
        ("1H Sword", 2 + 13),
        ("Polearm", 2 + 13),
        ("Shield", 2 + 13),
        ("Bow", 13),
        ("Crossbow", 13),
        ("Sling", 13),
    ],
)
def test_base_values_come_from_the_characteristics(skill: str, expected: int) -> None:
    traits = Characteristics(STR=2, CON=5, SIZ=17, INT=7, POW=3, DEX=13, CHA=11)
    giant = Characteristics(STR=1, CON=1, SIZ=40, INT=1, POW=1, DEX=1, CHA=1)
    known = library().skills

    assert base_value(known[skill], traits) == expected
    assert base_value(known["Dodge"], giant) == 1


def test_a_bow_has_the_rank_of_its_own_skill() -> None:
    bowman = fighter("a", dex=8, skills={"Bow": 65}, weapons=[BOW, DAGGER])

    assert rank(scene(bowman, fighter("b"), distance=20), "shoot/bow") == 7
