"""RULES.md, engagement: who is engaged with whom, how many can be, and what ends it."""

from __future__ import annotations

import pytest

from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Engage,
    Hide,
    Place,
    Remove,
    Reveal,
    SetStatus,
)
from rules.request.model import Change, Weapon
from tests.rules.request.build import (
    BOW,
    DEFEND,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    attack,
    fighter,
    parry,
    precise,
    riposte,
    unconscious,
)
from tests.rules.request.places import (
    CLAWS,
    FIST,
    HANDY,
    all_hexes,
    charge,
    foes,
    move,
    moving,
    on,
    opportunities,
    opportunity,
    place,
    placed,
    problem,
    reached,
    sprint,
    strikes,
)
from tests.support.rulebook import rule

MISS = "d100=96"
ROUND = """
    . . . . .
     . a b . .
    . . . . .
"""
NORMAL = {"a": "normal"}


@rule(
    "R23",
    "Whoever is in a grapple is in grapple combat, whoever else is engaged with a foe is in close combat, and everybody else is unengaged.",
)
def test_whoever_has_a_foe_is_engaged() -> None:
    fight = placed(
        "a b . . . c d",
        *[fighter(name, "us", dex=14) for name in "ac"],
        fighter("b", dex=13),
        fighter("d", "us", dex=14),
    )

    assert {who: foes(fight, who) for who in "abcd"} == {
        "a": {"b": "normal"},
        "b": {"a": "normal"},
        "c": {},
        "d": {},
    }
    assert {who: problem(fight, who, "sprint") for who in "acdb"} == {
        "a": "P8",
        "b": "P8",
        "c": "",
        "d": "",
    }


def beside(
    case: str = "",
    *,
    mine: tuple[Weapon, ...] = (SWORD,),
    theirs: tuple[Weapon, ...] = (SWORD,),
    distance: int = 1,
) -> Scene:
    """A and b at a distance, with something amiss."""
    a = fighter(
        "a", dex=14, weapons=mine, surprised=case == "a surprised", hidden=case == "a hidden"
    )
    b = fighter(
        "b",
        "a" if case == "friends" else "b",
        dex=1,
        weapons=theirs,
        surprised=case == "b surprised",
    )
    given: list[Change] = [unconscious("b")] if case == "b down" else []
    far = on("E3", fighter("c", dex=1))  # a foe of both, so that there is a fight at all
    return placed(
        ". . . . .\n a . . . .\n. . . . .", a, on(f"{'ABCD'[distance]}2", b), far, given=given
    )


@rule(
    "A28",
    "Two foes in view become engaged when they are adjacent, both able and neither surprised, and either has a ready weapon.",
)
@pytest.mark.parametrize(
    "case", ["", "a surprised", "b surprised", "b down", "a hidden", "friends"]
)
def test_foes_side_by_side_are_engaged(case: str) -> None:
    # Of the engaged that fall the engagement has ended; see D5a.
    assert foes(beside(case), "a") == ({"b": "normal"} if not case else {})


@pytest.mark.parametrize(
    ("mine", "theirs", "engaged"),
    [((SWORD,), (), True), ((), (SWORD,), True), ((), (), False), ((BOW,), (BOW,), False)],
)
def test_one_ready_weapon_is_enough(
    mine: tuple[Weapon, ...], theirs: tuple[Weapon, ...], engaged: bool
) -> None:
    assert bool(foes(beside(mine=mine, theirs=theirs), "a")) is engaged


@pytest.mark.parametrize("weapon", [SWORD, SPEAR])
def test_foes_two_steps_apart_are_not_engaged(weapon: Weapon) -> None:
    assert foes(beside(mine=(weapon,), distance=2), "a") == {}


def test_a_weapon_drawn_beside_a_foe_engages() -> None:
    a = fighter("a", dex=14, held=[])
    fight = placed(ROUND, a, fighter("b", dex=1, held=[]))
    assert foes(fight, "a") == {}

    fight.play({"a": [Said("ready/sword")]})

    assert foes(fight, "a") == {"b": "normal"}


