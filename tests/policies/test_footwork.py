"""How the steady and the reckless use the ground: each behaviour in the smallest drawing that shows it.

A acts first, with DEX 15; whoever says nothing else has a Move of two steps, so that a
charge bridges a gap of four or five.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.kernel.model import Disengage, Engage, SetGear, SetHitPoints, SetStatus
from rules.request.chapters.reach import LONG
from rules.request.course.combatant import KNEELING
from rules.request.model import Blow, Entry, Shot, Weapon
from rules.request.policies import POLICIES
from rules.request.setup.temper import temper_of
from tests.policies.saying import also, decide, says
from tests.rules.request.build import (
    AXE,
    BOW,
    CHAIN_COIF,
    CHAIN_SHIRT,
    DAGGER,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    archer,
    fighter,
    unconscious,
)
from tests.rules.request.places import (
    LONGSPEAR,
    formation,
    leads,
    mounted,
    moving,
    placed,
    reached,
)

JAVELIN = Weapon(
    "javelin",
    "javelin",
    1,
    1,
    8,
    "normal",
    close=Blow("Spear", 1, 6),
    shot=Shot("Throwing", 3, 6, range=40, load=0, missiles=3, thrown=True),
)
RUNNERS = ("steady", "reckless")


SHARED = """
    . . . . .
     . a b c .
    . . . . .
