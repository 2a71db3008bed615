"""RULES.md, in the saddle: rider and mount as two who share a place, and what parts them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import pytest
from msgspec import structs
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Engage,
    Hide,
    Option,
    Place,
    Remove,
    Reveal,
    Seize,
    SetHitPoints,
    SetStatus,
)
from rules.kernel.temper.model import Temper
from rules.request.course import formations
from rules.request.course.choices import ATTACK, CHARGE
from rules.request.course.exchange import offer_stands
from rules.request.course.formations import bonus
from rules.request.course.machine import restore
from rules.request.course.shadow import sight_from
from rules.request.data import library
from rules.request.model import Add, Armour, Blow, Change, Entry, Seat, Weapon
from tests.rules.request.build import (
    BOW,
    DECLINE,
    DODGE,
    PASS,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    attack,
    attack_need,
    copied,
    defence_need,
    fighter,
    figure,
    scene,
    shoot,
    terms,
)
from tests.rules.request.places import (
    CLAWS,
    FIST,
    HANDY,
    breakaway,
    charge,
    choices,
    closer,
    farther,
    flying,
    foes,
    follow,
    formation,
    leads,
    mounted,
    move,
    moving,
    on,
    opportunity,
    oppose,
    place,
    placed,
    problem,
    retreat,
    went,
)
from tests.support.rulebook import rule
from tests.support.slots import differences

LANCE = Weapon("lance", "lance", 1, 2, 10, "extra long", close=Blow("Spear", 1, 10, 2))
HOOVES = CLAWS
FIELD = """
. . . . . . . . . .
 . . . . . . . . . .
. m . . . . b . . .
 . . . . . . . . . .
. . . . . . . . . .
"""
BESIDE = """
. . . . . .
 . . . . . .
. . m b . .
 . . . . . .
. . . . . .
"""


def horse(name: str = "m", side: str = "a", dex: int = 5, size: int = 26) -> Entry:
    """A mount with claws, Move 12, and a damage modifier of +1D10."""
    made = fighter(
        name, side, dex=dex, strong=20, size=size, weapons=(CLAWS,), held=(), skills=HANDY
    )
    return replace(moving(12, made), steed="trained")


def rider(name: str = "a", mount: str = "m", *, hidden: bool = False, held: str = "sword") -> Entry:
    """Somebody on *mount*, with sword, shield and lance, the sword in hand."""
    skills = {"Riding": 90, **HANDY}
    made = fighter(
        name, "a", dex=12, skills=skills, weapons=(SWORD, SHIELD, LANCE, FIST), held=(held,)
    )
    return replace(mounted(made), rides=mount, hidden=hidden)


def plated(points: int) -> Entry:
    plate = Armour("plate", "plate", points, ("chest",), 0)
    made = rider()
    return replace(made, sheet=replace(made.sheet, armour=(plate,)))


def lancer() -> Entry:
    return rider(held="lance")


def footman(name: str = "b", dex: int = 6) -> Entry:
    return fighter(name, dex=dex, weapons=(SWORD, SPEAR), skills=HANDY)


def pair(drawing: str = FIELD, *others: Entry, who: Entry | None = None) -> Scene:
    return placed(drawing, horse(), who or rider(), *(others or (footman(),)))


# --- one place ------------------------------------------------------------------------------


@rule(
    "P34d",
    "Somebody may ride a mount that has hit points, turns and actions of its own, and the two share one place, which is the mount's.",
)
def test_two_share_a_place() -> None:
    fight = pair(BESIDE)
    assert place(fight, "a") == place(fight, "m") == "C3"
    assert fight.seen("a").rides == "m"
    assert fight.seen("a").hit_points != fight.seen("m").hit_points
    fight.play({"a": [attack("b")], "m": [attack("b", "claws")]}, "d100=96 d100=96")
    assert [event.by for event in fight.of("attack")] == ["a", "m"]


@rule(
    "P34e",
    "The rider moves both, in its own turn and at the Move of the mount, which goes nowhere by itself.",
)
def test_the_rider_moves_both() -> None:
    fight = pair()
    assert fight.option("a", "move").rank == 12
    assert "H1" not in leads(fight, "a").values()
    fight.play({"a": [move("E4")]})
    assert place(fight, "a") == place(fight, "m") == "E4"
    assert went(fight, "a") == ["E4"]
    assert went(fight, "m") == []
    for verb in ("move", "sprint", "charge/claws", "breakaway"):
        assert problem(pair(), "m", verb) == "P34e"


def test_the_pair_leaves_the_field_together() -> None:
    fight = pair()
    fight.play({"a": [move("leave")]})
    assert [event.by for event in fight.of("left")] == ["a", "m"]


@rule("P34f", "A mount with a rider on it is neither on foot nor in the saddle.")
def test_a_ridden_mount_is_neither() -> None:
    fight = pair(BESIDE)
    assert attack_need(fight, {"a": [attack("b")]}) == 70
    on_horses = placed(
        BESIDE,
        horse(),
        rider(),
        on("D3", replace(horse("n", "b"), id="b", side="b")),
        replace(rider("c", "b"), side="b"),
    )
    assert attack_need(on_horses, {"a": [attack("b")]}, "d8") == 50
    assert attack_need(fight, {"b": [attack("m")]}) == 50
    assert attack_need(fight, {"b": [attack("a")]}) == 30
    kick = copied(fight).play({"m": [attack("b", "claws")]}, "d100=96").attack()
    assert figure(kick, "attack_chance") == 50
    assert defence_need(fight, {"b": [attack("m")], "m": [DODGE]}) == 50


# --- two who act ----------------------------------------------------------------------------


@rule("P34g", "Whoever comes off its mount on the way goes no farther.")
def test_off_on_the_way() -> None:
    three = """
. . . . . .
 . . . . . .
. m . b . .
 . . . . . .
