"""RULES.md, moving: how far, at which strike rank, and where each purpose leads.

Whoever says nothing else has a Move of 4 m, which is two steps; DEX 14 and every skill 50.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.kernel.model import SetStatus
from rules.request.model import Entry
from tests.rules.request.build import (
    BOW,
    DAGGER,
    LEATHER,
    SPEAR,
    SWORD,
    Said,
    fighter,
    figure,
    scene,
    terms,
)
from tests.rules.request.places import (
    LONGSPEAR,
    apart,
    charge,
    foes,
    leads,
    move,
    moving,
    on,
    place,
    placed,
    problem,
    reached,
    retreat,
    sprint,
    went,
)
from tests.support.rulebook import rule

RUN = "a . . . . . . . . b"
HELD = ". . . . . a b"
PLAIN = """
    . . . . . . .
     . . . . . . .
    . . . . . . .
     . . . . . . .
    . . . . . . .
"""
HIT = "d100=40"


def runner(metres: int = 4, *, dex: int = 14, sword: int = 50) -> Entry:
    return moving(metres, fighter("a", dex=dex, sword=sword))


def foe(name: str = "b") -> Entry:
    return fighter(name, dex=1)


# --- how far ---------------------------------------------------------------------------------


@rule(
    "D1",
    "Half as many steps from hex to hex as its Move has metres, rounded down, are what a move of somebody is good for.",
)
@pytest.mark.parametrize(
    ("metres", "steps"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4)]
)
def test_a_move_is_half_as_many_steps(metres: int, steps: int) -> None:
    assert reached(placed(RUN, runner(metres), foe()), "a") == set(["B1", "C1", "D1", "E1"][:steps])


@rule(
    "D1a",
    "Half a Move has half the metres, rounded down, and whatever the Move, one step is always possible.",
)
@pytest.mark.parametrize(
    ("metres", "whole", "half"), [(1, 1, 1), (2, 1, 1), (4, 2, 1), (7, 3, 1), (8, 4, 2), (13, 6, 3)]
)
def test_half_a_move(metres: int, whole: int, half: int) -> None:
    fight = placed(HELD, runner(metres), foe())

    for way in ("breakaway", "breakaway/sword", "retreat/sword"):
        assert reached(fight, "a", way) == set(["E1", "D1", "C1"][:half])
    assert len(reached(placed(RUN, runner(metres), foe()), "a")) == whole


@rule("P28", "Moving goes by DEX and up to the Move.")
@pytest.mark.parametrize(("dex", "rank"), [(14, 14), (9, 9)])
def test_a_move_goes_by_dex(dex: int, rank: int) -> None:
    fight = placed(RUN, runner(dex=dex), foe())
    assert fight.option("a", "move").rank == rank
    assert fight.refuses("a", move("D1"))

    (moved,) = fight.play({"a": [move("C1")]}).of("moved")

    assert (moved.rank, figure(moved, "strike_rank"), moved.facts["how"]) == (rank, rank, "move")
    assert place(fight, "a") == "C1"


@rule("P28a", "Sprinting goes by DEX and up to twice the Move.")
@pytest.mark.parametrize(("metres", "farthest", "too_far"), [(4, "E1", "F1"), (5, "F1", "G1")])
def test_a_sprint_goes_twice_as_far(metres: int, farthest: str, too_far: str) -> None:
    fight = placed(RUN, runner(metres), foe())
    assert fight.option("a", "sprint").rank == 14
    assert fight.refuses("a", sprint(too_far))

    (moved,) = fight.play({"a": [sprint(farthest)]}).of("moved")

    assert (moved.rank, moved.facts["how"], place(fight, "a")) == (14, "sprint", farthest)


@rule(
    "P28b",
    "A step onto difficult ground counts as two, but the first step of a move is always possible.",
)
@pytest.mark.parametrize(
    ("drawing", "metres", "walked", "run"),
    [
        ("a ~ . . . . b", 4, {"B1"}, {"B1", "C1", "D1"}),
        ("a ~ ~ . . . b", 4, {"B1"}, {"B1", "C1"}),
        ("a . ~ . . . b", 4, {"B1"}, {"B1", "C1", "D1"}),
        ("a . ~ . . . b", 6, {"B1", "C1"}, {"B1", "C1", "D1", "E1", "F1"}),
        ("a ~ . . . . b", 2, {"B1"}, {"B1"}),
        ("a ~ . . . . b", 1, {"B1"}, {"B1"}),
    ],
)
def test_difficult_ground_counts_double(
    drawing: str, metres: int, walked: set[str], run: set[str]
) -> None:
    fight = placed(drawing, runner(metres), foe())

    assert reached(fight, "a") == walked
    assert reached(fight, "a", "sprint") == run


@pytest.mark.parametrize(
    ("drawing", "possible"), [("a . . . b", True), ("a ~ . . b", True), ("a ~ ~ . b", False)]
)
def test_difficult_ground_slows_a_charge(drawing: str, possible: bool) -> None:
    assert ("charge/sword" in placed(drawing, runner(), foe()).offers("a")) is possible


def test_the_cheapest_way_goes_round_difficult_ground() -> None:
    marsh = """
        . . . . . .
         a ~ ~ ~ . b
        . . . . . .
    """

    assert "E2" in reached(placed(marsh, runner(10), foe()), "a")
    assert "E2" not in reached(placed(marsh, runner(8), foe()), "a")


@rule(
    "P28c",
    "Whoever is not standing crawls: any move takes it one step, and it can neither sprint nor charge.",
)
@pytest.mark.parametrize("stance", ["prone", "kneeling"])
def test_whoever_does_not_stand_crawls(stance: str) -> None:
    far = placed("a . . . b", runner(8), foe(), given=[SetStatus("a", stance)])
    near = placed(HELD, runner(12), foe(), given=[SetStatus("a", stance)])

    assert reached(far, "a") == {"B1"}
    assert (problem(far, "a", "sprint"), problem(far, "a", "charge/sword")) == ("P28c", "P28c")
    for way in ("breakaway", "breakaway/sword", "retreat/sword"):
        assert reached(near, "a", way) == {"E1"}
    far.play({"a": [move("B1")]})
    assert (place(far, "a"), far.seen("a").stance) == ("B1", stance)


@rule(
    "P28d",
    "A charge goes at least three steps and up to twice the Move, and every step brings it nearer to its target.",
)
@pytest.mark.parametrize(
    ("drawing", "metres", "possible"),
    [
        ("a . . b", 4, False),
        ("a . . . b", 4, True),
        ("a . . . . b", 4, True),
        ("a . . . . . b", 4, False),
        ("a . . . . . b", 5, True),
        ("a . . . b", 2, False),
        ("a . . # . b", 8, False),
        ("a . . c . b", 8, False),
    ],
)
def test_how_far_a_charge_goes(drawing: str, metres: int, possible: bool) -> None:
    more = [fighter("c", "a", dex=1)] if "c" in drawing else []

    fight = placed(drawing, runner(metres), foe(), *more)

    assert ("charge/sword" in fight.offers("a")) is possible
    assert fight.refuses("a", charge("b")) is not possible


@pytest.mark.parametrize(
    ("drawing", "way"),
    [
        (". . . . . .\n a . . . b .\n. . . . . .", ["D2"]),
        # A step to the side would bring it no nearer.
        (". . . . . .\n a # . . b .\n. . . . . .", []),
        # Here there are two ways that do, and one is blocked.
        (". . . . . . .\n a # . . . . .\n. . . . . b .", ["E3"]),
    ],
)
def test_every_step_of_a_charge_brings_it_nearer(drawing: str, way: list[str]) -> None:
    fight = placed(drawing, runner(8), foe())

    assert ("charge/sword" in fight.offers("a")) is bool(way)
    assert "E2" in reached(fight, "a", "sprint") | {place(fight, "b")}
    if way:
        fight.play({"a": [charge("b")]}, "d100=96")
        assert went(fight, "a") == way


@rule("P28e", "A charge ends adjacent to its target with a close attack that does 1D4 more damage.")
@pytest.mark.parametrize(
    ("roll", "dice", "damage"), [(40, "d8=3 d4=2 d20=10", 5), (5, "d20=10", 8 + 4)]
)
def test_a_charge_strikes_harder(roll: int, dice: str, damage: int) -> None:
    fight = placed("a . . . . b", runner(), fighter("b", dex=1, size=20))

    fight.play({"a": [charge("b")]}, f"d100={roll} {dice} " + ("d4=1 d100=40" * (damage > 8)))

    (moved,) = fight.of("moved")
    blow = fight.attack()
    assert (moved.facts["how"], apart(fight, "a", "b")) == ("charge", 1)
    assert (figure(blow, "damage"), blow.facts["verb"], blow.rank) == (damage, "charge", 5)
    assert fight.events.index(moved) < fight.events.index(blow)
    assert foes(fight, "a") == {"b": "normal"}


@rule("P28f", "Only somebody unengaged can charge.")
@pytest.mark.parametrize("status", ["", "surprised", "unconscious"])
def test_only_the_unengaged_charge(status: str) -> None:
    given = [SetStatus("c", status)] if status == "unconscious" else []
    beside = fighter("c", "b", dex=1, surprised=status == "surprised")

    fight = placed("c a . . . b", runner(), foe(), beside, given=given)

    assert problem(fight, "a", "charge/sword") == ("" if status else "P8")


@rule("A15", "An action that both moves and uses a skill goes by the skill.")
def test_who_moves_by_a_skill_goes_by_the_skill() -> None:
    skills = {"Dodge": 72, "Spear": 31}
    weapons = [SPEAR, SWORD]
    a = moving(
        6, fighter("a", dex=14, sword=41, skills=skills, weapons=weapons, held=["spear", "sword"])
    )

    far = placed("a . . . b", a, foe())
    near = placed(HELD, a, foe())

    assert far.option("a", "charge/sword").rank == 5
    assert far.option("a", "charge/spear").rank == 4
    by_rank = {
        "retreat/sword": 5,
        "retreat/spear": 4,
        "breakaway": 8,
        "breakaway/sword": 5,
        "farther/spear": 4,
        "closer/sword": 5,
    }
    assert {one: near.option("a", one).rank for one in by_rank} == by_rank
    (blow,) = near.play({"a": [retreat("b", "E1")]}, "d100=96").of("attack")
    assert blow.rank == 5


# --- where to --------------------------------------------------------------------------------


@rule(
    "C26",
    "Whoever moves over the edge of the field, which takes one step more, has left the fight.",
)
@pytest.mark.parametrize(
    ("hex_", "metres", "gone"),
    [("A3", 4, True), ("B3", 4, True), ("C3", 4, False), ("C3", 6, True), ("C1", 2, True)],
)
def test_over_the_edge_is_out_of_the_fight(hex_: str, metres: int, gone: bool) -> None:
    fight = placed(PLAIN, on(hex_, runner(metres)), on("G5", fighter("b", dex=1, weapons=[])))
    assert (leads(fight, "a")["leave"] == "off the field") is gone

    fight.play({"a": [move("leave")]})

    assert (fight.seen("a").state == "gone") is gone
    assert len(fight.of("left", by="a")) == gone
    assert (place(fight, "a") == "") is gone


@rule(
    "C27",
    "A move to close with a foe leads to a free hex beside it, or as near to it as the move goes.",
)
@pytest.mark.parametrize(
    ("drawing", "metres", "walk", "run"),
    [
        ("a . . . . . b", 4, "C1", "E1"),
        ("a . . b . . .", 4, "C1", "C1"),
        ("a . b . . . .", 4, "B1", "B1"),
        (". . . . .\n a . c b .\n. . # . .", 6, "D1", "D1"),
        (". . . . .\n a . # b .\n. . # . .", 6, "D1", "D1"),
        # The way that is open, though it leads away at first.
        ("# . . . . #\n a # # # b #\n# # # # # #", 4, "C1", "E1"),
    ],
)
def test_a_move_to_close(drawing: str, metres: int, walk: str, run: str) -> None:
    more = [fighter("c", "a", dex=1)] if "c" in drawing else []
    fight = placed(drawing, runner(metres), foe(), *more)

    assert leads(fight, "a")["close/b"] == walk
    assert leads(fight, "a", "sprint")["close/b"] == run
    fight.play({"a": [move("close/b")]})
    assert place(fight, "a") == walk


@rule(
    "C27a",
    "A move to come within reach of a foe leads whoever has a long weapon ready to a free hex at distance 2 from it.",
)
@pytest.mark.parametrize(
    ("held", "drawing", "to"),
    [
        ("spear", "a . . . b", "C1"),
        ("longspear", "a . . . b", "C1"),
        ("sword", "a . . . b", ""),
        ("spear", "a . . . . . b", ""),
        ("spear", "a . b . .", ""),
        ("spear", "a . c . b", ""),
    ],
)
def test_a_move_within_reach(held: str, drawing: str, to: str) -> None:
    a = fighter("a", dex=14, weapons=[SWORD, SPEAR, LONGSPEAR], held=[held])
    more = [fighter("c", "a", dex=1)] if "c" in drawing else []

    fight = placed(drawing, a, foe(), *more)

    assert leads(fight, "a").get("reach/b", "") == to
    assert fight.refuses("a", move("reach/b")) is (to == "")


@rule("C27b", "A move to back off leads as far from the nearest foe as it goes.")
@pytest.mark.parametrize(
    ("drawing", "to"),
    [
        (". . . a . b", "B1"),
        (". a . . . b", "A1"),
        ("b . . . a . c . . . .", "D1"),
        ("b . . . a . . . c", ""),
        ("c . . . . . a . b", "E1"),
        # It goes nowhere where it would be no farther off.
        ("a . . b\n . . . .", ""),
    ],
)
def test_a_move_to_back_off(drawing: str, to: str) -> None:
    more = [fighter("c", "b", dex=1)] if "c" in drawing else []

    assert leads(placed(drawing, runner(), foe(), *more), "a").get("back", "") == to


@rule(
    "C27c",
    "A move behind cover from a foe leads to a hex that the foe's shots reach only across cover, or not at all.",
)
@pytest.mark.parametrize(
    ("drawing", "to"),
    [
        (". . . . . . .\n b . . o . a .\n. . . . . . .", "E2"),
        (". . . . . . .\n b . . # . . .\n. . . . . a .", "E2"),
        (". . . . . . .\n b . . . . a .\n. . . . . . .", ""),
        # Where it stands it is covered already.
        (". . . . . . .\n b . . o a . .\n. . . . . . .", ""),
        (". . . . . . .\n b . # . . a .\n. . . . . . .", ""),
    ],
)
def test_a_move_behind_cover(drawing: str, to: str) -> None:
    fight = placed(drawing, runner(), fighter("b", dex=1, weapons=[BOW, SWORD]))

    assert leads(fight, "a").get("cover/b", "") == to
    if to:
        fight.play({"a": [move("cover/b")]})
        assert fight.option("b", "shoot/bow").label.startswith("Shoot ")
        values = fight.option("b", "shoot/bow").parameters[0].values
        assert [value.chance for value in values] == ([30] if "o" in drawing else [])


@rule(
    "C27d",
    "A move to flank a foe with a friend leads to the free hex beside the foe that is farthest round it from the friend.",
)
@pytest.mark.parametrize(
    ("drawing", "metres", "to"),
    [
        (". . . . . .\n . c b . . a\n. . . . . .", 4, "D2"),
        (". . . . . .\n . c b d . a\n. . . # . .", 6, "D1"),
        (". . a . . .\n . c b . . .\n. . . . . .", 8, "D2"),
        (". . a . . .\n . c b . . .\n. . . . . .", 2, "D1"),
        (". . . . . a\n . c b . . .\n. . . . . .", 2, ""),
    ],
)
def test_a_move_to_flank(drawing: str, metres: int, to: str) -> None:
    more = [fighter("d", "a", dex=1)] if "d" in drawing else []
    fight = placed(drawing, runner(metres), foe(), fighter("c", "a", dex=1), *more)

    assert leads(fight, "a").get("flank/b/c", "") == to
    assert fight.refuses("a", move("flank/b/c")) is (to == "")


@rule(
    "C27e",
    "A move to stand by a friend leads to a free hex beside it, or as near to it as the move goes.",
)
@pytest.mark.parametrize(
    ("drawing", "walk", "run"),
    [
        ("a . . . . . c . . b", "C1", "E1"),
        ("a . . c . . . . . b", "C1", "C1"),
        (". . . . . . b\n a . . c . . .\n. . . . . . .", "C2", "C2"),
        ("a c . . . b", "", ""),
    ],
)
def test_a_move_to_stand_by_a_friend(drawing: str, walk: str, run: str) -> None:
    fight = placed(drawing, runner(), foe(), fighter("c", "a", dex=1))

    assert leads(fight, "a").get("stand/c", "") == walk
    assert leads(fight, "a", "sprint").get("stand/c", "") == run
    assert fight.refuses("a", move("stand/b"))


@rule(
    "C27f",
    "A move to leave the field leads over its edge, or as near to the edge as the move goes.",
)
@pytest.mark.parametrize(
    ("hex_", "ends"),
    [
        ("D3", {"D1", "C1", "E1", "D5", "C5", "E5"}),
        ("B3", {"off the field"}),
        ("A1", {"off the field"}),
    ],
)
def test_a_move_to_leave_the_field(hex_: str, ends: set[str]) -> None:
    fight = placed(PLAIN, on(hex_, runner()), on("G4", foe()))

    assert leads(fight, "a")["leave"] in ends
    assert leads(fight, "a", "sprint")["leave"] == "off the field"


@rule("C27g", "Instead of a purpose a move may name any free hex that it reaches.")
@pytest.mark.parametrize(
    ("to", "possible"),
    [
        ("C3", True),
        ("B1", True),
        ("A2", False),
        ("A5", False),
        ("A3", False),
        ("B2", False),
        ("E3", False),
    ],
)
def test_a_move_to_a_hex(to: str, possible: bool) -> None:
    ground = """
        . . . . . . .
         a # . . . . .
        c . . . . . .
         . . . . . . .
        . . . . . . b
    """
    fight = placed(ground, runner(), foe(), fighter("c", "a", dex=1))

    assert fight.refuses("a", move(to)) is not possible
    if possible:
        fight.play({"a": [move(to)]})
        assert went(fight, "a") == [to]


# --- beside the sentences --------------------------------------------------------------------


def test_a_purpose_is_worked_out_when_its_moment_comes() -> None:
    # b goes first: a, who wants to close, follows to where it is then.
    fight = placed("a . . . b . .", runner(dex=9), fighter("b", dex=12))

    fight.play({"a": [move("close/b")], "b": [move("G1")]})

    assert went(fight, "a") == ["C1"]
    fight.play({"a": [sprint("close/b")]}, upto=(1, 2))
    assert went(fight, "a") == ["C1", "F1"]


@pytest.mark.parametrize("said", [move("C1"), sprint("C1"), charge("b")])
def test_without_places_nobody_moves(said: Said) -> None:
    fight = scene(fighter("a", dex=14), foe())

    assert fight.refuses("a", said)
    moves = ("move", "sprint", "charge", "breakaway", "retreat", "closer", "farther")
    assert [o for o in fight.offers("a") if o.partition("/")[0] in moves] == []


def test_armour_does_not_slow_a_move() -> None:
    fight = placed(RUN, moving(4, fighter("a", dex=14, armour=[LEATHER])), foe())

    assert (fight.option("a", "move").rank, reached(fight, "a")) == (14, {"B1", "C1"})


def test_a_charge_tells_what_it_adds() -> None:
    fight = placed("a . . . b", runner(), foe())

    fight.play({"a": [charge("b")]}, f"{HIT} d8=3 d4=2 d20=10")

    assert terms(fight.attack(), "damage") == {"1D8": 3, "charge 1D4": 2}
    figures: Mapping[str, str] = {
        term.label: term.rule
        for one in fight.attack().figures
        if one.name == "damage"
        for term in one.terms
    }
    assert figures["charge 1D4"] == "P28e"


@pytest.mark.parametrize("weapon", [SWORD, DAGGER])
def test_a_charge_is_made_with_what_is_in_hand(weapon: object) -> None:
    fight = placed("a . . . b", fighter("a", dex=14, weapons=[SWORD, DAGGER]), foe())

    assert ("charge/sword" in fight.offers("a"), problem(fight, "a", "charge/dagger")) == (
        weapon is not None,
        "P6d",
    )
