"""What a game master does by her word: wounds tended, saddles, and what the scene is like."""

from __future__ import annotations

import tomllib
from typing import Final

import pytest
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.model import Hide, Moment, Move, Observer, SetHitPoints, SetStatus
from rules.request.course.choices import ATTACK
from rules.request.course.machine import begin, restore
from rules.request.model import Add, Change, Seat, SetSurroundings, Surroundings, Tend, Unseat
from rules.request.setup import decode
from rules.request.tell.teller import Teller
from tests.rules.request.build import (
    SEED,
    Scene,
    archer,
    attack,
    copied,
    fighter,
    parry,
    scene,
    terms,
)
from tests.rules.request.places import mounted, place, placed
from tests.rules.request.test_riding import LOOSE, afoot, footman, horse, pair, wild
from tests.rules.request.test_shadow import far, near

DARK: Final = SetSurroundings("dark", "strong", footing="unsteady")


def told(fight: Scene) -> list[str]:
    return [line.text for line in Teller(fight.fight.setup).lines(fight.events)]


def bleeding() -> Scene:
    fight = scene(fighter("a"), fighter("b"), fighter("c"))
    return fight.amend(
        SetHitPoints("a", "right leg", -9),
        SetHitPoints("a", "left arm", -9),
        dice="d100=01 d100=01",
    )


def test_a_wound_is_tended_or_all() -> None:
    fight = bleeding()
    one = copied(fight).amend(Tend("a", "left arm"))
    assert one.fight.people[0].bleeding_places() == [0]
    assert one.fight.people[0].is_bleeding()
    both = copied(fight).amend(Tend("a"))
    assert not both.fight.people[0].is_bleeding()
    assert both.fight.people[0].hp == fight.fight.people[0].hp
    for what, other in (("the left arm of ", one), ("", both)):
        of = f" of {what}" if what else " of "
        assert told(other)[-1] == f"The game master stops the bleeding{of}A (the test wants it)."
        assert other.fight.seen_by(Observer("seat", "b"), other.events[-1]) is not None


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (Tend("b"), "alive who bleeds"),
        (Tend("a", "head"), "right leg, left arm"),
    ],
)
def test_only_what_bleeds_is_tended(change: Change, wanted: str) -> None:
    with pytest.raises(IllegalAmendmentError, match=wanted):
        bleeding().amend(change)
    dead = bleeding().amend(SetStatus("a", "dead"))
    with pytest.raises(IllegalAmendmentError, match="alive"):
        dead.amend(Tend("a"))


def test_seated_wherever_the_two_are() -> None:
    fight = placed(LOOSE, horse(), afoot(), footman())
    fight.amend(Seat("a", "m"))
    assert fight.seen("a").rides == "m"
    assert place(fight, "a") == place(fight, "m")
    assert told(fight)[-1] == "The game master puts A on M (the test wants it)."
    restore(fight.fight.snapshot())
    mapless = scene(horse(), afoot(), footman()).amend(Seat("a", "m"))
    assert mapless.seen("a").rides == "m"


def test_set_down_and_thrown() -> None:
    down = pair().amend(Unseat("a"))
    assert (down.seen("a").rides, down.seen("a").stance) == ("", "standing")
    assert told(down)[-1] == "The game master sets A down beside M (the test wants it)."
    thrown = pair().amend(Unseat("a", falls=True), dice="d6=1 d20=20")
    assert thrown.seen("a").stance == "prone"
    assert "The game master throws A off M (the test wants it)." in told(thrown)
    assert thrown.of("tumbled", at="a")
    with pytest.raises(IllegalAmendmentError, match="who rides"):
        down.amend(Unseat("a"))


@pytest.mark.parametrize(
    ("first", "change", "wanted"),
    [
        ((), Seat("b", "m"), "m is of another side"),
        ((), Seat("a", "b"), "b is of another side"),
        ((SetStatus("a", "prone"),), Seat("a", "m"), "stands on the ground"),
        ((SetStatus("m", "bolting"),), Seat("a", "m"), "m bolts"),
        ((Hide("m"),), Seat("a", "m"), "out of sight"),
        ((Hide("a"),), Seat("a", "m"), "in view"),
        ((), Seat("m", "a"), "a is no mount"),
        ((Seat("a", "m"),), Seat("a", "m"), "on no mount"),
    ],
)
def test_who_is_not_seated(first: tuple[Change, ...], change: Change, wanted: str) -> None:
    fight = placed(LOOSE, horse(), afoot(), footman()).amend(*first)
    with pytest.raises(IllegalAmendmentError, match=wanted):
        fight.amend(change)


def test_a_mount_too_small_carries_nobody() -> None:
    fight = placed(LOOSE, horse(size=11), afoot(), footman())
    with pytest.raises(IllegalAmendmentError, match="m is too small"):
        fight.amend(Seat("a", "m"))


def test_a_mount_nobody_broke_in_bolts_from_under_whom_it_threw() -> None:
    fight = placed(LOOSE, wild(), afoot(), footman()).amend(Seat("a", "m"))
    fight.amend(Unseat("a", falls=True), dice="d6=1 d20=20")
    assert "bolting" in fight.seen("m").conditions


