"""RULES.md, flanking and surrounding, as a fight plays them (the plain tables are in test_formation.py).

t is the target throughout, in the middle of e, u, v, w, n and m: clockwise from the east.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from msgspec.structs import replace

from rules.kernel import hexes
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Disengage, Engage, Place, Remove, SetStatus
from rules.request.model import Change, Entry, Options, Weapon
from tests.rules.request.build import (
    DAGGER,
    DECLINE,
    DODGE,
    SPEAR,
    SWORD,
    Said,
    Scene,
    attack,
    copied,
    fighter,
    figure,
    parry,
    riposte,
    stance,
    terms,
    unconscious,
)
from tests.rules.request.places import (
    choices,
    focus,
    foes,
    formation,
    move,
    on,
    opportunity,
    placed,
)
from tests.support.rulebook import rule

MISS = "d100=96"
RING = """
    . . . . . .
     . n m . . .
    . w t e . .
     . v u . . .
    . . . . . .
"""
CLOCKWISE = "euvwnm"
TRIANGLES = ("evn", "uwm")


def without(letters: str, drawing: str = RING, hex_: str = ".") -> str:
    """The drawing with something else in the place of these letters."""
    return "".join(hex_ if one in letters else one for one in drawing)


def only(present: str, drawing: str = RING) -> str:
    """The drawing with nobody but t and these round it."""
    return without("".join(one for one in CLOCKWISE if one not in present), drawing)


def target(*, dex: int = 1, size: int = 11, sword: int = 50) -> Entry:
    return fighter("t", "t", dex=dex, size=size, sword=sword)


def foe(name: str, *weapons: Weapon, side: str = "them") -> Entry:
    """At 60 % with everything."""
    skills = {"Spear": 60, "Dagger": 60, "Throwing": 60, "Shield": 60, "Dodge": 60}
    return fighter(name, side, dex=14, sword=60, skills=skills, weapons=weapons or [SWORD, DAGGER])


def ring(
    present: str,
    *more: Entry,
    drawing: str = "",
    given: Sequence[Change] = (),
    options: Options | None = None,
) -> Scene:
    """T, and these foes round it in their seat order; and whoever else there is."""
    return placed(
        drawing or only(present),
        target(),
        *[foe(name) for name in present],
        *more,
        given=given,
        options=options,
    )


def saying(*also: str) -> Said:
    """Say something, and let the action go."""
    return Said("pass", (), also)


def flanked(
    present: str,
    *more: Entry,
    drawing: str = "",
    given: Sequence[Change] = (),
    options: Options | None = None,
) -> Scene:
    """The same, and the first of the foes has declared that they flank t."""
    fight = ring(present, *more, drawing=drawing, given=given, options=options)
    return fight.play({present[0]: [saying("flank/t")]})


def chances(fight: Scene, present: str) -> dict[str, int]:
    """What each foe needs to hit t now."""
    return {
        name: value.chance or 0
        for name in present
        for value in fight.option(name, "attack/sword").parameters[0].values
        if value.id == "t"
    }


# --- flanking --------------------------------------------------------------------------------


@rule(
    "R40",
    "A target is flanked when at least two foes who are friends engage it and one of them has declared that they flank it.",
)
@pytest.mark.parametrize(
    ("present", "formed"),
    [("ew", "flanked"), ("eu", "flanked"), ("eun", "flanked"), ("e", "")],
)
@pytest.mark.parametrize("declared", [True, False])
def test_two_foes_flank(present: str, formed: str, declared: bool) -> None:
    fight = (flanked if declared else ring)(present)

    assert formation(fight, "t") == (formed if declared else "")
    assert {event.facts["formation"] for event in fight.of("formation", at="t")} == (
        {"flanked"} if declared and formed else set()
    )


@pytest.mark.parametrize(("friends", "formed"), [({}, ""), ({"others": ("them",)}, "flanked")])
def test_only_friends_flank_together(friends: dict[str, tuple[str, ...]], formed: str) -> None:
    fight = placed(
        only("eu" if not friends else "ew"),
        target(),
        foe("e"),
        foe("u" if not friends else "w", side="others"),
        friends=friends,
    )

    fight.play({"e": [saying("flank/t")]})

    assert formation(fight, "t") == formed


FAR_FRIEND = """
    . . . . . .
     . n m . . .
    . w t e . f
     . v u . . .
    . . . . . .
