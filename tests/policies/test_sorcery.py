"""Those who cast: what for, and that whoever is afraid or wants away casts nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from rules.kernel.dice import fight_seed
from rules.kernel.model import Hide, SetHitPoints, SetStatus
from rules.kernel.temper.model import Temper
from rules.request.chapters import magic
from rules.request.course.choices import CAST, Choice
from rules.request.course.combatant import PRONE
from rules.request.model import Setup
from rules.request.setup import decode
from tests.policies.saying import says
from tests.policies.test_dazed import dazed
from tests.policies.test_no_stalling import ends
from tests.rules.request.build import AXE, Scene, fighter
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
    won = wins(6)
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


# --- several who cast at one moment ----------------------------------------------------------------

THREE = """
    . a . c . d . .
     . . . . . . . .
    . . . . . . . .
     . . . . . . . .
    . p . q . r . .
"""


def coven(*spells: str) -> Scene:
    """Three of one kind who cast at one moment, and three foes; P has the heaviest weapon."""
    witches = [mage(one, *spells, side="us", dex=16) for one in "acd"]
    foes = [fighter(one, "them", weapons=(AXE,)) for one in "p"]
    foes += [fighter(one, "them") for one in "qr"]
    return placed(THREE, *witches, *foes)


@pytest.mark.parametrize("spell", ["muddle", "dismay"])
def test_who_cast_at_one_moment_choose_different_marks(spell: str) -> None:
    fight = coven(spell)
    said = [says("steady", fight, who).split()[1] for who in "acd"]

    assert said == ["p", "q", "r"]


def test_who_casts_already_has_the_first_mark() -> None:
    fight = coven("muddle").play({"a": [cast("muddle", "p")]}, "", upto=(1, 1))
    assert says("steady", fight, "c").split()[1] == "q"


def test_one_ward_each_before_contact() -> None:
    rows = ["a c"] + [" . ." if i % 2 else ". ." for i in range(1, 9)] + ["" + " . b"]
    people = mage("a", "ward", side="us", dex=16), mage("c", "ward", side="us", dex=16)
    fight = placed("\n".join(rows), *people, fighter("b", "them"))

    assert [says("steady", fight, who) for who in "ac"] == ["cast/ward a", "cast/ward c"]
    fight.fight.round = 3
    assert not says("steady", fight).startswith("cast")

    fight.fight.round = 1
    fight.fight.people[0].mp = 2
    assert not says("steady", fight).startswith("cast")


def test_no_muddle_for_whom_the_next_blow_brings_round_nor_for_who_lies() -> None:
    people = mage("a", "muddle", "dismay", side="us", dex=16), fighter("b", "us"), fighter("p")
    free = placed("a . . . b . p", *people)
    assert says("steady", free).startswith("cast/muddle p")
    free.fight.people[2].stance = PRONE
    assert says("steady", free).startswith("cast/dismay p")

    at_blows = placed("a . . . . b p", *people)
    assert says("steady", at_blows).startswith("cast/dismay p")


def test_whom_one_sees_casting_is_befuddled_first() -> None:
    people = mage("a", "muddle", side="us", dex=16), fighter("b", weapons=(AXE,)), mage("c", "mend")
    fight = placed("a . . . . . b c", *people, friends={"b": ("c",)})
    assert says("steady", fight).startswith("cast/muddle b")
    fight.fight.people[2].task = Choice(2, CAST, 0, 2)
    fight.fight.people[2].settle()
    assert says("steady", fight).startswith("cast/muddle c")


def test_harm_spares_the_befuddled_while_there_are_others() -> None:
    people = mage("a", "disrupt", side="us", dex=16), fighter("b", "them"), fighter("c", "them")
    fight = placed("a . . . . . b c", *people)
    assert says("steady", fight).startswith("cast/disrupt b")
    assert says("steady", dazed(fight, "b")).startswith("cast/disrupt c")


def test_what_helps_a_foe_is_left_to_it_while_it_is_far_from_everybody() -> None:
    people = mage("a", "unravel", "disrupt", side="us", dex=16), fighter("b", "us"), fighter("c")
    fight = placed("b a . . . . . . . c", *people)
    fight.fight.people[2].under = [magic.PROTECT, 9, 2, 0, -1]
    assert says("steady", fight).startswith("cast/disrupt c")
    at_blows = placed("a . . . . . . . . b c", *people)
    at_blows.fight.people[2].under = [magic.PROTECT, 9, 2, 0, -1]
    assert says("steady", at_blows).startswith("cast/unravel c")


def test_mages_far_apart_come_to_harm_each_other() -> None:
    people = mage("a", "disrupt", "dismay", "hinder", dex=16), fighter("b")
    drawing = "\n".join(["a", *[" ." if i % 2 else "." for i in range(1, 11)], " b"])
    fight = placed(drawing, *people)
    assert says("steady", fight).startswith("cast/dismay")
    fight.fight.round = 3
    assert says("steady", fight) == "cast/disrupt b"


def test_a_mark_left_to_friends_who_cast_nothing_is_taken_now_and_then() -> None:
    """C, with a friend of its kind before it, may be the only one of them who casts."""
    fight = placed(
        "a c . . . . b",
        fighter("a", "us", dex=16),
        mage("c", "hinder", side="us", dex=16),
        fighter("b", "them"),
    )
    state = fight.fight
    said: set[str] = set()
    for seed in range(8):
        state.seed = fight_seed(seed)
        said.add(says("steady", fight, "c").partition("/")[0])
    assert "cast" in said
    assert len(said) > 1
