"""RULES.md, bodies and wounds; and T66 to T71, T73."""

from __future__ import annotations

import pytest

from rules.rivers.chapters import bodies, fumbles, wounds
from rules.rivers.chapters.bodies import VITAL, at, hit_points, location_points, struck
from rules.rivers.chapters.damage import bonus_of
from rules.rivers.chapters.wounds import Wound, state, wound
from rules.rivers.data import library
from rules.rivers.model import Body, Location
from tests.support.rulebook import rule

BODIES = list(library().bodies.values())
HUMANOID = library().bodies["humanoid"]


def where(body: Body, number: int) -> Location:
    return body.locations[at([one.to for one in body.locations], number)]


def effects(kind: str, points: int, lost: int, blow: int) -> list[str]:
    return wound(kind, points, lost, blow).effects


@rule(
    "H1",
    "All hit points are CON, a step for SIZ of 1 for every 4 above 12 or below 9, and a step for POW of -1 up to 4 and 1 for every 4 above 16, at least 3.",
)
@pytest.mark.parametrize(
    ("siz", "power", "points"),
    [
        *[
            (4, 11, 8),
            (5, 11, 9),
            (8, 11, 9),
            (9, 11, 10),
            (12, 11, 10),
            (13, 11, 11),
            (21, 11, 13),
        ],
        *[(11, 4, 9), (11, 5, 10), (11, 16, 10), (11, 17, 11), (11, 21, 12)],
    ],
)
def test_all_hit_points(siz: int, power: int, points: int) -> None:
    assert hit_points(10, siz, power) == points
    assert hit_points(1, siz, power) == max(3, points - 9)


@rule(
    "H2",
    "A location has a third of them, rounded up and at least 2, and more or fewer as the body says, at least 1.",
)
def test_the_hit_points_of_a_location() -> None:
    assert [location_points(total, 0) for total in (3, 6, 7, 12, 13)] == [2, 2, 3, 4, 5]
    assert [location_points(12, more) for more in (-3, -1, 2)] == [1, 3, 6]
    assert location_points(3, -3) == 1


@rule(
    "H3",
    "A blow strikes by 1D20, by 1D10+10 from above, and by 1D10 from somebody prone against somebody who stands.",
)
def test_how_a_location_is_rolled() -> None:
    assert [struck(7, how) for how in ("level", "above", "below")] == [7, 17, 7]


@rule("H4", "Each body says which numbers of the D20 strike which of its locations.")
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.id)
def test_every_number_strikes_one_location_of_a_body(body: Body) -> None:
    tops = [one.to for one in body.locations]

    assert tops == sorted(set(tops))
    assert tops[-1] == 20
    assert len({one.name for one in body.locations}) == len(tops)
    assert [where(body, number).to >= number for number in range(1, 21)] == [True] * 20
    assert any(one.kind in VITAL for one in body.locations)


@pytest.mark.parametrize(
    ("id_", "number", "name", "more"),
    [
        ("winged-humanoid", 11, "right wing", -1),
        ("harpy", 18, "head", 2),
        ("four-legged", 7, "hindquarter", 1),
        ("wolf", 1, "right hind leg", -1),
        ("bear", 8, "forequarter", 3),
        ("winged-four-legged", 10, "forequarter", 1),
        ("centaur", 13, "chest", 1),
        ("serpent", 14, "body", 1),
        ("winged-serpent", 12, "chest", 1),
        ("dragon", 2, "tail", -1),
        ("wyvern", 16, "left wing", -1),
        ("scorpion-man", 9, "tail", 0),
        ("giant-spider", 17, "head", 1),
        ("beetle", 12, "thorax", 3),
        ("flying-bird", 1, "tail", -2),
        ("running-bird", 15, "right wing", -1),
        ("mammoth", 17, "trunk", -3),
        ("tentacled", 18, "eighth tentacle", -1),
        ("giant-snail", 8, "shell", 1),
        ("two-headed-snail", 16, "right head", 0),
        ("slime", 1, "body", 0),
    ],
)
def test_a_number_strikes(id_: str, number: int, name: str, more: int) -> None:
    found = where(library().bodies[id_], number)

    assert (found.name, found.more) == (name, more)


@rule(
    "A13b",
    "Beside arm, chest and head lies the arm, beside leg and abdomen the leg, and beside anything else the rolled location itself.",
)
def test_what_lies_beside_what() -> None:
    assert {bodies.adjacent(kind, arms=True) for kind in ("arm", "chest", "head")} == {"arm"}
    assert {bodies.adjacent(kind, arms=True) for kind in ("leg", "abdomen")} == {"leg"}
    assert bodies.adjacent("wing", arms=True) == bodies.adjacent("chest", arms=False) == ""


