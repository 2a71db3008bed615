"""RULES.md, leaving engagement: breaking away, and fighting retreats.

Dodge and every weapon skill are 50, so that a roll of 05 is critical and one of 51 a failure.
"""

from __future__ import annotations

from typing import Literal

import pytest

from rules.kernel import hexes
from rules.kernel.model import Engage, SetStatus
from rules.request.model import Entry, Options
from tests.rules.request.build import (
    DAGGER,
    DEFEND,
    LEATHER,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    aim,
    copied,
    fighter,
    figure,
    parry,
    riposte,
    shoot,
    terms,
)
from tests.rules.request.places import (
    all_hexes,
    breakaway,
    choices,
    flying,
    foes,
    follow,
    mounted,
    moving,
    on,
    opportunities,
    opportunity,
    oppose,
    place,
    placed,
    problem,
    reached,
    retreat,
    strikes,
    went,
)
from tests.support.rulebook import rule

MISS = "d100=96"
LANE = ". . . a b . ."
CORNER = """
    . . . . . .
     . . a b . .
    . . . c . .
     . . . . . .
"""
"""Foes in the east and southeast of a, on D2 and D3: it can go to B2 and C1."""
Classes = tuple[bool, bool]
ON_FOOT, MOUNTED, FLYING, BOTH = (False, False), (True, False), (False, True), (True, True)
NAMED = {ON_FOOT: "foot", MOUNTED: "mounted", FLYING: "flying", BOTH: "both"}


def one(name: str, way: Classes = ON_FOOT, *, dex: int = 1, side: str = "") -> Entry:
    entry = fighter(name, side, dex=dex)
    entry = mounted(entry) if way[0] else entry
    return flying(entry) if way[1] else entry


def leaver(way: Classes = ON_FOOT) -> Entry:
    return one("a", way, dex=14)


def left(fight: Scene) -> dict[str, str]:
    (event,) = fight.of("broke_away", by="a")
    return {key: event.facts[key] for key in ("how", "from", "held")}


@rule(
    "R24",
    "Whoever is engaged leaves a foe only by breaking away, or by retreating from one that does not follow.",
)
@pytest.mark.parametrize(
    ("said", "dice", "answer", "engaged"),
    [
        (breakaway("C1"), "d100=50", None, False),
        (breakaway("C1"), "d100=51", None, True),
        (retreat("nobody", "C1"), "", None, False),
        (retreat("nobody", "C1"), "", follow("D1"), True),
    ],
)
def test_how_a_foe_is_left(said: Said, dice: str, answer: Said | None, engaged: bool) -> None:
    fight = placed(LANE, leaver(), one("b"))
    assert (reached(fight, "a"), problem(fight, "a", "sprint")) == (set(), "P8")

    fight.play({"a": [said], "b": [answer] if answer else []}, dice)

    assert foes(fight, "a") == ({"b": "normal"} if engaged else {})


@rule(
    "R26",
    "Everybody fights on foot, mounted or flying, and a rider in the air is both mounted and flying.",
)
@pytest.mark.parametrize(
    ("way", "shown"),
    [(ON_FOOT, ()), (MOUNTED, ("mounted",)), (FLYING, ("flying",)), (BOTH, ("mounted", "flying"))],
)
def test_on_foot_mounted_or_flying(way: Classes, shown: tuple[str, ...]) -> None:
    fight = placed(LANE, leaver(way), one("b"))
    assert fight.seen("a").conditions == shown

    fight.amend(*[SetStatus("a", status, on=False) for status in shown])
    assert fight.seen("a").conditions == ()
    fight.amend(*[SetStatus("a", status) for status in shown])
    assert fight.seen("a").conditions == shown


def is_free(way: Classes, against: Classes) -> bool:
    """Does somebody break away without a roll, at its DEX, and does the foe get no say?"""
    fight = placed(LANE, leaver(way), one("b", against))
    free = fight.option("a", "breakaway").rank == 14
    assert free is (problem(fight, "a", "breakaway/sword") == "P18g")

    fight.play(
        {"a": [breakaway("C1")], "b": [] if free else [oppose()]}, "" if free else "d100=51 d100=40"
    )

    assert free is (left(fight)["how"] == "automatic")
    assert free is (foes(fight, "a") == {})
    return free


