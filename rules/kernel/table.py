"""Dice rolled by hand at the table: which of them a choice rolls, and what may lie there, as every system has it."""

from __future__ import annotations

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Die, TableDice

OFF = "the option table_dice is off"


class Throws:
    """The dice that a choice rolls.

    ``d100`` and ``opposed`` say what they are for ("" if they are not rolled), ``sides``
    lists the dice of its damage, and ``why`` is the reason why it rolls no d100.
    """

    __slots__ = ("d100", "location", "opposed", "sides", "why")

    def __init__(self, d100: str) -> None:
        self.d100: str = d100
        self.opposed: str = ""
        self.sides: list[int] = []
        self.location: bool = False
        self.why: str = "this choice rolls no dice"


def fits(shown: tuple[int, ...], sides: list[int]) -> bool:
    """May these dice lie so?"""
    if len(shown) != len(sides):
        return False
    for i, face in enumerate(shown):
        if face < 1 or face > sides[i]:
            return False
    return True


def check_dice(made: Throws, dice: TableDice, aimed: bool, index: int) -> None:
    """Raise IllegalAnswerError unless *dice* are of those that a choice rolls, and lie as they can; *aimed* at a location."""
    if dice.d100 and made.d100 == "":
        raise IllegalAnswerError(index, "dice.d100", str(dice.d100), made.why)
    if dice.opposed and made.opposed == "":
        wanted = "this choice rolls one d100 and no second" if made.d100 else made.why
        raise IllegalAnswerError(index, "dice.opposed", str(dice.opposed), wanted)
    if dice.location and not made.location:
        wanted = "the aim is the location" if aimed else "this choice rolls no location"
        raise IllegalAnswerError(index, "dice.location", str(dice.location), wanted)
    _die(index, "dice.d100", dice.d100, 100)
    _die(index, "dice.opposed", dice.opposed, 100)
    _die(index, "dice.location", dice.location, 20)
    if dice.damage:
        _damage(made.sides, dice.damage, index)


def _die(index: int, field: str, shown: int, sides: int) -> None:
    if shown < 0 or shown > sides:
        raise IllegalAnswerError(
            index, field, str(shown), f"a number from 1 to {sides}, or 0 to let it be rolled"
        )


def _damage(sides: list[int], shown: tuple[int, ...], index: int) -> None:
    if len(shown) != len(sides):
        wanted = f"this choice rolls {len(sides) or 'no dice'} for damage"
        raise IllegalAnswerError(index, "dice.damage", f"{len(shown)} dice", wanted)
    for i, face in enumerate(shown):
        if face < 1 or face > sides[i]:
            wanted = f"a number from 1 to {sides[i]}"
            raise IllegalAnswerError(index, f"dice.damage[{i}]", str(face), wanted)


def listed(made: Throws) -> tuple[Die, ...]:
    """The dice of a choice, as an option of a prompt lists them."""
    found: list[Die] = []
    if made.d100:
        found.append(Die("d100", made.d100, 100))
    if made.opposed:
        found.append(Die("opposed", made.opposed, 100))
    for sides in made.sides:
        found.append(Die("damage", "damage", sides))
    if made.location:
        found.append(Die("location", "location", 20))
    return tuple(found)
