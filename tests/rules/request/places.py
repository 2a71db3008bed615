"""Fights with places: drawings in which letters are people, and what people say who move.

A drawing has a hex a letter, with blanks between, and every second row is indented by one,
so that neighbours lie beside each other on paper too::

    . . . .
     . a b .        a stands on B2, b on C2: columns are letters, rows numbers
    . # o ~

``.`` is open ground, ``#`` blocked, ``o`` cover, ``~`` difficult; anything else is the id of
whoever stands there, on open ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.kernel import hexes
from rules.kernel.field.model import Field
from rules.kernel.model import Moment, Option
from rules.request.model import Blow, Change, Entry, Options, Surroundings, Weapon
from tests.rules.request.build import Said, Scene, scene

GROUND: Final = ".#o~"

LONGSPEAR: Final = Weapon(
    "longspear", "longspear", 2, 2, 10, "extra long", close=Blow("Spear", 1, 10)
)
FIST: Final = Weapon("fist", "fist", 0, 0, 0, "touch", close=Blow("Unarmed", 1, 3))
CLAWS: Final = Weapon("claws", "claws", 0, 0, 0, "normal", close=Blow("Claw", 1, 6))
HANDY: Final = {"Unarmed": 50, "Claw": 50}
"""Skills for those who have fists or claws."""

# --- what somebody says ----------------------------------------------------------------------

ENGAGE: Final = Said("engage")


def move(to: str, also: tuple[str, ...] | None = None) -> Said:
    return Said("move", (to,), also)


def sprint(to: str) -> Said:
    return Said("sprint", (to,))


def charge(target: str, weapon: str = "sword") -> Said:
    return Said(f"charge/{weapon}", (target,))


def breakaway(to: str, weapon: str = "") -> Said:
    """By Dodge, or with a weapon."""
    return Said(f"breakaway/{weapon}" if weapon else "breakaway", (to,))


def retreat(target: str, to: str, weapon: str = "sword") -> Said:
    return Said(f"retreat/{weapon}", (target, to))


def closer(foe: str, weapon: str = "sword") -> Said:
    return Said(f"closer/{weapon}", (foe,))


def farther(foe: str, weapon: str = "sword") -> Said:
    return Said(f"farther/{weapon}", (foe,))


def opportunity(weapon: str = "sword") -> Said:
    return Said(f"opportunity/{weapon}")


def oppose(weapon: str = "sword") -> Said:
    return Said(f"oppose/{weapon}")


def follow(to: str) -> Said:
    return Said("follow", (to,))


def focus(foe: str) -> Said:
    return Said("focus", (foe,))


# --- who is there ----------------------------------------------------------------------------


def on(place: str, entry: Entry) -> Entry:
    """The same somebody, on a hex that no drawing shows."""
    return replace(entry, place=place)


def moving(metres: int, entry: Entry) -> Entry:
    """The same somebody, with another Move than 4 m."""
    return replace(entry, sheet=replace(entry.sheet, move=metres))


def mounted(entry: Entry) -> Entry:
    """In the saddle, and good enough there for any weapon skill it has."""
    skills = {"Riding": 100} | entry.sheet.skills
    return replace(entry, mounted=True, sheet=replace(entry.sheet, skills=skills))


def flying(entry: Entry) -> Entry:
    return replace(entry, flying=True)


def high(entry: Entry) -> Entry:
    """In the air, in the high band."""
    return replace(entry, flying=True, high=True)


def climb(to: str) -> Said:
    return Said("climb", (to,))


def dive(to: str) -> Said:
    return Said("dive", (to,))


def drawn(drawing: str) -> tuple[Field, dict[str, str]]:
    """The field of a drawing, and the hexes of those who stand on it."""
    lines = [line for line in drawing.splitlines() if line.strip()]
    margin = len(lines[0]) - len(lines[0].lstrip())
    rows: list[str] = []
    stand: dict[str, str] = {}
    for row, line in enumerate(lines):
        assert len(line) - len(line.lstrip()) == margin + row % 2, f"indent row {row + 1}"
        letters = line.split()
        for column, letter in enumerate(letters):
            if letter not in GROUND:
                stand[letter] = hexes.name(hexes.at(column, row))
        rows.append("".join(letter if letter in GROUND else "." for letter in letters))
    return Field(len(rows[0]), len(rows), tuple(rows)), stand


def raised(field: Field, heights: str) -> Field:
    """The field with these heights, a digit a hex and `.` for 0, drawn as the ground is."""
    rows = [
        "".join(line.split()).replace(".", "0") for line in heights.splitlines() if line.strip()
    ]
    return replace(field, heights=tuple(rows))


def placed(  # noqa: PLR0913 - whatever a test wants to say of a fight
    drawing: str,
    *people: Entry,
    heights: str = "",
    friends: Mapping[str, tuple[str, ...]] | None = None,
    given: Sequence[Change] = (),
    later: Sequence[tuple[Moment, Change]] = (),
    options: Options | None = None,
    surroundings: Surroundings | None = None,
) -> Scene:
    """A fight in which everybody stands where the drawing shows, or on a hex of its own."""
    field, stand = drawn(drawing)
    if heights:
        field = raised(field, heights)
    shown = {one.id for one in people}
    assert set(stand) <= shown, f"drawn, but not there: {set(stand) - shown}"
    there = [one if one.place or one.rides else on(stand[one.id], one) for one in people]
    return scene(
        *there,
        field=field,
        friends=friends,
        given=given,
        later=later,
        options=options,
        surroundings=surroundings,
    )


# --- how things stand ------------------------------------------------------------------------


def place(fight: Scene, who: str) -> str:
    """The hex of somebody."""
    return fight.seen(who).place


def foes(fight: Scene, who: str) -> dict[str, str]:
    """Those whom somebody is engaged with, and the reach of each pair."""
    return {pair.foe: pair.reach for pair in fight.seen(who).engaged}


def apart(fight: Scene, one: str, other: str) -> int:
    """Steps between the hexes of two."""
    return hexes.distance(hexes.named(place(fight, one)), hexes.named(place(fight, other)))


def formation(fight: Scene, who: str) -> str:
    return fight.seen(who).formation


def all_hexes(drawing: str) -> set[str]:
    """The names of all hexes of a drawing."""
    field, _ = drawn(drawing)
    return {
        hexes.name(hexes.at(column, row))
        for column in range(field.width)
        for row in range(field.height)
    }


# --- what is offered -------------------------------------------------------------------------


def choices(option: Option, parameter: str) -> list[str]:
    """What one parameter of an option may be."""
    return [value.id for one in option.parameters if one.name == parameter for value in one.values]


def leads(fight: Scene, who: str, option: str = "move") -> dict[str, str]:
    """The purposes of a move, and the hex that each leads to."""
    return {to: hex_ for to, hex_ in _ways(fight, who, option).items() if to != hex_}


def reached(fight: Scene, who: str, option: str = "move") -> set[str]:
    """The plain hexes that a move reaches."""
    return {to for to, hex_ in _ways(fight, who, option).items() if to == hex_}


def _ways(fight: Scene, who: str, option: str) -> dict[str, str]:
    return {
        value.id: value.place
        for one in fight.option(who, option).parameters
        if one.name == "to"
        for value in one.values
    }


def problem(fight: Scene, who: str, option: str) -> str:
    """The rule by which an option is not possible now, empty if it is."""
    unavailable = fight.option(who, option).unavailable
    return unavailable.rule if unavailable else ""


# --- what happened ---------------------------------------------------------------------------


def went(fight: Scene, who: str) -> list[str]:
    """Where somebody came to, move by move."""
    return [e.facts["to"] for e in fight.of("moved", by=who)]


def opportunities(fight: Scene) -> list[tuple[str, str]]:
    """Who had the chance of an opportunity attack, and on whom."""
    return [
        (p.combatant, p.by)
        for prompts in fight.waits
        for p in prompts
        if any(o.id.startswith("opportunity/") for o in p.options)
    ]


def strikes(fight: Scene) -> list[tuple[str, str]]:
    """Every blow and shot, by its verb and doer."""
    return [(e.facts["verb"], e.by) for e in fight.of("attack")]