"""


def me(weapons: Sequence[Weapon] = (SWORD, SHIELD, DAGGER), *, sword: int = 50) -> Entry:
    return fighter("a", "us", dex=15, weapons=weapons, sword=sword)


def friend(name: str, weapons: Sequence[Weapon] = (SWORD, SHIELD, DAGGER)) -> Entry:
    return fighter(name, "us", weapons=weapons)


def foe(name: str, weapons: Sequence[Weapon] = (SWORD, SHIELD, DAGGER)) -> Entry:
    return fighter(name, "them", weapons=weapons)


def row(steps: int) -> str:
    """A and b, so many steps apart."""
    return "a " + ". " * (steps - 1) + "b"


def facing(steps: int, *, mine: Entry | None = None, theirs: Entry | None = None) -> Scene:
    return placed(row(steps), mine or me(), theirs or foe("b"))


def quiet(fight: Scene, rounds: int = 1) -> Scene:
    """The same, after some full rounds in which nobody was hurt."""
    fight.fight.quiet_rounds = rounds
    return fight


def place_of_answer(fight: Scene, who: str = "a") -> str:
    """The hex that its answer leads to."""
    answer = decide("steady", fight.fight, who)
    option = fight.option(who, answer.option)
    (found,) = [v.place for one in option.parameters for v in one.values if v.id in answer.values]
    return found


# --- coming to blows ---------------------------------------------------------------------------


@pytest.mark.parametrize("mind", RUNNERS)
@pytest.mark.parametrize("steps", [4, 5])
def test_whoever_can_charge_charges(mind: str, steps: int) -> None:
    assert says(mind, facing(steps)) == "charge/sword b"


@pytest.mark.parametrize(
    ("steps", "steady"), [(2, "move"), (3, "move"), (6, "move"), (8, "sprint")]
)
def test_the_steady_let_the_foe_come_for_one_quiet_round_and_then_close(
    steps: int, steady: str
) -> None:
    """Ruling 17: a move up to a foe gives it the first blow, and so does standing where it can charge."""
    fight = facing(steps)
    assert says("steady", fight) == "defend"

    fight.amend(SetStatus("a", "defending"))
    assert says("steady", fight) == "carry view"
    assert says("steady", quiet(fight)) == f"{steady} close/b"


@pytest.mark.parametrize(("steps", "verb"), [(2, "move"), (3, "move"), (6, "sprint")])
def test_the_reckless_do_not_wait(steps: int, verb: str) -> None:
    assert says("reckless", facing(steps)) == f"{verb} close/b"


def test_from_far_off_the_steady_come_nearer_but_not_to_where_they_could_be_charged() -> None:
    assert says("steady", facing(10)) == "sprint close/b"
    assert says("steady", facing(9)) == "defend"


def test_whoever_is_shot_at_and_shoots_not_does_not_wait() -> None:
    assert says("steady", facing(6)) == "defend"
    assert says("steady", facing(6, theirs=archer("b", "them"))) == "move close/b"
    assert says("steady", facing(9, theirs=archer("b", "them"))) == "sprint close/b"


def test_whoever_has_a_friend_at_blows_does_not_wait() -> None:
    fight = placed(
        """
        a . . b
         . . . c
        """,
        me(),
        foe("b"),
        friend("c"),
    )
    assert says("steady", fight).startswith("move ")

    fight.amend(Disengage("b", "c"))
    assert says("steady", fight) == "defend"


def test_a_friend_at_blows_is_helped_against_any_odds() -> None:
    drawing = """
        a . . b . .
         . . . . . .
        . . . . c d
    """
    even = placed(drawing, me(), foe("b"), friend("c"), foe("d"))
    assert says("steady", even) == "move close/b"
    many = drawing.replace(". . . . . .", ". . . . . e")
    fight = placed(many, me(), foe("b"), friend("c"), foe("d"), foe("e", (BOW,)))
    fight.fight.people[4].items = [0]
    assert says("steady", fight) == "move close/b"


def test_after_the_first_round_nobody_waits_longer_than_one_action() -> None:
    fight = facing(3)
    fight.amend(SetStatus("a", "defending"))
    assert says("steady", fight) == "carry view"
    fight.fight.round = 2
    assert says("steady", fight) == "move close/b"

    fight = facing(3)
    fight.fight.round = 2
    assert says("steady", fight) == "defend"


def test_of_two_who_want_one_hex_the_later_goes_on_guard_once() -> None:
    """D7f: they would race for it, and neither might get there."""
    drawing = """
        # # d # #
         # . # . .
        # c a . .
    """
    fight = placed(drawing, me(), friend("c"), foe("d"))
    assert says("steady", quiet(fight)) == "defend"
    fight.amend(SetStatus("a", "defending"))
    assert says("steady", quiet(fight)) == "move close/d"

    alone = placed(drawing.replace("c", "."), me(), foe("d"))
    assert says("steady", quiet(alone)) == "move close/d"


def test_or_goes_to_another_from_where_it_can_strike() -> None:
    drawing = """
        . . . . .
         . d . . .
        . . . . .
         c . . a .
    """
    fight = placed(drawing, me(), friend("c"), foe("d"))
    assert place_of_answer(quiet(fight)) == "C2"


def test_the_outnumbered_let_the_foe_come_to_them() -> None:
    fight = placed(
        """
        a . . b
         . . d c
        """,
        me(),
        foe("b"),
        friend("c"),
        foe("d"),
    )
    assert says("steady", fight) != "defend"

    fight.amend(SetHitPoints("c", "head", -20), dice="d100=1")
    assert says("steady", fight) == "defend"


@pytest.mark.parametrize(
    ("theirs", "steps", "said"),
    [
        ((DAGGER,), 4, "move reach/b"),
        ((DAGGER,), 5, "defend"),
        ((SWORD,), 5, "charge/spear b"),
        ((DAGGER,), 2, "attack/spear b"),
    ],
)
def test_a_long_weapon_keeps_short_ones_at_a_distance_and_charges_the_others(
    theirs: tuple[Weapon, ...], steps: int, said: str
) -> None:
    assert says("steady", facing(steps, mine=me((SPEAR, DAGGER)), theirs=foe("b", theirs))) == said


def test_the_biggest_blow_charges_at_the_nearest_of_those_it_can_be_done_to() -> None:
    drawing = """
        b . . . . .
         . . . . a .
        . . . . . .
         # # . . . .
        c . . . . .
    """
    assert says("reckless", placed(drawing, me((AXE,)), foe("b"), foe("c"))) == "charge/axe b"
    two = fighter("a", "us", dex=15, weapons=(DAGGER, SWORD), held=("dagger", "sword"))
    assert says("reckless", placed(drawing, two, foe("b"), foe("c"))) == "charge/sword b"
    thrower = fighter("a", "us", dex=15, weapons=(JAVELIN, DAGGER), skills={"Throwing": 50})
    assert says("reckless", placed(drawing, thrower, foe("b"), foe("c"))) == "shoot/javelin b"
    assert says("steady", placed(drawing, two, foe("b"), foe("c"))) == "charge/sword b"


@pytest.mark.parametrize("mind", RUNNERS)
def test_a_way_leads_round_a_friend_who_stands_in_it(mind: str) -> None:
    drawing = """
        . . . . . . .
         . # # # # # .
        . . a c . b .
         . # # # # # .
        . . . . . . .
    """
    fight = placed(drawing, me(), foe("b"), friend("c"))
    said = says(mind, quiet(fight))
    assert said.startswith("sprint "), said
    assert said.split()[1] in reached(fight, "a", "sprint")

    kneeling = placed(drawing, me(), foe("b"), friend("c"))
    kneeling.fight.people[0].stance = KNEELING
    assert says("steady", quiet(kneeling)) == "move B3"

    closed = drawing.replace(". . . . . . .", "# # # # # # #")
    fight = placed(closed, me(), foe("b"), friend("c"))
    assert says(mind, quiet(fight)) == "defend"


def test_a_place_with_no_place_left_is_no_goal() -> None:
    """Three raiders before a gate one hex wide: the third waits, and does not dance."""
    fight = placed(
        """
        . . . . . . .
         # # d # # # #
        . . b c . . .
         . . a . . . .
        """,
        me(),
        friend("b"),
        friend("c"),
        foe("d"),
    )
    assert says("steady", fight) == "defend"


def test_nor_for_a_spear_that_could_come_within_its_reach() -> None:
    narrow = """
        . # d # . .
         . # b # . .
        . . . . . .
         . a . . . .
    """
    wide = narrow.replace(". # b #", ". . b #")
    people = (me((SPEAR,)), friend("b"), foe("d"))
    assert says("steady", placed(narrow, *people)) == "defend"
    assert says("steady", placed(wide, *people)) == "move reach/d"


@pytest.mark.parametrize("mind", RUNNERS)
def test_after_rounds_of_quiet_every_second_move_is_left_out(mind: str) -> None:
    """Two of equal DEX, who would otherwise change places for ever."""
    said: set[str] = set()
    for phase in range(1, 30):
        fight = quiet(facing(3), 3)
        fight.fight.phase = phase
        fight.fight.open = None
        said.add(says(mind, fight).split()[0])

    assert said == {"move", "defend"}


@pytest.mark.parametrize("mind", RUNNERS)
def test_whoever_can_help_a_friend_at_blows_leaves_out_no_move(mind: str) -> None:
    """However long nobody has been hurt: the foe is held, and goes past nobody."""
    said: set[str] = set()
    for phase in range(1, 30):
        fight = quiet(placed("a . . b c", me(), foe("b"), friend("c")), 3)
        fight.fight.phase = phase
        fight.fight.open = None
        said.add(says(mind, fight).split()[0])

    assert said == {"move"}


@pytest.mark.parametrize("mind", RUNNERS)
def test_a_wall_between_is_no_reach_for_a_spear(mind: str) -> None:
    """Two steps apart, and yet it is a long way."""
    drawing = """
        . . . . a .
         . # # # # #
        . . . . b .
    """
    said = says(mind, quiet(placed(drawing, me((SPEAR,)), foe("b", (DAGGER,)))))
    assert said.split()[1] in {"close/b", "A2", "B1", "C1"}, said


def test_of_two_foes_the_steady_come_to_the_archer_and_to_the_wounded() -> None:
    drawing = """
        b . .
         . . .
        . . a
         . . .
        c . .
    """
    fight = placed(drawing, me(), foe("b"), foe("c"))
    assert says("steady", quiet(fight)) == "move close/c"
    lamed(fight, 1)
    assert says("steady", quiet(fight)) == "move close/b"
    fight = placed(drawing, me(), foe("b", (JAVELIN,)), foe("c"))
    assert says("steady", quiet(fight)) == "move close/b"


def test_the_steady_come_to_where_fewer_can_strike_first() -> None:
    drawing = """
        . . . . .
         . d b . .
        . . . . .
         . . a . .
    """
    fight = placed(drawing, me(), foe("b"), foe("d"))
    assert says("steady", quiet(fight)) == "move D3"


# --- several against one -------------------------------------------------------------------------


def test_the_steady_take_a_foe_from_the_other_side() -> None:
    fight = placed(
        """
        . . . . .
         a . b c .
        . . . . .
        """,
        me(),
        foe("b"),
        friend("c"),
    )
    assert says("steady", fight).startswith("move ")
    said = decide("steady", fight.fight, "a").values[0]
    assert said in {"close/b", "flank/b/c"}


def test_the_third_goes_to_where_the_three_are_all_round_the_foe() -> None:
    drawing = """
        . . c . .
         . . b d .
        . . . . .
         . . . a .
        """
    fight = placed(drawing, me(), foe("b"), friend("c"), friend("d"))
    assert leads(fight, "a")["close/b"] == "D3"
    assert leads(fight, "a")["flank/b/d"] == "C3"
    assert says("steady", fight) == "move flank/b/d"


def test_two_at_one_foe_declare_that_they_flank_it() -> None:
    fight = placed(SHARED, me(), foe("b"), friend("c"))
    assert says("steady", fight) == "attack/sword b"
    assert also("steady", fight) == ("flank/b",)
    assert decide("reckless", fight.fight, "a").also is None

    fight.answer(Said("wait", ("1", "nothing"), also=("flank/b",)))
    assert formation(fight, "b") == "flanked"
    fight.prompt("c")
    assert also("steady", fight, "c") == ()


def test_nothing_is_declared_where_it_would_not_hold() -> None:
    beside = placed(
        """
        . a b c .
         . . d . .
        """,
        me(),
        foe("b"),
        friend("c"),
        foe("d"),
    )
    assert decide("steady", beside.fight, "a").also is None

    engaged = placed(
        ". a b c . d",
        me(),
        foe("b"),
        friend("c"),
        foe("d", (LONGSPEAR,)),
        given=[Engage("d", "c", "long")],
    )
    assert decide("steady", engaged.fight, "a").also is None

    near_by = placed(
        """
        . . . c .
         . a b . .
        . . . d .
        """,
        me(),
        foe("b"),
        friend("c"),
        foe("d"),
    )
    assert decide("steady", near_by.fight, "a").also is None


def test_three_all_round_a_foe_surround_it_without_a_word_and_with_one_if_they_flanked_it() -> None:
    drawing = """
        . c . .
         . b a .
        . d . .
        """
    people = (me(), foe("b"), friend("c"), friend("d"))
    fight = placed(drawing, *people)
    fight.answer(Said("decline"))  # b minds nobody
    assert formation(fight, "b") == "surrounded"
    assert decide("steady", fight.fight, "a").also is None

    fight.answer(Said("wait", ("1", "nothing"), also=("flank/b",)))
    assert formation(fight, "b") == "flanked"
    fight.prompt("c")
    assert also("steady", fight, "c") == ("surround/b",)


def test_three_on_one_side_of_a_foe_flank_it() -> None:
    drawing = """
        . c a .
         . b d .
        """
    fight = placed(drawing, me(), foe("b"), friend("c"), friend("d"))
    assert also("steady", fight) == ("flank/b",)
    fight.answer(Said("wait", ("1", "nothing"), also=("flank/b",)))
    fight.prompt("c")
    assert also("steady", fight, "c") == ()


# --- reach -----------------------------------------------------------------------------------------


def test_a_dagger_comes_past_the_point_of_a_spear_that_holds_it_off() -> None:
    fight = placed("a . b", me((DAGGER,)), foe("b", (LONGSPEAR,)), given=[Engage("b", "a", "long")])
    assert says("steady", fight) == "closer/dagger all"
    assert says("reckless", fight) == "attack/dagger b"
    assert says("steady", quiet(fight, 3)) == "attack/dagger b"


def test_two_rather_strike_while_they_are_two() -> None:
    alone = placed("a b .", me((DAGGER,)), foe("b", (LONGSPEAR,)))
    assert says("steady", alone) == "closer/dagger all"
    fight = placed("a b c", me((DAGGER,)), foe("b", (LONGSPEAR,)), friend("c"))
    assert says("steady", fight) == "attack/dagger b"


def test_a_spear_that_is_no_use_any_more_makes_room() -> None:
    fight = placed("a b", me((LONGSPEAR,)), foe("b", (DAGGER,)), given=[Engage("a", "b", "short")])
    assert says("steady", fight) == "farther/longspear all"


def test_a_master_of_the_spear_keeps_a_dagger_off_and_others_strike() -> None:
    master = fighter("a", "us", dex=15, weapons=(SPEAR,), skills={"Spear": 95})
    assert says("steady", placed("a b .", master, foe("b", (DAGGER,)))) == "farther/spear all"
    assert says("steady", placed("a b .", me((SPEAR,)), foe("b", (DAGGER,)))) == "attack/spear b"


def test_equal_weapons_leave_the_reach_as_it_is() -> None:
    assert says("steady", placed("a b", me(), foe("b"))) == "attack/sword b"
    far = placed("a b", me((SPEAR,)), foe("b", (SPEAR,)), given=[Engage("a", "b", "long")])
    assert says("steady", far) == "attack/spear b"


def test_a_spearman_whose_foe_has_come_past_the_point_strikes_and_steps_back() -> None:
    fight = placed(". a b", me((SPEAR,)), foe("b", (DAGGER,)))
    assert says("steady", fight) == "retreat/spear b back"
    shielded = fighter(
        "a",
        "us",
        dex=15,
        weapons=(SPEAR, SHIELD),
        held=("spear", "shield"),
        skills={"Shield": 60},
    )
    assert says("steady", placed(". a b", shielded, foe("b", (DAGGER,)))) == "retreat/spear b back"
    assert says("steady", placed("a b", me((SPEAR,)), foe("b", (DAGGER,)))) == "attack/spear b"
    assert says("steady", placed(". a b", me((SPEAR,)), foe("b"))) == "attack/spear b"


@pytest.mark.parametrize("mind", RUNNERS)
@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (". . . |. b . |a # .", "closer/spear all"),
        (". b . |# . . |a . .", "move B3"),
        (". b . |# # . |a . .", "move C1"),
        (". b . |# c . |a d .", "defend"),
    ],
)
def test_a_foe_held_off_round_a_corner_is_got_at(mind: str, drawing: str, said: str) -> None:
    rows = drawing.split("|")
    people = [friend(name) for name in "cd" if name in drawing]
    lines = "\n".join(" " * (i % 2) + row for i, row in enumerate(rows))
    fight = placed(lines, moving(8, me((SPEAR,))), foe("b"), *people)
    a, b = fight.fight.people[:2]
    a.foes, a.reaches, b.foes, b.reaches = [1], [LONG], [0], [LONG]

    assert says(mind, fight) == said


# --- leaving -----------------------------------------------------------------------------------------


def lamed(fight: Scene, who: int = 0) -> Scene:
    """The same, with a useless left arm on somebody, who has lost nothing else by it."""
    one = fight.fight.people[who]
    one.hp = [*one.hp[:5], -1, one.hp[6]]
    one.settle()
    return fight


THREE = """
    . . . . .
     . a b c .
    . . . e .