@rule("R27", "Whoever flies breaks away freely from a foe that does not fly.")
@pytest.mark.parametrize(
    ("against", "free"), [(ON_FOOT, True), (MOUNTED, True), (FLYING, False), (BOTH, False)]
)
def test_flyers_leave_who_does_not_fly(against: Classes, free: bool) -> None:
    assert is_free(FLYING, against) is free


@rule("R28", "Whoever is mounted breaks away freely from a foe on foot.")
@pytest.mark.parametrize(
    ("against", "free"), [(ON_FOOT, True), (MOUNTED, False), (FLYING, False), (BOTH, False)]
)
def test_riders_leave_who_is_on_foot(against: Classes, free: bool) -> None:
    assert is_free(MOUNTED, against) is free


@rule(
    "R28a",
    "Each foe is judged by itself: one may be left freely, and another only by a contest.",
)
@pytest.mark.parametrize("way", [ON_FOOT, MOUNTED, FLYING, BOTH], ids=NAMED.get)
@pytest.mark.parametrize("first", [ON_FOOT, MOUNTED, FLYING, BOTH], ids=NAMED.get)
@pytest.mark.parametrize("second", [ON_FOOT, MOUNTED, FLYING, BOTH], ids=NAMED.get)
def test_each_foe_is_judged_by_itself(way: Classes, first: Classes, second: Classes) -> None:
    matrix = {
        ON_FOOT: (),
        MOUNTED: (ON_FOOT,),
        FLYING: (ON_FOOT, MOUNTED),
        BOTH: (ON_FOOT, MOUNTED),
    }
    free = [name for name, foe in (("b", first), ("c", second)) if foe in matrix[way]]
    held = [name for name in "bc" if name not in free]
    fight = placed(CORNER, leaver(way), one("b", first, side="them"), one("c", second, side="them"))

    fight.play(
        {"a": [breakaway("B2")], **{name: [oppose()] for name in held}},
        "d100=51" * bool(held) + " d100=40" * len(held),
    )

    assert left(fight) == {
        "how": "contested" if held else "automatic",
        "from": ", ".join(free),
        "held": ", ".join(held),
    }
    assert set(foes(fight, "a")) == set(held)


# --- breaking away ---------------------------------------------------------------------------


@rule(
    "P18",
    "Breaking away from other foes is one roll of Dodge or of the skill of a weapon in hand.",
)
@pytest.mark.parametrize(
    ("said", "rank", "chance", "skill"),
    [(breakaway("B2"), 8, 72, "Dodge"), (breakaway("B2", "sword"), 5, 41, "sword")],
)
def test_breaking_away_is_one_roll(said: Said, rank: int, chance: int, skill: str) -> None:
    a = fighter("a", dex=14, sword=41, skills={"Dodge": 72})
    fight = placed(CORNER, a, one("b", side="them"), one("c", side="them"))
    assert (fight.option("a", said.option).rank, fight.option("a", said.option).chance) == (
        rank,
        chance,
    )
    assert problem(fight, "a", "breakaway/dagger") == "P6d"

    copied(fight).play({"a": [said]}, f"d100={chance + 1}")
    fight.play({"a": [said]}, f"d100={chance}")

    (contest,) = fight.of("contest")
    assert (contest.rank, contest.facts["skill"], figure(contest, "contest_chance")) == (
        rank,
        skill,
        chance,
    )
    assert (foes(fight, "a"), fight.seen("a").actions) == ({}, 2)


@pytest.mark.parametrize(
    ("status", "chance"), [("defending", 50), ("overextended", 30), ("vulnerable", 30)]
)
def test_what_weighs_on_a_breakaway(status: str, chance: int) -> None:
    a = fighter("a", dex=14, armour=[LEATHER])
    fight = placed(LANE, a, one("b"), given=[SetStatus("a", status)])

    for option in ("breakaway", "breakaway/sword"):
        assert fight.option("a", option).chance == chance - 4
    fight.play({"a": [breakaway("C1")]}, MISS)
    (contest,) = fight.of("contest")
    by_rule = {"Dodge": 50, "armour": -4} | ({status: -20} if chance < 50 else {})
    assert terms(contest, "contest_chance") == by_rule


