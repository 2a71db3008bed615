"""RULES.md: ground at different heights: edges, reach over them, the higher ground, and falls (C33, P16, P25)."""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.field.model import Field
from rules.kernel.model import (
    Disengage,
    Engage,
    Hide,
    Observer,
    Place,
    Remove,
    SetHitPoints,
    SetStatus,
)
from rules.request.course.landing import hurt
from rules.request.course.machine import begin, restore
from rules.request.model import Blow, Entry, Setup, View
from rules.request.policies import POLICIES
from rules.request.setup import decode
from rules.request.tell.teller import Teller
from tests.policies.saying import says
from tests.rules.request.build import (
    DODGE,
    SEED,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    figure,
    parry,
    shoot,
    terms,
)
from tests.rules.request.places import (
    CLAWS,
    FIST,
    HANDY,
    charge,
    flying,
    foes,
    formation,
    high,
    leads,
    mounted,
    move,
    moving,
    on,
    opportunities,
    opportunity,
    place,
    placed,
    problem,
    reached,
    went,
)
from tests.rules.request.refused import bare
from tests.support.rulebook import rule

MISS = "d100=96"
EMPTY = ". . . . . . . . ."
LANE = f"{EMPTY}\n . . . a b . . . .\n{EMPTY}"
FREE = f"{EMPTY}\n {EMPTY}\n{EMPTY}"


def thrice(row: str) -> str:
    """The same heights in three rows."""
    return f"{row}\n {row}\n{row}"


DROP = thrice("4 4 4 4 4 . . . .")
"""An edge 4 m deep behind b."""
PUSH = "d100=40 d8=8 d20=10"
"""A blow of 8, which knocks SIZ 3 back by 2 m."""


def small(size: int = 3, hide: int = 40) -> Entry:
    return fighter("b", dex=1, size=size, hide=hide)


def beside(mine: int, its: int, *people: Entry) -> Scene:
    """A and B next to each other, at these heights."""
    heights = f". . . . .\n . {mine} {its} . ."
    people = people or (fighter("a", dex=14), fighter("b", dex=6))
    return placed(". . . . .\n . a b . .", *people, heights=heights)


def events(fight: Scene, *kinds: str) -> list[str]:
    return [e.kind for e in fight.of(*kinds)]


# --- walking -------------------------------------------------------------------------------------


@rule(
    "C33",
    "The ground of a field may lie at heights of up to 9 m, and whoever is near the ground is as high as the hex it stands on, or the middle one of seven.",
)
def test_everybody_is_as_high_as_the_ground() -> None:
    fight = beside(3, 4)
    assert [c.level for c in fight.fight.people] == [3, 4]
    assert fight.of("combat_began")[0].facts["heights"] == "4"
    assert [c.level for c in restore(fight.fight.snapshot()).people] == [3, 4]
    fight.amend(Place("a", "A1"))
    assert [c.level for c in fight.fight.people] == [0, 4]
    view = fight.fight.view(Observer("game_master"))
    assert isinstance(view, View)
    assert view.field is not None
    assert view.field.heights == ("00000", "03400")
    told = Teller(fight.fight.setup).lines(fight.events)
    assert "The field is 5 by 2 hexes, up to 4 m high." in told[0].text


@rule(
    "C33a",
    "Nobody but those who fly goes from one hex to the next if that lies more than 1 m higher or lower: there is an edge between them.",
)
@pytest.mark.parametrize(
    ("heights", "found"),
    [
        ("3 . 1 2 4", {"B1", "D1"}),
        ("1 1 1 1 1", {"A1", "B1", "D1", "E1"}),
        ("1 . 1 3 3", {"A1", "B1"}),
        ("1 1 3 1 1", set[str]()),
    ],
)
def test_where_one_can_walk(heights: str, found: set[str]) -> None:
    people = fighter("a", dex=14), on("A1", high(fighter("b")))
    fight = placed(". . a . .", *people, heights=heights)
    assert reached(fight, "a") == found
    bird = placed(". . a . .", flying(people[0]), people[1], heights=heights)
    assert reached(bird, "a") == {"A1", "B1", "D1", "E1"}