"""


@rule("R40a", "Nobody is flanked or surrounded while a friend is adjacent to it.")
@pytest.mark.parametrize(
    ("present", "declared", "formed"), [("ew", True, "flanked"), ("evn", False, "surrounded")]
)
@pytest.mark.parametrize(("beside", "bars"), [("u", True), ("f", False)])
def test_a_friend_beside_one_helps(
    present: str, declared: bool, formed: str, beside: str, bars: bool
) -> None:
    friend = fighter(beside, "t", dex=1, weapons=[])
    drawing = only(present + beside, FAR_FRIEND) if beside == "f" else only(present + beside)

    fight = (flanked if declared else ring)(present, friend, drawing=drawing)

    # It is to count for standing there, and not for engaging anybody.
    for name in present:
        if beside in foes(fight, name):
            fight.amend(Disengage(beside, name))
    assert formation(fight, "t") == ("" if bars else formed)


@rule("A19", "A friend who is not able does not count for this.")
@pytest.mark.parametrize(
    ("present", "declared", "formed"), [("ew", True, "flanked"), ("evn", False, "surrounded")]
)
@pytest.mark.parametrize(
    ("status", "able"),
    [("unconscious", False), ("out", False), ("dead", False), ("prone", True), ("surprised", True)],
)
def test_a_friend_who_is_down_does_not_help(
    present: str, declared: bool, formed: str, status: str, able: bool
) -> None:
    friend = fighter("u", "t", dex=1, surprised=status == "surprised")
    fight = (flanked if declared else ring)(
        present, friend, drawing=only(present + "u"), given=[SetStatus("u", status)]
    )

    assert formation(fight, "t") == ("" if able else formed)


@rule("R40b", "Nobody is flanked while a friend of the target engages any of these foes.")
@pytest.mark.parametrize("engages", [True, False])
def test_a_friend_who_engages_a_flanker_helps(engages: bool) -> None:
    spearman = fighter("f", "t", dex=1, weapons=[SPEAR])
    given = [Engage("f", "e", "long")] if engages else []

    fight = flanked("ew", spearman, drawing=only("ew", FAR_FRIEND), given=given)

    assert formation(fight, "t") == ("" if engages else "flanked")
    assert ("f" in foes(fight, "e")) is engages


@rule(
    "D3",
    "Flanking needs room: the hex beside the target towards the focus, or without one towards the first of these foes in seat order, and one of the two hexes next to that.",
)
@pytest.mark.parametrize(
    ("present", "walls", "focus_", "formed"),
    [
        ("ew", "", "", "flanked"),
        ("ew", "m", "", "flanked"),
        ("ew", "u", "", "flanked"),
        ("ew", "mu", "", ""),
        ("we", "mu", "", "flanked"),
        ("we", "nv", "", ""),
        ("ew", "nv", "", "flanked"),
        ("ew", "nv", "e", "flanked"),
        ("we", "mu", "w", "flanked"),
    ],
)
def test_flanking_needs_room(present: str, walls: str, focus_: str, formed: str) -> None:
    fight = ring(present, drawing=without(walls, only(present + walls), "#"))

    fight.play({present[0]: [saying("flank/t")], "t": [focus(focus_)] if focus_ else []})

    assert (formation(fight, "t"), fight.seen("t").focus) == (formed, focus_)


@pytest.mark.parametrize(("named", "formed"), [("w", "flanked"), ("e", ""), ("", "")])
def test_the_room_is_judged_towards_the_focus(named: str, formed: str) -> None:
    # Two who are not engaged come and stand on both sides of e, who is the first.
    idle = [on(hex_, fighter(hex_, "them", surprised=True)) for hex_ in ("A1", "F5")]
    fight = ring("ew", *idle)
    fight.play({"e": [saying("flank/t")], "t": [focus(named)] if named else []})
    assert (formation(fight, "t"), fight.seen("t").focus) == ("flanked", named)

    fight.amend(Place("A1", "C2"), Place("F5", "C4"))

    assert formation(fight, "t") == formed


def test_a_focus_towards_which_there_is_no_room_lapses_at_once() -> None:
    fight = ring("ew", drawing=without("nv", only("ewnv"), "#"))

    fight.play({"e": [saying("flank/t")], "t": [focus("w")]})

    # Without a focus it is judged towards e again, where there is room.
    assert (formation(fight, "t"), fight.seen("t").focus) == ("flanked", "")


@rule(
    "D3a",
    "There is room in a hex that can be entered or in which a foe stands who engages the target.",
)
@pytest.mark.parametrize(
    ("hex_", "formed"),
    [(".", "flanked"), ("~", "flanked"), ("#", ""), ("o", ""), ("foe", "flanked"), ("idle", "")],
)
def test_where_there_is_room(hex_: str, formed: str) -> None:
    # u is blocked; what is in m?
    walled = without("u", only("ewum"), "#")
    more = {
        "foe": [foe("m")],
        # A foe who engages nobody yet: it was surprised when t came.
        "idle": [fighter("m", "them", dex=14, surprised=True)],
    }.get(hex_, [])
    drawing = walled if more else without("m", walled, hex_)

    fight = flanked("ew", *more, drawing=drawing)

    assert formation(fight, "t") == formed


@rule(
    "D3b",
    "If `flank_room` is set to `both_sides`, both the hexes next to the first must have room.",
)
@pytest.mark.parametrize(
    ("walls", "one_side", "both_sides"),
    [("", "flanked", "flanked"), ("m", "flanked", ""), ("u", "flanked", ""), ("mu", "", "")],
)
def test_room_on_both_sides(walls: str, one_side: str, both_sides: str) -> None:
    drawing = without(walls, only("ew" + walls), "#")

    found = [
        formation(flanked("ew", drawing=drawing, options=Options(flank_room=room)), "t")
        for room in ("one_side", "both_sides")
    ]

    assert found == [one_side, both_sides]


@rule("R41", "Each foe who flanks a target attacks it at +10 %, except the focus.")
@pytest.mark.parametrize(
    ("present", "focus_", "expected"),
    [
        ("ew", "", {"e": 70, "w": 70}),
        ("ew", "e", {"e": 60, "w": 70}),
        ("eun", "u", {"e": 70, "u": 60, "n": 70}),
    ],
)
def test_flankers_have_a_bonus(present: str, focus_: str, expected: dict[str, int]) -> None:
    fight = ring(present)
    fight.play(
        {present[0]: [saying("flank/t")], "t": [focus(focus_)] if focus_ else []},
    )

    assert chances(copied(fight), present) == expected
    fight.play(
        {name: [attack("t")] for name in present}, " ".join([MISS] * len(present)), upto=(1, 2)
    )
    shown = {e.by: terms(e, "attack_chance").get("flanking", 0) for e in fight.of("attack")}
    assert shown == {name: chance - 60 for name, chance in expected.items()}


# --- surrounding -----------------------------------------------------------------------------


@rule(
    "R42",
    "A target is surrounded when at least three foes who are friends engage it and no two neighbouring hexes beside it are both without one of them.",
)
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_foes_all_round_surround(count: int) -> None:
    for present in map("".join, combinations(CLOCKWISE, count)):
        around = [one in present for one in CLOCKWISE]
        even = all(
            here or after for here, after in zip(around, around[1:] + around[:1], strict=True)
        )
        fight = ring(present)
        assert len(foes(fight, "t")) == count
        assert formation(fight, "t") == ("surrounded" if even and count > 2 else ""), present


@pytest.mark.parametrize(("friends", "formed"), [({}, ""), ({"others": ("them",)}, "surrounded")])
def test_only_friends_surround_together(friends: dict[str, tuple[str, ...]], formed: str) -> None:
    fight = placed(
        only("evn"), target(), foe("e"), foe("v"), foe("n", side="others"), friends=friends
    )

    assert formation(fight, "t") == formed


@rule(
    "R42a",
    "Whoever covers seven hexes is surrounded when no four of the twelve hexes around it in a row are without one of them.",
)
@pytest.mark.parametrize(
    ("around", "formed"),
    [
        ((0, 4, 8), "surrounded"),
        ((1, 5, 9), "surrounded"),
        ((0, 4, 9), ""),
        ((0, 5, 8), ""),
        ((0, 3, 7, 10), "surrounded"),
        ((0, 1, 2, 3, 4, 8), "surrounded"),
        ((0, 1, 2, 3, 4, 5, 6, 7), ""),
        ((0, 6), ""),
    ],
)
def test_the_large_are_surrounded_by_the_twelve(around: tuple[int, ...], formed: str) -> None:
    plain = "\n".join(" " * (row % 2) + ". . . . . . . ." for row in range(7))
    places = hexes.ring(hexes.named("D4"))
    people = [on(hexes.name(places[i]), foe(f"f{i}")) for i in around]

    fight = placed(plain, on("D4", target(size=31)), *people)

    assert len(foes(fight, "t")) == len(around)
    assert formation(fight, "t") == formed


def test_the_large_fill_several_hexes_of_a_ring() -> None:
    plain = "\n".join(" " * (row % 2) + ". . . . . . . . . ." for row in range(8))
    giant = fighter("g", "them", dex=14, size=31)
    fight = placed(
        plain, on("D4", target()), on("F4", giant), on("D3", foe("n")), on("D5", foe("v"))
    )

    # The giant covers the hex in the east of t only; with n and v that is a triangle.
    assert foes(fight, "t") == {"g": "normal", "n": "normal", "v": "normal"}
    assert formation(fight, "t") == "surrounded"


CORNER = """
    . . . . . .
     . n m . . .
    . w t e . .
     . v u . g .
    . . . . . .
     . . . . . .