def test_the_scene_grows_dark_and_light_again() -> None:
    fight = scene(fighter("a", dex=18), fighter("b"), fighter("c"))
    fight.amend(DARK)
    again = Scene(restore(fight.fight.snapshot()))
    forked = Scene(fight.fight.fork())
    hit = "d100=60 d100=60"
    for one in (again, forked, fight):
        assert one.fight.scene == Surroundings("dark", "strong", "clear", "unsteady")
        one.fight.watch()
        one.play({"a": [attack("b")], "b": [parry()]}, dice=hit)
        found = dict(terms(one.attack(by="a"), "attack_chance"))
        assert {"dark", "unsteady ground"} <= set(found)
    words = "no light, a strong wind and unsteady ground (the test wants it)."
    assert f"The game master lets there be {words}" in told(fight)
    fight.amend(SetSurroundings("bright", "calm", "clear", "firm"))
    assert fight.fight.scene == Surroundings()
    assert not fight.fight.hampers


def test_shots_name_the_air_there_is_now() -> None:
    fight = scene(archer("a", dex=18), fighter("b"), distance=10)
    fight.amend(SetSurroundings(air="fog"))
    assert fight.fight.haze < 0
    fight.fight.snapshot()


def test_a_mind_elsewhere_knows_the_light() -> None:
    fight = scene(fighter("a", dex=18), fighter("b")).amend(DARK)
    assert far(fight, "a").chance(ATTACK, 0, 1) == near(fight, "a").chance(ATTACK, 0, 1)
    assert far(fight, "a").chance(ATTACK, 0, 1) < 50


def test_nothing_is_no_change() -> None:
    with pytest.raises(IllegalAmendmentError, match="one of light"):
        scene(fighter("a"), fighter("b")).amend(SetSurroundings())


TOP: Final = """
name = "T"
rules = "request"
sides = ["a", "b"]
start = { distance = 20 }
[[combatants]]
creature = "horse"
side = "a"
id = "m"
[[combatants]]
creature = "rider"
side = "a"
id = "r"
mounted = false
[[combatants]]
creature = "guard"
side = "b"
id = "g"
[[amend]]
at = { round = 1 }
"""


@pytest.mark.parametrize(
    ("written", "change", "words"),
    [
        ('tend = { who = "g" }', Tend("g"), "stop the bleeding of Guard"),
        (
            'tend = { who = "g", location = "head" }',
            Tend("g", "head"),
            "stop the bleeding of the head of Guard",
        ),
        ('seat = { who = "r", mount = "m" }', Seat("r", "m"), "put Rider on Horse"),
        ('unseat = { who = "r" }', Unseat("r"), "set Rider down beside its mount"),
        (
            'unseat = { who = "r", falls = true }',
            Unseat("r", falls=True),
            "throw Rider off its mount",
        ),
        (
            'surroundings = { light = "dim", air = "fog" }',
            SetSurroundings("dim", air="fog"),
            "let there be little light and fog",
        ),
    ],
)
def test_a_scenario_does_the_same(written: str, change: Change, words: str) -> None:
    setup = decode(tomllib.loads(TOP + written))
    assert [(one.at, one.change) for one in setup.amendments] == [(Moment(1), change)]
    assert Teller(setup).agenda() == (("round 1", words),)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ('tend = { who = "g", location = "tail" }', "location"),
        ('seat = { who = "r", mount = "g" }', "g carries nobody; expected a mount"),
        ('seat = { who = "r", mount = "x" }', "combatant"),
        ('seat = { who = "m", mount = "m" }', "m cannot carry itself; expected another mount"),
        ("surroundings = { }", "is empty; expected `light`"),
        ('surroundings = { light = "green" }', "light"),
    ],
)
def test_a_scenario_is_refused(written: str, problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        decode(tomllib.loads(TOP + written))


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ('tend = { who = "g" }', "Guard, but Guard bleeds nowhere."),
        ('seat = { who = "g", mount = "m" }', "Guard on Horse, but Horse is of another side."),
        ('unseat = { who = "r" }', "Rider down beside its mount, but Rider rides no mount."),
    ],
)
def test_what_cannot_be_says_why(written: str, line: str) -> None:
    setup = decode(tomllib.loads(TOP + written))
    fight = begin(setup, SEED, watched=True)
    said = [one.text for one in Teller(setup).lines(fight.take_events())]
    assert any(one.endswith(line) for one in said)


def test_whoever_a_game_master_adds_is_told_apart_by_name() -> None:
    fight = scene(fighter("a"), fighter("b"))
    fight.amend(Add(replace(fighter("c", "b"), name="A")), Add(fighter("d", "b")))
    assert [one.name for one in fight.fight.people] == ["A", "B", "A (c)", "D"]
    restored = restore(fight.fight.snapshot())
    assert restored.people[2].name == "A (c)"


def test_whoever_is_one_with_a_mount_gets_on_no_other() -> None:
    fight = placed(LOOSE, horse(), mounted(afoot()), footman())
    assert "mount" not in fight.offers("a")
    with pytest.raises(IllegalAmendmentError, match="on no mount"):
        fight.amend(Seat("a", "m"))


def test_without_places_rider_and_mount_are_as_far_off_as_each_other() -> None:
    fight = scene(horse(), afoot(), footman()).amend(Move("m", 20), Seat("a", "m"))
    m, a, b = fight.fight.people
    assert (fight.fight.distance(a, b), fight.fight.distance(m, b)) == (20, 20)
    for moved, far_off in (("a", 10), ("m", 0)):
        fight.amend(Move(moved, far_off))
        assert (fight.fight.distance(a, b), fight.fight.distance(m, b)) == (far_off, far_off)
