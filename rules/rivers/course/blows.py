"""One attack: the dice of both sides, and then what lands."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import TableDice, Term
from rules.kernel.table import fits
from rules.rivers.chapters import bodies, damage, dodge, levels, order, parry
from rules.rivers.chapters.strike_rank import DRAWN, SURPRISED, may_answer, thirds
from rules.rivers.course import effects
from rules.rivers.course.arms import (
    aim_terms,
    dodge_terms,
    on_the_move,
    skill_terms,
    summed,
    target_terms,
    unaware_terms,
)
from rules.rivers.course.choices import DODGING, UNANSWERED
from rules.rivers.course.combatant import LEFT, Combatant
from rules.rivers.course.harm import hand_of
from rules.rivers.course.proving import BY_DODGE, prove
from rules.rivers.course.state import ITEMS, State

NOWHERE: Final = -1
_ENDLESS: Final = 9_999
_ROLLS: Final = (
    100  # a key of `State.answered`: a combatant, and one of its defences or their count
)


class Dealt:
    """Damage that was rolled: what it comes to, and of what it is made for those who watch."""

    __slots__ = ("amount", "terms")

    def __init__(self, total: int, terms: list[Term]) -> None:
        self.amount: int = max(0, total)
        self.terms: list[Term] = terms


_NOTHING: Final = Dealt(0, [])


class Blow:
    """An attack whose dice have fallen, and that has still to land; `roll_blow` fills it in."""

    __slots__ = (
        "aim",
        "armour",
        "attack_terms",
        "attacker",
        "attacker_fumble",
        "back",
        "back_lost",
        "crosses",
        "dealt",
        "defence",
        "defence_level",
        "defence_roll",
        "defence_terms",
        "defender_fumble",
        "degree",
        "item",
        "item_hp",
        "kind",
        "level",
        "location_roll",
        "missiles",
        "more",
        "place",
        "roll",
        "shown",
        "stopped",
        "strike",
        "target",
        "thrown",
        "wear",
    )

    armour: bool
    attack_terms: list[Term]
    attacker_fumble: int
    defender_fumble: int
    degree: int
    kind: str
    level: int
    roll: int

    def __init__(
        self, strike: order.Strike, item: int, attacker: Combatant, target: Combatant
    ) -> None:
        self.strike: order.Strike = strike
        self.attacker: Combatant = attacker
        self.target: Combatant = target
        self.item: int = item
        self.defence: int = UNANSWERED
        self.defence_terms: list[Term] = []
        self.defence_roll: int = 0  # 0: none was rolled
        self.defence_level: int = levels.FAILURE
        self.dealt: Dealt = _NOTHING
        self.stopped: bool = False
        self.item_hp: int = 0  # of what parries, before anything lands
        self.wear: int = 0
        self.back: Dealt = _NOTHING
        self.back_lost: int = 0
        self.location_roll: int = 0
        self.missiles: int = -1  # how many are left, of what flies
        self.place: int = NOWHERE
        self.aim: int = NOWHERE  # the location it is aimed at
        self.more: bool = False  # magic adds it
        self.crosses: bool = False  # it comes from another engagement
        self.shown: TableDice | None = None  # C66: dice rolled by hand, of who strikes
        self.thrown: int = 0  # and the d100 of who is struck


def usable_answers(state: State, c: Combatant, strike: order.Strike) -> list[int]:
    """With what *c* can meet a strike: of the defences it chose those that it can still use, in their order."""
    if c.unaware:
        return []
    if c.surprised and not may_answer(strike.rank, state.options.surprised_defence):
        return []
    found: list[int] = []
    flies = state.people[strike.who - 1].build.shoots and _flies(state, strike)
    for defence in state.plans[c.index].defences:
        if defence == DODGING:
            found.append(defence)
        elif flies and not c.build.arms[defence].shield:
            continue  # Q34
        elif c.can_use(defence) and c.item_hp[defence] > 0:
            if c.index * ITEMS + defence in state.drew:
                ready = DRAWN + (SURPRISED if c.surprised else 0)
                if strike.rank < thirds(ready):
                    continue
            found.append(defence)
    return found


def _flies(state: State, strike: order.Strike) -> bool:
    """Does it come from afar?"""
    striker = strike.who - 1
    return state.people[striker].build.arms[state.plans[striker].item].how != ""


def roll_blow(
    state: State,
    strike: order.Strike,
    item: int,
    answers: list[int],
    more: bool = False,
    thrown: int = 0,
) -> Blow:
    """Let the dice of an attack fall against *answers*: none, the defence that meets it, or the two of A3a.

    M39: *more* is a missile that magic adds.
    """
    attacker, target = state.person(strike.who - 1), state.person(strike.target - 1)
    blow = Blow(strike, item, attacker, target)
    blow.more = more
    blow.thrown = thrown
    _weigh(state, blow)
    mine = max(0, summed(blow.attack_terms))
    sides: list[tuple[int, int, list[Term]]] = []
    best = 0
    for defence in answers:
        terms = _defence_terms(state, target, defence)
        own = summed(terms)
        sides.append((defence, own, terms))
        best = max(best, own)
    masters = len(sides) > 0 and max(mine, best) > levels.MASTER
    weighed = levels.opposed(mine, best, state.options.over_100)[0] if masters else mine
    if weighed != mine:
        blow.attack_terms.append(Term("foe above 100", weighed - mine, "Q21"))
    blow.roll = state.dice.roll(100)
    if blow.shown is not None and blow.shown.d100:
        blow.roll = blow.shown.d100
    blow.level = levels.level(blow.roll, weighed)
    prove(attacker, item, blow.level)
    is_rolled = parry.is_rolled(blow.level, state.options.roll_parry_vs_failed_attack)
    for defence, own, terms in sides:
        left = max(0, own)
        if masters:
            left = levels.opposed(mine, left, state.options.over_100)[1]
        if left < own:
            terms.append(Term("foe above 100", left - own, "Q21"))
        if not is_rolled:
            if blow.defence == UNANSWERED:
                blow.defence = defence
                blow.defence_terms = terms
            continue
        rolled = _defence_roll(state, target, defence, thrown)
        level = levels.level(rolled, left)
        prove(target, BY_DODGE if defence == DODGING else defence, level)
        if blow.defence_roll == 0 or level > blow.defence_level:
            blow.defence, blow.defence_terms = defence, terms
            blow.defence_roll, blow.defence_level = rolled, level
    _meet(state, blow)
    return blow


def _weigh(state: State, blow: Blow) -> None:
    """The skill of an attack and all that changes it; what flies is gone."""
    attacker, target, rank = blow.attacker, blow.target, blow.strike.rank
    terms = skill_terms(attacker, blow.item, attacker.prone and state.is_lying(attacker, rank))
    plan = state.plans.get(attacker.index)
    if plan is not None and plan.shown is not None and not (blow.strike.later or blow.more):
        blow.shown = plan.shown
    if plan is not None and plan.place >= 0 and plan.targets[0] == target.index:
        blow.aim = plan.place
        terms += aim_terms(summed(terms))
    if target.prone and state.is_lying(target, rank):
        terms += target_terms(True)
    if target.unaware:
        terms += unaware_terms()
    flies = attacker.build.arms[blow.item].how != ""
    if flies:
        if plan is not None and plan.moves:
            terms += on_the_move(attacker, blow.item, summed(terms))
        if not blow.more:
            attacker.shoot(blow.item)
            blow.missiles = attacker.missiles[blow.item]
    if attacker.under:
        terms += effects.attack_terms(attacker.under, blow.item, summed(terms), not flies)
    if target.under:
        terms += effects.shimmer_terms(target.under)
    blow.attack_terms = terms


def shots_of(
    state: State, strike: order.Strike, item: int, answers: list[int], thrown: int = 0
) -> list[Blow]:
    """An attack, and the missiles that magic adds to it (M39); *thrown* is the d100 of its defence, rolled by hand."""
    striker = state.person(strike.who - 1)
    more = effects.again(striker.under, item) if striker.under else 0
    blows = [roll_blow(state, strike, item, answers, thrown=thrown)]
    for _ in range(more):
        blows.append(roll_blow(state, strike, item, answers, more=True))
    return blows


def _defence_terms(state: State, c: Combatant, defence: int) -> list[Term]:
    terms = dodge_terms(c) if defence == DODGING else skill_terms(c, defence, is_lying=False)
    before = state.answered.get(c.index * _ROLLS, 0)
    if before:
        skill = summed(terms)
        tired = levels.further_defence(skill, before, state.options.defence)
        if tired != skill:
            terms.append(Term("further defence", tired - skill, "A2a"))
    return terms


def _defence_roll(state: State, c: Combatant, defence: int, thrown: int) -> int:
    """A2, A2b: a roll, or the one that stands for the whole round."""
    count = c.index * _ROLLS
    own = count + defence + 2
    before = state.answered.get(own, 0)
    state.answered[count] = state.answered.get(count, 0) + 1
    if not levels.rolls_defence(1 if before else 0, state.options.defence):
        return before
    rolled = state.dice.roll(100)
    rolled = thrown or rolled
    if before == 0:
        state.answered[own] = rolled
    return rolled


def has_parried(state: State, c: Combatant, item: int) -> bool:
    """Has it met an attack with that item in this round?"""
    return c.index * _ROLLS + item + 2 in state.answered


def _meet(state: State, blow: Blow) -> None:
    """What the levels come to, and the dice for it."""
    blow.kind = blow.attacker.build.arms[blow.item].kinds[0]
    if blow.defence >= 0 and (blow.defence_roll or blow.level < levels.SUCCESS):
        _meet_parry(state, blow)
        return
    answered = blow.defence_roll > 0
    met = dodge.dodged(blow.level, blow.defence_level) if answered else dodge.undefended(blow.level)
    blow.degree, blow.armour = met.degree, met.armour
    blow.attacker_fumble = state.dice.roll(20) if met.attacker_fumbles else 0
    blow.defender_fumble = state.dice.roll(20) if met.defender_fumbles else 0
    if blow.degree:
        blow.dealt = roll_damage(
            state, blow.attacker, blow.item, blow.degree, blow.strike.rank, blow.shown
        )
        _locate(state, blow, parry.ROLLED)


def _meet_parry(state: State, blow: Blow) -> None:
    attacker, target = blow.attacker, blow.target
    if blow.defence_roll == 0:
        met = parry.Parried(attacker_fumbles=blow.level == levels.FUMBLE)  # Q31
    else:
        met = parry.parried(blow.level, blow.defence_level, state.options.parry_spill)
    blow.degree, blow.armour, blow.stopped = met.degree, met.armour, met.stopped
    blow.item_hp = target.item_hp[blow.defence]
    if target.under and effects.is_whole(target.under, blow.defence):
        blow.item_hp = _ENDLESS
    if blow.degree:
        blow.dealt = roll_damage(
            state, attacker, blow.item, blow.degree, blow.strike.rank, blow.shown
        )
        blow.wear = parry.loss(blow.dealt.amount, blow.item_hp, met.wear)
        if parry.rest(blow.dealt.amount, blow.item_hp, met.stopped) > 0:
            _locate(state, blow, met.where)
    if met.back:
        _strike_back(state, blow, met)
    blow.attacker_fumble = state.dice.roll(20) if met.attacker_fumbles else 0
    blow.defender_fumble = state.dice.roll(20) if met.defender_fumbles else 0


def _strike_back(state: State, blow: Blow, met: parry.Parried) -> None:
    """Q35d: what the parrying weapon does to the attacking one."""
    weapon = blow.attacker.build.arms[blow.item]
    if weapon.hp > 0 and not weapon.how:
        blow.back = roll_damage(state, blow.target, blow.defence, met.back, blow.strike.rank)
        had = blow.attacker.item_hp[blow.item]
        blow.back_lost = parry.loss(blow.back.amount, had, met.worn)


def normal_sides(state: State, c: Combatant, item: int) -> list[int]:
    """C66: the dice of the normal damage of a weapon in somebody's hand, one by one."""
    parts = _amount(state, c, item, damage.NORMAL, state.rank)[0].parts
    return [sides for _, dice, sides in parts for _ in range(dice)]