. . . . . .
"""
    fight = placed(three, horse(), rider(), footman())
    hit = "d100=01 d6=1 d20=20"
    script = {"a": [move("F3")], "b": [opportunity()]}
    fight.play(script, f"d100=30 d8=6 d20=1 d4=1 {hit.split(' ', 1)[1]}")
    assert [event.facts["how"] for event in fight.of("moved", by="a")] == ["move", "unseated"]
    assert place(fight, "m") == "C3"
    assert fight.seen("a").rides == ""
    assert fight.seen("a").stance == "prone"


@rule(
    "P34i",
    "Neither rider nor mount grapples, and what holds one of the two holds both in their place.",
)
def test_no_grapple_from_the_saddle() -> None:
    fight = pair(BESIDE)
    assert problem(copied(fight), "a", "grapple/fist") == "P34i"
    with pytest.raises(IllegalAmendmentError, match="neither a rider nor its mount"):
        fight.amend(Seize("a", "b"))


@rule("P34j", "Neither rider nor mount changes its stance.")
def test_no_other_stance() -> None:
    assert problem(pair(), "a", "stance") == "P34j"
    assert problem(pair(), "m", "stance") == "P34j"


@rule(
    "D12a",
    "Rider and mount are engaged with the same foes, both at long reach or neither, and come to be so while neither of them is surprised.",
)
def test_one_engagement() -> None:
    fight = pair(BESIDE)
    assert foes(fight, "a") == foes(fight, "m") == {"b": "normal"}
    fight.play({"a": [farther("b")], "b": [oppose()]}, "d100=10 d100=90")
    assert foes(fight, "a") == foes(fight, "m") == {"b": "long"}
    fight.play({"a": [closer("b")]}, "d100=10", (1, 2))
    fight.play({"a": [closer("b")]}, "d100=10", (2, 1))
    assert foes(fight, "a") == {"b": "short"}
    assert foes(fight, "m") == {"b": "normal"}
    fight.play({"a": [breakaway("back")]}, "", (2, 2))
    assert foes(fight, "a") == foes(fight, "m") == {}
    caught = placed(BESIDE, replace(horse(), surprised=True), rider(), footman())
    assert foes(caught, "a") == {}


@rule("A11f", "Rider and mount take the places of one, of the SIZ of the mount.")
def test_places_of_one() -> None:
    ring = """
. . . . . .
 . d c . . .
. m b n . .
 . . e . . .
. . . . . .
"""
    friends = {"m": (), "c": ()}
    people = [horse(), rider(), footman("b")]
    others = [replace(horse("n"), id="n"), rider("o", "n")]
    more = [replace(footman(name), side="a") for name in "cde"]
    fight = placed(ring, *people, *others, *more)
    # two for each mount, one for each of two: of the three on foot the last finds no place
    assert foes(fight, "b").keys() == {"m", "a", "n", "o", "c", "d"}
    assert friends


@rule(
    "R40d",
    "For flanking and surrounding rider and mount count as one, and are no friends that stand by each other.",
)
def test_a_pair_flanks_as_one() -> None:
    between = """
. . . . . .
 . . . . . .
. . m b c .
 . . . . . .
. . . . . .
"""
    alone = pair(BESIDE)
    alone.play({"a": [attack("b", also=("flank/b",))]}, "d100=96")
    assert formation(alone, "b") == ""
    both = placed(between, horse(), rider(), footman(), replace(footman("c"), side="a"))
    both.play({"a": [attack("b", also=("flank/b",))]}, "d100=96")
    assert formation(both, "b") == "flanked"
    theirs = placed(
        """
. . . . . .
 . . . . . .
. c m b . .
 . . . . . .
. . . . . .
""",
        horse(),
        rider(),
        footman(),
        replace(footman("c"), side="b"),
    )
    theirs.play({"b": [attack("a", also=("flank/a",))]}, "d100=96")
    assert formation(theirs, "a") == "flanked"


@rule("P18i", "Whoever breaks away and is held by a rider or by its mount is held by both.")
def test_held_by_both() -> None:
    fight = pair(BESIDE, footman(dex=13))
    fight.play({"b": [breakaway("back")], "a": [oppose()]}, "d100=40 d100=45")
    assert foes(fight, "b") == {"a": "normal", "m": "normal"}
    free = pair(BESIDE, footman(dex=13))
    free.play({"b": [breakaway("back")], "a": [oppose()]}, "d100=40 d100=95")
    assert foes(free, "b") == {}


def test_the_rider_follows_for_both() -> None:
    fight = pair(BESIDE, footman(dex=13))
    fight.play({"b": [retreat("nobody", "back")], "a": [follow("D3")]})
    assert place(fight, "a") == place(fight, "m") == "D3"
    stays = pair(BESIDE, footman(dex=13))
    stays.play({"b": [retreat("nobody", "back")]})
    assert foes(stays, "a") == foes(stays, "m") == {}
    assert len(stays.asked("a", "reaction")) == 1
    assert not stays.asked("m", "reaction")
    bolts = pair(BESIDE, footman(dex=13)).amend(SetStatus("m", "bolting"))
    bolts.play({"b": [retreat("nobody", "back")]})
    assert not bolts.asked("a", "reaction")


def test_a_pair_is_left_once() -> None:
    fight = pair(BESIDE, footman(dex=13))
    fight.play({"b": [breakaway("back")], "a": [oppose()]}, "d100=40 d100=95")
    assert [(event.by, event.at) for event in fight.of("disengaged")] == [("b", "m"), ("b", "a")]


def test_a_pair_two_hexes_off_holds_one_direction() -> None:
    drawing = """
. . . . . .
 . . . . . .
. . b . . .
 . . . m . .
