"""A scenario's TOML becomes the Setup it describes, and every mistake in it is named with its path."""

from __future__ import annotations

import tomllib
from typing import Final

import msgspec
import pytest

from rules.kernel.errors import SetupError
from rules.kernel.model import (
    ChangeSide,
    EndFight,
    Hazard,
    Hide,
    Modify,
    Moment,
    Move,
    Remove,
    Reveal,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.request.model import Add, Change, Entry, Options, Setup, Side, Timed
from rules.request.policies import POLICIES
from rules.request.setup import MINDS, advice, decode
from tests.rules.request.refused import bare

TOP: Final = 'name = "Test"\nrules = "request"\n'
SIDES: Final = 'sides = ["a", "b"]\n'
ONE: Final = '[[combatants]]\nside = "a"\ncreature = "raider"\n'
OTHER: Final = '[[combatants]]\nside = "b"\ncreature = "guard"\n'


def scenario(
    one: str = "", other: str = "", *, top: str = "", sides: str = SIDES, more: str = ""
) -> Setup:
    """A raider of side a against a guard of side b, with whatever lines are added."""
    text = f"{TOP}{sides}{top}\n{ONE}{one}\n{OTHER}{other}\n{more}\n"
    return decode(tomllib.loads(text))


def first(setup: Setup) -> Entry:
    return setup.combatants[0]


def amended(what: str, at: str = "{ round = 1 }", top: str = "") -> tuple[Timed, ...]:
    return scenario(top=top, more=f"[[amend]]\nat = {at}\n{what}").amendments


# --- what becomes of it ----------------------------------------------------------------------


def test_a_creature_becomes_a_combatant_with_sheet_and_weapons_in_hand() -> None:
    raider = first(scenario())

    assert (raider.id, raider.name, raider.side, raider.mind) == ("raider", "Raider", "a", "steady")
    assert raider.held == ("battleaxe", "target-shield")
    assert raider.sheet.skills["1H Axe"] == 55
    assert raider.sheet.skills["Resilience"] == 23
    assert raider.sheet.hit_points == (6, 6, 7, 8, 5, 5, 6)


def test_what_the_scenario_says_replaces_what_the_creature_has() -> None:
    raider = first(
        scenario(
            'name = "Old Nob"\ncharacteristics = { DEX = 7 }\nskills = { "1H Axe" = 80, Bow = 30 }\n'
            'weapons = ["club"]\narmour = []\nnatural_armour = 2\nmind = "reckless"\n'
            "surprised = true\nhidden = true\nloaded = false"
        )
    )

    assert (raider.id, raider.name) == ("old-nob", "Old Nob")
    assert raider.sheet.characteristics.DEX == 7
    assert raider.sheet.characteristics.STR == 13
    assert (raider.sheet.skills["1H Axe"], raider.sheet.skills["Bow"]) == (80, 30)
    assert raider.sheet.skills["1H Hammer"] == 20
    assert [weapon.id for weapon in raider.sheet.weapons] == ["club", "unarmed"]
    assert (raider.sheet.armour, raider.sheet.natural_armour) == ((), 2)
    assert (raider.mind, raider.surprised, raider.hidden, raider.loaded) == (
        "reckless",
        True,
        True,
        False,
    )


def test_without_a_creature_it_is_a_human() -> None:
    text = f'{TOP}{SIDES}[[combatants]]\nside = "a"\nname = "Ünal 3"\n{OTHER}'

    somebody = first(decode(tomllib.loads(text)))

    assert (somebody.sheet.creature, somebody.id, somebody.held) == ("human", "nal-3", ())


def test_a_name_without_a_plain_letter_still_makes_an_id() -> None:
    assert first(scenario('name = "漢字"')).id == "a-combatant"


def test_count_makes_several_with_numbers() -> None:
    setup = scenario('count = 3\nid = "r"\nname = "Rogue"')

    assert [one.id for one in setup.combatants] == ["r-1", "r-2", "r-3", "guard"]
    assert [one.name for one in setup.combatants] == ["Rogue 1", "Rogue 2", "Rogue 3", "Guard"]


@pytest.mark.parametrize(
    ("weapons", "held"),
    [
        (["war-sword", "target-shield"], ("war-sword", "target-shield")),
        (["target-shield", "war-sword"], ("war-sword", "target-shield")),
        (["dagger", "shortsword"], ("dagger", "shortsword")),
        (["long-bow", "shortsword"], ("long-bow",)),
        (["shortsword", "long-bow", "buckler"], ("shortsword", "buckler")),
        (["buckler"], ("buckler",)),
        (["unarmed"], ()),
        ([], ()),
    ],
)
def test_the_first_weapons_that_fit_the_hands_are_in_hand(
    weapons: list[str], held: tuple[str, ...]
) -> None:
    assert first(scenario(f"weapons = {weapons}")).held == held


def test_held_says_what_is_in_hand_main_hand_first() -> None:
    assert first(scenario('held = ["hatchet", "battleaxe"]')).held == ("hatchet", "battleaxe")
    assert first(scenario('held = ["unarmed"]')).held == ()


def test_nothing_is_in_hand_unless_drawn_but_what_is_held() -> None:
    setup = scenario('held = ["hatchet"]', top="start = { drawn = false }")

    assert [one.held for one in setup.combatants] == [("hatchet",), ()]


def test_somebody_or_a_whole_side_is_surprised() -> None:
    def surprised(names: str) -> list[str]:
        setup = scenario("count = 2", top=f"start = {{ surprised = {names} }}")
        return [one.id for one in setup.combatants if one.surprised]

    assert surprised('["raider-2"]') == ["raider-2"]
    assert surprised('["a"]') == ["raider-1", "raider-2"]


def test_sides_have_names_and_friends() -> None:
    setup = scenario(
        sides='sides = ["a", { id = "b", name = "The Bs", friends = ["c"] }, "c"]\n',
        more='[[combatants]]\nside = "c"\n',
    )

    assert setup.sides == (Side("a", "A"), Side("b", "The Bs", ("c",)), Side("c", "C"))


def test_options_are_taken_over() -> None:
    setup = scenario(top='options = { reactions = "pool", round_cap = 7 }')

    assert setup.options == Options(reactions="pool", round_cap=7)


@pytest.mark.parametrize(
    ("written", "change"),
    [
        ('reveal = "guard"', Reveal("guard")),
        ('hide = "guard"', Hide("guard")),
        ('remove = "guard"', Remove("guard")),
        ('end = "a"', EndFight("a")),
        ('end = ""', EndFight()),
        ('side = { who = "guard", side = "a" }', ChangeSide("guard", "a")),
        (
            'hit_points = { who = "guard", location = "head", points = 0 }',
            SetHitPoints("guard", "head", 0),
        ),
        (
            'points = { who = "guard", name = "actions", points = 1 }',
            SetPoints("guard", "actions", 1),
        ),
        ('status = { who = "guard", status = "prone" }', SetStatus("guard", "prone")),
        (
            'status = { who = "guard", status = "vulnerable", on = false }',
            SetStatus("guard", "vulnerable", on=False),
        ),
        (
            'gear = { who = "guard", item = "dagger", state = "held", missiles = 2 }',
            SetGear("guard", "dagger", "held", 2),
        ),
        (
            'hazard = { who = "guard", cause = "fire", damage = 5 }',
            Hazard("guard", "fire", "5"),
        ),
        (
            'hazard = { who = "guard", cause = "fire", damage = "2D6", armour = false }',
            Hazard("guard", "fire", "2D6", armour=False),
        ),
        ('modifier = { name = "dark", value = -20 }', Modify("dark", -20)),
        (
            'modifier = { name = "sun", value = -20, who = "guard", lasts = "round" }',
            Modify("sun", -20, "round", "guard"),
        ),
    ],
)
def test_every_change_can_be_timed(written: str, change: Change) -> None:
    (timed,) = amended(f'{written}\nreason = "why not"', "{ round = 2, phase = 1, rank = 4 }")

    assert timed == Timed(Moment(2, 1, 4), change, "why not")


def test_without_places_people_move_by_metres() -> None:
    written = 'move = { who = "guard", distance = 5 }'

    (timed,) = amended(written, top="start = { distance = 0 }")

    assert timed.change == Move("guard", 5)


def test_somebody_may_join_and_be_named_by_a_later_change() -> None:
    later = '[[amend]]\nat = { round = 3 }\nremove = "pip"'
    joins = '[[amend]]\nat = { round = 2 }\nadd = { name = "Pip", side = "b", held = ["dagger"], weapons = ["dagger"] }'

    added, removed = scenario(more=f"{later}\n{joins}").amendments

    assert isinstance(added.change, Add)
    assert (added.change.entry.id, added.change.entry.held) == ("pip", ("dagger",))
    assert removed.change == Remove("pip")


def test_changes_come_in_the_order_of_their_moments() -> None:
    moments = [
        "{ round = 2 }",
        "{ round = 1, rank = 3 }",
        "{ round = 1, rank = 9 }",
        "{ round = 1, phase = 2 }",
    ]
    more = "".join(f'[[amend]]\nat = {at}\nhide = "guard"\n' for at in moments)

    assert [timed.at for timed in scenario(more=more).amendments] == [
        Moment(1, 1, 9),
        Moment(1, 1, 3),
        Moment(1, 2),
        Moment(2),
    ]


def test_the_minds_are_the_policies_there_are() -> None:
    assert set(MINDS) == set(POLICIES)


# --- what is refused -------------------------------------------------------------------------


def said(
    one: str = "", other: str = "", *, top: str = "", sides: str = SIDES, more: str = ""
) -> str:
    with pytest.raises(SetupError) as caught:
        scenario(one, other, top=top, sides=sides, more=more)
    return bare(caught.value)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('weapon = "club"', "weapon: there is no such key; did you mean weapons?"),
        (
            'weapons = ["club", "warsword"]',
            'weapons[1]: there is no weapon "warsword"; did you mean war-sword or shortsword?',
        ),
        (
            'weapons = ["club", "club"]',
            "weapons[1]: club stands here twice; expected each one once",
        ),
        ('armour = ["helmets"]', 'armour[0]: there is no armour "helmets"; did you mean helmet?'),
        ("skills = { Bw = 3 }", 'skills.Bw: there is no skill "Bw"; did you mean Bow?'),
        (
            "skills = { Bow = 1000 }",
            "skills.Bow: 1000 is not possible; expected a whole number from 0 to 999",
        ),
        (
            "characteristics = { DEX = 0 }",
            "characteristics.DEX: 0 is not possible; expected a whole number from 1 to 200",
        ),
        (
            'characteristics = { STR = "x" }',
            'characteristics.STR: "x" is not possible; expected a whole number from 1 to 200',
        ),
        ('mind = "stedy"', 'mind: there is no mind "stedy"; did you mean steady?'),
        ("count = 0", "count: 0 is not possible; expected a whole number from 1 to 100"),
        (
            "natural_armour = 51",
            "natural_armour: 51 is not possible; expected a whole number from 0 to 50",
        ),
        (
            'name = ""',
            'name: "" is not possible; expected text of 1 to 60 characters, not blank and without control characters',
        ),
        (
            'name = " \\u00a0 "',
            'name: " \\xa0 " is not possible; expected text of 1 to 60 characters, not blank and without control characters',
        ),
        (
            'name = "\\u001b[31m"',
            'name: "\\x1b[31m" is not possible; expected text of 1 to 60 characters, not blank and without control characters',
        ),
        (
            'id = "a b"',
            'id: "a b" is not possible; expected text of 1 to 60 characters, of letters, digits, hyphens and underscores',
        ),
        (
            'held = ["hatchet", "battleaxe", "target-shield"]',
            "held: hatchet and battleaxe and target-shield do not fit; expected what two hands can hold",
        ),
        (
            'held = ["dagger"]',
            'held[0]: there is no weapon here "dagger"; expected battleaxe, target-shield, hatchet or unarmed',
        ),
    ],
)
def test_a_combatant_is_refused_with_its_path(line: str, problem: str) -> None:
    assert said(line) == f"combatants[0].{problem}"


