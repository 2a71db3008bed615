"""Whose nerve is tested at the edge of a round, what comes of it, and how somebody is out of a fight without a wound."""

from __future__ import annotations

from typing import Final

from rules.kernel.dice import luck
from rules.kernel.model import Figure, Term
from rules.kernel.temper import nerve
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.state import State

FAILED: Final = "nerve failed"
TOOK_HEART: Final = "took heart again"
YIELDED: Final = "yielded"


def test_nerves(fight: State) -> None:
    """C45: everybody with something new to fear, in seat order; before that whoever takes heart again (C47)."""
    brave = [c for c in fight.people if c.build.nerve and c.able]
    if not brave:
        return
    for c in brave:
        if nerve.STEADY < c.mood <= nerve.FALLING and fight.round >= c.mood_to:
            feel(fight, c, nerve.STEADY, TOOK_HEART)
        now = _causes(fight, c)
        fresh = now & ~c.scares
        # Three foes at once frighten again whoever was rid of them; all else does so once.
        c.scares = (c.scares & ~nerve.PRESSED) | now
        if fresh:
            _test(fight, c, fresh)


def _causes(fight: State, c: Combatant) -> int:
    """All that is so now and would frighten *c*, a bit each."""
    found = 0
    side = [other for other in fight.people if other.build.side == c.build.side]
    lost = [other for other in side if not other.able]
    if lost:
        found |= nerve.FIRST
        for other in lost:
            temper = other.build.entry.temper
            if temper is not None and temper.leader:
                found |= nerve.LEADER
        if nerve.is_half(len(lost), len(side)):
            found |= nerve.HALF
    if nerve.is_low(c.build.total - c.lost_all, c.build.total):
        found |= nerve.LOW
    star = fight.star_of(c.index + 1)
    seats = [] if star is None else star.second if c.build.first else star.first
    if len([seat for seat in seats if fight.people[seat - 1].able]) >= nerve.A_CROWD:
        found |= nerve.PRESSED
    for place in range(len(c.lost)):
        if c.is_useless(place):
            found |= nerve.MAIMED << place
    return found


def _test(fight: State, c: Combatant, fresh: int) -> None:
    """C46: one roll for all of it."""
    maimed = [f"{one.name} crippled" for one in c.build.entry.sheet.body.locations]
    labels = nerve.named(fresh, (*nerve.LABELS, *maimed))
    further = len(labels) - 1
    rolled = nerve.roll(luck(fight.seed, f"nerve r{fight.round}.{fresh}.{c.id}"))
    mood = nerve.mood(rolled - (c.build.nerve - further))
    if fight.log is not None:
        terms = [Term("nerve", c.build.nerve, "C46")]
        if further:
            terms.append(Term("further causes", -further, "C46"))
        dice = (Term(nerve.DICE, rolled, "C46"),)
        figures = [
            Figure("nerve_chance", c.build.nerve - further, tuple(terms), "C46"),
            Figure("nerve_roll", rolled, dice, "C46", dice=nerve.DICE),
        ]
        facts = {"causes": ", ".join(labels), "state": nerve.WORDS[mood]}
        # How much nerve somebody has is its own: to others shows what comes of it.
        fight.emit("nerve", at=c.index, to=c.index, facts=facts, figures=figures)
    if mood > nerve.STEADY and mood >= c.mood:
        feel(fight, c, mood, FAILED)
        c.mood_to = fight.round + nerve.LASTS


def feel(fight: State, c: Combatant, mood: int, cause: str) -> None:
    """*c* is in that mood from now on, which is told."""
    was = c.mood
    if was == mood:
        return
    c.mood = mood
    fight.emit("condition", at=c.index, facts=nerve.change(was, mood, cause))


def give_in(state: State, c: Combatant) -> None:
    """C49: it is a prisoner now."""
    c.prisoner = True
    c.settle()
    state.emit("condition", at=c.index, facts={"condition": YIELDED, "change": "began"})


def get_away(state: State, c: Combatant) -> None:
    """C48: it has left the fight."""
    c.gone = True
    c.settle()
    state.emit("left", by=c.index)