def _amount(
    state: State, c: Combatant, item: int, degree: int, rank: int
) -> tuple[damage.Amount, list[damage.Part]]:
    """Q35: the dice of a weapon at a degree, and those that magic adds."""
    weapon = c.build.arms[item]
    how = weapon.how or ("natural" if c.is_natural(item) else "melee")
    bonus = c.build.bonus
    if bonus:
        bonus = damage.counting(bonus, how, state.is_lying(c, rank))
    tool = (weapon.dice, weapon.sides, weapon.bonus)
    besides: list[damage.Part] = []
    if c.under:
        its = effects.hit(c.under, item, weapon, (c.strength_and_size(), c.build.bonus))
        tool, besides = its.weapon, its.besides
        bonus = damage.counting(its.bonus, how, state.is_lying(c, rank))
    return damage.amount(tool, bonus, weapon.kinds[0], degree), besides


def roll_damage(
    state: State,
    c: Combatant,
    item: int,
    degree: int,
    rank: int,
    shown: TableDice | None = None,
) -> Dealt:
    """Q35: what a weapon does in somebody's hand, at a degree; *shown* are dice of normal damage, rolled by hand (C66)."""
    weapon = c.build.arms[item]
    what, besides = _amount(state, c, item, degree, rank)
    rolled = [sign * _rolled(state, dice, sides) for sign, dice, sides in what.parts]
    if shown is not None and degree == damage.NORMAL:
        rolled = _by_hand(what.parts, shown.damage) or rolled
    added = [_rolled(state, dice, sides) for _, dice, sides in besides]
    total = sum(rolled) + sum(added) + what.fixed
    if state.log is None:
        return Dealt(total, [])
    rule = ("", "Q35", "Q35a", "Q35a")[degree]
    if weapon.kinds[0] == damage.CRUSH and degree > damage.NORMAL:
        rule = "Q35b"
    terms: list[Term] = []
    for number, (sign, dice, sides) in enumerate(what.parts):
        words = (
            f"{dice}D{sides}" if number == 0 else f"damage bonus {'-' * (sign < 0)}{dice}D{sides}"
        )
        terms.append(Term(words, rolled[number], rule))
    for number, (_, dice, sides) in enumerate(besides):
        terms.append(Term(f"{dice}D{sides} by magic", added[number], "M23"))
    if what.fixed:
        terms.append(
            Term("at its greatest" if degree == damage.GREATEST else "added", what.fixed, rule)
        )
    return Dealt(total, terms)