def test_unknown_creatures_and_sides_are_refused() -> None:
    riader = f'{TOP}{SIDES}[[combatants]]\nside = "a"\ncreature = "riader"\n{OTHER}'
    nowhere = f'{TOP}{SIDES}[[combatants]]\nside = "c"\n{OTHER}'

    with pytest.raises(
        SetupError,
        match=r'^combatants\[0\] \(the 1st\)\.creature: there is no creature "riader"; did you mean rider or raider',
    ):
        decode(tomllib.loads(riader))
    with pytest.raises(
        SetupError,
        match=r'^combatants\[0\] \(the 1st\)\.side: there is no side "c"; expected a or b$',
    ):
        decode(tomllib.loads(nowhere))


@pytest.mark.parametrize(
    ("top", "problem"),
    [
        ("option = {}", "option: there is no such key; did you mean options?"),
        (
            'options = { reactions = "none" }',
            'options.reactions: "none" is not possible; expected "unlimited" or "pool"',
        ),
        (
            "options = { round_cap = 0 }",
            "options.round_cap: 0 is not possible; expected a whole number from 1 to 10000",
        ),
        (
            "options = { stalemate_rounds = -1 }",
            "options.stalemate_rounds: -1 is not possible; expected a whole number from 0 to 10000",
        ),
        (
            "start = { distance = -1 }",
            "start.distance: -1 is not possible; expected a whole number from 0 to 1000",
        ),
        (
            "start = { place = 1 }",
            "start.place: there is no such key; expected surprised, distance, contact or drawn",
        ),
        (
            'start = { surprised = ["raiders"] }',
            'start.surprised[0]: there is no combatant or side "raiders"; did you mean raider?',
        ),
    ],
)
def test_what_stands_above_the_combatants_is_refused_with_its_path(top: str, problem: str) -> None:
    assert said(top=top) == problem