@rule(
    "H6",
    "In spirit combat POW and CHA do 1D3 up to 12, 1D6 up to 24, 1D6+1 up to 32, 1D6+3 up to 40, 2D6+3 up to 56 and 1D6+1 more for every 16 above.",
)
def test_damage_of_spirits() -> None:
    found = [bodies.spirit_damage(sum_) for sum_ in (12, 13, 24, 25, 32, 33, 40, 41, 56, 57, 73)]

    assert found == [
        (1, 3, 0),
        (1, 6, 0),
        (1, 6, 0),
        (1, 6, 1),
        (1, 6, 1),
        (1, 6, 3),
        (1, 6, 3),
        (2, 6, 3),
        (2, 6, 3),
        (3, 6, 4),
        (4, 6, 5),
    ]


@rule("H7", "Categories of skills are better or worse by characteristics.")
def test_categories_of_skills() -> None:
    plain: dict[str, int] = dict.fromkeys(("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA"), 11)
    names = ("agility", "manipulation", "stealth", "magic")

    assert [bodies.category(name, plain) for name in names] == [0, 0, 0, 0]
    able = plain | {"STR": 17, "SIZ": 4, "DEX": 17, "INT": 13, "POW": 18, "CHA": 3}
    assert [bodies.category(name, able) for name in names] == [
        5 + 5 + 10 + 5,
        5 + 10 + 5 + 5,
        10 + 10 + 5 - 5,
        10 - 5,
    ]


@rule("H8", "A location regains a sixth of CON in hit points a week, rounded up.")
def test_healing_in_time() -> None:
    assert [bodies.healing_rate(con) for con in (6, 7, 12, 13)] == [1, 2, 2, 3]


@rule(
    "Q15",
    "Equipment beyond the lower of STR and the mean of STR and CON costs 1 MOV and 5 % a point.",
)
def test_a_burden() -> None:
    assert [bodies.burden(13, 9, gear) for gear in (11, 12, 14)] == [0, 1, 3]
    assert bodies.burden(9, 13, 10) == 1
    assert bodies.burden(12, 9, 12) == 1  # 10.5, rounded to 11


@rule(
    "H9",
    "A fumble by D20 is no parry next round up to 4, no attack up to 8, neither up to 12, no dodge either up to 15, a lost piece of armour up to 18, and a dropped weapon or shield above that.",
)
def test_what_a_fumble_brings() -> None:
    rolls = (1, 4, 5, 8, 9, 12, 13, 15, 16, 18, 19, 20)

    assert [fumbles.of(rolled) for rolled in rolls[::2]] == [
        fumbles.NO_PARRY,
        fumbles.NO_ATTACK,
        fumbles.NEITHER,
        fumbles.HELPLESS,
        fumbles.ARMOUR,
        fumbles.DROPPED,
    ]
    assert [fumbles.of(one) for one in rolls[1::2]] == [fumbles.of(one) for one in rolls[::2]]


@rule("A26", "Fumbles are rolled on the table of a D20.")
def test_every_number_of_the_d20_is_some_fumble() -> None:
    assert len({fumbles.of(rolled) for rolled in range(1, 21)}) == 6


@rule(
    "H10",
    "One blow to a limb counts for at most twice its hit points, in the location and in all.",
)
def test_a_limb_takes_so_much() -> None:
    assert wound("arm", 3, 0, 8)[:2] == (6, 6)
    assert wound("chest", 5, 0, 40)[:2] == (40, 40)


@rule(
    "H10a",
    "A limb never loses more than twice its hit points, and what comes after that counts in all alone.",
)
def test_a_limb_is_emptied_once() -> None:
    assert wound("leg", 4, 6, 5)[:2] == (2, 5)
    assert wound("leg", 4, 8, 5)[:2] == (0, 5)


@rule(
    "H11",
    "A limb that has lost its hit points is crippled, and with it a leg makes one fall and an arm drop what it holds.",
)
def test_a_crippled_limb() -> None:
    assert effects("leg", 4, 2, 1) == []
    assert effects("leg", 4, 2, 2) == ["crippled", "falls"]
    assert effects("arm", 4, 0, 4) == ["crippled", "drops"]
    assert effects("wing", 4, 0, 4) == ["crippled"]


@rule(
    "H11a",
    "One blow of twice the hit points of a limb puts its owner in shock, and one of three times severs it.",
)
def test_a_great_blow_to_a_limb() -> None:
    assert effects("wing", 3, 0, 5) == ["crippled"]
    assert effects("wing", 3, 0, 6) == ["crippled", "in shock"]
    assert effects("wing", 3, 3, 5) == ["crippled"]
    assert effects("wing", 3, 0, 9) == ["crippled", "in shock", "severed"]


@rule(
    "H12",
    "A vital location that has lost its hit points cripples: an abdomen lames the legs, a chest leaves nothing to do, and a head leaves nobody conscious.",
)
def test_a_crippled_vital_location() -> None:
    assert [effects(kind, 4, 2, 1) for kind in VITAL] == [[], [], []]
    assert effects("abdomen", 4, 2, 2) == ["lame", "falls", "untended"]
    assert effects("chest", 4, 2, 2) == ["helpless", "falls", "untended"]
    assert effects("head", 4, 2, 2) == ["unconscious", "untended"]