"""


def test_the_badly_hurt_leave_a_foe_to_friends_who_have_engaged_it() -> None:
    fight = placed(THREE, me(sword=60), foe("b"), friend("c"), friend("e"))
    lamed(fight)
    assert says("steady", fight) == "breakaway/sword back"

    lamed(fight, 3)  # now there is one sound friend left for one foe
    assert says("steady", fight) == "attack/sword b"

    two = THREE.replace(". . . . .", ". d . . .", 1)
    fight = placed(two, me(sword=60), foe("b"), friend("c"), foe("d"), friend("e"))
    lamed(fight)
    assert says("steady", fight).startswith("attack/sword")

    alone = placed(SHARED.replace("c", "."), me(sword=60), foe("b"))
    lamed(alone)
    assert says("steady", alone) == "attack/sword b"


def test_they_leave_by_dodge_if_that_is_better_and_not_if_nothing_is() -> None:
    nimble = fighter("a", "us", dex=15, sword=40, skills={"Dodge": 60})
    fight = placed(THREE, nimble, foe("b"), friend("c"), friend("e"))
    lamed(fight)
    assert says("steady", fight) == "breakaway back"

    slow = fighter("a", "us", dex=15, sword=40, skills={"Dodge": 40, "Shield": 40, "Dagger": 40})
    fight = placed(THREE, slow, foe("b"), friend("c"), friend("e"))
    lamed(fight)
    assert says("steady", fight) == "attack/sword b"


def test_riders_just_go() -> None:
    fight = placed(THREE, mounted(me()), foe("b"), friend("c"), friend("e"))
    lamed(fight)
    assert says("steady", fight) == "breakaway back"


HEMMED_IN = """
    # # # . .
     # a b c .
    # # e . .
