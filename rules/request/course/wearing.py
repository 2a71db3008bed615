"""What a round has cost the body, worked out at the wrap-up: exertion, and whoever comes to again."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.request.chapters import fatigue, rolls
from rules.request.chapters.fatigue import FRESH, HEAVILY, WORDS
from rules.request.course.chances import athletics_chance, load, resilience_chance, roll_used
from rules.request.course.choices import NOBODY
from rules.request.course.combatant import NEVER, Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.landing import (
    BOLTING,
    DEAD,
    UNCONSCIOUS,
    condition,
    go_down,
    keeps_its_seat,
)
from rules.request.course.places import make_room
from rules.request.course.proving import BY_ATHLETICS, BY_RESILIENCE, prove
from rules.request.course.riding import UNTRAINED
from rules.request.course.state import State

EXHAUSTED: Final = "exhaustion"
UNTENDED: Final = "untended wound"
RESTED: Final = "rested"
IN_HAND: Final = "in hand"
OUT_OF_HAND: Final = "out of hand"


def wear_on(fight: State) -> bool:
    """P35k: the fatigue tests in seat order, and then those who come to; did anybody fall or come to?"""
    changed = False
    for c in fight.people:
        if c.strained:
            c.strained = False
            c.strain += 1
            if c.able and c.strain % _every(fight, c) == 0:
                _test(fight, c)
                changed = changed or not c.able
    for c in fight.people:
        place = NOBODY if c.dead else c.first_to_kill()
        if place >= 0 and fight.round >= c.bleeds[place]:
            go_down(fight, c, DEAD, UNTENDED)
            changed = True
    _test_seats(fight)
    for c in fight.people:
        if c.dead:
            c.wakes = NEVER
        if c.wakes != NEVER and fight.round >= c.wakes:
            c.wakes = NEVER
            changed = condition(fight, c, UNCONSCIOUS, False, RESTED) or changed
            make_room(fight, c)
    return changed


def _test_seats(fight: State) -> None:
    """P34u: whoever rides an untrained mount keeps it in hand by a Riding roll, or it bolts."""
    for c in fight.people:
        if c.mount < 0 or c.gone or fight.people[c.mount].entry.steed != UNTRAINED:
            continue
        mount = fight.people[c.mount]
        figures: list[Figure] = []
        holds = keeps_its_seat(fight, c, figures)
        facts = {"outcome": "in hand" if holds else "bolts"}
        fight.emit("reined", by=c.index, at=mount.index, facts=facts, figures=figures)
        condition(fight, mount, BOLTING, not holds, IN_HAND if holds else OUT_OF_HAND)


def tire(fight: State, c: Combatant, level: int, cause: str) -> None:
    """*c* is so tired from now on (FRESH, FATIGUED, HEAVILY), which is told."""
    was = c.tired
    if was == level:
        return
    c.tired = level
    c.settle()
    if fight.log is None:
        return
    if level == FRESH:
        facts = {"condition": WORDS[was], "change": "ended", "cause": cause}
    else:
        facts = {"condition": WORDS[level], "change": "began", "cause": cause}
    fight.emit("condition", at=c.index, facts=facts)


def _every(fight: State, c: Combatant) -> int:
    """P35a: the strenuous rounds from one test to the next."""
    in_fifths = fight.setup.options.fatigue_every == "con_fifth"
    return fatigue.strenuous_rounds(c.entry.sheet.characteristics.CON, in_fifths)


def _test(fight: State, c: Combatant) -> None:
    """P35b: the better of Resilience and Athletics."""
    by_body = athletics_chance(fight, c, "Athletics", None)
    skill = "Athletics" if by_body > _steadfast(fight, c, None) else "Resilience"
    terms: list[Term] | None = [] if fight.log is not None else None
    if skill == "Athletics":
        chance = athletics_chance(fight, c, skill, terms)
    else:
        chance = _steadfast(fight, c, terms)
    rolled = fight.dice.roll(100)
    roll_used(fight, c)
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    prove(c, BY_ATHLETICS if skill == "Athletics" else BY_RESILIENCE, level)
    minutes = 0
    if level == rolls.FUMBLE:
        for _ in range(3):
            minutes += fight.dice.roll(6)
    tired = min(HEAVILY, c.tired + 1) if level < rolls.SUCCESS else c.tired
    if terms is not None:
        figures: list[Figure] = [
            figure("strenuous_rounds", [Term("strenuous rounds", c.strain, "P35a")], "P35a"),
            figure("fatigue_chance", terms, "P9"),
            rolled_figure("fatigue_roll", "1D100", rolled, "P9"),
        ]
        if minutes:
            figures.append(rolled_figure("minutes", "3D6", minutes, "P35h"))
        facts = {"skill": skill, "level": rolls.LEVEL_NAMES[level], "state": WORDS[tired]}
        # When it comes gives CON away: it is told to its own side only.
        fight.emit("fatigue", at=c.index, to=c.index, facts=facts, figures=figures)
    tire(fight, c, tired, EXHAUSTED)
    if minutes:
        c.wakes = fight.round + fatigue.ROUNDS_A_MINUTE * minutes
        go_down(fight, c, UNCONSCIOUS, EXHAUSTED)


def _steadfast(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """P32b: Resilience in a test of fatigue, which a heavy load weighs on too."""
    total = resilience_chance(fight, c, terms)
    return total + load(terms) if c.laden else total
