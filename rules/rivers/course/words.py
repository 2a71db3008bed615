"""The words that answers are made of, and back: defences, and the ids of options."""

from __future__ import annotations

from typing import Final

from rules.rivers.course.choices import BETWEEN, DODGING, NONE_WORD, VERBS
from rules.rivers.course.combatant import Combatant

WHOLE_ROUND: Final = "The whole round, and no defence."


def option_word(c: Combatant, verb: int, item: int) -> str:
    """The id of an option: the verb, and behind it with what."""
    return VERBS[verb] if item < 0 else f"{VERBS[verb]}/{c.build.arms[item].id}"


def aim_word(foe: Combatant, place: int) -> str:
    """The value that stands for a location of a foe: "bob+left-arm"."""
    name = foe.build.entry.sheet.body.locations[place].name.replace(" ", "-")
    return f"{foe.id}{BETWEEN}{name}"


def defence_word(c: Combatant, defences: list[int]) -> str:
    """The value that stands for these defences."""
    words = c.build.words
    return BETWEEN.join([words[one] for one in defences]) or NONE_WORD


def defence_label(c: Combatant, defences: list[int]) -> str:
    """The same for people."""
    names = ["dodge" if one == DODGING else c.build.arms[one].name for one in defences]
    return " and ".join(names) or "no defence"
