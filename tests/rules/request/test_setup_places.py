"""Where people stand as a fight begins, and every drawing and place that makes no sense."""

from __future__ import annotations

import tomllib
from itertools import combinations
from typing import Final

import pytest
from hypothesis import given, settings, strategies as st

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.model import Field
from rules.kernel.model import Disengage, Engage, Place, Release, Seize, SetStatus
from rules.request.model import Add, Change, Entry, Setup
from rules.request.setup import advice, decode
from rules.request.setup.contact import circle
from rules.request.setup.ground import covered, girth
from rules.request.setup.lines import MARGIN, WIDEST
from tests.rules.request.refused import bare

TOP: Final = 'name = "Test"\nrules = "request"\n'
LARGE: Final = "characteristics = { SIZ = 31 }"


def group(side: str, count: int = 1, more: str = "", name: str = "") -> str:
    """Some people of a side, called by its id and a number."""
    return f'[[combatants]]\nside = "{side}"\nid = "{name or side}"\ncount = {count}\n{more}\n'


def scene(*people: str, sides: str = '["a", "b"]', top: str = "", more: str = "") -> Setup:
    return decode(tomllib.loads(f"{TOP}sides = {sides}\n{top}\n{''.join(people)}{more}"))


def on_map(rows: list[str], *people: str, more: str = "") -> Setup:
    return scene(*people, top=f"map = {{ rows = {rows} }}", more=more)


def said(*people: str, sides: str = '["a", "b"]', top: str = "", more: str = "") -> str:
    with pytest.raises(SetupError) as caught:
        scene(*people, sides=sides, top=top, more=more)
    return bare(caught.value)


def said_of_map(rows: list[str], *people: str, more: str = "") -> str:
    return said(*people, top=f"map = {{ rows = {rows} }}", more=more)


def places(setup: Setup) -> dict[str, str]:
    return {one.id: one.place for one in setup.combatants}


def spot(setup: Setup, who: str) -> int:
    return hexes.named(places(setup)[who])


def gap(one: Entry, other: Entry) -> int:
    """Steps between what two people cover."""
    apart = hexes.distance(hexes.named(one.place), hexes.named(other.place))
    return apart - girth(one) - girth(other)


def gaps(setup: Setup) -> list[int]:
    """From everybody to the nearest who is not of its side."""
    return [
        min(gap(one, other) for other in setup.combatants if other.side != one.side)
        for one in setup.combatants
    ]


def all_covered(setup: Setup) -> list[int]:
    return [h for one in setup.combatants for h in covered(one, hexes.named(one.place))]


def field(setup: Setup) -> Field:
    assert setup.field is not None
    return setup.field


# --- on a map --------------------------------------------------------------------------------


def test_a_drawing_is_the_field_and_its_letters_are_places() -> None:
    setup = on_map(["A.#o", ".~.r"], group("a", more='place = "A"'), group("b", more='place = "r"'))

    assert setup.field == Field(4, 2, ("..#o", ".~.."))
    assert places(setup) == {"a-1": "A1", "b-1": "D2"}
    assert setup.distance == 0


def test_blanks_between_hexes_are_none_and_every_second_row_may_be_indented() -> None:
    rows = ["  A . #", "   . ~ .", "  . . 7"]

    setup = on_map(rows, group("a", more='place = "A"'), group("b", more='place = "7"'))

    assert setup.field == Field(3, 3, ("..#", ".~.", "..."))
    assert places(setup) == {"a-1": "A1", "b-1": "C3"}


def test_a_mark_is_taken_in_reading_order_by_all_who_name_it() -> None:
    rows = [".A.A", "A..b"]
    first = group("a", 2, 'place = "A"')
    second = group("a", 1, 'place = "A"', "late")

    setup = on_map(rows, first, group("b", more='place = "b"'), second)

    assert places(setup) == {"a-1": "B1", "a-2": "D1", "b-1": "D2", "late-1": "A2"}


def test_a_hex_that_has_a_name_is_a_place_too() -> None:
    setup = on_map(
        ["A.A", "..."],
        group("a", 1, 'place = "A1"'),
        group("b", 1, 'place = "C2"'),
        group("a", 1, 'place = "A"', "marked"),
    )

    assert places(setup) == {"a-1": "A1", "b-1": "C2", "marked-1": "C1"}