. . . . . .
"""
    fight = placed(drawing, horse(), lancer(), footman(), given=[Engage("a", "b", "long")])
    assert foes(fight, "b") == {"a": "long", "m": "long"}
    _, _, target = fight.fight.people
    ground = fight.fight.the_ground()
    held = formations._held(fight.fight, ground, target, target.foes)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    assert sum(by >= 0 for by in held) == 1


def test_whoever_minds_the_mount_minds_its_rider() -> None:
    drawing = """
. . . . . .
 . . . . . .
. . m b c .
 . . . . . .
. . . . . .
"""
    fight = placed(drawing, horse(), rider(), footman(), replace(footman("c"), side="a"))
    fight.play({"a": [attack("b", also=("flank/b",))]}, "d100=96")
    mount, on_it, target, other = fight.fight.people
    for minded, helped in ((on_it, [other]), (mount, [other]), (other, [mount, on_it])):
        target.focus = minded.index
        assert [one for one in fight.fight.people if bonus(one, target)] == helped


@rule("P34h", "Of rider and mount the one that moves both provokes by it.")
def test_the_one_that_moves_provokes() -> None:
    fight = pair(BESIDE).play({"a": [move("D2")], "b": [opportunity()]}, "d100=96")
    assert [(event.by, event.at) for event in fight.of("attack")] == [("b", "a")]
    bolts = pair(BESIDE).amend(SetStatus("m", "bolting"))
    bolts.play({"m": [move("D2")], "b": [opportunity()]}, "d100=96")
    assert [(event.by, event.at) for event in bolts.of("attack")] == [("b", "m")]


@rule("P34x", "The nerve of a mount is not tested while somebody rides it.")
def test_whoever_is_ridden_keeps_its_nerve() -> None:
    shy = replace(horse(), temper=Temper("beast", 4))
    legs = SetHitPoints("m", "right arm", -1)
    ridden = placed(FIELD, shy, rider(), footman()).play().amend(legs, dice="d4=1")
    assert not ridden.play(upto=(1, 2)).of("nerve")
    afoot = replace(on("A1", rider()), rides="", mounted=False)
    alone = placed(FIELD, shy, afoot, footman()).play()
    assert alone.amend(legs, dice="d4=1").play(upto=(1, 2)).of("nerve", at="m")


# --- out of the saddle ----------------------------------------------------------------------


@rule(
    "P34l",
    "Whoever falls or is felled in the saddle comes off its mount, and so does whoever has a mount that falls or is felled.",
)
def test_out_of_the_saddle() -> None:
    fight = pair().amend(SetHitPoints("a", "left leg", -1), dice="d4=1 d6=1 d20=20")
    assert (fight.seen("a").rides, fight.seen("a").stance) == ("", "prone")
    assert "mounted" not in fight.seen("a").conditions
    felled = pair().amend(SetStatus("a", "unconscious"), dice="d6=1 d20=20")
    assert (felled.seen("a").rides, place(felled, "a")) == ("", place(felled, "m"))
    fallen = pair().amend(SetHitPoints("m", "left leg", -1), dice="d4=1 d100=20")
    assert fallen.seen("a").rides == ""
    dead = pair().amend(SetStatus("m", "dead"), dice="d100=20")
    assert (dead.seen("a").rides, place(dead, "a")) == ("", place(dead, "m"))
    assert [event.facts["how"] for event in dead.of("unseated")] == ["lands"]


@rule("P34l2", "Whoever yields in the saddle, or has a mount that yields, gets off it unhurt.")
@pytest.mark.parametrize("who", ["a", "m"])
def test_yielding(who: str) -> None:
    fight = pair().amend(SetStatus(who, "yielded"))
    assert (fight.seen("a").rides, fight.seen("a").stance) == ("", "standing")


@rule("P34m", "A fall from the saddle does 1D6 damage to a random location, less the armour there.")
def test_the_fall() -> None:
    cap = Armour("cap", "cap", 2, ("head",), 0)
    made = rider()
    capped = replace(made, sheet=replace(made.sheet, armour=(cap,)))
    fight = pair(FIELD, who=capped).amend(SetStatus("a", "out"), dice="d6=6 d20=19")
    (told,) = fight.of("tumbled")
    assert told.place == "head"
    assert terms(told, "through") == {"damage": 6, "armour": -2}
    assert fight.points("a", "head") == 1


def test_protection_helps_in_the_fall() -> None:
    """P26l: it adds to the armour there."""
    made = rider()
    skills = {**made.sheet.skills, "Runecast": 50}
    ward = replace(made.sheet, skills=skills, spells=(library().spells["ward"],))
    fight = pair(FIELD, who=replace(made, sheet=ward))
    fight.amend(SetStatus("a", "warded"), SetStatus("a", "out"), dice="d6=6 d20=19")
    (told,) = fight.of("tumbled")
    assert terms(told, "through") == {"damage": 6, "armour": 0, "warded": -2}


@rule(
    "P34m2",
    "Whoever blows bring out of the saddle or the sky is hurt by the fall when all blows of the moment have landed.",
)
def test_the_fall_comes_last() -> None:
    strong = replace(fighter("b", dex=13, strong=40, size=11, weapons=(SWORD,)), side="b")
    fight = pair(BESIDE, strong, who=plated(10))
    before = fight.points("a", "chest")
    fight.play({"b": [attack("a")]}, "d100=10 d8=8 d12=4 d20=12 d100=91 d6=6 d20=12")
    kinds = [event.kind for event in fight.events]
    assert kinds.index("attack") < kinds.index("unseated") < kinds.index("tumbled")
    (blow,), (tumble,) = fight.of("attack"), fight.of("tumbled")
    assert figure(blow, "through") == 2
    assert terms(tumble, "hit_points") == {"was": before - 2, "damage through": 0}


@rule(
    "P34n",
    "Whoever has a mount that falls or is felled comes to its feet if a Riding roll succeeds, and falls if not.",
)
def test_a_mount_gives_way() -> None:
    lands = pair().amend(SetStatus("m", "out"), dice="d100=90")
    assert lands.seen("a").stance == "standing"
    assert figure(lands.of("unseated")[0], "riding_chance") == 90
    falls = pair().amend(SetStatus("m", "out"), dice="d100=91 d6=1 d20=20")
    assert falls.seen("a").stance == "prone"
    assert falls.changes("a") == [("prone", "began")]


@rule(
    "P34o",
    "Whoever is knocked back in the saddle keeps its place if a Riding roll succeeds, and falls from the saddle if not.",
)
def test_knocked_out_of_the_saddle() -> None:
    strong = replace(fighter("b", dex=13, strong=40, size=11, weapons=(SWORD,)), side="b")
    fight = pair(BESIDE, strong, who=plated(10))
    hit = "d100=10 d8=8 d12=4 d20=12"
    stays = copied(fight).play({"b": [attack("a")]}, f"{hit} d100=90")
    assert (stays.seen("a").rides, place(stays, "a")) == ("m", "C3")
    falls = copied(fight).play({"b": [attack("a")]}, f"{hit} d100=91 d6=1 d20=20")
    assert (falls.seen("a").rides, falls.seen("a").stance) == ("", "prone")
    assert place(falls, "m") == "C3"


@rule(
    "P34p",
    "The charge of a rider with a lance has the damage modifier of the mount instead of its own.",
)
def test_a_lance() -> None:
    fight = pair(FIELD, who=lancer())
    hit = {"a": [charge("b", "lance")]}
    told = fight.play(hit, "d100=10 d10=1 d10=2 d4=1 d20=12").attack()
    assert terms(told, "damage") == {"1D10": 1, "weapon": 2, "+1D10": 2, "charge 1D4": 1}
    stabs = pair(BESIDE, who=lancer())
    told = stabs.play({"a": [attack("b", "lance")]}, "d100=96").attack()
    assert told.facts["outcome"] == "missed"


@rule("P34p2", "A weapon of extra long reach that takes one hand is a lance.")
def test_what_a_lance_is() -> None:
    fight = pair()
    told = fight.play({"a": [charge("b")]}, "d100=10 d8=1 d4=1 d20=4").attack()
    assert terms(told, "damage") == {"1D8": 1, "charge 1D4": 1}


@rule(
    "P34q",
    "Whoever comes off its mount and is able comes to the nearest free hex, or to where it was knocked.",
)
def test_where_it_comes_to() -> None:
    fight = pair().amend(SetStatus("a", "mounted", on=False))
    assert (place(fight, "m"), place(fight, "a")) == ("B3", "C3")
    assert fight.of("moved", by="a")[0].facts["how"] == "unseated"


@rule("P34r", "Whoever is thrown out of the saddle is hurt by the throw alone.")
def test_thrown_out_of_the_saddle() -> None:
    fight = pair(BESIDE, replace(fighter("b", dex=13, weapons=(FIST,), held=(), skills=HANDY)))
    fight.play({"b": [Said("grapple/fist", ("a",))]}, "d100=10 d100=10 d100=90")
    assert problem(copied(fight), "a", "sprint") == "P33n"
    fight.play({"b": [Said("throw")]}, "d100=10 d100=90 d4=1 d20=20", (1, 2))
    assert fight.seen("a").rides == ""
    assert not fight.of("tumbled")


@rule(
    "P34s",
    "Whatever the game master does to the place, the side or the hiding of a rider or its mount is done to both.",
)
def test_the_game_master_moves_both() -> None:
    for who in ("a", "m"):
        fight = pair(FIELD, footman(), on("J1", fighter("c"))).amend(Place(who, "E5"), Hide(who))
        assert place(fight, "a") == place(fight, "m") == "E5"
        assert fight.seen("a").hidden
        assert fight.seen("m").hidden
        fight.amend(Reveal(who), ChangeSide(who, "b"))
        assert not fight.seen("a").hidden
        assert fight.seen("a").side == fight.seen("m").side == "b"


@rule("P34k", "A mount has more SIZ than its rider.")
def test_a_mount_is_larger() -> None:
    with pytest.raises(SetupError, match="not larger"):
        placed(FIELD, horse(size=11), rider(), footman())


def test_a_mount_that_changed_sides_carries_its_new_friends() -> None:
    """Whoever joins in the saddle rides with the side that the mount is on by then, and with no other."""
    ours, theirs = rider("c"), replace(rider("c"), side="b")
    people = (horse(), on("J1", fighter("d", "a")), footman())
    fight = placed(FIELD, *people, given=[ChangeSide("m", "b")])
    assert copied(fight).amend(Add(theirs)).seen("c").rides == "m"
    with pytest.raises(IllegalAmendmentError, match="another side"):
        copied(fight).amend(Add(ours))
    with pytest.raises(IllegalAmendmentError, match="another side"):
        placed(FIELD, *people).amend(Add(theirs))


def test_a_rider_in_the_air_falls_from_there() -> None:
    up = replace(flying(horse()), high=True)
    fight = placed(FIELD, up, rider(), footman())
    assert {"mounted", "flying", "high"} <= {*fight.seen("a").conditions}
    down = copied(fight).amend(SetStatus("a", "out"), dice="d6=1 d6=1 d20=20")
    assert down.seen("m").conditions == ("flying", "high")
    assert "high" not in down.seen("a").conditions
    both = copied(fight).amend(
        SetStatus("m", "out"), dice="d100=01 d6=1 d6=1 d20=20 d6=1 d6=1 d20=20"
    )
    assert both.seen("a").stance == "prone"
    assert len(both.of("plunged")) == 2
    low = copied(fight).amend(SetStatus("m", "high", on=False))
    assert "high" not in low.seen("a").conditions
    afoot = low.amend(SetStatus("m", "flying", on=False))
    assert "flying" not in afoot.seen("a").conditions


def test_a_mount_taken_away_high_up_leaves_its_rider_nothing_to_fly_on() -> None:
    up = replace(flying(horse()), high=True)
    fight = placed(FIELD, up, rider(), footman())
    fight.amend(Remove("m"), dice="d6=1 d6=2 d20=20")
    assert figure(fight.of("plunged")[0], "damage") == 3
    assert (fight.seen("a").conditions, fight.seen("a").stance) == ((), "prone")
    alone = placed(FIELD, up, rider(), footman()).amend(Remove("a"))
    assert alone.seen("m").conditions == ("flying", "high")


def test_the_rider_takes_the_mount_up_and_down() -> None:
    fight = placed(FIELD, flying(horse()), rider(), footman())
    fight.play({"a": [Said("climb", ("D3",))]})
    assert "high" in fight.seen("m").conditions
    fight.play({"a": [Said("dive", ("E3",))]}, "", (1, 2))
    assert "high" not in fight.seen("m").conditions
    assert place(fight, "m") == "E3"


@pytest.mark.parametrize("who", ["a", "m"])
def test_one_of_the_two_is_taken_away(who: str) -> None:
    fight = pair().amend(Remove(who))
    other = "m" if who == "a" else "a"
    assert fight.seen(other).state == "up"
    assert (fight.seen("a").rides, fight.seen("a").state == "gone") == ("", who == "a")
    assert place(fight, other) == "B3"


@pytest.mark.parametrize("who", ["a", "m"])
def test_who_is_laid_down_sits_no_more(who: str) -> None:
    fight = pair().amend(SetStatus(who, "kneeling"))
    assert fight.seen("a").rides == ""
    assert fight.seen(who).stance == "kneeling"


def test_what_a_game_master_says_of_the_other() -> None:
    for change in (SetStatus("a", "flying"), SetStatus("m", "mounted")):
        with pytest.raises(IllegalAmendmentError, match="the status of"):
            pair().amend(change)


def test_a_pair_joins() -> None:
    fight = pair(FIELD)
    fight.amend(Add(on("F5", horse("n"))), Add(rider("o", "n")))
    assert (fight.seen("o").rides, place(fight, "o")) == ("n", "F5")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (rider("o", "nobody"), "comes before its rider"),
        (rider("o", "b"), "b is no mount"),
        (rider("o", "m"), "carries somebody already"),
        (rider("o", "e"), "is engaged"),
        (rider("o", "f"), "does not stand"),
        (rider("o", "n", hidden=True), "only one of the two is hidden"),
        (replace(rider("o", "n"), side="b"), "is of another side"),
        (replace(rider("o", "n"), flying=True), "is for n, which carries it"),
        (replace(rider("o", "n"), place="A1"), "is not where n stands"),
    ],
)
def test_who_cannot_ride(entry: Entry, said: str) -> None:
    fight = placed(
        FIELD,
        horse(),
        rider(),
        footman(),
        on("F5", horse("n")),
        on("G4", horse("e")),
        on("A5", horse("f")),
        given=[SetStatus("f", "prone")],
    )
    with pytest.raises(IllegalAmendmentError, match=said):
        fight.amend(Add(entry))


def test_a_rider_carries_nobody() -> None:
    giant = replace(rider(), steed="trained")
    with pytest.raises(SetupError, match="rides somebody itself"):
        pair(FIELD, footman(), rider("o", "a"), who=giant)


def test_a_pair_is_as_a_snapshot_has_it() -> None:
    fight = pair(BESIDE, who=lancer())
    again = restore(fight.fight.snapshot())
    assert again.snapshot() == fight.fight.snapshot()
    assert again.people[1].couched == () or again.people[1].mount == 0
    assert again.people[1].girth == fight.fight.people[1].girth


def test_a_rider_is_as_large_as_its_mount() -> None:
    fight = pair(FIELD, who=rider())
    large = placed(FIELD.replace(". m .", ". . m"), horse(size=40), rider(), footman())
    assert not fight.seen("a").large
    assert large.seen("a").large
    large.amend(SetStatus("a", "mounted", on=False))
    assert not large.seen("a").large


def test_who_holds_the_mount_holds_the_rider() -> None:
    fists = footman(dex=13)
    wrestler = replace(
        fighter("b", dex=13, weapons=(FIST,), held=(), skills=HANDY), side=fists.side
    )
    fight = pair(BESIDE, wrestler)
    fight.play({"b": [Said("grapple/fist", ("m",))]}, "d100=10 d100=10 d100=95", (1, 1))
    assert fight.seen("b").holding == "m"
    assert problem(copied(fight), "a", "move") == "P33n"
    freely = copied(fight)
    freely.play({"a": [breakaway("back")]}, "", (1, 2))
    assert fight.seen("b").holding == "m"
    assert freely.seen("b").holding == ""
    bound = pair(
        BESIDE, replace(wrestler, mounted=True)
    )  # R28: from somebody in the saddle nobody gets away freely
    bound.play({"b": [Said("grapple/fist", ("m",))]}, "d100=10 d100=10 d100=95", (1, 1))
    assert problem(bound, "a", "breakaway") == "P33n3"


def test_nobody_stands_in_the_way_of_its_own_rider() -> None:
    bowman = fighter("b", dex=13, weapons=(BOW,))
    behind = replace(footman("c"), side="b")
    fight = pair(FIELD, bowman, on("J3", behind))
    told = fight.play({"b": [shoot("a")]}, "d100=96").attack()
    assert "somebody in the way" not in terms(told, "attack_chance")


# --- on and off -----------------------------------------------------------------------------

LOOSE = """
. . . . . . . . . .
 . . . . . . . . . .