def test_the_way_round() -> None:
    drawing = """
        . a . . b
         . . . . .
    """
    fight = placed(drawing, fighter("a", dex=14), fighter("b"), heights="3 3 . . .\n 3 2 1 . .")
    assert leads(fight, "a")["close/b"] == "C2"
    assert went(fight.play({"a": [move("close/b")]}), "a") == ["C2"]


def test_no_charge_over_an_edge() -> None:
    lane = "a . . . . b"
    for heights, may in (("3 2 1 . . .", True), ("3 3 . . . .", False), (". . . . . 2", True)):
        fight = placed(lane, fighter("a", dex=14), fighter("b", dex=1), heights=heights)
        assert ("charge/sword" in fight.offers("a")) is may
    # Nor at somebody out of reach, though every step is one.
    fight = placed(lane, fighter("a", dex=14), fighter("b", dex=1), heights=". . . . . 3")
    assert "charge/sword" not in fight.offers("a")
    swoop = placed(lane, high(fighter("a", dex=14)), fighter("b", dex=1), heights=". 9 9 9 . .")
    assert place(swoop.play({"a": [charge("b")]}, MISS), "a") == "E1"


def test_whoever_loses_its_wings_on_the_way_stops_before_the_edge() -> None:
    lane = "a . . . .\n . . . . ."
    people = flying(moving(8, fighter("a", dex=14))), on("B2", fighter("b", dex=6))
    fight = placed(lane, *people, heights=". . 4 4 4\n . . . . .")
    fight.answer(move("D1"))  # b is asked for an opportunity as a passes
    fight.amend(SetStatus("a", "flying", on=False)).play({})
    assert place(fight, "a") == "B1"


def test_nobody_breaks_away_or_sets_the_reach_over_an_edge() -> None:
    island = "9 9 9 9\n 9 1 1 9\n9 9 9 9"
    field = ". . . .\n . a b .\n. . . ."
    fight = placed(field, fighter("a", dex=14), fighter("b"), heights=island)
    assert problem(fight, "a", "breakaway") != ""
    spear = fighter("a", dex=14, weapons=[SPEAR])
    fight = placed(field, spear, fighter("b"), heights=island)
    fight.play({"a": [Said("farther/spear", ("b",))]}, "d100=30")
    assert foes(fight, "a") == {"b": "long"}
    assert place(fight, "a") == "B2"


# --- reach ---------------------------------------------------------------------------------------


@rule(
    "C33b",
    "Two of whom one stands more than 2 m higher are not adjacent and within the reach of no close weapon, and so not engaged.",
)
@pytest.mark.parametrize(("rise", "near"), [(0, True), (2, True), (3, False)])
def test_reach_over_an_edge(rise: int, near: bool) -> None:
    fight = beside(rise, 0)
    assert bool(foes(fight, "a")) is near
    assert ("attack/sword" in fight.offers("a")) is near
    assert ("grapple" in "".join(fight.offers("a"))) is False
    fight.play(
        {"a": [Said("stance", ("kneeling",))], "b": [opportunity()] if near else []}, MISS * near
    )
    assert bool(opportunities(fight)) is near
    lance = fighter("a", dex=14, weapons=[SPEAR])
    afar = placed("a . b", lance, fighter("b", dex=6), heights=f"{rise} . .")
    assert ("attack/spear" in afar.offers("a")) is near


def test_whoever_is_put_over_an_edge_is_engaged_no_more() -> None:
    field = ". . . . .\n . a b . ."
    heights = ". . . . .\n . . . 3 ."
    fight = placed(field, fighter("a"), fighter("b"), heights=heights)
    assert foes(fight, "a") == {"b": "normal"}
    fight.amend(Place("b", "C2"))
    assert foes(fight, "a") == {"b": "normal"}
    fight.amend(Place("a", "D2"))
    assert foes(fight, "a") == {}
    with pytest.raises(IllegalAmendmentError, match="beside it"):
        fight.amend(Engage("a", "b"))
    fight.amend(Place("a", "B2"))
    assert foes(fight, "a") == {"b": "normal"}
    fight.amend(Disengage("a", "b"))


