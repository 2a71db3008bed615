"""Which skills have succeeded in this fight: what a game master rolls experience for."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import rolls
from rules.request.course.combatant import Combatant

# A skill of no weapon is its number here; those of weapons come behind, two numbers an arm,
# and those of spells before.
SKILLS: Final = (
    "Dodge",
    "Resilience",
    "Athletics",
    "Acrobatics",
    "First Aid",
    "Unarmed",
    "Persistence",
    "Riding",
)
BY_DODGE: Final = 0
BY_RESILIENCE: Final = 1
BY_ATHLETICS: Final = 2
BY_ACROBATICS: Final = 3
BY_FIRST_AID: Final = 4
BY_UNARMED: Final = 5
BY_PERSISTENCE: Final = 6
BY_RIDING: Final = 7
_ARMS: Final = 64


def of_arm(item: int, shot: bool = False) -> int:
    """The skill that the arm strikes or parries with, or the one it shoots with."""
    return _ARMS + 2 * item + (1 if shot else 0)


def of_spell(item: int) -> int:
    """The casting skill of a spell."""
    return -1 - item


def prove(c: Combatant, skill: int, level: int) -> None:
    """C29: *c* has rolled *skill* with this *level* of success."""
    if level >= rolls.SUCCESS and skill not in c.proved:
        c.proved = [*c.proved, skill]


def proved(c: Combatant) -> list[str]:
    """The names of the skills that have succeeded, in the order of the alphabet."""
    names: list[str] = []
    for skill in c.proved:
        name = _name(c, skill)
        if name not in names:
            names.append(name)
    names.sort()
    return names


def _name(c: Combatant, skill: int) -> str:
    if skill < 0:
        return c.entry.sheet.spells[-1 - skill].skill
    if skill < _ARMS:
        return SKILLS[skill]
    weapon = c.entry.sheet.weapons[(skill - _ARMS) // 2]
    used = weapon.shot if (skill - _ARMS) % 2 else weapon.close
    return used.skill if used is not None else weapon.name
