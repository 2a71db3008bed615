"""Grapples as they are played: taking hold, what the holder does, getting free, and who strikes in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import Disengage, Engage, Modify, Place, SetGear, SetHitPoints, SetStatus
from rules.request.model import Entry, Options
from tests.rules.request.build import (
    DAGGER,
    DODGE,
    PASS,
    SHIELD,
    SWORD,
    Said,
    Scene,
    archer,
    attack,
    carry,
    fighter,
    figure,
    parry,
    shoot,
)
from tests.rules.request.places import (
    FIST,
    HANDY,
    LONGSPEAR,
    breakaway,
    flying,
    foes,
    formation,
    mounted,
    move,
    opportunity,
    place,
    placed,
    problem,
)
from tests.support.rulebook import rule

FREE = Said("breakfree")
HOLD = Said("hold")
HURT = Said("hurt")
THROW = Said("throw")
LET_GO = Said("defend", (), ("release",))
SEIZED = "d100=40 d100=30 d100=60"
"""A grapple that hits, and an opposed roll that is won: the other fails."""


def grapple(target: str) -> Said:
    return Said("grapple/fist", (target,))


def disarm(item: str) -> Said:
    return Said("disarm", (item,))


def wrestler(name: str, side: str, *, dex: int = 14, unarmed: int = 50, size: int = 11) -> Entry:
    return fighter(
        name,
        side,
        dex=dex,
        size=size,
        skills={"Unarmed": unarmed},
        weapons=(FIST, DAGGER, SWORD),
        held=(),
    )


def swordsman(name: str, side: str, *, dex: int = 11, size: int = 11) -> Entry:
    return fighter(
        name, side, dex=dex, size=size, skills=HANDY, weapons=(SWORD, DAGGER, FIST, SHIELD)
    )


def pair(options: Options | None = None) -> Scene:
    """A bare-handed a and a swordsman b, at blows."""
    return placed(
        "a b . . .",
        wrestler("a", "x"),
        swordsman("b", "y"),
        options=options,
        given=[Engage("a", "b")],
    )


def held(*more: Entry, drawing: str = "a b . . .", unarmed: int = 50) -> Scene:
    """The same, and a holds b; the others have done nothing yet."""
    a = wrestler("a", "x", unarmed=unarmed)
    fight = placed(drawing, a, swordsman("b", "y"), *more, given=[Engage("a", "b")])
    return fight.play({"a": [grapple("b")]}, SEIZED)


def holding(fight: Scene) -> dict[str, str]:
    """Who holds whom."""
    people = fight.fight.people
    return {c.id: people[c.holding].id for c in people if c.holding >= 0}


# --- taking hold -------------------------------------------------------------------------------


@rule(
    "P33",
    "With places, whoever has an empty, sound hand may grapple an adjacent foe, by an attack with bare hands that does no damage.",
)
def test_who_may_grapple() -> None:
    fight = pair()
    blow = fight.play(
        {"a": [grapple("b")], "b": [parry()]}, "d100=40 d100=90 d100=60 d100=40"
    ).attack()
    assert (blow.facts["verb"], blow.facts["outcome"]) == ("grapple", "hit")
    assert not any(one.name in ("damage", "through") for one in blow.figures)

    full = placed(
        "a b . . .", replace(wrestler("a", "x"), held=("sword", "dagger")), swordsman("b", "y")
    )
    assert problem(full, "a", "grapple/fist") == "P33"
    hurt = placed("a b . . .", replace(wrestler("a", "x"), held=("sword",)), swordsman("b", "y"))
    assert problem(hurt, "a", "grapple/fist") == ""
    hurt.amend(SetHitPoints("a", "left arm", -1), dice="d4=1")
    assert problem(hurt, "a", "grapple/fist") == "P33"
    far = placed("a . b . .", wrestler("a", "x"), swordsman("b", "y"))
    assert problem(far, "a", "grapple/fist") == "P17b2"


@rule(
    "P33a",
    "A grapple that hits is followed by an opposed roll of both Unarmed skills, and whoever grapples holds its foe if it wins that.",
)
@pytest.mark.parametrize(
    ("dice", "wins"),
    [
        ("d100=60", None),
        (SEIZED, True),
        ("d100=40 d100=60 d100=90", False),
        ("d100=40 d100=30 d100=40", False),
    ],
)
def test_a_grapple_takes_hold_by_an_opposed_roll(dice: str, wins: bool | None) -> None:
    fight = pair().play({"a": [grapple("b")]}, dice)

    assert holding(fight) == ({"a": "b"} if wins else {})
    contests = [(e.by, figure(e, "contest_chance")) for e in fight.of("contest", "opposed")]
    assert contests == ([] if wins is None else [("a", 50), ("b", 50)])


@rule(
    "P33b",
    "The opposed rolls of a grapple are won like a contest, and they are no reactions: whoever is able makes them.",
)
def test_nobody_is_asked_for_an_opposed_roll() -> None:
    surprised = placed(
        "a b . . .", wrestler("a", "x"), replace(swordsman("b", "y"), surprised=True)
    )
    surprised.play({"a": [grapple("b")]}, SEIZED)
    assert holding(surprised) == {"a": "b"}
    assert not surprised.asked("b", "reaction")

    equal = pair().play({"a": [grapple("b")]}, "d100=40 d100=30 d100=30")
    higher = pair().play({"a": [grapple("b")]}, "d100=40 d100=31 d100=30")
    plain = pair(Options(opposed="plain")).play({"a": [grapple("b")]}, "d100=40 d100=31 d100=30")
    assert [holding(one) for one in (equal, higher, plain)] == [{}, {"a": "b"}, {}]


@rule(
    "P33c",
    "In these rolls whoever has a SIZ a third larger than the other has +20 %, and half larger +40 %.",
)
@pytest.mark.parametrize(
    ("mine", "its", "chances"),
    [(11, 11, [50, 50]), (15, 11, [70, 50]), (17, 11, [90, 50]), (11, 15, [50, 70])],
)
def test_the_larger_have_it_easier(mine: int, its: int, chances: list[int]) -> None:
    fight = placed("a b . . .", wrestler("a", "x", size=mine), swordsman("b", "y", size=its))
    fight.play({"a": [grapple("b")]}, SEIZED)
    assert [figure(e, "contest_chance") for e in fight.of("contest", "opposed")] == chances


def test_a_skill_over_100_weighs_on_the_other() -> None:
    fight = placed("a b . . .", wrestler("a", "x", unarmed=120), swordsman("b", "y"))
    fight.play({"a": [grapple("b")]}, SEIZED)
    assert [figure(e, "contest_chance") for e in fight.of("contest", "opposed")] == [120, 30]


@rule("P33d", "What is done in a grapple goes by the strike rank of the Unarmed skill.")
def test_a_grapple_goes_by_the_unarmed_skill() -> None:
    fight = placed(
        "a b . . .", wrestler("a", "x", unarmed=71), wrestler("b", "y", dex=9, unarmed=33)
    )
    fight.play({"a": [grapple("b")]}, "d100=40 d100=30 d100=60")
    options = {o.id: o.rank for o in fight.prompt("a").options}
    assert [options[verb] for verb in ("hold", "hurt", "throw", "disarm")] == [8] * 4
    fight.play({"a": [HURT]}, "d100=90 d100=90", upto=(1, 2))
    (hurts,) = [e for e in fight.of("contest") if e.facts["verb"] == "hurt"]
    assert (hurts.rank, figure(hurts, "strike_rank")) == (8, 8)
    assert fight.option("b", "breakfree").rank == 4


@rule("P33e", "Whoever holds a foe is engaged with it at short reach.")
def test_a_hold_is_at_short_reach() -> None:
    fight = held()
    assert foes(fight, "a") == {"b": "short"}
    blow = fight.play({"b": [attack("a")]}, "d100=90", upto=(2, 1)).attack(by="b")
    assert (blow.facts["improvised"], figure(blow, "attack_chance")) == ("yes", 30)

    fight.amend(Engage("a", "b", "normal"))
    assert holding(fight) == {}


@rule("P33f", "Nobody holds more than one foe at a time, and several may hold the same one.")
def test_several_may_hold_one_and_one_holds_one() -> None:
    fight = held(wrestler("c", "x", dex=9), swordsman("d", "y"), drawing="d a b c .")
    fight.play({"c": [grapple("b")]}, "d100=20 d100=30 d100=60", upto=(1, 2))
    assert holding(fight) == {"a": "b", "c": "b"}
    assert problem(fight, "a", "grapple/fist") == "P33f"
    assert fight.refuses("a", grapple("d"))


# --- what the holder does ----------------------------------------------------------------------


@rule("P33g", "By an opposed roll the holder may hold its foe helpless.")
def test_a_foe_may_be_held_helpless() -> None:
    fight = held()
    fight.play({"a": [HOLD]}, "d100=30 d100=60", upto=(1, 2))
    assert ("pinned", "began") in fight.changes("b")
    assert fight.seen("b").conditions == ("held", "pinned")

    lost = held().play({"a": [HOLD]}, "d100=90 d100=60", upto=(1, 2))
    assert lost.changes("b") == []


@rule(
    "P33g2", "Whoever is held helpless neither acts nor reacts, and loses the action of the phase."
)
def test_whoever_is_held_helpless_does_nothing() -> None:
    fight = held(swordsman("c", "x", dex=12), drawing="a b c . .", unarmed=150)
    before = len(fight.asked("b"))
    fight.play(
        {"a": [HOLD], "c": [attack("b")]}, "d100=30 d100=60 d20=10 d4=1 d100=30", upto=(1, 2)
    )
    assert len(fight.asked("b")) == before
    assert not fight.asked("b", "reaction")[1:]
    blow = fight.attack(by="c")
    assert blow.facts["helpless"] == "yes"
    alone = held(unarmed=150).play({"a": [HOLD]}, "d100=30 d100=60", upto=(1, 2))
    assert [e.facts["cause"] for e in alone.of("action_lost", by="b")] == ["pinned"]


@rule(
    "P33g3",
    "A foe is held helpless until the holder does anything else, loses the next roll for it, or lets a phase go by with an action left.",
)
@pytest.mark.parametrize(
    ("then", "dice", "ends"),
    [
        (HOLD, "d100=30 d100=60", False),
        (HOLD, "d100=90 d100=60", True),
        (Said("defend"), "", True),
        (PASS, "", True),
        (carry(), "", True),
    ],
)
def test_how_long_a_foe_is_held_helpless(then: Said, dice: str, ends: bool) -> None:
    fight = held().play({"a": [HOLD]}, "d100=30 d100=60", upto=(1, 2))
    fight.play({"a": [then]}, dice, upto=(1, 3))
    assert (("pinned", "ended") in fight.changes("b")) == ends
    assert holding(fight) == {"a": "b"}


@rule(
    "P33h",
    "By an opposed roll the holder may hurt its foe for 1D4 and the damage modifier, which no armour stops.",
)
def test_a_hold_hurts_through_armour() -> None:
    b = fighter("b", "y", skills=HANDY, weapons=(SWORD, FIST), hide=9)
    strong = replace(
        wrestler("a", "x"),
        sheet=replace(
            wrestler("a", "x").sheet,
            characteristics=replace(wrestler("a", "x").sheet.characteristics, STR=20),
        ),
    )
    fight = placed("a b . . .", strong, b).play({"a": [grapple("b")]}, SEIZED)
    fight.play({"a": [HURT]}, "d100=30 d100=60 d4=3 d4=2 d20=10", upto=(1, 2))
    assert fight.points("b", "chest") == 7 - 5
    (wrung,) = fight.of("wrung")
    assert (wrung.by, wrung.at, wrung.place, figure(wrung, "damage")) == ("a", "b", "chest", 5)


def test_an_opposed_roll_uses_up_what_was_given_for_one() -> None:
    fight = held(unarmed=60)
    fight.amend(Modify("sand in the eyes", -20, "roll", "a"), Modify("luck", 10, "roll", "b"))

    def rolls(phase: int) -> list[tuple[int, int, str]]:
        fight.play({"a": [HURT]}, "d100=39 d100=61 d4=1 d20=10", upto=(1, phase))
        (mine, its) = fight.of("contest")[-1], fight.of("opposed")[-1]
        return [
            (
                figure(mine, "contest_chance"),
                figure(its, "contest_chance"),
                its.facts["outcome"],
            )
        ]

    (first,) = rolls(2)
    (second,) = rolls(3)
    assert (second[0] - first[0], second[1] - first[1]) == (20, -10)
    assert (first[2], second[2]) == ("lost", "lost")


@rule(
    "P33i",
    "By an opposed roll the holder may throw its foe: a hex straight away, for 1D4, which no armour stops.",
)
def test_a_throw_takes_a_foe_a_hex_away() -> None:
    fight = held().play({"a": [THROW]}, "d100=30 d100=60 d4=2 d20=10", upto=(1, 2))
    assert place(fight, "b") == "C1"
    assert fight.points("b", "chest") == 7 - 2
    assert foes(fight, "a") == {}

    walled = held(drawing="a b #").play({"a": [THROW]}, "d100=30 d100=60 d4=2 d20=10", upto=(1, 2))
    assert place(walled, "b") == "B1"
    assert foes(walled, "a") == {"b": "short"}


@rule("P33i2", "A throw ends the hold and leaves the foe prone.")
def test_whoever_is_thrown_lies() -> None:
    fight = held().play({"a": [THROW]}, "d100=30 d100=60 d4=2 d20=10", upto=(1, 2))
    assert holding(fight) == {}
    assert fight.seen("b").stance == "prone"
    assert [e.facts["cause"] for e in fight.of("released")] == ["thrown"]


@rule("P33j", "By an opposed roll the holder may make its foe drop something that it has in hand.")
def test_a_foe_may_be_disarmed() -> None:
    fight = held()
    assert fight.refuses("a", disarm("dagger"))
    fight.play({"a": [disarm("sword")]}, "d100=30 d100=60", upto=(1, 2))
    assert fight.held("b") == []
    assert problem(fight, "a", "disarm") == "P33j"


@rule("P33k", "Letting go of a foe is a trivial action.")
def test_letting_go_goes_with_an_action() -> None:
    fight = held().play({"a": [LET_GO]}, upto=(1, 2))
    assert holding(fight) == {}
    assert foes(fight, "a") == {"b": "short"}
    assert held().play({"a": [replace_also(PASS)]}, upto=(1, 2)).of("released")
    assert held().refuses("a", Said("hurt", (), ("release",)))


def replace_also(said: Said) -> Said:
    return Said(said.option, said.values, ("release",))


# --- the held ----------------------------------------------------------------------------------


@rule(
    "P33l",
    "Whoever is held may break free by one opposed roll against all who hold it, and stays engaged with those it gets free of.",
)
def test_breaking_free_is_one_roll_against_all_holders() -> None:
    fight = held(wrestler("c", "x", dex=9), drawing="a b c . .")
    fight.play({"c": [grapple("b")]}, "d100=20 d100=30 d100=60", upto=(1, 2))
    fight.play({"b": [FREE]}, "d100=30 d100=60 d100=40", upto=(2, 1))
    assert holding(fight) == {"c": "b"}
    assert foes(fight, "b") == {"a": "short", "c": "short"}
    rolls = [(e.kind, e.by) for e in fight.of("contest", "opposed")][-3:]
    assert rolls == [("contest", "b"), ("opposed", "a"), ("opposed", "c")]


@rule(
    "P33m",
    "A hold ends with the engagement of the two, and when no empty, sound hand is left to the holder.",
)
def test_what_ends_a_hold() -> None:
    parted = held().amend(Disengage("a", "b"))
    fallen = held().amend(SetStatus("a", "unconscious"))
    away = held().amend(Place("b", "D1"))
    assert [holding(one) for one in (parted, fallen, away)] == [{}, {}, {}]

    fight = held()
    fight.amend(SetGear("a", "sword", "held"), SetHitPoints("a", "right arm", -1), dice="d4=1")
    assert holding(fight) == {"a": "b"}
    fight.amend(SetHitPoints("a", "left arm", -1), dice="d4=1")
    assert holding(fight) == {}
    assert fight.of("released")[-1].facts["cause"] == "no hand"


def test_whoever_holds_somebody_has_one_hand_less() -> None:
    fight = held().amend(SetGear("a", "sword", "held"))
    assert problem(fight, "a", "ready/dagger") == "P6d"


@rule(
    "P33n",
    "Whoever is in a grapple does not move, set the reach, shoot, aim, give first aid or dodge.",
)
def test_what_nobody_does_in_a_grapple() -> None:
    fight = held()
    fight.play({"a": [Said("defend")], "b": [attack("a")]}, "d100=90", upto=(1, 2))
    assert [o.unavailable.rule for o in fight.asked("a", "reaction")[-1].options if o.unavailable][
        -1
    ] == "P33n"
    for who in "ab":
        for verb in (
            "move",
            "sprint",
            "retreat/fist",
            "closer/fist",
            "farther/fist",
            "charge/fist",
        ):
            assert problem(fight, who, verb) == "P33n", (who, verb)
    assert problem(fight, "a", "shoot/dagger") == "P33n"
    assert fight.refuses("b", move("C1"))


@rule(
    "P33n2",
    "Whoever is in a grapple strikes only at those it is in the grapple with, and makes no opportunity attacks.",
)
def test_whom_those_in_a_grapple_strike() -> None:
    fight = held(swordsman("c", "x"), swordsman("d", "y"), drawing="d a b c . .")
    assert fight.refuses("a", attack("d", "fist"))
    assert fight.refuses("b", attack("c"))
    fight.play({"c": [Said("ready/dagger")]}, upto=(1, 2))
    assert [p.combatant for p in fight.asked("b", "reaction")] == ["b"]  # the grapple only

    control = placed("b c . .", swordsman("b", "y"), swordsman("c", "x"))
    control.play({"c": [Said("ready/dagger")], "b": [opportunity()]}, "d100=90")
    assert control.attack().by == "b"


@rule(
    "P33n3",
    "Whoever is held must break free before it breaks away, and whoever holds need not let go before.",
)
def test_the_held_break_free_before_they_break_away() -> None:
    drawing = ". . a b . ."
    assert problem(held(drawing=drawing), "b", "breakaway") == "P33n3"
    fight = held(drawing=drawing).play({"a": [breakaway("back")]}, "d100=30", upto=(1, 2))
    assert holding(fight) == {}
    assert foes(fight, "a") == {}


@rule(
    "A20",
    "Whoever may leave all its holders without a contest breaks away out of a grapple too, unless `auto_breakaway` is set to `close_only`.",
)
@pytest.mark.parametrize("option", ["always", "close_only"])
def test_riders_and_flyers_leave_a_grapple_freely(option: str) -> None:
    options = Options(auto_breakaway="always" if option == "always" else "close_only")
    for made in (mounted, flying):
        fight = placed(
            "a b . . .",
            wrestler("a", "x"),
            made(swordsman("b", "y")),
            options=options,
            given=[Engage("a", "b")],
        ).play({"a": [grapple("b")]}, "d100=20 d100=20 d100=60")
        assert holding(fight) == {"a": "b"}
        if option == "close_only":
            assert problem(fight, "b", "breakaway") == "P33n3"
        else:
            fight.play({"b": [breakaway("back")]}, upto=(1, 2))
            assert holding(fight) == {}
            assert place(fight, "b") == "C1"


def test_nobody_held_helpless_leaves_even_freely() -> None:
    a = wrestler("a", "x", unarmed=150)
    fight = placed("a b . . .", a, flying(swordsman("b", "y")), given=[Engage("a", "b")])
    fight.play({"a": [grapple("b"), HOLD]}, SEIZED + " d100=30 d100=60", upto=(1, 2))
    assert len(fight.asked("b")) == 1


# --- who strikes in ----------------------------------------------------------------------------


@rule("P33o", "A blow or shot from outside at somebody in a grapple is at -20 %.")
def test_it_is_hard_to_strike_into_a_grapple() -> None:
    fight = held(swordsman("c", "x"), archer("d", "x", bow=70), drawing="a b c . . . d")
    fight.play({"c": [attack("b")], "d": [shoot("b")]}, "d100=96 d100=96", upto=(1, 2))
    shot, blow = [figure(e, "attack_chance") for e in fight.of("attack") if e.by in "cd"]
    assert {blow, shot} == {30}
    inside = held().play({"b": [attack("a", "fist")]}, "d100=96", upto=(1, 2)).attack(by="b")
    assert figure(inside, "attack_chance") == 50


@rule(
    "P33o2",
    "A blow or shot from outside that fails by no more than these 20 % hits another in the grapple, who has no defence against it.",
)
@pytest.mark.parametrize(("rolled", "strays"), [(30, False), (31, True), (50, True), (51, False)])
def test_what_misses_closely_hits_the_other(rolled: int, strays: bool) -> None:
    fight = held(swordsman("c", "x"), drawing="a b c . .")
    dice = f"d100={rolled}" + (" d8=3 d20=10" if strays or rolled <= 30 else "")
    fight.play({"c": [attack("b")]}, dice, upto=(1, 2))
    assert [(e.by, e.at, e.facts["meant"]) for e in fight.of("strayed")] == (
        [("c", "a", "b")] if strays else []
    )
    assert fight.points("a", "chest") == (4 if strays else 7)


@rule(
    "D12",
    "A grapple changes the reach of no other pair, and those in it count for flanking, surrounding and the places round one.",
)
def test_a_grappled_pair_counts_as_engaged() -> None:
    drawing = """
        . a b c . .
         . d . e . .
    """
    fight = placed(
        drawing,
        wrestler("a", "x"),
        swordsman("b", "y"),
        swordsman("c", "x"),
        swordsman("d", "x"),
        fighter("e", "x", weapons=(LONGSPEAR,)),
        given=[Engage("b", "e", "long")],
    )
    fight.play({"a": [Said("grapple/fist", ("b",), ("flank/b",))]}, SEIZED)
    assert foes(fight, "b") == {"a": "short", "c": "normal", "d": "normal", "e": "long"}
    assert formation(fight, "b") == "flanked"


# --- at one moment -----------------------------------------------------------------------------


def test_whoever_breaks_free_at_the_moment_it_is_thrown_still_flies() -> None:
    fight = placed(
        "a b . . .", wrestler("a", "x"), wrestler("b", "y"), given=[Engage("a", "b")]
    ).play({"a": [grapple("b")], "b": [PASS]}, SEIZED)
    dice = "d100=30 d100=60 d4=2 d20=10 d100=30 d100=60"
    fight.play({"a": [THROW], "b": [FREE]}, dice, upto=(1, 2))
    assert place(fight, "b") == "C1"
    assert holding(fight) == {}


def test_a_grapple_at_somebody_who_leaves_at_that_moment_takes_hold_of_nobody() -> None:
    fight = placed(
        "a b . . .", wrestler("a", "x"), wrestler("b", "y"), given=[Engage("a", "b")]
    ).play({"a": [grapple("b")], "b": [breakaway("back")]}, "d100=30 d100=40 d100=30 d100=60")
    assert holding(fight) == {}
    assert place(fight, "b") == "C1"


def test_a_fumbled_grapple_and_a_dodged_one_take_no_hold() -> None:
    dodged = pair().play({"a": [grapple("b")], "b": [DODGE]}, "d100=40 d100=30 d100=30 d100=60")
    assert dodged.attack().facts["outcome"] in ("dodged", "hit")
    fumbled = pair().play({"a": [grapple("b")]}, "d100=99 d6=6")
    assert ("vulnerable", "began") in fumbled.changes("a")