def test_open_ground_needs_no_drawing() -> None:
    setup = scene(
        group("a", more='place = "AB3"'),
        group("b", more='place = "A1"'),
        top="map = { width = 30, height = 3 }",
    )

    assert setup.field == Field(30, 3)


@pytest.mark.parametrize("rows", [["....", ".G..", "...b"], [".GG.", "GGG.", ".GGb"]])
def test_a_large_creature_stands_in_the_middle_of_seven_hexes(rows: list[str]) -> None:
    setup = on_map(rows, group("a", more=f'place = "G"\n{LARGE}'), group("b", more='place = "b"'))

    assert places(setup) == {"a-1": "B2", "b-1": "D3"}


def test_the_hidden_have_places_too() -> None:
    hidden = group("b", more='place = "b"\nhidden = true')

    assert places(on_map(["A.b"], group("a", more='place = "A"'), hidden))["b-1"] == "C1"


def test_people_ride_fly_and_move_as_their_creature_or_as_the_scenario_says() -> None:
    setup = scene(group("a"), group("b", more="mounted = true\nflying = true\nmove = 12"))
    plain, rider = setup.combatants

    assert (plain.mounted, plain.flying, plain.sheet.move) == (False, False, 4)
    assert (rider.mounted, rider.flying, rider.sheet.move) == (True, True, 12)


A: Final = group("a", more='place = "A"')
B: Final = group("b", more='place = "B"')


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([], "map.rows: is empty; expected a text for each row of hexes"),
        ([""], "map.rows[0]: is empty; expected a letter for each hex"),
        (["AB", " "], "map.rows[1]: is empty; expected a letter for each hex"),
        (
            ["AB", "..."],
            "map.rows[1]: has 3 hexes; expected 2, as many as the first row",
        ),
        (
            ["." * 101],
            "map.rows[0]: has 101 hexes; expected at most 100 by 100 hexes",
        ),
        (["."] * 101, "map.rows: has 101 rows; expected at most 100 by 100 hexes"),
        (
            ["AB", "?."],
            (
                'map.rows[1]: "?" is no ground; expected `.` open, `#` blocked, `o` cover,'
                " `~` difficult, or the letter or digit of a mark"
            ),
        ),
        (
            ["Aé"],
            (
                'map.rows[0]: "é" is no ground; expected `.` open, `#` blocked, `o` cover,'
                " `~` difficult, or the letter or digit of a mark"
            ),
        ),
        (
            [" AB", ".."],
            "map.rows[0]: is indented; expected every second row to be, beginning with the second",
        ),
        (
            ["AB", " ..", "..", ".."],
            (
                "map.rows[3]: is not indented;"
                " expected every second row to be, beginning with the second"
            ),
        ),
        (
            ["AB", "x."],
            (
                'map.rows[1]: mark "x" is nobody\'s `place`;'
                " expected a combatant there, or `.`, `#`, `o` or `~`"
            ),
        ),
        (
            ["A#B"],
            (
                "combatants[0].place: a-1 cannot get from A1 to any foe, and has nothing to shoot"
                " or throw; expected a way to one"
            ),
        ),
    ],
)
def test_a_drawing_is_refused_with_its_row(rows: list[str], problem: str) -> None:
    assert said_of_map(rows, A, B) == problem


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("{}", "map: is empty; expected `rows`, or `width` and `height`"),
        ("{ width = 3 }", "map.height: is missing; expected how many hexes it is high"),
        ("{ height = 3 }", "map.width: is missing; expected how many hexes it is wide"),
        (
            "{ width = 0, height = 3 }",
            "map.width: 0 is not possible; expected a whole number from 1 to 1000",
        ),
        (
            '{ rows = ["AB"], width = 2 }',
            "map.width: stands beside `rows`, which say it already; expected no `width`",
        ),
        (
            '{ rows = ["AB"], height = 1 }',
            "map.height: stands beside `rows`, which say it already; expected no `height`",
        ),
        ('{ row = ["AB"] }', "map.row: there is no such key; did you mean rows?"),
        ('{ rows = "AB" }', 'map.rows: "AB" is not possible; expected a list'),
    ],
)
def test_a_map_is_refused_with_its_path(written: str, problem: str) -> None:
    assert said(A, B, top=f"map = {written}") == problem


