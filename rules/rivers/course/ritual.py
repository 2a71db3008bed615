"""A ritual over the rounds: begun, gone on with, disturbed, finished, and kept for the next round.

Of a `Combatant` the list ``ritual`` is empty, or: the number of the spell, its points, the magic
points besides, the rounds it takes, those that are done, and the round in which it was finished
(-1 before that, 0 for before the fight).
"""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import levels, magic
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.costs import pay, spent
from rules.rivers.course.proving import BY_RUNE, prove
from rules.rivers.course.state import State

BOOST: Final = 2
WANTED: Final = 3
DONE: Final = 4
FINISHED: Final = 5
UNFINISHED: Final = -1
MORE_ROUNDS: Final = (0, 1, 2, 5)
"""Q40: the rounds beyond those needed that can be chosen."""


def is_at_it(c: Combatant) -> bool:
    """Is there a ritual to go on with?"""
    return len(c.ritual) > 0 and c.ritual[FINISHED] == UNFINISHED


def is_ready(state: State, c: Combatant, cast: list[int]) -> bool:
    """S33, A9b: is that what a finished ritual has made ready for this round?"""
    if not c.ritual or c.ritual[FINISHED] == UNFINISHED or c.ritual[:3] != cast[:3]:
        return False
    return magic.is_ready(state.round - c.ritual[FINISHED], state.options.hold)


def rounds_of(state: State, c: Combatant, cast: list[int]) -> int:
    """S31: the rounds that it takes at least."""
    spell = c.build.spells[cast[0]]
    points = cast[BOOST] if spell.magic == "rune" else cast[1] + cast[BOOST]
    return magic.ritual_rounds(points, state.options.ritual_rounding)


def begin(state: State, c: Combatant, cast: list[int]) -> None:
    """M31: *cast* has the rounds beyond those needed behind the points."""
    wanted = rounds_of(state, c, cast) + cast[3]
    c.ritual = [cast[0], cast[1], cast[2], wanted, 0, UNFINISHED]
    _tell(state, c, "began", [])


def leave_off(state: State, c: Combatant) -> None:
    """M31: whoever does anything else, or can do nothing more, has lost it."""
    _tell(state, c, "lost", [])
    c.ritual = c.build.no_ritual


def go_on(state: State, c: Combatant) -> None:
    """M32: a round of it is over, and with the last one the dice of casting fall."""
    made = c.ritual[:]
    made[DONE] += 1
    c.ritual = made
    if made[DONE] < made[WANTED]:
        _tell(state, c, "goes on", [])
        return
    spell = c.build.spells[made[0]]
    more = magic.meditation(made[WANTED] - rounds_of(state, c, made))
    skill = magic.chance(spell.magic, c.build.power, c.build.entry.sheet.rune)
    rolled = state.dice.roll(100)
    level = levels.level(rolled, skill + more)
    if spell.magic == "rune":
        prove(c, BY_RUNE, level)
    figures: list[Figure] = []
    if state.log is not None:
        terms = [Term("Rune" if spell.magic == "rune" else "5 x POW", skill, "Q41")]
        if more:
            terms.append(Term("more rounds", more, "Q40"))
        figures = [
            Figure("casting_chance", skill + more, tuple(terms), "Q41"),
            Figure("casting_roll", rolled, (Term("1D100", rolled, "Q19"),), "Q19", dice="1D100"),
        ]
    is_done = level >= levels.SUCCESS
    if is_done:
        made = c.ritual[:]
        made[FINISHED] = state.round
        c.ritual = made
    figures += pay(state, c, made[:3], level)
    _tell(state, c, "finished" if is_done else "failed", figures, levels.LEVEL_NAMES[level])
    if not is_done:
        c.ritual = c.build.no_ritual
    spent(state, c)


def disturb(state: State, c: Combatant) -> None:
    """Q46: a ritualist who is hurt goes on by three times POW."""
    if not c.able or not is_at_it(c):
        return
    chance = magic.keeps_ritual(c.build.power)
    rolled = state.dice.roll(100)
    figures: list[Figure] = []
    if state.log is not None:
        figures = [
            Figure("keeping_chance", chance, (Term("3 x POW", chance, "Q46"),), "Q46"),
            Figure("keeping_roll", rolled, (Term("1D100", rolled),), "Q46", dice="1D100"),
        ]
    is_kept = rolled <= chance
    _tell(state, c, "kept" if is_kept else "disturbed", figures)
    if not is_kept:
        c.ritual = c.build.no_ritual


def edge(state: State, c: Combatant) -> None:
    """A9b, M31: at the end of a round, what is lost with it."""
    if not c.able:
        leave_off(state, c)
    elif not is_at_it(c) and not magic.is_ready(
        state.round + 1 - c.ritual[FINISHED], state.options.hold
    ):
        _tell(state, c, "not used", [])
        c.ritual = c.build.no_ritual


def _tell(state: State, c: Combatant, change: str, figures: list[Figure], level: str = "") -> None:
    if state.log is None:
        return
    facts = {
        "spell": c.build.spells[c.ritual[0]].id,
        "change": change,
        "done": str(c.ritual[DONE]),
        "rounds": str(c.ritual[WANTED]),
    }
    if level:
        facts["level"] = level
    state.emit("ritual", by=c.index, facts=facts, figures=figures)
