"""Fast magic in an engagement: which spells somebody can cast now, and what becomes of them."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Figure, Term
from rules.rivers.chapters import bodies, damage, levels, magic, strike_rank
from rules.rivers.chapters.order import Strike
from rules.rivers.course.choices import CAST, Choice
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.harm import left_of, lose, suffer
from rules.rivers.course.state import State

BOLT: Final = "bolt"
SHIELD: Final = "shield"
BOLT_DIE: Final = 6
STANDS: Final = "stands"
FAILS: Final = "fails"
WARDED: Final = "warded"
RESISTED: Final = "resisted"
HIT: Final = "hit"
STOPPED: Final = "stopped"
_RUNE: Final = "rune"
_NO_PLACE: Final = -1


# --- what can be cast ------------------------------------------------------------------------


def castable(state: State, c: Combatant, effect: str, rank: int) -> list[list[int]]:
    """The spells with that effect that *c* can cast at a strike rank, each a number and its points."""
    found: list[list[int]] = []
    if c.rune_points == 0 or not _in_time(state, c, rank):
        return found
    for number, spell in enumerate(c.build.spells):
        if spell.effect == effect:
            for points in range(1, c.rune_points + 1):
                found.append([number, points])
    return found


def _in_time(state: State, c: Combatant, rank: int) -> bool:
    """A15: whoever is surprised is too late for what is cast early."""
    if not c.surprised:
        return True
    return strike_rank.may_answer(strike_rank.thirds(rank), state.options.surprised_defence)


def attacks(state: State, c: Combatant) -> list[list[int]]:
    """S23: the attack magic that *c* can cast, reach or not."""
    return castable(state, c, BOLT, strike_rank.total(rank_terms(state, c)))


def foes_of(state: State, c: Combatant, number: int) -> list[Combatant]:
    """S43: the foes of its engagement that a spell reaches."""
    far = c.build.spells[number].range
    return [one for one in state.foes(c) if state.distance(c, one) <= far]


def friends_of(state: State, c: Combatant, number: int) -> list[Combatant]:
    """C19: itself and the friends of its engagement that a spell of support reaches and who are under none."""
    star = state.star
    seats = star.first if c.build.first else star.second
    far = c.build.spells[number].range
    found: list[Combatant] = []
    for seat in seats:
        one = state.person(seat - 1)
        if one.able and not one.under and state.distance(c, one) <= far:
            found.append(one)
    return found


def word_of(c: Combatant, cast: list[int]) -> str:
    """What stands for a spell with its points: "lightning-2"."""
    return f"{c.build.spells[cast[0]].id}-{cast[1]}"


def label_of(c: Combatant, cast: list[int]) -> str:
    """The same for people."""
    many = "" if cast[1] == 1 else "s"
    return f"{c.build.spells[cast[0]].name} with {cast[1]} rune point{many}"


def besides(state: State, c: Combatant) -> list[list[int]]:
    """S20, A11: the fast spells of support that *c* can cast besides its actions, for anybody at all."""
    plan = state.plans.get(c.index)
    if plan is not None and plan.verb == CAST:
        return []
    return [
        one for one in castable(state, c, SHIELD, strike_rank.FAST) if friends_of(state, c, one[0])
    ]


def rank_terms(state: State, c: Combatant) -> list[Term]:
    """S23, S25: the strike rank of fast attack magic."""
    terms = strike_rank.fast()
    if c.surprised:
        by_distance = state.options.surprise == "by_distance"
        terms.append(strike_rank.surprised(state.setup.distance, by_distance))
    return terms


# --- casting ---------------------------------------------------------------------------------


class Spelled:
    """A spell whose dice have fallen: the roll, its costs, and what it comes to."""

    __slots__ = ("cast", "dealt", "figures", "level", "outcome", "place", "who", "whom")

    def __init__(self, who: int, whom: int, cast: list[int]) -> None:
        self.who: int = who
        self.whom: int = whom
        self.cast: list[int] = cast
        self.level: int = levels.FAILURE
        self.outcome: str = FAILS
        self.figures: list[Figure] = []
        self.dealt: int = 0
        self.place: int = _NO_PLACE


def roll_cast(state: State, who: int, choice: Choice, whom: int) -> Spelled:
    """Q41: let the dice of casting fall; whether it works the level says."""
    c = state.person(who)
    made = Spelled(who, whom, choice.cast)
    chance = magic.chance(_RUNE, c.build.power, c.build.entry.sheet.rune)
    rolled = state.dice.roll(100)
    made.level = levels.level(rolled, chance)
    if made.level >= levels.SUCCESS:
        made.outcome = STANDS
    if state.log is not None:
        made.figures = [
            Figure("casting_chance", chance, (Term("Rune", chance, "Q41"),), "Q41"),
            Figure("casting_roll", rolled, (Term("1D100", rolled, "Q19"),), "Q19", dice="1D100"),
        ]
    return made


def roll_bolt(state: State, strike: Strike, choice: Choice) -> Spelled:
    """C21: the dice of attack magic: casting, POW against POW, damage and location."""
    made = roll_cast(state, strike.who - 1, choice, strike.target - 1)
    if made.outcome != STANDS:
        return made
    c, target = state.person(made.who), state.person(made.whom)
    points = choice.cast[1]
    if magic.strength(_RUNE, points, 0) <= target.shielded():
        made.outcome = WARDED
        return made
    chance = levels.resistance(c.build.power, target.build.power)
    rolled = state.dice.roll(100)
    if state.log is not None:
        terms = [Term("POW against POW", chance, "Q28")]
        made.figures += [
            Figure("resistance_chance", chance, tuple(terms), "Q28"),
            Figure("resistance_roll", rolled, (Term("1D100", rolled),), "Q28", dice="1D100"),
        ]
    if rolled > chance:
        made.outcome = RESISTED
        return made
    for _ in range(points):
        made.dealt += state.dice.roll(BOLT_DIE)
    made.outcome = HIT
    number = state.dice.roll(20)
    locations = target.build.entry.sheet.body.locations
    made.place = bodies.at([one.to for one in locations], number)
    while target.severed[made.place]:  # C9
        made.place = (made.place + 1) % len(locations)
    if state.log is not None:
        dice = Term(f"{points}D{BOLT_DIE}", made.dealt, "C21")
        made.figures += [
            Figure("damage", made.dealt, (dice,), "C21"),
            Figure("location_roll", number, (Term("location", number, "H3"),), "H3", dice="1D20"),
        ]
    return made


def pay(state: State, made: Spelled) -> None:
    """Q42a: what casting takes."""
    c = state.person(made.who)
    before = c.rune_points
    taken = magic.cost(_RUNE, made.level, 0, made.cast[1])[1]
    c.rune_points = before - taken
    if state.log is not None:
        terms = (Term("had", before), Term("cast", -taken, "Q42a"))
        made.figures.append(Figure("rune_points", c.rune_points, terms, "Q42a"))


def cast_shield(state: State, who: int, choice: Choice) -> None:
    """C20: cast a shield on oneself or a friend."""
    made = roll_cast(state, who, choice, choice.targets[0])
    pay(state, made)
    target = state.person(made.whom)
    if made.outcome == STANDS:
        spell = state.person(who).build.spells[made.cast[0]]
        target.under = [made.cast[1], state.round + spell.rounds - 1]
    _tell(state, made, made.figures)


def land_bolt(state: State, made: Spelled, rank: Figure) -> bool:
    """Let attack magic land; say whether it hurt anybody.  *rank* is its strike rank with its sum."""
    pay(state, made)
    figures = [rank, *made.figures]
    if made.place < 0:
        _tell(state, made, figures)
        return False
    target = state.person(made.whom)
    magical = target.shielded()
    through = damage.through(made.dealt, 0, magical, "magic")
    if state.log is not None:
        terms = [Term("damage", made.dealt, "C21")]
        if magical:
            terms.append(Term("shield", -magical, "C20"))
        figures.append(Figure("through", through, tuple(terms), "Q35c", floor=0))
    if through == 0:
        made.outcome = STOPPED
        _tell(state, made, figures)
        return False
    was_useless = target.is_useless(made.place)
    found = lose(target, made.place, through)
    if state.log is not None:
        figures += left_of(target, made.place, found)
    _tell(state, made, figures)
    suffer(state, target, made.place, found, was_useless)
    return True


def end_spells(state: State, c: Combatant) -> None:
    """Q43: what lasted until this round is over with it."""
    if c.under and state.round >= c.under[1]:
        c.under = []
        state.emit("spell_ended", at=c.index, facts={"spell": SHIELD})


def _tell(state: State, made: Spelled, figures: list[Figure]) -> None:
    if state.log is None:
        return
    c = state.person(made.who)
    facts = {
        "spell": c.build.spells[made.cast[0]].id,
        "points": str(made.cast[1]),
        "level": levels.LEVEL_NAMES[made.level],
        "outcome": made.outcome,
    }
    where = ""
    if made.place >= 0:
        where = state.person(made.whom).build.entry.sheet.body.locations[made.place].name
    state.emit("cast", by=made.who, at=made.whom, place=where, facts=facts, figures=figures)
