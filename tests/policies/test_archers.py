"""Archers on the ground, and those who stand before them: each behaviour in the smallest drawing that shows it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.model import SetGear
from rules.request.model import Blow, Entry, Shot, Weapon
from rules.request.policies.worth import MOST_WOUNDS
from tests.policies.saying import decide, says
from tests.rules.request.build import BOW, DAGGER, SHIELD, SWORD, Scene, archer, fighter
from tests.rules.request.places import place, placed

DART = Weapon(
    "dart", "dart", 1, 1, 1, "short", shot=Shot("Throwing", 1, 4, range=20, load=0, thrown=True)
)

SLING = Weapon("sling", "sling", 1, 1, 1, "short", shot=Shot("Sling", 1, 6, range=50, load=1))


def me(bow: int = 50, *, loaded: bool = True) -> Entry:
    return archer("a", "us", dex=15, bow=bow, loaded=loaded)


def guard(name: str = "c", weapons: tuple[Weapon, ...] = (SWORD, SHIELD)) -> Entry:
    return fighter(name, "us", weapons=weapons)


def foe(name: str = "b", weapons: tuple[Weapon, ...] = (SWORD, SHIELD)) -> Entry:
    return fighter(name, "them", weapons=weapons)


def goes_to(fight: Scene, who: str = "a") -> str:
    """The hex that A's answer leads to."""
    answer = decide("steady", fight.fight, who)
    option = fight.option(who, answer.option)
    (found,) = [v.place for one in option.parameters for v in one.values if v.id in answer.values]
    return found


# --- bow and blade -------------------------------------------------------------------------------


def test_an_archer_at_blows_takes_a_blade_and_loads_at_a_distance() -> None:
    near = placed("a b", me(), foe())
    answer = decide("steady", near.fight, "a")
    assert (answer.option, answer.also) == ("ready/dagger", ("drop/bow",))

    assert says("steady", placed("a . b", me(), foe())) == "shoot/bow b"
    late = placed("a . b", me(loaded=False), foe())
    assert says("steady", late) == "ready/dagger"
    assert says("steady", placed("a . . b", me(loaded=False), foe())) == "ready/bow"


def test_a_free_hand_takes_the_blade_and_drops_nothing() -> None:
    dagger_bow = fighter("a", "us", dex=15, weapons=(DART, DAGGER))
    answer = decide("steady", placed("a b", dagger_bow, foe()).fight, "a")
    assert (answer.option, answer.also) == ("ready/dagger", None)


def test_without_a_blade_an_archer_makes_do() -> None:
    bare = fighter("a", "us", dex=15, weapons=(BOW,), skills={"Bow": 50})
    assert says("steady", placed("a b", bare, foe())) == "shoot/bow b"
    empty = fighter("a", "us", dex=15, weapons=(BOW,), skills={"Bow": 50}, loaded=False)
    assert says("steady", placed("a b", empty, foe())) == "ready/bow"


def test_with_nobody_near_the_bow_is_taken_up_again() -> None:
    row = "a . . . . . . . b"
    fight = placed(row, fighter("a", "us", dex=15, weapons=(SWORD, BOW)), foe())
    answer = decide("steady", fight.fight, "a")
    assert (answer.option, answer.also) == ("ready/bow", ("drop/sword",))

    fight.amend(SetGear("a", "bow", "carried", 0))
    assert says("steady", fight) == "defend"
    near = placed(row.replace(" .", "", 1), fighter("a", "us", dex=15, weapons=(SWORD, BOW)), foe())
    assert says("steady", near) == "defend"


# --- where to shoot from ---------------------------------------------------------------------------


def test_an_archer_draws_back_from_a_foe_that_is_free_to_come_behind_a_friend() -> None:
    drawing = """
        . . . . . .
         . . a c . b
        . . . . . .
    """
    assert says("steady", placed(drawing, me(), guard(), foe())) == "move back"
    assert says("steady", placed(drawing.replace("c", "."), me(), foe())) == "shoot/bow b"
    busy = drawing.replace("c .", ". c")
    assert says("steady", placed(busy, me(bow=90), guard(), foe())) == "shoot/bow b"
    archers = placed(drawing, me(bow=90), archer("c", "us"), foe())
    assert says("steady", archers) == "shoot/bow b"
    cornered = placed("a c . b", me(bow=90), guard(), foe())
    assert says("steady", cornered) == "shoot/bow b"
    quiet = placed(drawing, me(bow=90), guard(), foe())
    quiet.fight.quiet_rounds = 1
    assert says("steady", quiet) == "shoot/bow b"


