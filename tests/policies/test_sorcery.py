"""Those who cast: what for, and that whoever is afraid or wants away casts nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from rules.kernel.model import Hide, SetHitPoints, SetStatus
from rules.kernel.temper.model import Temper
from rules.request.model import Setup
from rules.request.setup import decode
from tests.policies.saying import says
from tests.policies.test_no_stalling import ends
from tests.rules.request.build import Scene, fighter
from tests.rules.request.places import placed
from tests.rules.request.test_spells import CONTINUE, FAILS, WORKS, cast, mage
from tests.support.fights import shipped

APART = "a . . . . b"


def apart(*spells: str, temper: Temper | None = None) -> Scene:
    witch = replace(mage("a", *spells, dex=16), temper=temper)
    return placed(APART, witch, fighter("b"))


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_harm_from_a_distance(mind: str) -> None:
    assert says(mind, apart("disrupt")) == "cast/disrupt b"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_what_is_begun_is_gone_on_with(mind: str) -> None:
    fight = apart("dismay").play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    assert says(mind, fight) == "continue"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_the_fearful_cast_nothing_and_give_up_what_they_began(mind: str) -> None:
    soldier = Temper("soldier", 12)
    fight = apart("dismay", temper=soldier)
    fight.play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    fight.amend(SetStatus("a", "fleeing"))
    assert not says(mind, fight).startswith(("cast", "continue"))


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_whoever_wants_away_casts_nothing(mind: str) -> None:
    away = Temper("soldier", 12, goal="escape")
    assert not says(mind, apart("disrupt", temper=away)).startswith("cast")


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_whom_one_drives_off_is_let_go(mind: str) -> None:
    patient = Temper("soldier", 12, goal="drive off")
    fight = apart("disrupt", "dismay", temper=patient).amend(SetStatus("b", "fleeing"))
    assert not says(mind, fight).startswith("cast")


def test_light_for_a_friend_in_the_dark() -> None:
    people = mage("a", "glow", side="us"), fighter("b", "us"), mage("c", "gloom", side="them")
    fight = placed("a b . . . . c", *people)
    fight.play({"c": [cast("gloom", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert says("steady", fight) == "cast/glow b"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_nobody_begins_a_spell_at_blows(mind: str) -> None:
    fight = placed(". a b .", mage("a", "disrupt", dex=16), fighter("b"))
    assert not says(mind, fight).startswith("cast")


@pytest.mark.parametrize(
    ("drawing", "said"),
    [("a b . . . . . . . c", "cast/ward a"), ("a b . . . . c . . .", "cast/disrupt c")],
)
def test_boosts_are_for_before_contact(drawing: str, said: str) -> None:
    people = mage("a", "ward", "disrupt", side="us", dex=16), fighter("b", "us"), fighter("c")
    assert says("steady", placed(drawing, *people)) == said


@pytest.mark.parametrize(("foes", "casts"), [("c", True), ("cde", False)])
def test_nobody_stands_aside_while_friends_are_outnumbered(foes: str, casts: bool) -> None:
    people = [fighter(one, "them") for one in foes]
    friend = fighter("b", "us")
    fight = placed(
        "a . . . . b c .\n . . . . . . d .\n. . . . . . . e" if not casts else "a . . . . b c .",
        mage("a", "disrupt", side="us", dex=16),
        friend,
        *people,
    )
    assert says("steady", fight).startswith("cast/disrupt") is casts


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (". . a . . . b .", "cast/disrupt b B1"),
        (". . a . . . . . . . . . b", "cast/disrupt b"),  # far enough
        ("a . . . b . .", "cast/disrupt b"),  # nowhere to go
    ],
)
def test_whoever_casts_goes_away_from_the_foe(drawing: str, said: str) -> None:
    people = mage("a", "disrupt", dex=16), fighter("b")
    assert says("steady", placed(drawing, *people)) == said


@pytest.mark.parametrize(("wall", "to"), [(".", " B2"), ("#", "")])
def test_nobody_goes_out_of_view_of_its_mark(wall: str, to: str) -> None:
    drawing = f". # a . . b\n . . {wall} . . ."
    fight = placed(drawing, mage("a", "dismay", dex=16), fighter("b"))
    assert says("steady", fight) == f"cast/dismay b{to}"
    fight.play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    assert says("steady", fight) == f"continue{to}"
    fight.amend(Hide("b"))
    assert says("steady", fight) == "continue"


def test_who_is_wounded_is_mended_before_who_is_scratched() -> None:
    people = mage("a", "mend", side="us", dex=16), fighter("b", "us"), fighter("d", "us")
    fight = placed("b a d . . . . . . c", *people, fighter("c"))
    fight.amend(SetHitPoints("b", "chest", 3), SetHitPoints("d", "chest", 0))
    assert says("steady", fight) == "cast/mend d"


@pytest.mark.parametrize(
    ("spell", "mark", "said"), [("dismay", "b", "unravel b"), ("ward", "c", "unravel c")]
)
def test_what_troubles_a_friend_or_helps_a_foe_is_unravelled(
    spell: str, mark: str, said: str
) -> None:
    people = mage("a", "unravel", side="us"), fighter("b", "us"), mage("c", spell, side="them")
    fight = placed("a b . . . . . c", *people)
    dice = f"{WORKS} {FAILS}" if mark == "b" else WORKS
    fight.play({"c": [cast(spell, mark), CONTINUE]}, dice, upto=(1, 2))
    assert says("steady", fight) == f"cast/{said}"


WITCHES: Final = ("disrupt", "ward", "mend", "dismay", "hinder", "muddle", "unravel")


def even(north: Sequence[str], south: Sequence[str]) -> Setup:
    """Two raiders and two witches a side, who know these spells."""
    rows = [["."] * 9 for _ in range(14)]
    people: list[dict[str, object]] = []
    for side, line, behind, spells in (("north", 2, 1, north), ("south", 10, 11, south)):
        for creature, row, column in (
            ("raider", line, 3),
            ("raider", line, 4),
            ("witch", behind, 3),
            ("witch", behind, 5),
        ):
            rows[row][column] = letter = chr(ord("A") + len(people))
            one: dict[str, object] = {
                "id": letter,
                "side": side,
                "creature": creature,
                "place": letter,
            }
            people.append({**one, "spells": list(spells)} if creature == "witch" else one)
    drawn = [" " * (i % 2) + " ".join(row) for i, row in enumerate(rows)]
    return decode(
        {
            "name": "even",
            "sides": ["north", "south"],
            "combatants": people,
            "map": {"rows": drawn},
        }
    )


def wins(fights: int) -> Counter[str]:
    """Of so many fights with either side as the one that casts."""
    won: Counter[str] = Counter()
    for number in range(fights):
        for setup, casters in ((even(WITCHES, ()), "north"), (even((), WITCHES), "south")):
            outcome = ends(setup, number, "steady")
            assert outcome.kind in {"victory", "draw"}, (number, outcome)
            won["casters" if outcome.winner == casters else "others"] += 1
    return won


def test_who_casts_beats_who_does_not() -> None:
    won = wins(4)
    assert won["casters"] > won["others"], won


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_who_casts_beats_who_does_not_in_many_fights() -> None:
    won = wins(100)
    assert won["casters"] > 130, won


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_the_coven_is_a_fair_fight() -> None:
    setup = shipped("coven")
    won = Counter(ends(setup, number, "steady").winner for number in range(200))
    assert set(won) <= {"coven", "village", ""}, won
    assert won[""] <= 4, won
    assert 80 <= won["coven"] <= 120, won
