"""What comes of a blow once all dice of its moment have fallen: told, and done to those it concerns."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import bodies, damage, fumbles, levels
from rules.rivers.chapters.strike_rank import written
from rules.rivers.chapters.wounds import Wound
from rules.rivers.course.arms import in_hand
from rules.rivers.course.blows import Blow, Dealt
from rules.rivers.course.casting import end_with_blow
from rules.rivers.course.choices import DODGING
from rules.rivers.course.combatant import (
    NO_ATTACK,
    NO_DODGE,
    NO_PARRY,
    Combatant,
)
from rules.rivers.course.effects import armour_terms, is_heedless, is_whole
from rules.rivers.course.harm import drop, left_of, lose, stun, suffer
from rules.rivers.course.ritual import disturb
from rules.rivers.course.state import State
from rules.rivers.course.walking import Pace

_BARS: Final[dict[str, int]] = {
    fumbles.NO_PARRY: NO_PARRY,
    fumbles.NO_ATTACK: NO_ATTACK,
    fumbles.NEITHER: NO_PARRY | NO_ATTACK,
    fumbles.HELPLESS: NO_PARRY | NO_ATTACK | NO_DODGE,
}


def land(state: State, blow: Blow, pace: Pace) -> bool:
    """Let a blow land; say whether it hurt anybody.  *pace* has the strike rank with its sum."""
    attacker, target = blow.attacker, blow.target
    through = 0
    terms: list[Term] = []
    was_useless = False
    found: Wound | None = None
    if blow.place >= 0:
        parried = min(blow.dealt.amount, blow.item_hp) if blow.stopped else 0
        counts = "all" if blow.armour else damage.ignoring(state.options.magic_counts)
        worn, magical = target.worn[blow.place], target.shielded()
        through = damage.through(blow.dealt.amount - parried, worn, magical, counts)
        if state.log is not None:
            terms = _through_terms(blow, parried, worn if blow.armour else 0)
            if magical and counts != "none":
                terms += minus(armour_terms(target.under))
        was_useless = target.is_useless(blow.place)
        found = lose(target, blow.place, through) if through else None
    if state.log is not None:
        figures = _figures(blow, pace.figure(), through, terms)
        if found is not None:
            figures += left_of(target, blow.place, found)
        _tell(state, blow, through, figures)
    if target.under or attacker.under:
        end_with_blow(state, attacker, target, blow.item)
    if found is not None:
        suffer(state, target, blow.place, found, was_useless)
        full = target.build.full[blow.place] + target.borrowed()
        slashed = blow.kind == damage.SLASH and blow.degree > damage.NORMAL
        is_out = target.dead or target.unconscious or is_heedless(target.under)
        if slashed and through >= full and not is_out:
            stun(state, target, through)
        if target.ritual:
            disturb(state, target)
    if blow.wear:
        _wear(state, target, blow.defence, blow.wear, blow.dealt)
    if blow.back_lost:
        _wear(state, attacker, blow.item, blow.back_lost, blow.back)
    if blow.attacker_fumble:
        fumble(state, attacker, blow.item, blow.attacker_fumble)
    if blow.defender_fumble:
        fumble(state, target, blow.defence, blow.defender_fumble)
    return through > 0


def minus(terms: list[Term]) -> list[Term]:
    """What stops damage, as what it takes away."""
    return [Term(one.label, -one.value, one.rule) for one in terms]


def _through_terms(blow: Blow, parried: int, worn: int) -> list[Term]:
    terms = [Term("damage", blow.dealt.amount, "Q35")]
    if parried:
        terms.append(Term("parried", -parried, "Q35d"))
    if worn:
        terms.append(Term("armour", -worn, "Q35c"))
    return terms


def _figures(blow: Blow, rank: Figure, through: int, terms: list[Term]) -> list[Figure]:
    figures = [
        rank,
        _chance("attack_chance", blow.attack_terms),
        _roll("attack_roll", blow.roll, _is_shown(blow, "d100")),
    ]
    if blow.defence >= DODGING:
        figures.append(_chance("defence_chance", blow.defence_terms))
        if blow.defence_roll:
            figures.append(_roll("defence_roll", blow.defence_roll, blow.thrown > 0))
    if blow.missiles >= 0:
        had = (Term("had", blow.missiles + 1), Term("this one", -1, "C41"))
        figures.append(Figure("missiles", blow.missiles, had, "C41"))
    if blow.degree:
        made = blow.dealt
        figures.append(Figure("damage", made.amount, tuple(made.terms), "Q35", floor=0))
    if blow.place >= 0:
        if blow.location_roll:
            dice = Term("location", blow.location_roll, "H3")
            by_hand = _is_shown(blow, "location")
            figures.append(
                Figure(
                    "location_roll",
                    blow.location_roll,
                    (dice,),
                    "H3",
                    dice="1D20",
                    by_hand=by_hand,
                )
            )
        figures.append(Figure("through", through, tuple(terms), "Q35c", floor=0))
    return figures


def _chance(name: str, terms: list[Term]) -> Figure:
    total = 0
    for term in terms:
        total += term.value
    return Figure(name, max(0, total), tuple(terms), "Q19c", floor=0)


def _roll(name: str, rolled: int, by_hand: bool) -> Figure:
    terms = (Term("1D100", rolled, "Q19"),)
    return Figure(name, rolled, terms, "Q19", dice="1D100", by_hand=by_hand)


def _is_shown(blow: Blow, name: str) -> bool:
    """C66: was that die of whoever strikes rolled by hand?"""
    return blow.shown is not None and (
        blow.shown.d100 > 0 if name == "d100" else blow.shown.location == blow.location_roll
    )


def _tell(state: State, blow: Blow, through: int, figures: list[Figure]) -> None:
    attacker, target = blow.attacker, blow.target
    facts = {"level": levels.LEVEL_NAMES[blow.level], "outcome": _outcome(blow, through)}
    if blow.defence >= 0:
        facts["defence"] = "parry"
        facts["defence_item"] = target.build.arms[blow.defence].id
    else:
        facts["defence"] = "dodge" if blow.defence == DODGING else "none"
    if blow.defence_roll:
        facts["defence_level"] = levels.LEVEL_NAMES[blow.defence_level]
    if blow.degree:
        facts["degree"] = damage.DEGREE_NAMES[blow.degree]
    if blow.place >= 0 and not blow.armour:
        facts["armour"] = "ignored"
    flight = attacker.build.arms[blow.item].how
    if flight:
        facts["flight"] = flight
    if blow.more:
        facts["added"] = "by magic"
    if blow.crosses:
        facts["crosses"] = "yes"
    if blow.aim >= 0:
        facts["aimed"] = target.build.entry.sheet.body.locations[blow.aim].name
    if blow.strike.later:
        facts["attack"] = "second"
    if state.rank % 3:
        facts["rank"] = written(state.rank)
    where = ""
    if blow.place >= 0:
        where = target.build.entry.sheet.body.locations[blow.place].name
    state.emit(
        "attack",
        by=attacker.index,
        at=target.index,
        item=attacker.build.arms[blow.item].id,
        place=where,
        facts=facts,
        figures=figures,
    )


def _outcome(blow: Blow, through: int) -> str:
    if through:
        return "hit"
    if blow.place >= 0:
        return "stopped"
    if blow.level < levels.SUCCESS:
        return "missed"
    return "parried" if blow.defence >= 0 else "dodged"


def _wear(state: State, c: Combatant, item: int, lost: int, dealt: Dealt) -> None:
    """Q35d to Q35m: what a weapon loses to a blow or to a parry."""
    if c.under and is_whole(c.under, item):
        return
    before = c.item_hp[item]
    c.wear_item(item, lost)
    if state.log is not None:
        left = c.item_hp[item]
        terms = (Term("had", before), Term("worn", left - before, "Q29"))
        made = Figure("damage", dealt.amount, tuple(dealt.terms), "Q35", floor=0)
        state.emit(
            "worn",
            by=c.index,
            item=c.build.arms[item].id,
            facts={"broken": "yes"} if left == 0 else {},
            figures=[made, Figure("weapon_points", left, terms, "Q29")],
        )


def fumble(state: State, c: Combatant, item: int, rolled: int) -> None:
    """H9: what a fumble with *item* (-1 for a dodge) brings."""
    effect = fumbles.of(rolled)
    place = ""
    if effect in _BARS:
        c.barred_next |= _BARS[effect]
    elif effect == fumbles.ARMOUR:
        number = state.dice.roll(20)
        at = bodies.at(c.build.highest, number)
        made = c.worn[:]
        made[at] = min(made[at], c.build.entry.sheet.hide)  # what has grown there stays
        c.worn = made
        place = c.build.entry.sheet.body.locations[at].name
    if state.log is not None:
        terms = (Term("1D20", rolled, "H9"),)
        state.emit(
            "fumble",
            by=c.index,
            item=c.build.arms[item].id if item >= 0 else "",
            place=place,
            facts={"effect": effect},
            figures=[Figure("fumble_roll", rolled, terms, "H9", dice="1D20")],
        )
    if effect == fumbles.DROPPED:
        _let_go(state, c, item)


def _let_go(state: State, c: Combatant, item: int) -> None:
    """C10: what was fumbled with falls, and of whoever dodged the first thing in hand."""
    held = in_hand(c)
    if item in held:
        drop(state, c, item)
    elif item < 0 and held:
        drop(state, c, held[0])
