"""Which spells somebody can cast now, how fast, on whom, and why not."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Term
from rules.rivers.chapters import magic, strike_rank
from rules.rivers.chapters.actions import may_be_extra
from rules.rivers.course import effects
from rules.rivers.course.choices import CAST, SLOW
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.effects import NO_ATTACK, NO_SPELLS, Effect, barring, with_spell
from rules.rivers.course.elsewhere import elsewhere, is_alone
from rules.rivers.course.ritual import is_ready
from rules.rivers.course.state import State
from rules.rivers.model import Spell

BOLT: Final = "bolt"
SEVER: Final = "sever"
LASTS: Final = "lasts"
HEAL: Final = "heal"
HEAL_ALL: Final = "heal_all"
DISPEL: Final = "dispel"
READY: Final = "ritual"
FOCUS: Final = "the focus"
RUNE: Final = "rune"
MOST_BOOST: Final = 6
UNFIT: Final = -2
_LEFT: Final = "left"


# --- what is in a spell ----------------------------------------------------------------------


def points_in(spell: Spell, cast: list[int]) -> int:
    """M11: how strong its effect is: by its own points, or by the magic points that power it."""
    return cast[2] if spell.powered else cast[1]


def magic_in(spell: Spell, cast: list[int]) -> int:
    """The magic points that are in it altogether."""
    return cast[2] if spell.magic == RUNE else cast[1] + cast[2]


def strength_of(spell: Spell, cast: list[int]) -> int:
    """Q44: how strong it is against other spells."""
    return magic.strength(spell.magic, cast[1], cast[2])


def points_word(spell: Spell, cast: list[int]) -> str:
    """What is in it: "4", "4+2", or what powers it."""
    if spell.powered:
        return str(cast[2])
    return f"{cast[1]}+{cast[2]}" if cast[2] else str(cast[1])


def word_of(c: Combatant, cast: list[int]) -> str:
    """What stands for a spell with its points: "lightning-2"."""
    spell = c.build.spells[cast[0]]
    return f"{spell.id}-{points_word(spell, cast)}"


def label_of(state: State, c: Combatant, cast: list[int]) -> str:
    """The same for people."""
    spell = c.build.spells[cast[0]]
    if is_ready(state, c, cast):
        return f"{spell.name} {points_word(spell, cast)}, whose ritual is finished"
    many = "" if cast[1] == 1 else "s"
    by = "" if spell.magic == RUNE else " by its focus"
    kind = "rune" if spell.magic == RUNE else "magic"
    return f"{spell.name} with {cast[1]} {kind} point{many}{by}"


def about(spell: Spell) -> str:
    """What it does, in a sentence."""
    words = spell.text
    resisted = "; it may be resisted" if spell.resisted else ""
    return f"{words[0].upper()}{words[1:]}{resisted}."


# --- what can be cast ------------------------------------------------------------------------


def why_no_spells(c: Combatant) -> str:
    """M17, M20: what keeps somebody from casting anything; "reason|rule"."""
    if c.under and effects.bars(c.under) & NO_SPELLS:
        return f"{barring(c.under, NO_SPELLS)} leaves no spells|M17"
    return ""


def castable(state: State, c: Combatant, attack: bool) -> list[list[int]]:
    """The spells that *c* can cast without a ritual, as attacks or as support: number, points, magic points."""
    found: list[list[int]] = []
    if c.spoken or why_no_spells(c):
        return found
    for number, spell in enumerate(c.build.spells):
        if spell.attack == attack:
            for cast in _quick(c, number, spell):
                if _in_time(state, c, cast):
                    found.append(cast)
    ready = c.ritual[:3]
    if ready in found or not is_ready(state, c, ready):
        return found
    if c.build.spells[ready[0]].attack == attack and _in_time(state, c, ready):
        found.append(ready)
    return found


def _quick(c: Combatant, number: int, spell: Spell) -> list[list[int]]:
    """S29: without a ritual: rune magic without magic points, and spirit magic by its focus."""
    if spell.magic == RUNE:
        if spell.powered:
            return []
        return [[number, one, 0] for one in rune_points(c, spell)]
    points = c.build.foci[number]
    if points and not why_no_focus(c, points):
        return [[number, points, 0]]
    return []


def rune_points(c: Combatant, spell: Spell) -> list[int]:
    """With how many rune points somebody can cast a spell."""
    if spell.points:
        return [spell.points] if spell.points <= c.rune_points else []
    return list(range(1, c.rune_points + 1))


def why_no_focus(c: Combatant, points: int) -> str:
    """Q42b, Q47: why somebody does not cast by a focus with so many points."""
    return magic.why_not(points, c.magic_points, [], _has_focus_hand(c))


def _has_focus_hand(c: Combatant) -> bool:
    """M2: a focus hangs at the left arm; whoever has no arms has it elsewhere."""
    for place, location in enumerate(c.build.entry.sheet.body.locations):
        if location.kind == "arm" and location.name.startswith(_LEFT):
            return not c.is_useless(place)
    return True


def why_not(state: State, c: Combatant, number: int) -> str:
    """Why *c* casts that spell neither fast nor by a focus now: "reason|rule"."""
    spell = c.build.spells[number]
    problem = why_no_spells(c)
    if problem:
        return problem
    if c.spoken:
        return "one spell is cast besides in this round already|S20"
    if spell.magic == RUNE:
        if spell.powered:
            return "it is a ritual, since magic points power it|S29a"
        if not rune_points(c, spell):
            wants = spell.points or 1
            return f"it takes {wants} of its rune points, and there are {c.rune_points}|Q42b"
    else:
        points = c.build.foci[number]
        if not points:
            return "without a focus it is a ritual|S29"
        reason, _, rule = why_no_focus(c, points).partition(" (")
        if reason:
            return f"{reason}|{rule.rstrip(')')}"
    if not [one for one in castable(state, c, spell.attack) if one[0] == number]:
        return "whoever is surprised casts nothing so early|A15"
    return "nobody is there whom it could be cast on|Q43"


def _in_time(state: State, c: Combatant, cast: list[int]) -> bool:
    """A15: whoever is surprised is too late for what is cast early."""
    if not c.surprised:
        return True
    rank = strike_rank.total(rank_terms(state, c, cast))
    if is_fast(state, c, cast) and not c.build.spells[cast[0]].attack:
        rank = strike_rank.FAST
    return strike_rank.may_answer(strike_rank.thirds(rank), state.options.surprised_defence)


def is_fast(state: State, c: Combatant, cast: list[int]) -> bool:
    """S29, S33: rune magic, and what a ritual has made ready."""
    return c.build.spells[cast[0]].magic == RUNE or is_ready(state, c, cast)


def kind_of(state: State, c: Combatant, cast: list[int]) -> str:
    """How a spell is cast now: "fast", "prepared" or "ritual" for one that a ritual has made ready."""
    if is_ready(state, c, cast):
        return READY
    return magic.FAST if c.build.spells[cast[0]].magic == RUNE else magic.PREPARED


def rank_terms(state: State, c: Combatant, cast: list[int]) -> list[Term]:
    """S23, S24, S25, S26: the strike rank of attack magic."""
    if is_fast(state, c, cast):
        terms = strike_rank.fast()
    else:
        terms = strike_rank.focused(c.build.dex, cast[1])
        if c.focus != cast[0]:
            terms.append(strike_rank.drawn(FOCUS))
    if c.surprised:
        terms.append(state.surprise(c))
    if c.under:
        terms += effects.rank_terms(c.under)
    return terms


def attacks(state: State, c: Combatant) -> list[list[int]]:
    """S23, M4: the attack magic that *c* can cast, at anybody at all."""
    if c.barred_from() & NO_ATTACK:
        return []
    return [one for one in castable(state, c, True) if foes_of(state, c, one[0])]


def besides(state: State, c: Combatant) -> list[list[int]]:
    """S20, A11: the spells that *c* can cast besides its actions, on anybody at all."""
    plan = state.plans.get(c.index)
    more = effects.spells_more(c.under) if c.under and state.phase else 0
    if more:
        return _at_once(state, c, more)
    if plan is not None and (plan.verb == CAST or plan.verb in SLOW):
        return []
    found = [one for one in castable(state, c, False) if supported(state, c, one)]
    allowed = state.options.allow_attack_spell_in_slot
    if state.phase and not is_alone(state) and may_be_extra(True, allowed):
        found += attacks(state, c)
    return found


def promised(state: State, c: Combatant) -> list[list[int]]:
    """The spells that it will cast in this engagement, as far as it has said."""
    plan = state.plans.get(c.index)
    found = [plan.cast] if plan is not None and plan.verb == CAST else []
    return found + [one.cast for one in state.besides.get(c.index, [])]


def _at_once(state: State, c: Combatant, more: int) -> list[list[int]]:
    """M41: what whoever casts several at once can cast besides, after those that it has said."""
    plan = state.plans.get(c.index)
    said = promised(state, c)
    if plan is not None and plan.verb in SLOW:
        return []
    found = [one for one in castable(state, c, False) if supported(state, c, one)]
    if not is_alone(state):
        found += attacks(state, c)
    quick = [one for one in found if is_fast(state, c, one)]
    if not said:
        return [one for one in found if one not in quick or not c.build.spells[one[0]].attack]
    if len(said) > more or [one for one in said if is_fast(state, c, one)]:
        return []
    left = c.magic_points - sum([one[1] for one in said])
    known = [one[0] for one in said if not c.build.spells[one[0]].attack]
    return [one for one in found if one not in quick and one[0] not in known and one[1] <= left]


# --- on whom ---------------------------------------------------------------------------------


def targets_of(state: State, c: Combatant, cast: list[int]) -> list[Combatant]:
    """Everybody whom a spell can be cast on."""
    if c.build.spells[cast[0]].attack:
        return foes_of(state, c, cast[0])
    return supported(state, c, cast)


def foes_of(state: State, c: Combatant, number: int) -> list[Combatant]:
    """S43, M42: the foes of its engagement that an attack with that spell reaches; of whoever is alone those elsewhere."""
    spell = c.build.spells[number]
    found: list[Combatant] = []
    for one in state.foes(c):
        if state.flight(c, one) <= spell.range and suits(spell, one):
            found.append(one)
    if state.phase and is_alone(state):
        found = [one for one in elsewhere(state, c, spell.range) if suits(spell, one)]
    return found


def supported(state: State, c: Combatant, cast: list[int]) -> list[Combatant]:
    """C19, M5, M37: whom a spell of support reaches and suits."""
    spell = c.build.spells[cast[0]]
    if spell.self_only:
        is_inside = state.star.first or state.star.second
        return [c] if is_inside and suits(spell, c) else []
    found: list[Combatant] = []
    for one in _nearby(state, c, is_fast(state, c, cast)):
        if state.flight(c, one) > spell.range:
            continue
        if spell.effect == DISPEL:
            if dispelled(c, one, strength_of(spell, cast)):
                found.append(one)
        elif one.build.side == c.build.side and suits(spell, one):
            found.append(one)
    return found


def _nearby(state: State, c: Combatant, fast: bool) -> list[Combatant]:
    """Those of its engagement, and (fast magic between engagements, other magic always) friends elsewhere."""
    inside = c.index in state.own
    own = list(state.own)
    star = None if inside else state.star_of(c.index + 1)
    if star is not None:
        own = [seat - 1 for seat in (*star.first, *star.second)]
    found: list[Combatant] = []
    for one in state.people:
        if one.index in own:
            if inside:
                found.append(state.person(one.index))
        elif one.build.side == c.build.side and not (inside and fast):
            found.append(one)
    return found


def suits(spell: Spell, one: Combatant) -> bool:
    """M5, M6: would the spell do anything to somebody?"""
    if one.dead or one.gone:
        return False
    if spell.effect in (HEAL, HEAL_ALL):
        return one.lost_all > 0
    if not one.able:
        return False
    if spell.effect != LASTS:
        return True
    return with_spell(one.under, spell) is None and weapon_for(spell, one) != UNFIT


def is_on_weapon(spell: Spell) -> bool:
    """Is it on a weapon, and not on whoever has it?"""
    return bool(spell.kinds or spell.weapons or spell.flies)


def weapon_for(spell: Spell, one: Combatant) -> int:
    """M6: the first weapon in hand that it fits, -1 for a spell on no weapon; UNFIT without one."""
    if not is_on_weapon(spell):
        return effects.NO_ITEM
    for item, arm in enumerate(one.build.arms):
        if not one.holds(item):
            continue
        if arm.id in spell.weapons or (spell.flies and arm.how):
            return item
        if not arm.shield and not arm.how:
            for kind in spell.kinds:
                if kind in arm.kinds:
                    return item
    return UNFIT


def dispelled(c: Combatant, one: Combatant, strength: int) -> list[Effect]:
    """M28: what a dispel by *c* would end: of friends what attacked them, of foes what helps them; the strongest first."""
    attacked = one.build.side == c.build.side
    left = strength
    found: list[Effect] = []
    fitting = [effect for effect in one.under if effect.spell.attack == attacked]
    fitting.sort(key=effects.strength, reverse=True)
    for effect in fitting:
        if effects.strength(effect) <= left:
            left -= effects.strength(effect)
            found.append(effect)
    return found


# --- rituals ---------------------------------------------------------------------------------


def rituals(state: State, c: Combatant) -> list[list[int]]:
    """S29, S29a, M31: what *c* can put into a ritual now: number, points, magic points besides."""
    found: list[list[int]] = []
    if c.spoken or why_no_spells(c):
        return found
    if c.surprised and state.options.surprised_defence != "full":
        return found
    for number, spell in enumerate(c.build.spells):
        found += _ritual_casts(c, number, spell)
    return found


def _ritual_casts(c: Combatant, number: int, spell: Spell) -> list[list[int]]:
    left = c.magic_points
    if spell.magic == RUNE:
        most = left if spell.powered else min(left, MOST_BOOST)
        return [
            [number, points, more]
            for points in rune_points(c, spell)
            for more in range(1, most + 1)
        ]
    found: list[list[int]] = []
    for points in [spell.points] if spell.points else range(1, left + 1):
        for more in range(min(left - points, MOST_BOOST) + 1):
            if more or points != c.build.foci[number]:
                found.append([number, points, more])
    return found
