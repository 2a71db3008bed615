"""Dice rolled by hand reach spells, grips, contests, races and first aid; what they do for blows is in test_table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from msgspec import structs

from rules.kernel.model import (
    Die,
    Engage,
    Event,
    Option,
    Seize,
    SetHitPoints,
    SetStatus,
    TableDice,
)
from rules.request.course.machine import restore
from rules.request.model import Options
from tests.rules.request.build import PASS, SILENCE, Said, Scene, attack, fighter, figure, scene
from tests.rules.request.places import FIST, HANDY, breakaway, closer, move, moving, oppose, placed
from tests.rules.request.test_grapple_play import grapple, swordsman, wrestler
from tests.rules.request.test_shadow import far, held as held_shadow, near
from tests.rules.request.test_spells import CONTINUE, cast, mage, minded
from tests.support.rulebook import rule
from tests.support.sights import everything

TABLE: Final = Options(table_dice=True)


def by(shown: TableDice, said: Said) -> Said:
    """The same, with dice rolled by hand."""
    return replace(said, dice=shown)


def thrown(event: Event) -> dict[str, int]:
    """The figures of an event that somebody rolled by hand."""
    return {one.name: one.value for one in event.figures if one.by_hand}


def dice_of(option: Option) -> dict[str, list[int]]:
    """The sides of the dice that an option of a prompt rolls, by field."""
    found: dict[str, list[int]] = {}
    for die in option.dice:
        found.setdefault(die.field, []).append(die.sides)
    return found


def held(*holders: str) -> Scene:
    """B, who is strong, is held by these of the wrestlers a and c."""
    return placed(
        "a b c . .",
        wrestler("a", "x"),
        swordsman("b", "y", size=11),
        wrestler("c", "x"),
        given=[Engage("a", "b"), Engage("c", "b"), *[Seize(one, "b") for one in holders]],
        options=TABLE,
    )


@rule(
    "C17a",
    "Dice rolled by hand go with whatever rolls any: blows and defences, grips and contests, the last action of a spell and of first aid, and `opposed` for the roll that follows the blow of a grapple or for a race for a place.",
)
@pytest.mark.parametrize(
    ("option", "fields"),
    [
        ("attack/sword", ["d100", "damage", "location"]),
        ("charge/sword", ["d100", "opposed", "damage", "damage", "location"]),
        ("grapple/fist", ["d100", "opposed"]),
        ("closer/sword", ["d100"]),
        ("breakaway", ["d100", "opposed"]),
        ("move", ["opposed"]),
        ("cast/disrupt", ["d100", "damage", "location"]),
        ("cast/dismay", []),
        ("defend", []),
        ("pass", []),
    ],
)
def test_what_an_option_rolls(option: str, fields: list[str]) -> None:
    """A hold, a defence and first aid have tests of their own below."""
    a = mage("a", "disrupt", "dismay")
    skills = a.sheet.skills | HANDY
    weapons = (*a.sheet.weapons, FIST)
    a = structs.replace(a, sheet=structs.replace(a.sheet, skills=skills, weapons=weapons))
    foe = fighter("c", "y")
    near = option.partition("/")[0] in ("attack", "grapple", "closer", "breakaway")
    drawing = ". . a c . . ." if near else "a . . . . c ."
    given = [Engage("a", "c")] if near else []
    fight = placed(drawing, a, foe, given=given, options=TABLE)

    assert [die.field for die in fight.option("a", option).dice] == fields


# --- spells --------------------------------------------------------------------------------------


def test_a_spell_that_harms() -> None:
    fight = scene(mage("a", "disrupt"), minded(fighter("b")), options=TABLE)
    assert dice_of(fight.option("a", "cast/disrupt")) == {
        "d100": [100],
        "damage": [3],
        "location": [20],
    }

    said = by(TableDice(d100=10, damage=(3,), location=20), cast("disrupt", "b"))
    fight.play({"a": [said]}, "d100=99 d100=90 d3=1 d20=1")

    (casting,) = fight.of("cast")
    assert thrown(casting) == {"casting_roll": 10}
    (harm,) = fight.of("spell_harm")
    assert thrown(harm) == {"damage": 3, "location_roll": 20}
    assert harm.place == "head"


def test_a_spell_that_heals() -> None:
    fight = scene(
        mage("a", "mend", side="us"),
        minded(fighter("b", "us")),
        fighter("c"),
        given=[SetHitPoints("b", "head", 1)],
        options=TABLE,
    )
    fight.play({"a": [cast("mend", "b")]})
    assert dice_of(fight.option("a", "continue")) == {"d100": [100], "damage": [4]}
    assert fight.refuses("a", by(TableDice(location=3), CONTINUE))

    said = by(TableDice(d100=10, damage=(3,)), CONTINUE)
    fight.play({"a": [said]}, "d100=99 d4=1", upto=(1, 2))

    (healed,) = fight.of("spell_heal")
    assert thrown(healed) == {"healed": figure(healed, "healed")}
    assert healed.figures[0].terms[0].value == 3


def test_a_spell_of_two_parts_is_rolled_with_the_last() -> None:
    fight = scene(mage("a", "dismay"), minded(fighter("b")), distance=10, options=TABLE)
    early = by(TableDice(d100=10), cast("dismay", "b"))
    assert fight.option("a", "cast/dismay").dice == ()
    assert fight.refuses("a", early)

    fight.play({"a": [cast("dismay", "b")]})
    assert fight.option("a", "continue").dice == (Die("d100", "casting", 100),)
    fight.play({"a": [by(TableDice(d100=10), CONTINUE)]}, "d100=99 d100=90", upto=(1, 2))

    (casting,) = fight.of("cast")
    assert thrown(casting) == {"casting_roll": 10}


# --- grips ---------------------------------------------------------------------------------------


def test_a_grapple_brings_the_roll_after_its_blow_and_so_does_who_answers_it() -> None:
    fight = held()
    said = by(TableDice(d100=7, opposed=8), grapple("b"))
    assert dice_of(fight.option("a", "grapple/fist")) == {"d100": [100], "opposed": [100]}
    assert fight.refuses("a", by(TableDice(damage=(1,)), grapple("b")))

    answer = by(TableDice(opposed=55), Said("decline"))
    fight.play({"a": [said], "c": [PASS], "b": [answer]}, "d100=90 d100=90 d100=10")

    assert thrown(fight.attack()) == {"attack_roll": 7}
    (won,) = fight.of("contest")
    assert thrown(won) == {"contest_roll": 8}
    (lost,) = fight.of("opposed")
    assert thrown(lost) == {"contest_roll": 55}
    assert fight.of("seized")


def test_only_who_is_grappled_brings_a_second_d100_to_a_defence() -> None:
    fight = held()
    while fight.open()[0].kind == "action":
        fight.answer(*[grapple("b") if p.combatant == "a" else PASS for p in fight.open()])
    (question,) = fight.fight.questions()
    options = {option.id: dice_of(option) for option in question.prompt().options}

    assert options["dodge"] == {"d100": [100], "opposed": [100]}
    assert options["decline"] == {"opposed": [100]}


@pytest.mark.parametrize(
    ("verb", "dice", "rolled", "figures"),
    [
        ("hurt", TableDice(9, (4,), 20), "d100=90 d100=80 d4=1 d20=1", (4, 20)),
        ("throw", TableDice(9, (3,), 19), "d100=90 d100=80 d4=1 d20=1", (3, 19)),
    ],
)
def test_a_hold_that_hurts(
    verb: str, dice: TableDice, rolled: str, figures: tuple[int, int]
) -> None:
    fight = held("a")
    assert dice_of(fight.option("a", verb)) == {"d100": [100], "damage": [4], "location": [20]}
    fight.play({"a": [by(dice, Said(verb))], "c": [PASS]}, rolled)

    (won,) = fight.of("contest")
    assert thrown(won) == {"contest_roll": 9}
    (pain,) = fight.of("wrung", "thrown")
    assert thrown(pain) == {"damage": figures[0], "location_roll": figures[1]}


def test_breaking_free() -> None:
    fight = held("a")
    assert fight.option("b", "breakfree").dice == (Die("d100", "opposed roll", 100),)
    fight.play({"b": [by(TableDice(9), Said("breakfree"))]}, "d100=90 d100=80")

    (won,) = fight.of("contest")
    assert thrown(won) == {"contest_roll": 9}
    assert fight.of("released")


# --- who resists ---------------------------------------------------------------------------------


@rule(
    "C17b",
    "With `table_dice` on, whoever rolls against a spell or in a grapple without having been asked for a reaction is asked for the dice of that roll, which takes no reaction and changes nothing else.",
)
@pytest.mark.parametrize("answer", [Said("resist"), by(TableDice(91), Said("resist")), SILENCE])
def test_the_mark_of_a_spell_is_asked_for_its_dice(answer: Said) -> None:
    options = Options(table_dice=True, reactions="pool")
    fight = scene(mage("a", "disrupt"), minded(fighter("b")), options=options)
    left = fight.fight.people[1].reactions
    fight.play({"a": [cast("disrupt", "b")], "b": [answer]}, "d100=40 d100=92 d3=1 d20=1")

    (prompt,) = fight.asked("b", "reaction")
    assert (prompt.by, prompt.about) == (
        "a",
        "A casts Disruption on you: a Resilience roll may ward it off.",
    )
    assert [option.id for option in prompt.options] == ["resist", "decline"]
    assert prompt.default.option == "decline"
    (casting,) = fight.of("cast")
    assert figure(casting, "resist_roll") == (91 if answer.dice else 92)
    assert thrown(casting) == ({"resist_roll": 91} if answer.dice else {})
    assert fight.fight.people[1].reactions == left


def test_a_mind_elsewhere_is_asked_for_dice_and_learns_of_the_spell_what_the_question_says() -> (
    None
):
    fight = scene(mage("a", "dismay", "disrupt"), minded(fighter("b")), options=TABLE)
    while fight.open()[0].kind == "action":
        said = cast("disrupt", "b")
        fight.answer(*[said if p.combatant == "a" else PASS for p in fight.open()])

    assert everything(far(fight, "b")) == everything(near(fight, "b"))
    caster = held_shadow(fight, "b").fight.setup.combatants[0].sheet
    assert [(one.name, one.resist) for one in caster.spells] == [("Disruption", "Resilience")]
    assert not any(caster.skills.values())


def test_without_the_option_nobody_is_asked() -> None:
    fight = scene(mage("a", "disrupt"), minded(fighter("b")))
    fight.play({"a": [cast("disrupt", "b")]}, "d100=40 d100=92 d3=1 d20=1")

    assert fight.asked("b", "reaction") == []


@pytest.mark.parametrize(
    ("verb", "about"),
    [
        ("hold", "A would hold you helpless: your Unarmed roll resists it."),
        ("hurt", "A would hurt you: your Unarmed roll resists it."),
    ],
)
def test_who_is_held_is_asked_for_its_dice(verb: str, about: str) -> None:
    fight = held("a")
    answer = by(TableDice(3), Said("resist"))
    fight.play({"a": [Said(verb)], "c": [PASS], "b": [PASS, answer]}, "d100=60 d100=80")

    assert fight.asked("b", "reaction")[-1].about == about
    (reply,) = fight.of("opposed")
    assert thrown(reply) == {"contest_roll": 3}


def test_all_who_hold_are_asked_when_it_breaks_free() -> None:
    fight = held("a", "c")
    answers = {"a": [by(TableDice(90), Said("resist"))], "c": [by(TableDice(91), Said("resist"))]}
    fight.play({"b": [Said("breakfree")]} | answers, "d100=10 d100=20 d100=20")

    replies = fight.of("opposed")
    assert [(one.by, thrown(one)) for one in replies] == [
        ("a", {"contest_roll": 90}),
        ("c", {"contest_roll": 91}),
    ]
    assert len(fight.of("released")) == 2


def test_who_cannot_react_to_a_grapple_is_asked_for_its_dice_only() -> None:
    fight = held()
    fight.fight.people[1].casting = True
    answer = by(TableDice(96), Said("resist"))
    fight.play({"a": [grapple("b")], "c": [PASS], "b": [answer]}, "d100=10 d100=20 d100=10")

    assert fight.attack().facts["defence"] == "cannot"
    (reply,) = fight.of("opposed")
    assert thrown(reply) == {"contest_roll": 96}


def test_the_question_for_dice_survives_a_snapshot_and_is_asked_again() -> None:
    fight = held("a", "c")
    while fight.open()[0].kind == "action":
        said = Said("breakfree")
        fight.answer(*[said if p.combatant == "b" else PASS for p in fight.open()])
    asked = [prompt.id for prompt in fight.fight.prompts()]
    assert [prompt.combatant for prompt in fight.fight.prompts()] == ["a", "c"]

    again = Scene(restore(fight.fight.snapshot()))
    assert again.fight.state_hash() == fight.fight.fork().state_hash()
    again.amend(SetHitPoints("a", "head", 4))
    assert [prompt.id for prompt in again.fight.prompts()] == asked
    again.amend(SetStatus("c", "unconscious"))
    assert [prompt.id for prompt in again.fight.prompts()] == asked[:1]


# --- contests and races --------------------------------------------------------------------------


def test_a_contest_and_who_opposes_it() -> None:
    fight = placed(
        "a b . . .",
        fighter("a", "x", dex=14, skills={"Dodge": 50}),
        fighter("b", "y"),
        given=[Engage("a", "b")],
        options=TABLE,
    )
    assert dice_of(fight.option("a", "breakaway"))["d100"] == [100]
    answers = [by(TableDice(60), oppose())]
    fight.play({"a": [by(TableDice(9), closer("b"))], "b": answers}, "d100=90 d100=10")

    assert [thrown(one) for one in fight.of("contest", "opposed")] == [
        {"contest_roll": 9},
        {"contest_roll": 60},
    ]


def test_a_race_for_a_place() -> None:
    """Two who come to one hex; the die of a table counts once, and the race after that is the machine's."""
    fight = placed(
        "a . b . . . c",
        moving(2, fighter("a", "x", dex=10, skills={"Athletics": 50})),
        moving(2, fighter("b", "x", dex=10, skills={"Athletics": 50})),
        fighter("c", "y", dex=1),
        options=TABLE,
    )
    assert fight.option("a", "move").dice == (Die("opposed", "race for a place", 100),)
    said = by(TableDice(opposed=40), move("B1"))
    fight.play({"a": [said], "b": [move("B1")]}, "d100=90 d100=30")

    assert [(one.by, thrown(one)) for one in fight.of("contest")] == [
        ("a", {"contest_roll": 40}),
        ("b", {}),
    ]


