"""The steady where the ground has heights: from above, with no edge behind, and foes over theirs."""

from __future__ import annotations

import pytest

from rules.kernel import hexes
from rules.kernel.model import SetStatus
from rules.request.course.sight import Sight
from rules.request.model import Entry, Weapon
from rules.request.policies.heights import fall_worth, pushes
from tests.policies.saying import says
from tests.policies.test_wrestling import gripped
from tests.rules.request.build import AXE, DAGGER, SWORD, Scene, archer, fighter, scene
from tests.rules.request.places import (
    FIST,
    LONGSPEAR,
    flying,
    high,
    leads,
    placed,
)


def thrice(row: str) -> str:
    """The same in three rows, the second indented."""
    return f"{row}\n {row}\n{row}"


def lane(row: str) -> str:
    """The row between two empty ones."""
    empty = " ".join("." * len(row.split()))
    return f"{empty}\n {row}\n{empty}"


MAUL = Weapon("maul", "maul", 2, 4, 10, "normal", close=AXE.close)
CLUB = Weapon("club", "club", 2, 4, 10, "short", close=AXE.close)

PAIR = lane(". c a b . .")
EDGE = thrice("4 4 4 4 . .")
FLAT = thrice("4 4 4 4 4 4")


def me(weapons: tuple[Weapon, ...] = (AXE,), size: int = 11, **skills: int) -> Entry:
    return fighter("a", "us", dex=15, weapons=weapons, size=size, skills=skills)


def foe(name: str = "b", weapons: tuple[Weapon, ...] = (SWORD,), size: int = 3) -> Entry:
    return fighter(name, "them", weapons=weapons, size=size)


def sight_of(fight: Scene, who: str = "a") -> Sight:
    (question,) = [q for q in fight.fight.questions() if q.combatant == who]
    return question.sight()


def quiet(fight: Scene) -> Scene:
    """Bold: the foe has not come for a round."""
    fight.fight.quiet_rounds = 1
    return fight


def goes(fight: Scene) -> str:
    """The hex that A's move leads to."""
    verb, _, word = says("steady", fight).partition(" ")
    assert verb == "move"
    return leads(fight, "a").get(word, word)


# --- what shows ----------------------------------------------------------------------------------


def test_how_high_the_ground_lies_and_who_would_fall() -> None:
    sight = sight_of(placed(PAIR, me(), foe("c"), foe(), heights=EDGE))
    c, b = hexes.named("B2"), hexes.named("D2")
    here = sight.place()
    assert sight.has_heights()
    assert (sight.height(here), sight.height(hexes.named("E2"))) == (4, 0)
    assert (sight.drop(b, here, 2), sight.drop(c, here, 1)) == (4, 0)
    assert (sight.drop(here, b), sight.drop(b, here)) == (0, 4)
    assert (sight.rise(here, 2), sight.rise(hexes.named("E2"), 2)) == (0, -4)


def test_without_heights_there_is_nothing_of_that() -> None:
    sight = sight_of(placed(PAIR, me(), foe("c"), foe()))
    assert not sight.has_heights()
    assert (sight.height(sight.place()), sight.drop(sight.place(), hexes.named("D2"))) == (0, 0)
    assert sight.rise(sight.place(), 1) == 0
    nowhere = sight_of(scene(me(), foe()))
    assert not nowhere.has_heights()
    assert (nowhere.height(0), nowhere.drop(0, 1)) == (0, 0)


def test_those_who_fly_fall_over_no_edge() -> None:
    sight = sight_of(placed(PAIR, me(), foe("c"), flying(foe()), heights=EDGE))
    assert sight.drop(hexes.named("D2"), sight.place(), 2) == 0


def test_a_wall_below_the_edge_and_the_end_of_the_field_are_no_way_down() -> None:
    walled = placed(lane(". c a b # ."), me(), foe("c"), foe(), heights=EDGE)
    assert sight_of(walled).drop(hexes.named("D2"), hexes.named("C2")) == 0
    end = placed(lane(". c a b"), me(), foe("c"), foe(), heights=thrice("4 4 4 4"))
    assert sight_of(end).drop(hexes.named("D2"), hexes.named("C2")) == 0