def test_circling_ends_at_an_edge() -> None:
    drawing = ". . . .\n . a b .\n. . . ."
    fight = placed(
        drawing, fighter("a", dex=14), fighter("b"), heights="1 2 3 3\n . . . .\n. . . ."
    )
    assert "C1" not in reached(fight, "a")
    assert "C3" in reached(fight, "a")


@rule(
    "C33c",
    "A hex beside somebody that lies more than 2 m higher or lower is no place for a foe and no room for a flank.",
)
def test_a_narrow_bridge() -> None:
    drawing = """
        . . . . .
         . a b c .
        . . . . .
    """
    bridge = ". . . . .\n 4 4 4 4 4\n. . . . ."
    people = fighter("a", "us", dex=14), fighter("b", dex=6), fighter("c", "us", dex=9)
    assert begin_places(placed(drawing, *people)) == 6
    assert begin_places(placed(drawing, *people, heights=bridge)) == 2
    for heights, found in (("", "flanked"), (bridge, "")):
        fight = placed(drawing, *people, heights=heights)
        fight.play({"a": [attack("b", also=("flank/b",))]}, MISS)
        assert formation(fight, "b") == found


def begin_places(fight: Scene) -> int:
    """How many foes there is room for about b, as a sees it."""
    sight = fight.fight.questions()[0].sight()
    return sight.places_round(1)


@rule(
    "C33d",
    "Ground that lies more than 2 m above both of two people is like a blocked hex to what passes between them.",
)
@pytest.mark.parametrize(
    ("heights", "seen"),
    [("1 . 2 . .", True), ("1 . 3 . .", True), ("1 . 4 . .", False), ("3 . 5 . .", True)],
)
def test_a_rise_between_two(heights: str, seen: bool) -> None:
    fight = placed("a . . . b", archer("a", dex=14), fighter("b", dex=6), heights=heights)
    assert ("shoot/bow" in fight.offers("a")) is seen
    over = placed("a . . . b", archer("a", dex=14), high(fighter("b", dex=6)), heights=heights)
    assert "shoot/bow" in over.offers("a")


def test_the_distance_of_a_shot_counts_no_heights() -> None:
    fight = placed("a . . . b", archer("a", dex=14), fighter("b", dex=6), heights="9 . . . .")
    fight.play({"a": [shoot("b")]}, MISS)
    assert figure(fight.attack(), "attack_chance") == 50


# --- room for the large, and for those who come off something ------------------------------------


def giant(at: str = "C2") -> Entry:
    return on(at, moving(8, fighter("a", dex=14, size=40)))


LARGE = ". . . . . . .\n . . . . . . .\n. . . . . . ."


@rule(
    "C33e",
    "Whoever covers seven hexes has no place where one of them lies more than 1 m higher or lower than the middle.",
)
def test_the_large_want_even_ground() -> None:
    flat = placed(LARGE, giant(), on("G1", fighter("b")), heights=LARGE.replace(".", "1"))
    assert "D2" in reached(flat, "a")
    slope = ". 1 1 2 2 3 .\n . 1 1 2 4 4 4\n. 1 1 2 2 3 ."
    steep = placed(LARGE, giant("C2"), on("G1", fighter("b")), heights=slope)
    assert "E2" in reached(placed(LARGE, giant("C2"), on("G1", fighter("b"))), "a")
    assert "D2" not in reached(steep, "a")
    with pytest.raises(SetupError, match="no ground for somebody that large"):
        placed(LARGE, giant("D2"), on("G1", fighter("b")), heights=slope)
    with pytest.raises(IllegalAmendmentError, match="can stand on"):
        steep.amend(Place("a", "D2"))


def horse() -> Entry:
    made = fighter("m", "us", dex=16, size=26, weapons=(CLAWS,), held=(), skills=HANDY)
    return replace(moving(12, made), steed="trained")


def rider() -> Entry:
    made = fighter("a", "us", dex=14, weapons=(SWORD, FIST), skills=HANDY | {"Riding": 50})
    return replace(mounted(made), rides="m")


