"""In a grapple: what the steady and the reckless do with whom they hold, and how they get free."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.model import Engage
from rules.request.chapters import nerve, reach
from rules.request.course.engagement import engage
from rules.request.course.grappling import LET_GO, let_loose, seize
from rules.request.model import LOCATIONS, Armour, Entry, Weapon
from tests.policies.saying import also, says
from tests.rules.request.build import AXE, DAGGER, SHIELD, SWORD, Scene, fighter
from tests.rules.request.places import FIST, LONGSPEAR, placed

HELD = "a b . . ."
CROWDED = """
    . c . .
     . a b .
    . . . .
"""
SHARED = "a b c . ."
CLOSED = [Engage("a", "b"), Engage("a", "c")]


def me(
    weapons: Sequence[Weapon] = (FIST,), held: Sequence[str] = (), *, unarmed: int = 50
) -> Entry:
    return one("a", "us", weapons, held, unarmed=unarmed, dex=16)


def foe(
    name: str = "b",
    weapons: Sequence[Weapon] = (FIST,),
    held: Sequence[str] = (),
    *,
    unarmed: int = 50,
    hide: int = 6,
) -> Entry:
    """Somebody whose hide no fist hurts through."""
    return one(name, "them", weapons, held, unarmed=unarmed, hide=hide)


def one(  # noqa: PLR0913 - whatever a test wants to say of somebody
    name: str,
    side: str,
    weapons: Sequence[Weapon],
    held: Sequence[str],
    *,
    unarmed: int = 50,
    dex: int = 11,
    hide: int = 0,
) -> Entry:
    skills = {"Unarmed": unarmed}
    return fighter(name, side, dex=dex, skills=skills, weapons=weapons, held=held, hide=hide)


def gripped(fight: Scene, holder: str = "a", held: str = "b") -> Scene:
    """The same, with one of them in the grip of another."""
    state = fight.fight
    one, other = (state.people[state.names[name]] for name in (holder, held))
    engage(state, one, other, reach.SHORT)
    seize(state, one, other)
    return fight


# --- the holder --------------------------------------------------------------------------------


def test_whoever_holds_one_foe_hurts_it() -> None:
    fight = gripped(placed(HELD, me(), foe()))
    assert says("steady", fight) == "hurt"
    assert says("reckless", fight) == "hurt"


def test_among_several_foes_it_throws_the_one_it_holds_or_lets_go_of_it() -> None:
    fight = gripped(placed(CROWDED, me(unarmed=90), foe(), foe("c"), given=CLOSED))
    assert says("steady", fight) == "throw"

    fight = gripped(placed(CROWDED, me(unarmed=5), foe(unarmed=90), foe("c"), given=CLOSED))
    assert says("steady", fight) == "defend"
    assert also("steady", fight) == ("release",)


def test_it_keeps_a_foe_still_for_an_armed_friend_while_that_brings_something() -> None:
    friend = one("c", "us", (SWORD,), ("sword",))
    fight = gripped(placed(SHARED, me(), foe(), friend, given=[Engage("c", "b")]))
    assert says("steady", fight) == "hold"

    fight.fight.quiet_rounds = 2
    assert says("steady", fight) == "hurt"

    bare = one("c", "us", (FIST,), ())
    assert (
        says("steady", gripped(placed(SHARED, me(), foe(), bare, given=[Engage("c", "b")])))
        == "hurt"
    )


def test_it_takes_a_dangerous_weapon_away() -> None:
    fight = gripped(placed(HELD, me(), foe(weapons=(DAGGER, FIST), held=("dagger",))))
    assert says("steady", fight) == "disarm dagger"


def test_it_stabs_where_that_hurts_more() -> None:
    armed = me((DAGGER, FIST), ("dagger",), unarmed=5)
    fight = gripped(placed(HELD, armed, foe(unarmed=90, hide=0)))
    assert says("steady", fight) == "attack/dagger b"


# --- whoever is held -----------------------------------------------------------------------------


def test_whoever_is_held_breaks_free() -> None:
    fight = gripped(placed(HELD, me(), foe()), "b", "a")
    assert says("steady", fight) == "breakfree"

    fight = gripped(placed(HELD, me((LONGSPEAR,), ("longspear",)), foe()), "b", "a")
    assert says("steady", fight) == "breakfree"
    assert says("reckless", fight) == "breakfree"


def test_whoever_is_held_and_has_lost_all_heart_yields() -> None:
    fight = gripped(placed(HELD, me(), foe()), "b", "a")
    assert says("steady", fight) != "yield"

    fight.fight.people[0].mood = nerve.FLEEING
    assert says("steady", fight) == "yield"
    assert says("reckless", fight) == "yield"


def test_whoever_holds_a_foe_does_not_yield_for_that() -> None:
    fight = gripped(placed(HELD, me(), foe()))
    fight.fight.people[0].mood = nerve.FLEEING

    assert says("steady", fight) != "yield"


def test_whoever_is_held_strikes_where_it_can_hardly_break_free() -> None:
    armed = me((DAGGER, FIST), ("dagger",), unarmed=5)
    fight = gripped(placed(HELD, armed, foe(unarmed=90, hide=0)), "b", "a")
    assert says("steady", fight) == "attack/dagger b"
    assert says("reckless", fight) == "attack/dagger b"


# --- taking hold -----------------------------------------------------------------------------------


def test_the_reckless_take_hold_with_nothing_in_hand() -> None:
    assert says("reckless", placed(HELD, me(), foe())) == "grapple/fist b"
    armed = me((DAGGER, FIST), ("dagger",))
    assert says("reckless", placed(HELD, armed, foe())) == "attack/dagger b"


def test_the_steady_take_hold_of_whoever_is_armed_and_no_fist_hurts() -> None:
    armed = foe(weapons=(SWORD, FIST), held=("sword",))
    fight = placed(HELD, me(unarmed=90), armed, given=[Engage("a", "b")])
    assert says("steady", fight) == "grapple/fist b"

    sharp = me((SWORD, FIST), ("sword",))
    assert says("steady", placed(HELD, sharp, foe(hide=0))) == "attack/sword b"


def test_whoever_could_not_keep_hold_strikes() -> None:
    armed = foe(weapons=(SWORD, FIST), held=("sword",), unarmed=90, hide=0)
    fight = placed(HELD, me((AXE, FIST), ("axe",)), armed, given=[Engage("a", "b")])
    assert says("steady", fight) == "attack/axe b"


def test_a_foe_of_a_friend_is_worth_holding() -> None:
    friend = one("c", "us", (SWORD,), ("sword",))
    free = one("d", "us", (SWORD,), ("sword",))
    given = [Engage("a", "b"), Engage("c", "b")]
    fight = placed("a b c . d", me(unarmed=90), foe(), friend, free, given=given)
    assert says("steady", fight) == "grapple/fist b"


def test_a_strong_wrestler_takes_hold_rather_than_poke_past_the_armour() -> None:
    """Unarmed 95, and a fist that does something: a blow with care is at -40 %, and the sword answers it."""
    big = fighter(
        "a",
        "us",
        dex=16,
        strong=20,
        size=22,
        skills={"Unarmed": 95},
        weapons=(FIST,),
        held=(),
    )
    mail = Armour("mail", "mail", 5, LOCATIONS, 0)
    guard = fighter("b", "them", weapons=(SWORD, FIST), skills={"Unarmed": 50}, armour=(mail,))
    assert says("steady", placed(HELD, big, guard)) == "grapple/fist b"


def test_a_hand_that_holds_somebody_takes_no_shield_and_is_free_again_after() -> None:
    fight = placed(HELD, me((SWORD, SHIELD, FIST), ("sword",)), foe(held=()))
    a, b = fight.fight.people
    assert a.spare_shield == 1
    gripped(fight)
    assert a.spare_shield == -1
    let_loose(fight.fight, a, LET_GO)
    assert (a.spare_shield, b.holder) == (1, -1)
