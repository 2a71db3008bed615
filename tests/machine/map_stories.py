"""Fights on small crowded maps, everything in them from a number, and what a game master does to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.field.model import Field
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Engage,
    Hide,
    Place,
    Release,
    Remove,
    Reveal,
    Seize,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.kernel.people.model import WrittenCharacteristics
from rules.request.course.machine import Fight
from rules.request.model import LOCATIONS, Add, Change, Entry, Options, Setup, Side
from rules.request.setup.model import WrittenCombatant
from rules.request.setup.sheets import entries
from tests.machine.map_board import OVER_A_HEX, Ground, Hex, around, hex_at, hex_named
from tests.support.fights import GAME_MASTER

T = TypeVar("T")
CREATURES: Final = ("guard", "bandit", "pikeman", "wolf", "axeman", "militia", "archer", "rider")
LARGE: Final = ("griffin", "giant")
GEAR: Final = (
    None,
    ("war-sword", "target-shield", "dagger"),
    ("longspear", "shortsword"),
    ("shortspear", "buckler", "dagger"),
    ("quarterstaff",),
    ("dagger",),
    ("short-bow", "shortsword"),
    ("javelin", "dagger"),
    (),
)
STATES: Final = ("unconscious", "out", "dead", "surprised", "prone", "mounted", "flying")
BACK: Final = ("unconscious", "out", "surprised", "mounted", "flying")
SIDES: Final = ("red", "blue", "green")


def one_of(dice: Dice, things: Sequence[T]) -> T:
    return things[dice.roll(len(things)) - 1]


def name_of(column: int, row: int) -> str:
    """Of a hex of the first 26 columns."""
    return f"{chr(ord('A') + column)}{row + 1}"


# --- setups ---------------------------------------------------------------------------------


def map_setup(number: int) -> Setup:
    """A fight on a small map; every third has somebody in the midst of its foes."""
    dice = dice_for(fight_seed(number), "map")
    field = _field(dice)
    sides = SIDES[: 2 if dice.roll(4) > 1 else 3]
    friends = ("red",) if len(sides) == 3 and dice.roll(3) == 1 else ()
    crew = Crew(dice, field)
    if number % 3 == 0:
        crew.surrounded(sides)
    else:
        for side in sides:
            for _ in range(1 + dice.roll(3)):
                crew.add(side, crew.anywhere())
    for side in sides:
        if all(entry.side != side for entry in crew.entries):
            crew.add(side, crew.anywhere())
    return Setup(
        f"map {number}",
        tuple(Side(side, side.title(), friends if side == "green" else ()) for side in sides),
        tuple(crew.entries),
        _options(dice),
        field=raised(field, crew.entries, number) if number % 4 == 1 else field,
    )


def raised(field: Field, people: Sequence[Entry], number: int) -> Field:
    """The same field with heights: steps and holes, a cliff with a stair, or a bank; even about whoever is there."""
    dice = dice_for(fight_seed(number), "heights")
    kind, top = dice.roll(3), 1 + dice.roll(4)
    cut, stair = 1 + dice.roll(field.width - 2), dice.roll(field.height) - 1
    heights: dict[Hex, int] = {}
    for row in range(field.height):
        for column in range(field.width):
            metres = one_of(dice, (0, 0, 0, 1, 2, 3))
            if kind == 1:
                metres = (
                    max(0, top - max(0, column - cut)) if row == stair else top * (column <= cut)
                )
            elif kind == 2:
                metres = top if abs(row - stair) <= 1 else 0
            heights[hex_at(column, row)] = metres
    for entry in people:
        if entry.sheet.characteristics.SIZ > OVER_A_HEX:
            middle = hex_named(entry.place)
            for one in (middle, *around(middle, 1)):
                heights[one] = 1
    rows = [
        "".join(str(heights[hex_at(column, row)]) for column in range(field.width))
        for row in range(field.height)
    ]
    return msgspec.structs.replace(field, heights=tuple(rows))


def _field(dice: Dice) -> Field:
    width, height = 5 + dice.roll(5), 4 + dice.roll(4)
    if dice.roll(3) == 1:
        return Field(width, height)
    letters = "......~~#o" if dice.roll(2) == 1 else "............~#o"
    rows = ["".join(one_of(dice, letters) for _ in range(width)) for _ in range(height)]
    return Field(width, height, tuple(rows))


def _options(dice: Dice) -> Options:
    return Options(
        reactions=one_of(dice, ("unlimited", "pool")),
        flank_room=one_of(dice, ("one_side", "both_sides")),
        recover_before_action=dice.roll(2) == 1,
        auto_breakaway=one_of(dice, ("always", "close_only")),
        round_cap=3 + dice.roll(4),
    )


class Crew:
    """People put on a field one by one."""

    def __init__(self, dice: Dice, field: Field) -> None:
        self._dice = dice
        self._ground: Ground = Ground(field)
        self._taken: set[Hex] = set()
        self._names: dict[Hex, str] = {
            hex_at(column, row): name_of(column, row)
            for row in range(field.height)
            for column in range(field.width)
        }
        self.entries: list[Entry] = []

    def anywhere(self) -> list[Hex]:
        """All hexes, in any order."""
        rest = [*self._names]
        return [rest.pop(self._dice.roll(len(rest)) - 1) for _ in range(len(rest))]

    def surrounded(self, sides: Sequence[str]) -> None:
        """Somebody in the midst of foes, some of them a hex farther off, and a few others anywhere."""
        dice = self._dice
        inside = [
            one for one in self.anywhere() if all(self._ground.bears(a) for a in around(one, 1))
        ]
        self.add(sides[0], inside)
        if not self.entries:
            return
        middle = next(one for one, name in self._names.items() if name == self.entries[0].place)
        is_large = self.entries[0].sheet.characteristics.SIZ > OVER_A_HEX
        near, far = around(middle, 1 + is_large), around(middle, 2 + is_large)
        for _ in range(2 + dice.roll(5)):
            side = sides[-1] if dice.roll(8) == 1 else sides[1]
            self.add(side, [one_of(dice, far if dice.roll(4) == 1 else near) for _ in range(4)])
        for _ in range(dice.roll(3) - 1):
            self.add(one_of(dice, sides), self.anywhere())

    def add(self, side: str, places: Sequence[Hex]) -> None:
        """Somebody at the first of these places where there is room; nobody if there is none."""
        entry = self._anybody(side)
        is_large = entry.sheet.characteristics.SIZ > OVER_A_HEX
        for place in places:
            covered = [place, *around(place, 1)] if is_large else [place]
            if all(self._ground.bears(one) and one not in self._taken for one in covered):
                self._taken.update(covered)
                self.entries.append(msgspec.structs.replace(entry, place=self._names[place]))
                return

    def _anybody(self, side: str) -> Entry:
        dice = self._dice
        creature = one_of(dice, LARGE) if dice.roll(7) == 1 else one_of(dice, CREATURES)
        written = WrittenCombatant(
            side,
            creature,
            f"{side}-{len(self.entries)}",
            characteristics=WrittenCharacteristics(
                DEX=5 + 3 * dice.roll(4), SIZ=None if dice.roll(6) > 1 else 4 + dice.roll(40)
            ),
            weapons=one_of(dice, GEAR) if dice.roll(2) == 1 else None,
            mind=one_of(dice, ("random", "random", "random", "reckless", "steady", "guard")),
            loaded=dice.roll(2) == 1,
            surprised=dice.roll(7) == 1,
            hidden=dice.roll(12) == 1,
            move=1 + dice.roll(12) if dice.roll(3) == 1 else None,
            load=24 if len(self.entries) % 4 == 3 else 0,
        )
        entry = entries(written, "", SIDES, dice.roll(8) > 1)[0]
        changed = {flag: True for flag in ("mounted", "flying") if dice.roll(8) == 1}
        return msgspec.structs.replace(entry, **changed)


# --- whims ----------------------------------------------------------------------------------


def map_whim(fight: Fight, dice: Dice) -> Change:
    """Something that a game master might do to a fight with places; not all of it is possible."""
    view = fight.view(GAME_MASTER)
    c, foe = one_of(dice, view.combatants), one_of(dice, view.combatants)
    field = fight.setup.field
    assert field is not None
    place = name_of(dice.roll(field.width) - 1, dice.roll(field.height) - 1)
    beside = [one for one in view.combatants if one.id in {pair.foe for pair in c.engaged}]
    items = [item.id for item in c.items] or ["unarmed"]
    changes: tuple[Change, ...] = (
        Place(c.id, place),
        Place(c.id, place),
        Place(c.id, place),
        Engage(c.id, foe.id, one_of(dice, ("short", "normal", "long"))),
        Engage(c.id, foe.id),
        Disengage(c.id, one_of(dice, beside or [foe]).id),
        Seize(c.id, one_of(dice, beside or [foe]).id),
        Release(c.id),
        SetStatus(c.id, one_of(dice, STATES)),
        SetStatus(c.id, one_of(dice, BACK), on=False),
        SetStatus(c.id, one_of(dice, BACK), on=False),
        SetStatus(c.id, "standing"),
        SetHitPoints(c.id, one_of(dice, LOCATIONS), dice.roll(8) - 6),
        SetHitPoints(c.id, one_of(dice, LOCATIONS), dice.roll(4)),
        SetPoints(c.id, "actions", dice.roll(3)),
        SetGear(c.id, one_of(dice, items), one_of(dice, ("held", "carried", "dropped", "gone"))),
        Hide(c.id),
        Reveal(c.id),
        Reveal(c.id),
        ChangeSide(c.id, one_of(dice, fight.setup.sides).id),
        _rare(dice, fight, c.id, place),
    )
    return one_of(dice, changes)


def _rare(dice: Dice, fight: Fight, who: str, place: str) -> Change:
    if dice.roll(3) == 1:
        return Remove(who)
    guest = one_of(dice, fight.setup.combatants)
    name = f"guest-{dice.roll(1000)}"
    steeds = [one.id for one in fight.entries if one.steed and one.side == guest.side]
    if guest.rides and steeds:  # on any mount of its side, if that can be ridden now
        guest, place = msgspec.structs.replace(guest, rides=one_of(dice, steeds)), ""
    return Add(msgspec.structs.replace(guest, id=name, name=name, place=place))