@rule("P18a", "Each of these foes may oppose it with the skill of a weapon, as a reaction.")
@pytest.mark.parametrize("surprised", [True, False])
def test_foes_may_oppose(surprised: bool) -> None:
    fight = placed(
        CORNER,
        leaver(MOUNTED),
        fighter(
            "b", "them", dex=1, sword=33, weapons=[SWORD, SHIELD, DAGGER], held=["sword", "shield"]
        ),
        one("c", MOUNTED, side="them"),
        on("D1", mounted(fighter("d", "them", dex=1, sword=77))),
        given=[SetStatus("d", "surprised")] if surprised else [],
    )
    assert set(foes(fight, "a")) == {"b", "c", "d"}

    fight.play(
        {"a": [breakaway("B2")], **({} if surprised else {"d": [oppose()]})},
        "d100=40" + " d100=77" * (not surprised),
    )

    # b, who is on foot, has no say.
    asked = [p for prompts in fight.waits for p in prompts if p.kind == "reaction"]
    assert [p.combatant for p in asked] == (["c"] if surprised else ["c", "d"])
    offered = {o.id: o.unavailable is None for o in asked[0].options}
    assert offered == {
        "oppose/sword": True,
        "oppose/shield": False,
        "oppose/dagger": False,
        "decline": True,
    }
    assert [(e.by, figure(e, "contest_chance")) for e in fight.of("opposed")] == (
        [] if surprised else [("d", 77)]
    )
    assert set(foes(fight, "a")) == (set() if surprised else {"d"})


@pytest.mark.parametrize("shield", [50, 81])
def test_a_shield_opposes_too(shield: int) -> None:
    b = fighter("b", dex=1, skills={"Shield": shield}, held=["sword", "shield"])
    fight = placed(LANE, leaver(), b)

    fight.play({"a": [breakaway("C1")], "b": [oppose("shield")]}, "d100=40 d100=81")

    (opposed,) = fight.of("opposed")
    assert (opposed.facts["defence"], figure(opposed, "contest_chance")) == ("shield", shield)
    assert foes(fight, "a") == ({"b": "normal"} if shield == 81 else {})


@rule(
    "P18b",
    "The higher level of success wins a contest, and of two equal successes the higher roll.",
)
@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [
        (5, 50, True),
        (50, 5, False),
        (40, 51, True),
        (51, 40, False),
        (40, 30, True),
        (30, 40, False),
        (5, 4, True),
        (4, 5, False),
        (50, 99, True),
    ],
)
def test_who_wins_a_contest(mine: int, theirs: int, won: bool) -> None:
    fight = placed(LANE, leaver(), one("b"))

    fight.play({"a": [breakaway("C1")], "b": [oppose()]}, f"d100={mine} d100={theirs}")

    (opposed,) = fight.of("opposed")
    assert (opposed.facts["outcome"] == "lost") is won
    assert (foes(fight, "a"), place(fight, "a")) == (({}, "C1") if won else ({"b": "normal"}, "D1"))


@rule(
    "P18c",
    "Where neither wins, the contest is lost by whoever began it, and so it is by a failure that nobody opposes.",
)
@pytest.mark.parametrize(
    ("mine", "theirs", "opposed", "won"),
    [
        (60, 70, "demotion", False),
        (70, 60, "demotion", False),
        (60, 99, "demotion", False),
        (40, 40, "demotion", False),
        (5, 5, "demotion", False),
        (51, 0, "demotion", False),
        (50, 0, "demotion", True),
        (40, 30, "plain", False),
        (30, 40, "plain", False),
        (5, 30, "plain", True),
        (40, 60, "plain", True),
    ],
)
def test_who_loses_a_contest(
    mine: int, theirs: int, opposed: Literal["demotion", "plain"], won: bool
) -> None:
    fight = placed(LANE, leaver(), one("b"), options=Options(opposed=opposed))
    script = {"a": [breakaway("C1")]} | ({"b": [oppose()]} if theirs else {})

    fight.play(script, f"d100={mine}" + f" d100={theirs}" * bool(theirs))

    assert (foes(fight, "a") == {}) is won
    assert fight.seen("a").actions == 2


