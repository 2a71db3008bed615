"""What is refused in a fight with places, with the reason and the rule: answers, setups, amendments."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError, SetupError
from rules.kernel.field.model import Field
from rules.kernel.model import Disengage, Engage, Move, Place, Release, Seize, SetStatus, TableDice
from rules.request.course.machine import begin, restore
from rules.request.model import Add, Change, Entry, Options, Setup, Side
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DECLINE,
    PASS,
    SEED,
    SPEAR,
    SWORD,
    Said,
    Scene,
    attack,
    fighter,
    parry,
    scene,
    stance,
)
from tests.rules.request.places import (
    ENGAGE,
    FIST,
    HANDY,
    apart,
    breakaway,
    charge,
    closer,
    focus,
    foes,
    follow,
    formation,
    mounted,
    move,
    on,
    opportunity,
    oppose,
    place,
    placed,
    retreat,
)

MISS = "d100=96"
GROUND = """
    . . . . . . . .
     . a # . . c . .
    . . . . b . . ~
     . . . o . . . .
"""
"""a on B2 is engaged with nobody, b on E3 with c, on F2, who is a friend of a."""
CLOSE = """
    . . . . . .
     . a b . c .
    . . . . . .
"""
CHOOSE = "choose a purpose or a hex of the prompt that it reaches"
PROMPTED = "choose an option of the prompt"


def people() -> tuple[Entry, Entry, Entry]:
    return (
        fighter("a", "us", dex=14, weapons=[SWORD, DAGGER, BOW, FIST], skills=HANDY),
        fighter("b", "them", dex=1),
        fighter("c", "us", dex=1),
    )


def idle() -> Scene:
    """A is asked, and engaged with nobody."""
    return placed(GROUND, *people())


def engaged(*given: Change) -> Scene:
    """A is asked, and engaged with b; and c, another foe, stands apart."""
    a, b, c = people()
    return placed(CLOSE, a, b, replace(c, side="them"), given=given)


def reason(fight: Scene, said: Said, who: str = "a") -> tuple[str, str]:
    """Which field of the answer is at fault, and what would be right."""
    (question,) = [q for q in fight.fight.questions() if q.combatant == who]
    with pytest.raises(IllegalAnswerError) as refused:
        question.check(said.to(question.prompt()))
    return refused.value.field, refused.value.allowed


# --- turns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "to",
    [
        # no hexes
        "",
        "nowhere",
        "b2",
        "B02",
        "2B",
        "B",
        "B-1",
        "B1.0",
        "hex",
        "hex/B1",
        # hexes that cannot be reached
        "B2",
        "C2",
        "D4",
        "F2",
        "E3",
        "H4",
        "I1",
        "A9",
        "ZZZZ9999",
        # purposes of nobody, of the wrong people, or cut short
        "close",
        "close/",
        "close/a",
        "close/c",
        "close/nobody",
        "close/b/c",
        "reach/b",
        "reach/nobody",
        "cover/c",
        "cover/nobody",
        "back/b",
        "leave/b",
        "stand/a",
        "stand/b",
        "stand/",
        "flank/b",
        "flank/b/",
        "flank/b/a",
        "flank/b/b",
        "flank/c/b",
        "flank/b/nobody",
        "walk/b",
    ],
)
@pytest.mark.parametrize("option", ["move", "sprint"])
def test_a_move_that_leads_nowhere(option: str, to: str) -> None:
    assert reason(idle(), Said(option, (to,))) == ("values[0]", CHOOSE)


@pytest.mark.parametrize("values", [(), ("B1", "B1"), ("close/b", "b", "c")])
@pytest.mark.parametrize("option", ["move", "sprint"])
def test_a_move_has_one_value(option: str, values: tuple[str, ...]) -> None:
    assert reason(idle(), Said(option, values)) == ("values", "this option takes 1")


@pytest.mark.parametrize(
    ("option", "values", "why"),
    [
        ("breakaway", ("A2",), "not engaged (R24)"),
        ("breakaway/sword", ("A2",), "not engaged (R24)"),
        ("retreat/sword", ("nobody", "A2"), "not engaged (R24)"),
        ("closer/sword", ("b",), "not engaged (R24)"),
        ("farther/sword", ("all",), "not engaged (R24)"),
        ("charge/dagger", ("b",), "not in hand (P6d)"),
        ("charge/bow", ("b",), "no close weapon (P30)"),
        ("retreat/bow", ("nobody", "A2"), "not engaged (R24)"),
        ("charge/sword", ("b",), "no foe in a straight line, three steps away or more (P28d)"),
        ("charge", ("b",), PROMPTED),
        ("closer", ("b",), PROMPTED),
        ("move/sword", ("B1",), PROMPTED),
        ("opportunity/sword", (), PROMPTED),
        ("oppose/sword", (), PROMPTED),
        ("follow", ("B1",), PROMPTED),
        ("engage", (), PROMPTED),
        ("focus", ("b",), PROMPTED),
    ],
)
def test_what_the_unengaged_cannot_do(option: str, values: tuple[str, ...], why: str) -> None:
    assert reason(idle(), Said(option, values)) == ("option", why)


@pytest.mark.parametrize(
    ("option", "values", "field", "why"),
    [
        ("sprint", ("B1",), "option", "engaged (P8)"),
        ("charge/sword", ("b",), "option", "engaged (P8)"),
        ("breakaway/dagger", ("A2",), "option", "not in hand (P6d)"),
        ("retreat/bow", ("b", "A2"), "option", "no close weapon (P30)"),
        ("closer/bow", ("b",), "option", "no close weapon (P30)"),
        ("breakaway", ("close/b",), "values[0]", CHOOSE),
        ("breakaway", ("stand/b",), "values[0]", CHOOSE),
        ("breakaway", ("C1",), "values[0]", CHOOSE),
        ("breakaway", ("E2",), "values[0]", CHOOSE),
        ("breakaway", (), "values", "this option takes 1"),
        ("breakaway/sword", ("A2", "A2"), "values", "this option takes 1"),
        ("move", ("A2",), "values[0]", CHOOSE),
        ("retreat/sword", ("b",), "values", "this option takes 2"),
        ("retreat/sword", ("b", "A2", "A2"), "values", "this option takes 2"),
        ("retreat/sword", ("c", "A2"), "values[0]", "choose a target of the prompt"),
        ("retreat/sword", ("a", "A2"), "values[0]", "choose a target of the prompt"),
        ("retreat/sword", ("", "A2"), "values[0]", "choose a target of the prompt"),
        ("retreat/sword", ("b", "C1"), "values[1]", CHOOSE),
        ("retreat/sword", ("nobody", "close/b"), "values[1]", CHOOSE),
        ("closer/sword", (), "values", "this option takes 1"),
        ("closer/sword", ("b", "b"), "values", "this option takes 1"),
        ("closer/sword", ("c",), "values[0]", "choose a foe of the prompt, or all"),
        ("farther/sword", ("a",), "values[0]", "choose a foe of the prompt, or all"),
        ("farther/sword", ("nobody",), "values[0]", "choose a foe of the prompt, or all"),
        ("attack/sword", ("c",), "values[0]", "choose a target of the prompt"),
    ],
)
def test_what_the_engaged_cannot_do(
    option: str, values: tuple[str, ...], field: str, why: str
) -> None:
    assert reason(engaged(), Said(option, values)) == (field, why)


@pytest.mark.parametrize("target", ["a", "c", "nobody", ""])
def test_a_charge_at_somebody_else(target: str) -> None:
    fight = placed("a . . . b c", *people())

    assert reason(fight, charge(target)) == ("values[0]", "choose a target of the prompt")
    assert reason(fight, Said("charge/sword")) == ("values", "this option takes 1")


@pytest.mark.parametrize(
    ("stance", "option", "why"),
    [
        ("prone", "sprint", "not standing (P28c)"),
        ("kneeling", "charge/sword", "not standing (P28c)"),
    ],
)
def test_whoever_lies_does_not_run(stance: str, option: str, why: str) -> None:
    fight = placed("a . . . b c", *people(), given=[SetStatus("a", stance)])

    assert reason(fight, Said(option, ("b",))) == ("option", why)


def test_where_no_way_is_free() -> None:
    cell = "# # # # # # #\n # a # . b c .\n# # # # # # #"
    fight = placed(cell, *people())
    unavailable = {o.id: o.unavailable for o in fight.prompt("a").options if o.unavailable}

    assert unavailable["move"].reason == "no free hex to go to"
    assert (unavailable["move"].rule, unavailable["sprint"].rule) == ("C22", "C22")
    assert reason(fight, move("C2")) == ("values[0]", CHOOSE)


def test_a_free_breakaway_needs_no_weapon() -> None:
    a, b, c = people()
    fight = placed(CLOSE, mounted(a), b, c)

    assert reason(fight, breakaway("A2", "sword")) == ("option", "no roll is needed (P18g)")
    assert reason(fight, Said("breakaway/sword")) == ("option", "no roll is needed (P18g)")


@pytest.mark.parametrize("option", ["breakaway", "breakaway/sword", "retreat/sword"])
def test_without_a_way_back(option: str) -> None:
    fight = placed(
        "# # # # # #\n # a b . c .\n# # # # # #\n # # # # # #",
        *people()[:2],
        on("E2", fighter("c", "them", dex=1)),
    )
    unavailable = fight.option("a", option).unavailable

    assert unavailable is not None
    assert (unavailable.reason, unavailable.rule) == ("no free hex farther from these foes", "P18h")


# --- what goes with an answer ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("also", "allowed"),
    [
        (("flank/c",), "a foe you are engaged with (D2)"),
        (("surround/c",), "a foe you are engaged with (D2)"),
        (("flank/a",), "a foe you are engaged with (D2)"),
        (("flank/nobody",), "a foe you are engaged with (D2)"),
        (("flank/",), "a foe you are engaged with (D2)"),
        (("flank",), "choose a trivial option of the prompt"),
        (("focus",), "choose a trivial option of the prompt"),
        (("focus/b",), "one of those about you (R58)"),
        (("focus/nobody",), "one of those about you (R58)"),
        (("flank/b", "surround/b"), "each kind of trivial action once"),
        (("flank/b", "flank/b"), "each kind of trivial action once"),
        (("engage/b",), "choose a trivial option of the prompt"),
    ],
)
@pytest.mark.parametrize("option", ["defend", "pass"])
def test_what_goes_with_no_answer(option: str, also: tuple[str, ...], allowed: str) -> None:
    assert reason(engaged(), Said(option, (), also)) == ("also", allowed)


@pytest.mark.parametrize("also", [("focus/b", "focus/c"), ("focus/d",)])
def test_a_focus_that_cannot_be(also: tuple[str, ...]) -> None:
    fight = placed(
        ". . . . .\n . b a c .\n. . . d .",
        fighter("a", dex=13),
        fighter("b", "them", dex=14),
        fighter("c", "them", dex=14),
        fighter("d", "others", dex=1),
        given=[Disengage("a", "d")],
    )
    fight.answer(Said("pass", (), ("flank/a",)), PASS)
    fight.answer(DECLINE)
    assert formation(fight, "a") == "flanked"

    wanted = "each kind of trivial action once" if len(also) > 1 else "one of those about you (R58)"
    assert reason(fight, Said("pass", (), also)) == ("also", wanted)


# --- reactions and declarations ----------------------------------------------------------------


def asked(fight: Scene, *said: Said) -> Scene:
    """A says this, and whoever is asked then is asked."""
    fight.prompt("a")
    fight.answer(*said)
    return fight


@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        (opportunity("dagger"), "option", "no weapon for it (P19d)"),
        (opportunity("fist"), "option", "no weapon for it (P19d)"),
        (opportunity("bow"), "option", "no weapon for it (P19d)"),
        (Said("opportunity"), "option", PROMPTED),
        (Said("opportunity/sword", ("a",)), "values", "this option takes 0"),
        (Said("opportunity/sword", (), ("drop/sword",)), "also", "nothing goes with a reaction"),
        (Said("decline", ("a",)), "values", "this option takes 0"),
        (parry(), "option", PROMPTED),
        (oppose(), "option", PROMPTED),
        (attack("a"), "option", PROMPTED),
        (Said("pass"), "option", PROMPTED),
    ],
)
def test_an_opening_is_taken_as_offered(said: Said, field: str, why: str) -> None:
    b = fighter("b", "them", dex=1, weapons=[SWORD, DAGGER, BOW, FIST], skills=HANDY)
    fight = asked(placed("a b .", fighter("a", "us", dex=14), b), stance("kneeling"))

    assert reason(fight, said, "b") == (field, why)


@pytest.mark.parametrize("first", [breakaway("A2"), closer("b")])
@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        (oppose("dagger"), "option", "not in hand (P6d)"),
        (oppose("bow"), "option", "no close weapon (P30)"),
        (Said("oppose"), "option", PROMPTED),
        (Said("oppose/sword", ("a",)), "values", "this option takes 0"),
        (Said("oppose/sword", (), ("drop/sword",)), "also", "nothing goes with a reaction"),
        (Said("oppose/sword", dice=TableDice(d100=5)), "dice", "the option table_dice is off"),
        (opportunity(), "option", PROMPTED),
        (parry(), "option", PROMPTED),
    ],
)
def test_a_contest_is_opposed_as_offered(first: Said, said: Said, field: str, why: str) -> None:
    a, _, c = people()
    b = fighter("b", "them", dex=1, weapons=[SWORD, DAGGER, BOW])
    fight = asked(placed(CLOSE, a, b, c), first)

    assert reason(fight, said, "b") == (field, why)


@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        (follow("B2"), "", ""),
        (follow("C2"), "values[0]", "choose a hex of the prompt"),
        (follow("A2"), "values[0]", "choose a hex of the prompt"),
        (follow("D1"), "values[0]", "choose a hex of the prompt"),
        (follow("nowhere"), "values[0]", "choose a hex of the prompt"),
        (follow("close/a"), "values[0]", "choose a hex of the prompt"),
        (Said("follow"), "values", "this option takes 1"),
        (Said("follow", ("B2", "B2")), "values", "this option takes 1"),
        (Said("follow", ("B2",), ("drop/sword",)), "also", "nothing goes with a reaction"),
        (opportunity(), "option", PROMPTED),
    ],
)
def test_a_retreat_is_followed_as_offered(said: Said, field: str, why: str) -> None:
    fight = asked(engaged(), retreat("nobody", "A2"))
    while fight.open()[0].options[0].id != "follow":
        fight.answer(*[PASS] * len(fight.open()))

    if field:
        assert reason(fight, said, "b") == (field, why)
    else:
        fight.answer(said)
        assert place(fight, "b") == "B2"


@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        (Said("engage", ("a",)), "values", "this option takes 0"),
        (Said("engage/a"), "option", PROMPTED),
        (Said("engage", (), ("drop/spear",)), "also", "nothing goes with a reaction"),
        (focus("a"), "option", PROMPTED),
        (follow("C1"), "option", PROMPTED),
        (Said("engage", dice=TableDice(d100=5)), "dice", "the option table_dice is off"),
    ],
)
def test_an_engagement_is_offered_as_it_is(said: Said, field: str, why: str) -> None:
    spearman = fighter("b", dex=1, weapons=[SPEAR])
    fight = asked(placed("a . . . b", fighter("a", dex=14), spearman), move("C1"))

    assert reason(fight, said, "b") == (field, why)


@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        (focus("a"), "values[0]", "one of those about you (R58)"),
        (focus("nobody"), "values[0]", "one of those about you (R58)"),
        (focus(""), "values[0]", "one of those about you (R58)"),
        (Said("focus"), "values", "this option takes 1"),
        (Said("focus", ("b", "c")), "values", "this option takes 1"),
        (Said("focus/b"), "option", PROMPTED),
        (Said("focus", ("b",), ("focus/b",)), "also", "nothing goes with a reaction"),
        (Said("engage"), "option", PROMPTED),
    ],
)
def test_a_focus_is_named_as_offered(said: Said, field: str, why: str) -> None:
    fight = placed(
        ". . . . .\n . b a c .\n. . . . .",
        fighter("a", dex=1),
        fighter("b", "them", dex=14),
        fighter("c", "them", dex=14),
    )
    fight.answer(Said("pass", (), ("flank/a",)), PASS)

    assert reason(fight, said) == (field, why)


# --- dice rolled by hand -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "field"),
    [
        (TableDice(damage=(3,)), "dice.damage"),
        (TableDice(damage=(3, 2, 1)), "dice.damage"),
        (TableDice(damage=(9, 2)), "dice.damage[0]"),
        (TableDice(damage=(3, 5)), "dice.damage[1]"),
        (TableDice(d100=101), "dice.d100"),
    ],
)
def test_the_dice_of_a_charge(dice: TableDice, field: str) -> None:
    fight = placed("a . . . b c", *people(), options=Options(table_dice=True))

    assert reason(fight, Said("charge/sword", ("b",), None, dice))[0] == field
    assert not fight.refuses("a", Said("charge/sword", ("b",), None, TableDice(damage=(3, 4))))


def test_the_die_of_an_improvised_weapon() -> None:
    table = Options(table_dice=True)
    a, b, c = people()
    fight = placed(CLOSE, a, b, c, given=[Engage("a", "b", "short")], options=table)

    assert not fight.refuses("a", Said("attack/sword", ("b",), None, TableDice(damage=(4,))))
    assert reason(fight, Said("attack/sword", ("b",), None, TableDice(damage=(5,)))) == (
        "dice.damage[0]",
        "a number from 1 to 4",
    )


@pytest.mark.parametrize(
    ("said", "field", "why"),
    [
        (Said("defend"), "d100", "this choice rolls no dice"),
        (Said("defend"), "opposed", "this choice rolls no dice"),
        (Said("defend"), "location", "this choice rolls no location"),
        (Said("defend"), "damage", "this choice rolls no dice for damage"),
        (move("C1"), "d100", "a race for a place is rolled as `opposed`"),
        (move("C1"), "damage", "this choice rolls no dice for damage"),
        (retreat("nobody", "A2"), "d100", "a race for a place is rolled as `opposed`"),
        (closer("b"), "opposed", "this choice rolls one d100 and no second"),
        (attack("b"), "opposed", "this choice rolls one d100 and no second"),
    ],
    ids=lambda one: one.option if isinstance(one, Said) else one,
)
def test_what_rolls_no_dice_takes_none(said: Said, field: str, why: str) -> None:
    table = Options(table_dice=True)
    a, b, c = people()
    fight = placed(CLOSE, a, b, replace(c, side="them"), options=table)
    shown = {"d100": TableDice(5), "opposed": TableDice(opposed=5)}
    shown |= {"location": TableDice(location=5), "damage": TableDice(damage=(1,))}

    assert reason(fight, Said(said.option, said.values, None, shown[field])) == (
        f"dice.{field}",
        why,
    )


# --- setups that make no sense -----------------------------------------------------------------

OPEN = Field(5, 4)


def begun(*entries: Entry, field: Field | None = OPEN) -> SetupError:
    """What a fight of these people says that does not begin."""
    setup = Setup("odd", (Side("us", "Us"), Side("them", "Them")), entries, field=field)
    with pytest.raises(SetupError) as refused:
        begin(setup, SEED)
    return refused.value


def at(hex_: str, name: str = "b", size: int = 11) -> Entry:
    return on(hex_, fighter(name, "them", size=size))


ME = on("A1", fighter("a", "us"))


@pytest.mark.parametrize(
    ("hex_", "problem"),
    [
        ("A1", "A1 is where a stands"),
        ("F1", "F1 is no ground for anybody to stand on"),
        ("A5", "A5 is no ground for anybody to stand on"),
        ("C2", "C2 is no ground for anybody to stand on"),
        ("D2", "D2 is no ground for anybody to stand on"),
        ("c3", "'c3' is no hex; expected one like E4"),
        ("hall", "'hall' is no hex; expected one like E4"),
        ("B0", "'B0' is no hex; expected one like E4"),
    ],
)
def test_a_place_where_nobody_can_stand(hex_: str, problem: str) -> None:
    field = Field(5, 4, (".....", "..#o.", ".....", ".~..."))

    refused = begun(ME, at(hex_), field=field)

    assert (refused.path, refused.problem) == ("b.place", problem)


def test_a_place_where_somebody_hidden_stands() -> None:
    hidden = on("A1", fighter("a", "us", hidden=True))

    assert begun(hidden, at("A1")).problem == "A1 is where a stands"


def test_a_place_in_a_fight_without_places() -> None:
    refused = begun(ME, fighter("b", "them"), field=None)

    assert (refused.path, refused.problem) == ("a.place", "is a hex, but this fight has no places")


@pytest.mark.parametrize(
    ("hex_", "problem"),
    [
        ("C1", "C1 is no ground for somebody that large to stand on"),
        ("A3", "A3 is no ground for somebody that large to stand on"),
        ("B2", "B2 is where a stands"),
    ],
)
def test_a_place_that_is_too_narrow_for_the_large(hex_: str, problem: str) -> None:
    me = on("C3", fighter("a", "us"))

    assert begun(me, at(hex_, size=31)).problem == problem


def test_a_field_without_room() -> None:
    large = fighter("b", "them", size=31)
    for entry in (large, fighter("b", "them")):
        refused = begun(ME, entry, field=Field(2, 2) if entry is large else Field(1, 1))
        assert (refused.path, refused.problem) == (
            "b.place",
            "there is no room for it on the field",
        )


@pytest.mark.parametrize(
    ("rows", "path", "problem"),
    [
        (("...",), "field.rows", "has 1 rows; expected 2, as height says"),
        (("...", ".."), "field.rows[1]", "has 2 hexes; expected 3, as width says"),
        (("....", "..."), "field.rows[0]", "has 4 hexes; expected 3, as width says"),
        (("...", ".x."), "field.rows[1]", "has 'x'; expected one of .#o~"),
        (("...", "...", "..."), "field.rows", "has 3 rows; expected 2, as height says"),
    ],
)
def test_a_drawing_that_is_none(rows: tuple[str, ...], path: str, problem: str) -> None:
    refused = begun(ME, at("C2"), field=Field(3, 2, rows))

    assert (refused.path, refused.problem) == (path, problem)


def test_everybody_without_a_place_gets_one() -> None:
    setup = Setup(
        "free",
        (Side("us", "Us"), Side("them", "Them")),
        (fighter("a", "us"), at("C2"), fighter("c", "us"), fighter("d", "them")),
        field=OPEN,
    )
    fight = Scene(begin(setup, SEED))

    stand = {who: place(fight, who) for who in "abcd"}
    assert len(set(stand.values())) == 4
    assert "" not in stand.values()
    # Beside the first of one's side, and in the middle without one.
    assert (apart(fight, "a", "c"), apart(fight, "b", "d")) == (1, 1)


# --- amendments that cannot be -------------------------------------------------------------------


def refused(fight: Scene, change: Change) -> tuple[str, str]:
    """Which field of the change is at fault, and what would be right."""
    with pytest.raises(IllegalAmendmentError) as error:
        fight.amend(change)
    return error.value.field, error.value.allowed


@pytest.mark.parametrize(
    ("change", "field", "allowed"),
    [
        (Place("a", "Z9"), "place", "a hex of the field that it can stand on"),
        (Place("a", "nowhere"), "place", "a hex of the field that it can stand on"),
        (Place("a", "D1"), "place", "a hex of the field that it can stand on"),
        (Place("a", "D3"), "place", "a hex of the field that it can stand on"),
        (Place("a", "C2"), "place", "a free hex; b stands there"),
        (Place("x", "A1"), "who", "a, b, c"),
        (Engage("a", "c"), "foe", "a foe beside it, or at long reach two steps away"),
        (Engage("a", "c", "long"), "foe", "a foe beside it, or at long reach two steps away"),
        (Engage("a", "a"), "foe", "two foes, both able and in view"),
        (Engage("b", "c"), "foe", "two foes, both able and in view"),
        (Engage("a", "b", "touch"), "reach", "short, normal, long"),
        (Engage("a", "x"), "foe", "a, b, c"),
        (Disengage("a", "c"), "foe", "one that a is engaged with: b"),
        (Disengage("c", "a"), "foe", "one that c is engaged with: nobody"),
        (Disengage("a", "x"), "foe", "a, b, c"),
        (Seize("a", "c"), "foe", "a foe beside it"),
        (Seize("a", "a"), "foe", "two foes, both able and in view"),
        (Seize("x", "a"), "who", "a, b, c"),
        (Release("a"), "who", "somebody who holds a foe: nobody does"),
        (Move("a", 5), "change", "place: this fight has places"),
        (Add(at("C2", "d")), "d.place", "C2 is where b stands"),
        (Add(at("Z9", "d")), "d.place", "Z9 is no ground for anybody to stand on"),
    ],
)
def test_a_change_that_cannot_be(change: Change, field: str, allowed: str) -> None:
    ground = """
        . . . # . .
         . a b . c .
        . . . o . .
    """
    a, b, c = people()
    fight = placed(ground, a, b, replace(c, side="them"))

    assert refused(fight, change) == (field, allowed)
    # Nothing has changed.
    assert (place(fight, "a"), foes(fight, "a")) == ("B2", {"b": "normal"})


@pytest.mark.parametrize(
    "change", [Place("a", "A1"), Engage("a", "b"), Disengage("a", "b"), Seize("a", "b")]
)
def test_places_are_for_fights_with_places(change: Change) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    assert refused(fight, change)[1] == "a fight with places"


def test_nobody_is_engaged_where_no_place_is_left() -> None:
    fight = placed(
        "e b d a . .",
        fighter("a", "us", dex=14, weapons=[SPEAR]),
        fighter("b", "them", dex=1),
        *[fighter(name, "us", dex=1) for name in "de"],
    )

    assert refused(fight, Engage("a", "b", "long"))[1] == "two with a place left beside each (A11)"


# --- snapshots in the midst ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "said", "word", "answer", "dice"),
    [
        ("a b . . .", stance("kneeling"), "opportunity", opportunity("spear"), MISS),
        (". a b . .", breakaway("A1"), "oppose", oppose("spear"), "d100=40 d100=30"),
        (". a b . .", retreat("nobody", "A1"), "follow", follow("B1"), ""),
        ("a . . . b", move("C1"), "engage", ENGAGE, ""),
        (". . . . .\n . a t b .", Said("pass", (), ("flank/t",)), "focus", focus("a"), ""),
        ("a . b . .", move("B1"), "opportunity", opportunity("spear"), "d100=40 d8=1 d20=10"),
    ],
)
def test_a_fight_is_saved_where_somebody_is_asked(
    drawing: str, said: Said, word: str, answer: Said, dice: str
) -> None:
    people = [
        fighter("a", "us", dex=14),
        fighter(
            "b",
            "us" if "t" in drawing else "them",
            dex=1,
            weapons=[SPEAR, SWORD],
            held=["spear", "sword"],
        ),
        *([fighter("t", "them", dex=1)] if "t" in drawing else []),
    ]
    fight = placed(drawing, *people)
    fight.prompt("a")
    fight.answer(said)
    while fight.open()[0].options[0].id.partition("/")[0] != word:
        fight.answer(*[PASS if p.kind == "action" else DECLINE for p in fight.open()])
    saved = fight.fight.snapshot()

    again = restore(saved)
    again.watch()
    resumed = Scene(again)
    assert again.snapshot() == saved
    assert again.prompts() == fight.fight.prompts()
    events = len(fight.events)
    for one in (fight, resumed):
        one.play({one.open()[0].combatant: [answer]}, dice)

    assert resumed.events == fight.events[events:]
    assert again.snapshot() == fight.fight.snapshot()
