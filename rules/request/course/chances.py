"""The chance of every roll, as one sum: the same lines count it and explain it."""

from __future__ import annotations

from typing import Final, cast

from rules.kernel.model import Figure, Term
from rules.request.chapters import (
    fatigue,
    formation,
    grapple,
    magic,
    modifiers,
    movement,
    reach,
    saddle,
    strike_rank,
    surroundings,
)
from rules.request.course.arms import Arm, Strike
from rules.request.course.choices import (
    AID,
    AIM,
    ATTACK,
    BEHIND,
    BREAKAWAY,
    CAST,
    CHARGE,
    CONTINUE,
    IS_GRIP,
    IS_PART,
    OPPORTUNITY,
    PRECISE,
    READY,
    SHOOT,
    SPRINT,
    Choice,
)
from rules.request.course.combatant import NOTHING, PRONE, Combatant
from rules.request.course.formations import bonus
from rules.request.course.ground import has_cover, in_the_way, is_boxed_in
from rules.request.course.state import EVERYBODY, LASTS_ROLL, State

# What `mark_seen` tells, in its order.
_METRES: Final = 0
_COVERED: Final = 1
_BEHIND_ANOTHER: Final = 2
_MOVED: Final = 3
PERSISTENCE: Final = 10  # untrained, and POW on top (D10)


def strike_of(c: Combatant, verb: int, item: int) -> Strike | None:
    """How *c* strikes with *item* under *verb*; None if the weapon cannot do that."""
    if verb == ATTACK:
        return c.arms[item].close
    if verb == CHARGE and c.couched:
        lance = c.couched[item]
        if lance is not None:
            return lance
    return c.arms[item].shot if verb in (SHOOT, AIM) else c.arms[item].close


def strike_with(c: Combatant, verb: int, item: int, target: int) -> Strike:
    """The same for a deed that was judged, at the reach the two are at: it has a way to strike."""
    if c.foes and verb not in (SHOOT, AIM) and not (verb == CHARGE and c.couched):
        return cast("Strike", c.arms[item].at_reach(c.reach_to(target)))
    return cast("Strike", strike_of(c, verb, item))


def attack_chance(  # noqa: PLR0913 - who, how, at whom
    fight: State,
    c: Combatant,
    verb: int,
    item: int,
    target: int,
    terms: list[Term] | None,
    seen: tuple[int, ...] = (),
) -> int:
    """The modified skill of a blow or a shot; *terms*, if given, receives the addends.

    *seen* is how the mark of a shot stood, if that is not as it stands now.
    """
    strike = strike_with(c, verb, item, target)
    total = strike.chance
    at = fight.people[target]
    if terms is not None:
        _with_weapon(strike, terms)
    if c.mounted:
        total += _cap(c, strike.learned, terms)
    if c.laden or at.formed or c.under or at.under:
        total += _burden_and_formation(c, at, terms) + _spells(c, verb, item, at, terms)
    if fight.hampers:
        total += _surroundings(fight, c, verb, at, terms)
    if verb == PRECISE:
        total += _term(terms, "precise", modifiers.PRECISE, "P16c")
    if verb == SHOOT:
        arm = c.arms[item]
        metres = seen[_METRES] if seen else fight.distance(c, at)
        far = modifiers.at_range(strike.learned, metres, arm.range)
        if far:
            total += _term(terms, "beyond effective range", far, "P27b")
        if c.aim_count > 0 and c.aim_at == target and c.aim_item == item:
            total += _term(terms, "aimed", modifiers.AIM_STEP * c.aim_count, "P16d")
        if at.stance == PRONE:
            total += _term(terms, "target prone", modifiers.TARGET_PRONE_FAR, "P16b")
        if fight.ground is not None:
            total += _ground(seen or mark_seen(fight, c, at), terms)
    elif c.stance or at.stance or c.mounted or at.mounted or c.blinded or c.level > at.level:
        total += _footing(c, at, terms)
    if at.holding >= 0 or at.holder >= 0:
        total += _from_outside(c, at, terms)
    return total + conditions(fight, c, terms)