ROWS: Final = ["A.#o", ".~..", "B.G."]
HEXES: Final = "expected a hex from A1 to D3 or a mark: A, B, G"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "is missing; expected a mark of the map, or the name of a hex"),
        ('place = "E1"', f'there is no hex "E1"; {HEXES}'),
        ('place = "A4"', f'there is no hex "A4"; {HEXES}'),
        ('place = ""', f'there is no hex ""; {HEXES}'),
        ('place = "A 1"', f'there is no hex "A 1"; {HEXES}'),
        (
            'place = "a1"',
            f'there is no hex "a1", names of hexes have capital letters; {HEXES}',
        ),
        ('place = "X"', f'there is no mark "X" on the map; {HEXES}'),
        ('place = "C1"', "C1 is blocked; expected open or difficult ground"),
        ('place = "D1"', "D1 is cover; expected open or difficult ground"),
        ('place = "A1"', "A1 is the place of a-1; expected a hex of its own"),
        (
            'place = "A"',
            'mark "A" has 1 hex, a-1 stands there, and nothing is free for g-1; expected a hex for everybody',
        ),
        (
            f'place = "B2"\n{LARGE}',
            (
                "B2 has no room for SIZ 31: C1 is blocked;"
                " expected a hex with six more free ones round it"
            ),
        ),
        (
            f'place = "G"\n{LARGE}',
            (
                "C3 has no room for SIZ 31: the map ends there;"
                " expected a hex with six more free ones round it"
            ),
        ),
    ],
)
def test_a_place_is_refused_with_its_path(line: str, problem: str) -> None:
    spare = '[[amend]]\nat = { round = 9 }\nplace = { who = "a-1", place = "G" }'

    problems = said_of_map(ROWS, A, B, group("a", 1, line, "g"), more=spare)

    assert problems == f"combatants[2].place: {problem}"


def test_more_people_than_a_mark_has_hexes_are_refused() -> None:
    assert said_of_map(["A.A", "..B"], group("a", 3, 'place = "A"'), B) == (
        'combatants[0].place: mark "A" has 2 hexes, a-1 and a-2 stand there,'
        " and nothing is free for a-3;"
        " expected a hex for everybody"
    )


def test_a_large_creature_needs_seven_free_hexes() -> None:
    small = group("b", more='place = "A1"')

    assert said_of_map(["...", "...", "..."], small, group("a", more=f'place = "A2"\n{LARGE}')) == (
        "combatants[1].place: A2 has no room for SIZ 31: the map ends there;"
        " expected a hex with six more free ones round it"
    )
    assert said_of_map(
        ["...", "...", "..."],
        group("b", more='place = "B1"'),
        group("a", more=f'place = "B2"\n{LARGE}'),
    ) == (
        "combatants[1].place: B2 has no room for SIZ 31: B1 is the place of b-1;"
        " expected a hex with six more free ones round it"
    )


def test_a_place_wants_a_map() -> None:
    problem = "combatants[1].place: there is no map to stand on; expected a `[map]`, or no `place`"

    assert said(group("a"), B) == problem
    assert said(group("a"), B, top="start = { distance = 0 }") == problem


def test_the_air_wants_places() -> None:
    flier = group("a", more="flying = true\nhigh = true")
    problem = "wants a fight with places; expected a map, or no `distance = 0`"

    assert said(flier, group("b"), top="start = { distance = 0 }") == (
        f"combatants[0].high: {problem}"
    )


def test_only_those_who_fly_are_in_the_air() -> None:
    problem = "is for those who fly; expected `flying = true` beside it, or no `high`"

    assert said(group("a", more="high = true"), group("b")) == f"combatants[0].high: {problem}"


@pytest.mark.parametrize("start", ["distance = 0", "distance = 9", 'contact = [["a-1", "b-1"]]'])
def test_a_map_and_lines_are_one_too_many(start: str) -> None:
    name = start.split(maxsplit=1)[0]

    assert said(A, B, top=f'map = {{ rows = ["AB"] }}\nstart = {{ {start} }}') == (
        f"start.{name}: stands beside a map; expected a `place` for everybody, and no `{name}`"
    )