"""


def test_with_no_way_back_they_stay() -> None:
    fight = placed(HEMMED_IN, me(sword=60), foe("b"), friend("c"), friend("e"))
    lamed(fight)
    assert says("steady", fight) == "attack/sword b"


def test_the_badly_hurt_keep_out_of_it_while_more_sound_friends_fight_than_foes() -> None:
    fight = placed("a . . . . b . .", me(), foe("b"))
    lamed(fight)
    assert says("steady", fight) == "charge/sword b"

    wanted = placed("a . . . . b c .", me(), foe("b"), friend("c"))
    lamed(wanted)
    assert says("steady", wanted) == "charge/sword b"

    relieved = placed(
        """
        a . . . . b c .
         . . . . . d . .
        """,
        me(),
        foe("b"),
        friend("c"),
        friend("d"),
    )
    lamed(relieved)
    assert says("steady", relieved) == "defend"
    assert says("steady", quiet(relieved)) == "charge/sword b"


def about(drawing: str, who: Entry, *weapons: Weapon) -> Scene:
    """A between B and C, who have made a formation about it, with its last action of the round."""
    fight = placed(drawing, who, foe("b", weapons or (SWORD,)), foe("c", weapons or (SWORD,)))
    a = fight.fight.people[0]
    a.formed = [1, 1, 2]
    a.acts = 1
    return fight


OPEN = """
    . . . . . . . .
     . . . . b a c .
    . . . . . . . .
     . . . . . . . .
    . . . . . . . .
     . . . . . . . .
