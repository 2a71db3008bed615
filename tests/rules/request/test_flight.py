"""RULES.md, in the air: two bands, who gets at whom from which, up and down, and falling out of the sky."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel import hexes
from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.model import Engage, Place, SetHitPoints, SetStatus
from rules.request.course.machine import restore
from rules.request.model import Entry, Shot, Weapon
from tests.rules.request.build import (
    BOW,
    DECLINE,
    PASS,
    SPEAR,
    SWORD,
    Said,
    Scene,
    archer,
    copied,
    fighter,
    figure,
    scene,
    shoot,
    stance,
    terms,
)
from tests.rules.request.places import (
    CLAWS,
    HANDY,
    breakaway,
    charge,
    climb,
    dive,
    flying,
    foes,
    high,
    leads,
    move,
    moving,
    on,
    opportunities,
    opportunity,
    place,
    placed,
    problem,
    reached,
)
from tests.support.rulebook import rule

OPEN = """
. . . . . . . . .
 . a . . . . b . .
. . . . . . . . .
"""
CLOSE = """
. . . . . .
 . a b . . .
. . . . . .
"""


def bird(name: str = "a", side: str = "", dex: int = 12, metres: int = 8) -> Entry:
    made = fighter(name, side, dex=dex, weapons=(CLAWS,), held=(), skills=HANDY)
    return moving(metres, flying(made))


def is_high(fight: Scene, who: str = "a") -> bool:
    return "high" in fight.seen(who).conditions


@rule(
    "D13",
    "Whoever flies is low, where everybody can get at it, or high, where only missiles and spells do.",
)
def test_two_bands() -> None:
    fight = placed(CLOSE, bird(), archer("b", dex=6))
    assert foes(fight, "b") == {"a": "normal"}
    up = placed(CLOSE, high(bird(dex=6)), fighter("b", weapons=(SWORD, SPEAR, BOW), held=("bow",)))

    assert is_high(up)
    assert "shoot/bow" in up.offers("b")
    assert not {"attack/sword", "attack/spear", "charge/sword"} & {*up.offers("b")}
    assert up.play({"b": [shoot("a")]}, "d100=96").attack().at == "a"


@rule("D13a", "Nobody who is high is engaged, strikes or is struck at close quarters, or provokes.")
def test_out_of_reach() -> None:
    fight = placed(CLOSE, high(bird(metres=4)), fighter("b", dex=6), high(on("A1", bird("c"))))

    assert foes(fight, "a") == foes(fight, "b") == {}
    assert not {"attack/claws", "charge/claws"} & {*fight.offers("a")}  # nor another one up there
    fight.play({"a": [move("D2")]})
    assert opportunities(fight) == []
    assert foes(fight, "b") == {}


@rule(
    "D13b",
    "Climbing goes by DEX and up to the Move, from engagement with nobody, and provokes those it starts beside.",
)
def test_climbing() -> None:
    fight = placed(OPEN, bird(), fighter("b"))
    option = fight.option("a", "climb")
    assert option.rank == 12
    assert reached(fight, "a", "climb") == reached(fight, "a") | {"B2"}  # straight up too
    fight.play({"a": [climb("D2")]})
    assert (place(fight, "a"), is_high(fight)) == ("D2", True)
    assert [e.kind for e in fight.events if e.by == "a"][:2] == ["climbed", "moved"]

    engaged = placed(CLOSE, bird(), fighter("b"))
    assert problem(engaged, "a", "climb") == "P8"
    surprised = placed(CLOSE, replace(bird(), surprised=True), fighter("b"))
    surprised.play({"a": [climb("B2")], "b": [opportunity()]}, "d100=40 d8=1 d20=10")
    assert opportunities(surprised) == [("b", "a")]
    assert is_high(surprised)


@rule("D13b2", "Whoever flies may be high as soon as it has broken away.")
def test_breaking_away_upwards() -> None:
    fight = placed(CLOSE, bird(), fighter("b"))
    assert leads(fight, "a", "breakaway")["up"] == leads(fight, "a", "breakaway")["back"]
    fight.play({"a": [breakaway("up")]})

    assert is_high(fight)
    assert foes(fight, "b") == {}
    assert place(fight, "a") != "B2"
    assert opportunities(fight) == []
    afoot = placed(CLOSE, fighter("a", dex=12), fighter("b"))
    assert "up" not in leads(afoot, "a", "breakaway")
    assert "climb" not in [option.id for option in afoot.prompt("a").options]


@rule("D13b3", "Whoever goes up needs room there, and stays low until it has it.")
def test_room_above() -> None:
    beneath = placed(OPEN, bird(), fighter("b"), high(on("B2", bird("c", "a"))))
    assert reached(beneath, "a", "climb") == reached(beneath, "a")  # not straight up
    beneath.play({"a": [climb("D2")]})
    assert (place(beneath, "a"), is_high(beneath)) == ("D2", True)
    to = leads(placed(CLOSE, bird(), fighter("b")), "a", "breakaway")["up"]
    taken = placed(CLOSE, bird(), fighter("b"), high(on(to, bird("c", "a"))))
    assert leads(taken, "a", "breakaway")["up"] != to == leads(taken, "a", "breakaway")["back"]
    taken.play({"a": [breakaway("up")]})
    assert is_high(taken)


@pytest.mark.parametrize(("up", "rises"), [("D1", True), ("B2", False)])
def test_room_above_that_is_gone_at_its_moment(up: str, rises: bool) -> None:
    """It is told that nothing came of it."""
    fight = placed(
        CLOSE, replace(bird(), surprised=True), fighter("b"), high(on("A1", bird("c", "a")))
    )
    while fight.open()[0].kind == "action":
        fight.answer(*[climb("B2") if one.combatant == "a" else PASS for one in fight.open()])

    fight.amend(Place("c", up))
    fight.answer(DECLINE)

    assert is_high(fight) == rises
    assert [event.by for event in fight.of("thwarted")] == ([] if rises else ["a"])


@pytest.mark.parametrize("low", ["prone", "kneeling"])
def test_nobody_flies_up_from_the_ground_it_lies_on(low: str) -> None:
    """As it cannot climb: for up there it could never stand up again (D13g)."""
    fight = placed(CLOSE, bird(), fighter("b"), given=[SetStatus("a", low)])
    assert "up" not in leads(fight, "a", "breakaway")
    assert fight.refuses("a", breakaway("up"))


def test_whoever_is_struck_down_as_it_rises_stays_there() -> None:
    surprised = placed(CLOSE, replace(bird(), surprised=True), fighter("b"))
    surprised.play({"a": [climb("B2")], "b": [opportunity()]}, "d100=40 d8=6 d20=1 d4=1")
    assert surprised.seen("a").stance == "prone"
    assert not is_high(surprised)
    assert surprised.of("climbed", "plunged") == []


@rule(
    "D13c",
    "Diving goes by DEX and up to the Move to a hex where it can stand, and provokes those it comes down beside.",
)
def test_diving() -> None:
    walled = """
    . . . . . . .
     . a . # b . .
    . . . . . . .
    """
    fight = placed(walled, high(bird()), fighter("b"))
    assert fight.option("a", "dive").rank == 12
    assert {"B2", "E2"} & reached(fight, "a", "dive") == {"B2"}
    assert not {"D2", "E2"} & reached(fight, "a", "dive")
    assert leads(fight, "a", "dive")["close/b"] in reached(fight, "a", "dive")
    below = copied(fight).play({"a": [dive("B2")]})
    assert (place(below, "a"), is_high(below)) == ("B2", False)
    fight.play({"a": [dive("E1")], "b": [DECLINE]})
    assert opportunities(fight) == [("b", "a")]
    assert foes(fight, "a") == {"b": "normal"}
    low = placed(OPEN, bird(), fighter("b"))
    assert (problem(low, "a", "dive"), problem(low, "b", "move")) == ("D13", "")


@rule("D13d", "Between high and low a shot flies 10 m at least.")
@pytest.mark.parametrize(
    ("metres", "over", "as_far"), [(4, False, False), (5, True, False), (10, True, True)]
)
def test_the_way_up_counts(metres: int, over: bool, as_far: bool) -> None:
    """A bird over the next hex: within range, within twice the range, or out of it."""
    dart = Weapon("dart", "dart", 1, 0, 0, "short", shot=Shot("Throwing", 1, 4, metres, 0, 0, 9))
    thrower = fighter("b", weapons=(dart,), held=("dart",))
    fight = placed(CLOSE, high(bird()), thrower)

    assert ("shoot/dart" in fight.offers("b")) is over
    assert "shoot/dart" in placed(CLOSE, bird(), thrower).offers("b")
    assert "shoot/dart" in placed(CLOSE, high(bird()), high(thrower)).offers("b")
    if over:
        shot = fight.play({"b": [shoot("a", "dart")]}, "d100=96").attack()
        assert ("beyond effective range" not in terms(shot, "attack_chance")) is as_far


@rule("D13e", "A charge from high up comes down where it ends.")
def test_swooping() -> None:
    fight = placed(OPEN, high(bird()), fighter("b", dex=6))
    fight.play({"a": [charge("b", "claws")]}, "d100=96")

    assert (place(fight, "a"), is_high(fight)) == ("F2", False)
    assert foes(fight, "a") == {"b": "normal"}
    assert fight.attack().facts["verb"] == "charge"
    crowded = placed(
        """
        . . . . . . .
         . a . . b # .
        . . . . # . .
        """,
        high(bird()),
        fighter("b"),
        *[on(at, fighter(name, "them")) for at, name in (("D2", "c"), ("D3", "d"), ("E1", "e"))],
        friends={"them": ("a", "b")},
    )
    assert "charge/claws" not in crowded.offers("a")


@rule(
    "D13f",
    "Walls, cover, difficult ground and people below hinder neither moves high up nor shots from there or to there.",
)
def test_over_everything() -> None:
    barred = """
    . # ~ . .
     a # o b .
    . # ~ . .
    """
    for up in (True, False):
        entry = on("A2", high(bird()) if up else bird())
        fight = placed(barred, entry, archer("b", dex=6))
        assert ("C2" in reached(fight, "a")) is up
        shots = [said for said in fight.offers("b") if said == "shoot/bow"]
        assert (len(shots) == 1) is up
        if up:
            shot = fight.play({"b": [shoot("a")]}, "d100=96").attack()
            assert figure(shot, "attack_chance") == 50
    over = placed(". a c b .", archer("a", "us", dex=12), high(bird("c", "us")), fighter("b"))
    shot = over.play({"a": [shoot("b")]}, "d100=96").attack()
    assert "somebody in the way" not in terms(shot, "attack_chance")
    passing = placed(". a c . .", high(bird()), fighter("c"))
    assert "C1" in reached(passing, "a")


@rule("D13g", "Nobody changes stance high up.")
def test_no_kneeling_in_the_air() -> None:
    fight = placed(OPEN, high(bird()), bird("b"))

    assert (problem(fight, "a", "stance"), problem(fight, "b", "stance")) == ("D13g", "")
    assert fight.refuses("a", stance("prone"))


@rule(
    "D13h",
    "Whoever falls or is felled high up drops to the ground and loses 2D6 hit points of one location, by the die for locations, whatever it wears.",
)
@pytest.mark.parametrize(
    ("wound", "dice"),
    [
        (SetHitPoints("a", "right leg", -1), "d4=1"),  # it falls prone
        (SetHitPoints("a", "head", -1), "d4=1 d100=96"),  # and here unconscious
    ],
)
def test_falling_out_of_the_sky(wound: SetHitPoints, dice: str) -> None:
    fight = placed(OPEN, high(bird()), fighter("b"))
    fight.amend(wound, dice=f"{dice} d6=1 d6=2 d20=10")

    (fell,) = fight.of("plunged")
    assert (fell.at, fell.place, figure(fell, "damage")) == ("a", "chest", 3)
    assert fight.points("a", "chest") == 7 - 3
    assert not is_high(fight)
    assert fight.seen("a").stance == "prone"
    low = placed(OPEN, bird(), fighter("b"))
    low.amend(wound, dice=dice)
    assert low.of("plunged") == []


def test_a_shot_out_of_the_sky_lands_before_the_fall() -> None:
    """P34m2: the arrow drives it out of the air, and wounds it; the fall finds what that has left."""
    small = replace(bird(dex=5), sheet=replace(fighter("a", size=6).sheet, weapons=()))
    fight = placed(CLOSE, high(replace(small, held=())), archer("b"))
    assert fight.points("a", "chest") == 6
    arrow = "d100=20 d8=8 d20=10 d100=90 d4=1 d100=05"
    fight.play({"b": [shoot("a")]}, f"{arrow} d6=1 d6=1 d20=12 d4=1 d100=05")
    shot, fell = fight.of("attack", "plunged")
    assert terms(shot, "hit_points") == {"was": 6, "damage through": -8}
    assert terms(fell, "hit_points") == {"was": -2, "damage through": -2}
    assert fight.points("a", "chest") == -4
    assert [one.facts["severity"] for one in fight.of("wound")] == ["serious", "serious"]


def test_two_shots_and_one_fall() -> None:
    """Whom the first has felled the second finds still up there, and it falls once."""
    fight = placed(CLOSE, high(bird(dex=5)), archer("b"), on("F1", archer("c", "b")))

    dice = "d100=20 d8=6 d20=20 d100=20 d8=6 d20=1 d4=1 d100=96 d4=1 d6=1 d6=1 d20=12"

    fight.play({"b": [shoot("a")], "c": [shoot("a")]}, dice)
    assert [event.kind for event in fight.of("attack", "plunged")] == [
        "attack",
        "attack",
        "plunged",
    ]


@rule("D13j", "Whoever yields high up comes down unhurt.")
def test_giving_up_in_the_air() -> None:
    fight = placed(OPEN, high(bird()), fighter("b"), on("I3", fighter("c", "a")))
    fight.play({"a": [Said("yield")]})
    assert (fight.seen("a").stance, is_high(fight)) == ("standing", False)
    assert fight.of("plunged", "wound") == []


def test_giving_up_over_a_wall() -> None:
    fight = placed(". # . b .", on("B1", high(bird())), fighter("b"), on("E1", fighter("c", "a")))
    fight.play({"a": [Said("yield")]})
    assert (place(fight, "a"), is_high(fight)) == ("C1", False)


@rule("D13i", "Whoever falls to where it cannot be comes to the nearest hex where it can.")
def test_falling_on_a_wall() -> None:
    fight = placed(". # . b .", on("B1", high(bird())), fighter("b"))
    fight.amend(SetStatus("a", "unconscious"), dice="d6=1 d6=1 d20=10")
    assert place(fight, "a") == "C1"
    onto = placed(". . c b .", on("C1", high(bird())), fighter("b"), fighter("c", "b"))
    onto.amend(SetHitPoints("a", "left leg", -1), dice="d4=1 d6=1 d6=1 d20=10")
    assert place(onto, "a") == "B1"


def test_two_at_one_moment_in_two_bands() -> None:
    """They do not race for one hex, and one who comes down on somebody comes down beside it."""
    fight = placed(
        ". a . b .", bird("a", dex=12), high(bird("b", "a", dex=12)), on("E1", fighter("z"))
    )
    fight.play({"a": [move("C1")], "b": [move("C1")]})
    assert (place(fight, "a"), place(fight, "b")) == ("C1", "C1")
    assert fight.of("contest") == []
    onto = placed(
        ". a . b .",
        bird("a", dex=12),
        on("C1", high(bird("b", "a", dex=12))),
        on("E1", fighter("z")),
    )
    onto.play({"a": [move("C1")], "b": [dive("C1")]})
    assert not is_high(onto, "b")
    assert place(onto, "b") != place(onto, "a")


def test_who_loses_the_race_comes_down_short_of_it() -> None:
    fight = placed(OPEN, high(bird(dex=5)), fighter("b", dex=6), on("E1", bird("c", "a", dex=5)))
    fight.play({"a": [charge("b", "claws")], "c": [move("F2")]}, "d100=20 d100=40")
    assert (place(fight, "a"), place(fight, "c"), is_high(fight)) == ("E2", "F2", False)
    assert fight.of("attack") == []


def test_the_game_master_lifts_and_lowers() -> None:
    fight = placed(CLOSE, bird(), fighter("b"))
    assert foes(fight, "a")
    fight.amend(SetStatus("a", "high"))
    assert is_high(fight)
    assert foes(fight, "a") == {}
    refused = (SetStatus("b", "high"), SetStatus("a", "kneeling"), Place("a", "Z9"))
    for change in (*refused, Engage("a", "b")):
        with pytest.raises(IllegalAmendmentError):
            fight.amend(change)
    fight.amend(SetStatus("a", "flying", on=False))
    assert not is_high(fight)
    assert foes(fight, "a") == {"b": "normal"}


def test_who_begins_high_up() -> None:
    with pytest.raises(SetupError, match="high"):
        placed(OPEN, replace(bird(), flying=False, high=True), fighter("b"))
    with pytest.raises(SetupError, match="high"):
        scene(high(bird()), fighter("b"))
    fight = placed(OPEN, high(bird()), fighter("b"))
    again = restore(fight.fight.snapshot())
    assert again.state_hash() == fight.fight.state_hash()
    assert is_high(Scene(again))


def test_only_who_flies_climbs() -> None:
    fight = placed(OPEN, fighter("a", dex=12), fighter("b"))
    assert fight.refuses("a", climb("D2"))
    assert not placed(OPEN, bird(), fighter("b")).refuses("a", climb("D2"))


def test_a_mind_knows_that_nothing_bars_the_air() -> None:
    walled = """
    . # . .
     a # b .
    . # . .
    """
    for up in (True, False):
        fight = placed(walled, high(bird()) if up else bird(), fighter("b", dex=6))
        fight.prompt("a")
        sight = next(one.sight() for one in fight.fight.questions() if one.combatant == "a")
        assert sight.sees_from(hexes.named("A2"), 1) is up
        assert sight.is_there_a_way(1) is up


def test_who_dives_to_where_another_was_stopped_comes_down_short_of_it() -> None:
    drawing = """
    a . . . . b
     # # z # # #
    """
    fight = placed(drawing, bird(), high(bird("b", "a")), fighter("z", dex=6))
    fight.play({"a": [move("E1")], "b": [dive("C1")], "z": [opportunity()]}, "d100=40 d8=1 d20=10")
    assert (place(fight, "a"), place(fight, "b"), is_high(fight, "b")) == ("C1", "D1", False)