@rule(
    "C33f",
    "Whoever comes to the nearest free hex comes over no edge if any free hex can be reached without.",
)
def test_getting_off_on_a_bridge() -> None:
    drawing = ". . . . .\n . . m . .\n. . . . ."
    bridge = ". . . . .\n 4 4 4 4 4\n. . . . ."
    people = horse(), rider(), on("A2", fighter("b", dex=1))
    fight = placed(drawing, *people, heights=bridge)
    fight.play({"a": [Said("dismount")]})
    assert place(fight, "a") == "D2"
    pillar = placed(drawing, *people, heights=". . . . .\n . . 4 . .\n. . . . .")
    pillar.play({"a": [Said("dismount")]})
    assert pillar.fight.people[1].level == 0


# --- the higher ground ---------------------------------------------------------------------------


@rule("P16m", "A close attack on somebody who stands lower is at +20 %, for the higher ground.")
@pytest.mark.parametrize(
    ("mine", "its", "found"), [(1, 0, 20), (2, 0, 20), (0, 0, None), (0, 1, None)]
)
def test_higher_ground(mine: int, its: int, found: int | None) -> None:
    fight = beside(mine, its).play({"a": [attack("b")]}, MISS)
    assert terms(fight.attack(), "attack_chance").get("higher ground") == found


def test_shots_gain_nothing_by_higher_ground() -> None:
    people = archer("a", dex=14), fighter("b", dex=6, weapons=[SHIELD])
    fight = placed("a . . b", *people, heights="4 . . .")
    fight.play({"a": [shoot("b")], "b": [parry("shield")]}, f"{MISS} {MISS}")
    assert "higher ground" not in terms(fight.attack(), "attack_chance")
    assert "attacker on higher ground" not in terms(fight.attack(), "defence_chance")


@rule("P16m2", "Whoever stands lower parries and dodges a close attack at -20 %.")
@pytest.mark.parametrize("defence", [parry(), DODGE])
@pytest.mark.parametrize(("mine", "its", "found"), [(1, 0, -20), (0, 0, None), (0, 1, None)])
def test_defence_from_below(defence: Said, mine: int, its: int, found: int | None) -> None:
    fight = beside(mine, its).play({"a": [attack("b")], "b": [defence]}, f"{MISS} {MISS}")
    assert terms(fight.attack(), "defence_chance").get("attacker on higher ground") == found


@rule("P16m3", "Where one of the two flies there is no higher ground.")
@pytest.mark.parametrize("flies", ["a", "b"])
def test_those_who_fly(flies: str) -> None:
    people = [fighter("a", dex=14), fighter("b", dex=6)]
    people = [flying(one) if one.id == flies else one for one in people]
    fight = beside(2, 0, *people).play({"a": [attack("b")], "b": [parry()]}, f"{MISS} {MISS}")
    assert "higher ground" not in terms(fight.attack(), "attack_chance")
    assert "attacker on higher ground" not in terms(fight.attack(), "defence_chance")


@rule(
    "P16m4",
    "What the saddle gives against those on foot is not given again for higher ground.",
)
def test_in_the_saddle_on_higher_ground() -> None:
    people = mounted(fighter("a", dex=14)), fighter("b", dex=6)
    fight = beside(2, 0, *people).play({"a": [attack("b")], "b": [parry()]}, f"{MISS} {MISS}")
    found = terms(fight.attack(), "attack_chance")
    assert (found["mounted"], found.get("higher ground")) == (20, None)
    found = terms(fight.attack(), "defence_chance")
    assert (found["attacker mounted"], found.get("attacker on higher ground")) == (-20, None)

    # Against another rider it is, and so it is on foot from above.
    people = mounted(fighter("a", dex=14)), mounted(fighter("b", dex=6))
    fight = beside(2, 0, *people).play({"a": [attack("b")]}, MISS)
    assert terms(fight.attack(), "attack_chance")["higher ground"] == 20
    people = fighter("a", dex=14), mounted(fighter("b", dex=6))
    fight = beside(2, 0, *people).play({"a": [attack("b")]}, MISS)
    found = terms(fight.attack(), "attack_chance")
    assert (found["higher ground"], found["target mounted"]) == (20, -20)