@rule(
    "H13",
    "Untended such a wound kills, in five minutes at the head and in ten elsewhere.",
)
def test_minutes_to_live() -> None:
    assert wounds.MINUTES == {"abdomen": 10, "chest": 10, "head": 5}


@rule(
    "H14",
    "A vital location that has lost twice its hit points leaves one unconscious and bleeding, and three times dead.",
)
@pytest.mark.parametrize("kind", VITAL)
def test_twice_and_three_times(kind: str) -> None:
    assert effects(kind, 4, 5, 3) == ["unconscious", "bleeding"]
    assert effects(kind, 4, 9, 3) == ["dead"]


@rule("H15", "Whoever has 1 or 2 hit points left in all is unconscious.")
def test_hardly_any_hit_points() -> None:
    assert [state(left, dying_round=False) for left in (3, 2, 1)] == [
        "",
        "unconscious",
        "unconscious",
    ]


@rule("A27", "Whoever has none left is dead.")
def test_no_hit_points() -> None:
    assert state(0, dying_round=False) == state(-6, dying_round=False) == "dead"


@rule(
    "A27a",
    "With `dying_round` there is a round in which healing still saves whoever has none left.",
)
def test_no_hit_points_may_leave_a_round() -> None:
    assert state(0, dying_round=True) == "dying"


@rule(
    "H16",
    "Nothing more comes from whoever is unconscious, dead, dying, in shock or helpless, or has neither an arm nor a natural weapon to use.",
)
def test_who_is_out_of_it() -> None:
    out = ("unconscious", "dead", "dying", "in shock", "helpless")

    assert all(wounds.incapacitated([one], 2, natural=True) for one in out)
    assert not wounds.incapacitated(["lame", "falls", "untended"], 2, natural=False)
    assert wounds.incapacitated([], 0, natural=False)
    assert not wounds.incapacitated([], 0, natural=True)


# --- worked examples -------------------------------------------------------------------------


def test_t66_hit_points() -> None:
    sheets = [(11, 13, 11), (18, 20, 12), (13, 4, 19), (13, 26, 11)]

    assert [hit_points(*sheet) for sheet in sheets] == [12, 20, 12, 17]
    points = {one.name: location_points(12, one.more) for one in HUMANOID.locations}
    assert points == {
        "right leg": 4,
        "left leg": 4,
        "abdomen": 4,
        "chest": 5,
        "right arm": 3,
        "left arm": 3,
        "head": 4,
    }


def test_t67_damage_bonus() -> None:
    found = {sum_: bonus_of(sum_) for sum_ in (12, 13, 24, 25, 33, 41, 57)}

    assert found == {
        12: [(-1, 1, 4)],
        13: [],
        24: [],
        25: [(1, 1, 4)],
        33: [(1, 1, 6)],
        41: [(1, 2, 6)],
        57: [(1, 3, 6)],
    }


def test_t68_an_arm() -> None:
    assert wound("arm", 3, 0, 8) == Wound(6, 6, ["crippled", "drops", "in shock"])
    assert wound("arm", 3, 0, 9) == Wound(6, 6, ["crippled", "drops", "in shock", "severed"])


def test_t69_a_leg() -> None:
    assert wound("leg", 4, 0, 3) == Wound(3, 3, [])
    assert wound("leg", 4, 0, 4) == Wound(4, 4, ["crippled", "falls"])
    assert wound("leg", 4, 0, 8) == Wound(8, 8, ["crippled", "falls", "in shock"])
    assert wound("leg", 4, 0, 12) == Wound(8, 8, ["crippled", "falls", "in shock", "severed"])


def test_t70_head_abdomen_and_chest() -> None:
    assert effects("head", 4, 0, 4) == ["unconscious", "untended"]
    assert effects("head", 4, 0, 8) == ["unconscious", "bleeding"]
    assert effects("head", 4, 0, 12) == ["dead"]
    assert effects("abdomen", 4, 4, 4) == ["unconscious", "bleeding"]
    assert effects("chest", 5, 0, 5) == ["helpless", "falls", "untended"]
    assert effects("chest", 5, 5, 5) == ["unconscious", "bleeding"]
    assert effects("chest", 5, 10, 5) == ["dead"]


def test_t71_all_hit_points() -> None:
    assert state(12 - 10, dying_round=False) == "unconscious"
    assert state(12 - 12, dying_round=False) == "dead"


@pytest.mark.parametrize(
    ("rolled", "how", "name"),
    [
        (12, "level", "chest"),
        (13, "level", "right arm"),
        (19, "level", "head"),
        (10, "above", "head"),
        (10, "below", "abdomen"),
    ],
)
def test_t73_locations_by_d20(rolled: int, how: str, name: str) -> None:
    assert where(HUMANOID, struck(rolled, how)).name == name