# --- walled off ------------------------------------------------------------------------------

PRISON: Final = ["A#.", "##B"]
BOW: Final = 'weapons = ["long-bow"]'
BOWMAN: Final = group("b", more=f'place = "B"\n{BOW}')


def test_a_wall_may_stand_between_people_with_missiles() -> None:
    setup = on_map(PRISON, group("a", more=f'place = "A"\n{BOW}'), BOWMAN)

    assert len(setup.combatants) == 2


def test_a_foe_that_comes_later_is_somebody_to_meet() -> None:
    """Whoever is put elsewhere, or joins anywhere, may be met there."""
    rows = ["AC#.", "###B"]

    def later(what: str) -> str:
        return f"[[amend]]\nat = {{ round = 2 }}\n{what}\n"

    for what in (
        'add = { side = "b" }',
        'add = { side = "b", place = "C" }',
        'place = { who = "b-1", place = "C" }',
        'place = { who = "a-1", place = "D1" }',
    ):
        more = later(what)
        if '"C"' not in what:
            more += later('place = { who = "a-1", place = "C" }')
        assert len(on_map(rows, A, BOWMAN, more=more).combatants) == 2
    assert said_of_map(rows, A, BOWMAN, more=later('add = { side = "a", place = "C" }')) == (
        "combatants[0].place: a-1 cannot get from A1 to any foe, and has nothing to shoot"
        " or throw; expected a way to one"
    )


def test_whoever_has_no_foe_may_be_anywhere() -> None:
    setup = scene(
        A, B, sides='["a", { id = "b", friends = ["a"] }]', top='map = { rows = ["A#B"] }'
    )

    assert len(setup.combatants) == 2


# --- in lines --------------------------------------------------------------------------------


def test_without_a_word_two_lines_stand_in_contact() -> None:
    setup = scene(group("a", 3), group("b", 4))
    rows = {one.side: hexes.row(hexes.named(one.place)) for one in setup.combatants}

    assert gaps(setup) == [1] * 7
    assert rows == {"a": MARGIN, "b": MARGIN + 1}
    assert field(setup).height == 2 + 2 * MARGIN
    assert setup.distance == 0


def test_a_distance_puts_the_lines_so_far_apart_rounded_up_to_hexes() -> None:
    for metres, steps in ((1, 1), (2, 1), (3, 2), (20, 10), (1000, 500)):
        setup = scene(group("a", 3), group("b", 3), top=f"start = {{ distance = {metres} }}")
        assert gaps(setup) == [steps] * 6


def test_a_distance_of_nothing_is_a_fight_without_places() -> None:
    setup = scene(group("a"), group("b"), top="start = { distance = 0 }")

    assert setup.field is None
    assert places(setup) == {"a-1": "", "b-1": ""}


def test_people_stand_in_the_order_of_the_file() -> None:
    setup = scene(group("a", 3), group("b", 3))

    assert [hexes.column(spot(setup, f"a-{n}")) for n in (1, 2, 3)] == [10, 11, 12]


def test_a_wide_side_stands_in_ranks() -> None:
    setup = scene(group("a", 2 * WIDEST + 1), group("b"))
    rows = [hexes.row(hexes.named(one.place)) for one in setup.combatants]

    assert rows == [MARGIN + 2] * WIDEST + [MARGIN + 1] * WIDEST + [MARGIN, MARGIN + 3]


def test_friends_share_a_line() -> None:
    sides = '["a", "b", { id = "c", friends = ["a"] }]'

    setup = scene(group("a"), group("b"), group("c"), sides=sides)

    assert places(setup) == {"a-1": "K11", "b-1": "L12", "c-1": "L11"}


def test_where_all_are_friends_there_is_one_line() -> None:
    setup = scene(group("a"), group("b"), sides='["a", { id = "b", friends = ["a"] }]')

    assert places(setup) == {"a-1": "K11", "b-1": "L11"}


