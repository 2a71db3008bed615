"""What does not fit is refused with its path, what is wrong, and what would be right."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, one_of, quoted, shaped, unknown, within


class Pet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=9, description="in plain letters")]
    legs: Annotated[int, Meta(ge=0, le=8)] = 4


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: Literal["red", "blue"]
    floors: Literal[1, 2] = 1
    pets: tuple[str | Pet, ...] = ()
    rooms: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    doors: dict[Literal["front", "back"], int] = {}
    number: int | None = None
    motto: Annotated[str, Meta(max_length=3)] = ""
    sold: bool = False
    first: Pet | None = None


def refusal(**given: object) -> str:
    with pytest.raises(SetupError) as caught:
        shaped(House, given, "house")
    return str(caught.value)


def test_what_fits_is_decoded() -> None:
    raw = {"colour": "red", "pets": ["Rex", {"name": "Tom"}], "rooms": {"hall": 2}}

    assert shaped(House, raw) == House("red", pets=("Rex", Pet("Tom")), rooms={"hall": 2})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"colou": "red"}, "house.colou: there is no such key; did you mean colour?"),
        (
            {"zzz": 1},
            (
                "house.zzz: there is no such key; "
                "expected colour, floors, pets, rooms, doors, number, motto, sold or first"
            ),
        ),
        ({}, 'house.colour: is missing; expected "red" or "blue"'),
        ({"colour": "rad"}, 'house.colour: "rad" is not possible; expected "red" or "blue"'),
        ({"colour": 1}, 'house.colour: 1 is not possible; expected "red" or "blue"'),
        ({"colour": "red", "floors": 7}, "house.floors: 7 is not possible; expected 1 or 2"),
        ({"colour": "red", "pets": 7}, "house.pets: 7 is not possible; expected a list"),
        (
            {"colour": "red", "pets": [7]},
            "house.pets[0]: 7 is not possible; expected text or a table",
        ),
        (
            {"colour": "red", "pets": [{"legs": 3}]},
            "house.pets[0].name: is missing; expected text of 1 to 9 characters, in plain letters",
        ),
        (
            {"colour": "red", "pets": ["a", {"name": "a", "legs": 9}]},
            "house.pets[1].legs: 9 is not possible; expected a whole number from 0 to 8",
        ),
        (
            {"colour": "red", "rooms": {"hall": 1, "big attic": 0}},
            'house.rooms."big attic": 0 is not possible; expected a whole number from 1 to 9',
        ),
        (
            {"colour": "red", "doors": {"front": 1, "bock": 1}},
            "house.doors.bock: there is no such key; did you mean back?",
        ),
        (
            {"colour": "red", "number": 1.5},
            "house.number: 1.5 is not possible; expected a whole number",
        ),
        ({"colour": "red", "motto": "long"}, 'house.motto: "long" is not possible; expected text'),
        (
            {"colour": "red", "sold": []},
            "house.sold: a list is not possible; expected true or false",
        ),
        ({"colour": "red", "first": True}, "house.first: true is not possible; expected a table"),
        (
            {"colour": "red", "number": {}},
            "house.number: a table is not possible; expected a whole number",
        ),
        (
            {"colour": False},
            'house.colour: false is not possible; expected "red" or "blue"',
        ),
        (
            {"colour": dt.date(2026, 1, 1)},
            'house.colour: a date or time is not possible; expected "red" or "blue"',
        ),
        (
            {"colour": "red", "rooms": {"hall": 10**5000}},
            "house.rooms.hall: a number of that size is not possible; expected a whole number from 1 to 9",
        ),
    ],
)
def test_a_refusal_says_where_what_and_what_would_be_right(
    given: dict[str, object], said: str
) -> None:
    assert refusal(**given) == said


def test_the_whole_may_be_wrong() -> None:
    with pytest.raises(SetupError, match=r"^house: 3 is not possible; expected a table$"):
        shaped(House, 3, "house")


def test_a_message_without_a_known_form_still_names_what_was_given() -> None:
    with pytest.raises(SetupError, match=r"^3 is not possible; expected a table$"):
        shaped(House, 3)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("plain", '"plain"'),
        ('say "hi" \\', '"say \\"hi\\" \\\\"'),
        ("two\nlines", '"two\\nlines"'),
        ("\x1b[31m", '"\\x1b[31m"'),
        ("a" * 41, '"' + "a" * 39 + '…"'),
    ],
)
def test_quotes_hold_one_harmless_line(given: str, shown: str) -> None:
    assert quoted(given) == shown


def test_a_key_is_quoted_only_where_toml_would() -> None:
    assert key("a[0]", "b-c_1") == "a[0].b-c_1"
    assert key("", "b c") == '"b c"'


def test_lists_read_like_a_sentence() -> None:
    assert [one_of([]), one_of(["a"]), one_of("ab"), one_of("abc")] == [
        "",
        "a",
        "a or b",
        "a, b or c",
    ]


def test_near_misses_are_found_whatever_the_case() -> None:
    assert unknown("War-Sword", ["war-sword", "club"]) == "did you mean war-sword?"
    assert unknown("1H Swrd", ["1H Sword", "Bow"]) == "did you mean 1H Sword?"
    assert unknown("x", ["war-sword", "club"]) == "expected war-sword or club"
    assert unknown("x", []) == "there are none"


def test_a_choice_is_one_of_those_there_are() -> None:
    choice("a", "fruit", "plum", ["plum"])

    with pytest.raises(SetupError, match=r'^a: there is no fruit "plam"; did you mean plum\?$'):
        choice("a", "fruit", "plam", ["plum"])


@pytest.mark.parametrize("value", [0, 10])
def test_a_number_outside_its_limits_is_refused(value: int) -> None:
    within("a", 1, 1, 9)
    within("a", 9, 1, 9)

    with pytest.raises(
        SetupError, match=f"^a: {value} is not possible; expected a whole number from 1 to 9$"
    ):
        within("a", value, 1, 9)


def test_a_long_key_is_cut() -> None:
    assert key("house", "k" * 40) == "house." + "k" * 40
    assert key("house", "k" * 100_000) == f'house."{"k" * 39}…"'


def test_a_word_that_stands_in_several_names_is_answered_with_them() -> None:
    arms = ["lance", "light-mace", "two-handed-mace", "long-spear"]

    assert unknown("Mace", arms) == "did you mean light-mace or two-handed-mace?"
    assert unknown("one-handed-mace", arms) == "did you mean two-handed-mace?"
