"""The spells that people are under: they begin, end when they are told to, and fade with the rounds (P26f)."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import magic
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.spellcraft import boosted, kind_of
from rules.request.course.state import State
from rules.request.model import Spell

FADED: Final = "its time was over"


def put_under(fight: State, c: Combatant, spell: Spell, cause: str) -> None:
    """*c* is under a spell from now on, and under none of its kind before it."""
    kind = kind_of(spell)
    last = fight.round + spell.rounds - 1
    weapon = boosted(c, spell) if kind in magic.BOOSTS else NOTHING
    c.under = [*magic.without(c.under, kind), kind, last, spell.figure, spell.more, weapon]
    c.settle()
    fight.disturb(c)
    _tell(fight, c, kind, "began", cause)


def known_spell(fight: State, kind: int) -> Spell | None:
    """The first spell of this kind that anybody in the fight knows, in seat order."""
    for c in fight.people:
        for spell in c.entry.sheet.spells:
            if kind_of(spell) == kind:
                return spell
    return None


def lift(fight: State, c: Combatant, kind: int, cause: str) -> None:
    """The spell of this kind ends."""
    c.under = magic.without(c.under, kind)
    c.settle()
    fight.disturb(c)
    _tell(fight, c, kind, "ended", cause)


def fade(fight: State) -> None:
    """P26f: at the wrap-up, after the fatigue tests, spells end whose last round this was."""
    for c in fight.people:
        if c.under:
            ended: list[int] = []
            for i in range(0, len(c.under), magic.SLOTS):
                if c.under[i + magic.LAST] <= fight.round:
                    ended.append(c.under[i])
            for kind in ended:
                lift(fight, c, kind, FADED)


def _tell(fight: State, c: Combatant, kind: int, change: str, cause: str) -> None:
    if fight.log is not None:
        facts = {"condition": magic.WORDS[kind], "change": change, "cause": cause}
        fight.emit("condition", at=c.index, facts=facts)