def test_who_is_a_friend_of_two_foes_stands_with_the_first() -> None:
    sides = '["a", "b", { id = "c", friends = ["a", "b"] }]'

    setup = scene(group("a"), group("b"), group("c"), sides=sides)

    assert [hexes.row(spot(setup, f"{side}-1")) for side in "abc"] == [10, 11, 10]


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 14])
@pytest.mark.parametrize("metres", [2, 6, 40])
def test_many_sides_stand_round_a_middle(number: int, metres: int) -> None:
    sides = [f"s{n}" for n in range(number)]

    setup = scene(
        *(group(side, 3) for side in sides),
        sides=str(sides),
        top=f"start = {{ distance = {metres} }}",
    )
    nearest = [
        min(
            gap(one, other)
            for one, other in combinations(setup.combatants, 2)
            if side in (one.side, other.side) and one.side != other.side
        )
        for side in sides
    ]

    assert min(nearest) in (metres // 2, metres // 2 + 1)
    assert max(nearest) <= 2 * metres // 2 + 3


def test_more_sides_than_a_field_holds_are_refused() -> None:
    sides = [f"s{n}" for n in range(40)]

    problem = said(*map(group, sides), sides=str(sides), top="start = { distance = 1000 }")

    assert problem == (
        "start: wants a field of more than 1000 hexes from end to end;"
        " expected a smaller `distance`, or fewer people"
    )


# --- in contact ------------------------------------------------------------------------------


def contact(lists: str, *people: str, sides: str = '["a", "b"]') -> Setup:
    return scene(*people, sides=sides, top=f"start = {{ contact = {lists} }}")


def beside(setup: Setup) -> set[tuple[str, str]]:
    """Foes who stand beside each other, by name."""
    return {
        (one.id, other.id)
        for one, other in combinations(setup.combatants, 2)
        if one.side != other.side and gap(one, other) == 1
    }


def test_contact_pairs_people_and_the_others_stand_behind_their_friends() -> None:
    setup = contact('[["a-2", "b-1"], ["b-3", "a-1"]]', group("a", 3), group("b", 4))

    assert beside(setup) == {("a-2", "b-1"), ("a-1", "b-3")}
    rows = {one.id: hexes.row(hexes.named(one.place)) for one in setup.combatants}
    assert rows["a-3"] < rows["a-1"] == rows["a-2"] < rows["b-1"] == rows["b-3"] < rows["b-2"]
    assert rows["b-2"] == rows["b-4"]
    assert min(gaps(setup)) == 1
    assert sorted(gaps(setup))[4:] == [5, 5, 5]


def test_a_longer_list_closes_about_its_first() -> None:
    setup = contact(
        '[["a-1", "b-1", "b-2", "b-3", "b-4", "b-5", "b-6"]]', group("a"), group("b", 6)
    )

    assert {spot(setup, f"b-{n}") for n in range(1, 7)} == set(hexes.neighbours(spot(setup, "a-1")))


def test_lists_that_share_people_make_one_knot() -> None:
    lists = '[["a-1", "b-1"], ["a-2", "b-2"], ["b-3", "a-3"], ["b-1", "a-2"]]'

    setup = contact(lists, group("a", 3), group("b", 3))

    assert beside(setup) == {("a-1", "b-1"), ("a-2", "b-2"), ("a-3", "b-3"), ("a-2", "b-1")}


def test_a_list_may_name_people_who_stand_together_already() -> None:
    setup = contact('[["a-1", "b-1", "b-2"], ["b-2", "a-1"]]', group("a"), group("b", 2))

    assert beside(setup) == {("a-1", "b-1"), ("a-1", "b-2")}


def test_the_first_of_a_list_may_come_to_people_who_stand_already() -> None:
    lists = '[["a-1", "b-1", "b-2"], ["a-2", "b-1", "b-2"]]'

    setup = contact(lists, group("a", 2), group("b", 2))

    assert beside(setup) == {("a-1", "b-1"), ("a-1", "b-2"), ("a-2", "b-1"), ("a-2", "b-2")}


def test_seven_hexes_have_twelve_round_them() -> None:
    names = [f"b-{n}" for n in range(1, 13)]

    setup = contact(str([["a-1", *names]]), group("a", more=LARGE), group("b", 12))

    assert {spot(setup, name) for name in names} == set(hexes.ring(spot(setup, "a-1")))


def test_large_ones_stand_beside_each_other_without_sharing_a_hex() -> None:
    lists = '[["a-1", "b-1", "b-2"], ["b-2", "a-2"]]'

    setup = contact(lists, group("a", 2, LARGE), group("b", 2, LARGE))

    assert beside(setup) >= {("a-1", "b-1"), ("a-1", "b-2"), ("a-2", "b-2")}
    assert len(set(all_covered(setup))) == 28


def test_no_list_at_all_is_contact_in_lines() -> None:
    assert gaps(contact("[]", group("a", 2), group("b", 2))) == [1] * 4


def test_a_third_group_stands_apart_from_the_knots() -> None:
    setup = contact('[["a-1", "b-1"]]', *map(group, "abc"), sides='["a", "b", "c"]')

    assert beside(setup) == {("a-1", "b-1")}
    assert gaps(setup)[2] == 4


@pytest.mark.parametrize(
    ("lists", "problem"),
    [
        ("[[]]", "[0]: has nobody in it; expected somebody and the foes beside it"),
        ('[["a-1"]]', "[0]: has nobody else in it; expected somebody and the foes beside it"),
        (
            '[["a-1", "b-9"]]',
            '[0][1]: there is no combatant "b-9"; did you mean b-8, b-7 or b-6?',
        ),
        ('[["a-1", "a-2"]]', '[0][1]: "a-2" is no foe of "a-1"; expected foes of the first'),
        (
            '[["a-1", "b-1"], ["a-2", "b-2", "b-2"]]',
            '[1][2]: "b-2" stands here twice; expected each one once',
        ),
        (
            '[["a-1", "b-1", "b-2", "b-3", "b-4", "b-5", "b-6", "b-7"]]',
            '[0]: there is no room for "b-7" beside "a-1"; expected at most six round one',
        ),
        (
            '[["a-1", "b-1", "b-2"], ["a-2", "b-1", "b-2"], ["a-3", "b-1", "b-2"]]',
            '[2]: there is no room for "a-3" beside "b-1"; expected at most six round one',
        ),
        (
            '[["a-1", "b-1"], ["a-1", "b-2"], ["b-3", "a-1"], ["b-3", "a-2"], ["a-2", "b-1"]]',
            (
                '[4]: "b-1" stands beside others already, and not beside "a-2";'
                " expected people who can all stand so"
            ),
        ),
    ],
)
def test_contact_is_refused_with_its_path(lists: str, problem: str) -> None:
    start = f"start = {{ contact = {lists} }}"

    assert said(group("a", 3), group("b", 8), top=start) == f"start.contact{problem}"


def test_contact_and_distance_are_one_too_many() -> None:
    start = 'start = { contact = [["a-1", "b-1"]], distance = 4 }'

    assert said(group("a"), group("b"), top=start) == (
        "start.distance: stands beside `contact`, which puts people together;"
        " expected one of the two"
    )


# --- whatever is said ------------------------------------------------------------------------


def test_a_circle_is_the_neighbours_and_then_the_ring() -> None:
    middle = hexes.at(5, 5)

    assert circle(middle, 1) == hexes.neighbours(middle)
    assert circle(middle, 2) == hexes.ring(middle)
    assert {hexes.distance(middle, h) for h in circle(middle, 5)} == {5}
    assert len(set(circle(middle, 5))) == 30


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 25), st.booleans()), min_size=1, max_size=2),
        min_size=2,
        max_size=5,
    ),
    st.sampled_from([1, 2, 3, 9]),
)
def test_nobody_stands_on_anybody_and_all_have_room_to_leave(
    sides: list[list[tuple[int, bool]]], apart: int
) -> None:
    names = [f"s{n}" for n in range(len(sides))]
    people = [
        group(name, count, LARGE if large else "", f"{name}-{i}")
        for name, groups in zip(names, sides, strict=True)
        for i, (count, large) in enumerate(groups)
    ]
    while sum(int(one.split("count = ")[1].split()[0]) for one in people) > 200:
        people.pop(1)
        names = [name for name in names if any(f'side = "{name}"' in one for one in people)]
    setup = scene(*people, sides=str(names), top=f"start = {{ distance = {2 * apart} }}")
    spots = all_covered(setup)
    ground = field(setup)

    assert len(set(spots)) == len(spots)
    assert min(map(hexes.row, spots)) == min(map(hexes.column, spots)) == MARGIN
    assert max(map(hexes.row, spots)) == ground.height - MARGIN - 1
    assert max(map(hexes.column, spots)) == ground.width - MARGIN - 1
    if len(names) > 1:
        assert apart <= min(gaps(setup)) <= apart + 1