. m a . . . . b . .
 . . . . . . . . . .
. . . . . . . . . .
"""


def afoot() -> Entry:
    """Somebody who could ride, and does not."""
    return replace(rider(), rides="", mounted=False)


def wild() -> Entry:
    return replace(horse(), steed="untrained")


@rule(
    "P34t",
    "Getting on a mount of one's own side that stands free beside one, or off it, is an action by DEX for those who are engaged with nobody.",
)
def test_on_and_off() -> None:
    fight = placed(LOOSE, horse(), afoot(), footman())
    option = fight.option("a", "mount")
    assert (option.rank, choices(option, "mount")) == (12, ["m"])
    fight.play({"a": [Said("mount", ("m",))]})
    assert (fight.seen("a").rides, place(fight, "a")) == ("m", "B3")
    assert "mounted" in fight.seen("a").conditions
    fight.play({"a": [Said("dismount")]}, "", (1, 2))
    assert (fight.seen("a").rides, place(fight, "a")) == ("", "C3")
    assert fight.of("unseated")[0].facts == {"cause": "own choice", "how": "lands"}
    engaged = pair(BESIDE)
    assert problem(engaged, "a", "dismount") == "P34t"
    assert "mount" not in [option.id for option in engaged.prompt("b").options]
    far = placed(LOOSE.replace(". m a .", "m . a ."), horse(), afoot(), footman())
    assert far.refuses("a", Said("mount", ("m",)))
    high_up = replace(flying(horse()), high=True)
    assert problem(placed(FIELD, high_up, rider(), footman()), "a", "dismount") == "D13g"
    on_foot = placed(LOOSE, horse(), afoot(), footman())
    assert on_foot.refuses("a", Said("dismount"))
    assert on_foot.refuses("a", Said("mount", ("b",)))
    another = placed(
        LOOSE, horse(), replace(afoot(), side="others"), footman(), friends={"others": ("a",)}
    )
    assert "mount" not in [option.id for option in another.prompt("a").options]


@pytest.mark.parametrize(
    ("line", "people", "status", "on"),
    [
        (". m a . . . . b", (horse(), afoot()), "", ["m"]),
        (". m a b . . . .", (horse(), afoot()), "", []),
        (". m a . . . . b", (horse(), afoot()), "prone", []),
        (". m a . . . . b", (replace(flying(horse()), high=True), afoot()), "", []),
        (". m a . . . . b", (horse(), replace(flying(afoot()), high=True)), "", []),
        (". m a x . . . b", (horse(), afoot(), replace(horse(), id="x", steed="")), "", ["m"]),
        (". m . x . . . b", (horse(), rider(), replace(horse(), id="x")), "", []),
        (". m a x . . . b", (horse(), afoot(), replace(horse(), id="x")), "", ["m", "x"]),
    ],
    ids=["free", "engaged", "prone", "it is high", "high", "no mount", "in the saddle", "two"],
)
def test_who_gets_on_whom(line: str, people: tuple[Entry, ...], status: str, on: list[str]) -> None:
    fight = placed(LOOSE.replace(". m a . . . . b", line), *people, footman())
    if status:
        fight.amend(SetStatus("a", status))

    offered = [option for option in fight.prompt("a").options if option.id == "mount"]
    assert [who for option in offered for who in choices(option, "mount")] == on


def test_two_want_one_mount() -> None:
    two = LOOSE.replace(". m a .", "c m a .")
    fight = placed(two, horse(), afoot(), replace(afoot(), id="c"), footman())
    wish = [Said("mount", ("m",))]
    fight.play({"a": wish, "c": wish})
    assert (fight.seen("a").rides, fight.seen("c").rides) == ("m", "")
    assert fight.of("thwarted", by="c")


def test_a_mount_that_is_taken_meanwhile() -> None:
    two = LOOSE.replace(". m a .", "c m a .")
    late = replace(afoot(), id="c")
    traits = replace(late.sheet.characteristics, DEX=10)
    fight = placed(
        two,
        horse(),
        afoot(),
        replace(late, sheet=replace(late.sheet, characteristics=traits)),
        footman(),
    )
    fight.play({"a": [Said("mount", ("m",))], "c": [PASS]})
    assert fight.seen("a").rides == "m"
    unable = placed(LOOSE, horse(), afoot(), footman()).amend(SetStatus("m", "prone"))
    assert "mount" not in unable.offers("a")


@rule("P34t2", "Getting on and off provokes as changing stance does.")
def test_getting_on_provokes() -> None:
    near = LOOSE.replace(". m a . . . . b", ". m a b . . . .")
    fight = placed(near, horse(), replace(afoot(), surprised=True), footman())
    fight.play({"a": [Said("mount", ("m",), ())], "b": [opportunity()]}, "d100=10 d8=1 d20=10")
    assert fight.of("spoiled", by="a")
    assert fight.seen("a").rides == ""


@rule(
    "P34u",
    "At each wrap-up, in seat order, whoever rides an untrained mount rolls Riding: the mount bolts if that fails, and is in hand again if it succeeds.",
)
def test_an_untrained_mount() -> None:
    fight = placed(FIELD, wild(), rider(), footman())
    fight.play({}, "d100=91", (1, 9))
    assert fight.changes("m") == [("bolting", "began")]
    assert "bolting" in fight.seen("m").conditions
    fight.play({}, "d100=90", (2, 9))
    assert fight.changes("m") == [("bolting", "began"), ("bolting", "ended")]
    pair().play({}, "", (1, 9))


@rule(
    "P34v",
    "A mount that bolts strikes nobody, gets on nobody, goes where it will in its own turn, and no rider moves it.",
)
def test_a_mount_bolts() -> None:
    fight = pair().amend(SetStatus("m", "bolting"))
    assert problem(copied(fight), "a", "move") == "P34v"
    assert problem(copied(fight), "m", "attack/claws") == "P34v"
    fight.play({"m": [Said("sprint", ("leave",))]})
    assert place(fight, "a") == place(fight, "m")
    assert fight.seen("a").rides == "m"
    free = pair(BESIDE).amend(SetStatus("m", "bolting"))
    free.play({"m": [breakaway("back")]})
    assert foes(free, "a") == {}
    with pytest.raises(IllegalAmendmentError, match="can be ridden"):
        pair().amend(SetStatus("a", "bolting"))
    small = replace(afoot(), steed="trained")
    fight = placed(LOOSE, horse(), small, footman())
    assert fight.option("a", "mount").unavailable is None
    wild = copied(fight).amend(SetStatus("a", "bolting"))
    assert "mount" not in [option.id for option in wild.prompt("a").options]
    with pytest.raises(IllegalAmendmentError, match="does not bolt"):
        wild.amend(Seat("a", "m"))
    with pytest.raises(IllegalAmendmentError, match="rides nobody itself"):
        fight.amend(Seat("a", "m"), SetStatus("a", "bolting"))


@rule(
    "P34w",
    "An untrained mount whose rider comes off it bolts, unless the rider has got off or the game master has set it down.",
)
def test_a_mount_without_a_rider() -> None:
    fight = placed(FIELD, wild(), rider(), footman())
    down = copied(fight).amend(SetStatus("a", "out"), dice="d6=1 d20=20")
    assert "bolting" in down.seen("m").conditions
    off = copied(fight).play({"a": [Said("dismount")]})
    set_down = copied(fight).amend(SetStatus("a", "mounted", on=False))
    for calm in (off, set_down):
        assert "bolting" not in calm.seen("m").conditions
    assert "bolting" not in pair().amend(SetStatus("a", "yielded")).seen("m").conditions


def test_in_a_fight_without_places_one_gets_on_and_off_too() -> None:
    fight = scene(horse(), afoot(), footman())
    fight.play({"a": [Said("mount", ("m",))]})
    assert fight.seen("a").rides == "m"
    fight.play({"a": [Said("dismount")]}, "", (1, 2))
    assert fight.seen("a").rides == ""


def test_knocked_a_hex_away_from_the_mount() -> None:
    strong = replace(fighter("b", dex=13, strong=40, size=11, weapons=(SWORD,)), side="b")
    plate = Armour("plate", "plate", 12, ("chest",), 0)
    made = rider()
    fight = pair(BESIDE, strong, who=replace(made, sheet=replace(made.sheet, armour=(plate,))))
    hit = "d100=10 d8=8 d12=9 d20=12 d100=91 d6=1 d20=20"
    unseen = copied(fight)
    unseen.fight.log = None
    for one in (fight, unseen):
        one.play({"b": [attack("a")]}, hit)
        assert (place(one, "m"), place(one, "a")) == ("C3", "B3")


def test_a_rider_far_away_sees_what_its_mount_adds() -> None:
    fight = pair(FIELD, who=lancer())
    fight.prompt("a")
    (question,) = fight.fight.questions()
    near, far = question.sight(), sight_from(question.shadow())
    harm = [sight.harm(CHARGE, 2, 2) for sight in (near, far)]
    assert harm[0] == harm[1] > near.harm(ATTACK, 2, 2) + 40
    assert (far.mount(), far.riding(), far.steeds(), far.bolts()) == (0, 90, [], False)
    assert (far.has_lance(), far.rider(0), far.stride()) == (True, 1, near.stride())
    assert not pair().fight.questions()[0].sight().has_lance()


def test_a_mount_that_bolts_stays_while_somebody_holds_its_rider() -> None:
    holder = fighter("b", dex=6, size=20, weapons=(FIST, SWORD), held=(), skills=HANDY)
    fight = pair(BESIDE, holder).amend(SetStatus("m", "bolting"))
    assert problem(copied(fight), "m", "breakaway") == ""

    fight.amend(Seize("b", "a"))

    assert problem(fight, "m", "move") == "P33n"
    assert problem(fight, "m", "breakaway") == ""  # riders leave those on foot freely


def test_a_move_that_a_game_master_cuts_off_is_told() -> None:
    fight = placed(BESIDE, horse(), rider(), footman(), given=[Disengage("a", "b")])
    while fight.open()[0].kind == "action":
        fight.answer(*[move("D4") if one.combatant == "a" else PASS for one in fight.open()])

    fight.amend(Place("m", "A1"))

    assert [event.by for event in fight.of("thwarted")] == ["a"]
    assert fight.of("moved", by="a") == []


AT_THE_EDGE = """
. . . . . .
 . m . b . .