@pytest.mark.parametrize("change", [Reveal("b"), SetStatus("b", "surprised", on=False)])
def test_the_moment_both_are_aware_they_are_engaged(change: Change) -> None:
    b = fighter(
        "b", dex=1, surprised=isinstance(change, SetStatus), hidden=isinstance(change, Reveal)
    )
    fight = placed(ROUND, fighter("a", dex=14), b, on("A1", fighter("c", "b", dex=1)))
    assert foes(fight, "a") == {}

    fight.amend(change)

    assert foes(fight, "a") == {"b": "normal"}


@rule("A28a", "Bare hands are no ready weapon, and natural weapons are.")
@pytest.mark.parametrize(
    ("weapon", "held", "engaged"),
    [(FIST, [], False), (CLAWS, [], True), (SHIELD, ["shield"], True), (SHIELD, [], False)],
)
def test_what_is_a_ready_weapon(weapon: Weapon, held: list[str], engaged: bool) -> None:
    a = fighter("a", dex=14, weapons=[weapon], held=held, skills=HANDY)

    fight = placed(ROUND, a, fighter("b", dex=1, weapons=[FIST], held=[], skills=HANDY))

    assert bool(foes(fight, "a")) is engaged


@rule(
    "D5",
    "Engagement begins when the action that brought the two together is over, so that passing by begins none.",
)
@pytest.mark.parametrize(("to", "engaged"), [("E2", {}), ("B2", {"b": "normal"})])
def test_passing_by_engages_nobody(to: str, engaged: dict[str, str]) -> None:
    fight = placed(
        ". . b . . .\n a . . . . .", moving(8, fighter("a", dex=14)), fighter("b", dex=1)
    )

    fight.answer(move(to))
    # It stands beside b now, which may strike at it.
    assert (opportunities(Scene(fight.fight, [fight.open()])), foes(fight, "a")) == (
        [("b", "a")],
        {},
    )
    fight.play()

    assert (place(fight, "a"), foes(fight, "a")) == (to, engaged)
    assert len(fight.of("engaged")) == len(engaged)


@rule(
    "A28b",
    "An attack action on an adjacent foe engages the two, with a ready weapon or without, unless one of them is surprised.",
)
@pytest.mark.parametrize("said", [attack("b", "fist"), precise("b", "head", "fist")])
@pytest.mark.parametrize(("surprised", "engaged"), [("", {"b": "normal"}), ("a", {}), ("b", {})])
def test_an_attack_engages(said: Said, surprised: str, engaged: dict[str, str]) -> None:
    a, b = (
        fighter(name, dex=dex, weapons=[FIST], held=[], skills=HANDY, surprised=surprised == name)
        for name, dex in (("a", 14), ("b", 1))
    )
    fight = placed(ROUND, a, b)
    assert foes(fight, "a") == {}

    fight.play({"a": [Said(said.option, said.values, ())]}, MISS)

    assert foes(fight, "a") == engaged


def test_an_attack_engages_before_the_first_die() -> None:
    a, b = (
        fighter(name, dex=dex, weapons=[FIST], held=[], skills=HANDY)
        for name, dex in (("a", 14), ("b", 1))
    )
    fight = placed(ROUND, a, b)

    while fight.open()[0].kind == "action":
        fight.answer(attack("b", "fist"))

    assert foes(fight, "a") == {"b": "normal"}


@rule(
    "A28c",
    "An attack action with a long weapon on a foe at distance 2 engages the two in the same way, at long reach.",
)
@pytest.mark.parametrize("said", [attack("b", "spear"), precise("b", "head", "spear")])
@pytest.mark.parametrize(("surprised", "engaged"), [(False, {"b": "long"}), (True, {})])
def test_a_long_weapon_engages_at_long_reach(
    said: Said, surprised: bool, engaged: dict[str, str]
) -> None:
    fight = placed(
        "a . b . .",
        fighter("a", dex=14, weapons=[SPEAR]),
        fighter("b", dex=1, surprised=surprised),
    )
    assert foes(fight, "a") == {}

    fight.play({"a": [said]}, MISS)

    assert (foes(fight, "a"), foes(fight, "b")) == (engaged, {"a": "long"} if engaged else {})


