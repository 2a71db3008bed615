"""RULES.md, skills over 100: 10 % off for each full 10 % of whoever rolls against."""

from __future__ import annotations

import pytest

from rules.request.chapters import mastery
from tests.rules.request.build import (
    DODGE,
    Scene,
    attack,
    attack_need,
    fighter,
    figure,
    parry,
    scene,
    terms,
)
from tests.rules.request.places import breakaway, move, oppose, placed
from tests.support.rulebook import rule

HIT = "d8=1 d20=10"


def duel(mine: int, its: int) -> Scene:
    return scene(
        fighter("a", dex=12, sword=mine),
        fighter("b", dex=6, skills={"1H Sword": its, "Dodge": its}),
    )


@rule(
    "P13",
    "Every full 10 % of a modified skill above 100 take 10 % off what is rolled against it.",
)
@pytest.mark.parametrize(
    ("mine", "its", "attack_needs", "defence_needs"),
    [
        (100, 82, 100, 82),
        (109, 82, 109, 82),
        (110, 82, 110, 72),
        (117, 82, 117, 72),
        (139, 82, 139, 52),
        (82, 117, 72, 117),
        (117, 112, 107, 102),
    ],
)
def test_a_skill_over_100_weighs_on_the_other(
    mine: int, its: int, attack_needs: int, defence_needs: int
) -> None:
    """E66 is the last of these."""
    for reaction in (parry(), DODGE):
        fight = duel(mine, its).play({"a": [attack("b")], "b": [reaction]}, "d100=96 d100=96")
        blow = fight.attack()

        assert (figure(blow, "attack_chance"), figure(blow, "defence_chance")) == (
            attack_needs,
            defence_needs,
        )
        assert terms(blow, "attack_chance").get("opponent over 100%", 0) == attack_needs - mine
        assert terms(blow, "defence_chance").get("opponent over 100%", 0) == defence_needs - its
        assert figure(blow, "strike_rank") == -(-mine // 10)


def test_the_modified_skill_counts() -> None:
    fight = placed(
        """
        . . . .
         . a b .
        . . . .
        """,
        fighter("a", dex=12, sword=117, armour=[]),
        fighter("b", dex=6),
    )
    fight.play({"a": [attack("b")], "b": [parry()]}, "d100=96 d100=96")
    assert figure(fight.attack(), "defence_chance") == 40

    held = scene(fighter("a", dex=12, sword=117), fighter("b", dex=6))
    (question,) = held.fight.questions()
    assert question.combatant == "a"
    held.play({"a": [attack("b")], "b": [parry()]}, "d100=96 d100=41")
    assert held.attack().facts["defence_level"] == "failure"


@rule("P13c", "A skill over 100 changes nothing where nobody rolls against it.")
def test_unopposed() -> None:
    assert attack_need(duel(82, 150), {"a": [attack("b")]}) == 82


@rule(
    "P13a",
    "Whoever rolls once against several loses by the best of them, and each of them by that one skill.",
)
@pytest.mark.parametrize(
    ("dodge", "b", "c", "needs"),
    [(50, 125, 115, (30, 125, 115)), (125, 115, 83, (115, 95, 63)), (105, 50, 50, (105, 50, 50))],
)
def test_one_against_several(dodge: int, b: int, c: int, needs: tuple[int, int, int]) -> None:
    fight = placed(
        """
        . . . . .
         . b c . .
        . . a . .
         . . . . .
        """,
        fighter("a", "us", dex=19, skills={"Dodge": dodge}),
        fighter("b", "them", sword=b),
        fighter("c", "them", sword=c),
    )
    fight.play(
        {"a": [breakaway("back")], "b": [oppose()], "c": [oppose()]}, "d100=99 d100=96 d100=96"
    )

    (own,) = fight.of("contest")
    opposed = [figure(event, "contest_chance") for event in fight.of("opposed")]
    assert (figure(own, "contest_chance"), *opposed) == needs


def test_who_does_not_oppose_weighs_nothing() -> None:
    fight = placed(
        """
        . . . .
         . a b .
        . . . .
        """,
        fighter("a", "us", dex=19),
        fighter("b", "them", sword=150),
    )
    fight.play({"a": [breakaway("back")]}, "d100=50")

    (own,) = fight.of("contest")
    assert figure(own, "contest_chance") == 50


@rule(
    "P13b",
    "Of three or more who each roll against all others, the best loses by the second best, and the rest by the best.",
)
def test_three_against_each_other() -> None:
    fight = placed(
        """
        . a . . c .
         . . . . . .
        . . e . . .
         . . . . . b
        """,
        fighter("a", "us", dex=12, skills={"Athletics": 123}),
        fighter("c", "us", dex=12, skills={"Athletics": 117}),
        fighter("e", "us", dex=12, skills={"Athletics": 83}),
        fighter("b", "them", dex=1),
    )
    fight.play({who: [move("C2")] for who in "ace"}, "d100=96 d100=96 d100=96")

    rolled = fight.of("contest")
    assert [figure(event, "contest_chance") for event in rolled] == [113, 97, 63]


def test_what_each_of_several_loses() -> None:
    assert mastery.lost([123, 117, 83]) == [10, 20, 20]
    assert mastery.lost([117, 112]) == [10, 10]
    assert mastery.lost([100, 109, 110]) == [10, 10, 0]