"""


@pytest.mark.parametrize(("size", "formed"), [(31, "surrounded"), (30, "")])
def test_the_large_fill_every_hex_that_they_cover(size: int, formed: str) -> None:
    # In the middle of the southeast it covers e and u; with n and w that is all round.
    giant = on("D4", fighter("g", "them", dex=14, size=size))
    present = "wn" if size > 30 else "wnu"
    drawing = only(present, CORNER).replace("g", ".")
    fight = placed(drawing, target(), *[foe(name) for name in present], giant)

    assert ("g" in foes(fight, "t")) is (size > 30)
    assert formation(fight, "t") == formed


@pytest.mark.parametrize(("walls", "formed"), [("", "flanked"), ("mv", "flanked")])
def test_the_large_make_room_for_themselves(walls: str, formed: str) -> None:
    giant = on("D4", fighter("g", "them", dex=14, size=31))
    drawing = without(walls, only("n" + walls, CORNER).replace("g", "."), "#")
    fight = placed(drawing, target(), giant, foe("n"))

    fight.play({"g": [saying("flank/t")]})

    assert formation(fight, "t") == formed


FOUR = """
    . . . . . . .
     . n m . . . .
    . w t e x . .
     . v u . . . .
    . . . . . . .
"""


@rule(
    "R42b",
    "Nobody is surrounded while anybody but the target engages any of those who stand about it like that.",
)
@pytest.mark.parametrize("side", ["t", "third"])
def test_nobody_else_may_engage_the_surrounders(side: str) -> None:
    outsider = fighter("x", side, dex=1)
    fight = ring("evn", outsider, drawing=only("evn", FOUR))
    assert ("x" in foes(fight, "e"), formation(fight, "t")) == (True, "")

    fight.amend(Disengage("x", "e"))

    assert formation(fight, "t") == "surrounded"


@rule("R43", "Each foe who surrounds a target attacks it at +20 %, except the focus.")
@pytest.mark.parametrize(
    ("present", "focus_"), [("evn", ""), ("evn", "v"), ("uwm", "u"), ("euvwnm", "w"), ("euwn", "n")]
)
def test_surrounders_have_a_bonus(present: str, focus_: str) -> None:
    fight = ring(present)
    fight.play({"t": [focus(focus_)] if focus_ else []})

    expected = {name: 60 if name == focus_ else 80 for name in present}
    assert chances(copied(fight), present) == expected
    fight.play(
        {name: [attack("t")] for name in present}, " ".join([MISS] * len(present)), upto=(1, 2)
    )
    shown = {e.by: terms(e, "attack_chance").get("surrounding", 0) for e in fight.of("attack")}
    assert shown == {name: chance - 60 for name, chance in expected.items()}


@rule(
    "R44",
    "The two bonuses never add up: at one time a target is flanked or surrounded.",
)
def test_the_bonuses_never_add_up() -> None:
    fight = ring("evn")
    assert chances(copied(fight), "evn") == dict.fromkeys("evn", 80)

    fight.play({"e": [saying("flank/t")]})
    assert (formation(fight, "t"), chances(copied(fight), "evn")) == (
        "flanked",
        dict.fromkeys("evn", 70),
    )
    fight.play({"v": [saying("surround/t")]}, upto=(1, 2))
    assert formation(fight, "t") == "surrounded"
    assert chances(copied(fight), "evn") == dict.fromkeys("evn", 80)


SECOND_ROW = """
    . . . . . .
     . n m . . .
    . w t e s .
     . v u . . .
    . . . . . .
