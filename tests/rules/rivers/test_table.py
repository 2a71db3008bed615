"""RULES.md, dice rolled by hand at the table."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Event, SetHitPoints, TableDice
from rules.rivers.course.machine import Engagement, Fight, restore
from rules.rivers.tell import Teller
from tests.support.rivers import Person, act, begun, figures, formed, mage, only, person, scene
from tests.support.rulebook import rule

ANN = person("a", "ann")
BOB = person("b", "bob", CON=24)


def at_table(*people: Person, dice: str = "", **options: object) -> tuple[Fight, Engagement]:
    """The first engagement where a table may roll."""
    fight = begun(scene(*(people or (ANN, BOB)), table_dice=True, **options))
    return fight, formed(fight, dice)


def shown(part: Engagement, said: str, dice: TableDice) -> list[Event]:
    """Answer the one question with dice rolled by hand."""
    (question,) = part.questions()
    option, *values = said.split()
    part.advance([Answer(question.id, option, tuple(values), dice=dice)])
    return part.take_events()


def dice_of(part: Engagement, option: str) -> list[tuple[str, str, int]]:
    (question,) = part.questions()
    (found,) = [one for one in question.prompt().options if one.id == option]
    return [(one.field, one.label, one.sides) for one in found.dice]


def by_hand(event: Event) -> list[str]:
    return [one.name for one in event.figures if one.by_hand]


@rule(
    "C66",
    "With `table_dice` on, an answer may bring dice rolled by hand, which count instead of the machine's: of its first attack the d100, the location and the dice of normal damage, of a spell the d100 and the dice and location of a bolt, and the d100 of a skill or of first aid.",
)
def test_dice_rolled_by_hand() -> None:
    _, part = at_table(dice="d100=99 d8=1 d20=1 d100=90")
    act(part, bob="defend none")
    assert dice_of(part, "attack/broadsword") == [
        ("d100", "attack", 100),
        ("damage", "damage", 8),
        ("location", "location", 20),
    ]
    assert dice_of(part, "aim/broadsword")[-1][0] == "damage"
    assert dice_of(part, "defend") == []
    events = shown(
        part, "attack_twice/broadsword bob+bob none", TableDice(d100=40, damage=(3,), location=12)
    )
    first, second = [one for one in events if one.kind == "attack"]

    assert (figures(first)["attack_roll"], figures(first)["damage"]) == (40, 4)
    assert (first.place, by_hand(first)) == ("chest", ["attack_roll", "location_roll"])
    assert (figures(second)["attack_roll"], by_hand(second)) == (90, [])


def test_what_is_left_out_the_machine_rolls() -> None:
    _, part = at_table(dice="d100=99 d8=5 d20=12")
    act(part, bob="defend none")
    hit = only(shown(part, "attack/broadsword bob none", TableDice(d100=40)), "attack")

    assert (figures(hit)["damage"], hit.place, by_hand(hit)) == (6, "chest", ["attack_roll"])


def test_a_special_is_for_the_machine() -> None:
    _, part = at_table(dice="d100=99 d8=1 d8=2 d20=1")
    act(part, bob="defend none")
    hit = only(shown(part, "attack/broadsword bob none", TableDice(d100=9, damage=(7,))), "attack")

    assert figures(hit)["damage"] == 1 + 2 + 2
    assert hit.place == "right leg"


def test_spells_skills_and_first_aid() -> None:
    caster = mage("a", "ann", "disruption", "shield", skills={"Climb": 40, "First Aid": 30})
    _, part = at_table(caster, BOB, dice="d100=99 d100=10 d3=1 d20=1 d100=99")
    act(part)
    assert dice_of(part, "cast/disruption-1") == [
        ("d100", "casting", 100),
        ("damage", "damage", 3),
        ("location", "location", 20),
    ]
    assert dice_of(part, "use/climb") == [("d100", "Climb", 100)]
    cast = only(
        shown(part, "cast/disruption-1 bob none", TableDice(d100=10, damage=(3,), location=20)),
        "cast",
    )
    assert (figures(cast)["damage"], cast.place, by_hand(cast)) == (3, "head", ["casting_roll"])
    fight, part = at_table(caster, BOB, dice="d100=99")
    act(part)
    act(part, ann="defend none")
    assert dice_of(part, "besides/shield-1") == [("d100", "casting", 100)]
    stands = only(shown(part, "besides/shield-1 ann", TableDice(d100=80)), "cast")
    assert stands.facts["outcome"] == "stands"
    for said in ("use/climb", "tend ann"):
        fight, part = at_table(caster, BOB, dice="d100=99")
        fight.amend("gm", "", SetHitPoints("ann", "abdomen", 0))
        act(part)
        if said == "tend ann":
            assert dice_of(part, "tend") == [("d100", "First Aid", 100)]
        told = shown(part, said, TableDice(d100=25))[-1]
        assert by_hand(told) in (["skill_roll"], ["aid_roll"])
        assert told.facts["level"] == "success"


def test_what_was_cast_already_rolls_nothing() -> None:
    ready = mage("a", "ann", "disruption", foci={}, ready={"disruption": 1})
    _, part = at_table(ready, BOB, dice="d100=10 d3=2 d20=1")
    act(part)
    assert [one[0] for one in dice_of(part, "cast/disruption-1")] == ["damage", "location"]
    with pytest.raises(IllegalAnswerError, match="it was cast with its ritual"):
        shown(part, "cast/disruption-1 bob none", TableDice(d100=5))


@rule(
    "C66a",
    "With `table_dice` on, whoever can answer an attack is asked with what, for the d100 of that, even if there is only one answer.",
)
def test_defences_rolled_by_hand() -> None:
    fight, part = at_table(dice="d100=40 d100=99 d4=1")
    act(part, bob="attack/broadsword ann none")
    act(part, ann="defend medium-shield")
    (question,) = part.questions()
    assert [one.id for one in question.prompt().options] == ["meet/medium-shield", "meet/none"]
    assert dice_of(part, "meet/medium-shield") == [("d100", "defence", 100)]
    assert dice_of(part, "meet/none") == []
    with pytest.raises(IllegalAnswerError, match="this choice rolls no dice"):
        shown(part, "meet/none", TableDice(d100=5))
    copy = restore(fight.snapshot())
    assert copy.snapshot() == fight.snapshot()
    parried = only(shown(part, "meet/medium-shield", TableDice(d100=5)), "attack")

    assert (parried.facts["outcome"], by_hand(parried)) == ("parried", ["defence_roll"])
    line = Teller(fight.setup).line(parried)
    assert line is not None
    assert any("by hand" in one for one in line.why)
    # Without the option nobody is asked for it.
    plain = formed(begun(scene(ANN, BOB)), "d100=40 d100=50 d8=1")
    act(plain, bob="attack/broadsword ann none")
    act(plain, ann="defend medium-shield")
    assert not plain.questions()


def test_dice_that_may_not_lie_there() -> None:
    plain = formed(begun(scene(ANN, BOB)))
    act(plain)
    with pytest.raises(IllegalAnswerError, match="the option table_dice is off"):
        shown(plain, "attack/broadsword bob none", TableDice(d100=5))
    _, part = at_table()
    act(part, bob="defend none")
    for said, dice, problem in (
        ("defend none", TableDice(d100=5), "this choice rolls no dice"),
        (
            "attack/broadsword bob none",
            TableDice(opposed=5),
            "this choice rolls one d100 and no second",
        ),
        ("aim/broadsword bob+head none", TableDice(location=5), "the aim is the location"),
        ("attack/broadsword bob none", TableDice(damage=(9,)), "a number from 1 to 8"),
        ("attack/broadsword bob none", TableDice(damage=(1, 1)), "rolls 1 for damage"),
        ("attack/broadsword bob none", TableDice(location=21), "a number from 1 to 20"),
    ):
        with pytest.raises(IllegalAnswerError, match=problem):
            shown(part, said, dice)
