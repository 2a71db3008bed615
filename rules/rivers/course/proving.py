"""Which skills have succeeded in this fight: what a game master rolls experience for."""

from __future__ import annotations

from typing import Final

from rules.rivers.chapters import levels
from rules.rivers.chapters.actions import FIRST_AID
from rules.rivers.course.combatant import DODGE, Combatant

# The skill of a weapon is the number of that item; these are before, and other skills behind them.
BY_DODGE: Final = -1
BY_FIRST_AID: Final = -2
BY_RUNE: Final = -3
RUNE: Final = "Rune"
_NAMES: Final = (DODGE, FIRST_AID, RUNE)


def of_other(c: Combatant, number: int) -> int:
    """A skill that is used by itself, by its number."""
    return len(c.build.arms) + number


def prove(c: Combatant, skill: int, level: int) -> None:
    """C12a: *c* has rolled *skill* with this *level* of success."""
    if level >= levels.SUCCESS and skill not in c.proved:
        c.proved = [*c.proved, skill]


def proved(c: Combatant) -> list[str]:
    """The names of the skills that have succeeded, in the order of the alphabet."""
    return sorted({_name(c, skill) for skill in c.proved})


def _name(c: Combatant, skill: int) -> str:
    if skill < 0:
        return _NAMES[-1 - skill]
    arms = c.build.arms
    return arms[skill].name if skill < len(arms) else c.build.others[skill - len(arms)]