"""
SOUTHEAST = """
    . . . . . .
     . n m . . .
    . w t e . .
     . v u s . .
    . . . . . .
"""
BETWEEN = """
    . . . . . .
     . n m s . .
    . w t e . .
     . v u . . .
    . . . . . .
"""


@rule(
    "A10",
    "A foe that engages the target and fills none of the hexes beside it is no part of a surrounding and has no bonus.",
)
def test_whoever_fills_no_hex_has_no_part() -> None:
    # e stands in the only hex that s, at distance 2, could fill.
    fight = ring(
        "evn",
        foe("s", SPEAR),
        drawing=only("evn", SECOND_ROW),
        given=[Engage("s", "t", "long")],
    )
    fight.play(
        {**{name: [attack("t")] for name in "evn"}, "s": [attack("t", "spear")]},
        " ".join([MISS] * 4),
    )

    assert formation(fight, "t") == "surrounded"
    shown = {e.by: figure(e, "attack_chance") for e in fight.of("attack")}
    assert shown == {"e": 80, "v": 80, "n": 80, "s": 60}
    assert fight.of("formation")[-1].facts["by"] == "e, v, n"


@rule(
    "D3c",
    "A foe at distance 2 fills the nearest hex beside the target, and of two the free one or else the clockwise one.",
)
@pytest.mark.parametrize(
    ("present", "drawing", "wall", "formed"),
    [
        # In the east: it fills the hex of e.
        ("vn", SECOND_ROW, "", "surrounded"),
        ("uw", SECOND_ROW, "", ""),
        # Between e and u: of the two the clockwise one, which is u.
        ("wm", SOUTHEAST, "", "surrounded"),
        ("vn", SOUTHEAST, "", ""),
        ("vn", SOUTHEAST, "u", "surrounded"),
        # Between m and e the clockwise one is e,
        ("vn", BETWEEN, "", "surrounded"),
        ("uw", BETWEEN, "", ""),
        # but the free one first.
        ("uw", BETWEEN, "e", "surrounded"),
        ("vn", BETWEEN, "m", "surrounded"),
        ("vn", BETWEEN, "e", ""),
    ],
)
def test_which_hex_the_far_fill(present: str, drawing: str, wall: str, formed: str) -> None:
    drawing = without(wall, only(present + wall, drawing), "#")

    fight = ring(present, foe("s", SPEAR), drawing=drawing, given=[Engage("s", "t", "long")])

    assert "s" in foes(fight, "t")
    assert formation(fight, "t") == formed


@pytest.mark.parametrize("held", ["e", "m"])
def test_a_hex_that_a_foe_holds_is_not_free(held: str) -> None:
    # Of e and m the one is held, and s fills the other; with u and w that is all round.
    present = "uw" + held

    fight = ring(
        present, foe("s", SPEAR), drawing=only(present, BETWEEN), given=[Engage("s", "t", "long")]
    )

    assert formation(fight, "t") == "surrounded"


@rule("D3d", "Bodies on the ground neither fill a hex nor bar it for a formation.")
def test_bodies_do_not_count() -> None:
    # A body fills no hex: with it there would be three.
    fight = ring("evn", given=[SetStatus("e", "unconscious")])
    assert fight.prompt("v").kind == "action"
    assert formation(fight, "t") == ""

    # It bars none: there is room in m, where it lies.
    lying = fighter("m", "them", dex=1)
    walled = without("u", only("ewum"), "#")
    fight = flanked("ew", lying, drawing=walled, given=[SetStatus("m", "unconscious")])
    assert formation(fight, "t") == "flanked"

    # Nor does it keep s from filling the hex in the east.
    fight = ring(
        "vn",
        foe("s", SPEAR),
        fighter("e", "t", dex=1),
        drawing=only("vne", SECOND_ROW),
        given=[SetStatus("e", "unconscious"), Engage("s", "t", "long")],
    )
    assert formation(fight, "t") == "surrounded"


# --- declaring and minding -------------------------------------------------------------------


@rule(
    "D2",
    "Any foe who engages a target may declare a formation, and the last declaration counts for all of its side.",
)
@pytest.mark.parametrize(
    ("words", "formed"),
    [
        ([("e", "flank"), ("v", "surround")], "surrounded"),
        ([("e", "surround"), ("v", "flank")], "flanked"),
        ([("n", "flank")], "flanked"),
        ([("n", "flank"), ("n", "surround"), ("e", "flank")], "flanked"),
    ],
)
def test_the_last_declaration_counts(words: list[tuple[str, str]], formed: str) -> None:
    fight = ring("evn", on("F5", foe("x")))

    for phase, (who, word) in enumerate(words, 1):
        fight.play({who: [saying(f"{word}/t")]}, upto=(1, phase))

    assert formation(fight, "t") == formed
    assert [(e.by, e.at, e.facts["formation"]) for e in fight.of("declared")] == [
        (who, "t", f"{word}ed") for who, word in words
    ]
    # Whoever does not engage it cannot.
    assert fight.refuses("x", saying("flank/t"))


def test_another_side_declares_for_itself() -> None:
    fight = placed(
        only("ewun"),
        target(),
        foe("e"),
        foe("w"),
        *[foe(name, side="others") for name in "un"],
        given=[
            Disengage(one, two)
            for one in "ew"
            for two in "un"
            if {one, two} in ({"e", "u"}, {"w", "n"})
        ],
    )
    fight.play({"u": [saying("surround/t")], "e": [saying("flank/t")]})

    assert formation(fight, "t") == "flanked"
    assert {e.by for e in fight.of("declared")} == {"u", "e"}


@pytest.mark.parametrize(
    ("first", "then", "formed"),
    [("flank", "surround", "surrounded"), ("surround", "flank", "flanked")],
)
def test_of_sides_that_are_friends_the_last_word_counts(first: str, then: str, formed: str) -> None:
    fight = placed(
        only("evn"),
        target(),
        foe("e"),
        foe("v"),
        foe("n", side="others"),
        friends={"others": ("them",)},
    )

    fight.play({"e": [saying(f"{first}/t")]})
    fight.play({"n": [saying(f"{then}/t")]}, upto=(1, 2))

    assert formation(fight, "t") == formed


@rule(
    "D2a",
    "Without a declaration a target is surrounded where that is possible, and never flanked.",
)
@pytest.mark.parametrize(
    ("present", "formed"),
    [("evn", "surrounded"), ("euvwnm", "surrounded"), ("eun", ""), ("ew", "")],
)
def test_without_a_declaration(present: str, formed: str) -> None:
    fight = ring(present)

    fight.play({present[0]: [attack("t")]}, MISS)

    assert formation(fight, "t") == formed


@pytest.mark.parametrize(("present", "word"), [("eun", "surround"), ("ew", "surround")])
def test_what_was_declared_and_fails_is_nothing_else(present: str, word: str) -> None:
    fight = ring(present)

    fight.play({present[0]: [saying(f"{word}/t")]})

    assert formation(fight, "t") == ""


@rule(
    "D2b",
    "Declaring a formation is trivial and may go beside any answer to a turn, as may naming a focus.",
)
@pytest.mark.parametrize(
    ("said", "dice", "actions"),
    [
        (attack("t"), MISS, 2),
        (Said("defend"), "", 2),
        (Said("wait", ("1", "nothing")), "", 2),
        (Said("carry", ("nothing",)), "", 3),
        (Said("pass"), "", 2),
    ],
)
def test_declaring_is_trivial(said: Said, dice: str, actions: int) -> None:
    fight = ring("ew")
    trivial = [option.id for option in fight.prompt("e").trivial]
    assert {"flank/t", "surround/t"} <= set(trivial)

    fight.play({"e": [Said(said.option, said.values, ("flank/t",))]}, dice)

    assert (formation(fight, "t"), fight.seen("e").actions) == ("flanked", actions)
    if dice:
        # What is declared beside a blow counts for that blow.
        assert figure(fight.attack(by="e"), "attack_chance") == 70
    # The target minds somebody beside whatever it does.
    again = placed(only("ew"), target(dex=13), foe("e"), foe("w"))
    mine = Said(said.option, ("e",) if dice else said.values, ("focus/w",))
    again.play({"e": [saying("flank/t")], "t": [mine]}, dice)
    assert (again.seen("t").focus, again.seen("t").actions) == ("w", actions)


@rule(
    "A18",
    "When a formation about it begins, a target that is able may name one of these foes as the focus.",
)
@pytest.mark.parametrize(("present", "declared"), [("ew", True), ("evn", False), ("euvn", False)])
@pytest.mark.parametrize("named", [True, False])
def test_a_focus_is_asked_for(present: str, declared: bool, named: bool) -> None:
    fight = ring(present)

    fight.play(
        {
            present[0]: [saying("flank/t")] if declared else [],
            "t": [focus(present[1])] if named else [],
        }
    )

    (asked,) = fight.asked("t", "declaration")
    assert [option.id for option in asked.options] == ["focus", "decline"]
    assert choices(asked.options[0], "foe") == list(present)
    assert fight.seen("t").focus == (present[1] if named else "")
    assert [(e.by, e.at) for e in fight.of("focused")] == ([("t", present[1])] if named else [])


@pytest.mark.parametrize("named", ["v", ""])
def test_a_change_of_formation_asks_nobody_and_keeps_the_focus(named: str) -> None:
    fight = ring("evn")

    fight.play({"t": [focus(named)] if named else []})
    fight.play({"e": [saying("flank/t")]}, upto=(1, 2))

    assert (formation(fight, "t"), fight.seen("t").focus) == ("flanked", named)
    assert len(fight.asked("t", "declaration")) == 1


@rule("A18a", "On its own turn a target may name another focus.")
def test_another_focus() -> None:
    fight = placed(only("evn"), target(dex=13), *[foe(name) for name in "evn"])
    fight.play({"t": [focus("v"), Said("pass", (), ("focus/n",))]})
    assert fight.seen("t").focus == "n"
    assert chances(copied(fight), "evn") == {"e": 80, "v": 80, "n": 60}

    fight.play({"t": [attack("e", also=("focus/e",))]}, MISS, upto=(1, 2))

    assert fight.seen("t").focus == "e"
    assert [(e.by, e.at) for e in fight.of("focused")] == [("t", "v"), ("t", "n"), ("t", "e")]


@rule(
    "A18b",
    "A focus lapses when the formation ends or when the focus is no part of it any more.",
)
@pytest.mark.parametrize(
    ("present", "change", "formed", "focus_"),
    [
        ("euvn", unconscious("v"), "", ""),
        ("euvn", unconscious("e"), "", ""),
        ("euvwn", unconscious("w"), "surrounded", "v"),
        ("euvwn", Place("v", "A1"), "surrounded", ""),
        ("euvwn", Remove("v"), "surrounded", ""),
    ],
)
def test_when_a_focus_lapses(present: str, change: Change, formed: str, focus_: str) -> None:
    fight = ring(present)
    fight.play({"t": [focus("v")]})
    assert (formation(fight, "t"), fight.seen("t").focus) == ("surrounded", "v")

    fight.amend(change)

    assert (formation(fight, "t"), fight.seen("t").focus) == (formed, focus_)


@rule("R58", "Only somebody who would otherwise have the bonus may be named as the focus.")
@pytest.mark.parametrize(
    ("who", "possible"), [("e", True), ("n", True), ("s", False), ("t", False), ("x", False)]
)
def test_who_can_be_the_focus(who: str, possible: bool) -> None:
    # s engages t and has no part in the formation, x does not even engage it.
    fight = placed(
        only("evn", SECOND_ROW),
        target(dex=13),
        *[foe(name) for name in "evn"],
        foe("s", SPEAR),
        on("F5", foe("x")),
        given=[Engage("s", "t", "long")],
    )
    (prompt,) = fight.open()
    assert (prompt.kind, prompt.combatant) == ("declaration", "t")
    (question,) = fight.fight.questions()
    asked = focus(who).to(prompt)

    if possible:
        question.check(asked)
    else:
        with pytest.raises(IllegalAnswerError, match="R58"):
            question.check(asked)
    fight.answer(DECLINE)
    assert fight.refuses("t", Said("pass", (), (f"focus/{who}",))) is not possible


@rule("D4", "If no focus is named, all these foes have the bonus.")
@pytest.mark.parametrize(("present", "declared", "chance"), [("ew", True, 70), ("evn", False, 80)])
def test_without_a_focus_all_have_the_bonus(present: str, declared: bool, chance: int) -> None:
    fight = (flanked if declared else ring)(present)

    assert fight.seen("t").focus == ""
    assert chances(fight, present) == dict.fromkeys(present, chance)


@rule("D4a", "Being surprised does not keep a target from naming a focus.")
def test_the_surprised_may_name_a_focus() -> None:
    fight = ring("ew", given=[SetStatus("t", "surprised")])

    fight.play({"e": [saying("flank/t")], "t": [focus("w")]})

    assert (fight.seen("t").conditions, fight.seen("t").focus) == (("surprised",), "w")


# --- when, and for what ----------------------------------------------------------------------


@rule(
    "R45",
    "A formation begins and ends at once as people move, fall, engage and part.",
)
def test_a_formation_begins_and_ends_at_once() -> None:
    fight = placed(
        only("ev", SECOND_ROW).replace("s", "."),
        target(),
        foe("e"),
        foe("v"),
        on("A1", foe("n")),
        on("E5", fighter("f", "t", dex=1)),
    )
    seen: list[str] = []

    def then(*changes: Change) -> None:
        fight.amend(*changes)
        seen.append(formation(fight, "t"))

    fight.play({"n": [move("B2")]})  # it moves into its place
    seen.append(formation(fight, "t"))
    then(unconscious("v"))  # falls
    then(SetStatus("v", "unconscious", on=False))  # and comes to
    then(Disengage("e", "t"))  # parts
    then(Engage("e", "t", "normal"))  # engages
    then(Place("f", "C2"))  # a friend comes
    then(Place("f", "E5"))  # and goes
    then(Place("n", "A1"))

    assert seen == ["surrounded", "", "surrounded", "", "surrounded", "", "surrounded", ""]
    told = [e.facts["formation"] for e in fight.of("formation", at="t")]
    assert told == ["surrounded", "none"] * 4


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_formation_ends_when_one_of_it_faints_at_the_wrap_up(goes_on: bool) -> None:
    """Whether the fight goes on or ends with that very wrap-up."""
    options = Options(fatigue_every="con_fifth", round_cap=9 if goes_on else 1)
    worn = foe("e")
    traits = replace(worn.sheet.characteristics, CON=1)
    worn = replace(worn, sheet=replace(worn.sheet, characteristics=traits))
    fight = placed(only("ev"), target(), worn, foe("v"), options=options)
    fight.play({"v": [saying("flank/t")]})
    assert formation(fight, "t") == "flanked"

    fight.play({"e": [attack("t")]}, f"{MISS} d100=100 d6=1 d6=1 d6=1", upto=(1, 9))

    assert fight.changes("e")[-1] == ("unconscious", "began")
    assert formation(fight, "t") == ""
    assert bool(fight.fight.prompts()) == goes_on


def test_a_formation_ends_for_the_next_blow() -> None:
    fight = placed(only("evn"), target(dex=14, sword=61), *[foe(name) for name in "evn"])

    # t acts first and fells v; n strikes at 60.
    fight.play(
        {"t": [attack("v")], "n": [attack("t")]},
        f"d100=40 d8=8 d20=20 d4=1 d100=96 {MISS}",
    )

    assert figure(fight.attack(by="n"), "attack_chance") == 60


@rule(
    "R47",
    "The bonus goes with attack rolls only: not with parries and dodges, damage or strike ranks.",
)
@pytest.mark.parametrize("defence", [parry(), DODGE])
def test_the_bonus_is_for_attack_rolls_only(defence: Said) -> None:
    fight = placed(only("evn"), target(dex=15, sword=80), *[foe(name) for name in "evn"])
    alone = placed(only("e"), target(dex=15, sword=80), foe("e"))

    for one in (fight, alone):
        one.play(
            {"t": [attack("e")], "e": [defence, attack("t")]},
            f"{MISS} {MISS}  d100=40 d8=3 d20=10",
        )

    by_t, alone_by_t = fight.attack(by="t"), alone.attack(by="t")
    assert figure(by_t, "defence_chance") == figure(alone_by_t, "defence_chance") == 60
    by_e, alone_by_e = fight.attack(by="e"), alone.attack(by="e")
    assert figure(by_e, "attack_chance") - figure(alone_by_e, "attack_chance") == 20
    assert figure(by_e, "damage") == figure(alone_by_e, "damage") == 3
    assert by_e.rank == alone_by_e.rank == 6


@rule("A27", "Opportunity attacks and ripostes have the bonus too.")
@pytest.mark.parametrize(
    ("said", "answers", "dice", "verb"),
    [
        (stance("kneeling"), [opportunity()], MISS, "opportunity"),
        (attack("e"), [parry(), riposte()], f"{MISS} d100=1 {MISS}", "riposte"),
    ],
)
@pytest.mark.parametrize("case", [("ew", True, 70), ("evn", False, 80)])
def test_the_bonus_is_for_them_too(
    said: Said, answers: list[Said], dice: str, verb: str, case: tuple[str, bool, int]
) -> None:
    present, declared, chance = case
    fight = placed(only(present), target(dex=13), *[foe(name) for name in present])
    first = [saying("flank/t")] if declared else []

    fight.play({"e": [*first, *answers], "t": [said]}, dice)

    (answer,) = fight.of("attack", by="e")
    assert (answer.facts["verb"], figure(answer, "attack_chance")) == (verb, chance)


def test_a_formation_declared_about_whom_one_fights_no_more_is_none() -> None:
    fight = placed(". b a c .", fighter("a", "x", dex=14), fighter("b", "y"), fighter("c", "y"))
    fight.answer(attack("c", also=("flank/b",)))
    fight.amend(Disengage("b", "a"))
    fight.play({}, "d100=96")
    assert fight.attack().at == "c"
    assert fight.of("declared") == []