@rule(
    "P18d",
    "Breaking away ends the engagement with every foe that was left freely or beaten, and with no other.",
)
@pytest.mark.parametrize(
    ("mine", "c_rolls", "d_rolls", "left_"),
    [
        (40, 41, 39, "bd"),
        (40, 39, 41, "bc"),
        (40, 30, 30, "bcd"),
        (51, 60, 60, "b"),
        (40, 0, 41, "bc"),
    ],
)
def test_which_foes_are_left(mine: int, c_rolls: int, d_rolls: int, left_: str) -> None:
    fight = placed(
        CORNER,
        leaver(MOUNTED),
        one("b", side="them"),
        one("c", MOUNTED, side="them"),
        on("D1", one("d", MOUNTED, side="them")),
    )
    rolls = {"c": c_rolls, "d": d_rolls}
    opposing = {name: [oppose()] for name, rolled in rolls.items() if rolled}

    fight.play(
        {"a": [breakaway("B2")], **opposing},
        f"d100={mine} " + " ".join(f"d100={rolls[name]}" for name in opposing),
    )

    assert set(foes(fight, "a")) == set("bcd") - set(left_)
    assert sorted(e.at for e in fight.of("disengaged", by="a")) == sorted(left_)
    assert left(fight)["from"] == ", ".join(left_)


@rule(
    "P18e",
    "Whoever is held by no foe then moves up to half its Move to a hex farther from every foe it was engaged with.",
)
@pytest.mark.parametrize(("metres", "steps"), [(4, 1), (6, 1), (8, 2)])
def test_where_who_breaks_away_goes(metres: int, steps: int) -> None:
    a = moving(metres, leaver(MOUNTED))
    fight = placed(CORNER, a, one("b", side="them"), one("c", MOUNTED, side="them"))
    here = {who: hexes.named(place(fight, who)) for who in "abc"}
    farther = {
        to
        for to in all_hexes(CORNER) - {"C2"}
        if hexes.distance(here["a"], hexes.named(to)) <= steps
        and all(hexes.distance(here[foe], hexes.named(to)) > 1 for foe in "bc")
    }

    assert reached(fight, "a", "breakaway") == farther
    for to in sorted(farther):
        gone = copied(fight)
        gone.play({"a": [breakaway(to)]}, "d100=50")
        (moved,) = gone.of("moved")
        assert (place(gone, "a"), foes(gone, "a"), moved.facts["how"]) == (to, {}, "breakaway")
    assert all(fight.refuses("a", breakaway(to)) for to in ("D1", "C3", "C2", "D3", "F1"))


@pytest.mark.parametrize(("hex_", "gone"), [("A3", True), ("B3", False)])
def test_to_break_away_over_the_edge(hex_: str, gone: bool) -> None:
    fight = placed(
        """
        . . . . .
         . . . . .
        . . . . .
         . . . . .
        . . . . .
        """,
        on(hex_, leaver()),
        on("B3" if gone else "C3", one("b")),
    )

    fight.play({"a": [breakaway("leave")]}, "d100=50")

    assert (fight.seen("a").state == "gone") is gone


@rule("P18f", "Whoever is held by a foe stays where it is.")
@pytest.mark.parametrize("dice", ["d100=40 d100=41", "d100=51 d100=96"])
def test_whoever_is_held_stays(dice: str) -> None:
    fight = placed(CORNER, leaver(MOUNTED), one("b", side="them"), one("c", MOUNTED, side="them"))

    fight.play({"a": [breakaway("B2")], "c": [oppose()]}, dice)

    # b is left, though it stands beside a still.
    assert (place(fight, "a"), went(fight, "a"), foes(fight, "a")) == ("C2", [], {"c": "normal"})
    fight.play({"a": [DEFEND]}, upto=(1, 2))
    assert foes(fight, "a") == {"c": "normal"}


@rule(
    "P18g",
    "Breaking away from nobody but foes who can be left freely rolls nothing and goes by DEX.",
)
@pytest.mark.parametrize("dex", [14, 9])
def test_a_free_breakaway_goes_by_dex(dex: int) -> None:
    a = mounted(fighter("a", dex=dex, skills={"Dodge": 77}))
    fight = placed(CORNER, a, one("b", side="them"), one("c", side="them"))
    assert problem(fight, "a", "breakaway/sword") == "P18g"

    fight.play({"a": [breakaway("B2")]})

    (away,) = fight.of("broke_away")
    assert (away.rank, figure(away, "strike_rank"), left(fight)["from"]) == (dex, dex, "b, c")
    assert (place(fight, "a"), fight.seen("a").actions) == ("B2", {14: 2, 9: 1}[dex])


