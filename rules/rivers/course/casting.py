"""What becomes of a spell: the dice of casting and of resistance, and what lands."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, TableDice, Term
from rules.rivers.chapters import bodies, damage, levels, magic, wounds
from rules.rivers.chapters.order import Strike
from rules.rivers.course import effects, spells
from rules.rivers.course.blows import has_parried
from rules.rivers.course.choices import CLOSES, Choice
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.costs import pay, spent
from rules.rivers.course.deeds import stanch
from rules.rivers.course.effects import Effect
from rules.rivers.course.harm import faint, left_of, lose, set_condition, suffer
from rules.rivers.course.mending import heal, heal_all
from rules.rivers.course.proving import BY_RUNE, prove
from rules.rivers.course.ritual import disturb
from rules.rivers.course.state import State

STANDS: Final = "stands"
FAILS: Final = "fails"
WARDED: Final = "warded"
RESISTED: Final = "resisted"
HIT: Final = "hit"
STOPPED: Final = "stopped"
CROSSES: Final = "crosses"
_NO_PLACE: Final = -1


class Casting:
    """A spell whose dice have fallen: the roll, its costs, and what it comes to.

    ``kind`` is how it was cast, ``dealt`` its damage, ``place`` where that goes, -1 for nowhere; ``crosses`` says that it
    comes from another engagement.
    """

    __slots__ = (
        "cast",
        "crosses",
        "dealt",
        "figures",
        "kind",
        "level",
        "outcome",
        "place",
        "who",
        "whom",
    )

    def __init__(self, who: int, whom: int, cast: list[int], kind: str) -> None:
        self.who: int = who
        self.whom: int = whom
        self.cast: list[int] = cast
        self.kind: str = kind
        self.level: int = levels.SUCCESS
        self.outcome: str = STANDS
        self.figures: list[Figure] = []
        self.dealt: int = 0
        self.place: int = _NO_PLACE
        self.crosses: bool = False


# --- the dice --------------------------------------------------------------------------------


def roll_cast(state: State, who: int, cast: list[int], whom: int, by_hand: int = 0) -> Casting:
    """Q41: let the dice of casting fall, unless a ritual has made the spell ready."""
    c = state.person(who)
    made = Casting(who, whom, cast, spells.kind_of(state, c, cast))
    if made.kind == spells.READY:
        return made
    spell = c.build.spells[cast[0]]
    chance = magic.chance(spell.magic, c.build.power, c.build.entry.sheet.rune)
    rolled = state.dice.roll(100)
    rolled = by_hand or rolled
    made.level = levels.level(rolled, chance)
    if spell.magic == spells.RUNE:
        prove(c, BY_RUNE, made.level)
    if made.level < levels.SUCCESS:
        made.outcome = FAILS
    if state.log is not None:
        what = "Rune" if spell.magic == spells.RUNE else "5 x POW"
        made.figures = [
            Figure("casting_chance", chance, (Term(what, chance, "Q41"),), "Q41"),
            Figure(
                "casting_roll",
                rolled,
                (Term("1D100", rolled, "Q19"),),
                "Q19",
                dice="1D100",
                by_hand=by_hand > 0,
            ),
        ]
    return made


def roll_attack(state: State, strike: Strike, choice: Choice) -> Casting:
    """C21, M4: the dice of attack magic: casting, POW against POW, damage and location."""
    made = roll_cast(state, strike.who - 1, choice.cast, strike.target - 1, choice.d100)
    if made.outcome != STANDS:
        return made
    c, target = state.person(made.who), state.person(made.whom)
    spell = c.build.spells[made.cast[0]]
    if spells.strength_of(spell, made.cast) <= effects.ward(target.under):
        made.outcome = WARDED
        return made
    if spell.resisted and not _overcomes(state, made, c, target):
        made.outcome = RESISTED
        if spell.effect == spells.SEVER:
            made.dealt = state.dice.roll(spell.sides)
    elif spell.effect == spells.BOLT:
        _roll_bolt(state, made, target, choice.shown)
    return made


def _overcomes(state: State, made: Casting, c: Combatant, target: Combatant) -> bool:
    """Q28: POW against POW."""
    chance = levels.resistance(c.build.power, target.build.power)
    rolled = state.dice.roll(100)
    if state.log is not None:
        terms = (Term("POW against POW", chance, "Q28"),)
        made.figures += [
            Figure("resistance_chance", chance, terms, "Q28"),
            Figure("resistance_roll", rolled, (Term("1D100", rolled),), "Q28", dice="1D100"),
        ]
    return rolled <= chance


def _roll_bolt(state: State, made: Casting, target: Combatant, shown: TableDice | None) -> None:
    """C21, M25: a die for each point, and where they strike."""
    spell = state.person(made.who).build.spells[made.cast[0]]
    for _ in range(made.cast[1]):
        made.dealt += state.dice.roll(spell.sides)
    made.outcome = HIT
    number = state.dice.roll(20)
    if shown is not None:
        number = shown.location or number
        made.dealt = sum(shown.damage) or made.dealt
    locations = target.build.entry.sheet.body.locations
    made.place = bodies.at([one.to for one in locations], number)
    while target.severed[made.place]:  # C9
        made.place = (made.place + 1) % len(locations)
    if state.log is not None:
        rule = "M25" if spell.pierces else "C21"
        dice = Term(f"{made.cast[1]}D{spell.sides}", made.dealt, rule)
        made.figures += [
            Figure("damage", made.dealt, (dice,), rule),
            Figure("location_roll", number, (Term("location", number, "H3"),), "H3", dice="1D20"),
        ]


# --- what lands ------------------------------------------------------------------------------


def _settle_costs(state: State, made: Casting) -> None:
    """Q42: what casting takes, or the ritual that it was; a focus that was drawn for it is in hand."""
    c = state.person(made.who)
    if made.kind == spells.READY:
        c.ritual = c.build.no_ritual
        return
    if made.kind == magic.PREPARED:
        c.focus = made.cast[0]
    made.figures += pay(state, c, made.cast, made.level)


def land_attack(state: State, made: Casting, rank: Figure) -> bool:
    """Let attack magic land; say whether it hurt anybody.  *rank* is its strike rank with its sum."""
    _settle_costs(state, made)
    made.figures.insert(0, rank)
    c, target = state.person(made.who), state.person(made.whom)
    spell = c.build.spells[made.cast[0]]
    hurt = False
    if made.outcome in (STANDS, HIT, RESISTED):
        _break_wards(state, target)
    if made.place >= 0:
        hurt = _land_bolt(state, made, target, spell.pierces)
    elif spell.effect == spells.SEVER and made.outcome in (STANDS, RESISTED):
        _tell(state, made)
        _land_sever(state, made, target)
        hurt = True
    else:
        _tell(state, made)
        if made.outcome == STANDS:
            put_under(state, c, made.cast, target)
    if hurt:
        disturb(state, target)
    spent(state, c)
    return hurt


def _land_bolt(state: State, made: Casting, target: Combatant, pierces: bool) -> bool:
    magical = 0 if pierces else target.shielded()
    through = damage.through(made.dealt, 0, magical, "magic")
    if state.log is not None:
        terms = [Term("damage", made.dealt, "M25" if pierces else "C21")]
        if magical:
            for one in effects.armour_terms(target.under):
                terms.append(Term(one.label, -one.value, one.rule))
        made.figures.append(Figure("through", through, tuple(terms), "Q35c", floor=0))
    if through == 0:
        made.outcome = STOPPED
        _tell(state, made)
        return False
    was_useless = target.is_useless(made.place)
    found = lose(target, made.place, through)
    if state.log is not None:
        made.figures += left_of(target, made.place, found)
    _tell(state, made)
    suffer(state, target, made.place, found, was_useless)
    return True


def _land_sever(state: State, made: Casting, target: Combatant) -> None:
    """M27: dead, or hit points in all are lost."""
    if made.outcome == STANDS:
        set_condition(state, target, wounds.DEAD)
        return
    target.lost_all += made.dealt
    if state.log is not None:
        left = target.build.total - target.lost_all
        terms = (Term("had in all", left + made.dealt), Term("1D6", -made.dealt, "M27"))
        state.emit(
            "drained", at=target.index, figures=[Figure("all_hit_points", left, terms, "M27")]
        )
    faint(state, target)


def _break_wards(state: State, target: Combatant) -> None:
    """M8: a ward of spirit magic that was too weak is over."""
    for one in target.under:
        if one.gift.ward and one.spell.magic != spells.RUNE:
            end(state, target, one)


def cast_support(state: State, who: int, choice: Choice) -> list[list[int]]:
    """C20, M5: cast a spell of support; what reaches somebody elsewhere comes back, for the edge of the round."""
    c = state.person(who)
    whom = choice.targets[0]
    made = roll_cast(state, who, choice.cast, whom, choice.d100)
    _settle_costs(state, made)
    elsewhere = len(state.own) > 0 and whom not in state.own
    crossing: list[list[int]] = []
    if made.outcome == STANDS and elsewhere:
        made.outcome = CROSSES
        crossing.append([who, whom, *made.cast[:3]])
    _tell(state, made)
    if made.outcome == STANDS:
        take_effect(state, c, made.cast, state.person(whom))
    spent(state, c)
    return crossing


def land_crossing(state: State, crossing: list[int]) -> None:
    """M37, C55b: what was cast on somebody in another engagement, or first aid, reaches it at the edge of the round."""
    c, target = state.person(crossing[0]), state.person(crossing[1])
    cast = crossing[2:]
    if not cast:
        stanch(state, target)
        return
    spell = c.build.spells[cast[0]]
    if not spells.suits(spell, target):
        return
    state.emit("crossed", by=c.index, at=target.index, facts={"spell": spell.id})
    take_effect(state, c, cast, target)


def take_effect(state: State, c: Combatant, cast: list[int], target: Combatant) -> None:
    """What a spell that was cast does to somebody."""
    spell = c.build.spells[cast[0]]
    points = spells.points_in(spell, cast)
    if spell.effect == spells.HEAL:
        heal(state, target, points)
    elif spell.effect == spells.HEAL_ALL:
        heal_all(state, target)
    elif spell.effect == spells.DISPEL:
        for one in spells.dispelled(c, target, spells.strength_of(spell, cast)):
            end(state, target, one)
    else:
        put_under(state, c, cast, target)


def put_under(state: State, c: Combatant, cast: list[int], target: Combatant) -> None:
    """Q43: put somebody under a spell, up to and with its last round."""
    spell = c.build.spells[cast[0]]
    item = spells.weapon_for(spell, target)
    if item == spells.UNFIT or effects.with_spell(target.under, spell) is not None:
        return  # what it was for is gone since, or another spell was quicker
    until = max(1, state.round) + spell.rounds - 1
    one = Effect(spell, spells.points_in(spell, cast), cast[2], until, item)
    dozed = target.dozes
    target.enchant([*target.under, one])
    target.settle()
    if target.dozes and not dozed:
        state.emit("condition", at=target.index, facts={"condition": "asleep", "change": "began"})


# --- how spells end --------------------------------------------------------------------------


def end(state: State, c: Combatant, one: Effect) -> None:
    """Q43: a spell on somebody is over."""
    before = _states(c)
    c.enchant([other for other in c.under if other is not one])
    c.settle()
    state.emit("spell_ended", at=c.index, facts={"spell": one.spell.id})
    if one.gift.hit_points:
        _miss(state, c, before)
    if one.gift.heedless:
        _heed(state, c)


def _states(c: Combatant) -> list[wounds.Wound]:
    return [c.state_of(place) for place in range(len(c.lost))]


def _miss(state: State, c: Combatant, before: list[wounds.Wound]) -> None:
    """M40: borrowed hit points are gone; *before* is what the locations were like with them."""
    for place, found in enumerate(_states(c)):
        if found.effects != before[place].effects:
            suffer(state, c, place, found, False)
    faint(state, c)


def _heed(state: State, c: Combatant) -> None:
    """M16: what would have been felt before is felt now."""
    for found, full, lost in zip(_states(c), c.build.full, c.lost, strict=True):
        if wounds.UNCONSCIOUS in found.effects:
            set_condition(state, c, wounds.UNCONSCIOUS)
        if wounds.CRIPPLED in found.effects and lost >= 2 * full:
            set_condition(state, c, wounds.SHOCK)
    faint(state, c)
    spent(state, c)


def end_spells(state: State, c: Combatant) -> None:
    """C22: what lasted until this round is over with it."""
    for one in c.under:
        if state.round >= one.until:
            end(state, c, one)


def end_with_blow(state: State, striker: Combatant, target: Combatant, item: int) -> None:
    """M19, M29: what ends with a blow at somebody, and what was for one missile alone."""
    for one in target.under:
        if one.gift.wakes:
            end(state, target, one)
    for one in striker.under:
        if one.gift.once and one.item == item:
            end(state, striker, one)


def pause_trances(state: State, c: Combatant, plan: Choice) -> None:
    """A23: what lasts only while its weapon fights."""
    for one in c.under:
        if one.gift.trained == 0:
            continue
        attacked = plan.attacks > 0 and plan.item == one.item
        parried = has_parried(state, c, one.item)
        if not magic.trance_goes_on(attacked, parried, plan.way == CLOSES, plan.slow):
            end(state, c, one)


def _tell(state: State, made: Casting) -> None:
    if state.log is None:
        return
    c = state.person(made.who)
    spell = c.build.spells[made.cast[0]]
    facts = {
        "spell": spell.id,
        "points": spells.points_word(spell, made.cast),
        "level": levels.LEVEL_NAMES[made.level],
        "outcome": made.outcome,
    }
    if made.kind != magic.FAST:
        facts["kind"] = made.kind
    if made.crosses:
        facts["crosses"] = "yes"
    where = ""
    if made.place >= 0:
        where = state.person(made.whom).build.entry.sheet.body.locations[made.place].name
    state.emit("cast", by=made.who, at=made.whom, place=where, facts=facts, figures=made.figures)