def test_who_breaks_away_brings_two() -> None:
    fight = placed(
        ". . a b .",
        fighter("a", "x", dex=14, skills={"Dodge": 50}),
        fighter("b", "y"),
        given=[Engage("a", "b")],
        options=TABLE,
    )
    said = by(TableDice(9, opposed=8), breakaway("B1"))
    fight.play({"a": [said]}, "d100=90")

    assert [thrown(one) for one in fight.of("contest")] == [{"contest_roll": 9}]


# --- first aid -----------------------------------------------------------------------------------


def test_first_aid_is_rolled_with_its_second_action() -> None:
    fight = scene(
        fighter("a", "us", dex=2),
        fighter("b", "them", dex=3),
        fighter("c", "them", dex=12, skills={"First Aid": 60}),
        options=TABLE,
    )
    fight.amend(SetHitPoints("b", "chest", -7), dice="d100=10")
    aid = Said("aid", ("b",))
    assert fight.option("c", "aid").dice == ()
    assert fight.refuses("c", by(TableDice(9), aid))

    fight.play({"c": [aid]})
    assert fight.option("c", "aid").dice == (Die("d100", "First Aid", 100),)
    fight.play({"c": [by(TableDice(9), aid)]}, "d100=99", upto=(1, 2))

    assert [thrown(one) for one in fight.of("aided")] == [{}, {"aid_roll": 9}]