# --- later -----------------------------------------------------------------------------------


def amended(what: str) -> Change:
    """A change on a map with A1 for a-1, C1 for b-1, the mark R at B2 and C2, and blocked D1."""
    rows = ["A.B#", ".RR."]
    spare = '[[amend]]\nat = { round = 9 }\nplace = { who = "a-1", place = "R" }'
    more = f"[[amend]]\nat = {{ round = 2 }}\n{what}\n{spare}"
    return on_map(rows, A, B, more=more).amendments[0].change


@pytest.mark.parametrize(
    ("written", "change"),
    [
        ('place = { who = "b-1", place = "A2" }', Place("b-1", "A2")),
        ('place = { who = "b-1", place = "R" }', Place("b-1", "B2")),
        ('place = { who = "b-1", place = "A1" }', Place("b-1", "A1")),
        ('engage = { who = "a-1", foe = "b-1" }', Engage("a-1", "b-1", "normal")),
        (
            'engage = { who = "a-1", foe = "b-1", reach = "long" }',
            Engage("a-1", "b-1", "long"),
        ),
        ('disengage = { who = "a-1", foe = "b-1" }', Disengage("a-1", "b-1")),
        ('seize = { who = "a-1", foe = "b-1" }', Seize("a-1", "b-1")),
        ('release = "a-1"', Release("a-1")),
        ('status = { who = "a-1", status = "mounted" }', SetStatus("a-1", "mounted")),
        (
            'status = { who = "a-1", status = "flying", on = false }',
            SetStatus("a-1", "flying", on=False),
        ),
    ],
)
def test_a_game_master_places_and_pairs_people(written: str, change: Change) -> None:
    assert amended(written) == change