@rule("A28d", "Somebody helpless may be attacked without being engaged.")
@pytest.mark.parametrize(("weapon", "drawing"), [(SWORD, "a b . c"), (SPEAR, "a . b c")])
def test_the_helpless_are_attacked_and_not_engaged(weapon: Weapon, drawing: str) -> None:
    fight = placed(
        drawing,
        fighter("a", dex=14, weapons=[weapon]),
        fighter("b", dex=1),
        fighter("c", "b", dex=1),
        given=[unconscious("b")],
    )

    fight.play({"a": [attack("b", weapon.id)]}, "d20=1 d4=1")

    assert (fight.attack().at, foes(fight, "a")) == ("b", {})


@pytest.mark.parametrize("helpless", [True, False])
def test_no_place_is_needed_for_a_blow_at_the_helpless(helpless: bool) -> None:
    fight = placed(
        "e b d a . . f",
        fighter("a", "us", dex=14, weapons=[SPEAR]),
        fighter("b", "them", dex=1),
        *[fighter(name, "us", dex=1) for name in "de"],
        fighter("f", "them", dex=1),
        given=[unconscious("b")] if helpless else [],
    )

    assert ("attack/spear" in fight.offers("a")) is helpless


@rule("A28e", "Opportunity attacks and ripostes engage nobody.")
def test_an_opportunity_attack_engages_nobody() -> None:
    fight = placed(
        ". . b . . .\n a . . . . .", moving(8, fighter("a", dex=14)), fighter("b", dex=1)
    )

    fight.play({"a": [move("E2")], "b": [opportunity()]}, MISS)

    assert (strikes(fight), fight.of("engaged")) == ([("opportunity", "b")], [])
    assert (place(fight, "a"), foes(fight, "a")) == ("E2", {})


def test_a_riposte_engages_nobody() -> None:
    # a, surprised and not recovering, engages nobody by its own attack.
    fight = placed(ROUND, fighter("a", dex=14, surprised=True), fighter("b", dex=1))

    fight.play({"a": [attack("b", also=())], "b": [parry(), riposte()]}, f"{MISS} d100=1 {MISS}")

    assert (strikes(fight), foes(fight, "a")) == ([("attack", "a"), ("riposte", "b")], {})


# --- how many --------------------------------------------------------------------------------

SIX = """
    . . . . . .
     . c d . . .
    . e b f a .
     . g h . . .
    . . . . . .
"""


@rule("R25", "Up to six foes of its own size may engage one target in the open.")
@pytest.mark.parametrize(("present", "possible"), [("cdefgh", False), ("cdefg", True), ("", True)])
def test_six_at_most_engage_one(present: str, possible: bool) -> None:
    drawing = "".join(one if one not in "cdefgh" or one in present else "." for one in SIX)
    fight = placed(
        drawing,
        fighter("a", "us", dex=14, weapons=[SPEAR]),
        fighter("b", dex=1),
        *[fighter(name, "us", dex=1) for name in present],
    )

    assert len(foes(fight, "b")) == len(present)
    assert ("attack/spear" in fight.offers("a")) is possible


@rule(
    "A11",
    "No more foes may engage a target than there are hexes beside it that are on the field and neither blocked nor cover.",
)
@pytest.mark.parametrize(
    ("drawing", "possible"),
    [
        ("c b d a .", False),
        ("c b . a .", True),
        ("# # # # #\n c b d a .\n# # # # #", False),
        ("o o o o o\n c b d a .\no o o o o", False),
        ("# o # o #\n c b . a .\n# o o # #", True),
        (". . . . .\n c b d a .", True),
        ("~ ~ ~ ~ ~\n c b d a .\n~ ~ ~ ~ ~", True),
    ],
)
def test_as_many_as_there_are_hexes(drawing: str, possible: bool) -> None:
    fight = placed(
        drawing,
        fighter("a", "us", dex=14, weapons=[SPEAR]),
        fighter("b", dex=1),
        *[fighter(name, "us", dex=1) for name in "cd" if name in drawing],
    )

    assert ("attack/spear" in fight.offers("a")) is possible


