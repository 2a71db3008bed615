"""A combatant in one line: "9 x Raider: Spear 50%, 1D6+1+1D4, HP 12, armour 3, DEX 11", read field by field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from rules.kernel.errors import SetupError
from rules.kernel.forms import one_of, quoted, unknown

TRAITS: Final = ("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA")
MOST_OF_A_TRAIT: Final = 200
MOST_AT_ONCE: Final = 100
_HEAD: Final = re.compile(r"^\s*(?:([0-9]+)\s*[x\u00d7]\s+)?([^:]*?)\s*(?::(.*))?$", re.DOTALL)
_COUNTED: Final = re.compile(r"^-?[0-9]+\s")  # a name that looks like a count
_BARE: Final = re.compile(r"^(.+?)\s+([0-9]{1,3})$")
_NUMBER: Final = re.compile(r"^([A-Za-z]+)\s+([0-9]{1,4})\s*(m?)$")
_PERCENT: Final = re.compile(r"^(.+?)\s+([0-9]{1,4})\s*%$")
_WORD: Final = re.compile(r"^([a-z]+)\s+(\S.*)$", re.IGNORECASE)
_DICE: Final = re.compile(r"^[0-9]+\s*[dD]\s*[0-9]+")
_SUM: Final = re.compile(r"([+-]?)\s*([0-9]{1,3})(?:\s*[dD]\s*([0-9]{1,3}))?\s*")


class Number:
    """A number that a line may say beside characteristics: where it is kept, and from where to where it goes."""

    def __init__(self, key: str, lowest: int, most: int, unit: bool = False) -> None:
        self.key: str = key
        self.lowest: int = lowest
        self.most: int = most
        self.unit: bool = unit


class Known:
    """What the lines of a system may name.

    ``skills`` are by name; ``weapons`` and ``armour`` have the name of each id, ``skill_of`` the
    skill that a weapon's percentage is of; ``numbers`` are by their word in capitals, ``words``
    take a text behind them and ``flags`` stand alone; ``said`` tells all of it.  ``keys`` are
    those of a block, which says much that a line cannot.
    """

    def __init__(  # noqa: PLR0913 - the shelves of a system
        self,
        skills: Sequence[str],
        weapons: Mapping[str, str],
        skill_of: Mapping[str, str],
        armour: Mapping[str, str],
        numbers: Mapping[str, Number],
        words: Sequence[str],
        flags: Sequence[str],
        said: str,
        keys: Sequence[str],
    ) -> None:
        self.skills: Sequence[str] = skills
        self.weapons: Mapping[str, str] = weapons
        self.skill_of: Mapping[str, str] = skill_of
        self.armour: Mapping[str, str] = armour
        self.numbers: Mapping[str, Number] = numbers
        self.words: Sequence[str] = words
        self.flags: Sequence[str] = flags
        self.said: str = said
        self.keys: Sequence[str] = keys


class Damage:
    """Damage as it is written: dice, a number, and the damage modifier (sign, dice, sides) if it is there."""

    def __init__(self, text: str) -> None:
        self.text: str = text
        self.dice: int = 0
        self.sides: int = 0
        self.bonus: int = 0
        self.modifier: tuple[int, int, int] | None = None


class Attack:
    """A skill at its percentage, with the id of the weapon that the line names for it, and the damage."""

    def __init__(self, skill: str, percent: int, weapon: str, where: str) -> None:
        self.skill: str = skill
        self.percent: int = percent
        self.weapon: str = weapon
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


def read_line(text: str, path: str, known: Known) -> Line:
    """The line *text* at *path*, which names what is *known*; raise SetupError with the field at fault and what would be right."""
    head = cast("re.Match[str]", _HEAD.match(text))  # it matches any text
    count, name, rest = cast("tuple[str | None, str, str | None]", head.groups())
    if not name:
        raise SetupError(path, 'the line has no name; expected one before the colon, "Raider: ..."')
    if _COUNTED.match(name):
        problem = (
            f'the name {quoted(name)} begins with a number; expected "3 x Raider: ..." for three'
        )
        raise SetupError(path, problem)
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
            raise SetupError(path, f"field {index + 1} is empty; expected {known.said}")
        if _DICE.match(field):
            _read_damage(line, field, where)
        else:
            _read_field(line, known, field, where)
    return line


def _read_field(line: Line, known: Known, field: str, where: str) -> None:
    number = _NUMBER.match(field)
    if number is not None and _read_number(line, known, number, where):
        return
    percent = _PERCENT.match(field)
    if percent is not None:
        _read_skill(line, known, percent[1], int(percent[2]), where)
        return
    word = _WORD.match(field)
    if word is not None and word[1].lower() in known.words:
        _once(line, where, word[1].lower() in line.words)
        line.words[word[1].lower()] = word[2]
    elif field.lower() in known.flags:
        line.flags.add(field.lower())
    else:
        _read_gear(line, known, field, where)


def _read_number(line: Line, known: Known, found: re.Match[str], where: str) -> bool:
    """Take the number; say whether it is one that a line may say."""
    name, value = found[1].upper(), int(found[2])
    if name in TRAITS and not found[3]:
        _once(line, where, name in line.traits)
        _between(line, where, value, 1, MOST_OF_A_TRAIT)
        line.traits[name] = value
        return True
    number = known.numbers.get(name)
    if number is None or (found[3] and not number.unit):
        return False
    _once(line, where, number.key in line.numbers)
    _between(line, where, value, number.lowest, number.most)
    line.numbers[number.key] = value
    return True


def _read_skill(line: Line, known: Known, name: str, percent: int, where: str) -> None:
    """A skill, or a weapon whose skill it is."""
    _between(line, where, percent, 0, 999)
    weapon = _named(name, known.weapons)
    skill = _named(name, {one: one for one in known.skills})
    if not skill and not weapon:
        problem = f"{where} names no skill and no weapon; {unknown(name, [*known.skills, *known.weapons.values()])}"
        raise SetupError(line.path, problem)
    if skill:
        weapon = ""
    else:
        skill = known.skill_of[weapon]
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


def _read_gear(line: Line, known: Known, field: str, where: str) -> None:
    for shelf, found in ((known.weapons, line.weapons), (known.armour, line.armour)):
        name = _named(field, shelf)
        if name:
            _once(line, where, name in found)
            found.append(name)
            return
    problem = f"{where} says nothing that a line may say; {_right(known, field)}"
    raise SetupError(line.path, problem)


def _right(known: Known, field: str) -> str:
    """What would be right where a field is none of those that a line may have."""
    word = field.split(maxsplit=1)[0].lower().replace("-", "_")
    in_a_line = word in known.words or word in known.flags or word.upper() in known.numbers
    if word in known.keys and not in_a_line:
        return f"expected `{word}` in a [[combatants]] block of its own"
    bare = _BARE.match(field)
    if bare is not None:
        names = [*known.skills, *known.weapons.values()]
        if _named(bare[1], {one: one for one in names}):
            return f'did you mean "{field}%"?'
    hint = unknown(field, [*known.weapons.values(), *known.armour.values()])
    return hint if hint.startswith("did") else f"expected {known.said}"


def _named(given: str, shelf: Mapping[str, str]) -> str:
    """The id that *given* is, or is the name of, but for capitals, blanks and hyphens; "" for none."""
    for id_, name in shelf.items():
        if _plain(given) in (_plain(id_), _plain(name)):
            return id_
    return ""


def _plain(text: str) -> str:
    return "".join(text.lower().replace("-", " ").split())


def _once(line: Line, where: str, again: bool) -> None:
    if again:
        raise SetupError(line.path, f"{where} says that again; expected each thing once")


def _between(line: Line, where: str, value: int, lowest: int, most: int) -> None:
    if not lowest <= value <= most:
        problem = f"{where} is not possible; expected a whole number from {lowest} to {most}"
        raise SetupError(line.path, problem)


def side_of(line: Line, listed: str | None, known: list[str]) -> str:
    """The side that a line is of; *listed* is the one in whose list it stands, None outside of all."""
    given = line.words.get("side")
    if listed is not None and given not in (None, listed):
        problem = f"`side {given}` stands in the list of {listed}; expected no side, or that one"
        raise SetupError(line.path, problem)
    mine = given or listed
    if mine is None:
        raise SetupError(line.path, f"the line says no side; {_sides_of(known)}")
    return mine


def _sides_of(known: list[str]) -> str:
    """What would be right where a line says no side."""
    return f"expected {one_of([f'`side {one}`' for one in known])} in it, or the line in a side's own list"


# --- the damage modifier of a line -----------------------------------------------------------

NO_MODIFIER: Final = (1, 0, 0)
_HEAVIEST: Final = 201


def modifier_text(sign: int, dice: int, sides: int) -> str:
    """A damage modifier as it is written: +1D4, -1D2, nothing for none."""
    return f"{'+' if sign > 0 else '-'}{dice}D{sides}" if dice else ""


def settle_strength(
    line: Line,
    traits: dict[str, int],
    usual: tuple[int, int],
    arms: Sequence[Attack],
    modifier_of: Callable[[int], tuple[int, int, int]],
) -> None:
    """Put into *traits* the STR that goes with the damage modifier written behind *arms*, if STR is open.

    *usual* are the STR and the SIZ of whoever says nothing of them; *modifier_of* has the
    modifier of STR + SIZ, `NO_MODIFIER` for none.  Raises SetupError where there is no such STR.
    """
    wanted: tuple[int, int, int] | None = None
    for one in arms:
        if one.damage is None or (one.damage.modifier is None and "STR" in traits):
            continue  # the modifier of its STR comes on top
        this = one.damage.modifier or NO_MODIFIER
        if wanted not in (None, this):
            has = "has none, which is" if one.damage.modifier is None else "has"
            problem = f"{one.where} {has} another damage modifier than before; expected one of all"
            raise SetupError(line.path, problem)
        wanted = this
    if wanted is None:
        return
    size = traits.get("SIZ", usual[1])
    sums = [n for n in range(2, _HEAVIEST) if modifier_of(n) == wanted]
    said = modifier_text(*wanted)
    if not sums:
        steps = dict.fromkeys(modifier_text(*modifier_of(n)) for n in range(2, _HEAVIEST))
        listed = ", ".join([step for step in steps if step])
        raise SetupError(line.path, f"{said} is no damage modifier; expected one of {listed}")
    if "STR" in traits:
        if traits["STR"] + size not in sums:
            is_so = modifier_text(*modifier_of(traits["STR"] + size)) or "none"
            problem = f"STR + SIZ is {traits['STR'] + size}, whose damage modifier is {is_so}; expected that, or no STR"
            raise SetupError(line.path, problem)
        return
    if sums[-1] - size < 1:
        problem = (
            f"SIZ {size} is too large for {said or 'no damage modifier'}; expected a smaller SIZ"
        )
        raise SetupError(line.path, problem)
    strength = max(1, min(max(usual[0], sums[0] - size), sums[-1] - size))
    if strength != usual[0]:
        traits["STR"] = strength