@rule(
    "P18h",
    "Where no hex farther from all these foes is free, nobody can break away or retreat.",
)
@pytest.mark.parametrize(
    ("drawing", "possible"),
    [
        ("# # # # #\n # a b . .\n# # # # #\n # # # # #", False),
        ("# # # # #\n # . a b .\n# # # # #\n # # # # #", True),
        ("# # # # #\n # c a b .\n# # # # #\n # # # # #", False),
        ("# # # # # #\n # . b a d .\n# # # # # #\n # # # # # #", False),
    ],
)
def test_no_way_back(drawing: str, possible: bool) -> None:
    more = [one(name, side="a" if name == "c" else "b") for name in "cd" if name in drawing]

    fight = placed(drawing, leaver(), one("b"), *more)

    for option in ("breakaway", "breakaway/sword", "retreat/sword"):
        assert problem(fight, "a", option) == ("" if possible else "P18h")
    assert fight.refuses("a", breakaway("back")) is not possible


@rule(
    "D6",
    "Breaking away does not provoke the foes it leaves, and does provoke others it comes adjacent to.",
)
@pytest.mark.parametrize(("way", "dice"), [(ON_FOOT, "d100=50"), (MOUNTED, "")])
def test_whom_breaking_away_provokes(way: Classes, dice: str) -> None:
    passage = """
        . . . . . .
         . . a b . .
        e . . c . .
         . . . . . .
    """
    fight = placed(
        passage, leaver(way), *[one(name, side="them") for name in "bc"], one("e", side="them")
    )

    fight.play({"a": [breakaway("B2")]}, dice)

    assert opportunities(fight) == []
    again = placed(passage, moving(8, leaver(way)), *[one(name, side="them") for name in "bce"])
    again.play({"a": [breakaway("A2")], "e": [opportunity()]}, f"{dice} {MISS}")
    assert (opportunities(again), place(again, "a")) == ([("e", "a")], "A2")


# --- fighting retreats -----------------------------------------------------------------------


@rule(
    "P8c",
    "A fighting retreat is an attack on a foe one is engaged with, or on nobody, and then up to half a Move away from all of them.",
)
@pytest.mark.parametrize(("target", "dice"), [("b", MISS), ("c", MISS), ("nobody", "")])
def test_a_fighting_retreat(target: str, dice: str) -> None:
    fight = placed(CORNER, moving(8, leaver()), *[one(name, side="them") for name in "bc"])
    assert choices(fight.option("a", "retreat/sword"), "target") == ["nobody", "b", "c"]
    for to in ("C3", "D1", "A4"):
        assert fight.refuses("a", retreat(target, to))

    fight.play({"a": [retreat(target, "A2")]}, dice)

    (moved,) = fight.of("moved")
    assert [(e.facts["verb"], e.at) for e in fight.of("attack")] == (
        [] if target == "nobody" else [("retreat", target)]
    )
    assert (moved.facts["how"], place(fight, "a"), foes(fight, "a")) == ("retreat", "A2", {})
    if dice:
        assert fight.events.index(fight.attack()) < fight.events.index(moved)
        assert moved.rank == fight.attack().rank == 5


@pytest.mark.parametrize("target", ["e", "a", "stranger"])
def test_a_retreat_strikes_at_those_engaged_only(target: str) -> None:
    fight = placed(LANE, leaver(), one("b"), on("G1", one("e", side="b")))

    assert fight.refuses("a", retreat(target, "C1"))


@rule("P8d", "A fighting retreat provokes nothing, except as R33 says.")
def test_a_retreat_provokes_nothing() -> None:
    passage = """
        . . . . . .
         . . a b . .
        e . . c . .
         . . . . . .
    """
    fight = placed(passage, moving(8, leaver()), *[one(name, side="them") for name in "bce"])

    fight.play({"a": [retreat("b", "A2")]}, MISS)

    assert (opportunities(fight), place(fight, "a")) == ([], "A2")
    assert foes(fight, "a") == {"e": "normal"}