. . . . . .
 . . . . . .
"""


@pytest.mark.parametrize("removed", [False, True])
def test_a_retreat_over_an_edge_that_the_mount_reached(removed: bool) -> None:
    """Its rider is alone in the middle of the body that bore it: out of reach, and not at the edge."""
    fight = placed(AT_THE_EDGE, horse(size=50), rider(), footman())
    assert foes(fight, "b") == {"a": "normal", "m": "normal"}
    while fight.open()[0].kind == "action":
        open_now = fight.open()
        fight.answer(*[retreat("b", "leave") if one.combatant == "a" else PASS for one in open_now])
    assert fight.open()[0].combatant == "b"

    if removed:
        fight.amend(Remove("m"))
        assert foes(fight, "b") == {}
        assert [event.by for event in fight.of("thwarted")] == ["a"]
        assert [prompt.combatant for prompt in fight.open()] != ["b"]
        assert place(fight, "a") == "B2"
    else:
        fight.answer(DECLINE, dice="d100=96")
    assert (fight.seen("a").state == "gone") != removed


# --- the first in the seat order ------------------------------------------------------------

MOUNTING = """
. . . . . . . . . .
 . . x . . . . . . .
. m a . . . n . . .
 . . . . . . . . . .
. . . . . b . . . .
"""


def both_ways(*changes: Change, dice: str = "") -> tuple[Scene, Scene]:
    """A pair as a scenario has it, and one whose rider has got on, and is the first in the seat order."""
    others = (
        replace(afoot(), id="x", name="X"),
        horse("n", "c"),
        replace(rider("c", "n"), side="c"),
        footman(),
    )
    drawing = MOUNTING.replace("a", ".")
    as_written = placed(drawing, horse(), rider(), *others).play({"a": [PASS]})
    got_on = placed(MOUNTING, afoot(), horse(), *others).play({"a": [Said("mount", ("m",))]})
    made = as_written.amend(*changes, dice=dice), got_on.amend(*changes, dice=dice)
    for fight in made:
        fight.waits.clear()
    return made


def stand(fight: Scene) -> list[tuple[object, ...]]:
    seen = [fight.seen(who) for who in "amxncb"]
    return [
        (one.id, one.place, one.stance, one.conditions, one.rides, sorted(one.engaged, key=str))
        for one in seen
    ]


def menus(fight: Scene) -> dict[str, list[Option]]:
    """What everybody is offered up to the next round."""
    fight.play({}, upto=(2, 1))
    prompts = [prompt for wait in fight.waits for prompt in wait]
    return {f"{one.combatant} {one.kind}": by_id(one.options) for one in prompts}


def by_id(options: Sequence[Option]) -> list[Option]:
    """In an order that is not that of the seats."""
    return sorted(map(in_order, options), key=attrgetter("id"))


def in_order(option: Option) -> Option:
    values = [
        structs.replace(one, values=tuple(sorted(one.values, key=attrgetter("id"))))
        for one in option.parameters
    ]
    return structs.replace(option, parameters=tuple(values))


@pytest.mark.parametrize(
    ("changes", "dice"),
    [
        ((), ""),
        ((Place("b", "C3"),), ""),
        ((Place("n", "C3"),), ""),
        ((Place("b", "C3"), Seize("b", "m")), ""),
        ((Place("m", "D4"),), ""),
        ((SetStatus("m", "dead"),), "d100=20"),
        ((SetHitPoints("m", "left leg", -1),), "d4=1 d100=20"),
        ((SetStatus("m", "yielded"),), ""),
        ((SetStatus("m", "bolting"),), ""),
        ((SetStatus("m", "flying"), SetStatus("a", "high")), ""),
        ((SetStatus("a", "mounted", on=False),), ""),
        ((SetStatus("m", "kneeling"),), ""),
        ((Remove("m"),), ""),
        ((Remove("a"),), ""),
        ((Hide("m"),), ""),
        ((ChangeSide("m", "c"),), ""),
    ],
    ids=str,
)
def test_a_rider_may_be_the_first_of_all(changes: tuple[Change, ...], dice: str) -> None:
    as_written, got_on = both_ways(*changes, dice=dice)

    for one in (as_written.fight, got_on.fight):  # what is worked out is up to date
        found = differences(one, restore(one.snapshot()), sharing=False)
        assert [name for name in found if not name.startswith("fight.dice")] == []
    assert stand(got_on) == stand(as_written)
    assert menus(got_on) == menus(as_written)


def test_nor_is_the_first_of_all_on_foot() -> None:
    for fight in both_ways(Place("n", "C3")):
        assert attack_need(fight, {"c": [attack("m")]}, upto=(1, 2)) == 50
        with pytest.raises(IllegalAmendmentError, match="who rides it"):
            fight.amend(SetStatus("m", "mounted"))


@pytest.mark.parametrize("bolting", [False, True])
def test_whoever_bolts_gives_no_riposte(bolting: bool) -> None:
    fight = pair(BESIDE)
    fight.fight.people[0].bolting = bolting

    assert offer_stands(fight.fight, 0, 2) is not bolting


def test_whoever_loses_its_mount_as_it_leaves_stays_on_the_field() -> None:
    """From the edge, where the foe beside it may strike first: the way has no step left but the one over the edge."""
    edge = """
    m b . . . .
     . . . . . .
    """
    fight = pair(edge).amend(Disengage("a", "b"))
    while not any(p.kind == "reaction" for p in fight.open()):
        said = {"a": Said("sprint", ("leave",))}
        fight.answer(*[said.get(p.combatant, PASS) for p in fight.open()])
    fight.amend(Remove("m"))
    while any(p.kind == "reaction" for p in fight.open()):
        fight.answer(*[DECLINE for _ in fight.open()])

    assert [event.by for event in fight.of("left")] == ["m"]


FOLLOWED = """
. . . . . .
 . . c . . .