def _with_weapon(strike: Strike, terms: list[Term]) -> None:
    """What the sheet and the weapon alone make of a blow or a shot."""
    terms.append(Term(strike.skill, strike.learned, "P9a"))
    if strike.armour_penalty:
        terms.append(Term("armour", -strike.armour_penalty, "P29b"))
    if strike.shortfall:
        terms.append(Term("STR or DEX short", strike.shortfall, "P30a"))
    if strike.awkward:
        terms.append(Term("improvised", strike.awkward, "P17a"))


def _footing(c: Combatant, at: Combatant, terms: list[Term] | None) -> int:
    """What it changes for a close attack who of the two lies, sits in a saddle, stands higher, or sees nothing."""
    total = 0
    if c.blinded:
        total += _term(terms, "blinded", modifiers.BLINDED, "P16k")
    if c.level > at.level and stands_over(c, at):
        total += _term(terms, "higher ground", modifiers.HIGHER, "P16m")
    if at.stance == PRONE:
        total += _term(terms, "target prone", modifiers.TARGET_PRONE_CLOSE, "P16b")
    if c.stance == PRONE:
        total += _term(terms, "prone", modifiers.ATTACKER_PRONE, "P16b2")
    if c.mounted:
        if saddle.is_on_foot(at.mounted or at.rider >= 0, at.flying):
            total += _term(terms, "mounted", saddle.ABOVE, "P34a")
    elif at.mounted and not c.flying and c.rider < 0:
        total += _term(terms, "target mounted", saddle.BELOW, "P34b")
    return total


def _cap(c: Combatant, learned: int, terms: list[Term] | None) -> int:
    """P34: what Riding takes off a weapon skill in the saddle."""
    over = saddle.excess(learned, c.riding)
    return _term(terms, "Riding", over, "P34") if over else 0


def _looms(by: Combatant, c: Combatant, deed: Choice, terms: list[Term] | None) -> int:
    """P34c, P16m2: what a blow from the saddle or from higher ground takes off the defence of *c*."""
    if deed.verb == SHOOT:
        return 0
    if by.mounted and saddle.is_on_foot(c.mounted, c.flying):
        return _term(terms, "attacker mounted", saddle.BELOW, "P34c")
    if by.level > c.level and stands_over(by, c):
        return _term(terms, "attacker on higher ground", modifiers.LOWER, "P16m2")
    return 0


def stands_over(c: Combatant, at: Combatant) -> bool:
    """P16m3, P16m4: does the higher ground of *c* count: neither flies, and no saddle is higher still?"""
    if c.flying or at.flying:
        return False
    return not (c.mounted and saddle.is_on_foot(at.mounted or at.rider >= 0, at.flying))


def _from_outside(c: Combatant, at: Combatant, terms: list[Term] | None) -> int:
    """P33o: what the others in a grapple make of a blow or shot from outside it."""
    if c.is_grappled_with(at):
        return 0
    return _term(terms, "in a grapple", grapple.FROM_OUTSIDE, "P33o")


def _burden_and_formation(c: Combatant, at: Combatant, terms: list[Term] | None) -> int:
    total = load(terms) if c.laden else 0
    return total + _formation(c, at, terms) if at.formed else total


def _formation(c: Combatant, at: Combatant, terms: list[Term] | None) -> int:
    """R41, R43: what the formation about *at* gives to a foe who is in it and not minded."""
    kind = bonus(c, at) if at.formed else formation.NONE
    if kind == formation.NONE:
        return 0
    if kind == formation.FLANKED:
        return _term(terms, "flanking", formation.BONUS[kind], "R41")
    return _term(terms, "surrounding", formation.BONUS[kind], "R43")


def _spells(c: Combatant, verb: int, item: int, at: Combatant, terms: list[Term] | None) -> int:
    """P26: what the spells that either is under do to an attack."""
    total = 0
    if not c.under and not at.under:
        return total
    for i in range(0, len(c.under), magic.SLOTS):
        kind = c.under[i]
        if kind in magic.BOOSTS and verb != SHOOT and c.under[i + magic.WEAPON] == item:
            total += _term(terms, magic.WORDS[kind], c.under[i + magic.MORE], "P26k")
        elif kind == magic.DEMORALISE:
            total -= c.under[i + magic.POWER]
            if terms is not None:
                terms.append(Term("demoralised", -c.under[i + magic.POWER], "P26n"))
    dark = max(magic.power_of(c.under, magic.DARKNESS), magic.power_of(at.under, magic.DARKNESS))
    if dark > 0 and not c.blinded:
        total += _term(terms, "darkness", -dark, "P26p")
    return total


