"""Ways that hardly any fight goes: what is left of a round, a storm, and a focus on nobody."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.hexes import named
from rules.kernel.model import Engage, Seize
from rules.request.chapters import reach
from rules.request.course.choices import ATTACK, BREAK_FREE, MOVE, SHOOT, Choice
from rules.request.course.engagement import engage
from rules.request.course.exchange import still_happens
from rules.request.course.formations import mind
from rules.request.course.landing import UNCONSCIOUS, go_down
from rules.request.course.legal import is_target
from rules.request.course.second import is_spent
from rules.request.course.ways import is_open, keeps_to
from tests.rules.request.build import (
    DAGGER,
    DODGE,
    SWORD,
    archer,
    attack,
    fighter,
    scene,
    terms,
)
from tests.rules.request.places import (
    FIST,
    HANDY,
    breakaway,
    charge,
    flying,
    high,
    mounted,
    moving,
    placed,
)


def test_without_a_second_weapon_nothing_of_a_round_is_spent() -> None:
    fight = scene(fighter("a", dex=14), fighter("b"))

    assert is_spent(fight.fight, fight.fight.people[0], ATTACK, 0) == ""


def test_nobody_shoots_in_a_storm() -> None:
    fight = scene(archer("a"), fighter("b"))
    a, b = fight.fight.people
    bow = next(item for item, arm in enumerate(a.arms) if arm.shot is not None)
    assert is_target(fight.fight, a, SHOOT, bow, b)

    fight.fight.storm = True

    assert not is_target(fight.fight, a, SHOOT, bow, b)


def test_nobody_minds_whoever_is_not_about_it() -> None:
    fight = placed("a b . .", fighter("a", "x"), fighter("b", "y"))
    a = fight.fight.people[0]
    before = a.focus

    mind(fight.fight, a, 1)

    assert a.focus == before
    assert not fight.of("focused")


def test_a_charge_that_is_barely_dodged_adds_its_least() -> None:
    fight = placed("a . . . b", moving(4, fighter("a", dex=14)), fighter("b"))

    fight.play({"a": [charge("b")], "b": [DODGE]}, "d100=30 d100=30 d20=10")

    assert terms(fight.attack(), "damage") == {"1D8 at its least": 1, "charge 1D4 at its least": 1}


def test_a_weapon_too_heavy_for_one_is_no_help_in_a_contest() -> None:
    heavy = replace(SWORD, strength=13)
    weak = fighter("a", dex=14, weapons=(heavy,), strong=11)
    fight = placed(". . a b .", weak, fighter("b"), given=[Engage("a", "b")])

    fight.play({"a": [breakaway("back", "sword")]}, "d100=90")

    (told,) = fight.of("contest")
    assert terms(told, "contest_chance") == {"1H Sword": 50, "STR or DEX short": -10}


def test_whoever_is_held_stays_held_when_the_other_of_a_pair_is_engaged() -> None:
    horse = replace(moving(12, fighter("m", "x", size=26, held=())), steed="trained")
    rider = replace(mounted(fighter("a", "x", skills={"Riding": 90, **HANDY})), rides="m")
    holder = fighter("b", "y", size=20, skills=HANDY, weapons=(FIST, SWORD), held=())
    fight = placed("m b . . .", horse, rider, holder, given=[Seize("b", "a")])
    m, a, b = fight.fight.people
    assert b.holding == a.index

    engage(fight.fight, m, b, reach.NORMAL)

    assert (m.reach_to(b.index), a.reach_to(b.index)) == (reach.NORMAL, reach.SHORT)


def test_nobody_breaks_free_of_a_hold_that_has_just_ended() -> None:
    a = fighter("a", "x", skills=HANDY, weapons=(FIST,), held=())
    fight = placed("a b . . .", a, fighter("b", "y"), given=[Engage("a", "b"), Seize("a", "b")])
    free = Choice(1, BREAK_FREE, -1, -1)
    assert still_happens(fight.fight, free)

    fight.fight.people[1].holder = -1

    assert not still_happens(fight.fight, free)


def test_a_mind_sees_nobody_to_strike_with_what_is_not_the_second_weapon() -> None:
    armed = fighter("a", dex=6, weapons=(SWORD, DAGGER), held=("sword", "dagger"))
    fight = scene(armed, fighter("b", dex=1)).play({"a": [attack("b")]}, "d100=96")

    sight = fight.fight.questions()[0].sight()

    assert sight.only_second() == 1
    assert (sight.targets(ATTACK, 0), sight.targets(ATTACK, 1)) == ([], [1])


def test_whoever_is_thrown_down_and_felled_by_one_blow_falls_once() -> None:
    bird = high(flying(fighter("b", "y")))
    fight = placed("a . b . .", fighter("a", "x"), bird)
    fight.fight.falling = [1]

    go_down(fight.fight, fight.fight.people[1], UNCONSCIOUS, "the test wants it")

    assert fight.fight.falling == [1]


def test_a_mount_that_is_ridden_has_no_ways() -> None:
    horse = replace(moving(12, fighter("m", "x", size=26, held=())), steed="trained")
    rider = replace(mounted(fighter("a", "x", skills={"Riding": 90, **HANDY})), rides="m")
    fight = placed("m . . . b", horse, rider, fighter("b", "y"))
    sights = {one.combatant: one.sight() for one in fight.fight.questions()}

    assert (sights["m"].ways(MOVE), len(sights["a"].ways(MOVE)) > 0) == ([], True)


def test_the_worst_weapon_in_hand_is_the_one_that_does_most_at_short_reach() -> None:
    b = fighter("b", "y", weapons=(DAGGER, SWORD), held=("dagger", "sword"))
    fight = placed("a b . .", fighter("a", "x"), b)
    sight = fight.fight.questions()[0].sight()

    assert sight.worst_in_hand(1) == "dagger"


def test_a_foe_below_an_edge_is_out_of_reach_and_a_cliff_in_the_way() -> None:
    fight = placed("a b . .", fighter("a", "x"), fighter("b", "y"), heights="4 4 4 0")
    ground = fight.fight.the_ground()
    a, b = fight.fight.people
    there = named("C1")
    assert keeps_to(ground, a, there, b, b.place)
    assert not keeps_to(ground, a, there, b, named("D1"))

    deed = Choice(1, MOVE, -1, -1)
    assert is_open(fight.fight, ground, b, deed, [b.place, there])
    assert not is_open(fight.fight, ground, b, deed, [b.place, there, named("D1")])