@pytest.mark.parametrize(
    ("sides", "problem"),
    [
        ("sides = []\n", "sides: there is none; expected at least two"),
        ('sides = ["a"]\n', "sides: there is only one; expected at least two"),
        ('sides = ["a", "b", "c"]\n', 'sides[2]: "c" is empty; expected a combatant on every side'),
        ('sides = ["a", "b", "a"]\n', 'sides[2]: "a" stands here twice; expected another id'),
        ('sides = ["a", "guard", "b"]\n', 'combatants: "guard" is a side; expected another `id`'),
        (
            'sides = ["a", { id = "b", combatants = ["All: 1H Sword 50%"] }]\n',
            'combatants: "all" means something else in an answer; expected another `id`',
        ),
        (
            'sides = ["a", { id = "b", friends = ["c"] }]\n',
            'sides[1].friends[0]: there is no side "c"; expected a or b',
        ),
    ],
)
def test_sides_are_refused(sides: str, problem: str) -> None:
    assert said(sides=sides) == problem


def test_two_of_one_id_are_refused() -> None:
    assert said('id = "guard"') == (
        'combatants: two of them ("Raider" and "Guard") have the id "guard";'
        " expected an `id` of its own for each, or a `count`"
    )
    assert said('id = "guard"\nname = "Guard"').startswith(
        'combatants: two of them ("Guard") have the id "guard";'
    )