def test_boxed_in_by_edges() -> None:
    pit = "9 9 9 9\n 9 2 . 9\n9 9 9 9"
    drawing = ". . . .\n . a b .\n. . . ."
    for flies, found in ((False, -20), (True, None)):
        b = fighter("b", dex=6)
        people = fighter("a", dex=14), flying(b) if flies else b
        fight = placed(drawing, *people, heights=pit)
        fight.play({"a": [attack("b")], "b": [DODGE]}, f"{MISS} {MISS}")
        assert terms(fight.attack(), "defence_chance").get("boxed in") == found


# --- over the edge -------------------------------------------------------------------------------


@rule(
    "P25f",
    "Whoever is knocked back or thrown over an edge, to a hex that lies more than 1 m lower, comes no farther, falls prone and has no Acrobatics roll.",
)
def test_over_the_edge() -> None:
    fight = placed(LANE, fighter("a", dex=14), small(), heights=DROP)
    fight.play({"a": [attack("b")]}, f"{PUSH} d6=3 d20=10")
    assert place(fight, "b") == "F2"
    assert fight.seen("b").stance == "prone"
    assert foes(fight, "a") == {}
    assert events(fight, "attack", "knocked_back", "moved", "condition", "fell") == [
        "attack",
        "knocked_back",
        "moved",
        "condition",
        "fell",
    ]
    assert fight.of("condition")[0].facts["cause"] == "over the edge"
    told = " ".join(line.text for line in Teller(fight.fight.setup).lines(fight.events))
    assert "B falls 4 m over the edge: 3 to the chest" in told


def test_a_small_step_is_no_edge() -> None:
    fight = placed(LANE, fighter("a", dex=14), small(), heights=thrice("1 1 1 1 1 . . . ."))
    fight.play({"a": [attack("b")]}, f"{PUSH} d100=50")
    assert place(fight, "b") == "F2"
    assert fight.seen("b").stance == "standing"
    assert not fight.of("fell")


def test_a_push_that_ends_before_the_edge() -> None:
    fight = placed(LANE, fighter("a", dex=14), small(), heights=thrice("4 4 4 4 4 4 . . ."))
    fight.play({"a": [attack("b")]}, f"{PUSH} d100=50")
    assert (place(fight, "b"), fight.seen("b").stance) == ("F2", "standing")
    lane = f"{EMPTY}\n a . . . b . . . .\n{EMPTY}"
    edge = thrice("4 4 4 4 4 4 . . .")
    charged = placed(lane, fighter("a", dex=14), small(), heights=edge)
    charged.play({"a": [charge("b")]}, "d100=40 d8=8 d4=1 d20=10 d6=3 d20=10")
    assert place(charged, "b") == "G2"
    assert charged.of("fell")[0].facts == {"metres": "4"}


def test_somebody_who_lay_already() -> None:
    fight = placed(
        LANE, fighter("a", dex=14), small(), heights=DROP, given=[SetStatus("b", "prone")]
    )
    fight.play({"a": [attack("b")]}, f"{PUSH} d6=3 d20=10")
    assert place(fight, "b") == "F2"
    assert len(fight.of("fell")) == 1


def test_somebody_stands_below() -> None:
    people = fighter("a", dex=14), small(), on("F2", fighter("c", "b", dex=1))
    fight = placed(LANE, *people, heights=DROP)
    fight.play({"a": [attack("b")]}, f"{PUSH} d100=50")
    assert place(fight, "b") == "E2"


def test_thrown_over_the_edge() -> None:
    wrestler = fighter("a", dex=14, weapons=(FIST, SWORD), held=(), skills=HANDY)
    other = fighter("b", dex=1, weapons=(SWORD, FIST), skills=HANDY, hide=40)
    fight = placed(LANE, wrestler, other, heights=DROP)
    fight.play({"a": [Said("grapple/fist", ("b",))]}, "d100=30 d100=20 d100=60")
    fight.play({"a": [Said("throw")]}, "d100=30 d100=60 d4=2 d20=10 d6=4 d20=4", upto=(1, 2))
    assert place(fight, "b") == "F2"
    assert events(fight, "thrown", "fell") == ["thrown", "fell"]
    assert fight.points("b", "left leg") == 1
    assert fight.fight.people[0].holding < 0


