"""What a blow leaves behind: hit points, wounds, what is dropped, and who is out of it."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import wounds
from rules.rivers.chapters.damage import slash_test
from rules.rivers.course import effects
from rules.rivers.course.arms import in_hand
from rules.rivers.course.combatant import DROPPED, HANDS, LEFT, NEVER, Combatant
from rules.rivers.course.state import State

ROUNDS_A_MINUTE: Final = 5  # Q6
RIGHT: Final = "right"


def hand_of(c: Combatant, item: int) -> str:
    """C8: on which side an item is: the first in the right hand, a shield and the second in the left."""
    arms = c.build.arms
    if c.is_crippled(RIGHT):
        return LEFT  # what was in the other hand is on the ground
    main = [other for other in in_hand(c) if not arms[other].shield]
    return RIGHT if item in main[:1] else LEFT


def lose(c: Combatant, place: int, blow: int) -> wounds.Wound:
    """H10: *blow* points of damage past all armour come off a location and off the whole."""
    each = c.borrowed()  # M40: twice and thrice are those of what it has for now
    found = wounds.wound(
        c.build.kinds[place], c.build.full[place] + each, c.lost[place] + each, blow
    )
    made = c.lost[:]
    made[place] += found.location
    c.wound(made)
    c.lost_all += found.whole
    return found


def left_of(c: Combatant, place: int, found: wounds.Wound) -> list[Figure]:
    """What a location and the whole have left after a wound, as sums."""
    left, in_all = c.build.full[place] - c.lost[place], c.build.total - c.lost_all
    of_place = (Term("had", left + found.location), Term("lost", -found.location, "H10"))
    of_all = (Term("had in all", in_all + found.whole), Term("lost", -found.whole, "H10"))
    return [
        Figure("hit_points", left, of_place, "H10"),
        Figure("all_hit_points", in_all, of_all, "H10"),
    ]


def suffer(state: State, c: Combatant, place: int, found: wounds.Wound, was_useless: bool) -> None:
    """H11 to H15: what follows from a wound; what was crippled before is no news."""
    for effect in found.effects:
        if not was_useless or effect not in (wounds.CRIPPLED, wounds.DROPS):
            _take_effect(state, c, place, effect)
    faint(state, c)


def faint(state: State, c: Combatant) -> None:
    """H15, A27: what the hit points left in all do to somebody, and who is out of it."""
    condition = wounds.state(c.build.total - c.lost_all, state.options.dying_round)
    if condition:
        set_condition(state, c, condition)
    c.settle()


def set_condition(state: State, c: Combatant, condition: str) -> None:
    """Begin a condition, and tell it if it is new."""
    if condition in (wounds.UNCONSCIOUS, wounds.SHOCK) and effects.is_heedless(c.under):
        return  # M16: what is left of it comes when the spell is over
    if condition == wounds.DEAD:
        if c.dead:
            return
        c.dead = True
        c.dying = False
    elif condition == wounds.DYING:
        if c.dying or c.dead:
            return
        c.dying = True
        c.dies_at = state.round + 1
    elif condition == wounds.UNCONSCIOUS:
        if c.unconscious or c.dead:
            return
        c.unconscious = True
    elif condition == wounds.FALLS:
        if c.prone:
            return
        c.prone = True
    else:
        _lesser(c, condition)
    c.settle()
    state.emit("condition", at=c.index, facts={"condition": condition, "change": "began"})


def _lesser(c: Combatant, condition: str) -> None:
    if condition == wounds.SHOCK:
        c.shock = True
    elif condition == wounds.HELPLESS:
        c.helpless = True
    elif condition == wounds.LAME:
        c.lame = True
    else:
        c.bleeding = True


def _take_effect(state: State, c: Combatant, place: int, effect: str) -> None:
    if effect == wounds.CRIPPLED:
        where = c.build.entry.sheet.body.locations[place].name
        state.emit("wound", at=c.index, place=where, facts={"effect": effect})
    elif effect == wounds.SEVERED:
        made = c.severed[:]
        made[place] = 1
        c.severed = made
        where = c.build.entry.sheet.body.locations[place].name
        state.emit("wound", at=c.index, place=where, facts={"effect": effect})
    elif effect == wounds.DROPS:
        _drop_held(state, c, place)
    elif effect == wounds.UNTENDED:
        minutes = wounds.MINUTES[c.build.kinds[place]]
        by = state.round + ROUNDS_A_MINUTE * minutes
        c.dies_at = by if c.dies_at == NEVER else min(c.dies_at, by)
    else:
        set_condition(state, c, effect)


def _drop_held(state: State, c: Combatant, place: int) -> None:
    """H11: what the arm holds; a shield is strapped on."""
    side = LEFT if c.build.entry.sheet.body.locations[place].name.startswith(LEFT) else RIGHT
    arms = c.build.arms
    held = [item for item in in_hand(c) if not arms[item].shield]
    there = held[:1] if side == RIGHT else [item for item in held if hand_of(c, item) == LEFT]
    for item in held:
        if arms[item].hands == HANDS or item in there:
            drop(state, c, item)


def drop(state: State, c: Combatant, item: int) -> None:
    c.set_item(item, DROPPED)
    state.emit("dropped", by=c.index, item=c.build.arms[item].id)


def stun(state: State, c: Combatant, blow: int) -> None:
    """Q36: a special slash of at least the hit points of its location may leave its victim unconscious."""
    con = c.con()
    chance = slash_test(con, blow)
    rolled = state.dice.roll(100)
    if state.log is not None:
        terms = [Term("5 x CON", 5 * con, "Q36"), Term("5 x damage", -5 * blow, "Q36")]
        figures = [
            Figure("stun_chance", chance, tuple(terms), "Q36", floor=0),
            Figure("stun_roll", rolled, (Term("1D100", rolled),), "Q36", dice="1D100"),
        ]
        stands = "yes" if rolled <= chance else "no"
        state.emit("stunned", at=c.index, facts={"stands": stands}, figures=figures)
    if rolled > chance:
        set_condition(state, c, wounds.UNCONSCIOUS)