def test_more_combatants_than_anybody_can_watch_are_refused() -> None:
    assert said("count = 100", "count = 100", more=ONE) == (
        "combatants[2]: too many; expected at most 200 combatants in all"
    )


ALL_CHANGES: Final = "reveal, hide, remove, end, move, place, engage, disengage, seize, release, side, hit_points, points, status, gear, hazard, modifier, tend, seat, unseat, surroundings or add"


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("", f": nothing happens; expected exactly one of {ALL_CHANGES}"),
        (
            'reveal = "guard"\nhide = "guard"',
            f": reveal and hide in one; expected exactly one of {ALL_CHANGES}",
        ),
        ('revel = "guard"', ".revel: there is no such key; did you mean reveal or remove?"),
        ('reveal = "gard"', '.reveal: there is no combatant "gard"; did you mean guard?'),
        ('end = "c"', '.end: there is no side "c"; expected a or b'),
        (
            'move = { who = "x", distance = 1 }',
            '.move.who: there is no combatant "x"; expected raider or guard',
        ),
        (
            'side = { who = "guard", side = "c" }',
            '.side.side: there is no side "c"; expected a or b',
        ),
        (
            'hit_points = { who = "guard", location = "heart", points = 1 }',
            '.hit_points.location: there is no location "heart"; did you mean head or chest?',
        ),
        (
            'hit_points = { who = "guard", location = "head", points = 7 }',
            ".hit_points.points: 7 is not possible; expected a whole number from -99 to 6",
        ),
        (
            'hazard = { who = "guard", cause = "fire", damage = "lots" }',
            '.hazard.damage: is "lots"; expected dice or points, like 2D6+1, 1D8 or 5',
        ),
        (
            'hazard = { who = "guard", cause = "fire", damage = "5", location = "heart" }',
            '.hazard.location: there is no location "heart"; did you mean head or chest?',
        ),
        (
            'points = { who = "guard", name = "luck", points = 1 }',
            '.points.name: there is no stock "luck"; expected actions, lost, reactions or magic',
        ),
        (
            'points = { who = "guard", name = "lost", points = 100 }',
            ".points.points: 100 is not possible; expected a whole number from 0 to 99",
        ),
        (
            'status = { who = "guard", status = "pron" }',
            '.status.status: there is no condition or stance "pron"; did you mean prone?',
        ),
        (
            'status = { who = "guard", status = "prone", on = false }',
            ".status.on: is false; expected the stance taken instead, as the `status`",
        ),
        (
            'gear = { who = "guard", item = "unarmed", state = "gone" }',
            '.gear.item: there is no weapon of guard "unarmed"; expected war-sword, kite-shield or dagger',
        ),
        (
            'gear = { who = "guard", item = "dagger", state = "lost" }',
            '.gear.state: there is no state "lost"; expected carried, held, dropped or gone',
        ),
        (
            'gear = { who = "guard", item = "dagger", state = "held", missiles = -1 }',
            ".gear.missiles: -1 is not possible; expected a whole number from 0 to 99",
        ),
        (
            'modifier = { name = "", value = 1 }',
            ".modifier.name: is empty; expected what the modifier is for",
        ),
        (
            'modifier = { name = "x", value = 201 }',
            ".modifier.value: 201 is not possible; expected a whole number from -200 to 200",
        ),
        (
            'modifier = { name = "x", value = 1, who = "x" }',
            '.modifier.who: there is no combatant "x"; expected raider or guard',
        ),
        (
            'modifier = { name = "x", value = 1, lasts = "long" }',
            '.modifier.lasts: "long" is not possible; expected "roll", "round" or "fight"',
        ),
        (
            'add = { side = "a", count = 2 }',
            ".add.count: one joins at a time; expected no `count` here",
        ),
        (
            'add = { side = "a", creature = "guard" }',
            '.add: "guard" is there already; expected another `id`',
        ),
        ('add = { side = "a", id = "b" }', '.add: "b" is there already; expected another `id`'),
        (
            'add = { side = "a", wepons = [] }',
            ".add.wepons: there is no such key; did you mean weapons?",
        ),
    ],
)
def test_a_change_is_refused_with_its_path(what: str, problem: str) -> None:
    assert said(more=f"[[amend]]\nat = {{ round = 1 }}\n{what}") == f"amend[0]{problem}"


