"""A combatant in one line: "9 x Raider: Spear 50%, 1D6+1+1D4, HP 12, armour 3, DEX 11", read field by field."""

from __future__ import annotations

import re
from typing import Final, cast

from rules.kernel.errors import SetupError
from rules.kernel.forms import one_of, quoted, unknown
from rules.request.data import CHARACTERISTICS, Library, library
from rules.request.model import Weapon

MOST_AT_ONCE: Final = 100
_HEAD: Final = re.compile(r"^\s*(?:([0-9]+)\s*[x\u00d7]\s+)?([^:]*?)\s*(?::(.*))?$", re.DOTALL)
_NUMBER: Final = re.compile(r"^([A-Za-z]+)\s+([0-9]{1,4})\s*m?$")
_PERCENT: Final = re.compile(r"^(.+?)\s+([0-9]{1,4})\s*%$")
_WORD: Final = re.compile(r"^(side|mind|place|id|temper)\s+(\S.*)$", re.IGNORECASE)
_DICE: Final = re.compile(r"^[0-9]+\s*[dD]\s*[0-9]+")
_SUM: Final = re.compile(r"([+-]?)\s*([0-9]{1,3})(?:\s*[dD]\s*([0-9]{1,3}))?\s*")
_ARMOUR: Final = ("ARMOUR", "ARMOR", "AP")
_SAID: Final = (
    'a skill or weapon with its percentage ("Spear 50%"), damage right after it ("1D8+1"),'
    ' "HP 12", "armour 3", a characteristic ("DEX 11"), "move 4", "side watch", "mind reckless",'
    ' "place E4", "temper soldier", "hidden", "surprised", or a weapon or a piece of armour by its name'
)


class Damage:
    """Damage as it is written: dice, a number, and the damage modifier (sign, dice, sides) if it is there."""

    def __init__(self, text: str) -> None:
        self.text: str = text
        self.dice: int = 0
        self.sides: int = 0
        self.bonus: int = 0
        self.modifier: tuple[int, int, int] | None = None


class Attack:
    """A skill at its percentage, with the weapon that the line names for it, and the damage."""

    def __init__(self, skill: str, percent: int, weapon: Weapon | None, where: str) -> None:
        self.skill: str = skill
        self.percent: int = percent
        self.weapon: Weapon | None = weapon
        self.damage: Damage | None = None
        self.where: str = where


class Line:
    """What a line says, each thing at most once; `where` names a field for a refusal."""

    def __init__(self, path: str, count: int | None, name: str) -> None:
        self.path: str = path
        self.count: int | None = count
        self.name: str = name
        self.attacks: list[Attack] = []
        self.traits: dict[str, int] = {}
        self.words: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.weapons: list[str] = []
        self.armour: list[str] = []


def read_line(text: str, path: str) -> Line:
    """The line *text* at *path*; raise SetupError with the field at fault and what would be right."""
    head = cast("re.Match[str]", _HEAD.match(text))  # it matches any text
    count, name, rest = cast("tuple[str | None, str, str | None]", head.groups())
    if not name:
        raise SetupError(path, 'the line has no name; expected one before the colon, "Raider: ..."')
    number = None if count is None else int(count[:4])
    if number is not None and not 1 <= number <= MOST_AT_ONCE:
        problem = f"{count} x is not possible; expected 1 to {MOST_AT_ONCE} of them"
        raise SetupError(path, problem)
    line = Line(path, number, name)
    fields = [] if rest is None or not rest.strip() else rest.split(",")
    for index, given in enumerate(fields):
        field = given.strip()
        where = f"field {index + 1}, {quoted(field)},"
        if not field:
            raise SetupError(path, f"field {index + 1} is empty; expected {_SAID}")
        if _DICE.match(field):
            _read_damage(line, field, where)
        else:
            _read_field(line, field, where)
    return line


def _read_field(line: Line, field: str, where: str) -> None:
    lib = library()
    number = _NUMBER.match(field)
    if number is not None and _is_number(number[1].upper()):
        _read_number(line, number[1].upper(), int(number[2]), where)
        return
    percent = _PERCENT.match(field)
    if percent is not None:
        _read_skill(line, lib, percent[1], int(percent[2]), where)
        return
    word = _WORD.match(field)
    if word is not None:
        _once(line, where, word[1].lower() in line.words)
        line.words[word[1].lower()] = word[2]
    elif field.lower() in ("hidden", "surprised"):
        line.flags.add(field.lower())
    else:
        _read_gear(line, lib, field, where)


def _is_number(name: str) -> bool:
    return name in CHARACTERISTICS or name in ("HP", "MOVE") or name in _ARMOUR