@pytest.mark.parametrize(
    ("place", "hex_"), [("", ""), ('place = "R"', "B2"), ('place = "D2"', "D2")]
)
def test_who_joins_may_have_a_place(place: str, hex_: str) -> None:
    added = amended(f'[amend.add]\nside = "b"\nid = "x"\n{place}')

    assert isinstance(added, Add)
    assert added.entry.place == hex_


def test_those_who_join_at_a_mark_take_its_hexes_in_turn() -> None:
    rows = ["A.B", ".RR"]
    more = "".join(
        f'[[amend]]\nat = {{ round = 2 }}\nadd = {{ side = "b", id = "x{n}", place = "R" }}\n'
        for n in range(3)
    )

    assert said_of_map(rows, A, B, more=more) == (
        'amend[2].add.place: mark "R" has 2 hexes, x0 and x1 stand there, and nothing is free for x2;'
        " expected a hex for everybody"
    )
    two = on_map(rows, A, B, more=more.rsplit("[[amend]]", 1)[0]).amendments
    assert [one.change.entry.place for one in two if isinstance(one.change, Add)] == ["B2", "C2"]


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        (
            'move = { who = "a-1", distance = 3 }',
            "move: is for fights without places; expected `place`",
        ),
        (
            'place = { who = "a-1", place = "D1" }',
            "place.place: D1 is blocked; expected open or difficult ground",
        ),
        (
            'place = { who = "a-1", place = "Z1" }',
            'place.place: there is no hex "Z1"; expected a hex from A1 to D2 or a mark: A, B, R',
        ),
        (
            'place = { who = "a-9", place = "A1" }',
            'place.who: there is no combatant "a-9"; did you mean a-1?',
        ),
        (
            'engage = { who = "a-1", foe = "c" }',
            'engage.foe: there is no combatant "c"; expected a-1 or b-1',
        ),
        (
            'disengage = { who = "a-1", foe = "a-1" }',
            "disengage.foe: is a-1 itself; expected a foe of it",
        ),
        (
            'seize = { who = "a-1", foe = "a-1" }',
            "seize.foe: is a-1 itself; expected a foe of it",
        ),
        (
            'release = "a-9"',
            'release: there is no combatant "a-9"; did you mean a-1?',
        ),
        (
            'engage = { who = "a-1", foe = "b-1", reach = "touch" }',
            'engage.reach: there is no reach of a pair "touch"; expected short, normal or long',
        ),
        (
            'add = { side = "b", id = "x", place = "D1" }',
            "add.place: D1 is blocked; expected open or difficult ground",
        ),
    ],
)
def test_a_change_of_place_is_refused_with_its_path(what: str, problem: str) -> None:
    with pytest.raises(SetupError) as caught:
        amended(what)

    assert bare(caught.value) == f"amend[0].{problem}"