@pytest.mark.parametrize(
    ("at", "problem"),
    [
        ("{}", "at.round: is missing; expected a whole number"),
        ("{ round = 0 }", "at.round: 0 is not possible; expected a whole number from 1 to 10000"),
        (
            "{ round = 1, phase = 0 }",
            "at.phase: 0 is not possible; expected a whole number from 1 to 99",
        ),
        (
            "{ round = 1, rank = 0 }",
            "at.rank: 0 is not possible; expected a whole number from 1 to 99",
        ),
    ],
)
def test_a_moment_is_refused_with_its_path(at: str, problem: str) -> None:
    assert said(more=f'[[amend]]\nat = {at}\nhide = "guard"') == f"amend[0].{problem}"


# --- what is odd -----------------------------------------------------------------------------


def test_a_plain_fight_is_not_odd() -> None:
    assert advice(scenario()) == ()


@pytest.mark.parametrize(
    ("one", "top", "more", "warning"),
    [
        ("weapons = []", "", "", "Raider has no weapon but bare hands"),
        (
            "characteristics = { STR = 9, DEX = 8 }",
            "",
            "",
            "Raider is 3 short of the STR and DEX for the battleaxe: 15% off",
        ),
        ("hidden = true", "", "", "Raider is hidden and nothing reveals it"),
        (
            "",
            "options = { round_cap = 3 }",
            '[[amend]]\nat = { round = 4 }\nhide = "guard"',
            "an amendment of round 4 comes after the last round, 3",
        ),
    ],
)
def test_what_is_possible_and_most_likely_not_meant_is_said(
    one: str, top: str, more: str, warning: str
) -> None:
    assert warning in advice(scenario(one, top=top, more=more))


