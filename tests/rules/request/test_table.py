"""RULES.md, at the table: what is hidden, and dice rolled by hand."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Observer, SetHitPoints, TableDice
from rules.request.model import Options, View
from tests.rules.request.build import (
    DECLINE,
    TO_THE_END,
    Said,
    Scene,
    attack,
    fighter,
    figure,
    scene,
)
from tests.support.rulebook import book_of, rule

Information = Literal["hidden", "open"]


@rule(
    "C16",
    "Skills and exact hit points of foes are hidden and their wounds show in words, unless `information` is set to `open`.",
)
@pytest.mark.parametrize(
    ("information", "who", "known"),
    [("hidden", "b", False), ("hidden", "c", True), ("hidden", "a", True), ("open", "b", True)],
)
def test_what_is_hidden_of_foes(information: Information, who: str, known: bool) -> None:
    fight = scene(
        fighter("a", "us", dex=14),
        fighter("c", "us"),
        fighter("b", "them", sword=74),
        given=[SetHitPoints(who, "head", 2)],
        options=Options(information=information),
    )

    view = fight.fight.view(Observer("seat", "a"))

    assert isinstance(view, View)
    seen = next(one for one in view.combatants if one.id == who)
    assert (seen.hit_points is not None, seen.skills is not None) == (known, known)
    assert seen.wounds == (*["unhurt"] * 6, "scratched")


@rule(
    "C17",
    "With `table_dice` on, an answer may bring dice rolled by hand, which count instead of the machine's.",
)
@pytest.mark.parametrize("on", [True, False])
def test_dice_rolled_by_hand_count(on: bool) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1), options=Options(table_dice=on))
    by_hand = Said("attack/sword", ("b",), dice=TableDice(d100=40, damage=(3,), location=10))

    if not on:
        with pytest.raises(IllegalAnswerError, match="table_dice"):
            fight.answer(by_hand)
        return
    # The machine rolls all the same, so that everything after it stays as it was.
    fight.play({"a": [by_hand]}, "d100=96 d8=8 d20=1")

    blow = fight.attack()
    assert (figure(blow, "attack_roll"), figure(blow, "damage"), blow.place) == (40, 3, "chest")
    by_hand_figures = [one.name for one in blow.figures if one.by_hand]
    assert by_hand_figures == ["attack_roll", "damage", "location_roll"]


# Beyond the sentences


def test_every_option_is_named_in_the_book() -> None:
    book = book_of("request")

    assert [name for name in Options.__struct_fields__ if f"`{name}`" not in book] == []


def play_dice(scripted: TableDice | None) -> Scene:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1), options=Options(table_dice=True))
    said = Said("attack/sword", ("b",), dice=scripted)
    return fight.play({"a": [said], "b": [DECLINE]}, "d100=40 d8=3 d20=10")


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (TableDice(), (40, 3, "chest")),
        (TableDice(d100=20), (20, 3, "chest")),
        (TableDice(damage=(7,)), (40, 7, "chest")),
        (TableDice(location=1), (40, 3, "right leg")),
    ],
)
def test_what_is_not_rolled_by_hand_the_machine_rolls(
    part: TableDice, expected: tuple[int, int, str]
) -> None:
    blow = play_dice(part).attack()

    assert (figure(blow, "attack_roll"), figure(blow, "damage"), blow.place) == expected


@pytest.mark.parametrize(
    "impossible",
    [
        TableDice(d100=101),
        TableDice(d100=-1),
        TableDice(damage=(9,)),
        TableDice(damage=(0,)),
        TableDice(damage=(3, 3)),
        TableDice(location=21),
    ],
)
def test_impossible_dice_are_refused_and_change_nothing(impossible: TableDice) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1), options=Options(table_dice=True))
    before = fight.fight.state_hash()
    answer = Said("attack/sword", ("b",), dice=impossible).to(fight.prompt("a"))

    with pytest.raises(IllegalAnswerError, match="dice"):
        fight.fight.advance([answer])

    assert fight.fight.state_hash() == before


def test_the_setup_that_a_scene_makes_survives_the_wire() -> None:
    setup = scene(fighter("a"), fighter("b")).fight.setup

    assert msgspec.json.decode(msgspec.json.encode(setup), type=type(setup)) == setup


def test_a_fight_of_nothing_but_misses_ends() -> None:
    fight = scene(fighter("a", dex=6), fighter("b", dex=6), options=Options(stalemate_rounds=2))

    fight.play({"a": [attack("b")] * 2}, "d100=96 d100=96", upto=TO_THE_END)

    assert [e.facts["outcome"] for e in fight.of("combat_ended")] == ["stalemate"]