def shrunk(entry: Entry, size: int) -> Entry:
    """The same somebody, of this SIZ, with a hide that lets nothing through."""
    traits = replace(entry.sheet.characteristics, SIZ=size)
    return replace(entry, sheet=replace(entry.sheet, characteristics=traits, natural_armour=40))


@rule(
    "P25f2",
    "Riders, their mounts and whoever covers seven hexes stop before an edge, and those who fly go on over it.",
)
def test_who_stops_before_an_edge_and_who_does_not() -> None:
    bird = placed(LANE, fighter("a", dex=14), flying(small()), heights=DROP)
    bird.play({"a": [attack("b")]}, f"{PUSH} d100=50")
    assert (place(bird, "b"), bird.seen("b").stance) == ("F2", "standing")
    assert not bird.of("fell")

    steed, up = shrunk(horse(), 3), shrunk(rider(), 2)
    striker = on("D2", fighter("c", dex=17))
    for target in ("a", "m"):
        lane = LANE.replace("a b", ". m")
        pair = placed(lane, steed, up, striker, heights=DROP)
        roll = "d100=51 d6=1 d20=10" if target == "a" else "d100=50"
        pair.play({"c": [attack(target)]}, f"d100=20 d8=8 d20=10 {roll}")
        assert pair.of("knocked_back")
        assert [c.level for c in pair.fight.people] == [4, 4, 4]
        assert not pair.of("fell")

    whole = "\n".join(" " * (row % 2) + "4 4 4 4 4 4 4 4 . . . ." for row in range(5))
    drawing = "\n".join(" " * (row % 2) + ". . . . . . . . . . . ." for row in range(5))
    maul = replace(SWORD, close=Blow("1H Sword", 1, 8, 50))
    large = on("G3", fighter("b", dex=1, size=40, hide=90))
    fight = placed(drawing, on("E3", fighter("a", dex=14, weapons=[maul])), large, heights=whole)
    fight.play({"a": [attack("b")]}, f"{PUSH} d100=50")
    assert fight.of("knocked_back")
    assert place(fight, "b") == "G3"


@rule(
    "P25f3",
    "Whoever is knocked back against an edge that rises meets it like a blocked hex.",
)
def test_against_a_rise() -> None:
    fight = placed(LANE, fighter("a", dex=14), small(), heights=thrice(". . . . . 2 2 2 2"))
    fight.play({"a": [attack("b")]}, f"{PUSH} d100=50 d100=60 d4=2 d20=10")
    assert place(fight, "b") == "E2"
    assert events(fight, "crashed") == ["crashed"]


@rule(
    "P25g",
    "A fall over an edge takes 1D6 hit points for each 5 m of it, begun ones too, off one location by the die for locations, whatever one wears.",
)
@pytest.mark.parametrize(
    ("deep", "dice", "points"),
    [(2, "d6=3", 3), (5, "d6=3", 3), (6, "d6=2 d6=1", 3), (9, "d6=1 d6=1", 2)],
)
def test_how_hard_a_fall_is(deep: int, dice: str, points: int) -> None:
    edge = DROP.replace("4", str(deep))
    fight = placed(LANE, fighter("a", dex=14), small(), heights=edge)
    fight.play({"a": [attack("b")]}, f"{PUSH} {dice} d20=2")
    assert figure(fight.of("fell")[0], "damage") == points
    assert fight.points("b", "right leg") == 3 - points


@rule("P25g2", "It hurts when all blows of the moment have landed.")
def test_falls_come_after_all_blows() -> None:
    people = [fighter(one, "a", dex=14, size=3, strong=19) for one in ("a", "c")]
    people = people[0], small(), on("E1", people[1])
    fight = placed(LANE, *people, heights=DROP)
    fight.play({"a": [attack("b")], "c": [attack("b")]}, f"{PUSH} {MISS} d6=3 d20=10")
    assert events(fight, "attack", "fell") == ["attack", "attack", "fell"]