# --- what stays as it was ------------------------------------------------------------------------


def test_without_the_option_no_prompt_speaks_of_dice() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"))

    assert all(option.dice == () for option in fight.prompt("a").options)


def test_dice_of_a_plan_are_kept_in_a_snapshot() -> None:
    fight = held()
    said = by(TableDice(7, opposed=8), grapple("b"))
    fight.prompt("a")
    fight.answer(*[said if p.combatant == "a" else PASS for p in fight.open()])

    again = Scene(restore(fight.fight.snapshot()))

    assert again.fight.state_hash() == fight.fight.state_hash()
    again.fight.watch()
    again.play({}, "d100=90 d100=90 d100=90")
    assert thrown(again.attack()) == {"attack_roll": 7}
    (won,) = again.of("contest")
    assert thrown(won) == {"contest_roll": 8}


def test_whoever_is_down_is_not_asked_for_dice() -> None:
    fight = scene(mage("a", "disrupt"), minded(fighter("b")), fighter("c", "b"), options=TABLE)
    while fight.open()[0].kind == "action":
        said = cast("disrupt", "b")
        fight.answer(*[said if p.combatant == "a" else PASS for p in fight.open()])
    assert [prompt.combatant for prompt in fight.open()] == ["b"]

    fight.amend(SetStatus("b", "unconscious"), dice="d100=40 d100=92 d3=1 d20=1")

    assert [one.facts["outcome"] for one in fight.of("cast")] == ["works"]


def test_a_riposte_says_what_it_rolls() -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=1), options=TABLE)
    parried = Said("parry/sword")
    fight.play(
        {"a": [attack("b")], "b": [parried, Said("riposte/sword")]}, "d100=90 d100=03 d100=96"
    )

    ripostes = [p for p in fight.asked("b", "reaction") if p.options[0].id.startswith("riposte")]
    assert [dice_of(one.options[0]) for one in ripostes] == [
        {"d100": [100], "damage": [8], "location": [20]}
    ]