COVER = """
    . . . . . . . . .
     a . o . . . . . b
    . . . . . . . . .
"""


def test_an_archer_steps_behind_cover_from_another_and_not_from_a_sword() -> None:
    fight = placed(COVER, me(), archer("b", "them"))
    assert says("steady", fight).startswith("move ")
    assert goes_to(fight) == "B2"

    assert says("steady", placed(COVER, me(), foe())) == "shoot/bow b"


def test_behind_cover_it_shoots_and_a_wall_is_no_cover_to_shoot_from() -> None:
    behind = COVER.replace("a . o", ". a o")
    assert says("steady", placed(behind, me(), archer("b", "them"))) == "shoot/bow b"
    wall = """
        . . # . . . . . .
         . a . . . . . . b
        . . . . . . . . .
    """
    assert says("steady", placed(wall, me(), archer("b", "them"))) == "shoot/bow b"


def test_whoever_sees_nobody_looks_for_a_better_place_after_a_quiet_round() -> None:
    drawing = """
        . . . . . . . .
         a . # . . . . b
        . . . # . . . .
    """
    fight = placed(drawing, me(), foe())
    assert says("steady", fight) == "carry view"
    fight.fight.quiet_rounds = 1
    assert says("steady", fight) == "move A1"

    far = placed(". . a . . . # . . . b", archer("a", "us", dex=15), foe())
    far.fight.quiet_rounds = 1
    assert says("steady", far) == "carry view"  # there is no way
    beyond = placed("a" + " ." * 62 + " b", me(), foe())
    beyond.fight.quiet_rounds = 1
    assert says("steady", beyond) == "move close/b"


def test_round_the_last_corner_an_archer_goes_only_after_rounds_of_quiet() -> None:
    drawing = """
        . . . . . .
         . a . . . .
        # # # . . .
         . b # . . .
        . . . . . .
    """
    fight = placed(drawing, me(), foe())
    fight.fight.quiet_rounds = 1
    assert says("steady", fight) == "carry view"
    said: set[str] = set()
    for phase in range(1, 9):
        fight.fight.quiet_rounds = 3
        fight.fight.phase = phase
        fight.fight.open = None
        said.add(says("steady", fight))
    assert said == {"carry view", "move close/b"}


def test_a_poor_shot_is_aimed_and_a_good_one_is_not() -> None:
    row = "a . . . . . b"
    assert says("steady", placed(row, me(bow=30), foe())) == "aim/bow b"
    assert says("steady", placed(row, me(bow=60), foe())) == "shoot/bow b"


def test_there_is_no_time_to_aim_at_whoever_comes_at_once() -> None:
    near = "a . . . . b"
    assert says("steady", placed(near, me(bow=30), foe())) == "shoot/bow b"
    harmless = fighter("b", "them", weapons=(DAGGER,), held=())
    assert says("steady", placed(near, me(bow=30), harmless)) == "aim/bow b"
    assert says("steady", placed(near, me(bow=30), archer("b", "them"))) == "aim/bow b"
    drawing = """
        . . . . . . .
         a . . . . b c
        . . . . . . .
    """
    assert says("steady", placed(drawing, me(bow=30), guard(), foe())) == "aim/bow b"


def test_a_shot_that_hardly_hits_is_for_those_who_can_do_nothing_else() -> None:
    far = "a . . . . . . . b"
    fight = placed(far, me(bow=5), foe())
    assert says("steady", fight) == "aim/bow b"
    blade = archer("a", "us", dex=15, bow=5)
    awaited = placed("a . . . . b", blade, foe())
    assert decide("steady", awaited.fight, "a").option == "ready/dagger"
    awaited.fight.quiet_rounds = 3
    assert says("steady", awaited) == "shoot/bow b"