@pytest.mark.parametrize(
    ("resilience", "found"), [("d100=30 d6=3 d20=10", ["fell"]), ("d100=60", [])]
)
def test_the_dead_fall_no_harder(resilience: str, found: list[str]) -> None:
    fight = placed(LANE, fighter("a", dex=14), small(hide=0), heights=DROP)
    fight.play({"a": [attack("b")]}, f"d100=40 d8=8 d20=19 {resilience}")
    assert place(fight, "b") == "F2"
    assert events(fight, "fell") == found


def test_an_opportunity_blow_of_a_moment_of_several() -> None:
    people = fighter("a", "us", dex=9), replace(small(), side="them")
    fight = placed(LANE, *people, on("A1", fighter("c", "us", dex=1)), heights=DROP)
    fight.play(
        {"b": [Said("stance", ("kneeling",))], "a": [opportunity()], "c": [Said("defend")]},
        f"{PUSH} d6=3 d20=10",
    )
    assert place(fight, "b") == "F2"
    assert events(fight, "fell") == ["fell"]


# --- minds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mind", sorted(POLICIES))
def test_minds_at_an_edge(mind: str) -> None:
    drawing = "a . . . . . . b"
    fight = placed(drawing, fighter("a", dex=14), fighter("b"), heights="4 4 4 4 . . . .")
    said = says(mind, fight)
    assert not said.startswith(("charge", "attack"))


def test_the_steady_go_round_by_the_stairs() -> None:
    drawing = """
        . . a . b
         . . . . .
        . . . . .
    """
    stairs = """
        3 3 3 . .
         3 2 1 . .
        3 3 3 . .
    """
    fight = placed(drawing, moving(8, fighter("a", dex=14)), fighter("b", dex=1), heights=stairs)
    assert says("reckless", fight) == "move close/b"
    assert went(fight.play({"a": [Said("sprint", ("close/b",))]}), "a") == ["D2"]


# --- scenarios -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heights", "said"),
    [
        (("00", "00", "00"), "has 3 rows"),
        (("0", "00"), "has 1 hexes"),
        (("0x", "00"), "'x'"),
    ],
)
def test_a_field_whose_heights_are_no_drawing(heights: tuple[str, ...], said: str) -> None:
    setup = beside(0, 0).fight.setup
    people = [on(at, one) for at, one in zip(("A1", "B1"), setup.combatants, strict=True)]
    wrong = replace(setup, combatants=tuple(people), field=Field(2, 2, heights=heights))
    with pytest.raises(SetupError, match=r"field\.heights") as refused:
        begin(wrong, SEED)
    assert said in str(refused.value)


def written(
    heights: str, more: str = 'rows = [". . . . .", " . . . . ."]', a: str = "", b: str = ""
) -> Setup:
    """A scenario with a map of these heights, A at its left end and B at its right end."""
    text = f"""
name = "Test"
rules = "request"
sides = ["one", "two"]
combatants = [
  {{ side = "one", creature = "guard", id = "a", place = "A1" {a} }},
  {{ side = "two", creature = "guard", id = "b", place = "E1" {b} }},
]
[map]
{more}
heights = [{heights}]
"""
    return decode(tomllib.loads(text))


STAIRS = '"0 1 . . 3", " 0 . 1 2 3"'


def test_heights_in_a_scenario() -> None:
    field = written(STAIRS).field
    assert field is not None
    assert field.heights == ("01003", "00123")
    plain = written(STAIRS, "width = 5\nheight = 2").field
    assert plain is not None
    assert (plain.rows, plain.heights) == ((), field.heights)
    level = written('"0....", "....0"').field
    assert level is not None
    assert level.heights == ()