def _read_number(line: Line, name: str, value: int, where: str) -> None:
    if name in CHARACTERISTICS:
        _once(line, where, name in line.traits)
        _between(line, where, value, 1, 200)
        line.traits[name] = value
        return
    key = "armour" if name in _ARMOUR else name.lower()
    _once(line, where, key in line.numbers)
    lowest, most = {"hp": (1, 200), "armour": (0, 50), "move": (1, 100)}[key]
    _between(line, where, value, lowest, most)
    line.numbers[key] = value


def _read_skill(line: Line, lib: Library, name: str, percent: int, where: str) -> None:
    """A skill, or a weapon whose skill it is: close if it strikes, else the skill to shoot it with."""
    _between(line, where, percent, 0, 999)
    weapon = _weapon(lib, name)
    skill = _named(name, list(lib.skills))
    if skill is None and weapon is None:
        known = [*lib.skills, *[one.name for one in lib.weapons.values()]]
        problem = f"{where} names no skill and no weapon; {unknown(name, known)}"
        raise SetupError(line.path, problem)
    if skill is None:
        made = cast("Weapon", weapon)
        blow = made.close or made.shot
        skill = "" if blow is None else blow.skill
    else:
        weapon = None
    _once(line, where, any(one.skill == skill for one in line.attacks))
    line.attacks.append(Attack(skill, percent, weapon, where))


def _read_damage(line: Line, field: str, where: str) -> None:
    if not line.attacks or line.attacks[-1].damage is not None:
        problem = f'{where} is damage of nothing; expected it right after a skill, "Spear 50%, 1D8"'
        raise SetupError(line.path, problem)
    made = Damage(field)
    place = 0
    for term in _SUM.finditer(field):
        if term.start() != place:
            break
        place = term.end()
        _add(line, made, term, where)
    if place != len(field):
        raise SetupError(line.path, f'{where} is no damage; expected dice, as in "1D6+1+1D4"')
    if made.bonus < 0 or made.bonus > 99:  # noqa: PLR2004 - what a weapon can have
        raise SetupError(line.path, f"{where} adds {made.bonus}; expected from 0 to 99")
    line.attacks[-1].damage = made


def _add(line: Line, made: Damage, term: re.Match[str], where: str) -> None:
    """One more term: the first dice are the weapon's, the second the damage modifier."""
    sign = -1 if term[1] == "-" else 1
    number = int(term[2])
    if term[3] is None:
        made.bonus += sign * number
        return
    sides = int(term[3])
    if not 1 <= number <= 10 or not 1 <= sides <= 100:  # noqa: PLR2004 - what a weapon can have
        problem = f"{where} is no damage; expected 1 to 10 dice of 1 to 100 sides"
        raise SetupError(line.path, problem)
    if made.dice == 0:
        made.dice, made.sides = number, sides
    elif made.modifier is None:
        made.modifier = (sign, number, sides)
    else:
        problem = f"{where} has dice three times; expected the weapon's and a damage modifier"
        raise SetupError(line.path, problem)


def _read_gear(line: Line, lib: Library, field: str, where: str) -> None:
    weapon = _weapon(lib, field)
    if weapon is not None:
        _once(line, where, weapon.id in line.weapons)
        line.weapons.append(weapon.id)
        return
    pieces = {one.id: one.name for one in lib.armour.values()}
    for id_, name in pieces.items():
        if _same(field, id_) or _same(field, name):
            _once(line, where, id_ in line.armour)
            line.armour.append(id_)
            return
    known = [*[one.name for one in lib.weapons.values()], *pieces.values()]
    hint = unknown(field, known)
    right = hint if hint.startswith("did") else f"expected {_SAID}"
    raise SetupError(line.path, f"{where} says nothing that a line may say; {right}")


def _weapon(lib: Library, name: str) -> Weapon | None:
    for one in lib.weapons.values():
        if _same(name, one.id) or _same(name, one.name):
            return one
    return None


def _named(name: str, known: list[str]) -> str | None:
    for one in known:
        if _same(name, one):
            return one
    return None


def _same(given: str, name: str) -> bool:
    """Do they differ in nothing but capitals, blanks and hyphens?"""
    return "".join(given.lower().replace("-", " ").split()) == "".join(
        name.lower().replace("-", " ").split()
    )


def _once(line: Line, where: str, again: bool) -> None:
    if again:
        raise SetupError(line.path, f"{where} says that again; expected each thing once")


def _between(line: Line, where: str, value: int, lowest: int, most: int) -> None:
    if not lowest <= value <= most:
        problem = f"{where} is not possible; expected a whole number from {lowest} to {most}"
        raise SetupError(line.path, problem)


def sides_of(known: list[str]) -> str:
    """What would be right where a line says no side."""
    return f"expected {one_of([f'`side {one}`' for one in known])} in it, or the line in a side's own list"
