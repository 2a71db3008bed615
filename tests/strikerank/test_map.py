"""The map of a fight in letters: people where they are, the ground, names to find a hex by."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from rich.console import Console

from rules.kernel import hexes
from rules.kernel.field.model import Field
from rules.request.model import Seen, Setup, View
from rules.request.setup import decode
from strikerank.map import Map, labels
from tests.support.command import ROOT, run

COLOURS: Final = {"watch": "cyan", "raiders": "magenta"}
WIDE: Final = 100
ROWS: Final = (
    "........",
    "..oo....",
    "##....~~",
    "##......",
)


def seen(name: str, place: str, side: str = "watch", **more: object) -> Seen:
    """Somebody of a view, of whom a map knows the place."""
    known: dict[str, object] = {
        "id": name.lower(),
        "name": name,
        "side": side,
        "creature": "human",
        "state": "up",
        "stance": "standing",
        "conditions": (),
        "wounds": (),
        "armour": (),
        "items": (),
        "place": place,
    }
    return msgspec.convert({**known, **more}, Seen)


def setup_of(field: Field | None) -> Setup:
    """A fight of two sides that nobody is in yet."""
    text = (ROOT / "scenarios" / "ford.toml").read_text(encoding="utf-8")
    return msgspec.structs.replace(decode(tomllib.loads(text)), field=field, combatants=())


def drawn(field: Field | None, *people: Seen, width: int = WIDE) -> list[str]:
    """The map as a pipe gets it, without the blanks at the ends of lines."""
    view = View(1, 1, 0, people, field)
    return [str(line).rstrip() for line in Map(setup_of(field), COLOURS).drawn(view, width)]


def test_people_stand_where_the_edges_say() -> None:
    """E4 is found by the letter above and the number beside it; even rows lie half a hex right."""
    lines = drawn(
        Field(8, 4, ROWS),
        seen("Maren", "A1"),
        seen("Joss", "F2"),
        seen("Old Hob", "H4", "raiders"),
    )

    assert lines == [
        "    A   B   C   D   E   F   G   H",
        " 1  Ma  ·   ·   ·   ·   ·   ·   ·     1",
        " 2    ·   ·  oooooooo ·   Jo  ·   ·   2",
        " 3 ######## ·   ·   ·   ·  ~~~~~~~~   3",
        " 4   ######## ·   ·   ·   ·   ·   OH  4",
        "    A   B   C   D   E   F   G   H",
        "  River watch:   Ma Maren   Jo Joss",
        "  Raiders:   OH Old Hob",
        "  # blocked   o cover   ~ difficult",
    ]


def test_on_a_narrow_page_a_hex_is_two_letters() -> None:
    people = seen("Maren", "C4"), seen("Hob", "D4", "raiders"), seen("Rusk", "E4", state="dead")

    assert drawn(Field(8, 4, ROWS), *people, width=36) == [
        "   A B C D E F G H",
        " 1 · · · · · · · ·   1",
        " 2  · · oooo· · · ·  2",
        " 3 ####· · · · ~~~~  3",
        " 4  ####MaHoru· · ·  4",
        "   A B C D E F G H",
        "  River watch:   Ma Maren",
        "    Ru Rusk (dead at E4)",
        "  Raiders:   Ho Hob",
        "  small letters: lies there",
        "    # blocked   o cover",
        "    ~ difficult",
    ]


def test_a_wider_map_is_drawn_in_blocks_of_columns() -> None:
    rows = ("." * 30,)
    lines = drawn(Field(30, 1, rows), seen("Maren", "A1"), seen("Hob", "AD1", "raiders"), width=40)

    assert lines[:6] == [
        "   A B C D E F G H I J K L M N O P Q",
        " 1 Ma· · · · · · · · · · · · · · · ·   1",
        "   A B C D E F G H I J K L M N O P Q",
        "   R S T U V W X Y Z AAABACAD",
        " 1 · · · · · · · · · · · · Ho  1",
        "   R S T U V W X Y Z AAABACAD",
    ]


def test_of_open_ground_only_the_part_with_people_is_shown() -> None:
    assert drawn(Field(100, 100), seen("Maren", "J10"), seen("Hob", "K11", "raiders")) == [
        "      H   I   J   K   L   M",
        "   8    ·   ·   ·   ·   ·   ·   8",
        "   9  ·   ·   ·   ·   ·   ·     9",
        "  10    ·   ·   Ma  ·   ·   ·   10",
        "  11  ·   ·   ·   Ho  ·   ·     11",
        "  12    ·   ·   ·   ·   ·   ·   12",
        "  13  ·   ·   ·   ·   ·   ·     13",
        "      H   I   J   K   L   M",
        "  River watch:   Ma Maren",
        "  Raiders:   Ho Hob",
    ]


def test_a_drawn_map_of_many_rows_is_cut_too() -> None:
    lines = drawn(Field(4, 60, ("....",) * 60), seen("Maren", "A30"))

    assert [line.split()[0] for line in lines[1:6]] == ["28", "29", "30", "31", "32"]


def test_the_edge_of_the_ground_is_the_edge_of_the_map() -> None:
    lines = drawn(Field(50, 50), seen("Maren", "A1"), seen("Joss", "B2"))

    assert lines[0].split() == ["A", "B", "C", "D"]
    assert [line.split()[0] for line in lines[1:5]] == ["1", "2", "3", "4"]


def test_somebody_large_is_seen_on_all_seven_hexes() -> None:
    assert drawn(Field(5, 3), seen("Griffin", "C2", large=True, conditions=("flying",))) == [
        "    A   B   C   D   E",
        " 1  ·   ·  ▒▒▒▒▒▒▒▒ ·     1",
        " 2    ·  ▒▒▒▒▒Gr▒▒▒▒▒ ·   2",
        " 3  ·   ·  ▒▒▒▒▒▒▒▒ ·     3",
        "    A   B   C   D   E",
        "  River watch:   Gr Griffin (flying)",
    ]
    close = drawn(Field(5, 3), seen("Griffin", "C2", large=True), width=20)
    assert close[1:4] == [" 1 · · ▒▒▒▒·   1", " 2  · ▒▒Gr▒▒·  2", " 3 · · ▒▒▒▒·   3"]


def test_whoever_stands_over_a_body_has_another_mark_than_a_body() -> None:
    lines = drawn(
        Field(3, 1),
        seen("Maren", "B1"),
        seen("Joss", "B1", state="down"),
        seen("Willa", "C1", state="dead"),
    )

    assert lines[1] == " 1  ·   Ma_ Wi†   1"
    assert lines[3:] == [
        "  River watch:   Ma Maren   Jo Joss (down at B1)   Wi Willa (dead at C1)",
        "  † lies there   _ stands over somebody who lies there",
    ]


def test_only_marks_that_are_on_the_map_are_explained() -> None:
    lies = drawn(Field(2, 1), seen("Maren", "A1", state="dead"))
    stands = drawn(Field(2, 1), seen("Maren", "A1"), seen("Joss", "A1", state="dead"))
    close = drawn(Field(2, 1), seen("Maren", "A1"), seen("Joss", "A1", state="dead"), width=12)

    assert lies[-1] == "  † lies there"
    assert stands[-1] == "  _ stands over somebody who lies there"
    assert close[1] == " 1 Ma·   1"
    assert "lies there" not in " ".join(close)


def test_a_body_under_a_wing_is_marked_too() -> None:
    large = seen("Griffin", "C2", large=True)
    lines = drawn(Field(5, 3), large, seen("Maren", "D2", "raiders", state="dead"))

    assert lines[2] == " 2    ·  ▒▒▒▒▒Gr▒▒▒▒_ ·   2"


def test_what_the_letters_do_not_say_stands_in_the_list() -> None:
    lines = drawn(
        Field(3, 1),
        seen("Maren", "A1", stance="prone", conditions=("surprised", "mounted")),
        seen("Joss", "B1", hidden=True, formation="flanked"),
        seen("Willa", "", state="gone"),
        seen("Rusk", ""),
    )

    assert lines[3:] == [
        "  River watch:   Ma Maren (mounted, prone)   Jo Joss (hidden, flanked)",
    ]


def test_ground_shows_at_the_sides_of_whoever_stands_on_it() -> None:
    assert drawn(Field(2, 1, ("~~",)), seen("Maren", "B1"))[1] == " 1 ~~~~~Ma~   1"


def test_nobody_at_all_may_be_there() -> None:
    assert drawn(Field(9, 9)) == [
        "    A   B   C",
        " 1  ·   ·   ·     1",
        " 2    ·   ·   ·   2",
        " 3  ·   ·   ·     3",
        "    A   B   C",
    ]


def test_a_fight_without_places_has_no_map() -> None:
    assert drawn(None, seen("Maren", "")) == []


def test_sides_have_their_colours() -> None:
    field = Field(3, 1)
    view = View(1, 1, 0, (seen("Maren", "A1"), seen("Hob", "B1", "raiders", state="dead")), field)
    out = Console(file=io.StringIO(), force_terminal=True, width=WIDE, color_system="standard")

    for line in Map(setup_of(field), COLOURS).drawn(view, WIDE):
        out.print(line)

    shown = out.file
    assert isinstance(shown, io.StringIO)
    assert "\x1b[1;36mMa\x1b[0m" in shown.getvalue()
    assert "\x1b[2;35mHo\x1b[0m" in shown.getvalue()


def test_letters_are_like_the_names_and_stay_the_same() -> None:
    names = [
        "Captain Maren",
        "Joss",
        "Josua",
        "Raider 1",
        "Raider 12",
        "Raven 1",
        "X",
        "漢字",
        "Ünal",
        "Jo",
    ]
    first = labels((f"id-{n}", name) for n, name in enumerate(names))

    assert list(first.values()) == ["CM", "Jo", "Js", "R1", "Ra", "Rv", "Xa", "I7", "Na", "Ja"]
    assert labels([("late", "Joss")], first) == {**first, "late": "Jb"}


def test_two_hundred_people_have_letters_of_their_own() -> None:
    found = labels((f"raider-{n}", f"Raider {n}") for n in range(200))

    assert len({label.upper() for label in found.values()}) == 200
    assert {len(label) for label in found.values()} == {2}


@pytest.mark.parametrize("width", [20, 33, 60, 100])
@pytest.mark.parametrize("name", ["ford", "griffin", "wall", "ring", "archers", "long-spears"])
def test_no_line_is_wider_than_the_page(name: str, width: int) -> None:
    text = (ROOT / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    setup = decode(tomllib.loads(text))
    people = [
        seen(one.name, one.place, one.side, id=one.id, large=one.sheet.characteristics.SIZ > 30)
        for one in setup.combatants
    ]
    colours = {side.id: "cyan" for side in setup.sides}
    view = View(1, 1, 0, tuple(people), setup.field)

    lines = Map(setup, colours).drawn(view, width)

    assert all(line.cell_len <= max(width, 26) for line in lines)
    shown = " ".join(str(line) for line in lines)
    assert all(f" {one.name}" in shown for one in setup.combatants)
    assert all(hexes.named(one.place) >= 0 for one in setup.combatants)


# --- on the page -----------------------------------------------------------------------------


def test_map_draws_each_round_and_the_end() -> None:
    ran = run("fight", "ford", "--seed", "7", "--map")
    rounds = ran.out.count("\nRound ")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n  River watch:   CM Captain Maren") == rounds + 1
    plain = [line for line in run("fight", "ford", "--seed", "7").out.splitlines() if line]
    assert [line for line in ran.out.splitlines() if line in plain] == plain


def test_a_fight_without_places_says_that_it_has_no_map() -> None:
    ran = run("fight", str(ROOT / "bench" / "plain.toml"), "--seed", "7", "--map")

    assert ran.out.count("This fight has no places, and so no map.") == 1


PLACED: Final = """
name = "Placed"
rules = "request"
sides = ["a", "b"]
[map]
rows = [". . . .", " X . . .", ". . . ."]
[[combatants]]
creature = "guard"
side = "a"
name = "Xen"
place = "X"
[[combatants]]
creature = "guard"
side = "b"
name = "Yan"
place = "C2"
[[amend]]
at = { round = 2 }
"""


def rounds_of(tmp_path: Path, amendment: str) -> list[list[str]]:
    """The lines of each round of a fight with a map, and of all before it."""
    file = tmp_path / "placed.toml"
    file.write_text(PLACED + amendment, encoding="utf-8")
    out = run("fight", str(file), "--seed", "1", "--map", "--mind", "a=guard", "--mind", "b=guard")
    return [part.splitlines() for part in out.out.split("\nRound ")]


def test_the_map_is_drawn_after_what_has_changed_it(tmp_path: Path) -> None:
    _, first, second, *_ = rounds_of(tmp_path, 'place = { who = "xen", place = "A1" }')

    assert first[1] == "    A   B   C   D"
    assert first.index("Phase 1") > first.index("  A:   Xe Xen")
    told = second.index("     The scenario puts Xen on A1.")
    assert second[1] == "Phase 1"
    assert second[told + 1 : told + 4] == [
        "",
        "    A   B   C   D",
        " 1  Xe  ·   ·   ·     1",
    ]


def test_a_fight_that_ends_before_anybody_acts_is_drawn_once(tmp_path: Path) -> None:
    _, _, last = rounds_of(tmp_path, 'end = "a"')

    assert last.count("    A   B   C   D") == 2  # above it and below