@pytest.mark.parametrize(
    ("heights", "said"),
    [
        ("", "map.heights: has 0 rows; expected 2, as many as the map"),
        ('"00000"', "map.heights: has 1 rows; expected 2, as many as the map"),
        (
            '"00000", "000"',
            "map.heights[1] (row 2): has 3 hexes; expected 5, as many as the map",
        ),
        (
            '"00000", "0#000"',
            'map.heights[1] (row 2): "#" is no height; expected a digit, in metres, or `.` for 0',
        ),
        (
            '" 00000", "00001"',
            "map.heights[0] (row 1): is indented; expected every second row to be, beginning with the second",
        ),
    ],
)
def test_heights_that_are_refused(heights: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        written(heights)
    assert bare(refused.value) == said


def test_who_may_begin_above_everybody() -> None:
    cliff = '"00003", "00003"'
    sword = ', weapons = ["war-sword"]'
    for more in (', weapons = ["javelin"]', sword + ", flying = true"):
        assert written(cliff, a=more, b=more).field is not None
    with pytest.raises(SetupError) as refused:
        written(cliff, a=sword, b=sword)
    said = (
        "a cannot get from A1 to any foe, and has nothing to shoot or throw; expected a way to one"
    )
    assert bare(refused.value) == f"combatants[0].place: {said}"


def test_the_large_in_a_scenario() -> None:
    big = {"creature": "guard", "characteristics": {"SIZ": 40}}
    document = {
        "name": "Test",
        "rules": "request",
        "sides": ["a", "b"],
        "map": {"width": 9, "height": 3, "heights": ["." * 9, "..1......", "......2.."]},
        "combatants": [
            {"side": "a", "id": "big", "place": "B2", **big},
            {"side": "b", "place": "I1", "creature": "guard"},
        ],
    }
    assert decode(document).field is not None
    document["combatants"] = [
        {"side": "a", "id": "big", "place": "F2", **big},
        {"side": "b", "place": "A1", "creature": "guard"},
    ]
    with pytest.raises(SetupError) as refused:
        decode(document)
    said = "F2 has no room for SIZ 40: G3 lies 2 m higher or lower; expected a hex with six more free ones round it"
    assert bare(refused.value) == f"combatants[0].place: {said}"


def test_whom_a_game_master_raises_in_the_midst_of_a_shot_is_engaged_with_nobody_below() -> None:
    people = fighter("a", "us", dex=1), flying(fighter("b", "them", dex=1))
    fight = placed(f"{EMPTY}\n . . . a b . . . c\n{EMPTY}", *people, archer("c", "us", dex=14))
    fight.answer(shoot("b"))
    assert foes(fight, "b") == {"a": "normal"}
    fight.amend(SetStatus("b", "high"))
    assert (fight.open()[0].combatant, fight.open()[0].kind) == ("b", "reaction")
    assert foes(fight, "b") == {}


def test_the_dead_who_are_hurt_again_are_what_a_snapshot_says_they_are() -> None:
    people = fighter("a", "us"), fighter("b", "them"), fighter("c", "them")
    fight = placed("a b c", *people).amend(SetHitPoints("b", "left leg", -9), dice="d100=01")
    fight.amend(SetStatus("b", "dead"))
    b = fight.fight.people[1]
    hurt(fight.fight, b, 0, 20)
    known = (b.wound_score, b.metres)
    b.settle()
    assert (b.wound_score, b.metres) == known


@pytest.mark.parametrize(
    ("change", "band"),
    [
        (SetStatus("a", "high"), "high"),
        (SetStatus("b", "high", on=False), "low"),
        (SetStatus("b", "flying", on=False), "low"),
    ],
)
def test_nobody_is_put_into_a_band_that_is_full(change: SetStatus, band: str) -> None:
    above = on("A1", high(fighter("b", "us"))), on("B1", high(fighter("d", "us")))
    crew = flying(fighter("a", "us")), fighter("c", "them"), *above
    fight = placed("a c", *crew)
    with pytest.raises(IllegalAmendmentError, match="room for it first"):
        fight.amend(change)
    room = Remove("d") if band == "high" else Hide("c")
    fight.amend(room, change)
    assert place(fight, change.who) == "B1"
    unseen = placed("a c", *crew).amend(Hide(change.who), change)
    assert place(unseen, change.who) == "A1"