def _surroundings(
    fight: State, c: Combatant, verb: int, at: Combatant, terms: list[Term] | None
) -> int:
    """P16h, P27k: the worst of what hides the mark counts, a spell of darkness too; then wind and footing."""
    total = 0
    worst = 0 if at.is_under(magic.LIGHT) else fight.gloom
    label = "dark" if worst == surroundings.LIGHT["dark"] else "dim light"
    rule = "P16h"
    if verb == SHOOT and fight.haze < worst:
        worst, label, rule = fight.haze, fight.scene.air, "P27k"
    dark = max(0, magic.power_of(c.under, magic.DARKNESS))
    dark = max(dark, magic.power_of(at.under, magic.DARKNESS))
    if worst + dark < 0 and not c.blinded:
        total += _term(terms, label, worst + dark, rule)
    if verb == SHOOT:
        if fight.wind:
            total += _term(terms, "wind", fight.wind, "P27j")
    elif fight.footing and not c.flying:
        total += _term(terms, "unsteady ground", fight.footing, "P16i")
    return total


def boost_of(c: Combatant, item: int) -> tuple[int, int]:
    """P26k: the damage that a spell adds to a blow with *item*, and the kind of that spell."""
    for i in range(0, len(c.under), magic.SLOTS):
        if c.under[i] in magic.BOOSTS and c.under[i + magic.WEAPON] == item:
            return c.under[i + magic.POWER], c.under[i]
    return 0, magic.NONE


def casting_chance(fight: State, c: Combatant, item: int, terms: list[Term] | None) -> int:
    """The modified casting skill of a spell: armour weighs on it, and a heavy load does not (P26u, P32b)."""
    skill = c.entry.sheet.spells[item].skill
    learned = c.entry.sheet.skills[skill]
    if terms is not None:
        terms.append(Term(skill, learned, "P9a"))
        if c.dodge_penalty:
            terms.append(Term("armour", -c.dodge_penalty, "P26u"))
    return learned - c.dodge_penalty + conditions(fight, c, terms)


def resist_chance(fight: State, c: Combatant, skill: str, terms: list[Term] | None) -> int:
    """The modified skill that wards off a spell, or keeps hold of one's own."""
    if skill == "Resilience":
        return resilience_chance(fight, c, terms)
    sheet = c.entry.sheet
    learned = sheet.skills.get(skill, PERSISTENCE + sheet.characteristics.POW)
    if terms is not None:
        terms.append(Term(skill, learned, "P9a"))
    return learned + conditions(fight, c, terms)


def mark_seen(fight: State, c: Combatant, at: Combatant) -> tuple[int, ...]:
    """How *at* stands as a mark: metres away, behind cover, behind somebody, metres it has moved."""
    ground = fight.the_ground()
    aloft = c.high or at.high
    covered = not aloft and has_cover(ground, at, at.place, c.place)
    behind = not aloft and not covered and in_the_way(ground, fight.people, c, at)
    moved = at.walked - (c.marks[at.index] if at.index < len(c.marks) else 0)
    return fight.distance(c, at), int(covered), int(behind), moved


def _ground(seen: tuple[int, ...], terms: list[Term] | None) -> int:
    """What stands between a shot and its mark, and how far the mark has moved."""
    total = 0
    if seen[_COVERED]:
        total += _term(terms, "cover", modifiers.COVER, "P27g")
    elif seen[_BEHIND_ANOTHER]:
        total += _term(terms, "somebody in the way", modifiers.IN_THE_WAY, "P27h")
    moved = modifiers.moved_penalty(seen[_MOVED])
    if moved:
        total += _term(terms, "target moved", moved, "P27f")
    return total