@pytest.mark.parametrize(
    ("what", "path"),
    [
        ('place = { who = "a-1", place = "A1" }', "place"),
        ('engage = { who = "a-1", foe = "b-1" }', "engage"),
        ('disengage = { who = "a-1", foe = "b-1" }', "disengage"),
        ('seize = { who = "a-1", foe = "b-1" }', "seize"),
        ('add = { side = "b", id = "x", place = "A1" }', "add.place"),
    ],
)
def test_a_fight_without_places_has_no_changes_of_place(what: str, path: str) -> None:
    more = f"[[amend]]\nat = {{ round = 2 }}\n{what}\n"

    problem = said(group("a"), group("b"), top="start = { distance = 0 }", more=more)

    assert problem == (
        f"amend[0].{path}: this fight has no places;"
        " expected a `[map]`, or a `start` that makes lines"
    )


def test_in_lines_the_hexes_have_names_too() -> None:
    more = '[[amend]]\nat = { round = 2 }\nplace = { who = "a-1", place = "C3" }\n'

    assert scene(group("a"), group("b"), more=more).amendments[0].change == Place("a-1", "C3")


def test_in_lines_there_are_no_marks() -> None:
    more = '[[amend]]\nat = { round = 2 }\nplace = { who = "a-1", place = "C" }\n'

    assert said(group("a"), group("b"), more=more) == (
        'amend[0].place.place: there is no mark "C" on the map; expected a hex from A1 to U22'
    )


WALLED: Final = [". A # B", " . . # .", ". . # ."]
APART: Final = (
    "A and B can never reach each other nor shoot at each other:"
    " what lies between them is blocked, and they will leave the field"
)


def bowman(side: str) -> str:
    return group(side, more=f'creature = "archer"\nplace = "{side.upper()}"')


@pytest.mark.parametrize(
    ("rows", "more", "warnings"),
    [
        (WALLED, "", (APART,)),
        ([row.replace("#", "o") for row in WALLED], "", ()),
        ([row.replace("#", "~") for row in WALLED], "", ()),
        ([*WALLED[:2], ". . o ."], "", ()),
        (WALLED, 'place = { who = "b-1", place = "A3" }', ()),
        (WALLED, 'place = { who = "b-1", place = "D3" }', (APART,)),
        (WALLED, 'add = { creature = "archer", side = "b", place = "A3" }', ()),
        (WALLED, 'add = { creature = "archer", side = "b", place = "D3" }', (APART,)),
        (WALLED, 'add = { creature = "archer", side = "b" }', ()),
    ],
)
def test_sides_between_whom_a_wall_lies_are_odd(
    rows: list[str], more: str, warnings: tuple[str, ...]
) -> None:
    later = f"[[amend]]\nat = {{ round = 2 }}\n{more}\n" if more else ""

    assert advice(on_map(rows, bowman("a"), bowman("b"), more=later)) == warnings


def test_friends_may_be_apart_and_so_may_one_who_has_others() -> None:
    rows = [". A # B", " . C # .", ". . # ."]
    friends = '["a", { id = "b", friends = ["a"] }, "c"]'
    archers = bowman("a"), bowman("b"), bowman("c")
    setup = scene(*archers, sides=friends, top=f"map = {{ rows = {rows} }}")

    assert [line.split(" can ")[0] for line in advice(setup)] == ["B and C"]