. . b m . .
 . . . . . .
. . . . . .
"""


def test_whoever_loses_its_mount_parts_nobody_else_from_whoever_retreats() -> None:
    """The friend on foot is asked at that moment whether it follows, and still may."""
    fight = placed(FOLLOWED, horse(), rider(), footman(), replace(footman("c"), side="a"))
    assert foes(fight, "b") == {"a": "normal", "m": "normal", "c": "normal"}
    while fight.open()[0].kind == "action":
        open_now = fight.open()
        fight.answer(*[retreat("a", "back") if one.combatant == "b" else PASS for one in open_now])
    while not any(option.id == "follow" for option in fight.open()[0].options):
        fight.answer(DECLINE, dice="d100=96")
    fight.answer(follow("C3"))
    assert [prompt.combatant for prompt in fight.open()] == ["c"]

    fight.amend(SetHitPoints("m", "left leg", -1), dice="d4=1 d100=20")

    assert [(event.by, event.at) for event in fight.of("unseated")] == [("m", "a")]
    assert fight.of("disengaged", by="b", at="c") == []
    assert [prompt.combatant for prompt in fight.open()] == ["c"]
    to = fight.open()[0].options[0].parameters[0].values[0].id
    fight.answer(follow(to))
    assert place(fight, "c") == to
    assert foes(fight, "c") == {"b": "normal"}