def opening(trigger: int, behind: bool, terms: list[Term] | None) -> int:
    """What an opportunity attack gains from how its target goes by."""
    total = 0
    if behind:
        total += _term(terms, "from behind", modifiers.FROM_BEHIND, "P16b4")
    if trigger == SPRINT:
        total += _term(terms, "target sprints", movement.SPRINT_PROVOKED, "P28s")
    return total


def parry_chance(
    fight: State, c: Combatant, item: int, deed: Choice | None, terms: list[Term] | None
) -> int:
    """The modified skill of a parry of *deed* with *item*; of nothing in particular without one."""
    arm = c.arms[item]
    total = arm.parry_chance
    if terms is not None:
        terms.append(Term(arm.parry_skill, arm.parry_learned, "P9a"))
        if arm.parry_penalty:
            terms.append(Term("armour", -arm.parry_penalty, "P29b"))
        if arm.parry_shortfall:
            terms.append(Term("STR or DEX short", arm.parry_shortfall, "P30a"))
    if c.mounted:
        total += _cap(c, arm.parry_learned, terms)
    if c.laden:
        total += load(terms)
    whose = NOTHING if deed is None else deed.by
    if c.foes and reach.is_improvised(arm.reach, c.reach_to(whose)):
        total += _term(terms, "improvised", reach.IMPROVISED, "P17a")
    if c.defending:
        total += _term(terms, "defending", modifiers.DEFENDING, "P6c")
    if deed is not None:
        striker = fight.people[deed.by]
        if striker.mounted or striker.level > c.level:
            total += _looms(striker, c, deed, terms)
    return total + conditions(fight, c, terms)


def dodge_chance(fight: State, c: Combatant, deed: Choice | None, terms: list[Term] | None) -> int:
    """The modified skill of a dodge of *deed*; of nothing in particular without one."""
    total = c.dodge
    if terms is not None:
        terms.append(Term("Dodge", c.dodge + c.dodge_penalty, "P9a"))
        if c.dodge_penalty:
            terms.append(Term("armour", -c.dodge_penalty, "P29b"))
    if c.laden:
        total += load(terms)
    if c.defending:
        total += _term(terms, "defending", modifiers.DEFENDING, "P6c")
    if c.mounted:
        total += _term(terms, "mounted", saddle.DODGING, "P16g")
    if c.wound_score > 0 and c.lame_legs():
        total += _term(terms, "lame", modifiers.LAMED, "P24d")
    ground = fight.ground
    if deed is not None and ground is not None and is_boxed_in(ground, fight.people, c):
        total += _term(terms, "boxed in", surroundings.BOXED_IN, "P16j")
    if deed is not None:
        striker = fight.people[deed.by]
        if striker.mounted or striker.level > c.level:
            total += _looms(striker, c, deed, terms)
    return total + conditions(fight, c, terms)