@rule("A11a", "A foe of at least twice the target's SIZ counts for two.")
@pytest.mark.parametrize(
    ("size", "against", "possible"),
    [(21, 11, True), (22, 11, False), (22, 12, True), (8, 4, False)],
)
def test_the_big_count_for_two(size: int, against: int, possible: bool) -> None:
    fight = placed(
        "c b . a .",
        fighter("a", "us", dex=14, weapons=[SPEAR], size=against),
        fighter("b", dex=1, size=against),
        fighter("c", "us", dex=1, size=size),
    )

    assert ("attack/spear" in fight.offers("a")) is possible


@rule("A11b", "Foes at distance 2 count like those who are adjacent.")
@pytest.mark.parametrize("engaged", [True, False])
def test_the_far_count_like_the_near(engaged: bool) -> None:
    fight = placed(
        "d . b c a",
        fighter("a", "us", dex=14, weapons=[SPEAR]),
        fighter("b", dex=1),
        fighter("c", "us", dex=1),
        fighter("d", "us", dex=1, weapons=[SPEAR]),
        given=[Engage("d", "b", "long")] if engaged else [],
    )

    assert foes(fight, "b") == {"c": "normal"} | ({"d": "long"} if engaged else {})
    assert ("attack/spear" in fight.offers("a")) is not engaged


@rule("A11c", "Whoever finds no place left cannot attack that foe at close quarters.")
@pytest.mark.parametrize(("size", "possible"), [(11, True), (22, False)])
def test_no_place_left_no_attack(size: int, possible: bool) -> None:
    fight = placed(
        "c b d . . .",
        fighter("c", "us", dex=13, size=size),
        fighter("b", dex=12),
        fighter("d", "us", dex=14, held=["sword", "dagger"]),
    )
    close = {"attack/sword", "precise/sword", "attack/dagger", "precise/dagger"}

    assert foes(fight, "d") == ({"b": "normal"} if possible else {})
    assert close & set(fight.offers("d")) == (close if possible else set())
    assert "shoot/dagger" in fight.offers("d")
    # b provokes those who can get at it.
    fight.play({"b": [Said("stance", ("kneeling",))]})
    assert opportunities(fight) == [("c", "b"), *([("d", "b")] if possible else [])]


@pytest.mark.parametrize(("size", "possible"), [(11, True), (22, False)])
def test_no_place_left_no_charge(size: int, possible: bool) -> None:
    fight = placed(
        "c b . . . d",
        fighter("c", "us", dex=1, size=size),
        fighter("b", dex=1),
        fighter("d", "us", dex=14),
    )

    assert ("charge/sword" in fight.offers("d")) is possible
    assert fight.refuses("d", charge("b")) is not possible


def test_two_must_have_a_place_for_each_other() -> None:
    # b has two places and one foe; but a has no place left for b.
    fight = placed(
        "c a d b e . f",
        fighter("a", "us", dex=14),
        *[fighter(name, "them", dex=13, weapons=[SPEAR]) for name in "cdb"],
        fighter("e", "us", dex=1),
        fighter("f", "them", dex=1),
    )

    assert set(foes(fight, "a")) == {"c", "d"}
    assert "e" in foes(fight, "b")
    values = [v.id for v in fight.option("b", "attack/spear").parameters[0].values]
    assert values == ["e"]


# --- how it ends -----------------------------------------------------------------------------


@rule(
    "D5a",
    "An engagement ends as soon as one of the two is not able, hidden or no foe of the other any more.",
)
@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (unconscious("b"), "fallen"),
        (SetStatus("b", "out"), "fallen"),
        (SetStatus("a", "dead"), "fallen"),
        (Hide("b"), "hidden"),
        (ChangeSide("b", "us"), "no longer foes"),
        (Remove("b"), "gone"),
    ],
)
def test_what_ends_an_engagement(change: Change, cause: str) -> None:
    fight = placed(
        "a b . . . c d",
        *[fighter(name, "us", dex=14) for name in "ac"],
        *[fighter(name, "them", dex=1) for name in "bd"],
    )
    assert (foes(fight, "a"), foes(fight, "b")) == ({"b": "normal"}, {"a": "normal"})

    fight.amend(change)

    assert (foes(fight, "a"), foes(fight, "b"), foes(fight, "c")) == ({}, {}, {"d": "normal"})
    assert [e.facts["cause"] for e in fight.of("disengaged")] == [cause]