JAVELINS = Weapon(
    "javelin",
    "javelin",
    1,
    1,
    8,
    "normal",
    close=Blow("Spear", 1, 6),
    shot=Shot("Throwing", 3, 6, range=40, load=0, missiles=3, thrown=True),
)


def test_whoever_hardly_hits_with_a_throw_comes_nearer_instead() -> None:
    row = "a . . . . . . b"
    thrower = fighter("a", "us", dex=15, weapons=(JAVELINS,), skills={"Throwing": 5})
    fight = placed(row, thrower, foe())
    fight.fight.quiet_rounds = 1
    assert says("steady", fight).startswith(("move", "sprint", "charge"))
    able = fighter("a", "us", dex=15, weapons=(JAVELINS,), skills={"Throwing": 50})
    assert says("steady", placed(row, able, foe())) == "shoot/javelin b"
    walled = placed("a # . . . . . b", thrower, archer("b", "them"))
    assert not says("steady", walled).startswith("shoot")


def test_a_shot_goes_where_it_hits_not_at_whoever_is_hurt_worst() -> None:
    """Behind cover a wounded one is hardly hit."""
    drawing = """
        . . . . . . . . c
         a . . . . . o b .
        . . . . . . . . .
    """
    fight = placed(drawing, me(bow=60), foe(), foe("c"))
    assert says("steady", fight).endswith(" c")
    fight.fight.people[1].wound_score = 2 * MOST_WOUNDS
    assert says("steady", fight).endswith(" c")


# --- before them -----------------------------------------------------------------------------------


LINE = """
    . . . . . . . . . .
     . g . . . . . . . b
    . f . . . . . . . .
"""


def guarded(*people: Entry, drawing: str = LINE) -> Scene:
    """The one to act is G, the archer F."""
    g = fighter("g", "us", dex=15)
    return placed(drawing, g, archer("f", "us"), *people)


def test_a_guard_steps_before_its_archer_and_out_of_its_line() -> None:
    drawing = """
        . . . . . . . . g
         b . . . . . . . f
        . . . . . . . . .
    """
    fight = guarded(foe(), drawing=drawing)
    assert says("steady", fight, "g") == "move H1"


def test_where_somebody_stands_before_it_already_a_guard_defends() -> None:
    assert says("steady", guarded(foe()), "g") == "defend"

    behind = """
        . . . . . . . . . .
         . . h . . . . . . b
        g f . . . . . . . .
    """
    assert says("steady", guarded(guard("h"), foe(), drawing=behind), "g") == "defend"


def test_the_unarmed_screen_nobody() -> None:
    behind = """
        . . . . . . . . . .
         . . h . . . . . . b
        g f . . . . . . . .
    """
    fight = guarded(fighter("h", "us", held=()), foe(), drawing=behind)
    assert says("steady", fight, "g").startswith("move ")
    assert place(fight, "g") == "A3"


def test_an_archer_that_has_waited_for_a_mark_shoots_at_it_at_once() -> None:
    fight = placed(COVER, me(), archer("b", "them"))

    fight.fight.rank = 4  # it could have moved at 11

    assert says("steady", fight) == "shoot/bow b"


def slinger(*held: str) -> Entry:
    """With a sling that wants loading and a dagger."""
    skills = {"Sling": 80, "Dagger": 40}
    return fighter("a", "us", dex=16, weapons=(SLING, DAGGER), held=held, skills=skills)


@pytest.mark.parametrize("is_loaded", [True, False])
def test_nobody_loads_or_shoots_under_the_blades_of_a_foe_with_a_blade_in_hand(
    is_loaded: bool,
) -> None:
    drawing = ". a b . . . . . ."
    entry = replace(slinger("sling", "dagger"), loaded=is_loaded)
    said = says("steady", placed(drawing, entry, fighter("b")))
    assert not said.startswith(("shoot", "ready"))
    harmless = fighter("b", weapons=(DAGGER,), held=())
    said = says("steady", placed(drawing, entry, harmless))
    assert said.startswith("shoot/sling" if is_loaded else "ready/sling")
