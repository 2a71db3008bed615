"""What a game master changes in the middle of things on the map, and what becomes of them."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Engage,
    Hide,
    Moment,
    Place,
    SetGear,
    SetStatus,
    TableDice,
)
from rules.request.course.choices import CHARGE, Choice
from rules.request.course.combatant import PRONE
from rules.request.course.turn import Turn
from rules.request.model import Options
from tests.rules.request.build import (
    DAGGER,
    DECLINE,
    DEFEND,
    SPEAR,
    Said,
    aim,
    archer,
    attack,
    fighter,
    scene,
)
from tests.rules.request.places import foes, formation, move, place, placed

TABLE = Options(table_dice=True)


def test_a_purpose_about_somebody_hidden_by_then_is_asked_anew() -> None:
    fight = placed(
        "a . . . . . b c",
        fighter("a", "us", sword=150),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=1),
        later=[(Moment(1, 1, 13), Hide("b"))],
    )

    fight.play({"a": [move("close/b"), DEFEND]})

    assert fight.ranks("a") == [15, 13]


def test_a_plan_that_cannot_be_at_its_moment_is_no_action() -> None:
    fight = placed("a . . . . b", fighter("a", "us"), fighter("b", "them", dex=1)).fight
    a = fight.people[0]
    plan = Choice(a.index, CHARGE, 0, 1)
    a.plan = plan
    a.stance = PRONE
    fight.rank = 5

    Turn([plan]).resume(fight, [])

    assert a.plan is None
    assert not a.acted


def test_whoever_finds_the_first_step_barred_by_then_spends_the_action_for_nothing() -> None:
    fight = placed(
        "a . . . .\n b . c . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "us", dex=1),
        given=[Disengage("a", "b")],
    )
    fight.answer(move("C1"))
    assert [p.combatant for p in fight.open()] == ["b"]

    fight.amend(Place("c", "B1"))
    fight.answer(DECLINE)

    assert place(fight, "a") == "A1"
    assert [event.by for event in fight.of("thwarted")] == ["a"]


def test_an_offer_to_engage_is_taken_back_with_the_foe_it_is_about() -> None:
    fight = placed(
        "a . . . b . . c",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1, weapons=(SPEAR,)),
        fighter("c", "us", dex=1),
    )
    fight.answer(move("C1"))
    assert [p.kind for p in fight.open()] == ["declaration"]

    fight.amend(Hide("a"))

    assert all(p.kind == "action" for p in fight.open())


def test_a_riposte_needs_a_weapon_that_gets_there() -> None:
    fight = placed(
        "a . b",
        fighter("a", "us", dex=14, weapons=(SPEAR,)),
        fighter("b", "them", dex=1, weapons=(SPEAR, DAGGER), held=["spear", "dagger"]),
        given=[Engage("a", "b", "long")],
    )
    fight.answer(attack("b", "spear"))
    fight.answer(Said("parry/spear"), dice="d100=80 d100=01")
    assert [p.kind for p in fight.open()] == ["reaction"]

    fight.amend(Disengage("a", "b"))

    (prompt,) = fight.open()
    shown = {option.id: option.unavailable for option in prompt.options}
    assert shown["riposte/spear"] is None
    assert shown["riposte/dagger"] is not None
    with pytest.raises(IllegalAnswerError, match="P17b2"):
        fight.fight.questions()[0].check(Said("riposte/dagger").to(prompt))


def test_dice_rolled_by_hand_for_another_blow_do_not_count() -> None:
    fight = placed(
        "a b",
        fighter("a", "us"),
        fighter("b", "them", dex=1),
        later=[(Moment(1, 1, 7), Engage("b", "a", "short"))],
        options=TABLE,
    )
    by_hand = Said("attack/sword", ("b",), dice=TableDice(damage=(7,)))

    fight.play({"a": [by_hand]}, "d100=10 d4=3 d20=1")

    (blow,) = fight.of("attack")
    assert [one.value for one in blow.figures if one.name == "damage"] == [3]


def test_a_blow_at_the_helpless_takes_no_d100() -> None:
    fight = placed(
        "a b c",
        fighter("a", "us"),
        fighter("b", "them"),
        fighter("c", "them"),
        given=[SetStatus("b", "unconscious")],
        options=TABLE,
    )

    assert fight.refuses("a", Said("attack/sword", ("b",), dice=TableDice(d100=5)))
    assert not fight.refuses("a", attack("b"))


def test_whoever_loses_the_bow_it_aimed_has_lost_the_aim() -> None:
    fight = scene(archer("a", dex=14), fighter("b", dex=1), distance=20)
    fight.answer(aim("b"))

    fight.amend(SetGear("a", "bow", "carried"))

    assert fight.fight.people[0].aim_count == 0


def test_a_change_for_a_phase_that_never_comes_is_made_in_the_next_round() -> None:
    fight = scene(
        fighter("a"), fighter("b"), later=[(Moment(1, 9, 5), SetStatus("b", "vulnerable"))]
    )

    fight.play(upto=(2, 1))

    (change,) = fight.of("amended")
    assert change.round == 2


def test_whoever_stops_being_a_foe_and_is_one_again_is_engaged_again() -> None:
    fight = placed("a b . c", fighter("a", "us"), fighter("b", "them"), fighter("c", "them"))
    assert foes(fight, "a") == {"b": "normal"}

    fight.amend(ChangeSide("b", "us"))
    assert foes(fight, "a") == {}
    fight.amend(ChangeSide("b", "them"))

    assert foes(fight, "a") == {"b": "normal"}


def test_a_flank_holds_though_its_first_foe_stands_behind_the_other() -> None:
    fight = placed(
        """
        . . . . .
         s a t . .
        . . . . .
        """,
        fighter("s", "us", dex=14, weapons=(SPEAR,)),
        fighter("a", "us", dex=12),
        fighter("t", "them", dex=1),
        given=[Engage("s", "t", "long")],
    )

    fight.answer(Said("defend", also=("flank/t",)))

    assert formation(fight, "t") == "flanked"