def test_somebody_felled_is_engaged_no_more() -> None:
    fight = placed("a b . . c", fighter("a", dex=14), fighter("b", dex=1), fighter("c", "b", dex=1))

    fight.play({"a": [attack("b")]}, "d100=40 d8=8 d20=20 d4=1 d100=96")

    assert (fight.seen("b").state, foes(fight, "a")) == ("down", {})


@rule("D5b", "An engagement ends when one of the two is knocked out of the reach of the pair.")
@pytest.mark.parametrize(
    ("reach", "hex_", "engaged"), [("normal", "C1", {}), ("long", "C1", {"b": "long"})]
)
def test_knocked_out_of_reach(reach: str, hex_: str, engaged: dict[str, str]) -> None:
    fight = placed(
        "a b . . . .",
        fighter("a", dex=14),
        fighter("b", dex=1, size=2, hide=9),
        given=[Engage("a", "b", reach)],
    )

    # 8 points, 6 over its SIZ: 2 m back, and it keeps its feet.
    fight.play({"a": [attack("b")]}, "d100=40 d8=8 d20=10 d100=50")

    assert (place(fight, "b"), foes(fight, "a")) == (hex_, engaged)
    assert [e.facts["cause"] for e in fight.of("disengaged")] == ["out of reach"] * (not engaged)


@rule(
    "D5c",
    "Two who have parted and are still adjacent are engaged again only when one attacks the other or when they meet again.",
)
@pytest.mark.parametrize(
    ("script", "engaged"),
    [
        ({"a": [DEFEND, DEFEND]}, {}),
        # A step beside it is no new meeting.
        ({"a": [move("B1"), DEFEND]}, {}),
        ({"a": [attack("b"), DEFEND]}, {"b": "normal"}),
        ({"b": [attack("a")]}, {"b": "normal"}),
        ({"a": [move("A2"), DEFEND]}, {}),
        ({"a": [move("A2"), move("B2")]}, {"b": "normal"}),
    ],
)
def test_the_parted_must_meet_again(script: dict[str, list[Said]], engaged: dict[str, str]) -> None:
    wide = """
        . . . . .
         . a b . .
        . . . . .
    """
    fight = placed(wide, fighter("a", dex=14), fighter("b", dex=1), given=[Disengage("a", "b")])
    assert foes(fight, "a") == {}
    blows = sum(said.option == "attack/sword" for one in script.values() for said in one)

    fight.play(script, " ".join([MISS] * blows), upto=(1, 2))

    assert foes(fight, "a") == engaged


# --- what the engaged cannot do --------------------------------------------------------------


@rule("P8", "Whoever is engaged can neither sprint nor charge.")
def test_the_engaged_neither_sprint_nor_charge() -> None:
    fight = placed(
        "a b . . . . c",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "us", dex=13, weapons=[SPEAR]),
    )

    assert (problem(fight, "a", "sprint"), problem(fight, "a", "charge/sword")) == ("P8", "P8")
    assert {"sprint", "charge/spear"} <= set(fight.offers("c"))
    fight.amend(Place("c", "D1"), Engage("c", "b", "long"))
    assert (problem(fight, "c", "sprint"), problem(fight, "c", "charge/spear")) == ("P8", "P8")


AROUND = """
    . . . . .
     . . . . .
    . a b . .
     . . . . .
    . . . . .
"""