def test_there_is_no_higher_ground_for_those_who_fly() -> None:
    sight = sight_of(placed(PAIR, flying(me()), foe("c"), foe(), heights=thrice(". . 2 . . .")))
    assert sight.rise(sight.place(), 1) == 0


@pytest.mark.parametrize(
    ("mean", "size", "percent"), [(90, 3, 60), (80, 3, 60), (79, 3, 25), (54, 3, 25), (53, 3, 0)]
)
def test_how_often_a_blow_drives_a_foe_back(mean: int, size: int, percent: int) -> None:
    assert pushes(mean, size) == percent


def test_a_deep_fall_is_worth_more() -> None:
    assert [fall_worth(metres) for metres in (0, 2, 5, 6)] == [0, 65, 65, 100]


# --- over the edge ---------------------------------------------------------------------------------


def test_of_two_foes_the_one_before_an_edge_is_struck() -> None:
    people = me(), foe("c"), foe()
    assert says("steady", placed(PAIR, *people, heights=EDGE)).partition(" ")[2] == "b"
    assert says("steady", placed(PAIR, *people, heights=FLAT)).partition(" ")[2] == "c"
    assert says("steady", placed(PAIR, *people)).partition(" ")[2] == "c"


def test_not_if_no_blow_drives_it_back() -> None:
    people = me(), foe("c", size=16), foe(size=16)
    assert says("steady", placed(PAIR, *people, heights=EDGE)).partition(" ")[2] == "c"


def test_of_two_foes_the_one_before_an_edge_is_charged_at() -> None:
    row = lane("c . . . a . . . b .")
    edge = thrice("4 4 4 4 4 4 4 4 4 .")
    people = me(), foe("c"), foe()
    assert says("steady", placed(row, *people, heights=edge)) == "charge/axe b"
    assert says("steady", placed(row, *people)) == "charge/axe c"


GRIP = lane(". . a b . .")


def wrestler(unarmed: int = 60) -> Entry:
    return me((FIST,), Unarmed=unarmed)


def test_whom_one_holds_goes_over_the_edge() -> None:
    held = fighter("b", "them", weapons=(FIST,), held=(), skills={"Unarmed": 50})
    assert says("steady", gripped(placed(GRIP, wrestler(), held, heights=EDGE))) == "throw"
    assert says("steady", gripped(placed(GRIP, wrestler(), held, heights=FLAT))) == "attack/fist b"
    poor = gripped(placed(GRIP, wrestler(20), held, heights=EDGE))
    assert says("steady", poor) != "throw"


def test_whoever_stands_before_an_edge_is_taken_hold_of_sooner() -> None:
    armed = me((SWORD, FIST), Unarmed=95)
    target = foe(weapons=(DAGGER,), size=11)
    assert says("steady", placed(GRIP, armed, target, heights=EDGE)) == "grapple/fist b"
    assert says("steady", placed(GRIP, armed, target, heights=FLAT)) == "attack/sword b"


# --- where to strike from --------------------------------------------------------------------------


def test_of_two_places_beside_a_foe_the_higher_one() -> None:
    drawing = """
        . . . . .
         a . b . .
        . . . . .
    """
    beside = {"B2", "C1", "C3"}
    flat = quiet(placed(drawing, me((SWORD,)), foe(size=11)))
    assert goes(flat) in beside
    for up in beside:
        rows = [["."] * 5 for _ in range(3)]
        h = hexes.named(up)
        rows[hexes.row(h)][hexes.column(h)] = "1"
        heights = "\n ".join(" ".join(row) for row in rows)
        fight = quiet(placed(drawing, me((SWORD,)), foe(size=11), heights=heights))
        assert goes(fight) == up


ROUND = """
    . . . a . . .
     . . . . . . .
    . . . b . . .
     . . . . . . .
    . . . . . . .
"""
"""A can come to C2 and to D2 in one step each."""


