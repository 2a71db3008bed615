"""What is slow besides magic and reloading: a shield from the back, a helmet, first aid, and the use of a skill."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import levels
from rules.rivers.chapters.actions import FIRST_AID
from rules.rivers.chapters.wounds import BLEEDING
from rules.rivers.course.arms import take
from rules.rivers.course.choices import DON_HELMET, TEND, UNSLING, USE, VERBS, Choice
from rules.rivers.course.combatant import NEVER, SLUNG, Combatant
from rules.rivers.course.proving import BY_FIRST_AID, of_other, prove
from rules.rivers.course.state import State

HEAD: Final = "head"
TENDED: Final = "tended"
CROSSES: Final = "crosses"
FAILS: Final = "fails"


# --- what can be done ------------------------------------------------------------------------


def why_not(state: State, c: Combatant, verb: int, what: int) -> str:
    """Why *c* cannot do this slow thing: "reason|rule"; *what* is the number of an item or of a skill."""
    if verb == UNSLING and c.items[what] != SLUNG:
        return "it is not on the back|D6"
    if verb == DON_HELMET and c.helmet == 0:
        return "there is no helmet to put on|D6"
    if verb == TEND and not tended(state, c):
        return "nobody within reach bleeds or would die of a wound|C55"
    if verb != USE and c.hands() < (c.build.arms[what].hands if verb == UNSLING else 1):
        return "too few hands are left for it|H11"
    return ""


def needs_aid(c: Combatant) -> bool:
    """C55: does it bleed, or would it die of a wound that nobody tends?"""
    if c.dies_at == NEVER and not c.bleeding:
        return False
    return not (c.dead or c.dying or c.gone)


def in_need(state: State, c: Combatant) -> list[Combatant]:
    """Those of its side who need first aid, itself among them, wherever they are."""
    found = [state.person(one.index) for one in state.people if one.build.side == c.build.side]
    return [one for one in found if needs_aid(one)]


def tended(state: State, c: Combatant) -> list[Combatant]:
    """C55: to whom it can give first aid: those within reach."""
    return [one for one in in_need(state, c) if state.distance(c, one) == 0]


def skill_word(name: str) -> str:
    """What stands for a skill: "animal-lore"."""
    return name.lower().replace(" ", "-")


def skill_of(c: Combatant, word: str) -> int:
    """The number of the skill that *word* stands for; -1 for none."""
    words = [skill_word(one) for one in c.build.others]
    return words.index(word) if word in words else -1


# --- what comes of it ------------------------------------------------------------------------


def finish(state: State, c: Combatant, plan: Choice) -> list[list[int]]:
    """S21: at the end of its slow round; whom in another engagement first aid reaches at the edge (C55b)."""
    if plan.verb == TEND and not needs_aid(state.person(plan.targets[0])):
        _leave_undone(state, c, plan)  # C57
    elif plan.verb not in (TEND, USE) and why_not(state, c, plan.verb, plan.what):
        _leave_undone(state, c, plan)
    elif plan.verb == UNSLING:
        _unsling(state, c, plan.what)
    elif plan.verb == DON_HELMET:
        _don_helmet(state, c)
    elif plan.verb == USE:
        _use(state, c, plan.what, plan.d100)
    else:
        return _tend(state, c, state.person(plan.targets[0]), plan.d100)
    return []


def _leave_undone(state: State, c: Combatant, plan: Choice) -> None:
    state.emit("left_undone", by=c.index, facts={"verb": VERBS[plan.verb]})


def _unsling(state: State, c: Combatant, item: int) -> None:
    """C53: it is in hand."""
    take(c, item)
    if state.log is not None:
        figures = [Figure("slow_rounds", 1, (Term("slow round", 1, "D6"),), "C53")]
        state.emit("unslung", by=c.index, item=c.build.arms[item].id, figures=figures)


def _don_helmet(state: State, c: Combatant) -> None:
    """C54: it is on, and protects."""
    made = c.worn[:]
    had = 0
    for place, kind in enumerate(c.build.kinds):
        if kind == HEAD:
            had = made[place]
            made[place] = max(had, c.helmet)
    if state.log is not None:
        terms = (Term("had", had), Term("helmet", max(0, c.helmet - had), "D6"))
        figures = [Figure("armour", max(had, c.helmet), terms, "C54")]
        state.emit("helmet_on", by=c.index, place=HEAD, figures=figures)
    c.worn = made
    c.helmet = 0


def _use(state: State, c: Combatant, what: int, by_hand: int) -> None:
    """C56: its dice are told, and nothing else follows by itself."""
    name = c.build.others[what]
    skill = c.build.entry.sheet.skills[name]
    level, figures = _rolled(state, name, skill, ("skill", "C56"), by_hand)
    prove(c, of_other(c, what), level)
    facts = {"skill": name, "level": levels.LEVEL_NAMES[level]}
    state.emit("skill_used", by=c.index, facts=facts, figures=figures)


def _tend(state: State, c: Combatant, other: Combatant, by_hand: int) -> list[list[int]]:
    """C55: a success ends what bleeds and what would kill."""
    level, figures = _rolled(state, FIRST_AID, c.build.aid, ("aid", "C55"), by_hand)
    prove(c, BY_FIRST_AID, level)
    elsewhere = other.index not in state.own
    outcome = FAILS
    if level >= levels.SUCCESS:
        outcome = CROSSES if elsewhere else TENDED
    facts = {"level": levels.LEVEL_NAMES[level], "outcome": outcome}
    state.emit("tended", by=c.index, at=other.index, facts=facts, figures=figures)
    if outcome == TENDED:
        stanch(state, other)
    return [[c.index, other.index]] if outcome == CROSSES else []


def stanch(state: State, c: Combatant) -> None:
    """C55, C55b: it bleeds no more, and nothing kills it that a tended wound would not."""
    if not needs_aid(c):
        return
    c.dies_at = NEVER
    if c.bleeding:
        c.bleeding = False
        facts = {"condition": BLEEDING, "change": "ended"}
        state.emit("condition", at=c.index, facts=facts)


def _rolled(
    state: State, name: str, skill: int, told: tuple[str, str], by_hand: int
) -> tuple[int, list[Figure]]:
    """Let the dice of a skill fall: the level, and the figures of it; *told* are the word for these and their rule."""
    what, rule = told
    rolled = state.dice.roll(100)
    rolled = by_hand or rolled
    figures: list[Figure] = []
    if state.log is not None:
        terms = (Term("1D100", rolled, "Q19"),)
        figures = [
            Figure(f"{what}_chance", skill, (Term(name, skill, rule),), rule),
            Figure(f"{what}_roll", rolled, terms, "Q19", dice="1D100", by_hand=by_hand > 0),
        ]
    return levels.level(rolled, skill), figures
