"""One blow or shot: rolled on the state before, landed on the state after."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.kernel.table import fits
from rules.request.chapters import (
    damage,
    defence,
    fumbles,
    grapple,
    magic,
    mastery,
    movement,
    rolls,
    wounds,
)
from rules.request.course.arms import Strike
from rules.request.course.chances import (
    attack_chance,
    boost_of,
    dodge_chance,
    opportunity_chance,
    parry_chance,
    rank_figure,
    roll_used,
    stops,
    strike_with,
    weighed_down,
)
from rules.request.course.choices import (
    ATTACK,
    BYPASS,
    CHARGE,
    DODGE,
    GRAPPLE,
    NO_AIM,
    NONE_LEFT,
    OPPORTUNITY,
    PARRY,
    PRECISE,
    RETREAT,
    SHOOT,
    STRIKES_BACK,
    VERBS,
    Choice,
)
from rules.request.course.combatant import BROKEN, NOTHING, Combatant
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.grappling import partners
from rules.request.course.landing import (
    OVEREXTENDED,
    VULNERABLE,
    condition,
    drop,
    hurt,
)
from rules.request.course.proving import BY_DODGE, of_arm, prove
from rules.request.course.push import Shove, shove
from rules.request.course.state import State, Struck
from rules.request.course.table import blow_sides
from rules.request.model import LOCATIONS

PARRY_DROPS_AT: Final = 100
_MOST: Final = " at its most"
_LEAST: Final = " at its least"


class Result(Struck):
    """A blow just rolled, with all that is to be told of it; it never outlives one advance."""

    __slots__ = (
        "attack_level",
        "bypasses",
        "damage",
        "facts",
        "figures",
        "is_shot",
        "meant",
        "strays",
    )

    def __init__(self, deed: Choice, reaction: Choice | None, is_shot: bool) -> None:
        super().__init__(deed, reaction, defence.unopposed(rolls.FAILURE))
        self.is_shot: bool = is_shot
        self.attack_level: int = rolls.FAILURE
        self.damage: int = 0
        self.bypasses: bool = False
        # P33o2: did it fail only for the others in the grapple?  Of what went astray, whom it was meant for.
        self.strays: bool = False
        self.meant: int = NOTHING
        self.facts: dict[str, str] = {}
        self.figures: list[Figure] = []

    def roll_fumbles(self, fight: State) -> None:
        """P16a: 1D6 for a fumbled attack."""
        if self.cell.attacker_fumbles:
            self.attack_fumble = fight.dice.roll(6)


def roll_blow(fight: State, deed: Choice, reaction: Choice | None) -> Result:
    """All dice of one blow, in order: attack, defence, damage, location."""
    c = fight.people[deed.by]
    at = fight.people[deed.target]
    is_shot = deed.verb == SHOOT
    c.strained = True  # P35
    made = Result(deed, reaction, is_shot)
    watched = fight.log is not None
    if watched:
        made.facts["verb"] = VERBS[deed.verb]
        if deed.verb == PRECISE:
            made.facts["aim"] = "bypass" if deed.arg == BYPASS else LOCATIONS[deed.arg]
        if deed.verb == OPPORTUNITY:
            by_reach = deed.occasion in (ATTACK, PRECISE, GRAPPLE, RETREAT)
            made.facts["trigger"] = "reach" if by_reach else VERBS[deed.occasion]
        if strike_with(c, deed.verb, deed.item, deed.target).awkward:
            made.facts["improvised"] = "yes"
        if deed.verb not in STRIKES_BACK:
            made.figures.append(rank_figure(c, deed.verb, deed.item))
    _roll_against(fight, made, c, at, watched)
    if made.cell.damage != defence.MISS and deed.verb != GRAPPLE:
        _roll_damage(fight, made, c, at, watched)
    if is_shot:
        c.aim_count = 0  # P16d: aiming was for this one shot
    return made


def _roll_against(fight: State, made: Result, c: Combatant, at: Combatant, watched: bool) -> None:
    """Attack and defence, each with its d100; against the helpless the attack needs none (P16b)."""
    deed = made.deed
    reaction = made.reaction
    if reaction is not None and reaction.verb not in (PARRY, DODGE):
        reaction = None
    terms: list[Term] | None = [] if watched else None
    its_terms: list[Term] | None = [] if watched else None
    level = rolls.CRITICAL
    rolled = 0
    chance = 0
    is_certain = at.is_helpless() and not made.is_shot
    if not is_certain:
        if deed.verb == OPPORTUNITY:
            chance = opportunity_chance(fight, c, deed, terms)
        else:
            chance = attack_chance(fight, c, deed.verb, deed.item, deed.target, terms, deed.seen)
        rolled = fight.dice.roll(100)
        if deed.d100:
            rolled = deed.d100
        if fight.modifiers:
            roll_used(fight, c)
    its_chance = 0
    if reaction is not None:
        its_chance = _defence_chance(fight, at, reaction, deed, its_terms)
        if chance > mastery.WHOLE or its_chance > mastery.WHOLE:
            weighs = mastery.weight(chance)
            chance -= weighed_down(mastery.weight(its_chance), terms)
            its_chance -= weighed_down(weighs, its_terms)
    if not is_certain:
        level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
        prove(c, of_arm(deed.item, made.is_shot), level)
    made.attack_level = level
    from_outside = (at.holding >= 0 or at.holder >= 0) and not c.is_grappled_with(at)
    made.strays = from_outside and not is_certain and grapple.strays(rolled, chance)
    if terms is not None:
        made.facts["level"] = rolls.LEVEL_NAMES[level]
        if is_certain:
            made.facts["helpless"] = "yes"
        else:
            by_hand = deed.d100 != 0
            made.figures.append(figure("attack_chance", terms, "P9"))
            made.figures.append(rolled_figure("attack_roll", "1D100", rolled, "P9", by_hand))
    if reaction is not None:
        _roll_defence(fight, made, at, reaction, rolled, its_chance, its_terms)
        return
    made.cell = defence.unopposed(level)
    if watched:
        declined = made.reaction
        could = declined is not None and declined.arg != NONE_LEFT
        made.facts["defence"] = "declined" if could else "cannot"
        made.facts["outcome"] = "hit" if made.cell.damage != defence.MISS else "missed"


def roll_astray(fight: State, made: Result) -> Result | None:
    """P33o2: the blow on whom it strikes instead, without a defence; None if it does not stray."""
    if not made.strays or made.deed.verb == GRAPPLE:
        return None
    meant = fight.people[made.deed.target]
    # It came from outside, and a hold ends before one of the two is out of reach of blows.
    other = fight.people[partners(fight, meant)[0]]
    deed = made.deed.aimed_at(other.index)
    stray = Result(deed, None, made.is_shot)
    stray.meant = meant.index
    stray.attack_level = rolls.SUCCESS
    stray.cell = defence.unopposed(rolls.SUCCESS)
    c = fight.people[deed.by]
    watched = fight.log is not None
    _roll_damage(fight, stray, c, other, watched)
    if watched:
        stray.facts["meant"] = meant.id
    return stray


def _defence_chance(
    fight: State, at: Combatant, reaction: Choice, deed: Choice, terms: list[Term] | None
) -> int:
    """The modified skill of a parry or a dodge."""
    at.strained = True  # P35
    if reaction.verb == PARRY:
        return parry_chance(fight, at, reaction.item, deed, terms)
    return dodge_chance(fight, at, deed, terms)


def _roll_defence(  # noqa: PLR0913 - both sides of an opposed roll
    fight: State,
    made: Result,
    at: Combatant,
    reaction: Choice,
    rolled: int,
    chance: int,
    terms: list[Term] | None,
) -> None:
    level = made.attack_level
    parries = reaction.verb == PARRY
    against = fight.dice.roll(100)
    if reaction.d100:
        against = reaction.d100
    if fight.modifiers:
        roll_used(fight, at)
    made.defence_roll = against
    found = rolls.level(against, chance, fight.option_round_up, fight.option_fumble_from)
    prove(at, of_arm(reaction.item) if parries else BY_DODGE, found)
    # P14: among equal successes the lower roll drops a level (A23: the plain table does not).
    attack_now, defence_now = level, found
    if fight.option_demotion and rolled > 0:
        attack_now, defence_now = defence.demoted(level, rolled, found, against)
    made.cell = (
        defence.parried(attack_now, defence_now)
        if parries
        else defence.dodged(attack_now, defence_now)
    )
    if terms is None:
        return
    made.figures.append(figure("defence_chance", terms, "P9"))
    made.figures.append(rolled_figure("defence_roll", "1D100", against, "P9", reaction.d100 != 0))
    made.facts["defence"] = VERBS[reaction.verb]
    if parries:
        made.facts["defence_item"] = at.arms[reaction.item].id
    made.facts["defence_level"] = rolls.LEVEL_NAMES[found]
    if attack_now != level:
        made.facts["demoted"] = "attacker"
    elif defence_now != found:
        made.facts["demoted"] = "defender"
    if made.cell.damage != defence.MISS:
        made.facts["outcome"] = "hit"
    elif level < rolls.SUCCESS:
        made.facts["outcome"] = "missed"
    else:
        made.facts["outcome"] = "parried" if parries else "dodged"


def _roll_damage(
    fight: State,
    made: Result,
    c: Combatant,
    at: Combatant,
    watched: bool,
) -> None:
    """P21: dice, modifier, +2 if vulnerable, less the parry, less the armour of the location."""
    deed = made.deed
    strike = strike_with(c, deed.verb, deed.item, deed.target)
    terms: list[Term] = []
    made.damage = _dice_damage(fight, made, c, strike, terms, watched)
    after = fight.setup.options.vulnerable_damage == "after_armour"
    if at.vulnerable and not after:
        made.damage += damage.VULNERABLE
        if watched:
            terms.append(Term("vulnerable", damage.VULNERABLE, "R38a"))
    reaction = made.reaction
    if reaction is not None and reaction.verb == PARRY and made.cell.parry_times:
        stopped = stops(at, reaction.item, deed.by) * made.cell.parry_times
        made.damage -= stopped
        if watched:
            label = "parry" if made.cell.parry_times == 1 else "critical parry"
            terms.append(Term(f"{label}, {at.arms[reaction.item].name}", -stopped, "P15"))
    made.damage = max(0, made.damage)
    made.push = damage.knockback_metres(made.damage, at.size, deed.verb == CHARGE)
    if watched:
        by_hand = bool(_by_hand(deed, strike)) and made.cell.damage == defence.ROLLED
        made.figures.append(figure("damage", terms, "P21", 0, strike.dice_text(), by_hand))
    _place(fight, made, watched)
    # P21, P29: armour of the location; a precise attack past the armour meets only the hide.
    armour = at.entry.sheet.natural_armour if made.bypasses else at.armour[made.place]
    made.through = max(0, made.damage - armour - at.ward)
    if at.vulnerable and after:
        made.through += damage.VULNERABLE
    if watched:
        through = [Term("damage", made.damage, "P21")]
        if armour:
            # With the later +2 the floor lies between the two, so the armour term stops there.
            counts = min(armour, made.damage) if after else armour
            through.append(Term("armour", -counts, "P29a"))
        if at.ward:
            counts = min(at.ward, max(0, made.damage - armour)) if after else at.ward
            through.append(Term("warded", -counts, "P26l"))
        if at.vulnerable and after:
            through.append(Term("vulnerable", damage.VULNERABLE, "R38a"))
        made.figures.append(figure("through", through, "P21", 0))
        if made.through == 0:
            made.facts["outcome"] = "stopped"


def _dice_damage(
    fight: State,
    made: Result,
    c: Combatant,
    strike: Strike,
    terms: list[Term],
    watched: bool,
) -> int:
    """Weapon dice, bonus and damage modifier: rolled, or at an extreme without rolling."""
    how = made.cell.damage
    by_hand = _by_hand(made.deed, strike)
    if how == defence.ROLLED:
        weapon = _roll_dice(fight, strike.dice, strike.sides, by_hand, 0)
        extra = strike.modifier_sign * _roll_dice(
            fight, strike.modifier_dice, strike.modifier_sides, by_hand, strike.dice
        )
        said = ""
    elif how == defence.MAXIMUM:
        weapon = damage.highest(1, strike.dice, strike.sides)
        extra = damage.highest(strike.modifier_sign, strike.modifier_dice, strike.modifier_sides)
        said = _MOST
    else:
        weapon = damage.lowest(1, strike.dice, strike.sides)
        extra = damage.lowest(strike.modifier_sign, strike.modifier_dice, strike.modifier_sides)
        said = _LEAST
    if watched:
        terms.append(Term(strike.dice_text() + said, weapon, "P30"))
        if strike.bonus:
            terms.append(Term("weapon", strike.bonus, "P30"))
        if strike.modifier_dice:
            text = damage.modifier_text(
                strike.modifier_sign, strike.modifier_dice, strike.modifier_sides
            )
            is_lance = made.deed.verb == CHARGE and strike in fight.people[made.deed.by].couched
            terms.append(Term(text + said, extra, "P34p" if is_lance else "P20"))
    total = weapon + strike.bonus + extra
    if c.under and made.deed.verb != SHOOT:
        power, kind = boost_of(c, made.deed.item)
        total += power
        if watched and power:
            terms.append(Term(magic.WORDS[kind], power, "P26k"))
    if made.deed.verb == CHARGE:
        total += _impetus(fight, made, strike, terms, watched)
    return total


def _impetus(fight: State, made: Result, strike: Strike, terms: list[Term], watched: bool) -> int:
    """P28e: 1D4 more for the charge, at its most or least as the other dice are."""
    how = made.cell.damage
    if how == defence.ROLLED:
        first = strike.dice + strike.modifier_dice
        by_hand = _by_hand(made.deed, strike)
        more = _roll_dice(fight, 1, movement.CHARGE_SIDES, by_hand, first)
        said = ""
    elif how == defence.MAXIMUM:
        more = movement.CHARGE_SIDES
        said = _MOST
    else:
        more = 1
        said = _LEAST
    if watched:
        terms.append(Term(f"charge 1D{movement.CHARGE_SIDES}{said}", more, "P28e"))
    return more


def _by_hand(deed: Choice, strike: Strike) -> tuple[int, ...]:
    """The damage dice rolled at the table, if they are those that fall: a planned blow may strike otherwise by now."""
    shown = deed.damage
    return shown if shown and fits(shown, blow_sides(strike, deed.verb == CHARGE)) else ()


def _roll_dice(fight: State, count: int, sides: int, by_hand: tuple[int, ...], first: int) -> int:
    """The sum of some dice; those rolled by hand count instead, and the stream moves on all the same."""
    total = 0
    for i in range(count):
        rolled = fight.dice.roll(sides)
        if by_hand:
            rolled = by_hand[first + i]
        total += rolled
    return total


def _place(fight: State, made: Result, watched: bool) -> None:
    """P22: the location, by D20 unless a precise attack chose it."""
    deed = made.deed
    if deed.arg not in (NO_AIM, BYPASS):
        made.place = deed.arg
        return
    made.bypasses = deed.arg == BYPASS
    rolled = fight.dice.roll(20)
    if deed.location:
        rolled = deed.location
    made.place = wounds.location(rolled)
    if watched:
        made.figures.append(
            rolled_figure("location_roll", "1D20", rolled, "P22", deed.location != 0)
        )


def land_blow(fight: State, made: Result, shoves: list[Shove]) -> None:
    """The blow, told by now, lands, and the wound follows; what it drives its target against comes to *shoves*."""
    at = fight.people[made.deed.target]
    if made.push > 0:
        shove(fight, at, fight.people[made.deed.by], made.push, shoves)
    if made.place >= 0:
        hurt(fight, at, made.place, made.through)


def tell_now(fight: State, made: Result) -> None:
    """Tell a blow that lands at once."""
    at = fight.people[made.deed.target]
    tell_blow(fight, made, at.hp[made.place] if made.place >= 0 else 0)


def tell_blow(fight: State, made: Result, was: int) -> None:
    """Tell the blow, which finds the location it hits at *was* hit points."""
    if fight.log is None:
        return
    place = ""
    if made.place >= 0:
        place = LOCATIONS[made.place]
        through = Term("damage through", -made.through, "P21")
        made.figures.append(figure("hit_points", [Term("was", was, "P23"), through], "P23"))
    c = fight.people[made.deed.by]
    fight.emit(
        "attack" if made.meant < 0 else "strayed",
        by=made.deed.by,
        at=made.deed.target,
        item=c.arms[made.deed.item].id,
        place=place,
        facts=made.facts,
        figures=made.figures,
    )


def land_fumbles(fight: State, made: Struck) -> None:
    """P16a: what the exchange leaves behind starts when it is over."""
    deed = made.deed
    c = fight.people[deed.by]
    at = fight.people[deed.target]
    if made.cell.attacker_overextended and c.able:
        _upset(fight, c, OVEREXTENDED, "critically dodged")
    if made.cell.attacker_fumbles:
        _fumbled_attack(fight, made, c)
    reaction = made.reaction
    if reaction is not None and made.cell.defender_fumbles:
        if at.able:
            _upset(fight, at, VULNERABLE, "fumbled " + VERBS[reaction.verb])
        if reaction.verb == PARRY and made.defence_roll == PARRY_DROPS_AT:
            drop(fight, at, reaction.item)


def _fumbled_attack(fight: State, made: Struck, c: Combatant) -> None:
    deed = made.deed
    is_shot = deed.verb == SHOOT
    arm = c.arms[deed.item]
    effect = fumbles.of_attack(made.attack_fumble, is_shot)
    if effect == fumbles.DROPPED and arm.hands == 0:
        effect = fumbles.VULNERABLE  # nothing to drop
    if effect == fumbles.BROKEN and arm.thrown:
        effect = fumbles.SHOT_LOST  # no string to break
    if fight.log is not None:
        fight.emit(
            "fumble",
            by=c.index,
            item=arm.id,
            facts={"effect": effect},
            figures=[
                rolled_figure(
                    "fumble_roll", "1D6", made.attack_fumble, "P16a2" if is_shot else "P16a"
                )
            ],
        )
    if effect == fumbles.DROPPED:
        drop(fight, c, deed.item)
    elif effect == fumbles.SHOT_LOST:
        if not arm.thrown:
            c.load_left[deed.item] = max(1, c.load_left[deed.item])
            c.settle()
    elif effect == fumbles.BROKEN:
        c.let_go(deed.item, BROKEN)
        c.settle()
        fight.disturb(c)
    elif c.able:
        _upset(fight, c, effect, "fumbled attack")


def _upset(fight: State, c: Combatant, name: str, cause: str) -> None:
    if condition(fight, c, name, True, cause):
        fight.disturb(c)