def hole(*low: str) -> str:
    """High ground everywhere, but for these hexes."""
    rows = [["4"] * 7 for _ in range(5)]
    for name in low:
        h = hexes.named(name)
        rows[hexes.row(h)][hexes.column(h)] = "."
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize(("behind", "other"), [("C1", "D2"), ("E1", "C2")])
def test_not_with_an_edge_behind_before_whoever_strikes_hard(behind: str, other: str) -> None:
    hard, soft = foe(weapons=(AXE,), size=11), foe(weapons=(DAGGER,), size=11)
    small = me((SWORD,), size=3)
    assert goes(quiet(placed(ROUND, small, hard, heights=hole(behind)))) == other
    level = goes(quiet(placed(ROUND, small, hard, heights=hole("A5"))))
    assert goes(quiet(placed(ROUND, small, soft, heights=hole(behind)))) == level


@pytest.mark.parametrize(("behind", "before"), [("C4", "D2"), ("D4", "C2")])
def test_a_foe_is_taken_with_its_back_to_the_edge(behind: str, before: str) -> None:
    for mine in (me((MAUL,)), wrestler()):
        assert goes(quiet(placed(ROUND, mine, foe(), heights=hole(behind)))) == before
    level = goes(quiet(placed(ROUND, me((DAGGER,)), foe(), heights=hole("A5"))))
    assert goes(quiet(placed(ROUND, me((DAGGER,)), foe(), heights=hole(behind)))) == level


# --- waiting above ---------------------------------------------------------------------------------

HILL = "1 2 1 . . . . . . . . ."


def waiting(*people: Entry, heights: str = HILL) -> Scene:
    return placed("a . . . . . . . . . . b", *people, heights=heights)


def test_whoever_waits_goes_up_and_stays_there() -> None:
    fight = waiting(me((SWORD,)), foe(size=11))
    assert says("steady", fight) == "move B1"
    top = placed(". a . . . . . . . . . b", me((SWORD,)), foe(size=11), heights=HILL)
    assert says("steady", top) == "defend"
    top.amend(SetStatus("a", "defending"))
    assert says("steady", top) == "carry view"
    assert says("steady", quiet(top)) != "carry view"
    low = placed(". a . . . . . . . . . b", me((SWORD,)), foe(size=11))
    assert says("steady", low) != "defend"


def test_not_before_bows_nor_below_the_foe_nor_on_the_wing() -> None:
    assert says("steady", waiting(me((SWORD,)), archer("b", "them"))) != "move B1"
    above = HILL[:-1] + "3"
    assert says("steady", waiting(me((SWORD,)), foe(size=11), heights=above)) != "move B1"
    assert says("steady", waiting(flying(me((SWORD,))), foe(size=11))) != "move B1"


def test_nor_into_the_reach_of_a_charge() -> None:
    near = placed("a . . . . . b", me((SWORD,)), foe(size=11), heights="1 2 . . . . .")
    assert says("steady", near) == "defend"


def test_nor_to_an_edge_before_whoever_strikes_hard() -> None:
    drawing = ". . a . . . . . . . . . b"
    ledge = "0 3 2 . . . . . . . . . ."
    small = me((SWORD,), size=3)
    hard, soft = foe(weapons=(AXE,), size=11), foe(weapons=(DAGGER,), size=11)
    assert says("steady", placed(drawing, small, hard, heights=ledge)) == "defend"
    assert says("steady", placed(drawing, small, soft, heights=ledge)) == "move B1"


# --- back and after --------------------------------------------------------------------------------


def spearman(size: int) -> Entry:
    return me((LONGSPEAR, SWORD), size=size)


def test_nobody_steps_back_to_the_edge_from_whoever_strikes_hard() -> None:
    drawing = ". . a b . ."
    ledge = ". 3 3 3 3 3"
    small, foeman = spearman(3), foe(weapons=(CLUB,), size=11)
    safe = placed(drawing, small, foeman, heights="3 3 3 3 3 3")
    assert says("steady", safe) == "retreat/longspear b back"
    assert not says("steady", placed(drawing, small, foeman, heights=ledge)).startswith("retreat")


def test_bows_and_birds_hold_no_height() -> None:
    fight = waiting(me((SWORD,)), archer("b", "them"), heights="2 1 . . . . . . . . . .")
    assert says("steady", fight) != "carry view"
    bird = waiting(high(me((SWORD,))), foe(size=11), heights="2 1 . . . . . . . . . .")
    assert says("steady", bird) != "defend"
