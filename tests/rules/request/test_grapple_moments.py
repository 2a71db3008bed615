"""Grapples in which something else comes at the same moment, and what is no choice in them at all."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.model import Engage, Seize, TableDice
from rules.request.course.choices import DEFEND
from rules.request.model import Options
from tests.rules.request.build import PASS, Said, attack, fighter, stance
from tests.rules.request.places import (
    LONGSPEAR,
    breakaway,
    flying,
    foes,
    opportunity,
    place,
    placed,
)
from tests.rules.request.test_grapple_play import (
    FREE,
    HOLD,
    LET_GO,
    SEIZED,
    disarm,
    grapple,
    held,
    holding,
    pair,
    swordsman,
    wrestler,
)

THROW = Said("throw")


def test_whoever_breaks_free_at_the_moment_it_is_held_helpless_is_not() -> None:
    fight = placed(
        "a b . . .", wrestler("b", "y"), wrestler("a", "x"), given=[Engage("a", "b")]
    ).play({"a": [grapple("b")], "b": [PASS]}, SEIZED)
    fight.play({"a": [HOLD], "b": [FREE]}, "d100=30 d100=60 d100=30 d100=60", upto=(1, 2))
    assert holding(fight) == {}
    assert fight.seen("b").conditions == ()


def test_two_holders_make_a_foe_drop_the_same_thing_once() -> None:
    fight = held(wrestler("c", "x"), drawing="a b c . .")
    fight.play({"c": [grapple("b")], "a": [PASS]}, "d100=20 d100=30 d100=60", upto=(1, 2))
    fight.play(
        {"a": [disarm("sword")], "c": [disarm("sword")]},
        "d100=30 d100=60 d100=30 d100=60",
        upto=(2, 1),
    )
    assert fight.held("b") == []
    assert len(fight.of("dropped")) == 1


def test_whoever_loses_its_free_hand_at_that_moment_takes_hold_of_nobody() -> None:
    a = replace(wrestler("a", "x"), held=("sword",))
    fight = placed("a b . . .", a, swordsman("b", "y", dex=14), given=[Engage("a", "b")])
    dice = "d100=40 d100=30 d100=60 d100=40 d8=5 d20=16 d4=1"
    fight.play({"a": [grapple("b")], "b": [attack("a")]}, dice)
    assert holding(fight) == {}


def test_only_those_in_a_grapple_hold_and_only_with_bare_hands() -> None:
    fight = pair()
    assert fight.refuses("a", HOLD)
    assert fight.refuses("b", Said("grapple/sword", ("a",)))


def test_a_grapple_by_hand_rolls_no_damage() -> None:
    fight = pair(Options(table_dice=True))
    for dice, refused in ((TableDice(d100=40, damage=(3,)), True), (TableDice(d100=40), False)):
        said = Said("grapple/fist", ("b",), dice=dice)
        assert fight.refuses("a", said) is refused


def test_a_mind_may_let_go_beside_its_answer() -> None:
    fight = held()
    prompt = fight.prompt("a")
    question = next(q for q in fight.fight.questions() if q.id == prompt.id)
    sight = question.sight()
    answer = sight.release(sight.choose(DEFEND))
    assert answer == LET_GO.to(prompt)
    question.check(answer)


def test_nobody_takes_hold_of_whom_a_throw_put_where_there_is_no_place_for_it() -> None:
    spears = [fighter(name, "x", weapons=(LONGSPEAR,)) for name in "ef"]
    fight = placed(
        """
        d b . #
         e a # .
        . f . .
        """,
        wrestler("d", "x"),
        *spears,
        wrestler("a", "x"),
        swordsman("b", "y"),
        given=[Engage("d", "b"), Engage("e", "b", "long"), Engage("f", "b", "long")],
    ).play({"d": [grapple("b")]}, SEIZED)
    dice = "d100=30 d100=60 d4=2 d20=10 d100=20 d100=30 d100=60"
    fight.play({"d": [THROW], "a": [grapple("b")]}, dice, upto=(1, 2))
    assert place(fight, "b") == "C1"
    assert foes(fight, "b") == {"e": "long", "f": "long"}
    assert holding(fight) == {}


def test_whoever_leaves_the_field_at_the_moment_it_is_hurt_is_out_of_it() -> None:
    fight = placed(
        "b a . c",
        wrestler("a", "x", unarmed=140),
        flying(wrestler("b", "y")),
        fighter("c", "y", dex=1),
        given=[Engage("a", "b")],
    ).play({"a": [grapple("b")], "b": [PASS]}, "d100=20 d100=20 d100=60")
    dice = "d100=30 d100=60 d4=2 d20=10"
    fight.play({"a": [Said("hurt")], "b": [breakaway("leave")]}, dice, upto=(1, 2))
    assert fight.seen("b").state == "gone"
    assert fight.of("wrung") == []


def test_whoever_is_taken_hold_of_strikes_no_blow_that_it_had_begun() -> None:
    fight = placed(
        ". a b c .", swordsman("a", "x", dex=18), swordsman("b", "y"), wrestler("c", "x")
    )
    fight.answer(stance("kneeling")).answer(opportunity())
    assert [prompt.combatant for prompt in fight.open()] == ["a"]
    fight.amend(Seize("c", "b"))
    fight.play()
    assert not fight.of("attack")
    assert [event.by for event in fight.of("stance")] == ["a"]