def test_the_blow_of_a_retreat_gives_an_opening_as_any_other() -> None:
    fight = placed(
        LANE,
        fighter("a", dex=14, weapons=[DAGGER]),
        fighter("b", dex=1, weapons=[SPEAR]),
        given=[Engage("a", "b", "long")],
    )

    fight.play({"a": [retreat("b", "C1", "dagger")], "b": [opportunity("spear")]}, f"{MISS} {MISS}")

    assert strikes(fight) == [("opportunity", "b"), ("retreat", "a")]
    again = placed(
        LANE,
        fighter("a", dex=14, weapons=[DAGGER]),
        fighter("b", dex=1, weapons=[SPEAR]),
        given=[Engage("a", "b", "long")],
    )
    again.play({"a": [retreat("nobody", "C1", "dagger")]})
    assert opportunities(again) == []


@rule(
    "P8e",
    "After a fighting retreat each foe it was engaged with may follow into the hex left or one next to it.",
)
def test_foes_may_follow() -> None:
    fight = placed(CORNER, leaver(), *[one(name, side="them") for name in "bc"])

    fight.play({"a": [retreat("b", "B2")], "b": [follow("C1")], "c": [follow("C2")]}, MISS)

    offers = [
        (p.combatant, choices(p.options[0], "to"))
        for prompts in fight.waits
        for p in prompts
        if p.options[0].id == "follow"
    ]
    # In seat order, and c sees where b went.
    assert offers == [("b", ["C2", "C3", "C1"]), ("c", ["C2", "C3"])]
    assert (place(fight, "b"), place(fight, "c")) == ("C1", "C2")
    assert foes(fight, "a") == {"b": "normal", "c": "normal"}


@pytest.mark.parametrize(
    ("status", "asked"), [("", True), ("surprised", True), ("prone", False), ("kneeling", False)]
)
def test_only_somebody_standing_follows(status: str, asked: bool) -> None:
    given = [SetStatus("b", status)] if status else []
    fight = placed(LANE, leaver(), one("b"), given=given)

    fight.play({"a": [retreat("nobody", "C1")]})

    words = [p.options[0].id for prompts in fight.waits for p in prompts]
    assert ("follow" in words) is asked


@rule("P8f", "Following costs neither an action nor a reaction, and provokes nothing.")
def test_following_is_free() -> None:
    passage = """
        . . . . . .
         . . a b . .
        . . e . . .
         . . . . . .
    """
    thrower = fighter("b", dex=15, weapons=[SWORD, DAGGER], held=["sword", "dagger"])
    fight = placed(
        passage, leaver(), thrower, fighter("e", "a", dex=1), options=Options(reactions="pool")
    )
    assert foes(fight, "b") == {"a": "normal"}

    fight.play(
        {
            "a": [retreat("nobody", "B2")],
            "b": [aim("a", "dagger"), follow("C2"), shoot("a", "dagger")],
        },
        MISS,
        upto=(1, 2),
    )

    # Its aim is not lost either, and e, whom it came beside, had no chance at its following.
    assert went(fight, "b") == ["C2"]
    assert opportunities(fight) == [("a", "b"), ("a", "b"), ("e", "b")]
    assert figure(fight.attack(by="b"), "attack_chance") == 60
    assert (fight.seen("b").actions, fight.fight.people[1].reactions) == (1, 3)


@rule(
    "P8g",
    "A foe that does not follow a retreat and is out of the reach of the pair is engaged with it no more.",
)
@pytest.mark.parametrize(("reach", "engaged"), [("normal", False), ("long", True)])
def test_who_does_not_follow_is_left(reach: str, engaged: bool) -> None:
    fight = placed(LANE, leaver(), one("b"), given=[Engage("a", "b", reach)])

    fight.play({"a": [retreat("nobody", "C1")]})

    assert (foes(fight, "a") == {"b": reach}) is engaged
    causes = [e.facts["cause"] for e in fight.of("disengaged")]
    assert causes == ([] if engaged else ["not followed"])
    # Who is in reach still has nothing to follow for.
    words = [p.options[0].id for prompts in fight.waits for p in prompts]
    assert ("follow" in words) is not engaged


def test_a_felled_retreater_stays() -> None:
    fight = placed(LANE, leaver(), fighter("b", dex=1), on("G1", one("d", side="b")))

    fight.play(
        {"a": [retreat("b", "C1")], "b": [parry(), riposte()]},
        f"{MISS} d100=1 d100=40 d8=8 d20=20 d4=1 d100=96",
    )

    assert (place(fight, "a"), fight.seen("a").state) == ("D1", "down")
    assert went(fight, "a") == []