"""


def test_a_rider_with_foes_about_it_leaves_with_its_last_action_to_charge_again() -> None:
    rider = mounted(moving(16, me()))
    fight = about(OPEN, rider)
    assert says("steady", fight) == "breakaway back"

    fight.fight.people[0].acts = 2
    assert says("steady", fight).startswith("attack/sword")

    fight.fight.people[0].acts = 1
    fight.fight.people[0].formed = []
    assert says("steady", fight).startswith("attack/sword")

    on_foot = about(OPEN, moving(16, me()))
    assert says("steady", on_foot).startswith("attack/sword")
    slow = about(OPEN.replace("b a c", "b a .").replace(". . .", "c . .", 1), mounted(me()))
    assert says("steady", slow).startswith("attack/sword")
    hemmed = about("b a c", rider)
    assert says("steady", hemmed).startswith("attack/sword")
    lancer = about(OPEN, mounted(moving(16, me((SPEAR,)))), DAGGER)
    assert not says("steady", lancer).startswith("breakaway")


GORGE = """
    . . a o b
     . . c o .
    """


def test_whoever_can_do_nothing_to_anybody_holds_for_some_rounds_and_leaves_the_field() -> None:
    """The foe may be smaller, or the game master may open the gate; but nobody stands there for ever."""
    fight = placed(GORGE.replace("c", "."), me(), foe("b"))
    assert says("steady", fight) == "defend"
    assert says("steady", quiet(fight, 2)) == "defend"
    gone = placed(GORGE.replace("c", "."), me(), foe("b"))
    assert until_it_moves(quiet(gone, 3)) == "sprint leave"

    hemmed = """
        # # # . .
         # a # . b
        # # # . .
    """
    assert says("steady", placed(hemmed, me(), foe("b"))) == "defend"
    assert until_it_moves(quiet(placed(hemmed, me(), foe("b")), 3)) == "defend"


def test_whoever_has_no_nerve_to_be_tested_stays() -> None:
    fearless = replace(me(), temper=temper_of("mindless", None, "temper"))
    fight = placed(GORGE.replace("c", "."), fearless, foe("b"))
    assert until_it_moves(quiet(fight, 3)) == "defend"


def test_under_arrows_one_action_on_guard_is_enough() -> None:
    fight = placed(GORGE.replace("c", "."), me(), archer("b", "them"))
    assert says("steady", fight) == "defend"
    fight.amend(SetStatus("a", "defending"))
    assert says("steady", fight) == "sprint leave"


def test_unless_a_friend_can_do_something() -> None:
    fight = placed(GORGE, me(), foe("b"), archer("c", "us"))
    assert says("steady", fight) == "defend"
    fight.amend(SetStatus("a", "defending"))
    assert says("steady", fight) == "carry view"
    assert until_it_moves(quiet(fight, 3)) == "sprint leave"


def until_it_moves(fight: Scene) -> str:
    """What A says in the first of some phases in which it does not hold still."""
    said = ""
    for phase in range(1, 9):
        fight.fight.phase = phase
        fight.fight.open = None
        said = says("steady", fight)
        if said.split()[0] not in {"defend", "carry"}:
            break
    return said


# --- armour and throws --------------------------------------------------------------------------------


def test_a_blow_that_armour_would_stop_is_aimed_past_it() -> None:
    armoured = fighter("b", "them", armour=(CHAIN_SHIRT, CHAIN_COIF))
    assert says("steady", placed("a b", me(), foe("b"))) == "attack/sword b"
    assert says("steady", placed("a b", me(sword=90), armoured)) == "precise/sword b bypass"


def test_only_what_reaches_two_steps_strikes_so_far() -> None:
    shielded = fighter(
        "a",
        "us",
        dex=15,
        weapons=(SPEAR, SHIELD),
        held=("spear", "shield"),
        skills={"Shield": 90},
    )
    assert says("steady", placed("a . b", shielded, foe("b"))) == "attack/spear b"


def test_the_only_blade_is_not_thrown() -> None:
    good = {"Throwing": 90}
    lone = fighter("a", "us", dex=15, weapons=(DAGGER,), skills=good)
    assert says("steady", facing(4, mine=lone)) == "charge/dagger b"
    spare = fighter(
        "a", "us", dex=15, weapons=(DAGGER, SWORD), held=("dagger", "sword"), skills=good
    )
    assert says("steady", facing(3, mine=spare)) == "shoot/dagger b"
    assert says("steady", facing(4, mine=spare)) == "charge/sword b"


def test_everybody_recovers_and_gets_up_first() -> None:
    fight = facing(4)
    fight.amend(SetStatus("a", "prone"))
    assert says("steady", fight) == "stance standing"
    assert says("reckless", fight) == "stance standing"
    fight.amend(SetStatus("a", "vulnerable"))
    assert says("steady", fight) == "recover"
    assert says("guard", fight) == "recover"


def test_the_surprised_defend_first() -> None:
    fight = placed("a b", fighter("a", "us", dex=15, surprised=True), fighter("b", "them", dex=1))
    fight.prompt("a")
    assert says("steady", fight) == "defend"


def test_nobody_to_strike_is_nothing_to_do() -> None:
    fight = facing(4)
    fight.amend(SetStatus("b", "unconscious"))
    assert fight.fight.outcome() is not None

    hidden = placed(row(4), me(), fighter("b", "them", hidden=True))
    assert says("steady", hidden) == "defend"
    assert says("reckless", hidden) == "defend"
    assert set(POLICIES) == {"random", "reckless", "steady", "guard"}


def test_the_fallen_are_left_and_no_goal() -> None:
    fight = placed(". a b . . . c", me(), foe("b"), foe("c"))
    fight.amend(unconscious("b"))
    assert says("steady", fight) == "charge/sword c"
    fight.amend(SetGear("a", "sword", "carried"))
    assert says("steady", fight) == "ready/sword"