def resilience_chance(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """The modified skill of a Resilience roll."""
    learned = c.entry.sheet.skills["Resilience"]
    if terms is not None:
        terms.append(Term("Resilience", learned, "P9a"))
    return learned + conditions(fight, c, terms)


def first_aid_chance(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """The modified skill of first aid."""
    if terms is not None:
        terms.append(Term("First Aid", c.first_aid, "P9a"))
    return c.first_aid + conditions(fight, c, terms)


def riding_chance(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """The modified skill of a Riding roll: the armour worn weighs on it (P29b)."""
    if terms is not None:
        terms.append(Term("Riding", c.riding, "P9a"))
        if c.dodge_penalty:
            terms.append(Term("armour", -c.dodge_penalty, "P29b"))
    return c.riding - c.dodge_penalty + conditions(fight, c, terms)


def skill_chance(fight: State, c: Combatant, skill: str, terms: list[Term] | None) -> int:
    """The modified value of a skill of the body: the armour worn weighs on it (P29b)."""
    learned = c.entry.sheet.skills[skill]
    if terms is not None:
        terms.append(Term(skill, learned, "P9a"))
        if c.dodge_penalty:
            terms.append(Term("armour", -c.dodge_penalty, "P29b"))
    total = learned - c.dodge_penalty
    if c.laden:
        total += load(terms)
    return total + conditions(fight, c, terms)


def athletics_chance(fight: State, c: Combatant, skill: str, terms: list[Term] | None) -> int:
    """The same for Athletics, which a lame leg weighs on too."""
    total = skill_chance(fight, c, skill, terms)
    if c.lame_legs():
        total += _term(terms, "lame", modifiers.LAMED, "P24d")
    return total


def contest_chance(fight: State, c: Combatant, item: int, terms: list[Term] | None) -> int:
    """P17, P18: the modified skill of a contest, with a weapon or (NOTHING) by Dodge; no defence helps."""
    if item < 0:
        total = c.dodge
        if terms is not None:
            terms.append(Term("Dodge", c.dodge + c.dodge_penalty, "P9a"))
            if c.dodge_penalty:
                terms.append(Term("armour", -c.dodge_penalty, "P29b"))
        if c.laden:
            total += load(terms)
        if c.lame_legs():
            total += _term(terms, "lame", modifiers.LAMED, "P24d")
        return total + conditions(fight, c, terms)
    strike = cast("Strike", c.arms[item].close)
    if terms is not None:
        terms.append(Term(strike.skill, strike.learned, "P9a"))
        if strike.armour_penalty:
            terms.append(Term("armour", -strike.armour_penalty, "P29b"))
        if strike.shortfall:
            terms.append(Term("STR or DEX short", strike.shortfall, "P30a"))
    total = strike.chance
    if c.mounted:
        total += _cap(c, strike.learned, terms)
    if c.laden:
        total += load(terms)
    return total + conditions(fight, c, terms)


def load(terms: list[Term] | None) -> int:
    """P32b: what too heavy a load takes off whatever the body does."""
    return _term(terms, "encumbered", modifiers.LADEN, "P32b")


def grip_chance(fight: State, c: Combatant, other: Combatant, terms: list[Term] | None) -> int:
    """P33c: the modified Unarmed skill of *c* in an opposed roll of a grapple with *other*."""
    larger = grapple.size_bonus(c.size, other.size)
    if terms is not None:
        terms.append(Term("Unarmed", c.wrestling, "P9a"))
        if c.dodge_penalty:
            terms.append(Term("armour", -c.dodge_penalty, "P29b"))
        if larger:
            terms.append(Term("larger", larger, "P33c"))
    total = c.wrestling - c.dodge_penalty + larger
    if c.laden:
        total += load(terms)
    return total + conditions(fight, c, terms)


def conditions(fight: State, c: Combatant, terms: list[Term] | None) -> int:
    """What weighs on every skill of *c*: its conditions, and what the game master named."""
    if not (c.overextended or c.vulnerable or c.tired or fight.modifiers):
        return 0
    total = 0
    if c.overextended:
        total += _term(terms, "overextended", modifiers.OVEREXTENDED, "R37")
    if c.vulnerable:
        total += _term(terms, "vulnerable", modifiers.VULNERABLE, "R38")
    if c.tired:
        total += _term(terms, fatigue.WORDS[c.tired], fatigue.PENALTY[c.tired], "P35d")
    for m in fight.modifiers:
        if m.who in (EVERYBODY, c.index):
            total += _term(terms, m.name, m.value, "game master")
    return total


def weighed_down(by: int, terms: list[Term] | None) -> int:
    """P13: what a skill over 100 of somebody else takes off; a term if it is anything."""
    return -_term(terms, "opponent over 100%", -by, "P13") if by else 0


def roll_used(fight: State, c: Combatant) -> None:
    """A skill roll of *c* is over: modifiers given for one roll are used up."""
    fight.modifiers = [
        m for m in fight.modifiers if m.lasts != LASTS_ROLL or m.who not in (EVERYBODY, c.index)
    ]


def rank_of(c: Combatant, verb: int, item: int) -> int:
    """The strike rank of an action now; a breakaway by Dodge has item NOTHING, one without a roll FREELY."""
    return strike_rank.strike_rank(_base_rank(c, verb, item), c.rank_change)


def call_of(fight: State, c: Combatant) -> int:
    """The strike rank at which *c* has its next call; never above the present one (R17, R53)."""
    plan = c.plan
    call = c.call
    if plan is not None:
        call = rank_of(c, plan.verb, plan.item)
    elif c.second_acts and c.acts == 1:  # P3: nothing else can be done by now
        call = min(call, rank_of(c, ATTACK, c.second))
    elif call > c.rank_top:
        call = c.rank_top
    return min(fight.rank, call)


def rank_figure(c: Combatant, verb: int, item: int) -> Figure:
    """The strike rank of an action with its why."""
    terms: list[Term] = []
    base = _base_rank(c, verb, item)
    strike = strike_of(c, verb, item) if item >= 0 and verb != READY and not IS_PART[verb] else None
    skill = _skill_of(c, verb, item)
    if strike is not None:
        terms.append(Term(f"{strike.skill} {strike.learned}%, a tenth rounded up", base, "R14"))
    elif IS_GRIP[verb]:
        terms.append(Term(f"Unarmed {c.wrestling}%, a tenth rounded up", base, "R14"))
    elif verb == AID:
        terms.append(Term(f"First Aid {c.first_aid}%, a tenth rounded up", base, "R14"))
    elif verb == BREAKAWAY and item == NOTHING:
        learned = c.dodge + c.dodge_penalty
        terms.append(Term(f"Dodge {learned}%, a tenth rounded up", base, "R14"))
    elif skill:
        learned = c.entry.sheet.skills[skill]
        terms.append(Term(f"{skill} {learned}%, a tenth rounded up", base, "R14"))
    else:
        full = c.entry.sheet.characteristics.DEX
        terms.append(Term("DEX", full, "R16"))
        tired = fatigue.dex(full, c.tired)
        if tired != full:
            terms.append(Term(fatigue.WORDS[c.tired], tired - full, "P35e"))
        if base != tired:
            terms.append(Term("spells", base - tired, "P26s"))
    if c.surprised:
        terms.append(Term("surprised", strike_rank.SURPRISED, "R35"))
    if c.vulnerable:
        terms.append(Term("vulnerable", strike_rank.VULNERABLE, "R38"))
    return Figure(
        "strike_rank", rank_of(c, verb, item), tuple(terms), "R19", floor=strike_rank.LOWEST
    )


def _skill_of(c: Combatant, verb: int, item: int) -> str:
    """R15: the skill of a spell, whichever part of it this is; empty for everything else."""
    task = c.task
    if verb == CONTINUE and task is not None:
        verb = task.verb
        item = task.item
    if verb != CAST or item < 0:
        return ""
    return c.entry.sheet.spells[item].skill


def _base_rank(c: Combatant, verb: int, item: int) -> int:
    if verb == ATTACK:  # nearly all of them
        strike = c.arms[item].close
        return c.dex if strike is None else strike.rank
    if IS_GRIP[verb]:
        return strike_rank.of_skill(c.wrestling)
    if verb == AID:
        return strike_rank.of_skill(c.first_aid)
    if verb == BREAKAWAY and item == NOTHING:
        return strike_rank.of_skill(c.dodge + c.dodge_penalty)
    if IS_PART[verb]:
        skill = _skill_of(c, verb, item)
        return strike_rank.of_skill(c.entry.sheet.skills[skill]) if skill else c.dex
    if item < 0 or verb == READY:
        return c.dex
    strike = strike_of(c, verb, item)
    return c.dex if strike is None else strike.rank


def stops(c: Combatant, item: int, against: int) -> int:
    """The armour points of a parry with *item* of something that *against* does."""
    arm: Arm = c.arms[item]
    return arm.stops(c.reach_to(against)) if c.foes else arm.ap


def _term(terms: list[Term] | None, label: str, value: int, rule: str) -> int:
    if terms is not None:
        terms.append(Term(label, value, rule))
    return value


def opportunity_chance(fight: State, c: Combatant, strike: Choice, terms: list[Term] | None) -> int:
    """The modified skill of an opportunity attack."""
    total = attack_chance(fight, c, OPPORTUNITY, strike.item, strike.target, terms)
    return total + opening(strike.occasion, strike.to == BEHIND, terms)