def _by_hand(parts: list[damage.Part], shown: tuple[int, ...]) -> list[int]:
    """C66: what the dice on the table come to, part by part; nothing if they are others."""
    if not fits(shown, [sides for _, dice, sides in parts for _ in range(dice)]):
        return []
    left = list(shown)
    found: list[int] = []
    for sign, dice, _ in parts:
        found.append(sign * sum(left[:dice]))
        left = left[dice:]
    return found


def _rolled(state: State, dice: int, sides: int) -> int:
    total = 0
    for _ in range(dice):
        total += state.dice.roll(sides)
    return total


def _locate(state: State, blow: Blow, where: str) -> None:
    """H3, A13: which location the damage goes to."""
    target = blow.target
    place = blow.aim
    if place < 0:
        place = _rolled_place(state, blow)
    if where == parry.ADJACENT:
        kind = bodies.adjacent(target.build.kinds[place], "arm" in target.build.kinds)
        place = _limb(target, kind, blow.defence, place)
    elif where == parry.LIMB:
        place = _limb(target, "arm", blow.defence, place)
    while target.severed[place]:  # C9
        place = (place + 1) % len(target.severed)
    blow.place = place


def _rolled_place(state: State, blow: Blow) -> int:
    """H3: the location by a die."""
    attacker, target = blow.attacker, blow.target
    below = attacker.prone and state.is_lying(attacker, blow.strike.rank)
    below = below and not state.is_lying(target, blow.strike.rank)
    below = below and not attacker.build.arms[blow.item].how
    blow.location_roll = state.dice.roll(10 if below else 20)
    if blow.shown is not None and blow.shown.location and not below:
        blow.location_roll = blow.shown.location
    number = bodies.struck(blow.location_roll, "below" if below else "level")
    return bodies.at(target.build.highest, number)


def _limb(c: Combatant, kind: str, item: int, instead: int) -> int:
    """The limb of a kind on the side of an item; *instead* if there is none."""
    side = hand_of(c, item)
    for place, location in enumerate(c.build.entry.sheet.body.locations):
        if location.kind == kind and location.name.startswith(LEFT) == (side == LEFT):
            return place
    return instead