def far_apart(setup: Setup) -> Setup:
    """The same without places, and too far apart for any but missiles."""
    return msgspec.structs.replace(setup, field=None, distance=100)


def test_a_side_with_missiles_is_not_out_of_reach() -> None:
    setup = far_apart(scenario('weapons = ["sling"]'))

    assert advice(setup) == ("nobody of B can hurt anybody at 100 m",)


def test_the_hidden_may_be_revealed_and_the_far_may_come_near() -> None:
    more = (
        '[[amend]]\nat = { round = 1 }\nreveal = "raider"\n'
        '[[amend]]\nat = { round = 1 }\nmove = { who = "raider", distance = 0 }\n'
        '[[amend]]\nat = { round = 1 }\nadd = { side = "a", weapons = [] }\n'
    )

    setup = far_apart(scenario("hidden = true", top="start = { distance = 0 }", more=more))

    assert advice(setup) == ("Human has no weapon but bare hands",)


def test_sides_that_are_all_friends_are_odd() -> None:
    alone = 'sides = ["a", { id = "b", friends = ["a"] }]\n'
    third = 'sides = ["a", { id = "b", friends = ["a"] }, "c"]\n'
    other = '[[combatants]]\nside = "c"\n'

    assert advice(scenario(sides=alone)) == ("all sides are friends: nobody will fight",)
    assert advice(scenario(sides=third, more=f'{other}weapons = ["club"]')) == ()


def test_who_is_in_plain_view_cannot_be_revealed() -> None:
    def at(number: int, change: str) -> str:
        return f"[[amend]]\nat = {{ round = {number} }}\n{change}\n"

    raven = 'add = { side = "a", name = "Raven", weapons = ["club"], hidden = true }'
    fair = 'add = { side = "a", name = "Fair", weapons = ["club"] }'
    more = (
        at(1, 'reveal = "guard"')
        + at(2, 'hide = "guard"')
        + at(3, 'reveal = "guard"')
        + at(4, raven)
        + at(5, 'reveal = "raven"')
        + at(6, 'reveal = "raven"')
        + at(7, fair)
        + at(8, 'reveal = "fair"')
    )

    assert advice(scenario(more=more)) == (
        "Guard is revealed in round 1, and not hidden",
        "Raven is revealed in round 6, and not hidden",
        "Fair is revealed in round 8, and not hidden",
    )