@rule(
    "P8a",
    "Whoever is engaged moves only by hexes where every foe it is engaged with is within the reach of the pair, and stays engaged with it.",
)
@pytest.mark.parametrize(
    ("reach", "hexes"),
    [
        ("normal", {"B2", "B4", "C2", "C4"}),
        ("long", {"B2", "B4", "C2", "C4", "A3", "B1", "C1", "A2", "A4", "B5", "C5"}),
    ],
)
def test_the_engaged_move_within_reach(reach: str, hexes: set[str]) -> None:
    fight = placed(
        AROUND, fighter("a", dex=14), fighter("b", dex=1), given=[Engage("a", "b", reach)]
    )

    assert reached(fight, "a") == hexes
    fight.play({"a": [move("C2")]})
    assert (place(fight, "a"), foes(fight, "a")) == ("C2", {"b": reach})
    assert fight.of("disengaged") == []


@pytest.mark.parametrize(("walled", "reachable"), [("", True), ("b", True), ("bw", False)])
def test_the_engaged_keep_the_reach_on_their_way(walled: str, reachable: bool) -> None:
    ground = """
        . . . . .
         . . . . .
        . a b . .
         . . . . .
        . . . . .
    """.splitlines()
    if "b" in walled:
        ground[2] = ground[2].replace(". . .", ". # .", 1)
    if "w" in walled:
        ground[4] = ground[4].replace(". . .", ". # .", 1)
    fight = placed("\n".join(ground), moving(8, fighter("a", dex=14)), fighter("b", dex=1))

    # Round by the north, or by the south; or by hexes where b is out of reach.
    assert ("C2" in reached(fight, "a")) is reachable


def test_the_engaged_keep_every_reach() -> None:
    two = AROUND.replace("a b .", "a b c")
    people = [fighter("a", dex=14), fighter("b", "them", dex=1), fighter("c", "them", dex=1)]
    fight = placed(two, *people, given=[Disengage("a", "b"), Engage("a", "b", "normal")])
    assert reached(fight, "a") == {"B2", "B4", "C2", "C4"}

    fight.play({"a": [move("C2")]})

    # Now it stands beside both.
    assert foes(fight, "a") == {"b": "normal", "c": "normal"}
    assert reached(fight, "a") == set()


@rule(
    "P8b",
    "A foe that is adjacent and not engaged with somebody does not hinder its moves and sprints.",
)
@pytest.mark.parametrize("said", [move("leave"), sprint("A1"), move("A3")])
def test_who_is_not_engaged_hinders_nobody(said: Said) -> None:
    fight = placed(AROUND, fighter("a", dex=14), fighter("b", dex=1, surprised=True))
    free = placed(AROUND.replace("b", "."), fighter("a", dex=14), on("E5", fighter("b", dex=1)))

    assert reached(fight, "a") == reached(free, "a") - {"C3", "D3"}
    assert reached(fight, "a", "sprint") >= all_hexes(AROUND) - {"B3", "C3", "E1", "E5"}
    assert not fight.refuses("a", said)


@rule(
    "A11d",
    "Where somebody is put or driven to a hex with too few places for its foes, those last in the seat order are engaged with it no more.",
)
@pytest.mark.parametrize(("size", "engaged"), [(11, {"b": "normal"}), (22, {})])
def test_whoever_is_put_into_a_corner_has_places_for_fewer(
    size: int, engaged: dict[str, str]
) -> None:
    fight = placed(". a b .", fighter("a", "us"), fighter("b", "them", size=size))
    assert foes(fight, "a") == {"b": "normal"}

    fight.amend(Place("a", "D1"))

    assert foes(fight, "a") == engaged
    causes = [event.facts["cause"] for event in fight.of("disengaged")]
    assert causes == ([] if engaged else ["no place left"])


@rule(
    "A11e",
    "Nobody circles, steps or follows to a hex with too few places for the foes it is engaged with.",
)
@pytest.mark.parametrize(("size", "possible"), [(11, True), (22, False)])
def test_nobody_circles_into_a_corner(size: int, possible: bool) -> None:
    fight = placed(
        ". a d .\n e . # #",
        fighter("a", "us", dex=14),
        fighter("d", "them", size=22),
        fighter("e", "them", size=size),
    )
    assert foes(fight, "a") == {"d": "normal", "e": "normal"}

    assert fight.refuses("a", move("B2")) is not possible
