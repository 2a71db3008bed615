"""Whose nerve is tested now, and what comes of it; a test takes no dice from the fight's own (C32h)."""

from __future__ import annotations

from typing import Final

from rules.kernel.dice import luck
from rules.kernel.model import Figure, Term
from rules.request.chapters import nerve, wounds
from rules.request.chapters.nerve import FALLING, STEADY, WORDS
from rules.request.course.combatant import Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.state import State

NOT_LOOKED: Final = -1  # nobody has looked at it yet: what is so already frightens nobody
ESCAPE: Final = "escape"
FAILED: Final = "nerve failed"
TOOK_HEART: Final = "took heart again"
# The limbs in location order, a bit each from MAIMED on.
_LIMBS: Final = (wounds.RIGHT_LEG, wounds.LEFT_LEG, wounds.RIGHT_ARM, wounds.LEFT_ARM)


class Losses:
    """How many of each side there have been, how many it has lost, and whether its leader is among them.

    C32: mounts with a rider of their own are not counted, and whoever was to escape and did is no loss.
    """

    __slots__ = ("leader", "lost", "of")

    def __init__(self, fight: State) -> None:
        sides = len(fight.setup.sides)
        self.of: list[int] = [0] * sides
        self.lost: list[int] = [0] * sides
        self.leader: list[bool] = [False] * sides
        ridden = [c.entry.rides for c in fight.people if c.entry.rides]
        for c in fight.people:
            if c.id in ridden:
                continue
            self.of[c.side] += 1
            if not c.able and not _has_escaped(c):
                self.lost[c.side] += 1
                temper = c.entry.temper
                if temper is not None and temper.leader:
                    self.leader[c.side] = True


def _has_escaped(c: Combatant) -> bool:
    """Has it left, as it was to?"""
    temper = c.entry.temper
    return c.gone and temper is not None and temper.goal == ESCAPE


def test_nerves(fight: State) -> None:
    """C32b: everybody with something new to fear, in seat order."""
    losses = Losses(fight)
    for c in fight.people:
        if c.nerve == 0 or not c.able or c.rider >= 0:
            continue  # P34x too
        now = _causes(fight, c, losses)
        known = c.scares
        if known == NOT_LOOKED:
            c.scares = now
            continue
        # Three foes at once frighten again whoever was rid of them; all else does so once.
        c.scares = (known & ~nerve.PRESSED) | now
        fresh = now & ~known
        if fresh:
            _test(fight, c, fresh)


def _causes(fight: State, c: Combatant, losses: Losses) -> int:
    """All that is so now and would frighten *c*, a bit each."""
    found = 0
    lost = losses.lost[c.side]
    if lost:
        found |= nerve.FIRST
        if losses.leader[c.side]:
            found |= nerve.LEADER
        if nerve.is_half(lost, losses.of[c.side]):
            found |= nerve.HALF
    if nerve.is_low(sum(c.hp), sum(c.full)):
        found |= nerve.LOW
    if len(c.foes) >= nerve.A_CROWD and _pressed_by(fight, c) >= nerve.A_CROWD:
        found |= nerve.PRESSED
    for i, limb in enumerate(_LIMBS):
        if c.hp[limb] < 0:
            found |= nerve.MAIMED << i
    return found


def _pressed_by(fight: State, c: Combatant) -> int:
    """The foes engaged with it; a rider and its mount are one."""
    return len([foe for foe in c.foes if fight.people[foe].rider < 0])


def _test(fight: State, c: Combatant, fresh: int) -> None:
    """C32c: one roll for all of it."""
    labels = nerve.causes(fresh)
    before = c.causes
    c.causes += len(labels)
    further = c.causes - 1
    place = f"nerve r{fight.round}.p{fight.phase}.{fresh}.{before}.{c.id}"
    rolled = nerve.roll(luck(fight.seed, place))
    missed = rolled - (c.nerve - further)
    mood = nerve.mood(missed)
    if fight.log is not None:
        terms = [Term("nerve", c.nerve, "C32")]
        if further:
            terms.append(Term("further causes of this phase", -further, "C32c"))
        figures: list[Figure] = [
            figure("nerve_chance", terms, "C32c"),
            rolled_figure("nerve_roll", nerve.DICE, rolled, "C32c"),
        ]
        facts = {"causes": ", ".join(labels), "state": WORDS[mood]}
        if STEADY < mood <= c.mood:
            facts["already"] = WORDS[c.mood]
        # How much nerve somebody has is its own: to others shows what comes of it.
        fight.emit("nerve", at=c.index, to=c.index, facts=facts, figures=figures)
    if mood > STEADY and mood >= c.mood:
        feel(fight, c, mood, FAILED)
        c.mood_to = fight.round + nerve.LASTS


def feel(fight: State, c: Combatant, mood: int, cause: str) -> None:
    """*c* is in that mood from now on (STEADY, HOLDING, FALLING, FLEEING), which is told."""
    was = c.mood
    if was == mood:
        return
    c.mood = mood
    fight.disturb(c)
    if fight.log is None:
        return
    fight.emit("condition", at=c.index, facts=nerve.change(was, mood, cause))


def look_no_more(fight: State, side: int) -> None:
    """What is so now frightens nobody of that side any more."""
    for c in fight.people:
        if c.side == side:
            c.scares = NOT_LOOKED


def forget_causes(fight: State) -> None:
    """A new phase: its first cause counts as a first again."""
    for c in fight.people:
        c.causes = 0


def take_heart(fight: State) -> None:
    """C32e: the wrap-up of the round after ends holding and falling back; who flees does so for good."""
    for c in fight.people:
        if STEADY < c.mood <= FALLING and fight.round >= c.mood_to:
            feel(fight, c, STEADY, TOOK_HEART)