def test_friends_cannot_be_engaged() -> None:
    def at(number: int, change: str) -> str:
        return f"[[amend]]\nat = {{ round = {number} }}\n{change}\n"

    sides = 'sides = ["a", "b", { id = "c", friends = ["b"] }]\n'
    other = '[[combatants]]\nside = "c"\nname = "Cai"\nweapons = ["club"]\n'
    more = (
        other
        + at(1, 'engage = { who = "raider", foe = "guard" }')
        + at(2, 'engage = { who = "cai", foe = "guard" }')
        + at(3, 'side = { who = "raider", side = "c" }')
        + at(4, 'engage = { who = "raider", foe = "guard" }')
        + at(5, 'add = { side = "c", name = "Raven", weapons = ["club"] }')
        + at(6, 'engage = { who = "raven", foe = "cai" }')
        + at(7, 'seize = { who = "cai", foe = "raven" }')
    )

    assert advice(scenario(sides=sides, more=more)) == (
        "Cai is to be engaged with Guard in round 2, and they are no foes",
        "Raider is to be engaged with Guard in round 4, and they are no foes",
        "Raven is to be engaged with Cai in round 6, and they are no foes",
        "Cai is to hold Raven in round 7, and they are no foes",
    )


def test_nobody_gets_more_magic_points_than_it_has() -> None:
    more = (
        '[[amend]]\nat = { round = 2 }\npoints = { who = "raider", name = "magic", points = 5 }\n'
    )

    with pytest.raises(
        SetupError, match=r"points: 5 is not possible; expected a whole number from 0 to 0"
    ):
        scenario(more=more)


# --- names ---------------------------------------------------------------------------------


def names(combatants: str, added: str = "") -> list[tuple[str, str]]:
    setup = decode(tomllib.loads(f"{TOP}{SIDES}{combatants}{added}"))
    joining = [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
    return [(one.id, one.name) for one in (*setup.combatants, *joining)]


def test_numbers_go_on_from_one_side_to_the_other() -> None:
    lines = ["2 x Witch: side a, dagger 40%", "Witch 4: side a", "2 x Witch: side b, dagger 30%"]
    assert names(f"combatants = {lines}\n") == [
        ("witch-1", "Witch 1"),
        ("witch-2", "Witch 2"),
        ("witch-4", "Witch 4"),
        ("witch-5", "Witch 5"),
        ("witch-6", "Witch 6"),
    ]


def test_mounts_and_riders_are_numbered_on_alike() -> None:
    pair = '[[combatants]]\ncreature = "war-horse"\nname = "Horse"\ncount = 2\nside = "{0}"\n'
    rider = '[[combatants]]\ncreature = "lancer"\ncount = 2\nside = "{0}"\nrides = "horse"\n'
    setup = decode(
        tomllib.loads(TOP + SIDES + "".join((pair + rider).replace("{0}", one) for one in "ab"))
    )
    assert [one.rides for one in setup.combatants if one.rides] == [
        "horse-1",
        "horse-2",
        "horse-3",
        "horse-4",
    ]


def test_whoever_shares_a_name_is_called_by_its_id_too() -> None:
    people = ["2 x Witch: side a, id hag", "2 x Witch: side b, id crone", "Odo: side b"]
    joins = '[[amend]]\nat = { round = 2 }\nadd = "Odo: side a, id other"\n'
    assert names(f"combatants = {people}\n", joins) == [
        ("hag-1", "Witch 1 (hag-1)"),
        ("hag-2", "Witch 2 (hag-2)"),
        ("crone-1", "Witch 1 (crone-1)"),
        ("crone-2", "Witch 2 (crone-2)"),
        ("odo", "Odo"),
        ("other", "Odo (other)"),
    ]


def test_an_id_of_ones_own_is_not_numbered_on() -> None:
    with pytest.raises(SetupError, match="have the id"):
        names('combatants = ["2 x Witch: side a, id w", "2 x Hag: side b, id w"]\n')
